"""Positions in text: SourceFile counts lines, Span names a stretch of one file."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from itertools import accumulate
from pathlib import PurePath

from attrs import define, field, frozen

COMMAND_LINE = "command line"  # the path of a source that is one of its options


@define(eq=False, slots=False)
class SourceFile:
    """A text and the path by which messages name it; the only object that counts lines."""

    path: str
    text: str = field(repr=False)

    @property
    def name(self) -> str:
        """The file's name without its folder."""
        return PurePath(self.path).name

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines without their newlines."""
        return tuple(self.text.split("\n"))

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        return tuple(accumulate((len(line) + 1 for line in self.lines), initial=0))[:-1]

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line and column, both from 1, of a character offset."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


@frozen
class Span:
    """Characters `start` to `end` (half open) of one file."""

    file: SourceFile
    start: int
    end: int

    @property
    def line(self) -> int:
        """The line, from 1, on which the span starts."""
        return self.file.position(self.start)[0]

    @property
    def text(self) -> str:
        """The characters that the span covers."""
        return self.file.text[self.start : self.end]

    @property
    def place(self) -> str:
        """`path:line`, as messages and emitted comments name a place; of the command line the option."""
        path = self.file.path
        return f"{path}, {self.file.text}" if path == COMMAND_LINE else f"{path}:{self.line}"
