"""Plays a round straight over a rulebook's tables.

Rulebook, Policy and the places of the cards -> number of the outcome, of each seat where there are several
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from f27lang.rulebook import Move, Policy, Rulebook
from tests.oracles.five_cards import JOKER, Rank, rank_of

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def outcome(rulebook: Rulebook, policy: Policy, places: Iterable[int]) -> int:
    """Return how the round ends."""
    return outcomes(rulebook, policy, places, 1)[0]


def outcomes(rulebook: Rulebook, policy: Policy, places: Iterable[int], seats: int) -> list[int]:
    """Return how the round ends for each seat of a table."""
    cards = map(int, places)
    players = [Side(rulebook, rulebook.player_start) for _ in range(seats)]
    dealer, shown = Side(rulebook, rulebook.dealer_start), Side(rulebook, rulebook.dealer_start)
    for deal in rulebook.before:
        for _ in range(deal.number):
            if deal.to == "player":
                for player in players:
                    player.take(next(cards))
            else:
                place = next(cards)
                dealer.take(place)
                if deal.up:
                    shown.take(place)
    ends = [_before_dealer(rulebook, policy, cards, player, dealer.state, shown.state) for player in players]
    if None in ends:
        for place in islice(cards, sum(deal.number for deal in rulebook.between)):
            dealer.take(place)
    met = [Side(rulebook, dealer.state, dealer.places) for _ in players]  # the dealer as each seat meets him
    while waiting := [s for s, end in enumerate(ends) if end is None and _hits(rulebook, players[s], met[s])]:
        place = next(cards)
        for s in waiting:
            met[s].take(place)
    return [
        _after_dealer(rulebook, player, dealer) if end is None else end
        for player, dealer, end in zip(players, met, ends)
    ]


def _before_dealer(
    rulebook: Rulebook, policy: Policy, cards: Iterator[int], player: Side, d: int, v: int
) -> int | None:
    """Return how a hand ends before the dealer's turn; None where it waits for him."""
    size = len(rulebook.states)
    if ended := rulebook.dealt[player.state * size + v]:
        return ended - 1
    if rulebook.peeked and (ended := rulebook.peeked[player.state * size + d]):
        return ended - 1
    while policy.play[player.state * size + v] == Move.HIT:
        player.take(next(cards))
        if ended := rulebook.drawn[player.state * size + v]:
            return ended - 1
    ended = rulebook.stood[player.state * size + v]
    return ended - 1 if ended else None


def _hits(rulebook: Rulebook, player: Side, dealer: Side) -> int:
    return rulebook.dealer_hits[rulebook.law[player.state] * len(rulebook.states) + dealer.state]


def _after_dealer(rulebook: Rulebook, player: Side, dealer: Side) -> int:
    final = rulebook.final[player.state * len(rulebook.states) + dealer.state]
    return final if final < len(rulebook.outcomes) else _shown_down(rulebook, final, player, dealer)


class Side:
    """A hand: its state, and the places of its cards."""

    def __init__(self, rulebook: Rulebook, start: int, places: Iterable[int] = ()) -> None:
        self.rulebook, self.state = rulebook, start
        self.places = list(places)

    def take(self, place: int) -> None:
        """Give the hand the card at a place of the sorted shoe."""
        shoe = [c for c, number in self.rulebook.sorted_shoe for _ in range(number)]
        self.state = self.rulebook.step[self.state * len(self.rulebook.classes) + shoe[place]]
        self.places.append(place)

    def rank(self) -> Rank:
        """Return how its five cards rank."""
        rulebook = self.rulebook
        faces = [(rank, suit) for rank, suit, number in rulebook.faces for _ in range(number)]
        cards = [faces[place] for place in self.places]
        suits = {suit for rank, suit in cards if rank != "Joker"}
        hand = tuple(sorted(JOKER if r == "Joker" else RANKS.index(r) + 2 for r, _ in cards))
        assert rulebook.poker is not None
        about = rulebook.poker
        return rank_of(hand, len(suits) < 2 and None not in suits, about.order, about.joker, about.ace_low)


def _shown_down(rulebook: Rulebook, final: int, player: Side, dealer: Side) -> int:
    showdown = rulebook.showdowns[final - len(rulebook.outcomes)]
    ours, theirs = player.rank(), dealer.rank()
    return showdown.better if ours > theirs else showdown.worse if ours < theirs else showdown.equal
