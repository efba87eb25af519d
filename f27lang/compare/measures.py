"""What is set beside one another of two games: a Solution, or a Tally -> Measures."""

from __future__ import annotations

from math import sqrt

from attrs import frozen

from f27lang.rulebook import Rulebook
from f27lang.simulate import Tally
from f27lang.solve.solution import Solution


@frozen
class Measures:
    """What the rounds of a game come to, for one wager. Cards and decisions are None where they were not counted."""

    edge_pct: float  # of the wager
    sd: float  # of the result of a wager of 1
    hit: float  # share of rounds that the wager wins: the hit frequency
    push: float
    player_cards: float | None = None  # in a round, in the mean
    dealer_cards: float | None = None
    decisions: float | None = None


def of_solution(tables: Rulebook, found: Solution, wager: int) -> Measures:
    """Return what an exact solution tells, which has frequencies."""
    often = found.frequencies
    assert often is not None
    hit, push = _shares(tables, often.outcomes, wager)
    return Measures(
        found.edge_pct,
        sqrt(max(often.variance, 0.0)),
        hit,
        push,
        often.player_cards,
        often.dealer_cards,
        often.decisions,
    )


def of_tally(tables: Rulebook, tally: Tally, wager: int) -> Measures:
    """Return what a simulation tells."""
    mean, variance = tally.moments(tables, wager)
    often = [number / tally.rounds for number in tally.by_outcome(tables)]
    return Measures(0.0 - 100 * float(mean), sqrt(variance), *_shares(tables, often, wager))


def _shares(tables: Rulebook, often: tuple[float, ...] | list[float], wager: int) -> tuple[float, float]:
    """Return how often a wager wins and how often it is pushed."""
    pays = [outcome.payoffs[wager] for outcome in tables.outcomes]
    hit = sum(share for share, pay in zip(often, pays, strict=True) if pay > 0)
    return hit, sum(share for share, pay in zip(often, pays, strict=True) if pay == 0)
