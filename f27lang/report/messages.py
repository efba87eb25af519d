"""Diagnostics → text, in the manner of rustc."""

from __future__ import annotations

from f27lang.diagnostics import Diagnostic, Label
from f27lang.source import SourceFile

_WIDEST = 160  # characters of a source line that are shown


def render(diagnostic: Diagnostic) -> str:
    """Return the message with its places underlined, its notes and its helps, without colour."""
    out = [f"{diagnostic.severity}[{diagnostic.code}]: {printable(diagnostic.message)}"]
    files: dict[int, tuple[SourceFile, list[Label]]] = {}
    for label in diagnostic.labels:
        files.setdefault(id(label.span.file), (label.span.file, []))[1].append(label)
    width = len(str(max((label.span.line for label in diagnostic.labels), default=1)))
    gutter = " " * width
    for number, (file, labels) in enumerate(files.values()):
        head = next((label for label in labels if label.primary), labels[0])
        line, column = file.position(head.span.start)
        out.append(f"{gutter}{'-->' if number == 0 else ':::'} {printable(file.path)}:{line}:{column}")
        out.append(f"{gutter} |")
        out += _marked_lines(file, labels, width)
        out.append(f"{gutter} |")
    out += [f"{gutter} = note: {printable(note)}" for note in diagnostic.notes]
    out += [f"{gutter} = help: {printable(text)}" for text in diagnostic.helps]
    if out[-1] == f"{gutter} |":
        out.pop()
    return "\n".join(out)


def _marked_lines(file: SourceFile, labels: list[Label], width: int) -> list[str]:
    out: list[str] = []
    last = None
    before = 0  # characters of the line that are cut off on the left
    for label in sorted(labels, key=lambda label: label.span.start):
        line, column = file.position(label.span.start)
        text = printable(file.lines[line - 1])
        if last is not None and line > last + 1:
            out.append("." * (width + 2))
        if line != last:
            before = max(0, column - _WIDEST // 2) if len(text) > _WIDEST else 0
            out.append(f"{line:>{width}} | {text[before : before + _WIDEST]}".rstrip())
        start = min(max(column - 1 - before, 0), _WIDEST - 1)
        length = max(1, min(label.span.end - label.span.start, len(text) - column + 1, _WIDEST - start))
        mark = ("^" if label.primary else "-") * length
        out.append(f"{' ' * width} | {' ' * start}{mark} {printable(label.text)}".rstrip())
        last = line
    return out


def printable(text: str) -> str:
    """Return a line with a sign in place of each character that would not be seen or would move the others."""
    shown = text.removesuffix("\r").replace("\t", " ")
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in shown)
