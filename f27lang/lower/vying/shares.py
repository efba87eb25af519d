"""Who is nearest: a share's lines and hands' totals → integer keys in which all orders of a tie are folded."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from attrs import frozen

from f27lang import model
from f27lang.lower.classes import number
from f27lang.lower.vying.hands import Hand, VyingHands
from f27lang.lower.vying.measures import Totals

Claim = tuple[int, ...]  # the distance, then what each order of a tie looks at; the least is nearest


@frozen
class ShareRule:
    """A share of the pot as its lines have it."""

    name: str
    part: Fraction
    targets: tuple[Fraction, ...]
    barred: bool
    way: str  # "freely", "lowest" or "highest"
    ties: tuple[str, ...]

    def claim(self, hands: VyingHands, hand: Hand) -> Claim | None:
        """Return how near a hand comes, None where it has no claim."""
        scale = hands.measure.scale
        claims = [
            (abs(total - target), *(self._tie(tie, total, hands, hand) for tie in self.ties))
            for total in self._counted(hands.totals(hand))
            for target in (int(target * scale) for target in self.targets)
            if not (self.barred and total > target)
        ]
        return min(claims, default=None)

    def _counted(self, totals: Totals) -> Totals:
        return {"freely": totals, "lowest": totals[:1], "highest": totals[-1:]}[self.way]

    def _tie(self, tie: str, total: int, hands: VyingHands, hand: Hand) -> int:
        if tie == "fewer cards":
            return hands.count(hand)
        return {"lower total": total, "higher total": -total, "split": 0}[tie]


def share_rules(shares: Sequence[model.PotShare]) -> tuple[ShareRule, ...]:
    """Return the shares of a game without errors, in order."""
    return tuple(map(_rule, shares))


def _rule(share: model.PotShare) -> ShareRule:
    part = share.part.value if isinstance(share.part, model.Amount) else Fraction(1)
    targets: tuple[Fraction, ...] = ()
    ties: tuple[str, ...] = ("split",)
    barred, way = False, "freely"
    for line in share.lines:
        match line:
            case model.Nearest():
                targets = tuple(map(number, line.targets))
            case model.OverTarget(how=how):
                barred = isinstance(how, model.Barred)
            case model.Counting():
                way = line.way.text
            case model.Ties():
                ties = tuple(tie.text for tie in line.orders)
    return ShareRule(share.name.text, part, targets, barred, way, ties)
