"""What a run tells of wagers beside another: Rulebook, Policy, Tally -> how often each was taken, what it brought."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

from attrs import evolve, frozen

from f27lang.emit.tables import ways
from f27lang.rulebook import Policy, Rulebook
from f27lang.simulate.tally import Tally


def played(rulebook: Rulebook, policy: Policy) -> Rulebook:
    """Return the rulebook without wagers beside another where the policy takes none: nothing is paid for them then."""
    return rulebook if any(map(any, policy.accepts)) else evolve(rulebook, sides=())


def ends(rulebook: Rulebook, policy: Policy) -> int:
    """Return how many ways to end a tally of one seat tells apart."""
    return ways(played(rulebook, policy).sides) * len(rulebook.outcomes)


@frozen
class Beside:
    """What a run says of a wager beside another, in units of it, and of the hand it is a share of with it.

    `edge` is the house's per round in which the wager was taken, None where it never was. `together` is the house's
    edge on both, in units of the hand's wager, as much of the other put as may be.
    """

    name: str
    taken: int
    edge: float | None
    error: float | None
    together: float
    together_error: float
    together_variance: float


def all_beside(rulebook: Rulebook, policy: Policy, tally: Tally) -> tuple[Beside, ...]:
    """Return what a tally says of each wager beside another; nothing where the policy takes none."""
    return tuple(beside(rulebook, tally, number) for number in range(len(played(rulebook, policy).sides)))


def beside(rulebook: Rulebook, tally: Tally, number: int) -> Beside:
    """Return what a tally says of a wager beside another."""
    side, rounds = rulebook.sides[number], tally.rounds
    counts = [(count, *_results(rulebook, number, at)) for at, count in enumerate(tally.seat(0).counts) if count]
    alone = [(count, brings) for count, _, brings in counts if brings is not None]
    both = [(count, hand + side.share * (brings or 0)) for count, hand, brings in counts]
    taken = sum(count for count, _ in alone)
    mean, variance = _moments(alone) if taken else (None, None)
    total, spread = _moments(both)
    return Beside(
        name=side.name,
        taken=taken,
        edge=None if mean is None else 0.0 - float(mean),
        error=None if variance is None else sqrt(variance / taken),
        together=0.0 - float(total),
        together_error=sqrt(spread / rounds),
        together_variance=float(spread),
    )


def _moments(results: list[tuple[int, Fraction]]) -> tuple[Fraction, Fraction]:
    rounds = sum(count for count, _ in results)
    mean = sum((count * brings for count, brings in results), Fraction(0)) / rounds
    return mean, sum((count * brings**2 for count, brings in results), Fraction(0)) / rounds - mean**2


def brought(rulebook: Rulebook, number: int, at: int) -> Fraction | None:
    """Return what a wager brought in rounds counted in one place of a tally; None where it was not taken."""
    side, told = rulebook.sides[number], at // len(rulebook.outcomes)
    digit = told // ways(rulebook.sides[:number]) % (1 + len(side.results))
    return side.results[digit - 1] if digit else None


def _results(rulebook: Rulebook, number: int, at: int) -> tuple[Fraction, Fraction | None]:
    outcome, of = rulebook.outcomes[at % len(rulebook.outcomes)], rulebook.sides[number].of
    return Fraction(outcome.payoffs[of], rulebook.denominator), brought(rulebook, number, at)
