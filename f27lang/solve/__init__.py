"""Exact values: what a game is worth, how it is best played, and how its rounds end.

Rulebook, a way to play -> Solution
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from f27lang.solve.endless import Endless
from f27lang.solve.ledger import Ledger
from f27lang.solve.solution import Cell, Cost, Frequencies, Solution

if TYPE_CHECKING:
    from f27lang.rulebook import Policy, Rulebook

__all__ = ["Cell", "Cost", "Frequencies", "Solution", "solve_endless"]


def solve_endless(
    rulebook: Rulebook,
    play: str | Policy = "best",
    *,
    wager: int = 0,
    frequencies: bool = False,
    exact: bool = False,
) -> Solution:
    """Return the value of a way to play where every card is as likely as in the full shoe, whatever was dealt.

    `play` is "best", "chart" or a Policy; with `exact` the value is a fraction too.
    """
    shoe = Endless(rulebook, wager, Fraction(1) if exact else 1.0)
    ledger = Ledger(rulebook, play, wager, frequencies, shoe.chart(), shoe.worth)
    for column in shoe.columns.values():
        ledger.add(column)
    return ledger.solution("endless")
