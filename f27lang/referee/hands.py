"""Hands by the book: the cards of a hand -> its reading, the patterns that fit it, its rung, which of two is better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple, TypeVar

import attrs
from attrs import define, evolve, field, frozen

from f27lang import model
from f27lang.referee.cards import RANKS, Card, number, ranks_of
from f27lang.referee.poker import Made, Poker

_Merit = TypeVar("_Merit", Fraction, Made)


class Stuck(Exception):
    """Raised where the rules, or the cards given, don't say how a round goes on; a checked game has no such hand."""


class Reading(NamedTuple):
    """What a hand counts, and whether it is soft."""

    total: Fraction
    soft: bool

    def __str__(self) -> str:
        return f"{'soft' if self.soft else 'hard'} {self.total}"


@frozen
class Hand:
    """Cards in the order they came: the first `dealt` came by `deal`, those at the places `down` lie face down."""

    cards: tuple[Card, ...] = ()
    dealt: int = 0
    down: frozenset[int] = frozenset()

    def deal(self, card: Card, up: bool = True) -> Hand:
        """Return the hand with one more card that `deal` gave it."""
        down = self.down if up else self.down | {len(self.cards)}
        return Hand((*self.cards, card), self.dealt + 1, down)

    def take(self, card: Card) -> Hand:
        """Return the hand with one more card that it took."""
        return evolve(self, cards=(*self.cards, card))

    def turned_up(self) -> Hand:
        """Return the hand with every card face up."""
        return evolve(self, down=frozenset())

    @property
    def shown(self) -> Hand:
        """The face-up cards by themselves."""
        cards = tuple(card for place, card in enumerate(self.cards) if place not in self.down)
        return Hand(cards, self.dealt - len(self.down))

    @property
    def as_dealt(self) -> bool:
        """Whether the hand has taken no card."""
        return len(self.cards) == self.dealt

    @property
    def drew(self) -> str | None:
        """The rank of the last card taken, if any was."""
        return None if self.as_dealt else self.cards[-1].rank

    @property
    def ranks(self) -> tuple[str, ...]:
        """The ranks of the cards, in the order they came."""
        return tuple(card.rank for card in self.cards)

    def __str__(self) -> str:
        return " ".join(self.ranks)


NO_CARDS = Hand()


class Way(NamedTuple):
    """One way to value all the cards of a hand: its sum, the cards above their least value, a soft card among them."""

    total: Fraction
    high: int
    soft: bool


@define(eq=False)
class Reader:
    """Reads hands as a game's values, total, poker, hands and ranking say."""

    game: model.Game
    values: dict[str, tuple[Fraction, ...]] = field(init=False, factory=dict)
    makes: dict[str, Fraction] = field(init=False, factory=dict)
    names: dict[str, tuple[model.Pattern, ...]] = field(init=False, factory=dict)
    poker: Poker | None = field(init=False)
    _known: dict[tuple[str, ...], Reading] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        for line in self.game.values.lines if self.game.values else ():
            for rank in ranks_of(line.ranks):
                self._value(rank, line.worth)
        self.names = {hand.name.text: hand.patterns for hand in (self.game.hands.lines if self.game.hands else ())}
        self.poker = Poker(self.game.poker) if self.game.poker else None

    def _value(self, rank: str, worth: model.Worth) -> None:
        made = [number(way.total) for way in worth.ways if isinstance(way, model.Makes)]
        if made:
            self.makes[rank] = made[0]
        face = Fraction(RANKS.index(rank) + 1)
        ways = {
            way.value if isinstance(way, model.Amount) else face
            for way in worth.ways
            if not isinstance(way, model.Makes)
        }
        self.values[rank] = tuple(sorted(ways))

    @property
    def how(self) -> model.ReadHighest | model.ReadNearest | model.ReadLastDigit:
        """The `read` line's rule."""
        assert self.game.total is not None
        return next(line.how for line in self.game.total.lines if isinstance(line, model.Read))

    @property
    def limit(self) -> Fraction | None:
        """The number beyond which a hand is over, where there is one."""
        match self.how:
            case model.ReadHighest(limit=limit):
                return number(limit)
            case model.ReadNearest(target=target):
                return number(target)
            case _:
                return None

    def totals(self, ranks: Iterable[str]) -> tuple[Fraction, ...]:
        """Return every total that the cards can count, rising."""
        return tuple(sorted({way.total for way in self._ways(ranks)}))

    def _ways(self, ranks: Iterable[str]) -> set[Way]:
        soft = {}
        for line in self.game.total.lines if self.game.total else ():
            if isinstance(line, model.Soft):
                soft[line.rank.text] = line.counts.value
        ways = {Way(Fraction(0), 0, False)}
        for rank in ranks:
            values = self.values[rank]
            ways = {
                Way(way.total + value, way.high + (value > values[0]), way.soft or soft.get(rank) == value)
                for way in ways
                for value in values
            }
        return ways

    def reading(self, hand: Hand) -> Reading:
        """Return what the hand counts by the `read` and `soft` lines; a card that `makes` a total decides it alone."""
        key = tuple(sorted(hand.ranks))
        if key not in self._known:
            self._known[key] = self._read(key)
        return self._known[key]

    def _read(self, ranks: tuple[str, ...]) -> Reading:
        for rank in ranks:
            if rank in self.makes:
                return Reading(self.makes[rank], False)
        ways = self._ways(ranks)
        best = self._best({way.total for way in ways})
        if isinstance(self.how, model.ReadLastDigit):
            return Reading(best % 10, False)
        # of several ways to the same total the one with the fewest high values is the reading
        return Reading(best, min((way.high, way.soft) for way in ways if way.total == best)[1])

    def _best(self, totals: set[Fraction]) -> Fraction:
        match self.how:
            case model.ReadHighest(limit=limit):
                fitting = [total for total in totals if total <= number(limit)]
                return max(fitting) if fitting else min(totals)
            case model.ReadNearest(target=target):
                return min(totals, key=lambda total: (abs(total - number(target)), total))
            case _:
                return min(totals)

    def over(self, hand: Hand) -> bool:
        """Return whether the hand's reading is beyond the limit."""
        return self.limit is not None and self.reading(hand).total > self.limit

    def within(self, value: Fraction, range_: model.Range, other: Hand) -> bool:
        """Return whether a number lies in a range; `under dealer` and its like measure against the other hand."""
        match range_:
            case model.Between(low=low, high=high):
                return number(low) <= value <= number(high)
            case model.AtLeast(low=low):
                return value >= number(low)
            case model.UpTo(high=high):
                return value <= number(high)
            case model.Exactly(value=exactly):
                return value == number(exactly)
            case model.Over(value=bound):
                return value > number(bound)
            case model.Under(value=bound):
                return value < number(bound)
            case model.OverOther():
                return value > self.reading(other).total
            case model.UnderOther():
                return value < self.reading(other).total
            case model.AtLeastOther():
                return value >= self.reading(other).total
            case model.AtMostOther():
                return value <= self.reading(other).total

    def fits(self, pattern: model.Pattern, hand: Hand, other: Hand) -> bool:
        """Return whether the pattern's head and all its tails hold for the hand; `other` is the other side's hand."""
        second = any(isinstance(tail, model.DealtSecond) for tail in pattern.tails)
        head = _second(pattern.head, hand) if second else pattern.head is None or self._head(pattern.head, hand, other)
        return head and all(self._tail(tail, hand, other) for tail in pattern.tails)

    def fits_name(self, name: str, hand: Hand, other: Hand) -> bool:
        """Return whether one of the patterns that `hands` gives the name holds."""
        return any(self.fits(pattern, hand, other) for pattern in self.names[name])

    def _head(self, head: model.Head, hand: Hand, other: Hand) -> bool:
        match head:
            case model.CardsAre(cards=cards):
                return _are(cards, hand.ranks)
            case model.Named(name=name):
                return self.fits_name(name.text, hand, other)
            case model.TotalIs(measure=measure, range=range_):
                reading = self.reading(hand)
                kind = measure.text if isinstance(measure, model.Reading) else "total"
                return kind in ("total", str(reading).split()[0]) and self.within(reading.total, range_, other)
            case model.Alike(text="equal ranks"):
                return len(hand.cards) >= 2 and len(set(hand.ranks)) == 1
            case model.Alike():
                return len(hand.cards) >= 2 and len({self._worth(rank) for rank in hand.ranks}) == 1
            case model.Holding(rank=rank):
                return rank.text in hand.ranks
            case model.Started(cards=cards):
                first = hand.ranks[: min(len(cards), hand.dealt)]
                return _are(cards, first)

    def _worth(self, rank: str) -> tuple[Fraction | None, tuple[Fraction, ...]]:
        return (self.makes[rank], ()) if rank in self.makes else (None, self.values[rank])

    def _tail(self, tail: model.Tail, hand: Hand, other: Hand) -> bool:
        match tail:
            case model.WithCards(number=range_):
                return self.within(Fraction(len(hand.cards)), range_, other)
            case model.AsDealt():
                return hand.as_dealt
            case model.OneSuit():
                suits = {card.suit for card in hand.cards}
                return len(suits) == 1 and None not in suits
            case model.OfSuit(suit=suit):
                return all(card.suit == suit.text for card in hand.cards)
            case model.DealtSecond():
                return hand.as_dealt and len(hand.cards) == 2
            case model.Unless():  # no hand is split or doubled yet
                return True
            case model.Making(at_least=at_least, category=category):
                return self._poker.makes(hand.cards, category.text, at_least is not None)

    def looks_across(self, node: model.Node) -> bool:
        """Return whether a range anywhere in the node, or in a hand it names, measures against the other side."""
        if isinstance(node, model.OverOther | model.UnderOther | model.AtLeastOther | model.AtMostOther):
            return True
        if isinstance(node, model.Named):
            return any(self.looks_across(pattern) for pattern in self.names[node.name.text])
        return any(self.looks_across(part) for part in _parts(node))

    def rung(self, hand: Hand, other: Hand) -> int:
        """Return the place, 0 for the best, of the first rung whose name fits; one past the last where none does."""
        rungs = self._rungs
        fitting = (place for place, rung in enumerate(rungs) if self.fits_name(rung.name.text, hand, other))
        return next(fitting, len(rungs))

    @property
    def _rungs(self) -> tuple[model.Rung, ...]:
        return self.game.ranking.lines if self.game.ranking else ()

    def compare(self, one: Hand, two: Hand) -> int:
        """Return 1 where the first hand is better by the ranking, -1 where the second is, 0 for equal hands."""
        first, second = self.rung(one, two), self.rung(two, one)
        if first != second:
            return 1 if first < second else -1
        return next((better for _, better in self._by_orders(one, two) if better), 0)

    def showdown(self, one: Hand, two: Hand) -> model.Rung | None:
        """Return the rung on which two hands meet as poker hands; None where something else tells them apart."""
        if self.rung(one, two) != self.rung(two, one):
            return None
        for order, better in self._by_orders(one, two):
            if _is_poker(order):
                return self._rungs[self.rung(one, two)]
            if better:
                return None
        return None

    def made(self, hand: Hand) -> Made:
        """Return what the best five of the hand's cards make; raises Stuck where it has fewer."""
        made = self._poker.best(hand.cards)
        if made is None:
            raise Stuck(f"{hand} is no poker hand, which takes five cards")
        return made

    @property
    def _poker(self) -> Poker:
        assert self.poker is not None, "a game that looks at poker hands has a `poker` section"
        return self.poker

    def _by_orders(self, one: Hand, two: Hand) -> Iterator[tuple[model.OrderBy | model.NearestFirst, int]]:
        """Yield the orders of the rung that two hands share: 1, -1 or 0 as the first is better, worse or equal."""
        rung = self.rung(one, two)
        for order in self._rungs[rung].orders if rung < len(self._rungs) else ():
            if _is_poker(order):
                yield order, _sign(self.made(one), self.made(two))
            else:
                yield order, _sign(self._merit(order, one), self._merit(order, two))

    def _merit(self, order: model.OrderBy | model.NearestFirst, hand: Hand) -> Fraction:
        total = self.reading(hand).total
        match order:
            case model.NearestFirst(target=target):
                return -abs(total - number(target))
            case model.OrderBy(text="higher total first"):
                return total
            case model.OrderBy(text="lower total first"):
                return -total
            case model.OrderBy(text="fewer cards first"):
                return -Fraction(len(hand.cards))
            case _:
                raise NotImplementedError(order.text)


def _is_poker(order: model.OrderBy | model.NearestFirst) -> bool:
    return isinstance(order, model.OrderBy) and order.text == "better poker hand first"


def _sign(one: _Merit, two: _Merit) -> int:
    return (one > two) - (one < two)


def _parts(node: model.Node) -> Iterable[model.Node]:
    for name in attrs.fields_dict(type(node)):
        value = getattr(node, name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, model.Node):
                yield part


def _are(pattern: tuple[model.Card, ...], ranks: tuple[str, ...]) -> bool:
    wanted = Counter(card.text for card in pattern if card.text != "any")
    return len(pattern) == len(ranks) and wanted <= Counter(ranks)


def _second(head: model.Head | None, hand: Hand) -> bool:
    assert isinstance(head, model.CardsAre), head
    return len(hand.cards) == 2 and head.cards[0].text in ("any", hand.cards[1].rank)
