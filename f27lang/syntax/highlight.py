"""Colours for the language: its own tables as a Pygments lexer, so that no word is listed twice.

Rule text -> Pygments tokens; found by the name `f27` and by the ending of a file
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from pygments.lexer import Lexer
from pygments.token import (
    Comment,
    Error,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Whitespace,
    _TokenType,
)

from f27lang.syntax.load import tables
from f27lang.syntax.scan import is_name, literals

# by the grammar's name of a shape
SHAPES = {
    "COMMENT": Comment.Single,
    "STRING": String.Double,
    "OWN_PARAM": Name,
    "ODDS": Number,
    "MONEY": Number,
    "PERCENT": Number,
    "DECIMAL": Number.Float,
    "INT": Number.Integer,
    "_NL": Whitespace,
    "WS": Whitespace,
}
_WORD = re.compile(r"\w+")


class F27Lexer(Lexer):
    """The f27 language.

    The first word of a line is a declaration; a word of the language that nobody could take for a name is a card.
    """

    name = "f27"
    aliases: ClassVar = ["f27"]
    filenames: ClassVar = ["*.f27"]
    mimetypes: ClassVar = ["text/x-f27"]
    url = ""
    version_added = ""

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, _TokenType, str]]:
        """Yield each token with its place and kind; what the language does not have is an error."""
        shapes, at, first = re.compile(tables().shapes), 0, True
        while at < len(text):
            shape = shapes.match(text, at)
            word = _WORD.match(text, at)
            if shape and not (word and word.end() > shape.end()):
                kind, end = SHAPES[str(shape.lastgroup)], shape.end()
            elif word:
                kind, end = _word(word[0], first), word.end()
            else:
                kind, end = _sign(text, at)
            yield at, kind, text[at:end]
            first = "\n" in text[at:end] or (first and kind is Whitespace)
            at = end


def _word(text: str, first: bool) -> _TokenType:
    if text in literals():
        if not is_name(text):
            return Name.Constant
        return Keyword.Declaration if first else Keyword
    return Name if is_name(text) else Error


def _sign(text: str, at: int) -> tuple[_TokenType, int]:
    """Return the kind of a sign and where it ends, the longest that fits."""
    signs = [sign for sign in literals() if not _WORD.fullmatch(sign) and text.startswith(sign, at)]
    if not signs:
        return Error, at + 1
    longest = max(signs, key=len)
    return (Operator if len(longest) > 1 else Punctuation), at + len(longest)
