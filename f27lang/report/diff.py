"""Two games beside one another, for the terminal and for JSON.

Diff -> text of 80 columns, or an object
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite
from typing import Any

from f27lang.compare.cells import ChangedCell, ChangedChart
from f27lang.compare.diff import Diff, Side
from f27lang.compare.measures import Measures
from f27lang.compare.rules import Rule, RuleChange
from f27lang.compare.why import Why
from f27lang.normal import NORMAL_95
from f27lang.report.heading import changes, decks, edge_label, settings, shoe, shoe_state
from f27lang.report.how import FRESH, WORN, play_of
from f27lang.report.text import bound, columns, count, hanging, labelled

MOST_CELLS = 12
CELL_HEAD = ("player", "dealer", "was", "is", "gain", "in 100 hands")
SHARE_HEAD = ("rule", "share", "alone")
NONE = "-"


def as_text(found: Diff, *, every_cell: bool = False) -> str:
    """Return the change, the rules that differ, why, and the cells of the chart that changed."""
    parts = [_games(found), edge_text(found), _measures_text(found)]
    parts += ["", *_rules_text(found)]
    if why := list(_why_text(found)):
        parts += ["", "why, in per cent points", *why]
    if found.chart and found.chart.changed:
        parts += ["", *_chart_text(found.chart, every_cell)]
    return "\n".join(parts)


def _games(found: Diff) -> str:
    return "\n".join(labelled(letter, side_words(side)) for letter, side in zip("AB", (found.a, found.b), strict=True))


def side_words(side: Side) -> str:
    """Return a game's title, its shoe, and what was changed in it."""
    changed = "".join(f"; {bound(each)}" for each in changes(side.game))
    return f"{side.game.title}   {shoe(side.game, side.tables)}{changed}"


def edge_text(found: Diff) -> str:
    """Return both edges, the change, and how they were got."""
    label = edge_label(found.a.tables, found.a.wager)
    edges = f"{percent(found.a.measures.edge_pct)}  ->  {percent(found.b.measures.edge_pct)}"
    return labelled(label, f"{edges}   {change_words(found)}\n{method_words(found)}")


def change_words(found: Diff) -> str:
    """Return the change, with its interval where it was simulated."""
    if found.se_pct is None:
        return f"{points(found.delta_pct)} points"
    return f"{found.delta_pct:+z.4f} ± {NORMAL_95 * found.se_pct:.4f} points (95 %)"


def method_words(found: Diff) -> str:
    """Say how the games were played, and how the numbers were got."""
    played = play_of(found.question.play, found.question.knowledge, found.question.shoe)
    if found.played is None:
        return f"{played}; exact, {found.question.shoe} shoe{_worn_words(found)}"
    rounds, seed = found.played.tally.rounds, found.played.simulation.seed
    return f"{played}; simulated, {count(rounds, 'round')} of each with the same cards, seed {seed}"


def _worn_words(found: Diff) -> str:
    """Say that exact answers are a fresh shoe's, where one of the games deals from worn ones."""
    worn = [side for side in (found.a, found.b) if shoe_state(side.game, found.question.shoe)]
    return f"{FRESH}; {WORN}" if worn else ""


def measures_rows(found: Diff) -> Iterator[tuple[str, str, str]]:
    """Yield what is measured besides the edge, and what it is in both games."""
    for name, form, pick in _MEASURES:
        before, after = pick(found.a.measures), pick(found.b.measures)
        if before is not None and after is not None:
            yield name, form(before), form(after)


def _measures_text(found: Diff) -> str:
    rows = [(name, f"{before}  ->  {after}") for name, before, after in measures_rows(found)]
    return "\n".join(labelled(name, both) for name, both in rows)


def _share(value: float) -> str:
    return f"{value:.4%}".replace("%", " %")


_MEASURES: tuple[tuple[str, Any, Any], ...] = (
    ("st. dev.", "{:.6f}".format, lambda m: m.sd),
    ("wins", _share, lambda m: m.hit),
    ("pushes", _share, lambda m: m.push),
    ("player's cards", "{:.4f}".format, lambda m: m.player_cards),
    ("dealer's cards", "{:.4f}".format, lambda m: m.dealer_cards),
    ("decisions", "{:.4f}".format, lambda m: m.decisions),
)


def _rules_text(found: Diff) -> Iterator[str]:
    if not found.rules:
        yield "no rule differs"
        return
    yield rules_title(found)
    for rule in found.differing:
        if is_setting(rule):
            yield hanging("  ", f"{rule.name}: {rule.before}  ->  {rule.after}", 2)
            for change in rule.changes:
                yield from change_text("    ", change)
    told = {change for rule in found.differing if is_setting(rule) for change in rule.changes}
    for change in found.rules:
        if change not in told:
            yield from change_text("  ", change)


def rules_title(found: Diff) -> str:
    """Say how many rules differ, and at how many addresses where these are others."""
    rules = count(len(found.differing), "rule differs", "rules differ")
    places = len(found.rules)
    return rules if places == len(found.differing) else f"{rules}, at {count(places, 'address', 'addresses')}"


def change_text(margin: str, change: RuleChange) -> Iterator[str]:
    """Yield lines on a rule: what it was and is, and where that is written."""
    yield hanging(margin, change_of(change), 2)
    yield hanging(f"{margin}  ", " -> ".join(dict.fromkeys(filter(None, change.where))), 2)


def change_of(change: RuleChange) -> str:
    """Say what stood at an address and what stands there: `values K: 13 -> 10`, `poker bug: added`."""
    if change.before is None:
        return f"{change.path}: {f'added, {change.after}' if change.after else 'added'}"
    if change.after is None:
        return f"{change.path}: {f'removed, was {change.before}' if change.before else 'removed'}"
    return f"{change.path}: {change.before}  ->  {change.after}"


def is_setting(rule: Rule) -> bool:
    """Whether a rule is a setting, which has addresses below it."""
    return all(change.path != rule.name for change in rule.changes)


def _why_text(found: Diff) -> Iterator[str]:
    why = found.why
    if not found.rules:
        return
    if why.reprice_pct is not None and why.adapt_pct is not None:
        yield hanging(f"  {points(why.reprice_pct)}   ", f"the old play under the new rules{stood_in_words(why)}")
        yield hanging(f"  {points(why.adapt_pct)}   ", f"the player adapts{_cells_words(found.chart)}")
    if why.unparted:
        yield hanging("  ", f"what the old play costs can't be told: {why.unparted}", 2)
    yield from _shares_text(why)


def stood_in_words(why: Why) -> str:
    """Say how often the new best move stood in, where it did."""
    if not why.stood_in:
        return ""
    return f"; in {why.stood_in:.4%} of rounds it has no move that they allow, and the new best one stands in".replace(
        "%", " %"
    )


def _cells_words(chart: ChangedChart | None) -> str:
    return f": {len(chart.changed):,} of {count(chart.cells, 'cell')} of the chart change" if chart else ""


def _shares_text(why: Why) -> Iterator[str]:
    if why.left_out:
        yield hanging("  ", f"no shares: {why.left_out}", 2)
    if len(why.shares) > 1:
        yield "  what each rule has to do with it, and what it changes alone"
        yield from _share_lines(share_texts(why))
        if why.orders:
            yield f"  from {count(why.orders, 'order')} drawn, with standard errors"
    yield from (hanging("  ", words, 2) for words in together_words(why))


def _share_lines(rows: Sequence[tuple[str, str, str]]) -> Iterator[str]:
    """Yield numbers first, as names of rules can be long."""
    share, alone = (max(len(row[place]) for row in rows) for place in (1, 2))
    for name, *numbers in rows:
        yield hanging(f"  {numbers[0]:>{share}}   {numbers[1]:>{alone}}   ", name)


def together_words(why: Why) -> Iterator[str]:
    """Say of the rules whose effects do not just add up how much more, or less, they change together."""
    for both in why.together:
        more = "more" if both.more_pct > 0 else "less"
        yield f"{both.first.name} and {both.second.name} together: {abs(both.more_pct):.6f} {more} than their sum"


def share_texts(why: Why) -> list[tuple[str, str, str]]:
    """Return the rows of the table of shares, the largest first, under `SHARE_HEAD`."""
    rows = []
    for each in sorted(why.shares, key=lambda share: -abs(share.share_pct)):
        error = f" ± {each.error_pct:.6f}" if why.orders else ""
        alone = NONE if each.alone_pct is None else points(each.alone_pct)
        rows.append((rule_words(each.rule), points(each.share_pct) + error, alone))
    return [SHARE_HEAD, *rows]


def rule_words(rule: Rule) -> str:
    """Name a rule, and a setting with its values where these are short."""
    return f"{rule.name} {rule.before} -> {rule.after}" if is_setting(rule) else rule.name


def _chart_text(chart: ChangedChart, every_cell: bool) -> Iterator[str]:
    yield chart_title(chart)
    shown = chart.changed if every_cell else chart.changed[:MOST_CELLS]
    yield columns([CELL_HEAD, *map(cell_words, shown)], right=frozenset({4, 5}))
    if len(shown) < len(chart.changed):
        yield f"and {count(len(chart.changed) - len(shown), 'more cell')}: --all lists them"


def chart_title(chart: ChangedChart) -> str:
    """Say how many cells changed."""
    return f"{len(chart.changed):,} of {count(chart.cells, 'cell')} of the best chart changed, dearest first"


def cell_words(cell: ChangedCell) -> tuple[str, ...]:
    """Return a line for `CELL_HEAD`: what the new move gains, and what the old one costs in 100 hands."""
    own = cell.player if cell.cards is None else f"{cell.player} with {count(cell.cards, 'card')}"
    after = f"{cell.after} (forced)" if cell.forced else cell.after
    gain = NONE if cell.gain is None else f"{cell.gain:.6f}"
    return own, cell.dealer, cell.before, after, gain, f"{100 * cell.cost:.6f}"


def percent(value: float) -> str:
    """Return `1.041389 %`."""
    return f"{value:z.6f} %"


def points(value: float) -> str:
    """Return `+3.630921`."""
    return f"{value:+z.6f}"


def as_json(found: Diff) -> dict[str, Any]:
    """Return the answer `f27.diff/1`."""
    return {
        "schema": "f27.diff/1",
        "a": _side_json(found.a, found.question.shoe),
        "b": _side_json(found.b, found.question.shoe),
        "play": found.question.play,
        "shoe": found.question.shoe,
        "knowledge": found.question.knowledge,
        "wager": found.a.tables.wagers[found.a.wager],
        "edge_pct": [found.a.measures.edge_pct, found.b.measures.edge_pct],
        "delta_pct": found.delta_pct,
        "method": found.method,
        **_simulated_json(found),
        "rules": [_rule_json(change, found.differing) for change in found.rules],
        "why": _why_json(found.why),
        "strategy": _chart_json(found.chart) if found.chart else None,
    }


def _side_json(side: Side, shoe: str) -> dict[str, Any]:
    m: Measures = side.measures
    return {
        "variant": side.game.name,
        "title": side.game.title,
        "digest": side.tables.digest,
        "decks": decks(side.game),
        "cards": side.tables.shoe,
        **shoe_state(side.game, shoe),
        "settings": settings(side.game),
        "edge_pct": m.edge_pct,
        "sd": m.sd,
        "hit_frequency": m.hit,
        "push": m.push,
        "player_cards": m.player_cards,
        "dealer_cards": m.dealer_cards,
        "decisions": m.decisions,
    }


def _simulated_json(found: Diff) -> dict[str, Any]:
    if found.played is None:
        return {}
    tally = found.played.tally
    return {
        "se_pct": tally.se_pct,
        "ci95_pct": [found.delta_pct - NORMAL_95 * tally.se_pct, found.delta_pct + NORMAL_95 * tally.se_pct],
        "rounds": tally.rounds,
        "seed": found.played.simulation.seed,
    }


def _rule_json(change: RuleChange, differing: Sequence[Rule]) -> dict[str, Any]:
    setting = next((rule.name for rule in differing if is_setting(rule) and change in rule.changes), None)
    return {
        "path": change.path,
        "from": change.before,
        "to": change.after,
        "where": list(change.where),
        "setting": setting,
    }


def _why_json(why: Why) -> dict[str, Any]:
    return {
        "reprice_pct": why.reprice_pct,
        "adapt_pct": why.adapt_pct,
        "stood_in": why.stood_in,
        "shares": [
            {
                "rule": each.rule.name,
                "from": each.rule.before,
                "to": each.rule.after,
                "share_pct": each.share_pct,
                "alone_pct": each.alone_pct,
                **({"se_pct": each.error_pct if isfinite(each.error_pct) else None} if why.orders else {}),
            }
            for each in why.shares
        ],
        "together": [
            {"rules": [both.first.name, both.second.name], "more_pct": both.more_pct} for both in why.together
        ],
        "orders": why.orders,
        "left_out": why.left_out or None,
        "unparted": why.unparted or None,
    }


def _chart_json(chart: ChangedChart) -> dict[str, Any]:
    return {
        "changed": len(chart.changed),
        "cells": chart.cells,
        "list": [cell_json(cell) for cell in chart.changed],
    }


def cell_json(cell: ChangedCell) -> dict[str, Any]:
    """Return a cell that changed, for JSON."""
    return {
        **({} if cell.cards is None else {"cards": cell.cards}),
        "player": cell.player,
        "dealer": cell.dealer,
        "from": cell.before,
        "to": cell.after,
        "forced": cell.forced,
        "gain": cell.gain,
        "cost_per_100_hands": 100 * cell.cost,
    }


def share_rows(found: Diff) -> list[dict[str, object]]:
    """Return the shares as rows of a table."""
    return [
        {
            "rule": each.rule.name,
            "from": each.rule.before,
            "to": each.rule.after,
            "share_pct": each.share_pct,
            "alone_pct": each.alone_pct,
        }
        for each in found.why.shares
    ]
