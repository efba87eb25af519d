"""Places in messages: nodes of a closed game → labels, with the line that joined two files."""

from __future__ import annotations

from f27lang.diagnostics import Label
from f27lang.model import Node
from f27lang.source import SourceFile, Span


def at(node: Node, text: str = "") -> Label:
    """Return a primary label: where the reader should act."""
    return Label(node.span, text)


def because(node: Node, text: str = "") -> Label:
    """Return a secondary label: where the reason stands."""
    return Label(node.span, text, primary=False)


def heading(node: Node) -> Span:
    """Return the span of a block's first line up to its brace, as in `dealer when dealer will hit {`."""
    end = node.span.file.text.find("{", node.span.start, node.span.end)
    return Span(node.span.file, node.span.start, node.span.end if end < 0 else end + 1)


def at_heading(node: Node, text: str = "") -> Label:
    """Return a primary label on a block's heading."""
    return Label(heading(node), text)


def because_heading(node: Node, text: str = "") -> Label:
    """Return a secondary label on a block's heading."""
    return Label(heading(node), text, primary=False)


def game_heading(file: SourceFile) -> Span:
    """Return the span of the line that opens the game, as in `banked game "x" {`."""
    at_line = 0
    for line in file.lines:
        text = line.split("#")[0]
        if "game" in text.split('"')[0].split():
            start = at_line + len(text) - len(text.lstrip())
            return Span(file, start, at_line + len(text.rstrip()))
        at_line += len(line) + 1
    return Span(file, 0, 0)


def is_own(node: Node) -> bool:
    """Return whether a line stands in the file that is checked."""
    return node.origin is None or node.origin.own
