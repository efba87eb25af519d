"""Sections and lines that no banked game can do without → Report."""

from __future__ import annotations

from typing import Any, NamedTuple

from f27lang import model
from f27lang.check.facts import every, line_of
from f27lang.check.labels import at_heading, game_heading
from f27lang.check.lost import also_help, because_lost, lost_line
from f27lang.diagnostics import Label, Report

SECTIONS = {
    "cards": "cards { ... }` with the lines `decks:`, `deck:` and `shuffle:",
    "values": "values { ... }` with a line for each rank, for example `2..10: face",
    "total": "total { ... }` with a line such as `read: highest not over 21",
    "play": "play { ... }` with the steps of a round, from `wager` to `settle",
    "settle": "settle { ... }` with a line such as `after dealer: better hand wins, else push",
    "ranking": "ranking { ... }` with a line for each named hand, for example `rank standing, higher total first",
}


class Needed(NamedTuple):
    """A line that a section can't do without."""

    section: str
    cls: type[Any]
    example: str


LINES = (
    Needed("cards", model.Decks, "decks: 6"),
    Needed("cards", model.Deck, "deck: A..K in 4 suits"),
    Needed("cards", model.Shuffle, "shuffle: every hand"),
    Needed("total", model.Read, "read: highest not over 21"),
)


def check_sections(game: model.Game, report: Report) -> None:
    """Report each section, and each line of `cards` and `total`, that the game needs and lacks."""
    for name, example in SECTIONS.items():
        if getattr(game, name) is None and (name != "ranking" or _compares(game)):
            _no_section(game, report, name, f"add a section `{example}`")
    if not game.table_wagers:
        _no_section(
            game,
            report,
            "wager",
            "add a section `wager game: $10..$500 { ... }` with a line such as `pays 1:1 on player wins`",
        )
    for needed in LINES:
        section = getattr(game, needed.section)
        if section is not None and line_of(section, needed.cls) is None:
            _no_line(game, report, section, needed)


def _compares(game: model.Game) -> bool:
    return any(True for cls in (model.VerdictBetter, model.FactBetter) for _ in every(cls, game.settle))


def _no_section(game: model.Game, report: Report, name: str, way_out: str) -> None:
    place = Label(game_heading(game.files[-1]), f"no `{name}` here or in what it extends")
    report.error("F0508", f"this game has no `{name}`", place, helps=(way_out,))


def _no_line(game: model.Game, report: Report, section: Any, needed: Needed) -> None:
    key = needed.example.split(":")[0]
    lost = lost_line(game, section, lambda line: isinstance(line, needed.cls))
    place = at_heading(section, f"no line `{key}:` in here")
    helps = also_help(lost, section, f"add a line, for example `{needed.example}`")
    report.error("F0508", f"`{key}` is not said", place, *because_lost(lost), helps=helps)
