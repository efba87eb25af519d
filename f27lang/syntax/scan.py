"""One line of rule text → tokens, each read as the parser's state expects it, up to the first that does not fit."""

from __future__ import annotations

import re
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING

from attrs import define, field

from f27lang.syntax.lalr import END, Misplaced, Parser, Piece
from f27lang.syntax.load import tables

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

NEWLINE = "_NL"

_WORD = re.compile(r"\w+")
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_SIGN = re.compile(r"\.\.|->|[<>=!]=|.", re.DOTALL)
_LONGEST_SHOWN = 40
_BLANK = {"WS", "COMMENT"}


@define
class Reading:
    """What the parser made of a line: the pieces that fit, and the first that does not, if any.

    `parser` stands behind the last piece that fitted.
    """

    parser: Parser
    fitted: list[Piece] = field(factory=list)
    stop: Piece | None = None


def literals() -> Mapping[str, str]:
    """Return the fixed words and signs of the language with their terminals: `"stands"` → `STANDS`."""
    return tables().words


@cache
def spelling() -> Mapping[str, str]:
    """Return the terminals that have one spelling only: `STANDS` → `"stands"`."""
    return {kind: text for text, kind in literals().items()}


@cache
def words() -> frozenset[str]:
    """Return the words of the language that look like names."""
    return frozenset(text for text in literals() if _NAME.fullmatch(text))


def is_name(text: str) -> bool:
    """Whether the text is spelt as a name is."""
    return _NAME.fullmatch(text) is not None


def shown(text: str) -> str:
    """Return a token as a message names it: the code of what can't be seen, no more than a few words of the rest."""
    if not text.isprintable():
        return f"U+{ord(text[0]):04X}"
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 3]}..."


def feed(parser: Parser, kind: str) -> bool:
    """Feed one terminal; False, and the parser is spoilt, when it can't stand here."""
    try:
        if kind == END:
            parser.finish()
        else:
            parser.feed(Piece(kind, "", 0, 0))
    except Misplaced:
        return False
    return True


def begin() -> Parser:
    """Return the parser at the start of a file."""
    return Parser(tables(), [tables().start])


def read(parser: Parser, text: str, start: int, end: int) -> Reading:
    """Feed a copy of the parser the text from `start` to `end`, a line's end behind it, as far as it fits."""
    reading = Reading(parser.copy())
    line_end = Piece(NEWLINE, "", end, end)
    for piece in chain(pieces(reading.parser, text, start, end), (line_end,)):
        if not piece.kind or not feed(reading.parser, piece.kind):
            reading.stop = piece
            reading.parser = again(parser, reading.fitted)
            break
        reading.fitted.append(piece)
    return reading


def again(parser: Parser, fitted: list[Piece]) -> Parser:
    """Feed the pieces once more: what does not fit leaves a parser spoilt, and to copy it before each piece is slow."""
    parser = parser.copy()
    for piece in fitted:
        feed(parser, piece.kind)
    return parser


def pieces(parser: Parser, text: str, start: int, end: int) -> Iterator[Piece]:
    """Yield the tokens of a text; each is cut when it is asked for, as the parser's state then expects it."""
    shapes = _shapes()
    while start < end:
        match = shapes.match(text, start, end)
        if match is None or _runs_on(text, match.end(), end):
            piece = _word_or_sign(parser, text, start, end, match)
        elif match.lastgroup in _BLANK:
            start = match.end()
            continue
        else:
            piece = _shape(parser, match.lastgroup or "", match[0], start)
        yield piece
        start = piece.end


@cache
def _shapes() -> re.Pattern[str]:
    """Return an expression of the terminals of many spellings; words are looked up."""
    return re.compile(tables().shapes)


def _runs_on(text: str, at: int, end: int) -> bool:
    """Whether a word goes on over a place: `5A` is neither a number nor a rank."""
    return at < end and _is_word(text[at - 1]) and _is_word(text[at])


def _is_word(char: str) -> bool:
    return char.isalnum() or char == "_"


def _shape(parser: Parser, kind: str, text: str, start: int) -> Piece:
    """Return a token of many spellings; `9:13` is a number first where no odds fit."""
    expected = parser.row
    if kind == "ODDS" and kind not in expected and "INT" in expected:
        kind, text = "INT", text.partition(":")[0]
    return Piece(kind, text, start, start + len(text))


def _word_or_sign(parser: Parser, text: str, start: int, end: int, shape: re.Match[str] | None) -> Piece:
    """Return a word or sign; a word of the language is a name where it does not fit and a name does."""
    match = _WORD.match(text, start if shape is None else shape.end() - 1, end) or _SIGN.match(text, start, end)
    assert match is not None, "a sign is any character"
    spelt = text[start : match.end()]
    kind = literals().get(spelt, "")
    if is_name(spelt):
        expected = parser.row
        if not kind or (kind not in expected and "NAME" in expected):
            kind = "NAME"
    return Piece(kind, spelt, start, match.end())
