"""One order for hands, the same whatever names and files say: blocks of states → numbered states and classes."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping

from attrs import field, frozen

from f27lang.lower.classes import Card, group
from f27lang.lower.hands import HandMachine
from f27lang.lower.pairs import Hands, states_in, union


@frozen(eq=False)
class Canonical:
    """States numbered as they are met, card by card, from the player's and then the dealer's empty hand."""

    number: Mapping[int, int]  # of each state of the machine
    members: tuple[tuple[int, ...], ...]  # the states of the machine behind each number
    groups: tuple[tuple[Card, ...], ...]  # the cards of each class
    step: tuple[int, ...]  # [state * classes + class]; a hand that never gets a further card leads to itself
    player_start: int
    dealer_start: int
    examples: tuple[tuple[int, ...], ...]  # the classes of a shortest hand
    _known: dict[Hands, Hands] = field(factory=dict, init=False)

    def numbered(self, hands: Hands) -> Hands:
        """Return a set of the machine's states as a set of numbers."""
        if hands not in self._known:
            self._known[hands] = union(1 << self.number[state] for state in states_in(hands))
        return self._known[hands]


def canonical(machine: HandMachine, blocks: Mapping[int, int], growing: Hands, ranks_apart: bool) -> Canonical:
    """Number blocks of states, and join cards that always lead to the same block; only of one rank, where asked for."""
    rows = {blocks[state]: _row(machine, blocks, state) for state in blocks if growing >> state & 1}
    groups = _joined(machine, list(rows.values()), ranks_apart)
    columns = [machine.groups.index(next(g for g in machine.groups if cards[0] in g)) for cards in groups]
    starts = [blocks[machine.start(side)] for side in ("player", "dealer")]
    examples: dict[int, tuple[int, ...]] = {}
    for block, hand in _met(starts, {block: [row[c] for c in columns] for block, row in rows.items()}):
        examples.setdefault(block, hand)
    order = {block: number for number, block in enumerate(examples)}
    step = tuple(order[after] for block in examples for after in _after(block, rows, columns))
    members: list[list[int]] = [[] for _ in order]
    for state in sorted(blocks):
        members[order[blocks[state]]].append(state)
    return Canonical(
        {state: order[block] for state, block in blocks.items()},
        tuple(map(tuple, members)),
        groups,
        step,
        order[starts[0]],
        order[starts[1]],
        tuple(examples.values()),
    )


def _row(machine: HandMachine, blocks: Mapping[int, int], state: int) -> list[int]:
    after = (machine.step(state, card) for card in range(len(machine.classes)))
    return [blocks[each] for each in after if each is not None]


def _after(block: int, rows: Mapping[int, list[int]], columns: list[int]) -> list[int]:
    return [rows[block][c] for c in columns] if block in rows else [block] * len(columns)


def _joined(machine: HandMachine, rows: list[list[int]], ranks_apart: bool) -> tuple[tuple[Card, ...], ...]:
    """Group all cards by what they make of every hand."""
    column = {card: tuple(row[c] for row in rows) for c, cards in enumerate(machine.groups) for card in cards}
    return group(machine.cards, ((column[card], card.rank if ranks_apart else "") for card in machine.cards))


def _met(starts: list[int], rows: Mapping[int, list[int]]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield blocks with the classes of a hand that leads there, the shortest hands of each start first."""
    met = set()
    for start in starts:
        queue: deque[tuple[int, tuple[int, ...]]] = deque([(start, ())])
        while queue:
            block, hand = queue.popleft()
            if block in met:
                continue
            met.add(block)
            yield block, hand
            queue.extend((after, (*hand, c)) for c, after in enumerate(rows.get(block, ())))
