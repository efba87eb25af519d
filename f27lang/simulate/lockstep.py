"""Plays rounds by the kernel `lanes`, many at a time, built as this machine runs it fastest.

Kernel, Automaton -> LaneKernel
"""

from __future__ import annotations

import time
import warnings
from array import array
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from importlib.resources import files
from operator import attrgetter
from typing import Any

from attrs import frozen

from f27lang.build import FLAGS, Built, CacheWarning, build, built_before
from f27lang.compilers import Compiler, CompilerFailed, CompilerHangs, all_compilers
from f27lang.regular import read_regular
from f27lang.simulate.automaton import Automaton
from f27lang.simulate.kernel import Kernel
from f27lang.simulate.tally import Tally
from f27lang.whole import write_whole

BATCHED, LANES = "batched", "lanes"

_NATIVE = ("-O3", "-march=native")
_WIDE = (*_NATIVE, "-mprefer-vector-width=512")
# gcc takes the gather instructions to be slow where they were once; whoever does not know a flag is not asked again
_FLAGS = ((*_WIDE, "-mtune-ctrl=use_gather"), _WIDE, _NATIVE)
_VECTORISED = 2.5  # times as fast as without vector instructions: nothing else needs to be tried
_TRIAL_ROUNDS, _TRIALS = 1 << 15, 5
_RATED = attrgetter("rate")
_SECONDS = 60  # that a compiler is given
_NO_RATE = 1e12
_RATE = "rate"  # in the folder of a module: rounds a second in the trial


@frozen
class Machine:
    """The kernel as compiled for a way to run it, and the rounds a second of CPU that a trial gave."""

    name: str
    built: Built
    flags: tuple[str, ...]
    compiler: Compiler
    rate: float


@frozen
class LaneKernel:
    """A kernel that plays the rounds of another in lockstep; those that take too long it leaves to that one."""

    one_by_one: Kernel
    machine: Machine
    automaton: Automaton

    @property
    def name(self) -> str:
        """How it plays."""
        return self.machine.name

    @property
    def compiled(self) -> bool:
        """Always so: as plain Python it would gain nothing."""
        return True

    @property
    def reason(self) -> str:
        """How the module came about."""
        return self.machine.built.reason

    def play(self, first: int, rounds: int, seed: int) -> Tally:
        """Return how `rounds` rounds from number `first` on end: as the other kernel does. Raises OutOfCards."""
        counts, late = self.machine.built.module.play_rounds(first, rounds, seed, self.automaton.tables)
        if late is None:
            return self.one_by_one.play(first, rounds, seed)
        tally = Tally(tuple(self.automaton.tally(counts)))
        return sum((self.one_by_one.play(number, 1, seed) for number in late), tally)

    def trial(self, rounds: int, seed: int) -> Tally:
        """Return how the first rounds end."""
        return self.play(0, rounds, seed)

    def seconds(self, rounds: int) -> float:
        """Return the CPU time that this many rounds will take, by a short trial."""
        return rounds / rate_of(self)

    @property
    def pays(self) -> bool:
        """Whether rounds take less time so than one by one: not where so many are late that few are left."""
        return rate_of(self) > rate_of(self.one_by_one)


def fastest(*, compiles: bool) -> Machine | None:
    """Return the kernel as it runs fastest here, None where nothing is compiled.

    Without `compiles` only what was built before counts. Raises CompilerFailed where $CC names no program.
    """
    return max(machines(compiles=compiles), key=_RATED, default=None)


def machine_of(name: str) -> Machine | None:
    """Return the kernel for one way to run it, None where it can't be had. Raises CompilerFailed as `fastest` does."""
    if name == BATCHED:
        return next(_machines(BATCHED, compiles=True), None)
    return max((found for found in machines(compiles=True) if found.name == name), key=_RATED, default=None)


def machines(*, compiles: bool) -> list[Machine]:
    """Return the kernel in each way in which it was built before, or with `compiles` is built now where none was.

    What promises most is built first, and the rest as long as no trial shows that vector instructions were used.
    """
    found = [machine for name in (LANES, BATCHED) for machine in _machines(name, compiles=False)]
    if not compiles or any(machine.name == LANES for machine in found):
        return found
    found = list(_machines(BATCHED, compiles=True))
    for machine in _machines(LANES, compiles=True):
        found.append(machine)
        if machine.rate >= _VECTORISED * found[0].rate:
            break
    return found


def _machines(name: str, *, compiles: bool) -> Iterator[Machine]:
    """Yield the kernel in each way to compile it that works, up to one that a compiler hangs at."""
    compilers = all_compilers()
    ways = [(c, flags) for c in compilers for flags in _FLAGS] if name == LANES else [(c, FLAGS) for c in compilers[:1]]
    for compiler, flags in ways:
        try:
            built = _built(compiler, flags, compiles=compiles)
        except CompilerHangs:
            return
        if built is not None and built.compiled:
            yield Machine(name, built, flags, compiler, _rate(built))


def _built(compiler: Compiler, flags: tuple[str, ...], *, compiles: bool) -> Built | None:
    text = files("f27lang.kernels").joinpath("lanes.py").read_text(encoding="utf-8")
    if not compiles:
        return built_before("lanes", text, flags=flags, compiler=compiler)
    with warnings.catch_warnings():  # the other kernel gave one, if nothing can be kept
        warnings.simplefilter("ignore", CacheWarning)
        try:
            return build("lanes", text, flags=flags, compiler=compiler, seconds=_SECONDS)
        except CompilerHangs:
            raise
        except CompilerFailed:
            return None


def _rate(built: Built) -> float:
    """Return the rounds a second that a module played when it was built; a file that can't be right is written anew."""
    kept = built.path.with_name(_RATE) if built.path else None
    with suppress(OSError, ValueError):
        if kept and 1 <= (rate := float(read_regular(kept))) < _NO_RATE:
            return rate
    rate = _measured(built)
    with suppress(OSError):
        if kept:
            write_whole(kept, f"{rate:.0f}".encode())
    return rate


def _measured(built: Built) -> float:
    return _rounds_a_second(lambda first: built.module.play_rounds(first, _TRIAL_ROUNDS, 1, _trial()))


def rate_of(kernel: Kernel | LaneKernel) -> float:
    """Return the rounds a second of CPU that a kernel plays, by a short trial."""
    return _rounds_a_second(lambda first: kernel.play(first, _TRIAL_ROUNDS, 1))


def _rounds_a_second(plays: Callable[[int], object]) -> float:
    seconds = []
    for turn in range(_TRIALS):
        started = time.thread_time()
        plays(turn * _TRIAL_ROUNDS)
        seconds.append(time.thread_time() - started)
    return _TRIAL_ROUNDS / min(seconds)


@cache
def _trial() -> dict[str, Any]:
    """Return an automaton as large as a game's: rounds of five to nine cards, 250 states after each, 8 endings."""
    classes, shortest, longest, states, endings = 14, 5, 9, 250, 8
    leads = array("I", (n - n % classes for n in range(endings * classes)))
    for cards in range(1, longest + 1):
        for n in range(states * classes):
            ends = cards == longest or (cards >= shortest and n % 3 == 0)
            leads.append(classes * (n % endings if ends else endings + states * cards + n % states))
    return {
        "leads": leads,
        "kinds": array("I", (place // 24 for place in range(324))),
        "turns": array("I"),
        "faces": b"",
        "strengths": b"",
        "cards": 324,
        "pace": -(-(1 << 20) // 24),
        "width": classes,
        "start": endings * classes,
        "compared": endings * classes,
        "ended": endings * classes,
    }
