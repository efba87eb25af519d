"""When a run of a vying game is exact enough: the tally of a prefix, a wanted standard error of nets -> whether so."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from attrs import frozen

from f27lang.simulate.table_tally import Net, TableTally
from f27lang.simulate.until import step


@frozen
class NetUntil:
    """Stop where the standard error of a net is at most `pct` per cent of an ante: of every seat's, or of a hero's.

    `unit` is in how many parts a chip is cut, `ante` of how many parts an ante is. What could come and did not is left
    out of account.
    """

    pct: Fraction
    unit: int
    ante: int
    hero: bool

    def reached(self, tally: TableTally) -> bool:
        """Whether a prefix is exact enough; judged in fractions, and where banked runs are judged too."""
        if tally.rounds == 0 or tally.rounds % step(tally.rounds):
            return False
        return self._squared_error(tally) <= self._wanted

    def hands_needed(self, tally: TableTally) -> int:
        """Return about how many hands it will take, by those played."""
        needed = max(1, ceil(tally.rounds * self._squared_error(tally) / self._wanted))
        return -(-needed // step(needed)) * step(needed)

    @property
    def _wanted(self) -> Fraction:
        return (self.pct * self.ante / 100) ** 2

    def _squared_error(self, tally: TableTally) -> Fraction:
        """Return the square of the largest standard error, in parts of a chip."""
        players, lineups = tally.places.players, tally.places.lineups
        if self.hero:  # he has seat h in line-up h, and all seats count alike
            own = [tally.net(h, h, self.unit) for h in range(lineups)]
            return sum(map(_squared, own), Fraction(0)) / lineups**2
        return max(_squared(tally.seat(s, self.unit)) for s in range(players))


def _squared(net: Net) -> Fraction:
    return net.variance / net.hands
