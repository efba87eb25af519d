"""What a chain of files declares and drops: files → the params, options, choices, houses and strategies that stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import TypeVar, cast

from attrs import define, evolve, field, frozen

from f27lang import model
from f27lang.diagnostics import Label, Report
from f27lang.model.node import Node
from f27lang.resolve.quantities import size, value_of

Declaration = model.Param | model.Option | model.Choice | model.House | model.Strategy
D = TypeVar("D", bound=Declaration)
MOST_COMPARED = 100
MOST_LISTED = 20
_LITERALS: dict[str, type[Node]] = {"percent": model.PercentLiteral, "odds": model.OddsLiteral}


@frozen
class Declared:
    """A declaration and the number of the file that it stands in, the farthest ancestor being 0."""

    node: Declaration
    layer: int


@define
class Names:
    """The declarations that stand, by name; `dropped` holds what the last file that dropped a name said."""

    params: dict[str, Declared] = field(factory=dict)
    options: dict[str, Declared] = field(factory=dict)
    choices: dict[str, Declared] = field(factory=dict)
    houses: dict[str, Declared] = field(factory=dict)
    strategies: dict[str, Declared] = field(factory=dict)
    dropped: dict[tuple[str, str], model.Drop] = field(factory=dict)
    joins: list[model.Extends] = field(factory=list)

    def of(self, node: Node) -> dict[str, Declared]:
        """Return the name space that a declaration belongs to."""
        return cast("dict[str, Declared]", getattr(self, _SPACES[type(node)]))

    def nodes(self, kind: type[D]) -> dict[str, D]:
        """Return the declarations of a kind that stand, by name."""
        return {name: cast("D", each.node) for name, each in getattr(self, _SPACES[kind]).items()}

    def was_dropped(self, name: str) -> model.Drop | None:
        """Return the line that dropped a name, of whatever kind."""
        return next((drop for (_, dropped), drop in self.dropped.items() if dropped == name), None)

    def unknown(self, name: Node, what: str, known: Mapping[str, Node], report: Report, *more: str) -> None:
        """Report a name that is not declared (F0202), with where it was dropped, or else the nearest name.

        `more` are ways out where none is near.
        """
        text = text_of(name)
        used = Label(name.span, f"not {what} of this game")
        labels = [used]
        drop = self.was_dropped(text)
        near = get_close_matches(text, known, 1) if len(known) <= MOST_COMPARED else []
        message = f"`{text}` is not declared" if drop is None else f"`{text}` is used here, but dropped"
        if drop is not None:
            labels = self._dropped(drop, used)
            help_ = f"take `drop {drop.kind.text} {text}` away, or what uses it"
        elif near:
            labels.append(Label(known[near[0]].span, "a similar name is declared here", primary=False))
            help_ = f"did you mean `{near[0]}`?"
        else:
            help_ = f"known here: {_listed(tuple(known))}" if known else "nothing of this kind is declared"
        report.error("F0202", message, *labels, helps=(help_, *(() if drop or near else more)))

    def _dropped(self, drop: model.Drop, used: Label) -> list[Label]:
        """Mark the use, and the line that dropped the name; that line first where the use is inherited."""
        if drop.span.file is used.span.file:
            return [used, Label(drop.span, "dropped here", primary=False)]
        joined = [
            Label(each.span, "joined here", primary=False) for each in self.joins if each.span.file is drop.span.file
        ]
        return [Label(drop.span, "dropped here"), *joined, evolve(used, primary=False)]


def _listed(names: tuple[str, ...]) -> str:
    more = len(names) - MOST_LISTED
    return ", ".join(names[:MOST_LISTED]) + (f" and {more} more" if more > 0 else "")


_SPACES: dict[type[Node], str] = {
    model.Param: "params",
    model.Option: "options",
    model.Choice: "choices",
    model.House: "houses",
    model.Strategy: "strategies",
}


def declared(files: tuple[model.File, ...], report: Report) -> Names:
    """Return what stands after all files; a nearer declaration replaces a farther one of its name and kind."""
    names = Names()
    for layer, file in enumerate(files):
        if file.extends:
            names.joins.append(file.extends)
        drops = _each_once((item for item in file.items if isinstance(item, model.Drop)), report)
        for drop in drops:
            _drop(drop, names, files[:layer], report)
        for item in file.items:
            if isinstance(item, Declaration):
                _declare(item, names, layer, report)
        _check_inner_drops(file, files[: layer + 1], report)
    return names


def _each_once(drops: Iterable[model.Drop], report: Report) -> list[model.Drop]:
    """Return the drops of one place, and report those that are said again (F0204)."""
    first: dict[tuple[str, str], model.Drop] = {}
    for drop in drops:
        before = first.setdefault((drop.kind.text, drop.name.text), drop)
        if before is not drop:
            report.error(
                "F0204",
                f"`drop {drop.kind.text} {drop.name.text}` is said twice",
                Label(drop.span, "said again here"),
                Label(before.span, "first said here", primary=False),
                helps=("keep one of the two",),
            )
    return list(first.values())


def _check_inner_drops(file: model.File, files: tuple[model.File, ...], report: Report) -> None:
    holders = [arm for item in file.items for arm in (item.arms if isinstance(item, model.Choice) else (item,))]
    for holder in holders:
        inside = holder.items if isinstance(holder, model.Option | model.Arm) else ()
        for drop in _each_once((item for item in inside if isinstance(item, model.Drop)), report):
            if drop.kind.text in ("option", "choice", "strategy"):
                message = f"`drop {drop.kind.text}` can't stand in an option"
                label = Label(drop.span, "what is declared does not depend on what is chosen")
                report.error("F0206", message, label, helps=("put the line into the game itself",))
            else:
                _check_there(drop, files, report)


def _declare(node: Declaration, names: Names, layer: int, report: Report) -> None:
    space, name = names.of(node), node.name.text
    if name in space and space[name].layer == layer:
        twice(word(node), node.name, space[name].node.name, report)
    for other in (names.params, names.choices):
        clash = other.get(name)
        if clash and isinstance(node, model.Param | model.Choice) and other is not space:
            twice("setting", node.name, clash.node.name, report)
    space[name] = Declared(node, layer)
    if isinstance(node, model.Param):
        check_param(node, report)
    elif isinstance(node, model.Strategy):
        for param in node.params:
            check_param(param, report)
    elif isinstance(node, model.Choice):
        _check_arms(node, report)


def text_of(name: Node) -> str:
    """Return the text of a name, or of words that are a name."""
    assert isinstance(name, model.Name | model.Text | model.Words)
    return name.text


def word(node: Declaration) -> str:
    """Return the word that introduces a declaration."""
    return type(node).__name__.lower()


def twice(what: str, name: Node, first: Node, report: Report) -> None:
    """Report a name that is declared twice (F0204)."""
    report.error(
        "F0204",
        f"the {what} `{text_of(name)}` is declared twice",
        Label(name.span, "declared again here"),
        Label(first.span, "first declared here", primary=False),
        helps=("give one of them another name",),
    )


def check_param(param: model.Param, report: Report) -> None:
    """Report a param whose default or range has the wrong kind, or whose default lies outside its range (F0205)."""
    range_ = param.range
    for literal in (param.default, range_.low, range_.high):
        if not fits_unit(literal, param):
            wrong_kind(literal, param, report)
            return
    if size(value_of(range_.low)) > size(value_of(range_.high)):
        report.error(
            "F0205",
            f"the range of `{param.name.text}` is upside down",
            Label(range_.span, "the lower end comes first"),
            helps=(f"write {range_.high.span.text}..{range_.low.span.text}",),
        )
    elif not within(param.default, param):
        outside(param.default, param, report)


def fits_unit(literal: model.Literal | model.ArmName, param: model.Param) -> bool:
    """Return whether a literal is of a param's unit: `5%` of percent, `3:2` of odds, whole numbers of cards."""
    if not isinstance(literal, _LITERALS.get(param.unit.text, model.Amount)):
        return False
    if isinstance(literal, model.Amount):
        return param.unit.text == "points" or literal.value.denominator == 1
    return not isinstance(literal, model.OddsLiteral) or literal.odds.staked > 0


def wrong_kind(literal: Node, param: model.Param, report: Report) -> None:
    """Report a value of the wrong kind for a param (F0205)."""
    unit = param.unit.text
    like = {"percent": "a percentage like 5%", "odds": "odds like 3:2", "points": "a number like 27, 6.5 or 13/2"}
    kind = {"percent": "a percentage", "odds": "odds", "points": "a number of points"}
    report.error(
        "F0205",
        f"`{literal.span.text}` is no value for `{param.name.text}`",
        Label(literal.span, f"not {kind.get(unit, f'a whole number of {unit}')}"),
        Label(param.unit.span, f"declared as {unit}", primary=False),
        helps=(f"write {like.get(unit, 'a whole number')}",),
    )


def within(literal: model.Literal, param: model.Param) -> bool:
    """Return whether a value lies in a param's range."""
    low, high = (size(value_of(end)) for end in (param.range.low, param.range.high))
    return low <= size(value_of(literal)) <= high


def outside(literal: model.Literal, param: model.Param, report: Report) -> None:
    """Report a value outside a param's range (F0205)."""
    report.error(
        "F0205",
        f"`{param.name.text}` can't be {literal.span.text}",
        Label(literal.span, "outside the range"),
        Label(param.range.span, "the range", primary=False),
        helps=(f"choose a value in {param.range.span.text}",),
    )


def _check_arms(choice: model.Choice, report: Report) -> None:
    first: dict[str, model.Arm] = {}
    for arm in choice.arms:
        if arm.name.text in first:
            twice("arm", arm.name, first[arm.name.text].name, report)
        first.setdefault(arm.name.text, arm)
    if choice.default.name.text not in first:
        unknown_arm(choice.default.name, choice, report)


def unknown_arm(name: model.Name, choice: model.Choice, report: Report) -> None:
    """Report an arm that a choice does not have (F0202)."""
    arms = [arm.name.text for arm in choice.arms]
    near = get_close_matches(name.text, arms, 1)
    report.error(
        "F0202",
        f"`{name.text}` is no arm of `{choice.name.text}`",
        Label(name.span, "no such arm"),
        Label(choice.name.span, "the choice", primary=False),
        helps=(f"did you mean `{near[0]}`?" if near else f"its arms are {', '.join(arms)}",),
    )


def _drop(drop: model.Drop, names: Names, farther: Iterable[model.File], report: Report) -> None:
    kind, name = drop.kind.text, drop.name.text
    if _check_there(drop, farther, report):
        names.dropped[kind, name] = drop
        space = {"option": names.options, "choice": names.choices, "strategy": names.strategies}.get(kind, {})
        space.pop(name, None)


def _check_there(drop: model.Drop, files: Iterable[model.File], report: Report) -> bool:
    kind, name = drop.kind.text, drop.name.text
    there = {text: node for what, text, node in _all_things(files) if what == kind}
    if name not in there:
        near = get_close_matches(name, there, 1)
        report.error(
            "F0202",
            f"there is no {kind} `{name}` to drop",
            Label(drop.name.span, "nothing of this name is there"),
            helps=(f"did you mean `{near[0]}`?" if near else "take the line away",),
        )
    return name in there


def _all_things(files: Iterable[model.File]) -> Iterator[tuple[str, str, Node]]:
    for file in files:
        yield from things(file.items)


def things(items: Iterable[Node]) -> Iterator[tuple[str, str, Node]]:
    """Yield kind, name and name's node of all that `drop` could take away, options' insides included."""
    for item in items:
        section = item.section if isinstance(item, model.Also) else item
        if isinstance(section, model.Hands):
            yield from (("hand", hand.name.text, hand.name) for hand in section.lines)
        elif isinstance(section, model.Wager | model.Bonus):
            yield type(section).__name__.lower(), section.name.text, section.name
        elif isinstance(section, model.PotShare):
            yield "share", section.name.text, section.name
        elif isinstance(section, model.Option | model.Choice | model.Strategy):
            yield type(section).__name__.lower(), section.name.text, section.name
        if isinstance(section, model.Option | model.Arm):
            yield from things(section.items)
        elif isinstance(section, model.Choice):
            yield from things(section.arms)
