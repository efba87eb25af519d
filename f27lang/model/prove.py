"""Advice, examples and claims: what a rules card says about itself, and can be held to."""

from __future__ import annotations

from f27lang.model.cards import Rank
from f27lang.model.hands import DistanceTo, OfSuit, OneSuit, Pattern, Reading, TotalNearest
from f27lang.model.money import Result
from f27lang.model.node import Amount, Name, Node, Odds, Percent, Quantity, Text, Words, frozen
from f27lang.model.turns import DoesVerb, DrawMove, Move, When
from f27lang.model.vary import Param


@frozen
class LikeWhom(Words):
    """A strategy's name, or `dealer`."""


@frozen
class Like(Node):
    """`like dealer`."""

    whom: LikeWhom


@frozen
class Accept(Node):
    """`accept insurance when dealer shows A`."""

    wager: Name
    when: When | None


@frozen
class Advice(Node):
    """`hit on hard ..14`."""

    move: Move
    on: Pattern | None
    when: When | None


@frozen
class Otherwise(Node):
    """`otherwise double, hit`."""

    moves: tuple[Move, ...]


@frozen
class DrawAdvice(Node):
    """`take on distance over 2`."""

    move: DrawMove
    on: Pattern | None
    when: When | None


@frozen
class DrawOtherwise(Node):
    """`otherwise pass`."""

    move: DrawMove


@frozen
class BetChips(Node):
    """`bet`, `bet 2 chips`."""

    chips: Quantity | None


@frozen
class RaiseChips(Node):
    """`raise`, `raise 2 chips`."""

    chips: Quantity | None


@frozen
class Call(Node):
    """`call`."""


@frozen
class Check(Node):
    """`check`."""


@frozen
class Fold(Node):
    """`fold`."""


BetMove = BetChips | RaiseChips | Call | Check | Fold


@frozen
class BetAdvice(Node):
    """`bet on distance ..1`."""

    move: BetMove
    on: Pattern | None
    when: When | None


@frozen
class BetOtherwise(Node):
    """`otherwise check, fold`."""

    moves: tuple[BetMove, ...]


@frozen
class Said(Words):
    """A share's name, `both` or `nearest`."""


@frozen
class Say(Node):
    """`say low on distance to 7 ..1`."""

    said: Said
    on: Pattern | None
    when: When | None


@frozen
class SayOtherwise(Node):
    """`otherwise say nearest`."""

    said: Said


@frozen
class PlayerAdvice(Node):
    """Advice for a banked game's player."""

    when: When | None
    lines: tuple[Advice | Otherwise, ...]


@frozen
class EachAdvice(Node):
    """Advice for drawing."""

    when: When | None
    lines: tuple[DrawAdvice | DrawOtherwise, ...]


@frozen
class BettingAdvice(Node):
    """Advice for betting."""

    when: When | None
    lines: tuple[BetAdvice | BetOtherwise, ...]


@frozen
class DeclareAdvice(Node):
    """Advice for declaring."""

    when: When | None
    lines: tuple[Say | SayOtherwise, ...]


@frozen
class Strategy(Node):
    """`strategy mimic_the_dealer {`: read from the top; a move not allowed is skipped."""

    name: Name
    help: Text | None
    lines: tuple[Param | Like | Accept | PlayerAdvice | EachAdvice | BettingAdvice | DeclareAdvice, ...]

    @property
    def params(self) -> tuple[Param, ...]:
        """Its own params, in order of declaration."""
        return tuple(line for line in self.lines if isinstance(line, Param))

    @property
    def settings(self) -> dict[str, Param]:
        """These by the names by which they are set, `strategy.param`."""
        return {f"{self.name.text}.{param.name.text}": param for param in self.params}


@frozen
class ShownSide(Words):
    """`player` or `dealer`."""


@frozen
class HandShown(Node):
    """Cards in the order dealt; without a suit the suits are mixed."""

    cards: tuple[Rank, ...]
    suit: OneSuit | OfSuit | None


@frozen
class ShownAgainst(Node):
    """`against 10 5`."""

    hand: HandShown


@frozen
class ToldTotal(Node):
    """`hard 21`."""

    measure: Reading | TotalNearest | DistanceTo
    amount: Amount


@frozen
class ToldHand(Node):
    """A named hand."""

    name: Name


@frozen
class ToldNot(Node):
    """`not finnish_27`."""

    name: Name


@frozen
class ToldMust(Node):
    """`must hit`."""

    move: Move


@frozen
class ToldDoes(Node):
    """`stands`."""

    verb: DoesVerb


@frozen
class ToldMay(Node):
    """`may hit`."""

    move: Move


@frozen
class ToldMayNot(Node):
    """`may not hit`."""

    move: Move


@frozen
class ToldResult(Node):
    """`player wins`."""

    result: Result


@frozen
class ToldPays(Node):
    """`pays 3:2 on game`."""

    odds: Odds
    wager: Name | None


Told = ToldTotal | ToldHand | ToldNot | ToldMust | ToldDoes | ToldMay | ToldMayNot | ToldResult | ToldPays


@frozen
class CheckHand(Node):
    """`player 7 7 against 10 5: hard 14, must hit`."""

    side: ShownSide | None
    hand: HandShown
    against: ShownAgainst | None
    told: tuple[Told, ...]


@frozen
class CheckBeats(Node):
    """`9 9 9 beats 2 3 4 5 6`."""

    side: ShownSide | None
    better: HandShown
    worse: HandShown
    share: Name | None


@frozen
class CheckTies(Node):
    """`A K ties A K`."""

    side: ShownSide | None
    one: HandShown
    other: HandShown
    share: Name | None


@frozen
class Example(Node):
    """Lines that `f27 check` runs."""

    lines: tuple[CheckHand | CheckBeats | CheckTies, ...]


@frozen
class Claim(Node):
    """`claim house_edge 1.0% within 0.05% under chart`: a published number."""

    measure: Name
    value: Percent
    within: Percent
    wager: ClaimOn | None
    under: Name


@frozen
class ClaimOn(Node):
    """`on banco`."""

    wager: Name
