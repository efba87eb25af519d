"""The exact value of a game from an endless shoe, where every card is as likely as in the full one.

Rulebook -> Face per dealer hand that can be shown, in floats or exact fractions
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING

from attrs import define, evolve, field, frozen

from f27lang.rulebook import Move
from f27lang.solve.dealer import Law, Show, mixed, shows
from f27lang.solve.deals import Hand, cell_names, deals, dealt_hands, excluded
from f27lang.solve.endless_turn import EndlessFace
from f27lang.solve.faces import ASKED, Number, worth_hitting
from f27lang.solve.nodes import Nodes, Sight, ranked_nodes, state_nodes
from f27lang.solve.suits import Meetings, meetings
from f27lang.solve.taking import settled_first, taking_states

if TYPE_CHECKING:
    from f27lang.rulebook import Rulebook


@frozen
class Draw:
    """Drawing until the hand state changes: the states that follow, with their chances, and the cards it takes."""

    leads: tuple[tuple[int, Number], ...]
    cards: Number


@define(slots=False)
class Endless:
    """The tables of a rulebook beside the chances of an endless shoe, in the number type of `one`.

    With `suits` the player looks at the suits of his cards, and of what the dealer shows, where these can matter.
    """

    rulebook: Rulebook
    wager: int
    one: Number = 1.0
    suits: bool = False
    laws: dict[int, dict[int, tuple[Law, Number]]] = field(factory=dict, init=False)

    @cached_property
    def nothing(self) -> Number:
        """Zero in the number type."""
        return 0 * self.one

    @cached_property
    def chances(self) -> tuple[Number, ...]:
        """How likely each card class is."""
        return tuple(self.one * c.count / self.rulebook.shoe for c in self.rulebook.classes)

    @cached_property
    def payoffs(self) -> tuple[Number, ...]:
        """What each outcome brings the player, per wager of 1; place 0 stands for an undecided round."""
        unit = self.one / self.rulebook.denominator
        return (0 * unit, *(o.payoffs[self.wager] * unit for o in self.rulebook.outcomes))

    @cached_property
    def draws(self) -> dict[int, Draw]:
        """One draw from every hand state where a side can take a card."""
        return {s: self._draw(s) for s in sorted(taking_states(self.rulebook))}

    @cached_property
    def order(self) -> tuple[int, ...]:
        """All hand states, each behind those that it can lead to."""
        return settled_first(self.rulebook)

    def _draw(self, state: int) -> Draw:
        leads: defaultdict[int, Number] = defaultdict(lambda: self.nothing)
        for c, chance in enumerate(self.chances):
            leads[self.rulebook.step[state * len(self.chances) + c]] += chance
        stay = leads.pop(state, self.nothing)
        return Draw(tuple((s, chance / (1 - stay)) for s, chance in leads.items()), self.one / (1 - stay))

    def chance(self, hand: Hand) -> Number:
        """Return how likely a hand is dealt."""
        return hand.orders * prod((q**held for q, held in zip(self.chances, hand.cards)), start=self.one)

    def law(self, group: int) -> dict[int, tuple[Law, Number]]:
        """Return, per dealer state, where the laws of a group end and how many cards that takes."""
        if group not in self.laws:
            self.laws[group] = self._follow_law(group)
        return self.laws[group]

    def _follow_law(self, group: int) -> dict[int, tuple[Law, Number]]:
        size = len(self.rulebook.states)
        found: dict[int, tuple[Law, Number]] = {}
        for d in self.order:
            if self.rulebook.dealer_hits[group * size + d]:
                draw = self.draws[d]
                found[d] = mixed((chance, *found[s]) for s, chance in draw.leads)
                found[d] = found[d][0], found[d][1] + draw.cards
            else:
                found[d] = {d: self.one}, self.nothing
        return found

    @cached_property
    def sight(self) -> Sight | None:
        """What is seen of cards beside the states they make; None where no poker ranks decide."""
        if not self.rulebook.showdowns:
            return None
        by_rank = len({c.ranks for c in self.rulebook.classes}) == len(self.rulebook.classes)
        sight = Sight(self.rulebook, self.one, True)
        return evolve(sight, tracked=sight.keys.look_at_suits and (self.suits or not by_rank))

    @cached_property
    def meetings(self) -> tuple[Meetings, ...]:
        """The showdowns of each player state."""
        return meetings(self.rulebook)

    @cached_property
    def stakes(self) -> tuple[tuple[Number, Number, Number], ...]:
        """What each showdown brings the player whose poker rank is better, equal and worse."""
        pays = self.payoffs[1:]
        return tuple((pays[s.better], pays[s.equal], pays[s.worse]) for s in self.rulebook.showdowns)

    @cached_property
    def nodes(self) -> Nodes:
        """What the player can have in hand."""
        return ranked_nodes(self, self.sight) if self.sight else state_nodes(self)

    def faces(self) -> Iterator[EndlessFace]:
        """Yield one face for all that the dealer may show, more where a peek tells players different things."""
        for show in shows(self, self.sight):
            for roots in self._told_alike(show).values():
                yield EndlessFace(self, show, roots)

    def _told_alike(self, show: Show) -> dict[frozenset[int], dict[int, Number]]:
        """Return the player's nodes as dealt with their chances, by the hands that the dealer can't have then."""
        size, begins = len(self.rulebook.states), {d for d, _ in show.begin}
        found: defaultdict[frozenset[int], dict[int, Number]] = defaultdict(dict)
        for n, chance in self.nodes.roots.items():
            p = self.nodes.state[n]
            peeks = not self.rulebook.dealt[p * size + show.view]
            found[excluded(self.rulebook, p) & begins if peeks else frozenset()][n] = chance
        return found

    @cached_property
    def columns(self) -> dict[str, list[EndlessFace]]:
        """The faces, by the name that a chart gives them."""
        found: defaultdict[str, list[EndlessFace]] = defaultdict(list)
        for face in self.faces():
            found[face.name].append(face)
        return dict(found)

    def worth(self, p: int, view: int) -> tuple[Number, Number]:
        """Return what hitting and standing are worth, played best from there on."""
        face = next(face for faces in self.columns.values() for face in faces if face.state == view)
        n = self.nodes.state.index(p)
        return face.best[1][n], face.stands[n]

    def best_column(self, name: str) -> dict[str, int]:
        """Return, for each cell of a column, the move that is best in the state of it that is reached most often."""
        size = len(self.rulebook.states)
        most: dict[str, Number] = {}
        choice: dict[str, int] = {}
        for face in self.columns[name]:
            played, taken = face.played(None), dict(zip(self.nodes.state, face.best[2]))
            for p, cell in enumerate(cell_names(self.rulebook)):
                reach = played.reach[p]
                if self.rulebook.moves[p * size + face.state] == ASKED and reach > most.get(cell, -1):
                    hits = worth_hitting(played.hit[p], played.stand[p], reach)
                    best = (Move.HIT if hits else Move.STAND) if reach else taken.get(p, Move.STAND)
                    most[cell], choice[cell] = reach, best
        return choice

    @cached_property
    def roots(self) -> dict[int, Number]:
        """The player's states as dealt, with their chances."""
        found: defaultdict[int, Number] = defaultdict(lambda: self.nothing)
        for hand in dealt_hands(self.rulebook, self.rulebook.player_start, deals(self.rulebook).player):
            found[hand.state] += self.chance(hand)
        return found
