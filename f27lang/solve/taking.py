"""Where cards are taken, and which cards then change nothing.

Rulebook -> taking states, their order, idle classes
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from f27lang.rulebook import Move

if TYPE_CHECKING:
    from f27lang.rulebook import Rulebook


def taking_states(rulebook: Rulebook) -> frozenset[int]:
    """Return the hand states in which the player may or the dealer does take a card."""
    size = len(rulebook.states)
    player = {at // size for at, bits in enumerate(rulebook.moves) if bits & Move.HIT}
    return frozenset(player | {at % size for at, hits in enumerate(rulebook.dealer_hits) if hits})


def idle_classes(rulebook: Rulebook) -> frozenset[int]:
    """Return the card classes that never change a hand once it is dealt."""
    classes = len(rulebook.classes)
    taking = taking_states(rulebook)
    return frozenset(c for c in range(classes) if all(rulebook.step[s * classes + c] == s for s in taking))


def leads(rulebook: Rulebook) -> dict[int, tuple[int, ...]]:
    """Return, per taking state, the other states that one card can lead to."""
    classes = len(rulebook.classes)
    return {
        s: tuple(sorted(set(rulebook.step[s * classes : (s + 1) * classes]) - {s})) for s in taking_states(rulebook)
    }


def settled_first(rulebook: Rulebook) -> tuple[int, ...]:
    """Order all hand states so that each stands behind those that taking cards can lead to."""
    onward = leads(rulebook)
    order: list[int] = []
    seen: set[int] = set()
    for first in range(len(rulebook.states)):
        path = [] if first in seen else [first]
        while path:
            seen.add(path[-1])
            ahead = next((s for s in onward.get(path[-1], ()) if s not in seen), None)
            if ahead is None:
                order.append(path.pop())
            else:
                path.append(ahead)
    return tuple(order)


def most_taken(rulebook: Rulebook, counted: Collection[int]) -> int:
    """Return a bound on the cards of the classes `counted` that one hand can take."""
    onward, classes = leads(rulebook), len(rulebook.classes)
    longest: dict[int, int] = {}
    for s in settled_first(rulebook):
        longest[s] = max((longest[ahead] + 1 for ahead in onward.get(s, ())), default=0)
    loops: Callable[[int], bool] = lambda c: any(rulebook.step[s * classes + c] == s for s in onward)
    return max(longest.values()) + sum(rulebook.classes[c].count for c in counted if loops(c))
