"""Whether a hand is exactly certain cards, in any order."""

from __future__ import annotations

from attrs import frozen

from f27lang.lower.classes import Card

Wanted = tuple[str, ...] | None


def without(wanted: tuple[str, ...], rank: str) -> Wanted:
    """Take a card off those still wanted: its rank first, else an `any`; None where neither is wanted."""
    for name in (rank, "any"):
        if name in wanted:
            place = wanted.index(name)
            return wanted[:place] + wanted[place + 1 :]
    return None


@frozen
class ExactCards:
    """The state is what the hand still lacks; None where it can't be these cards any more."""

    cards: tuple[str, ...]  # sorted ranks, `any` among them

    @property
    def start(self) -> Wanted:
        """All cards are lacking."""
        return self.cards

    def sight(self, card: Card) -> str:
        """Return the rank, where it is one of these."""
        return card.rank if card.rank in self.cards else ""

    def step(self, state: Wanted, seen: str, dealt: bool) -> Wanted:
        """Return what is lacking after one more card."""
        return None if state is None else without(state, seen)


@frozen
class OneCard:
    """Whether the hand is a single card of certain ranks: None before it, False for any other hand."""

    ranks: frozenset[str]

    @property
    def start(self) -> bool | None:
        """No card."""
        return None

    def sight(self, card: Card) -> bool:
        """Return whether the card is of these ranks."""
        return card.rank in self.ranks

    def step(self, state: bool | None, seen: bool, dealt: bool) -> bool:
        """Return whether the hand is now one of these cards."""
        return state is None and seen
