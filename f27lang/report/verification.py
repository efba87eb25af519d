"""The checks of `f27 verify`, for the terminal and for JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from f27lang import model
from f27lang.report.heading import settings
from f27lang.report.text import count, hanging
from f27lang.verify import Check

_WIDTH = 36


def line(check: Check) -> str:
    """Return one check as a line, long details below one another."""
    rounds = f"{count(check.rounds, 'round')}: " if check.rounds else ""
    verdict = "FAILED" if not check.passed else "ok" if check.ran else "-"
    return hanging(f"{verdict:6}  {check.name:{_WIDTH}}  ", f"{rounds}{check.detail}")


def as_json(game: model.Game, digest: str, checks: Sequence[Check]) -> dict[str, Any]:
    """Return the answer `f27.verify/1`."""
    return {
        "schema": "f27.verify/1",
        "variant": game.name,
        "digest": digest,
        "settings": settings(game),
        "passed": all(check.passed for check in checks),
        "checks": [_check(check) for check in checks],
    }


def _check(check: Check) -> dict[str, Any]:
    shown: dict[str, Any] = {"name": check.name, "passed": check.passed, "ran": check.ran, "detail": check.detail}
    return shown if check.rounds is None else {**shown, "rounds": check.rounds}
