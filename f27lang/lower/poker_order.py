"""How five cards of a game rank: the section `poker` → Poker."""

from __future__ import annotations

from collections.abc import Iterable

from f27lang import model
from f27lang.lower.classes import Card
from f27lang.rulebook import Poker


def poker_of(section: model.Poker, shoe: Iterable[Card]) -> Poker:
    """Return how hands of five cards of a shoe rank."""
    order = next(line for line in section.lines if isinstance(line, model.PokerOrder))
    said = (line for line in section.lines if isinstance(line, model.PokerRole))
    roles = {line.rank.text: [role.text for role in line.roles] for line in said}
    joker = "".join(roles.get("Joker", ())) if any(card.rank == "Joker" for card in shoe) else ""
    return Poker(tuple(name.text for name in order.categories), "low" in roles.get("A", ()), joker)
