"""Whether a certain one of the cards dealt to a hand is of certain ranks."""

from __future__ import annotations

from attrs import frozen

from f27lang.lower.classes import Card


@frozen
class NthDealt:
    """Counts the cards dealt until the one at `place`, from 0; then whether that one is of these ranks."""

    place: int
    ranks: frozenset[str]

    @property
    def start(self) -> int | bool:
        """No card."""
        return 0

    def sight(self, card: Card) -> bool:
        """Return whether the card is of these ranks."""
        return card.rank in self.ranks

    def step(self, state: int | bool, seen: bool, dealt: bool) -> int | bool:
        """Return the state after one more card."""
        if isinstance(state, bool) or not dealt:
            return state
        return seen if state == self.place else state + 1
