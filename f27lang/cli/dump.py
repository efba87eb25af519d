"""`f27 dump`: what a stage of the compiler makes of a variant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from f27lang.cli.command import AnswerCommand, answer, changed, json_option, print_json, variant

if TYPE_CHECKING:
    from f27lang.changes import Changes

STAGES = ("file", "game", "rulebook", "module")


@click.command(
    "dump",
    cls=AnswerCommand,
    examples=(
        ("f27 dump 21-24-27 --stage game", "the closed game, node by node"),
        ("f27 dump 21-24-27 --stage rulebook --json", "the tables, for programs"),
        ("f27 dump 21-24-27 --stage module", "the simulator's text"),
    ),
)
@variant
@click.option("--stage", type=click.Choice(STAGES), required=True, help="What to print.")
@json_option
def command(variant: str, changes: Changes, stage: str, as_json: bool) -> None:
    """Print what a stage of the compiler makes of VARIANT."""
    from f27lang.report.dump import outline, plain  # noqa: PLC0415

    value = _value(variant, changes, stage)
    if as_json:
        print_json({"schema": "f27.dump/1", "stage": stage, stage: plain(value)})
    elif stage == "module":
        answer(value.text.rstrip("\n"))
    else:
        answer("\n".join(outline(plain(value))))


def _value(variant: str, changes: Changes, stage: str) -> Any:
    from f27lang import pipeline  # noqa: PLC0415

    if stage == "file":
        if changed(changes):
            raise click.UsageError("--stage file shows the file as it is written: settings change the game")
        return pipeline.as_written(variant)
    if stage == "game":
        return pipeline.load(variant, changes)[0]
    tables = pipeline.tables(pipeline.playable(variant, changes)[0])
    return tables if stage == "rulebook" else pipeline.module(tables)
