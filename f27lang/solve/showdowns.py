"""What standing on five cards brings where poker ranks decide, from a full shoe.

Plan, what the dealer shows -> values by hand, over the compiled sums of `kernels.showdown`
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Sequence
from functools import cache, cached_property
from importlib.resources import files
from math import prod
from typing import TYPE_CHECKING, Any

from attrs import define, field

from f27lang.build import Built, build
from f27lang.poker import JOKER
from f27lang.solve.crew import once
from f27lang.solve.draws import Start, Tables, firsts, trie
from f27lang.solve.suits import Keys, Meetings, Suits, SuitView, class_ranks, meetings, suit_views, suits_of

if TYPE_CHECKING:
    from f27lang.rulebook import Rulebook
    from f27lang.solve.faces import Ends, Number
    from f27lang.solve.plan import Plan

FLAGS = ("-O3", "-march=native")  # the sums are made for vector instructions
Stakes = Sequence[tuple[float, float, float]]  # by showdown: what the better, equal and worse rank brings the player


@cache
def kernel() -> Built:
    """Return the sums as a module, compiled where there is a compiler."""
    text = files("f27lang.kernels").joinpath("showdown.py").read_text(encoding="utf-8")
    return build("showdown", text, flags=FLAGS)


@define(slots=False)
class Showdowns:
    """Hands of five cards and how they rank, whatever the dealer shows."""

    plan: Plan
    known: dict[tuple[Start, int], tuple[Any, Any]] = field(factory=dict, init=False)

    @cached_property
    def keys(self) -> Keys:
        """How five cards rank."""
        poker = self.plan.rulebook.poker
        assert poker
        return Keys(poker)

    @cached_property
    def suits(self) -> Suits:
        """The suits of the cards."""
        return suits_of(self.plan.rulebook)

    @cached_property
    def ranks(self) -> tuple[int, ...]:
        """The rank of each class."""
        return class_ranks(self.plan.rulebook)

    @cached_property
    def meetings(self) -> tuple[Meetings, ...]:
        """The showdowns of each player state."""
        return meetings(self.plan.rulebook)

    @cached_property
    def slots(self) -> dict[int, int]:
        """The dealer's states that lead to showdowns: those have one number that lead to the same."""
        found: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
        for p, met in enumerate(self.meetings):
            for at, states in met:
                for d in states:
                    found[d].append((p, at))
        numbers = {told: n for n, told in enumerate(sorted({tuple(told) for told in found.values()}))}
        return {d: numbers[tuple(told)] for d, told in found.items()}

    @cached_property
    def rows(self) -> dict[tuple[int, ...], int]:
        """Numbers what a player state meets by slot: a showdown, or -1."""
        return {met: n for n, met in enumerate(sorted({self.met(p) for p, found in enumerate(self.meetings) if found}))}

    def met(self, p: int) -> tuple[int, ...]:
        """Return what a player state meets by slot."""
        met = [-1] * (max(self.slots.values()) + 1)
        for at, states in self.meetings[p]:
            for d in states:
                met[self.slots[d]] = at
        return tuple(met)

    def stakes(self, brings: Stakes) -> array[float]:
        """Return what showdowns bring, by row and slot."""
        nothing = (0.0, 0.0, 0.0)
        return array("d", [pay for met in self.rows for at in met for pay in (nothing if at < 0 else brings[at])])

    @cached_property
    def fives(self) -> dict[int, tuple[list[int], Any]]:
        """The player's hands that may meet in a showdown, by group of laws: their places, and the compiled hands."""
        found: defaultdict[int, list[int]] = defaultdict(list)
        for p, hands in self.plan.by_state.items():
            if self.meetings[p]:
                found[self.plan.rulebook.law[p]] += hands
        return {group: (hands, kernel().module.Fives(self._tables(hands))) for group, hands in found.items()}

    @cached_property
    def all_hands(self) -> list[int]:
        """The places of the hands of all groups, end to end."""
        return [m for hands, _ in self.fives.values() for m in hands]

    @cached_property
    def first_way(self) -> array[int]:
        """Where the ways of each of all hands to lie in a suit begin, and the end of all."""
        return array("i", firsts([range(self._ways(m)) for m in self.all_hands]))

    @cached_property
    def has_suit(self) -> tuple[bool, ...]:
        """Whether cards of each class can keep a hand from being of one suit."""
        return tuple(rank != JOKER for rank in self.ranks)

    def _held(self, m: int) -> tuple[int, ...]:
        """Return the ranks of a hand."""
        classes = len(self.ranks)
        cards = self.plan.hands.own[m * classes : (m + 1) * classes]
        return tuple(sorted(rank for rank, n in zip(self.ranks, cards) for _ in range(n)))

    def _tables(self, hands: Sequence[int]) -> Tables:
        own, state = self.plan.hands.own, self.plan.hands.state
        classes = len(self.ranks)
        held = [own[m * classes : (m + 1) * classes] for m in hands]
        keys = [self.keys.of(self._held(m)) for m in hands]
        return {
            "own": array("i", [n for cards in held for n in cards]),
            "plain": array("d", [plain for plain, _ in keys]),
            "suited": array("d", [suited for _, suited in keys]),
            "row": array("i", [self.rows[self.met(state[m])] for m in hands]),
            "first": array("i", firsts([range(self._ways(m)) for m in hands])),
            "has_suit": array("i", self.has_suit),
        }

    def _ways(self, m: int) -> int:
        """Return the number of ways in which a hand can lie in a suit, one more for a hand of one suit, another."""
        classes = len(self.ranks)
        own = self.plan.hands.own[m * classes : (m + 1) * classes]
        return 1 + prod(n + 1 for n, has_suit in zip(own, self.has_suit) if has_suit)

    def rivals(self, start: Start, group: int) -> tuple[Any, Any]:
        """Return the dealer's five cards as compiled tries: all of them, and those for which suits matter."""
        if (start, group) not in self.known:
            every = [
                (cards, (float(orders), *self._keys(start, cards), self.slots[d]))
                for cards, d, orders in self.plan.tables(start, group)["ends"]
            ]
            suited = [(cards, item) for cards, item in every if item[1] != item[2]]
            self.known[start, group] = (self._compiled(start, every), self._compiled(start, suited))
        return self.known[start, group]

    def _keys(self, start: Start, cards: int) -> tuple[int, int]:
        drawn = (self.ranks[k] for k, n in self.plan.draws.packing.parts(cards) for _ in range(n))
        return self.keys.of(tuple(sorted((*drawn, *(self.ranks[c] for c in start.shown)))))

    def _compiled(self, start: Start, items: list[tuple[int, tuple[float, int, int, int]]]) -> Any:
        by_hand: defaultdict[int, list[tuple[float, int, int, int]]] = defaultdict(list)
        for cards, item in items:
            by_hand[cards].append(item)
        hands, tables = trie(self.plan.draws.packing, by_hand)
        ordered = [by_hand.get(cards, []) for cards in hands]
        orders, plain, suited, slot = ([item[at] for found in ordered for item in found] for at in range(4))
        return kernel().module.Rivals(
            {name: array("i", column) for name, column in tables.items()}
            | {
                "first_item": array("i", firsts(ordered)),
                "orders": array("d", orders),
                "plain": array("d", plain),
                "suited": array("d", suited),
                "slot": array("i", slot),
                "slots": max(self.slots.values()) + 1,
                "classes": len(self.ranks),
                "drawn": 5 - len(start.shown),
            }
        )

    def views(self, start: Start) -> tuple[SuitView, ...]:
        """Return what the suits of the cards shown may be."""
        return suit_views(self.suits, self.ranks, start.shown) if self.keys.look_at_suits else ()

    def compared(self, start: Start, left: Sequence[int], brings: Stakes) -> tuple[Compared, ...]:
        """Return, by group of laws, the hands compared with what a dealer draws who leaves so many of each class."""
        return tuple(Compared(self, start, group, array("d", left), self.stakes(brings)) for group in self.fives)

    def key_pair(self, m: int) -> tuple[int, int]:
        """Return the keys of a hand of five cards: of several suits, and of one."""
        return self.keys.of(self._held(m))


def met(rulebook: Rulebook, ends: Ends, at: int) -> Number:
    """Return how often rounds ended with a showdown."""
    size, outcome = len(rulebook.states), len(rulebook.outcomes) + at
    return sum(often for (p, d), often in ends.final.items() if rulebook.final[p * size + d] == outcome)


def only(at: int, showdowns: int, which: int) -> Stakes:
    """Return stakes that bring 1 for one end of one showdown: 0 for the better key, 1 for equal ones."""
    wanted = (float(which == 0), float(which == 1), 0.0)
    return tuple(wanted if showdown == at else (0.0, 0.0, 0.0) for showdown in range(showdowns))


@define(slots=False)
class Compared:
    """The hands of one group of laws compared with what a dealer draws; arrays as in `kernels.showdown.Fives`."""

    showdowns: Showdowns
    start: Start
    group: int
    left: array[float]
    stakes: array[float]
    ways: dict[tuple[SuitView, int], array[float]] = field(factory=dict, init=False)

    @property
    def hands(self) -> list[int]:
        """The places of the hands."""
        return self.showdowns.fives[self.group][0]

    @property
    def fives(self) -> Any:
        """The compiled hands."""
        return self.showdowns.fives[self.group][1]

    @once
    def standing(self) -> array[float]:
        """What hands bring against plain keys: each of several suits, then of one."""
        every, _ = self.showdowns.rivals(self.start, self.group)
        found: array[float] = self.fives.standing(every, self.left, self.stakes)
        return found

    def in_suit(self, view: SuitView, suit: int) -> array[float]:
        """Return what each way to lie in a suit brings beside, as all cards of the dealer's may be of it."""
        if (view, suit) not in self.ways:
            _, suited = self.showdowns.rivals(self.start, self.group)
            self.ways[view, suit] = self.fives.in_suit(suited, self.left, array("d", view.left[suit]), self.stakes)
        return self.ways[view, suit]

    @once
    def mean(self) -> list[float]:
        """What each hand brings in the mean over all suits."""
        found = list(self.standing[::2])
        for view in self.showdowns.views(self.start):
            for m, more in enumerate(self._by_suit(view)):
                found[m] += view.chance * more
        return found

    @once
    def one_suit(self) -> list[float]:
        """How likely each hand is of one suit, in the mean."""
        found = [0.0] * len(self.hands)
        for view in self.showdowns.views(self.start):
            for m, chance in enumerate(self.of_one(view)):
                found[m] += view.chance * chance
        return found

    def of_one(self, view: SuitView) -> array[float]:
        """Return how likely each hand is of one suit."""
        found: array[float] = self.fives.chances(self.left, array("d", [n for counts in view.left for n in counts]))
        return found

    def _by_suit(self, view: SuitView) -> list[float]:
        """Return what each hand brings beside, in the mean, for its own suits and for the dealer's."""
        one = self.of_one(view)
        found = [
            chance * (suited - plain) for chance, plain, suited in zip(one, self.standing[::2], self.standing[1::2])
        ]
        for suit, alike in view.alike:
            ways = self.in_suit(view, suit)
            for m, more in enumerate(self.fives.average(self.left, array("d", view.left[suit]), one, ways)):
                found[m] += alike * more
        return found
