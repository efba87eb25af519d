"""Numbers, lists and hands in words, as messages name them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction


def listed(words: Iterable[str], last: str = "and") -> str:
    """Return `A`, `A and K` or `A, K and Joker`."""
    every = list(words)
    return every[0] if len(every) == 1 else f"{', '.join(every[:-1])} {last} {every[-1]}"


def counted(number: int, thing: str) -> str:
    """Return `1 card`, `3 cards`, `2 passes`."""
    return f"{number} {thing}{'' if number == 1 else 'es' if thing.endswith('s') else 's'}"


def points(total: Fraction) -> str:
    """Return a number as a card says it: `27`, `6.5`, `13/3`."""
    if total.denominator == 1:
        return str(total.numerator)
    return str(float(total)) if total.denominator in (2, 4, 5, 10, 20) else str(total)
