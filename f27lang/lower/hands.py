"""All hands that a game can bring about, as far as its rules can tell them apart: Game → HandMachine."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from f27lang import model
from f27lang.lower.classes import Card, cards_of, class_of, group
from f27lang.lower.eyes import Eyes, Sight, deals
from f27lang.lower.features.points import Reading
from f27lang.lower.patterns import Part, ReadingIs
from f27lang.lower.taking import Taking
from f27lang.rulebook import CardClass


class TooManyStates(Exception):
    """Raised where the rules tell more hands apart than `bound`."""

    def __init__(self, bound: int) -> None:
        self.bound = bound
        super().__init__(f"more than {bound} hands that the rules can tell apart")


class HandMachine:
    """The reachable product of the feature machines of a game, not minimised.

    States are numbers from 0. A hand first gets the cards that `deal` gives its side, then takes cards; the state
    knows how many are still to be dealt. Every hand that the rules let a side hold is reached, and some that the
    other side's hand forbids. `extra` are further patterns or lines (a strategy's) whose features are needed.

    Raises TooManyStates.
    """

    def __init__(self, game: model.Game, extra: Iterable[model.Node] = (), *, bound: int) -> None:
        cards = cards_of(game)
        self.eyes = Eyes(game, cards, extra)
        self.groups = group(cards, (tuple(f.sight(card) for f in self.eyes.features) for card in cards))
        self.classes: tuple[CardClass, ...] = tuple(class_of(group, cards) for group in self.groups)
        self.cards: tuple[Card, ...] = cards
        self.dealt_to = {side: _dealt_to(game, side) for side in ("player", "dealer")}
        self._taking = Taking(game, self.eyes)
        self._bound = bound
        self._numbers: dict[tuple[int, Sight], int] = {}
        self._keys: list[tuple[int, Sight]] = []
        self._rows: list[tuple[int, ...] | None] = []
        self._came: list[tuple[int, int] | None] = []  # (state before, card) on a shortest way
        self._seen = [tuple(f.sight(cards[0]) for f in self.eyes.features) for cards in self.groups]
        self._memo: dict[tuple[int, object, int, bool], object] = {}
        for side in ("player", "dealer"):
            self._explore(side)

    @property
    def states(self) -> range:
        """All states."""
        return range(len(self._keys))

    def start(self, side: str) -> int:
        """Return the state of a side's empty hand."""
        return self._numbers[self.dealt_to[side], self.eyes.start]

    def step(self, state: int, card: int) -> int | None:
        """Return the state after one more card of a class; None where no side can take one."""
        row = self._rows[state]
        return None if row is None else row[card]

    def to_be_dealt(self, state: int) -> int:
        """Return how many cards the hand is still to be dealt."""
        return self._keys[state][0]

    def sight(self, state: int) -> Sight:
        """Return what each feature makes of the hand."""
        return self._keys[state][1]

    def example(self, state: int) -> tuple[int, ...]:
        """Return the card classes of a shortest hand in this state, in the order received."""
        came = self._came[state]
        return () if came is None else (*self.example(came[0]), came[1])

    def reading(self, state: int) -> Reading:
        """Return how the hand is read."""
        return self.eyes.reading(self.sight(state))

    def fits(self, state: int, pattern: model.Pattern, other: int | None = None) -> bool:
        """Return whether a hand fits a pattern; ranges such as `under dealer` compare it with the hand `other`."""
        sight = self.sight(state)
        reading = None if other is None else self.reading(other)

        def holds(part: Part) -> bool:
            if isinstance(part, ReadingIs):
                assert part.other is None or reading is not None
                return part.holds(self.eyes.reading(sight), reading if part.other else None)
            return self.eyes.answer(part, sight, unknown=False)

        return any(all(map(holds, clause)) for clause in self.eyes.clauses(pattern))

    def _explore(self, side: str) -> None:
        """Number every hand that a side can come to hold, shortest first."""
        start = self._number((self.dealt_to[side], self.eyes.start), None)
        reached = {start}
        queue = deque([start])
        while queue:
            state = queue.popleft()
            if not self.to_be_dealt(state) and not self._taking.may(side, self.sight(state)):
                continue
            for after in self._row(state):
                if after not in reached:
                    reached.add(after)
                    queue.append(after)

    def _row(self, state: int) -> tuple[int, ...]:
        row = self._rows[state]
        if row is None:
            row = tuple(self._number(key, (state, card)) for card, key in enumerate(self._after(state)))
            self._rows[state] = row
        return row

    def _after(self, state: int) -> Iterator[tuple[int, Sight]]:
        left, sight = self._keys[state]
        features, memo, dealt = self.eyes.features, self._memo, left > 0
        for card, seen in enumerate(self._seen):
            after = []
            for slot, was in enumerate(sight):
                key = (slot, was, card, dealt)
                if key not in memo:
                    memo[key] = features[slot].step(was, seen[slot], dealt)
                after.append(memo[key])
            yield max(left - 1, 0), tuple(after)

    def _number(self, key: tuple[int, Sight], came: tuple[int, int] | None) -> int:
        number = self._numbers.get(key)
        if number is None:
            number = len(self._keys)
            if number >= self._bound:
                raise TooManyStates(self._bound)
            self._numbers[key] = number
            self._keys.append(key)
            self._rows.append(None)
            self._came.append(came)
        return number


def _dealt_to(game: model.Game, side: str) -> int:
    return sum(deal.number.value for deal in deals(game) if deal.to.text in (side, "each"))
