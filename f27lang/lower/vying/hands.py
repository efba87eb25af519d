"""All hands of a vying game, as far as its rules and some strategies can tell them apart: Game → VyingHands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import inf, prod
from typing import Any

from attrs import frozen

from f27lang import model
from f27lang.lower.classes import Card, cards_of, group
from f27lang.lower.features import Feature
from f27lang.lower.features.card_count import CardCount
from f27lang.lower.hands import TooManyStates
from f27lang.lower.patterns import Look, has_cards
from f27lang.lower.vying.advice import Condition
from f27lang.lower.vying.measures import Measure, Question, Totals, clauses
from f27lang.lower.vying.table import Table

Held = tuple[int, ...]  # how many cards of each kind with several values


@frozen(cache_hash=True)
class Hand:
    """A hand: how many cards it is still to be dealt, its lowest total, its cards with several values, its features."""

    left: int
    low: int
    held: Held
    sight: tuple[Any, ...]


class VyingHands:
    """Hands that get the cards of the deal, then take cards while `takes` says so; not minimised.

    States are numbers from 0, the empty hand; `rows[s]` are the states after one card of each group, None where no
    card is taken. `asked` are conditions whose features are needed. Raises TooManyStates.
    """

    def __init__(self, game: model.Game, asked: Iterable[Condition] = (), *, bound: int) -> None:
        self.game = game
        self.cards = cards_of(game)
        self.table = Table(game)
        self.names = {hand.name.text: hand for hand in game.hands.lines} if game.hands else {}
        self.measure = Measure(game, self.cards)
        self.features = self._features(condition.pattern for condition in asked if condition.pattern)
        self._slots = {_slot(feature): place for place, feature in enumerate(self.features)}
        self.groups = group(self.cards, map(self._seen, self.cards))
        self._bound = bound
        self._beyond: dict[Held, Totals] = {}
        self.states: list[Hand] = []
        self.rows: list[tuple[int, ...] | None] = []
        self.came: list[tuple[int, ...]] = []  # the groups of a shortest hand

    def explore(self, takes: Callable[[Hand, int], bool] | None = None) -> None:
        """Number every hand that can come about, shortest first.

        `takes` tells which hands, once dealt, may grow, by the hand and how many cards at least it has taken.
        """
        numbers: dict[Hand, int] = {}
        start = Hand(self.table.dealt, 0, (0,) * len(self._several), tuple(f.start for f in self.features))
        self._add(start, (), numbers)
        for number, hand in enumerate(self.states):  # grows while it is walked
            cards = len(self.came[number])
            may_grow = takes is None or hand.left > 0 or takes(hand, cards - self.table.dealt)
            if hand.left or (cards < self.table.most_cards and may_grow):
                after = []
                for place in range(len(self.groups)):
                    after.append(self._add(self.after(hand, place), (*self.came[number], place), numbers))
                self.rows[number] = tuple(after)

    def at_most(self) -> int | float:
        """Return a number of hands that can't be exceeded, without listing them; infinite where features tell."""
        if any(not isinstance(feature, CardCount) for feature in self.features):
            return inf
        counted = self.table.most_cards + 1 if self.features else 1
        return (self._highest + 1 + self.table.dealt) * counted * prod(count + 1 for count in self._counts)

    def after(self, hand: Hand, place: int) -> Hand:
        """Return a hand after one more card of a group; one that the shoe has no more of changes nothing."""
        low, several, seen = self._effects[place]
        if hand.low + low > self._highest:
            return hand
        held = hand.held
        if several is not None:
            if held[several] == self._counts[several]:
                return hand
            held = (*held[:several], held[several] + 1, *held[several + 1 :])
        dealt = hand.left > 0
        sight = tuple(
            feature.step(was, sees, dealt) for feature, was, sees in zip(self.features, hand.sight, seen, strict=True)
        )
        return Hand(max(hand.left - 1, 0), hand.low + low, held, sight)

    def totals(self, hand: Hand) -> Totals:
        """Return all totals that a hand may count, lowest first."""
        return tuple(hand.low + more for more in self._more(hand.held))

    def test(self, condition: Condition) -> Callable[[Hand], bool]:
        """Return what tells whether a condition holds for a hand."""
        found = clauses(condition.pattern, self.names) if condition.pattern else ((),)

        def holds(hand: Hand) -> bool:
            if condition.helps and not self.helped(hand):
                return False
            if condition.nearest is not None and self.measure.nearest_share(self.totals(hand)) != condition.nearest:
                return False
            return any(all(self._holds(part, hand) for part in clause) for clause in found)

        return holds

    def helped(self, hand: Hand) -> bool:
        """Return whether some rank of the deck would make the least distance strictly smaller."""
        return self.measure.helped(self.totals(hand))

    def count(self, hand: Hand) -> int:
        """Return how many cards a hand has; only where some rule asks."""
        number: int = hand.sight[self._slots[CardCount]]
        return number

    @cached_property
    def _several(self) -> tuple[tuple[Fraction, ...], ...]:
        """The values of each kind of card that has several."""
        return tuple(sorted({card.values for card in self.cards if len(card.values) > 1}))

    @cached_property
    def _counts(self) -> tuple[int, ...]:
        return tuple(sum(card.count for card in self.cards if card.values == values) for values in self._several)

    def _more(self, held: Held) -> Totals:
        """Return what cards with several values can count beyond their lowest, all together."""
        if held not in self._beyond:
            sums = {0}
            for values, number in zip(self._several, held, strict=True):
                highs = [int((value - values[0]) * self.measure.scale) for value in values]
                for _ in range(number):
                    sums = {some + high for some, high in product(sums, highs)}
            self._beyond[held] = tuple(sorted(sums))
        return self._beyond[held]

    @cached_property
    def _highest(self) -> int:
        """The highest of all lowest totals of hands that the shoe can deal."""
        lows = sorted((card.values[0] for card in self.cards for _ in range(card.count)), reverse=True)
        return int(sum(lows[: self.table.most_cards]) * self.measure.scale)

    @cached_property
    def _effects(self) -> tuple[tuple[int, int | None, tuple[Any, ...]], ...]:
        """What a card of each group adds to the lowest total, which count of several values, what features see."""
        cards = [group[0] for group in self.groups]
        places = {values: place for place, values in enumerate(self._several)}
        return tuple(
            (
                int(card.values[0] * self.measure.scale),
                places.get(card.values),
                tuple(feature.sight(card) for feature in self.features),
            )
            for card in cards
        )

    def _holds(self, part: Look | Question, hand: Hand) -> bool:
        if isinstance(part, Look):
            return part.test(hand.sight[self._slots[_slot(part.feature)]])
        return self.measure.holds(part, self.totals(hand))

    def _features(self, patterns: Iterable[model.Pattern]) -> tuple[Feature, ...]:
        parts = [part for pattern in patterns for clause in clauses(pattern, self.names) for part in clause]
        looks = [part.feature for part in parts if isinstance(part, Look)]
        if any(tie.text == "fewer cards" for tie in model.walk(self.game.shares) if isinstance(tie, model.Tie)):
            looks.append(has_cards(self.table.most_cards).feature)
        each = dict.fromkeys(looks)
        caps = [feature.cap for feature in each if isinstance(feature, CardCount)]
        others = [feature for feature in each if not isinstance(feature, CardCount)]
        return (*others, *((CardCount(max(caps)),) if caps else ()))

    def _seen(self, card: Card) -> tuple[Any, ...]:
        return (card.values, *(feature.sight(card) for feature in self.features))

    def _add(self, hand: Hand, came: tuple[int, ...], numbers: dict[Hand, int]) -> int:
        number = numbers.get(hand)
        if number is None:
            number = len(self.states)
            if number >= self._bound:
                raise TooManyStates(self._bound)
            numbers[hand] = number
            self.states.append(hand)
            self.rows.append(None)
            self.came.append(came)
        return number


def _slot(feature: Feature) -> object:
    return CardCount if isinstance(feature, CardCount) else feature
