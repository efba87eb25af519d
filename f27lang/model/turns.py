"""The order of play, and what each side may, must and does in its turn."""

from __future__ import annotations

from f27lang.model.cards import Rank, Ranks
from f27lang.model.hands import Named, Pattern, TotalIs
from f27lang.model.node import Node, Other, Quantity, Range, Whole, Words, frozen


@frozen
class Will(Words):
    """`dealer will hit`, `dealer will stand`."""


@frozen
class Shows(Node):
    """`dealer shows A 10..K`, `dealer shows hard 13..15`, `dealer shows bust`."""

    what: Ranks | TotalIs | Named


@frozen
class Has(Node):
    """`player has natural`."""

    other: Other
    pattern: Pattern


@frozen
class Drew(Node):
    """`player drew 2..7`: the last card taken in the turn."""

    other: Other
    ranks: Ranks


@frozen
class DrewNothing(Node):
    """`player drew nothing`."""

    other: Other


@frozen
class AllChecked(Node):
    """`all others checked`."""


@frozen
class WhetherBet(Words):
    """`somebody bet`, `nobody bet`: in the betting round that goes on, or in the last one."""


@frozen
class SomeCardHelps(Node):
    """`some card helps`."""


@frozen
class RoundIs(Node):
    """`round 2..4`: which betting round it is, or draw; when seats declare, how many betting rounds there were."""

    range: Range


@frozen
class LiveAre(Node):
    """`live ..3`: how many seats did not fold, the one that is asked included."""

    range: Range


@frozen
class SeatLive(Node):
    """`seat 0 live`: the seat left of the dealer did not fold; a seat that is not at the table is not live."""

    seat: Quantity


Seen = (
    Will | Shows | Has | Drew | DrewNothing | AllChecked | WhetherBet | SomeCardHelps | RoundIs | LiveAre | SeatLive
)  # fmt: skip


@frozen
class When(Node):
    """Conditions on what others show, all of which must hold."""

    seen: tuple[Seen, ...]


@frozen
class Facing(Words):
    """`up` or `down`."""


@frozen
class Seat(Words):
    """`player`, `dealer` or `each`."""


@frozen
class Wagering(Node):
    """The step `wager`."""


@frozen
class Anteing(Node):
    """The step `ante`."""


@frozen
class Deal(Node):
    """`deal 2 up to player`."""

    number: Whole
    facing: Facing
    to: Seat


@frozen
class Offered(Words):
    """A wager's name, or `surrender`."""


@frozen
class Offer(Node):
    """`offer insurance when dealer shows A`."""

    what: Offered
    when: When | None


@frozen
class Peek(Node):
    """The dealer looks at the hidden card."""

    when: When | None


@frozen
class TurnOf(Node):
    """`turn player`."""

    seat: Seat


@frozen
class Bet(Node):
    """A betting round."""


@frozen
class DrawInTurn(Node):
    """`draw`."""


@frozen
class DrawTogether(Node):
    """`draw together`."""


@frozen
class DrawByConsent(Node):
    """`draw if all agree`."""


@frozen
class Declare(Node):
    """The step `declare`."""


@frozen
class Settling(Node):
    """The step `settle`."""


@frozen
class Showdown(Node):
    """The step `showdown`."""


Phase = (
    Wagering | Anteing | Deal | Offer | Peek | TurnOf | Bet
    | DrawInTurn | DrawTogether | DrawByConsent | Declare | Settling | Showdown
)  # fmt: skip


@frozen
class Repeated(Node):
    """The repeat block, as an anchor."""


@frozen
class Before(Node):
    """Where a step goes: `before turn player`."""

    anchor: Phase | Repeated


@frozen
class After(Node):
    """Where a step goes: `after turn player`."""

    anchor: Phase | Repeated


@frozen
class Step(Node):
    """One line of `play`."""

    phase: Phase
    place: Before | After | None


@frozen
class Repeat(Node):
    """`repeat { ... } until nobody draws`."""

    steps: tuple[Step | Repeat, ...]


@frozen
class Play(Node):
    """The section `play`."""

    lines: tuple[Step | Repeat, ...]


@frozen
class Move(Words):
    """`hit`, `stand`, `double`, `split` or `surrender`."""


@frozen
class May(Node):
    """`may hit, stand on ... when ...`: a permission."""

    moves: tuple[Move, ...]
    on: Pattern | None
    when: When | None


@frozen
class Must(Node):
    """`must hit on hard ..14`: while it fits, the only move."""

    move: Move
    on: Pattern | None
    when: When | None


@frozen
class OtherwiseMust(Node):
    """The forced move when no other `must` fits."""

    move: Move


@frozen
class MostHands(Node):
    """`hands of A`, in `at most 2 hands of A`."""

    rank: Rank | None


@frozen
class MostDraws(Node):
    """`draws`, in `at most 3 draws`."""


@frozen
class Limit(Node):
    """`at most 5 cards`: cards where `what` is None."""

    number: Quantity
    what: MostHands | MostDraws | None


@frozen
class SplitTakes(Node):
    """`split A takes 1 card`."""

    rank: Rank
    number: Whole


@frozen
class DoesVerb(Words):
    """`stands` or `hits`."""


@frozen
class Does(Node):
    """`stands on hard 21..`: the dealer's law."""

    verb: DoesVerb
    on: Pattern | None
    when: When | None


@frozen
class OtherwiseDoes(Node):
    """What the dealer does where no other law fits."""

    verb: DoesVerb


@frozen
class DrawMove(Words):
    """`take` or `pass`."""


@frozen
class MayDraw(Node):
    """`may take, pass`."""

    moves: tuple[DrawMove, ...]


@frozen
class Takes(Node):
    """`takes 1 card up`."""

    number: Whole
    facing: Facing


@frozen
class Running(Node):
    """`running`: one after another."""


@frozen
class Locked(Node):
    """`locked after 3 passes`."""

    number: Quantity
    running: Running | None


@frozen
class PlayerTurn(Node):
    """`player when ... {`: what the player may and must do."""

    when: When | None
    lines: tuple[May | Must | OtherwiseMust | Limit | SplitTakes, ...]


@frozen
class DealerTurn(Node):
    """`dealer {`: the dealer's law."""

    when: When | None
    lines: tuple[Does | OtherwiseDoes | Limit, ...]


@frozen
class EachTurn(Node):
    """`each {`: drawing in a vying game."""

    lines: tuple[MayDraw | Takes | Locked | Limit, ...]


Turn = PlayerTurn | DealerTurn | EachTurn
