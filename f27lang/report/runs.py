"""What the run store keeps, for the terminal and for programs: Kept -> a line each, CSV, JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from attrs import asdict

from f27lang.normal import NORMAL_95
from f27lang.report.sweep_rows import rows_csv
from f27lang.report.text import WIDTH, age, columns, count, labelled, size
from f27lang.store import Kept, Pruned, Store

_HEADS = ("id", "age", "what", "play", "how", "edge")
_DOTS = "..."
_LEAST = 12  # of the column that gives way


def as_text(store: Store, found: Sequence[Kept]) -> str:
    """Return a line an answer, the newest first, in 80 columns, and how much there is."""
    whole = store.count()
    shown = f"{len(found)} of {count(whole, 'run')}" if len(found) < whole else count(whole, "run")
    total = f"{shown}, {size(store.size())} in {store.path}"
    return "\n".join([_table(found), total]) if found else total


def _table(found: Sequence[Kept]) -> str:
    rows = [_HEADS, *map(_line, found)]
    others = sum(max(len(row[i]) for row in rows) for i in range(len(_HEADS)) if i != 2)
    room = max(WIDTH - others - 2 * (len(_HEADS) - 1), _LEAST)
    return columns([(*row[:2], _short(row[2], room), *row[3:]) for row in rows], "  ", frozenset({0, 1, 5}))


def _line(kept: Kept) -> tuple[str, ...]:
    what = f"{kept.variant} {kept.changed.replace(' = ', '=')}".strip()
    edge = f"{kept.edge_pct:z.4f} %"
    if kept.kind == "simulation":
        return str(kept.id), _age(kept), what, kept.play, f"{_rounds(kept)} rounds", edge
    return str(kept.id), _age(kept), what, kept.play, f"{kept.shoe} shoe", edge


def _rounds(kept: Kept) -> str:
    number = float(kept.rounds or 0)
    for unit, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= unit:
            return f"{number / unit:.3g}{letter}"
    return f"{number:.0f}"


def _age(kept: Kept) -> str:
    return age((datetime.now(UTC) - datetime.fromisoformat(kept.date)).total_seconds())


def _short(text: str, room: int) -> str:
    return text if len(text) <= room else text[: room - len(_DOTS)] + _DOTS


def as_json(store: Store, found: Sequence[Kept]) -> dict[str, Any]:
    """Return the answer `f27.runs/1`."""
    return {"schema": "f27.runs/1", "path": str(store.path), "bytes": store.size(), "runs": [asdict(k) for k in found]}


def as_csv(found: Sequence[Kept]) -> str:
    """Return a table for other programs."""
    return rows_csv([asdict(kept) for kept in found])


def one_json(kept: Kept, body: str) -> dict[str, Any]:
    """Return the answer `f27.run/1`, with what is kept under `kept`."""
    return {"schema": "f27.run/1", **asdict(kept), "kept": _object(body)}


def _object(body: str) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return None


def one_text(kept: Kept, body: str) -> str:
    """Return one answer, a line a fact."""
    how = f"simulated, {kept.rounds or 0:,} rounds" if kept.kind == "simulation" else f"exact, {kept.shoe} shoe"
    error = f" ± {NORMAL_95 * kept.se_pct:.4f} % (95 %)" if kept.se_pct is not None else ""
    facts = [
        ("run", f"{kept.id}, {kept.date.replace('T', ' ').replace('Z', ' UTC')}"),
        ("variant", f"{kept.variant}   {kept.changed}".strip()),
        ("house edge", f"{kept.edge_pct:z.6f} %{error}   {kept.play}   {how}"),
        ("wager", kept.wager),
    ]
    if kept.kind == "simulation":
        facts.append(("seed", f"{kept.seed}, {count(kept.seats or 1, 'seat')}"))
    facts += [("digest", kept.digest), ("engine", kept.engine), ("kept", f"{size(len(body))}: --json prints it")]
    return "\n".join(labelled(name, fact) for name, fact in facts)


def pruned_text(pruned: Pruned) -> str:
    """Say what was removed."""
    solutions, simulations = count(pruned.solutions, "solution"), count(pruned.simulations, "simulation")
    return f"removed {solutions} and {simulations}; {count(pruned.left, 'run')} left"


def pruned_json(pruned: Pruned) -> dict[str, Any]:
    """Return the answer `f27.runs-prune/1`."""
    return {
        "schema": "f27.runs-prune/1",
        "removed": asdict(pruned, filter=lambda a, _: a.name != "left"),
        "left": pruned.left,
    }
