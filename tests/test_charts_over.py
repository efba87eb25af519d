"""Charts over the limit, where the rules let the player go on or tell the totals apart, and moves that are tied."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

from f27lang import model
from f27lang.lower import lower, lower_strategy
from f27lang.rulebook import Move, Policy, Rulebook
from f27lang.solve import Solution, solve_endless, solve_shoe, solve_shoe_all
from f27lang.solve.deals import reading
from f27lang.solve.faces import ASKED
from f27lang.verify import rounds
from f27lang.verify.subject import subject
from tests.closed_games import written
from tests.random_variants import closed

NEAREST = {
    "cards": "decks: 1 | deck: A..K in 4 suits plus 20 Joker | shuffle: every hand",
    "values": "A: 1 | 2..10: face | J Q K: 1/2 | Joker: makes 7.5",
    "total": "read: nearest 7.5",
    "hands": "anything: total 0..",
    "play": "wager | deal 1 up to player | deal 1 up to dealer | turn player | turn dealer | settle",
    "player": "may hit, stand | at most 3 cards",
    "dealer": "stands on total 5.. | otherwise hits | at most 3 cards",
    "ranking": "rank anything, nearest 7.5 first",
    "settle": "after dealer: better hand wins, else dealer wins",
    "wager game: $10..$500": "pays 1:1 on player wins | loses on dealer wins",
}
LATE = {
    "cards": "decks: 1 | deck: A 8..K in 2 suits | shuffle: every hand",
    "player": "may hit, stand | at most 4 cards",
    "settle": "after dealer: better hand wins, else push",
}
EVEN = {
    "hands": "anything: total 0..",
    "ranking": "rank anything",
    "wager game: $10..$500": "pays 1:3 on push",  # thirds: sums of doubles never come out even
}
BY_TOTAL = {
    "strategy by_total": "player { | hit on total ..5 | hit on total 9.5.. when dealer shows 6..9 | otherwise stand | }"
}
ROUNDING = 1e-13  # what a thousand additions of floats may lose


@cache
def game(name: str) -> model.Game:
    found, report = closed(written(**{"nearest": NEAREST | BY_TOTAL, "late": LATE}[name]))
    assert found is not None and not report.failed, list(report)
    return found


@cache
def solved(name: str) -> tuple[Rulebook, Solution, Solution]:
    book = lower(game(name))
    best, chart = solve_shoe_all(book, ("best", "chart"))
    return book, best, chart


def cells_over(name: str) -> set[str]:
    book, _, chart = solved(name)
    over = {reading(state) for state in book.states if state.over}
    return {cell.player for cell in chart.cells if not cell.forced} & over


@pytest.mark.parametrize(
    ("name", "lowest", "highest"), [("nearest", "hard 8", "hard 20"), ("late", "hard 28", "hard 39")]
)
def test_each_total_over_the_limit_has_a_cell(name: str, lowest: str, highest: str) -> None:
    cells = cells_over(name)
    assert {lowest, highest} <= cells
    assert "over" not in {cell.player for cell in solved(name)[2].cells}


@pytest.mark.parametrize("name", ["nearest", "late"])
def test_a_hand_over_the_limit_that_a_chart_names_has_one_total(name: str) -> None:
    book = solved(name)[0]
    size = len(book.states)
    asked = {at // size for at, bits in enumerate(book.moves) if bits == ASKED}
    assert "over" not in {book.states[p].name for p in asked}
    assert any(book.states[p].over for p in asked)


def test_totals_over_the_limit_are_one_final_total() -> None:
    found = solve_shoe(solved("nearest")[0], "chart", frequencies=True).frequencies
    assert found is not None
    assert [name for name, _ in found.player_totals].count("over") == 1
    assert "hard 8" not in dict(found.player_totals)
    assert sum(share for _, share in found.player_totals) == pytest.approx(1, abs=ROUNDING)


def test_no_strategy_by_totals_beats_the_chart() -> None:
    _, best, chart = solved("nearest")
    assert solve_shoe(*lower_strategy(game("nearest"), "by_total")).value <= chart.value <= best.value


@pytest.mark.long
def test_no_other_move_in_a_cell_over_the_limit_beats_the_chart() -> None:
    book, _, chart = solved("nearest")
    assert chart.policy is not None
    size = len(book.states)
    for read, v in product(sorted(cells_over("nearest")), range(size)):
        at = [
            p * size + v for p, s in enumerate(book.states) if reading(s) == read and book.moves[p * size + v] == ASKED
        ]
        play = list(chart.policy.play)
        for place in at:
            play[place] = ASKED - play[place]
        if at:
            assert solve_shoe(book, Policy("turned", tuple(play))).value <= chart.value + ROUNDING, (read, v)


@pytest.mark.parametrize("name", ["nearest", "late"])
def test_the_referee_finds_his_cell_in_the_chart(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "REFEREE_ROUNDS", 300)
    assert [check.detail for check in rounds.referee_is_emitted(subject(game(name))) if not check.passed] == []


@pytest.mark.parametrize("exact", [False, True])
def test_a_tie_is_stood_on_in_the_endless_shoe(exact: bool) -> None:
    assert_stands_when_lost(solve_endless(solved("late")[0], "chart", exact=exact))


def test_a_tie_is_stood_on_in_every_cell_of_the_chart() -> None:
    assert_stands_when_lost(solved("late")[2])


def assert_stands_when_lost(chart: Solution) -> None:
    over = [cell for cell in chart.cells if cell.player in cells_over("late") and not cell.forced]
    assert over
    assert {(cell.move, cell.gain) for cell in over} == {("stand", 0.0)}


def test_best_play_takes_no_card_for_nothing() -> None:
    """Where hitting and standing always come to the same, the player takes no card, and decides once."""
    found, report = closed(written(**LATE | EVEN))
    assert found is not None and not report.failed, list(report)
    for solve, play in product((solve_shoe, solve_endless), ("best", "chart")):
        solution = solve(lower(found), play, frequencies=True)
        assert solution.frequencies is not None
        assert solution.frequencies.decisions == pytest.approx(1, abs=ROUNDING)
        assert {cell.move for cell in solution.cells if not cell.forced} <= {Move.STAND.name.lower()}
