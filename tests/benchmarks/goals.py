"""What is wanted of the speed, and what a run found of it; the formulas that its curves give: tables -> rows, words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import frozen

from f27lang.simulate.choice import KERNELS, SCALAR
from f27lang.simulate.lockstep import BATCHED, LANES
from tests.benchmarks import reference
from tests.benchmarks.games import YARDSTICK
from tests.benchmarks.tables import Cell, Table, shown

Tables = Mapping[str, Table]
_RATE, _NS, _COLD, _CACHED = "million rounds/s", ": ns", "the last one, with an empty cache", "the simulation, cached"
_HOUR, _TRILLION = 3600, 1e12
_FLAT = 1.15  # rounds that cost less than so much more than the shortest ones cost what those do


@frozen
class Goal:
    """A figure that is wanted; `below` where less is better. `found` is None where a run did not measure it."""

    what: str
    must: float
    aim: float
    unit: str
    found: Callable[[Tables], float | None]
    below: bool = False

    def row(self, tables: Tables) -> tuple[Cell, ...]:
        """Return it with what was found."""
        found = self.found(tables)
        sign = "≤" if self.below else "≥"
        wanted = (f"{sign} {shown(limit)}{self.unit}" for limit in (self.must, self.aim))
        return (self.what, *wanted, "-" if found is None else f"{shown(found)}{self.unit}", self._verdict(found))

    def _verdict(self, found: float | None) -> str:
        if found is None:
            return "not measured"
        met = [found <= limit if self.below else found >= limit for limit in (self.must, self.aim)]
        return "aim" if met[1] else "must" if met[0] else "**missed**"


def goals(tables: Tables) -> Table:
    """Return all goals with what a run found."""
    columns = ("goal", "must", "aim", "measured", "reached")
    return Table("goals", "goals", columns, tuple(goal.row(tables) for goal in GOALS))


def formula(tables: Tables) -> str:
    """Return, for each kernel, what a round of so many cards takes: a least cost, then a line of least squares."""
    table = tables["length"]
    cards, rows = _figures(table, "cards"), []
    for name in KERNELS:
        if f"{name}{_NS}" in table.columns:
            costs = _figures(table, f"{name}{_NS}")
            least = min(costs)
            dear = [(x, y) for x, y in zip(cards, costs, strict=True) if y > _FLAT * least]
            first, each = _line(dear)
            off = max(abs(max(least, first + each * x) / y - 1) for x, y in zip(cards, costs, strict=True))
            words = f"{first:6.1f} + {each:.1f} x cards, and at least {least:4.1f}, ns a round"
            rows.append(f"{name:8}{words}  (within {100 * off:.0f} %)")
    return "\n".join(rows)


def trillion(tables: Tables) -> Table:
    """Return how long 10**12 rounds take one core, and what their standard error is."""
    table = tables[f"kernels {YARDSTICK}"]
    rows: list[tuple[Cell, ...]] = []
    for name in KERNELS:
        if name in table.column("kernel"):
            rate = _cell(table, name, _RATE) or 0.0
            rows.append((name, rate, _TRILLION / (rate * 1e6) / _HOUR, _TRILLION / (rate * 1e6) / _HOUR / 2))
    return Table("trillion", "", ("kernel", _RATE, "hours of one core", "hours of two"), tuple(rows))


def _cell(table: Table, row: str, column: str) -> float | None:
    """Return a figure by the words at the left and the heading; None where there is none."""
    if column not in table.columns:
        return None
    found = next((each for each in table.rows if str(each[0]).startswith(row)), None)
    cell = found[table.columns.index(column)] if found else None
    return 0.0 + float(cell.removesuffix(" %")) if isinstance(cell, str) else cell  # no -0.0


def _at(table: str, row: str, column: str) -> Callable[[Tables], float | None]:
    return lambda tables: _cell(tables[table], row, column) if table in tables else None


def _fastest(variant: str) -> Callable[[Tables], float | None]:
    def found(tables: Tables) -> float | None:
        table = tables.get(f"kernels {variant}")
        rates = [_cell(table, name, _RATE) for name in KERNELS] if table else []
        return max((rate for rate in rates if rate is not None), default=None)

    return found


def _beside(kernel: str, other: str) -> Callable[[Tables], float | None]:
    return _at(f"kernels {YARDSTICK}", kernel, f"/ {other}")


def _dearest(tables: Tables) -> float | None:
    found = [_cell(tables["statistics"], str(row[0]), "it costs") for row in tables["statistics"].rows]
    return max((cost for cost in found if cost is not None), default=None)


def _figures(table: Table, column: str) -> list[float]:
    return [float(cell) for cell in table.column(column) if cell is not None]


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)


def _line(points: list[tuple[float, float]]) -> tuple[float, float]:
    """Return where the line of least squares begins, and its slope."""
    x, y = ([*values] for values in zip(*points, strict=True))
    middle, height = _mean(x), _mean(y)
    slope = sum((a - middle) * (b - height) for a, b in points) / sum((a - middle) ** 2 for a in x)
    return height - slope * middle, slope


_THREADS = (LANES, "by CPU time")
GOALS = (
    Goal(f"{YARDSTICK}, the fastest kernel", 40, 120, " M rounds/s", _fastest(YARDSTICK)),
    Goal("our scalar kernel beside the same in C", 0.8, 0.8, "", _beside(SCALAR, reference.SCALAR)),
    Goal("our batched kernel beside branch-free C", 0.8, 0.8, "", _beside(BATCHED, reference.BRANCHLESS)),
    Goal("our lanes beside AVX-512 by hand", 0.4, 0.4, "", _beside(LANES, reference.LANES)),
    Goal("poker-like, suits and all", 20, 50, " M rounds/s", _fastest("poker-like")),
    Goal("seven-twenty-seven, six seats", 2, 5, " M hands/s", _at("vying", "6 seats, nearest", "million hands/s")),
    Goal("two threads beside one, by CPU time", 1.9, 1.95, "", _at("threads", *_THREADS)),
    Goal("tallies, chunks, checkpoints: the dearest", 15, 5, " %", _dearest, below=True),
    Goal("rule file to first result, cold", 5, 2.5, " s of CPU", _at("start", _COLD, "of CPU"), below=True),
    Goal("the same, cached, behind imports", 0.05, 0.01, " s of CPU", _at("start", _CACHED, "of CPU"), below=True),
    Goal(f"exact {YARDSTICK}, best play", 3, 1, " s", _at("solve games", YARDSTICK, "best play"), below=True),
    Goal(f"exact {YARDSTICK}, the chart", 5, 2, " s", _at("solve games", YARDSTICK, "the chart"), below=True),
    Goal(f"exact {YARDSTICK}, outcomes", 20, 6, " s", _at("solve games", YARDSTICK, "with frequencies"), below=True),
    Goal("exact poker-like, best play", 20, 4, " s", _at("solve games", "poker-like", "best play"), below=True),
    Goal("exact poker-like, the chart", 40, 10, " s", _at("solve games", "poker-like", "the chart"), below=True),
)
