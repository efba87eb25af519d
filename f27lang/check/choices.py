"""F0405: decisions whose moves come to the same → Report."""

from __future__ import annotations

from collections.abc import Hashable

from f27lang import model
from f27lang.check.facts import every, line_of, number
from f27lang.check.labels import at, is_own
from f27lang.check.rounds import Rounds
from f27lang.check.table import Table
from f27lang.check.words import points
from f27lang.diagnostics import Report


def check_choices(table: Table, rounds: Rounds, report: Report) -> None:
    """Warn once about a permission that asks the player where hitting and standing can't differ."""
    idle = _idle(table, rounds)
    asked = min((state for state in rounds.asked if state in idle), default=None)
    if asked is None:
        return
    for law in table.laws("player", model.May):
        if "hit" in law.law.moves and law.fits(asked) & rounds.asked[asked] and is_own(law.node):
            report.warning(
                "F0405",
                f"hitting and standing come to the same with {table.words(asked)}",
                at(law.node, "asks the player all the same"),
                notes=(f"for example {table.cards(asked)}",),
                helps=(_way_out(table, asked),),
            )
            return


def _idle(table: Table, rounds: Rounds) -> set[int]:
    """Return the hands that no further card can change in anything that rules look at."""
    use = {state: _use(table, state) for state in table.machine.reachable("player")}
    idle = set(rounds.hits["player"])
    shrinking = True
    while shrinking:
        kept = {state for state in idle if all(_same(state, after, use, rounds, idle) for after in table.after(state))}
        shrinking, idle = kept != idle, kept
    return idle


def _same(state: int, after: int, use: dict[int, Hashable], rounds: Rounds, idle: set[int]) -> bool:
    return use[after] == use[state] and (after in idle or after not in rounds.hits["player"])


def _use(table: Table, state: int) -> Hashable:
    """Return all that a player's final hand can bring about, against each of the dealer's hands."""
    events = (
        line.event for wager in table.game.wagers for line in wager.lines if not isinstance(line, model.OtherwisePays)
    )
    return (
        table.ranking.compare(state),
        tuple(row.fits(state) for row in table.rows),
        tuple(table.event(event)(state) for event in events),
        tuple(law.fits(state) for law in table.laws("dealer", model.Does, model.OtherwiseDoes, model.Limit)),
    )


def _way_out(table: Table, state: int) -> str:
    read = line_of(table.game.total, model.Read)
    if table.machine.reading(state).over and read is not None:
        limit = next(every(model.Amount, read.how))
        return f"let him hit below that only, for example `may hit on total ..{points(number(limit))}`"
    return "allow only one of the moves there"
