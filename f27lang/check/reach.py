"""F0402 to F0404, F0505, F0507: what the rules say of the hands that can come up → Report."""

from __future__ import annotations

from collections.abc import Iterator

from f27lang import model
from f27lang.check.advice import check_advice, may_run_out
from f27lang.check.bounds import bounds
from f27lang.check.choices import check_choices
from f27lang.check.clashes import check_clashes
from f27lang.check.endless import check_endless
from f27lang.check.facts import every, limit_of_cards, line_of, number
from f27lang.check.five_cards import check_five_cards
from f27lang.check.labels import at, at_heading, because, game_heading, is_own
from f27lang.check.lost import also_help, because_lost, lost_line
from f27lang.check.rounds import Cell, Rounds, TooManyRounds, follow
from f27lang.check.rungs import check_rungs
from f27lang.check.shoe import check_shoe
from f27lang.check.showdowns import check_showdowns
from f27lang.check.sides import check_side_lines
from f27lang.check.size import conditions_of
from f27lang.check.table import Table, most_states
from f27lang.check.wagers import check_wagers
from f27lang.diagnostics import Label, Report
from f27lang.lower import STATE_LIMIT, too_large
from f27lang.lower.hands import HandMachine, TooManyStates
from f27lang.lower.shuffling import takers_may_pass

MOST_LOOKS = 200_000
LAWS = (model.May, model.Must, model.Does)
FORCED = "by `empty: pass` any hand may have to stand: no card is left"


def check_reach(game: model.Game, report: Report) -> None:
    """Follow every round of a banked game that is built and whose words are right; report where its rules fail."""
    open_advice = may_run_out(game)
    try:
        table = Table(game, open_advice)
        if _too_much(table, report):
            return
        rounds = follow(table)
    except (TooManyStates, TooManyRounds):
        _too_many(game, report)
        return
    check_clashes(table, rounds, report)
    _lawless(table, rounds, report)
    check_endless(table, rounds, report)
    _undecided(table, rounds, report)
    if not report.failed:
        check_rungs(table, rounds, report)
        check_five_cards(table, rounds, report)
        check_showdowns(table, rounds, report)
        check_wagers(table, rounds, report)
        check_side_lines(table, rounds, report)
        check_advice(table, rounds, open_advice, report)
        check_choices(table, rounds, report)
        _idle_laws(table, rounds, report)
        _idle_rows(table, rounds, report)
    if not report.failed:
        _too_large(game, None if open_advice else table.machine, report)
    if not report.failed:
        check_shoe(table, rounds, report)


def _too_much(table: Table, report: Report) -> bool:
    """Report rules that look at more hands than can be gone through, all conditions together."""
    conditions, hands = conditions_of(table.game), len(table.machine.states)
    if conditions * hands <= MOST_LOOKS:
        return False
    report.error(
        "F0105",
        f"{conditions:,} conditions about {hands:,} different hands: the limit is {MOST_LOOKS:,} of both multiplied",
        Label(game_heading(table.game.files[-1]), "with all that it extends"),
        helps=("limit the hands, for example `at most 9 cards`, or take lines away",),
    )
    return True


def _made(game: model.Game, hands: int, report: Report) -> bool:
    """Report a poker category that a rule looks for, where there is one; suits that others look at multiply it."""
    making = next(every(model.Making, game), None)
    if making is None:
        return False
    suits = {"flush", "straight_flush"} & {name.text for name in every(model.Name, game.poker)}
    suited = next(_suited(game), None)
    left_out = "out this line, or the lines that look at suits" if suited else "the line out"
    report.error(
        "F0105",
        f"`{making.span.text}` tells too many hands apart: the limit is {hands:,}",
        at(making, "looks at five cards, one by one"),
        *((because(suited, "with suits besides"),) if suited else ()),
        notes=("where flushes rank, each card is told by its suit too",) if suits else (),
        helps=(f"name a rarer category, which fewer cards lead to; or leave {left_out}",),
    )
    return True


def _suited(game: model.Game) -> Iterator[model.Node]:
    patterns = every(model.Pattern, game)
    return (tail for each in patterns for tail in each.tails if isinstance(tail, model.OneSuit | model.OfSuit))


def _too_many(game: model.Game, report: Report) -> None:
    if _made(game, most_states(game), report):
        return
    read = line_of(game.total, model.Read)
    place = at(read, "points up to here") if read else Label(game_heading(game.files[-1]))
    report.error(
        "F0105",
        f"more than {most_states(game):,} different hands, or too many rounds, can come up",
        place,
        helps=("limit the hands, for example `at most 9 cards`, or count in whole points",),
    )


def _too_large(game: model.Game, machine: HandMachine | None, report: Report) -> None:
    found = too_large(game, machine)
    if found is None or _made(game, STATE_LIMIT, report):
        return
    strategy = isinstance(found, model.Strategy)
    report.error(
        "F0105",
        f"{'this strategy and ' if strategy else ''}the rules tell more than {STATE_LIMIT:,} hands apart",
        at_heading(found) if isinstance(found, model.Strategy) else Label(game_heading(found.files[-1])),
        helps=("limit the hands, for example `at most 9 cards`",),
    )


def _lawless(table: Table, rounds: Rounds, report: Report) -> None:
    if "dealer" in rounds.lawless:
        _lawless_dealer(table, rounds.lawless["dealer"], report)
    if "player" in rounds.lawless:
        _lawless_player(table, rounds.lawless["player"], report)


def _lawless_dealer(table: Table, cell: Cell, report: Report) -> None:
    block = table.game.dealer[0]
    lost = lost_line(table.game, block, lambda line: isinstance(line, model.OtherwiseDoes))
    report.error(
        "F0403",
        f"no rule tells the dealer what to do with {table.words(cell.dealer)}",
        at_heading(block, "no line in here fits it"),
        *because_lost(lost),
        notes=(f"for example {table.cards(cell.dealer)}",),
        helps=also_help(lost, block, "end the block with `otherwise hits` or `otherwise stands`"),
    )


def _lawless_player(table: Table, cell: Cell, report: Report) -> None:
    block = table.game.player[0]
    lost = lost_line(table.game, block, lambda line: isinstance(line, model.May | model.OtherwiseMust))
    report.error(
        "F0404",
        f"the player has no move with {table.words(cell.player)}",
        at_heading(block, "no line in here fits it"),
        *because_lost(lost),
        notes=(f"for example {table.cards(cell.player)} against {table.cards(cell.dealer)}",),
        helps=also_help(lost, block, "add a line, for example `may stand`"),
    )


def _undecided(table: Table, rounds: Rounds, report: Report) -> None:
    cell, settle = rounds.undecided, table.game.settle
    if cell is None or settle is None:
        return
    lost = lost_line(table.game, settle, lambda line: line.moment.text == "after dealer" and not line.facts)
    report.error(
        "F0507",
        f"nothing decides {table.words(cell.player)} against {table.words(cell.dealer)}",
        at_heading(settle, "no row fits at the end of the round"),
        *because_lost(lost),
        notes=(
            f"for example player {table.cards(cell.player)} against {table.cards(cell.dealer)}",
            *((FORCED,) if takers_may_pass(table.game) else ()),
        ),
        helps=also_help(
            lost, settle, "end `settle` with a row for every hand left: `after dealer: better hand wins, else push`"
        ),
    )


def _idle_laws(table: Table, rounds: Rounds, report: Report) -> None:
    for side, blocks in (("player", table.game.player), ("dealer", table.game.dealer)):
        limit = limit_of_cards(blocks)
        for block in blocks:
            for line in block.lines:
                if isinstance(line, LAWS) and id(line) not in rounds.fitting and is_own(line):
                    _idle_law(line, side, limit, report)


def _idle_law(line: model.May | model.Must | model.Does, side: str, limit: model.Limit | None, report: Report) -> None:
    counts = next(every(model.WithCards, line.on), None)
    low = bounds(counts.number).low if counts else None
    if limit is not None and counts is not None and low is not None and low >= number(limit.number):
        cause = "no hand has that many cards" if low > number(limit.number) else "a hand with that many cards stands"
        labels = (
            at(line.on or line, cause),
            because(limit, "because of this limit"),
        )
        report.warning("F0402", "this rule can never apply", *labels, helps=("delete the line, or raise the limit",))
    else:
        report.warning(
            "F0402",
            "this rule can never apply",
            at(line, f"no hand that the {side} can have fits"),
            helps=("delete the line",),
        )


def _idle_rows(table: Table, rounds: Rounds, report: Report) -> None:
    rows = {id(row.node): row.node for row in table.rows}
    for row in rows.values():
        if id(row) not in rounds.fitting and is_own(row):
            before = rows.get(rounds.first.get(id(row), 0))
            reasons = (because(before, "decides every such round first"),) if before else ()
            help_ = "move it up, or delete it" if before else "delete the row"
            report.warning(
                "F0402", "this row can never decide", at(row, "no round comes to it"), *reasons, helps=(help_,)
            )
