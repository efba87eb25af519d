"""Rule text → model.File, with all that is wrong in its spelling told at once."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from f27lang.diagnostics import Label, Report
from f27lang.source import Span
from f27lang.syntax import limits
from f27lang.syntax.build import build
from f27lang.syntax.lalr import Misplaced, Tree
from f27lang.syntax.load import without_collector
from f27lang.syntax.scan import begin, pieces, shown

if TYPE_CHECKING:
    from f27lang import model
    from f27lang.source import SourceFile

EDITIONS = ("1",)
_FIRST_LINE = re.compile(r"(?:[ \t\r]*(?:#[^\n]*)?\n)*[ \t\r]*(?P<line>[^\s#][^\n#]*?)[ \t\r]*(?:#|\n|\Z)")
_ADD = "add the line `f27 1`"
_EDITION = re.compile(r"f27(?:[ \t]+(?P<number>\S.*))?", re.IGNORECASE)


def parse(source: SourceFile, report: Report) -> model.File | None:
    """Return the file as written, or None with what is wrong in the report (F0101 to F0105, F0108)."""
    found = Report()
    with without_collector():
        file = _parse(source, found) if limits.size(source, found) else None
    for diagnostic in sorted(found, key=lambda diagnostic: diagnostic.place.start if diagnostic.place else 0):
        report.add(diagnostic)
    return None if found.failed else file


def _parse(source: SourceFile, report: Report) -> model.File | None:
    text = limits.characters(source, report)
    limits.nesting_and_digits(source, text, report)
    text, edition = _edition(source, text, report)
    if not text.strip():
        return None
    tree = None if report.failed else _tree(text)
    if tree is None:
        from f27lang.syntax.recover import recover  # noqa: PLC0415

        recover(source, text, report, edition)
        return None
    file = build(tree, source)
    limits.nodes(file, report)
    return file


def _tree(text: str) -> Tree | None:
    parser = begin()
    try:
        for piece in pieces(parser, text, 0, len(text)):
            parser.feed(piece)
        return parser.finish()
    except Misplaced:
        return None


def _edition(source: SourceFile, text: str, report: Report) -> tuple[str, bool]:
    """Look for the edition; where it is wrong, say so and return the text with blanks in its place."""
    first = _FIRST_LINE.match(text)
    if first is None:
        report.error("F0104", "the file holds no line", Label(Span(source, 0, 1), "starts here"), helps=(_ADD,))
        return "", False
    line, span = first["line"], Span(source, *first.span("line"))
    found = _EDITION.fullmatch(line)
    if found is None:
        start = Span(source, span.start, span.start + len(line.split()[0]))
        label = Label(start, "the first line must tell the edition")
        report.error("F0104", "the edition is missing", label, helps=(f"{_ADD} above",))
        return text, False
    number = found["number"]
    if line.startswith("f27") and number in EDITIONS:
        return text, True
    said = "the edition has no number" if number is None else f"edition `{shown(number)}` is not known"
    if number in EDITIONS:
        said = "the word `f27` is written small"
    report.error("F0104", said, Label(span, "edition 1 is the one that there is"), helps=("write `f27 1`",))
    return text[: span.start] + " " * len(line) + text[span.end :], False
