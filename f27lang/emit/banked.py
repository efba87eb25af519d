"""A banked game's module: its tables, the functions that all modules share, and the kernel that plays a round.

Rulebook -> nodes
"""

from __future__ import annotations

import re

from f27lang.emit.dealing import CELL, DEALING, PLAYING, UNPACKING
from f27lang.emit.nodes import (
    Add,
    Assign,
    Call,
    Checked,
    Comment,
    Constant,
    Do,
    Expression,
    For,
    Function,
    If,
    Imports,
    Infix,
    Name,
    Node,
    Number,
    Return,
    Statement,
    Table,
    Text,
    While,
)
from f27lang.emit.tables import (
    CELLS,
    Side,
    cell_bytes,
    list_table,
    pair_table,
    run_tables,
    shoe_table,
    state_names,
    step_table,
    tables_digest,
)
from f27lang.rulebook import Rulebook

_DIRECTIVES = "cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, binding=False"
_FILE = re.compile(r"[^ ,:]+\.f27")
_NUMBERS = ("cards", "classes", "states", "player_start", "dealer_start", "outcomes")

_ARGUMENTS = (
    ("first", "ulonglong"),
    ("rounds", "uint"),
    ("seed", "ulonglong"),
    ("cards", "uint"),
    ("classes", "size_t"),
    ("states", "size_t"),
    ("player_start", "size_t"),
    ("dealer_start", "size_t"),
    ("shoe", "p_uchar"),
    ("step", "p_uchar"),
    ("after_deal", "p_uchar"),
    ("after_card", "p_uchar"),
    ("law", "p_uchar"),
    ("dealer_hits", "p_uchar"),
    ("final", "p_uchar"),
    ("dealt", "p_uint"),
    ("counts", "p_ulonglong"),
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
_STATES, _PLAYER, _DEALER = Name("states"), Name("p"), Name("d")
_SEEN, _ROW, _ANSWER = Name("seen"), Name("row"), Name("answer")
_SHORT = Call("short", (Name("stream"), Name("rounds")))
_TAKES_CARD, _STANDS, _ENDED = Number(0), Number(1), Number(2)


def structure(rulebook: Rulebook) -> tuple[object, ...]:
    """Return all that an emitted module's code depends on: two settings of a game that agree here can share one."""
    deals = tuple((d.to, d.number, d.up) for d in (*rulebook.before, *rulebook.between))
    return len(rulebook.before), deals, cell_bytes(rulebook)


def banked(rulebook: Rulebook) -> list[Node]:
    """Return the nodes of a rulebook's module."""
    tables, width = run_tables(rulebook), cell_bytes(rulebook)
    return [
        Comment((_DIRECTIVES, *_header(rulebook))),
        Imports(("hashlib",)),
        Imports(("cython",)),
        Constant("DIGEST", rulebook.digest),
        Constant("CELL_BYTES", width),
        *(Constant(name.upper(), int(tables[name])) for name in _NUMBERS),
        Text(UNPACKING),
        *_tables(rulebook),
        Comment(("outcomes", *(f"  {i} {outcome.name}" for i, outcome in enumerate(rulebook.outcomes)))),
        Constant("TABLES", tuple((name, name.upper()) for name in (*_NUMBERS, *CELLS))),
        Checked(tuple(name.upper() for name in CELLS), tables_digest(tables)),
        Text(DEALING),
        Text(CELL[width]),
        Function("play", _ABOUT_PLAY, _ARGUMENTS, _VARIABLES, _play(rulebook)),
        Text(PLAYING),
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
}
_ABOUT_PLAY = (
    "Deal and play rounds until one runs out of cards; add to `counts`. `dealt` holds the last round of each place."
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
        return Comment((_ABOUT[table], f"from {places}") if places else (_ABOUT[table],))

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
    ]


def _play(rulebook: Rulebook) -> tuple[Statement, ...]:
    return (
        Assign(Name("uneven"), Infix(Number(65536), "%", Name("cards"))),
        For(Name("r"), Name("rounds"), _round(rulebook)),
    )


def _round(rulebook: Rulebook) -> tuple[Statement, ...]:
    start = (Name("stream"), Name("seed"), Infix(Name("first"), "+", Name("r")), Infix(Name("r"), "+", Number(1)))
    return (
        Do(Call("open_round", (*start, Name("cards")))),
        Assign(_PLAYER, Name("player_start")),
        Assign(_DEALER, Name("dealer_start")),
        *_first_deals(rulebook),
        *_players_turn(),
        If(Infix(_ANSWER, "==", _STANDS), (*_deals_between(rulebook), *_dealers_turn())),
        If(_SHORT, (Return(),)),
        Add(Name("counts"), Infix(_ANSWER, "-", _ENDED)),
    )


def _first_deals(rulebook: Rulebook) -> list[Statement]:
    """Deal before the player's turn; where a card of the dealer stays down, `seen` follows those that are up."""
    hidden = any(deal.to == "dealer" and not deal.up for deal in rulebook.before)
    statements: list[Statement] = [Assign(_SEEN, Name("dealer_start"))] if hidden else []
    for deal in rulebook.before:
        seen = hidden and deal.to == "dealer" and deal.up
        for _ in range(deal.number):
            statements += _seen_card() if seen else [_takes(_PLAYER if deal.to == "player" else _DEALER)]
    return [*statements, Assign(_ROW, Infix(_SEEN if hidden else _DEALER, "*", _STATES))]


def _players_turn() -> tuple[Statement, ...]:
    hand = Infix(_ROW, "+", _PLAYER)
    return (
        Assign(_ANSWER, _cell("after_deal", hand)),
        While(
            Infix(Infix(_ANSWER, "==", _TAKES_CARD), "and not", _SHORT),
            (_takes(_PLAYER), Assign(_ANSWER, _cell("after_card", hand))),
        ),
    )


def _deals_between(rulebook: Rulebook) -> list[Statement]:
    return [_takes(_DEALER) for deal in rulebook.between for _ in range(deal.number)]


def _dealers_turn() -> list[Statement]:
    laws = Name("laws")
    return [
        Assign(laws, Infix(_cell("law", _PLAYER), "*", _STATES)),
        While(Infix(_cell("dealer_hits", Infix(laws, "+", _DEALER)), "and not", _SHORT), (_takes(_DEALER),)),
        Assign(_ANSWER, Infix(_cell("final", _at(_PLAYER, _STATES, _DEALER)), "+", _ENDED)),
    ]


def _takes(side: Name) -> Assign:
    return Assign(side, _cell("step", _at(side, Name("classes"), _next_card())))


def _seen_card() -> list[Statement]:
    card = Name("card")
    return [
        Assign(card, _next_card()),
        Assign(_DEALER, _cell("step", _at(_DEALER, Name("classes"), card))),
        Assign(_SEEN, _cell("step", _at(_SEEN, Name("classes"), card))),
    ]


def _next_card() -> Call:
    return _cell("shoe", Call("draw", (Name("stream"), Name("dealt"), Name("cards"), Name("uneven"))))


def _cell(table: str, index: Expression) -> Call:
    return Call("cell", (Name(table), index))


def _at(row: Expression, width: Expression, column: Expression) -> Infix:
    return Infix(Infix(row, "*", width), "+", column)
