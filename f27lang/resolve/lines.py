"""Sections as written → blocks of lines, one fact a line, each with its key and its origin."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar, cast, get_args

import attrs
from attrs import frozen

from f27lang import model
from f27lang.model.node import Node, Origin
from f27lang.resolve.address import heading, parts
from f27lang.resolve.quantities import is_named
from f27lang.source import Span
from f27lang.syntax.write import text

N = TypeVar("N", bound=Node)

RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K", "Joker")
ON_TOP = (model.Settle, model.Wager, model.Bonus)
ANCHORED = (model.Play, model.Ranking)
HEADING_PARTS = (*get_args(model.Stake), model.Name, model.Amount, model.WholePot, model.Seats)
"""What a heading says beside its name; no line of a section is one of these."""


@frozen
class Line:
    """One fact of a section: its key, what it says there, all its words; `named` if a param's name stands in it."""

    key: str
    said: str
    text: str
    node: Node
    named: bool


@frozen
class Block:
    """A section as one file or option wrote it; `also` merges into what is there."""

    heading: str
    section: Node
    lines: tuple[Line, ...]
    also: bool
    span: Span


def block(item: Node, via: str, own: bool) -> Block:
    """Return the block of a section, a `seats` line or an `also`; its lines come from `via`."""
    section = item.section if isinstance(item, model.Also) else item
    marked = mark(section, via, own)
    return Block(heading(section), marked, tuple(_lines(marked)), isinstance(item, model.Also), heading_span(item))


def mark(node: N, via: str, own: bool) -> N:
    """Return a node that knows how it came into the game."""
    return attrs.evolve(node, origin=Origin(node.span, via, own))


def heading_span(item: Node) -> Span:
    """Return where a block's heading stands, without its brace."""
    first_line = item.span.text.split("\n", 1)[0]
    return Span(item.span.file, item.span.start, item.span.start + len(first_line.split("{")[0].rstrip()))


def _lines(section: Node) -> Iterator[Line]:
    assert section.origin is not None
    via, own = section.origin.via, section.origin.own
    for key, part in heading_parts(section):
        yield Line(key, text(part), text(part), mark(part, via, own), is_named(part))
    for node in () if isinstance(section, model.Seats) else getattr(section, "lines"):  # noqa: B009
        for fact in facts(mark(node, via, own)):
            yield fact_line(fact)


def fact_line(node: Node) -> Line:
    """Return the line of one fact."""
    key, said = parts(node)
    return Line(key, said, text(node), node, is_named(node))


def heading_parts(section: Node) -> Iterator[tuple[str, Node]]:
    """Yield the keys and nodes of what a section's heading says beside its name."""
    if isinstance(section, model.Wager) and section.stake:
        yield "stake", section.stake
    elif isinstance(section, model.Bonus) and section.wager:
        yield "on", section.wager
    elif isinstance(section, model.PotShare) and section.part:
        yield "part", section.part
    elif isinstance(section, model.Seats):
        yield "", section


def facts(node: Node) -> Iterator[Node]:
    """Yield the facts of a line: `J Q K: 10` is three, `may hit, stand` two, any other line is one."""
    if isinstance(node, model.Value) and (ranks := upward(node.ranks)) is not None:
        for rank in ranks:
            span = model.RankSpan(rank, None, span=rank.span)
            yield attrs.evolve(node, ranks=model.Ranks((span,), span=rank.span))
    elif isinstance(node, model.May | model.MayDraw):
        yield from (attrs.evolve(cast("Any", node), moves=(move,)) for move in node.moves)
    elif isinstance(node, model.Repeat):
        assert node.origin is not None
        steps = (mark(step, node.origin.via, node.origin.own) for step in node.steps)
        yield attrs.evolve(node, steps=cast("Any", tuple(fact for step in steps for fact in facts(step))))
    else:
        yield node


def upward(ranks: model.Ranks) -> tuple[model.Rank, ...] | None:
    """Return the ranks one by one; None when one is no rank or a span runs downward."""
    out: list[model.Rank] = []
    for span in ranks.spans:
        ends = (span.first.text, (span.last or span.first).text)
        if any(end not in RANKS for end in ends):
            return None
        first, last = (RANKS.index(end) for end in ends)
        if last < first:
            return None
        out += [model.Rank(name, span=span.span) for name in RANKS[first : last + 1]]
    return tuple(out)
