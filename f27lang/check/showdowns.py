"""F0106: poker hands compared before the dealer's turn → Report."""

from __future__ import annotations

from f27lang import model
from f27lang.check.built import WAY_OUT
from f27lang.check.facts import every
from f27lang.check.labels import at
from f27lang.check.rounds import Rounds
from f27lang.check.table import Table
from f27lang.diagnostics import Report


def check_showdowns(table: Table, rounds: Rounds, report: Report) -> None:
    """Report rows that compare hands by poker rank while the dealer's turn is still to come."""
    for row in table.rows:
        early = (ending for ending in rounds.endings if ending.before and ending.row is row)
        if _compares(row.node) and any(table.contested(ending.player) & ending.dealers for ending in early):
            report.error(
                "F0106",
                "a comparison of poker hands before the dealer's turn is not built yet",
                at(row.node, "decides by poker rank"),
                helps=("start the row with `after dealer:`", WAY_OUT),
            )


def _compares(row: model.OutcomeRow) -> bool:
    return any(True for cls in (model.VerdictBetter, model.FactBetter) for _ in every(cls, row))
