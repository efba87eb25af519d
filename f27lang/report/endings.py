"""How rounds end by the rungs of both hands: Endings -> lines of text, or objects."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from attrs import asdict

from f27lang.report.text import columns, count
from f27lang.solve.endings import Ending

_LABEL = 15


def endings_text(endings: Sequence[Ending]) -> str:
    """Return a line for each pair of rungs and verdict; numbers of cards are told where the dealer has not played."""
    sums: defaultdict[tuple[str, str], float] = defaultdict(float)
    for ending in endings:
        sums[_words(ending), ending.verdict] += ending.probability
    rows = [
        ("rounds end" if at == 0 else "", words, verdict, f"{often:.3%}")
        for at, ((words, verdict), often) in enumerate(sums.items())
    ]
    return columns([(row[0].ljust(_LABEL), *row[1:]) for row in rows], right=frozenset({3}))


def endings_json(endings: Sequence[Ending]) -> list[dict[str, Any]]:
    """Return an object for each ending."""
    return [asdict(ending) for ending in endings]


def _words(ending: Ending) -> str:
    player = _rung(ending.player)
    return (
        f"{player}, {count(ending.player_cards, 'card')}"
        if ending.dealer is None
        else f"{player} v {_rung(ending.dealer)}"
    )


def _rung(name: str) -> str:
    return name.replace("_", " ") or "no rung"
