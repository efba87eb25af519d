"""Whether all cards of a hand, two or more, have one rank or the same values."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from attrs import frozen

from f27lang.lower.classes import Card

NO_CARD = ("no card",)
UNLIKE = ("unlike",)


@frozen
class Alike:
    """The state is (what all cards share, whether there are two or more)."""

    by: str  # "ranks" or "values"

    @property
    def start(self) -> tuple[Any, ...]:
        """No card."""
        return NO_CARD

    def sight(self, card: Card) -> Hashable:
        """Return what must be equal."""
        return card.rank if self.by == "ranks" else (card.values, card.makes)

    def step(self, state: tuple[Any, ...], seen: Hashable, dealt: bool) -> tuple[Any, ...]:
        """Return what all cards share after one more."""
        if state == NO_CARD:
            return (seen, False)
        return (seen, True) if state[0] == seen else UNLIKE
