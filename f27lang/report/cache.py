"""What is kept in the caches, for the terminal and for JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from f27lang.kept import Kept
from f27lang.report.text import age, columns, count, size


def as_json(things: Sequence[Kept], *, removed: bool) -> dict[str, Any]:
    """Return the answer `f27.cache/1`."""
    return {
        "schema": "f27.cache/1",
        "removed": removed,
        "bytes": sum(thing.size for thing in things),
        "entries": [
            {
                "kind": thing.kind,
                "of": thing.about,
                "compiler": thing.compiler,
                "bytes": thing.size,
                "age_seconds": round(thing.age_seconds),
                "path": str(thing.path),
            }
            for thing in things
        ],
    }


def as_text(things: Sequence[Kept], *, removed: bool) -> str:
    """Return a line a thing, and the sum."""
    total = f"{count(len(things), 'entry', 'entries')}, {size(sum(thing.size for thing in things))}"
    if removed:
        return f"removed {total}"
    rows = [(t.kind, t.about, size(t.size), f"{age(t.age_seconds)} old", t.compiler or "") for t in things]
    return "\n".join(filter(None, (columns(rows, right=frozenset({2})), total)))
