"""A strategy chart as a picture: a letter and a colour a cell, by matplotlib (the extra `plots`).

Solution with cells -> PNG
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from io import BytesIO
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
SMALLEST_INCHES = 5.0
MOST_DOTS = 20_000
FORCED_ALPHA = 0.5
_CELL_POINTS = 72 * CELL_INCHES * 0.92


def available() -> bool:
    """Whether matplotlib is there."""
    return find_spec("matplotlib") is not None


def as_png(game: model.Game, tables: Rulebook, chart: Solution, method: str) -> bytes:
    """Return the charts beside one another, as large as their letters ask for."""
    from matplotlib.figure import Figure  # noqa: PLC0415

    drawn = grids(chart)
    size = _size(drawn)
    figure = Figure(figsize=size, layout="constrained")
    figure.suptitle(_plain(_title(game, tables, chart, method)), fontsize=10)
    figure.supxlabel(_plain("   ".join(legend(chart, drawn))), fontsize=9)
    if drawn:
        axes = figure.subplots(1, len(drawn), squeeze=False, width_ratios=[len(grid.own) for grid in drawn])
        for axis, grid in zip(axes[0], drawn, strict=True):
            _draw(axis, grid)
    out = BytesIO()
    with catch_warnings():
        simplefilter("ignore")  # a sign that no font has is drawn as a box
        figure.savefig(out, format="png", dpi=min(DOTS_PER_INCH, MOST_DOTS / max(size)))
    return out.getvalue()


def _size(drawn: Sequence[Grid]) -> tuple[float, float]:
    """Return the inches that charts ask for beside one another, with the names of their rows."""
    across = sum(len(grid.own) + 1 for grid in drawn) * CELL_INCHES
    names = sum(max(map(len, grid.shown)) for grid in drawn) * LETTER_INCHES
    down = max((len(grid.shown) for grid in drawn), default=0) * CELL_INCHES
    return max(SMALLEST_INCHES, across + names), down + MARGIN_INCHES


def _title(game: model.Game, tables: Rulebook, chart: Solution, method: str) -> str:
    lines = [game.title, shoe(game, tables), *changes(game)]
    return "\n".join([*lines, f"basic strategy: {chart.edge_pct:.6f} % house edge", method])


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
    axis.set_title(f"player {grid.kind}".strip(), fontsize=10)
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
