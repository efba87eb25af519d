"""One point of a sweep: a checked game and a question -> Posed -> the answer, which is kept."""

from __future__ import annotations

from typing import Any

from attrs import evolve, frozen

from f27lang import model
from f27lang.asking import Question
from f27lang.compare.grid import Point
from f27lang.compare.sweep import Asked
from f27lang.diagnostics import Report, VariantError
from f27lang.report import edge
from f27lang.report.heading import decks, settings
from f27lang.report.money import Pace
from f27lang.rulebook import OutOfCards
from f27lang.shelf import Shelf, Solved, on_shelf
from f27lang.solve import TooLarge
from f27lang.store import Store
from f27lang.store.coding import compact


def question(asked: Asked) -> Question:
    """Return the question as analyses take it; the shoe has been decided on."""
    return Question(asked.play, asked.shoe, True, asked.knowledge)


@frozen
class Posed:
    """A point that has to be solved; `key` is what its answer is kept under.

    `found` is there once it is solved, or where its solution was kept before; `fresh` tells which.
    """

    point: Point
    game: model.Game
    asked: Asked
    shelf: Shelf
    key: str
    found: Solved | None = None
    fresh: bool = False
    refused: VariantError | None = None

    def solved(self) -> Posed:
        """Return the point with its solution, or why there is none; nothing is looked up or kept."""
        if self.found:
            return self
        try:
            found = evolve(self.shelf, store=None).answer(question(self.asked))
            return evolve(self, found=found, fresh=True)
        except OutOfCards as short:
            return evolve(self, refused=_refused("F0505", f"the shoe is too small: {short}"))
        except TooLarge as large:
            return evolve(self, refused=_refused("F0106", f"the full shoe is too large to be solved: {large}"))

    def kept(self, store: Store) -> dict[str, Any]:
        """Return the answer; keep it, and a new solution. Raises VariantError where the shoe can't be played."""
        if self.refused:
            raise self.refused
        assert self.found
        tables, solution = self.found
        if self.fresh:
            self.shelf.keep(question(self.asked), solution)
        told = edge.Asked(self.shelf.wager, table=False, by_dealer=False, pace=Pace())
        answer = {
            "settings": settings(self.game),
            "digest": tables.digest,
            "decks": decks(self.game),
            "cards": tables.shoe,
            "result": edge.result(self.game, tables, solution, told),
        }
        store.keep_answer(self.key, compact(answer), self.shelf.wanted(question(self.asked)))
        return answer


def posed(point: Point, game: model.Game, asked: Asked, store: Store, key: str) -> Posed:
    """Return a point to be solved, or solved if its solution is in the store."""
    shelf = on_shelf(game, wager=asked.wager, frequencies=asked.outcomes, store=store)
    known = shelf.known((question(asked),))
    return Posed(point, game, asked, shelf, key, next(iter(known.values()), None))


def _refused(code: str, message: str) -> VariantError:
    report = Report()
    report.error(code, message)
    return VariantError(report)
