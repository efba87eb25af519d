"""Card counts: whole numbers for ranks, and how well their sum tells what a shoe is worth.

Effects of removal, cards per rank -> tags, betting correlations. A tag is what the running count gains when a card of
its rank is seen, so it has the sign of what that card's removal does for the player: a high count is good for him.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import fsum, isclose, sqrt

from attrs import frozen

Counts = Mapping[str, int]  # cards of each rank in the full shoe
_SAME = 1e-12  # correlations that differ by no more are the same

INVENTOR = {
    "A": -2, "2": -1, "3": -1, "4": -1, "5": 0, "6": 0, "7": 0,
    "8": 1, "9": 1, "10": 1, "J": 1, "Q": 1, "K": 1, "Joker": -2,
}  # fmt: skip


@frozen
class Tags:
    """A count: a whole number for each rank of a shoe, in its order."""

    ranks: tuple[str, ...]
    values: tuple[int, ...]

    def of(self, rank: str) -> int:
        """Return the tag of a rank."""
        return self.values[self.ranks.index(rank)]

    def total(self, counts: Counts) -> int:
        """Return the sum over all cards of a shoe; 0 where the count is balanced."""
        return sum(tag * counts[rank] for rank, tag in zip(self.ranks, self.values, strict=True))


def count_of(tags: Mapping[str, int], counts: Counts) -> Tags:
    """Return tags as a count of a shoe; ranks that it lacks are passed over, and ranks without a tag count 0."""
    return Tags(tuple(counts), tuple(tags.get(rank, 0) for rank in counts))


def correlation(tags: Sequence[float], effects: Sequence[float], weights: Sequence[int]) -> float:
    """Return the betting correlation of a count: that of tags and effects, each card of the shoe counting once.

    Both are taken from their means (Griffin, "The Theory of Blackjack", chapter 4); 0 where all tags are the same.
    """
    cards = sum(weights)
    mean_tag, mean_effect = (fsum(w * x for w, x in zip(weights, xs)) / cards for xs in (tags, effects))
    both = fsum(w * (t - mean_tag) * (e - mean_effect) for w, t, e in zip(weights, tags, effects))
    spread = fsum(w * (t - mean_tag) ** 2 for w, t in zip(weights, tags))
    whole = fsum(w * (e - mean_effect) ** 2 for w, e in zip(weights, effects))
    return both / sqrt(spread * whole) if spread > 0 and whole > 0 else 0.0


@frozen
class Best:
    """The best tags within a limit, and the best of those that are balanced; None where no balanced ones count."""

    limit: int
    free: Tags
    balanced: Tags | None


def best_tags(effects: Mapping[str, float], counts: Counts, limit: int) -> Best:
    """Return the tags from -limit to limit with the highest betting correlation; all of them are tried.

    `effects` are what a card's removal does for the player. With S and Q the sums of tags and of their squares over the
    shoe, and L that of tags times effects taken from their mean, the correlation grows with L over the root of
    Q - S*S/cards: so of all tags with the same S and Q only those with the highest L need be kept, rank after rank.
    Ranks of as many cards are put together first, which keeps the sums few.
    """
    ranks, weights = tuple(counts), tuple(counts.values())
    centred = _centred([effects[rank] for rank in ranks], weights)
    by_weight: defaultdict[int, list[int]] = defaultdict(list)
    for at, weight in enumerate(weights):
        by_weight[weight].append(at)
    found: _Sums = {(0, 0): (0.0, ())}
    for weight, places in by_weight.items():
        found = _together(found, _sums([centred[at] for at in places], limit), weight)
    order = [at for places in by_weight.values() for at in places]

    def tags(values: tuple[int, ...]) -> Tags:
        by_place = dict(zip(order, values, strict=True))
        return Tags(ranks, tuple(by_place[at] for at in range(len(ranks))))

    cards = sum(weights)
    every = [(s, q, gain, values) for (s, q), (gain, values) in found.items() if q * cards > s * s]
    free = _highest([(gain / sqrt(q - s * s / cards), s, values) for s, q, gain, values in every])
    balanced = _highest([(gain / sqrt(q), s, values) for s, q, gain, values in every if s == 0])
    return Best(limit, tags(free or (0,) * len(ranks)), tags(balanced) if balanced else None)


_Sums = dict[tuple[int, int], tuple[float, tuple[int, ...]]]  # by sum of tags and of squares: the most gain, its tags


def _centred(effects: Sequence[float], weights: Sequence[int]) -> list[float]:
    mean = fsum(w * e for w, e in zip(weights, effects)) / sum(weights)
    return [effect - mean for effect in effects]


def _sums(effects: Sequence[float], limit: int) -> _Sums:
    """Return the best tags of ranks of one card each, for every sum that they can have."""
    found: _Sums = {(0, 0): (0.0, ())}
    for effect in effects:
        longer: _Sums = {}
        for (s, q), (gain, values) in found.items():
            for tag in range(-limit, limit + 1):
                key, more = (s + tag, q + tag * tag), gain + tag * effect
                if key not in longer or longer[key][0] < more:
                    longer[key] = more, (*values, tag)
        found = longer
    return found


def _together(found: _Sums, more: _Sums, weight: int) -> _Sums:
    """Return the best tags of both, those of `more` being of ranks with so many cards."""
    joined: _Sums = {}
    for (s, q), (gain, values) in found.items():
        for (s2, q2), (gain2, values2) in more.items():
            key, both = (s + weight * s2, q + weight * q2), gain + weight * gain2
            if key not in joined or joined[key][0] < both:
                joined[key] = both, values + values2
    return joined


def _highest(found: Sequence[tuple[float, int, tuple[int, ...]]]) -> tuple[int, ...]:
    """Return the tags that gain most; of several the balanced, then the smallest ones."""
    if not found:
        return ()
    most = max(gain for gain, *_ in found)
    ties = [(s != 0, sum(map(abs, values)), values) for gain, s, values in found if isclose(gain, most, rel_tol=_SAME)]
    return min(ties)[2]


def scaled(effects: Mapping[str, float], counts: Counts) -> dict[str, float]:
    """Return the best linear count: the effects from their mean, scaled so that tags are 1 in the mean of squares."""
    ranks, weights = tuple(counts), tuple(counts.values())
    centred = _centred([effects[rank] for rank in ranks], weights)
    size = sqrt(fsum(w * e * e for w, e in zip(weights, centred)) / sum(weights))
    return {rank: effect / size if size else 0.0 for rank, effect in zip(ranks, centred, strict=True)}
