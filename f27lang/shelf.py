"""A game's exact answers: questions -> solutions, from the run store where they are there, else solved and kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from f27lang import model, pipeline
from f27lang.asking import BUILT_IN, Question, strategy_tables, wager_index
from f27lang.patience import PATIENT, Patience
from f27lang.report.heading import changes
from f27lang.rulebook import Policy, Rulebook
from f27lang.solve import endless_seconds, solve_endless, solve_shoe, solve_shoe_all
from f27lang.solve.removal import Gone, without, words
from f27lang.solve.solution import Frequencies, Solution

if TYPE_CHECKING:
    from f27lang.store import About, Store
    from f27lang.store.keys import Wanted

Solved = tuple[Rulebook, Solution]


def on_shelf(
    game: model.Game,
    *,
    wager: str | None = None,
    frequencies: bool = False,
    store: Store | None = None,
    gone: Gone | None = None,
) -> Shelf:
    """Return what is kept of a game, and will be; raises Misasked for a wager that it does not have.

    With cards `gone` it is about a shoe without them.
    """
    tables = without(game, pipeline.rulebook(game), gone)
    return Shelf(game, tables, wager_index(game, wager), frequencies, store, gone)


@frozen
class Shelf:
    """What is kept of a game and what is solved now, for one wager; `tables` are those of the game."""

    game: model.Game
    tables: Rulebook
    wager: int
    frequencies: bool
    store: Store | None
    gone: Gone | None = None

    def answer(self, question: Question) -> Solved:
        """Return the answer to one question, whatever it takes."""
        return (self.known((question,)) or self.solved((question,), PATIENT))[question]

    def counted(self, question: Question, play: str | Policy) -> Frequencies:
        """Return how rounds end when they are played so on these tables."""
        wanted = self._wanted(question, self.tables, play)
        found = self.store.solution(wanted) if self.store is not None else None
        if found is None:
            solve = solve_shoe if question.shoe == "full" else solve_endless
            found = solve(self.tables, play, wager=self.wager, frequencies=True, knowledge=question.knowledge)
            if self.store is not None:
                self.store.keep(wanted, found, self._about)
        assert found.frequencies
        return found.frequencies

    def known(self, asked: Sequence[Question]) -> dict[Question, Solved]:
        """Return the answers that are in the store."""
        if self.store is None:
            return {}
        return {
            q: (tables, solution)
            for q, tables, play in self._plays(asked)
            if (solution := self.store.solution(self._wanted(q, tables, play))) is not None
        }

    def solved(self, asked: Sequence[Question], patience: Patience) -> dict[Question, Solved]:
        """Return the answers that are found now, and keep them."""
        if patience is not PATIENT:
            whole = sum(seconds_when_endless(self.game, self.tables, q, self.wager) for q in asked)
            patience.allow("solving the endless shoe", whole)
        together = [q for q in asked if q.shoe == "full" and q.play in BUILT_IN]
        found: dict[Question, Solution] = {}
        if together:
            plays, knowledge = [q.play for q in together], together[0].knowledge
            how: dict[str, Any] = {"wager": self.wager, "frequencies": self.frequencies}
            found = dict(zip(together, solve_shoe_all(self.tables, plays, knowledge=knowledge, **how), strict=True))
        told: dict[Question, Solved] = {}
        for q, tables, play in self._plays(asked):
            solution = found[q] if q in found else _solve(tables, play, q, self.wager, self.frequencies)
            told[q] = tables, solution
            if self.store is not None:
                self.store.keep(self._wanted(q, tables, play), solution, self._about)
        return told

    def keep(self, question: Question, solution: Solution) -> None:
        """Keep an answer that was found elsewhere."""
        if self.store is not None:
            self.store.keep(self.wanted(question), solution, self._about)

    def _plays(self, asked: Sequence[Question]) -> Iterator[tuple[Question, Rulebook, str | Policy]]:
        for q in asked:
            if q.play in BUILT_IN:
                yield q, self.tables, q.play
            else:
                tables, policy = strategy_tables(self.game, q.play)
                yield q, without(self.game, tables, self.gone), policy

    def wanted(self, question: Question) -> Wanted:
        """Return what a question is kept under."""
        ((_, tables, play),) = self._plays((question,))
        return self._wanted(question, tables, play)

    def _wanted(self, question: Question, tables: Rulebook, play: str | Policy) -> Wanted:
        from f27lang.store.keys import Wanted  # noqa: PLC0415

        return Wanted(tables, play, question.shoe, question.knowledge, self.wager, self.frequencies)

    @property
    def _about(self) -> About:
        from f27lang.store import About  # noqa: PLC0415

        changed = ", ".join([*changes(self.game), *([f"without {words(self.gone)}"] if self.gone else [])])
        return About(self.game.name, changed, self.tables.digest, self.tables.wagers[self.wager])


def seconds_when_endless(game: model.Game, tables: Rulebook, question: Question, wager: int) -> float:
    """Return the seconds of CPU that a question about the endless shoe takes, and 0 for any other."""
    if question.shoe != "endless":
        return 0.0
    play: str | Policy = question.play
    if question.play not in BUILT_IN:
        tables, play = strategy_tables(game, question.play)
    return endless_seconds(tables, play, wager=wager, knowledge=question.knowledge)


def _solve(tables: Rulebook, play: str | Policy, question: Question, wager: int, frequencies: bool) -> Solution:
    if question.shoe == "full":
        return solve_shoe(tables, play, wager=wager, frequencies=frequencies)
    solution = solve_endless(tables, play, wager=wager, exact=True, knowledge=question.knowledge)
    if not frequencies:
        return solution
    found = solve_endless(tables, solution.policy or play, wager=wager, frequencies=True, knowledge=question.knowledge)
    return evolve(solution, frequencies=found.frequencies)
