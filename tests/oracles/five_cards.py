"""Five cards ranked by trying everything: the words of the rules -> (category, ranks that decide).

Written from the rules in words alone; it imports nothing of the package. The rules, as used here:

The best category that the cards fill counts; a category that is left out does not exist. Inside a category the ranks
that stand most often decide, then the others; straights by their top card, flushes by their ranks. An ace is high,
and low in A 2 3 4 5. A wild joker is whatever card makes the best hand. A bug is an ace, or any card that completes a
straight, a flush or a straight flush. A dead joker is a card below the deuce; a hand with one is no straight and no
flush.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement

Hand = tuple[int, ...]  # 2 to 14 for a deuce to an ace, 1 for a dead joker
Rank = tuple[int, tuple[int, ...]]
JOKER = 0
NOTHING: Rank = (-100, ())
SUITED = ("flush", "straight_flush")
RUNS = ("straight", "straight_flush")


def alike(hand: Hand, *sizes: int) -> bool:
    """Return whether so many of the cards are of one rank, and so many of the others."""
    first, *others = sizes
    for picked in combinations(range(5), first):
        rest = tuple(rank for place, rank in enumerate(hand) if place not in picked)
        if len({hand[place] for place in picked}) == 1 and (not others or alike_in(rest, others[0])):
            return True
    return False


def alike_in(cards: Hand, size: int) -> bool:
    """Return whether so many of a few cards are of one rank."""
    return any(len(set(picked)) == 1 for picked in combinations(cards, size))


def top_of_run(hand: Hand, ace_low: bool) -> int | None:
    """Return the top card of a straight."""
    if ace_low and set(hand) == {14, 2, 3, 4, 5}:
        return 5
    return next((top for top in range(6, 15) if set(hand) == set(range(top - 4, top + 1))), None)


def fills(hand: Hand, category: str, one_suit: bool, ace_low: bool) -> bool:
    """Return whether five cards, none of them a joker that stands for another, fill a category."""
    if (category in SUITED and not one_suit) or (category in (*SUITED, *RUNS) and 1 in hand):
        return False
    if category in RUNS:
        return top_of_run(hand, ace_low) is not None
    sizes = {"five_of_a_kind": (5,), "four_of_a_kind": (4,), "full_house": (3, 2), "three_of_a_kind": (3,),
             "two_pair": (2, 2), "pair": (2,), "high_card": (1,), "flush": (1,)}  # fmt: skip
    return alike(hand, *sizes[category])


def deciding(hand: Hand, category: str, ace_low: bool) -> Hand:
    """Return the ranks that decide in a category, the first first."""
    if category in RUNS:
        top = top_of_run(hand, ace_low)
        assert top is not None
        return (top,)
    ranks = sorted(hand, reverse=True)
    return tuple(ranks) if category == "flush" else tuple(sorted(ranks, key=lambda rank: -hand.count(rank)))


@cache
def best(hand: Hand, one_suit: bool, order: tuple[str, ...], ace_low: bool, among: tuple[str, ...]) -> Rank:
    """Return the best category, of some, that five cards fill, none of them a joker that stands for another."""
    for place, category in enumerate(order):
        if category in among and fills(hand, category, one_suit, ace_low):
            return -place, deciding(hand, category, ace_low)
    return NOTHING


def rank_of(hand: Hand, one_suit: bool, order: tuple[str, ...], joker: str, ace_low: bool) -> Rank:
    """Return how a hand ranks, the bigger the better; `hand` ascending, jokers as JOKER."""
    jokers = hand.count(JOKER)
    roles = (1,) if joker == "dead" else range(2, 15)
    found = []
    for filling in combinations_with_replacement(roles, jokers):
        completes = joker == "bug" and any(rank != 14 for rank in filling)
        cards = tuple(sorted((*filling, *hand[jokers:])))
        found.append(best(cards, one_suit, order, ace_low, (*SUITED, *RUNS) if completes else order))
    return max(found)
