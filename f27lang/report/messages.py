"""Diagnostics → text, in the manner of rustc."""

from __future__ import annotations

from f27lang.diagnostics import Diagnostic, Label
from f27lang.source import SourceFile


def render(diagnostic: Diagnostic) -> str:
    """Return the message with its places underlined, its notes and its helps, without colour."""
    out = [f"{diagnostic.severity}[{diagnostic.code}]: {diagnostic.message}"]
    files: dict[int, tuple[SourceFile, list[Label]]] = {}
    for label in diagnostic.labels:
        files.setdefault(id(label.span.file), (label.span.file, []))[1].append(label)
    width = len(str(max((label.span.line for label in diagnostic.labels), default=1)))
    gutter = " " * width
    for number, (file, labels) in enumerate(files.values()):
        head = next((label for label in labels if label.primary), labels[0])
        line, column = file.position(head.span.start)
        out.append(f"{gutter}{'-->' if number == 0 else ':::'} {file.path}:{line}:{column}")
        out.append(f"{gutter} |")
        out += _marked_lines(file, labels, width)
        out.append(f"{gutter} |")
    out += [f"{gutter} = note: {note}" for note in diagnostic.notes]
    out += [f"{gutter} = help: {text}" for text in diagnostic.helps]
    if out[-1] == f"{gutter} |":
        out.pop()
    return "\n".join(out)


def _marked_lines(file: SourceFile, labels: list[Label], width: int) -> list[str]:
    out: list[str] = []
    last = None
    for label in sorted(labels, key=lambda label: label.span.start):
        line, column = file.position(label.span.start)
        text = file.lines[line - 1].replace("\t", " ")
        if last is not None and line > last + 1:
            out.append("." * (width + 2))
        if line != last:
            out.append(f"{line:>{width}} | {text}".rstrip())
        length = max(1, min(label.span.end - label.span.start, len(text) - column + 1))
        mark = ("^" if label.primary else "-") * length
        out.append(f"{' ' * width} | {' ' * (column - 1)}{mark} {label.text}".rstrip())
        last = line
    return out
