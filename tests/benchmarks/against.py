"""Our kernels beside others that play the same rounds, in one run: games -> tables of ratios."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

from attrs import evolve

from f27lang import pipeline
from f27lang.rulebook import Shuffling
from f27lang.seating import Asked, seating
from f27lang.simulate import Watch, load_shoe_kernel, simulate
from f27lang.simulate.beside import ends
from f27lang.simulate.checkpoint import Keeper, identity
from f27lang.simulate.choice import SCALAR
from f27lang.simulate.vying import load_table_kernel
from tests.benchmarks import port, reference
from tests.benchmarks.games import YARDSTICK, Played
from tests.benchmarks.speed import Effort, Plays, fastest, in_turn, worn_beside_fresh
from tests.benchmarks.tables import Cell, Table

PLAYS = (("nearest", "check"), ("commit", "one"), ("commit", "press"))  # how a vying game is played, and bet in
_MILLION = 1e6
_RUNS = 15  # of which the best counts
_CUT = Fraction(3, 4)


def tables(effort: Effort) -> Iterator[Table]:
    """Yield all of them."""
    for variant in (YARDSTICK, "poker-like"):
        yield kernels(variant, effort)
    yield threads(YARDSTICK, effort)
    yield statistics(YARDSTICK, effort)
    yield worn(YARDSTICK, effort)
    yield vying("seven-twenty-seven", effort)


def kernels(variant: str, effort: Effort) -> Table:
    """Return the speed of every kernel that plays a game's chart, and of those in C; all tallies are equal."""
    game = Played.by_chart(variant)
    others: dict[str, Plays] = dict(reference.kernels(game.tables, game.policy))
    ported = None if game.tables.showdowns else port.ported(game.tables, game.policy)
    if ported is not None:
        ported.play(0, 1, 1)
        others[port.NAME] = ported
    rates = in_turn({**game.ours(), **others}, effort)
    missing = [] if reference.LANES in others or game.tables.showdowns else [f"{reference.LANES}: not here"]
    missing += [] if ported or game.tables.showdowns else ["numba: not installed here"]
    beside = [name for name in (reference.SCALAR, reference.BRANCHLESS, reference.LANES) if name in others]
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (name, rate / _MILLION, 1e9 / rate, *(rate / rates[other] for other in beside)) for name, rate in rates.items()
    )
    columns = ("kernel", "million rounds/s", "ns a round", *(f"/ {name}" for name in beside))
    about = "the same tallies from all of them, in each turn"
    return Table(f"kernels {variant}", f"{variant} by the chart", columns, rows, "; ".join((about, *missing)))


def threads(variant: str, effort: Effort) -> Table:
    """Return what a second thread gains, by the clock."""
    game = Played.by_chart(variant)
    rows = []
    for name, kernel in game.ours().items():
        rounds = _long(name, effort)
        clock, cpu = [float("inf")] * 2, [float("inf")] * 2
        for _ in range(_RUNS):
            for i in range(2):
                started, spent = time.perf_counter(), time.process_time()
                simulate(game.tables, game.policy, rounds, threads=i + 1, plays=kernel)
                clock[i] = min(clock[i], time.perf_counter() - started)
                cpu[i] = min(cpu[i], time.process_time() - spent)
        one, two = (rounds / seconds / _MILLION for seconds in clock)
        rows.append((name, one, two, two / one, 2 * cpu[0] / cpu[1]))
    columns = ("kernel", "one thread, million rounds/s", "two threads", "gain by the clock", "by CPU time")
    about = "the clock needs an idle machine; by CPU time: twice what a round takes by one thread, over by two"
    return Table("threads", f"{variant}, one thread and two", columns, tuple(rows), about)


def statistics(variant: str, effort: Effort) -> Table:
    """Return what it costs to count how rounds end, and to play in chunks that checkpoints keep."""
    game = Played.by_chart(variant)
    summed = reference.scalar(game.tables, game.policy, "-DONE_SUM")
    counted = reference.scalar(game.tables, game.policy)
    best = [0.0, 0.0]
    for turn in range(effort.turns):
        for i, kernel in enumerate((counted, summed)):
            best[i] = max(best[i], fastest(_From(kernel, turn * effort.rounds), effort.rounds, 1))
    rows: list[tuple[Cell, ...]] = [("tallies, in C", best[0] / _MILLION, best[1] / _MILLION, _per_cent(*best))]
    for name, ours in game.ours().items():
        kept = _chunks(game, name, ours, effort)
        rows.append((f"chunks and checkpoints, {name}", *(rate / _MILLION for rate in kept), _per_cent(*kept)))
    columns = ("what is done", "with it, million rounds/s", "without", "it costs")
    return Table("statistics", f"{variant}: what statistics cost", columns, tuple(rows))


def worn(variant: str, effort: Effort) -> Table:
    """Return the speed of shoes with a cut card at three quarters, cards being counted, beside that of fresh ones."""
    game = Played.by_chart(variant)
    shoe = game.tables.shoe
    tables = evolve(game.tables, shuffling=Shuffling(None, shoe - int(shoe * (1 - _CUT)), empty="discards"))
    tags = tuple(place % 3 - 1 for place in range(shoe))
    kernel = load_shoe_kernel(tables, game.policy, watch=Watch(tags, Fraction(54)))
    ours, fresh = worn_beside_fresh(kernel, game.kernel(), effort)
    row = "cut card at three quarters", ours / _MILLION, fresh / _MILLION, ours / fresh
    columns = ("shoes that are worn", "million rounds/s", "fresh shoes", "ratio")
    return Table("worn", f"{variant}, cards being counted", columns, (row,))


def vying(variant: str, effort: Effort) -> Table:
    """Return the speed of tables of the usual size beside that of a banked game."""
    game, _ = pipeline.playable(variant)
    yardstick = Played.by_chart(YARDSTICK).kernel()
    rows = []
    for play, bet in PLAYS:
        table = seating(game, Asked(play=play, bet=bet))
        ours = fastest(load_table_kernel(table.rulebook, table.lineups), effort.hands, effort.turns)
        theirs = fastest(yardstick, effort.rounds, effort.turns)
        rows.append((f"{len(table.seats)} seats, {table.seats[0].words}", ours / _MILLION, ours / theirs))
    return Table("vying", variant, ("table", "million hands/s", f"/ {YARDSTICK}"), tuple(rows))


class _From:
    """A kernel whose rounds begin elsewhere."""

    def __init__(self, kernel: Plays, first: int) -> None:
        self.kernel, self.first = kernel, first

    def play(self, first: int, rounds: int, seed: int) -> object:
        return self.kernel.play(self.first + first, rounds, seed)


def _chunks(game: Played, name: str, kernel: Plays, effort: Effort) -> tuple[float, float]:
    """Return rounds a second of CPU of a run that is kept, by one thread, and of a single call."""
    rounds = _long(name, effort)
    of = identity(game.tables, game.policy, 1)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / of.name

        def run() -> object:
            keeper = Keeper(path, of, ends(game.tables, game.policy), lasting=True)
            return simulate(game.tables, game.policy, rounds, threads=1, plays=kernel, keeper=keeper)

        return _by_cpu(run, lambda: kernel.play(0, rounds, 1), rounds)


def _long(name: str, effort: Effort) -> int:
    """Return rounds that take a kernel long enough."""
    return effort.run if name == SCALAR else 4 * effort.run


def _by_cpu(first: Callable[[], object], second: Callable[[], object], rounds: int) -> tuple[float, float]:
    best = [float("inf")] * 2
    for _ in range(_RUNS):
        for i, work in enumerate((first, second)):
            started = time.process_time()
            work()
            best[i] = min(best[i], time.process_time() - started)
    return rounds / best[0], rounds / best[1]


def _per_cent(with_it: float, without: float) -> str:
    return f"{100 * (without / with_it - 1):.1f} %"
