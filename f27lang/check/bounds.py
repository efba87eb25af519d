"""Ranges as bounds: a Range of the model → the numbers it holds, for one setting or for every setting."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from f27lang import model


class Bounds(NamedTuple):
    """Numbers from `low` to `high`, None for no end; `open_low` and `open_high` leave the end itself out."""

    low: Fraction | None = None
    high: Fraction | None = None
    open_low: bool = False
    open_high: bool = False

    def holds(self, number: Fraction | int) -> bool:
        """Return whether a number lies within."""
        above = self.low is None or number > self.low or (number == self.low and not self.open_low)
        below = self.high is None or number < self.high or (number == self.high and not self.open_high)
        return above and below

    def meets(self, other: Bounds) -> bool:
        """Return whether some number lies in both."""
        return not (self._ends_before(other) or other._ends_before(self))

    def _ends_before(self, other: Bounds) -> bool:
        if self.high is None or other.low is None:
            return False
        return self.high < other.low or (self.high == other.low and (self.open_high or other.open_low))


Spread = tuple[Fraction, Fraction]  # the least and the greatest value of a number over all settings
OTHERS = (model.OverOther, model.UnderOther, model.AtLeastOther, model.AtMostOther)


def bounds(range_: model.Range, params: Mapping[str, Spread] | None = None) -> Bounds:
    """Return the numbers of a range as set; with `params`, those that it holds for some setting."""

    def least(quantity: model.Quantity) -> Fraction:
        return _spread(quantity, params or {})[0]

    def most(quantity: model.Quantity) -> Fraction:
        return _spread(quantity, params or {})[1]

    match range_:
        case model.Between(low=low, high=high):
            return Bounds(least(low), most(high))
        case model.AtLeast(low=low):
            return Bounds(low=least(low))
        case model.UpTo(high=high):
            return Bounds(high=most(high))
        case model.Exactly(value=value):
            return Bounds(least(value), most(value))
        case model.Over(value=value):
            return Bounds(low=least(value), open_low=True)
        case model.Under(value=value):
            return Bounds(high=most(value), open_high=True)
    return Bounds()


def _spread(quantity: model.Quantity, params: Mapping[str, Spread]) -> Spread:
    assert isinstance(quantity, model.Amount), quantity
    spread = params.get(quantity.param or "")
    return spread or (quantity.value, quantity.value)


def never_both(one: model.Range, other: model.Range) -> bool:
    """Return whether two ranges against the other side's reading exclude one another."""
    signs = {model.OverOther: {1}, model.UnderOther: {-1}, model.AtLeastOther: {0, 1}, model.AtMostOther: {-1, 0}}
    return type(one) in signs and type(other) in signs and not signs[type(one)] & signs[type(other)]
