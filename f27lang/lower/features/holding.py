"""Whether a hand holds a card of one rank."""

from __future__ import annotations

from attrs import frozen

from f27lang.lower.classes import Card


@frozen
class Holds:
    """True from the first such card on."""

    rank: str

    @property
    def start(self) -> bool:
        """No card."""
        return False

    def sight(self, card: Card) -> bool:
        """Return whether the card is of this rank."""
        return card.rank == self.rank

    def step(self, state: bool, seen: bool, dealt: bool) -> bool:
        """Return whether the hand holds one by now."""
        return state or seen
