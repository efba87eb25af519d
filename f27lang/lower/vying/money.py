"""The money of a vying game: the sections `betting` and `pot` → rules in whole chips, and the least unit of a pot."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import lcm

from attrs import frozen

from f27lang import model
from f27lang.lower.classes import number
from f27lang.lower.patterns import bounds_of
from f27lang.vying import BettingRules, Heir, RakeRules

HEIRS = {"other share": Heir.OTHER_SHARE, "everyone": Heir.EVERYONE, "next hand": Heir.NEXT_HAND}


@frozen
class PotRules:
    """The section `pot`."""

    ante: int
    rake: RakeRules
    last_takes_all: bool
    heirs: tuple[Heir, ...]
    both_outright: bool


def betting_rules(betting: model.Betting | None) -> BettingRules | None:
    """Return the section `betting`, None where there is none."""
    if betting is None:
        return None
    least, most, raises, further_left = 1, 1, -1, False
    for line in betting.lines:
        match line:
            case model.Opens():
                further_left = line.moving is not None
            case model.Limits(range=bounds):
                named = bounds_of(bounds)
                least, most = int(named[0]), int(named[-1])
            case model.Raises(range=bounds):
                raises = int(bounds_of(bounds)[-1])
    return BettingRules(least, most, raises, further_left)


def pot_rules(pot: model.Pot | None) -> PotRules:
    """Return the section `pot`."""
    ante, rake, last, outright = 0, RakeRules(Fraction(0), None, False), False, False
    heirs: tuple[Heir, ...] = ()
    for line in pot.lines if pot else ():
        match line:
            case model.Ante(chips=chips):
                ante = int(number(chips))
            case model.Rake(share=model.PercentLiteral(percent=percent)):
                most = number(line.most) if line.most else None
                rake = RakeRules(percent.value / 100, most, line.at_showdown is not None)
            case model.LastIn():
                last = True
            case model.Unclaimed():
                heirs = tuple(HEIRS[heir.text] for heir in line.heirs)
            case model.BothWays(how=how):
                outright = isinstance(how, model.Outright)
    return PotRules(ante, rake, last, heirs, outright)


def unit(parts: Iterable[Fraction], rake: RakeRules, players: int) -> int:
    """Return in how many equal pieces a chip is cut so that each pot can be shared among up to so many players."""
    shares = lcm(*(part.denominator for part in parts)) * lcm(*range(1, players + 1))
    taken = lcm((1 - rake.share).denominator, rake.most.denominator if rake.most is not None else 1)
    return shares * taken
