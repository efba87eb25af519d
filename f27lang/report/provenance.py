"""Where rules come from: closed Game -> its settings, sources, assumptions and notes, each with its origin."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import PurePath
from typing import Any

from f27lang import model
from f27lang.model.node import Node, Origin
from f27lang.report.prose.words import points
from f27lang.report.text import hanging
from f27lang.source import SourceFile


def literal(value: Fraction | tuple[Fraction, Fraction], unit: str) -> str:
    """Return a setting's value as a file writes it: `21`, `6.5`, `2.5%`, `3:2`."""
    if isinstance(value, tuple):
        return ":".join(map(points, value))
    return points(value) + ("%" if unit == "percent" else "")


def settings(game: model.Game) -> Iterator[str]:
    """Yield how each param, option and choice is set, in the words of `--set`, `--with` and `--without`."""
    units = {param.name.text: param.unit.text for param in game.params}
    for name, value in game.settings.params.items():
        yield f"set {name} = {literal(value, units.get(name, ''))}"
    for name, on in game.settings.options.items():
        yield f"{'with' if on else 'without'} {name}"
    for name, arm in game.settings.choices.items():
        yield f"set {name} = {arm}"


def brought_by(origin: Origin | None) -> str | None:
    """Return the option or arm that brought a line; None for a file's own line."""
    return origin.via if origin and origin.via not in ("own", "inherited") else None


def assumed(game: model.Game) -> list[str]:
    """Return the assumptions; an inherited one names the file that makes it, since a child may play otherwise."""
    own = game.files[-1]
    return [
        line.text.text if line.span.file is own else f"assumed by {file_name(line.span.file)}: {line.text.text}"
        for line in game.assumptions
    ]


def noted(game: model.Game) -> list[str]:
    """Return the notes; an inherited one names the file that it is about."""
    own = game.files[-1]
    return [
        note.text.text if note.span.file is own else f"about {file_name(note.span.file)}: {note.text.text}"
        for note in game.notes
    ]


def file_name(file: SourceFile) -> str:
    """Return the name by which other files extend this one."""
    return PurePath(file.name).stem


def as_text(game: model.Game) -> str:
    """Return the settings, then each kind of line under its heading, with the option or arm and the place behind it."""
    parts = [game.title]
    if lines := list(settings(game)):
        parts += ["", "settings", *(f"  {line}" for line in lines)]
    for title, nodes in _kinds(game):
        if nodes:
            parts += [
                "",
                title,
                *(line for node in nodes for line in (hanging("  ", node.text.text), f"      {_place(node)}")),
            ]
    return "\n".join(parts)


def as_json(game: model.Game) -> dict[str, list[dict[str, Any]]]:
    """Return the lists of `f27.show/1` with the origin of each line."""
    return {
        title: [
            {"text": node.text.text, "place": node.span.place, "brought_by": brought_by(node.origin)} for node in nodes
        ]
        for title, nodes in (
            ("sources", game.sources),
            ("assumptions", game.assumptions),
            ("notes", game.notes),
        )
    }


def _kinds(game: model.Game) -> Iterator[tuple[str, tuple[model.Source | model.Assume | model.Note, ...]]]:
    yield "sources", game.sources
    yield "assumed, where the sources are silent", game.assumptions
    yield "notes", game.notes


def _place(node: Node) -> str:
    via = brought_by(node.origin)
    return f"{via}, {node.span.place}" if via else node.span.place
