"""A Report for the terminal and for JSON."""

from __future__ import annotations

from typing import Any

from f27lang.diagnostics import Diagnostic, Report
from f27lang.pipeline import Front
from f27lang.report.messages import printable, render
from f27lang.report.text import count

MOST_SHOWN = 50


def as_text(report: Report) -> str:
    """Return the messages, a blank line between two; of very many some, errors before others, and how many more."""
    told = list(report)
    more = len(told) - MOST_SHOWN
    if more <= 0:
        return "\n\n".join(map(render, told))
    told.sort(key=lambda diagnostic: diagnostic.severity != "error")
    return "\n\n".join([*map(render, told[:MOST_SHOWN]), f"and {more:,} more"])


def as_json(report: Report) -> list[dict[str, Any]]:
    """Return one object a diagnostic; lines and columns from 1, the end column behind the last character."""
    return [_one(diagnostic) for diagnostic in report]


def verdict(variant: str, done: Front) -> str:
    """Return the last line of `f27 check`."""
    report = done.report
    name = printable(variant)
    errors = sum(d.severity == "error" for d in report)
    warnings = sum(d.severity == "warning" for d in report)
    found = ", ".join(count(number, thing) for number, thing in ((errors, "error"), (warnings, "warning")) if number)
    if errors or done.game is None:
        return f"{name}: {found}"
    return f"{name}: {found or 'nothing wrong'}{_examples(done)}"


def _examples(done: Front) -> str:
    """Say how many examples hold, and how many were left alone since they are about the game with other settings."""
    held, others = done.examples_run, done.examples_elsewhere
    said = f", {count(held, 'example holds', 'examples hold')}" if held else ""
    if not others:
        return said
    which = f"{others} more" if held else "its example" if others == 1 else f"its {others} examples"
    return f"{said}; {which} {'is' if others == 1 else 'are'} about other settings: not run"


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
