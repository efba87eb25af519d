"""Vying games as tests write them: sections by name → closed Game; cards in the order dealt, and what seats do."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from attrs import define, field

from f27lang import model
from f27lang.referee.vying import VyingReferee
from f27lang.referee.vying_advice import Asked
from f27lang.referee.vying_rounds import VyingRound
from tests.by_hand import cards
from tests.resolving import game_of

SECTIONS = {
    "cards": "decks: 1 | deck: A..K in 4 suits | shuffle: every hand | empty: pass",
    "values": "A: 1 or 11 | 2..10: face | J Q K: 1/2",
    "play": "ante | deal 1 down to each | deal 1 up to each"
    " | repeat { | bet | draw | } until nobody draws | bet | showdown",
    "each": "may take, pass | takes 1 card up",
    "betting": "opens: left of dealer, then further left | limits: 1 chips | raises: ..3 per round",
    "pot": "ante: 1 chip | last in takes all",
    "share low: 1/2": "nearest: 7 | over: allowed | counting: freely | ties: lower total, then split",
    "share high: 1/2": "nearest: 27 | over: allowed | counting: freely | ties: lower total, then split",
}
BARRED = {
    "share low: 1/2": "nearest: 7 | over: barred | counting: freely | ties: split",
    "share high: 1/2": "nearest: 27 | over: barred | counting: freely | ties: split",
    "pot": "ante: 1 chip | last in takes all | unclaimed: other share, else everyone",
}


def text(seats: str = "2..10, usually 6", **changes: str) -> str:
    """Return Seven Twenty-Seven as one flat file, some of its sections changed; lines are parted by `|`."""
    sections = {**SECTIONS, **changes}
    blocks = (f"{heading} {{\n{_lines(body)}\n}}" for heading, body in sections.items() if body)
    return "\n".join(["f27 1", 'vying game "by-hand" {', f"seats: {seats}", *blocks, "}", ""])


def _lines(body: str) -> str:
    return "\n".join(line.strip() for line in body.split("|"))


def game(**changes: str) -> model.Game:
    """Return the closed game of `text`."""
    return game_of(text(**changes))


@define
class Scripted:
    """A player who does what he is told, in order: `t` take, else pass; check, call, fold, b or r and chips."""

    draws: str = ""
    bets: str = ""
    says: str = ""  # shares, parted by blanks
    seen: list[Asked] = field(factory=list)

    def draw(self, asked: Asked) -> str:
        self.seen.append(asked)
        move, self.draws = self.draws[:1], self.draws[1:]
        return "take" if move == "t" else "pass"

    def bet(self, asked: Asked) -> tuple[str, int]:
        self.seen.append(asked)
        word, _, self.bets = self.bets.partition(" ")
        if not word:
            return ("check" if "check" in asked.moves else "call"), 0
        words = {"b": "bet", "r": "raise"}
        return (words[word[0]], int(word[1:])) if word[0] in words else (word, 0)

    def say(self, asked: Asked) -> frozenset[str]:
        return frozenset(self.says.split())


def played(found: model.Game, dealt: str, *players: Scripted, carried: int = 0) -> VyingRound:
    """Play a hand with these cards, and none behind them."""
    return VyingReferee(found).play(cards(dealt), players, Fraction(carried))


def at_showdown(found: model.Game, *hands: str, says: Iterable[str] = ()) -> VyingRound:
    """Return the hand in which nobody bets and the seats come to hold these cards."""
    told = [*says] or [""] * len(hands)
    first = [hand.split()[place] for place in (0, 1) for hand in hands]
    drawn = [hand.split()[2:] for hand in hands]
    later = [each[turn] for turn in range(max(map(len, drawn))) for each in drawn if turn < len(each)]
    players = [Scripted("t" * len(each), "", said) for each, said in zip(drawn, told, strict=True)]
    return played(found, " ".join([*first, *later]), *players)


def words(found: VyingRound) -> list[str]:
    """Return what happened, without the reasons."""
    return [event.words for event in found.events]
