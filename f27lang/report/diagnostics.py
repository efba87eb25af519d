"""A Report for the terminal and for JSON."""

from __future__ import annotations

from typing import Any

from f27lang import model
from f27lang.diagnostics import Diagnostic, Report
from f27lang.report.messages import printable, render
from f27lang.report.text import count


def as_text(report: Report) -> str:
    """Return all messages, a blank line between two."""
    return "\n\n".join(render(diagnostic) for diagnostic in report)


def as_json(report: Report) -> list[dict[str, Any]]:
    """Return one object a diagnostic; lines and columns from 1, the end column behind the last character."""
    return [_one(diagnostic) for diagnostic in report]


def verdict(variant: str, game: model.Game | None, report: Report) -> str:
    """Return the last line of `f27 check`."""
    name = printable(variant)
    errors = sum(d.severity == "error" for d in report)
    warnings = sum(d.severity == "warning" for d in report)
    found = ", ".join(count(number, thing) for number, thing in ((errors, "error"), (warnings, "warning")) if number)
    if errors or game is None:
        return f"{name}: {found}"
    held = sum(len(example.lines) for example in game.examples)
    examples = f", {count(held, 'example holds', 'examples hold')}" if held else ""
    return f"{name}: {found or 'nothing wrong'}{examples}"


def _one(diagnostic: Diagnostic) -> dict[str, Any]:
    place: dict[str, Any] = {"file": None, "line": None, "column": None, "end_line": None, "end_column": None}
    if span := diagnostic.place:
        line, column = span.file.position(span.start)
        end_line, end_column = span.file.position(span.end)
        place = {"file": span.file.path, "line": line, "column": column, "end_line": end_line, "end_column": end_column}
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        **place,
        "notes": list(diagnostic.notes),
        "help": "\n".join(diagnostic.helps) or None,
    }
