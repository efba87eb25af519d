"""`f27 new`: a file of one's own that extends a variant, ready to be edited."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from f27lang.cli.command import AnswerCommand, answer, answer_file, hint, json_option, print_json, warn
from f27lang.cli.completion import complete_variants
from f27lang.cli.output import STDOUT, OutputFile
from f27lang.diagnostics import Report

if TYPE_CHECKING:
    from f27lang import model

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9.-]*")
_SUFFIX = ".f27"
_LONGEST = 60


def _checked_name(ctx: click.Context, param: click.Parameter, name: str) -> str:
    name = name.removesuffix(_SUFFIX)
    if _NAME.fullmatch(name) and len(name) <= _LONGEST and not name.endswith("."):
        return name
    raise click.BadParameter(
        f"'{name}' can't be a variant's name: letters, digits, - and . only, at most {_LONGEST}. "
        "A folder goes into --output.",
        ctx,
        param,
    )


@click.command(
    "new",
    cls=AnswerCommand,
    examples=(
        ("f27 new my-game --from 21-24-27", "write my-game.f27 here, a game like 21-24-27 to be edited"),
        ("f27 new friday --from my-game.f27", "extend a file of your own; the new one lies beside it"),
        ("f27 new my-game --from 21-24-27 --output -", "print it instead"),
    ),
)
@click.argument("name", callback=_checked_name)
@click.option(
    "--from",
    "parent",
    required=True,
    metavar="VARIANT",
    shell_complete=complete_variants,
    help="The variant to extend.",
)
@click.option(
    "--output",
    metavar="FILE",
    type=OutputFile(stdout=True),
    help="Where to write it, by default NAME.f27; - prints it.",
)
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@json_option
def command(name: str, parent: str, output: Path | None, *, force: bool, as_json: bool) -> None:
    """Write a variant NAME that extends another one: it checks clean as it is, and shows what may be changed."""
    from f27lang import pipeline  # noqa: PLC0415
    from f27lang.report.starter import starter  # noqa: PLC0415

    game, warnings = pipeline.load(parent)
    warn(warnings, as_json=as_json)
    path = _path(name, game, output)
    plain, _ = pipeline.load(pipeline.split_house(parent)[0])
    text = starter(name, game, plain.settings)
    if path is not None:
        _write(path, text, force)
    if as_json:
        shown = str(path) if path else None
        print_json({"schema": "f27.new/1", "variant": name, "extends": game.name, "path": shown, "text": text})
    elif path is None:
        answer_file(text)
    else:
        answer(f"{path}: extends {game.name}")
        hint(f"next   edit it, then: f27 check {path}")


def _path(name: str, game: model.Game, output: Path | None) -> Path | None:
    """Return where the file goes, None for stdout; refuse places where `extends` could not find the parent."""
    from f27lang.files import BundledFile  # noqa: PLC0415

    source = game.files[-1]
    if source.path == "-":
        raise click.UsageError("Standard input can't be extended: save it as a file first.")
    if not _NAME.fullmatch(game.name):
        raise click.UsageError(
            f"'{game.name}' can't be extended: a file's name must be of letters, digits, - and . only."
        )
    bundled = isinstance(source, BundledFile)
    folder = Path() if bundled else Path(source.path).parent
    _refuse_bundled(name)
    if output == STDOUT:
        return None
    path = output or folder / f"{name}{_SUFFIX}"
    if path.suffix != _SUFFIX:
        raise click.UsageError(f"'{path}' can't be a variant's file: its name must end in {_SUFFIX}.")
    if not bundled and path.parent.resolve() != folder.resolve():
        raise click.UsageError(f"The file must lie beside {source.path}, which it extends.")
    _refuse_bundled(path.stem)
    if path.stem == game.name:
        raise click.UsageError(f"'{path.stem}' would extend itself: take another name.")
    if bundled and _is_taken(path.parent / f"{game.name}{_SUFFIX}", game.name):
        raise click.UsageError(
            f"There is a file {game.name}{_SUFFIX} in that folder, which has the name of the bundled variant: rename "
            "it, or choose another folder with --output."
        )
    return path


def _refuse_bundled(name: str) -> None:
    """Refuse a name that would then mean two games."""
    from f27lang.files import bundled  # noqa: PLC0415

    if any(name == each.name for each in bundled()):
        raise click.UsageError(f"'{name}' is the name of a bundled variant: take another name.")


def _is_taken(path: Path, name: str) -> bool:
    """Whether a file has the name of a bundled variant without being the same."""
    from f27lang.files import read, takes_the_name_of_another  # noqa: PLC0415

    if not path.exists():
        return False
    found = read(str(path), Report())
    return found is None or takes_the_name_of_another(found, name)


def _write(path: Path, text: str, force: bool) -> None:
    from f27lang.whole import write_whole  # noqa: PLC0415

    if os.path.lexists(path) and not force:
        raise click.UsageError(f"{path} is there already: add --force to write over it.")
    write_whole(path, text.encode())
