"""How five cards rank: Poker, five ranks, whether they can be of one suit -> one integer, the bigger the better.

The table-driven engines share this page; the referee ranks hands by its own reading of the rules. A hand belongs to
the best category of the order whose cards it holds, so four of a kind is three of a kind where the order lacks the
former. Ranks are places in RANKS.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb

from f27lang.rulebook import Poker

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "Joker")
JOKER, KING, ACE, ACE_HIGH = 13, 12, 0, 13  # places in RANKS; an ace counts above the king
HANDS = comb(len(RANKS) + 4, 5)  # 8,568 multisets of five ranks
UNITS = (15**4, 15**3, 15**2, 15, 1)  # of the five values that decide, in turn
CATEGORY = 15**5  # keys of one category lie in a stretch of so many
SUITED = ("straight_flush", "flush")
ALIKE = {  # so many cards of one rank, and so many of the others alike
    "five_of_a_kind": (5, 0),
    "four_of_a_kind": (4, 0),
    "full_house": (3, 2),
    "three_of_a_kind": (3, 0),
    "two_pair": (2, 2),
    "pair": (2, 0),
    "high_card": (1, 0),
}
CATEGORIES = (*ALIKE, *SUITED, "straight")

Values = tuple[int, ...]  # what cards count: 2 to KING + 1 by rank, an ace one more, a dead joker 0


def index(ranks: Sequence[int]) -> int:
    """Return the number of an ascending multiset of five ranks, 0 to HANDS - 1: its place in colexicographic order."""
    return sum(comb(rank + place, place + 1) for place, rank in enumerate(ranks))


@lru_cache(maxsize=16)
def keys(poker: Poker) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the keys by `index` of hands of several suits, and of hands that can be of one suit."""
    plain, suited = [0] * HANDS, [0] * HANDS
    for ranks in combinations_with_replacement(range(len(RANKS)), 5):
        place = index(ranks)
        plain[place] = _plain(poker, ranks)
        suited[place] = max(plain[place], _suited(poker, ranks))
    return tuple(plain), tuple(suited)


def key(poker: Poker, ranks: Iterable[int], one_suit: bool) -> int:
    """Return how a hand ranks: the bigger the better, equal hands tie; below 2**32.

    `one_suit` says that all cards which have a suit share it, and that none but jokers is without.
    """
    cards = tuple(ranks)
    return max(_plain(poker, cards), _suited(poker, cards)) if one_suit else _plain(poker, cards)


def category(poker: Poker, key: int) -> str:
    """Return the category of a hand with this key."""
    return poker.order[-1 - key // CATEGORY]


def looks_at_suits(poker: Poker) -> bool:
    """Return whether cards of one suit can rank higher than the same ranks in several."""
    return any(name in poker.order for name in SUITED)


def _plain(poker: Poker, ranks: Sequence[int]) -> int:
    """Return the key of a hand of several suits."""
    values, jokers = _values(ranks)
    alike = max(_alike(poker, (*values, *more)) for more in _fillings(poker, values, jokers))
    return max(alike, _key(poker, "straight", _straight(poker, values, jokers)))


def _suited(poker: Poker, ranks: Sequence[int]) -> int:
    """Return the key of a hand of one suit as a flush or a straight flush; -1 where it is neither."""
    values, jokers = _values(ranks)
    if jokers and poker.joker == "dead":
        return -1
    five = sorted((*values, *[ACE_HIGH + 1] * jokers), reverse=True)
    return max(_key(poker, "flush", five), _key(poker, "straight_flush", _straight(poker, values, jokers)))


def _values(ranks: Sequence[int]) -> tuple[Values, int]:
    """Return what the cards other than jokers count, and the number of jokers."""
    values = tuple((ACE_HIGH if rank == ACE else rank) + 1 for rank in ranks if rank != JOKER)
    return values, len(ranks) - len(values)


def _key(poker: Poker, name: str, values: Iterable[int]) -> int:
    """Return the key of a hand in a category, where values decide in turn; -1 without values or such a category."""
    five = (*values, 0, 0, 0, 0)[:5]
    if name not in poker.order or len(five) < 5:
        return -1
    below = len(poker.order) - 1 - poker.order.index(name)
    return below * CATEGORY + sum(value * unit for value, unit in zip(five, UNITS))


def _fillings(poker: Poker, values: Values, jokers: int) -> Iterator[Values]:
    """Yield what jokers can count where neither suits nor straights matter."""
    if poker.joker == "wild":
        return combinations_with_replacement(sorted({*values, ACE_HIGH + 1}), jokers)
    return iter([(0 if poker.joker == "dead" else ACE_HIGH + 1,) * jokers])


def _alike(poker: Poker, values: Values) -> int:
    """Return the key of five values by how many are alike: those of most cards first, then the highest."""
    counts = Counter(values)
    five = sorted(values, key=lambda value: (counts[value], value), reverse=True)
    return _key(poker, _best_alike(poker, tuple(sorted(counts.values()))), five)


@lru_cache(maxsize=256)
def _best_alike(poker: Poker, counts: tuple[int, ...]) -> str:
    return next(name for name in poker.order if name in ALIKE and _holds(counts, *ALIKE[name]))


def _holds(counts: tuple[int, ...], first: int, second: int) -> bool:
    """Return whether cards, so many of each rank in ascending order, have these many alike."""
    return counts[-1] >= first and (counts[-1] >= first + second or second <= max((0, *counts[:-1])))


def _straight(poker: Poker, values: Values, jokers: int) -> Values:
    """Return the highest value of the best straight that jokers make of these cards; nothing where they can't."""
    if len(set(values)) < len(values) or (jokers and poker.joker == "dead"):
        return ()
    low = {1 if value == ACE_HIGH + 1 else value for value in values}
    tops = (top for top in range(ACE_HIGH + 1, 5, -1) if {*range(top - 4, top + 1)}.issuperset(values))
    wheel = 5 if poker.ace_low and {*range(1, 6)} >= low else None
    best = next(tops, wheel)
    return () if best is None else (best,)
