"""Vying games: closed Game → Report, all that is wrong with table, steps, money, shares and advice."""

from f27lang.check.vying.advice import check_vying_advice
from f27lang.check.vying.built import check_vying_built
from f27lang.check.vying.drawing import check_vying_drawing
from f27lang.check.vying.lines import check_vying_lines
from f27lang.check.vying.money import check_vying_money
from f27lang.check.vying.play import check_vying_play
from f27lang.check.vying.reach import check_vying_reach
from f27lang.check.vying.seats import check_vying_seats
from f27lang.check.vying.sight import check_vying_sight

__all__ = [
    "check_vying_advice",
    "check_vying_built",
    "check_vying_drawing",
    "check_vying_lines",
    "check_vying_money",
    "check_vying_play",
    "check_vying_reach",
    "check_vying_seats",
    "check_vying_sight",
]
