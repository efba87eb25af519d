"""What holds between a player's and a dealer's hand: rules → functions from a player's hand to the dealer's hands.

A set of dealer's hands is an integer with bit d set for state d, so that a rule is tried on all of them at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import reduce
from operator import and_
from typing import Any, TypeVar

from f27lang import model
from f27lang.lower.hands import HandMachine
from f27lang.lower.patterns import (
    Clause,
    Look,
    Part,
    ReadingIs,
    as_pattern,
    drew_ranks,
    shown_ranks,
    took_nothing,
)

Key = TypeVar("Key", bound=Hashable)
Hands = int  # a set of states, as bits
Across = Callable[[int], Hands]  # from a player's state to the dealer's states with which something holds


def states_in(hands: Hands) -> Iterator[int]:
    """Yield the states of a set in ascending order."""
    while hands:
        lowest = hands & -hands
        yield lowest.bit_length() - 1
        hands ^= lowest


def union(sets: Iterable[Hands]) -> Hands:
    """Return what is in any of some sets."""
    joined = 0
    for hands in sets:
        joined |= hands
    return joined


def gathered(parts: Iterable[tuple[Key, Hands]]) -> dict[Key, Hands]:
    """Return all hands that come with each key."""
    found: defaultdict[Key, Hands] = defaultdict(int)
    for key, hands in parts:
        found[key] |= hands
    return dict(found)


class Pairs:
    """Patterns, conditions and comparisons over all pairs of hands of a machine."""

    def __init__(self, machine: HandMachine) -> None:
        self.machine = machine
        self.all: Hands = union(1 << state for state in machine.states)
        self._by_slot = [self._sights(slot) for slot in range(len(machine.eyes.features))]
        self._by_reading = self.sorted_by(machine.reading)

    def sorted_by(self, key: Callable[[int], Any]) -> dict[Any, Hands]:
        """Return the hands of each key that some state has."""
        return gathered((key(state), 1 << state) for state in self.machine.states)

    def _sights(self, slot: int) -> dict[Any, Hands]:
        return self.sorted_by(lambda state: self.machine.sight(state)[slot])

    @property
    def over(self) -> Hands:
        """The hands beyond the limit of the reading."""
        return union(hands for reading, hands in self._by_reading.items() if reading.over)

    def look(self, look: Look) -> Hands:
        """Return the hands of which a question is true."""
        return union(hands for state, hands in self._by_slot[self.machine.eyes.slot(look)].items() if look.test(state))

    def constant(self, side: str, hands: Hands) -> Across:
        """Return the rule that a side's hand is one of these."""
        if side == "dealer":
            return lambda _: hands
        return lambda p: self.all if hands >> p & 1 else 0

    def pattern(self, side: str, pattern: model.Pattern | None) -> Across:
        """Return the rule that a side's hand fits a pattern; None fits every hand."""
        if pattern is None:
            return lambda _: self.all
        return any_of([self._clause(side, clause) for clause in self.machine.eyes.clauses(pattern)])

    def _clause(self, side: str, clause: Clause) -> Across:
        own, relative = self.all, []
        for part in clause:
            if isinstance(part, ReadingIs) and part.other not in (None, side):
                relative.append(self._relative(side, part))
            else:
                own &= self._alone(part)
        return all_of([self.constant(side, own), *relative])

    def _alone(self, part: Part) -> Hands:
        if isinstance(part, Look):
            return self.look(part)
        return union(hands for reading, hands in self._by_reading.items() if part.holds(reading, None))

    def _relative(self, side: str, part: ReadingIs) -> Across:
        """Return the rule that a side's reading compares with the other's, worked out once per reading."""
        found: dict[Any, Hands] = {}

        def across(p: int) -> Hands:
            mine = self.machine.reading(p)
            if mine not in found:
                found[mine] = union(
                    hands for theirs, hands in self._by_reading.items()
                    if (part.holds(mine, theirs) if side == "player" else part.holds(theirs, mine))
                )  # fmt: skip
            return found[mine]

        return across

    def conditions(self, side: str, seen: Iterable[model.Seen], will: Callable[[str], Hands] | None = None) -> Across:
        """Return the rule that all conditions hold for a side in its turn; `will` gives the dealer's law."""
        return all_of([self._condition(side, condition, will) for condition in seen])

    def _condition(self, side: str, condition: model.Seen, will: Callable[[str], Hands] | None) -> Across:
        match condition:
            case model.Will(text=text):
                assert will is not None, text
                return self.constant("dealer", will(text.removeprefix("dealer will ")))
            case model.Shows(what=model.Ranks() as ranks):
                return self.constant("dealer", self.look(shown_ranks(ranks)))
            case model.Shows(what=what):
                return self.pattern("dealer", as_pattern(what))
            case model.Has(other=other, pattern=pattern):
                return self.pattern(other.text, pattern)
            case model.Drew(other=other, ranks=ranks):
                return self.constant(other.text, self.look(drew_ranks(ranks)))
            case model.DrewNothing(other=other):
                return self.constant(other.text, self.look(took_nothing()))
        raise AssertionError(condition)


def all_of(rules: list[Across]) -> Across:
    """Return the rule that all of some rules hold; of none, that anything does."""
    if len(rules) == 1:
        return rules[0]
    return lambda p: reduce(and_, (rule(p) for rule in rules), -1)


def any_of(rules: list[Across]) -> Across:
    """Return the rule that one of some rules holds."""
    if len(rules) == 1:
        return rules[0]
    return lambda p: union(rule(p) for rule in rules)
