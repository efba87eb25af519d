"""Integer counts of hands at a table: merging is exact, and the order of merging means nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from fractions import Fraction

from attrs import frozen

from f27lang.chips import HALF_BITS
from f27lang.emit.vying_tables import SEAT_COUNTS, Places


@frozen
class Net:
    """What a seat won and lost in some hands, in 1/unit of a chip: their number, the sum and the sum of squares."""

    hands: int
    total: int
    squares: int

    def __add__(self, other: Net) -> Net:
        return Net(self.hands + other.hands, self.total + other.total, self.squares + other.squares)

    @property
    def mean(self) -> Fraction:
        """The mean net of a hand."""
        return Fraction(self.total, self.hands)

    @property
    def variance(self) -> Fraction:
        """The variance of a hand's net."""
        return Fraction(self.squares, self.hands) - self.mean**2


@frozen
class TableTally:
    """What was counted in some hands; `places` says where each number is."""

    counts: tuple[int, ...]
    places: Places

    @property
    def rounds(self) -> int:
        """The number of hands played."""
        return sum(self.counts[: self.places.lineups])

    def __add__(self, other: TableTally) -> TableTally:
        return TableTally(tuple(a + b for a, b in zip(self.counts, other.counts, strict=True)), self.places)

    @property
    def digest(self) -> str:
        """SHA-256 of the counts: two runs agree when these do."""
        return hashlib.sha256(",".join(map(str, self.counts)).encode()).hexdigest()

    def one(self, what: str) -> int:
        """Return a single number, for example `pots`."""
        return self.counts[self.places.begins[f"at_{what}"]]

    def row(self, what: str) -> tuple[int, ...]:
        """Return a table of numbers, for example `ties`."""
        begin = self.places.begins[f"at_{what}"]
        return self.counts[begin : begin + self.places.sizes[f"at_{what}"]]

    def by_distance(self, what: str) -> tuple[tuple[int, ...], ...]:
        """Return for each share a table by distance: `won` or `held`."""
        row, width = self.row(what), self.places.distances
        return tuple(row[i : i + width] for i in range(0, len(row), width))

    def net(self, lineup: int, seat: int, unit: int) -> Net:
        """Return the net of a seat in the hands of a line-up."""
        begin = self.places.begins["at_seats"] + SEAT_COUNTS * (lineup * self.places.players + seat)
        won, paid, *parts = self.counts[begin : begin + SEAT_COUNTS]
        return Net(self.counts[lineup], won - paid * unit, _square(parts))

    def seat(self, seat: int, unit: int) -> Net:
        """Return the net of a seat, whoever played there."""
        first, *others = (self.net(lineup, seat, unit) for lineup in range(self.places.lineups))
        return sum(others, first)


def nothing(places: Places) -> TableTally:
    """Return the tally of no hands."""
    return TableTally((0,) * places.begins["sums"], places)


def _square(parts: Sequence[int]) -> int:
    """Return the sum of (high 2^HALF_BITS + low)^2 from those of high^2, high low and low^2."""
    high, mixed, low = parts
    return (high << 2 * HALF_BITS) + (mixed << HALF_BITS + 1) + low
