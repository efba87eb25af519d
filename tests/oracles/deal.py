"""The cards of any round, and of any worn shoe, in some lines of NumPy.

seed, number of the round or shoe, size of the shoe -> places in the sorted shoe, in dealing order
"""

from __future__ import annotations

import numpy as np

GAMMA = np.uint64(0x9E3779B97F4A7C15)


def mix(z: np.ndarray) -> np.ndarray:
    """SplitMix64's finaliser."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def pieces(seed: int, number: int, words: int) -> np.ndarray:
    """Return the pieces of the first `words` random words of round or shoe `number`."""
    with np.errstate(over="ignore"):
        start = mix(np.uint64([seed]) + GAMMA * np.uint64([number]))
        stream = mix(start + GAMMA * np.arange(1, words + 1, dtype=np.uint64))
    return (stream[:, None] >> np.uint64([0, 16, 32, 48])).ravel() & np.uint64(0xFFFF)


def places(seed: int, number: int, cards: int, words: int = 64) -> np.ndarray:
    """Return the places in the sorted shoe that round `number` deals, as far as `words` random words reach."""
    product = pieces(seed, number, words) * np.uint64(cards)
    drawn = (product >> np.uint64(16))[product % 2**16 >= 2**16 % cards]
    _, first = np.unique(drawn, return_index=True)
    return drawn[np.sort(first)]


def all_places(seed: int, number: int, cards: int) -> list[int]:
    """Return the places in the sorted shoe in the order in which worn shoe `number` deals them all."""
    left, order = list(range(cards)), []
    for piece in pieces(seed, number, cards).tolist():  # four times as many as are needed, but for those thrown away
        place, rest = divmod(piece * len(left), 2**16)
        if rest >= 2**16 % len(left):
            left[place], left[-1] = left[-1], left[place]
            order.append(left.pop())
        if not left:
            break
    return order
