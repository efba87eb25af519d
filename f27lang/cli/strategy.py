"""`f27 strategy`: the best chart."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from f27lang.cli.command import AnswerCommand, answer, json_option, on_terminal, patience, print_json, variant, warn

if TYPE_CHECKING:
    from f27lang.resolve import Changes


@click.command(
    "strategy",
    cls=AnswerCommand,
    examples=(
        ("f27 strategy 21-24-27", "the chart, with its exact edge"),
        ("f27 strategy 21-24-27 --json", "each cell with what every move is worth"),
        ("f27 strategy 21-24-27 --shoe endless", "at once, also without a C compiler"),
    ),
)
@variant
@click.option(
    "--shoe", type=click.Choice(["full", "endless"]), help="By default the full shoe, where it can be solved fast."
)
@click.option("--yes", is_flag=True, help="Go ahead where the work is estimated at over a minute.")
@json_option
def command(variant: str, changes: Changes, shoe: str | None, yes: bool, as_json: bool) -> None:
    """Print the best way to play VARIANT for a player who looks at totals only."""
    from f27lang import pipeline  # noqa: PLC0415

    game, warnings = pipeline.playable(variant, changes)
    warn(warnings, as_json=as_json)

    from f27lang import analysis  # noqa: PLC0415
    from f27lang.report import chart, edge  # noqa: PLC0415

    tables, found = analysis.chart(game, shoe, patience=patience(yes))
    if as_json:
        print_json(chart.as_json(game, tables, found))
    else:
        answer(chart.as_text(game, tables, found, edge.method_words(game, found), colour=on_terminal()))
