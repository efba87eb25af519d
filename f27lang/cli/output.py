"""Files that a command writes: a path as typed -> the path, in a folder that is there."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

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
