"""F0106, F0407, F0408, F0602, F0603, F0606: rungs and wager lines against all that can come out → Report."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from attrs import define

from f27lang import model
from f27lang.check.built import WAY_OUT
from f27lang.check.labels import at, at_heading, because, is_own
from f27lang.check.lost import also_help, because_lost, lost_line
from f27lang.check.rounds import Cell, Ending, Rounds, first_cell
from f27lang.check.table import Row, Table
from f27lang.diagnostics import Report
from f27lang.lower.laws import DealerLaw
from f27lang.lower.pairs import Across, Hands

Line = model.Pays | model.Returns | model.Loses | model.OtherwisePays


def check_outcomes(table: Table, rounds: Rounds, report: Report) -> None:
    """Report hands without a rung, rungs without a hand, outcomes without a wager line and lines without an outcome."""
    _rungs(table, rounds, report)
    results = tuple(_results(table, rounds))
    for wager in table.game.wagers:
        _wager(table, wager, results, report)


# ranking


def _rungs(table: Table, rounds: Rounds, report: Report) -> None:
    reached: set[int] = set()
    off: Cell | None = None
    for ending in rounds.endings:
        left_p = left_d = ending.dealers
        for rung, player, dealer in table.rungs:
            mine, theirs = player(ending.player) & left_p, dealer(ending.player) & left_d
            if mine | theirs:
                reached.add(id(rung))
            left_p, left_d = left_p & ~mine, left_d & ~theirs
        if off is None and left_p | left_d and _compares(ending.row):
            off = first_cell(ending.player, left_p | left_d)
            _off_the_ladder(table, ending, off.player if left_p else off.dealer, report)
    for rung, _, _ in table.rungs:
        if id(rung) not in reached and is_own(rung):
            report.warning(
                "F0408",
                f"no hand that is compared is `{rung.name.text}`",
                at(rung, "never reached"),
                helps=("delete the rung, or move it up",),
            )


def _compares(row: Row) -> bool:
    return isinstance(row.node.verdict, model.VerdictBetter) or any(
        isinstance(fact, model.FactBetter) for fact in row.node.facts
    )


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


# wagers


class Result(NamedTuple):
    """A player's hand and dealer's hands for whom a row decides alike."""

    player: int
    dealers: Hands
    verdict: str
    row: Row
    open: Hands  # the dealer's hands among them that would take a card if he played on


def _results(table: Table, rounds: Rounds) -> Iterator[Result]:
    law = DealerLaw(table.pairs, table.game.dealer)
    for ending in rounds.endings:
        plays_on = ending.dealers if ending.early else law.hits(ending.player)
        if ending.row.moment == "after dealer":
            plays_on = 0
        for verdict, hands in table.verdicts(ending.player, ending.row, ending.dealers).items():
            yield Result(ending.player, hands, verdict, ending.row, hands & plays_on)


@define
class _Uses:
    """What became of a wager's line: whether it ever paid, whether its event ever held, and which line paid instead."""

    pays: bool = False
    holds: bool = False
    behind: model.Node | None = None


def _wager(table: Table, wager: model.Wager, results: tuple[Result, ...], report: Report) -> None:
    events: list[tuple[Line, Across | None]] = [
        (line, None if isinstance(line, model.OtherwisePays) else table.event(line.event)) for line in wager.lines
    ]
    uses = {id(line): _Uses() for line in wager.lines}
    uncovered: dict[str, Result] = {}
    for result in results:
        left, taken = result.dealers, list[tuple[Line, Hands]]()
        for line, event in events:
            holds = (
                result.dealers
                if event is None
                else event(result.player) & result.dealers
                if _named(line, result.verdict)
                else 0
            )
            if holds & left and _looks_at_dealer(line) and holds & left & result.open:
                _plays_on(wager, line, result, report)
            _note(uses[id(line)], holds, left, taken)
            taken.append((line, holds & left))
            left &= ~holds
        if left:
            uncovered.setdefault(result.verdict, Result(result.player, left, result.verdict, result.row, 0))
    for result in uncovered.values():
        _uncovered(table, wager, result, report)
    for line in wager.lines:
        _idle(line, uses[id(line)], report)


def _note(use: _Uses, holds: Hands, left: Hands, taken: list[tuple[Line, Hands]]) -> None:
    use.holds = use.holds or bool(holds)
    use.pays = use.pays or bool(holds & left)
    if holds and use.behind is None:
        use.behind = next((line for line, hands in taken if hands & holds), None)


def _named(line: Line, verdict: str) -> bool:
    event = getattr(line, "event", None)
    return not isinstance(event, model.EventResult) or event.decided.text == verdict


def _looks_at_dealer(line: Line) -> bool:
    match getattr(line, "event", None):
        case model.EventHand(side=side):
            return side.text != "player"
        case model.EventResult(decided=decided, hand=hand, against=against):
            return against is not None or (decided.text == "dealer wins" and hand is not None)
    return False


def _plays_on(wager: model.Wager, line: Line, result: Result, report: Report) -> None:
    report.error(
        "F0106",
        "a wager on the dealer's final hand in a round that is decided before he is done is not built yet",
        at(line, "looks at his final hand"),
        because(result.row.node, "can decide before he has it"),
        helps=(WAY_OUT,),
    )


def _uncovered(table: Table, wager: model.Wager, result: Result, report: Report) -> None:
    cell = first_cell(result.player, result.dealers)
    lost = lost_line(table.game, wager, lambda line: _may_cover(line, result.verdict))
    example = {
        "player wins": "pays 1:1 on player wins",
        "push": "returns on push",
        "dealer wins": "loses on dealer wins",
    }[result.verdict]
    report.error(
        "F0602",
        f"`{wager.name.text}` does not say what happens on `{result.verdict}`",
        at_heading(wager, "no line covers it"),
        because(result.row.node, "a round can end so"),
        *because_lost(lost),
        notes=(f"for example {_pair(table, cell)}",),
        helps=also_help(lost, wager, f"add a line, for example `{example}`"),
    )


def _pair(table: Table, cell: Cell) -> str:
    return f"player {table.cards(cell.player)} against {table.cards(cell.dealer)}"


def _may_cover(line: Line, verdict: str) -> bool:
    event = getattr(line, "event", None)
    return isinstance(line, model.OtherwisePays) or (
        isinstance(event, model.EventResult) and event.decided.text == verdict
    )


def _idle(line: Line, use: _Uses, report: Report) -> None:
    if use.pays or not is_own(line):
        return
    if use.behind is not None or isinstance(line, model.OtherwisePays):
        reasons = (because(use.behind, "covers every case of it"),) if use.behind is not None else ()
        help_ = "move it up, or delete it" if use.behind is not None else "delete the line"
        report.warning(
            "F0603",
            "this line never pays" if not isinstance(line, model.OtherwisePays) else "this line never counts",
            at(line, "read too late"),
            *reasons,
            helps=(help_,),
        )
    elif not use.holds:
        report.error(
            "F0606",
            "this event can't happen",
            at(line.event, "no round ends so"),
            helps=("delete the line, or change what it waits for",),
        )
