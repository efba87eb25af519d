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
    if as_json or form:
        return form or "json"
    suffix = output.suffix.lower() if output else ""
    if suffix not in by_suffix:
        known = ", ".join(filter(None, by_suffix))
        raise click.UsageError(f"no {what} is written as {suffix}: end the file's name in {known}, or say --format")
    return by_suffix[suffix]


def write_answer(drawn: str | bytes, output: Path | None) -> None:
    """Print an answer, or write it to a file and say so."""
    if output is None:
        answer(drawn)
        return
    from f27lang.whole import write_whole  # noqa: PLC0415

    write_whole(output, drawn.encode() if isinstance(drawn, str) else drawn)
    hint(f"written: {output}")
