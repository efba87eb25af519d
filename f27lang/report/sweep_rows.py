"""The points of a sweep for programs: Sweep -> rows, CSV, JSON lines."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from f27lang.compare.sweep import Asked, Found, Sweep

OUTCOMES = (
    "win",
    "push",
    "lose",
    "player_bust",
    "dealer_bust",
    "variance",
    "player_cards",
    "dealer_cards",
    "decisions",
)


def row(found: Found, asked: Asked) -> dict[str, Any]:
    """Return one flat row: what was varied, the answer and how it was got; None where there is no answer."""
    told: dict[str, Any] = dict(found.varied)
    told |= {key: found.result.get(key) for key in ("play", "shoe", "knowledge", "method", "edge_pct", "cost_dollars")}
    if asked.outcomes:
        told |= {"sd": found.sd} | {name: found.outcome(name) for name in OUTCOMES}
    return told | {"decks": found.decks or None, "digest": found.digest or None, "error": found.code or None}


def as_csv(sweep: Sweep, found: Sequence[Found] | None = None) -> str:
    """Return a table for other programs, a line a point, numbers in full."""
    rows = [row(each, sweep.asked) for each in (sweep.found if found is None else found)]
    return rows_csv(rows)


def rows_csv(rows: Sequence[dict[str, Any]]) -> str:
    """Return rows of the same keys as CSV; None is an empty field."""
    out = StringIO()
    if rows:
        writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return out.getvalue()


def line(title: str, found: Found, **more: Any) -> str:
    """Return one point as a line of JSON, `f27.sweep/1`."""
    return json.dumps(point_json(title, found) | more)


def lines(title: str, found: Iterable[Found]) -> str:
    """Return points as JSON lines."""
    return "\n".join(line(title, each) for each in found)


def point_json(title: str, found: Found) -> dict[str, Any]:
    """Return one point: `varied`, `settings` and the keys of a result of `edge`, or `diagnostics`."""
    told: dict[str, Any] = {
        "schema": "f27.sweep/1",
        "variant": title,
        "varied": dict(found.varied),
        "settings": dict(found.settings) or None,
    }
    if found.report is None:
        return told | {"digest": found.digest, "decks": found.decks, "cards": found.cards, **found.result}
    from f27lang.report import diagnostics  # noqa: PLC0415

    return told | {"edge_pct": None, "diagnostics": diagnostics.as_json(found.report)}
