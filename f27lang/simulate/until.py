"""When a run is exact enough: the tally of an unbroken prefix, a wanted standard error -> whether it may stop."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from attrs import frozen

from f27lang.rulebook import Rulebook
from f27lang.simulate.tally import Tally

_FIRST, _PART = 1 << 14, 64


def step(rounds: int) -> int:
    """Return how many rounds lie between the places where runs of about this length are judged.

    At most a 64th of the run is played in vain. The places do not depend on chunks, so that compiled or not, on any
    threads, a run stops at the same one; all steps are powers of two.
    """
    return max(_FIRST, 1 << max(0, (rounds // _PART).bit_length() - 1))


@frozen
class Until:
    """Stop where the standard error of the house edge is at most `pct` per cent points of a wager."""

    pct: Fraction
    rulebook: Rulebook
    wager: int = 0

    def reached(self, tally: Tally) -> bool:
        """Whether a prefix is exact enough; judged in integers, so every machine says the same."""
        if tally.rounds == 0 or tally.rounds % step(tally.rounds):
            return False
        variance = tally.moments(self.rulebook, self.wager)[1]
        return 100**2 * variance <= self.pct**2 * tally.rounds

    def rounds_needed(self, tally: Tally) -> int:
        """Return about how many rounds it will take, by the variance of those played."""
        variance = tally.moments(self.rulebook, self.wager)[1]
        needed = ceil(100**2 * variance / self.pct**2)
        return max(1, -(-needed // step(needed))) * step(needed)
