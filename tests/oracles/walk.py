"""Plays a round straight over a rulebook's tables.

Rulebook, Policy and the places of the cards -> number of the outcome
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from f27lang.rulebook import Move, Policy, Rulebook


def outcome(rulebook: Rulebook, policy: Policy, places: Iterable[int]) -> int:
    """Return how the round ends."""
    shoe = [c for c, number in rulebook.sorted_shoe for _ in range(number)]
    cards = (shoe[int(place)] for place in places)
    size = len(rulebook.states)
    p, d, v = rulebook.player_start, rulebook.dealer_start, rulebook.dealer_start
    for deal in rulebook.before:
        for card in _some(cards, deal.number):
            if deal.to == "player":
                p = _step(rulebook, p, card)
            else:
                d = _step(rulebook, d, card)
                v = _step(rulebook, v, card) if deal.up else v
    if ended := rulebook.dealt[p * size + v]:
        return ended - 1
    while policy.play[p * size + v] == Move.HIT:
        p = _step(rulebook, p, next(cards))
        if ended := rulebook.drawn[p * size + v]:
            return ended - 1
    if ended := rulebook.stood[p * size + v]:
        return ended - 1
    for deal in rulebook.between:
        for card in _some(cards, deal.number):
            d = _step(rulebook, d, card)
    while rulebook.dealer_hits[rulebook.law[p] * size + d]:
        d = _step(rulebook, d, next(cards))
    return rulebook.final[p * size + d]


def _some(cards: Iterator[int], number: int) -> Iterator[int]:
    return (next(cards) for _ in range(number))


def _step(rulebook: Rulebook, state: int, card: int) -> int:
    return rulebook.step[state * len(rulebook.classes) + card]
