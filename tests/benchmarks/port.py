"""The scalar kernel as numba compiles it: Rulebook, Policy -> Ported, where numba and numpy can be imported."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import numpy as np
from attrs import frozen

from f27lang.emit import run_tables
from f27lang.rulebook import Policy, Rulebook
from f27lang.simulate import Tally
from f27lang.simulate.answers import answers

NAME = "numba scalar"
_GAMMA, _FIRST, _SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


@frozen
class Ported:
    """The kernel with its tables; the first call compiles."""

    play_rounds: Any
    numbers: tuple[int, ...]
    cells: tuple[Any, ...]
    outcomes: int

    def play(self, first: int, rounds: int, seed: int) -> Tally:
        """Return how `rounds` rounds from number `first` on end."""
        counts = np.zeros(self.outcomes, np.uint64)
        self.play_rounds(np.uint64(first), rounds, np.uint64(seed), *self.numbers, *self.cells, counts)
        return Tally(tuple(int(count) for count in counts))


def ported(rulebook: Rulebook, policy: Policy) -> Ported | None:
    """Return the kernel for a game that `kernel.c` is for; None without numba."""
    if find_spec("numba") is None:
        return None
    tables = run_tables(rulebook)
    numbers = [tables[name] for name in ("cards", "classes", "states", "player_start", "dealer_start")]
    named = [tables[name] for name in ("shoe", "step", "law", "dealer_hits", "final")]
    cells = [np.frombuffer(cell, np.uint8) for cell in (*named, *answers(rulebook, policy)) if isinstance(cell, bytes)]
    return Ported(_compiled(), tuple(map(int, numbers)), tuple(cells), len(rulebook.outcomes))


def _compiled() -> Any:
    import numba  # type: ignore[import-not-found, unused-ignore]

    gamma, first_factor, second_factor = np.uint64(_GAMMA), np.uint64(_FIRST), np.uint64(_SECOND)
    one, low, bits = np.uint64(1), np.uint64(0xFFFF), np.uint64(16)
    shifts = np.uint64(30), np.uint64(27), np.uint64(31)

    @numba.njit(inline="always")
    def mix(z):  # type: ignore[no-untyped-def]
        z = (z ^ (z >> shifts[0])) * first_factor
        z = (z ^ (z >> shifts[1])) * second_factor
        return z ^ (z >> shifts[2])

    @numba.njit(inline="always")
    def draw(stream, dealt, cards, uneven, mark):  # type: ignore[no-untyped-def]
        while True:
            if stream[2] == 0:
                stream[0] += gamma
                stream[1] = mix(stream[0])
                stream[2] = 4
            product = (stream[1] & low) * cards
            stream[1] >>= bits
            stream[2] -= one
            place = product >> bits
            if (product & low) >= uneven and dealt[place] != mark:
                dealt[place] = mark
                return place

    @numba.njit(nogil=True)
    def play(  # type: ignore[no-untyped-def]
        first, rounds, seed, cards, classes, states, player_start, dealer_start,
        shoe, step, law, dealer_hits, final, after_deal, after_card, counts,
    ):  # fmt: skip
        dealt, stream = np.zeros(cards, np.uint32), np.zeros(3, np.uint64)
        cards, uneven = np.uint64(cards), np.uint64(65536 % cards)
        for r in range(rounds):
            stream[0] = mix(seed + gamma * (first + np.uint64(r)))
            stream[2] = 0
            mark = np.uint32(r + 1)
            p, d = player_start, dealer_start
            for _ in range(2):
                p = step[p * classes + shoe[draw(stream, dealt, cards, uneven, mark)]]
            for _ in range(2):
                d = step[d * classes + shoe[draw(stream, dealt, cards, uneven, mark)]]
            answer = after_deal[d * states + p]
            while answer == 0:
                p = step[p * classes + shoe[draw(stream, dealt, cards, uneven, mark)]]
                answer = after_card[d * states + p]
            if answer == 1:
                laws = law[p] * states
                while dealer_hits[laws + d]:
                    d = step[d * classes + shoe[draw(stream, dealt, cards, uneven, mark)]]
                answer = final[p * states + d] + 2
            counts[answer - 2] += one

    return play
