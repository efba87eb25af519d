"""A banked game's module: its tables, the functions that all modules share, and the kernel that plays a round.

Rulebook -> nodes
"""

from __future__ import annotations

import re

from f27lang.emit.dealing import CELL, DEALING, UNPACKING
from f27lang.emit.nodes import (
    Add,
    Assign,
    Buffer,
    Call,
    Checked,
    Comment,
    Constant,
    Do,
    Entry,
    Expression,
    For,
    Function,
    If,
    Imports,
    Infix,
    Name,
    Node,
    Number,
    Put,
    Statement,
    Table,
    Text,
    While,
)
from f27lang.emit.ranking import COMPARING, ranking
from f27lang.emit.tables import (
    Side,
    cell_bytes,
    cell_names,
    list_table,
    pair_table,
    run_tables,
    shoe_table,
    showdown_table,
    state_names,
    step_table,
    tables_digest,
)
from f27lang.rulebook import Rulebook

_DIRECTIVES = "cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, binding=False"
_FILE = re.compile(r"[^ ,:]+\.f27")
_NUMBERS = ("cards", "classes", "states", "player_start", "dealer_start", "outcomes")

_SIZES = (
    ("cards", "uint"),
    ("outcomes", "uint"),
    ("classes", "size_t"),
    ("states", "size_t"),
    ("player_start", "size_t"),
    ("dealer_start", "size_t"),
)
_VARIABLES = (
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
_KEPT = (("place", "uint"), ("p_count", "size_t"), ("d_count", "size_t"))
_STATES, _PLAYER, _DEALER = Name("states"), Name("p"), Name("d")
_SEEN, _ROW, _CARD, _PLACE, _ANSWER = Name("seen"), Name("row"), Name("card"), Name("place"), Name("answer")
_P_CARDS, _D_CARDS = Name("p_cards"), Name("d_cards")
_COUNT = {_PLAYER: Name("p_count"), _DEALER: Name("d_count")}
_KEEPS = {_PLAYER: _P_CARDS, _DEALER: _D_CARDS}
_TAKES_CARD, _STANDS, _ENDED = Number(0), Number(1), Number(2)
_DRAW = Call("draw", (Name("stream"), Name("dealt"), Name("cards"), Name("uneven")))


def structure(rulebook: Rulebook) -> tuple[object, ...]:
    """Return all that an emitted module's code depends on: two settings of a game that agree here can share one."""
    deals = tuple((d.to, d.number, d.up) for d in (*rulebook.before, *rulebook.between))
    return len(rulebook.before), deals, cell_names(rulebook), cell_bytes(rulebook)


def banked(rulebook: Rulebook) -> list[Node]:
    """Return the nodes of a rulebook's module."""
    tables, cells, width = run_tables(rulebook), cell_names(rulebook), cell_bytes(rulebook)
    return [
        Comment((_DIRECTIVES, *_header(rulebook))),
        Imports(("hashlib", "itertools") if rulebook.showdowns else ("hashlib",)),
        Imports(("cython",)),
        Constant("DIGEST", rulebook.digest),
        Constant("CELL_BYTES", width),
        *(Constant(name.upper(), int(tables[name])) for name in _NUMBERS),
        Text(UNPACKING),
        *_tables(rulebook),
        *(ranking(rulebook) if rulebook.showdowns else ()),
        Comment(("outcomes", *(f"  {i} {outcome.name}" for i, outcome in enumerate(rulebook.outcomes)))),
        Constant("TABLES", {name: name.upper() for name in (*_NUMBERS, *cells)}),
        Checked(tuple(name.upper() for name in cells), tables_digest(tables)),
        Text(DEALING),
        Text(CELL[width]),
        *((Text(COMPARING),) if rulebook.showdowns else ()),
        _kernel(rulebook),
        _entry(rulebook),
    ]


_ABOUT = {
    "sorted_shoe": "the shoe, sorted: card class, number of cards",
    "step": "hand state after one more card: a row a state, a column a card class",
    "moves": "1 take a card, 2 stand, 3 the player is asked, 0 never reached",
    "dealt": "1 + the outcome of a round that ends after the deal, else 0",
    "drawn": "1 + the outcome of a round that ends with a card that the player took, else 0",
    "stood": "1 + the outcome of a round that ends when the player stands, else 0",
    "law": "the group of dealer laws that each final hand of the player brings about",
    "dealer_hits": "1 where the dealer takes a card",
    "final": "the outcome when the dealer is done",
    "peeked": "1 + the outcome of a round that ends when the dealer has looked at his hidden cards, else 0",
    "showdowns": "by how the player's five cards rank against the dealer's: the outcomes where better, equal, worse",
}
_ABOUT_BEYOND = "or {0} + a row of SHOWDOWNS, where only poker ranks tell the hands apart"
_ABOUT_ENTRY = """\
Play `rounds` rounds (below 2**32) from number `first` on; return how many ended with each outcome.

`tables` is TABLES, or that of another setting of this game. `player` is two tables of cells [v * states + p], for
a hand as dealt and for one that took a card, v being what the dealer shows: 0 = the player takes a card, 1 = he
stands and the dealer's turn comes, 2 + o = the round has ended with outcome o. What happens in a round depends on
its number, the seed and these tables only: any kernel may play any rounds in any order, and the counts add up. The
interpreter's lock is not held meanwhile."""
_ABOUT_PEEK = """

Two more tables of `player` tell of rounds that end before that, 2 + o, else 0: by the deal [v * states + p], and
when the dealer has looked at his hidden cards [d * states + p], d being all that he holds."""
_ABOUT_PLAY = (
    "Deal and play the rounds one after the other; add to `counts`. `dealt` holds the last round of each place."
)


def _header(rulebook: Rulebook) -> tuple[str, ...]:
    files = sorted({name for _, places in rulebook.origins for name in _FILE.findall(places)})
    of = f" ({', '.join(files)})" if files else ""
    return (
        "Written by `f27 compile`, compared by `f27 compile --check`; runs compiled by Cython or as plain Python.",
        f"The rules of {rulebook.name}{of} as tables, and a kernel that plays rounds by them.",
    )


def _tables(rulebook: Rulebook) -> list[Table]:
    hands = state_names(rulebook)
    groups = tuple(f"group {g}" for g in range(max(rulebook.law) + 1))
    player, dealer = Side("hand of the player", hands), Side("hand of the dealer", hands)
    shown, laws = Side("hand that the dealer shows", hands), Side("group of laws", groups)

    def about(table: str) -> Comment:
        places = dict(rulebook.origins).get(table)
        beyond = [_ABOUT_BEYOND.format(len(rulebook.outcomes))] if table == "final" and rulebook.showdowns else []
        return Comment((_ABOUT[table], *beyond, *([f"from {places}"] if places else [])))

    def by(table: str, cells: tuple[int, ...], rows: Side, columns: Side) -> Table:
        return pair_table(table.upper(), about(table), cells, rows, columns)

    return [
        shoe_table(rulebook, about("sorted_shoe")),
        step_table(rulebook, about("step")),
        by("moves", rulebook.moves, player, shown),
        by("dealt", rulebook.dealt, player, shown),
        by("drawn", rulebook.drawn, player, shown),
        by("stood", rulebook.stood, player, shown),
        list_table("LAW", about("law"), rulebook.law),
        by("dealer_hits", rulebook.dealer_hits, laws, dealer),
        by("final", rulebook.final, player, dealer),
        *([by("peeked", rulebook.peeked, player, dealer)] if rulebook.peeked else []),
        *([showdown_table(rulebook, about("showdowns"))] if rulebook.showdowns else []),
    ]


def _kernel(rulebook: Rulebook) -> Function:
    sizes = [size for size in _SIZES if size[0] != "outcomes" or rulebook.showdowns]
    arguments = (
        ("first", "ulonglong"),
        ("rounds", "uint"),
        ("seed", "ulonglong"),
        *sizes,
        *((name, "p_uchar") for name, _ in _cells(rulebook)),
        *((buffer.name, f"p_{buffer.kind}") for buffer in _buffers(rulebook)),
    )
    variables = (*_VARIABLES, *_KEPT) if rulebook.showdowns else _VARIABLES
    return Function("play", _ABOUT_PLAY, arguments, variables, _play(rulebook))


def _entry(rulebook: Rulebook) -> Entry:
    about = _ABOUT_ENTRY + _ABOUT_PEEK if rulebook.peeked else _ABOUT_ENTRY
    arguments = tuple(name for name, _ in _kernel(rulebook).arguments[3:])
    return Entry("play_rounds", about, _SIZES, _cells(rulebook), _buffers(rulebook), "play", arguments)


def _cells(rulebook: Rulebook) -> tuple[tuple[str, str], ...]:
    """Return the tables of bytes that the kernel looks at, and where the function that is called finds them."""
    peek = ("before_peek", "at_peek") if rulebook.peeked else ()
    of_player = {name: f"player[{i}]" for i, name in enumerate(("after_deal", "after_card", *peek))}
    ranks = ("faces", "strengths", "showdowns") if rulebook.showdowns else ()
    names = ("shoe", "step", *of_player, "law", "dealer_hits", "final", *ranks)
    return tuple((name, of_player.get(name, f'tables["{name}"]')) for name in names)


def _buffers(rulebook: Rulebook) -> tuple[Buffer, ...]:
    kept = (Buffer("p_cards", "p_places", "uint", 4, "cards"), Buffer("d_cards", "d_places", "uint", 4, "cards"))
    return (
        Buffer("dealt", "marks", "uint", 4, "cards"),
        *(kept if rulebook.showdowns else ()),
        Buffer("counts", "sums", "ulonglong", 8, "outcomes"),
    )


def _play(rulebook: Rulebook) -> tuple[Statement, ...]:
    return (
        Assign(Name("uneven"), Infix(Number(65536), "%", Name("cards"))),
        For(Name("r"), Name("rounds"), _round(rulebook)),
    )


def _round(rulebook: Rulebook) -> tuple[Statement, ...]:
    start = (Name("stream"), Name("seed"), Infix(Name("first"), "+", Name("r")), Infix(Name("r"), "+", Number(1)))
    return (
        Do(Call("open_round", start)),
        Assign(_PLAYER, Name("player_start")),
        Assign(_DEALER, Name("dealer_start")),
        *(Assign(count, Number(0)) for count in (_COUNT.values() if rulebook.showdowns else ())),
        *_first_deals(rulebook),
        *_players_turn(rulebook),
        If(Infix(_ANSWER, "==", _STANDS), (*_deals_between(rulebook), *_dealers_turn(rulebook))),
        Add(Name("counts"), Infix(_ANSWER, "-", _ENDED)),
    )


def _first_deals(rulebook: Rulebook) -> list[Statement]:
    """Deal before the player's turn; where a card of the dealer stays down, `seen` follows those that are up."""
    hidden = any(deal.to == "dealer" and not deal.up for deal in rulebook.before)
    statements: list[Statement] = [Assign(_SEEN, Name("dealer_start"))] if hidden else []
    for deal in rulebook.before:
        seen = hidden and deal.to == "dealer" and deal.up
        side = _PLAYER if deal.to == "player" else _DEALER
        for _ in range(deal.number):
            statements += _seen_card(rulebook) if seen else _takes(rulebook, side)
    return [*statements, Assign(_ROW, Infix(_SEEN if hidden else _DEALER, "*", _STATES))]


def _players_turn(rulebook: Rulebook) -> list[Statement]:
    hand = Infix(_ROW, "+", _PLAYER)
    goes_on = Infix(_ANSWER, "==", _TAKES_CARD)
    looks = [
        Assign(_ANSWER, _cell("before_peek", hand)),
        If(goes_on, (Assign(_ANSWER, _cell("at_peek", _at(_DEALER, _STATES, _PLAYER))),)),
        If(goes_on, (Assign(_ANSWER, _cell("after_deal", hand)),)),
    ]
    return [
        *(looks if rulebook.peeked else [Assign(_ANSWER, _cell("after_deal", hand))]),
        While(goes_on, (*_takes(rulebook, _PLAYER), Assign(_ANSWER, _cell("after_card", hand)))),
    ]


def _deals_between(rulebook: Rulebook) -> list[Statement]:
    cards = sum(deal.number for deal in rulebook.between)
    return cards * _takes(rulebook, _DEALER)


def _dealers_turn(rulebook: Rulebook) -> list[Statement]:
    laws = Name("laws")
    ends = _cell("final", _at(_PLAYER, _STATES, _DEALER))
    return [
        Assign(laws, Infix(_cell("law", _PLAYER), "*", _STATES)),
        While(_cell("dealer_hits", Infix(laws, "+", _DEALER)), tuple(_takes(rulebook, _DEALER))),
        *(_showdown(ends) if rulebook.showdowns else [Assign(_ANSWER, Infix(ends, "+", _ENDED))]),
    ]


def _showdown(ends: Call) -> list[Statement]:
    """Where only poker ranks tell the hands apart, look both up."""
    outcomes = Name("outcomes")
    compared = Call("showdown", (_P_CARDS, _D_CARDS, Name("faces"), Name("strengths")))
    shown = _cell("showdowns", _at(Infix(_ANSWER, "-", outcomes), Number(3), compared))
    return [
        Assign(_ANSWER, ends),
        If(Infix(_ANSWER, ">=", outcomes), (Assign(_ANSWER, shown),)),
        Assign(_ANSWER, Infix(_ANSWER, "+", _ENDED)),
    ]


def _takes(rulebook: Rulebook, side: Name) -> list[Statement]:
    """Give a side a card; where ranks and suits of whole hands can matter, keep its place."""
    if not rulebook.showdowns:
        return [Assign(side, _after(side, _cell("shoe", _DRAW)))]
    return [*_kept(side), Assign(side, _after(side, _cell("shoe", _PLACE)))]


def _seen_card(rulebook: Rulebook) -> list[Statement]:
    return [
        *(_kept(_DEALER) if rulebook.showdowns else []),
        Assign(_CARD, _cell("shoe", _PLACE if rulebook.showdowns else _DRAW)),
        Assign(_DEALER, _after(_DEALER, _CARD)),
        Assign(_SEEN, _after(_SEEN, _CARD)),
    ]


def _kept(side: Name) -> list[Statement]:
    count = _COUNT[side]
    return [
        Assign(_PLACE, _DRAW),
        Put(_KEEPS[side], count, _PLACE),
        Assign(count, Infix(count, "+", Number(1))),
    ]


def _after(side: Name, card: Expression) -> Call:
    return _cell("step", _at(side, Name("classes"), card))


def _cell(table: str, index: Expression) -> Call:
    return Call("cell", (Name(table), index))


def _at(row: Expression, width: Expression, column: Expression) -> Infix:
    return Infix(Infix(row, "*", width), "+", column)
