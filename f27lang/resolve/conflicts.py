"""Options and arms against one another and against nearer files: F0207, F0210 and F0211, told whatever the settings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from attrs import frozen

from f27lang import model
from f27lang.diagnostics import Label, Report
from f27lang.model.node import Node
from f27lang.resolve.address import address
from f27lang.resolve.covers import Case, apart, case
from f27lang.resolve.layers import Layer, Patch
from f27lang.resolve.lines import ON_TOP, Block, Line
from f27lang.resolve.relations import Toggle
from f27lang.source import Span


@frozen
class Writer:
    """An option, or one arm of a choice, and the number of its layer."""

    toggle: Toggle
    arm: str
    patch: Patch
    layer: int

    @property
    def shown(self) -> str:
        """The words for it in a message."""
        name = self.toggle.name.text
        return f"`{name}`" if isinstance(self.toggle, model.Option) else f"`{name} = {self.arm}`"


@frozen
class Clash:
    """Two writers that say different things at one address: where each does, and what it says there."""

    where: str
    spans: tuple[Span, Span]
    said: tuple[str, str]


@frozen
class Top:
    """A line that a writer puts on top of a list, and the case that it is for as far as its words tell."""

    writer: Writer
    heading: str
    line: Line
    case: Case | None


def check_conflicts(layers: tuple[Layer, ...], report: Report) -> None:
    """Report what options and arms write over one another, and inherited ones that can't change anything any more."""
    writers = list(_writers(layers))
    base = _base_keys(layers)
    tops = [_tops(writer, base) for writer in writers]
    for number, second in enumerate(writers):
        others = [n for n, first in enumerate(writers[:number]) if not _related(first.toggle, second.toggle)]
        clashes = ((writers[n], clash) for n in others for clash in _clashes(writers[n].patch, second.patch))
        clash = next(clashes, None)  # one a writer: two hundred options would have twenty thousand pairs
        if clash is not None:
            _report_clash(clash[0], second, clash[1], layers, report)
        elif second.layer == len(layers) - 1:
            pairs = ((one, other) for n in others for one in tops[n] for other in tops[number])
            met = next((pair for pair in pairs if _meets(*pair)), None)
            if met is not None:
                _report_tops(*met, report)
    _check_idle(layers, report)


def _writers(layers: tuple[Layer, ...]) -> Iterator[Writer]:
    for number, layer in enumerate(layers):
        for toggle, arms in layer.toggles:
            yield from (Writer(toggle, arm, patch, number) for arm, patch in arms.items())


def _related(first: Toggle, second: Toggle) -> bool:
    if first is second:
        return True
    for one, other in ((first, second), (second, first)):
        related = (each for each in one.relations if isinstance(each, model.NotWith | model.OverOption))
        if any(each.name == other.name for each in related):
            return True
    return False


def _clashes(first: Patch, second: Patch) -> Iterator[Clash]:
    for one in first.blocks:
        for other in second.blocks:
            if one.heading == other.heading:
                yield from _block_clashes(one, other)
    for drop in first.drops:
        yield from _drop_clashes(drop, second, turned=False)
    for drop in second.drops:
        yield from _drop_clashes(drop, first, turned=True)


def _block_clashes(one: Block, other: Block) -> Iterator[Clash]:
    lines, others = ({line.key: line for line in each.lines} for each in (one, other))
    for key in dict.fromkeys((*lines, *others)):
        first, second = lines.get(key), others.get(key)
        same = first is not None and second is not None and first.text == second.text
        untouched = (first is None and one.also) or (second is None and other.also)
        if not same and not untouched:
            spans = (first.node.span if first else one.span, second.node.span if second else other.span)
            yield Clash(address(one.heading, key), spans, (_says(first), _says(second)))


def _drop_clashes(drop: model.Drop, patch: Patch, *, turned: bool) -> Iterator[Clash]:
    in_hands = drop.kind.text == "hand"
    heading = "hands" if in_hands else f"{drop.kind.text} {drop.name.text}"
    for block in patch.blocks:
        lines = [line for line in block.lines if not in_hands or line.key == drop.name.text]
        if block.heading == heading and lines:
            both = ((drop.span, "takes it away"), (block.span, "writes to it"))
            (span, says), (other, says_other) = reversed(both) if turned else both
            yield Clash(heading, (span, other), (says, says_other))


def _report_clash(first: Writer, second: Writer, clash: Clash, layers: tuple[Layer, ...], report: Report) -> None:
    nearer = layers[second.layer].file.extends
    joined = nearer if second.layer != first.layer else None
    report.error(
        "F0207",
        f"{first.shown} and {second.shown} write different text to `{clash.where}`",
        Label(clash.spans[1], clash.said[1]),
        Label(clash.spans[0], clash.said[0], primary=False),
        first.patch.joins[0],
        second.patch.joins[0],
        *((Label(joined.span, "joined here", primary=False),) if joined else ()),
        helps=(_way_out(first, second),),
    )


def _says(line: Line | None) -> str:
    return "has no such line" if line is None else f"says `{line.said or line.text}`"


def _way_out(first: Writer, second: Writer) -> str:
    if isinstance(second.toggle, model.Option):
        name = first.toggle.name.text
        other = f" or `not with {name}`" if isinstance(first.toggle, model.Option) else ""
        return f"write `over {name}`{other} behind `{second.toggle.default.text}`, or make them arms of one choice"
    if isinstance(first.toggle, model.Option) and first.layer == second.layer:
        return f"write `over {second.toggle.name.text}` behind `{first.toggle.default.text}`, or keep the lines apart"
    kind = "option" if isinstance(first.toggle, model.Option) else "choice"
    apart_ = f", or `drop {kind} {first.toggle.name.text}`" if first.layer != second.layer else ""
    return f"make them arms of one choice{apart_}"


def _tops(writer: Writer, base: Mapping[str, set[str]]) -> list[Top]:
    """Return the lines that a writer puts on top of lists of the game."""
    blocks = [block for block in writer.patch.blocks if block.also and isinstance(block.section, ON_TOP)]
    lines = ((block.heading, line) for block in blocks for line in block.lines)
    return [Top(writer, heading, line, case(line.node)) for heading, line in lines if line.key not in base[heading]]


def _meets(first: Top, second: Top) -> bool:
    return (
        first.heading == second.heading and first.line.said != second.line.said and not apart(first.case, second.case)
    )


def _base_keys(layers: tuple[Layer, ...]) -> Mapping[str, set[str]]:
    keys: dict[str, set[str]] = defaultdict(set)
    for layer in layers:
        for block in layer.own.blocks:
            keys[block.heading] |= {line.key for line in block.lines}
    return keys


def _report_tops(one: Top, other: Top, report: Report) -> None:
    first, second = one.writer, other.writer
    report.warning(
        "F0211",
        f"lines of {first.shown} and {second.shown} can fit one case",
        Label(other.line.node.span, f"{second.shown} is asked first"),
        Label(one.line.node.span, "the other line", primary=False),
        first.patch.joins[0],
        second.patch.joins[0],
        helps=(_way_out(first, second),),
    )


def _check_idle(layers: tuple[Layer, ...], report: Report) -> None:
    own = layers[-1]
    for number, layer in enumerate(layers[:-1]):
        nearer = [later.own for later in layers[number + 1 :]]
        for toggle, arms in layer.toggles:
            writes = [(block, line) for patch in arms.values() for block in patch.blocks for line in block.lines]
            covering = [_covering(block, line, nearer) for block, line in writes]
            covering += [None for patch in arms.values() for _ in patch.drops]
            by_own = [span for span in covering if span is not None and span.file is own.file.span.file]
            if covering and None not in covering and by_own:
                _report_idle(toggle, by_own[0], layers, report)


def _covering(block: Block, line: Line, nearer: list[Patch]) -> Span | None:
    for patch in reversed(nearer):
        gone = next((drop for drop in patch.drops if _takes_away(drop, block, line)), None)
        if gone is not None:
            return gone.span
        for later in patch.blocks:
            if later.heading == block.heading:
                same = next((each for each in later.lines if each.key == line.key and not _placed(each.node)), None)
                if same is not None or not later.also:
                    return same.node.span if same is not None else later.span
    return None


def _takes_away(drop: model.Drop, block: Block, line: Line) -> bool:
    if drop.kind.text == "hand":
        return block.heading == "hands" and line.key == drop.name.text
    return block.heading == f"{drop.kind.text} {drop.name.text}"


def _placed(node: Node) -> bool:
    return isinstance(node, model.Step | model.Rung) and node.place is not None


def _report_idle(toggle: Toggle, covering: Span, layers: tuple[Layer, ...], report: Report) -> None:
    kind = "option" if isinstance(toggle, model.Option) else "choice"
    extends = layers[-1].file.extends
    assert extends is not None
    report.warning(
        "F0210",
        f"the {kind} `{toggle.name.text}` can't change anything any more",
        Label(covering, "this line wins over it"),
        Label(toggle.name.span, "inherited from here", primary=False),
        Label(extends.span, "joined here", primary=False),
        helps=(f"write `drop {kind} {toggle.name.text}`",),
    )
