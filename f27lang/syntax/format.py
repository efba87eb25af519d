"""Moves blanks and line ends only, and checks itself: SourceFile → the same file, laid out as the language is written.

Two blanks an indent, one blank between words, none inside a range, at most one empty line between statements.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import define, field

from f27lang.diagnostics import Report
from f27lang.source import SourceFile
from f27lang.syntax.lalr import Piece
from f27lang.syntax.parse import parse
from f27lang.syntax.scan import NEWLINE, begin, pieces, spelling

if TYPE_CHECKING:
    from collections.abc import Iterator

_COMMENT = re.compile(r"#[^\n]*")
_QUANTITIES = {"INT", "DECIMAL", "ODDS", "MONEY", "PERCENT", "NAME"}
_RANKS = {"A", "J", "Q", "K", "Joker"}
_TIGHT_BEFORE = {",", ":"}
_OF_ONE_POINT = {"nearest", "to"}  # `distance to 7 ..1`: the 7 is no end of the range


class FormatterFault(Exception):
    """Raised where a formatted text is not the file that it was made of: a fault of the formatter."""


@define
class Line:
    """The tokens between two line ends, and the comment behind them."""

    pieces: list[Piece] = field(factory=list)
    comment: str = ""

    @property
    def opens(self) -> bool:
        """Whether a block begins behind this line."""
        return bool(self.pieces) and self.pieces[-1].text == "{"

    @property
    def closes(self) -> bool:
        """Whether a block ends before this line."""
        return bool(self.pieces) and self.pieces[0].text == "}"

    @property
    def empty(self) -> bool:
        """Whether nothing stands on this line."""
        return not self.pieces and not self.comment

    def __str__(self) -> str:
        words = "".join(
            piece.text if number == 0 or _tight(self.pieces, number) else f" {piece.text}"
            for number, piece in enumerate(self.pieces)
        )
        return "  ".join(filter(None, (words, self.comment)))


def format_source(source: SourceFile, report: Report) -> str | None:
    """Return the text of a file as the formatter lays it out; None, with the reason in the report, if it can't be read.

    Raises FormatterFault where the result is another file, is not stable, or lacks a comment.
    """
    file = parse(source, report)
    if file is None:
        return None
    lines = _lines(source.text)
    text = _laid_out(lines)
    again = SourceFile(source.path, text)
    lines_again = _lines(text)
    if parse(again, Report()) != file:
        raise FormatterFault("the formatted text means something else")
    if _comments(lines_again) != _comments(lines):
        raise FormatterFault("the formatted text lacks a comment")
    if _laid_out(lines_again) != text:
        raise FormatterFault("the formatted text is not stable")
    return text


def _lines(text: str) -> list[Line]:
    """Cut a text that parses into lines of tokens, as the parser reads them."""
    parser = begin()
    lines = [Line()]
    end = 0
    for piece in pieces(parser, text, 0, len(text)):
        lines[-1].comment += _comment(text, end, piece.start)
        end = piece.end
        parser.feed(piece)
        if piece.kind == NEWLINE:
            lines.append(Line())
        else:
            lines[-1].pieces.append(piece)
    lines[-1].comment += _comment(text, end, len(text))
    return lines


def _comment(text: str, start: int, end: int) -> str:
    found = _COMMENT.search(text, start, end)
    return found[0].rstrip() if found else ""


def _comments(lines: list[Line]) -> list[str]:
    return [line.comment for line in lines if line.comment]


def _laid_out(lines: list[Line]) -> str:
    return "\n".join(_rows(lines)) + "\n"


def _rows(lines: list[Line]) -> Iterator[str]:
    depth = 0
    gap = False
    before: Line | None = None
    for line in lines:
        if line.empty:
            gap = True
            continue
        depth -= line.closes
        if before and not line.closes and not before.opens and (gap or _is_edition(before)):
            yield ""
        yield "  " * depth + str(line)
        depth += line.opens
        before, gap = line, False


def _is_edition(line: Line) -> bool:
    return bool(line.pieces) and line.pieces[0].text == "f27"


def _tight(line: list[Piece], number: int) -> bool:
    """Whether no blank stands in front of a token."""
    before, piece = line[number - 1], line[number]
    if piece.text in _TIGHT_BEFORE or "/" in (before.text, piece.text):
        return True
    if before.text == "..":
        return _is_end(piece)
    return piece.text == ".." and _is_end(before) and not _is_one_point(line, number - 1)


def _is_end(piece: Piece) -> bool:
    """Whether a token can be the end of a range."""
    return piece.kind in _QUANTITIES or spelling().get(piece.kind) in _RANKS


def _is_one_point(line: list[Piece], number: int) -> bool:
    """Whether an amount, which may be a fraction, is what a distance is measured to."""
    first = number - 2 if number >= 2 and line[number - 1].text == "/" else number
    return first > 0 and line[first - 1].text in _OF_ONE_POINT
