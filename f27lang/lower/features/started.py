"""How a hand began: which cards it was dealt first, and which came second."""

from __future__ import annotations

from attrs import frozen

from f27lang.lower.classes import Card
from f27lang.lower.features.exact_cards import Wanted, without


@frozen
class DealtFirst:
    """The state is which of the first cards dealt are still lacking, None once one of them was another."""

    cards: tuple[str, ...]  # sorted ranks, `any` among them

    @property
    def start(self) -> Wanted:
        """All are lacking."""
        return self.cards

    def sight(self, card: Card) -> str:
        """Return the rank, where it is one of these."""
        return card.rank if card.rank in self.cards else ""

    def step(self, state: Wanted, seen: str, dealt: bool) -> Wanted:
        """Return what is lacking after one more card; what comes after the first cards is not looked at."""
        if not state:
            return state
        return without(state, seen) if dealt else None


@frozen
class DealtSecond:
    """Counts two cards as dealt; "second" where the second of them is this one, "other" for any further hand."""

    card: str  # a rank or `any`

    @property
    def start(self) -> str:
        """No card."""
        return "none"

    def sight(self, card: Card) -> bool:
        """Return whether the card is this one."""
        return self.card in ("any", card.rank)

    def step(self, state: str, seen: bool, dealt: bool) -> str:
        """Return the state after one more card."""
        if state == "none" and dealt:
            return "first"
        return "second" if state == "first" and dealt and seen else "other"
