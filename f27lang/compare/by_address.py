"""Two games of different files mixed line by line: two Games -> what differs by address, and games with some of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, cast

import attrs
from attrs import frozen

from f27lang import model, pipeline
from f27lang.compare.alike import HandNames, hand_names, renamed
from f27lang.compare.rules import Difference, Rule, differences, in_one_order
from f27lang.compare.sheets import COMPARED, TURNS, Key, Sheet, forms, sheets
from f27lang.model.node import Node
from f27lang.resolve.address import heading
from f27lang.resolve.lines import HEADING_PARTS
from f27lang.resolve.names import text_of
from f27lang.resolve.references import sections, uses
from f27lang.source import Span
from f27lang.syntax.write import text

Nodes = dict[Key, tuple[Node, ...]]
_MOST_TRIED = 12  # parts, whose mixtures are tried one by one

_IN_HEADING: dict[type[Node], str] = {model.Wager: "stake", model.Bonus: "wager", model.PotShare: "part"}


def address_mixing(
    a: model.Game, b: model.Game
) -> tuple[tuple[Rule, ...], Callable[[frozenset[int]], model.Game | None]]:
    """Return what two games say differently, and what makes `a` with some of it from `b`.

    In a mixture every number stands as it is: it has no params, options or examples, and those strategies of `a` that
    go with its rules.
    """
    both = _Both.of(a, b)
    groups = _grouped(both, both.parts())

    def mixed(taken: frozenset[int]) -> model.Game | None:
        return fitting(both.mixed([part for number in sorted(taken) for part in groups[number]]))

    return tuple(_one_rule(group) for group in groups), mixed


def fitting(game: model.Game) -> model.Game | None:
    """Return a mixture without the strategies that don't go with its rules; None where the rules have errors."""
    while (report := pipeline.recheck(game)).failed:
        blamed = [label.span for each in report if each.severity == "error" for label in each.labels]
        left = tuple(each for each in game.strategies if not any(_holds(each.span, span) for span in blamed))
        if len(left) == len(game.strategies):
            return None
        game = attrs.evolve(game, strategies=left)
    return game


def _holds(outer: Span, inner: Span) -> bool:
    return outer.file is inner.file and outer.start <= inner.start and inner.end <= outer.end


@frozen
class _Part:
    """A rule, and where it stands: lines of a section, or where `keys` is None the whole of it."""

    rule: Rule
    heading: str
    keys: frozenset[Key] | None


def _grouped(both: _Both, parts: list[_Part]) -> list[tuple[_Part, ...]]:
    """Return the parts, together those that neither come nor stay away alone: a wager and the step that offers it."""

    def passes(chosen: list[_Part]) -> bool:
        return fitting(both.mixed(chosen)) is not None

    some = parts if len(parts) <= _MOST_TRIED else []
    bound = [part for part in some if not passes([part]) and not passes([other for other in parts if other != part])]
    groups: list[tuple[_Part, ...]] = [(part,) for part in parts if part not in bound]
    while bound:
        first, *others = bound
        partner = next((other for other in others if passes([first, other])), None)
        group = (first, partner) if partner else tuple(bound)
        bound = [part for part in bound if part not in group]
        groups.append(group)
    return sorted(groups, key=lambda group: parts.index(group[0]))


def _one_rule(group: tuple[_Part, ...]) -> Rule:
    rules = [part.rule for part in group]
    return Rule(
        " and ".join(rule.name for rule in rules),
        "; ".join(rule.before for rule in rules if rule.before),
        "; ".join(rule.after for rule in rules if rule.after),
        tuple(change for rule in rules for change in rule.changes),
    )


@frozen
class _Both:
    """The sheets of two games; `names` is what the first calls the hands of the second.

    `passing` are the hands that only one of them has: they come and go with the lines that name them.
    """

    game: model.Game
    names: HandNames
    old: dict[str, Sheet]
    new: dict[str, Sheet]
    passing: frozenset[str]

    @classmethod
    def of(cls, a: model.Game, b: model.Game) -> _Both:
        names = hand_names(a, b)
        old, new = sheets(a, {}), sheets(b, names)
        mine, theirs = (_with_hands(found) for found in (old, new))
        known = [{name for name, _ in found["hands"].lines} for found in (mine, theirs)]
        used = {name for name in _named(a) if name not in known[1]}
        used |= {name for each in _named(b) if (name := names.get(each, each)) not in known[0]}
        return cls(a, names, mine, theirs, frozenset(used))

    def parts(self) -> list[_Part]:
        """Return what can be taken from the second game, in the order of a rules card."""
        found = [each for each in differences(self.old, self.new) if not self._passes(each)]
        whole = {each.heading for each in found if self._is_one(each.heading, found)}
        parts: dict[tuple[str, frozenset[Key] | None], _Part] = {}
        for each in found:
            if each.heading not in whole:
                change = each.change
                rule = Rule(change.path, change.before or "", change.after or "", (change,))
                parts[each.heading, each.keys] = _Part(rule, each.heading, each.keys)
            elif (each.heading, None) not in parts:
                together = [other for other in found if other.heading == each.heading]
                parts[each.heading, None] = _Part(self._block_rule(each.heading, together), each.heading, None)
        return list(parts.values())

    def _passes(self, found: Difference) -> bool:
        return found.heading == "hands" and all(name in self.passing for name, _ in found.keys)

    def _is_one(self, heading: str, found: Iterable[Difference]) -> bool:
        """Return whether a section is one rule: a turn's block, one that a game lacks, a list in another order."""
        old, new = self.old.get(heading), self.new.get(heading)
        if old is None or new is None or isinstance(old.section, TURNS):
            return True
        if old.is_list and not in_one_order(old, new):
            return True
        if not isinstance(old.section, model.Play):
            return False
        kinds = {(bool(each.old), bool(each.new)) for each in found if each.heading == heading}
        return len(kinds) > 1  # a round needs the steps that were put in for those taken away

    def _block_rule(self, name: str, found: list[Difference]) -> Rule:
        sheet = self.old.get(name) or self.new[name]
        return Rule(
            heading(sheet.section),
            "; ".join(_said(each, old=True) for each in found if each.old),
            "; ".join(_said(each, old=False) for each in found if each.new),
            tuple(each.change for each in found),
        )

    def mixed(self, taken: list[_Part]) -> model.Game:
        """Return the first game's rules with parts of the second; hands that a line needs come along."""
        found: dict[str, list[Node]] = {field: [] for field in COMPARED}
        for name in (*self.old, *(name for name in self.new if name not in self.old)):
            mine = [part.keys for part in taken if part.heading == name]
            sheet = (self.old if None not in mine else self.new).get(name)
            if sheet is not None:
                keys = frozenset().union(*filter(None, mine))
                found[sheet.field].append(self._section(name, keys, whole=None in mine))
        rules = {
            field: tuple(nodes) if isinstance(getattr(self.game, field), tuple) else next(iter(nodes), None)
            for field, nodes in found.items()
        }
        bare = model.Game(
            self.game.name, self.game.title, self.game.kind, self.game.abstract, self.game.files, model.Settings()
        )
        return self._with_used_hands(attrs.evolve(bare, strategies=self.game.strategies, **cast("Any", rules)))

    def _section(self, name: str, keys: frozenset[Key], *, whole: bool) -> Node:
        if whole:
            return renamed(self.new[name].section, self.names)
        if not keys:
            return self.old[name].section
        lines = _merged(_nodes(self.old[name], {}), _nodes(self.new[name], self.names), keys)
        return _rewritten(self.old[name].section, lines)

    def _with_used_hands(self, game: model.Game) -> model.Game:
        """Return a game with the passing hands that its rules name, and none of the others."""
        known = {hand.name.text: hand for hand in (*_hands(self.old, {}), *_hands(self.new, self.names))}
        hands = self.old["hands"].section
        assert isinstance(hands, model.Hands)
        lines = [hand for hand in (game.hands.lines if game.hands else ()) if hand.name.text not in self.passing]
        while True:
            game = attrs.evolve(game, hands=attrs.evolve(hands, lines=tuple(lines)) if lines else None)
            there = {hand.name.text for hand in lines}
            missing = [name for name in _named(game) if name in known and name not in there]
            if not missing:
                return game
            lines.append(known[missing[0]])


def _said(difference: Difference, *, old: bool) -> str:
    """Return what a difference is on one side, whole lines and those only that the other side has not."""
    if difference.moved:
        return (difference.change.before if old else difference.change.after) or ""
    mine, other = (difference.old, difference.new) if old else (difference.new, difference.old)
    same = forms(other) if len(difference.keys) == 1 else frozenset()  # a step in another's place is none of its lines
    return "; ".join(text(line.node) for line in mine if line.form not in same)


def _nodes(sheet: Sheet, names: HandNames) -> Nodes:
    return {key: tuple(renamed(line.node, names) for line in lines) for key, lines in sheet.lines.items()}


def _merged(old: Nodes, new: Nodes, keys: frozenset[Key]) -> Nodes:
    """Return the old lines with those of some keys as they are in the new; an added one goes behind its forerunner."""
    lines = [(key, new[key] if key in keys else nodes) for key, nodes in old.items() if key not in keys or key in new]
    for number, key in enumerate(new):
        if key in keys and key not in old:
            there = [each for each, _ in lines]
            before = next((each for each in reversed(list(new)[:number]) if each in there), None)
            lines.insert(0 if before is None else there.index(before) + 1, (key, new[key]))
    return dict(lines)


def _rewritten(section: Node, lines: Nodes) -> Node:
    """Return a section with other lines; of a wager, bonus or share some of them stand in its heading."""
    if isinstance(section, model.Seats):
        return next(node for nodes in lines.values() for node in nodes)
    nodes = [node for each in lines.values() for node in each]
    changed: dict[str, Any] = {"lines": tuple(node for node in nodes if not isinstance(node, HEADING_PARTS))}
    if field := _IN_HEADING.get(type(section)):
        changed[field] = next((node for node in nodes if isinstance(node, HEADING_PARTS)), None)
    return cast("Node", attrs.evolve(cast("Any", section), **changed))


def _with_hands(found: dict[str, Sheet]) -> dict[str, Sheet]:
    """Return sheets with one for hands, empty where a game names none."""
    place = next(iter(found.values())).section.span
    return {**found, "hands": found.get("hands") or Sheet("hands", "hands", model.Hands((), span=place), {})}


def _hands(found: dict[str, Sheet], names: HandNames) -> Iterator[model.Hand]:
    for nodes in _nodes(found["hands"], names).values():
        yield from (node for node in nodes if isinstance(node, model.Hand))


def _named(game: model.Game) -> list[str]:
    """Return the hands that a game's rules name, by themselves or in the definitions of those that they name."""
    definitions = {hand.name.text: hand for hand in (game.hands.lines if game.hands else ())}
    found: dict[str, None] = {}
    waiting = [
        name for section in sections(attrs.evolve(game, strategies=(), hands=None)) for name in _hands_in(section)
    ]
    while waiting:
        name = waiting.pop()
        if name not in found and name in definitions:
            waiting += _hands_in(definitions[name])
        found[name] = None
    return list(found)


def _hands_in(node: Node) -> list[str]:
    return [text_of(name) for kind, name in uses(node) if kind == "hand"]
