"""When a counter plays otherwise than by the chart: a count, watched cells of the chart → Indices, simulated.

A coin makes the first watched decision of each round, so both moves are tried at every count.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from attrs import frozen

from f27lang.counting.counts import Counted
from f27lang.counting.indices import Index, MovesAt, index_of
from f27lang.counting.winnings import Counter, watch_of, worn
from f27lang.rulebook import Move, Rulebook
from f27lang.simulate.probe import Cell as Place
from f27lang.simulate.probe import ProbeRun, simulate_probe
from f27lang.simulate.probe_tally import ProbeTally
from f27lang.simulate.watch import Watch
from f27lang.solve.averaged import chart_views
from f27lang.solve.deals import cell_keys
from f27lang.solve.solution import Cell

LEAST_ROUNDS = 100_000_000
_CLOSE = 0.15  # of a wager: moves that differ by more in a fresh shoe don't cross at counts that are worth a look
_OFTEN = 0.001  # of the rounds: counts that come less often are beyond those seen


@frozen
class Departure:
    """A cell of the chart, where its moves cross, and what playing by that gains a round, per wager of 1."""

    cell: Cell
    index: Index
    gain: float

    @property
    def other(self) -> str:
        """The move that the chart does not make."""
        return "stand" if self.cell.move == "hit" else "hit"

    @property
    def from_above(self) -> bool:
        """Whether the other move is the better one at high counts."""
        return self.index.above == self.other


@frozen
class Indices:
    """The departures found, those that gain most first, among so many watched cells."""

    counter: Counter
    tables: Rulebook
    run: ProbeRun
    watched: int
    departures: tuple[Departure, ...]

    @property
    def gain(self) -> float:
        """What all of them gain a round, per wager of 1, taken for independent."""
        return sum(each.gain for each in self.departures)


def indices(
    found: Counted,
    counter: Counter,
    rounds: int = LEAST_ROUNDS,
    *,
    seed: int = 1,
    threads: int | None = None,
    watching: Callable[[], AbstractContextManager[Callable[[Any], None]]] = lambda: nullcontext(lambda prefix: None),
) -> Indices:
    """Return where moves of the chart cross, by about so many rounds.

    Cells in which one move is much the better one are not watched. Raises OutOfCards, CompilerFailed.
    """
    tables, watch = worn(found.tables, counter.penetration), watch_of(found, counter)
    close = [cell for cell in found.chart.cells if not cell.forced and cell.reach > 0 and cell.gain <= _CLOSE]
    places = {cell: _places(tables, cell) for cell in close}
    every = [place for cell in close for place in places[cell]]
    with watching() as progress:
        run = simulate_probe(
            tables,
            found.policy,
            every,
            rounds,
            watch=watch,
            seed=seed,
            threads=threads,
            wager=found.wager,
            progress=progress,
        )
    seen = _seen(run.tally, watch)
    departures = []
    for cell in close:
        at = [run.tally.cells.index(place) for place in places[cell]]
        if departure := _departure(cell, _moves_at(run.tally, watch, at, tables.denominator), seen, run.tally.rounds):
            departures.append(departure)
    ordered = sorted(departures, key=lambda each: -each.gain)
    return Indices(counter, tables, run, len(close), tuple(ordered))


def _places(tables: Rulebook, cell: Cell) -> list[Place]:
    """Return the hands that a cell of the chart is about."""
    size, keys = len(tables.states), cell_keys(tables)
    views = [view for view, dealer in chart_views(tables).items() if dealer == cell.dealer]
    hands = [p for p, (cards, reads) in enumerate(keys) if (cards, reads) == (cell.cards, cell.player)]
    return [(p, v) for p in hands for v in views if tables.moves[p * size + v] == Move.HIT | Move.STAND]


def _seen(tally: ProbeTally, watch: Watch) -> tuple[float, float]:
    """Return the lowest and the highest count that is not rare."""
    rounds = [tally.played.in_bin(number).rounds for number in range(tally.bins)]
    often = [number for number, times in enumerate(rounds) if times >= _OFTEN * sum(rounds) / watch.parts]
    return float(watch.count(often[0])), float(watch.count(often[-1]))


def _departure(cell: Cell, counts: Sequence[MovesAt], seen: tuple[float, float], rounds: int) -> Departure | None:
    found = index_of(counts, seen)
    if found is None or found.crossing is None:
        return None
    better = 1.0 if cell.move == "hit" else -1.0
    lost = ((at.hit[0] + at.stand[0]) * max(0.0, -better * (found.level + found.slope * at.count)) for at in counts)
    return Departure(cell, found, sum(lost) / rounds)


def _moves_at(tally: ProbeTally, watch: Watch, cells: Sequence[int], denominator: int) -> list[MovesAt]:
    """Return what both moves brought in watched cells together, at each count."""

    def brought(move: Move, number: int) -> tuple[int, float, float]:
        met, x, xx = tally.sums(cells, move, number)
        return met, x / denominator, xx / denominator**2

    return [
        MovesAt(float(watch.count(number)), brought(Move.HIT, number), brought(Move.STAND, number))
        for number in range(tally.bins)
    ]
