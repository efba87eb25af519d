"""Numbers of rounds and per cent points as people type them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from fractions import Fraction

_SUFFIXES = {"k": 3, "m": 6, "g": 9, "b": 9}
_MOST_ROUNDS = 10**15
_LONGEST = 12  # characters


def _plain(text: str) -> str:
    """Return a text in the figures 0 to 9; raises ValueError where others are in it."""
    if not text.isascii():
        raise ValueError(text)
    return text


class Rounds(click.ParamType[int]):
    """A number of rounds: 20000000, 20_000_000, 20e6 or 20M."""

    name = "rounds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number that a text stands for."""
        from decimal import Decimal  # noqa: PLC0415

        text = str(value).strip().lower()
        zeros = _SUFFIXES.get(text[-1:], 0)
        try:
            number = Decimal(_plain(text[:-1] if zeros else text)) * 10**zeros
            whole = int(number) if 1 <= number <= _MOST_ROUNDS else 0
        except (ArithmeticError, ValueError):
            whole, number = 0, Decimal(1)
        if not whole or whole != number:
            self.fail(f"{value!r} is no number of rounds from 1 to 1e15: write 20000000, 20e6 or 20M", param, ctx)
        return whole


class Whole(click.IntRange):
    """A whole number in the figures 0 to 9."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number that a text stands for."""
        if not str(value).isascii():
            self.fail(f"{value!r} is no whole number in the figures 0 to 9", param, ctx)
        number: int = super().convert(value, param, ctx)
        return number


class PerCent(click.ParamType["Fraction"]):
    """Per cent points, exactly as typed: 0.001 or 1e-3."""

    name = "points"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Fraction:
        """Return the number that a text stands for."""
        from fractions import Fraction  # noqa: PLC0415

        try:
            text = _plain(str(value).strip().removesuffix("%"))
            points = Fraction(text) if len(text) < _LONGEST else Fraction(0)
        except (ArithmeticError, ValueError):
            points = Fraction(0)
        if not Fraction(1, 10**6) <= points <= 100:
            self.fail(f"{value!r} is no number of per cent points from 0.000001 to 100: write 0.001", param, ctx)
        return points
