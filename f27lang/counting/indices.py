"""At which true count two moves cross: results of moves that a coin made, by true count → Index."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt

from attrs import frozen

FIRM = 3.0  # standard errors from level: a slope nearer than that crosses nowhere that can be told
_FEW = 30  # rounds: of fewer the spread of results can't be told


@frozen
class MovesAt:
    """What taking a card and standing brought at one true count: rounds, sum and sum of squares of results, per bet."""

    count: float
    hit: tuple[int, float, float]
    stand: tuple[int, float, float]

    @property
    def difference(self) -> tuple[float, float] | None:
        """What a card gains over standing, and its variance; None where one of them was hardly tried."""
        if min(self.hit[0], self.stand[0]) < _FEW:
            return None
        (gained, doubt), (kept, also) = _moments(*self.hit), _moments(*self.stand)
        return gained - kept, doubt + also


def _moments(rounds: int, total: float, squares: float) -> tuple[float, float]:
    mean = total / rounds
    return mean, max(squares / rounds - mean**2, 0.0) / rounds


@frozen
class Index:
    """Where two moves cross: a line through what a card gains over standing, by true count.

    `level` is what it gains at count 0 and `slope` how that grows a count, per bet. `crossing` is where it is 0, with
    its standard error, and `index` the smallest whole count with the move of high counts; None where the slope can't be
    told from none, or the counts seen don't reach so far.
    """

    level: float
    slope: float
    crossing: float | None
    error: float | None
    rounds: int

    @property
    def above(self) -> str:
        """The move at counts above the crossing."""
        return "hit" if self.slope > 0 else "stand"

    @property
    def index(self) -> int | None:
        """The smallest whole count at which the move of high counts is the better one."""
        return None if self.crossing is None else ceil(self.crossing)


def index_of(counts: Sequence[MovesAt], seen: tuple[float, float]) -> Index | None:
    """Return where two moves cross, by weighted least squares; None where fewer than two counts tell of both.

    `seen` are the lowest and the highest count that come often enough to play by. The error of the crossing is that
    of a quotient of the line's two numbers (E. C. Fieller's, in the first order).
    """
    points = [(at.count, *found) for at in counts if (found := at.difference) and found[1] > 0]
    if len(points) < 2:
        return None
    weight = sum(1 / doubt for *_, doubt in points)
    middle = sum(count / doubt for count, _, doubt in points) / weight
    mean = sum(gains / doubt for _, gains, doubt in points) / weight
    spread = sum((count - middle) ** 2 / doubt for count, _, doubt in points)
    if not spread:
        return None
    slope = sum((count - middle) * gains / doubt for count, gains, doubt in points) / spread
    rounds = sum(at.hit[0] + at.stand[0] for at in counts)
    level = mean - slope * middle
    crossing = middle - mean / slope if abs(slope) * sqrt(spread) >= FIRM else None
    if crossing is None or not seen[0] <= crossing <= seen[1]:
        return Index(level, slope, None, None, rounds)
    error = sqrt(1 / weight + (crossing - middle) ** 2 / spread) / abs(slope)
    return Index(level, slope, crossing, error, rounds)
