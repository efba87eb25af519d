"""Parse tree → model: each grammar rule becomes the attrs class of the same name, its children the fields in order."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import attrs
from lark import Token, Tree

from f27lang import model
from f27lang.model.node import Amount, Money, Name, Node, Odds, Percent, Text, Whole, Words
from f27lang.source import SourceFile, Span


def class_for(rule: str) -> type[Node]:
    """Return the model class of a grammar rule: `player_turn` → `PlayerTurn`."""
    found = getattr(model, "".join(word.capitalize() for word in rule.split("_")))
    return typing.cast("type[Node]", found)


@cache
def _shape(cls: type[Node]) -> tuple[tuple[str, tuple[type, ...], bool, bool], ...]:
    """Per field that children fill: name, classes taken, whether it repeats, whether it may be missing."""
    hints = typing.get_type_hints(cls, vars(model))
    shape = []
    for f in attrs.fields(cls):
        if f.name in ("span", "origin", "param"):
            continue
        hint = hints[f.name]
        many = typing.get_origin(hint) is tuple
        if many:
            hint = typing.get_args(hint)[0]
        union = isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union
        members = typing.get_args(hint) if union else (hint,)
        shape.append((f.name, tuple(m for m in members if m is not types.NoneType), many, types.NoneType in members))
    return tuple(shape)


def _fill(cls: type[Node], children: list[Node], span: Span) -> Node:
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
    return cls(**values, span=span)


def _amount(tokens: list[Token], span: Span) -> Node:
    text = "".join(tokens) if len(tokens) == 1 else f"{tokens[0]}/{tokens[1]}"
    return Amount(Fraction(text) if "/" not in text or int(tokens[1]) else Fraction(0), text, span=span)


def _odds(token: Token, span: Span) -> Node:
    paid, staked = token.split(":")
    return Odds(Fraction(paid), Fraction(staked), str(token), span=span)


_LEAVES: dict[str, Callable[[Token, Span], Node]] = {
    "NAME": lambda t, s: Name(str(t), span=s),
    "STRING": lambda t, s: Text(t[1:-1], span=s),
    "INT": lambda t, s: Whole(int(t), span=s),
    "PERCENT": lambda t, s: Percent(Fraction(t[:-1]), str(t), span=s),
    "MONEY": lambda t, s: Money(Fraction(t[1:]), str(t), span=s),
    "ODDS": _odds,
}


def build(tree: Tree[Token], file: SourceFile) -> model.File:
    """Return the File that a parse tree stands for."""

    def node_of(node: Tree[Token]) -> Node:
        tokens = [t for t in node.scan_values(lambda t: isinstance(t, Token)) if t.type != "_NL"]
        span = Span(file, tokens[0].start_pos, tokens[-1].end_pos)
        cls = class_for(node.data)
        if cls is Amount:
            return _amount([t for t in tokens if t.type in ("INT", "DECIMAL")], span)
        if issubclass(cls, Words):
            return cls(" ".join(tokens), span=span)
        children = []
        for child in node.children:
            if isinstance(child, Tree):
                children.append(node_of(child))
            elif child.type in _LEAVES:
                children.append(_LEAVES[child.type](child, Span(file, child.start_pos, child.end_pos)))
        return _fill(cls, children, span)

    return typing.cast("model.File", node_of(tree))
