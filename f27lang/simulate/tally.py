"""Integer counts of a simulation: merging is exact, and the order of merging means nothing."""

from __future__ import annotations

import hashlib
from fractions import Fraction
from math import sqrt

from attrs import frozen

from f27lang.rulebook import Rulebook


@frozen
class Tally:
    """How many rounds ended in each of the rulebook's outcomes, seat by seat where there are several.

    What is said of a tally without naming a seat is said of seat 0.
    """

    counts: tuple[int, ...]
    seats: int = 1

    @property
    def rounds(self) -> int:
        """The number of rounds played."""
        return sum(self.counts) // self.seats

    @property
    def numbers(self) -> tuple[int, ...]:
        """All that was counted, as one row."""
        return self.counts

    def seat(self, number: int) -> Tally:
        """Return the tally of one seat."""
        width = len(self.counts) // self.seats
        return Tally(self.counts[number * width : (number + 1) * width])

    def by_outcome(self, rulebook: Rulebook) -> tuple[int, ...]:
        """Return how many rounds ended in each outcome, whatever wagers beside another came to."""
        counts, width = self.seat(0).counts, len(rulebook.outcomes)
        return tuple(sum(counts[outcome::width]) for outcome in range(width))

    def __add__(self, other: Tally) -> Tally:
        return Tally(tuple(a + b for a, b in zip(self.counts, other.counts, strict=True)), self.seats)

    @property
    def digest(self) -> str:
        """SHA-256 of the counts: two runs agree when these do."""
        return hashlib.sha256(",".join(map(str, self.counts)).encode()).hexdigest()

    def moments(self, rulebook: Rulebook, wager: int = 0) -> tuple[Fraction, Fraction]:
        """Return the mean and the variance of the player's result per wager of 1, exactly."""
        n, unit, counts = self.rounds, rulebook.denominator, self.by_outcome(rulebook)
        first = Fraction(sum(c * o.payoffs[wager] for c, o in zip(counts, rulebook.outcomes)), n * unit)
        second = Fraction(sum(c * o.payoffs[wager] ** 2 for c, o in zip(counts, rulebook.outcomes)), n * unit**2)
        return first, second - first**2

    def times(self, rulebook: Rulebook, result: int, wager: int = 0) -> int:
        """Return how many rounds brought a result, in 1/denominator of the wager."""
        counts = self.by_outcome(rulebook)
        return sum(c for c, o in zip(counts, rulebook.outcomes, strict=True) if o.payoffs[wager] == result)

    def standard_error(self, rulebook: Rulebook, wager: int = 0) -> float:
        """Return the standard error of the mean result, per wager of 1."""
        return sqrt(self.moments(rulebook, wager)[1] / self.rounds)
