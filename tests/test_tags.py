"""Card counts: the best tags against all tags, correlations card by card, tags as people type them."""

from __future__ import annotations

from itertools import product
from math import isclose, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from f27lang.diagnostics import VariantError
from f27lang.report import blackjack
from f27lang.report.typed_tags import read_tags
from f27lang.solve.linear import linear_value, outlook, sd_after, spread_of
from f27lang.solve.tags import INVENTOR, best_tags, correlation, count_of, scaled

RANKS = ("A", "2", "3", "K", "Joker")
SHOE = ("A", *map(str, range(2, 11)), "J", "Q", "K", "Joker")
CLOSE = 1e-12

weights = st.lists(st.sampled_from((4, 8, 12, 96)), min_size=4, max_size=5)
effects = st.lists(st.integers(-9, 9), min_size=5, max_size=5)


def named(values: list[int], number: int) -> dict[str, int]:
    return dict(zip(RANKS[:number], values, strict=False))


@given(weights, effects, st.sampled_from((1, 2)))
@settings(max_examples=60, deadline=None)
def test_the_best_tags_of_all(cards: list[int], gains: list[int], limit: int) -> None:
    counts, told = named(cards, len(cards)), named(gains, len(cards))
    weights, values = tuple(counts.values()), tuple(told.values())
    every = list(product(range(-limit, limit + 1), repeat=len(cards)))
    found = best_tags(told, counts, limit)
    most = max(correlation(tags, values, weights) for tags in every)
    assert correlation(found.free.values, values, weights) == pytest.approx(most, abs=CLOSE)
    balanced = [tags for tags in every if any(tags) and sum(w * t for w, t in zip(weights, tags)) == 0]
    assert (found.balanced is None) == (not balanced)
    if found.balanced is not None:
        most = max(correlation(tags, values, weights) for tags in balanced)
        assert found.balanced.total(counts) == 0
        assert correlation(found.balanced.values, values, weights) == pytest.approx(most, abs=CLOSE)


@given(st.lists(st.integers(-50, 50), min_size=14, max_size=14, unique=True), st.sampled_from((1, 2, 3)))
@settings(max_examples=15, deadline=None)
def test_better_cards_have_no_lower_tags(gains: list[int], limit: int) -> None:
    counts = {rank: 12 if rank == "Joker" else 24 for rank in SHOE}
    found = best_tags(dict(zip(SHOE, gains, strict=True)), counts, limit)
    tags = [tag for _, tag in sorted(zip(gains, found.free.values, strict=True))]
    assert tags == sorted(tags)
    assert max(map(abs, tags)) == limit


@given(weights, effects, effects)
@settings(max_examples=40, deadline=None)
def test_each_card_counts_once(cards: list[int], tags: list[int], gains: list[int]) -> None:
    number = len(cards)
    one_by_one = [np.repeat(values[:number], cards).astype(float) for values in (tags, gains)]
    found = correlation(tags[:number], gains[:number], cards)
    if any(np.ptp(values) == 0 for values in one_by_one):
        assert found == 0
    else:
        assert found == pytest.approx(np.corrcoef(*one_by_one)[0, 1], abs=1e-10)


def test_effects_themselves_are_the_best_count() -> None:
    counts = {"A": 24, "5": 24, "K": 96, "Joker": 6}
    gains = {"A": -0.5, "5": 0.25, "K": 0.01, "Joker": 0.3}
    tags = scaled(gains, counts)
    assert correlation(tuple(tags.values()), tuple(gains.values()), tuple(counts.values())) == pytest.approx(1)
    assert sum(counts[rank] * tag for rank, tag in tags.items()) == pytest.approx(0, abs=CLOSE)
    assert sum(counts[rank] * tag * tag for rank, tag in tags.items()) == pytest.approx(150)
    assert scaled(dict.fromkeys(counts, 0.25), counts) == dict.fromkeys(counts, 0)


def test_where_nothing_matters_nothing_is_counted() -> None:
    found = best_tags({"A": 0.0, "K": 0.0}, {"A": 4, "K": 4}, 2)
    assert correlation(found.free.values, (0, 0), (4, 4)) == 0
    assert best_tags({"A": 1.0}, {"A": 4}, 3).free.values == (0,)


def test_the_inventors_tags() -> None:
    counts = {rank: 12 if rank == "Joker" else 24 for rank in SHOE}
    assert count_of(INVENTOR, counts).values == (-2, -1, -1, -1, 0, 0, 0, 1, 1, 1, 1, 1, 1, -2)
    assert count_of(INVENTOR, counts).total(counts) == 0
    assert count_of(INVENTOR, {"7": 8, "K": 8}).values == (0, 1)
    assert count_of({"K": 3}, {"7": 8, "K": 8}).of("K") == 3


# ---- what effects say of a shoe dealt down ----------------------------------------------------------------------


def test_linear_values_are_means_of_cards() -> None:
    """Three cards worth 3, 1 and -1: each one's removal moves the mean of the others by half its distance."""
    effects, counts = {"A": -1.0, "2": 0.0, "3": 1.0}, {"A": 1, "2": 1, "3": 1}
    assert linear_value(1.0, effects, counts, {"A": 1}) == pytest.approx(0)
    assert linear_value(1.0, effects, counts, {"A": 1, "2": 1}) == pytest.approx(-1)
    assert linear_value(1.0, effects, counts, {"2": 1, "3": 1}) == pytest.approx(3)
    spread = spread_of(effects, counts)
    assert sd_after(spread, 3, 1) == pytest.approx(sqrt(2 / 3))  # the means of two are 0, 1 and 2
    assert sd_after(spread, 3, 2) == pytest.approx(sqrt(8 / 3))
    assert sd_after(spread, 3, 0) == 0


def test_an_outlook_by_hand() -> None:
    """With a mean of 0 half of all shoes are good, and the mean of what is good is sd over root of 2 pi."""
    found = outlook(0.0, 0.001, 101, 0.5)
    assert found.share == 0.5
    assert found.sd == pytest.approx(0.001 * sqrt(100 * 50 / 51))
    assert found.share_of_all == pytest.approx(25 / 51)  # from a full shoe it is never more than 0
    assert found.gain < found.sd / sqrt(2 * np.pi)
    assert outlook(0.01, 0.0, 101, 0.5).gain == pytest.approx(0)  # who knows no more gains nothing
    assert outlook(-0.01, 0.0, 101, 0.5).share_of_all == 0


def test_blackjack_is_quoted_as_it_is_known() -> None:
    """Hi-Lo follows the six-deck effects nearly as well as published for one deck, and counting is worth something."""
    assert isclose(blackjack.hi_lo_correlation(), blackjack.PUBLISHED_CORRELATIONS["Hi-Lo"], abs_tol=0.01)
    found = blackjack.blackjack_outlook(0.75)
    assert 0.4 < found.share < 0.5
    assert sum(blackjack.COUNTS.values()) == 312


# ---- tags as typed ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("A -2, 2..4 -1, 5..7 0, 8..K 1, Joker -2", INVENTOR),
        (" a -2,2..4 -1 , 8..k +1,, joker \N{MINUS SIGN}2,", INVENTOR),
        ("1 11 -5", {"A": -5, "J": -5}),
        ("Joker 99", {"Joker": 99}),
    ],
)
def test_tags_are_read(text: str, tags: dict[str, int]) -> None:
    assert read_tags(text, SHOE) == {rank: tags.get(rank, 0) for rank in SHOE}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "nothing is counted"),
        ("A 0", "nothing is counted"),
        ("A", "`A` stands alone"),
        ("A -2, 3", "`3` stands alone"),
        ("A x", "`x` is no tag"),
        ("A 1.5", "`1.5` is no tag"),
        ("A --2", "`--2` is no tag"),
        ("A ٣", "`٣` is no tag"),
        ("A 100", "`100` is beyond what a tag may be"),
        ("A 9999999999999999999999", "`9999999999999999999999` is beyond what a tag may be"),
        ("Ace 1, B 2", "`B` is no rank"),
        ("2..3..4 2", "`2..3..4` is no rank"),
        ("..4 2", "`..4` is no rank"),
        ("K..2 1", "`K..2` goes down"),
        ("A 1, A..3 2", "A has two tags"),
    ],
)
def test_tags_that_are_none(text: str, said: str) -> None:
    with pytest.raises(VariantError, match="F0101") as wrong:
        read_tags(text, SHOE)
    (told,) = wrong.value.report.diagnostics
    assert told.message == said
    assert told.helps


def test_tags_of_cards_that_are_not_there() -> None:
    with pytest.raises(VariantError, match="the shoe holds no Joker"):
        read_tags("K 1, Joker 2", SHOE[:-1])
