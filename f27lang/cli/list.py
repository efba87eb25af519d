"""`f27 list`: the bundled variants."""

from __future__ import annotations

import click

from f27lang.cli.command import AnswerCommand, answer, json_option, print_json


@click.command(
    "list",
    cls=AnswerCommand,
    examples=(
        ("f27 list", "names that every command takes"),
        ("f27 list --json", "the same for programs"),
    ),
)
@json_option
def command(as_json: bool) -> None:
    """List the bundled variants."""
    from f27lang import pipeline  # noqa: PLC0415
    from f27lang.report import listing  # noqa: PLC0415

    variants = pipeline.bundled_files()
    if as_json:
        print_json(listing.as_json(variants))
    else:
        answer(listing.as_text(variants))
