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
    states = len(rulebook.states)
    rows = [rulebook.moves[p * states : (p + 1) * states] for p in range(states)]
    first = tuple((tuple(hand.cards[c] for c in tracked), hand.state) for hand in dealt)
    followed = Followed(
        tuple(tuple(rulebook.step[p * len(rulebook.classes) + c] for c in tracked) for p in range(states)),
        tuple(any(bits & Move.HIT for bits in row) for row in rows),
        tuple(bool(rulebook.peeked) or any(row) for row in rows),
        tuple(rulebook.classes[c].count for c in tracked),
        first,
    )
    if (known := _KNOWN.get(followed)) is not None:
        for _ in known.state:
            meter.count_hand(len(tracked))
        return known
    found = followed.hands(meter)
    _KNOWN.clear()
    _KNOWN[followed] = found
    return found


@frozen
class Followed:
    """All that the player's hands hang on: games that differ in the dealer's laws alone have the same.

    By state: where each tracked class leads, whether a card may be taken, whether such a hand is listed; the cards of
    each class, and the hands dealt.
    """

    step: tuple[tuple[int, ...], ...]
    may_take: tuple[bool, ...]
    listed: tuple[bool, ...]
    counts: tuple[int, ...]
    dealt: tuple[tuple[tuple[int, ...], int], ...]

    def hands(self, meter: Meter) -> Hands:
        """Follow every draw."""
        states = len(self.step)
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

        roots = sorted(self.dealt, key=lambda root: sum(root[0]))
        at = 0
        while at < len(own) or roots:
            while roots and (at == len(own) or sum(roots[0][0]) <= sum(own[at])):
                settle(*roots.pop(0))
            cards, p = own[at], state[at]
            for k, (after, count) in enumerate(zip(self.step[p], self.counts, strict=True)):
                if not self.may_take[p] or cards[k] == count:
                    child.append(-1 - states)
                elif not self.listed[after]:
                    child.append(-1 - after)
                else:
                    child.append(settle((*cards[:k], cards[k] + 1, *cards[k + 1 :]), after))
            meter.count_hand(len(self.counts))
            at += 1
        return Hands(
            own=[held for cards in own for held in cards],
            state=state,
            size=[sum(cards) for cards in own],
            child=[to if to >= 0 else len(own) - 1 - to for to in child],
            dealt=[place[root] for root in self.dealt],
        )


_KNOWN: dict[Followed, Hands] = {}  # the last one only: games of a sweep come one after another
