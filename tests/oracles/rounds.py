"""All rounds of a tiny shoe, card by card: tables, a way to play -> how each round ends, and how often.

Of the package it uses the tables alone. Cards are told apart by suit, what lies face down is tried out, and weights are
numbers of orders; a player who has the choice weighs all that fits what he sees. Of equal moves he stands.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from math import gcd, perm
from typing import Any

from attrs import define, evolve, field, frozen

from f27lang.rulebook import Policy, Rulebook
from tests.oracles.five_cards import JOKER, Rank, rank_of

HIT, STAND = 1, 2
TIE = 1e-12
NUMBERS = {str(n): n for n in range(2, 11)} | {"J": 11, "Q": 12, "K": 13, "A": 14, "Joker": JOKER}
Cards = tuple[int, ...]  # by their place among the kinds of cards


@frozen
class Kind:
    """Cards alike in class, rank and suit."""

    card_class: int
    rank: str
    suit: str | None


@frozen
class World:
    """What lies on the table: the player's cards in any order, those of the dealer's as they were dealt."""

    own: Cards
    p: int
    dealer: Cards


@frozen
class End:
    """A round that is over; `outcome` is behind the outcomes where a showdown decides, `better` tells which way."""

    own: Cards  # as dealt
    dealer: Cards  # as dealt
    p: int
    d: int | None  # None where he has not played
    outcome: int
    better: int | None  # 1, 0, -1
    taken: int  # by the player
    dealer_taken: int
    last: Cards = ()  # the player's, where he stood and waited


Worlds = Counter[World]
Belief = frozenset[tuple[World, int]]
Ends = dict[tuple[int, int, int | None, int], float]  # the dealer's hand, outcome, better, cards he took


def sums() -> defaultdict[Any, float]:
    """Return numbers that begin at 0."""
    return defaultdict(float)


@define(slots=False, eq=False)
class Rounds:
    """The rounds of a player who knows "cards", or "ranks", and plays best; or plays by a policy."""

    book: Rulebook
    play: str | Policy = "cards"
    wager: int = 0
    ends: defaultdict[End, float] = field(factory=sums, init=False)
    decisions: float = field(default=0.0, init=False)
    visits: defaultdict[tuple[Cards, Cards], float] = field(factory=sums, init=False)  # own cards, those shown
    gains: dict[tuple[Cards, Cards], float] = field(factory=dict, init=False)  # of hitting, with best play after it
    best: dict[Belief, tuple[float, int]] = field(factory=dict, init=False)
    views: dict[Cards, int] = field(factory=dict, init=False)
    ranks: dict[Cards, Rank] = field(factory=dict, init=False)
    finals: dict[tuple[Cards, int, Cards, int, int], Ends] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        every = perm(self.book.shoe, sum(deal.number for deal in self.book.before))
        for worlds in self._starts():
            self._follow(worlds, next(iter(worlds)).own, 0, 1 / every)

    @cached_property
    def kinds(self) -> Counter[Kind]:
        """The kinds of cards, with the number of each."""
        book = self.book
        classes = [c for c, number in book.sorted_shoe for _ in range(number)]
        faces = [(rank, suit) for rank, suit, number in book.faces for _ in range(number)]
        faces = faces or [(book.classes[c].ranks[0], book.classes[c].suit) for c in classes]
        return Counter(Kind(c, *face) for c, face in zip(classes, faces, strict=True))

    @cached_property
    def names(self) -> list[Kind]:
        """The kinds of cards by their place."""
        return list(self.kinds)

    @cached_property
    def numbers(self) -> list[int]:
        """How many cards there are of each kind."""
        return list(self.kinds.values())

    @property
    def value(self) -> float:
        """What a round brings."""
        return sum(often * self.pays(end.outcome, end.better) for end, often in self.ends.items())

    def pays(self, outcome: int, better: int | None = None) -> float:
        """Return what an outcome brings."""
        return self.book.outcomes[self.decided(outcome, better)].payoffs[self.wager] / self.book.denominator

    def decided(self, outcome: int, better: int | None) -> int:
        """Return the outcome, whoever wins a showdown."""
        if better is None:
            return outcome
        showdown = self.book.showdowns[outcome - len(self.book.outcomes)]
        return (showdown.equal, showdown.better, showdown.worse)[better]

    @cached_property
    def _up(self) -> list[bool]:
        return [deal.up for deal in self.book.before if deal.to == "dealer" for _ in range(deal.number)]

    def shown(self, dealer: Cards) -> Cards:
        """Return those of the dealer's cards that lie face up, in any order."""
        return tuple(sorted(k for k, is_up in zip(dealer, self._up) if is_up))

    def state(self, start: int, cards: Iterable[int]) -> int:
        """Return the state of a hand."""
        for k in cards:
            start = self._step(start, k)
        return start

    def rank(self, cards: Cards) -> Rank:
        """Return how five cards rank; they come sorted."""
        if cards not in self.ranks:
            self.ranks[cards] = self._rank(cards)
        return self.ranks[cards]

    def _rank(self, cards: Cards) -> Rank:
        assert self.book.poker
        kinds = [self.names[k] for k in cards]
        suits = {kind.suit for kind in kinds if kind.rank != "Joker"}
        poker = self.book.poker
        hand = tuple(sorted(NUMBERS[kind.rank] for kind in kinds))
        return rank_of(hand, len(suits) <= 1 and None not in suits, poker.order, poker.joker, poker.ace_low)

    def _step(self, state: int, k: int) -> int:
        return self.book.step[state * len(self.book.classes) + self.names[k].card_class]

    def _next(self, gone: Cards) -> Iterator[tuple[int, int]]:
        yield from ((k, left) for k, number in enumerate(self.numbers) if (left := number - gone.count(k)))

    def _view(self, world: World) -> int:
        if world.dealer not in self.views:
            shown = [k for k, is_up in zip(world.dealer, self._up) if is_up]
            self.views[world.dealer] = self.state(self.book.dealer_start, shown)
        return self.views[world.dealer]

    def _cell(self, table: tuple[int, ...], world: World) -> int:
        return table[world.p * len(self.book.states) + self._view(world)]

    def _dealt(self) -> Counter[World]:
        """Return what may be dealt, with the number of orders."""
        found = Counter({World((), self.book.player_start, ()): 1})
        for deal in self.book.before:
            for _ in range(deal.number):
                longer: Counter[World] = Counter()
                for world, ways in found.items():
                    for k, left in self._next(world.own + world.dealer):
                        longer[self._with(world, deal.to, k)] += ways * left
                found = longer
        return found

    def _with(self, world: World, to: str, k: int) -> World:
        if to == "dealer":
            return evolve(world, dealer=(*world.dealer, k))
        return World(tuple(sorted((*world.own, k))), self._step(world.p, k), world.dealer)

    def _starts(self) -> Iterator[Worlds]:
        """Yield what the player can't tell apart when his turn begins; note what is decided before."""
        seen: defaultdict[object, Worlds] = defaultdict(Counter)
        every, size = perm(self.book.shoe, sum(deal.number for deal in self.book.before)), len(self.book.states)
        for world, ways in self._dealt().items():
            own, dealer = world.own, world.dealer
            d = self.state(self.book.dealer_start, dealer)
            peeked = self.book.peeked[world.p * size + d] if self.book.peeked else 0
            if outcome := self._cell(self.book.dealt, world):
                self._add(End(own, dealer, world.p, None, outcome - 1, None, 0, 0), ways / every)
            elif peeked:
                self._add(End(own, dealer, world.p, d, peeked - 1, None, 0, 0), ways / every)
            else:
                apart = {"cards": world.p, "ranks": None}.get(str(self.play), world)
                seen[self._looks(own), self._looks(self.shown(dealer)), apart][world] += ways
        yield from seen.values()

    def _looks(self, cards: Cards) -> tuple[object, ...]:
        return tuple(sorted(self.names[k].rank for k in cards)) if self.play == "ranks" else cards

    def _bits(self, world: World) -> int:
        return self._cell(self.book.moves, world) or STAND

    def _after(self, worlds: Worlds) -> tuple[list[tuple[World, int, int]], list[Worlds]]:
        """Return what one more card decides, with outcome and weight, and what the player can't tell apart after it."""
        ended = []
        seen: defaultdict[object, Worlds] = defaultdict(Counter)
        for world, weight in worlds.items():
            for k, left in self._next(world.own + world.dealer):
                after = World(tuple(sorted((*world.own, k))), self._step(world.p, k), world.dealer)
                if outcome := self._cell(self.book.drawn, after):
                    ended.append((after, outcome - 1, weight * left))
                else:
                    apart = self._bits(after) if self.play in BEST else after
                    seen[self._looks((k,)), apart][after] += weight * left
        return ended, list(seen.values())

    def _left(self, worlds: Worlds) -> int:
        world = next(iter(worlds))
        return self.book.shoe - len(world.own) - len(world.dealer)

    def _best(self, worlds: Worlds) -> tuple[float, int]:
        """Return the value of a position, and the move that is made there."""
        unit = gcd(*worlds.values())
        belief = frozenset((world, weight // unit) for world, weight in worlds.items())
        if belief not in self.best:
            world = next(iter(worlds))
            bits, values = self._bits(world), dict[int, float]()
            if bits & STAND:
                values[STAND] = sum(weight * self._stand(each) for each, weight in worlds.items()) / worlds.total()
            if bits & HIT:
                ended, seen = self._after(worlds)
                paid = sum(weight * self.pays(outcome) for _, outcome, weight in ended)
                paid += sum(each.total() * self._best(each)[0] for each in seen)
                values[HIT] = paid / (worlds.total() * self._left(worlds))
            if len(values) == 2:
                self.gains[world.own, self.shown(world.dealer)] = values[HIT] - values[STAND]
            move = STAND if HIT not in values or values.get(STAND, -99.0) + TIE >= values[HIT] else HIT
            self.best[belief] = values[move], move
        return self.best[belief]

    def _move(self, worlds: Worlds) -> int:
        if isinstance(self.play, Policy):
            world = next(iter(worlds))
            return self._cell(self.play.play, world) if self._bits(world) == HIT | STAND else self._bits(world)
        return self._best(worlds)[1]

    def _stand(self, world: World) -> float:
        if outcome := self._cell(self.book.stood, world):
            return self.pays(outcome - 1)
        return sum(
            often * self.pays(outcome, better) for (_, outcome, better, _), often in self._against(world).items()
        )

    def _against(self, world: World) -> Ends:
        late = sum(deal.number for deal in self.book.between)
        d = self.state(self.book.dealer_start, world.dealer)
        return self._dealer(world.own, world.p, tuple(sorted(world.dealer)), d, late)

    def _dealer(self, own: Cards, p: int, cards: Cards, d: int, late: int) -> Ends:
        """Return how rounds end against a dealer in state d who is still dealt `late` cards."""
        size, known = len(self.book.states), (own, p, cards, d, late)
        if known not in self.finals:
            ends: Ends = sums()
            if late or self.book.dealer_hits[self.book.law[p] * size + d]:
                for k, left in self._next(own + cards):
                    after = self._dealer(own, p, tuple(sorted((*cards, k))), self._step(d, k), max(late - 1, 0))
                    for (end, outcome, better, taken), often in after.items():
                        chance = often * left / (self.book.shoe - len(own + cards))
                        ends[end, outcome, better, taken + 1] += chance
            else:
                outcome = self.book.final[p * size + d]
                better = None
                if outcome >= len(self.book.outcomes):
                    ours, theirs = self.rank(own), self.rank(cards)
                    better = (ours > theirs) - (ours < theirs)
                ends[d, outcome, better, 0] = 1
            self.finals[known] = ends
        return self.finals[known]

    def _follow(self, worlds: Worlds, own: Cards, taken: int, unit: float) -> None:
        """Play on by the move that is made; `unit` is how often an order of cards comes."""
        first = next(iter(worlds))
        move = self._move(worlds)
        if self._bits(first) == HIT | STAND:
            self.decisions += worlds.total() * unit
            for world, weight in worlds.items():
                self.visits[world.own, self.shown(world.dealer)] += weight * unit
        if move == HIT:
            ended, seen = self._after(worlds)
            smaller = unit / self._left(worlds)
            for world, outcome, weight in ended:
                self._add(End(own, world.dealer, world.p, None, outcome, None, taken + 1, 0), weight * smaller)
            for each in seen:
                self._follow(each, own, taken + 1, smaller)
            return
        for world, weight in worlds.items():
            if outcome := self._cell(self.book.stood, world):
                self._add(End(own, world.dealer, world.p, None, outcome - 1, None, taken, 0), weight * unit)
                continue
            for (d, outcome, better, more), often in self._against(world).items():
                end = End(own, world.dealer, world.p, d, outcome, better, taken, more, world.own)
                self._add(end, weight * unit * often)

    def _add(self, end: End, often: float) -> None:
        self.ends[end] += often


BEST = ("cards", "ranks")
