"""The function that plays worn shoes and the one that Python calls, for one seat and several. Rulebook -> nodes."""

from __future__ import annotations

import textwrap

from f27lang.emit import steps
from f27lang.emit.kernel import (
    ABOUT_PEEK,
    ABOUT_SEATS,
    ABOUT_SIDES,
    OF_SEATS,
    SIZES,
    VARIABLES,
    alone,
    cells,
    end,
    ends,
    hand_buffers,
    kept,
)
from f27lang.emit.kernel import several as all_seats
from f27lang.emit.nodes import (
    Add,
    Assign,
    Buffer,
    Expression,
    For,
    Function,
    If,
    Infix,
    Item,
    Lines,
    Name,
    Number,
    Return,
    Statement,
    Text,
    While,
)
from f27lang.emit.steps import ANSWER, SEAT, SEATS, TOLD
from f27lang.emit.writer import WIDTH, memory
from f27lang.rulebook import Rulebook

_ABOUT = "Deal and play shoes until one runs out of cards; add to `counts` and `sums`."
_OF_SHOE = (("most_hands", "uint"), ("cut", "uint"), ("burn", "uint"))
_OF_WATCH = (
    ("all_tags", "longlong"),
    ("scale", "longlong"),
    ("divisor", "longlong"),
    ("truncated", "uint"),
    ("beyond", "longlong"),
    ("leave_below", "longlong"),
    ("shuffle_above", "longlong"),
)
_LISTS = (("tags", "int", 4), ("bets", "longlong", 8), ("pays", "longlong", 8))  # what `watch` has more than one of
_VARIABLES = (
    ("stream", "ulonglong[9]"),
    ("least", "uint"),
    ("played", "uint"),
    ("count", "longlong"),
    ("slot", "size_t"),
    ("ended", "size_t"),
    ("flat", "longlong"),
    ("ramped", "longlong"),
)
_SUMS = 9
_SLOT, _ENDED = Name("slot"), Name("ended")


def shoe_kernel(rulebook: Rulebook, *, several: bool) -> Function:
    """Return the C function that plays shoes at a table of one seat or of several."""
    arguments = (
        ("first", "ulonglong"),
        ("shoes", "uint"),
        ("seed", "ulonglong"),
        *_numbers(rulebook, several=several),
        *((name, "p_uchar") for name, _ in cells(rulebook)),
        *((buffer.name, f"p_{buffer.kind}") for buffer in _buffers(rulebook, several=several)),
    )
    of_hand = tuple(variable for variable in VARIABLES if variable[0] not in ("stream", "uneven"))
    told = (("told", "uint"),) if rulebook.sides else ()
    variables = (*_VARIABLES, *of_hand, *told, *(kept(rulebook)), *((*OF_SEATS, ("bins", "size_t")) if several else ()))
    body = (Lines(_least(rulebook, several=several)), For(Name("r"), Name("shoes"), _shoe(rulebook, several=several)))
    return Function("play", _ABOUT, arguments, variables, body)


def _numbers(rulebook: Rulebook, *, several: bool) -> tuple[tuple[str, str], ...]:
    """Return the numbers that the kernel is given, with their C types."""
    beside, seats = (("ways", "uint"),) if rulebook.sides else (), (("seats", "uint"),) if several else ()
    return (*SIZES, *beside, *seats, *_OF_SHOE, *_OF_WATCH)


def _buffers(rulebook: Rulebook, *, several: bool) -> tuple[Buffer, ...]:
    bins = "(2 * beyond + 1)"
    lengths = {"tags": "cards", "bets": bins, "pays": ends(rulebook)}
    return (
        *(Buffer(name, f"{name}_memory", kind, size, lengths[name]) for name, kind, size in _LISTS),
        Buffer("order", "order_memory", "ushort", 2, "cards"),
        *hand_buffers(rulebook, several=several),
        Buffer("counts", "counted", "ulonglong", 8, f"{'seats * ' if several else ''}{bins} * {ends(rulebook)}"),
        Buffer("sums", "summed", "longlong", 8, str(_SUMS)),
    )


def _first_deal(rulebook: Rulebook, *, several: bool) -> str:
    """Return how many cards the first deal of a hand takes, one at least: a true count needs cards that are left."""
    own, dealers = (sum(d.number for d in rulebook.before if d.to == to) for to in ("player", "dealer"))
    return f"seats * {own} + {max(dealers, int(not own))}" if several else str(max(own + dealers, 1))


def _least(rulebook: Rulebook, *, several: bool) -> str:
    """Return the lines that find how many cards must be left for a hand to begin."""
    bins = "bins = 2 * beyond + 1\n" if several else ""
    return f"""
{bins}if most_hands == 0:
    most_hands = 0xFFFFFFFF
# a hand begins where the first deal can be served and the cut card was not reached
least = {_first_deal(rulebook, several=several)}
if cut and least + cut <= cards:
    least = cards - cut + 1
"""


def _shoe(rulebook: Rulebook, *, several: bool) -> tuple[Statement, ...]:
    goes_on = "(played == 0) or ((played < most_hands) and (stream[3] >= least)"
    goes_on += " and (stream[6] == 0))" if _takes_up(rulebook) else ")"
    return (
        Lines(_OPENS),
        While(Name(goes_on), _hand(rulebook, several=several)),
        Lines("add_shoe(sums, played, flat, ramped)"),
    )


def _takes_up(rulebook: Rulebook) -> bool:
    return rulebook.shuffling is not None and rulebook.shuffling.empty == "discards"


def _hand(rulebook: Rulebook, *, several: bool) -> tuple[Statement, ...]:
    """Return a hand with what is counted of it."""
    marks = "\nstream[7] = stream[3]" if _takes_up(rulebook) else ""
    out = () if steps.takers_pass(rulebook) else (If(steps.short(rulebook), (Return(),)),)
    first = Item(Name("answers"), Number(0)), Item(Name("beside"), Number(0))
    return (
        Lines(_COUNTS + marks),
        *(all_seats(rulebook) if several else alone(rulebook)),
        *out,
        *(_counted_by_seat(rulebook) if several else ()),
        Assign(_ENDED, end(rulebook, *first) if several else end(rulebook, ANSWER, TOLD)),
        *(() if several else (Add(Name("counts"), steps.at(_SLOT, _width(rulebook), _ENDED)),)),
        Lines(_ADDS),
    )


def _counted_by_seat(rulebook: Rulebook) -> tuple[Statement, ...]:
    """Count how each seat's hand ended."""
    ended = end(rulebook, Item(Name("answers"), SEAT), Item(Name("beside"), SEAT))
    at = steps.at(steps.at(SEAT, Name("bins"), _SLOT), _width(rulebook), ended)
    return (For(SEAT, SEATS, (Add(Name("counts"), at),)),)


def _width(rulebook: Rulebook) -> Expression:
    """Return how many ways to end are told apart."""
    return Infix(Name("ways"), "*", Name("outcomes")) if rulebook.sides else Name("outcomes")


_OPENS = """
open_shoe(stream, order, seed, first + r, cards)
lay_aside(stream, order, tags, burn)
played = 0
flat = 0
ramped = 0
"""
_COUNTS = """
count = true_count(stream, cards, burn, all_tags, scale, divisor, truncated)
if played and (count < leave_below or count > shuffle_above):
    break
slot = slot_of(count, beyond)"""
_ADDS = """
flat = flat + pays[ended]
ramped = ramped + bets[slot] * pays[ended]
played = played + 1
"""


def shoe_entry(rulebook: Rulebook, *, several: bool) -> Text:
    """Return the function that Python calls."""
    more = ((ABOUT_PEEK, rulebook.peeked), (ABOUT_SIDES, rulebook.sides), (ABOUT_SEATS, several))
    about = _ABOUT_ENTRY + "".join(text for text, there in more if there)
    of_watch = {name for name, _ in _OF_WATCH}
    numbers = [
        f'{name}: cython.{kind} = {"watch" if name in of_watch else "tables"}["{name}"]'
        for name, kind in _numbers(rulebook, several=several)
    ]
    held = {name: f"{name}_cells" for name, _ in cells(rulebook)}
    buffers = _buffers(rulebook, several=several)
    arguments = [held.get(name, name) for name, _ in shoe_kernel(rulebook, several=several).arguments]
    lines = [
        *f'"""{about}\n"""'.split("\n"),
        "i: cython.size_t",
        *numbers,
        *(f"{name}: bytes = {source}" for name, source in cells(rulebook)),
        *(f"{held[name]}: cython.p_uchar = {name}" for name, _ in cells(rulebook)),
        *memory(buffers),
        *(line for name, _, _ in _LISTS for line in _copied(name)),
        f"if burn + {_first_deal(rulebook, several=several)} > cards:",
        "    raise OutOfCards",
        "with cython.nogil:",
        "    play(",
        *textwrap.wrap(f"{', '.join(arguments)},", WIDTH, initial_indent=" " * 8, subsequent_indent=" " * 8),
        "    )",
        "if sums[0] < shoes:",
        "    raise OutOfCards",
        f"return [counts[i] for i in range({buffers[-2].length})], [sums[i] for i in range({_SUMS})]",
    ]
    return Text("\n".join((_ENTRY, *(f"    {line}" if line else "" for line in lines))))


def _copied(name: str) -> tuple[str, str]:
    return f'for i in range(len(watch["{name}"])):', f'    {name}[i] = watch["{name}"][i]'


_ENTRY = """
def play_shoes(
    first: cython.ulonglong, shoes: cython.uint, seed: cython.ulonglong, tables: dict, player: tuple, watch: dict
) -> tuple:"""
_ABOUT_ENTRY = """\
Play `shoes` shoes (below 2**32) from number `first` on; return how often rounds ended how, and sums over shoes.

`tables` is TABLES, or that of another setting of this game: its numbers `most_hands` and `cut` say when the shoe is
shuffled, 0 where that does not count, and `burn` how many cards are laid aside then. `player` is two tables of
cells [v * states + p], for a hand as dealt and for one that took a card, v being what the dealer shows: 0 = the
player takes a card, 1 = he stands and the dealer's turn comes, 2 + o = the round has ended with outcome o.

`watch` says what seat 0 counts: `tags` by place of the sorted shoe and their sum, `all_tags`; `scale` and
`divisor`, of which the true count comes; in 2 * `beyond` + 1 bins of true counts, his `bets`; by way to end, what
that `pays` a bet of 1; and the counts below and above which a shoe ends, `leave_below` and `shuffle_above`.

Counts are by bin, then by outcome. The sums are: shoes; with n rounds of a shoe n and n*n; with what seat 0 won, x,
by bets of 1 x, x*x and n*x; with what he won by his bets, y, y, y*y and n*y.

What happens in a shoe depends on its number, the seed, these tables and where it ends only: any kernel may play any
shoes in any order, and counts and sums add up. The interpreter's lock is not held meanwhile. Raises OutOfCards."""
