"""Games that poker ranks decide: against figures of an independent program, and against a plain walk by suits."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from f27lang.rulebook import Deal, Policy, Rulebook
from f27lang.solve import Solution, solve_endless, solve_shoe
from f27lang.solve.walk_cards import CardWalk
from tests.showdowns import ASKED, BETTER, HOLE_LAST, NO_FLUSH, ORDER, showdown_game

EDGE = 1e-9  # of a per cent point
FLOATS = 1e-12  # what a hundred thousand additions of floats may lose
BOTH_UP = (Deal("player", 2, True), Deal("dealer", 2, True))
TINY: dict[str, Any] = {
    "ranks": ("A", "4", "Joker"),
    "copies": 2,
    "suits": 2,
    "jokers": 3,
    "target": 14,
    "stands": (11, 11, 12, 13),
}
GAMES: dict[str, dict[str, Any]] = {
    "hole card first": {},
    "hole card last": {"before": HOLE_LAST},
    "both up": {"before": BOTH_UP},
    "peek": {"peek": True},
    "no flush": {"order": NO_FLUSH},
    "cards without suit": {"unsuited": (("4", 2),)},
    "wild jokers": {"joker": "wild"},
    "dead jokers": {"joker": "dead"},
    "three suits": {"ranks": ("2", "3", "4"), "target": 16, "suits": 3, "copies": 1, "unsuited": (("2", 2),)},
    "odds for the better hand": {"better": BETTER},
    "suits told apart": {"split": ("4",)},
}
SUITS_MATTER: dict[str, dict[str, Any]] = {
    "one upcard": {"ranks": ("2", "6", "Joker"), "target": 17, "stands": (21, 12, 19, 10), "better": BETTER},
    "hole card last": {"ranks": ("2", "7", "Joker"), "jokers": 3, "target": 19, "stands": (20, 19, 10, 11)},
    "peek": {"ranks": ("4", "7", "Joker"), "target": 25, "stands": (19, 26, 18, 11), "peek": True},
    "both up": {
        "ranks": ("3", "6", "Joker"),
        "target": 22,
        "stands": (17, 14, 21, 8),
        "unsuited": (("3", 2),),
        "before": BOTH_UP,
        "order": ("flush", *(name for name in ORDER if name != "flush")),
    },
    "suits told apart": {"ranks": ("2", "7", "Joker"), "target": 19, "stands": (20, 19, 10, 11), "split": ("7",)},
}


@cache
def poker_like(**changes: bool) -> Rulebook:
    return showdown_game(**changes)


@cache
def tiny(name: str) -> Rulebook:
    return showdown_game(**{**TINY, **GAMES[name]})


def never_over(book: Rulebook) -> Policy:
    """Hit all hands of three cards and less that a 4 does not take over."""
    size = len(book.states)
    states = [book.states[at // size] for at in range(size * size)]
    hits = [state.cards in (2, 3) and state.total < 11 for state in states]
    return Policy("low", tuple((2 - hit if bits == ASKED else bits) for hit, bits in zip(hits, book.moves)))


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


@pytest.mark.parametrize("name", GAMES)
def test_the_plain_walk_by_ranks(name: str) -> None:
    found = solve_shoe(tiny(name), knowledge="ranks").value
    assert found == pytest.approx(float(CardWalk(tiny(name), 0, None, "ranks").value()), abs=FLOATS)


@pytest.mark.parametrize("name", GAMES)
def test_the_plain_walk_by_a_strategy(name: str) -> None:
    book = tiny(name)
    found = solve_shoe(book, never_over(book), frequencies=True, exact=True)
    assert found.value == pytest.approx(float(found.fraction or 0), abs=FLOATS)
    assert found.frequencies is not None
    by_outcome = sum(p * o.payoffs[0] / book.denominator for p, o in zip(found.frequencies.outcomes, book.outcomes))
    assert by_outcome == pytest.approx(found.value, abs=FLOATS)
    assert sum(found.frequencies.outcomes) == pytest.approx(1, abs=FLOATS)


@pytest.mark.parametrize("name", SUITS_MATTER)
def test_the_plain_walk_by_suits(name: str) -> None:
    book = showdown_game(**{**TINY, "copies": 3, "jokers": 2, **SUITS_MATTER[name]})
    found = solve_shoe(book, frequencies=True)
    assert found.value > solve_shoe(book, knowledge="ranks").value + 1e-6
    assert found.value == pytest.approx(float(CardWalk(book, 0, None).value()), abs=FLOATS)
    assert found.frequencies is not None
    assert sum(found.frequencies.outcomes) == pytest.approx(1, abs=FLOATS)
    by_outcome = sum(p * o.payoffs[0] / book.denominator for p, o in zip(found.frequencies.outcomes, book.outcomes))
    assert by_outcome == pytest.approx(found.value, abs=FLOATS)


@pytest.mark.parametrize("name", ["hole card first", "peek", "cards without suit"])
def test_a_shoe_of_many_cards_is_an_endless_one(name: str) -> None:
    game = {**TINY, **GAMES[name]}
    book = showdown_game(**{**game, "copies": 20_000, "jokers": 30_000, "unsuited": (("4", 20_000),)})
    for play in (never_over(book), "best"):
        full = solve_shoe(book, play, knowledge="ranks", frequencies=True)
        endless = solve_endless(book, play, knowledge="ranks", frequencies=True)
        assert full.value == pytest.approx(endless.value, abs=1e-4)
        assert full.frequencies is not None and endless.frequencies is not None
        assert full.frequencies.outcomes == pytest.approx(endless.frequencies.outcomes, abs=1e-4)
        assert full.frequencies.decisions == pytest.approx(endless.frequencies.decisions, abs=1e-4)
        assert full.frequencies.dealer_cards == pytest.approx(endless.frequencies.dealer_cards, abs=1e-4)
        for ours, theirs in zip(full.frequencies.categories, endless.frequencies.categories):
            assert ours[0] == theirs[0] and ours[1] == pytest.approx(theirs[1], abs=1e-4)
