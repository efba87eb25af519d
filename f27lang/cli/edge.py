"""`f27 edge`: the house edge, what it is made of and what it costs.

Variant, way to play -> edges, tables; exit code 4 where a stated limit is broken
"""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

import click

from f27lang.cli import shoes, vying
from f27lang.cli.command import (
    LIMIT_BROKEN,
    AnswerCommand,
    answer,
    hint,
    json_option,
    patience,
    print_json,
    variant,
    warn,
)
from f27lang.cli.completion import complete_solved_plays, complete_wagers
from f27lang.cli.output import OutputFile
from f27lang.cli.rounds import Whole
from f27lang.cli.store import opened, store_option

if TYPE_CHECKING:
    from fractions import Fraction
    from pathlib import Path

    from f27lang.changes import Changes
    from f27lang.report.money import Pace

_KNOWING = {"cards": "best", "ranks": "best", "total": "chart"}


def _number(ctx: click.Context, param: click.Parameter, given: float | None) -> float | None:
    if given is not None and not isfinite(given):
        raise click.BadParameter("write a number, for example 1.5", ctx, param)
    return given


def _seconds(ctx: click.Context, param: click.Parameter, given: float | None) -> float | None:
    if given is not None and not 0 <= given <= 3600:
        raise click.BadParameter("write seconds, from 0 to 3600", ctx, param)
    return given


@click.command(
    "edge",
    cls=AnswerCommand,
    examples=(
        ("f27 edge 21-24-27", "best play, the chart, and the endless shoe"),
        ("f27 edge 21-24-27 --play chart --table --by dealer", "what the edge is made of; both add up to it"),
        ("f27 edge seven-twenty-seven --seats 4", "a vying game: its strategies against one another"),
    ),
)
@variant
@click.option(
    "--play",
    metavar="PLAY",
    shell_complete=complete_solved_plays,
    help="best, chart, or a strategy of the file; by default best and chart.",
)
@click.option("--shoe", type=click.Choice(["full", "endless"]), help="By default both.")
@click.option(
    "--knowledge",
    type=click.Choice(["cards", "ranks", "total"]),
    help="What the player knows: all cards seen with their suits, only their ranks, or by totals, as the chart.",
)
@click.option(
    "--wager",
    metavar="NAME",
    shell_complete=complete_wagers,
    help="The wager to play for and to value; by default the first.",
)
@click.option("--outcomes", is_flag=True, help="Add how rounds end, how long they last, and what an hour costs.")
@click.option("--table", is_flag=True, help="Add the return table: each outcome and what it contributes.")
@click.option("--by", type=click.Choice(["dealer"]), help="Add the edge for each thing the dealer may show.")
@click.option(
    "--card-seconds", type=float, metavar="S", callback=_seconds, help="Assume this long for a card; by default 1."
)
@click.option(
    "--decision-seconds", type=float, metavar="S", callback=_seconds, help="... for a decision; by default 3."
)
@click.option(
    "--hand-seconds", type=float, metavar="S", callback=_seconds, help="... for bets and payments; by default 8."
)
@click.option(
    "--max",
    "most",
    type=float,
    metavar="PERCENT",
    callback=_number,
    help="Exit with 4 where the first edge printed is higher.",
)
@click.option("--removed", metavar="CARDS", help='Without these cards of the full shoe, as "A A K 7h".')
@click.option(
    "--depth",
    type=shoes.Depth(),
    metavar="SHARE",
    help="How the edge is spread over 200 shoes without this share of the cards, the full shoe's chart kept.",
)
@click.option(
    "--seed", type=Whole(0, 2**64 - 1), help="With --depth: the same seed takes the same cards.  [default: 1]"
)
@click.option("--png", type=OutputFile(), metavar="FILE", help="With --depth: draw it; needs the extra `plots`.")
@click.option("--seats", type=Whole(1, 100), help="Vying games: the number of players.  [default: the usual one]")
@vying.says_options
@click.option("--full", is_flag=True, help="Vying games: play 4M hands a cell instead of 200,000.")
@click.option("--yes", is_flag=True, help="Go ahead where the work is estimated at over a minute.")
@store_option
@json_option
def command(
    *,
    variant: str,
    changes: Changes,
    play: str | None,
    shoe: str | None,
    knowledge: str | None,
    wager: str | None,
    outcomes: bool,
    table: bool,
    by: str | None,
    card_seconds: float | None,
    decision_seconds: float | None,
    hand_seconds: float | None,
    most: float | None,
    removed: str | None,
    depth: Fraction | None,
    seed: int | None,
    png: Path | None,
    seats: int | None,
    bet: str | None,
    declare: str | None,
    full: bool,
    yes: bool,
    no_store: bool,
    as_json: bool,
) -> int:
    """Print the house edge of VARIANT, exactly, and how each number was got.

    A vying game has none but the rake: there the strategies of the file are played against one another.
    """
    refuse_knowledge(knowledge, play)
    paces = {"--card-seconds": card_seconds, "--decision-seconds": decision_seconds, "--hand-seconds": hand_seconds}
    others = {"--outcomes": outcomes, "--table": table, "--by": by, **paces}
    chosen = {"--shoe": shoe, "--knowledge": knowledge, "--wager": wager, "--seed": seed, "--png": png}
    shoes.refuse(depth, removed, {"--play": play, **chosen, **others, "--max": most})
    from f27lang import pipeline  # noqa: PLC0415

    game, warnings = pipeline.playable(variant, changes)
    warn(warnings, as_json=as_json)
    if game.kind == "vying":
        vying.refuse("vying", {**chosen, **others, "--removed": removed, "--depth": depth})
        who = vying.Who(seats, play, bet, declare=declare)
        return vying.edge(game, who, patience(yes), full=full, most=most, as_json=as_json)
    vying.refuse("banked", {"--seats": seats, "--bet": bet, "--declare": declare, "--full": full})
    if depth is not None:
        how = {"play": play or "chart", "wager": wager, "seed": 1 if seed is None else seed}
        shoes.depth_answer(game, depth, png=png, yes=yes, as_json=as_json, **how)
        return 0
    gone = shoes.gone_of(removed, game)

    from f27lang import analysis  # noqa: PLC0415
    from f27lang.asking import wager_index  # noqa: PLC0415
    from f27lang.report import edge as report  # noqa: PLC0415
    from f27lang.report.money import Pace  # noqa: PLC0415

    pace = _pace(card=card_seconds, decision=decision_seconds, hand=hand_seconds)
    counted = outcomes or table or pace is not None
    store = opened(no_store)
    solved = analysis.edges(
        game,
        analysis.questions(play, "full" if gone else shoe, knowledge),
        wager=wager,
        frequencies=counted or (bool(game.side_wagers) and shoe != "endless"),
        patience=patience(yes),
        store=store,
        gone=gone,
    )
    insured = analysis.insured(game, solved)
    if not counted:
        solved = analysis.without_frequencies(solved)
    kept = shoes.kept(game, gone, play, wager=wager, patience=patience(yes), store=store)
    ending = solved if as_json else solved[:1]
    ended = analysis.ways_to_end(game, ending, wager=wager, store=store, gone=gone) if outcomes else ()
    asked = report.Asked(wager_index(game, wager), table, by == "dealer", pace or Pace(), insured, ended, gone, kept)
    if as_json:
        print_json(report.as_json(game, solved, asked))
    else:
        answer(report.as_text(game, solved, asked))
    return _limit(solved[0][1].edge_pct, most)


def refuse_knowledge(knowledge: str | None, play: str | None) -> None:
    """Refuse a way to play beside what is known by another."""
    if knowledge and play not in (None, _KNOWING[knowledge]):
        raise click.UsageError(f"--knowledge {knowledge} and --play {play} don't go together")


def _pace(**seconds: float | None) -> Pace | None:
    """Return the pace that was asked for, None where nothing was said of it."""
    from f27lang.report.money import Pace  # noqa: PLC0415

    given: dict[str, Any] = {what: amount for what, amount in seconds.items() if amount is not None}
    if not given:
        return None
    pace = Pace(**given)
    if pace.card == pace.decision == pace.hand == 0:
        raise click.UsageError("a hand that takes no time has no pace: give one of the seconds")
    return pace


def _limit(edge_pct: float, most: float | None) -> int:
    if most is None or edge_pct <= most:
        return 0
    hint(f"the house edge of {edge_pct:z.6f} % is over the limit of {most:g} %")
    return LIMIT_BROKEN
