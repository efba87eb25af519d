"""`f27 check`: all that is wrong with a variant."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from f27lang.cli.command import AnswerCommand, answer, coloured, json_option, print_json, settings_options
from f27lang.cli.completion import complete_variants

if TYPE_CHECKING:
    from f27lang.changes import Changes
    from f27lang.pipeline import Front


@click.command(
    "check",
    cls=AnswerCommand,
    examples=(
        ("f27 check my-game.f27", "all errors at once, examples included"),
        ("f27 check 21-24-27 --set hard_stand=22", "the same with a setting changed"),
        ("f27 check --format github *.f27", "several files, for the annotations of a workflow"),
    ),
)
@click.argument("variants", nargs=-1, required=True, metavar="VARIANT...", shell_complete=complete_variants)
@settings_options
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "json", "github"]),
    help="How the messages are written; by default as text.",
)
@json_option
def command(variants: tuple[str, ...], changes: Changes, style: str | None, as_json: bool) -> int:
    """Tell all that is wrong with each VARIANT, and run its examples; exit 1 when there are errors."""
    from f27lang import pipeline  # noqa: PLC0415

    if as_json and style not in (None, "json"):
        raise click.UsageError(f"--json and --format {style} are two answers: take one")
    style = "json" if as_json else style or "text"
    if style == "json" and len(variants) > 1:
        raise click.UsageError("JSON is one object, of one variant")
    failed = False
    for variant in variants:
        done = pipeline.front(variant, changes)
        _tell(variant, done, style)
        failed |= done.report.failed
    return int(failed)


def _tell(variant: str, done: Front, style: str) -> None:
    from f27lang.report import diagnostics, github  # noqa: PLC0415

    report = done.report
    if style == "json":
        found = diagnostics.as_json(report)
        print_json(
            {"schema": "f27.check/1", "variant": variant, "diagnostics": found, "examples_run": done.examples_run}
        )
        return
    verdict = diagnostics.verdict(variant, done)
    if style == "github":
        answer("\n".join(filter(None, (github.as_text(report), f"checked {verdict}"))))
    else:
        answer("\n\n".join(filter(None, (coloured(diagnostics.as_text(report)), verdict))))
