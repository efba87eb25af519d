"""A strategy chart as a picture: a letter and a colour a cell, by matplotlib (the extra `plots`).

Solution with cells -> PNG
"""

from __future__ import annotations

from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING, Any

from f27lang.report.grid import LETTERS, Grid, grids, legend

if TYPE_CHECKING:
    from f27lang.solve.solution import Solution

NEEDED = "a PNG needs matplotlib: pip install 'f27lang[plots]'"
FILLS = {LETTERS["hit"]: "#a9d4f5", LETTERS["stand"]: "#fbe3a1"}
DOTS_PER_INCH = 150
CELL_INCHES = 0.26
SMALLEST_INCHES = 5.0
FORCED_ALPHA = 0.5
_CELL_POINTS = 72 * CELL_INCHES * 0.92


def available() -> bool:
    """Whether matplotlib is there."""
    return find_spec("matplotlib") is not None


def as_png(title: str, subtitle: str, chart: Solution) -> bytes:
    """Return the charts beside one another, as large as their letters ask for."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415

    drawn = grids(chart)
    across = sum(len(grid.own) for grid in drawn)
    down = max((len(grid.shown) for grid in drawn), default=1)
    names = max((len(name) for grid in drawn for name in grid.shown), default=1)
    size = (
        max(SMALLEST_INCHES, CELL_INCHES * (across + 1) + 0.08 * names * len(drawn) + 0.6),
        CELL_INCHES * down + 1.9,
    )
    figure = Figure(figsize=size, layout="constrained")
    FigureCanvasAgg(figure)
    figure.suptitle(_plain(f"{title}\n{subtitle}"), fontsize=11)
    figure.supxlabel(_plain("   ".join(legend(chart, drawn))), fontsize=9)
    if drawn:
        widths = [max(1, len(grid.own)) for grid in drawn]
        axes = figure.subplots(1, len(drawn), squeeze=False, width_ratios=widths)[0]
        for axis, grid in zip(axes, drawn, strict=True):
            _draw(axis, grid)
    out = BytesIO()
    figure.savefig(out, format="png", dpi=DOTS_PER_INCH, metadata={"Software": "f27lang"})
    return out.getvalue()


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
