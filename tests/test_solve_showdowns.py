"""Games that poker ranks decide: against figures of an independent program, and against a plain walk by suits."""

from __future__ import annotations

from functools import cache

import pytest

from f27lang.rulebook import Rulebook
from f27lang.solve import Solution, solve_endless
from tests.showdowns import showdown_game

EDGE = 1e-9  # of a per cent point
FLOATS = 1e-12  # what a hundred thousand additions of floats may lose


@cache
def poker_like(**changes: bool) -> Rulebook:
    return showdown_game(**changes)


@cache
def endless(play: str, knowledge: str) -> Solution:
    return solve_endless(poker_like(), play, knowledge=knowledge, frequencies=True)


def test_the_endless_shoe() -> None:
    assert endless("best", "cards").edge_pct == pytest.approx(6.130795184, abs=EDGE)


def test_more_knowledge_can_not_hurt() -> None:
    values = [endless(*play).value for play in (("best", "cards"), ("best", "ranks"), ("chart", "cards"))]
    assert values[0] > values[1] > values[2]


@pytest.mark.parametrize("play", [("best", "cards"), ("best", "ranks"), ("chart", "cards")])
def test_frequencies_of_the_endless_shoe_come_to_its_value(play: tuple[str, str]) -> None:
    book, solution = poker_like(), endless(*play)
    found = solution.frequencies
    assert found is not None
    assert sum(found.outcomes) == pytest.approx(1, abs=FLOATS)
    by_outcome = sum(p * o.payoffs[0] / book.denominator for p, o in zip(found.outcomes, book.outcomes))
    assert by_outcome == pytest.approx(solution.value, abs=FLOATS)
    assert 0 < sum(map(sum, found.showdowns)) < sum(part for _, part in found.categories) < 1


def test_cells_tell_the_number_of_cards() -> None:
    cells = {(cell.cards, cell.player, cell.dealer): cell for cell in endless("chart", "cards").cells}
    assert len(cells) == len(endless("chart", "cards").cells)
    assert {cards for cards, *_ in cells} == {2, 3, 4, 5}
    assert all(cell.forced for (cards, *_), cell in cells.items() if cards == 5)
