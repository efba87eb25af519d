"""What betting by a count wins: rounds by true count and how they ended, bets → Gain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import exp, sqrt

from attrs import frozen

from f27lang.counting.ramp import Ramp, Step
from f27lang.rulebook import Rulebook
from f27lang.simulate.beside import brought


@frozen
class AtCount:
    """The rounds at one true count: how many ended in each way, as in a tally of one seat."""

    count: Fraction
    ends: tuple[int, ...]

    @property
    def rounds(self) -> int:
        """Their number."""
        return sum(self.ends)


@frozen
class Gain:
    """What bets bring a round, in table minimums, with its standard error, and the standard deviation of one round."""

    rounds: int
    win: float
    error: float
    deviation: float
    bet: float  # in the mean, rounds without one included

    @property
    def edge_pct(self) -> float:
        """The house edge on the money put, in per cent; 0 where none is."""
        return -100 * self.win / self.bet if self.bet else 0.0

    @property
    def score(self) -> float:
        """SCORE: dollars won in 100 rounds by who has $10,000 and takes a risk of ruin of 13.5 %; 0 where none are.

        With the best size of bets it is a million times the square of win over deviation (D. Schlesinger, "Blackjack
        Attack", chapter 10). It compares games and ramps, whatever the money.
        """
        return 1e6 * (self.win / self.deviation) ** 2 if self.wins else 0.0

    @property
    def n0(self) -> float | None:
        """Rounds after which the win in the mean is one standard deviation; None where nothing is won.

        (B. Harris, quoted in "Blackjack Attack".)
        """
        return (self.deviation / self.win) ** 2 if self.wins else None

    @property
    def wins(self) -> bool:
        """Whether more is won than lost in the mean."""
        return self.win > 0

    def ruin(self, bank: float) -> float:
        """Return how likely a bank, in table minimums, is lost some day: exp(-2 win bank / variance)."""
        return exp(-2 * self.win * bank / self.deviation**2) if self.wins else 1.0


@frozen
class Bets:
    """What is bet at each true count, in table minimums, and from which count on each wager beside another is taken."""

    ramp: Ramp
    beside: tuple[int | None, ...] = ()  # per side wager; None: never

    def taken(self, number: int, count: Fraction) -> bool:
        """Whether a wager beside another is taken at a count, where it is offered."""
        start = self.beside[number] if self.beside else None
        return start is not None and count >= start


def gain(rulebook: Rulebook, wager: int, counts: Sequence[AtCount], bets: Bets) -> Gain:
    """Return what bets by count bring; what is paid in table minimums does not grow with them.

    The counts were had by one who takes all wagers beside another. Of these, those of `wager` are told with it. The
    standard error is that of rounds that have nothing to do with one another.
    """
    rounds = sum(at.rounds for at in counts)
    results = [each for at in counts for each in _results(rulebook, wager, at, bets)]
    mean = sum((n * result for n, result, _ in results), Fraction(0)) / rounds
    square = sum((n * result**2 for n, result, _ in results), Fraction(0)) / rounds
    staked = sum((n * put for n, _, put in results), Fraction(0)) / rounds
    deviation = sqrt(square - mean**2)
    return Gain(rounds, float(mean), deviation / sqrt(rounds), deviation, float(staked))


FLAT = Bets(Ramp((Step(0, 1),)))


def _results(rulebook: Rulebook, wager: int, at: AtCount, bets: Bets) -> Iterator[tuple[int, Fraction, int]]:
    """Yield, for each way to end, how often, what the bets bring then, and what was put on the first wager."""
    bet = bets.ramp.bet(at.count)
    for place, number in enumerate(at.ends):
        if number and not bet:
            yield number, Fraction(0), 0
        elif number:
            yield number, _brings(rulebook, wager, place, bet) + bet * _beside(rulebook, wager, place, at, bets), bet


def _brings(rulebook: Rulebook, wager: int, place: int, bet: int) -> Fraction:
    outcome = rulebook.outcomes[place % len(rulebook.outcomes)]
    fixed = outcome.fixed[wager] if outcome.fixed else 0
    return Fraction(bet * (outcome.payoffs[wager] - fixed) + fixed, rulebook.denominator)


def _beside(rulebook: Rulebook, wager: int, place: int, at: AtCount, bets: Bets) -> Fraction:
    """Return what the wagers beside another bring, per unit of that."""
    taken = (number for number, side in enumerate(rulebook.sides) if side.of == wager and bets.taken(number, at.count))
    return sum((rulebook.sides[n].share * (brought(rulebook, n, place) or 0) for n in taken), Fraction(0))
