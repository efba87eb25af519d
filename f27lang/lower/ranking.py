"""Which hand is better: the section `ranking` → for a player's hand, the dealer's hands that it beats or loses to.

Hand states know no poker ranks. Where the ladder asks for them, hands are compared in three worlds: in each world
every player's hand ranks better than every dealer's, or the same, or worse.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import frozen

from f27lang import model
from f27lang.lower.classes import number
from f27lang.lower.pairs import Across, Hands, Pairs, states_in
from f27lang.lower.patterns import named

BETTER, EQUAL, WORSE = WORLDS = (1, 0, -1)  # how poker ranks compare
POKER = "better poker hand first"


@frozen
class Compared:
    """The dealer's hands that a player's hand beats, loses to and equals."""

    beaten: Hands
    lost_to: Hands
    equal: Hands


@frozen
class _Rung:
    player: Across
    dealer: Across
    around: Callable[[int, int], tuple[Hands, Hands]]  # in a world, what a hand precedes and follows on the rung


class Ranking:
    """The ladder of a game; a hand on no rung stands below all of them, which only hands never compared do."""

    def __init__(self, pairs: Pairs, ranking: model.Ranking | None) -> None:
        self._all = pairs.all
        self._rungs = [_rung(pairs, rung) for rung in ranking.lines] if ranking else []
        by_poker = any(_by_poker(order) for rung in (ranking.lines if ranking else ()) for order in rung.orders)
        self.worlds = WORLDS if by_poker else (EQUAL,)
        self._memo: dict[tuple[int, int], Compared] = {}

    def compare(self, p: int, world: int = EQUAL) -> Compared:
        """Return how a player's hand stands against each of the dealer's."""
        if (p, world) not in self._memo:
            self._memo[p, world] = self._compare(p, world)
        return self._memo[p, world]

    def _compare(self, p: int, world: int) -> Compared:
        beaten, lost_to = 0, 0
        unplaced_p, unplaced_d = self._all, self._all  # dealer's hands with which neither hand has met its rung
        for rung in self._rungs:
            mine, theirs = rung.player(p) & unplaced_p, rung.dealer(p) & unplaced_d
            beaten |= mine & unplaced_d & ~theirs
            lost_to |= theirs & unplaced_p & ~mine
            lower, higher = rung.around(p, world)
            beaten |= mine & theirs & lower
            lost_to |= mine & theirs & higher
            unplaced_p &= ~mine
            unplaced_d &= ~theirs
        return Compared(beaten, lost_to, ~(beaten | lost_to))


def _rung(pairs: Pairs, rung: model.Rung) -> _Rung:
    orders = [_order(pairs, order) for order in rung.orders if not _by_poker(order)]
    first = next((place for place, order in enumerate(rung.orders) if _by_poker(order)), len(orders))
    by_all, before = _around(pairs, orders), _around(pairs, orders[:first])

    def around(p: int, world: int) -> tuple[Hands, Hands]:
        if world == EQUAL or not any(map(_by_poker, rung.orders)):
            return by_all[p]
        lower, higher = before[p]
        return (pairs.all & ~higher, higher) if world == BETTER else (lower, pairs.all & ~lower)

    pattern = named(rung.name)
    return _Rung(pairs.pattern("player", pattern), pairs.pattern("dealer", pattern), around)


def _around(pairs: Pairs, orders: list[Callable[[int], Any]]) -> dict[int, tuple[Hands, Hands]]:
    """Return, for each hand, those that it precedes and those that it follows by some orders."""
    by_key = pairs.sorted_by(lambda state: tuple(order(state) for order in orders))
    around: dict[int, tuple[Hands, Hands]] = {}
    lower = 0
    for key in sorted(by_key):  # the greater, the better
        around.update(dict.fromkeys(states_in(by_key[key]), (lower, ~(lower | by_key[key]))))
        lower |= by_key[key]
    return around


def _by_poker(order: model.OrderBy | model.NearestFirst) -> bool:
    return isinstance(order, model.OrderBy) and order.text == POKER


def _order(pairs: Pairs, order: model.OrderBy | model.NearestFirst) -> Callable[[int], Any]:
    machine = pairs.machine
    if isinstance(order, model.NearestFirst):
        target = number(order.target)
        return lambda state: -abs(machine.reading(state).total - target)
    match order.text:
        case "higher total first":
            return lambda state: machine.reading(state).total
        case "lower total first":
            return lambda state: -machine.reading(state).total
        case "fewer cards first":
            return lambda state: -machine.sight(state)[machine.eyes.count_slot]
    raise AssertionError(order.text)
