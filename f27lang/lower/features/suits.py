"""Whether all cards of a hand have one suit."""

from __future__ import annotations

from attrs import frozen

from f27lang.lower.classes import Card

NO_CARD = "no card"
MIXED = "mixed"


@frozen
class OneSuit:
    """The state is the suit that all cards share; a card without suit makes a hand mixed."""

    @property
    def start(self) -> str:
        """No card."""
        return NO_CARD

    def sight(self, card: Card) -> str | None:
        """Return the suit."""
        return card.suit

    def step(self, state: str, seen: str | None, dealt: bool) -> str:
        """Return the shared suit after one more card."""
        return seen if seen is not None and state in (NO_CARD, seen) else MIXED


@frozen
class AllOfSuit:
    """True while every card has this suit."""

    suit: str

    @property
    def start(self) -> bool:
        """No card of another suit yet."""
        return True

    def sight(self, card: Card) -> bool:
        """Return whether the card has this suit."""
        return card.suit == self.suit

    def step(self, state: bool, seen: bool, dealt: bool) -> bool:
        """Return whether all cards have it by now."""
        return state and seen
