"""`f27 show`: a variant at a glance, or written out flat."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from f27lang.cli.command import AnswerCommand, answer, answer_file, json_option, print_json, variant, warn

if TYPE_CHECKING:
    from f27lang.changes import Changes


@click.command(
    "show",
    cls=AnswerCommand,
    examples=(
        ("f27 show 21-24-27", "sources, assumptions, and what may be changed"),
        ("f27 show 21-24-27 --flat", "one file with everything inherited, each line with its origin"),
        ("f27 show 21-24-27 --flat --assumptions", "settings, sources, assumptions and notes, with origins"),
    ),
)
@variant
@click.option("--flat", is_flag=True, help="Write out everything inherited, with the origin of each line.")
@click.option("--assumptions", is_flag=True, help="Only the settings, sources, assumptions and notes, with origins.")
@json_option
def command(variant: str, changes: Changes, *, flat: bool, assumptions: bool, as_json: bool) -> None:
    """Show where VARIANT comes from and what may be changed, or all of its rules in one file."""
    from f27lang import pipeline  # noqa: PLC0415
    from f27lang.report import glance, provenance  # noqa: PLC0415

    game, warnings = pipeline.load(variant, changes)
    warn(warnings, as_json=as_json)
    if assumptions:
        text = provenance.as_text(game)
    elif flat:
        from f27lang.report.flat import flat as written_out  # noqa: PLC0415

        text = written_out(game).rstrip()
    else:
        text = glance.as_text(game)
    if as_json:
        origins = {"origins": provenance.as_json(game)} if assumptions else {}
        print_json(glance.as_json(game, text) | origins)
    elif flat and not assumptions:
        answer_file(text)
    else:
        answer(text)
