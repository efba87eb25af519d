"""A vying game at many settings, for the terminal, as CSV and as JSON lines. TablePoints -> text, rows or an object."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

from f27lang.compare.table_sweep import TablePoint
from f27lang.compare.tables import TableDiff
from f27lang.diagnostics import Report
from f27lang.normal import NORMAL_95
from f27lang.report import diagnostics, table_diff
from f27lang.report.table import error, unit, who_plays
from f27lang.report.text import columns, count, hanging, labelled

SCHEMA = "f27.table-sweep/1"
_ABOUT = (
    "moved: the share of deals in which money moves against the game as it stands; betting rounds are those of a hand, "
    "cards those of a player, scoops are per hand and ties per showdown. Paired errors of changes: ± {} at most, "
    "at 95 %; --json has each."
)
_KEYS = ("players", "play", "bet", "declare", "hands", "seed", "deals_changed", "measures", "seats")
_SHOWN = {
    "pot": "pot",
    "betting_rounds": "betting",
    "cards_per_player": "cards",
    "scoop_rate": "scoops",
    "any_tie_rate": "ties",
}


def as_json(point: TablePoint) -> dict[str, Any]:
    """Return one point: what was varied, the measures there, and the paired change from the game as it stands."""
    told: dict[str, Any] = {"schema": SCHEMA, "varied": dict(point.varied), "settings": point.settings or None}
    if point.diff is None:
        return told | {"measures": None, "diagnostics": diagnostics.as_json(point.report or Report())}
    found = table_diff.as_json(point.diff)
    return told | {key: found[key] for key in _KEYS if key in found}


def rows(points: Sequence[TablePoint]) -> list[dict[str, Any]]:
    """Return flat rows of the same keys; what a point does not tell is None."""
    told = [_row(point) for point in points]
    keys = dict.fromkeys(key for each in told for key in each)
    return [{key: each.get(key) for key in keys} for each in told]


def _row(point: TablePoint) -> dict[str, Any]:
    """Return one flat row: what was varied, each measure there, its change and the error of that."""
    told: dict[str, Any] = dict(point.varied)
    if point.diff is None:
        return told | {"error": next((each.code for each in point.report or ()), "")}
    for change in point.diff.changes:
        told |= {
            change.measure: change.b,
            f"{change.measure}_change": change.change,
            f"{change.measure}_se": error(change.se),
        }
    return told | {"deals_changed": point.diff.deals_changed, "error": None}


def as_text(points: Sequence[TablePoint]) -> str:
    """Return a row a point: how often money moved, and some measures with their paired changes."""
    first = next((point.diff for point in points if point.diff), None)
    if first is None:
        return "no point can be played"
    tables = (point.diff.seating for point in points if point.diff)
    seating = max(tables, key=lambda table: bool(table.seats[0].declare))
    head = (*(name for name, _ in points[0].varied), "moved", *_SHOWN.values())
    shown = [head, *((*(value for _, value in point.varied), *_cells(point)) for point in points)]
    played = f"{count(first.hands, 'hand')} a point with the same packs, seed {first.seed}"
    widest = max((_widest(point.diff) for point in points if point.diff), default=0.0)
    return "\n".join(
        (
            labelled("at the table", who_plays(seating)),
            labelled("played", f"{played}; pots in {unit(seating.rulebook)}"),
            "",
            columns(shown, right=frozenset(range(len(points[0].varied), len(head)))),
            "",
            hanging("", _ABOUT.format(f"{widest:.4f}" if isfinite(widest) else "?")),
        )
    )


def _cells(point: TablePoint) -> tuple[str, ...]:
    if point.diff is None:
        return (next((each.code for each in point.report or ()), ""),)
    found = {change.measure: change for change in point.diff.changes}
    shown = (f"{found[name].b:.4f}" if name in found else "-" for name in _SHOWN)
    return f"{point.diff.deals_changed:.2%}", *shown


def _widest(diff: TableDiff) -> float:
    return max((NORMAL_95 * change.se for change in diff.changes if change.measure in _SHOWN), default=0.0)
