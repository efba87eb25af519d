"""Plays a round straight over a rulebook's tables.

Rulebook, Policy and the places of the cards -> number of the outcome
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from f27lang.rulebook import Move, Policy, Rulebook
from tests.oracles.five_cards import JOKER, Rank, rank_of

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def outcome(rulebook: Rulebook, policy: Policy, places: Iterable[int]) -> int:
    """Return how the round ends."""
    cards, size = map(int, places), len(rulebook.states)
    player, dealer = Side(rulebook, rulebook.player_start), Side(rulebook, rulebook.dealer_start)
    shown = Side(rulebook, rulebook.dealer_start)
    for deal in rulebook.before:
        for place in islice(cards, deal.number):
            (player if deal.to == "player" else dealer).take(place)
            if deal.to == "dealer" and deal.up:
                shown.take(place)
    v = shown.state
    if ended := rulebook.dealt[player.state * size + v]:
        return ended - 1
    if rulebook.peeked and (ended := rulebook.peeked[player.state * size + dealer.state]):
        return ended - 1
    while policy.play[player.state * size + v] == Move.HIT:
        player.take(next(cards))
        if ended := rulebook.drawn[player.state * size + v]:
            return ended - 1
    if ended := rulebook.stood[player.state * size + v]:
        return ended - 1
    for place in islice(cards, sum(deal.number for deal in rulebook.between)):
        dealer.take(place)
    while rulebook.dealer_hits[rulebook.law[player.state] * size + dealer.state]:
        dealer.take(next(cards))
    final = rulebook.final[player.state * size + dealer.state]
    return final if final < len(rulebook.outcomes) else _shown_down(rulebook, final, player, dealer)


class Side:
    """A hand: its state, and the places of its cards."""

    def __init__(self, rulebook: Rulebook, start: int) -> None:
        self.rulebook, self.state = rulebook, start
        self.places: list[int] = []

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
