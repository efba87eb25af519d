"""One cell of a chart: what each move is worth, how often it is asked for, and what the mistake costs.

Game, chart, Cell, the chart with the mistake -> text or an object
"""

from __future__ import annotations

from typing import Any

from f27lang import model
from f27lang.report.chart import cell_json
from f27lang.report.grid import NOBODY, own_hand
from f27lang.report.heading import heading, settings, shoe_state
from f27lang.report.money import dollars, least_stake
from f27lang.report.text import columns
from f27lang.rulebook import Rulebook
from f27lang.solve.solution import Cell, Solution


def as_text(
    game: model.Game, tables: Rulebook, chart: Solution, cell: Cell, wrong: Solution | None, *, method: str
) -> str:
    """Return a few labelled lines; `wrong` is None where the rules force the move."""
    title = f"{own_hand(cell)} against {cell.dealer}" if cell.dealer != NOBODY else own_hand(cell)
    lines = [(f"{move:15}", f"worth {value:+z.6f} wagers") for move, value in cell.values]
    lines.append(("asked", _often(cell)))
    if wrong is None:
        lines.append(("", f"the rules force the player to {cell.move}"))
    else:
        lines += [("better", f"{cell.move}, by {cell.gain:z.6f} wagers"), *_mistake(game, chart, cell, wrong)]
    return "\n".join((heading(game, tables), f"{title}: {cell.move}   {method}", columns(lines)))


def as_json(game: model.Game, tables: Rulebook, chart: Solution, cell: Cell, wrong: Solution | None) -> dict[str, Any]:
    """Return the answer `f27.cell/1`."""
    return {
        "schema": "f27.cell/1",
        "variant": game.name,
        "digest": tables.digest,
        "settings": settings(game),
        "play": chart.play,
        "shoe": chart.shoe,
        **shoe_state(game, chart.shoe),
        "knowledge": chart.knowledge,
        "method": "exact",
        "edge_pct": chart.edge_pct,
        "cell": cell_json(cell),
        "mistake": None
        if wrong is None
        else {"move": _other(cell), "edge_pct": wrong.edge_pct, "cost_per_100_hands": _cost(chart, wrong)},
    }


def _often(cell: Cell) -> str:
    if not cell.reach:
        return "never, when the chart is followed"
    return f"{100 * cell.reach:.6f} times in 100 hands, once in {1 / cell.reach:,.1f}"


def _mistake(game: model.Game, chart: Solution, cell: Cell, wrong: Solution) -> list[tuple[str, str]]:
    cost, stake = _cost(chart, wrong), least_stake(game, 0)
    lines = [("the mistake", f"always to {_other(cell)} costs {cost:.6f} wagers in 100 hands, exact")]
    lines += [("", f"{dollars(cost * float(stake.value))} in 100 hands of {stake.text}")] if stake else []
    return lines


def _other(cell: Cell) -> str:
    return next(move for move, _ in cell.values if move != cell.move)


def _cost(chart: Solution, wrong: Solution) -> float:
    return 100 * (chart.value - wrong.value)
