"""Integer counts of worn shoes: rounds by true count and outcome, and sums over shoes for honest standard errors."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

from attrs import evolve, frozen

from f27lang.rulebook import Rulebook
from f27lang.simulate.tally import Tally


@frozen
class ShoeSums:
    """Sums over shoes: their number, and with n rounds of a shoe, seat 0's result x and his result y with his bets.

    Results are in 1/denominator of the wager; x is with a bet of 1 each round, y with the bet of each round's bin.
    """

    shoes: int = 0
    n: int = 0
    nn: int = 0
    x: int = 0
    xx: int = 0
    nx: int = 0
    y: int = 0
    yy: int = 0
    ny: int = 0

    @classmethod
    def of_one(cls, n: int, x: int, y: int) -> ShoeSums:
        """Return the sums of one shoe."""
        return cls(1, n, n * n, x, x * x, n * x, y, y * y, n * y)

    def __add__(self, other: ShoeSums) -> ShoeSums:
        return ShoeSums(*(a + b for a, b in zip(self.numbers, other.numbers, strict=True)))

    @property
    def numbers(self) -> tuple[int, ...]:
        """All sums, in their order."""
        return self.shoes, self.n, self.nn, self.x, self.xx, self.nx, self.y, self.yy, self.ny


@frozen
class ShoeTally:
    """How rounds from worn shoes ended: `counts[(seat * bins + bin) * ends + end]`, exact, in whatever order merged.

    A bin is that of seat 0's count at the start of a round, see `Watch`. An end is an outcome of the rulebook; with
    wagers beside another way * outcomes + outcome, as in a Tally. `sums` are about seat 0 and the wager of that number.
    """

    counts: tuple[int, ...]
    bins: int = 1
    seats: int = 1
    sums: ShoeSums = ShoeSums()
    wager: int = 0

    @classmethod
    def empty(cls, ends: int, bins: int = 1, seats: int = 1, wager: int = 0) -> ShoeTally:
        """Return the tally of no rounds."""
        return cls((0,) * (ends * bins * seats), bins, seats, ShoeSums(), wager)

    @property
    def shoes(self) -> int:
        """The number of shoes played."""
        return self.sums.shoes

    @property
    def rounds(self) -> int:
        """The number of rounds played."""
        return self.sums.n

    @property
    def even(self) -> bool:
        """Whether all shoes had as many rounds: their mean is then a fresh shoe's, however deep they are dealt."""
        return self.sums.shoes * self.sums.nn == self.sums.n**2

    def __add__(self, other: ShoeTally) -> ShoeTally:
        counts = tuple(a + b for a, b in zip(self.counts, other.counts, strict=True))
        return evolve(self, counts=counts, sums=self.sums + other.sums)

    @property
    def numbers(self) -> tuple[int, ...]:
        """All that was counted, as one row: the sums, then the counts; see `of`."""
        return (*self.sums.numbers, *self.counts)

    def of(self, numbers: Sequence[int]) -> ShoeTally:
        """Return a tally of the same shape from such a row; raises ValueError where it is of another length."""
        width = len(self.sums.numbers)
        if len(numbers) != width + len(self.counts):
            raise ValueError(f"{len(numbers)} numbers for {width + len(self.counts)} places")
        return evolve(self, sums=ShoeSums(*numbers[:width]), counts=tuple(numbers[width:]))

    @property
    def digest(self) -> str:
        """SHA-256 of counts and sums: two runs agree when these do."""
        return hashlib.sha256(",".join(map(str, self.numbers)).encode()).hexdigest()

    def in_bin(self, number: int, seat: int = 0) -> Tally:
        """Return how the rounds of one bin ended for a seat."""
        ends = len(self.counts) // (self.bins * self.seats)
        begin = (seat * self.bins + number) * ends
        return Tally(self.counts[begin : begin + ends])

    def seat(self, number: int) -> Tally:
        """Return how rounds ended for a seat, whatever the count."""
        ends = len(self.counts) // (self.bins * self.seats)
        counts = self.counts[number * self.bins * ends : (number + 1) * self.bins * ends]
        return Tally(tuple(sum(counts[end::ends]) for end in range(ends)))

    def flat(self) -> Tally:
        """Return a tally of the same rounds that knows nothing of shoes and counts."""
        return Tally(tuple(count for seat in range(self.seats) for count in self.seat(seat).counts), self.seats)

    def mean(self, rulebook: Rulebook) -> Fraction:
        """Return seat 0's mean result a round with flat bets of 1."""
        return Fraction(self.sums.x, self.sums.n * rulebook.denominator)

    def mean_ramped(self, rulebook: Rulebook) -> Fraction:
        """Return seat 0's mean result a round with the bets of each bin, in units of the bets."""
        return Fraction(self.sums.y, self.sums.n * rulebook.denominator)

    def variance_of_mean(self, rulebook: Rulebook) -> Fraction:
        """Return the squared standard error of `mean`: rounds of one shoe hang together, shoes do not.

        The mean is a ratio of two sums over shoes; W. G. Cochran, Sampling Techniques, 3rd edition, 1977, 6.4. One shoe
        tells nothing of it: 0.
        """
        s = self.sums
        return self._of_ratio(s.x, s.xx, s.nx) / rulebook.denominator**2

    def variance_of_mean_ramped(self, rulebook: Rulebook) -> Fraction:
        """Return the squared standard error of `mean_ramped`."""
        s = self.sums
        return self._of_ratio(s.y, s.yy, s.ny) / rulebook.denominator**2

    def standard_error(self, rulebook: Rulebook) -> float:
        """Return the standard error of `mean`, per wager of 1."""
        return sqrt(self.variance_of_mean(rulebook))

    def standard_error_ramped(self, rulebook: Rulebook) -> float:
        """Return the standard error of `mean_ramped`, in units of the bets."""
        return sqrt(self.variance_of_mean_ramped(rulebook))

    def _of_ratio(self, x: int, xx: int, nx: int) -> Fraction:
        """Return k / (k - 1) * sum of (x - mean * n)^2 over k shoes, over the square of all rounds."""
        k, n, nn = self.sums.shoes, self.sums.n, self.sums.nn
        if k < 2:
            return Fraction(0)
        mean = Fraction(x, n)
        return Fraction(k, k - 1) * (xx - 2 * mean * nx + mean**2 * nn) / n**2
