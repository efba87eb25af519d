"""Whether a hand has taken a card beyond those it was dealt."""

from __future__ import annotations

from attrs import frozen

from f27lang.lower.classes import Card


@frozen
class Taken:
    """False while the hand is as dealt."""

    @property
    def start(self) -> bool:
        """Nothing taken."""
        return False

    def sight(self, card: Card) -> None:
        """No card differs."""

    def step(self, state: bool, seen: None, dealt: bool) -> bool:
        """Return whether a card has been taken by now."""
        return state or not dealt
