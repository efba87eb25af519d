"""Poker by the book: five cards, a joker tried as every card that it may stand for -> how they rank."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from attrs import define, field

from f27lang import model
from f27lang.referee.cards import Card

_ACE = 14
_NUMBERS = {"Joker": 0, **{str(n): n for n in range(2, 11)}, "J": 11, "Q": 12, "K": 13, "A": _ACE}
_ALIKE = {
    "five_of_a_kind": (5,),
    "four_of_a_kind": (4,),
    "full_house": (3, 2),
    "three_of_a_kind": (3,),
    "two_pair": (2, 2),
    "pair": (2,),
    "high_card": (1,),
}


class Made(NamedTuple):
    """What five cards make; of two, the greater is the better hand, and equal ones tie."""

    worth: int  # how many categories rank below
    ties: tuple[int, ...]  # the numbers that break ties, most important first; an ace is 14
    category: str

    def __str__(self) -> str:
        return self.category.replace("_", " ")


@define(eq=False)
class Poker:
    """Ranks hands as a `poker` section says."""

    section: model.Poker
    order: tuple[str, ...] = field(init=False)
    ace_low: bool = field(init=False)
    joker: str = field(init=False)
    _known: dict[tuple[tuple[int, ...], bool], Made] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        lines = self.section.lines
        order = next(line for line in lines if isinstance(line, model.PokerOrder))
        self.order = tuple(name.text for name in order.categories)
        roles = {line.rank.text: line.roles for line in lines if isinstance(line, model.PokerRole)}
        self.ace_low = "low" in [role.text for role in roles.get("A", ())]
        self.joker = next((role.text for role in roles.get("Joker", ())), "")

    def best(self, cards: Sequence[Card]) -> Made | None:
        """Return what the best five of the cards make; fewer than five make nothing."""
        return max((self._five(five) for five in combinations(cards, 5)), default=None)

    def makes(self, cards: Sequence[Card], category: str, at_least: bool) -> bool:
        """Return whether the best five of the cards are of a category, or of it or a better one."""
        made = self.best(cards)
        if made is None:
            return False
        return made.category == category or (at_least and made.worth > self._worth(category))

    def _worth(self, category: str) -> int:
        return len(self.order) - 1 - self.order.index(category)

    def _five(self, cards: tuple[Card, ...]) -> Made:
        numbers = tuple(sorted(_NUMBERS[card.rank] for card in cards))
        suits = {card.suit for card in cards if card.rank != "Joker" or self.joker == "dead"}
        one_suit = len(suits) <= 1 and None not in suits
        if (numbers, one_suit) not in self._known:
            self._known[numbers, one_suit] = max(self._tries(numbers, one_suit))
        return self._known[numbers, one_suit]

    def _tries(self, numbers: tuple[int, ...], one_suit: bool) -> Iterator[Made]:
        """Yield the best that the hand makes with each choice of cards for its jokers.

        A joker takes the suit that the others share. As a bug it is an ace, or else in a straight or straight flush:
        in a flush no card is better than an ace.
        """
        others = tuple(number for number in numbers if number or self.joker == "dead")
        for stand_ins in combinations_with_replacement(range(2, _ACE + 1), len(numbers) - len(others)):
            aces = all(number == _ACE for number in stand_ins)
            falling = sorted((*others, *stand_ins), reverse=True)
            for category in self.order:
                free = self.joker != "bug" or aces or category in ("straight", "straight_flush")
                ties = self._ties(category, falling, one_suit) if free else ()
                if ties:
                    yield Made(self._worth(category), ties, category)
                    break

    def _ties(self, category: str, falling: list[int], one_suit: bool) -> tuple[int, ...]:
        """Return what breaks ties in a category; nothing where the cards don't belong to it."""
        match category:
            case "flush":
                return tuple(falling) if one_suit else ()
            case "straight":
                return self._straight(falling)
            case "straight_flush":
                return self._straight(falling) if one_suit else ()
            case _:
                return _alike(falling, _ALIKE[category])

    def _straight(self, falling: list[int]) -> tuple[int, ...]:
        top, lowest = falling[0], falling[-1]
        if lowest >= 2 and falling == list(range(top, top - 5, -1)):
            return (top,)
        return (5,) if self.ace_low and falling == [_ACE, 5, 4, 3, 2] else ()


def _alike(falling: list[int], sizes: tuple[int, ...]) -> tuple[int, ...]:
    """Return the numbers, those that stand most often first, where there are so many alike, and so many others."""
    counts = Counter(falling)
    left = Counter(counts)
    for size in sizes:
        number, most = left.most_common(1)[0]
        if most < size:
            return ()
        left[number] -= size
    return tuple(sorted(falling, key=lambda number: (counts[number], number), reverse=True))
