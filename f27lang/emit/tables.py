"""What a kernel looks up: a rulebook's tables as numbers and bytes for running, and as grids for reading.

Rulebook -> RunTables, grids
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from math import prod

from attrs import astuple, frozen

from f27lang.emit.nodes import Comment, Grid, Row, Table
from f27lang.emit.ranking import face_cells, strength_cells
from f27lang.rulebook import Rulebook, Side
from f27lang.vying import VyingRulebook

RunTables = dict[str, int | bytes]

_CELLS = ("shoe", "step", "moves", "dealt", "drawn", "stood", "law", "dealer_hits", "final")
_CELLS_A_LINE = 20
_NAMES_IN_LABEL = 6


def cell_names(rulebook: Rulebook) -> tuple[str, ...]:
    """Return the names of the tables that are bytes, in the order in which an emitted module has them."""
    peek = ("peeked",) if rulebook.peeked else ()
    ranks = ("faces", "strengths", "showdowns") if rulebook.showdowns else ()
    return (*_CELLS, *peek, *ranks, *side_names(rulebook))


def side_names(rulebook: Rulebook) -> tuple[str, ...]:
    """Return the names of the tables of what wagers beside another bring."""
    return tuple(f"brings_{number}" for number in range(len(rulebook.sides)))


def ways(sides: Sequence[Side]) -> int:
    """Return how many things wagers beside another can come to together: each is not taken, or brings a result."""
    return prod(1 + len(side.results) for side in sides)


def side_cells(rulebook: Rulebook, number: int) -> tuple[int, ...]:
    """Return, by the dealer's hand as dealt, what a wager adds to the number of what all of them came to."""
    side, unit = rulebook.sides[number], ways(rulebook.sides[:number])
    return tuple(unit * place for place in side.brings)


def cell_bytes(rulebook: Rulebook) -> int:
    """Return 1, or 2 where states, classes or outcomes don't fit into a byte."""
    ends = max(len(rulebook.outcomes) + 1, *rulebook.final)
    largest = max(len(rulebook.states) - 1, len(rulebook.classes) - 1, ends, *rulebook.law, ways(rulebook.sides))
    return 1 if largest <= 0xFF else 2


def run_tables(rulebook: Rulebook) -> RunTables:
    """Return the tables by name, as the emitted module's own TABLES: numbers, and cells as little-endian bytes."""
    width = cell_bytes(rulebook)
    numbers = {"cards": rulebook.shoe, "classes": len(rulebook.classes), "states": len(rulebook.states)}
    starts = {"player_start": rulebook.player_start, "dealer_start": rulebook.dealer_start}
    cells = {
        "shoe": [c for c, number in rulebook.sorted_shoe for _ in range(number)],
        "step": rulebook.step,
        "moves": rulebook.moves,
        "dealt": rulebook.dealt,
        "drawn": rulebook.drawn,
        "stood": rulebook.stood,
        "law": rulebook.law,
        "dealer_hits": rulebook.dealer_hits,
        "final": rulebook.final,
        "peeked": rulebook.peeked,
        "showdowns": [o for showdown in rulebook.showdowns for o in astuple(showdown)],
        **{name: side_cells(rulebook, number) for number, name in enumerate(side_names(rulebook))},
    }
    packed = {name: pack(row, width) for name, row in cells.items()}
    if rulebook.showdowns:
        packed |= {"faces": face_cells(rulebook), "strengths": strength_cells(rulebook)}
    named = {name: packed[name] for name in cell_names(rulebook)}
    told = {"ways": ways(rulebook.sides)} if rulebook.sides else {}
    return {**numbers, **starts, "outcomes": len(rulebook.outcomes), **told, **_of_shoe(rulebook), **named}


def _of_shoe(rulebook: Rulebook) -> dict[str, int]:
    """Return how long a worn shoe is dealt from; 0 where a cut card, or the number of hands, does not count."""
    shuffling = rulebook.shuffling
    if shuffling is None:
        return {}
    return {"most_hands": shuffling.hands or 0, "cut": shuffling.cut or 0, "burn": shuffling.burn}


def pack(cells: Sequence[int], width: int) -> bytes:
    """Return cells as bytes, `width` each, the low one first."""
    return bytes(cells) if width == 1 else b"".join(cell.to_bytes(width, "little") for cell in cells)


def tables_digest(tables: RunTables) -> str:
    """Return the SHA-256 of all cells, table by table."""
    return hashlib.sha256(b"".join(cells for cells in tables.values() if isinstance(cells, bytes))).hexdigest()


@frozen
class _Kinds:
    """Rows, or columns, of which many are the same: the kind of each, and one of each kind."""

    of: tuple[int, ...]
    distinct: tuple[tuple[int, ...], ...]

    def names(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return for each kind the names of those that are of it."""
        members: list[list[str]] = [[] for _ in self.distinct]
        for kind, name in zip(self.of, names, strict=True):
            members[kind].append(name)
        return tuple(_shortened(sorted(set(m), key=m.index)) for m in members)


def _kinds(rows: Sequence[tuple[int, ...]]) -> _Kinds:
    found: dict[tuple[int, ...], int] = {}
    of = tuple(found.setdefault(row, len(found)) for row in rows)
    return _Kinds(of, tuple(found))


def _shortened(names: list[str]) -> str:
    shown = ", ".join(names[:_NAMES_IN_LABEL])
    return shown if len(names) <= _NAMES_IN_LABEL else f"{shown} and {len(names) - _NAMES_IN_LABEL} more"


def state_names(rulebook: Rulebook) -> tuple[str, ...]:
    """Return the states' names with the number of cards where the rules look at it."""
    return tuple(s.name + _of_cards(s.cards) for s in rulebook.states)


def _of_cards(number: int | None) -> str:
    return "" if number is None else " with 1 card" if number == 1 else f" with {number} cards"


def step_table(rulebook: Rulebook, about: Comment) -> Table:
    """Return the table of hand states after one more card: a row a state, a column a card class."""
    width = len(rulebook.classes)
    rows = [
        Row(rulebook.step[s * width : (s + 1) * width], f"{s} {name}") for s, name in enumerate(state_names(rulebook))
    ]
    heads = tuple(c.name.replace(" ", "-") for c in rulebook.classes)
    return Table("STEP", about, "cells", (Grid(tuple(rows), heads),))


def shoe_table(rulebook: Rulebook | VyingRulebook, about: Comment) -> Table:
    """Return the sorted shoe as runs: a card class and how many cards of it lie together."""
    rows = tuple(Row(run, rulebook.classes[run[0]].name) for run in rulebook.sorted_shoe)
    return Table("SHOE", about, "runs", (Grid(rows),))


def list_table(name: str, about: Comment, cells: Sequence[int]) -> Table:
    """Return a table of one cell a state."""
    return Table(name, about, "cells", (wrapped(cells, "by hand state"),))


def showdown_table(rulebook: Rulebook, about: Comment) -> Table:
    """Return the outcomes of showdowns: a row each, where the player's hand is better, equal and worse."""
    rows = (
        Row(astuple(showdown), f"{len(rulebook.outcomes) + i}: {rulebook.outcomes[showdown.better].name}")
        for i, showdown in enumerate(rulebook.showdowns)
    )
    return Table("SHOWDOWNS", about, "cells", (Grid(tuple(rows)),))


@frozen
class Axis:
    """What the rows, or the columns, of a table stand for, and their names."""

    what: str
    names: tuple[str, ...]


def pair_table(name: str, about: Comment, cells: Sequence[int], rows: Axis, columns: Axis) -> Table:
    """Return a table of rows times columns, written as the rows and columns that differ and the kind of each."""
    width = len(columns.names)
    row_kinds = _kinds([tuple(cells[i : i + width]) for i in range(0, len(cells), width)])
    column_kinds = _kinds(list(zip(*row_kinds.distinct, strict=True)))
    labels = zip(zip(*column_kinds.distinct, strict=True), row_kinds.names(rows.names), strict=True)
    legend = [f"column {i}: {columns.what} {words}" for i, words in enumerate(column_kinds.names(columns.names))]
    core = Grid(tuple(Row(row, label) for row, label in labels), legend=(*legend, f"rows: {rows.what}"))
    of_rows = wrapped(row_kinds.of, f"the row of each {rows.what}")
    of_columns = wrapped(column_kinds.of, f"the column of each {columns.what}")
    return Table(name, about, "pairs", (core, of_rows, of_columns))


def wrapped(cells: Sequence[int], what: str) -> Grid:
    """Return cells as lines of twenty under a word on what they are."""
    starts = range(0, len(cells), _CELLS_A_LINE)
    return Grid(tuple(Row(tuple(cells[i : i + _CELLS_A_LINE]), f"from {i}") for i in starts), legend=(what,))
