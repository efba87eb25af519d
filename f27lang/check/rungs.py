"""F0407, F0408: the rungs of the ranking against the hands that end a round → Report."""

from __future__ import annotations

from f27lang import model
from f27lang.check.labels import at, at_heading, because, is_own
from f27lang.check.lost import also_help, because_lost, lost_line
from f27lang.check.rounds import Cell, Ending, Rounds, first_cell
from f27lang.check.table import Row, Table
from f27lang.diagnostics import Report


def check_rungs(table: Table, rounds: Rounds, report: Report) -> None:
    """Report a hand that is compared and on no rung, and rungs that no hand reaches."""
    reached: set[int] = set()
    off: Cell | None = None
    for ending in rounds.endings:
        left_p = left_d = ending.dealers
        for rung, player, dealer in table.rungs:
            mine, theirs = player(ending.player) & left_p, dealer(ending.player) & left_d
            if mine | theirs:
                reached.add(id(rung))
            left_p, left_d = left_p & ~mine, left_d & ~theirs
        if off is None and left_p | left_d and was_compared(table, ending.row):
            off = first_cell(ending.player, left_p | left_d)
            _off_the_ladder(table, ending, off.player if left_p else off.dealer, report)
    for rung, _, _ in table.rungs:
        if id(rung) not in reached and is_own(rung):
            report.warning(
                "F0408",
                f"no hand is ever on the rung `{rung.name.text}`",
                at(rung, "never reached"),
                helps=("delete the rung, or move it up",),
            )


def was_compared(table: Table, row: Row) -> bool:
    """Return whether hands are compared on the way down to a row, by a fact, or by its verdict."""
    tried = table.rows[: table.rows.index(row) + 1]
    facts = (fact for other in tried for fact in other.node.facts)
    return isinstance(row.node.verdict, model.VerdictBetter) or any(isinstance(f, model.FactBetter) for f in facts)


def _off_the_ladder(table: Table, ending: Ending, state: int, report: Report) -> None:
    ranking = table.game.ranking
    assert ranking is not None
    there = {rung.name.text for rung in ranking.lines}
    lost = lost_line(table.game, ranking, lambda rung: rung.name.text not in there)
    report.error(
        "F0407",
        f"{table.words(state)} is on no rung of the ranking",
        at_heading(ranking, "no line for it in here"),
        because(ending.row.node, "compares it"),
        *because_lost(lost),
        notes=(f"for example {table.cards(state)}",),
        helps=also_help(lost, ranking, "add a rung, for example `rank standing, higher total first`"),
    )
