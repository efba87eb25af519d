"""How the player plays a worked round: Game, `chart` or a strategy's name -> a move for each situation, and why."""

from __future__ import annotations

from attrs import define

from f27lang import analysis, model
from f27lang.asking import unknown
from f27lang.patience import Patience
from f27lang.referee import Card, Hand, Referee, Situation
from f27lang.report.prose.story import Decide
from f27lang.rulebook import Move, Policy, Rulebook
from f27lang.solve.deals import reading
from f27lang.solve.solution import Cell, Solution


def adviser(game: model.Game, referee: Referee, play: str, patience: Patience) -> Decide:
    """Return a way to play; the chart is solved when it is first asked, for the full shoe where that is at hand.

    Raises Misasked where there is no strategy of that name.
    """
    if play == "chart":
        return _ChartAdvice(game, patience)
    names = [strategy.name.text for strategy in game.strategies]
    if play not in names:
        raise unknown("--play", play, ["chart", *names])

    def decide(situation: Situation) -> tuple[str, str]:
        move = referee.advice(play, situation)
        return move, f"the strategy {play} says {move}"

    return decide


@define(eq=False)
class _ChartAdvice:
    """Asks the best chart."""

    game: model.Game
    patience: Patience
    solved: tuple[Rulebook, Solution] | None = None

    def __call__(self, situation: Situation) -> tuple[str, str]:
        if self.solved is None:
            self.solved = analysis.chart(self.game, None, patience=self.patience)
        tables, chart = self.solved
        assert chart.policy is not None
        p, v = (
            _state(tables, situation.player, tables.player_start),
            _state(tables, situation.dealer, tables.dealer_start),
        )
        move = _move(tables, chart.policy, p, v)
        cell = _cell(tables, chart, situation, p, v)
        return move, f"the chart says {move}{_worth(cell, move) if cell else ''}"


def _state(tables: Rulebook, hand: Hand, start: int) -> int:
    state = start
    for card in hand.cards:
        state = tables.step[state * len(tables.classes) + _class(tables, card)]
    return state


def _class(tables: Rulebook, card: Card) -> int:
    fits = (c for c, each in enumerate(tables.classes) if card.rank in each.ranks and each.suit in (None, card.suit))
    return next(fits)


def _move(tables: Rulebook, policy: Policy, p: int, v: int) -> str:
    return Move(policy.play[p * len(tables.states) + v]).name.lower()


def _cell(tables: Rulebook, chart: Solution, situation: Situation, p: int, v: int) -> Cell | None:
    """Return the chart's cell, found by its name for the player's hand, their number, and what the dealer shows."""
    classes = [tables.classes[_class(tables, card)] for card in situation.dealer.cards]
    shown = {reading(tables.states[v]), "-", *(c.name for c in classes), *(" ".join(c.ranks) for c in classes)}
    mine, cards = reading(tables.states[p]), (None, len(situation.player.cards))
    cells = (cell for cell in chart.cells if cell.player == mine and cell.cards in cards)
    return next((cell for cell in cells if cell.dealer in shown), None)


def _worth(cell: Cell, move: str) -> str:
    values = dict(cell.values)
    if len(values) < 2:
        return ""
    other = next(name for name in values if name != move)
    return f", worth {values[move]:+z.3f} of the wager against {values[other]:+z.3f} for {other}"
