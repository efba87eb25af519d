"""21-24-27 from a shoe with a cut card, in plain Python: a seed, a shoe's number, a chart → its hands and results.

Written from the rules in words alone; it imports nothing of the package. The rules of the hands are those in
`tests/oracles/rounds.py`. The shoe: so many decks of 52 cards and two jokers lie in order of rank, A to K, then jokers.
With n cards not yet dealt, each at the front in some order, a piece u of 16 bits names number u n // 2^16 of them, and
is passed over where u n mod 2^16 < 2^16 mod n. The card dealt changes places with the last of the n. Burnt cards come
first. A hand is begun while fewer cards than the cut lie outside the shoe, and while the shoe serves its first four
(two for each seat and the dealer). Cards go round the table, one each time, first the players' two, then the dealer's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import ceil
from typing import NamedTuple

ORDER = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "Joker")
POINTS = dict(zip(ORDER, (*range(1, 14), 0)))
FULL = 2**64
Chart = Mapping[tuple[int, bool, int, bool], str]  # own total, soft; the dealer's total, soft → "hit" or "stand"


class Hand(NamedTuple):
    """One hand of a shoe: its cards, and what each seat won, in wagers."""

    left: int  # cards in the shoe when it began
    seats: tuple[tuple[str, ...], ...]
    dealer: tuple[str, ...]
    results: tuple[int, ...]


def count(cards: list[str] | tuple[str, ...]) -> tuple[int, bool]:
    """Return the total, and whether an ace counts 14 in it."""
    low = sum(POINTS[card] for card in cards)
    return (low + 13, True) if "A" in cards and low + 13 <= 27 else (low, False)


def pieces(seed: int, shoe: int) -> Iterator[int]:
    """Yield the pieces of a shoe: four of each word of its stream of SplitMix64, the low end first."""
    state = finish(seed + 0x9E3779B97F4A7C15 * shoe)
    while True:
        state = (state + 0x9E3779B97F4A7C15) % FULL
        word = finish(state)
        yield from (word >> shift & 0xFFFF for shift in (0, 16, 32, 48))


def finish(word: int) -> int:
    """Return SplitMix64's finaliser of a word."""
    word %= FULL
    word = (word ^ word // 2**30) * 0xBF58476D1CE4E5B9 % FULL
    word = (word ^ word // 2**27) * 0x94D049BB133111EB % FULL
    return word ^ word // 2**31


def dealing(seed: int, shoe: int, decks: int) -> Iterator[str]:
    """Yield the cards of a shoe in the order in which they are dealt."""
    front = [rank for rank in ORDER for _ in range(decks * (2 if rank == "Joker" else 4))]
    for piece in pieces(seed, shoe):
        named = piece * len(front)
        if named % 65536 >= 65536 % len(front):
            place = named // 65536
            front[place], front[-1] = front[-1], front[place]
            yield front.pop()
        if not front:
            return


def play(
    chart: Chart, seed: int, shoe: int, *, decks: int = 6, depth: float = 0.75, burn: int = 0, seats: int = 1
) -> list[Hand]:
    """Return the hands of a shoe, every seat playing by the chart."""
    size = 54 * decks
    cards, cut = dealing(seed, shoe, decks), ceil(depth * size)
    left = size - burn
    for _ in range(burn):
        next(cards)
    hands: list[Hand] = []
    while not hands or (size - left < cut and left >= 2 * seats + 2):
        hand = one_hand(lambda: next(cards), chart, seats, left)
        left -= len(hand.dealer) + sum(map(len, hand.seats))
        hands.append(hand)
    return hands


def one_hand(draw: Callable[[], str], chart: Chart, seats: int, left: int) -> Hand:
    """Play one hand."""
    mine: list[list[str]] = [[] for _ in range(seats)]
    for _ in range(2):
        for cards in mine:
            cards.append(draw())
    dealer = [draw(), draw()]
    shown = tuple(dealer)
    open_seats = [cards for cards in mine if not natural(cards) and not natural(dealer)]
    for cards in open_seats:
        while count(cards)[0] <= 27 and chart[(*count(cards), *count(shown))] == "hit":
            cards.append(draw())
    if any(count(cards)[0] <= 27 for cards in open_seats):
        while count(dealer)[0] < (24 if count(dealer)[1] else 21):
            dealer.append(draw())
    return Hand(left, tuple(map(tuple, mine)), tuple(dealer), tuple(result(cards, dealer) for cards in mine))


def natural(cards: list[str]) -> bool:
    """Return whether two cards are an ace and a king."""
    return sorted(cards) == ["A", "K"]


def result(mine: list[str], dealer: list[str]) -> int:
    """Return what a seat wins, in wagers."""
    if natural(mine) or natural(dealer):
        return natural(mine) - natural(dealer)
    own, other = count(mine)[0], count(dealer)[0]
    if own > 27:
        return -1
    return 1 if other > 27 else (own > other) - (own < other)
