"""Where each table comes from: Game → the lines of the rules behind it."""

from __future__ import annotations

from collections.abc import Sequence

from f27lang import model
from f27lang.lower.peek import peek_of
from f27lang.lower.words import places

Sections = list[tuple[str, Sequence[model.Node]]]


def origins(game: model.Game) -> tuple[tuple[str, str], ...]:
    """Return per table the lines it comes from, such as ("step", "parent.f27:13-20 (values)")."""
    ranking = [("ranking", _lines(game.ranking))] if _compares(game.settle) else []
    found: dict[str, Sections] = {
        "sorted_shoe": [("cards", _lines(game.cards))],
        "step": [("values", _lines(game.values)), ("total", _lines(game.total)), ("hands", _lines(game.hands))],
        "before": [("play", _lines(game.play))],
        "moves": [("player", [line for turn in game.player for line in turn.lines])],
        "dealt": [*_rows(game, "after deal"), *ranking],
        "drawn": _rows(game, "at once"),
        "stood": _rows(game, "after player"),
        "law": [("dealer", [line for turn in game.dealer for line in turn.lines])],
        "final": [*_rows(game, "after dealer"), *ranking],
        "showdowns": [("poker", _lines(game.poker))],
        "peeked": _rows(game, "after peek") if peek_of(game) else [],
        "outcomes": [
            *((f"wager {wager.name.text}", wager.lines) for wager in game.table_wagers),
            *((f"bonus {bonus.name.text}", bonus.lines) for bonus in game.bonuses),
        ],
    }
    found["dealer_hits"] = found["law"]
    found |= {
        f"brings_{number}": [(f"wager {wager.name.text}", wager.lines)] for number, wager in enumerate(game.side_wagers)
    }
    return tuple((table, places(sections)) for table, sections in found.items() if any(nodes for _, nodes in sections))


def _lines(section: object) -> Sequence[model.Node]:
    return tuple(getattr(section, "lines", ()))


def _rows(game: model.Game, moment: str) -> Sections:
    rows = game.settle.lines if game.settle else ()
    return [("settle", [row for row in rows if row.moment.text in (moment, "at once")])]


def _compares(settle: model.Settle | None) -> bool:
    return any(isinstance(row.verdict, model.VerdictBetter) for row in settle.lines) if settle else False
