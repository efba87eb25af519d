"""A sweep as a picture, by matplotlib (the extra `plots`): Sweep -> PNG or SVG.

Two settings make a heat map with the edge in each cell, one makes a line.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any
from warnings import catch_warnings, simplefilter

from f27lang.report.sweep import by_values, method
from f27lang.report.sweep_colour import hex_of, scale

if TYPE_CHECKING:
    from f27lang.compare.sweep import Sweep

NEEDED = "a picture needs matplotlib: pip install 'f27lang[plots]'"
MOST_CELLS = 2_500  # beyond that no number could be read
_DOTS = 150
_CELL = (0.75, 0.4)  # inches
_MARGIN = (1.8, 1.6)
_LINE = (7.0, 4.2)


def as_picture(sweep: Sweep, form: str) -> bytes:
    """Return a picture, `png` or `svg`, of a sweep of one or two settings."""
    from matplotlib.figure import Figure  # noqa: PLC0415

    one = len(sweep.axes) == 1
    figure = Figure(figsize=_LINE if one else _size(sweep), layout="constrained")
    axes = figure.subplots()
    (_line if one else _heat)(sweep, axes)
    axes.set_title(_plain(f"{sweep.title}: house edge in %"), fontsize=11)
    figure.supxlabel(_plain(method(sweep).replace("\n", "; ")), fontsize=8)
    out = BytesIO()
    with catch_warnings():
        simplefilter("ignore")  # a sign that no font has is drawn as a box
        figure.savefig(out, format=form, dpi=_DOTS, metadata={"Date": None} if form == "svg" else None)
    return out.getvalue()


def _size(sweep: Sweep) -> tuple[float, float]:
    down, across = (len(axis.values) for axis in sweep.axes)
    return _MARGIN[0] + _CELL[0] * across, _MARGIN[1] + _CELL[1] * down


def _line(sweep: Sweep, axes: Any) -> None:
    (axis,) = sweep.axes
    solved = [each for each in sweep.found if each.edge_pct is not None]
    axes.plot([each.varied[0][1] for each in solved], [each.edge_pct for each in solved], marker="o")
    axes.axhline(0, linewidth=0.8, color="grey")
    axes.set_xlabel(_plain(axis.name))
    axes.set_ylabel("house edge, %")
    axes.grid(visible=True, alpha=0.3)


def _heat(sweep: Sweep, axes: Any) -> None:
    down, across = sweep.axes
    known = by_values(sweep)
    colour = scale(each.edge_pct for each in sweep.found if each.edge_pct is not None)
    for row, value in enumerate(down.values):
        for column, other in enumerate(across.values):
            found = known.get((value, other))
            if found is None:
                continue
            edge = found.edge_pct
            fill = "white" if edge is None else hex_of(colour(edge))
            axes.add_patch(_square(column, row, fill))
            words = found.code if edge is None else f"{edge:z.3f}"
            axes.text(column, row, words, ha="center", va="center", fontsize=8)
    axes.set_xlim(-0.5, len(across.values) - 0.5)
    axes.set_ylim(len(down.values) - 0.5, -0.5)
    axes.set_xticks(range(len(across.values)), [_plain(value) for value in across.values], fontsize=8)
    axes.set_yticks(range(len(down.values)), [_plain(value) for value in down.values], fontsize=8)
    axes.set_xlabel(_plain(across.name))
    axes.set_ylabel(_plain(down.name))
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)


def _square(column: int, row: int, fill: str) -> Any:
    from matplotlib.patches import Rectangle  # noqa: PLC0415

    return Rectangle((column - 0.5, row - 0.5), 1, 1, facecolor=fill, edgecolor="white")


def _plain(text: str) -> str:
    r"""Return a text whose dollar signs don't start formulas."""
    return text.replace("$", r"\$")
