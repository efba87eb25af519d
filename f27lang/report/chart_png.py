"""A strategy chart as a picture: a letter and a colour a cell, by matplotlib (the extra `plots`).

Solution with cells -> PNG
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from io import BytesIO
from itertools import groupby, zip_longest
from typing import TYPE_CHECKING, Any
from warnings import catch_warnings, simplefilter

from f27lang.report.grid import LETTERS, Grid, grids, legend
from f27lang.report.heading import changes, shoe

if TYPE_CHECKING:
    from f27lang import model
    from f27lang.rulebook import Rulebook
    from f27lang.solve.solution import Solution

NEEDED = "a PNG needs matplotlib: pip install 'f27lang[plots]'"
FILLS = {LETTERS["hit"]: "#a9d4f5", LETTERS["stand"]: "#fbe3a1"}
DOTS_PER_INCH = 150
CELL_INCHES = 0.26
LETTER_INCHES = 0.08
MARGIN_INCHES = 1.9  # title, headings and legend
HEADING_INCHES = 0.6  # of each further row of charts
SMALLEST_INCHES = 5.0
MOST_DOTS = 20_000
FORCED_ALPHA = 0.5
_CELL_POINTS = 72 * CELL_INCHES * 0.92


def available() -> bool:
    """Whether matplotlib is there."""
    return find_spec("matplotlib") is not None


def as_png(game: model.Game, tables: Rulebook, chart: Solution, method: str) -> bytes:
    """Return the charts beside one another, a row a number of cards, as large as their letters ask for."""
    from matplotlib.figure import Figure  # noqa: PLC0415

    drawn = grids(chart)
    size = _size(drawn)
    figure = Figure(figsize=size, layout="constrained")
    figure.suptitle(_plain(_title(game, tables, chart, method)), fontsize=10)
    figure.supxlabel(_plain("   ".join(legend(chart, drawn))), fontsize=9)
    if drawn:
        rows = _rows(drawn)
        widths = [max(map(_across, column)) for column in zip_longest(*rows)]
        axes = figure.subplots(len(rows), len(widths), squeeze=False, width_ratios=widths)
        for row, line in zip(rows, axes, strict=True):
            for grid, axis in zip_longest(row, line):
                _draw(axis, grid) if grid else axis.set_axis_off()
    out = BytesIO()
    with catch_warnings():
        simplefilter("ignore")  # a sign that no font has is drawn as a box
        figure.savefig(out, format="png", dpi=min(DOTS_PER_INCH, MOST_DOTS / max(size)))
    return out.getvalue()


def _size(drawn: Sequence[Grid]) -> tuple[float, float]:
    """Return the inches that charts ask for beside one another, with the names of their rows."""
    rows = _rows(drawn)
    across = max((sum(len(grid.own) + 1 for grid in row) for row in rows), default=0) * CELL_INCHES
    names = max((sum(max(map(len, grid.shown)) for grid in row) for row in rows), default=0) * LETTER_INCHES
    down = sum(max(len(grid.shown) for grid in row) for row in rows) * CELL_INCHES
    return max(SMALLEST_INCHES, across + names), down + MARGIN_INCHES + HEADING_INCHES * (len(rows) - 1)


def _rows(drawn: Sequence[Grid]) -> list[list[Grid]]:
    """Return grids of one number of cards together."""
    return [list(beside) for _, beside in groupby(drawn, key=lambda grid: grid.number_of_cards)]


def _across(grid: Grid | None) -> int:
    return len(grid.own) if grid else 0


def _title(game: model.Game, tables: Rulebook, chart: Solution, method: str) -> str:
    lines = [game.title, shoe(game, tables), *changes(game)]
    return "\n".join([*lines, f"basic strategy: {chart.edge_pct:z.6f} % house edge", method])


def _draw(axis: Any, grid: Grid) -> None:
    for sign, places in _places(grid).items():
        columns, rows = zip(*places, strict=True)
        fill = FILLS.get(sign.upper(), "white")
        fade = FORCED_ALPHA if sign.islower() else 1.0
        axis.scatter(columns, rows, s=_CELL_POINTS**2, marker="s", color=fill, alpha=fade, linewidth=0)
        for column, row in places:
            letter = axis.text(column, row, sign, ha="center", va="center_baseline", fontsize=8)
            letter.set_in_layout(False)  # it lies inside; measuring each takes most of the time
    axis.set_xlim(-0.5, len(grid.own) - 0.5)
    axis.set_ylim(len(grid.shown) - 0.5, -0.5)
    axis.set_aspect("equal")
    axis.xaxis.tick_top()
    axis.set_xticks(range(len(grid.own)), [_plain(grid.number(own) or own) for own in grid.own], fontsize=8)
    axis.set_yticks(range(len(grid.shown)), [_plain(name) for name in grid.shown], fontsize=8)
    axis.set_title(grid.title, fontsize=10)
    axis.set_ylabel("dealer shows", fontsize=9)
    axis.tick_params(length=0)
    axis.spines[:].set_visible(False)


def _places(grid: Grid) -> dict[str, list[tuple[int, int]]]:
    """Return the places of each letter, as (column, row)."""
    found: dict[str, list[tuple[int, int]]] = {}
    for row, shown in enumerate(grid.shown):
        for column, own in enumerate(grid.own):
            found.setdefault(grid.letter(own, shown), []).append((column, row))
    return found


def _plain(text: str) -> str:
    r"""Return a text whose dollar signs don't start formulas."""
    return text.replace("$", r"\$")
