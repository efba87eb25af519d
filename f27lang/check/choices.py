"""F0405: decisions whose moves come to the same → Report."""

from __future__ import annotations

from f27lang import model
from f27lang.check.facts import every, line_of, number
from f27lang.check.labels import at, is_own
from f27lang.check.rounds import Rounds
from f27lang.check.table import Table
from f27lang.check.words import points
from f27lang.diagnostics import Report
from f27lang.lower.pairs import Across


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
    hits = rounds.hits["player"]
    rules = _rules(table)
    use = {
        state: (table.ranking.compare(state), *(rule(state) for rule in rules))
        for state in {*hits, *(after for state in hits for after in table.after(state))}
    }
    idle = {state for state in hits if all(use[after] == use[state] for after in table.after(state))}
    shrinking = True
    while shrinking:
        kept = {state for state in idle if all(after in idle or after not in hits for after in table.after(state))}
        shrinking, idle = kept != idle, kept
    return idle


def _rules(table: Table) -> list[Across]:
    """Return all rules by which a player's final hand can bring something about."""
    lines = (line for wager in table.game.table_wagers for line in wager.lines)
    events = (line.event for line in lines if not isinstance(line, model.OtherwisePays))
    laws = table.laws("dealer", model.Does, model.OtherwiseDoes, model.Limit)
    return [*(row.fits for row in table.rows), *map(table.event, events), *(law.fits for law in laws)]


def _way_out(table: Table, state: int) -> str:
    read = line_of(table.game.total, model.Read)
    if table.machine.reading(state).over and read is not None:
        limit = next(every(model.Amount, read.how))
        return f"let him hit below that only, for example `may hit on total ..{points(number(limit))}`"
    return "allow only one of the moves there"
