"""Who is nearest: a share's lines and hands' totals → integer keys in which all orders of a tie are folded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from attrs import frozen

from f27lang import model
from f27lang.lower.classes import number
from f27lang.lower.vying.hands import Hand, VyingHands
from f27lang.lower.vying.measures import Totals

COUNTED: dict[str, Callable[[Totals], Totals]] = {
    "freely": lambda totals: totals,
    "lowest": lambda totals: totals[:1],
    "highest": lambda totals: totals[-1:],
}
Claim = tuple[int, ...]  # the distance, then what each order of a tie looks at; the least is nearest


@frozen
class ShareRule:
    """A share of the pot as its lines have it."""

    name: str
    part: Fraction
    targets: tuple[Fraction, ...]
    barred: bool
    ways: tuple[str, ...]  # "freely", "lowest" or "highest" for each target
    ties: tuple[str, ...]

    def claim(self, hands: VyingHands, hand: Hand) -> Claim | None:
        """Return how near a hand comes, None where it has no claim."""
        scale = hands.measure.scale
        claims = [
            (abs(total - target), *(self._tie(tie, total, hands, hand) for tie in self.ties))
            for target, way in zip((int(target * scale) for target in self.targets), self.ways, strict=True)
            for total in COUNTED[way](hands.totals(hand))
            if not (self.barred and total > target)
        ]
        return min(claims, default=None)

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
    ways: tuple[str, ...] = ("freely",)
    barred = False
    for line in share.lines:
        match line:
            case model.Nearest():
                targets = tuple(map(number, line.targets))
            case model.OverTarget(how=how):
                barred = isinstance(how, model.Barred)
            case model.Counting():
                ways = tuple(way.text for way in line.ways)
            case model.Ties():
                ties = tuple(tie.text for tie in line.orders)
    return ShareRule(share.name.text, part, targets, barred, ways if len(ways) > 1 else ways * len(targets), ties)
