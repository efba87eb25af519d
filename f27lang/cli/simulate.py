"""`f27 simulate`: many rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from f27lang.cli.command import AnswerCommand, answer, hint, json_option, patience, print_json, variant, warn
from f27lang.cli.rounds import Rounds

if TYPE_CHECKING:
    from f27lang.resolve import Changes

INTERRUPTED = 130


@click.command(
    "simulate",
    cls=AnswerCommand,
    examples=(
        ("f27 simulate 21-24-27 -n 100M", "by the chart, with the exact value and its z"),
        ("f27 simulate 21-24-27 --play mimic_the_dealer -n 1e6", "by a strategy of the file"),
        ("f27 simulate 21-24-27 --seed 7 --json", "another reproducible run"),
    ),
)
@variant
@click.option("-n", "--rounds", type=Rounds(), default="20M", show_default=True, help="20000000, 20e6 or 20M.")
@click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    default=1,
    show_default=True,
    help="The same seed deals the same cards.",
)
@click.option("--threads", type=click.IntRange(1, 1024), help="By default all cores; no result depends on it.")
@click.option("--play", metavar="PLAY", default="chart", show_default=True, help="chart, or a strategy of the file.")
@click.option("--exact", is_flag=True, help="Solve a strategy too, for its z; the chart's exact value is known anyway.")
@click.option("--yes", is_flag=True, help="Go ahead where the work is estimated at over a minute.")
@json_option
def command(
    *,
    variant: str,
    changes: Changes,
    rounds: int,
    seed: int,
    threads: int | None,
    play: str,
    exact: bool,
    yes: bool,
    as_json: bool,
) -> int:
    """Play rounds of VARIANT, each from a freshly shuffled shoe, and estimate the house edge."""
    if play == "best":
        raise click.UsageError(
            "best play knows every card seen, so it is no table that a simulator could look up; its edge is exact: "
            "`f27 edge --play best`. Simulate the chart or a strategy."
        )
    from f27lang import pipeline  # noqa: PLC0415

    game, warnings = pipeline.playable(variant, changes)
    warn(warnings, as_json=as_json)

    from f27lang import analysis  # noqa: PLC0415
    from f27lang.report import simulation  # noqa: PLC0415

    tables, run, solution = analysis.simulated(
        game, rounds, play=play, seed=seed, threads=threads, exact=exact, patience=patience(yes)
    )
    if run.interrupted:
        hint(f"interrupted after {run.rounds:,} rounds, which are a whole run of their own")
    if not run.rounds:
        return INTERRUPTED
    found = simulation.estimate(tables, run, solution)
    if as_json:
        print_json(simulation.as_json(game, tables, run, play, found))
    else:
        answer(simulation.as_text(game, tables, run, play, found))
    return INTERRUPTED if run.interrupted else 0
