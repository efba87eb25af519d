"""`needs`, `not with` and `over` between options: their order, and whether what is on fits together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from f27lang import model
from f27lang.diagnostics import Label, Report
from f27lang.model.node import Node
from f27lang.resolve import names as declarations
from f27lang.resolve.names import Names
from f27lang.resolve.settings import Settled

Toggle = model.Option | model.Choice
R = TypeVar("R", model.Needs, model.OverOption)


def check_relations(names: Names, own: int, report: Report) -> None:
    """Report relations to names that are not declared (F0202), to oneself, or in a circle (F0208)."""
    options = names.nodes(model.Option)
    toggles: dict[str, Node] = {**options, **names.nodes(model.Choice)}
    for name, option in options.items():
        for relation in option.relations:
            target = relation.name.text
            known = toggles if isinstance(relation, model.OverOption) else dict(options)
            kept = isinstance(relation, model.Needs) or names.options[name].layer == own
            if target not in known and (kept or not _was_dropped(target, names)):
                what = "an option or choice" if isinstance(relation, model.OverOption) else "an option"
                spans = {each: node.name for each, node in known.items() if isinstance(node, Toggle)}
                declarations.unknown(target, relation.name.span, what, spans, names, report)
    for kind in (model.Needs, model.OverOption):
        _check_circles(options, kind, report)


def _was_dropped(name: str, names: Names) -> bool:
    return any(dropped == name for _, dropped in names.dropped)


def _check_circles(options: dict[str, model.Option], kind: type[R], report: Report) -> None:
    told: set[str] = set()
    for start in options:
        path = _way_back(options, start, kind)
        if path and not told & set(path):
            _circle(options, path, kind, report)
            told.update(path)


def _way_back(options: dict[str, model.Option], start: str, kind: type[R]) -> list[str]:
    """Return the shortest way from an option over its relations to itself, without the return; empty if there is none."""
    ways, seen = [[start]], {start}
    for way in ways:
        for relation in _relations(options[way[-1]], kind):
            name = relation.name.text
            if name == start:
                return way
            if name in options and name not in seen:
                seen.add(name)
                ways.append([*way, name])
    return []


def _relations(option: model.Option, kind: type[R]) -> list[R]:
    return [relation for relation in option.relations if isinstance(relation, kind)]


def _circle(options: dict[str, model.Option], path: list[str], kind: type[R], report: Report) -> None:
    word = "needs" if kind is model.Needs else "over"
    shown = f" {word} ".join([*path, path[0]])
    steps = zip(path, [*path[1:], path[0]])
    relations = [next(r for r in _relations(options[one], kind) if r.name.text == other) for one, other in steps]
    first, *rest = relations
    report.error(
        "F0208",
        f"these options stand in a circle: {shown}",
        Label(first.span, "leads round to itself"),
        *(Label(each.span, "by way of this", primary=False) for each in rest),
        helps=("take one of the relations away",),
    )


def check_together(settled: Settled, names: Names, report: Report) -> None:
    """Report options that are on without what they need, or with what they exclude (F0208)."""
    on = settled.settings.options
    options = names.nodes(model.Option)
    for name, option in options.items():
        for relation in option.relations if on.get(name) else ():
            other = relation.name.text
            if isinstance(relation, model.Needs) and other in options and not on[other]:
                _misfit(settled, option, options[other], relation, f"`{name}` needs `{other}`, which is off", report)
            elif isinstance(relation, model.NotWith) and on.get(other):
                _misfit(settled, option, options[other], relation, f"`{name}` and `{other}` can't both be on", report)


def _misfit(
    settled: Settled, option: model.Option, other: model.Option, relation: Node, message: str, report: Report
) -> None:
    labels = [Label(relation.span, "says so", primary=False)]
    for each in (option, other):
        place = settled.by.get(each.name.text)
        state = "on" if settled.settings.options[each.name.text] else "off"
        labels.append(
            Label(place or each.name.span, f"{state} by this" if place else f"{state} by default", each is option)
        )
    needed = isinstance(relation, model.Needs)
    help_ = f"add `with {other.name.text}`" if needed else f"add `without {other.name.text}`"
    report.error("F0208", message, *labels, helps=(f"{help_}, or `without {option.name.text}`",))


def in_order(toggles: Iterable[Toggle]) -> tuple[Toggle, ...]:
    """Return a layer's options and choices in the order declared, each behind all that it stands `over`."""
    waiting, out = list(toggles), list[Toggle]()
    while waiting:
        names = {each.name.text for each in waiting}
        free = [each for each in waiting if not names & (over(each) - {each.name.text})]
        chosen = free[0] if free else waiting[0]
        waiting.remove(chosen)
        out.append(chosen)
    return tuple(out)


def over(toggle: Toggle) -> set[str]:
    """Return the names that an option stands over."""
    relations = toggle.relations if isinstance(toggle, model.Option) else ()
    return {relation.name.text for relation in relations if isinstance(relation, model.OverOption)}
