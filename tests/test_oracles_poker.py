"""Poker-Like on tiny decks: brute force from the rules in words, the slow solver over the referee, the exact solver."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations

import pytest

from f27lang import model
from f27lang.lower import lower
from f27lang.referee import shoe
from f27lang.solve import solve_shoe
from tests.oracles.poker_like import ORDER, Card, House, best_play, poker
from tests.oracles.slow_solver import SlowSolver, best_value
from tests.poker_games import INSURANCE, PEEK, game

HIGH = "A 9 K in 2 suits plus 2 2"  # a player's five cards leave three, and the dealer is over with them
RUN = "8..10 in 2 suits plus 1 A plus 1 K"
LOW = "A 3 in 1 suits plus 3 Joker plus 3 2 plus 2 K"
SUITED_RUN = {
    "bonus run on game": "adds 20:1 on player wins with 8 9 10 in one suit | adds 2:1 on player wins with 8 9 10"
}
STRAIGHTS = {"bonus straights on game": "adds 7:1 on player wins making at least straight"}
EXACT = 1e-13
ROLES = {role: f"order: {', '.join(ORDER)} | A: high or low | Joker: {role}" for role in ("bug", "wild", "dead")}


def suited_run(cards: Sequence[Card]) -> int:
    """Pay three to one for 8 9 10, twenty-one to one where they are of one suit."""
    if sorted(card.rank for card in cards) != ["10", "8", "9"]:
        return 1
    return 21 if len({card.suit for card in cards}) == 1 else 3


@cache
def straights(role: str) -> House:
    """Return a house that pays eight to one for five cards that make a straight or better."""

    def pays(cards: Sequence[Card]) -> int:
        return 8 if len(cards) == 5 and poker(cards, House(joker=role))[0] >= -ORDER.index("straight") else 1

    return House(joker=role, pays=pays)


brute = cache(best_play)


def tiny(deck: str, peek: bool = False, **sections: str) -> model.Game:
    return game(cards=f"decks: 1 | deck: {deck} | shuffle: every hand", **(PEEK if peek else {}), **sections)


def cards(found: model.Game) -> list[Card]:
    return [Card(*card) for card in shoe(found)]


@pytest.mark.parametrize(
    ("deck", "house", "sections", "knowledge"),
    [
        (HIGH, House(), {}, "cards"),
        (HIGH, House(peek=True), {}, "ranks"),
        (RUN, House(peek=True, pays=suited_run), SUITED_RUN, "cards"),
        (RUN, House(pays=suited_run), SUITED_RUN, "ranks"),
        *((LOW, straights(role), {"poker": ROLES[role], **STRAIGHTS}, "cards") for role in ROLES),
    ],
    ids=["high", "high, peek, ranks", "suited run, peek", "suited run, ranks", *ROLES],
)
@pytest.mark.long
def test_brute_force_is_the_referees_game(deck: str, house: House, sections: dict[str, str], knowledge: str) -> None:
    found = tiny(deck, house.peek, **sections)
    assert best_value(found, knowledge) == brute(tuple(cards(found)), house, knowledge == "cards")


@pytest.mark.parametrize(
    ("deck", "house", "knowledge"),
    [
        (HIGH, House(peek=True), "cards"),
        (HIGH, House(), "ranks"),
        pytest.param("A 2 3 4 5 in 2 suits plus 1 Joker", House(), "cards", marks=pytest.mark.long),
        pytest.param("A 2 4 6 K in 2 suits plus 1 Joker", House(peek=True), "ranks", marks=pytest.mark.long),
        ("A 2 3 K in 2 suits plus 2 Joker", House(joker="wild", peek=True), "cards"),
        ("A 2 in 2 suits plus 1 3 plus 1 5 plus 2 Joker plus 1 K plus 1 Q", House(joker="dead"), "cards"),
    ],
)
def test_brute_force_is_the_exact_value(deck: str, house: House, knowledge: str) -> None:
    found = tiny(deck, house.peek, poker=ROLES[house.joker])
    expected = best_play(cards(found), house, knowledge == "cards")
    assert solve_shoe(lower(found), knowledge=knowledge).value == pytest.approx(float(expected), abs=EXACT)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.long
def test_making_a_category_is_worth_what_brute_force_says(role: str) -> None:
    found = tiny(LOW, poker=ROLES[role], **STRAIGHTS)
    tables = lower(found)
    assert solve_shoe(tables).value == pytest.approx(
        float(brute(tuple(cards(found)), straights(role), True)), abs=EXACT
    )
    assert solve_shoe(tables).value > solve_shoe(lower(tiny(LOW, poker=ROLES[role]))).value


@pytest.mark.long
def test_what_a_joker_is_matters() -> None:
    deck = tuple(cards(tiny(LOW)))
    assert len({brute(deck, straights(role), True) for role in ROLES}) == 3


@pytest.mark.long
def test_who_knows_suits_does_better_where_they_pay() -> None:
    deck = cards(tiny(RUN))
    assert best_play(deck, House(pays=suited_run)) > best_play(deck, House(pays=suited_run), knows_suits=False)
    assert best_play(deck, House()) == best_play(deck, House(), knows_suits=False)


@pytest.mark.parametrize("peek", [False, True], ids=["unseen", "peek"])
@pytest.mark.long
def test_insurance_is_decided_on_the_dealers_two_cards(peek: bool) -> None:
    """It is offered against an ace, to hands that have not won with an ace and a king."""
    offer = "offer insurance when dealer shows A"
    before = f"{offer} | peek | turn player" if peek else f"{offer} | turn player"
    sections = {**INSURANCE, **PEEK, "play": INSURANCE["play"].replace(f"{offer} | turn player", before)}
    solver = SlowSolver(game(**{**sections, "cards": f"decks: 1 | deck: {HIGH} | shuffle: every hand"}), details=True)
    parts = solver.solve().parts
    dealt = list(permutations([card.rank for card in cards(solver.game)], 4))
    offered = [down for *player, down, up in dealt if up == "A" and {*player} != {"A", "K"}]
    assert parts["offered", "insurance"] == Fraction(len(offered), len(dealt))
    assert parts["insured", "insurance"] == Fraction(sum(10 if down == "K" else -1 for down in offered), len(dealt))
