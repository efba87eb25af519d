"""The bar of a long simulation: the tallies of its prefix -> rounds, rate, time left and the interval, on stderr."""

from __future__ import annotations

import os
import sys
import time
from contextlib import contextmanager
from math import sqrt
from typing import TYPE_CHECKING, Any

from f27lang.normal import NORMAL_95

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from f27lang.compare import paired
    from f27lang.rulebook import Rulebook
    from f27lang.simulate import Tally
    from f27lang.simulate.until import Until
    from f27lang.simulate.work import Counts, Progress

    Told = Callable[[Any, float], tuple[int, str]]  # a prefix, the rounds a second -> rounds to come to, what it tells


def watch(rounds: int, wager: int = 0) -> Callable[[Rulebook, Until | None], AbstractContextManager[Progress]]:
    """Return what shows a run of so many rounds at most: a bar where stderr is a terminal, else nothing."""

    @contextmanager
    def shown(tables: Rulebook, until: Until | None) -> Iterator[Progress]:
        def told(prefix: Tally, rate: float) -> tuple[int, str]:
            total = expected_rounds(prefix, rounds, until)
            return total, in_words(tables, prefix, total, rate, wager)

        with _bar(told) as progress:
            yield progress

    return shown


@contextmanager
def watch_pair(_: paired.Pair, rounds: int, goal: paired.Until | None) -> Iterator[Callable[[paired.PairTally], None]]:
    """Show two games that are played for so many rounds, or until a goal: a bar where stderr is a terminal."""

    def told(prefix: paired.PairTally, rate: float) -> tuple[int, str]:
        needed = goal.rounds_needed(prefix) if goal and prefix.batches > 1 else rounds
        total = max(prefix.rounds, min(rounds, needed))
        margin = NORMAL_95 * prefix.se_pct
        return total, f"{_pace(prefix.rounds, total, rate)}   {prefix.change_pct:+z.4f} ± {margin:.4f} points"

    with _bar(told) as progress:
        yield progress


@contextmanager
def watch_table(hands: int) -> Iterator[Callable[[Counts], None]]:
    """Show a run of so many hands at a table: a bar where stderr is a terminal."""
    with _bar(lambda prefix, rate: (hands, _pace(prefix.rounds, hands, rate))) as progress:
        yield progress


def on_terminal() -> bool:
    """Whether a bar can be drawn on stderr."""
    return sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


@contextmanager
def _bar(told: Told) -> Iterator[Callable[[Any], None]]:
    if not on_terminal():
        yield lambda prefix: None
        return
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import BarColumn, Progress, TextColumn  # noqa: PLC0415

    console = Console(stderr=True, no_color=bool(os.environ.get("NO_COLOR")) or None)
    columns = (BarColumn(bar_width=None), TextColumn("{task.description}"))
    started, begun = time.monotonic(), -1
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=None)

        def progress(prefix: Any) -> None:
            nonlocal begun
            begun = prefix.rounds if begun < 0 else begun  # what a checkpoint held took no time
            if not prefix.rounds:
                return
            total, words = told(prefix, (prefix.rounds - begun) / (time.monotonic() - started))
            bar.update(task, completed=prefix.rounds, total=total, description=words)

        yield progress


def expected_rounds(prefix: Tally, rounds: int, until: Until | None) -> int:
    """Return how many rounds a run will come to, as far as its prefix tells."""
    needed = until.rounds_needed(prefix) if until else rounds
    return max(prefix.rounds, min(rounds, needed))


def in_words(tables: Rulebook, prefix: Tally, total: int, rate: float, wager: int = 0) -> str:
    """Return `12.6M of 20M   18.9M a second   0 s left   1.0353 % ± 0.0529 %`."""
    mean, variance = prefix.moments(tables, wager)
    margin = 100 * NORMAL_95 * sqrt(variance / prefix.rounds)
    return f"{_pace(prefix.rounds, total, rate)}   {-100 * float(mean):z.4f} % ± {margin:.4f} %"


def _pace(rounds: int, total: int, rate: float) -> str:
    from f27lang.report.text import seconds  # noqa: PLC0415

    left = f"{seconds((total - rounds) / rate)} left" if rate else "..."
    return f"{_short(rounds)} of {_short(total)}   {_short(rate)} a second   {left}"


def _short(number: float) -> str:
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= size:
            return f"{number / size:.3g}{letter}"
    return f"{number:.0f}"
