"""Examples: every kind of thing told, held and not held, and the working that a failure shows."""

from __future__ import annotations

import pytest
from attrs import evolve

from f27lang import model
from f27lang.check.examples import check_examples
from f27lang.diagnostics import Diagnostic, Report
from f27lang.report.messages import render
from tests.closed_games import closed, written

FINNISH_27 = written()
ONE_DECK = written(cards="decks: 1 | deck: A..K in 4 suits plus 2 Joker | shuffle: every hand")
HOLE_CARD = written(
    play="wager | deal 2 up to player | deal 1 up to dealer | deal 1 down to dealer | turn player | turn dealer"
    " | settle",
    settle="at once: player bust -> dealer wins | after dealer: better hand wins, else push",
)
FORCED = written(**{"player when dealer will hit": "must hit on hard ..14 | must stand on hard 25.."})
PUNTO = written(
    cards="decks: 8 | deck: A..K in 4 suits | shuffle: every hand",
    values="A: 1 | 2..9: face | 10..K: 0",
    total="read: last digit",
    player="must hit on total ..5 | otherwise must stand | at most 3 cards",
    dealer="hits on total ..2 | hits on total 3..5 when player drew nothing | hits on total 3 when player drew A..7"
    " | hits on total 4 when player drew 2..7 | otherwise stands | at most 3 cards",
    hands="natural: total 8..9 as dealt | points: total 0..9 | suited: equal ranks in one suit"
    " | late_king: K dealt second",
    ranking="rank points, higher total first",
    settle="after deal: either natural -> better hand wins, else push | after dealer: better hand wins, else push",
    **{
        "wager game: $10..$500": "pays 1:1 on player wins | returns on push | loses on dealer wins",
        "wager banco: $10..$500": "pays 1:1 less 5% on dealer wins | returns on push | loses on player wins",
    },
)


def failures(game: str, *lines: str) -> list[Diagnostic]:
    """Return what check says of a game with these example lines."""
    text = game.rstrip().removesuffix("}") + "  example {\n" + "".join(f"    {line}\n" for line in lines) + "  }\n}\n"
    report = Report()
    check_examples(closed(text), report)
    return list(report)


@pytest.mark.parametrize(
    ("game", "line"),
    [
        (FINNISH_27, "A A 9: soft 24, total 24"),
        (FINNISH_27, "A K: soft 27, finnish_27, standing, not bust"),
        (FINNISH_27, "A K Joker: soft 27, not finnish_27"),
        (FINNISH_27, "dealer 9 A: soft 23, hits"),
        (FINNISH_27, "dealer 10 A: stands"),
        (FINNISH_27, "9 9 9 ties A K Joker"),
        (FINNISH_27, "A K beats 9 9 9"),
        (FINNISH_27, "player 9 9 9 against 9 9 7: player wins, pays 1:1"),
        (FINNISH_27, "player 9 9 K against 9 9 7: dealer wins"),  # over before the dealer's last card
        (FINNISH_27, "player 9 9 9 against A K: dealer wins"),  # decided on the deal, before the third 9
        (FINNISH_27, "player A K against 9 9: player wins"),  # the dealer is not asked what he would draw
        (FINNISH_27, "dealer 9 9 7 against 9 9 9: player wins"),
        (FINNISH_27, "player 9 9 9 against 9 9 9: push, pays 0:1"),
        (FINNISH_27, "player 7 7 against 10 5: may hit, may stand"),
        (HOLE_CARD, "player 9 9 9 against A K: dealer wins"),
        (HOLE_CARD, "player 9 9 K against A K: dealer wins"),
        (FORCED, "player 7 7 against 10 5: must hit, may hit, may not stand"),
        (FORCED, "player 7 7 against 10 J: may stand"),
        (FORCED, "player Q K against 10 5: must stand"),
        (PUNTO, "7 8: total 5"),
        (PUNTO, "3 K: late_king"),
        (PUNTO, "K 3: not late_king"),
        (PUNTO, "3 3 K: not late_king"),
        (PUNTO, "3 K in spades: not suited"),
        (PUNTO, "3 3 in hearts: suited"),
        (PUNTO, "3 3: not suited"),
        (PUNTO, "3 3 in one suit: suited"),
        (PUNTO, "player 3 2: must hit"),
        (PUNTO, "player 3 2 5: must stand"),  # the limit
        (PUNTO, "dealer 3 K against 3 2 8: stands"),
        (PUNTO, "dealer 3 K against 3 2 7: hits"),
        (PUNTO, "dealer 4 K against 3 4: hits"),
        (PUNTO, "player 9 K against 5 5: player wins"),
        (PUNTO, "player A K against 9 7 2: dealer wins, pays 19:20 on banco"),
    ],
)
def test_holds(game: str, line: str) -> None:
    assert not failures(game, line)


@pytest.mark.parametrize(
    ("game", "line", "truth"),
    [
        (FINNISH_27, "A A 9: soft 38", "this hand is soft 24"),
        (FINNISH_27, "A A 9: hard 24", "this hand is soft 24"),
        (FINNISH_27, "A K Joker: finnish_27", "this hand is not finnish_27"),
        (FINNISH_27, "A K: not finnish_27", "this hand is finnish_27"),
        (FINNISH_27, "dealer 9 A: stands", "the dealer hits"),
        (FINNISH_27, "player 9 9: stands", "only the dealer stands by law; write `must stand`"),
        (FINNISH_27, "dealer 9 9: must hit", "the dealer has no choices; write `hits`"),
        (FINNISH_27, "player 7 7 against 10 5: must hit", "the player may hit or stand"),
        (FORCED, "player 7 7 against 10 5: may stand", "the player must hit"),
        (FORCED, "player 7 7 against 10 5: may not hit", "the player must hit"),
        (FINNISH_27, "9 9 9 beats A K", "A K is better"),
        (FINNISH_27, "9 9 9 beats Q Q 3", "the hands are equal"),
        (FINNISH_27, "9 9 ties 9 8", "9 9 is better"),
        (FINNISH_27, "player 9 9 9 against 9 9 7: push", "it is `player wins`"),
        (FINNISH_27, "player 9 9 9 against 9 9 7: pays 3:2", "wager game pays 1:1"),
        (FINNISH_27, "player 9 9 K against 9 9 7: pays 3:2", "wager game loses 1"),
        (FINNISH_27, "player 9 9 against 9 9: pays 3:2", "wager game is returned"),
        (FINNISH_27, "player 9 9 against 9 9: pays 1:1 on side", "there is no wager side"),
        (FINNISH_27, "player 9 9 against 9: push", "the dealer holds 2 cards before the turns, here 1"),
        (FINNISH_27, "player 9: push", "the player holds 2 cards before the turns, here 1"),
        (PUNTO, "player 3 3 against 3 Joker: push", "the shoe holds 0 of Joker"),
        (ONE_DECK, "player 9 9 9 against 9 9: push", "the shoe holds 4 of 9"),
        (PUNTO, "Joker: total 0", "the shoe holds 0 of Joker"),
        (PUNTO, "player A K against 9 7 2: pays 1:1 on banco", "wager banco pays 19:20"),
    ],
)
def test_does_not_hold(game: str, line: str, truth: str) -> None:
    (failure,) = failures(game, line)
    assert (failure.code, failure.severity, failure.message) == ("F0701", "error", f"example does not hold: {truth}")


def test_each_thing_told_is_judged_by_itself() -> None:
    told = failures(FINNISH_27, "A A 9: soft 24, finnish_27, bust", "9 9: hard 18", "9 8: hard 18")
    assert [d.place.text for d in told if d.place] == ["finnish_27", "bust", "hard 18"]


def test_working_of_a_total() -> None:
    (failure,) = failures(FINNISH_27, "A A 9: soft 38")
    assert failure.notes == ("A A 9 can count 11 or 24 or 37; the highest not over 27 is taken",)


def test_working_of_a_result_names_the_row_that_decided() -> None:
    (failure,) = failures(FINNISH_27, "player 9 9 K against 9 9 7: push")
    assert failure.notes == ("player 9 9 K is hard 31, dealer 9 9 is hard 18: at once: player bust -> dealer wins",)
    assert "at once: player bust -> dealer wins\n" in render(failure)


@pytest.mark.parametrize(
    ("section", "line", "missing"),
    [
        ("dealer", "dealer 9 A: hits", "dealer"),
        ("player", "player 9 A: may hit", "player"),
        ("settle", "player 9 9 against 9 9: push", "settle"),
        ("play", "player 9 9 against 9 9: push", "play"),
        ("ranking", "9 9 ties 9 9", "ranking"),
        ("total", "9 9: hard 18", "total"),
    ],
)
def test_abstract_game_tells_what_it_has_not_said_yet(section: str, line: str, missing: str) -> None:
    game = FINNISH_27.rstrip().removesuffix("}") + f"  example {{\n    {line}\n  }}\n}}\n"
    without = evolve(closed(game), **{section: () if section in ("player", "dealer") else None})
    report = Report()
    check_examples(without, report)
    (failure,) = report
    assert failure.message == f"example does not hold: this game has no `{missing}` section yet"


def test_abstract_game_keeps_its_examples() -> None:
    only_hands = evolve(
        closed(FINNISH_27.rstrip().removesuffix("}") + "  example {\n    A K: soft 27, finnish_27\n  }\n}\n"),
        player=(), dealer=(), settle=None, ranking=None, play=None, wagers=(),
    )  # fmt: skip
    assert isinstance(only_hands, model.Game)
    report = Report()
    check_examples(only_hands, report)
    assert not list(report)
