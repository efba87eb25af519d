"""Cards and hands as tests write them: "9 9 A" -> cards, hands, and a referee for one pattern."""

from __future__ import annotations

from f27lang import model
from f27lang.referee import Card, Hand, Referee
from tests.closed_games import game


def cards(text: str, suit: str | None = None) -> tuple[Card, ...]:
    return tuple(Card(rank, suit) for rank in text.split())


def hand(text: str, dealt: int = 2, suit: str | None = None) -> Hand:
    return Hand(cards(text, suit), min(dealt, len(text.split())))


def pattern(text: str, **sections: str) -> tuple[Referee, model.Pattern]:
    """Return a referee and the pattern that a name stands for in his game."""
    named = {"hands": f"probe: {text} | finnish_27: A K as dealt | standing: total ..27 | bust: total over 27"}
    found = Referee(game(**{**named, **sections}))
    return found, found.reader.names["probe"][0]
