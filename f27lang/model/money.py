"""When a hand is decided and for whom; what each wager pays."""

from __future__ import annotations

from f27lang.model.hands import FactBetter, FactHand, Pattern, Side
from f27lang.model.node import Amount, Money, Name, Node, Payout, Percentage, Words, frozen


@frozen
class Moment(Words):
    """`at once`, `after deal`, `after peek`, `after player`, `after dealer`."""


@frozen
class Result(Words):
    """`player wins`, `dealer wins` or `push`."""


@frozen
class VerdictPlain(Node):
    """A result by itself."""

    result: Result


@frozen
class VerdictBetter(Node):
    """`better hand wins, else push`: the `else` is for equal hands."""

    equal: Result


@frozen
class OutcomeRow(Node):
    """`after deal: either finnish_27 -> better hand wins, else push`; no fact means always."""

    moment: Moment
    facts: tuple[FactHand | FactBetter, ...]
    verdict: VerdictPlain | VerdictBetter


@frozen
class Settle(Node):
    """The section `settle`."""

    lines: tuple[OutcomeRow, ...]


@frozen
class StakeFree(Node):
    """`$10..$500`."""

    least: Money
    most: Money


@frozen
class StakeUpTo(Node):
    """`up to 1/2 of game`."""

    share: Amount
    wager: Name


@frozen
class StakeExactly(Node):
    """`1/2 of game`."""

    share: Amount
    wager: Name


Stake = StakeFree | StakeUpTo | StakeExactly


@frozen
class Decided(Words):
    """`player wins`, `dealer wins`, `push` or `surrender`."""


@frozen
class Against(Node):
    """`against P`: the other hand."""

    pattern: Pattern


@frozen
class EventResult(Node):
    """A verdict, narrowed by the hand it names and by the hand against it."""

    decided: Decided
    hand: Pattern | None
    against: Against | None


@frozen
class EventHand(Node):
    """A fact, decided on the final hands."""

    side: Side
    pattern: Pattern


Event = EventResult | EventHand


@frozen
class Less(Node):
    """`less 5%`: winnings shortened."""

    commission: Percentage


@frozen
class Pays(Node):
    """`pays 3:2 on player wins`."""

    odds: Payout
    less: Less | None
    event: Event


@frozen
class Returns(Node):
    """`returns on push`."""

    event: Event


@frozen
class ShareLost(Node):
    """`1/2`, in `loses 1/2 on surrender`."""

    share: Amount


@frozen
class Loses(Node):
    """`loses on dealer wins`."""

    share: ShareLost | None
    event: Event


@frozen
class PayWord(Words):
    """`loses` or `returns`."""


@frozen
class OtherwisePays(Node):
    """`otherwise loses`."""

    word: PayWord


PayLine = Pays | Returns | Loses | OtherwisePays


@frozen
class Wager(Node):
    """`wager game: $10..$500 {`; the first line whose event fits counts."""

    name: Name
    stake: Stake | None
    lines: tuple[PayLine, ...]

    @property
    def is_beside(self) -> bool:
        """Whether it is a share of another wager."""
        return isinstance(self.stake, StakeUpTo | StakeExactly)


@frozen
class OfMinimum(Node):
    """`of minimum`: of the table minimum instead of the wager."""


@frozen
class Adds(Node):
    """`adds 2:1 on player wins with 8 9 10`."""

    odds: Payout
    of_minimum: OfMinimum | None
    event: Event


@frozen
class Bonus(Node):
    """`bonus nines on game {`."""

    name: Name
    wager: Name | None
    lines: tuple[Adds, ...]
