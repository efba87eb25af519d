"""One block laid over what is there: a plain section replaces, `also` merges by key."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
from attrs import define, field

from f27lang import model
from f27lang.diagnostics import Label, Report
from f27lang.model.node import Node
from f27lang.resolve.address import address
from f27lang.resolve.lines import ANCHORED, ON_TOP, Block, Line
from f27lang.resolve.quantities import walk
from f27lang.syntax.write import text


@define
class Held:
    """A section as merged so far."""

    section: Node
    lines: list[Line]


@define
class Board:
    """All sections as merged so far; `joins` are the labels that tell how the layer at work was joined."""

    report: Report
    held: dict[str, Held] = field(factory=dict)
    joins: tuple[Label, ...] = ()
    _behind: dict[tuple[str, str], Node] = field(factory=dict)  # the last line put behind an anchor
    _steps: set[str] = field(factory=set)  # steps that options of the layer at work inserted

    def begin_layer(self) -> None:
        """Tell that the next blocks come from another file."""
        self._steps.clear()

    def lay_all(self, blocks: tuple[Block, ...]) -> None:
        """Lay the blocks of one writer; a step that another option of its layer inserted too is inserted once."""
        for block in blocks:
            self.lay(block)
        self._steps |= {
            text(line.node) for block in blocks for line in block.lines if isinstance(line.node, model.Step)
        }

    def lay(self, block: Block) -> None:
        """Lay a block over what is there."""
        if not block.also:
            self.held[block.heading] = Held(
                block.section, [attrs.evolve(line, node=_settled(line.node)) for line in block.lines]
            )
        elif block.heading in self.held:
            self._merge(self.held[block.heading], block)
        else:
            self._nothing_there(block)

    def drop(self, dropped: model.Drop) -> None:
        """Take a section, or a line of `hands`, away, if it is there."""
        if dropped.kind.text == "hand":
            if hands := self.held.get("hands"):
                hands.lines = [line for line in hands.lines if line.key != dropped.name.text]
        else:
            self.held.pop(f"{dropped.kind.text} {dropped.name.text}", None)

    def _merge(self, held: Held, block: Block) -> None:
        new: list[Line] = []
        for line in block.lines:
            if _place(line.node) is not None:
                if text(line.node) not in self._steps:
                    self._place(held, block, line)
                continue
            there = [number for number, old in enumerate(held.lines) if old.key == line.key]
            if len(there) > 1:
                self._twice(block, line, [held.lines[number] for number in there])
            elif there:
                if held.lines[there[0]].node != line.node:
                    held.lines[there[0]] = line
            elif isinstance(block.section, ANCHORED):
                self._says_not_where(block, line)
            else:
                new.append(line)
        held.lines = [*new, *held.lines] if isinstance(block.section, ON_TOP) else [*held.lines, *new]

    def _place(self, held: Held, block: Block, line: Line) -> None:
        place = _place(line.node)
        assert place is not None
        moved = isinstance(line.node, model.Rung)
        rest = [old for old in held.lines if not (moved and old.key == line.key)]
        fitting = list(_fitting([old.node for old in rest], place))
        if len(fitting) != 1:
            self._bad_anchor(block, place, fitting)
            return
        after, anchor = isinstance(place, model.After | model.RungAfter), fitting[0]
        settled = attrs.evolve(line, node=_settled(line.node))
        if after:
            last = self._behind.get((block.heading, text(place)))
            anchor = last if last is not None and _holds(rest, last) else anchor
            self._behind[block.heading, text(place)] = settled.node
        held.lines = list(_inserted(rest, anchor, settled, after))

    def _nothing_there(self, block: Block) -> None:
        self.report.error(
            "F0203",
            f"there is no `{block.heading}` to add to",
            Label(block.span, "`also` merges into a section that is there"),
            *self.joins,
            helps=(f"write `{block.heading} {{` without `also`",),
        )

    def _twice(self, block: Block, line: Line, old: list[Line]) -> None:
        self.report.error(
            "F0203",
            f"`{address(block.heading, line.key)}` stands there twice",
            Label(line.node.span, "which of the two is meant?"),
            *(Label(each.node.span, "one of them", primary=False) for each in old[:2]),
            *(self.joins if old[0].node.span.file is not line.node.span.file else ()),
            helps=(f"write the whole section: `{block.heading} {{` without `also`",),
        )

    def _says_not_where(self, block: Block, line: Line) -> None:
        self.report.error(
            "F0203",
            f"`{text(line.node)}` does not say where in `{block.heading}` it goes",
            Label(line.node.span, "order counts here"),
            *self.joins,
            helps=(f"write `{text(line.node)} before ...` or `{text(line.node)} after ...`",),
        )

    def _bad_anchor(self, block: Block, place: Node, fitting: list[Node]) -> None:
        count = "no line fits" if not fitting else f"{len(fitting)} lines fit"
        self.report.error(
            "F0203",
            f"in `{block.heading}`, {count} `{text(_anchor(place))}`",
            Label(_anchor(place).span, "must name exactly one line"),
            *(Label(node.span, "fits", primary=False) for node in fitting[:2]),
            *self.joins,
            helps=("name another line, or write the whole section without `also`",),
        )


def _place(node: Node) -> Node | None:
    return node.place if isinstance(node, model.Step | model.Rung) else None


def _anchor(place: Node) -> Node:
    if isinstance(place, model.RungBefore | model.RungAfter):
        return place.name
    assert isinstance(place, model.Before | model.After)
    return place.anchor


def _holds(lines: list[Line], node: Node) -> bool:
    return any(each is node for line in lines for each in walk(line.node))


def _settled(node: Node) -> Node:
    return attrs.evolve(node, place=None) if isinstance(node, model.Step | model.Rung) and node.place else node


def _fitting(nodes: list[Node] | tuple[Node, ...], place: Node) -> Iterator[Node]:
    for node in nodes:
        if _fits(node, place):
            yield node
        if isinstance(node, model.Repeat):
            yield from _fitting(node.steps, place)


def _fits(node: Node, place: Node) -> bool:
    if isinstance(place, model.RungBefore | model.RungAfter):
        return isinstance(node, model.Rung) and node.name == place.name
    assert isinstance(place, model.Before | model.After)
    if isinstance(node, model.Repeat):
        return isinstance(place.anchor, model.Repeated)
    assert isinstance(node, model.Step)
    bare = attrs.evolve(node.phase, when=None) if isinstance(node.phase, model.Offer | model.Peek) else node.phase
    return place.anchor in (node.phase, bare)


def _inserted(lines: list[Line], anchor: Node, new: Line, after: bool) -> Iterator[Line]:
    for line in lines:
        if line.node is anchor:
            yield from (line, new) if after else (new, line)
        elif isinstance(line.node, model.Repeat):
            yield attrs.evolve(line, node=_inside(line.node, anchor, new.node, after))
        else:
            yield line


def _inside(repeat: model.Repeat, anchor: Node, new: Node, after: bool) -> model.Repeat:
    steps: list[Any] = []
    for step in repeat.steps:
        if step is anchor:
            steps += [step, new] if after else [new, step]
        else:
            steps.append(_inside(step, anchor, new, after) if isinstance(step, model.Repeat) else step)
    return attrs.evolve(repeat, steps=tuple(steps))
