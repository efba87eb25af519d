"""The latest tries of the dealer's draws: the next game may have the same, one of more decks, or that pays otherwise.

What a trie hangs on, and how many cards there are -> its tables
"""

from __future__ import annotations

from typing import Any

from attrs import frozen

MOST_NODES = 150_000  # that are kept: some thirty megabytes

Tables = dict[str, Any]
Counts = tuple[int, ...]  # cards, by tracked class


@frozen
class Trie:
    """The tables of a trie made for so many `counts`, of which its hands hold `held` at the most."""

    counts: Counts
    held: Counts
    tables: Tables
    draws: int  # that it took to find

    def serves(self, counts: Counts) -> bool:
        """Return whether the trie is the same for other counts: none of them stops a draw, nor did its own."""
        return all(old == new or most < min(old, new) for old, new, most in zip(self.counts, counts, self.held))

    @property
    def nodes(self) -> int:
        """The number of its nodes."""
        return len(self.tables["depth"])


_TRIES: dict[object, tuple[Trie, ...]] = {}


def known(key: object, counts: Counts) -> Trie | None:
    """Return a trie that is kept and serves so many cards."""
    return next((each for each in _TRIES.get(key, ()) if each.serves(counts)), None)


def keep(key: object, counts: Counts, tables: Tables, draws: int) -> None:
    """Keep a trie; the oldest ones make room for it."""
    held = [0] * len(counts)
    for k, number in zip(tables["factor_class"], tables["factor_number"]):
        held[k] = max(held[k], number)
    _TRIES[key] = (*_TRIES.get(key, ()), Trie(counts, tuple(held), tables, draws))
    sizes = {each: sum(trie.nodes for trie in tries) for each, tries in list(_TRIES.items())}
    nodes = sum(sizes.values())
    for oldest, number in sizes.items():
        if nodes <= MOST_NODES:
            return
        nodes -= number
        _TRIES.pop(oldest, None)
