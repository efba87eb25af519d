"""One line of rule text → tokens, each read as the parser's state expects it, up to the first that does not fit."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from attrs import define, field, frozen
from lark import Token, UnexpectedToken

from f27lang.syntax.load import grammar

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lark.parsers.lalr_interactive_parser import InteractiveParser

NEWLINE = "_NL"
END = "$END"

_SHAPES = re.compile(
    r"""
    (?P<blank>   [ \t\r]+ | \#[^\n]* )
  | (?P<_NL>     \n )
  | (?P<STRING>  "[^"\n]*" )
  | (?P<MONEY>   \$\d+(\.\d\d)?(?!\w) )
  | (?P<ODDS>    \d+(\.\d+)?:\d+(?!\w) )
  | (?P<PERCENT> \d+(\.\d+)?% )
  | (?P<DECIMAL> \d+\.\d+(?!\w) )
  | (?P<INT>     \d+(?!\w) )
  | (?P<word>    \w+ )
  | (?P<symbol>  \.\. | -> | [{}:,=/] )
  | (?P<other>   [<>=!]=? | . )
    """,
    re.VERBOSE,
)
_WHOLE = re.compile(r"\d+")
_NAME = re.compile(r"[a-z][a-z0-9_]*")


@frozen
class Piece:
    """A token as read; `kind` is a terminal of the grammar, or "" for what the language doesn't have."""

    kind: str
    text: str
    start: int
    end: int


@define
class Reading:
    """What the parser made of a line: the pieces that fit, and the first that does not, if any.

    `parser` stands behind the last piece that fitted.
    """

    parser: InteractiveParser
    fitted: list[Piece] = field(factory=list)
    stop: Piece | None = None


@cache
def literals() -> Mapping[str, str]:
    """Return the fixed words and signs of the language with their terminals: `"stands"` → `STANDS`."""
    return {str(t.pattern.value): t.name for t in grammar().terminals if t.pattern.type == "str"}


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


def fork(parser: InteractiveParser) -> InteractiveParser:
    """Return a copy that may be fed without touching the original."""
    untyped: Any = parser
    return cast("InteractiveParser", untyped.copy(deepcopy_values=False))


def choices(parser: InteractiveParser) -> Mapping[str, Any]:
    """Return the table row of the parser's state by symbol; some of its terminals may turn out not to fit."""
    untyped: Any = parser
    return cast("Mapping[str, Any]", untyped.choices())


def feed(parser: InteractiveParser, kind: str) -> bool:
    """Feed one terminal; False, and the parser is spoilt, when it can't stand here."""
    try:
        parser.feed_token(Token(kind, ""))
    except UnexpectedToken:
        return False
    return True


def read(parser: InteractiveParser, text: str, start: int, end: int) -> Reading:
    """Feed a copy of the parser the text from `start` to `end`, a line's end behind it, as far as it fits."""
    reading = Reading(fork(parser))
    for piece in _pieces(reading, text, start, end):
        if not piece.kind or not feed(reading.parser, piece.kind):
            reading.stop = piece
            reading.parser = again(parser, reading.fitted)
            break
        reading.fitted.append(piece)
    return reading


def again(parser: InteractiveParser, pieces: list[Piece]) -> InteractiveParser:
    """Feed the pieces once more: what does not fit leaves a parser spoilt, and to copy it before each piece is slow."""
    parser = fork(parser)
    for piece in pieces:
        feed(parser, piece.kind)
    return parser


def _pieces(reading: Reading, text: str, start: int, end: int) -> Iterator[Piece]:
    while start < end:
        match = _SHAPES.match(text, start, end)
        assert match is not None, "the last shape fits every character"
        if match.lastgroup != "blank":
            match, kind = _in_context(reading, match, text)
            yield Piece(kind, match[0], match.start(), match.end())
        start = match.end()
    yield Piece(NEWLINE, "", end, end)


def _in_context(reading: Reading, match: re.Match[str], text: str) -> tuple[re.Match[str], str]:
    """Decide as the contextual lexer does: a word is a name where only names fit, `9:13` a number where no odds fit."""
    expected = choices(reading.parser)
    shape, spelt = match.lastgroup or "", match[0]
    if shape == "ODDS" and "ODDS" not in expected and "INT" in expected:
        whole = _WHOLE.match(text, match.start())
        assert whole is not None
        return whole, "INT"
    if shape not in ("word", "symbol", "other"):
        return match, shape
    kind = literals().get(spelt, "")
    if is_name(spelt) and (not kind or (kind not in expected and "NAME" in expected)):
        kind = "NAME"
    return match, kind
