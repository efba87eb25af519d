"""The cards of a game by the book: Game -> the sorted shoe, and the order in which a numbered round deals it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from f27lang import model

RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K", "Joker")
SUITS = ("spades", "hearts", "diamonds", "clubs")

_WORD = 2**64 - 1
_GAMMA = 0x9E3779B97F4A7C15


class Card(NamedTuple):
    """A rank, and a suit where the card has one."""

    rank: str
    suit: str | None = None

    def __str__(self) -> str:
        return f"{self.rank} of {self.suit}" if self.suit else self.rank


def ranks_of(ranks: model.Ranks) -> tuple[str, ...]:
    """Return the ranks that `2..10 K` names, in the order written."""
    found: list[str] = []
    for span in ranks.spans:
        first = RANKS.index(span.first.text)
        last = RANKS.index(span.last.text) if span.last else first
        found += RANKS[first : last + 1]
    return tuple(found)


def number(quantity: model.Quantity) -> Fraction:
    """Return the value of a quantity; a closed game has no other kind than numbers."""
    assert isinstance(quantity, model.Amount), quantity
    return quantity.value


def shoe(game: model.Game) -> list[Card]:
    """Return every card of the full shoe: by rank from A to Joker, then by suit, cards without suit last."""
    assert game.cards is not None
    decks = next(line.number.value for line in game.cards.lines if isinstance(line, model.Decks))
    chosen = game.settings.params.get("decks", Fraction(decks))
    assert isinstance(chosen, Fraction), chosen
    cards: list[Card] = []
    for line in game.cards.lines:
        if isinstance(line, model.Deck):
            cards += _deck(line)
    return sorted(cards * int(chosen), key=lambda card: (RANKS.index(card.rank), _place(card.suit)))


def _deck(deck: model.Deck) -> Iterator[Card]:
    for rank in ranks_of(deck.ranks):
        for suit in SUITS[: deck.suits.value]:
            yield Card(rank, None if rank == "Joker" else suit)
    for added in deck.plus:
        yield from [Card(added.rank.text)] * added.number.value


def _place(suit: str | None) -> int:
    return len(SUITS) if suit is None else SUITS.index(suit)


def deal_order(game: model.Game, seed: int, number_of_round: int) -> Iterator[Card]:
    """Yield the cards of one round in the order in which it deals them, until the shoe is empty.

    Word j of round r is mix(mix(seed + gamma r) + gamma (j + 1)) with SplitMix64's gamma and finaliser (Steele, Lea and
    Flood, "Fast splittable pseudorandom number generators", 2014); each word gives four 16-bit pieces, low end first. A
    piece u names place (u N) >> 16 of the sorted shoe; it is thrown away when (u N) mod 2^16 < 2^16 mod N, which makes
    all places equally likely, or when that place is dealt already.
    """
    cards = shoe(game)
    left = set(range(len(cards)))
    for piece in pieces(seed, number_of_round):
        place, rest = divmod(piece * len(cards), 2**16)
        if rest >= 2**16 % len(cards) and place in left:
            left.remove(place)
            yield cards[place]
        if not left:
            return


def pieces(seed: int, number_of_round: int) -> Iterator[int]:
    """Yield the 16-bit pieces of a round, or of a shoe that is dealt from for longer; see `deal_order`."""
    start = _mix(seed + _GAMMA * number_of_round)
    word = 0
    while True:
        word += 1
        bits = _mix(start + _GAMMA * word)
        for shift in (0, 16, 32, 48):
            yield bits >> shift & 0xFFFF


def _mix(bits: int) -> int:
    bits &= _WORD
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EB & _WORD
    return bits ^ bits >> 31
