"""Runs two kernels turn by turn in one process and compares their best times."""

from __future__ import annotations

import time
from typing import Protocol

from attrs import frozen

from f27lang.simulate import Kernel, ShoeKernel, Tally

ROUNDS = 1_000_000
REPEATS = 15


class Plays(Protocol):
    """Anything that plays rounds."""

    def play(self, first: int, rounds: int, seed: int) -> Tally:
        """Return how the rounds end."""


class PlaysHands(Protocol):
    """Anything that plays rounds of any kind."""

    def play(self, first: int, rounds: int, seed: int) -> object:
        """Return what is known of them."""


def fastest(kernel: PlaysHands, rounds: int, repeats: int = REPEATS) -> float:
    """Return rounds per second of thread CPU, best of all repetitions."""
    best = float("inf")
    for turn in range(repeats):
        started = time.thread_time()
        kernel.play(turn * rounds, rounds, 1)
        best = min(best, time.thread_time() - started)
    return rounds / best


def worn_beside_fresh(worn: ShoeKernel, fresh: Kernel, rounds: int = ROUNDS, repeats: int = REPEATS) -> Comparison:
    """Play about as many rounds from worn shoes as from fresh ones, alternating; tallies are not the same ones."""
    best, shoes = [0.0, 0.0], rounds * worn.play(0, 1, 1).shoes // worn.play(0, 1, 1).rounds
    for turn in range(repeats):
        for i, (kernel, number) in enumerate(((worn, shoes), (fresh, rounds))):
            started = time.thread_time()
            tally = kernel.play(turn * number, number, 1)
            best[i] = max(best[i], tally.rounds / (time.thread_time() - started))
    return Comparison(best[0], best[1], same=True)


@frozen
class Comparison:
    """Rounds per second of thread CPU, best of all repetitions, and whether the tallies agreed each time."""

    ours: float
    reference: float
    same: bool

    @property
    def ratio(self) -> float:
        """How fast ours is beside the reference."""
        return self.ours / self.reference


def compare(ours: Plays, reference: Plays, rounds: int = ROUNDS, repeats: int = REPEATS) -> Comparison:
    """Play the same rounds with both, alternating, so that a busy machine hurts both alike."""
    best, same = [float("inf")] * 2, True
    for turn in range(repeats):
        tallies = []
        for i, kernel in enumerate((ours, reference)):
            started = time.thread_time()
            tallies.append(kernel.play(turn * rounds, rounds, 1))
            best[i] = min(best[i], time.thread_time() - started)
        same &= tallies[0] == tallies[1]
    return Comparison(rounds / best[0], rounds / best[1], same)
