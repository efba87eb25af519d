"""Files → layers: what each file's own lines, options and arms write, in the order in which they are laid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import frozen

from f27lang import model
from f27lang.diagnostics import Label, Report
from f27lang.model.node import Node
from f27lang.resolve.anchors import place_of
from f27lang.resolve.lines import Block, block, heading_span, mark
from f27lang.resolve.names import Names
from f27lang.resolve.relations import Toggle, in_order
from f27lang.source import Span
from f27lang.syntax.write import text

SECTIONS = (
    *(model.Cards, model.Values, model.Total, model.Poker, model.Play, model.Hands, model.Ranking, model.Settle),
    *(model.PlayerTurn, model.DealerTurn, model.EachTurn, model.Wager, model.Bonus),
    *(model.Betting, model.Pot, model.PotShare, model.Seats),
)
_BANKED = (
    *(model.PlayerTurn, model.DealerTurn, model.Ranking, model.Settle, model.Wager, model.Bonus, model.Total),
    model.PlayerAdvice,
)
_VYING = (
    *(model.EachTurn, model.Betting, model.Pot, model.PotShare),
    *(model.EachAdvice, model.BettingAdvice, model.DeclareAdvice),
)


@frozen
class Patch:
    """What a file's own lines, an option or an arm writes; `via` says which, `joins` are labels for messages."""

    via: str
    drops: tuple[model.Drop, ...]
    blocks: tuple[Block, ...]
    told: tuple[Node, ...]  # sources, notes, assumptions
    proofs: tuple[Node, ...]  # examples and claims
    joins: tuple[Label, ...]


@frozen
class Layer:
    """A file's own lines, then its options and choices in the order in which they are laid."""

    file: model.File
    own: Patch
    toggles: tuple[tuple[Toggle, Mapping[str, Patch]], ...]

    def patches(self, settings: model.Settings) -> Iterator[Patch]:
        """Yield the patches that hold under the settings."""
        yield self.own
        for toggle, arms in self.toggles:
            patch = arms.get(setting(toggle, settings))
            if patch is not None:
                yield patch


def setting(toggle: Toggle, settings: model.Settings) -> str:
    """Return the arm that a choice is set to; `on` or `off` for an option."""
    if isinstance(toggle, model.Choice):
        return settings.choices[toggle.name.text]
    return "on" if settings.options[toggle.name.text] else "off"


def layered(files: tuple[model.File, ...], names: Names, report: Report) -> tuple[Layer, ...]:
    """Return the layers, farthest ancestor first, and report sections that can't stand where they do (F0206)."""
    out = []
    for number, file in enumerate(files):
        own = number == len(files) - 1
        joins = (Label(file.extends.span, "joined here", primary=False),) if file.extends else ()
        standing = [
            item
            for item in file.items
            if isinstance(item, Toggle)
            and names.of(item).get(item.name.text)
            and names.of(item)[item.name.text].node is item
        ]
        toggles = tuple((each, _arms(each, own, joins)) for each in in_order(standing))
        out.append(Layer(file, _patch(file.items, "own" if own else "inherited", own, joins), toggles))
        _check_sections(file, files[-1], report)
    return tuple(out)


def _arms(toggle: Toggle, own: bool, joins: tuple[Label, ...]) -> dict[str, Patch]:
    name = toggle.name.text
    if isinstance(toggle, model.Option):
        brought = Label(toggle.name.span, "in this option", primary=False)
        return {"on": _patch(toggle.items, f"option {name}", own, (brought, *joins))}
    arms = {}
    for arm in toggle.arms:
        brought = Label(arm.name.span, "in this arm", primary=False)
        arms[arm.name.text] = _patch(arm.items, f"choice {name} = {arm.name.text}", own, (brought, *joins))
    return arms


def _patch(items: Iterable[Node], via: str, own: bool, joins: tuple[Label, ...]) -> Patch:
    items = tuple(items)
    sections = [block(item, via, own) for item in items if isinstance(item, (*SECTIONS, model.Also))]
    told = [mark(item, via, own) for item in items if isinstance(item, model.Source | model.Note | model.Assume)]
    proofs = [mark(item, via, own) for item in items if isinstance(item, model.Example | model.Claim)]
    return Patch(
        via,
        tuple(item for item in items if isinstance(item, model.Drop)),
        tuple(sorted(sections, key=lambda each: each.also)),
        tuple(told),
        tuple(proofs),
        joins,
    )


def _check_sections(file: model.File, own: model.File, report: Report) -> None:
    if file is not own or file.kind is None:
        return
    _check_items(file.items, file.kind, report)
    for item in file.items:
        if isinstance(item, model.Option):
            _check_items(item.items, file.kind, report)
        elif isinstance(item, model.Choice):
            for arm in item.arms:
                _check_items(arm.items, file.kind, report)
        elif isinstance(item, model.Strategy):
            for line in item.lines:
                _check_kind(line, heading_span(line), file.kind, report)


def _check_items(items: Iterable[Node], kind: model.Kind, report: Report) -> None:
    first: dict[str, Block] = {}
    for item in items:
        if not isinstance(item, (*SECTIONS, model.Also)):
            continue
        each = block(item, "own", True)
        _check_kind(each.section, each.span, kind, report)
        _check_keys(each, report)
        _check_places(each, report)
        if not each.also and each.heading in first:
            _section_twice(each, first[each.heading], report)
        elif not each.also:
            first[each.heading] = each


def _check_kind(section: Node, span: Span, kind: model.Kind, report: Report) -> None:
    wrong = _VYING if kind.text == "banked" else _BANKED
    if isinstance(section, wrong):
        other = "vying" if kind.text == "banked" else "banked"
        report.error(
            "F0206",
            f"a {kind.text} game has no `{text(section)}`",
            Label(span, f"for {other} games only"),
            Label(kind.span, f"this game is {kind.text}", primary=False),
            helps=("take the section away",),
        )


def _section_twice(again: Block, first: Block, report: Report) -> None:
    report.error(
        "F0206",
        f"`{again.heading}` stands here twice",
        Label(again.span, "again here"),
        Label(first.span, "first here", primary=False),
        helps=("put the lines into one section",),
    )


def _check_places(each: Block, report: Report) -> None:
    inside = (line.node.steps for line in each.lines if isinstance(line.node, model.Repeat))
    lines = [*(() if each.also else (line.node for line in each.lines)), *(step for steps in inside for step in steps)]
    for place in filter(None, map(place_of, lines)):
        report.error(
            "F0203",
            f"`{text(place)}` has a meaning behind `also` only",
            Label(place.span, "a section written whole has its lines in order"),
            Label(each.span, "written whole", primary=False),
            helps=(f"write `also {each.heading} {{`, or put the line in its place",),
        )


_ONE_LINE_A_KEY = (model.Cards, model.Total, model.Poker, model.Betting, model.Pot, model.PotShare, model.Hands)


def _check_keys(each: Block, report: Report) -> None:
    if not isinstance(each.section, _ONE_LINE_A_KEY):
        return
    first: dict[str, Node] = {}
    for line in each.lines:
        if line.key in first:
            report.error(
                "F0204",
                f"`{each.heading} {line.key}` is said twice",
                Label(line.node.span, "again here"),
                Label(first[line.key].span, "first here", primary=False),
                helps=("keep one of the two",),
            )
        first.setdefault(line.key, line.node)
