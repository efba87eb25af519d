"""The words by which a diff, a conflict and `also` name a line: its heading, its key, and what it says there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from f27lang import model
from f27lang.model.node import Node
from f27lang.syntax.write import condition, text

_KEYED_BY_NAME = (model.Wager, model.Bonus, model.PotShare)
_EVENT_LINES = (model.Pays, model.Returns, model.Loses, model.Adds)
_LAWS = (model.May, model.Must, model.Does)


def heading(section: Node) -> str:
    """Return a section's heading without its stake: `player when dealer will hit`, `wager game`."""
    if isinstance(section, model.Seats):
        return "seats"
    if isinstance(section, _KEYED_BY_NAME):
        word = {model.Wager: "wager", model.Bonus: "bonus", model.PotShare: "share"}[type(section)]
        return f"{word} {section.name.text}"
    return text(section)


def key(line: Node) -> str:
    """Return the key by which `also` finds a line in its section."""
    return parts(line)[0]


def said(line: Node) -> str:
    """Return what a line says at its address; empty where the key says it all."""
    return parts(line)[1]


def address(heading_: str, key_: str) -> str:
    """Return the words for a heading and a key: `dealer stands on hard`, `wager game, player wins`."""
    if heading_ == "seats":
        return "seats"
    comma = heading_.startswith(("wager ", "bonus "))
    return f"{heading_}{', ' if comma else ' '}{key_}"


def parts(line: Node) -> tuple[str, str]:
    """Return a line's key and what it says there, which together say what its text says."""
    if isinstance(line, model.OutcomeRow):
        facts = " and ".join(text(fact) for fact in line.facts) or "always"
        return f"{text(line.moment)}, {facts}", text(line.verdict)
    if isinstance(line, _EVENT_LINES):
        event = text(line.event)
        return event, text(line)[: -len(f" on {event}")]
    if isinstance(line, model.OtherwisePays | model.OtherwiseDoes):
        return "otherwise", text(line).removeprefix("otherwise ")
    if isinstance(line, model.OtherwiseMust):
        return "otherwise must", text(line.move)
    if isinstance(line, model.Rung):
        return line.name.text, ", ".join(text(order) for order in line.orders)
    if isinstance(line, model.Step):
        return text(line.phase), ""
    if isinstance(line, model.Repeat):
        return "repeat", "; ".join(text(step) for step in line.steps)
    return _turn_parts(line) or _colon_parts(line)


def _turn_parts(line: Node) -> tuple[str, str] | None:
    if isinstance(line, model.Limit):
        what = text(line.what) if line.what else "cards"
        return f"at most {what}", text(line.number)
    if isinstance(line, model.SplitTakes):
        return f"split {text(line.rank)} takes", text(line).partition(" takes ")[2]
    if isinstance(line, model.Takes | model.Locked):
        first, _, rest = text(line).partition(" ")
        return first, rest
    if not isinstance(line, _LAWS):
        return None
    ranged = next(_readings([line.on, line.when]), None)
    if ranged is None:
        return text(line), ""
    measure, range_ = text(ranged.measure), text(ranged.range)
    behind = condition(line.on, line.when).replace(f"{measure} {range_}", measure, 1)
    return f"{text(attrs.evolve(line, on=None, when=None))} {behind}", range_


def _colon_parts(line: Node) -> tuple[str, str]:
    first, _, rest = text(line).partition(": ")
    return first, rest


def _readings(nodes: Any) -> Iterator[model.TotalIs]:
    for node in nodes:
        if isinstance(node, model.TotalIs) and text(node.measure) in ("hard", "soft", "total"):
            yield node
        elif isinstance(node, Node):
            yield from _readings(
                getattr(node, field.name) for field in attrs.fields(type(node)) if field.name != "span"
            )
        elif isinstance(node, tuple):
            yield from _readings(node)
