"""Files that a command writes: a path as typed -> the path, in a folder that is there."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from f27lang.cli.command import answer, hint

STDOUT = Path("-")


class OutputFile(click.Path):
    """A file to write, never a folder; its folder must be there, as none is made for a slip of the keyboard."""

    def __init__(self, *, stdout: bool = False) -> None:
        super().__init__(dir_okay=False, writable=True, allow_dash=stdout, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path of a file."""
        if not os.fspath(value).strip():
            self.fail("no file is named.", param, ctx)
        path = super().convert(value, param, ctx)
        folder = os.path.dirname(os.fspath(path)) or "."
        if not os.path.isdir(folder):
            self.fail(f"there is no folder {folder!r}: make it first, or name another.", param, ctx)
        return path


def form_of(form: str | None, output: Path | None, as_json: bool, by_suffix: Mapping[str, str], what: str) -> str:
    """Return the form that was asked for, one way or another; `by_suffix` has those that a file's name can end in."""
    if as_json and form not in (None, "json"):
        raise click.UsageError(f"--json and --format {form} are two answers: take one")
    suffix = output.suffix.lower() if output else ""
    asked = "json" if as_json else form
    if asked:
        _refuse_other_name(asked, "--json" if as_json else f"--format {form}", suffix, by_suffix)
        return asked
    if suffix not in by_suffix:
        known = ", ".join(filter(None, by_suffix))
        raise click.UsageError(f"no {what} is written as {suffix}: end the file's name in {known}, or say --format")
    return by_suffix[suffix]


def _refuse_other_name(asked: str, option: str, suffix: str, by_suffix: Mapping[str, str]) -> None:
    """Refuse a file whose name says that it holds something else than was asked for."""
    if suffix and by_suffix.get(suffix, asked) != asked:
        names = ", ".join(name for name, form in by_suffix.items() if name and form == asked)
        raise click.UsageError(
            f"{option} does not go with a file named {suffix}: end its name in {names}, or leave {option}"
        )


def write_answer(drawn: str | bytes, output: Path | None) -> None:
    """Print an answer, or write it to a file and say so."""
    if output is None:
        answer(drawn)
        return
    from f27lang.whole import write_whole  # noqa: PLC0415

    write_whole(output, drawn.encode() if isinstance(drawn, str) else drawn)
    hint(f"written: {output}")
