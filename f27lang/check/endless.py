"""F0504: hands that could take cards for ever → Report."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from graphlib import CycleError, TopologicalSorter

from f27lang import model
from f27lang.check.labels import at, because_heading
from f27lang.check.rounds import Rounds
from f27lang.check.table import RuledLaw, Table
from f27lang.diagnostics import Report
from f27lang.model import Node


def check_endless(table: Table, rounds: Rounds, report: Report) -> None:
    """Report a side that may take cards without end."""
    for side in ("player", "dealer"):
        state = _on_a_cycle(table, rounds.hits[side])
        if state is not None:
            _endless(table, rounds, side, state, report)


def _worthless(table: Table) -> frozenset[int]:
    """Return the classes of cards that count nothing and will run out."""
    zero = {
        card
        for card, cards in enumerate(table.machine.groups)
        if cards[0].values == (Fraction(0),) and cards[0].makes is None
    }
    return frozenset(zero) if len(zero) < len(table.machine.groups) else frozenset()


def _on_a_cycle(table: Table, hits: set[int]) -> int | None:
    """Return a hand that can come back to itself by cards that count."""
    worthless = _worthless(table)
    after = {
        state: {step for card, step in enumerate(table.steps(state)) if card not in worthless and step in hits}
        for state in hits
    }
    try:
        TopologicalSorter(after).prepare()
    except CycleError as error:
        states: list[int] = error.args[1]
        return _first_over(table, hits) if table.machine.reading(states[0]).over else min(states)
    return None


def _first_over(table: Table, hits: set[int]) -> int:
    """Return the shortest hand over the limit that still takes cards: it says more than one far beyond."""
    return min(state for state in hits if table.machine.reading(state).over)


def _endless(table: Table, rounds: Rounds, side: str, state: int, report: Report) -> None:
    blocks: tuple[Node, ...] = table.game.player if side == "player" else table.game.dealer
    line = next(_hitting(table, rounds, side, state), blocks[0])
    report.error(
        "F0504",
        f"the {side} could take cards for ever",
        at(line, f"lets {table.words(state)} take another card"),
        because_heading(blocks[0], "nothing in here ends this hand"),
        notes=(f"for example {table.cards(state)}",),
        helps=(f"add a limit to `{side}`, for example `at most 9 cards`",),
    )


def _hitting(table: Table, rounds: Rounds, side: str, state: int) -> Iterator[Node]:
    """Yield the lines that let a hand take a card."""
    classes = (model.Must, model.OtherwiseMust, model.May) if side == "player" else (model.Does, model.OtherwiseDoes)
    for cls in classes:
        for law in table.laws(side, cls):
            if "hit" in law.law.moves and _fits(law, side, state, rounds):
                yield law.node


def _fits(law: RuledLaw, side: str, state: int, rounds: Rounds) -> bool:
    if side == "player":
        return bool(law.fits(state) & rounds.shown[state])
    return any(law.fits(player) >> state & 1 for player in rounds.shown)
