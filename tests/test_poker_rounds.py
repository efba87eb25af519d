"""Poker-like games round by round: the referee, who knows no tables, against the emitted text."""

from __future__ import annotations

from pathlib import Path

import pytest

from f27lang import model, pipeline
from f27lang.changes import Changes
from f27lang.referee import Referee, deal_order
from f27lang.rulebook import Policy, Rulebook
from f27lang.simulate import load_plain_kernel
from f27lang.solve import Solution, solve_endless
from f27lang.verify.rounds import agree
from f27lang.verify.subject import Decide, by_advice, by_chart
from tests.families import mostly_long

ROUNDS = 150
TESTS = Path(__file__).parent
SETTINGS = {
    "as it stands": Changes(),
    "peek, wild jokers": Changes(set_=(("hole_card", "peek"), ("jokers", "wild"))),
    "peek, dead jokers": Changes(set_=(("hole_card", "peek"), ("jokers", "dead"), ("decks", "1"))),
    "forced moves": Changes(with_=("forced_moves",)),
}

every_setting = pytest.mark.parametrize("changes", SETTINGS.values(), ids=SETTINGS.keys())


@pytest.mark.parametrize("name", mostly_long(SETTINGS, {"as it stands", "peek, wild jokers"}))
def test_strategies_play_the_referees_rounds(name: str) -> None:
    changes = SETTINGS[name]
    game, _ = pipeline.playable("poker-like", changes)
    for strategy in game.strategies:
        name = strategy.name.text
        same_rounds(Referee(game), *pipeline.strategy(game, name), by_advice(Referee(game), name))


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param(each, id=name, marks=[pytest.mark.long] * (name != "peek, wild jokers"))
        for name, each in SETTINGS.items()
    ],
)
def test_a_chart_with_a_sheet_for_each_number_of_cards_is_played(changes: Changes) -> None:
    game, _ = pipeline.playable("poker-like", changes)
    assert {cell.cards for cell in same_rounds_by_chart(game).cells} >= {2, 3, 4}


@pytest.mark.parametrize(
    "name",
    [
        "good/poker-like-inventor-20",
        "good/poker-like-inventor-27",
        "published/better-poker",
        "published/jackpot",
        "published/poker-beats-27",
    ],
)
@pytest.mark.long
def test_bonuses_are_paid_as_the_referee_pays_them(name: str) -> None:
    game, _ = pipeline.playable(str(TESTS / f"{name}.f27"))
    same_rounds_by_chart(game)


def same_rounds_by_chart(game: model.Game) -> Solution:
    """Play the rounds by the endless shoe's chart, and return it."""
    tables, referee = pipeline.rulebook(game), Referee(game)
    chart = solve_endless(tables, "chart")
    assert chart.policy is not None
    same_rounds(referee, tables, chart.policy, by_chart(referee, tables, chart))
    return chart


def same_rounds(referee: Referee, tables: Rulebook, policy: Policy, decide: Decide) -> None:
    """Play the same rounds by the rules and by the emitted text."""
    kernel = load_plain_kernel(tables, policy)
    for number in range(ROUNDS):
        by_rules = referee.play(deal_order(referee.game, 27, number), decide)
        outcome = tables.outcomes[kernel.play(number, 1, 27).counts.index(1)]
        assert agree(by_rules, outcome, tables), (number, by_rules, outcome)
