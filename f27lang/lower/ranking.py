"""Which hand is better: the section `ranking` → for a player's hand, the dealer's hands that it beats or loses to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import frozen

from f27lang import model
from f27lang.lower.classes import number
from f27lang.lower.pairs import Across, Hands, Pairs, states_in
from f27lang.lower.patterns import named


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
    around: Callable[[int], tuple[Hands, Hands]]  # the hands that a hand precedes and follows by the rung's orders


class Ranking:
    """The ladder of a game; a hand on no rung stands below all of them, which only hands never compared do."""

    def __init__(self, pairs: Pairs, ranking: model.Ranking | None) -> None:
        self._all = pairs.all
        self._rungs = [_rung(pairs, rung) for rung in ranking.lines] if ranking else []
        self._memo: dict[int, Compared] = {}

    def compare(self, p: int) -> Compared:
        """Return how a player's hand stands against each of the dealer's."""
        if p not in self._memo:
            self._memo[p] = self._compare(p)
        return self._memo[p]

    def _compare(self, p: int) -> Compared:
        beaten, lost_to = 0, 0
        unplaced_p, unplaced_d = self._all, self._all  # dealer's hands with which neither hand has met its rung
        for rung in self._rungs:
            mine, theirs = rung.player(p) & unplaced_p, rung.dealer(p) & unplaced_d
            beaten |= mine & unplaced_d & ~theirs
            lost_to |= theirs & unplaced_p & ~mine
            lower, higher = rung.around(p)
            beaten |= mine & theirs & lower
            lost_to |= mine & theirs & higher
            unplaced_p &= ~mine
            unplaced_d &= ~theirs
        return Compared(beaten, lost_to, ~(beaten | lost_to))


def _rung(pairs: Pairs, rung: model.Rung) -> _Rung:
    orders = [_order(pairs, order) for order in rung.orders]
    by_key = pairs.sorted_by(lambda state: tuple(order(state) for order in orders))
    around: dict[int, tuple[Hands, Hands]] = {}
    lower = 0
    for key in sorted(by_key):  # the greater, the better
        around.update(dict.fromkeys(states_in(by_key[key]), (lower, ~(lower | by_key[key]))))
        lower |= by_key[key]
    pattern = named(rung.name)
    return _Rung(pairs.pattern("player", pattern), pairs.pattern("dealer", pattern), around.__getitem__)


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
