"""Several seats and one dealer: cards go round the table, and no seat's edge depends on who else plays."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby

import pytest

from f27lang.rulebook import Deal, Move, OutOfCards, Policy, Rulebook
from f27lang.simulate import load_kernel, load_plain_kernel, simulate
from tests.families import mostly_long
from tests.handmade import GAMES, NO_HOLE_CARD, game, mimic
from tests.needs import needs_compiler
from tests.oracles.deal import places
from tests.oracles.walk import outcomes
from tests.showdown_games import POKER_GAMES
from tests.showdowns import BETTER, showdown_game

LAWS_LOOK = "laws that look at the player"
TABLES = {
    **{name: each for name, each in GAMES.items() if name != LAWS_LOOK},
    **{f"poker: {name}": each for name, each in POKER_GAMES.items()},
}
FALSE_ALARM = 4.9  # standard errors: a right program fails once in a million runs

QUICK_POKER = ("poker: hole card", "poker: peek at the last card")


@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param(each, id=name, marks=[pytest.mark.long] * (name.startswith("poker: ") and name not in QUICK_POKER))
        for name, each in TABLES.items()
    ],
)
def test_every_seat_ends_as_the_tables_say_with_the_cards_that_numpy_deals(rulebook: Rulebook) -> None:
    policy = mimic(rulebook)
    for seats in (2, 5):
        kernel = load_plain_kernel(rulebook, policy, seats=seats)
        for number in range(25):
            tally = kernel.play(number, 1, 27)
            expected = outcomes(rulebook, policy, places(27, number, rulebook.shoe), seats)
            assert [tally.seat(s).counts.index(1) for s in range(seats)] == expected, number


@needs_compiler
@pytest.mark.parametrize(
    "name",
    [
        "one down",
        *(pytest.param(n, marks=pytest.mark.long) for n in ("no hole card", "poker: peek", "poker: hole card")),
    ],
)
def test_plain_python_and_compiled_give_the_same_tallies(name: str) -> None:
    policy = mimic(TABLES[name])
    plain = load_plain_kernel(TABLES[name], policy, seats=3).play(0, 1_200, 27)
    assert plain == load_kernel(TABLES[name], policy, seats=3).play(0, 1_200, 27)
    assert plain == simulate(TABLES[name], policy, 1_200, seats=3, seed=27, chunk=999, threads=2).tally
    assert (plain.rounds, plain.seats) == (1_200, 3)


@needs_compiler
@pytest.mark.parametrize(
    "name", mostly_long(["one deck", "no hole card", "poker: peek at the last card"], {"one deck"})
)
def test_a_table_that_runs_out_of_cards_stops(name: str) -> None:
    rulebook = TABLES[name]
    seats = rulebook.shoe // 2 - 1  # enough for the deal, too little for what they take
    kernels = (load(rulebook, mimic(rulebook), seats=seats) for load in (load_kernel, load_plain_kernel))
    for kernel in kernels:
        with pytest.raises(OutOfCards):
            kernel.play(0, 5, 1)


TINY = {
    "both up": (5, game(copies=(1, 2, 2, 3, 0, 2, *(0,) * 8), target=8, hard_stand=5)),
    "a card between": (
        5,
        game(
            before=NO_HOLE_CARD,
            between=(Deal("dealer", 1, True),),
            copies=(0, 3, 3, 2, 0, 2, *(0,) * 8),
            target=8,
            hard_stand=6,
        ),
    ),
    "showdowns": (
        19,
        showdown_game(
            ("A", "2"), copies=8, suits=1, before=(Deal("player", 4, True), Deal("dealer", 4, False)), better=BETTER
        ),
    ),
}
"""Shoes of so few cards that all orders can be tried, and so many that the table never runs out of them."""


@pytest.mark.parametrize(("total", "rulebook"), TINY.values(), ids=TINY.keys())
def test_no_seats_chances_depend_on_another(total: int, rulebook: Rulebook) -> None:
    policy = below(rulebook, total)
    alone = exactly(rulebook, policy, 1)
    assert sum(alone[0].values()) == 1
    assert len(alone[0]) > 2
    assert exactly(rulebook, policy, 2) == alone * 2


@needs_compiler
@pytest.mark.parametrize("name", ["both up", "one deck", "poker: hole card", "poker: peek"])
@pytest.mark.long
def test_every_seat_has_the_edge_of_one_who_plays_alone(name: str) -> None:
    rulebook, rounds = TABLES[name], 400_000
    policy = mimic(rulebook)
    alone = simulate(rulebook, policy, 4 * rounds, seed=5).tally
    for s, tally in enumerate(map(simulate(rulebook, policy, rounds, seats=6, seed=6).tally.seat, range(6))):
        apart = float(tally.moments(rulebook)[0] - alone.moments(rulebook)[0])
        error = (tally.standard_error(rulebook) ** 2 + alone.standard_error(rulebook) ** 2) ** 0.5
        assert abs(apart) < FALSE_ALARM * error, s


def below(rulebook: Rulebook, total: int) -> Policy:
    """Hit below a total."""
    size, both = len(rulebook.states), Move.HIT | Move.STAND
    wanted = [Move.HIT if state.total < total else Move.STAND for state in rulebook.states]
    play = (wanted[cell // size] if move == both else move for cell, move in enumerate(rulebook.moves))
    return Policy(f"below {total}", tuple(map(int, play)))


class AnotherCard(Exception):
    """Raised where a round needs a card that is not yet chosen."""


def exactly(rulebook: Rulebook, policy: Policy, seats: int) -> list[dict[int, Fraction]]:
    """Return each seat's chances of each outcome, over all orders of the shoe."""
    chances: list[dict[int, Fraction]] = [defaultdict(Fraction) for _ in range(seats)]
    runs = rulebook.faces or rulebook.sorted_shoe
    kinds = [kind for kind, run in enumerate(runs) for _ in range(run[-1])]
    unfinished: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while unfinished:
        chosen, chance = unfinished.pop()
        try:
            ends = outcomes(rulebook, policy, then_another(chosen), seats)
        except AnotherCard:
            left = sorted(set(range(rulebook.shoe)) - set(chosen))
            for _, alike in groupby(left, key=kinds.__getitem__):
                place, *others = alike
                unfinished.append(((*chosen, place), chance * (1 + len(others)) / len(left)))
        else:
            for seat, end in zip(chances, ends):
                seat[end] += chance
    return chances


def then_another(chosen: tuple[int, ...]) -> Iterator[int]:
    """Yield the cards that are chosen, and ask for more."""
    yield from chosen
    raise AnotherCard
