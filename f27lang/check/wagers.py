"""F0106, F0602, F0603, F0606: the lines of a wager or bonus against all that can come out → Report."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from attrs import define

from f27lang import model
from f27lang.check.built import WAY_OUT
from f27lang.check.facts import every
from f27lang.check.labels import at, at_heading, because, is_own
from f27lang.check.lost import also_help, because_lost, lost_line
from f27lang.check.rounds import Cell, Ending, Rounds, first_cell
from f27lang.check.table import Row, Table
from f27lang.diagnostics import Report
from f27lang.lower.features.started import DealtFirst
from f27lang.lower.laws import DealerLaw
from f27lang.lower.pairs import Across, Hands, states_in, union
from f27lang.lower.patterns import Look
from f27lang.lower.taking import compares
from f27lang.lower.waiting import looks_at_deal

Node = model.Pays | model.Returns | model.Loses | model.OtherwisePays | model.Adds

EXAMPLES = {
    "player wins": "pays 1:1 on player wins",
    "push": "returns on push",
    "dealer wins": "loses on dealer wins",
}


def check_wagers(table: Table, rounds: Rounds, report: Report) -> None:
    """Report outcomes that no line covers, lines that no outcome needs, and those that wait for a hand not played."""
    results = tuple(_results(table, rounds))
    for wager in table.game.table_wagers:
        lines = tuple(_line(table, node) for node in wager.lines)
        for result in _uncovered(lines, results, report).values():
            _not_covered(table, wager, result, report)
        for line in lines:
            _idle(line, report)
    for bonus in table.game.bonuses:
        lines = tuple(_line(table, node) for node in bonus.lines)
        _uncovered(lines, results, report)  # where no line fits, nothing is added
        for line in lines:
            _idle(line, report)


class Result(NamedTuple):
    """A player's hand and dealer's hands for whom a row decides alike."""

    player: int
    dealers: Hands
    verdict: str
    row: Row
    open: Hands  # the dealer's hands among them that would take a card if he played on
    turned_up: bool  # they are those with all cards that the deals give him


def _results(table: Table, rounds: Rounds) -> Iterator[Result]:
    law = DealerLaw(table.pairs, table.game.dealer)
    waits = looks_at_deal(table.game, table.machine)
    for ending in rounds.endings:
        dealers, turned_up = ending.dealers, waits and _waits(ending, rounds)
        if turned_up:
            dealers = union(rounds.may_hold[view] for view in states_in(dealers))
        plays_on = dealers if ending.early else law.hits(ending.player)
        if ending.row.moment == "after dealer":
            plays_on = 0
        for verdict, hands in table.verdicts(ending.player, ending.row, dealers).items():
            yield Result(ending.player, hands, verdict, ending.row, hands & plays_on, turned_up)


def _waits(ending: Ending, rounds: Rounds) -> bool:
    """Return whether a round that is decided early is paid when the dealer has turned up all cards dealt to him."""
    at_once = ending.row.moment == "at once" and not ending.row.about_dealer
    return ending.early and at_once and not rounds.deals_later


@define(eq=False)
class _Line:
    """A line of a wager and what became of it: did it pay, did its event hold, which line paid instead."""

    node: Node
    verdict: str | None  # None for any
    fits: Across
    may_fit: (
        Across | None
    )  # where the dealer's final hand can still bring the event about; None if it has no part in it
    by_deal: bool = False  # of the dealer's hand it looks only at the first cards dealt to it
    pays: bool = False
    holds: bool = False
    behind: model.Node | None = None

    def matches(self, verdict: str) -> bool:
        """Return whether the line's event can go with a verdict."""
        return self.verdict in (None, verdict)


def _line(table: Table, node: Node) -> _Line:
    if isinstance(node, model.OtherwisePays):
        return _Line(node, None, lambda _: table.pairs.all, None)
    event = node.event
    verdict = event.decided.text if isinstance(event, model.EventResult) else None
    return _Line(node, verdict, table.event(event), _may_fit(table, event), _by_deal(table, event))


def _by_deal(table: Table, event: model.Event) -> bool:
    on_dealer = _on_dealer(event)
    clauses = table.machine.eyes.clauses(on_dealer) if on_dealer is not None else ()
    return all(isinstance(part, Look) and isinstance(part.feature, DealtFirst) for clause in clauses for part in clause)


def _on_dealer(event: model.Event) -> model.Pattern | None:
    if isinstance(event, model.EventHand):
        return event.pattern
    against = event.against.pattern if event.against else None
    return event.hand if event.decided.text == "dealer wins" else against


def _may_fit(table: Table, event: model.Event) -> Across | None:
    """Return where an event that looks at the dealer's final hand is open as long as that is, by the player's part."""
    if isinstance(event, model.EventHand):
        return _fact_may_fit(table, event)
    on_dealer = event.against.pattern if event.against else None
    on_player = event.hand
    if event.decided.text == "dealer wins":
        on_dealer, on_player = on_player, on_dealer
    if on_player is not None and compares(on_player, table.machine.eyes.names):
        return lambda _: table.pairs.all
    return None if on_dealer is None else table.pairs.pattern("player", on_player)


def _fact_may_fit(table: Table, event: model.EventHand) -> Across | None:
    player = table.pairs.pattern("player", event.pattern)
    if compares(event.pattern, table.machine.eyes.names) or event.side.text == "dealer":
        return lambda _: table.pairs.all
    if event.side.text == "either":  # where the player's hand fits, the dealer's changes nothing
        return lambda p: table.pairs.all & ~player(p)
    return player if event.side.text == "both" else None


def _uncovered(lines: tuple[_Line, ...], results: tuple[Result, ...], report: Report) -> dict[str, Result]:
    """Try the lines on every result; return the first result of each verdict that none of them covers."""
    uncovered: dict[str, Result] = {}
    for result in results:
        left, taken = result.dealers, list[tuple[_Line, Hands]]()
        for line in lines:
            if line.matches(result.verdict):
                fits = line.fits(result.player) & result.dealers
                waits = line.by_deal and result.turned_up
                if line.may_fit is not None and line.may_fit(result.player) & left & result.open and not waits:
                    _plays_on(line, result, report)
                    line.may_fit = None
                _note(line, fits, left, taken)
                taken.append((line, fits & left))
                left &= ~fits
        if left:
            uncovered.setdefault(result.verdict, result._replace(dealers=left))
    return uncovered


def _note(line: _Line, fits: Hands, left: Hands, taken: list[tuple[_Line, Hands]]) -> None:
    line.holds = line.holds or bool(fits)
    line.pays = line.pays or bool(fits & left)
    if fits and line.behind is None:
        line.behind = next((other.node for other, hands in taken if hands & fits), None)


def _plays_on(line: _Line, result: Result, report: Report) -> None:
    report.error(
        "F0106",
        "a wager on the dealer's final hand in a round that is decided before he is done is not built yet",
        at(line.node, "looks at his final hand"),
        because(result.row.node, "can decide before he has it"),
        helps=(WAY_OUT,),
    )


def _not_covered(table: Table, wager: model.Wager, result: Result, report: Report) -> None:
    cell = first_cell(result.player, result.dealers)
    lost = lost_line(table.game, wager, lambda line: _may_cover(line, result.verdict))
    on_facts = not any(True for _ in every(model.EventResult, wager.lines))
    example = "otherwise loses" if on_facts else EXAMPLES[result.verdict]
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


def _may_cover(line: Node, verdict: str) -> bool:
    event = getattr(line, "event", None)
    return isinstance(line, model.OtherwisePays) or (
        isinstance(event, model.EventResult) and event.decided.text == verdict
    )


def _idle(line: _Line, report: Report) -> None:
    node = line.node
    if line.pays or not is_own(node):
        return
    if line.behind is not None:
        report.warning(
            "F0603",
            "this line never counts",
            at(node, "read too late"),
            because(line.behind, "covers every case of it"),
            helps=("move it up, or delete it",),
        )
    elif not isinstance(node, model.OtherwisePays):
        report.error(
            "F0606",
            "this event can't happen",
            at(node.event, "no round ends so"),
            helps=("delete the line, or change what it waits for",),
        )
