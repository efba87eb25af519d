"""Suits that only change payments are averaged for those who do not look at them: against all rounds, card by card."""

from __future__ import annotations

from functools import cache
from math import fsum

import pytest

from f27lang.rulebook import Rulebook
from f27lang.solve import Solution, solve_shoe
from f27lang.solve.averaged import averaged, chart_views
from f27lang.solve.ledger import final_name
from tests.families import mostly_long
from tests.oracles.rounds import Rounds, sums
from tests.test_published import PAIRS, THREE, TINY, tiny

FLOATS = 1e-13
PEEK = {
    "play": TINY["play"].replace("turn player", "peek | turn player"),
    "settle": f"after peek: dealer finnish_27 -> dealer wins | {TINY['settle']}",
}
BOTH_UP = {
    "play": "wager | deal 2 up to player | deal 2 up to dealer | turn player | turn dealer | settle",
    "settle": "after deal: either finnish_27 -> better hand wins, else push | at once: player bust -> dealer wins"
    " | after dealer: better hand wins, else push",
}
GAMES = {
    "pairs": (PAIRS, {}),
    "three cards": (THREE, {}),
    "peek": (PAIRS, PEEK),
    "both up": (PAIRS, BOTH_UP),
    "dealt": ("adds 3:1 on player wins with A K as dealt in spades | adds 1:1 on player wins with A 9 in one suit", {}),
    "some decided": (
        "adds 9:1 on player wins with A 9 in one suit",
        {"settle": f"at once: player 9 K in one suit -> player wins | {TINY['settle']}"},
    ),
}  # fmt: skip


@cache
def game(name: str) -> Rulebook:
    bonus, sections = GAMES[name]
    return tiny(1, bonus, **sections)


def same(solution: Solution, found: Rounds) -> None:
    """Compare what a solution of averages tells of the game itself."""
    book, told = found.book, solution.frequencies
    assert told is not None
    outcomes, player, dealer = sums(), sums(), sums()
    for end, often in found.ends.items():
        shown = found.state(book.dealer_start, found.shown(end.dealer))
        outcomes[end.outcome] += often
        player[final_name(book.states[end.p])] += often
        dealer[final_name(book.states[shown if end.d is None else end.d])] += often
    assert solution.value == pytest.approx(found.value, abs=FLOATS)
    assert told.outcomes == pytest.approx([outcomes[o] for o in range(len(book.outcomes))], abs=FLOATS)
    assert dict(told.player_totals) == pytest.approx(player, abs=FLOATS)
    assert dict(told.dealer_totals) == pytest.approx(dealer, abs=FLOATS)
    taken = fsum(often * end.taken for end, often in found.ends.items())
    dealer_taken = fsum(often * end.dealer_taken for end, often in found.ends.items())
    assert (told.player_cards, told.dealer_cards) == pytest.approx((2 + taken, 2 + dealer_taken), abs=FLOATS)
    assert told.decisions == pytest.approx(found.decisions, abs=FLOATS)


@pytest.mark.parametrize("name", mostly_long(GAMES, list(GAMES)[::2]))
def test_best_play_by_ranks(name: str) -> None:
    assert averaged(game(name)) is not None
    same(solve_shoe(game(name), knowledge="ranks", frequencies=True), Rounds(game(name), "ranks"))


@pytest.mark.parametrize("name", GAMES)
def test_the_chart_and_the_same_as_a_strategy(name: str) -> None:
    book = game(name)
    chart = solve_shoe(book, "chart", frequencies=True)
    assert chart.policy is not None
    found = Rounds(book, chart.policy)
    same(chart, found)
    same(solve_shoe(book, chart.policy, frequencies=True), found)


@pytest.mark.parametrize("name", GAMES)
def test_states_tell_the_number_of_cards_where_all_of_a_mixture_have_it(name: str) -> None:
    averages = averaged(game(name))
    assert averages is not None
    for state, mixed in zip(averages.rulebook.states, averages.states, strict=True):
        cards = {averages.original.states[member].cards for member, _ in mixed}
        assert sum(chance for _, chance in mixed) == 1
        assert state.cards == (cards.pop() if len(cards) == 1 else None)


def test_a_chart_names_the_card_shown_by_its_rank() -> None:
    tables = game("pairs")
    assert averaged(tables) is not None
    named = chart_views(tables)
    for view, name in named.items():
        (shown,) = tables.states[view].example
        assert name in tables.classes[shown].ranks
    assert len(set(named.values())) == len({card.ranks for card in tables.classes})
