"""A strategy chart as a table for other programs: one line a cell, numbers in full.

Solution with cells -> CSV text
"""

from __future__ import annotations

import csv
from io import StringIO

from f27lang.report.grid import LETTERS, cost_per_100, grids
from f27lang.solve.solution import Cell, Solution

HEAD = ("player", "dealer", "move", "forced", *LETTERS, "gain", "reach", "cost_per_100_hands")


def as_csv(chart: Solution) -> str:
    """Return the cells in the order of the chart; a move that is not allowed has an empty field."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    counted = any(cell.cards is not None for cell in chart.cells)
    writer.writerow(("cards", *HEAD) if counted else HEAD)
    for grid in grids(chart):
        found = (grid.cells.get((own, shown)) for own in grid.own for shown in grid.shown)
        writer.writerows((cell.cards, *_row(cell)) if counted else _row(cell) for cell in found if cell)
    return out.getvalue()


def _row(cell: Cell) -> tuple[object, ...]:
    values = dict(cell.values)
    worth = (values.get(move, "") for move in LETTERS)
    forced = "yes" if cell.forced else "no"
    return cell.player, cell.dealer, cell.move, forced, *worth, cell.gain, cell.reach, cost_per_100(cell)
