"""The feature machines that a game's rules look with, side by side: Game → Eyes, which read hands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import ceil, lcm
from typing import Any

from attrs import evolve

from f27lang import model
from f27lang.lower.classes import Card, number
from f27lang.lower.features import Feature
from f27lang.lower.features.card_count import CardCount
from f27lang.lower.features.making import Made
from f27lang.lower.features.points import Points, Reading
from f27lang.lower.patterns import Clause, Look, Part, bounds_of, clauses, parts_within
from f27lang.lower.peek import looks_when
from f27lang.lower.poker_order import poker_of

POKER_CARDS = 5  # hands of any other number have no poker rank
Sight = tuple[Any, ...]  # what each feature makes of a hand, in the order of `Eyes.features`


class Eyes:
    """All that the rules of a game can see of a hand.

    `extra` are further nodes (patterns, advice) whose features are needed.
    """

    def __init__(self, game: model.Game, cards: Sequence[Card], extra: Iterable[model.Node] = ()) -> None:
        self.names = {hand.name.text: hand for hand in game.hands.lines} if game.hands else {}
        self.points = _points(game, cards)
        rules = (game.player, game.dealer, game.ranking, game.settle, game.wagers, game.bonuses, tuple(extra))
        offers = tuple(step for step in (game.play.lines if game.play else ()) if _is_offer(step))
        looks = [part.feature for part in parts_within((*rules, offers), self.names) if isinstance(part, Look)]
        looks += [look.feature for look in looks_when(game)]
        orders = {node.text for node in model.walk(game.ranking) if isinstance(node, model.OrderBy)}
        looks += [CardCount(_most_cards(game, cards))] if "fewer cards first" in orders else []
        looks += [CardCount(POKER_CARDS + 1)] if "better poker hand first" in orders else []
        poker = poker_of(game.poker, cards) if game.poker else None
        bound = [evolve(look, poker=poker) if isinstance(look, Made) else look for look in _joined(looks)]
        self.features: tuple[Feature, ...] = (self.points, *bound)
        self._slots = {_slot(feature): index for index, feature in enumerate(self.features)}
        self._readings: dict[Any, Reading] = {}

    @property
    def start(self) -> Sight:
        """An empty hand."""
        return tuple(feature.start for feature in self.features)

    def slot(self, look: Look) -> int:
        """Return which feature answers a question."""
        return self._slots[_slot(look.feature)]

    @property
    def count_slot(self) -> int:
        """Which feature counts cards; only where some rule asks."""
        return self._slots[CardCount]

    def reading(self, sight: Sight) -> Reading:
        """Return how a hand is read."""
        totals = sight[0]
        if totals not in self._readings:
            self._readings[totals] = self.points.reading(totals)
        return self._readings[totals]

    def clauses(self, pattern: model.Pattern) -> tuple[Clause, ...]:
        """Return the clauses of a pattern, of which one must hold."""
        return clauses(pattern, self.names)

    def answer(self, part: Part, sight: Sight, unknown: bool) -> bool:
        """Return whether a part holds; one that looks at the other side counts as `unknown` says, if it can hold."""
        if isinstance(part, Look):
            return part.test(sight[self.slot(part)])
        reading = self.reading(sight)
        if part.other is None:
            return part.holds(reading, None)
        return unknown and part.measure in ("total", "soft" if reading.soft else "hard")

    def fits(self, found: Iterable[Clause], sight: Sight, unknown: bool) -> bool:
        """Return whether one of some clauses holds."""
        return any(all(self.answer(part, sight, unknown) for part in clause) for clause in found)


def _is_offer(step: model.Node) -> bool:
    return isinstance(step, model.Step) and isinstance(step.phase, model.Offer)


def _slot(feature: Feature) -> object:
    return CardCount if isinstance(feature, CardCount) else feature


def _joined(features: Iterable[Feature]) -> list[Feature]:
    """Keep each feature once, and one count of cards that reaches as far as any."""
    each = dict.fromkeys(features)
    counts = [feature.cap for feature in each if isinstance(feature, CardCount)]
    others = [feature for feature in each if not isinstance(feature, CardCount)]
    return [*others, CardCount(max(counts))] if counts else others


def card_limit(turns: Iterable[model.PlayerTurn | model.DealerTurn]) -> int | None:
    """Return the least limit of cards that holds whatever the other side shows."""
    numbers = [
        int(number(line.number))
        for turn in turns
        if turn.when is None
        for line in turn.lines
        if isinstance(line, model.Limit) and line.what is None
    ]
    return min(numbers, default=None)


def deals(game: model.Game) -> tuple[model.Deal, ...]:
    """Return the deals of a banked game in order."""
    assert game.play
    steps = [step.phase for step in game.play.lines if isinstance(step, model.Step)]
    return tuple(phase for phase in steps if isinstance(phase, model.Deal))


def _dealt_at_most(game: model.Game) -> int:
    return sum(deal.number.value for deal in deals(game))


def _most_cards(game: model.Game, cards: Sequence[Card]) -> int:
    """Return as many cards as a hand can hold: up to a limit, else all that are worth nothing and others to the top."""
    limits = [card_limit(game.player), card_limit(game.dealer)]
    if None not in limits:
        return max(_dealt_at_most(game), *(limit for limit in limits if limit is not None))
    worth = [min(value for value in card.values if value) for card in cards if any(card.values)]
    blanks = sum(card.count for card in cards if not all(card.values))
    return blanks + int(_top(game) / min(worth, default=Fraction(1))) + 2


def _top(game: model.Game) -> Fraction:
    """Return the largest number of points that the game names."""
    turns, results = (game.player, game.dealer, game.strategies), (game.settle, game.wagers, game.bonuses)
    rules = (game.total, game.hands, game.ranking, *turns, *results)
    return max((bound for node in model.walk(rules) for bound in _points_named(node)), default=Fraction(0))


def _points_named(node: model.Node) -> tuple[Fraction, ...]:
    match node:
        case model.TotalIs(range=bounds):
            return bounds_of(bounds)
        case model.ReadHighest(limit=target) | model.ReadNearest(target=target) | model.NearestFirst(target=target):
            return (number(target),)
    return ()


def _points(game: model.Game, cards: Sequence[Card]) -> Points:
    assert game.total
    read = next(line.how for line in game.total.lines if isinstance(line, model.Read))
    softs = {(line.rank.text, line.counts.value) for line in game.total.lines if isinstance(line, model.Soft)}
    worths = [value for card in cards for value in (*card.values, card.makes) if value is not None]
    named = _points_named(read.how if isinstance(read, model.Read) else read)
    target = named[0] if named else Fraction(0)
    scale = lcm(*(value.denominator for value in (*worths, target, *(value for _, value in softs))))
    how = {model.ReadHighest: "highest", model.ReadNearest: "nearest", model.ReadLastDigit: "last digit"}[type(read)]
    return Points(
        scale, how, int(target * scale),
        frozenset((rank, int(value * scale)) for rank, value in softs),
        ceil(_ceiling(game, max(worths)) * scale),
    )  # fmt: skip


def _ceiling(game: model.Game, most: Fraction) -> Fraction:
    """Return what no hand that the rules let grow exceeds."""
    limits = [limit for limit in (card_limit(game.player), card_limit(game.dealer)) if limit is not None]
    return max(_top(game) + most, most * max([_dealt_at_most(game), *limits]))
