"""When a run is exact enough: the tally of an unbroken prefix, a wanted standard error -> whether it may stop."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import ceil, isqrt

from attrs import frozen

from f27lang.rulebook import Rulebook
from f27lang.simulate.shoe_tally import ShoeTally
from f27lang.simulate.tally import Tally

_FIRST, _FIRST_SHOES, _PART = 1 << 14, 1 << 8, 64
_MORE = 3  # what never came in n rounds comes, in 95 of 100 cases, in fewer than 3 of n: the rule of three
_MATTERS = Fraction(1, 10)  # of the variance


def step(rounds: int) -> int:
    """Return how many rounds lie between the places where runs of about this length are judged.

    At most a 64th of the run is played in vain. The places do not depend on chunks, so that compiled or not, on any
    threads, a run stops at the same one; all steps are powers of two.
    """
    return max(_FIRST, 1 << max(0, (rounds // _PART).bit_length() - 1))


def step_of_shoes(shoes: int) -> int:
    """Return the same of shoes that are dealt from for more than one round."""
    return max(_FIRST_SHOES, 1 << max(0, (shoes // _PART).bit_length() - 1))


def doubts(tally: Tally, rulebook: Rulebook, can_come: Iterable[int], wager: int = 0) -> dict[int, Fraction]:
    """Return what each result would add to the variance of a wager of 1 if it had come three times more often.

    `can_come` are outcomes; results are what they pay, in 1/denominator of the wager. The rule of three: J. A. Hanley,
    A. Lippman-Hand, "If nothing goes wrong, is everything all right?", JAMA 249 (1983). It is about what never came;
    what came is let in for as much.
    """
    mean = tally.moments(rulebook, wager)[0]
    results = {rulebook.outcomes[o].payoffs[wager] for o in can_come}
    return {r: _MORE * (Fraction(r, rulebook.denominator) - mean) ** 2 / tally.rounds for r in sorted(results)}


def seldom(tally: Tally, rulebook: Rulebook, can_come: Iterable[int], wager: int = 0) -> tuple[int, ...]:
    """Return the results that came too seldom for the standard error to be trusted, those that matter most first."""
    least = _MATTERS * tally.moments(rulebook, wager)[1]
    found = doubts(tally, rulebook, can_come, wager)
    return tuple(sorted((r for r in found if found[r] > least), key=lambda r: -found[r]))


@frozen
class Until:
    """Stop where the standard error of the house edge is at most `pct` per cent points of a wager.

    So that no jackpot is overlooked, it must be so even if each result that can come had come three times more often.
    """

    pct: Fraction
    rulebook: Rulebook
    can_come: frozenset[int]
    wager: int = 0

    def reached(self, tally: Tally) -> bool:
        """Whether a prefix is exact enough; judged in integers, so every machine says the same."""
        if tally.rounds == 0 or tally.rounds % step(tally.rounds):
            return False
        return 100**2 * (self._variance(tally) + self._doubt(tally)) <= self.pct**2 * tally.rounds

    def reached_in_shoes(self, tally: ShoeTally) -> bool:
        """Whether a prefix of whole shoes is exact enough; its sums are about the same wager."""
        if tally.shoes == 0 or tally.shoes % step_of_shoes(tally.shoes):
            return False
        squared = tally.variance_of_mean(self.rulebook) * tally.rounds
        return 100**2 * (squared + self._doubt(tally.flat())) <= self.pct**2 * tally.rounds

    def rounds_needed(self, tally: Tally) -> int:
        """Return about how many rounds it will take, by those played."""
        return self._needed(self._variance(tally), self._doubt(tally) * tally.rounds)

    def goes_on_for(self, tally: Tally) -> tuple[int, ...]:
        """Return the results for whose sake it will take twice as many rounds as the variance seen asks for."""
        if self.rounds_needed(tally) < 2 * self._needed(self._variance(tally), Fraction(0)):
            return ()
        return seldom(tally, self.rulebook, self.can_come, self.wager)

    def _variance(self, tally: Tally) -> Fraction:
        return tally.moments(self.rulebook, self.wager)[1]

    def _doubt(self, tally: Tally) -> Fraction:
        return sum(doubts(tally, self.rulebook, self.can_come, self.wager).values(), Fraction(0))

    def _needed(self, variance: Fraction, surplus: Fraction) -> int:
        """Return the first place n with 100² (variance + surplus / n) <= pct² n."""
        half = 100**2 * variance / (2 * self.pct**2)
        needed = ceil(half) + isqrt(ceil(half**2 + 100**2 * surplus / self.pct**2))
        return max(1, -(-needed // step(needed))) * step(needed)
