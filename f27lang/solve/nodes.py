"""What a player can have in hand from an endless shoe: hand states, with the ranks and the suit where those matter.

Endless -> Nodes
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from f27lang.poker import JOKER
from f27lang.solve.deals import deals
from f27lang.solve.suits import Keys, Suits, class_ranks, leading_to, showdown_states, suits_of

if TYPE_CHECKING:
    from f27lang.rulebook import Rulebook
    from f27lang.solve.endless import Endless
    from f27lang.solve.faces import Number

MIXED, NOTHING = -1, -2  # in place of the suit that cards share: they share none, or none has one yet

Ranks = tuple[int, ...]  # places in poker.RANKS, ascending; empty where no showdown can follow
Held = tuple[int, Ranks, int]  # state, ranks, the suit they share
Lead = tuple[int, "Number"]  # the node that follows, and its chance
Mixture = tuple[tuple[int, "Number"], ...]  # poker keys and their chances


@frozen
class Nodes:
    """The player's hands by what can still make a difference; lists by node.

    `held` is what is seen of a hand, `cards` are taken with one hit, `keys` are what a hand may be in a showdown.
    `order` has each node behind those that it can lead to.
    """

    held: tuple[Held, ...]
    state: tuple[int, ...]
    leads: tuple[tuple[Lead, ...], ...]
    cards: tuple[Number, ...]
    keys: tuple[Mixture, ...]
    order: tuple[int, ...]
    roots: dict[int, Number]


def state_nodes(shoe: Endless) -> Nodes:
    """Return the hand states as nodes: all that matters where no showdown can follow."""
    size = len(shoe.rulebook.states)
    return Nodes(
        held=tuple((state, (), MIXED) for state in range(size)),
        state=tuple(range(size)),
        leads=tuple(shoe.draws[s].leads if s in shoe.draws else () for s in range(size)),
        cards=tuple(shoe.draws[s].cards if s in shoe.draws else shoe.nothing for s in range(size)),
        keys=((),) * size,
        order=shoe.order,
        roots=shoe.roots,
    )


@define(slots=False)
class Sight:
    """What is seen of cards in the number type of `one`: ranks, and with `tracked` whether they share a suit."""

    rulebook: Rulebook
    one: Number
    tracked: bool
    joining: dict[tuple[int, int], list[tuple[int, Number]]] = field(factory=dict, init=False, eq=False)

    @cached_property
    def keys(self) -> Keys:
        """How five cards rank."""
        assert self.rulebook.poker
        return Keys(self.rulebook.poker)

    @cached_property
    def suits(self) -> Suits:
        """The suits of the cards."""
        return suits_of(self.rulebook)

    @cached_property
    def ranks(self) -> tuple[int, ...]:
        """The rank of each class."""
        return class_ranks(self.rulebook)

    @cached_property
    def last(self) -> tuple[frozenset[int], frozenset[int]]:
        """The player's and the dealer's states that meet in a showdown."""
        return showdown_states(self.rulebook)

    @cached_property
    def ranked(self) -> frozenset[int]:
        """The player's states that can lead to a showdown."""
        return leading_to(self.rulebook, self.last[0])

    def after(self, held: Held, c: int) -> Iterator[tuple[Held, Number]]:
        """Yield what a card of class `c` makes of a hand, with the chances of its suits."""
        state, ranks, suit = held
        to = self.rulebook.step[state * len(self.ranks) + c]
        chance = self.chances[c]
        if to not in self.ranked:
            yield (to, (), MIXED), chance
            return
        longer = tuple(sorted((*ranks, self.ranks[c])))
        if (suit, c) not in self.joining:
            self.joining[suit, c] = [(shared, chance * part) for shared, part in self.shared(suit, c)]
        for shared, part in self.joining[suit, c]:
            yield (to, longer, shared), part

    @cached_property
    def chances(self) -> tuple[Number, ...]:
        """How likely each class is."""
        return tuple(self.one * each.count / self.rulebook.shoe for each in self.rulebook.classes)

    def shared(self, suit: int, c: int) -> Iterator[tuple[int, Number]]:
        """Yield the suit that is shared when one of class `c` joins cards of `suit`, and how likely it is then."""
        count = self.rulebook.classes[c].count
        if suit == MIXED or self.ranks[c] == JOKER:
            yield suit, self.one
            return
        if suit == NOTHING:
            found = [(alike[0], len(alike) * self.suits.of[alike[0]][c]) for alike in self.suits.alike]
            found.append((MIXED, self.suits.none[c]))
        else:
            found = [(suit, self.suits.of[suit][c]), (MIXED, count - self.suits.of[suit][c])]
        yield from ((shared, self.one * n / count) for shared, n in found if n)

    def share(self, cards: Iterable[int], suit: int) -> Number:
        """Return the chance that cards, given by class, are of one suit; NOTHING: whichever it be."""
        held = [c for c in cards if self.ranks[c] != JOKER]
        if suit == MIXED:
            return 0 * self.one
        if suit == NOTHING and held:
            return sum(self.share(held, s) for s in range(len(self.suits.of)))
        counts = (self.one * self.suits.of[suit][c] / self.rulebook.classes[c].count for c in held)
        return prod(counts, start=self.one)

    def mixture(self, ranks: Ranks, share: Number) -> Mixture:
        """Return the keys of five cards that are of one suit with the chance `share`."""
        plain, suited = self.keys.of(ranks)
        if plain == suited or share == 0:
            return ((plain, self.one),)
        return ((suited, share),) if share == 1 else ((plain, 1 - share), (suited, share))

    def own(self, held: Held) -> Mixture:
        """Return the keys of a player's hand."""
        state, ranks, suit = held
        if state not in self.last[0]:
            return ()
        if self.tracked:
            return self.mixture(ranks, 0 * self.one if suit == MIXED else self.one)
        by_rank = {rank: c for c, rank in enumerate(self.ranks)}
        return self.mixture(ranks, self.share((by_rank[rank] for rank in ranks), NOTHING))


@define
class Growing:
    """Nodes as they are found, from nothing in hand on."""

    shoe: Endless
    sight: Sight
    place: dict[Held, int] = field(factory=dict, init=False)
    held: list[Held] = field(factory=list, init=False)

    def at(self, held: Held) -> int:
        """Return the place of a node, a new one where it has none."""
        if held not in self.place:
            self.place[held] = len(self.held)
            self.held.append(held)
        return self.place[held]

    def dealt(self) -> dict[int, Number]:
        """Return the nodes as dealt, with their chances."""
        start = self.shoe.rulebook.player_start
        level: dict[Held, Number] = {(start, (), NOTHING if self.sight.tracked else MIXED): self.shoe.one}
        for _ in range(deals(self.shoe.rulebook).player):
            longer: defaultdict[Held, Number] = defaultdict(lambda: self.shoe.nothing)
            for held, before in level.items():
                for after, chance in self._cards(held):
                    longer[after] += before * chance
            level = longer
        return {self.at(held): chance for held, chance in level.items()}

    def _cards(self, held: Held) -> Iterator[tuple[Held, Number]]:
        for c in range(len(self.shoe.chances)):
            yield from self.sight.after(held, c)

    def leads(self, held: Held) -> tuple[Lead, ...]:
        """Return what a hit leads to."""
        state = held[0]
        if state not in self.shoe.draws:
            return ()
        if state not in self.sight.ranked:
            return tuple((self.at((s, (), MIXED)), chance) for s, chance in self.shoe.draws[state].leads)
        found: dict[int, Number] = {}
        for after, chance in self._cards(held):
            at = self.at(after)
            found[at] = found[at] + chance if at in found else chance
        return tuple(found.items())


def ranked_nodes(shoe: Endless, sight: Sight) -> Nodes:
    """Return all that a player can have in hand where a showdown may follow, found from the deal on."""
    growing = Growing(shoe, sight)
    roots = growing.dealt()
    leads = [growing.leads(held) for held in growing.held]  # grows while it is walked
    behind = {state: place for place, state in enumerate(shoe.order)}
    held = growing.held
    return Nodes(
        held=tuple(held),
        state=tuple(state for state, _, _ in held),
        leads=tuple(leads),
        cards=tuple(shoe.draws[state].cards if state in shoe.draws else shoe.nothing for state, _, _ in held),
        keys=tuple(map(sight.own, held)),
        order=tuple(sorted(range(len(held)), key=lambda at: behind[held[at][0]])),
        roots=roots,
    )
