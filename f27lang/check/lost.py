"""What a replaced section took away: a closed game and a wish → the line of an ancestor that had it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from f27lang import model
from f27lang.diagnostics import Label, Report
from f27lang.model import Node
from f27lang.source import SourceFile

Wanted = Callable[[Any], bool]


def lost_line(game: model.Game, section: Any, wanted: Wanted) -> Node | None:
    """Return the nearest ancestor's line that is wanted and that `section`, written plainly, replaced.

    Only messages about something missing ask for it, so ancestors are parsed once more here and not kept in the Game.
    """
    for file in reversed(_files_before(game, section)):
        for other in _sections(file):
            if _same_heading(section, other):
                found = next((line for line in other.lines if wanted(line)), None)
                if found is not None:
                    return found  # type: ignore[no-any-return]
    return None


def also_help(lost: Node | None, section: Any, otherwise: str) -> tuple[str, ...]:
    """Return the help that keeps a lost line, or `otherwise` where nothing was lost."""
    if lost is None:
        return (otherwise,)
    return (f"write `also {_words(section)} {{` to keep the inherited lines",)


def because_lost(lost: Node | None) -> tuple[Label, ...]:
    """Return a secondary label at a lost line."""
    return () if lost is None else (Label(lost.span, "the section below replaces this line", primary=False),)


def _files_before(game: model.Game, section: Any) -> list[SourceFile]:
    paths = [file.path for file in game.files]
    place = paths.index(section.span.file.path) if section.span.file.path in paths else 0
    return list(game.files[:place])


def _sections(file: SourceFile) -> Iterator[Any]:
    from f27lang.syntax.parse import parse  # noqa: PLC0415

    parsed = parse(file, Report())
    for item in parsed.items if parsed else ():
        yield item.section if isinstance(item, model.Also) else item


def _same_heading(section: Any, other: Any) -> bool:
    if type(section) is not type(other):
        return False
    return all(getattr(section, key, None) == getattr(other, key, None) for key in ("when", "name"))


def _words(section: Any) -> str:
    if isinstance(section, model.Wager):
        return f"wager {section.name.text}"
    text: str = section.span.text.split("{")[0]
    return text.removeprefix("also ").strip()
