"""Parse tree → model: each grammar rule becomes the attrs class of the same name, its children the fields in order."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import attrs
from attrs import define

from f27lang import model
from f27lang.model.node import Amount, Money, Name, Node, Odds, Percent, Text, Whole, Words
from f27lang.source import SourceFile, Span
from f27lang.syntax.lalr import Piece, Tree


def class_for(rule: str) -> type[Node]:
    """Return the model class of a grammar rule: `player_turn` → `PlayerTurn`."""
    found = getattr(model, "".join(word.capitalize() for word in rule.split("_")))
    return typing.cast("type[Node]", found)


@cache
def _meaning(annotation: str) -> Any:
    """Return the type that an annotation of the model stands for; most are the same in many classes."""
    return eval(annotation, vars(model))


@cache
def _shape(cls: type[Any]) -> tuple[tuple[str, tuple[type, ...], bool, bool], ...]:
    """Per field that children fill: name, classes taken, whether it repeats, whether it may be missing."""
    shape = []
    for f in attrs.fields(cls):
        if f.name in ("span", "origin", "param"):
            continue
        hint = _meaning(f.type)
        many = typing.get_origin(hint) is tuple
        if many:
            hint = typing.get_args(hint)[0]
        union = isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union
        members = typing.get_args(hint) if union else (hint,)
        shape.append((f.name, tuple(m for m in members if m is not types.NoneType), many, types.NoneType in members))
    return tuple(shape)


def _fill(cls: Any, children: list[Node], span: Span) -> Node:
    values: dict[str, Any] = {}
    left = list(reversed(children))
    for name, classes, many, optional in _shape(cls):
        if many:
            run = []
            while left and isinstance(left[-1], classes):
                run.append(left.pop())
            values[name] = tuple(run)
        elif left and isinstance(left[-1], classes):
            values[name] = left.pop()
        else:
            assert optional, (cls, name, children)
            values[name] = None
    assert not left, (cls, left)
    return typing.cast("Node", cls(**values, span=span))


def _amount(tokens: list[Piece], span: Span) -> Node:
    text = "".join(token.text for token in tokens)
    whole, _, denominator = text.partition("/")
    value = Fraction(whole) / (int(denominator or 1) or 1)  # `limits` refuses a denominator of 0
    return Amount(value, text, span=span)


def _odds(text: str, span: Span) -> Node:
    paid, staked = text.split(":")
    return Odds(Fraction(paid), Fraction(staked), text, span=span)


_LEAVES: dict[str, Callable[[str, Span], Node]] = {
    "NAME": lambda t, s: Name(t, span=s),
    "STRING": lambda t, s: Text(t[1:-1], span=s),
    "INT": lambda t, s: Whole(int(t), span=s),
    "PERCENT": lambda t, s: Percent(Fraction(t[:-1]), t, span=s),
    "MONEY": lambda t, s: Money(Fraction(t[1:]), t, span=s),
    "ODDS": _odds,
}


def build(tree: Tree, file: SourceFile) -> model.File:
    """Return the File that a parse tree stands for."""
    return typing.cast("model.File", _Builder(file).node(tree))


@define
class _Builder:
    file: SourceFile
    end: int = 0  # of the last token

    def node(self, tree: Tree) -> Node:
        """Return the node of a tree; its span runs from its first token to its last."""
        cls = class_for(tree.rule)
        tokens: list[Piece] = []
        children: list[Node] = []
        start = None
        for child in tree.children:
            if isinstance(child, Tree):
                children.append(self.node(child))
                begun = children[-1].span.start
            elif child.kind == "_NL":
                continue
            else:
                tokens.append(child)
                begun, self.end = child.start, child.end
                if child.kind in _LEAVES and not issubclass(cls, (Amount, Words)):
                    children.append(_LEAVES[child.kind](child.text, Span(self.file, begun, self.end)))
            start = begun if start is None else start
        span = Span(self.file, start or 0, self.end)
        if cls is Amount:
            return _amount(tokens, span)
        if issubclass(cls, Words):
            return cls(" ".join(token.text for token in tokens), span=span)
        return _fill(cls, children, span)
