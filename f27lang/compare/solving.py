"""One point of a sweep: a checked game and a question -> the answer, which is kept."""

from __future__ import annotations

from typing import Any

from f27lang import model
from f27lang.asking import Question, wager_index
from f27lang.compare.sweep import Asked
from f27lang.diagnostics import Report, VariantError
from f27lang.report import edge
from f27lang.report.heading import decks, settings
from f27lang.report.money import Pace
from f27lang.rulebook import OutOfCards
from f27lang.shelf import on_shelf
from f27lang.solve import TooLarge
from f27lang.store import Store
from f27lang.store.coding import compact


def question(asked: Asked) -> Question:
    """Return the question as analyses take it; the shoe has been decided on."""
    return Question(asked.play, asked.shoe, True, asked.knowledge)


def solved(game: model.Game, asked: Asked, store: Store, key: str) -> dict[str, Any]:
    """Return the answer at a point, and keep it under a key; raises VariantError where the shoe can't be played."""
    index = wager_index(game, asked.wager)
    try:
        shelf = on_shelf(game, wager=asked.wager, frequencies=asked.outcomes, store=store)
        tables, solution = shelf.answer(question(asked))
    except OutOfCards as short:
        raise _refused("F0505", f"the shoe is too small: {short}") from short
    except TooLarge as large:
        raise _refused("F0106", f"the full shoe is too large to be solved: {large}") from large
    told = edge.Asked(index, table=False, by_dealer=False, pace=Pace())
    answer = {
        "settings": settings(game),
        "digest": tables.digest,
        "decks": decks(game),
        "cards": tables.shoe,
        "result": edge.result(game, tables, solution, told),
    }
    store.keep_answer(key, compact(answer), shelf.wanted(question(asked)))
    return answer


def _refused(code: str, message: str) -> VariantError:
    report = Report()
    report.error(code, message)
    return VariantError(report)
