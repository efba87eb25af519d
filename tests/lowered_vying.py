"""Hands of vying games by plain arithmetic, and the states that tables have for them."""

from __future__ import annotations

import itertools
from fractions import Fraction
from functools import cache
from pathlib import Path

from f27lang import model, pipeline
from f27lang.changes import Changes
from f27lang.vying import VyingRulebook

RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
HALF = Fraction(1, 2)
HANDS = [hand for size in (2, 3) for hand in itertools.combinations_with_replacement(RANKS, size)]
Hand = tuple[str, ...]


@cache
def game(name: str = "seven-twenty-seven", **changes: tuple[str, ...]) -> model.Game:
    settings = {key: tuple(tuple(s.split("=")) for s in v) if key == "set_" else v for key, v in changes.items()}
    return pipeline.playable(name, Changes(**settings))[0]  # type: ignore[arg-type]


def written(tmp_path: Path, *lines: str, parent: str = "seven-twenty-seven") -> model.Game:
    path = tmp_path / "a-game.f27"
    path.write_text("\n".join(("f27 1", f'vying game "a-game" extends "{parent}" {{', *lines, "}")), "utf-8")
    return pipeline.playable(str(path))[0]


def worth(rank: str) -> tuple[Fraction, ...]:
    if rank == "A":
        return Fraction(1), Fraction(11)
    return (Fraction(rank),) if rank.isdigit() else (HALF,)


def totals(hand: Hand) -> list[Fraction]:
    return sorted({sum(ways, Fraction(0)) for ways in itertools.product(*map(worth, hand))})


def far(hand: Hand, *targets: int) -> Fraction:
    return min(abs(total - target) for total in totals(hand) for target in targets)


def state(tables: VyingRulebook, hand: Hand) -> int:
    by_rank = {rank: place for place, each in enumerate(tables.classes) for rank in each.ranks}
    found = tables.start
    for rank in hand:
        found = tables.step[found * len(tables.classes) + by_rank[rank]]
    return found
