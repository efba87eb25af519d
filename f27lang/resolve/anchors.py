"""Where a step of `play` or a rung of `ranking` goes: beside the one line that its `before` or `after` names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from f27lang import model
from f27lang.model.node import Node
from f27lang.resolve.lines import Line
from f27lang.syntax.write import text

Place = model.Before | model.After | model.RungBefore | model.RungAfter


def place_of(node: Node) -> Place | None:
    """Return where a line says that it goes, if it does."""
    return node.place if isinstance(node, model.Step | model.Rung) else None


def settled(node: Node) -> Node:
    """Return a line that has found its place."""
    return attrs.evolve(node, place=None) if isinstance(node, model.Step | model.Rung) and node.place else node


def anchor(place: Place) -> Node:
    """Return what a place names: a rung's name, a step or the repeat."""
    return place.name if isinstance(place, model.RungBefore | model.RungAfter) else place.anchor


def is_behind(place: Place) -> bool:
    """Return whether the place is behind its anchor."""
    return isinstance(place, model.After | model.RungAfter)


def fitting(lines: Sequence[Line], place: Place) -> list[Node]:
    """Return the lines that a place's anchor names, those inside a repeat included."""
    words = text(anchor(place))
    longer = f"{words} when "
    found: list[Node] = []
    for line in lines:
        if line.key == words or line.key.startswith(longer):
            found.append(line.node)
        if isinstance(line.node, model.Repeat):
            found += (step for step in _steps(line.node) if f"{text(step.phase)} when ".startswith(longer))
    return found


def _steps(repeat: model.Repeat) -> Iterator[model.Step]:
    for step in repeat.steps:
        if isinstance(step, model.Repeat):
            yield from _steps(step)
        else:
            yield step


def holds(lines: Sequence[Line], node: Node) -> bool:
    """Return whether this very line stands among the lines, or inside a repeat of them."""
    repeats = (line.node for line in lines if isinstance(line.node, model.Repeat))
    return any(line.node is node for line in lines) or any(_inside(repeat, node) for repeat in repeats)


def _inside(repeat: model.Repeat, node: Node) -> bool:
    return any(step is node or (isinstance(step, model.Repeat) and _inside(step, node)) for step in repeat.steps)


def inserted(lines: Sequence[Line], beside: Node, new: Line, *, behind: bool) -> list[Line]:
    """Return the lines with a new one before or behind the line `beside`, which is one of them or inside a repeat."""
    for number, line in enumerate(lines):
        if line.node is beside:
            return [*lines[: number + behind], new, *lines[number + behind :]]
        if isinstance(line.node, model.Repeat) and _inside(line.node, beside):
            repeat = _inserted_inside(line.node, beside, new.node, behind=behind)
            return [*lines[:number], attrs.evolve(line, node=repeat), *lines[number + 1 :]]
    raise AssertionError("the anchor is one of the lines")


def _inserted_inside(repeat: model.Repeat, beside: Node, new: Node, *, behind: bool) -> model.Repeat:
    steps: list[Any] = []
    for step in repeat.steps:
        if step is beside:
            steps += [step, new] if behind else [new, step]
        elif isinstance(step, model.Repeat):
            steps.append(_inserted_inside(step, beside, new, behind=behind))
        else:
            steps.append(step)
    return attrs.evolve(repeat, steps=tuple(steps))
