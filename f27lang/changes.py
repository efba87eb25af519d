"""What the command line changes: `@house`, `--with`, `--without`, `--set` → the same nodes that a house file holds."""

from __future__ import annotations

import re
from difflib import get_close_matches
from fractions import Fraction

from attrs import field, frozen

from f27lang import model
from f27lang.diagnostics import Label, Report
from f27lang.source import COMMAND_LINE, SourceFile, Span

SettingLine = model.WithOption | model.WithoutOption | model.SetValue
_NUMBER = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9}|/[0-9]{1,9})?")
_ODDS = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?:[0-9]{1,9}")
_PERCENT = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?%")
_NAME = re.compile(r"[a-z][a-z0-9_]*")


@frozen
class Changes:
    """Settings from outside: a house, options on and off, and `(name, value)` pairs for params and choices.

    `typed` is what the options that say so begin with, as messages show them.
    """

    house: str | None = None
    with_: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    set_: tuple[tuple[str, str], ...] = ()
    typed: str = field(default="--", eq=False)


def setting_lines(changes: Changes, report: Report) -> tuple[SettingLine, ...]:
    """Return the changes as lines of a house; each stands in a source of its own that messages can show."""
    out: list[SettingLine] = []
    for name in dict.fromkeys(changes.with_):
        shown = f"{changes.typed}with {name}"
        out.append(model.WithOption(_name(shown, name), span=_whole(shown)))
    for name in dict.fromkeys(changes.without):
        shown = f"{changes.typed}without {name}"
        out.append(model.WithoutOption(_name(shown, name), span=_whole(shown)))
    set_ = f"{changes.typed}set "
    for key, value in dict.fromkeys(changes.set_):
        shown = f"{set_}{key}={value}"
        place = _whole(shown)
        parsed = _value(value, Span(place.file, len(shown) - len(value), len(shown)))
        if parsed is None:
            _not_a_value(shown, value, report)
        else:
            out.append(model.SetValue(model.SettingKey(key, span=_part(place, len(set_), key)), parsed, span=place))
    return tuple(out)


def house_of(changes: Changes, houses: dict[str, model.House], report: Report) -> model.House | None:
    """Return the house that the changes name; None when they name none or an unknown one, which is reported."""
    if changes.house is None or changes.house in houses:
        return houses[changes.house] if changes.house is not None else None
    near = get_close_matches(changes.house, houses, 1, 0.4)
    known = f"its houses are {', '.join(houses)}" if houses else "this game has no houses"
    shown = f"@{changes.house}"
    label = Label(Span(SourceFile(COMMAND_LINE, shown), 1, len(shown)), "no such house")
    report.error(
        "F0202",
        f"there is no house `{changes.house}`",
        label,
        helps=(f"did you mean `@{near[0]}`?" if near else known,),
    )
    return None


def _whole(shown: str) -> Span:
    return Span(SourceFile(COMMAND_LINE, shown), 0, len(shown))


def _part(place: Span, start: int, part: str) -> Span:
    return Span(place.file, start, start + len(part))


def _name(shown: str, name: str) -> model.Name:
    return model.Name(name, span=_part(_whole(shown), len(shown) - len(name), name))


def _value(value: str, span: Span) -> model.Literal | model.ArmName | None:
    if _NUMBER.fullmatch(value) and not value.endswith("/0"):
        return model.Amount(Fraction(value), value, span=span)
    if _ODDS.fullmatch(value) and not value.endswith(":0"):
        paid, staked = value.split(":")
        return model.OddsLiteral(model.Odds(Fraction(paid), Fraction(staked), value, span=span), span=span)
    if _PERCENT.fullmatch(value):
        return model.PercentLiteral(model.Percent(Fraction(value[:-1]), value, span=span), span=span)
    if _NAME.fullmatch(value):
        return model.ArmName(model.Name(value, span=span), span=span)
    return None


def _not_a_value(shown: str, value: str, report: Report) -> None:
    place = Span(SourceFile(COMMAND_LINE, shown), len(shown) - len(value), len(shown))
    report.error(
        "F0205",
        f"`{value}` is no value",
        Label(place, "not a number, odds, percentage or arm"),
        helps=("write for example 22, 6.5, 13/2, 3:2, 5% or the name of an arm",),
    )
