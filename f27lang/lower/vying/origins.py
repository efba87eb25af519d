"""Where each table of a vying game comes from: Game → the lines of the rules behind it."""

from __future__ import annotations

from collections.abc import Sequence

from f27lang import model
from f27lang.lower.words import places

ABOUT_NEARNESS = model.Nearest | model.OverTarget | model.Counting


def origins(game: model.Game) -> tuple[tuple[str, str], ...]:
    """Return per table the lines it comes from, such as ("step", "parent.f27:13-20 (values)")."""
    shares = [(f"share {share.name.text}", share.lines) for share in game.shares]
    near = [(name, [line for line in lines if isinstance(line, ABOUT_NEARNESS)]) for name, lines in shares]
    found: dict[str, Sequence[tuple[str, Sequence[model.Node]]]] = {
        "sorted_shoe": [("cards", game.cards.lines if game.cards else ())],
        "step": [("values", game.values.lines if game.values else ())],
        "keys": shares,
        "nears": near,
        "parts": [(f"share {share.name.text}", [share.part or share]) for share in game.shares],
    }
    return tuple((table, places(sections)) for table, sections in found.items())
