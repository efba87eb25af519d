"""The hands that a player can come to hold from a shoe, and how one card leads from each to the next.

Rulebook -> Hands
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from f27lang.rulebook import Move
from f27lang.solve.deals import Hand
from f27lang.solve.meter import Meter

if TYPE_CHECKING:
    from f27lang.rulebook import Rulebook


@frozen
class Hands:
    """Hands by size, as multisets of the tracked classes; flat lists as in `kernels.shoe.Turn`.

    `dealt` holds the place of each hand that the deal can give.
    """

    own: list[int]
    state: list[int]
    size: list[int]
    child: list[int]
    dealt: list[int]


def player_hands(rulebook: Rulebook, tracked: tuple[int, ...], dealt: tuple[Hand, ...], meter: Meter) -> Hands:
    """Follow every draw that the rules allow from the hands dealt; raises TooLarge.

    Hands that are decided as soon as they are drawn are listed only where a peek makes their chances differ by card.
    """
    classes, states = len(rulebook.classes), len(rulebook.states)
    counts = [rulebook.classes[c].count for c in tracked]
    may_take = [any(bits & Move.HIT for bits in rulebook.moves[p * states : (p + 1) * states]) for p in range(states)]
    in_play = [any(rulebook.moves[p * states : (p + 1) * states]) for p in range(states)]
    own: list[tuple[int, ...]] = []
    state: list[int] = []
    child: list[int] = []
    place: dict[tuple[tuple[int, ...], int], int] = {}

    def settle(cards: tuple[int, ...], p: int) -> int:
        """Return the place of a hand, a new one where it has none."""
        if (at := place.get((cards, p))) is None:
            at = place[cards, p] = len(own)
            own.append(cards)
            state.append(p)
        return at

    first = [tuple(hand.cards[c] for c in tracked) for hand in dealt]
    roots = sorted(zip(first, (hand.state for hand in dealt)), key=lambda root: sum(root[0]))
    at = 0
    while at < len(own) or roots:
        while roots and (at == len(own) or sum(roots[0][0]) <= sum(own[at])):
            settle(*roots.pop(0))
        cards, p = own[at], state[at]
        for k, c in enumerate(tracked):
            after = rulebook.step[p * classes + c]
            if not may_take[p] or cards[k] == counts[k]:
                child.append(-1 - states)
            elif not in_play[after] and not rulebook.peeked:
                child.append(-1 - after)
            else:
                child.append(settle((*cards[:k], cards[k] + 1, *cards[k + 1 :]), after))
        meter.count_hand(len(tracked))
        at += 1
    return Hands(
        own=[held for cards in own for held in cards],
        state=state,
        size=[sum(cards) for cards in own],
        child=[to if to >= 0 else len(own) - 1 - to for to in child],
        dealt=[place[cards, hand.state] for cards, hand in zip(first, dealt)],
    )
