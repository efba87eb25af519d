"""A strategy chart, for the terminal and for JSON."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from f27lang import model
from f27lang.report.heading import heading, settings
from f27lang.rulebook import Rulebook
from f27lang.solve.solution import Cell, Solution

_LETTERS = {"hit": "H", "stand": "S"}
_COLOURS = {"H": "green", "S": "red"}
_NOBODY = "."


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
    for kind in _kinds(chart.cells):
        parts += ["", _grid([cell for cell in chart.cells if _kind(cell.player) == kind], kind, colour)]
    forced = any(cell.forced for cell in chart.cells)
    parts += ["", "H hit   S stand   " + ("h, s forced by the rules   " if forced else "") + f"{_NOBODY} never asked"]
    return "\n".join(parts)


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


def _kind(player: str) -> str:
    return player.rpartition(" ")[0]


def _kinds(cells: Sequence[Cell]) -> list[str]:
    return list(dict.fromkeys(_kind(cell.player) for cell in cells))


def _grid(cells: Sequence[Cell], kind: str, colour: bool) -> str:
    letters = {(cell.player, cell.dealer): _letter(cell) for cell in cells}
    own = list(dict.fromkeys(cell.player for cell in cells))
    shown = list(dict.fromkeys(cell.dealer for cell in cells))
    lines = [(dealer, tuple(letters.get((player, dealer), _NOBODY) for player in own)) for dealer in shown]
    heads = [_together([dealer for dealer, _ in run]) for run in _runs(lines)]
    width = max(map(len, [*heads, "dealer"]))
    numbers = [player.removeprefix(kind).strip() for player in own]
    cell_width = max(map(len, numbers)) + 1
    out = [
        f"{'dealer':{width}}  player has {kind}".rstrip(),
        " " * (width + 1) + "".join(n.rjust(cell_width) for n in numbers),
    ]
    for head, run in zip(heads, _runs(lines), strict=True):
        marks = "".join(" " * (cell_width - 1) + _coloured(letter, colour) for letter in run[0][1])
        out.append(f"{head:{width}} {marks}")
    return "\n".join(out)


def _runs(lines: Sequence[tuple[str, tuple[str, ...]]]) -> list[list[tuple[str, tuple[str, ...]]]]:
    """Part the lines into runs of one kind of dealer hand that say the same."""
    return [list(run) for _, run in groupby(lines, key=lambda line: (_kind(line[0]), line[1]))]


def _together(dealers: Sequence[str]) -> str:
    return dealers[0] if len(dealers) == 1 else f"{dealers[0]}..{dealers[-1].removeprefix(_kind(dealers[0])).strip()}"


def _letter(cell: Cell) -> str:
    letter = _LETTERS[cell.move]
    return letter.lower() if cell.forced else letter


def _coloured(letter: str, colour: bool) -> str:
    if not colour or letter.upper() not in _COLOURS:
        return letter
    import click  # noqa: PLC0415

    return click.style(letter, fg=_COLOURS[letter.upper()])
