"""A closed game laid out to be compared: Game -> its sections by heading, each line with its key and what it says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from attrs import frozen

from f27lang import model
from f27lang.compare.alike import HandNames, alike, renamed
from f27lang.model.node import Node
from f27lang.resolve.address import address, heading, parts
from f27lang.resolve.lines import heading_parts
from f27lang.resolve.references import RULES
from f27lang.syntax.write import text

ABOUT = ("sources", "notes", "assumptions", "strategies", "examples", "claims")
"""Fields of a Game that say something about its rules and are none."""
COMPARED = tuple(name for name in RULES if name not in ABOUT)
LISTS = (model.Play, model.Ranking, model.Settle, model.Wager, model.Bonus)
"""Sections that are read from the top."""
TURNS = (model.PlayerTurn, model.DealerTurn, model.EachTurn)

Key = tuple[str, int]  # the key, and how many rows of this key stand above it in a list
Lines = dict[Key, tuple["Line", ...]]


@frozen
class Line:
    """A line: `form` is what it says where all say it alike; `path` and `words` are its file's address and content."""

    form: str
    path: str
    words: str
    node: Node


@frozen
class Sheet:
    """A section of a game; `field` is where the Game holds it. Laws of one key are together."""

    heading: str
    field: str
    section: Node
    lines: Lines

    @property
    def is_list(self) -> bool:
        """Whether the order of its lines counts."""
        return isinstance(self.section, LISTS)


def sheets(game: model.Game, names: HandNames) -> dict[str, Sheet]:
    """Return a game's sections by heading; keys and headings are alike for games that say the same.

    `names` is what hands are called in the other game.
    """
    out: dict[str, Sheet] = {}
    for field in COMPARED:
        for section in _sections(game, field):
            form = alike(renamed(section, names))
            lines = _lines(section, form)
            if there := out.get(heading(form)):  # `when x and y`, and `when y and x`
                lines |= {key: (*each, *lines.get(key, ())) for key, each in there.lines.items()}
            out[heading(form)] = Sheet(heading(form), field, section, lines)
    return out


def forms(lines: tuple[Line, ...]) -> frozenset[str]:
    """Return what lines of one key say, in whatever order."""
    return frozenset(line.form for line in lines)


def _sections(game: model.Game, field: str) -> tuple[Node, ...]:
    part = getattr(game, field)
    return part if isinstance(part, tuple) else (part,) if part is not None and not _one_seat(game, part) else ()


def _one_seat(game: model.Game, part: Node) -> bool:
    """Return whether this is a `seats` line that says what a banked game without one says."""
    if game.kind != "banked" or not isinstance(part, model.Seats):
        return False
    return text(alike(part)) in ("seats: 1", "seats: 1, usually 1")


def _lines(section: Node, form: Node) -> Lines:
    out: Lines = {}
    for key, line in _each(section, form):
        above = 0
        while isinstance(section, LISTS) and (key, above) in out:
            above += 1
        there = out.get((key, above), ())
        if line.form not in forms(there):
            out[key, above] = (*there, line)
    return out


def _each(section: Node, form: Node) -> Iterator[tuple[str, Line]]:
    own = heading(section)
    for (key, part), (_, formed) in zip(heading_parts(section), heading_parts(form), strict=True):
        yield key, Line(_bare(formed), address(own, key), _bare(part), part)
    for node, formed in zip(_body(section), _body(form), strict=True):
        (key, said), (own_key, words) = parts(formed), parts(node)
        if isinstance(node, model.Decks):
            words = text(node.number)
        yield key, Line(said, address(own, own_key), words or text(node), node)


def _bare(part: Node) -> str:
    return text(part).removeprefix("seats: ")


def _body(section: Node) -> tuple[Node, ...]:
    return () if isinstance(section, model.Seats) else cast("Any", section).lines
