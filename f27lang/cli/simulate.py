"""`f27 simulate`: many rounds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from f27lang.cli import vying
from f27lang.cli.command import (
    INTERRUPTED,
    AnswerCommand,
    answer,
    hint,
    json_option,
    patience,
    print_json,
    variant,
    warn,
)
from f27lang.cli.completion import complete_plays, complete_wagers
from f27lang.cli.output import OutputFile
from f27lang.cli.rounds import PerCent, Rounds, Whole
from f27lang.cli.store import opened, store_option

if TYPE_CHECKING:
    from fractions import Fraction

    from f27lang.changes import Changes
    from f27lang.lowered import Begun
    from f27lang.patience import Patience
    from f27lang.simulate import Run

_BANKED = ("kernel", "wager", "exact", "checkpoint", "resume", "reuse")  # options that only banked games have
_ROUNDS, _NO_END = 20_000_000, 10**15


@click.command(
    "simulate",
    cls=AnswerCommand,
    examples=(
        ("f27 simulate 21-24-27 -n 100M", "by the chart, with the exact value and its z"),
        ("f27 simulate 21-24-27 --until 0.01", "until the standard error is a hundredth of a per cent point"),
        ("f27 simulate seven-twenty-seven --seats 4 --hero commit", "a vying game: one against three of another play"),
    ),
)
@variant
@click.option(
    "-n",
    "--rounds",
    type=Rounds(),
    help="20000000, 20e6 or 20M.  [default: 20M; with --until as many as it takes; 2M hands of a vying game]",
)
@click.option(
    "--until",
    type=PerCent(),
    metavar="POINTS",
    help="Stop where the standard error of the edge is at most so many per cent points, even if "
    "each result were to come three times more, or after -n rounds. Vying games: of the hero's net, else of every "
    "seat's, in per cent of an ante.",
)
@click.option(
    "--seed",
    type=Whole(0, 2**64 - 1),
    default=1,
    show_default=True,
    help="The same seed deals the same cards.",
)
@click.option(
    "--seats",
    type=Whole(1, 100),
    help="Players at the table, who all play alike; what each loses is shown, seat 0 first.  "
    "[default: 1; of a vying game the usual number]",
)
@click.option("--threads", type=Whole(1, 1024), help="By default all cores; no result depends on it.")
@click.option(
    "--kernel",
    type=click.Choice(["scalar", "batched", "lanes"]),
    metavar="KERNEL",
    help="scalar plays one by one, batched and lanes many rounds in lockstep; by default what is fastest here. No "
    "result depends on it.",
)
@click.option(
    "--play",
    metavar="PLAY",
    shell_complete=complete_plays,
    help="chart, or a strategy of the file; in a vying game with numbers, as in commit:5.5:8:24, or a file of "
    "strategies.  [default: chart; in a vying game the first strategy]",
)
@vying.says_options
@click.option(
    "--hero", metavar="PLAY", shell_complete=complete_plays, help="Vying games: who is moved through all seats."
)
@click.option("--table", metavar="PLAY,...", help="Vying games: a play for each seat, first left of the dealer.")
@click.option(
    "--wager",
    metavar="NAME",
    shell_complete=complete_wagers,
    help="The wager to play for, and whose edge comes first; by default the first.",
)
@click.option("--exact", is_flag=True, help="Solve a strategy too, for its z; the chart's exact value is known anyway.")
@click.option(
    "--checkpoint",
    type=OutputFile(),
    help="The file in which the run is kept now and then; by default in the cache, until the run that began it ends.",
)
@click.option("--resume", is_flag=True, help="Go on from the checkpoint, where there is one; not in vying games.")
@click.option("--reuse", is_flag=True, help="Show the same rounds as they were played before, where they were.")
@click.option("--yes", is_flag=True, help="Go ahead where the work is estimated at over a minute.")
@store_option
@json_option
def command(
    *,
    variant: str,
    changes: Changes,
    rounds: int | None,
    until: Fraction | None,
    play: str | None,
    bet: str | None,
    declare: str | None,
    hero: str | None,
    table: str | None,
    seats: int | None,
    as_json: bool,
    **how: Any,
) -> int:
    """Play rounds of VARIANT and estimate the house edge: from fresh shoes, or from whole ones that are worn.

    Where hands share a shoe as many shoes are played as the rounds take.

    In a vying game there is none: what is measured is the net of each seat, and what hands are like.

    Ctrl-C ends a run with what is finished, which equals a shorter run with the same seed; --resume goes on from it.
    """
    if how["reuse"] and (until or how["no_store"]):
        raise click.UsageError(f"--reuse and {'--until' if until else '--no-store'} don't go together")
    from f27lang import lowered  # noqa: PLC0415

    begun = lowered.begin(variant, changes, play)
    game = begun.game
    warn(begun.warnings, as_json=as_json)
    patient = patience(how.pop("yes"))
    if game.kind == "vying":
        vying.refuse("vying", {f"--{name.replace('_', '-')}": how[name] for name in _BANKED})
        who = vying.Who(seats, play, bet, hero, vying.table_of(table), declare)
        run = {"until": until, "seed": how["seed"], "threads": how["threads"]}
        return vying.simulate(game, who, rounds, patient, as_json=as_json, **run)
    if play == "best":
        raise click.UsageError(
            "best play knows every card seen, so it is no table that a simulator could look up; its edge is exact: "
            "`f27 edge --play best`. Simulate the chart or a strategy."
        )
    vying.refuse("banked", {"--bet": bet, "--declare": declare, "--hero": hero, "--table": table})
    bound = rounds or (_NO_END if until else _ROUNDS)
    return _simulate(
        begun, bound, until, "chart" if play is None else play, as_json, patience=patient, seats=seats or 1, **how
    )


def _simulate(
    begun: Begun,
    rounds: int,
    until: Fraction | None,
    play: str,
    as_json: bool,
    *,
    wager: str | None,
    checkpoint: Path | None,
    resume: bool,
    reuse: bool,
    no_store: bool,
    patience: Patience,
    **how: Any,
) -> int:
    from f27lang import playing  # noqa: PLC0415
    from f27lang.asking import wager_index  # noqa: PLC0415
    from f27lang.cli.bar import watch  # noqa: PLC0415
    from f27lang.report import simulation  # noqa: PLC0415

    game = begun.game
    index = wager_index(game, wager)
    store = opened(no_store)
    session = playing.Session(until, True, checkpoint, resume, watch(rounds, index), wager, store, reuse)
    tables, run, solution = playing.simulated(
        game,
        rounds,
        play=play,
        session=session,
        patience=patience,
        lowering=begun.lowering,
        **how,
    )
    _tell(run, rounds, resume)
    if not run.rounds:
        return INTERRUPTED
    found = simulation.estimate(tables, run, solution, index)
    if as_json:
        print_json(simulation.as_json(game, tables, run, play, found))
    else:
        answer(simulation.as_text(game, tables, run, play, found))
    return INTERRUPTED if run.interrupted else 0


def _tell(run: Run, rounds: int, resume: bool) -> None:
    """Say how the run came about, where that is not plain."""
    if run.resumed:
        hint(f"went on after {run.resumed:,} rounds")
    elif resume:
        hint("there was no checkpoint to go on from: the run began at its first round")
    if run.interrupted:
        hint(f"interrupted after {run.rounds:,} rounds, which are a whole run of their own; --resume goes on")
    elif run.until and not run.reached:
        hint(f"the wanted standard error was not reached in {rounds:,} rounds")
