"""How long exact values take, through the public line, with ever more decks and ranks: games -> tables."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from f27lang import pipeline
from f27lang.rulebook import Rulebook
from f27lang.solve import solve_shoe
from tests.benchmarks.games import YARDSTICK, reaching, with_decks
from tests.benchmarks.speed import Effort
from tests.benchmarks.tables import Cell, Table

RANKS = ("6", "8", "10", "Q", "K")
DECKS = (1, 2, 4, 6, 8)
_RUNS = 3  # of which the best counts
_LONG = 2.0  # seconds; what takes longer is measured once

WAYS: tuple[tuple[str, Callable[[Rulebook], object]], ...] = (
    ("best play", lambda tables: solve_shoe(tables, "best")),
    ("the chart", lambda tables: solve_shoe(tables, "chart")),
    ("with frequencies", lambda tables: solve_shoe(tables, "best", frequencies=True)),
)


def tables(effort: Effort) -> Iterator[Table]:
    """Yield all of them."""
    yield games(effort)
    yield decks(effort)
    yield ranks(effort)


def games(effort: Effort) -> Table:
    """Return how long the bundled games take."""
    names = (YARDSTICK, "poker-like") if effort.whole else (YARDSTICK,)
    return _solved("solve games", "exact values, full shoe", "game", [(name, _lowered(name)) for name in names], effort)


def decks(effort: Effort) -> Table:
    """Return how long the yardstick takes with ever more decks."""
    found: list[tuple[float | str, Rulebook]] = [(n, with_decks(n).tables) for n in (DECKS if effort.whole else (1, 2))]
    return _solved("solve decks", f"{YARDSTICK}, exact: decks", "decks", found, effort)


def ranks(effort: Effort) -> Table:
    """Return how long a plain game takes with ever more ranks."""
    found: list[tuple[float | str, Rulebook]] = []
    for last in RANKS if effort.whole else RANKS[:2]:
        tables = reaching(21, last).tables
        found.append((f"A to {last}", tables))
    return _solved("solve ranks", "a plain game up to 21, six decks, exact: ranks", "ranks", found, effort)


def _lowered(variant: str) -> Rulebook:
    return pipeline.rulebook(pipeline.playable(variant)[0])


def _solved(name: str, title: str, what: str, found: Sequence[tuple[float | str, Rulebook]], effort: Effort) -> Table:
    ways = WAYS if effort.whole else WAYS[:2]
    rows: list[tuple[Cell, ...]] = [
        (size, float(tables.shoe), *(seconds(partial(solve, tables)) for _, solve in ways)) for size, tables in found
    ]
    return Table(name, title, (what, "cards", *(words for words, _ in ways)), tuple(rows), "seconds of CPU")


def seconds(work: Callable[[], object]) -> float:
    """Return the CPU seconds of some work, the best of a few times behind one in which what it needs may be built."""
    work()
    best = float("inf")
    for _ in range(_RUNS):
        started = time.process_time()
        work()
        best = min(best, time.process_time() - started)
        if best > _LONG:
            break
    return best
