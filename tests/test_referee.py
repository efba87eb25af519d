"""The referee by itself: readings, patterns, turns, moments, money and logs, judged against the reference by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import islice

import numpy as np
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
    deal_order,
    shoe,
)
from f27lang.referee.hands import NO_CARDS
from tests.closed_games import closed, game, written
from tests.oracles.deal import places

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


def cards(text: str, suit: str | None = None) -> tuple[Card, ...]:
    return tuple(Card(rank, suit) for rank in text.split())


def hand(text: str, dealt: int = 2, suit: str | None = None) -> Hand:
    return Hand(cards(text, suit), min(dealt, len(text.split())))


def always(move: str) -> object:
    return lambda situation: move


def pattern(text: str, **sections: str) -> tuple[Referee, model.Pattern]:
    """Return a referee and the pattern that a name stands for in his game."""
    named = {"hands": f"probe: {text} | finnish_27: A K as dealt | standing: total ..27 | bust: total over 27"}
    found = Referee(game(**{**named, **sections}))
    return found, found.reader.names["probe"][0]


def play(found: model.Game, text: str, moves: str = "") -> Round:
    """Play one round with these cards; h and s are the player's answers in order."""
    answers = iter(moves)
    referee = Referee(found)
    return referee.play(cards(text), lambda situation: {"h": "hit", "s": "stand"}[next(answers)])


# ---- the shoe --------------------------------------------------------------------------------------------------------


def test_shoe_is_sorted_by_rank_then_suit_with_cards_without_suit_last() -> None:
    found = shoe(game(cards="decks: 2 | deck: A 9..K in 2 suits plus 1 9 plus 1 Joker | shuffle: every hand"))
    assert [card for card in found if card.rank == "9"] == [
        *[Card("9", "spades")] * 2, *[Card("9", "hearts")] * 2, *[Card("9")] * 2,
    ]  # fmt: skip
    assert [card.rank for card in found[::2]] == [
        "A",
        "A",
        "9",
        "9",
        "9",
        "10",
        "10",
        "J",
        "J",
        "Q",
        "Q",
        "K",
        "K",
        "Joker",
    ]


def test_shoe_of_six_decks() -> None:
    ranks = Counter(card.rank for card in shoe(game()))
    assert sum(ranks.values()) == 324
    assert ranks["A"] == 24 and ranks["Joker"] == 12


@pytest.mark.parametrize("number", [0, 1, 12345])
def test_deal_order_is_that_of_the_documented_lines(number: int) -> None:
    found = game()
    whole = shoe(found)
    expected = [whole[int(place)] for place in places(9, number, len(whole))]
    assert list(islice(deal_order(found, 9, number), 40)) == expected[:40]


def test_deal_order_deals_every_card_once() -> None:
    found = game(cards="decks: 1 | deck: A 9..K in 2 suits | shuffle: every hand")
    assert Counter(deal_order(found, 1, 2)) == Counter(shoe(found))


def test_all_places_are_equally_likely() -> None:
    """Chi-square of the first card over the twelve places; the bound is the 1e-6 point at eleven degrees of freedom."""
    found = game(cards="decks: 1 | deck: A 9..K in 2 suits | shuffle: every hand")
    counts = Counter(next(deal_order(found, 3, number)) for number in range(6000))
    assert float(np.sum((np.array(list(counts.values())) - 500.0) ** 2) / 500.0) < 49.5


# ---- readings --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("A K", "soft 27"),
        ("A A Joker", "soft 15"),
        ("A Q 2", "hard 15"),
        ("A A 9", "soft 24"),
        ("9 9 9", "hard 27"),
        ("K K K", "hard 39"),
        ("A A K K", "hard 28"),
        ("Joker", "hard 0"),
    ],
)
def test_highest_not_over(text: str, reading: str) -> None:
    assert str(Referee(game()).reading(hand(text))) == reading


@pytest.mark.parametrize(
    ("total", "text", "reading"),
    [
        ("read: nearest 27 | soft: A counts 14", "A K 2", "soft 29"),  # 16 or 29: two over is nearer than eleven under
        ("read: nearest 21 | soft: A counts 14", "A K", "soft 27"),  # 14 or 27
        ("read: nearest 15 | soft: A counts 14", "A A 7", "hard 9"),  # 9, 22 or 35: six under beats seven over
        ("read: nearest 15 | soft: A counts 14", "A A 6 Joker", "soft 21"),  # 8, 21: six over beats seven under
        ("read: nearest 16 | soft: A counts 14", "A J 2 Joker", "hard 14"),
        ("read: nearest 20 | soft: A counts 14", "A Q Joker", "soft 26"),  # 13 or 26
        ("read: last digit", "9 8", "hard 7"),
        ("read: last digit", "J K 6", "hard 0"),
    ],
)
def test_other_ways_to_read(total: str, text: str, reading: str) -> None:
    values = "A: 1 | 2..10: face | J: 11 | Q: 12 | K: 13 | Joker: 0" if "digit" in total else "A: 1 or 14"
    values += "" if "digit" in total else " | 2..10: face | J: 11 | Q: 12 | K: 13 | Joker: 0"
    assert str(Referee(game(total=total, values=values)).reading(hand(text))) == reading


def test_equal_distance_takes_the_lower_total() -> None:
    found = Referee(game(total="read: nearest 20 | soft: A counts 14", values="A: 1 or 14 | 2..K: 6 | Joker: 13/2"))
    assert str(found.reading(hand("A Joker Joker"))) == "hard 14"  # 14 or 27: six under, seven over
    assert str(found.reading(hand("A 9 Joker"))) == "hard 27/2"  # 13.5 or 26.5: 6.5 on both sides


def test_fractions_stay_exact() -> None:
    found = Referee(game(values="A: 1/3 | 2..10: face | J Q K: 1/2 | Joker: 6.5", total="read: highest not over 27"))
    assert found.reading(hand("A A A")).total == 1
    assert found.reading(hand("J Joker")).total == 7


def test_a_card_that_makes_a_total_decides_alone() -> None:
    found = Referee(game(values="A: 1 or 14 | 2..10: face | J: 11 | Q: 12 | K: 13 | Joker: makes 27"))
    assert str(found.reading(hand("K K K Joker"))) == "hard 27"
    assert str(found.reading(hand("A Joker"))) == "hard 27"


def test_soft_is_the_way_with_the_fewest_high_values() -> None:
    """11 + 5 + 5 raises one card, 1 + 10 + 10 two: the ace counts 11."""
    values = "A: 1 or 11 | 2..4: face | 5: 5 or 10 | 6..10: face | J Q K: 10 | Joker: 0"
    found = Referee(game(values=values, total="read: highest not over 21 | soft: A counts 11"))
    assert str(found.reading(hand("A 5 5"))) == "soft 21"
    assert str(found.reading(hand("A J"))) == "soft 21"
    assert str(found.reading(hand("A 5 J 5"))) == "hard 21"


# ---- patterns --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "fitting", "other"),
    [
        ("A K", ["A K", "K A"], ["A Q", "A K 2", "A"]),
        ("9 9 9", ["9 9 9"], ["9 9", "9 9 8", "9 9 9 9"]),
        ("Joker any", ["Joker 5", "5 Joker", "Joker Joker"], ["5 6", "Joker", "Joker 5 6"]),
        ("any any", ["5 6", "Joker A"], ["5", "5 6 7"]),
        ("hard 15..20", ["8 7", "K 7"], ["8 6", "A 3", "K 8"]),
        ("soft 15..20", ["A 3"], ["8 7", "A K"]),
        ("total over 14", ["8 7", "A 3"], ["7 7"]),
        ("total under 14", ["7 6"], ["7 7"]),
        ("total ..14", ["7 7", "A Joker"], ["8 7"]),
        ("equal ranks", ["9 9", "9 9 9"], ["9", "9 8"]),
        ("equal values", ["9 9"], ["9", "9 10"]),
        ("holding Joker", ["Joker", "9 Joker"], ["9 9"]),
        ("dealt 9 9", ["9 9", "9 9 3"], ["9 3 9", "3 9 9", "9"]),
        ("dealt 9 any", ["9 3", "3 9 5"], ["5 3 9"]),
        ("with 3 cards", ["A 2 3"], ["9 9", "9 9 2 2"]),
        ("with 3.. cards", ["9 9 2", "9 9 2 2"], ["9 9"]),
        ("Joker dealt second", ["9 Joker"], ["Joker 9", "9 Joker 2", "9 2 Joker"]),
        ("A K as dealt", ["A K", "K A"], ["A Q"]),
        ("total 27 with 3 cards as dealt", [], ["9 9 9"]),
        ("finnish_27", ["A K"], ["A Q"]),
    ],
)
def test_patterns(text: str, fitting: list[str], other: list[str]) -> None:
    referee, probe = pattern(text)
    assert all(referee.fits(probe, hand(each), NO_CARDS) for each in fitting)
    assert not any(referee.fits(probe, hand(each), NO_CARDS) for each in other)


def test_equal_values_are_equal_sets_of_values() -> None:
    referee, probe = pattern("equal values", values="A: 1 or 14 | 2..10: face | J Q K: 10 | Joker: makes 27")
    assert referee.fits(probe, hand("J K 10"), NO_CARDS)
    assert not referee.fits(probe, hand("J Joker"), NO_CARDS)
    assert referee.fits(probe, hand("Joker Joker"), NO_CARDS)


def test_suits_and_jokers() -> None:
    referee, one = pattern("9 any in one suit")
    spades = Hand((Card("9", "spades"), Card("3", "spades")), 2)
    mixed = Hand((Card("9", "spades"), Card("3", "hearts")), 2)
    joker = Hand((Card("9", "spades"), Card("Joker")), 2)
    assert [referee.fits(one, each, NO_CARDS) for each in (spades, mixed, joker)] == [True, False, False]
    referee, hearts = pattern("with 2 cards in hearts")
    assert not referee.fits(hearts, spades, NO_CARDS)
    assert referee.fits(hearts, Hand(cards("9 3", "hearts"), 2), NO_CARDS)


def test_as_dealt_counts_what_deal_gave_not_two() -> None:
    referee, probe = pattern("9 9 9 as dealt")
    assert referee.fits(probe, hand("9 9 9", dealt=3), NO_CARDS)
    assert not referee.fits(probe, hand("9 9 9", dealt=2), NO_CARDS)


@pytest.mark.parametrize(
    ("text", "holds"),
    [("over", (False, False, True)), ("under", (True, False, False)),
     ("at least", (False, True, True)), ("at most", (True, True, False))],
)  # fmt: skip
def test_ranges_against_the_other_side(text: str, holds: tuple[bool, ...]) -> None:
    referee, probe = pattern(f"total {text} dealer")
    hands = (hand("9 8"), hand("9 9"), hand("9 10"))
    assert tuple(referee.fits(probe, each, hand("10 8")) for each in hands) == holds


# ---- ranking ---------------------------------------------------------------------------------------------------------


def test_rungs_come_before_orders() -> None:
    referee = Referee(game())
    assert [referee.rung(hand(text)) for text in ("A K", "9 9 9", "K K K")] == [0, 1, 2]
    assert referee.compare(hand("A K"), hand("9 9 9")) == 1
    assert referee.compare(hand("9 9 8"), hand("9 9 9")) == -1
    assert referee.compare(hand("K K K"), hand("Q Q Q")) == 0


def test_orders_decide_one_after_another() -> None:
    rungs = "rank finnish_27 | rank standing, nearest 20 first, fewer cards first, lower total first | rank bust"
    referee = Referee(game(ranking=rungs))
    assert referee.compare(hand("10 9"), hand("10 8")) == 1
    assert referee.compare(hand("10 9"), hand("10 J")) == 1  # 19 and 21: equal distance and cards, the lower is better
    assert referee.compare(hand("10 J"), hand("10 5 4")) == 1  # equal distance, fewer cards
    assert referee.compare(hand("10 9"), hand("9 10")) == 0


def test_hand_on_no_rung_is_below_all() -> None:
    referee = Referee(game(ranking="rank finnish_27 | rank standing, higher total first"))
    assert referee.compare(hand("2 3"), hand("K K K")) == 1
    assert referee.compare(hand("Q Q Q"), hand("K K K")) == 0


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
