"""Bets by count and what they win: ramps, gains and indices beside values found another way."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations_with_replacement
from math import exp, sqrt

import pytest
from attrs import evolve

from f27lang.counting.gain import FLAT, AtCount, Bets, gain
from f27lang.counting.indices import MovesAt, index_of
from f27lang.counting.ramp import (
    CountAhead,
    Ramp,
    Spread,
    Step,
    Unreadable,
    best_ramp,
    even_ramp,
    read_ramp,
    read_spread,
)
from f27lang.rulebook import Side
from tests.handmade import LOSE, PUSH, WIN, WIN_AS_DEALT, game

FIFTY = Fraction(50)
COUNTS = tuple(
    CountAhead(count, share, edge)
    for count, share, edge in (
        (-2, 0.15, -0.03), (-1, 0.2, -0.02), (0, 0.3, -0.01), (1, 0.2, 0.004), (2, 0.1, 0.011), (3, 0.05, 0.03),
    )
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1-10", "no spread"),
        ("10..1", "runs upward"),
        ("0..0", "bets nothing"),
        ("1..51", "more than the wager's limit of 50"),
        ("1..2.5", "no spread"),
        ("", "no spread"),
    ],
)
def test_spreads_that_can_not_be_meant(text: str, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        read_spread(text, FIFTY)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("0:1 1:4 2:3", "does not go down: 3 at 2 comes after 4"),
        ("1:1 1:2", "counts of a ramp rise: 1 comes after 1"),
        ("2:1 1:2", "counts of a ramp rise"),
        ("0:1 1:51", "more than the wager's limit of 50"),
        ("0:1 1", "no step of a ramp"),
        ("0:-1", "no step of a ramp"),
        ("0:1 51:2", "told apart up to 50"),
        ("0:0 3:0", "wins nothing"),
        ("  ", "has a step at least"),
    ],
)
def test_ramps_that_can_not_be_meant(text: str, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        read_ramp(text, FIFTY)


def test_a_ramp_holds_from_step_to_step() -> None:
    ramp = read_ramp("-1:0 1:2 4:9", FIFTY)
    assert [ramp.bet(count) for count in (-9, -1, 0, 1, Fraction(39, 10), 4, 25)] == [0, 0, 0, 2, 2, 9, 9]
    assert read_ramp(ramp.words, FIFTY) == ramp
    assert (ramp.spread, read_spread("0..9", FIFTY)) == (Spread(0, 9), Spread(0, 9))


@pytest.mark.parametrize("spread", [Spread(1, 4), Spread(0, 4), Spread(2, 3), Spread(3, 3)])
def test_the_best_ramp_is_the_best_of_all(spread: Spread) -> None:
    def worth(bets: tuple[int, ...]) -> float:
        square = sum(count.share * bet**2 for count, bet in zip(COUNTS, bets, strict=True))
        return (
            sum(c.share * bet * c.edge for c, bet in zip(COUNTS, bets, strict=True)) / sqrt(square) if square else 0.0
        )

    rising = combinations_with_replacement(range(spread.least, spread.most + 1), len(COUNTS))
    found = best_ramp(COUNTS, spread)
    assert found is not None
    assert worth(tuple(found.bet(count.count) for count in COUNTS)) == pytest.approx(max(map(worth, rising)), rel=1e-12)


def test_no_count_with_an_edge_has_no_best_ramp() -> None:
    assert best_ramp([evolve(count, edge=-0.001) for count in COUNTS], Spread(1, 10)) is None
    rare = [*(evolve(count, edge=-0.001) for count in COUNTS), CountAhead(9, 1e-6, 0.05)]
    assert best_ramp(rare, Spread(1, 10)) is None


def test_an_even_ramp_reaches_the_most_at_the_highest_count_that_is_not_rare() -> None:
    ramp = even_ramp([*COUNTS, CountAhead(5, 0.004, 0.05)], Spread(1, 10))
    assert [ramp.bet(count) for count in (-3, 0, 1, 2, 3, 5)] == [1, 1, 4, 7, 10, 10]


def ends(**times: int) -> tuple[int, ...]:
    places = {"win": WIN, "lose": LOSE, "push": PUSH, "natural": WIN_AS_DEALT}
    counts = [0] * len(game().outcomes)
    for name, number in times.items():
        counts[places[name]] = number
    return tuple(counts)


def test_what_a_ramp_wins_is_rounds_by_bet_by_edge() -> None:
    tables = game()
    counts = (
        AtCount(Fraction(-1), ends(win=40, lose=55, push=5)),
        AtCount(Fraction(0), ends(win=450, lose=440, push=100, natural=10)),
        AtCount(Fraction(3), ends(win=60, lose=30, natural=10)),
    )
    ramp = read_ramp("0:1 1:2 3:5", FIFTY)
    flat, found = gain(tables, 0, counts, FLAT), gain(tables, 0, counts, Bets(ramp))
    one_by_one = [gain(tables, 0, (at,), FLAT) for at in counts]
    assert flat.win == pytest.approx(sum(one.rounds * one.win for one in one_by_one) / 1200)
    bets = (1, 1, 5)
    assert found.win == pytest.approx(sum(one.rounds * bet * one.win for one, bet in zip(one_by_one, bets)) / 1200)
    assert found.bet == pytest.approx((1100 + 500) / 1200)
    results = [*[1] * 490, *[-1] * 495, *[0] * 105, *[1.5] * 10, *[5] * 60, *[-5] * 30, *[7.5] * 10]
    mean = sum(results) / 1200
    assert found.win == pytest.approx(mean)
    assert found.deviation == pytest.approx(sqrt(sum((result - mean) ** 2 for result in results) / 1200))
    assert found.edge_pct == pytest.approx(-100 * sum(results) / 1600)


def test_score_is_what_the_best_bettor_wins_in_dollars() -> None:
    """He who bets so that a $10,000 bank is lost with 13.5 % (e^-2) wins SCORE in 100 rounds."""
    found = gain(game(), 0, (AtCount(Fraction(0), ends(win=520, lose=480)),), FLAT)
    minimum = 10_000 * found.win / found.deviation**2  # Kelly's bet: the bank by edge over variance
    assert found.ruin(10_000 / minimum) == pytest.approx(exp(-2))
    assert found.score == pytest.approx(100 * found.win * minimum)
    assert found.n0 is not None
    assert found.n0 * found.win == pytest.approx(found.deviation * sqrt(found.n0))


def test_who_loses_has_neither_score_nor_hope() -> None:
    found = gain(game(), 0, (AtCount(Fraction(0), ends(win=480, lose=520)),), FLAT)
    assert (found.score, found.n0, found.ruin(1e9)) == (0.0, None, 1.0)


def test_what_is_paid_in_table_minimums_does_not_grow_with_the_bet() -> None:
    tables = game()
    outcomes = [evolve(outcome, fixed=(0,)) for outcome in tables.outcomes]
    outcomes[WIN] = evolve(outcomes[WIN], payoffs=(12,), fixed=(10,))  # even money and 5 table minimums, in halves
    tables = evolve(tables, outcomes=tuple(outcomes))
    found = gain(tables, 0, (AtCount(Fraction(2), ends(win=1, lose=1)),), Bets(Ramp((Step(0, 4),))))
    assert found.win == pytest.approx((4 + 5 - 4) / 2)


def test_a_wager_beside_is_taken_from_its_count_on() -> None:
    tables = game()
    width = len(tables.outcomes)
    side = Side("insurance", 0, Fraction(1, 2), (), (), (Fraction(-1), Fraction(2)))
    tables = evolve(tables, sides=(side,))
    lost = tuple(
        0 if place != width + WIN else 3 for place in range(3 * width)
    )  # the hand wins, the wager beside loses
    paid = tuple(0 if place != 2 * width + LOSE else 1 for place in range(3 * width))
    both = tuple(a + b for a, b in zip(lost, paid, strict=True))
    counts = (AtCount(Fraction(0), both), AtCount(Fraction(2), both))
    ramp = read_ramp("0:1 2:6", FIFTY)
    without, with_it = gain(tables, 0, counts, Bets(ramp)), gain(tables, 0, counts, Bets(ramp, (1,)))
    assert without.win == pytest.approx((3 - 1 + 6 * (3 - 1)) / 8)
    assert with_it.win == pytest.approx(without.win + 6 * (3 * -0.5 + 1) / 8)


def moves_at(count: float, gains: float, chance: random.Random, rounds: int = 4000) -> MovesAt:
    """Return rounds of even money in which a card gains so much over standing."""

    def played(mean: float) -> tuple[int, float, float]:
        won = sum(chance.random() < (1 + mean) / 2 for _ in range(rounds))
        return rounds, float(2 * won - rounds), float(rounds)

    return MovesAt(count, played(gains / 2), played(-gains / 2))


def test_a_crossing_is_found_within_its_error() -> None:
    chance = random.Random(27)
    for level, slope in ((0.06, -0.03), (-0.1, 0.04), (0.0, 0.05)):
        found = index_of([moves_at(count, level + slope * count, chance) for count in range(-6, 7)], (-6, 6))
        assert found is not None
        assert found.crossing is not None
        assert found.error is not None
        assert abs(found.crossing + level / slope) < 4 * found.error < 2
        assert found.above == ("hit" if slope > 0 else "stand")
        assert found.index is not None
        assert found.index - 1 < found.crossing <= found.index


def test_no_crossing_is_told_where_there_is_none() -> None:
    chance = random.Random(24)
    level = index_of([moves_at(count, 0.3, chance) for count in range(-3, 4)], (-3, 3))
    beyond = index_of([moves_at(count, 0.6 + 0.05 * count, chance) for count in range(-5, 6)], (-5, 5))
    assert level is not None
    assert beyond is not None
    assert level.crossing is level.index is beyond.crossing is None
    assert beyond.slope == pytest.approx(0.05, abs=0.01)
    assert index_of([moves_at(1, 0.1, chance)], (-3, 3)) is None
    assert index_of([moves_at(count, 0.1, chance, rounds=20) for count in (0, 1)], (0, 1)) is None
