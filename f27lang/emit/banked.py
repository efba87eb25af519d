"""A banked game's module: its tables, the functions that all modules share, and the kernel that plays rounds.

Rulebook -> nodes
"""

from __future__ import annotations

import re

from f27lang.emit.dealing import CELL, DEALING, MIXING, RUNNING_OUT, UNPACKING
from f27lang.emit.kernel import entry, kernel
from f27lang.emit.nodes import Checked, Comment, Constant, Imports, Node, Table, Text
from f27lang.emit.ranking import COMPARING, ranking
from f27lang.emit.shoes import COUNTING, TOSSING, drawing, opening
from f27lang.emit.tables import (
    Axis,
    cell_bytes,
    cell_names,
    list_table,
    pair_table,
    run_tables,
    shoe_table,
    showdown_table,
    side_cells,
    side_names,
    state_names,
    step_table,
    tables_digest,
    ways,
)
from f27lang.emit.worn import Kind, shoe_entry, shoe_kernel
from f27lang.rulebook import Rulebook

DIRECTIVES = "cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, binding=False"
_FILE = re.compile(r"[^ ,:]+\.f27")


def banked(rulebook: Rulebook) -> list[Node]:
    """Return the nodes of a rulebook's module, for one seat."""
    tables, cells = run_tables(rulebook), cell_names(rulebook)
    numbers = tuple(name for name, value in tables.items() if isinstance(value, int))
    return [
        Comment((DIRECTIVES, *_header(rulebook))),
        Imports(("hashlib", "itertools") if rulebook.showdowns else ("hashlib",)),
        Imports(("cython",)),
        Constant("DIGEST", rulebook.digest),
        Constant("CELL_BYTES", cell_bytes(rulebook)),
        *(Constant(name.upper(), int(tables[name])) for name in numbers),
        Text(UNPACKING),
        *_tables(rulebook),
        *(ranking(rulebook) if rulebook.showdowns else ()),
        Comment(("outcomes", *(f"  {i} {outcome.name}" for i, outcome in enumerate(rulebook.outcomes)))),
        Constant("TABLES", {name: name.upper() for name in (*numbers, *cells)}),
        Checked(tuple(name.upper() for name in cells), tables_digest(tables)),
        *functions(rulebook),
    ]


def functions(rulebook: Rulebook, *, several: bool = False, probing: bool = False) -> list[Node]:
    """Return what plays rounds by tables that it is given: games of one structure have the same.

    With `probing` a coin makes those decisions of worn shoes that are watched.
    """
    return [
        *_dealing(rulebook, probing=probing),
        Text(CELL[cell_bytes(rulebook)]),
        *((Text(COMPARING),) if rulebook.showdowns else ()),
        *_playing(rulebook, several=several, probing=probing),
    ]


def kernel_head(what: str) -> Comment:
    """Return how a module begins that has no tables."""
    return Comment(
        (
            DIRECTIVES,
            "Written by f27lang; runs compiled by Cython or as plain Python.",
            f"This plays {what} by tables that come with each run: games that go alike share it.",
        )
    )


def _dealing(rulebook: Rulebook, *, probing: bool) -> tuple[Text, ...]:
    shuffling = rulebook.shuffling
    if shuffling is None:
        return (Text(MIXING), Text(DEALING))
    of_shoe = opening(shuffling.empty), drawing(shuffling.empty), COUNTING, *((TOSSING,) if probing else ())
    return Text(MIXING), *map(Text, of_shoe)


def _playing(rulebook: Rulebook, *, several: bool, probing: bool) -> tuple[Node, ...]:
    if rulebook.shuffling:
        kind = Kind(rulebook, several, probing)
        return shoe_kernel(kind), Text(RUNNING_OUT), shoe_entry(kind)
    return kernel(rulebook, several=several), Text(RUNNING_OUT), entry(rulebook, several=several)


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
    "brings": "by the hand that the dealer is dealt, what it adds to the number of what wagers beside another came to",
    "showdowns": "by how the player's five cards rank against the dealer's: the outcomes where better, equal, worse",
}
_ABOUT_BEYOND = "or {0} + a row of SHOWDOWNS, where only poker ranks tell the hands apart"


def _header(rulebook: Rulebook) -> tuple[str, ...]:
    return (
        "Written by `f27 compile`, compared by `f27 compile --check`; runs compiled by Cython or as plain Python.",
        f"The rules of {rulebook.name}{files_of(rulebook.origins)} as tables, and a kernel that plays rounds by them.",
    )


def files_of(origins: tuple[tuple[str, str], ...]) -> str:
    """Return in brackets the files that tables come from."""
    files = sorted({name for _, places in origins for name in _FILE.findall(places)})
    return f" ({', '.join(files)})" if files else ""


def _tables(rulebook: Rulebook) -> list[Table]:
    hands = state_names(rulebook)
    groups = tuple(f"group {g}" for g in range(max(rulebook.law) + 1))
    player, dealer = Axis("hand of the player", hands), Axis("hand of the dealer", hands)
    shown, laws = Axis("hand that the dealer shows", hands), Axis("group of laws", groups)

    def about(table: str) -> Comment:
        places = dict(rulebook.origins).get(table)
        beyond = [_ABOUT_BEYOND.format(len(rulebook.outcomes))] if table == "final" and rulebook.showdowns else []
        return Comment((_ABOUT[table], *beyond, *([f"from {places}"] if places else [])))

    def by(table: str, cells: tuple[int, ...], rows: Axis, columns: Axis) -> Table:
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
        *(_brings(rulebook, number) for number in range(len(rulebook.sides))),
    ]


def _brings(rulebook: Rulebook, number: int) -> Table:
    side, unit = rulebook.sides[number], ways(rulebook.sides[:number])
    told = (f"  {unit * (1 + at)} {pays}" for at, pays in enumerate(side.results))
    places = dict(rulebook.origins).get(f"brings_{number}")
    said = (f"{side.name}: {_ABOUT['brings']}", *told, *([f"from {places}"] if places else []))
    return list_table(side_names(rulebook)[number].upper(), Comment(said), side_cells(rulebook, number))
