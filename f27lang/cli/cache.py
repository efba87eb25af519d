"""`f27 cache`: what is kept."""

from __future__ import annotations

import click

from f27lang.cli.command import AnswerCommand, answer, json_option, print_json


@click.command(
    "cache",
    cls=AnswerCommand,
    examples=(
        ("f27 cache", "what is kept: of which variant, by which compiler, how large, how old"),
        ("f27 cache clean", "remove modules, grammars and games; runs that go on are not harmed"),
        ("f27 cache path", "the folders"),
    ),
)
@click.argument("action", type=click.Choice(["ls", "clean", "path"]), default="ls")
@click.option("--checkpoints", is_flag=True, help="With clean: also the checkpoints of simulations that were stopped.")
@json_option
def command(action: str, checkpoints: bool, as_json: bool) -> None:
    """List, clean or locate what is kept to be faster next time: modules, the grammar, games, checkpoints.

    Nothing in it is needed: what is missing is made again, but for the checkpoints.
    """
    from f27lang import kept  # noqa: PLC0415
    from f27lang.report import cache  # noqa: PLC0415

    if checkpoints and action != "clean":
        raise click.UsageError("--checkpoints goes with clean")
    if action == "path":
        found = kept.places()
        if as_json:
            print_json({"schema": "f27.cache-path/1", "folders": [str(path) for path in found]})
        else:
            answer("\n".join(map(str, found)))
        return
    kinds: tuple[kept.Kind, ...] = ("module", "grammar", "game", "program")
    if checkpoints:
        kinds += ("checkpoint",)
    things = kept.clean(kinds) if action == "clean" else kept.everything()
    if as_json:
        print_json(cache.as_json(things, removed=action == "clean"))
    else:
        answer(cache.as_text(things, removed=action == "clean"))
