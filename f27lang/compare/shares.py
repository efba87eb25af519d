"""What each of several rules has to do with a change: the values of mixtures of two games -> Shares.

Shapley values (L. S. Shapley, "A value for n-person games", 1953): a rule's share is what it changes when it joins the
others, in the mean over all orders in which they can join. Orders that pass through a mixture which is no game are left
out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, pairwise
from math import fsum, sqrt
from random import Random

from attrs import frozen

Mixture = frozenset[int]  # the places of the rules that are the new ones
Worth = Callable[[Mixture], float | None]  # None where a mixture is no game

EXACT_RULES = 5
NONE: Mixture = frozenset()
_MATTERS = 0.1  # of the largest effect alone
_SEED = 27


@frozen
class Share:
    """What one rule has to do with a change, in the unit of the values.

    `alone` is what it changes in the old game by itself, None where that is no game; `error` is the standard error of
    `share`, 0 where all orders count.
    """

    share: float
    alone: float | None
    error: float = 0.0


@frozen
class Interaction:
    """Two rules, by their places, that together change so much `more` than the sum of what each changes alone."""

    first: int
    second: int
    more: float


@frozen
class Shares:
    """The shares of all rules, which add up to the change, and the interactions that matter.

    `orders` were drawn, 0 where all count.
    """

    shares: tuple[Share, ...]
    interactions: tuple[Interaction, ...] = ()
    orders: int = 0


def exact_shares(number: int, worth: Worth) -> Shares | None:
    """Return the shares of `number` rules from the values of all their mixtures; None where no order is one of games.

    The orders through a mixture are counted, not walked: so many lead to it times so many lead on from it.
    """
    worth, every = cache(worth), frozenset(range(number))
    mixtures = [frozenset(each) for size in range(number + 1) for each in combinations(range(number), size)]
    games = [mixture for mixture in mixtures if worth(mixture) is not None]
    before = _orders(games, lambda mixture: (mixture - {i} for i in mixture))
    after = _orders(games[::-1], lambda mixture: (mixture | {i} for i in every - mixture))
    if not before.get(every) or NONE not in before:
        return None
    shares = []
    for i in range(number):
        steps = [(game, game | {i}) for game in games if i not in game and after.get(game | {i})]
        total = fsum(before[game] * after[to] * _change(worth, game, to) for game, to in steps)
        shares.append(Share(total / before[every], _alone(worth, i)))
    return Shares(tuple(shares), tuple(_interactions(number, worth)))


def sampled_shares(number: int, worth: Worth, orders: int) -> Shares | None:
    """Return shares from so many orders drawn at random, with standard errors; None where none of them is of games."""
    worth, random = cache(worth), Random(_SEED)
    drawn = [_along(random.sample(range(number), number), worth) for _ in range(orders)]
    found = [changes for changes in drawn if changes is not None]
    if not found:
        return None
    shares = [_mean(changes, _alone(worth, i)) for i, changes in enumerate(zip(*found, strict=True))]
    return Shares(tuple(shares), orders=len(found))


def _orders(games: Sequence[Mixture], beside: Callable[[Mixture], Iterable[Mixture]]) -> Mapping[Mixture, int]:
    """Return in how many orders each game can be come to from the first, those `beside` it being a step away."""
    found: dict[Mixture, int] = {}
    for game in games:
        found[game] = sum(found.get(other, 0) for other in beside(game)) if found else 1
    return found


def _change(worth: Worth, before: Mixture, after: Mixture) -> float:
    old, new = worth(before), worth(after)
    assert old is not None and new is not None
    return new - old


def _alone(worth: Worth, rule: int) -> float | None:
    return None if worth(frozenset({rule})) is None else _change(worth, NONE, frozenset({rule}))


def _interactions(number: int, worth: Worth) -> Iterator[Interaction]:
    """Yield the pairs whose effect together differs from the sum of both alone by what matters, largest first."""
    alone = [_alone(worth, i) for i in range(number)]
    least = _MATTERS * max((abs(each) for each in alone if each is not None), default=0.0)
    found = []
    for i, j in combinations(range(number), 2):
        one, other, both = alone[i], alone[j], frozenset({i, j})
        if one is not None and other is not None and worth(both) is not None:
            more = _change(worth, NONE, both) - one - other
            if abs(more) > max(least, 1e-9):
                found.append(Interaction(i, j, more))
    yield from sorted(found, key=lambda each: -abs(each.more))


def _along(order: Sequence[int], worth: Worth) -> list[float] | None:
    """Return what each rule changes when they join in this order; None where a mixture on the way is no game."""
    steps = [frozenset(order[:size]) for size in range(len(order) + 1)]
    if any(worth(step) is None for step in steps):
        return None
    changes = [_change(worth, *pair) for pair in pairwise(steps)]
    return [changes[order.index(rule)] for rule in range(len(order))]


def _mean(changes: Sequence[float], alone: float | None) -> Share:
    mean = fsum(changes) / len(changes)
    if len(changes) < 2:
        return Share(mean, alone, float("inf"))
    variance = fsum((change - mean) ** 2 for change in changes) / (len(changes) - 1)
    return Share(mean, alone, sqrt(variance / len(changes)))
