"""Two vying games beside one another, for the terminal and for JSON. TableDiff -> text or an object."""

from __future__ import annotations

from math import isinf
from typing import Any

from f27lang.compare.rules import RuleChange
from f27lang.compare.tables import NET, Change, TableDiff
from f27lang.report.diff import change_text
from f27lang.report.heading import settings
from f27lang.report.table import UNTOLD, error, heading, position, unit, ways_json, who_plays, within
from f27lang.report.text import columns, count, labelled

SCHEMA = "f27.table-diff/1"
CHANGE_HEAD = ("what changes, at 95 %", "A", "B", "B - A")


def as_json(found: TableDiff) -> dict[str, Any]:
    """Return the answer `f27.table-diff/1`; nets, pots and rakes are in antes."""
    first = found.seatings[0]
    return {
        "schema": SCHEMA,
        "a": _side_json(found, 0),
        "b": _side_json(found, 1),
        "method": "simulated",
        "players": len(first.seats),
        "play": first.seats[0].play,
        **ways_json(found.seating.seats[0]),
        "hands": found.hands,
        "seed": found.seed,
        "deals_changed": found.deals_changed,
        "measures": {change.measure: _change_json(change) for change in found.changes if not _is_net(change)},
        "seats": [
            {"position": s, "name": position(first.rulebook, s, len(first.seats)), **_change_json(change)}
            for s, change in enumerate(filter(_is_net, found.changes))
        ],
        "rules": [_rule_json(rule) for rule in found.rules],
        "interrupted": found.interrupted,
    }


def _side_json(found: TableDiff, side: int) -> dict[str, Any]:
    seating = found.seatings[side]
    return {
        "variant": seating.game.name,
        "title": seating.game.title,
        "digest": seating.rulebook.digest,
        "settings": settings(seating.game),
        "unit": unit(seating.rulebook),
    }


def _change_json(change: Change) -> dict[str, Any]:
    return {"a": change.a, "b": change.b, "change": change.change, "se": error(change.se)}


def _rule_json(rule: RuleChange) -> dict[str, Any]:
    return {"path": rule.path, "before": rule.before, "after": rule.after, "where": list(rule.where)}


def as_text(found: TableDiff) -> str:
    """Return both games, how often money moved, the measures that change, and the rules that differ."""
    lines = [*(labelled(label, words) for label, words in about_rows(found)), "", _changes_text(found), ""]
    if not found.rules:
        return "\n".join([*lines, "no rule differs"])
    lines.append(count(len(found.rules), "rule differs", "rules differ"))
    return "\n".join([*lines, *(line for rule in found.rules for line in change_text("  ", rule))])


def about_rows(found: TableDiff) -> list[tuple[str, str]]:
    """Return both games, who plays, how much was played, and how often money moved, each with a label."""
    first, second = found.seatings
    return [
        ("A", heading(first.game, first.rulebook)),
        ("B", heading(second.game, second.rulebook)),
        ("at the table", who_plays(found.seating)),
        ("played", f"{count(found.hands, 'hand')} of each with the same packs, seed {found.seed}"),
        ("money moved", f"in {found.deals_changed:.2%} of the deals"),
    ]


def change_rows(found: TableDiff) -> list[tuple[str, str, str, str]]:
    """Return what changes: a measure in words, what it is in both games, and the change with its interval."""
    return [
        (_words(found, change), f"{change.a:.5f}", f"{change.b:.5f}", f"{change.change:+z.5f} {within(change.se)}")
        for change in found.changes
        if not _is_same(change)
    ]


def same_words(found: TableDiff) -> str:
    """Return the measures that are the same in both games; nothing where there is none."""
    return ", ".join(_words(found, change, "net ({})") for change in found.changes if _is_same(change))


def _changes_text(found: TableDiff) -> str:
    rows, same = change_rows(found), same_words(found)
    told = [columns([CHANGE_HEAD, *rows], right=frozenset({1, 2, 3}))] if rows else []
    told += [f"{UNTOLD}: one hand tells no error"] if any(isinf(change.se) for change in found.changes) else []
    return "\n".join([*told, *([labelled("the same", same)] if same else [])])


def _is_same(change: Change) -> bool:
    return not (change.change or change.se)


def _words(found: TableDiff, change: Change, net: str = "net, {}") -> str:
    if not _is_net(change):
        return change.measure.replace("_", " ")
    first, seat = found.seatings[0], int(change.measure.removeprefix(NET))
    return net.format(position(first.rulebook, seat, len(first.seats)))


def _is_net(change: Change) -> bool:
    return change.measure.startswith(NET)
