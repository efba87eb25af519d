"""`making`: the machine of what five cards may still come to, against the referee, who tries jokers as every card."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from f27lang import model
from f27lang.lower import lower, lower_ranked
from f27lang.lower.classes import SUITS, Card, cards_of
from f27lang.lower.eyes import Eyes
from f27lang.lower.features.making import MADE, NEVER, Made
from f27lang.referee import Card as Dealt
from f27lang.referee.poker import Poker
from f27lang.rulebook import Verdict
from tests.poker_games import NO_FLUSH, game
from tests.test_oracles_poker import ROLES

HANDS = 3_000
RANKS = ("A", "2", "3", "4", "5", "6", "K", "Joker")


def made(found: model.Game) -> Made:
    """Return the one machine with which a game looks for a category."""
    return next(each for each in Eyes(found, cards_of(found)).features if isinstance(each, Made))


def looking_for(pattern: str, **sections: str) -> model.Game:
    return game(**{"bonus best on game": f"adds 2:1 on player wins making {pattern}", **sections})


def card(rank: str, suit: str | None) -> Card:
    return Card(rank, None if rank == "Joker" else suit, 1, (Fraction(1),), None)


@pytest.mark.parametrize(
    ("role", "pattern"),
    [("bug", "at least straight"), ("bug", "flush"), ("wild", "straight"), ("dead", "at least flush")],
)
def test_five_cards_make_what_the_referee_says(role: str, pattern: str) -> None:
    found, numbers = looking_for(pattern, poker=ROLES[role]), random.Random(27)
    assert found.poker
    machine, referee, name = made(found), Poker(found.poker), pattern.rsplit(maxsplit=1)[-1]
    said = 0
    for _ in range(HANDS):
        suits = numbers.choice((("spades",), ("spades", "hearts"), ("hearts", None)))
        hand = [card(numbers.choice(RANKS), numbers.choice(suits)) for _ in range(5)]
        state = machine.start
        for each in hand:
            state = machine.step(state, machine.sight(each), dealt=True)
        expected = referee.makes([Dealt(each.rank, each.suit) for each in hand], name, pattern != name)
        assert state[0] == (MADE if expected else NEVER), hand
        said += expected
    assert HANDS / 50 < said < HANDS


def test_suits_are_looked_at_where_they_matter_only() -> None:
    sights = {
        pattern: {made(looking_for(pattern, poker=order)).sight(card("9", suit)) for suit in SUITS}
        for pattern, order in (("straight", NO_FLUSH + " | A: high or low | Joker: bug"), ("flush", ROLES["bug"]))
    }
    assert {pattern: len(seen) for pattern, seen in sights.items()} == {"straight": 1, "flush": 4}


def test_a_category_without_suits_keeps_the_classes() -> None:
    plain = {"poker": NO_FLUSH + " | A: high or low | Joker: bug"}
    tables, without = lower(looking_for("straight", **plain)), lower(game(**plain))
    assert tables.classes == without.classes
    assert len(without.states) < len(tables.states) < 4 * len(without.states)


def test_five_cards_can_stand_on_a_rung_for_what_they_make() -> None:
    rest = "five_card: total under 27 with 5 cards | standing: total under 27 | bust: total over 27"
    ladder = "rank run | rank twenty_seven | rank five_card, better poker hand first"
    found = game(
        hands=f"run: total under 27 making straight | twenty_seven: total 27 | {rest}",
        ranking=f"{ladder} | rank standing, higher total first | rank bust",
        poker=NO_FLUSH + " | A: high or low | Joker: bug",
    )
    tables, _, ranks = lower_ranked(found)
    rungs = [rank.rung for rank in ranks]
    assert {rank.cards for rank in ranks if rank.rung == "run"} == {5}
    size = len(ranks)
    stands = [any(tables.moves[p * size : (p + 1) * size]) for p in range(size)]
    verdicts = {
        tables.outcomes[outcome].verdict
        for at, outcome in enumerate(tables.final)
        if stands[at // size] and (rungs[at // size], rungs[at % size]) == ("run", "twenty_seven")
    }
    assert verdicts == {Verdict.PLAYER_WINS}
