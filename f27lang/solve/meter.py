"""Counts hands and draws as they are found, and stops where there are too many.

Counts -> TooLarge
"""

from __future__ import annotations

from math import inf

from attrs import define

from f27lang.solve.solution import Cost

MOST_STEPS = 4_000_000  # from the player's hands by one card: three seconds of counting
MOST_DRAWS = 300_000  # the dealer's, over all that he may show and all his laws: six seconds of counting


class TooLarge(Exception):
    """A full shoe beyond the limits of this solver; `cost` holds what was counted before it gave up."""

    def __init__(self, cost: Cost) -> None:
        super().__init__(f"{cost.player_nodes:,} player's hands and {cost.dealer_nodes:,} dealer's draws, and more")
        self.cost = cost


@define
class Meter:
    """Counts as hands and draws are found, and raises TooLarge when a limit is passed."""

    hands: int = 0
    steps: int = 0
    draws: int = 0

    def count_hand(self, steps: int) -> None:
        """Count one more hand of the player, and the steps that lead on from it."""
        self.hands += 1
        self.steps += steps
        self._check()

    def count_draws(self, number: int) -> None:
        """Count more draws of the dealer."""
        self.draws += number
        self._check()

    def _check(self) -> None:
        if self.steps > MOST_STEPS or self.draws > MOST_DRAWS:
            raise TooLarge(Cost(self.hands, self.draws, inf))
