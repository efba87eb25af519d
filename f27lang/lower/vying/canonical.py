"""Hands that no table tells apart become one: VyingHands and labels → numbered states and joined cards."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Mapping, Sequence

from attrs import frozen

from f27lang.lower.classes import Card, group
from f27lang.lower.vying.hands import VyingHands


@frozen(eq=False)
class States:
    """States numbered as they are met from the empty hand, card by card, and one of the hands behind each."""

    of: tuple[int, ...]  # a hand of `VyingHands` for each state
    groups: tuple[tuple[Card, ...], ...]  # the cards of each class
    step: tuple[int, ...]
    examples: tuple[tuple[int, ...], ...]

    def cards(self) -> list[int | None]:
        """Return the number of cards of each state, where all hands in it have as many."""
        width = len(self.groups)
        counts: list[set[int]] = [set() for _ in self.of]
        queue = [(0, 0)]
        for state, count in queue:  # grows while it is walked
            if count in counts[state] or len(counts[state]) > 1:
                continue
            counts[state].add(count)
            after = set(self.step[state * width : (state + 1) * width])
            queue.extend((each, count + 1) for each in after if after != {state})
        return [next(iter(found)) if len(found) == 1 else None for found in counts]


def states(hands: VyingHands, labels: Sequence[Hashable]) -> States:
    """Join hands with equal labels that the same cards lead to joined hands; then cards that always do the same."""
    blocks = _refined(hands, labels)
    rows: dict[int, tuple[int, ...]] = {}
    for hand, row in enumerate(hands.rows):
        if row is not None:
            rows[blocks[hand]] = tuple(blocks[after] for after in row)
    groups = _joined(hands, rows)
    columns = [next(c for c, cards in enumerate(hands.groups) if joined[0] in cards) for joined in groups]
    examples = _met(blocks[0], {block: [row[c] for c in columns] for block, row in rows.items()})
    order = {block: number for number, block in enumerate(examples)}
    step = [order[rows[block][c]] if block in rows else order[block] for block in examples for c in columns]
    first: dict[int, int] = {}
    for hand, block in enumerate(blocks):
        first.setdefault(block, hand)
    return States(tuple(first[block] for block in examples), groups, tuple(step), tuple(examples.values()))


def _refined(hands: VyingHands, labels: Sequence[Hashable]) -> list[int]:
    blocks = _numbered(labels)
    while True:
        keys = [
            (blocks[hand], None if row is None else tuple(blocks[after] for after in row))
            for hand, row in enumerate(hands.rows)
        ]
        refined = _numbered(keys)
        if max(refined) == max(blocks):
            return refined
        blocks = refined


def _numbered(keys: Sequence[Hashable]) -> list[int]:
    numbers: dict[Hashable, int] = {}
    return [numbers.setdefault(key, len(numbers)) for key in keys]


def _joined(hands: VyingHands, rows: Mapping[int, tuple[int, ...]]) -> tuple[tuple[Card, ...], ...]:
    column = {card: tuple(row[c] for row in rows.values()) for c, cards in enumerate(hands.groups) for card in cards}
    return group(hands.cards, (column[card] for card in hands.cards))


def _met(start: int, rows: Mapping[int, Sequence[int]]) -> dict[int, tuple[int, ...]]:
    """Return each block, in the order met, with the classes of a shortest hand that leads there."""
    met: dict[int, tuple[int, ...]] = {start: ()}
    queue = deque([start])
    while queue:
        block = queue.popleft()
        for c, after in enumerate(rows.get(block, ())):
            if after not in met:
                met[after] = (*met[block], c)
                queue.append(after)
    return met
