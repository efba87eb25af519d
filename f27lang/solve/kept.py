"""What one way to play is worth from shoe after shoe: a Pack, a Policy, the cards that are gone -> values."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from math import fsum
from typing import TYPE_CHECKING

from attrs import define, evolve, field

from f27lang.rulebook import OutOfCards, Policy, Rulebook
from f27lang.shortage import shortage
from f27lang.solve import solve_shoe
from f27lang.solve.alike import tells_suits
from f27lang.solve.faces import against
from f27lang.solve.joined import Face
from f27lang.solve.plan import Plan
from f27lang.solve.removal import Gone, Pack
from f27lang.solve.shoe import Lasting, Shoe

if TYPE_CHECKING:
    from f27lang.solve.deals import Hand
    from f27lang.solve.draws import Draws, Start, Tables
    from f27lang.solve.hands import Hands


Standing = dict[int, dict[int, list[int]]]  # by view and group of laws, the hands with which the player stands


def shares_hands(rulebook: Rulebook) -> bool:
    """Return whether hands and draws are the same from any shoe: no suits are averaged, no poker ranks compared."""
    return not (tells_suits(rulebook) or rulebook.showdowns)


def bound(rulebook: Rulebook, policy: Policy) -> Rulebook:
    """Return the tables of a player whom the rules force to play as the policy does: most hands are never his."""
    size = len(rulebook.states)
    moves = list(rulebook.moves)
    for view in range(size):
        for p, move in enumerate(against(rulebook, policy, view)):
            moves[p * size + view] = move if moves[p * size + view] else 0
    return evolve(rulebook, moves=tuple(moves))


@define(slots=False)
class LessPlan(Plan):
    """The plan of a shoe that holds fewer cards than that of `whole`, whose hands and draws it shares.

    Hands that it can't give any more have chance 0: a falling factorial of what is left is 0 beyond that.
    """

    whole: Plan = field(kw_only=True)
    standing: Standing | None = field(kw_only=True, default=None)  # all hands with which he may, where not told

    @cached_property
    def dealt(self) -> tuple[Hand, ...]:
        """The player's hands as dealt."""
        return self.whole.dealt

    @cached_property
    def hands(self) -> Hands:
        """The player's hands."""
        return self.whole.hands

    @cached_property
    def by_state(self) -> dict[int, list[int]]:
        """The places of the player's hands, by their state."""
        return self.whole.by_state

    @cached_property
    def draws(self) -> Draws:
        """The dealer's draws."""
        return self.whole.draws

    def waiting(self, view: int) -> dict[int, list[int]]:
        """Return, by group of laws, the hands with which the player stands and waits for a dealer who shows `view`."""
        return self.whole.waiting(view) if self.standing is None else self.standing[view]

    def tables(self, start: Start, group: int) -> Tables:
        """Return the draws of a dealer who starts so and follows the laws of `group`."""
        return self.whole.tables(start, group)


@define(slots=False)
class Keeping:
    """A way to play that is kept whatever the shoe holds; `policy` is one on the tables of `pack`."""

    pack: Pack
    policy: Policy
    wager: int
    known: dict[frozenset[tuple[Face, int]], Rulebook] = field(factory=dict, init=False)
    lasting: Lasting = field(factory=Lasting, init=False)

    @cached_property
    def tables(self) -> Rulebook:
        """The tables of whoever plays so."""
        return bound(self.pack.rulebook, self.policy)

    @cached_property
    def _whole(self) -> Plan:
        return Plan(self.tables, counting=False)

    def left(self, gone: Gone) -> Rulebook:
        """Return the tables of whoever plays so where some cards are gone; raises OutOfCards and NotThere."""
        key = frozenset(gone.items())
        if key not in self.known:
            left = evolve(self.pack.without(gone), moves=self.tables.moves)
            if (short := shortage(left)) is not None:
                raise OutOfCards(short.words)
            self.known[key] = left
        return self.known[key]

    def value(self, gone: Gone) -> float:
        """Return the value of a shoe without some cards, per wager of 1; raises OutOfCards, NotThere, TooLarge."""
        left = self.left(gone)
        if not shares_hands(left):
            return solve_shoe(left, self.policy, wager=self.wager, cells=False).value
        shoe = Shoe(LessPlan(left, whole=self._whole, standing=self._standing), self.wager, self.lasting)
        return fsum(face.value(self._moves[face.state]) for column in shoe.columns() for face in column)

    @cached_property
    def _moves(self) -> dict[int, tuple[int, ...]]:
        return {view: against(self.tables, self.policy, view) for view in range(len(self.tables.states))}

    @cached_property
    def _standing(self) -> Standing:
        """The hands that he ever stands with: those that he is dealt or takes from the full shoe and plays so."""
        shoe = Shoe(self._whole, self.wager)
        found: defaultdict[int, dict[int, set[int]]] = defaultdict(dict)
        for column in shoe.columns():
            for face in column:
                face.played(self._moves[face.state])
                for group, hands in self._whole.waiting(face.state).items():
                    often = shoe.turn.stood(hands)
                    found[face.state].setdefault(group, set()).update(m for m, reach in zip(hands, often) if reach)
        order = self._whole.hands.state
        return {
            view: {group: sorted(hands, key=lambda m: (order[m], m)) for group, hands in groups.items()}
            for view, groups in found.items()
        }
