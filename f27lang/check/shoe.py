"""F0505: rounds that need more cards than the shoe holds → Report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from f27lang import model
from f27lang.check.facts import line_of
from f27lang.check.labels import at, because
from f27lang.check.rounds import Rounds
from f27lang.check.table import Table
from f27lang.diagnostics import Report
from f27lang.lower import lower
from f27lang.room import Side, always_enough

if TYPE_CHECKING:
    from f27lang.shortage import Shortage


def check_shoe(table: Table, rounds: Rounds, report: Report) -> None:
    """Report a shoe too small for some round, or one of which it can't be told, in a game without other errors."""
    shoe = tuple(cls.count for cls in table.machine.classes)
    if always_enough(shoe, _side(table, rounds, "player", rounds.stands), _side(table, rounds, "dealer", set())):
        return
    from f27lang.shortage import shortage  # noqa: PLC0415

    short = shortage(lower(table.game))
    if short is not None:
        _too_small(table.game, short, sum(shoe), report)


def _side(table: Table, rounds: Rounds, side: str, stands: set[int]) -> Side:
    machine = table.machine
    return Side.of(machine.start(side), machine.dealt_to[side], rounds.hits[side], stands, table.steps)


def _too_small(game: model.Game, short: Shortage, shoe: int, report: Report) -> None:
    decks, deck = line_of(game.cards, model.Decks), line_of(game.cards, model.Deck)
    assert decks and deck
    report.error(
        "F0505",
        f"a round {'can' if short.side else 'may'} need more than the {shoe} cards of the shoe",
        at(decks, "so few decks"),
        because(deck, "of so many cards"),
        notes=(f"for example {short.words}",) if short.side else (),
        helps=("take more decks, or limit the hands, for example `at most 5 cards`",),
    )
