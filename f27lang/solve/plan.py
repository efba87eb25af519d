"""What a full shoe asks for before anything is multiplied: hands, draws and their number.

Rulebook -> Plan
"""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property, lru_cache
from math import prod
from typing import TYPE_CHECKING

from attrs import define, evolve, field

from f27lang.rulebook import Move, OutOfCards
from f27lang.shortage import shortage
from f27lang.solve.alike import dealt_by_sight, hands_by_sight
from f27lang.solve.deals import Hand, deals, dealt_hands, excluded, hidden_matter, rank_names, shown_names
from f27lang.solve.draws import Draws, Start, Tables
from f27lang.solve.faces import allowed
from f27lang.solve.hands import Hands, player_hands
from f27lang.solve.meter import Meter
from f27lang.solve.suits import showdown_states
from f27lang.solve.taking import idle_classes

if TYPE_CHECKING:
    from f27lang.rulebook import Rulebook


@define(slots=False)
class Plan:
    """The hands of the player and the dealer's draws; raises TooLarge where there are too many.

    With `by_sight` the player can't tell suits apart although the rules can: hands that look alike stand together.
    Without `counting` it can't be told how many cards the dealer takes.
    """

    rulebook: Rulebook
    by_sight: bool = False
    counting: bool = True
    meter: Meter = field(factory=Meter, init=False)
    known: dict[tuple[Start, int], Tables] = field(factory=dict, init=False)

    @cached_property
    def unseen(self) -> int:
        """The number of the dealer's cards that nobody sees before the player's turn is over."""
        return deals(self.rulebook).unseen

    @cached_property
    def idle(self) -> frozenset[int]:
        """The classes that may be left out: idle ones, if no forced draw can meet them."""
        tracked = self.unseen or self.rulebook.showdowns or self.by_sight
        return frozenset() if tracked else idle_classes(self.rulebook)

    @cached_property
    def tracked(self) -> tuple[int, ...]:
        """The classes that hands are made of."""
        return tuple(c for c in range(len(self.rulebook.classes)) if c not in self.idle)

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """The cards of each class."""
        return tuple(c.count for c in self.rulebook.classes)

    def possible(self, start: int, number: int) -> tuple[Hand, ...]:
        """Return the hands of `number` cards that the shoe holds."""
        return tuple(filter(self._is_possible, dealt_hands(self.rulebook, start, number)))

    def _is_possible(self, hand: Hand) -> bool:
        return all(held <= n for held, n in zip(hand.cards, self.counts))

    @cached_property
    def sights(self) -> list[list[Hand]]:
        """The player's hands as dealt, those together that look alike."""
        alike = dealt_by_sight(self.rulebook, self.rulebook.player_start, deals(self.rulebook).player)
        return [list(filter(self._is_possible, hands)) for hands in alike]

    @cached_property
    def dealt(self) -> tuple[Hand, ...]:
        """The player's hands as dealt."""
        if self.by_sight:
            return tuple(hand for hands in self.sights for hand in hands)
        return self.possible(self.rulebook.player_start, deals(self.rulebook).player)

    @cached_property
    def shown(self) -> dict[str, list[Hand]]:
        """The dealer's face-up hands, by the name that a chart gives them."""
        hands = dealt_hands(self.rulebook, self.rulebook.dealer_start, deals(self.rulebook).shown)
        found: defaultdict[str, list[Hand]] = defaultdict(list)
        names = rank_names(self.rulebook, hands) if self.by_sight else shown_names(self.rulebook, hands)
        for hand, name in zip(hands, names):
            if self._is_possible(hand):
                found[name].append(hand)
        return dict(found)

    @cached_property
    def hands(self) -> Hands:
        """The player's hands."""
        if self.by_sight:
            return self.seen[0]
        return player_hands(self.rulebook, self.tracked, self.dealt, self.meter)

    @cached_property
    def seen(self) -> tuple[Hands, list[int]]:
        """The player's hands, those together that look alike, and where those begin."""
        return hands_by_sight(self.rulebook, self.sights, self.meter)

    @cached_property
    def draws(self) -> Draws:
        """The dealer's draws."""
        kept = showdown_states(self.rulebook)[1]
        return Draws(self.rulebook, self.tracked, self.unseen, self.meter, kept, self.counting)

    def tables(self, start: Start, group: int) -> Tables:
        """Return the draws of a dealer who starts so and follows the laws of `group`."""
        if (start, group) not in self.known:
            self.known[start, group] = self.draws.tables(start, group)
        return self.known[start, group]

    @cached_property
    def by_card(self) -> bool:
        """Whether more than their state matters of the cards that the dealer shows."""
        return bool(self.rulebook.showdowns) or hidden_matter(self.rulebook)

    def starts(self, shown: Hand) -> dict[Start, tuple[int, ...]]:
        """Return where the dealer's draws begin, with the places in `dealt` of the player's hands for which they do."""
        size, cards = len(self.rulebook.states), tuple(c for c, n in enumerate(shown.cards) for _ in range(n))
        plain = Start(shown.state, cards if self.by_card else ())
        if not self.rulebook.peeked:
            return {plain: tuple(range(len(self.dealt)))}
        begins = self.draws.begins(plain)
        found: defaultdict[Start, list[int]] = defaultdict(list)
        for place, hand in enumerate(self.dealt):
            peeks = not self.rulebook.dealt[hand.state * size + shown.state]
            ruled_out = excluded(self.rulebook, hand.state) & begins if peeks else frozenset()
            found[evolve(plain, ruled_out=ruled_out)].append(place)
        return {start: tuple(places) for start, places in found.items()}

    @cached_property
    def by_state(self) -> dict[int, list[int]]:
        """The places of the player's hands, by their state."""
        found: defaultdict[int, list[int]] = defaultdict(list)
        for m, p in enumerate(self.hands.state):
            found[p].append(m)
        return dict(found)

    def waiting(self, view: int) -> dict[int, list[int]]:
        """Return, by group of laws, the hands with which a player may stand and wait for a dealer who shows `view`."""
        size, found = len(self.rulebook.states), defaultdict[int, list[int]](list)
        bits = allowed(self.rulebook, view)
        for p, hands in self.by_state.items():
            decided = self.rulebook.stood[p * size + view] or self.rulebook.drawn[p * size + view]
            if bits[p] & Move.STAND and not decided:
                found[self.rulebook.law[p]] += hands
        return dict(found)

    @cached_property
    def laws(self) -> dict[tuple[Start, int], int]:
        """How many pairs of a player's and a dealer's hand each (start, group of laws) is asked for."""
        pairs: defaultdict[tuple[Start, int], int] = defaultdict(int)
        for hands in self.shown.values():
            for hand in hands:
                for start in self.starts(hand):
                    for group, waiting in self.waiting(hand.state).items():
                        pairs[start, group] += len(waiting)
        return dict(pairs)

    def chance(self, hand: Hand, gone: tuple[int, ...]) -> float:
        """Return how likely a hand is dealt from a shoe without the cards `gone`."""
        left = tuple(count - away for count, away in zip(self.counts, gone))
        ways = prod(falling(left[c], number) for c, number in hand.held)
        return hand.orders * ways / falling(sum(left), sum(hand.cards))

    def chances(self, gone: tuple[int, ...]) -> list[float]:
        """Return how likely each hand of the player's is dealt from a shoe without the cards `gone`."""
        left = tuple(count - away for count, away in zip(self.counts, gone))
        every = falling(sum(left), sum(self.dealt[0].cards))
        return [orders * prod([_ways(left[c], number) for c, number in held]) / every for orders, held in self._held]

    @cached_property
    def _held(self) -> list[tuple[int, tuple[tuple[int, int], ...]]]:
        return [(hand.orders, hand.held) for hand in self.dealt]


def _ways(count: int, number: int) -> int:
    return count if number == 1 else falling(count, number)


def falling(count: int, number: int) -> int:
    """Return the falling factorial: the orders in which `number` of `count` cards can come."""
    return prod(range(count, count - number, -1))


@lru_cache(maxsize=2)
def plan(rulebook: Rulebook, by_sight: bool = False) -> Plan:
    """Return the plan of a rulebook; counting and solving share it. Raises OutOfCards."""
    short = shortage(rulebook)
    if short is not None:
        raise OutOfCards(short.words)
    return Plan(rulebook, by_sight)
