"""A strategy chart, for the terminal and for JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

from f27lang import model
from f27lang.report.heading import heading, settings
from f27lang.rulebook import Rulebook
from f27lang.solve.solution import Cell, Solution

_LETTERS = {"hit": "H", "stand": "S"}
_COLOURS = {"H": "green", "S": "red"}
_NOBODY = "-"


def as_json(game: model.Game, tables: Rulebook, chart: Solution) -> dict[str, Any]:
    """Return the answer `f27.strategy/1`."""
    return {
        "schema": "f27.strategy/1",
        "variant": game.name,
        "digest": tables.digest,
        "settings": settings(game),
        "play": chart.play,
        "shoe": chart.shoe,
        "knowledge": chart.knowledge,
        "method": "exact",
        "edge_pct": chart.edge_pct,
        "cells": [_cell(cell) for cell in chart.cells],
    }


def as_text(game: model.Game, tables: Rulebook, chart: Solution, method: str, *, colour: bool) -> str:
    """Return the charts for hard and for soft hands: a letter a cell, lines that say the same put together."""
    parts = [heading(game, tables), f"basic strategy    {chart.edge_pct:.6f} % house edge, {method}"]
    grids = [
        _grid([cell for cell in chart.cells if _kind(cell.player) == kind], kind, colour)
        for kind in _kinds(chart.cells)
    ]
    for grid in grids:
        parts += ["", grid]
    legend = ["H hit", "S stand"]
    legend += ["h, s forced by the rules"] * any(cell.forced for cell in chart.cells)
    legend += [f"{_NOBODY} never asked"] * any(_NOBODY in grid for grid in grids)
    return "\n".join([*parts, "", "   ".join(legend)])


def _cell(cell: Cell) -> dict[str, Any]:
    return {
        "player": cell.player,
        "dealer": cell.dealer,
        "move": cell.move,
        "values": dict(cell.values),
        "gain": cell.gain,
        "reach": cell.reach,
        "forced": cell.forced,
    }


def _kind(name: str) -> str:
    """Return `hard` or `soft`; a card's name has no kind."""
    return name.rpartition(" ")[0] if " " in name else ""


def _kinds(cells: Sequence[Cell]) -> list[str]:
    return sorted({_kind(cell.player) for cell in cells})


def _in_order(names: Iterable[str]) -> list[str]:
    """Return totals in their order, hard before soft, and the names of cards in the order they came."""
    unique = list(dict.fromkeys(names))
    return sorted(unique, key=lambda name: (_kind(name), Fraction(name.rpartition(" ")[2]) if _kind(name) else 0))


def _grid(cells: Sequence[Cell], kind: str, colour: bool) -> str:
    """Return the chart of one kind of hand: neighbours that say the same share a row or a column."""
    letters = {(cell.player, cell.dealer): _letter(cell) for cell in cells}
    own, shown = _in_order(cell.player for cell in cells), _in_order(cell.dealer for cell in cells)
    columns = _runs(own, lambda player: tuple(letters.get((player, dealer), _NOBODY) for dealer in shown))
    rows = _runs(shown, lambda dealer: tuple(letters.get((player, dealer), _NOBODY) for player in own))
    heads = [_together(run) for run in rows]
    numbers = [_together(run).removeprefix(kind).strip() for run in columns]
    width = max(map(len, [*heads, "dealer"]))
    out = [f"{'dealer':{width}}  player {kind}".rstrip(), " " * width + "".join("  " + number for number in numbers)]
    for head, (dealer, *_) in zip(heads, rows, strict=True):
        marks = [letters.get((player, dealer), _NOBODY) for player, *_ in columns]
        padded = [
            " " * (len(number) + 1) + _coloured(mark, colour) for number, mark in zip(numbers, marks, strict=True)
        ]
        out.append(f"{head:{width}}" + "".join(padded))
    return "\n".join(out)


def _runs(names: Sequence[str], says: Callable[[str], tuple[str, ...]]) -> list[list[str]]:
    """Part names into runs of neighbours, of one kind, that say the same."""
    return [list(run) for _, run in groupby(names, key=lambda name: (_kind(name), says(name)))]


def _together(names: Sequence[str]) -> str:
    last = names[-1].removeprefix(_kind(names[-1])).strip()
    return names[0] if len(names) == 1 else f"{names[0]}..{last}" if _kind(names[0]) else " ".join(names)


def _letter(cell: Cell) -> str:
    letter = _LETTERS[cell.move]
    return letter.lower() if cell.forced else letter


def _coloured(letter: str, colour: bool) -> str:
    if not colour or letter.upper() not in _COLOURS:
        return letter
    import click  # noqa: PLC0415

    return click.style(letter, fg=_COLOURS[letter.upper()])
