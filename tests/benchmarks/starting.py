"""How long the command line takes to start, and from a rule file to the first result: commands -> a table."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.benchmarks.games import STRATEGY, YARDSTICK
from tests.benchmarks.speed import Effort
from tests.benchmarks.tables import Cell, Table

SIMULATE = ("simulate", YARDSTICK, "--play", STRATEGY, "-n", "1000")
EDGE = ("edge", YARDSTICK)
COMMANDS: tuple[tuple[str, ...], ...] = (("--help",), ("check", YARDSTICK), SIMULATE)
_ROOT = Path(__file__).parents[2]

# imports all that the command imports, and only then looks at the clock
_AFTER_IMPORTS = """
import contextlib, importlib, io, sys, time
from f27lang.cli.main import run
names = sys.argv[1].split()
for name in names:
    importlib.import_module(name)
started, spent = time.perf_counter(), time.process_time()
with contextlib.redirect_stdout(io.StringIO()):
    run(sys.argv[2:])
print(time.perf_counter() - started, time.process_time() - spent)
"""
_IMPORTED = """
import contextlib, io, sys
from f27lang.cli.main import run
with contextlib.redirect_stdout(io.StringIO()):
    run(sys.argv[1:])
print(*(name for name in sys.modules if name.startswith("f27lang")))
"""


def tables(effort: Effort) -> Iterator[Table]:
    """Yield the one table."""
    yield starts(effort)


def starts(effort: Effort) -> Table:
    """Return seconds by the clock and of CPU, best of a few, modules of Python being compiled to bytecode before."""
    times = 5 if effort.whole else 3
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        rows: list[tuple[Cell, ...]] = [("python -c pass", *_best(("-c", "pass"), home, times))]
        for command in COMMANDS:
            _timed(("-m", "f27lang", *command), home)
            rows.append((f"f27 {' '.join(command)}", *_best(("-m", "f27lang", *command), home, times)))
        cold = [_timed(("-m", "f27lang", *SIMULATE), home, f"cold {n}") for n in range(2)]
        rows.append(("the last one, with an empty cache", *map(min, zip(*cold, strict=True))))
        rows.append((f"f27 {' '.join(EDGE)}, with an empty cache", *_timed(("-m", "f27lang", *EDGE), home, "cold")))
        rows.append(("the simulation, cached, behind all imports", *_after_imports(home, times)))
    return Table("start", "start-up", ("command", "seconds by the clock", "of CPU"), tuple(rows))


def _best(arguments: Sequence[str], home: Path, times: int) -> tuple[float, float]:
    clock, cpu = zip(*(_timed(arguments, home) for _ in range(times)), strict=True)
    return min(clock), min(cpu)


def _timed(arguments: Sequence[str], home: Path, cache: str = "cache") -> tuple[float, float]:
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    _said(arguments, home, cache)
    taken, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    return taken, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _after_imports(home: Path, times: int) -> tuple[float, float]:
    modules = _said(("-c", _IMPORTED, *SIMULATE), home)
    told = (_said(("-c", _AFTER_IMPORTS, modules, *SIMULATE), home).split() for _ in range(times))
    clock, cpu = zip(*told, strict=True)
    return min(map(float, clock)), min(map(float, cpu))


def _said(arguments: Sequence[str], home: Path, cache: str = "cache") -> str:
    own = {
        "F27_CACHE_DIR": str(home / cache),
        "PYTHONPYCACHEPREFIX": str(home / "bytecode"),
        "XDG_DATA_HOME": str(home),
    }
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=_ROOT, env=kept | own, check=True, capture_output=True, text=True)
    return done.stdout
