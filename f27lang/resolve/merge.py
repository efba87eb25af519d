"""One block laid over what is there: a plain section replaces, `also` merges by key."""

from __future__ import annotations

import attrs
from attrs import define, field

from f27lang import model
from f27lang.diagnostics import Label, Report
from f27lang.model.node import Node
from f27lang.resolve.address import address
from f27lang.resolve.anchors import Place, anchor, fitting, holds, inserted, is_behind, place_of, settled
from f27lang.resolve.lines import ANCHORED, ON_TOP, Block, Line
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
                block.section, [attrs.evolve(line, node=settled(line.node)) for line in block.lines]
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
            if place_of(line.node) is not None:
                if text(line.node) not in self._steps:
                    self._place(held, block, line)
                continue
            there = [number for number, old in enumerate(held.lines) if old.key == line.key]
            if len(there) > 1:
                self._twice(block, line, [held.lines[number] for number in there])
            elif there:
                if held.lines[there[0]].text != line.text:
                    held.lines[there[0]] = line
            elif isinstance(block.section, ANCHORED):
                self._says_not_where(block, line)
            else:
                new.append(line)
        held.lines = [*new, *held.lines] if isinstance(block.section, ON_TOP) else [*held.lines, *new]

    def _place(self, held: Held, block: Block, line: Line) -> None:
        place = place_of(line.node)
        assert place is not None
        moved = isinstance(line.node, model.Rung)
        rest = [old for old in held.lines if old.key != line.key] if moved else held.lines
        found = fitting(rest, place)
        if len(found) != 1:
            self._bad_anchor(block, place, found)
            return
        new, beside, behind = attrs.evolve(line, node=settled(line.node)), found[0], is_behind(place)
        if behind:
            last = self._behind.get((block.heading, text(place)))
            beside = last if last is not None and holds(rest, last) else beside
            self._behind[block.heading, text(place)] = new.node
        held.lines = inserted(rest, beside, new, behind=behind)

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

    def _bad_anchor(self, block: Block, place: Place, found: list[Node]) -> None:
        count = "no line fits" if not found else f"{len(found)} lines fit"
        self.report.error(
            "F0203",
            f"in `{block.heading}`, {count} `{text(anchor(place))}`",
            Label(anchor(place).span, "must name exactly one line"),
            *(Label(node.span, "fits", primary=False) for node in found[:2]),
            *self.joins,
            helps=("name another line, or write the whole section without `also`",),
        )
