"""Counts hands and draws as they are found, and stops where there are too many.

Counts -> TooLarge
"""

from __future__ import annotations

from math import inf

from attrs import define

from f27lang.solve.solution import Cost

MOST_HANDS = 4_000_000  # the player's hands, times card classes: three seconds of counting
MOST_DRAWS = 300_000  # the dealer's draws, over all that he may show and all his laws: six seconds of counting


class TooLarge(Exception):
    """A full shoe beyond the limits of this solver; `cost` holds what was counted before it gave up."""

    def __init__(self, cost: Cost) -> None:
        super().__init__(f"{cost.player_nodes:,} player's hands and {cost.dealer_nodes:,} dealer's draws, and more")
        self.cost = cost


@define
class Meter:
    """Counts as hands and draws are found, and raises TooLarge when a limit is passed."""

    hands: int = 0
    draws: int = 0

    def count(self, *, player: int = 0, dealer: int = 0) -> None:
        """Add to the counts."""
        self.hands += player
        self.draws += dealer
        if self.hands > MOST_HANDS or self.draws > MOST_DRAWS:
            raise TooLarge(Cost(self.hands, self.draws, inf))
