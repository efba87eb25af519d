"""The number of cards, counted as far as any rule asks."""

from __future__ import annotations

from attrs import frozen

from f27lang.lower.classes import Card


@frozen
class CardCount:
    """Counts up to `cap`, which stands for that many or more."""

    cap: int

    @property
    def start(self) -> int:
        """No card."""
        return 0

    def sight(self, card: Card) -> None:
        """Every card counts one."""

    def step(self, state: int, seen: None, dealt: bool) -> int:
        """Return the count after one more card."""
        return min(state + 1, self.cap)
