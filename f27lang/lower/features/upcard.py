"""Whether a certain one of the cards dealt to a hand is of certain ranks."""

from __future__ import annotations

from attrs import frozen

from f27lang.lower.classes import Card

YES, NO = "yes", "no"


@frozen
class NthDealt:
    """Counts the cards dealt until the one at `place`, from 0; then tells whether that one is of these ranks."""

    place: int
    ranks: frozenset[str]

    @property
    def start(self) -> int | str:
        """No card."""
        return 0

    def sight(self, card: Card) -> bool:
        """Return whether the card is of these ranks."""
        return card.rank in self.ranks

    def step(self, state: int | str, seen: bool, dealt: bool) -> int | str:
        """Return the state after one more card."""
        if isinstance(state, str) or not dealt:
            return state
        if state < self.place:
            return state + 1
        return YES if seen else NO
