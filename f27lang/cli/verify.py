"""`f27 verify`: the methods held against one another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from f27lang.cli.command import AnswerCommand, answer, json_option, patience, print_json, variant, warn
from f27lang.cli.rounds import Rounds

if TYPE_CHECKING:
    from f27lang.changes import Changes

METHODS_DISAGREE = 5


@click.command(
    "verify",
    cls=AnswerCommand,
    examples=(
        ("f27 verify 21-24-27", "every check, a line each"),
        ("f27 verify 21-24-27 --with forced_moves", "the same game by other rules"),
        ("f27 verify my-game.f27 --json", "for a program; exit 5 when a check fails"),
    ),
)
@variant
@click.option(
    "-n",
    "--rounds",
    type=Rounds(),
    help="Rounds simulated for each way to play.  [default: 20M; 2M hands of a vying game]",
)
@click.option("--yes", is_flag=True, help="Go ahead where the work is estimated at over a minute.")
@json_option
def command(variant: str, changes: Changes, rounds: int | None, yes: bool, as_json: bool) -> int:
    """Hold rules, tables, plain and compiled code, exact values and claims of VARIANT against one another."""
    from f27lang import pipeline  # noqa: PLC0415

    game, warnings = pipeline.playable(variant, changes)
    warn(warnings, as_json=as_json)

    from f27lang import analysis  # noqa: PLC0415
    from f27lang.report import verification  # noqa: PLC0415
    from f27lang.verify import table, verify  # noqa: PLC0415

    if game.kind == "vying":
        table.allow(game, rounds or table.SIMULATED_HANDS, patience(yes))
    else:
        analysis.allow_verification(game, patience(yes))
    checks = []
    for check in verify(game, simulated=rounds):
        checks.append(check)
        if not as_json:
            answer(verification.line(check))
    if as_json:
        print_json(verification.as_json(game, pipeline.tables(game).digest, checks))
    return 0 if all(check.passed for check in checks) else METHODS_DISAGREE
