"""`needs`, `not with` and `over` between options: their order, and whether what is on fits together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from f27lang import model
from f27lang.diagnostics import Label, Report
from f27lang.resolve.names import Names
from f27lang.resolve.settings import Settled

Toggle = model.Option | model.Choice
R = TypeVar("R", model.Needs, model.NotWith, model.OverOption)


def check_relations(names: Names, own: int, report: Report) -> None:
    """Report relations to names that are not declared (F0202), to oneself, or in a circle (F0208)."""
    options = names.nodes(model.Option)
    toggles: dict[str, Toggle] = {**options, **names.nodes(model.Choice)}
    declared = {**names.options, **names.choices}
    for name, option in toggles.items():
        for relation in _all_relations(option):
            target = relation.name.text
            known: Mapping[str, Toggle] = toggles if isinstance(relation, model.OverOption) else options
            kept = isinstance(relation, model.Needs) or declared[name].layer == own
            if target not in known and (kept or not names.was_dropped(target)):
                what = "an option or choice" if isinstance(relation, model.OverOption) else "an option"
                spans = {each: node.name for each, node in known.items()}
                names.unknown(relation.name, what, spans, report)
    for option in options.values():
        _excludes_itself(option, report)
    _check_circles(options, model.Needs, report)
    _check_circles(toggles, model.OverOption, report)


def _excludes_itself(option: model.Option, report: Report) -> None:
    for relation in _relations(option, model.NotWith):
        if relation.name.text == option.name.text:
            report.error(
                "F0208",
                f"`{option.name.text}` can't be on with itself",
                Label(relation.span, "names the option that it stands in"),
                helps=("name another option, or take the relation away",),
            )


def _check_circles(options: Mapping[str, Toggle], kind: type[R], report: Report) -> None:
    told: set[str] = set()
    for start in options:
        path = _way_back(options, start, kind)
        if path and not told & set(path):
            _circle(options, path, kind, report)
            told.update(path)


def _way_back(options: Mapping[str, Toggle], start: str, kind: type[R]) -> list[str]:
    """Return the shortest way from an option to itself, its last step left out; empty if there is none."""
    ways: list[list[str]] = [[start]]
    seen = {start}
    while ways:
        way: list[str] = ways.pop(0)
        for relation in _relations(options[way[-1]], kind):
            name = relation.name.text
            if name == start:
                return way
            if name in options and name not in seen:
                seen.add(name)
                ways.append([*way, name])
    return []


def _relations(toggle: Toggle, kind: type[R]) -> list[R]:
    return [relation for relation in _all_relations(toggle) if isinstance(relation, kind)]


def _all_relations(toggle: Toggle) -> tuple[model.Needs | model.NotWith | model.OverOption, ...]:
    return toggle.relations


def _circle(options: Mapping[str, Toggle], path: list[str], kind: type[R], report: Report) -> None:
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
            other = options.get(relation.name.text)
            if other is None or other is option:
                continue
            state = on[other.name.text]
            if (isinstance(relation, model.Needs) and not state) or (isinstance(relation, model.NotWith) and state):
                labels = [Label(relation.span, "says so", primary=False)]
                labels += [_set_at(settled, each, primary=each is option) for each in (option, other)]
                _report_misfit(option, other, state, labels, report)


def _set_at(settled: Settled, option: model.Option, *, primary: bool) -> Label:
    state = "on" if settled.settings.options[option.name.text] else "off"
    place = settled.by.get(option.name.text)
    return Label(place or option.name.span, f"{state} by this" if place else f"{state} by default", primary)


def _report_misfit(
    option: model.Option, other: model.Option, excluded: bool, labels: list[Label], report: Report
) -> None:
    one, two = option.name.text, other.name.text
    message = f"`{one}` and `{two}` can't both be on" if excluded else f"`{one}` needs `{two}`, which is off"
    word = "without" if excluded else "with"
    report.error("F0208", message, *labels, helps=(f"add `{word} {two}`, or `without {one}`",))


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
    """Return the names that an option or choice stands over."""
    return {relation.name.text for relation in _relations(toggle, model.OverOption)}
