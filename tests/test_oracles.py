"""Two slow ways to the same fractions, and the exact solver against both: every deal of tiny decks."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from f27lang import model
from f27lang.changes import Changes
from f27lang.lower import lower, lower_strategy
from f27lang.pipeline import load
from f27lang.referee import shoe
from f27lang.solve import solve_endless, solve_shoe
from tests.closed_games import written
from tests.families import mostly_long
from tests.oracles import brute_force
from tests.oracles.slow_solver import Ending, SlowSolver
from tests.random_variants import closed

GOOD = Path(__file__).parent / "good"
SMALL = ("small-high-cards", "small-low-cards", "small-hole-card", "small-three-cards")
DECKS = (
    "A 9..K in 2 suits",
    "A 8 K in 3 suits plus 1 7",
    "A 5 Q K in 2 suits plus 4 9",
    "A J..K in 2 suits plus 1 Joker",
)
EXACT = 1e-13
PLAYS: dict[str, brute_force.Choice | None] = {
    "best": None,
    "mimic_the_dealer": brute_force.mimic,
    "never_over": brute_force.never_over,
}
STRATEGIES = {
    "strategy mimic_the_dealer": "like dealer",
    "strategy never_over": "player { | stand on hard 15.. | stand on soft 27 | otherwise hit | }",
}
FORCED = {
    "player when dealer will hit": "must hit on hard ..14 | must stand on hard 25.."
    " | must hit on soft ..22 | must stand on soft 27",
    "player when dealer will stand": "must hit on total under dealer | must stand on total at least dealer",
}


def game(deck: str, forced: bool) -> model.Game:
    cards = f"decks: 1 | deck: {deck} | shuffle: every hand"
    found, report = closed(written(cards=cards, **STRATEGIES, **(FORCED if forced else {})))
    assert found is not None and not report.failed, list(report)
    return found


def small(name: str) -> model.Game:
    return load(str(GOOD / f"{name}.f27"), Changes())[0]


def ranks(found: model.Game) -> list[str]:
    return [card.rank for card in shoe(found)]


def advised(solver: SlowSolver, play: str) -> None:
    if play != "best":
        solver.decide = lambda situation: solver.referee.advice(play, situation)


def test_brute_force_by_hand() -> None:
    """One king and four jacks: the dealer has J J (22) and stands, or K J (24); so has the player, who stands too."""
    ended = brute_force.endings(("K", "J", "J", "J", "J"), lambda mine, dealer: "stand")
    assert ended == {
        "player nearer": Fraction(2, 5),
        "dealer nearer": Fraction(2, 5),
        "equal": Fraction(1, 5),
        "decisions": 1,
        "player cards": 2,
        "dealer cards": 2,
    }
    assert brute_force.value(ended) == 0


@pytest.mark.parametrize("forced", [False, True], ids=["free", "forced"])
@pytest.mark.parametrize("play", PLAYS)
@pytest.mark.parametrize("deck", mostly_long(DECKS[:2], DECKS[1:2]))
def test_brute_force_is_the_referees_game(deck: str, play: str, forced: bool) -> None:
    found = game(deck, forced)
    rules = brute_force.endings(ranks(found), PLAYS[play], forced)
    solver = SlowSolver(found, details=True)
    advised(solver, play)
    answer = solver.solve()
    assert answer.value == brute_force.value(rules)
    if play == "best":  # of two moves that are worth the same either may be made
        return
    assert answer.parts["player cards"] == rules["player cards"]
    assert answer.parts["dealer cards"] == rules["dealer cards"]
    assert answer.parts["decisions"] == rules["decisions"]
    over = sum(part for end, part in answer.shares(Ending).items() if isinstance(end, Ending) and end.player_over)
    assert over == rules.get("player over", 0)


@pytest.mark.parametrize("forced", [False, True], ids=["free", "forced"])
@pytest.mark.parametrize("play", PLAYS)
@pytest.mark.parametrize("deck", DECKS)
def test_brute_force_is_the_exact_value(deck: str, play: str, forced: bool) -> None:
    found = game(deck, forced)
    rules = brute_force.endings(ranks(found), PLAYS[play], forced)
    book, how = (lower(found), "best") if play == "best" else lower_strategy(found, play)
    solution = solve_shoe(book, how, frequencies=True)
    assert solution.value == pytest.approx(float(brute_force.value(rules)), abs=EXACT)
    if play == "best":
        return
    assert solution.frequencies is not None
    assert solution.frequencies.player_cards == pytest.approx(float(rules["player cards"]), abs=EXACT)
    assert solution.frequencies.dealer_cards == pytest.approx(float(rules["dealer cards"]), abs=EXACT)
    assert solution.frequencies.decisions == pytest.approx(float(rules["decisions"]), abs=EXACT)


@pytest.mark.parametrize("name", mostly_long(SMALL, {"small-low-cards", "small-hole-card"}))
def test_small_games_are_solved_exactly(name: str) -> None:
    found = small(name)
    book = lower(found)
    for wager in range(len(found.wagers)):
        expected = SlowSolver(found, wager=wager).solve().value
        assert solve_shoe(book, "best", wager=wager).value == pytest.approx(float(expected), abs=EXACT)


def test_endless_shoe_is_a_fraction() -> None:
    found = small("small-three-cards")
    expected = SlowSolver(found, endless=True).solve().value
    assert solve_endless(lower(found), exact=True).fraction == expected


@pytest.mark.parametrize("deck", DECKS)
def test_more_freedom_and_more_knowledge_can_not_hurt(deck: str) -> None:
    worth: Callable[..., Fraction] = lambda *how: brute_force.value(brute_force.endings(cards, *how))
    cards = ranks(game(deck, forced=False))
    assert worth(None) >= worth(None, True)
    assert worth(None) >= max(worth(brute_force.mimic), worth(brute_force.never_over))
