"""All combinations of settings that are asked for: `19..24`, `6,8`, `*` by name -> axes, and their points."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import overload

from attrs import frozen

from f27lang import model
from f27lang.changes import Changes
from f27lang.compare.ground import DECKS, HOUSE, NO_HOUSE, OFF, ON, OPTION, PARAM, Ground, changed
from f27lang.diagnostics import Label, Misasked, Report
from f27lang.resolve.quantities import value_of
from f27lang.source import COMMAND_LINE, SourceFile, Span

ALL = "*"
_RANGE = re.compile(r"(?P<low>\S+?)\s*\.\.\s*(?P<high>\S+?)(\s+by\s+(?P<step>\S+))?")
_NUMBER = re.compile(r"(?P<number>[0-9]{1,9}(\.[0-9]{1,9}|/0*[1-9][0-9]{0,8})?)(?P<sign>%|:0*[1-9][0-9]{0,8})?")
_DECIMALS = 10**9

Spec = str | Sequence[object]


@frozen
class Axis:
    """One setting and the values that it takes, as a rules card would write them."""

    name: str
    kind: str
    values: Sequence[str]


@frozen
class Point:
    """One combination: what was varied, and all that is changed."""

    varied: tuple[tuple[str, str], ...]
    changes: Changes


@frozen
class Grid:
    """All combinations of the values of axes, the last varying fastest."""

    ground: Ground
    axes: tuple[Axis, ...]

    def __len__(self) -> int:
        return prod(len(axis.values) for axis in self.axes)

    def __iter__(self) -> Iterator[Point]:
        return map(self.point, range(len(self)))

    def point(self, number: int) -> Point:
        """Return one of the points, counted from 0."""
        varied: list[tuple[str, str]] = []
        changes, kinds = self.ground.base, {axis.name: axis.kind for axis in self.axes}
        for axis in reversed(self.axes):
            number, at = divmod(number, len(axis.values))
            varied.insert(0, (axis.name, axis.values[at]))
        for name, value in varied:
            changes = changed(changes, kinds[name], name, value)
        return Point(tuple(varied), changes)


@frozen
class Steps(Sequence[str]):
    """Numbers from `low` on, by `step`; none is made before it is looked at. `sign` stands behind each: `%`, `:1`."""

    low: Fraction
    step: Fraction
    number: int
    sign: str

    def __len__(self) -> int:
        return self.number

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[str]: ...
    def __getitem__(self, at: int | slice) -> str | Sequence[str]:
        if isinstance(at, slice):
            return [self[place] for place in range(*at.indices(self.number))]
        if not -self.number <= at < self.number:
            raise IndexError(at)
        return written(self.low + self.step * (at % self.number)) + self.sign


def grid(ground: Ground, vary: Mapping[str, Spec], houses: Spec = ()) -> Grid:
    """Return the grid that is asked for; houses are varied first.

    Raises VariantError where a value can't be set, Misasked where a range is none.
    """
    axes = [_axis(ground, name, spec) for name, spec in vary.items()]
    if houses:
        axes.insert(0, _house_axis(ground, houses))
    return Grid(ground, tuple(axes))


def written(number: Fraction) -> str:
    """Return a number as a rules card writes it: 21, 6.5 or 1/3."""
    if _DECIMALS % number.denominator:
        return str(number)
    whole, rest = divmod(number * _DECIMALS, _DECIMALS)
    return f"{int(whole)}.{int(rest):09d}".rstrip("0").rstrip(".")


def _axis(ground: Ground, name: str, spec: Spec) -> Axis:
    kind = ground.kind(name)
    if kind is None and spec == ALL:
        ground.refuse(Changes(with_=(name,)))
    values = _all(ground, name, kind) if spec == ALL and kind else _values(name, spec)
    axis = Axis(name, kind or PARAM, values)
    if kind == OPTION and (wrong := [value for value in values if value not in (ON, OFF)]):
        raise misasked("F0205", name, _typed(spec), f"`{wrong[0]}` is no state of an option", "write on,off or *")
    for value in dict.fromkeys((values[0], values[min(1, len(values) - 1)], values[-1]) if _even(values) else values):
        ground.refuse(changed(Changes(house=ground.base.house), axis.kind, name, value))
    return axis


def _even(values: Sequence[str]) -> bool:
    """Whether values are those of one range: where its ends and its step are right all are."""
    return isinstance(values, Steps)


def _house_axis(ground: Ground, spec: Spec) -> Axis:
    names = (NO_HOUSE, *ground.houses) if spec in (ALL, "all") else tuple(_parts(spec))
    for house in names:
        if house not in (NO_HOUSE, *ground.houses):
            known = f"its houses are {', '.join(ground.houses)}" if ground.houses else "this game has no houses"
            raise misasked("F0202", "", _typed(spec), f"there is no house `{house}`", known, option="--house")
    return Axis(HOUSE, HOUSE, tuple(dict.fromkeys(names)))


def _all(ground: Ground, name: str, kind: str) -> Sequence[str]:
    """Return all that a setting may be; of a param its range, by 1."""
    if kind not in (PARAM, DECKS):
        return ground.arms(name)
    if kind == DECKS:
        raise misasked("F0205", name, ALL, "decks have no end", "write a range, for example 1..8")
    param = ground.params[name]
    return _range(name, _literal_text(param.range.low), _literal_text(param.range.high), None)


def _literal_text(literal: model.Literal) -> str:
    value = value_of(literal)
    if isinstance(value, tuple):
        return f"{written(value[0])}:{written(value[1])}"
    return written(value) + ("%" if isinstance(literal, model.PercentLiteral) else "")


def _values(name: str, spec: Spec) -> Sequence[str]:
    """Return the values that are typed: single ones and ranges, behind one another."""
    parts = [_part(name, part) for part in _parts(spec)]
    if not parts:
        raise misasked("F0205", name, _typed(spec), "no value is named", "write a range or a list: 19..24, or 6,8,10")
    return parts[0] if len(parts) == 1 else tuple(dict.fromkeys(value for part in parts for value in part))


def _parts(spec: Spec) -> list[str]:
    parts = spec.split(",") if isinstance(spec, str) else map(_value_text, _listed(spec))
    return [part.strip() for part in parts if part.strip()]


def _listed(spec: object) -> Sequence[object]:
    """Return the values that a program gave: several, or one."""
    return spec if isinstance(spec, Sequence) else (spec,)


def _value_text(value: object) -> str:
    return (ON if value else OFF) if isinstance(value, bool) else str(value)


def _typed(spec: Spec) -> str:
    return ",".join(_parts(spec))


def _part(name: str, part: str) -> Sequence[str]:
    if ".." not in part:
        return (part,)
    found = _RANGE.fullmatch(part)
    if found is None:
        raise _no_range(name, part)
    return _range(name, found["low"], found["high"], found["step"])


def _range(name: str, low: str, high: str, step: str | None) -> Sequence[str]:
    typed = f"{low}..{high}" + (f" by {step}" if step else "")
    ends = [_NUMBER.fullmatch(end) for end in (low, high)]
    by = _NUMBER.fullmatch(step) if step else None
    if ends[0] is None or ends[1] is None or (step and by is None):
        raise _no_range(name, typed)
    if (ends[0]["sign"] or "") != (ends[1]["sign"] or ""):
        raise misasked("F0205", name, typed, "the ends of a range are of two kinds", "write both alike: 2:1..5:1")
    first, last = Fraction(ends[0]["number"]), Fraction(ends[1]["number"])
    size = Fraction(by["number"]) if by else Fraction(1)
    if last < first:
        raise misasked("F0205", name, typed, "the range is upside down", f"write {high}..{low}")
    if not size:
        raise misasked("F0205", name, typed, "a step of nothing never gets there", "write for example `by 0.5`")
    return Steps(first, size, int((last - first) / size) + 1, ends[0]["sign"] or "")


def _no_range(name: str, typed: str) -> Misasked:
    return misasked("F0205", name, typed, f"`{typed}` is no range", "write for example 19..24, or 5..7 by 0.5")


def misasked(code: str, name: str, typed: str, message: str, help_: str, *, option: str = "--set") -> Misasked:
    """Return the error of what is varied, with its place on the command line."""
    head = f"{option} {name}=" if name else f"{option} "
    line = SourceFile(COMMAND_LINE, f"{head}{typed}")
    report = Report()
    report.error(code, message, Label(Span(line, len(head), len(line.text)), "asked for here"), helps=(help_,))
    return Misasked(report)


def is_range(text: str) -> bool:
    """Whether a text stands for several values, or asks for them."""
    return text == ALL or ".." in text or "," in text
