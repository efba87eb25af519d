"""Two strategy charts laid over each other: a letter where they agree, both letters where they do not.

Two games with their charts -> text of 80 columns, HTML, CSV or an object
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from attrs import field, frozen

from f27lang import model
from f27lang.compare.cells import ChangedChart, by_place, changed_chart
from f27lang.report.chart import coloured, drawn
from f27lang.report.chart_html import told
from f27lang.report.diff import CELL_HEAD, MOST_CELLS, cell_json, cell_words
from f27lang.report.grid import LETTERS, NOBODY, Grid, grids, in_order, letter
from f27lang.report.heading import heading, settings, shoe_state
from f27lang.report.html import page, table, tag
from f27lang.report.text import columns, count
from f27lang.rulebook import Rulebook
from f27lang.solve.solution import Cell, Solution


@frozen
class Charted:
    """A game with its best chart; `method` says how that was found."""

    game: model.Game
    tables: Rulebook
    chart: Solution
    method: str


@frozen
class Overlay(Grid):
    """The cells of two charts for one kind of hand; `cells` are those of the first."""

    other: dict[tuple[str, str], Cell] = field(factory=dict)

    def letter(self, own: str, shown: str) -> str:
        """Return the letter of a cell, or the first chart's and the other's where they differ."""
        mine, theirs = letter(self.cells.get((own, shown))), letter(self.other.get((own, shown)))
        return mine if mine == theirs else mine + theirs


def overlays(mine: Solution, other: Solution) -> tuple[Overlay, ...]:
    """Return the grids of two charts, laid over each other."""
    one, two = ({(grid.number_of_cards, grid.kind): grid for grid in grids(chart)} for chart in (mine, other))
    found = []
    for key in [*one, *(each for each in two if each not in one)]:
        both = [each[key] for each in (one, two) if key in each]
        cells, others = (each[key].cells if key in each else {} for each in (one, two))
        own, shown = in_order(n for g in both for n in g.own), in_order(n for g in both for n in g.shown)
        found.append(Overlay(both[0].kind, both[0].number_of_cards, own, shown, cells, others))
    return tuple(found)


def as_text(mine: Charted, other: Charted, *, colour: bool) -> str:
    """Return both charts as one, and the cells of the first where the other's move costs most."""
    parts = [_edge_line("A", mine), _edge_line("B", other)]
    for grid in overlays(mine.chart, other.chart):
        parts += ["", drawn(grid, coloured if colour else str)]
    parts += ["", "   ".join(legend()), *_differences(mine.chart, other.chart)]
    return "\n".join(parts)


def _edge_line(which: str, side: Charted) -> str:
    head = heading(side.game, side.tables)
    return f"{which}   {head}\n    basic strategy    {side.chart.edge_pct:z.6f} % house edge, {side.method}"


def legend() -> list[str]:
    """Say what the letters stand for."""
    words = [f"{sign} {move}" for move, sign in LETTERS.items()]
    return [*words, "HS hit by A, stand by B", "small letter: forced", f"{NOBODY} never asked"]


def _differences(mine: Solution, other: Solution) -> Iterator[str]:
    found = changed_chart(other, mine)
    yield ""
    yield title(found, mine, other)
    if found.changed:
        rows = [cell_words(cell) for cell in found.changed[:MOST_CELLS]]
        yield columns([_HEAD, *rows], right=frozenset({4, 5}))
    if len(found.changed) > MOST_CELLS:
        yield f"and {count(len(found.changed) - MOST_CELLS, 'more cell')}: --json has all"


_HEAD = (*CELL_HEAD[:2], "by B", "by A", *CELL_HEAD[4:])


def title(found: ChangedChart, mine: Solution, other: Solution) -> str:
    """Say in how many cells two charts differ, or why they have none in common."""
    if not found.cells:
        return f"no cell is in both charts: {_why_none(mine.cells, other.cells)}"
    return f"{len(found.changed):,} of {count(found.cells, 'cell')} differ; gains and costs by the rules of A"


def _why_none(mine: Sequence[Cell], other: Sequence[Cell]) -> str:
    for words, pick in (("the dealer shows", "dealer"), ("the player has", "player")):
        one, two = (list(dict.fromkeys(getattr(cell, pick) for cell in cells)) for cells in (mine, other))
        if not set(one) & set(two):
            return f"{words} {_such(one)} in A, {_such(two)} in B"
    counted = [any(cell.cards is not None for cell in cells) for cells in (mine, other)]
    if counted[0] != counted[1]:
        return f"hands of several numbers of cards are told apart in {'AB'[counted[1]]} alone"
    return "what the player has in one comes with other cards of the dealer's in the other"


def _such(names: Sequence[str]) -> str:
    few = ["nothing" if name == "-" else name for name in names[:2]]
    return ", ".join(few) + (" .." if len(names) > 2 else "")


def as_json(mine: Charted, other: Charted) -> dict[str, Any]:
    """Return the answer `f27.overlay/1`."""
    found = changed_chart(other.chart, mine.chart)
    return {
        "schema": "f27.overlay/1",
        "a": _side_json(mine),
        "b": _side_json(other),
        "cells": found.cells,
        "only_a": found.only_new,
        "only_b": found.only_old,
        "differ": [cell_json(cell) for cell in found.changed],
    }


def _side_json(side: Charted) -> dict[str, Any]:
    return {
        "variant": side.game.name,
        "digest": side.tables.digest,
        "settings": settings(side.game),
        "shoe": side.chart.shoe,
        **shoe_state(side.game, side.chart.shoe),
        "method": "exact",
        "edge_pct": side.chart.edge_pct,
    }


def as_csv(mine: Charted, other: Charted) -> str:
    """Return a row for every cell of either chart: the moves of both, empty where a chart has no such cell."""
    one, two = by_place(mine.chart.cells), by_place(other.chart.cells)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("player", "dealer", "cards", "a", "b", "differ"))
    for place in [*one, *(each for each in two if each not in one)]:
        moves = [each[place].move if place in each else "" for each in (one, two)]
        player, dealer, cards = place
        writer.writerow((player, dealer, "" if cards is None else cards, *moves, int(moves[0] != moves[1])))
    return out.getvalue()


def as_html(mine: Charted, other: Charted) -> str:
    """Return a page."""
    parts = [tag("h1", f"{mine.game.title} against {other.game.title}")]
    for which, side in (("A", mine), ("B", other)):
        parts.append(tag("p", f"{which}: {heading(side.game, side.tables)}"))
        parts.append(tag("p", f"basic strategy: {side.chart.edge_pct:z.6f} % house edge, {side.method}", "quiet"))
    parts.append(tag("p", "   ".join(legend()), "quiet"))
    parts += [f"<section>{tag('h2', grid.title)}{_table(grid)}</section>" for grid in overlays(mine.chart, other.chart)]
    found = changed_chart(other.chart, mine.chart)
    parts.append(tag("h2", title(found, mine.chart, other.chart)))
    return page(f"{mine.game.title} against {other.game.title}", *parts, table(_HEAD, map(cell_words, found.changed)))


def _table(grid: Overlay) -> str:
    heads = "".join(tag("th", grid.number(own) or own) for own in grid.own)
    rows = "\n".join(
        f"<tr>{tag('th', shown)}{''.join(_cell(grid, own, shown) for own in grid.own)}</tr>" for shown in grid.shown
    )
    return (
        '<div class="scroll"><table class="chart">\n'
        f"<thead><tr><th>dealer</th>{heads}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table></div>"
    )


def _cell(grid: Overlay, own: str, shown: str) -> str:
    said, cells = grid.letter(own, shown), _known((grid.cells.get((own, shown)), grid.other.get((own, shown))))
    words = escape("; ".join(f"{which}: {told(cell)}" for which, cell in cells))
    style = "changed" if len(said) > 1 else said.upper()
    return f'<td class="{style}" title="{words}">{said}</td>'


def _known(cells: Sequence[Cell | None]) -> list[tuple[str, Cell]]:
    return [(which, cell) for which, cell in zip("AB", cells, strict=True) if cell is not None]
