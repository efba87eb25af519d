"""What an edge costs at a table: dollars a wager, and an hour at a stated pace.

Game, Solution, Pace -> dollars, hands per hour
"""

from __future__ import annotations

from attrs import frozen

from f27lang import model
from f27lang.solve.solution import Frequencies, Solution

SECONDS_PER_HOUR = 3600


@frozen
class Pace:
    """How long things take at a table with one player, in seconds: assumptions, not measurements.

    A hand takes `hand` for bets and payments, `card` for each card dealt or taken, `decision` each time the player is
    asked.
    """

    card: float = 1.0
    decision: float = 3.0
    hand: float = 8.0

    def seconds(self, found: Frequencies) -> float:
        """Return how long a hand takes in the mean."""
        cards = found.player_cards + found.dealer_cards
        return self.hand + self.card * cards + self.decision * found.decisions

    def hands_per_hour(self, found: Frequencies) -> float:
        """Return the hands of an hour: in the long run that is an hour through the mean length of a hand."""
        return SECONDS_PER_HOUR / self.seconds(found)

    @property
    def words(self) -> str:
        """The assumptions."""
        return f"{self.card:g} s a card, {self.decision:g} s a decision, {self.hand:g} s for bets and payments"


def least_stake(game: model.Game, wager: int) -> model.Money | None:
    """Return the least that can be wagered; None where the stake hangs on another wager."""
    stake = game.table_wagers[wager].stake
    return stake.least if isinstance(stake, model.StakeFree) else None


def cost_words(game: model.Game, solution: Solution, wager: int) -> str:
    """Say what a least wager costs: `a $10 wager costs 10.4 cents`; nothing where there is no least one."""
    stake = least_stake(game, wager)
    return f"a {stake.text} wager {_told(float(stake.value) * -solution.value)}" if stake else ""


def hourly_words(game: model.Game, solution: Solution, wager: int, pace: Pace) -> str:
    """Say what a least wager on each hand costs an hour."""
    stake = least_stake(game, wager)
    if not stake or not solution.frequencies:
        return ""
    return f"a {stake.text} wager {_told(hourly(solution, float(stake.value), pace))} an hour"


def hourly(solution: Solution, stake: float, pace: Pace) -> float:
    """Return what a stake on each hand costs an hour, in dollars."""
    assert solution.frequencies is not None
    return stake * -solution.value * pace.hands_per_hour(solution.frequencies)


def dollars(amount: float) -> str:
    """Return an amount as people say it: `10.4 cents`, `$17.40`."""
    return f"${amount:,.2f}" if amount >= 1 else f"{100 * amount:.1f} cents"


def _told(cost: float) -> str:
    return f"{'gains' if cost < 0 else 'costs'} {dollars(abs(cost))}"
