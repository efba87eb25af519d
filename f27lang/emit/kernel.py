"""The function that plays rounds and the one that Python calls, for one seat and for several. Rulebook -> nodes."""

from __future__ import annotations

from f27lang.emit import steps
from f27lang.emit.nodes import (
    Add,
    Assign,
    Buffer,
    Call,
    Do,
    Entry,
    Expression,
    For,
    Function,
    If,
    Infix,
    Item,
    Name,
    Number,
    Put,
    Return,
    Statement,
    While,
)
from f27lang.emit.steps import ANSWER, COUNT, COUNTS, DEALER, ENDED, HANDS, PLAYER, SEAT, SEATS, STANDS, TOLD
from f27lang.emit.tables import side_names
from f27lang.rulebook import Rulebook

SIZES = (
    ("cards", "uint"),
    ("outcomes", "uint"),
    ("classes", "size_t"),
    ("states", "size_t"),
    ("player_start", "size_t"),
    ("dealer_start", "size_t"),
)
VARIABLES = (
    ("stream", "ulonglong[4]"),
    ("uneven", "uint"),
    ("r", "uint"),
    ("p", "size_t"),
    ("d", "size_t"),
    ("seen", "size_t"),
    ("row", "size_t"),
    ("laws", "size_t"),
    ("card", "size_t"),
    ("answer", "uint"),
)
OF_SEATS = (("s", "uint"), ("playing", "uint"))
_KEPT = (("place", "uint"), ("p_count", "size_t"), ("d_count", "size_t"))
_ABOUT_ENTRY = """\
Play `rounds` rounds (below 2**32) from number `first` on; return how many ended with each outcome.

`tables` is TABLES, or that of another setting of this game. `player` is two tables of cells [v * states + p], for
a hand as dealt and for one that took a card, v being what the dealer shows: 0 = the player takes a card, 1 = he
stands and the dealer's turn comes, 2 + o = the round has ended with outcome o. What happens in a round depends on
its number, the seed and these tables only: any kernel may play any rounds in any order, and the counts add up. The
interpreter's lock is not held meanwhile. Raises OutOfCards."""
ABOUT_PEEK = """

Two more tables of `player` tell of rounds that end before that, 2 + o, else 0: by the deal [v * states + p], and
when the dealer has looked at his hidden cards [d * states + p], d being all that he holds."""
ABOUT_SIDES = """

The last tables of `player` tell with which hands dealt he takes each wager beside another [v * states + p]. The counts
are then by what these came to, in the numbers of the tables `brings_0` and so on, 0 for none, and then by outcome."""
ABOUT_SEATS = """

Each round is one of tables["seats"] players who share a dealer. Cards go round the table, seat 0 first; the seats play
in their order, each by the same tables, then the dealer as long as a seat needs it. The counts of seat 0 come first."""
_ABOUT_PLAY = (
    "Deal and play rounds until one runs out of cards; add to `counts`. `dealt` holds the last round of each place."
)


_ANSWERS, _PLAYING, _CARDS, _OUTCOMES = Name("answers"), Name("playing"), Name("cards"), Name("outcomes")
_BESIDE = Name("beside")


def kernel(rulebook: Rulebook, *, several: bool) -> Function:
    """Return the C function that plays rounds at a table of one seat or of several."""
    sides = bool(rulebook.sides)
    needed = {"outcomes": several or sides or bool(rulebook.showdowns), "seats": several, "ways": several and sides}
    arguments = (
        ("first", "ulonglong"),
        ("rounds", "uint"),
        ("seed", "ulonglong"),
        *(size for size in (*SIZES, ("ways", "uint"), ("seats", "uint")) if needed.get(size[0], True)),
        *((name, "p_uchar") for name, _ in cells(rulebook)),
        *((buffer.name, f"p_{buffer.kind}") for buffer in buffers(rulebook, several=several)),
    )
    told = (("told", "uint"),) if sides else ()
    variables = (*VARIABLES, *told, *kept(rulebook), *(OF_SEATS if several else ()))
    body_of = _several if several else _alone
    body = (
        Assign(Name("uneven"), Infix(Number(65536), "%", _CARDS)),
        For(Name("r"), Name("rounds"), body_of(rulebook)),
    )
    return Function("play", _ABOUT_PLAY, arguments, variables, body)


def kept(rulebook: Rulebook) -> tuple[tuple[str, str], ...]:
    """Return the variables that keep cards where ranks and suits of whole hands can matter."""
    return _KEPT if rulebook.showdowns else ()


def entry(rulebook: Rulebook, *, several: bool) -> Entry:
    """Return the function that Python calls."""
    more = ((ABOUT_PEEK, rulebook.peeked), (ABOUT_SIDES, rulebook.sides), (ABOUT_SEATS, several))
    about = _ABOUT_ENTRY + "".join(text for text, there in more if there)
    sizes = (*SIZES, *([("ways", "uint")] if rulebook.sides else []), *([("seats", "uint")] if several else []))
    arguments = tuple(name for name, _ in kernel(rulebook, several=several).arguments[3:])
    return Entry(
        name="play_rounds",
        about=about,
        numbers=sizes,
        cells=cells(rulebook),
        buffers=buffers(rulebook, several=several),
        function="play",
        arguments=arguments,
        counted=f"ended[:{ends(rulebook)}]" if several else "ended",
    )


def cells(rulebook: Rulebook, *, probing: bool = False) -> tuple[tuple[str, str], ...]:
    """Return the tables of bytes that the kernel looks at, and where the function that is called finds them."""
    peek = ("before_peek", "at_peek") if rulebook.peeked else ()
    takes = tuple(f"takes_{number}" for number in range(len(rulebook.sides)))
    stands = ("stands",) if probing or steps.takers_pass(rulebook) else ()
    of_player = {name: f"player[{i}]" for i, name in enumerate(("after_deal", "after_card", *peek, *takes, *stands))}
    ranks = ("faces", "strengths", "showdowns") if rulebook.showdowns else ()
    names = ("shoe", "step", *of_player, "law", "dealer_hits", "final", *ranks, *side_names(rulebook))
    return tuple((name, of_player.get(name, f'tables["{name}"]')) for name in names)


def buffers(rulebook: Rulebook, *, several: bool) -> tuple[Buffer, ...]:
    """Return the memory of a kernel, the counts last."""
    length = f"seats * {ends(rulebook)}" if several else ends(rulebook)
    dealt = Buffer("dealt", "marks", "uint", 4, "cards")
    return dealt, *hand_buffers(rulebook, several=several), Buffer("counts", "sums", "ulonglong", 8, length)


def hand_buffers(rulebook: Rulebook, *, several: bool) -> tuple[Buffer, ...]:
    """Return the memory of what seats have, and of cards whose ranks and suits may decide."""
    beyond = 1 + sum(deal.number for deal in (*rulebook.before, *rulebook.between))  # in a round that runs out of cards
    seats = [
        Buffer("hands", "p_states", "uint", 4, "seats"),
        Buffer("answers", "p_answers", "uint", 4, "seats"),
        *([Buffer("beside", "p_beside", "uint", 4, "seats")] if rulebook.sides else []),
    ]
    kept = [
        Buffer("p_cards", "p_places", "uint", 4, f"(seats * cards + {beyond})" if several else f"(cards + {beyond})"),
        *([Buffer("p_counts", "p_numbers", "uint", 4, "seats")] if several else []),
        Buffer("d_cards", "d_places", "uint", 4, f"(cards + {beyond})"),
    ]
    return (*(seats if several else ()), *(kept if rulebook.showdowns else ()))


def ends(rulebook: Rulebook) -> str:
    """Return how many ways to end are told apart."""
    return "ways * outcomes" if rulebook.sides else "outcomes"


def end(rulebook: Rulebook, answer: Expression, told: Expression) -> Expression:
    """Return which way a hand has ended."""
    ended = Infix(answer, "-", ENDED)
    return Infix(Infix(told, "*", _OUTCOMES), "+", ended) if rulebook.sides else ended


def _opens() -> Do:
    number, mark = Infix(Name("first"), "+", Name("r")), Infix(Name("r"), "+", Number(1))
    return Do(Call("open_round", (Name("stream"), Name("seed"), number, mark, _CARDS)))


def _alone(rulebook: Rulebook) -> tuple[Statement, ...]:
    counted = Add(Name("counts"), end(rulebook, ANSWER, TOLD))
    return _opens(), *alone(rulebook), If(steps.short(rulebook), (Return(),)), counted


def alone(rulebook: Rulebook, *, probing: bool = False) -> tuple[Statement, ...]:
    """Return a round of one player, up to its answer; see `steps.players_turn` for `probing`."""
    dealer = (
        *steps.deals_between(rulebook),
        steps.laws(),
        While(Infix(steps.hits(), "and not", steps.short(rulebook)), tuple(steps.takes(rulebook, DEALER))),
        *steps.compares(rulebook, Number(0)),
    )
    return (
        Assign(PLAYER, Name("player_start")),
        Assign(DEALER, Name("dealer_start")),
        *(Assign(count, Number(0)) for count in (COUNT.values() if rulebook.showdowns else ())),
        *steps.first_deals(rulebook, several=False),
        *steps.side_wagers(rulebook),
        *steps.players_turn(rulebook, probing=probing),
        If(Infix(ANSWER, "==", STANDS), dealer),
    )


def _several(rulebook: Rulebook) -> tuple[Statement, ...]:
    ended = end(rulebook, Item(_ANSWERS, SEAT), Item(_BESIDE, SEAT))
    all_ends = Infix(Name("ways"), "*", _OUTCOMES) if rulebook.sides else _OUTCOMES
    counted = For(SEAT, SEATS, (Add(Name("counts"), steps.at(SEAT, all_ends, ended)),))
    return _opens(), *several(rulebook), If(steps.short(rulebook), (Return(),)), counted


def several(rulebook: Rulebook) -> tuple[Statement, ...]:
    """Return a round of several seats, up to the answers.

    Those who stand wait until the dealer takes no card against them.
    """
    between, takes, cards = steps.deals_between(rulebook), steps.takes(rulebook, DEALER), Infix(SEAT, "*", _CARDS)
    sits = [Put(HANDS, SEAT, Name("player_start")), *([Put(COUNTS, SEAT, cards)] if rulebook.showdowns else [])]
    stands = If(Infix(ANSWER, "==", STANDS), (Assign(_PLAYING, Infix(_PLAYING, "+", Number(1))),))
    beside = [*steps.side_wagers(rulebook), Put(_BESIDE, SEAT, TOLD)] if rulebook.sides else []
    goes_on: Expression = _PLAYING if steps.takers_pass(rulebook) else Infix(_PLAYING, "and not", steps.short(rulebook))
    return (
        Assign(DEALER, Name("dealer_start")),
        *([Assign(COUNT[DEALER], Number(0))] if rulebook.showdowns else []),
        For(SEAT, SEATS, tuple(sits)),
        *steps.first_deals(rulebook, several=True),
        Assign(_PLAYING, Number(0)),
        steps.each_seat(rulebook, (*beside, *steps.players_turn(rulebook), Put(_ANSWERS, SEAT, ANSWER), stands)),
        *([If(_PLAYING, tuple(between))] if between else []),
        While(goes_on, (_settles(rulebook), If(_PLAYING, tuple(takes)))),
    )


def _settles(rulebook: Rulebook) -> For:
    """Compare with each waiting hand against which the dealer takes no card."""
    done = (
        *steps.compares(rulebook, Infix(SEAT, "*", _CARDS)),
        Put(_ANSWERS, SEAT, ANSWER),
        Assign(_PLAYING, Infix(_PLAYING, "-", Number(1))),
    )
    stands: Expression = Infix(steps.hits(), "==", Number(0))
    if steps.takers_pass(rulebook):
        stands = Infix(stands, "or", steps.short(rulebook))
    looks = (Assign(PLAYER, Item(HANDS, SEAT)), steps.laws(), If(stands, done))
    return For(SEAT, SEATS, (If(Infix(Item(_ANSWERS, SEAT), "==", STANDS), looks),))
