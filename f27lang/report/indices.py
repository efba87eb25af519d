"""When a counter plays otherwise than by the chart, for the terminal and for JSON: Indices -> text or an object."""

from __future__ import annotations

from typing import Any

from f27lang import model
from f27lang.counting.playing import Departure, Indices
from f27lang.normal import NORMAL_95
from f27lang.report.heading import heading
from f27lang.report.text import columns, count, labelled
from f27lang.report.winnings import count_words, rounding_words

SHOWN = 18


def as_text(game: model.Game, found: Indices, *, every: bool) -> str:
    """Return the cells in which it pays to leave the chart, the dearest first; all of them, or the first few."""
    shown = found.departures if every else found.departures[:SHOWN]
    rest = len(found.departures) - len(shown)
    return "\n".join(
        (
            heading(game, found.tables),
            labelled("counts", count_words(found.counter.count)),
            labelled("true count", rounding_words(found.counter)),
            labelled("played", _played(found)),
            "",
            _table(shown) if shown else "no two moves are seen to cross",
            *([f"... and {count(rest, 'cell')} more: --all lists them"] if rest else []),
            "",
            labelled("all of them", f"gain {100 * found.gain:.4f} % of a flat bet a round, taken for independent"),
        )
    )


def _played(found: Indices) -> str:
    tally = found.run.tally
    return (
        f"{count(tally.rounds, 'round')} in {count(tally.played.shoes, 'shoe')}; a coin made the first decision in "
        f"{count(found.watched, 'cell')} in which moves are close; seed {found.run.seed}"
    )


def _table(departures: tuple[Departure, ...]) -> str:
    head = ["player", "dealer", "chart", "otherwise", "cross at", "95 %", "gains a round"]
    body = [
        [
            _hand(each),
            each.cell.dealer,
            each.cell.move,
            _otherwise(each),
            f"{each.index.crossing:.2f}",
            f"± {NORMAL_95 * (each.index.error or 0.0):.2f}",
            f"{100 * each.gain:.5f} %",
        ]
        for each in departures
    ]
    return columns([head, *body], right=frozenset((4, 5, 6)), gap="  ")


def _hand(each: Departure) -> str:
    return each.cell.player if each.cell.cards is None else f"{each.cell.player} with {each.cell.cards}"


def _otherwise(each: Departure) -> str:
    index = each.index.index
    assert index is not None
    return f"{each.other} from {index} up" if each.from_above else f"{each.other} up to {index - 1}"


def as_json(found: Indices) -> dict[str, Any]:
    """Return the part `indices` of the answer `f27.count/1`."""
    return {
        "method": "simulated",
        "count": found.counter.count.name,
        "rounds": found.run.tally.rounds,
        "shoes": found.run.tally.played.shoes,
        "seed": found.run.seed,
        "interrupted": found.run.interrupted,
        "watched": found.watched,
        "gain_pct": 100 * found.gain,
        "cells": [
            {
                "player": each.cell.player,
                "cards": each.cell.cards,
                "dealer": each.cell.dealer,
                "chart": each.cell.move,
                "above": each.index.above,
                "index": each.index.index,
                "crossing": each.index.crossing,
                "crossing_se": each.index.error,
                "rounds": each.index.rounds,
                "gain_pct": 100 * each.gain,
            }
            for each in found.departures
        ],
    }
