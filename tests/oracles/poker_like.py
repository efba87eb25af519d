"""Poker-Like on tiny decks, every deal tried: cards of a deck, a house -> the exact value of best play.

Written from the rules in words alone; it imports nothing of the package. The rules, as used here:

Player and dealer get two cards each; the dealer's first lies face down. Number cards count their number, J Q K 11 12
13, a joker nothing; one ace may count 14 where the hand then stays within 27, every other ace counts 1. The player
draws or stops as he likes, up to five cards. He wins as soon as he has 27 and loses as soon as he is over. Else the
dealer draws on hard hands below 23, and on soft ones below 25 with two cards, 26 with three, 27 with four; he stops
with five cards. Over 27 he loses, with 27 he wins. Else five cards beat fewer, two hands of five compare as poker
hands, two of fewer by their total; equal hands are returned. Wins pay even money unless the house pays more.

A dealer who peeks looks at his hidden card before the player draws: with an ace and a king the player has lost, unless
his two cards are 27 as well, which wins first; else the player knows that the dealer has not got them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import lcm
from typing import NamedTuple

from tests.oracles.five_cards import rank_of

Hand = frozenset[int]  # places in the deck: every card is a thing of its own

WORTH = {str(n): n for n in range(2, 11)} | {"J": 11, "Q": 12, "K": 13, "A": 1, "Joker": 0}
ORDER = (
    "five_of_a_kind", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind",
    "two_pair", "pair", "high_card",
)  # fmt: skip


class Card(NamedTuple):
    """A card; jokers, and cards added without one, have no suit."""

    rank: str
    suit: str | None


def even(cards: Sequence[Card]) -> int:
    """Pay as much as was wagered, whatever hand wins."""
    return 1


class House(NamedTuple):
    """What a house may choose; `pays` is what a winning hand brings."""

    peek: bool = False
    joker: str = "bug"
    order: tuple[str, ...] = ORDER
    pays: Callable[[Sequence[Card]], int] = even


def count(cards: Sequence[Card]) -> tuple[int, bool]:
    """Return the total, and whether an ace counts 14 in it."""
    low = sum(WORTH[card.rank] for card in cards)
    return (low + 13, True) if any(card.rank == "A" for card in cards) and low + 13 <= 27 else (low, False)


def dealer_draws(cards: Sequence[Card]) -> bool:
    """Return whether the dealer takes a card."""
    total, soft = count(cards)
    return len(cards) < 5 and total < ({2: 25, 3: 26, 4: 27}[len(cards)] if soft else 23)


def poker(cards: Sequence[Card], house: House) -> tuple[int, tuple[int, ...]]:
    """Return how five cards rank: less the number of categories above, then what breaks ties."""
    held = [card for card in cards if card.rank != "Joker"]
    one_suit = len({card.suit for card in held}) <= 1 and all(card.suit for card in held)
    numbers = sorted(14 if card.rank == "A" else WORTH[card.rank] for card in cards)
    return rank_of(tuple(numbers), one_suit, house.order, house.joker, True)


def best_play(deck: Sequence[Card], house: House, knows_suits: bool = True) -> Fraction:
    """Return the player's mean result for a wager of 1; he sees his cards and the dealer's second card.

    The deck has to be such that no round needs more cards than there are.
    """
    everything = frozenset(range(len(deck)))

    def cards(hand: Iterable[int]) -> list[Card]:
        return [deck[place] for place in hand]

    @cache
    def total(hand: Hand) -> int:
        return count(cards(hand))[0]

    @cache
    def natural(*hand: int) -> bool:
        return {card.rank for card in cards(hand)} == {"A", "K"}

    def look(place: int) -> object:
        return deck[place] if knows_suits else deck[place].rank

    def seen(own: Hand, up: int) -> tuple[object, ...]:
        return (tuple(sorted(map(str, map(look, own)))), look(up))

    @cache
    def ranked(hand: Hand) -> tuple[int, tuple[int, ...]]:
        return poker(cards(hand), house)

    def against(own: Hand, dealer: Hand) -> int:
        mine, theirs = total(own), total(dealer)
        if theirs > 27:
            return house.pays(cards(own))
        if theirs == 27:
            return -1
        five = (len(own) == 5, len(dealer) == 5)
        if all(five):
            better = (ranked(own) > ranked(dealer)) - (ranked(own) < ranked(dealer))
        else:
            better = five[0] - five[1] or (mine > theirs) - (mine < theirs)
        return house.pays(cards(own)) if better > 0 else better

    @cache
    def draws(dealer: Hand) -> bool:
        return dealer_draws(cards(dealer))

    @cache
    def stand(own: Hand, dealer: Hand) -> Fraction:
        if draws(dealer):
            return mean(stand(own, dealer | {place}) for place in everything - own - dealer)
        return Fraction(against(own, dealer))

    def decided(own: Hand) -> int | None:
        if total(own) < 27:
            return None
        return house.pays(cards(own)) if total(own) == 27 else -1

    @cache
    def positions(number: int) -> dict[tuple[object, ...], list[tuple[Hand, int, int]]]:
        """Return by what the player sees all the ways to have so many cards, and the dealer's card up and down."""
        found = defaultdict(list)
        for own in map(frozenset, combinations(everything, number)):
            for up in everything - own:
                for down in everything - own - {up}:
                    if not (house.peek and natural(up, down)):
                        found[seen(own, up)].append((own, up, down))
        return found

    @cache
    def go_on(number: int, view: tuple[object, ...]) -> Fraction:
        """Return what best play is worth to a player who has so many cards, sees this and is not decided yet."""
        ways = positions(number)[view]
        stood = mean(stand(own, frozenset((up, down))) for own, up, down in ways)
        return stood if number == 5 else max(stood, hit(number, ways))

    def hit(number: int, ways: list[tuple[Hand, int, int]]) -> Fraction:
        return mean(after(own | {place}, up) for own, up, down in ways for place in everything - own - {up, down})

    @cache
    def after(own: Hand, up: int) -> Fraction:
        result = decided(own)
        return go_on(len(own), seen(own, up)) if result is None else Fraction(result)

    def dealt(own: Hand, up: int, down: int) -> Fraction:
        if decided(own) is None and house.peek and natural(up, down):
            return Fraction(-1)
        return after(own, up)

    return mean(
        dealt(frozenset(own), up, down)
        for own in combinations(everything, 2)
        for up in everything - {*own}
        for down in everything - {*own, up}
    )


def mean(results: Iterator[Fraction]) -> Fraction:
    """Return the mean of results that are equally likely."""
    numbers = Counter(result.as_integer_ratio() for result in results)
    whole = lcm(*(below for _, below in numbers))
    total = sum(above * (whole // below) * number for (above, below), number in numbers.items())
    return Fraction(total, whole * numbers.total())
