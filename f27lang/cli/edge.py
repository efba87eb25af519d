"""`f27 edge`: the house edge."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from f27lang.cli.command import AnswerCommand, answer, hint, json_option, patience, print_json, variant, warn

if TYPE_CHECKING:
    from f27lang.resolve import Changes

LIMIT_BROKEN = 4


@click.command(
    "edge",
    cls=AnswerCommand,
    examples=(
        ("f27 edge 21-24-27", "best play, the chart, and the endless shoe"),
        ("f27 edge 21-24-27 --with forced_moves --set decks=8", "the same game by other rules"),
        ("f27 edge 21-24-27 --play chart --table", "what each outcome contributes"),
    ),
)
@variant
@click.option("--play", metavar="PLAY", help="best, chart, or a strategy of the file; by default best and chart.")
@click.option("--shoe", type=click.Choice(["full", "endless"]), help="By default both.")
@click.option("--wager", metavar="NAME", help="The wager to play for and to value; by default the first.")
@click.option("--outcomes", is_flag=True, help="Add how rounds end and how long they last.")
@click.option("--table", is_flag=True, help="Add the return table: each outcome and what it contributes.")
@click.option(
    "--max", "most", type=float, metavar="PERCENT", help="Exit with 4 where the first edge printed is higher."
)
@click.option("--yes", is_flag=True, help="Go ahead where the work is estimated at over a minute.")
@json_option
def command(
    *,
    variant: str,
    changes: Changes,
    play: str | None,
    shoe: str | None,
    wager: str | None,
    outcomes: bool,
    table: bool,
    most: float | None,
    yes: bool,
    as_json: bool,
) -> int:
    """Print the house edge of VARIANT, exactly, and how each number was got."""
    from f27lang import pipeline  # noqa: PLC0415

    game, warnings = pipeline.playable(variant, changes)
    warn(warnings, as_json=as_json)

    from f27lang import analysis  # noqa: PLC0415
    from f27lang.report import edge as report  # noqa: PLC0415

    asked = analysis.questions(play, shoe)
    solved = analysis.edges(game, asked, wager=wager, frequencies=outcomes or table, patience=patience(yes))
    index = analysis.wager_index(game, wager)
    if as_json:
        print_json(report.as_json(game, solved, index, table=table))
    else:
        answer(report.as_text(game, solved, index, table=table))
    return _limit(solved[0][1].edge_pct, most)


def _limit(edge_pct: float, most: float | None) -> int:
    if most is None or edge_pct <= most:
        return 0
    hint(f"the house edge of {edge_pct:.6f} % is over the limit of {most:g} %")
    return LIMIT_BROKEN
