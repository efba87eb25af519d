"""Lines that bring two places together: Diagnostic → the same with labels at `extends`, option or arm."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import evolve

from f27lang import model
from f27lang.check.labels import game_heading
from f27lang.diagnostics import Diagnostic, Label
from f27lang.source import SourceFile, Span


def with_joins(diagnostic: Diagnostic, game: model.Game) -> Diagnostic:
    """Return the diagnostic with labels at the lines that joined its places; places of one block need none."""
    if len(diagnostic.labels) < 2:
        return diagnostic
    diagnostic = evolve(diagnostic, labels=_own_first(diagnostic.labels, game.files[-1]))
    labels = (*diagnostic.labels, *_extends(diagnostic, game), *_toggles(diagnostic, game))
    place = diagnostic.place
    file_first = sorted(labels, key=lambda label: place is not None and label.span.file is not place.file)
    return evolve(diagnostic, labels=tuple(file_first))


def _own_first(labels: tuple[Label, ...], own: SourceFile) -> tuple[Label, ...]:
    """Point at the file that is checked, where the reader can act, when only the reason stands there."""
    if any(label.primary and label.span.file is own for label in labels):
        return labels
    act = next((label for label in labels if label.span.file is own), None)
    return labels if act is None else tuple(evolve(label, primary=label is act) for label in labels)


def _extends(diagnostic: Diagnostic, game: model.Game) -> Iterator[Label]:
    shown = [file for file in game.files if any(label.span.file is file for label in diagnostic.labels)]
    if len(shown) > 1:
        place = extends_of(shown[-1])
        if place is not None:
            yield Label(place, "joined here", primary=False)


def extends_of(file: SourceFile) -> Span | None:
    """Return the span of `extends "..."` in a file, where it has one."""
    heading = game_heading(file)
    found = re.search(r'extends\s+"[^"]*"', heading.text)
    return Span(file, heading.start + found.start(), heading.start + found.end()) if found else None


def _toggles(diagnostic: Diagnostic, game: model.Game) -> Iterator[Label]:
    for block, name in _blocks(game):
        inside = [_within(label.span, block.span) for label in diagnostic.labels]
        if any(inside) and not all(inside):
            yield Label(name.span, "brought in here", primary=False)


def _blocks(game: model.Game) -> Iterator[tuple[model.Option | model.Arm, model.Name]]:
    for option in game.options:
        yield option, option.name
    for choice in game.choices:
        for arm in choice.arms:
            yield arm, arm.name


def _within(inner: Span, outer: Span) -> bool:
    return inner.file is outer.file and outer.start <= inner.start and inner.end <= outer.end
