"""Rounds that are decided while what they pay still hangs on the dealer's hidden cards, as in `against dealt 9 9`.

Their tables say that the player stands, the dealer turns up his cards and takes none, and the round ends then.
"""

from __future__ import annotations

from f27lang import model
from f27lang.lower.deals import Held
from f27lang.lower.features.started import DealtFirst
from f27lang.lower.hands import HandMachine
from f27lang.lower.money import Lines, Money
from f27lang.lower.pairs import Hands, union
from f27lang.lower.patterns import Look, parts_within
from f27lang.lower.settle import Decided, Ending, Settling
from f27lang.rulebook import Verdict


def looks_at_deal(game: model.Game, machine: HandMachine) -> bool:
    """Return whether some wager or bonus looks at the first cards dealt to a hand."""
    parts = parts_within((game.table_wagers, game.bonuses), machine.eyes.names)
    return any(isinstance(part, Look) and isinstance(part.feature, DealtFirst) for part in parts)


class Waiting:
    """The player's hands that a row decides at once, and what the dealer shows where the payment has to wait."""

    def __init__(self, settling: Settling, money: Money, may_hold: Held) -> None:
        self._settling, self._money, self._may_hold = settling, money, may_hold
        self._all = union(hands | 1 << view for view, hands in may_hold.items())
        self._known: dict[int, Hands] = {}

    def views(self, p: int) -> Hands:
        """Return what the dealer shows with which a player's hand waits."""
        if p not in self._known:
            row = self._settling.at_once(p)
            self._known[p] = self._views(p, row.plain) if row else 0
        return self._known[p]

    def _views(self, p: int, verdict: Verdict) -> Hands:
        if len(self._paid(verdict, p, self._all)) == 1:
            return 0
        held = self._may_hold.items()
        return union(1 << v for v, hands in held if self._paid(verdict, p, 1 << v) != self._paid(verdict, p, hands))

    def _paid(self, verdict: Verdict, p: int, hands: Hands) -> list[Lines]:
        return [lines for lines, _ in self._money.split(verdict, p, hands)]

    def put_off(self, p: int, decided: Decided) -> Hands:
        """Return what the dealer shows with which a decision about a player's hand has to wait."""
        row = self._settling.at_once(p)
        return self.views(p) if row and isinstance(decided, Ending) and decided.row == row.index else 0

    def endings(self, p: int, hands: Hands) -> dict[Ending, Hands]:
        """Return how a waiting hand's round ends with each of some dealer's hands."""
        row = self._settling.at_once(p)
        assert row is not None
        return self._settling.endings(row, p, hands)
