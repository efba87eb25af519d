"""Whether the last card that a hand took is of certain ranks."""

from __future__ import annotations

from attrs import frozen

from f27lang.lower.classes import Card


@frozen
class Drew:
    """True where the last card taken is one of these; dealt cards are not taken."""

    ranks: frozenset[str]

    @property
    def start(self) -> bool:
        """Nothing taken."""
        return False

    def sight(self, card: Card) -> bool:
        """Return whether the card is of these ranks."""
        return card.rank in self.ranks

    def step(self, state: bool, seen: bool, dealt: bool) -> bool:
        """Return whether the last card taken is one of these."""
        return not dealt and seen
