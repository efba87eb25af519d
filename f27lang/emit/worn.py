"""The function that plays worn shoes and the one that Python calls, for one seat and several. Rulebook -> nodes."""

from __future__ import annotations

import textwrap

from attrs import frozen

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
_OF_PROBE = (("probes", "uint"),)
_PROBED = ("met_rounds", "met_x", "met_xx")
_BINS = "(2 * beyond + 1)"
_VARIABLES = (
    ("stream", "ulonglong[9]"),
    ("least", "uint"),
    ("played", "uint"),
    ("count", "longlong"),
    ("slot", "size_t"),
    ("ended", "size_t"),
    ("flat", "longlong"),
    ("ramped", "longlong"),
    ("bins", "size_t"),
)
_COINS = (("coin", "uint"), ("met", "uint"), ("ended_at", "size_t"))
_SUMS = 9
_SLOT, _ENDED = Name("slot"), Name("ended")


@frozen
class Kind:
    """What a module of worn shoes plays: at one seat or several; with `probing` a coin makes watched decisions."""

    rulebook: Rulebook
    several: bool = False
    probing: bool = False

    @property
    def takes_up(self) -> bool:
        """Whether discards are shuffled and dealt when no card is left."""
        return self.rulebook.shuffling is not None and self.rulebook.shuffling.empty == "discards"

    @property
    def numbers(self) -> tuple[tuple[str, str], ...]:
        """The numbers that the kernel is given, with their C types."""
        beside = (("ways", "uint"),) if self.rulebook.sides else ()
        seats = (("seats", "uint"),) if self.several else ()
        return (*SIZES, *beside, *seats, *_OF_SHOE, *_OF_WATCH, *(_OF_PROBE if self.probing else ()))

    @property
    def cells(self) -> tuple[tuple[str, str], ...]:
        """The tables of bytes, and where they are found."""
        return cells(self.rulebook, probing=self.probing)

    @property
    def lists(self) -> tuple[Buffer, ...]:
        """The numbers that `watch` has more than one of."""
        probes = (("probe_deal", "ushort", 2, "states * states"), ("probe_card", "ushort", 2, "states * states"))
        lists = (("tags", "int", 4, "cards"), ("bets", "longlong", 8, _BINS), ("pays", "longlong", 8, self.ends))
        found = (*lists, *(probes if self.probing else ()))
        return tuple(Buffer(name, f"{name}_memory", kind, size, length) for name, kind, size, length in found)

    @property
    def buffers(self) -> tuple[Buffer, ...]:
        """The memory of the kernel; what it returns is the last."""
        return (
            *self.lists,
            Buffer("order", "order_memory", "ushort", 2, "cards"),
            *hand_buffers(self.rulebook, several=self.several),
            *self.results,
        )

    @property
    def results(self) -> tuple[Buffer, ...]:
        """The memory that is returned."""
        seats, probed = "seats * " if self.several else "", f"probes * 2 * {_BINS}"
        return (
            Buffer("counts", "counted", "ulonglong", 8, f"{seats}{_BINS} * {self.ends}"),
            Buffer("sums", "summed", "longlong", 8, str(_SUMS)),
            *(Buffer(name, f"{name}_memory", "longlong", 8, probed) for name in (_PROBED if self.probing else ())),
        )

    @property
    def ends(self) -> str:
        """How many ways to end are told apart."""
        return ends(self.rulebook)

    @property
    def first_deal(self) -> str:
        """How many cards the first deal of a hand takes, one at least: a true count needs cards that are left."""
        own, dealers = (sum(d.number for d in self.rulebook.before if d.to == to) for to in ("player", "dealer"))
        return f"seats * {own} + {max(dealers, int(not own))}" if self.several else str(max(own + dealers, 1))


def shoe_kernel(kind: Kind) -> Function:
    """Return the C function that plays shoes."""
    rulebook = kind.rulebook
    arguments = (
        ("first", "ulonglong"),
        ("shoes", "uint"),
        ("seed", "ulonglong"),
        *kind.numbers,
        *((name, "p_uchar") for name, _ in kind.cells),
        *((buffer.name, f"p_{buffer.kind}") for buffer in kind.buffers),
    )
    variables = (
        *_VARIABLES,
        *(variable for variable in VARIABLES if variable[0] not in ("stream", "uneven")),
        *((("told", "uint"),) if rulebook.sides else ()),
        *kept(rulebook),
        *(OF_SEATS if kind.several else ()),
        *(_COINS if kind.probing else ()),
    )
    body = (Lines(_BEGINS.format(first_deal=kind.first_deal)), For(Name("r"), Name("shoes"), _shoe(kind)))
    return Function("play", _ABOUT, arguments, variables, body)


def _shoe(kind: Kind) -> tuple[Statement, ...]:
    goes_on = "(played == 0) or ((played < most_hands) and (stream[3] >= least)"
    goes_on += " and (stream[6] == 0))" if kind.takes_up else ")"
    return Lines(_OPENS), While(Name(goes_on), _hand(kind)), Lines("add_shoe(sums, played, flat, ramped)")


def _hand(kind: Kind) -> tuple[Statement, ...]:
    """Return a hand with what is counted of it."""
    rulebook = kind.rulebook
    marks = "\nstream[7] = stream[3]" if kind.takes_up else ""
    tosses = "\ncoin = tossed(seed, first + r, played)" if kind.probing else ""
    return (
        Lines(_COUNTS + marks + tosses),
        *(all_seats(rulebook) if kind.several else alone(rulebook, probing=kind.probing)),
        *(() if steps.takers_pass(rulebook) else (If(steps.short(rulebook), (Return(),)),)),
        *(_counted_by_seat(rulebook) if kind.several else _counted(rulebook)),
        Lines(_ADDS),
        *([If(steps.MET, (Lines(_ADDS_PROBED),))] if kind.probing else []),
    )


def _counted(rulebook: Rulebook) -> tuple[Statement, ...]:
    """Count how the hand ended."""
    return (
        Assign(_ENDED, end(rulebook, ANSWER, TOLD)),
        Add(Name("counts"), steps.at(_SLOT, _width(rulebook), _ENDED)),
    )


def _counted_by_seat(rulebook: Rulebook) -> tuple[Statement, ...]:
    """Count how each seat's hand ended; what follows is about seat 0."""
    answers, beside = Name("answers"), Name("beside")
    at = steps.at(steps.at(SEAT, Name("bins"), _SLOT), _width(rulebook), _ENDED)
    ended = Assign(_ENDED, end(rulebook, Item(answers, SEAT), Item(beside, SEAT)))
    of_first = Assign(_ENDED, end(rulebook, Item(answers, Number(0)), Item(beside, Number(0))))
    return For(SEAT, SEATS, (ended, Add(Name("counts"), at))), of_first


def _width(rulebook: Rulebook) -> Expression:
    return Infix(Name("ways"), "*", Name("outcomes")) if rulebook.sides else Name("outcomes")


_BEGINS = """
bins = 2 * beyond + 1
if most_hands == 0:
    most_hands = 0xFFFFFFFF
# a hand begins where the first deal can be served and the cut card was not reached
least = {first_deal}
if cut and least + cut <= cards:
    least = cards - cut + 1
"""
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


_ADDS_PROBED = """
ended_at = ((met - 1) * 2 + coin) * bins + slot
met_rounds[ended_at] = met_rounds[ended_at] + 1
met_x[ended_at] = met_x[ended_at] + pays[ended]
met_xx[ended_at] = met_xx[ended_at] + pays[ended] * pays[ended]
"""


def shoe_entry(kind: Kind) -> Text:
    """Return the function that Python calls."""
    rulebook, of_watch = kind.rulebook, {name for name, _ in (*_OF_WATCH, *_OF_PROBE)}
    more = (
        (ABOUT_PEEK, rulebook.peeked),
        (ABOUT_SIDES, rulebook.sides),
        (_ABOUT_PASSING, steps.takers_pass(rulebook) or kind.probing),
        (ABOUT_SEATS, kind.several),
        (_ABOUT_PROBES, kind.probing),
    )
    about = _ABOUT_ENTRY + "".join(text for text, there in more if there)
    held = {name: f"{name}_cells" for name, _ in kind.cells}
    arguments = [held.get(name, name) for name, _ in shoe_kernel(kind).arguments]
    results = [f"[{each.name}[i] for i in range({each.length})]" for each in kind.results]
    lines = [
        *f'"""{about}\n"""'.split("\n"),
        "i: cython.size_t",
        *(f'{name}: cython.{of} = {"watch" if name in of_watch else "tables"}["{name}"]' for name, of in kind.numbers),
        *(f"{name}: bytes = {source}" for name, source in kind.cells),
        *(f"{held[name]}: cython.p_uchar = {name}" for name, _ in kind.cells),
        *memory(kind.buffers),
        *(line for each in kind.lists for line in _copied(each.name)),
        f"if burn + {kind.first_deal} > cards:",
        "    raise OutOfCards",
        "with cython.nogil:",
        "    play(",
        *textwrap.wrap(f"{', '.join(arguments)},", WIDTH, initial_indent=" " * 8, subsequent_indent=" " * 8),
        "    )",
        "if sums[0] < shoes:",
        "    raise OutOfCards",
        "return (",
        *(f"    {result}," for result in results),
        ")",
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
_ABOUT_PASSING = """

The last table of `player` tells what standing comes to in each cell, whatever he would do."""
_ABOUT_PROBES = """

`watch` also tells of `probes` watched decisions: `probe_deal` and `probe_card` hold [v * states + p] 0, or 1 + the
number of that decision, for a hand as dealt and for one that took a card. At the first in a round a coin decides: 0 a
card, 1 standing. Rounds with one are returned too, their number, what seat 0 won by bets of 1 in them, and the squares
of it: by decision, coin and bin."""
