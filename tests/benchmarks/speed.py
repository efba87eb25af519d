"""Runs kernels turn by turn in one process and takes the best time of each: kernels -> rounds a second of CPU."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Protocol

from attrs import frozen

from f27lang.simulate import ShoeKernel, Tally


class Plays(Protocol):
    """Anything that plays rounds."""

    def play(self, first: int, rounds: int, seed: int) -> Tally:
        """Return how the rounds end."""


class PlaysHands(Protocol):
    """Anything that plays rounds of any kind."""

    def play(self, first: int, rounds: int, seed: int) -> object:
        """Return what is known of them."""


class DifferentTallies(Exception):
    """Raised where kernels that should play the same rounds do not."""


@frozen
class Effort:
    """How long to measure: rounds a turn, turns, rounds of a run by the clock, hands of a vying game a turn."""

    rounds: int
    turns: int
    run: int
    hands: int
    whole: bool  # all sizes, or few


FULL = Effort(1_000_000, 31, 40_000_000, 100_000, whole=True)
QUICK = Effort(300_000, 9, 10_000_000, 20_000, whole=False)


def in_turn(kernels: Mapping[str, Plays], effort: Effort) -> dict[str, float]:
    """Return how many rounds a second each plays: the same ones, alternating, so that a busy machine hurts all alike.

    Raises DifferentTallies where one plays other rounds than the first.
    """
    return side_by_side((kernels,), effort)[0]


def side_by_side(games: Sequence[Mapping[str, Plays]], effort: Effort) -> list[dict[str, float]]:
    """Return the same for the kernels of each of several games, which take turns too."""
    best = [dict.fromkeys(kernels, 0.0) for kernels in games]
    for turn in range(effort.turns):
        for kernels, rates in zip(games, best, strict=True):
            _take_turn(kernels, rates, turn * effort.rounds, effort.rounds)
    return best


def _take_turn(kernels: Mapping[str, Plays], best: dict[str, float], first: int, rounds: int) -> None:
    tallies: dict[str, Tally] = {}
    for name, kernel in kernels.items():
        started = time.thread_time()
        tallies[name] = kernel.play(first, rounds, 1)
        best[name] = max(best[name], rounds / (time.thread_time() - started))
    expected = next(iter(tallies.values()))
    if wrong := [name for name, tally in tallies.items() if tally.counts != expected.counts]:
        raise DifferentTallies(f"{', '.join(wrong)} from round {first} on: other tallies")


def fastest(kernel: PlaysHands, rounds: int, turns: int) -> float:
    """Return rounds per second of thread CPU, best of all turns."""
    best = float("inf")
    for turn in range(turns):
        started = time.thread_time()
        kernel.play(turn * rounds, rounds, 1)
        best = min(best, time.thread_time() - started)
    return rounds / best


def worn_beside_fresh(worn: ShoeKernel, fresh: Plays, effort: Effort) -> tuple[float, float]:
    """Return rounds a second of worn shoes and of fresh ones, about as many of both; tallies are not the same ones."""
    best, trial = [0.0, 0.0], worn.play(0, 1, 1)
    shoes = max(1, effort.rounds * trial.shoes // trial.rounds)
    for turn in range(effort.turns):
        started = time.thread_time()
        rounds = worn.play(turn * shoes, shoes, 1).rounds
        between = time.thread_time()
        fresh.play(turn * effort.rounds, effort.rounds, 1)
        best[0] = max(best[0], rounds / (between - started))
        best[1] = max(best[1], effort.rounds / (time.thread_time() - between))
    return best[0], best[1]
