"""What happened in a round: one Event a step, with the rule line that is its reason; Round is the whole of it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from attrs import frozen

from f27lang import model
from f27lang.referee.cards import Card
from f27lang.referee.hands import Reading
from f27lang.source import Span


@frozen
class Event:
    """One step: who does what, the card that came and what the hand then reads, and the rule behind it."""

    who: str  # "player", "dealer", a verdict, the name of a wager, or "bonus " and a name
    what: str  # "is dealt", "takes", "may", "stands", "is offered", "peeks", "turns up", "makes", "brings", "adds"
    line: model.Node | None = None
    card: Card | None = None
    reading: Reading | None = None
    detail: str = ""

    @property
    def span(self) -> Span | None:
        """Where the rule behind the step stands."""
        return self.line.span if self.line else None

    @property
    def reason(self) -> str:
        """The rule line behind the step, as written."""
        return " ".join(self.line.span.text.split()) if self.line else ""

    @property
    def words(self) -> str:
        """The step in words: `player takes 9 of spades: hard 23`."""
        words = " ".join(part for part in (self.who, self.what, str(self.card or ""), self.detail) if part)
        return f"{words}: {self.reading}" if self.reading else words

    def __str__(self) -> str:
        return f"{self.words} ({self.reason})" if self.reason else self.words


@frozen
class Round:
    """A round that was played to its end; results are in units of each wager, to the player."""

    events: tuple[Event, ...]
    verdict: str  # "player wins", "dealer wins" or "push"
    row: int  # the settle row that decided, from 0 in the game's order
    payoffs: Mapping[str, Fraction]  # bonuses included
    player: tuple[Card, ...]
    dealer: tuple[Card, ...]
    player_over: bool
    dealer_over: bool
    decisions: int  # how often the player was asked
    insured: Mapping[str, Fraction]  # the wagers offered beside another, to whoever took them
