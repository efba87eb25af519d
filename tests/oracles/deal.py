"""The cards of any round in a dozen lines of NumPy.

seed, number of the round, size of the shoe -> places in the sorted shoe, in dealing order
"""

from __future__ import annotations

import numpy as np

GAMMA = np.uint64(0x9E3779B97F4A7C15)


def mix(z: np.ndarray) -> np.ndarray:
    """SplitMix64's finaliser."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def places(seed: int, number: int, cards: int, words: int = 64) -> np.ndarray:
    """Return the places in the sorted shoe that round `number` deals, as far as `words` random words reach."""
    with np.errstate(over="ignore"):
        start = mix(np.uint64([seed]) + GAMMA * np.uint64([number]))
        stream = mix(start + GAMMA * np.arange(1, words + 1, dtype=np.uint64))
    pieces = (stream[:, None] >> np.uint64([0, 16, 32, 48])).ravel() & np.uint64(0xFFFF)
    product = pieces * np.uint64(cards)
    drawn = (product >> np.uint64(16))[product % 2**16 >= 2**16 % cards]
    _, first = np.unique(drawn, return_index=True)
    return drawn[np.sort(first)]
