"""A Report as workflow commands, which GitHub shows beside the lines of a change: diagnostics → text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from f27lang.report.messages import printable
from f27lang.source import COMMAND_LINE

if TYPE_CHECKING:
    from f27lang.diagnostics import Diagnostic, Report
    from f27lang.source import Span

_WORDS = {"error": "error", "warning": "warning", "note": "notice"}
_NO_FILES = {"-", COMMAND_LINE}


def as_text(report: Report) -> str:
    """Return one workflow command a diagnostic, each on a line of its own."""
    return "\n".join(_command(diagnostic) for diagnostic in report)


def _command(diagnostic: Diagnostic) -> str:
    properties = {**_place(diagnostic.place), "title": diagnostic.code}
    told = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items())
    notes = (f"note: {note}" for note in diagnostic.notes)
    helps = (f"help: {text}" for text in diagnostic.helps)
    lines = "\n".join(map(printable, (diagnostic.message, *notes, *helps)))
    return f"::{_WORDS[diagnostic.severity]} {told}::{_data(lines)}"


def _place(span: Span | None) -> dict[str, str | int]:
    """Return where a span is; columns only if it stays on its line, as they are read so."""
    if span is None or span.file.path in _NO_FILES:
        return {}
    (line, column), (end_line, end_column) = map(span.file.position, (span.start, span.end))
    place: dict[str, str | int] = {"file": printable(span.file.path), "line": line, "endLine": end_line}
    return {**place, "col": column, "endColumn": end_column} if line == end_line else place


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
