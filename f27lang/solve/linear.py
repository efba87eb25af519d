"""What effects of removal say of a shoe that is dealt down, were they to add up.

Effects, cards per rank, the value of the full shoe -> Outlook

A shoe's value is estimated as the mean of its cards' values, each card's being what its removal takes away (Griffin,
"The Theory of Blackjack", chapter 3). For a play that is kept this is right in the mean.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import floor, fsum, sqrt
from statistics import NormalDist

from attrs import frozen

from f27lang.solve.tags import Counts

_NORMAL = NormalDist()


def spread_of(effects: Mapping[str, float], counts: Counts) -> float:
    """Return the standard deviation of the effect of a card drawn from the full shoe."""
    cards = sum(counts.values())
    mean = fsum(counts[rank] * effects[rank] for rank in counts) / cards
    return sqrt(fsum(counts[rank] * (effects[rank] - mean) ** 2 for rank in counts) / cards)


def slope(tags: Sequence[int], effects: Sequence[float], weights: Sequence[int]) -> float:
    """Return how the effects of removal rise with the tags, a tag of 1, each card of the shoe counting once.

    Times the running count taken from its mean, and times (N - 1) / n for n of N cards left, it is the best guess of
    what a shoe is worth beyond the full one by who knows nothing but the count.
    """
    cards = sum(weights)
    mean = fsum(w * t for w, t in zip(weights, tags)) / cards
    middle = fsum(w * e for w, e in zip(weights, effects)) / cards
    both = fsum(w * (t - mean) * (e - middle) for w, t, e in zip(weights, tags, effects))
    spread = fsum(w * (t - mean) ** 2 for w, t in zip(weights, tags))
    return both / spread if spread else 0.0


def sd_after(spread: float, cards: int, gone: int) -> float:
    """Return the standard deviation of the value, estimated so, once `gone` cards of a shoe lie outside it.

    It is that of the mean of n cards drawn from N without putting back, times N - 1 since an effect is the difference
    that one card makes to the mean of N - 1: spread * root((N - 1) (N - n) / n).
    """
    left = cards - gone
    return spread * sqrt((cards - 1) * gone / left) if gone else 0.0


def linear_value(full: float, effects: Mapping[str, float], counts: Counts, gone: Mapping[str, int]) -> float:
    """Return the value, estimated so, of a shoe from which cards are gone, by rank."""
    cards, away = sum(counts.values()), sum(gone.values())
    drift = fsum(number * effects[rank] for rank, number in gone.items())
    return full + drift * (cards - 1) / (cards - away)


@frozen
class Outlook:
    """What a player gets to see who knows the value of each shoe, by the normal approximation.

    `sd` is that of his expectation at `penetration`, per wager of 1, and `share` how often it is above 0 there. Over
    all hands from a full shoe to that depth `share_of_all` is how often it is, and `gain` what he wins a hand who bets
    1 then and otherwise nothing, more than one who knows nothing and bets always or never, whichever is better.
    """

    penetration: float
    sd: float
    share: float
    share_of_all: float
    gain: float


def outlook(value: float, spread: float, cards: int, penetration: float) -> Outlook:
    """Return the outlook for a game worth `value` to the player, whose effects of removal have this spread.

    With the spread times the correlation of a count it is that of a player who knows the count.
    """
    deepest = floor(penetration * cards)
    hands = [_normal(value, sd_after(spread, cards, gone)) for gone in range(deepest + 1)]
    shares, gains = zip(*hands, strict=True)
    number = len(hands)
    return Outlook(
        penetration,
        sd_after(spread, cards, deepest),
        shares[-1],
        fsum(shares) / number,
        fsum(gains) / number - max(value, 0.0),
    )


def _normal(mean: float, sd: float) -> tuple[float, float]:
    """Return how often a normal variable is above 0, and its mean with all below 0 taken for 0."""
    if sd == 0:
        return float(mean > 0), max(mean, 0.0)
    share = _NORMAL.cdf(mean / sd)
    return share, mean * share + sd * _NORMAL.pdf(mean / sd)
