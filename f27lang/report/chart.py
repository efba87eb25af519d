"""A strategy chart, for the terminal and for JSON.

Solution with cells -> letters in 80 columns; colour only repeats what the letters say
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from math import fsum
from typing import TYPE_CHECKING, Any

from attrs import asdict, frozen

from f27lang import model
from f27lang.report.grid import LETTERS, Grid, cost_per_100, grids, kind, legend, run
from f27lang.report.heading import heading, settings, shoe_state
from f27lang.report.text import columns, count
from f27lang.rulebook import Rulebook
from f27lang.solve.solution import Cell, Solution

if TYPE_CHECKING:
    from f27lang.solve.exceptions import Departure

COLUMNS = 80
MOST_EXCEPTIONS = 12
EXCEPTIONS_HEAD = ("hand", "dealer", "move", "gain", "in 100 hands")
COLOURS = {LETTERS["hit"]: "cyan", LETTERS["stand"]: "yellow"}

Paint = Callable[[str], str]


def as_json(
    game: model.Game, tables: Rulebook, chart: Solution, exceptions: Sequence[Departure] | None = None
) -> dict[str, Any]:
    """Return the answer `f27.strategy/1`; `exceptions` are None where none were looked for."""
    found = {
        "schema": "f27.strategy/1",
        "variant": game.name,
        "digest": tables.digest,
        "settings": settings(game),
        "play": chart.play,
        "shoe": chart.shoe,
        **shoe_state(game, chart.shoe),
        "knowledge": chart.knowledge,
        "method": "exact",
        "edge_pct": chart.edge_pct,
        "cells": [cell_json(cell) for cell in chart.cells],
    }
    return found if exceptions is None else found | {"exceptions": [asdict(each) for each in exceptions]}


def as_text(
    game: model.Game,
    tables: Rulebook,
    chart: Solution,
    method: str,
    exceptions: Sequence[Departure] | None = None,
    *,
    colour: bool,
) -> str:
    """Return the charts for hard and for soft hands: a letter a cell, lines that say the same put together."""
    both = grids(chart)
    parts = [heading(game, tables), f"basic strategy    {chart.edge_pct:z.6f} % house edge, {method}"]
    for grid in both:
        parts += ["", drawn(grid, coloured if colour else str)]
    parts += ["", "   ".join(legend(chart, both))]
    return "\n".join([*parts, *(["", _exceptions(exceptions)] if exceptions else [])])


def _exceptions(exceptions: Sequence[Departure]) -> str:
    """Return the hands that gain most by leaving the chart."""
    rows = [exception_words(each) for each in exceptions[:MOST_EXCEPTIONS]]
    lines = [exceptions_title(exceptions), columns([EXCEPTIONS_HEAD, *rows], right=frozenset({3, 4}))]
    more = len(exceptions) - len(rows)
    return "\n".join([*lines, *([f"and {count(more, 'more hand')}: --json has all"] if more else [])])


def exceptions_title(exceptions: Sequence[Departure]) -> str:
    """Say how many hands leave the chart and what that is worth."""
    gained = 100 * fsum(each.gain * each.reach for each in exceptions)
    return f"{count(len(exceptions), 'hand')} played better than by the chart, worth {gained:z.6f} % together"


def exception_words(each: Departure) -> tuple[str, ...]:
    """Return a line for `EXCEPTIONS_HEAD`."""
    return each.hand, each.dealer, each.move, f"{each.gain:.6f}", f"{100 * each.reach:.6f}"


def cell_json(cell: Cell) -> dict[str, Any]:
    """Return a cell for JSON."""
    return {
        **({} if cell.cards is None else {"cards": cell.cards}),
        "player": cell.player,
        "dealer": cell.dealer,
        "move": cell.move,
        "values": dict(cell.values),
        "gain": cell.gain,
        "reach": cell.reach,
        "cost_per_100_hands": cost_per_100(cell),
        "forced": cell.forced,
    }


@frozen
class _Column:
    """Neighbouring hands of the player that say the same."""

    head: str
    own: str  # one of them

    @property
    def width(self) -> int:
        return len(self.head) + 2


def drawn(grid: Grid, paint: Paint) -> str:
    """Return the chart of one kind of hand, in as many pieces as the width of a terminal asks for."""
    rows = _runs(grid.shown, lambda shown: tuple(grid.letter(own, shown) for own in grid.own))
    width = max(len(text) for text in [*map(run, rows), "dealer"])
    runs = _runs(grid.own, lambda own: tuple(grid.letter(own, shown) for shown in grid.shown))
    columns = [_Column(grid.number(run(same)), same[0]) for same in runs]
    return "\n\n".join(_piece(grid, rows, piece, width, paint) for piece in _pieces(columns, COLUMNS - width))


def _piece(grid: Grid, rows: list[list[str]], columns: list[_Column], width: int, paint: Paint) -> str:
    lines = [f"{'dealer':{width}}  {grid.title}", " " * width + "".join("  " + column.head for column in columns)]
    for row in rows:
        letters = [(letter := grid.letter(column.own, row[0]), column.width - len(letter)) for column in columns]
        lines.append(f"{run(row):{width}}" + "".join(" " * pad + paint(letter) for letter, pad in letters))
    return "\n".join(line.rstrip() for line in lines)


def _pieces(columns: Sequence[_Column], room: int) -> list[list[_Column]]:
    """Part columns into as few pieces as fit the room; a piece has one column at least."""
    pieces: list[list[_Column]] = [[]]
    for column in columns:
        if pieces[-1] and sum(c.width for c in pieces[-1]) + column.width > room:
            pieces.append([])
        pieces[-1].append(column)
    return pieces


def _runs(names: Sequence[str], says: Callable[[str], tuple[str, ...]]) -> list[list[str]]:
    """Part names into runs of neighbours, of one kind, that say the same."""
    return [list(same) for _, same in groupby(names, key=lambda name: (kind(name), says(name)))]


def coloured(letter: str) -> str:
    """Return a letter in the colour of its move, for a terminal."""
    if letter.upper() not in COLOURS:
        return letter
    import click  # noqa: PLC0415

    return click.style(letter, fg=COLOURS[letter.upper()])
