"""Advice at a vying table by the book: what a seat knows and may do -> what strategies of the game have it do."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Protocol

from attrs import define, field, frozen

from f27lang import model
from f27lang.referee.cards import number
from f27lang.referee.hands import NO_CARDS, Hand, Stuck
from f27lang.referee.vying_hands import VyingReader
from f27lang.referee.vying_pot import Purse

_MOVE = {
    model.BetChips: "bet", model.RaiseChips: "raise", model.Call: "call", model.Check: "check", model.Fold: "fold",
}  # fmt: skip


@frozen
class Limits:
    """The chips that a bet or a raise may be of; `most` is None without a limit."""

    least: int
    most: int | None

    def allow(self, chips: int) -> bool:
        """Return whether so many chips may be bet, or raised by."""
        return self.least <= chips and (self.most is None or chips <= self.most)


NO_LIMITS = Limits(1, None)


@frozen
class Asked:
    """What a seat knows when it is asked, and the moves that it may make just then.

    Its own hand is all that it sees of the cards; `last_unbet` is when it is the last live seat and nobody bet.
    `round` counts betting rounds, or draws where it is asked to draw, from 1; `live` are the seats that did not fold,
    and `bet` tells whether somebody bet in the betting round that goes on, or the last one that there was.
    """

    seat: int
    hand: Hand
    moves: tuple[str, ...] = ()
    limits: Limits = NO_LIMITS
    last_unbet: bool = False
    round: int = 1
    live: tuple[int, ...] = ()
    bet: bool = False


class Player(Protocol):
    """Whoever sits at a vying table."""

    def draw(self, asked: Asked) -> str:
        """Return `take` or `pass`."""

    def bet(self, asked: Asked) -> tuple[str, int]:
        """Return one of the moves allowed, and the chips of a bet or a raise."""

    def say(self, asked: Asked) -> frozenset[str]:
        """Return the shares that the hand is declared for."""


@define(eq=False)
class Adviser:
    """Plays by strategies that a closed game names, tried in this order; they may each advise on one thing only.

    Without advice on betting it checks and calls, without advice on declaring it says what is nearest.
    """

    game: model.Game
    plays: tuple[str, ...]
    reader: VyingReader = field(init=False)
    purse: Purse = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.reader = VyingReader(self.game)
        self.purse = Purse(self.game, self.reader)

    def draw(self, asked: Asked) -> str:
        """Return the first advised move that is allowed."""
        for line in self._fitting(model.EachAdvice, asked):
            assert isinstance(line, model.DrawAdvice | model.DrawOtherwise)
            if line.move.text in asked.moves:
                return line.move.text
        raise Stuck(f"{' and '.join(self.plays)} has no advice on drawing to {asked.hand}")

    def bet(self, asked: Asked) -> tuple[str, int]:
        """Return the first advised move that is allowed, and its chips: the least where the line names none."""
        if not self._advises(model.BettingAdvice):
            return ("check" if "check" in asked.moves else "call"), 0
        for line in self._fitting(model.BettingAdvice, asked):
            assert isinstance(line, model.BetAdvice | model.BetOtherwise)
            for move in line.moves if isinstance(line, model.BetOtherwise) else (line.move,):
                chips = _chips(move, asked.limits)
                if _MOVE[type(move)] in asked.moves and (not chips or asked.limits.allow(chips)):
                    return _MOVE[type(move)], chips
        raise Stuck(f"{' and '.join(self.plays)} has no advice on betting on {asked.hand}")

    def say(self, asked: Asked) -> frozenset[str]:
        """Return the shares that the first fitting line names."""
        for line in self._fitting(model.DeclareAdvice, asked):
            assert isinstance(line, model.Say | model.SayOtherwise)
            return self._said(line.said.text, asked.hand)
        return self._said("nearest", asked.hand)

    def _said(self, word: str, hand: Hand) -> frozenset[str]:
        if word == "both":
            return frozenset(share.name.text for share in self.game.shares)
        return frozenset((self.purse.nearer(hand) if word == "nearest" else word,))

    def _advises(self, kind: type[model.Node]) -> bool:
        return any(True for play in self.plays for _ in self._blocks(play, kind))

    def _fitting(self, kind: type[model.Node], asked: Asked) -> Iterator[model.Node]:
        """Yield, from the top, the lines of one kind of block that fit what the seat sees."""
        for block in (block for play in self.plays for block in self._blocks(play, kind)):
            if self._holds(getattr(block, "when", None), asked):
                yield from (line for line in block.lines if self._fits(line, asked))  # type: ignore[attr-defined]

    def _blocks(self, strategy: str, kind: type[model.Node]) -> Iterator[model.Node]:
        found = next((each for each in self.game.strategies if each.name.text == strategy), None)
        if found is None:
            raise Stuck(f"there is no strategy {strategy}")
        for line in found.lines:
            if isinstance(line, model.Like):
                yield from self._blocks(line.whom.text, kind)
            elif isinstance(line, kind):
                yield line

    def _fits(self, line: model.Node, asked: Asked) -> bool:
        pattern, when = getattr(line, "on", None), getattr(line, "when", None)
        fits = pattern is None or self.reader.fits(pattern, asked.hand, NO_CARDS)
        return fits and self._holds(when, asked)

    def _holds(self, when: model.When | None, asked: Asked) -> bool:
        return when is None or all(self._seen(seen, asked) for seen in when.seen)

    def _seen(self, seen: model.Seen, asked: Asked) -> bool:
        match seen:
            case model.AllChecked():
                return asked.last_unbet
            case model.WhetherBet(text=text):
                return asked.bet == (text == "somebody bet")
            case model.RoundIs(range=range_):
                return self.reader.within(Fraction(asked.round), range_, NO_CARDS)
            case model.LiveAre(range=range_):
                return self.reader.within(Fraction(len(asked.live)), range_, NO_CARDS)
            case model.SeatLive(seat=seat):
                return number(seat) in asked.live
            case model.SomeCardHelps():
                return self.reader.helped(asked.hand)
            case _:
                raise Stuck(f"`{seen.span.text}` is not to be seen at this table")


def _chips(move: model.BetMove, limits: Limits) -> int:
    if not isinstance(move, model.BetChips | model.RaiseChips):
        return 0
    return int(number(move.chips)) if move.chips else limits.least
