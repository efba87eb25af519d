"""When a run is exact enough: the tally of an unbroken prefix, a wanted standard error -> whether it may stop."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from attrs import frozen

from f27lang.rulebook import Rulebook
from f27lang.simulate.tally import Tally

JUDGED_ROUNDS = 1 << 16  # at multiples of it, whatever the chunks, so that compiled or not a run stops at one place


@frozen
class Until:
    """Stop where the standard error of the house edge is at most `pct` per cent points of the first wager."""

    pct: Fraction
    rulebook: Rulebook

    def reached(self, tally: Tally) -> bool:
        """Whether a prefix is exact enough; judged in integers, so every machine says the same."""
        if tally.rounds == 0 or tally.rounds % JUDGED_ROUNDS:
            return False
        variance = tally.moments(self.rulebook)[1]
        return 100**2 * variance <= self.pct**2 * tally.rounds

    def rounds_needed(self, tally: Tally) -> int:
        """Return about how many rounds it will take, by the variance of those played."""
        variance = tally.moments(self.rulebook)[1]
        return max(1, ceil(100**2 * variance / self.pct**2 / JUDGED_ROUNDS)) * JUDGED_ROUNDS
