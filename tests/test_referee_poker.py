"""The referee at Poker-Like: ranks of five cards, peeks, bonuses, insurance, and the words for each of them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from f27lang import model
from f27lang.referee import Card, Hand, Referee, Round, Stuck
from f27lang.referee.hands import NO_CARDS
from tests.poker_games import INSURANCE, NO_FLUSH, PEEK, SECTIONS, game

SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
ORDER = SECTIONS["poker"].split("|")[0]


def card(text: str) -> Card:
    """Return a card: 9s is the nine of spades, 9 has no suit."""
    return Card(text[:-1], SUITS[text[-1]]) if text[-1] in SUITS else Card(text)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(card, text.split()))


def hand(text: str) -> Hand:
    return Hand(cards(text), 2)


def poker(joker: str = "bug", order: str = ORDER, ace: str = "high or low") -> Referee:
    return Referee(game(poker=f"{order} | A: {ace} | Joker: {joker}"))


def made(text: str, referee: Referee) -> str:
    return str(referee.reader.made(hand(text)))


def play(found: model.Game, text: str, moves: str = "") -> Round:
    """Play one round with these cards; h and s are the player's answers in order."""
    answers = iter(moves)
    return Referee(found).play(cards(text), lambda situation: {"h": "hit", "s": "stand"}[next(answers)])


# ---- five cards ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "bug", "wild", "dead"),
    [
        ("2 2 2 2 2", "five of a kind", "five of a kind", "five of a kind"),
        ("2h 3h 4h 5h 6h", "straight flush", "straight flush", "straight flush"),
        ("2h 3h 4h 5h 7h", "flush", "flush", "flush"),
        ("2h 3h 4h 5h 7", "high card", "high card", "high card"),  # one card without suit
        ("2h 3h 4h 5h 7s", "high card", "high card", "high card"),
        ("2 3 4 5 6", "straight", "straight", "straight"),
        ("A 2 3 4 5", "straight", "straight", "straight"),
        ("10 J Q K A", "straight", "straight", "straight"),
        ("Q K A 2 3", "high card", "high card", "high card"),
        ("9 9 9 2 2", "full house", "full house", "full house"),
        ("2 3 4 5 Joker", "straight", "straight", "high card"),
        ("2h 3h 4h 7h Joker", "flush", "flush", "high card"),
        ("2h 3h 4h 6h Joker", "straight flush", "straight flush", "high card"),
        ("2 3 7 9 Joker", "high card", "pair", "high card"),
        ("A 3 7 9 Joker", "pair", "pair", "high card"),
        ("9 9 3 7 Joker", "pair", "three of a kind", "pair"),
        ("9 9 A 7 Joker", "two pair", "three of a kind", "pair"),
        ("9 9 9 7 Joker", "three of a kind", "four of a kind", "three of a kind"),
        ("9 9 9 9 Joker", "four of a kind", "five of a kind", "four of a kind"),
        ("2 7 9 Joker Joker", "pair", "three of a kind", "pair"),
        ("9 9 7 Joker Joker", "two pair", "four of a kind", "two pair"),
        ("9 9 9 Joker Joker", "full house", "five of a kind", "full house"),
        ("2 4 6 Joker Joker", "straight", "straight", "pair"),
        ("A A A Joker Joker", "five of a kind", "five of a kind", "full house"),
        ("Joker Joker Joker Joker Joker", "five of a kind", "five of a kind", "five of a kind"),
    ],
)
def test_categories_by_what_a_joker_is(text: str, bug: str, wild: str, dead: str) -> None:
    assert [made(text, poker(role)) for role in ("bug", "wild", "dead")] == [bug, wild, dead]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("9 9 3 4 6", "8 8 A K Q"),
        ("9 9 A 4 6", "9 9 K Q J"),
        ("9 9 2 2 3", "8 8 7 7 A"),
        ("2 3 4 5 6", "A 2 3 4 5"),
        ("2 3 4 5 Joker", "A 2 3 4 5"),  # the joker is a six
        ("10 J Q K Joker", "9 10 J Q K"),
        ("3 3 3 2 2", "2 2 2 A A"),
        ("Ah 9h 7h 4h 2h", "Ks Qs Js 9s 7s"),
        ("2h 4h 5h 9h Joker", "Ks Qs Js 9s 7s"),  # the joker is an ace of hearts
        ("Ah 2h 5h 9h Joker", "Ah Kh Qh Jh 9h"),  # and there may be two
    ],
)
def test_ties_inside_a_category(better: str, worse: str) -> None:
    reader = poker().reader
    assert reader.made(hand(better)) > reader.made(hand(worse))
    assert reader.made(hand(better)).category == reader.made(hand(worse)).category


def test_suits_never_break_ties() -> None:
    reader = poker().reader
    assert reader.made(hand("Ah 9h 7h 4h 2h")) == reader.made(hand("As 9s 7s 4s 2s"))
    assert reader.made(hand("9h 9s 7s 4s 2s")) == reader.made(hand("9d 9c 7c 4h 2d"))


def test_a_category_left_out_does_not_exist() -> None:
    referee = poker(order=NO_FLUSH)
    assert made("2h 3h 4h 5h 6h", referee) == "straight"
    assert made("2h 3h 4h 5h 7h", referee) == "high card"
    few = poker(order="order: full_house, straight, pair, high_card")
    assert [made(text, few) for text in ("9 9 9 9 9", "9 9 9 9 2", "9 9 2 2 3")] == ["full house", "pair", "pair"]


def test_aces_that_are_high_only() -> None:
    assert made("A 2 3 4 5", poker(ace="high")) == "high card"
    assert made("10 J Q K A", poker(ace="high")) == "straight"


def test_the_order_is_the_files() -> None:
    flush_high = "order: five_of_a_kind, straight_flush, flush, four_of_a_kind, high_card"
    text = "9s 9s 9s 9s Joker"
    assert made(text, poker(order=flush_high)) == "flush"
    assert made(text, poker()) == "four of a kind"


@pytest.mark.parametrize(
    ("pattern", "fitting", "other"),
    [
        ("making pair", ["9 9 2 3 5"], ["9 9", "9 9 9 2 3", "9 9 2 2 3"]),
        ("making at least straight", ["2 3 4 5 6", "9 9 9 2 2"], ["2 3 4 5", "9 9 9 2 3"]),
        ("making straight", ["2 3 4 5 6", "2 2 3 4 5 6"], ["2h 3h 4h 5h 6h"]),  # the best five of six
        ("total ..20 making pair", ["2 2 3 4 5"], ["9 9 2 3 5"]),
    ],
)
def test_patterns_of_poker_hands(pattern: str, fitting: list[str], other: list[str]) -> None:
    referee = Referee(game(hands=f"{SECTIONS['hands']} | probe: {pattern}"))
    assert all(referee.reader.fits_name("probe", hand(text), NO_CARDS) for text in fitting)
    assert not any(referee.reader.fits_name("probe", hand(text), NO_CARDS) for text in other)


def test_five_cards_compare_as_poker_hands_fewer_by_their_total() -> None:
    referee = poker()
    assert referee.compare(hand("2 2 3 4 5"), hand("2 3 4 6 8")) == 1
    assert referee.compare(hand("2 3 4 6 8"), hand("K K")) == 1
    assert referee.compare(hand("K K"), hand("K Q")) == 1
    assert referee.compare(hand("2 3 4 6 8"), hand("3 2 4 6 8")) == 0
    assert referee.compare(hand("2 3 4 6 8"), hand("9 9 9")) == -1


def test_a_poker_hand_has_five_cards() -> None:
    referee = Referee(game(ranking="rank standing, better poker hand first"))
    with pytest.raises(Stuck, match="9 9 is no poker hand"):
        referee.compare(hand("9 9"), hand("2 3 4 5 6"))


# ---- looking at the hidden card --------------------------------------------------------------------------------------

LOOKS = game(**PEEK)


def words(played: Round) -> list[str]:
    """Return what happened after the deal, each with its reason."""
    return [str(event) for event in played.events if not event.what.startswith("is dealt")]


def test_a_peek_that_decides() -> None:
    assert words(play(LOOKS, "9 9 K A")) == [
        "dealer peeks (peek)",
        "dealer turns up: soft 27",
        "dealer wins (after peek: dealer finnish_27 -> dealer wins)",
        "game brings -1 (loses on dealer wins)",
    ]


def test_a_peek_that_decides_nothing() -> None:
    assert words(play(LOOKS, "9 8 J A K", "s")) == [
        "dealer peeks and nothing is decided (peek)",
        "player may hit or stand (may hit, stand)",
        "player stands: hard 17 (may hit, stand)",
        "dealer turns up: soft 25",
        "dealer stands: soft 25 (stands on soft 25.. with 2 cards)",
        "dealer wins (after dealer: better hand wins, else push)",
        "game brings -1 (loses on dealer wins)",
    ]


def test_a_hand_decided_by_the_deal_is_not_peeked_at() -> None:
    assert words(play(LOOKS, "A K K A"))[0] == "player wins (at once: player total 27 -> player wins)"


def test_a_peek_only_when_the_dealer_shows_something() -> None:
    aces = game(**{**PEEK, "play": PEEK["play"].replace("peek", "peek when dealer shows A")})
    assert play(aces, "9 9 K A").row == 0
    passed_over = play(aces, "9 9 A K", "s")
    assert (passed_over.row, passed_over.decisions) == (3, 1)
    assert not any("peek" in event for event in words(passed_over))


def test_at_once_rows_about_the_dealer_wait_for_his_look_or_his_turn() -> None:
    settle = f"at once: dealer finnish_27 -> dealer wins | {SECTIONS['settle']}"
    assert play(game(settle=settle), "9 9 K A 9", "h").verdict == "player wins"
    assert play(game(settle=settle), "9 9 K A", "s").row == 0
    seen = play(game(play=PEEK["play"], settle=settle), "9 9 K A")
    assert (seen.row, seen.decisions) == (0, 0)


def test_what_was_dealt_second() -> None:
    settle = f"after peek: dealer Joker dealt second -> dealer wins | {SECTIONS['settle']}"
    found = game(play=PEEK["play"], settle=settle)
    assert play(found, "9 9 2 Joker").row == 0
    assert play(found, "9 9 Joker 2 K K", "s").row == 3


# ---- bonuses ---------------------------------------------------------------------------------------------------------

NINES = {
    "bonus nines on game": "adds 99:1 of minimum on player wins with 9 9 9 in spades"
    " | adds 10:1 on player wins with 9 9 9 in one suit | adds 5:2 on player wins with 9 9 9",
    "bonus jackpot on game": "adds 1000:1 on player wins with 9 9 9 against 9 9 as dealt",
}


@pytest.mark.parametrize(
    ("text", "moves", "paid"),
    [
        ("9s 9s 2 3 9s", "h", 100),
        ("9h 9h 2 3 9h", "h", 11),
        ("9h 9s 2 3 9h", "h", "7/2"),
        ("9h 9s 9 9 9h", "h", "2007/2"),
        ("8 9 2 3 10", "h", 1),
        ("9 9 K K", "s", -1),
    ],
)
def test_the_first_line_of_each_bonus_is_added(text: str, moves: str, paid: object) -> None:
    assert play(game(**NINES), text, moves).payoffs == {"game": Fraction(str(paid))}


def test_bonuses_are_told_apart_from_the_wager() -> None:
    assert words(play(game(**NINES), "9h 9h 9 9 9h", "h"))[-3:] == [
        "game brings 1 (pays 1:1 on player wins)",
        "bonus nines adds 10 (adds 10:1 on player wins with 9 9 9 in one suit)",
        "bonus jackpot adds 1000 (adds 1000:1 on player wins with 9 9 9 against 9 9 as dealt)",
    ]


def test_a_bonus_is_added_to_its_own_wager() -> None:
    side = {
        "wager side: $5..$50": "pays 2:1 on push | otherwise loses",
        "bonus on_side on side": "adds 3:1 on dealer K K",
    }
    assert play(game(**side), "9 9 K K", "s").payoffs == {"game": -1, "side": 2}
    first = {"wager side: $5..$50": "pays 2:1 on push | otherwise loses", "bonus on_first": "adds 3:1 on dealer K K"}
    assert play(game(**first), "9 9 K K", "s").payoffs == {"game": 2, "side": -1}


# ---- insurance -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "moves", "insured"),
    [
        ("9 9 K A", "s", {"insurance": 10}),
        ("9 9 Q A", "s", {"insurance": -1}),
        ("9 9 K A 9", "h", {"insurance": 10}),  # the player has won by then
        ("9 9 A K", "s", {}),
        ("A K K A", "", {}),  # no open hand
    ],
)
def test_insurance_is_decided_by_the_dealers_two_cards(text: str, moves: str, insured: dict[str, int]) -> None:
    assert play(game(**INSURANCE), text, moves).insured == insured


def test_insurance_is_no_part_of_the_wager() -> None:
    assert play(game(**INSURANCE), "9 9 K A", "s").payoffs == {"game": -1}


def test_insurance_is_told_when_it_is_decided() -> None:
    assert words(play(game(**INSURANCE), "9 9 K A 9", "h")) == [
        "insurance is offered (offer insurance when dealer shows A)",
        "player may hit or stand (may hit, stand)",
        "player takes 9: hard 27 (may hit, stand)",
        "player wins (at once: player total 27 -> player wins)",
        "dealer turns up: soft 27",
        "insurance brings 10 (pays 10:1 on dealer finnish_27)",
        "game brings 1 (pays 1:1 on player wins)",
    ]
    both = game(
        **{**INSURANCE, **PEEK, "play": PEEK["play"].replace("peek", "offer insurance when dealer shows A | peek")}
    )
    assert words(play(both, "9 9 J A", "s"))[:3] == [
        "insurance is offered (offer insurance when dealer shows A)",
        "dealer peeks and nothing is decided (peek)",
        "insurance brings -1 (otherwise loses)",
    ]


def test_showdowns_say_what_both_hands_make() -> None:
    told = words(play(game(), "2 3 2 3 4 5 8 4 5 6", "hhh"))
    assert told[-4:] == [
        "player makes high card (rank five_card, better poker hand first)",
        "dealer makes straight (rank five_card, better poker hand first)",
        "dealer wins (after dealer: better hand wins, else push)",
        "game brings -1 (loses on dealer wins)",
    ]
    assert not any("makes" in event for event in words(play(game(), "9 9 K K", "s")))
