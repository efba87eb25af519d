"""The value of a tiny game as a fraction where single cards matter, by all that may lie face down and in hand.

Rulebook, Policy or best play -> Fraction. Nothing is folded: cards are told apart by suit, hidden cards are named, and
a player weighs all that fits what he sees.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from f27lang.poker import JOKER, RANKS, key
from f27lang.rulebook import Move, Policy
from f27lang.solve.faces import against, allowed
from f27lang.solve.meter import TooLarge
from f27lang.solve.solution import Cost
from f27lang.solve.suits import faces_by_class

if TYPE_CHECKING:
    from f27lang.rulebook import Rulebook

MOST_POSITIONS = 300_000  # some ten seconds

Kinds = tuple[int, ...]  # cards, by their place among the kinds of a shoe


@frozen
class Kind:
    """Cards alike in rank and suit."""

    card_class: int
    rank: int
    suit: str | None
    count: int


@frozen
class Table:
    """What lies on the table: the player's cards in any order and their state, the dealer's in order of dealing."""

    own: Kinds
    p: int
    dealer: Kinds


Belief = dict[Table, Fraction]  # all that fits what the player sees, with its weight


@define(slots=False)
class CardWalk:
    """A walk through all rounds of a game; with `knowledge` "ranks" the player sees no suits."""

    rulebook: Rulebook
    wager: int
    policy: Policy | None  # None: best play
    knowledge: str = "cards"
    turns: dict[frozenset[tuple[Table, Fraction]], Fraction] = field(factory=dict, init=False)
    ends: dict[tuple[Kinds, int, Kinds, int, int], Fraction] = field(factory=dict, init=False)

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of cards in the shoe."""
        if self.rulebook.faces:
            cards = faces_by_class(self.rulebook)
            return tuple(Kind(c, RANKS.index(rank), suit, count) for c, rank, suit, count in cards)
        names = list(dict.fromkeys(c.ranks for c in self.rulebook.classes))
        classes = enumerate(self.rulebook.classes)
        return tuple(Kind(c, names.index(each.ranks), each.suit, each.count) for c, each in classes)

    def value(self) -> Fraction:
        """Return the value of the game; raises TooLarge beyond MOST_POSITIONS."""
        value = Fraction(0)
        seen: defaultdict[tuple[Kinds, Kinds], Belief] = defaultdict(dict)
        for own, dealer, chance in self._deals():
            p, v, d = self._state(own), self._state(self._shown(dealer), dealer=True), self._state(dealer, dealer=True)
            size = len(self.rulebook.states)
            outcome = self.rulebook.dealt[p * size + v]
            if not outcome and self.rulebook.peeked:
                outcome = self.rulebook.peeked[p * size + d]
            if outcome:
                value += chance * self._pays(outcome - 1)
            else:
                belief = seen[self._seen(own), self._seen(self._shown(dealer))]
                table = Table(tuple(sorted(own)), p, dealer)
                belief[table] = belief.get(table, Fraction(0)) + chance
        return value + sum(map(self._turn, seen.values()))

    def _deals(self) -> Iterator[tuple[Kinds, Kinds, Fraction]]:
        """Yield the player's and the dealer's cards dealt before the player's turn, and how likely they are."""
        found: list[tuple[Kinds, Kinds, Fraction]] = [((), (), Fraction(1))]
        for deal in self.rulebook.before:
            for _ in range(deal.number):
                found = [
                    ((*own, k), dealer, chance * part) if deal.to == "player" else (own, (*dealer, k), chance * part)
                    for own, dealer, chance in found
                    for k, part in self._next((*own, *dealer))
                ]
        yield from found

    def _next(self, gone: Kinds) -> Iterator[tuple[int, Fraction]]:
        for k, kind in enumerate(self.kinds):
            if left := kind.count - gone.count(k):
                yield k, Fraction(left, self.rulebook.shoe - len(gone))

    def _shown(self, dealer: Kinds) -> Kinds:
        up = (deal.up for deal in self.rulebook.before if deal.to == "dealer" for _ in range(deal.number))
        return tuple(k for k, is_up in zip(dealer, up) if is_up)

    def _seen(self, cards: Kinds) -> Kinds:
        """Return what the player sees of cards."""
        return cards if self.knowledge == "cards" else tuple(self.kinds[k].rank for k in cards)

    def _state(self, cards: Kinds, *, dealer: bool = False) -> int:
        state = self.rulebook.dealer_start if dealer else self.rulebook.player_start
        for k in cards:
            state = self._step(state, k)
        return state

    def _step(self, state: int, k: int) -> int:
        return self.rulebook.step[state * len(self.rulebook.classes) + self.kinds[k].card_class]

    def _pays(self, outcome: int) -> Fraction:
        return Fraction(self.rulebook.outcomes[outcome].payoffs[self.wager], self.rulebook.denominator)

    def _turn(self, belief: Belief) -> Fraction:
        """Return the value of all that a belief holds, by the one move that the player makes now."""
        whole = sum(belief.values())
        known = frozenset((table, weight / whole) for table, weight in belief.items())
        if known not in self.turns:
            self._count()
            wanted = self._wanted(next(iter(belief)))
            values = []
            if wanted & Move.STAND:
                values.append(sum((weight * self._stand(table) for table, weight in known), Fraction(0)))
            if wanted & Move.HIT:
                values.append(self._hit(dict(known)))
            self.turns[known] = max(values)
        return whole * self.turns[known]

    def _wanted(self, table: Table) -> int:
        v = self._state(self._shown(table.dealer), dealer=True)
        bits = allowed(self.rulebook, v)[table.p]
        return bits if self.policy is None else against(self.rulebook, self.policy, v)[table.p]

    def _hit(self, belief: Belief) -> Fraction:
        value, size = Fraction(0), len(self.rulebook.states)
        seen: defaultdict[tuple[Kinds, int], Belief] = defaultdict(dict)
        for table, weight in belief.items():
            v = self._state(self._shown(table.dealer), dealer=True)
            for k, chance in self._next((*table.own, *table.dealer)):
                p = self._step(table.p, k)
                if outcome := self.rulebook.drawn[p * size + v]:
                    value += weight * chance * self._pays(outcome - 1)
                    continue
                after = Table(tuple(sorted((*table.own, k))), p, table.dealer)
                found = seen[self._seen((k,)), self.rulebook.moves[p * size + v]]
                found[after] = found.get(after, Fraction(0)) + weight * chance
        return value + sum(map(self._turn, seen.values()))

    def _stand(self, table: Table) -> Fraction:
        v = self._state(self._shown(table.dealer), dealer=True)
        outcome = self.rulebook.stood[table.p * len(self.rulebook.states) + v]
        if outcome:
            return self._pays(outcome - 1)
        late = sum(deal.number for deal in self.rulebook.between)
        return self._dealer(table.own, table.p, table.dealer, self._state(table.dealer, dealer=True), late)

    def _dealer(self, own: Kinds, p: int, cards: Kinds, d: int, late: int) -> Fraction:
        """Return the value against a dealer in state d who is still dealt so many cards."""
        known, size = (own, p, tuple(sorted(cards)), d, late), len(self.rulebook.states)
        if known not in self.ends:
            self._count()
            if late or self.rulebook.dealer_hits[self.rulebook.law[p] * size + d]:
                self.ends[known] = sum(
                    (
                        chance * self._dealer(own, p, (*cards, k), self._step(d, k), max(late - 1, 0))
                        for k, chance in self._next((*own, *cards))
                    ),
                    Fraction(0),
                )
            else:
                self.ends[known] = self._pays(self._outcome(p, d, own, cards))
        return self.ends[known]

    def _outcome(self, p: int, d: int, own: Kinds, cards: Kinds) -> int:
        outcome = self.rulebook.final[p * len(self.rulebook.states) + d]
        if outcome < len(self.rulebook.outcomes):
            return outcome
        showdown, ours, theirs = (
            self.rulebook.showdowns[outcome - len(self.rulebook.outcomes)],
            self._key(own),
            self._key(cards),
        )
        return showdown.better if ours > theirs else showdown.equal if ours == theirs else showdown.worse

    def _key(self, cards: Kinds) -> int:
        assert self.rulebook.poker
        kinds = [self.kinds[k] for k in cards]
        suits = {kind.suit for kind in kinds if kind.rank != JOKER}
        one_suit = len(suits) <= 1 and None not in suits
        return key(self.rulebook.poker, sorted(kind.rank for kind in kinds), one_suit)

    def _count(self) -> None:
        if len(self.turns) + len(self.ends) >= MOST_POSITIONS:
            raise TooLarge(Cost(len(self.turns), len(self.ends), inf))
