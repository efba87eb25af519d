"""Hands that no table tells apart become one: states of a HandMachine → blocks, by partition refinement."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any

from f27lang.lower.hands import HandMachine
from f27lang.lower.pairs import Hands, gathered, states_in, union
from f27lang.lower.rounds import Draft


def minimise(
    machine: HandMachine, kept: Hands, growing: Hands, labels: Mapping[int, Hashable], tables: Iterable[Draft]
) -> dict[int, int]:
    """Return the block of each state kept.

    Two hands are one when their labels agree, every table says the same of both, as a player's and as a dealer's
    hand, and so for the hands that further cards make of them. A table counts for a pair of hands where a round asks
    about hands so labelled; so what the rules say of hands that never come about tells nothing apart, while two ways
    to one total, of which rules speak of one, stay apart.
    """
    by_label = gathered((labels[state], 1 << state) for state in states_in(kept))
    said: dict[int, list[Any]] = {state: [labels[state]] for state in states_in(kept)}
    told: set[Hands] = set()
    for table in tables:
        for alike in by_label.values():
            asked = _asked(table, alike, by_label.values())
            for p in states_in(alike):
                row = {value: hands & asked for value, hands in table.row(p).items() if hands & asked} if asked else {}
                said[p].append(frozenset(row.items()))
                told.update(row.values())
    blocks = _numbered({state: tuple(row) for state, row in said.items()})
    blocks = _split(blocks, told)
    return _refined(machine, blocks, growing)


def _asked(table: Draft, alike: Hands, by_label: Iterable[Hands]) -> Hands:
    """Return the dealer's hands, whole labels at a time, with which a round asks about some of the player's hands."""
    reached = union(table.reached[p] for p in states_in(alike) if p in table.reached)
    return union(hands for hands in by_label if hands & reached)


def _numbered(keys: Mapping[int, Hashable]) -> dict[int, int]:
    numbers: dict[Hashable, int] = {}
    return {state: numbers.setdefault(key, len(numbers)) for state, key in keys.items()}


def _split(blocks: dict[int, int], told: Iterable[Hands]) -> dict[int, int]:
    """Part each block by every set of dealer's hands that some table names."""
    parts = list(gathered((block, 1 << state) for state, block in blocks.items()).values())
    for hands in told:
        parts = [part for whole in parts for part in (whole & hands, whole & ~hands) if part]
    return {state: block for block, part in enumerate(parts) for state in states_in(part)}


def _refined(machine: HandMachine, blocks: dict[int, int], growing: Hands) -> dict[int, int]:
    """Part blocks until the hands of each lead to the same blocks, card by card."""
    cards = range(len(machine.classes))
    while True:
        keys: dict[int, Hashable] = {}
        for state, block in blocks.items():
            after = [machine.step(state, card) for card in cards] if growing >> state & 1 else []
            keys[state] = (block, *(blocks[each] for each in after if each is not None))
        refined = _numbered(keys)
        if len(set(refined.values())) == len(set(blocks.values())):
            return refined
        blocks = refined
