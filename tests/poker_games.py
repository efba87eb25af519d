"""Poker-Like as one flat file, small enough to be tried out card by card: sections that change -> closed Game."""

from __future__ import annotations

from f27lang import model
from tests.closed_games import closed, written

SECTIONS = {
    "cards": "decks: 1 | deck: A..K in 4 suits plus 2 Joker | shuffle: every hand",
    "hands": "finnish_27: A K as dealt | twenty_seven: total 27 | five_card: total under 27 with 5 cards"
    " | standing: total under 27 | bust: total over 27",
    "play": "wager | deal 2 up to player | deal 1 down to dealer | deal 1 up to dealer | turn player | turn dealer"
    " | settle",
    "player": "may hit, stand | at most 5 cards",
    "dealer": "stands on hard 23.. | stands on soft 25.. with 2 cards | stands on soft 26.. with 3 cards"
    " | stands on soft 27.. with 4 cards | otherwise hits | at most 5 cards",
    "poker": "order: five_of_a_kind, straight_flush, four_of_a_kind, full_house, flush, straight, three_of_a_kind,"
    " two_pair, pair, high_card | A: high or low | Joker: bug",
    "ranking": "rank finnish_27 | rank twenty_seven | rank five_card, better poker hand first"
    " | rank standing, higher total first | rank bust",
    "settle": "at once: player total 27 -> player wins | at once: player bust -> dealer wins"
    " | after dealer: better hand wins, else push",
}
NO_FLUSH = "order: five_of_a_kind, four_of_a_kind, full_house, straight, three_of_a_kind, two_pair, pair, high_card"
PEEK = {
    "play": SECTIONS["play"].replace("turn player", "peek | turn player"),
    "settle": f"after peek: dealer finnish_27 -> dealer wins | {SECTIONS['settle']}",
}
INSURANCE = {
    "play": SECTIONS["play"].replace("turn player", "offer insurance when dealer shows A | turn player"),
    "wager insurance: up to 1/2 of game": "pays 10:1 on dealer finnish_27 | otherwise loses",
}


def text(**changes: str) -> str:
    """Return Poker-Like as one flat file, some of its sections changed, as `closed_games.written` does."""
    return written("poker", **{**SECTIONS, **changes})


def game(**changes: str) -> model.Game:
    """Return the closed game of `text`."""
    return closed(text(**changes))
