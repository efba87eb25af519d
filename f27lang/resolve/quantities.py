"""Params put in where their names stand, and whether their units and ranges fit there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any, TypeVar, cast

import attrs

from f27lang import model
from f27lang.diagnostics import Label, Report
from f27lang.model.node import Node, inside, walk

Value = Fraction | tuple[Fraction, Fraction]
T = TypeVar("T")

COUNTS = ("cards", "hands", "chips")
UNITS: dict[tuple[type[Node], str], tuple[str, ...]] = {
    (model.TotalIs, "range"): ("points",),
    (model.TotalNearest, "target"): ("points",),
    (model.DistanceTo, "target"): ("points",),
    (model.Makes, "total"): ("points",),
    (model.ReadHighest, "limit"): ("points",),
    (model.ReadNearest, "target"): ("points",),
    (model.NearestFirst, "target"): ("points",),
    (model.Nearest, "targets"): ("points",),
    (model.WithCards, "number"): ("cards",),
    (model.Limit, "number"): ("cards",),
    (model.EveryHands, "number"): ("hands",),
    (model.Seats, "range"): ("hands",),
    (model.AtCutCard, "depth"): ("percent",),
    (model.Less, "commission"): ("percent",),
    (model.Rake, "share"): ("percent",),
    (model.Rake, "most"): ("chips",),
    (model.Pays, "odds"): ("odds",),
    (model.Adds, "odds"): ("odds",),
    (model.Limits, "range"): ("chips",),
    (model.Ante, "chips"): ("chips",),
    (model.BetChips, "chips"): ("chips",),
    (model.RaiseChips, "chips"): ("chips",),
    (model.Raises, "range"): COUNTS,
    (model.Locked, "number"): COUNTS,
    (model.RoundIs, "range"): COUNTS,
    (model.LiveAre, "range"): COUNTS,
    (model.SeatLive, "seat"): COUNTS,
}
"""The units that fit where a quantity stands: `hard 15..` is points, `with 3.. cards` is cards."""


def value_of(literal: model.Literal) -> Value:
    """Return the number of a literal: a fraction, or odds as (paid, staked)."""
    if isinstance(literal, model.Amount):
        return literal.value
    if isinstance(literal, model.PercentLiteral):
        return literal.percent.value
    return literal.odds.paid, literal.odds.staked


def size(value: Value) -> Fraction:
    """Return a value as one number, by which ranges are judged."""
    return value[0] / value[1] if isinstance(value, tuple) else value


def shown(value: Fraction) -> str:
    """Return a number as an author would write it: `27`, `6.5`, `1/3`."""
    tenths = value * 1000
    if value.denominator == 1 or tenths.denominator != 1:
        return str(value)
    return f"{int(value)}.{int(tenths) % 1000:03d}".rstrip("0")


def literal(param: model.Param, value: Value, name: model.QuantityName) -> model.Literal:
    """Return what a param's name stands for, at the place where the name stands."""
    if isinstance(value, tuple):
        odds = model.Odds(*value, f"{shown(value[0])}:{shown(value[1])}", span=name.span)
        return model.OddsLiteral(odds, param=param.name.text, span=name.span)
    if param.unit.text == "percent":
        percent = model.Percent(value, f"{shown(value)}%", span=name.span)
        return model.PercentLiteral(percent, param=param.name.text, span=name.span)
    return model.Amount(value, shown(value), param=param.name.text, span=name.span)


def _inside(node: Node) -> tuple[str, ...]:
    return inside(cast("Any", type(node)))


def children(node: Node) -> Iterator[tuple[str, Node]]:
    """Yield the nodes inside a node with the names of their fields."""
    for name in _inside(node):
        inner = getattr(node, name)
        if isinstance(inner, Node):
            yield name, inner
        elif isinstance(inner, tuple):
            yield from ((name, each) for each in inner if isinstance(each, Node))


def is_named(node: Node) -> bool:
    """Return whether a param's name stands anywhere in a node."""
    return any(isinstance(each, model.QuantityName) for each in walk(node))


def put_in(node: T, params: Mapping[str, model.Param], values: Mapping[str, Value]) -> T:
    """Return a node in which each known param's name is the param's value; unknown names stay."""
    if isinstance(node, model.QuantityName):
        name = node.name.text
        return cast("T", literal(params[name], values[name], node)) if name in params else node
    return rebuilt(node, lambda inner: put_in(inner, params, values))


def revalued(node: T, values: Mapping[str, Value]) -> T:
    """Return a closed node or Game with other values of its params; sections and addresses stay as they are."""
    if isinstance(node, model.Amount | model.OddsLiteral | model.PercentLiteral) and node.param in values:
        return cast("T", _with_value(node, values[cast("str", node.param)]))
    if isinstance(node, model.Game):
        rules = {f.name: getattr(node, f.name) for f in attrs.fields(model.Game)}
        kept = ("files", "settings", "params", "options", "choices", "houses")
        changed = {name: _each(part, lambda p: revalued(p, values)) for name, part in rules.items() if name not in kept}
        settings = attrs.evolve(node.settings, params={**node.settings.params, **values})
        return cast("T", attrs.evolve(node, settings=settings, **changed))
    return rebuilt(node, lambda inner: revalued(inner, values))


def _with_value(node: model.Literal, value: Value) -> model.Literal:
    if isinstance(node, model.OddsLiteral) and isinstance(value, tuple):
        text = f"{shown(value[0])}:{shown(value[1])}"
        return attrs.evolve(node, odds=attrs.evolve(node.odds, paid=value[0], staked=value[1], text=text))
    assert isinstance(value, Fraction)
    if isinstance(node, model.PercentLiteral):
        return attrs.evolve(node, percent=attrs.evolve(node.percent, value=value, text=f"{shown(value)}%"))
    assert isinstance(node, model.Amount)
    return attrs.evolve(node, value=value, text=shown(value))


def _each(part: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(part, tuple):
        changed = tuple(_each(each, change) for each in part)
        return changed if any(new is not old for new, old in zip(changed, part)) else part
    return change(part) if isinstance(part, Node) else part


def rebuilt(node: T, change: Callable[[Any], Any]) -> T:
    """Return a node with each node right inside it changed; itself where that changes none."""
    if not isinstance(node, Node):
        return node
    parts = {name: getattr(node, name) for name in _inside(node)}
    changed = {name: new for name, part in parts.items() if (new := _each(part, change)) is not part}
    return attrs.evolve(node, **changed) if changed else node


def check_places(node: Node, params: Mapping[str, model.Param], report: Report) -> None:
    """Report params whose unit does not fit where they stand, and ranges that some value turns upside down (F0205)."""
    for name, inner in children(node):
        units = _units(node, name)
        if units:
            for each in walk(inner):
                if isinstance(each, model.QuantityName) and each.name.text in params:
                    _check_unit(each, params[each.name.text], units, report)
        if isinstance(inner, model.Between):
            check_between(inner, params, report)
        check_places(inner, params, report)


def _units(node: Node, name: str) -> tuple[str, ...]:
    if isinstance(node, model.Limit) and node.what is not None:
        return ("hands",) if isinstance(node.what, model.MostHands) else COUNTS
    return UNITS.get((type(node), name), ())


def _check_unit(name: model.QuantityName, param: model.Param, units: tuple[str, ...], report: Report) -> None:
    if param.unit.text in units:
        return
    here = f"{units[0]} are" if len(units) == 1 else "a whole number is"
    report.error(
        "F0205",
        f"`{param.name.text}` is declared as {param.unit.text}, but {here} needed here",
        Label(name.span, f"{here} needed"),
        Label(param.unit.span, f"declared as {param.unit.text}", primary=False),
        helps=(f"declare a param with the unit {units[0]}",),
    )


def check_between(range_: model.Between, params: Mapping[str, model.Param], report: Report) -> None:
    """Report a range that is, or by some value of its one param can be, upside down (F0205)."""
    named = [end for end in (range_.low, range_.high) if isinstance(end, model.QuantityName)]
    if len(named) == 2 or any(end.name.text not in params for end in named):
        return
    low = _extreme(range_.low, params, highest=True)
    high = _extreme(range_.high, params, highest=False)
    if low <= high:
        return
    if not named:
        report.error(
            "F0205",
            f"the range {range_.span.text} is upside down",
            Label(range_.span, "the lower end comes first"),
            helps=(f"write {shown(high)}..{shown(low)}",),
        )
        return
    param = params[named[0].name.text]
    worst = low if named[0] is range_.low else high
    report.error(
        "F0205",
        f"`{param.name.text}` can turn this range upside down",
        Label(range_.span, f"with {param.name.text} = {shown(worst)} this is {shown(low)}..{shown(high)}"),
        Label(param.range.span, "the values it can have", primary=False),
        helps=("narrow the param's range, or leave one end of this range open",),
    )


def check_crossed(node: Node, report: Report) -> None:
    """Report a range between two params whose values turn it upside down (F0205); `node` has its params put in."""
    for range_ in walk(node):
        ends = [range_.low, range_.high] if isinstance(range_, model.Between) else []
        named = [end for end in ends if isinstance(end, model.Amount) and end.param]
        if len(named) == 2 and named[0].value > named[1].value:
            low, high = named
            report.error(
                "F0205",
                f"`{low.param}` is above `{high.param}`",
                Label(range_.span, f"this is {low.text}..{high.text}"),
                helps=(f"set `{low.param}` to {high.text} or less, or `{high.param}` to {low.text} or more",),
            )


def _extreme(end: Node, params: Mapping[str, model.Param], *, highest: bool) -> Fraction:
    if isinstance(end, model.QuantityName):
        range_ = params[end.name.text].range
        return size(value_of(range_.high if highest else range_.low))
    assert isinstance(end, model.Amount)
    return end.value
