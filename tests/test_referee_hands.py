"""The referee's eye for hands: the shoe, readings, patterns and ranking, judged against the reference by hand."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import numpy as np
import pytest

from f27lang.referee import Card, Hand, Referee, deal_order, shoe
from f27lang.referee.hands import NO_CARDS
from tests.by_hand import cards, hand, pattern
from tests.closed_games import game
from tests.oracles.deal import places

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
