"""A game with everything that the checks look at: its tables, its exact values, and the ways to play it.

Game -> Subject
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from f27lang import model
from f27lang.analysis import edges
from f27lang.asking import Question, strategy_tables
from f27lang.referee import Referee, Situation
from f27lang.rulebook import Policy, Rulebook
from f27lang.solve.averaged import chart_names
from f27lang.solve.deals import dealt_hands
from f27lang.solve.solution import Solution

Decide = Callable[[Situation], str]


@frozen
class Play:
    """One way to play: as tables, as the referee asks for it, and with its exact value."""

    name: str
    tables: Rulebook
    policy: Policy
    decide: Decide
    solution: Solution


@frozen
class Subject:
    """What is checked."""

    game: model.Game
    referee: Referee
    tables: Rulebook
    best: Solution
    plays: tuple[Play, ...]  # the chart, then each named strategy

    def solution(self, under: str) -> Solution:
        """Return the exact solution that a claim's `under` means."""
        if under in ("best_play", "any_play"):
            return self.best
        return next(play.solution for play in self.plays if play.name == under)


def subject(game: model.Game) -> Subject:
    """Solve a game and each of its ways to play."""
    referee = Referee(game)
    names = [strategy.name.text for strategy in game.strategies]
    solved = edges(game, [Question(play, "full") for play in ("best", "chart", *names)])
    (tables, best), (_, chart), *strategies = solved
    assert chart.policy is not None
    plays = [Play("chart", tables, chart.policy, by_chart(referee, tables, chart), chart)]
    for name, (own_tables, solution) in zip(names, strategies, strict=True):
        policy = strategy_tables(game, name)[1]
        plays.append(Play(name, own_tables, policy, by_advice(referee, name), solution))
    return Subject(game, referee, tables, best, tuple(plays))


def by_advice(referee: Referee, name: str) -> Decide:
    """Return how a named strategy decides, by its lines."""
    return lambda situation: referee.advice(name, situation)


def by_chart(referee: Referee, tables: Rulebook, chart: Solution) -> Decide:
    """Return how the printed chart decides: by what the hands read, and by the player's cards where it counts them."""
    moves = {(cell.cards, cell.player, cell.dealer): cell.move for cell in chart.cells}
    counted = any(cell.cards is not None for cell in chart.cells)
    columns = _columns(tables)

    def decide(situation: Situation) -> str:
        shown = situation.dealer.cards
        if len(shown) > 1:
            dealer = str(referee.reading(situation.dealer))
        else:
            dealer = columns[_class(tables, shown[0].rank, shown[0].suit)] if shown else "-"
        cards = len(situation.player.cards) if counted else None
        return moves[cards, str(referee.reading(situation.player)), dealer]

    return decide


def _columns(tables: Rulebook) -> dict[int, str]:
    """Return the chart's column for each class of the one card that the dealer shows."""
    hands = dealt_hands(tables, tables.dealer_start, 1)
    return {hand.cards.index(1): name for hand, name in zip(hands, chart_names(tables, hands), strict=True)}


def _class(tables: Rulebook, rank: str, suit: str | None) -> int:
    return next(c for c, each in enumerate(tables.classes) if rank in each.ranks and each.suit in (None, suit))
