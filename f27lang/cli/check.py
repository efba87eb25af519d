"""`f27 check`: all that is wrong with a variant."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from f27lang.cli.command import AnswerCommand, answer, json_option, print_json, variant

if TYPE_CHECKING:
    from f27lang.resolve import Changes


@click.command(
    "check",
    cls=AnswerCommand,
    examples=(
        ("f27 check my-game.f27", "all errors at once, examples included"),
        ("f27 check 21-24-27 --set hard_stand=22", "the same with a setting changed"),
        ("f27 check - --json < my-game.f27", "diagnostics for a program"),
    ),
)
@variant
@json_option
def command(variant: str, changes: Changes, as_json: bool) -> int:
    """Tell all that is wrong with VARIANT, and run its examples; exit 1 when there are errors."""
    from f27lang import pipeline  # noqa: PLC0415
    from f27lang.report import diagnostics  # noqa: PLC0415

    game, report = pipeline.check_variant(variant, changes)
    if as_json:
        print_json({"schema": "f27.check/1", "variant": variant, "diagnostics": diagnostics.as_json(report)})
    else:
        answer("\n\n".join(filter(None, (diagnostics.as_text(report), diagnostics.verdict(variant, game, report)))))
    return int(report.failed)
