"""Games with showdowns and looks at hidden cards for tests of the simulator: each by a name."""

from __future__ import annotations

from attrs import evolve

from f27lang.rulebook import Deal, Rulebook, Showdown
from tests.showdowns import BETTER, HOLE_LAST, LOSE, NO_FLUSH, PUSH, showdown_game

FIVE_EACH = (Deal("player", 5, True), Deal("dealer", 5, False))


def many_outcomes(rulebook: Rulebook, number: int) -> Rulebook:
    """Return the game with outcomes that never come, and showdowns behind them."""
    known = len(rulebook.outcomes)
    final = tuple(o if o < known else o + number for o in rulebook.final)
    return evolve(rulebook, outcomes=(*rulebook.outcomes, *rulebook.outcomes[:1] * number), final=final)


def two_showdowns(rulebook: Rulebook) -> Rulebook:
    """Return the game with a showdown of its own for a player whose total is even: he loses what he would win."""
    size, known = len(rulebook.states), len(rulebook.outcomes)
    final = (
        o + 1 if o == known and rulebook.states[cell // size].total % 2 == 0 else o
        for cell, o in enumerate(rulebook.final)
    )
    return evolve(rulebook, final=tuple(final), showdowns=(*rulebook.showdowns, Showdown(LOSE, PUSH, BETTER)))


POKER_GAMES = {
    "hole card": showdown_game(better=BETTER),
    "peek": showdown_game(order=NO_FLUSH, peek=True),
    "peek at the last card": showdown_game(before=HOLE_LAST, peek=True, copies=1, jokers=2),
    "five cards each": showdown_game(before=FIVE_EACH, target=99, better=BETTER),
    "five cards each of one deck, wild": showdown_game(before=FIVE_EACH, target=99, copies=1, jokers=2, joker="wild"),
    "five cards each, dead jokers, cards without suit": showdown_game(
        before=FIVE_EACH, target=99, joker="dead", unsuited=(("8", 9), ("A", 30)), suits=2
    ),
    "suits of sevens apart": showdown_game(before=FIVE_EACH, target=99, split=("7",), suits=1, copies=20),
    "two showdowns": two_showdowns(showdown_game(before=FIVE_EACH, target=99)),
    "two bytes a cell": many_outcomes(showdown_game(before=FIVE_EACH, target=99, peek=True), 400),
}
