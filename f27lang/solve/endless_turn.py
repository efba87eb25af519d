"""The player's turn against one thing that the dealer shows, from an endless shoe.

Endless, Show -> Face
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from attrs import define, evolve, field

from f27lang.rulebook import Move
from f27lang.solve.dealer import Finish, Show, drawing
from f27lang.solve.deals import excluded
from f27lang.solve.faces import ASKED, Ends, Moves, Number, Played, allowed, mean, worth_hitting

if TYPE_CHECKING:
    from f27lang.solve.endless import Endless
    from f27lang.solve.nodes import Mixture
    from f27lang.solve.suits import Meetings


@define(slots=False)
class EndlessFace:
    """The player's turn against what one dealer shows, from an endless shoe; lists are by node.

    `roots` are the nodes with which the player may begin, with their chances.
    """

    shoe: Endless
    show: Show
    roots: dict[int, Number]
    compared: dict[tuple[int, Meetings, int], Number] = field(factory=dict, init=False)

    @property
    def name(self) -> str:
        """The chart's name for it."""
        return self.show.name

    @property
    def state(self) -> int:
        """The dealer's face-up cards as a hand state."""
        return self.show.view

    @cached_property
    def weight(self) -> Number:
        """How often he shows it to these players."""
        every = len(self.roots) == len(self.shoe.nodes.roots)
        return self.show.weight if every else self.show.weight * sum(self.roots.values())

    @cached_property
    def bits(self) -> tuple[int, ...]:
        """The moves allowed, per player state."""
        return allowed(self.shoe.rulebook, self.state)

    @cached_property
    def peeked(self) -> dict[int, Number]:
        """The dealer's hands that a peek decides against these players, and how likely each is."""
        if not self.shoe.rulebook.peeked:
            return {}
        found: defaultdict[int, Number] = defaultdict(lambda: self.shoe.nothing)
        root = next((self.shoe.nodes.state[n] for n in self.roots if not self._dealt(n)), None)
        decided = frozenset() if root is None else excluded(self.shoe.rulebook, root)
        for (d, _), chance in self.show.begin.items():
            if d in decided:
                found[d] += chance
        return dict(found)

    @cached_property
    def open(self) -> Number:
        """How likely a peek decides nothing."""
        return self.shoe.one - sum(self.peeked.values())

    @cached_property
    def finishes(self) -> dict[int, Finish]:
        """How the dealer ends, by group of laws, where a peek has decided nothing."""
        show = self.show
        if self.peeked:
            begin = {hand: chance / self.open for hand, chance in show.begin.items() if hand[0] not in self.peeked}
            show = evolve(show, begin=begin)
        return {g: drawing(self.shoe, self.shoe.sight, g).finish(show) for g in set(self.shoe.rulebook.law)}

    @cached_property
    def stands(self) -> tuple[Number, ...]:
        """The value of standing; 0 where the player never gets."""
        rulebook, size = self.shoe.rulebook, len(self.shoe.rulebook.states)
        starts = {self.shoe.nodes.state[n] for n in self.shoe.nodes.roots}
        by_state = [self.shoe.nothing] * size
        for p in range(size):
            if decided := rulebook.stood[p * size + self.state]:
                by_state[p] = self.shoe.payoffs[decided]
            elif rulebook.moves[p * size + self.state] or p in starts:
                ends = self.finishes[rulebook.law[p]].law.items()
                by_state[p] = mean([(self._pays(p, d), chance) for d, chance in ends], self.shoe.nothing)
        nodes = zip(self.shoe.nodes.state, self.shoe.nodes.keys, strict=True)
        return tuple(self._with_showdowns(p, keys, by_state[p]) for p, keys in nodes)

    def _pays(self, p: int, d: int) -> Number:
        """Return what a pair of final hands brings; nothing where poker ranks decide."""
        rulebook = self.shoe.rulebook
        outcome = 1 + rulebook.final[p * len(rulebook.states) + d]
        return self.shoe.payoffs[outcome] if outcome < len(self.shoe.payoffs) else self.shoe.nothing

    def _with_showdowns(self, p: int, keys: Mixture, value: Number) -> Number:
        """Return the value of standing where all but showdowns bring `value`."""
        rulebook = self.shoe.rulebook
        at = p * len(rulebook.states) + self.state
        if not keys or rulebook.stood[at] or not rulebook.moves[at]:
            return value
        if len(keys) == 1:
            return value + self._compared(p, keys[0][0])
        return value + mean([(self._compared(p, key), share) for key, share in keys], self.shoe.nothing)

    def _compared(self, p: int, key: int) -> Number:
        """Return what showdowns bring a player with a poker key."""
        known = self.shoe.rulebook.law[p], self.shoe.meetings[p], key
        if known not in self.compared:
            pairs = [pair for at, chances in self._showdowns(p, key) for pair in zip(self.shoe.stakes[at], chances)]
            self.compared[known] = mean(pairs, self.shoe.nothing)
        return self.compared[known]

    def _showdowns(self, p: int, key: int) -> Iterator[tuple[int, tuple[Number, Number, Number]]]:
        """Yield the showdowns of a player's state, and how likely his poker key is better, equal and worse there."""
        finish = self.finishes[self.shoe.rulebook.law[p]]
        for at, states in self.shoe.meetings[p]:
            yield at, finish.rivals(states).against(key)

    def value(self, moves: Moves) -> Number:
        """Return what `moves` are worth against this face, per round of all rounds."""
        return self._dealt_value(self._values(moves)[0])

    def played(self, moves: Moves) -> Played:
        """Return what `moves` are worth against this face, and where."""
        values, hits, taken = self._values(moves)
        reach = self._reach(taken)
        sums = [[self.shoe.nothing] * len(self.bits) for _ in range(3)]
        for p, often, hit, stand in zip(self.shoe.nodes.state, reach, hits, self.stands):
            if often:
                sums[0][p] += often
                sums[1][p] += often * hit
                sums[2][p] += often * stand
        return Played(self._dealt_value(values), *sums)

    def _dealt_value(self, values: list[Number]) -> Number:
        value = self.shoe.nothing
        for n, chance in self.roots.items():
            if decided := self._dealt(n):
                value += chance * self.show.weight * self.shoe.payoffs[decided]
            elif self.peeked:
                value += chance * self.show.weight * (self._peeked_value(n) + self.open * values[n])
            else:
                value += chance * self.show.weight * values[n]
        return value

    def _peeked_value(self, n: int) -> Number:
        return sum(self.shoe.payoffs[self._by_peek(n, d)] * chance for d, chance in self.peeked.items())

    def _by_peek(self, n: int, d: int) -> int:
        return self.shoe.rulebook.peeked[self.shoe.nodes.state[n] * len(self.bits) + d]

    @cached_property
    def best(self) -> tuple[list[Number], list[Number], list[int]]:
        """By best play, per node: the value, the value of hitting, and the move."""
        return self._followed(None)

    def ends(self, moves: Moves) -> Ends:
        """Return how rounds against this face end when they are played by `moves`."""
        taken = self._values(moves)[2]
        reach, ends = self._reach(taken), Ends()
        waits: defaultdict[int, Number] = defaultdict(lambda: self.shoe.nothing)
        keys: defaultdict[tuple[int, int], Number] = defaultdict(lambda: self.shoe.nothing)
        self._begin(ends)
        for n in reversed(self.shoe.nodes.order):
            if reach[n] and taken[n] == Move.HIT:
                self._hit(n, reach[n], ends)
            elif reach[n]:
                p = self.shoe.nodes.state[n]
                waits[p] += reach[n]
                for key, share in self.shoe.nodes.keys[n]:
                    keys[p, key] += reach[n] * share
        for p, often in waits.items():
            self._stand(p, often, ends)
        for (p, key), often in keys.items():
            self._rank(p, key, often, ends)
        return ends

    def _begin(self, ends: Ends) -> None:
        """Add the rounds that end before the player has a move."""
        for n, chance in self.roots.items():
            often, p = chance * self.show.weight, self.shoe.nodes.state[n]
            if self._dealt(n):
                ends.dealt[p] += often
            else:
                for d, part in self.peeked.items():
                    ends.peeked[p, d] += often * part

    def _dealt(self, n: int) -> int:
        return self.shoe.rulebook.dealt[self.shoe.nodes.state[n] * len(self.bits) + self.state]

    def _values(self, moves: Moves) -> tuple[list[Number], list[Number], list[int]]:
        """Return per node its value, the value of hitting, and the move taken."""
        return self.best if moves is None else self._followed(moves)

    def _followed(self, moves: Moves) -> tuple[list[Number], list[Number], list[int]]:
        size, nodes, rulebook, nothing = len(self.bits), self.shoe.nodes, self.shoe.rulebook, self.shoe.nothing
        drawn, bits = rulebook.drawn[self.state :: size], rulebook.moves[self.state :: size]
        values, hits = list(self.stands), [nothing] * len(self.stands)
        taken = [int(Move.STAND)] * len(self.stands)
        for n in nodes.order:
            p = nodes.state[n]
            if drawn[p]:
                values[n] = self.shoe.payoffs[drawn[p]]
            elif bits[p] & Move.HIT:
                hits[n] = mean([(chance, values[to]) for to, chance in nodes.leads[n]], nothing)
                hitting = self.bits[p] == Move.HIT or worth_hitting(hits[n], self.stands[n])
                best = Move.HIT if hitting else Move.STAND
                taken[n] = moves[p] if moves and self.bits[p] == ASKED else best
                values[n] = hits[n] if taken[n] == Move.HIT else self.stands[n]
        return values, hits, taken

    def known(self) -> list[int]:
        """Return the best moves, 0 for nodes that are decided or that nobody gets to who takes all cards he may."""
        taken = [Move.HIT if self.bits[p] & Move.HIT else Move.STAND for p in self.shoe.nodes.state]
        reach, decided = self._reach(taken), self._drawn()
        return [0 if out or not often else move for move, often, out in zip(self.best[2], reach, decided)]

    def heed(self, wanted: Sequence[int]) -> tuple[Number, Number]:
        """Return the value of moves by node, the best ones standing in for forbidden ones, of which 0 is one.

        Also how often one has to stand in for the first time in a round.
        """
        bits, decided = self.bits, self._drawn()
        moves = [move & bits[p] for move, p in zip(wanted, self.shoe.nodes.state)]
        reach = self._reach([move or Move.STAND for move in moves])
        often = (part for part, move, out in zip(reach, moves, decided) if not move and not out)
        values, taken = list(self.stands), [move or best for move, best in zip(moves, self.best[2])]
        for n in self.shoe.nodes.order:
            if decided[n]:
                values[n] = self.shoe.payoffs[decided[n]]
            elif taken[n] == Move.HIT:
                leads = self.shoe.nodes.leads[n]
                values[n] = mean([(chance, values[to]) for to, chance in leads], self.shoe.nothing)
        return self._dealt_value(values), sum(often, self.shoe.nothing)

    def _drawn(self) -> list[int]:
        """Return per node 0, or 1 + the outcome that decides it when it is drawn."""
        drawn = self.shoe.rulebook.drawn[self.state :: len(self.bits)]
        return [drawn[p] for p in self.shoe.nodes.state]

    def _reach(self, taken: Sequence[int]) -> list[Number]:
        """Return how often each node has a move to make."""
        nodes, reach, open_ = self.shoe.nodes, [self.shoe.nothing] * len(taken), self.open if self.peeked else 1
        for n, chance in self.roots.items():
            if not self._dealt(n):
                reach[n] += chance * self.show.weight * open_
        drawn = self.shoe.rulebook.drawn[self.state :: len(self.bits)]
        for n in reversed(nodes.order):
            if reach[n] and taken[n] == Move.HIT:
                for to, chance in nodes.leads[n]:
                    if not drawn[nodes.state[to]]:
                        reach[to] += reach[n] * chance
        return reach

    def _hit(self, n: int, often: Number, ends: Ends) -> None:
        rulebook, nodes = self.shoe.rulebook, self.shoe.nodes
        ends.player_cards += often * nodes.cards[n]
        if self.bits[nodes.state[n]] == ASKED:
            ends.decisions += often * nodes.cards[n]
        for to, chance in nodes.leads[n]:
            s = nodes.state[to]
            if rulebook.drawn[s * len(self.bits) + self.state]:
                ends.drawn[s] += often * chance

    def _stand(self, p: int, often: Number, ends: Ends) -> None:
        rulebook = self.shoe.rulebook
        if self.bits[p] == ASKED:
            ends.decisions += often
        if rulebook.stood[p * len(rulebook.states) + self.state]:
            ends.stood[p] += often
            return
        finish = self.finishes[rulebook.law[p]]
        ends.dealer_cards += often * finish.cards
        for d, chance in finish.law.items():
            ends.final[p, d] += often * chance

    def _rank(self, p: int, key: int, often: Number, ends: Ends) -> None:
        """Add a poker key that the player stands on."""
        ends.keys[key] += often
        if self.shoe.rulebook.stood[p * len(self.bits) + self.state]:
            return
        for at, chances in self._showdowns(p, key):
            for which, chance in enumerate(chances):
                ends.showdowns[at][which] += often * chance
