"""Shares of a change against all orders written out, and the rules that Shapley values follow."""

from __future__ import annotations

from itertools import permutations
from math import fsum
from random import Random

import pytest

from f27lang.compare.shares import Mixture, exact_shares, sampled_shares

CLOSE = 1e-12  # sums of some hundred numbers below 1


def worths(number: int, seed: int, missing: tuple[Mixture, ...] = ()) -> dict[Mixture, float | None]:
    random = Random(seed)
    found: dict[Mixture, float | None] = {}
    for bits in range(1 << number):
        mixture = frozenset(i for i in range(number) if bits >> i & 1)
        found[mixture] = None if mixture in missing else random.uniform(-1, 1)
    return found


def by_orders(number: int, worth: dict[Mixture, float | None]) -> list[float]:
    """Return the shares as the definition has them."""
    found: list[list[float]] = [[] for _ in range(number)]
    for order in permutations(range(number)):
        values = [worth[frozenset(order[:size])] for size in range(number + 1)]
        known = [value for value in values if value is not None]
        if len(known) == len(values):
            for rule, before, after in zip(order, known, known[1:]):
                found[rule].append(after - before)
    return [fsum(changes) / len(changes) for changes in found]


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_exact_shares_are_the_mean_over_all_orders_and_add_up(number: int) -> None:
    worth = worths(number, number)
    found = exact_shares(number, worth.__getitem__)
    assert found is not None
    shares = [each.share for each in found.shares]
    assert shares == pytest.approx(by_orders(number, worth), abs=CLOSE)
    last, first = worth[frozenset(range(number))], worth[frozenset()]
    assert last is not None and first is not None
    assert fsum(shares) == pytest.approx(last - first, abs=CLOSE)


def test_orders_through_what_is_no_game_are_left_out() -> None:
    worth = worths(4, 9, missing=(frozenset({1}), frozenset({0, 2}), frozenset({1, 2, 3})))
    found = exact_shares(4, worth.__getitem__)
    assert found is not None
    assert [each.share for each in found.shares] == pytest.approx(by_orders(4, worth), abs=CLOSE)
    assert [each.alone is None for each in found.shares] == [False, True, False, False]


def test_there_are_no_shares_where_no_order_is_one_of_games() -> None:
    worth = worths(2, 1, missing=(frozenset({0}), frozenset({1})))
    assert exact_shares(2, worth.__getitem__) is None
    assert sampled_shares(2, worth.__getitem__, 20) is None


def test_the_other_way_round_shares_have_the_opposite_sign() -> None:
    worth, every = worths(4, 5, missing=(frozenset({2, 3}),)), frozenset(range(4))
    there = exact_shares(4, worth.__getitem__)
    back = exact_shares(4, lambda mixture: worth[every - mixture])
    assert there is not None and back is not None
    assert [-each.share for each in back.shares] == pytest.approx([each.share for each in there.shares], abs=CLOSE)


def test_a_rule_that_changes_nothing_has_no_share_and_effects_that_only_add_up_do_not_interact() -> None:
    effects = (0.5, 0.0, -0.25)
    found = exact_shares(3, lambda mixture: fsum(effects[i] for i in mixture))
    assert found is not None
    assert [each.share for each in found.shares] == pytest.approx(effects, abs=CLOSE)
    assert [each.alone for each in found.shares] == pytest.approx(effects, abs=CLOSE)
    assert found.interactions == ()


def test_interactions_that_matter_are_named_the_largest_first() -> None:
    def worth(mixture: Mixture) -> float:
        pairs = {(0, 1): 0.3, (1, 2): -0.5, (0, 2): 0.001}
        return len(mixture) + fsum(more for pair, more in pairs.items() if mixture.issuperset(pair))

    found = exact_shares(3, worth)
    assert found is not None
    assert [(each.first, each.second) for each in found.interactions] == [(1, 2), (0, 1)]
    assert [each.more for each in found.interactions] == pytest.approx([-0.5, 0.3], abs=CLOSE)


def test_sampled_shares_add_up_and_their_errors_cover_the_exact_ones() -> None:
    worth = worths(6, 3)
    exact, sampled = exact_shares(6, worth.__getitem__), sampled_shares(6, worth.__getitem__, 200)
    assert exact is not None and sampled is not None and sampled.orders == 200
    total = fsum(each.share for each in exact.shares)
    assert fsum(each.share for each in sampled.shares) == pytest.approx(total, abs=CLOSE)
    assert all(s.error > 0 and abs(s.share - e.share) < 3.5 * s.error for s, e in zip(sampled.shares, exact.shares))


def test_the_same_orders_are_drawn_every_time_and_one_order_tells_no_error() -> None:
    worth = worths(6, 4)
    once, again = (sampled_shares(6, worth.__getitem__, 1) for _ in range(2))
    assert once is not None and once == again
    assert all(each.error == float("inf") for each in once.shares)
