"""For tests of the front of the line: text or a path, and changes → closed Game, or the messages."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

from f27lang import model
from f27lang.changes import Changes
from f27lang.diagnostics import Report
from f27lang.files import bundled, read
from f27lang.report.messages import render
from f27lang.resolve import resolve
from f27lang.source import SourceFile
from f27lang.syntax.parse import parse

GOOD = Path(__file__).parent / "good"
CORPUS = (*(each.path for each in bundled()), *sorted(GOOD.glob("*.f27")))


def parsed(text: str, path: str = "-") -> model.File:
    """Return the file of a text, as if it came from standard input."""
    report = Report()
    file = parse(SourceFile(path, text), report)
    assert file is not None and not report.failed, shown(report)
    return file


def parsed_file(path: Path) -> model.File:
    """Return the file at a path."""
    report = Report()
    source = read(str(path), report)
    assert source is not None, shown(report)
    return parsed(source.text, source.path)


def resolved(file: model.File, **changes: object) -> model.Game:
    """Return the closed game of a file that has no error."""
    report = Report()
    game = resolve(file, Changes(**changes), report)  # type: ignore[arg-type]
    assert game is not None and not report.failed, shown(report)
    return game


def game_of(text: str, **changes: object) -> model.Game:
    """Return the closed game of a text that has no error."""
    return resolved(parsed(text), **changes)


def messages(text: str, **changes: object) -> Report:
    """Return all that resolving a text tells."""
    report = Report()
    game = resolve(parsed(text), Changes(**changes), report)  # type: ignore[arg-type]
    assert (game is None) == report.failed
    return report


def codes(text: str, **changes: object) -> list[str]:
    """Return the codes of all that resolving a text tells."""
    return [each.code for each in messages(text, **changes)]


def shown(report: Report) -> str:
    """Return a report as a reader sees it."""
    return "\n\n".join(render(each) for each in report)


def settings(game: model.Game) -> Iterator[Changes]:
    """Yield every setting of every single option or choice of a game, and of every pair of them."""
    toggles: list[tuple[str, list[str]]] = [(each.name.text, ["on", "off"]) for each in game.options]
    toggles += [(each.name.text, [arm.name.text for arm in each.arms]) for each in game.choices]
    for count in range(min(3, len(toggles) + 1)):
        for chosen in itertools.combinations(toggles, count):
            names = [name for name, _ in chosen]
            for values in itertools.product(*(each for _, each in chosen)):
                yield _changes(dict(zip(names, values, strict=True)))


def _changes(values: dict[str, str]) -> Changes:
    return Changes(
        with_=tuple(name for name, value in values.items() if value == "on"),
        without=tuple(name for name, value in values.items() if value == "off"),
        set_=tuple((name, value) for name, value in values.items() if value not in ("on", "off")),
    )
