"""`f27 count`: what a card counter can gain.

Variant, tags -> effects of removal, counts, a verdict
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from f27lang.cli.command import AnswerCommand, answer, json_option, patience, print_json, variant, warn
from f27lang.cli.completion import complete_wagers

if TYPE_CHECKING:
    from f27lang.resolve import Changes


@click.command(
    "count",
    cls=AnswerCommand,
    examples=(
        ("f27 count 21-24-27", "what each card less does to the house edge, and the counts that follow"),
        ('f27 count 21-24-27 --tags "A -1, 7..K 1"', "a count of one's own beside the others"),
    ),
)
@variant
@click.option(
    "--tags", metavar="TAGS", help='A count to judge, as "A -2, 2..4 -1, 8..K 1"; what is not named counts 0.'
)
@click.option(
    "--knowledge",
    type=click.Choice(["cards", "ranks"]),
    default="cards",
    show_default=True,
    help="What best play knows: all cards seen with their suits, or only their ranks.",
)
@click.option(
    "--wager",
    metavar="NAME",
    shell_complete=complete_wagers,
    help="The wager to play for and to value; by default the first.",
)
@click.option("--yes", is_flag=True, help="Go ahead where the work is estimated at over a minute.")
@json_option
def command(
    *,
    variant: str,
    changes: Changes,
    tags: str | None,
    knowledge: str,
    wager: str | None,
    yes: bool,
    as_json: bool,
) -> None:
    """Print what a card less does to the house edge of VARIANT, exactly, and how far a count of cards can follow it."""
    from f27lang import pipeline  # noqa: PLC0415

    game, warnings = pipeline.playable(variant, changes)
    warn(warnings, as_json=as_json)
    pipeline.refuse_vying(game)

    from f27lang.counting import counted  # noqa: PLC0415
    from f27lang.report import count as report  # noqa: PLC0415

    found = counted(game, wager=wager, knowledge=knowledge, tags=tags, patience=patience(yes))
    if as_json:
        print_json(report.as_json(found))
    else:
        answer(report.as_text(found))
