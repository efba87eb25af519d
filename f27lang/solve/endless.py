"""The exact value of a game from an endless shoe, where every card is as likely as in the full one.

Rulebook -> Face per dealer hand state that can be shown, in floats or exact fractions
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from f27lang.rulebook import Move
from f27lang.solve.deals import Hand, deals, dealt_hands, reading, shown_names
from f27lang.solve.faces import ASKED, Ends, Moves, Number, Played, allowed, worth_hitting
from f27lang.solve.taking import settled_first, taking_states

if TYPE_CHECKING:
    from f27lang.rulebook import Rulebook

Law = dict[int, Number]  # dealer's final state -> how likely


@frozen
class Draw:
    """Drawing until the hand state changes: the states that follow, with their chances, and the cards it takes."""

    leads: tuple[tuple[int, Number], ...]
    cards: Number


@define(slots=False)
class Endless:
    """The tables of a rulebook beside the chances of an endless shoe, in the number type of `one`."""

    rulebook: Rulebook
    wager: int
    one: Number = 1.0
    laws: dict[int, dict[int, tuple[Law, Number]]] = field(factory=dict, init=False)
    finished: dict[tuple[int, int], tuple[Law, Number]] = field(factory=dict, init=False)

    @property
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

    def dealer(self, group: int, view: int) -> tuple[Law, Number]:
        """Return how a dealer who shows `view` ends, his unseen cards included, and how many cards he takes."""
        if (group, view) not in self.finished:
            law, chances = self.law(group), {view: self.one}
            for _ in range(deals(self.rulebook).unseen):
                chances = self._one_unseen(chances)
            self.finished[group, view] = mixed((chance, *law[d]) for d, chance in chances.items())
        return self.finished[group, view]

    def _one_unseen(self, chances: dict[int, Number]) -> dict[int, Number]:
        found: defaultdict[int, Number] = defaultdict(lambda: self.nothing)
        for d, before in chances.items():
            for c, chance in enumerate(self.chances):
                found[self.rulebook.step[d * len(self.chances) + c]] += before * chance
        return found

    def faces(self) -> Iterator[EndlessFace]:
        """Yield one face per dealer state that can be shown."""
        rulebook = self.rulebook
        shown = dealt_hands(rulebook, rulebook.dealer_start, deals(rulebook).shown)
        weights: defaultdict[tuple[int, str], Number] = defaultdict(lambda: self.nothing)
        for hand, name in zip(shown, shown_names(rulebook, shown)):
            weights[hand.state, name] += self.chance(hand)
        for (state, name), weight in weights.items():
            yield EndlessFace(self, name, state, weight)

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
        return face.best[1][p], face.stands[p]

    def best_column(self, name: str) -> dict[str, int]:
        """Return, for each cell of a column, the move that is best in the state of it that is reached most often."""
        size = len(self.rulebook.states)
        most: dict[str, Number] = {}
        choice: dict[str, int] = {}
        for face in self.columns[name]:
            reach, taken = face.played(None).reach, face.best[2]
            for p, state in enumerate(self.rulebook.states):
                reads = reading(state)
                if self.rulebook.moves[p * size + face.state] == ASKED and reach[p] > most.get(reads, -1):
                    most[reads], choice[reads] = reach[p], taken[p]
        return choice

    @cached_property
    def roots(self) -> dict[int, Number]:
        """The player's states as dealt, with their chances."""
        found: defaultdict[int, Number] = defaultdict(lambda: self.nothing)
        for hand in dealt_hands(self.rulebook, self.rulebook.player_start, deals(self.rulebook).player):
            found[hand.state] += self.chance(hand)
        return found


@define(slots=False)
class EndlessFace:
    """The player's turn against one dealer state, from an endless shoe."""

    shoe: Endless
    name: str
    state: int
    weight: Number

    @cached_property
    def bits(self) -> tuple[int, ...]:
        """The moves allowed, per player state."""
        return allowed(self.shoe.rulebook, self.state)

    @cached_property
    def stands(self) -> tuple[Number, ...]:
        """The value of standing, per player state; 0 where he never gets."""
        rulebook, size = self.shoe.rulebook, len(self.shoe.rulebook.states)
        laws = {g: self.shoe.dealer(g, self.state)[0] for g in set(rulebook.law)}
        values = [self.shoe.nothing] * size
        for p in range(size):
            if decided := rulebook.stood[p * size + self.state]:
                values[p] = self.shoe.payoffs[decided]
            elif rulebook.moves[p * size + self.state] or p in self.shoe.roots:
                ends = laws[rulebook.law[p]].items()
                pays = ((self.shoe.payoffs[1 + rulebook.final[p * size + d]], chance) for d, chance in ends)
                values[p] = sum((pay * chance for pay, chance in pays), self.shoe.nothing)
        return tuple(values)

    def value(self, moves: Moves) -> Number:
        """Return what `moves` are worth against this face, per round of all rounds."""
        return self._dealt_value(self._values(moves)[0])

    def played(self, moves: Moves) -> Played:
        """Return what `moves` are worth against this face, and where."""
        values, hits, taken = self._values(moves)
        reach, _ = self._reach(taken)
        return Played(
            self._dealt_value(values),
            reach,
            [often * hit for often, hit in zip(reach, hits)],
            [often * stand for often, stand in zip(reach, self.stands)],
        )

    def _dealt_value(self, values: list[Number]) -> Number:
        value = self.shoe.nothing
        for p, chance in self.shoe.roots.items():
            decided = self._dealt(p)
            value += chance * self.weight * (self.shoe.payoffs[decided] if decided else values[p])
        return value

    @cached_property
    def best(self) -> tuple[list[Number], list[Number], list[int]]:
        """By best play, per player state: the value, the value of hitting, and the move."""
        return self._values(None)

    def ends(self, moves: Moves) -> Ends:
        """Return how rounds against this face end when they are played by `moves`."""
        return self._reach(self._values(moves)[2])[1]

    def _dealt(self, p: int) -> int:
        return self.shoe.rulebook.dealt[p * len(self.shoe.rulebook.states) + self.state]

    def _values(self, moves: Moves) -> tuple[list[Number], list[Number], list[int]]:
        """Return per player state its value, the value of hitting, and the move taken."""
        size = len(self.bits)
        values, hits, taken = list(self.stands), [self.shoe.nothing] * size, [int(Move.STAND)] * size
        for p in self.shoe.order:
            if decided := self.shoe.rulebook.drawn[p * size + self.state]:
                values[p] = self.shoe.payoffs[decided]
            elif self.shoe.rulebook.moves[p * size + self.state] & Move.HIT:
                hits[p] = sum((chance * values[s] for s, chance in self.shoe.draws[p].leads), self.shoe.nothing)
                hitting = self.bits[p] == Move.HIT or worth_hitting(hits[p], self.stands[p])
                best = Move.HIT if hitting else Move.STAND
                taken[p] = moves[p] if moves and self.bits[p] == ASKED else best
                values[p] = hits[p] if taken[p] == Move.HIT else self.stands[p]
        return values, hits, taken

    def _reach(self, taken: list[int]) -> tuple[list[Number], Ends]:
        """Return how often each player state has a move to make, and how the rounds end."""
        reach, ends = [self.shoe.nothing] * len(taken), Ends()
        for p, chance in self.shoe.roots.items():
            if self._dealt(p):
                ends.dealt[p] += chance * self.weight
            else:
                reach[p] += chance * self.weight
        for p in reversed(self.shoe.order):
            if reach[p] and taken[p] == Move.HIT:
                self._hit(p, reach, ends)
            elif reach[p]:
                self._stand(p, reach[p], ends)
        return reach, ends

    def _hit(self, p: int, reach: list[Number], ends: Ends) -> None:
        rulebook, draw = self.shoe.rulebook, self.shoe.draws[p]
        ends.player_cards += reach[p] * draw.cards
        if self.bits[p] == ASKED:
            ends.decisions += reach[p] * draw.cards
        for s, chance in draw.leads:
            if rulebook.drawn[s * len(reach) + self.state]:
                ends.drawn[s] += reach[p] * chance
            else:
                reach[s] += reach[p] * chance

    def _stand(self, p: int, often: Number, ends: Ends) -> None:
        rulebook = self.shoe.rulebook
        if self.bits[p] == ASKED:
            ends.decisions += often
        if rulebook.stood[p * len(rulebook.states) + self.state]:
            ends.stood[p] += often
            return
        law, cards = self.shoe.dealer(rulebook.law[p], self.state)
        ends.dealer_cards += often * cards
        for d, chance in law.items():
            ends.final[p, d] += often * chance


def mixed(parts: Iterable[tuple[Number, Law, Number]]) -> tuple[Law, Number]:
    """Mix (chance, law, cards) into one law and its mean number of cards."""
    law: defaultdict[int, Number] = defaultdict(int)
    cards: Number = 0
    for chance, part, taken in parts:
        cards += chance * taken
        for d, share in part.items():
            law[d] += chance * share
    return dict(law), cards
