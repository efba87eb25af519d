"""Feature machines: one small automaton for each kind of thing that a rule can look at in a hand."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Protocol

from f27lang.lower.classes import Card


class Feature(Protocol):
    """An automaton over cards; two features that look at the same thing are equal."""

    @property
    def start(self) -> Any:
        """The state of an empty hand."""

    def sight(self, card: Card) -> Hashable:
        """Return all that the feature sees of a card."""

    def step(self, state: Any, seen: Any, dealt: bool) -> Any:
        """Return the state after one more card, dealt or taken."""
