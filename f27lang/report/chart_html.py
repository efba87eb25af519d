"""A strategy chart as HTML: a letter and a colour a cell, what each move is worth where the mouse rests.

Solution with cells -> fragment or page
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from f27lang import model
from f27lang.report.chart import EXCEPTIONS_HEAD, exception_words, exceptions_title
from f27lang.report.grid import LETTERS, NOBODY, Grid, cost_per_100, costliest, grids, legend, own_hand
from f27lang.report.heading import changes, shoe
from f27lang.report.html import page, table, tag
from f27lang.rulebook import Rulebook
from f27lang.solve.solution import Cell, Solution

if TYPE_CHECKING:
    from f27lang.solve.exceptions import Departure

MOST_COSTLY = 12


def as_html(
    game: model.Game,
    tables: Rulebook,
    chart: Solution,
    method: str,
    exceptions: Sequence[Departure] | None = None,
) -> str:
    """Return a page with the charts and the mistakes that cost most."""
    parts = [tag("h1", game.title), tag("p", shoe(game, tables), "quiet")]
    if changed := changes(game):
        parts.append(tag("p", f"changed: {', '.join(changed)}"))
    parts.append(tag("p", f"basic strategy: {chart.edge_pct:z.6f} % house edge, {method}"))
    return page(f"{game.title}: basic strategy", *parts, *charts(chart), *_exceptions(exceptions or ()))


def charts(chart: Solution) -> list[str]:
    """Return the charts of a solution, their legend and the costly mistakes."""
    drawn = grids(chart)
    parts = [_legend(chart, drawn)]
    for _, beside in groupby(drawn, key=lambda grid: grid.number_of_cards):
        sides = [f"<section>{tag('h2', _capital(grid.title))}{_table(grid)}</section>" for grid in beside]
        parts += ['<div class="side">', *sides, "</div>"]
    return [*parts, *_costly(chart)]


def told(cell: Cell) -> str:
    """Say in one line what a cell's moves are worth and what a mistake in it costs."""
    worth = ", ".join(f"{move} {value:+z.6f}" for move, value in cell.values)
    often = f"asked {100 * cell.reach:.4f} times in 100 hands"
    if cell.forced:
        return f"{own_hand(cell)} against {cell.dealer}: {cell.move}, forced by the rules; {worth}"
    gain = f"{cell.move} wins by {cell.gain:z.6f}"
    return (
        f"{own_hand(cell)} against {cell.dealer}: {worth}; {gain}; {often}; "
        f"the mistake costs {cost_per_100(cell):.6f} wagers in 100 hands"
    )


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _legend(chart: Solution, drawn: tuple[Grid, ...]) -> str:
    keys = []
    for words in legend(chart, drawn):
        sign, _, meaning = words.partition(" ")
        style = f"key {sign}" if sign in LETTERS.values() else "key"
        keys.append(f"{tag('span', sign, style)} {escape(meaning)}" if len(sign) == 1 else escape(words))
    return f'<p class="quiet">{" &nbsp; ".join(keys)} &nbsp; rows: what the dealer shows</p>'


def _table(grid: Grid) -> str:
    heads = "".join(f'<th scope="col">{escape(grid.number(own) or own)}</th>' for own in grid.own)
    rows = "\n".join(_row(grid, shown) for shown in grid.shown)
    return (
        '<div class="scroll"><table class="chart">\n'
        f'<thead><tr><th scope="col">dealer</th>{heads}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table></div>'
    )


def _row(grid: Grid, shown: str) -> str:
    cells = "".join(_cell(grid.cells.get((own, shown))) for own in grid.own)
    return f'<tr><th scope="row">{escape(shown)}</th>{cells}</tr>'


def _cell(cell: Cell | None) -> str:
    if cell is None:
        return f"<td>{NOBODY}</td>"
    sign = LETTERS[cell.move]
    if cell.forced:
        return f'<td class="{sign} forced" title="{escape(told(cell))}">{sign.lower()}</td>'
    return f'<td class="{sign}" title="{escape(told(cell))}">{sign}</td>'


def _exceptions(exceptions: Sequence[Departure]) -> list[str]:
    if not exceptions:
        return []
    rows = [exception_words(each) for each in exceptions]
    note = "Gains in wagers, with best play from there on; how often, while the chart is followed."
    return [tag("h2", exceptions_title(exceptions)), table(EXCEPTIONS_HEAD, rows), tag("p", note, "quiet")]


def _costly(chart: Solution) -> list[str]:
    rows = [
        (f"{own_hand(c)} against {c.dealer}", c.move, f"{c.gain:.6f}", f"{100 * c.reach:.4f}", f"{cost_per_100(c):.6f}")
        for c in costliest(chart.cells, MOST_COSTLY)
    ]
    if not rows:
        return []
    head = ("cell", "move", "wins by", "asked in 100 hands", "the mistake costs in 100 hands")
    note = "In wagers, each cell weighed by itself: how much the move wins by, times how often it is asked for."
    return [tag("h2", "Where a mistake costs most"), table(head, rows), tag("p", note, "quiet")]
