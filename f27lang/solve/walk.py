"""The value of a small game as a fraction, card by card in plain Python, every card seen taken out.

Rulebook, Policy or best play -> Fraction. Shares no idea with the compiled sums: nothing is left out, no draws are
put together.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import inf
from typing import TYPE_CHECKING

from attrs import define, field

from f27lang.rulebook import Move, Policy
from f27lang.solve.deals import deals, dealt_hands, with_card
from f27lang.solve.faces import against, allowed
from f27lang.solve.meter import TooLarge
from f27lang.solve.solution import Cost

if TYPE_CHECKING:
    from f27lang.rulebook import Rulebook

MOST_POSITIONS = 200_000  # some ten seconds

Seen = tuple[int, ...]  # cards gone from the shoe, per class


@define
class Walk:
    """A walk through all rounds of a game; positions are what is gone from the shoe, and the two hand states."""

    rulebook: Rulebook
    wager: int
    policy: Policy | None  # None: best play
    turns: dict[tuple[Seen, int, int], Fraction] = field(factory=dict, init=False)
    draws: dict[tuple[Seen, int, int, int], Fraction] = field(factory=dict, init=False)

    def value(self) -> Fraction:
        """Return the value of the game; raises TooLarge beyond MOST_POSITIONS."""
        rulebook, given = self.rulebook, deals(self.rulebook)
        own = dealt_hands(rulebook, rulebook.player_start, given.player)
        shown = dealt_hands(rulebook, rulebook.dealer_start, given.shown)
        value = Fraction(0)
        for dealer in shown:
            for player in own:
                chance = self._chance(dealer.cards, (0,) * len(dealer.cards)) * dealer.orders
                chance *= self._chance(player.cards, dealer.cards) * player.orders
                if chance:
                    gone = tuple(map(sum, zip(player.cards, dealer.cards)))
                    value += chance * self._round(gone, player.state, dealer.state)
        return value

    def _chance(self, cards: Seen, gone: Seen) -> Fraction:
        """Return the chance of certain cards in a certain order."""
        chance = Fraction(1)
        for c, held in enumerate(cards):
            for _ in range(held):
                chance *= self._next(gone, c)
                gone = with_card(gone, c)
        return chance

    def _next(self, gone: Seen, c: int) -> Fraction:
        return Fraction(self.rulebook.classes[c].count - gone[c], self.rulebook.shoe - sum(gone))

    def _pays(self, outcome: int) -> Fraction:
        return Fraction(self.rulebook.outcomes[outcome].payoffs[self.wager], self.rulebook.denominator)

    def _mean(self, gone: Seen, state: int, after: Callable[[Seen, int], Fraction]) -> Fraction:
        """Return the mean of what comes after one more card on a hand."""
        value, classes = Fraction(0), len(gone)
        for c in range(classes):
            if chance := self._next(gone, c):
                value += chance * after(with_card(gone, c), self.rulebook.step[state * classes + c])
        return value

    def _round(self, gone: Seen, p: int, v: int) -> Fraction:
        outcome = self.rulebook.dealt[p * len(self.rulebook.states) + v]
        return self._pays(outcome - 1) if outcome else self._turn(gone, p, v)

    def _turn(self, gone: Seen, p: int, v: int) -> Fraction:
        if (gone, p, v) not in self.turns:
            self._count()
            bits = allowed(self.rulebook, v)[p]
            wanted = bits if self.policy is None else against(self.rulebook, self.policy, v)[p]
            values = []
            if wanted & Move.STAND:
                values.append(self._stand(gone, p, v))
            if wanted & Move.HIT:
                values.append(self._mean(gone, p, lambda after, q: self._drew(after, q, v)))
            self.turns[gone, p, v] = max(values)
        return self.turns[gone, p, v]

    def _drew(self, gone: Seen, p: int, v: int) -> Fraction:
        outcome = self.rulebook.drawn[p * len(self.rulebook.states) + v]
        return self._pays(outcome - 1) if outcome else self._turn(gone, p, v)

    def _stand(self, gone: Seen, p: int, v: int) -> Fraction:
        outcome = self.rulebook.stood[p * len(self.rulebook.states) + v]
        return self._pays(outcome - 1) if outcome else self._dealer(gone, p, v, deals(self.rulebook).unseen)

    def _dealer(self, gone: Seen, p: int, d: int, unseen: int) -> Fraction:
        """Return the value against a dealer in state d who has so many cards unseen."""
        key, size = (gone, p, d, unseen), len(self.rulebook.states)
        if key not in self.draws:
            self._count()
            if unseen or self.rulebook.dealer_hits[self.rulebook.law[p] * size + d]:
                rest = max(unseen - 1, 0)
                self.draws[key] = self._mean(gone, d, lambda after, s: self._dealer(after, p, s, rest))
            else:
                self.draws[key] = self._pays(self.rulebook.final[p * size + d])
        return self.draws[key]

    def _count(self) -> None:
        if len(self.turns) + len(self.draws) >= MOST_POSITIONS:
            raise TooLarge(Cost(len(self.turns), len(self.draws), inf))
