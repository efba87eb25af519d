"""What a line of advice waits for beyond the own hand: its conditions → Scene, and bits of When."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import ceil, floor

from f27lang import model
from f27lang.lower.classes import number
from f27lang.vying import ANY_SCENE, NO_END, Scene, When

Span = tuple[int, int]  # the first and the last whole number
SOMEBODY_BET, NOBODY_BET = "somebody bet", "nobody bet"
_NEVER: Span = (1, 0)
_SEATS = NO_END.bit_length()  # of a table at most; checks allow no larger one


def waits_for(seen: Iterable[model.Seen]) -> int:
    """Return what some conditions wait for of bets, as bits of When."""
    bits = 0
    for each in seen:
        match each:
            case model.AllChecked():
                bits |= When.ALL_OTHERS_CHECKED
            case model.WhetherBet(text=text):
                bits |= When.SOMEBODY_BET if text == SOMEBODY_BET else When.NOBODY_BET
    return int(bits)


def scene_of(seen: Iterable[model.Seen]) -> Scene:
    """Return the rounds, the numbers of live seats and the live seats that some conditions name, all of them."""
    rounds, live, seats = ANY_SCENE.rounds, ANY_SCENE.live, 0
    for each in seen:
        match each:
            case model.RoundIs(range=range_):
                rounds = _both(rounds, whole(range_))
            case model.LiveAre(range=range_):
                live = _both(live, whole(range_))
            case model.SeatLive(seat=seat) if number(seat) < _SEATS:
                seats |= 1 << int(number(seat))
            case model.SeatLive():
                live = _NEVER
    return Scene(rounds, live, seats)


def whole(range_: model.Range) -> Span:
    """Return the least and the most whole number of a range, the most below the least where it holds none."""
    match range_:
        case model.Between(low=low, high=high):
            return _span(number(low), number(high))
        case model.AtLeast(low=low):
            return _span(number(low), Fraction(NO_END))
        case model.UpTo(high=high):
            return _span(Fraction(0), number(high))
        case model.Exactly(value=value):
            return _span(number(value), number(value))
        case model.Over(value=value):
            return _span(number(value) + 1, Fraction(NO_END))
        case model.Under(value=value):
            return _span(Fraction(0), number(value) - 1)
    raise AssertionError(range_)


def _span(low: Fraction, high: Fraction) -> Span:
    return min(ceil(low), NO_END), min(max(floor(high), 0), NO_END)


def _both(one: Span, other: Span) -> Span:
    return max(one[0], other[0]), min(one[1], other[1])
