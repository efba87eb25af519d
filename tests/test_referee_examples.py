"""Examples about suits, poker hands, bonuses and insurance: held and not held, and what a failure says."""

from __future__ import annotations

import pytest

from f27lang.check.examples import check_examples
from f27lang.diagnostics import Diagnostic, Report
from tests.closed_games import closed
from tests.poker_games import INSURANCE, PEEK, SECTIONS, text

PLAIN = text()
RUNS = text(
    hands=f"{SECTIONS['hands']} | run: 8 9 10 in one suit | flushed: making flush",
    **{
        "bonus run on game": "adds 50:1 on player wins with 8 9 10 in spades"
        " | adds 5:1 on player wins with 8 9 10 in one suit | adds 2:1 on player wins with 8 9 10"
    },
)
INSURED = text(**INSURANCE)
LOOKS = text(**PEEK)


def failures(game: str, line: str) -> list[Diagnostic]:
    """Return what check says of a game with this example line."""
    report = Report()
    check_examples(closed(game.rstrip().removesuffix("}") + f"  example {{\n    {line}\n  }}\n}}\n"), report)
    return list(report)


@pytest.mark.parametrize(
    ("game", "line"),
    [
        (PLAIN, "9 9 9 beats 2 3 4 5 6"),
        (PLAIN, "2 3 4 5 6 beats K K"),
        (PLAIN, "2 2 3 4 5 beats 2 3 4 6 7"),
        (PLAIN, "A 2 3 4 5 in hearts beats 2 3 4 5 6"),
        (PLAIN, "A 2 3 4 5 in one suit ties A 2 3 4 5 in clubs"),
        (PLAIN, "2 3 4 5 6 ties 3 2 4 5 6"),
        (PLAIN, "2 3 4 6 8: five_card"),
        (PLAIN, "player 2 3 4 5 6 against 2 2 3 4 5: player wins"),
        (PLAIN, "player 2 3 4 6 8 in spades against 2 3 4 5 6: player wins"),
        (PLAIN, "player 9 9 9 against A K: player wins"),
        (RUNS, "8 9 10: not run"),
        (RUNS, "8 9 10 in one suit: run"),
        (RUNS, "2 3 4 6 8: not flushed"),
        (RUNS, "2 3 4 8 Joker in hearts: flushed"),
        (RUNS, "player 8 9 10 against 9 10: pays 3:1"),
        (RUNS, "player 9 8 10 in one suit against 9 10: pays 6:1"),  # a suit that no line names
        (RUNS, "player 9 8 10 in spades against 9 10: pays 51:1 on game"),
        (INSURED, "player 9 9 against K A: dealer wins, pays 10:1 on insurance"),
        (LOOKS, "player 9 9 9 against A K: dealer wins"),
        (LOOKS, "player A K against A K: player wins"),
    ],
)
def test_what_holds(game: str, line: str) -> None:
    assert failures(game, line) == []


@pytest.mark.parametrize(
    ("game", "line", "message", "notes"),
    [
        (
            PLAIN, "2 3 4 5 7 beats 2 2 3 4 5", "2 2 3 4 5 is better",
            ("2 3 4 5 7 is hard 21, high card: `rank five_card, better poker hand first`",
             "2 2 3 4 5 is hard 16, pair: `rank five_card, better poker hand first`"),
        ),
        (PLAIN, "9 9 beats 2 3 4 5 7", "2 3 4 5 7 is better",
         ("9 9 is hard 18: `rank standing, higher total first`",
          "2 3 4 5 7 is hard 21: `rank five_card, better poker hand first`")),
        (PLAIN, "2 2 3 4 5 in hearts beats K K", "the shoe holds 1 of 2 in hearts", ()),
        (PLAIN, "2 2 3 4 5 beats 2 2 2 4 5", "the shoe holds 4 of 2", ()),
        (RUNS, "player 8 9 10 against 9 10: pays 6:1", "wager game pays 3:1",
         ("player 8 9 10 is hard 27: at once: player total 27 -> player wins",
          "bonus run adds 2 (adds 2:1 on player wins with 8 9 10)")),
        (INSURED, "player 9 9 against A K: pays 10:1 on insurance", "wager insurance is not offered", ()),
    ],
)  # fmt: skip
def test_what_does_not(game: str, line: str, message: str, notes: tuple[str, ...]) -> None:
    (found,) = failures(game, line)
    assert found.message == f"example does not hold: {message}"
    assert found.notes == notes


def test_a_hand_that_can_be_no_poker_hand_is_told() -> None:
    ranked_early = text(ranking="rank standing, better poker hand first")
    (found,) = failures(ranked_early, "9 9 beats 8 8")
    assert found.message == "example does not hold: 9 9 is no poker hand, which takes five cards"
