"""What an answer is kept under: tables or texts, and the question -> SHA-256.

The digest of a rulebook leaves names out; answers print names, so the keys here hold them.
"""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from attrs import Attribute, evolve, frozen

from f27lang.rulebook import as_plain
from f27lang.store.engine import engine

if TYPE_CHECKING:
    from f27lang.rulebook import Policy, Rulebook

_UNSEEN = ("origins", "rows")  # in no solution


@frozen
class Wanted:
    """A question about tables, all that decides a solution beside the engine; `wager` is a place among the wagers."""

    tables: Rulebook
    play: str | Policy
    shoe: str
    knowledge: str
    wager: int
    counted: bool  # with frequencies

    @property
    def play_name(self) -> str:
        """`best`, `chart` or a strategy's name."""
        return self.play if isinstance(self.play, str) else self.play.name

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys under which an answer may stand: with frequencies it is one to the question without, too."""
        base = (_tables(self.tables), _play(self.play), self.shoe, self.knowledge, self.wager)
        return tuple(key_of("solution", *base, counted) for counted in dict.fromkeys((self.counted, True)))


def key_of(*parts: object) -> str:
    """Return SHA-256 over parts, and over the engine that answers."""
    return hashlib.sha256(json.dumps([engine(), *parts], default=str).encode()).hexdigest()


@lru_cache(maxsize=4)
def _tables(tables: Rulebook) -> str:
    nameless = evolve(tables, name="")
    text = json.dumps(nameless, default=lambda value: as_plain(value, _is_seen), separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _is_seen(attribute: Attribute[Any], value: object) -> bool:
    return attribute.name not in _UNSEEN


def _play(play: str | Policy) -> object:
    return play if isinstance(play, str) else (play.name, play.play, play.accepts)
