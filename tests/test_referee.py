"""The referee plays: turns, moments, money, advice and logs, judged against the reference by hand."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import pytest

from f27lang import model
from f27lang.referee import (
    Card,
    Hand,
    OutOfCards,
    Referee,
    Round,
    Situation,
    Stuck,
)
from f27lang.referee.hands import NO_CARDS
from tests.by_hand import cards, hand
from tests.closed_games import closed, game, written

HOLE_CARD = "wager | deal 1 up to player | deal 1 up to dealer | deal 1 up to player | deal 1 down to dealer"
NO_HOLE_CARD = "wager | deal 2 up to player | deal 1 up to dealer | turn player | deal 1 up to dealer | turn dealer"
TURNS = " | turn player | turn dealer | settle"
LAST_DIGIT = {
    "values": "A: 1 | 2..9: face | 10..K: 0 | Joker: 0",
    "total": "read: last digit",
    "hands": "points: total 0..9",
    "ranking": "rank points, higher total first",
    "dealer": "hits on total ..5 | otherwise stands",
    "settle": "after dealer: better hand wins, else push",
}


def play(found: model.Game, text: str, moves: str = "") -> Round:
    """Play one round with these cards; h and s are the player's answers in order."""
    answers = iter(moves)
    referee = Referee(found)
    return referee.play(cards(text), lambda situation: {"h": "hit", "s": "stand"}[next(answers)])


# ---- turns -----------------------------------------------------------------------------------------------------------


def test_limit_comes_before_every_law() -> None:
    referee = Referee(game(player="may hit, stand | must hit on total ..14 | at most 3 cards"))
    assert referee.allowed(hand("2 3 4"), hand("9 9")).moves == ("stand",)
    assert referee.allowed(hand("2 3"), hand("9 9")).moves == ("hit",)
    assert referee.allowed(hand("9 9"), hand("9 9")).moves == ("hit", "stand")


def test_permissions_add_up() -> None:
    referee = Referee(game(player="may stand | may hit on total ..20 | may hit on holding A"))
    assert referee.allowed(hand("9 9"), hand("9 9")).moves == ("hit", "stand")
    assert referee.allowed(hand("K K"), hand("9 9")).moves == ("stand",)
    assert referee.allowed(hand("A K"), hand("9 9")).moves == ("hit", "stand")


def test_otherwise_must_is_for_hands_without_another_must() -> None:
    referee = Referee(game(player="must hit on total ..15 | otherwise must stand"))
    assert referee.allowed(hand("9 6"), NO_CARDS).moves == ("hit",)
    assert referee.allowed(hand("9 7"), NO_CARDS).moves == ("stand",)


def test_forced_moves_look_at_the_dealers_law() -> None:
    forced = {
        "player when dealer will hit": "must hit on hard ..14",
        "player when dealer will stand": "must hit on total under dealer",
    }
    referee = Referee(game(**forced))
    assert referee.allowed(hand("7 7"), hand("9 9")).moves == ("hit",)
    assert referee.allowed(hand("7 7"), hand("K K")).moves == ("hit",)
    assert referee.allowed(hand("8 7"), hand("9 9")).moves == ("hit", "stand")
    assert referee.allowed(hand("K K"), hand("K K")).moves == ("hit", "stand")


@pytest.mark.parametrize(
    ("when", "dealer", "holds"),
    [
        ("dealer shows A 10..K", "J", True),
        ("dealer shows A 10..K", "9", False),
        ("dealer shows A 10..K", "J J", False),  # not one single card
        ("dealer shows hard 13..15", "7 7", True),
        ("dealer shows bust", "K K Q", True),
        ("dealer has holding Joker", "9 Joker", True),
        ("dealer has holding Joker", "9 9", False),
        ("player has 7 7", "9 9", True),
        ("player drew nothing", "9 9", True),
        ("player drew A..K", "9 9", False),
        ("dealer shows hard 13..15 and player has 7 8", "7 7", False),
    ],
)
def test_conditions(when: str, dealer: str, holds: bool) -> None:
    referee = Referee(game(**{f"player when {when}": "must hit on total ..27"}))
    assert (referee.allowed(hand("7 7"), hand(dealer)).moves == ("hit",)) == holds


def test_conditions_on_the_last_card_taken() -> None:
    law = "hits on total 3 when player drew A..7 9..K | hits on total ..2 | otherwise stands | at most 3 cards"
    referee = Referee(game(**{**LAST_DIGIT, "dealer": law}))
    assert referee.dealer_move(hand("3 K"), hand("3 2 7")).moves == ("hit",)
    assert referee.dealer_move(hand("3 K"), hand("3 2 8")).moves == ("stand",)
    assert referee.dealer_move(hand("3 K"), hand("7 2 A 8")).moves == ("stand",)
    assert referee.dealer_move(hand("3 K"), hand("7 8")).moves == ("stand",)
    assert referee.dealer_move(hand("A K A"), hand("7 8")).moves == ("stand",)


def test_hidden_cards_are_not_seen() -> None:
    dealer = Hand().deal(Card("9")).deal(Card("A"), up=False)
    assert dealer.shown == Hand((Card("9"),), 1)
    referee = Referee(game(**{"play": HOLE_CARD + TURNS, "player when dealer shows 9": "must hit on total ..20"}))
    assert referee.allowed(hand("9 9"), dealer).moves == ("hit",)
    seen: list[Situation] = []

    def decide(situation: Situation) -> str:
        seen.append(situation)
        return "stand"

    referee.play(cards("9 9 K A K"), decide)
    assert [(each.player.ranks, each.dealer.ranks) for each in seen] == [(("9", "K"), ("9",))]


# ---- rounds ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "moves", "verdict", "row", "decisions"),
    [
        ("A K 9 9", "", "player wins", 0, 0),
        ("9 9 K A", "", "dealer wins", 0, 0),
        ("A K K A", "", "push", 0, 0),
        ("9 9 9 9 K", "h", "dealer wins", 1, 1),
        ("9 9 9 9 9 7", "hs", "player wins", 2, 2),
        ("9 9 9 9 3", "s", "dealer wins", 2, 1),
        ("9 9 9 9 Joker 9", "s", "dealer wins", 2, 1),  # 18, a joker, 27
        ("K K 9 9 9", "s", "dealer wins", 2, 1),
        ("K K 9 4 K", "s", "push", 2, 1),
        ("K K 9 7 Q", "s", "player wins", 2, 1),  # 28
    ],
)
def test_rounds_of_the_family(text: str, moves: str, verdict: str, row: int, decisions: int) -> None:
    found = play(game(), text, moves)
    assert (found.verdict, found.row, found.decisions) == (verdict, row, decisions)
    assert found.payoffs == {"game": {"player wins": 1, "dealer wins": -1, "push": 0}[verdict]}
    assert len(found.player) + len(found.dealer) == len(text.split())


def test_at_once_rows_about_the_dealer_wait_while_a_card_is_hidden() -> None:
    settle = "at once: dealer finnish_27 -> dealer wins | at once: player bust -> dealer wins"
    settle += " | after dealer: better hand wins, else push"
    hidden = game(play=HOLE_CARD + TURNS, settle=settle)
    assert play(hidden, "9 A 9 K", "s").row == 0
    assert play(hidden, "9 A 9 K K", "h").row == 1  # he is over before the hidden king counts
    assert play(game(settle=settle), "9 9 A K").row == 0


def test_an_earlier_moment_beats_a_higher_row() -> None:
    settle = "after dealer: player 9 9 as dealt -> push | after player: player 9 9 -> player wins"
    settle += " | after deal: both 9 9 -> dealer wins | after dealer: better hand wins, else push"
    assert play(game(settle=settle), "9 9 9 9").row == 2
    assert play(game(settle=settle), "9 9 K K", "s").row == 1
    assert play(game(settle=settle), "9 K K K", "s").row == 3


def test_cards_between_the_turns_are_dealt_not_taken() -> None:
    settle = "after deal: player finnish_27 -> player wins | at once: player bust -> dealer wins"
    settle += " | after dealer: better hand wins, else push"
    late = game(play=NO_HOLE_CARD + " | settle", settle=settle)
    lost = play(late, "K K A K", "s")
    assert lost.verdict == "dealer wins"
    assert lost.dealer == cards("A K")
    assert play(late, "K K A 9 Joker 2", "s").dealer == cards("A 9 Joker 2")  # soft 23 twice, then soft 25


def test_player_without_a_turn_goes_straight_to_after_player() -> None:
    settle = "after player: player 9 9 -> push | after dealer: better hand wins, else push"
    found = game(
        play="wager | deal 2 up to player | deal 2 up to dealer | turn dealer | settle", settle=settle, player=""
    )
    assert play(found, "9 9 2 3").row == 0
    assert play(found, "9 K K K").row == 1


def test_better_facts() -> None:
    settle = "after dealer: player better and player total 20.. -> player wins | after dealer: dealer better -> push"
    settle += " | after dealer: better hand wins, else dealer wins"
    assert play(game(settle=settle), "K 8 K 8", "s").verdict == "dealer wins"
    assert play(game(settle=settle), "K K Q Q", "s").row == 0
    assert play(game(settle=settle), "Q Q K K", "s").verdict == "push"


def test_undecided_round_says_so() -> None:
    with pytest.raises(Stuck, match="no settle row decides"):
        play(game(settle="at once: player bust -> dealer wins"), "K K K K", "s")


def test_no_law_and_no_card_say_so() -> None:
    with pytest.raises(Stuck, match="no law says"):
        play(game(dealer="stands on hard 21.."), "K K 9 9", "s")
    with pytest.raises(OutOfCards):
        play(game(), "K K 9 9", "s")
    with pytest.raises(ValueError, match="double is not allowed: hit, stand"):
        Referee(game()).play(cards("K K 9 9"), lambda situation: "double")


# ---- money -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "text", "moves", "paid"),
    [
        ("pays 3:2 on player wins with finnish_27 | pays 1:1 on player wins", "A K 9 9", "", "3/2"),
        ("pays 3:2 on player wins with finnish_27 | pays 1:1 on player wins", "K K 9 3 K", "s", "1"),
        ("pays 1:1 less 5% on player wins", "A K 9 9", "", "19/20"),
        ("loses on push", "A K A K", "", "-1"),
        ("pays 8:1 on push with A K", "A K A K", "", "8"),
        ("pays 2:1 on dealer wins with finnish_27", "9 9 A K", "", "2"),
        ("pays 2:1 on dealer wins with finnish_27 against 9 9", "9 9 A K", "", "2"),
        ("pays 2:1 on dealer wins with finnish_27 against 9 9 | loses on dealer wins", "9 8 A K", "", "-1"),
        ("pays 5:1 on player equal ranks as dealt", "9 9 A K", "", "5"),
        ("pays 5:1 on either equal ranks", "A K 9 9", "", "5"),
        ("pays 5:1 on both equal ranks | otherwise returns", "A K 9 9", "", "0"),
        ("pays 5:1 on dealer bust | otherwise loses", "A K 9 9", "", "-1"),
    ],
)
def test_wagers(lines: str, text: str, moves: str, paid: str) -> None:
    found = play(game(**{"wager game: $10..$500": f"{lines} | otherwise loses"}), text, moves)
    assert found.payoffs == {"game": Fraction(paid)}


def test_each_wager_is_paid_by_itself() -> None:
    side = {"wager tie: $5..$50": "pays 8:1 on push | otherwise loses"}
    assert play(game(**side), "A K A K").payoffs == {"game": 0, "tie": 8}


# ---- strategies ------------------------------------------------------------------------------------------------------


def advice(lines: str, mine: str, dealer: str = "9 9", moves: Iterable[str] = ("hit", "stand")) -> str:
    text = written().rstrip().removesuffix("}") + "strategy probe {\n" + lines.replace(" | ", "\n") + "\n}\n}\n"
    return Referee(closed(text)).advice("probe", Situation(hand(mine), hand(dealer), tuple(moves)))


def test_advice_is_read_from_the_top() -> None:
    lines = "player { | stand on hard 15.. | hit on hard 18.. | otherwise hit | }"
    assert advice(lines, "9 9") == "stand"
    assert advice(lines, "7 7") == "hit"


def test_moves_not_allowed_are_skipped() -> None:
    lines = "player { | hit on hard ..20 | otherwise hit, stand | }"
    assert advice(lines, "7 7", moves=("stand",)) == "stand"


def test_advice_in_blocks_with_conditions() -> None:
    lines = "player when dealer will stand { | hit on total under dealer | } | player { | otherwise stand | }"
    assert advice(lines, "9 9", "K K") == "hit"
    assert advice(lines, "9 9", "9 9") == "stand"


def test_like_dealer_plays_his_law() -> None:
    assert advice("like dealer", "10 J") == "stand"
    assert advice("like dealer", "9 A") == "hit"


def test_advice_that_runs_out_says_so() -> None:
    with pytest.raises(Stuck, match="probe has no advice"):
        advice("player { | stand on hard 15.. | }", "7 7")


# ---- the log ---------------------------------------------------------------------------------------------------------


def test_every_step_has_words_and_a_reason() -> None:
    found = play(game(), "9 9 9 9 9 7", "hs")
    assert [str(event) for event in found.events] == [
        "player is dealt 9: hard 9 (deal 2 up to player)",
        "player is dealt 9: hard 18 (deal 2 up to player)",
        "dealer is dealt 9: hard 9 (deal 2 up to dealer)",
        "dealer is dealt 9: hard 18 (deal 2 up to dealer)",
        "player may hit or stand (may hit, stand)",
        "player takes 9: hard 27 (may hit, stand)",
        "player may hit or stand (may hit, stand)",
        "player stands: hard 27 (may hit, stand)",
        "dealer takes 7: hard 25 (otherwise hits)",
        "dealer stands: hard 25 (stands on hard 21..)",
        "player wins (after dealer: better hand wins, else push)",
        "game brings 1 (pays 1:1 on player wins)",
    ]
    assert all(event.span is not None for event in found.events)


def test_a_hidden_card_is_not_read_before_it_is_turned_up() -> None:
    found = play(game(play=HOLE_CARD + TURNS), "9 A 9 9 2", "s")
    words = [event.words for event in found.events]
    assert "dealer is dealt, face down, 9" in words
    assert "dealer turns up: soft 23" in words


def test_forced_moves_name_their_rule() -> None:
    forced = {"player when dealer will hit": "must hit on hard ..14"}
    found = play(game(**forced), "7 7 9 9 K 9", "s")
    assert "player takes K: hard 27 (must hit on hard ..14)" in [str(event) for event in found.events]
