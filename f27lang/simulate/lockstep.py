"""Plays rounds by the kernel `lanes`, many at a time, built as this machine runs it fastest.

Kernel, Automaton -> LaneKernel
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.resources import files
from typing import Any

from attrs import frozen

from f27lang.build import FLAGS, Built, Compiler, CompilerFailed, all_compilers, build, built_before
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


def fastest(*, compiles: bool) -> Machine | None:
    """Return the kernel as it runs fastest here, None where nothing is compiled.

    Without `compiles` only what was built before counts. With it, what promises most is built first, and the rest as
    long as that does not show that vector instructions were used. Raises CompilerFailed where $CC names no program.
    """
    found = built_machines()
    if compiles and not any(machine.name == LANES for machine in found):
        batched = next(_machines(BATCHED, compiles=True), None)
        found = [batched] if batched else []
        for machine in _machines(LANES, compiles=True):
            found.append(machine)
            if batched and machine.rate >= _VECTORISED * batched.rate:
                break
    return max(found, key=lambda machine: machine.rate, default=None)


def built_machines() -> list[Machine]:
    """Return the kernel in each way in which it was built here before."""
    return [machine for name in (LANES, BATCHED) for machine in _machines(name, compiles=False)]


def machine_of(name: str) -> Machine | None:
    """Return the kernel for one way to run it, None where it can't be had. Raises CompilerFailed as `fastest` does."""
    if name == LANES:
        fastest(compiles=True)
        return max(_machines(LANES, compiles=False), key=lambda machine: machine.rate, default=None)
    return next(_machines(name, compiles=True), None)


def _machines(name: str, *, compiles: bool) -> Iterator[Machine]:
    """Yield the kernel in each way to compile it that works."""
    compilers = all_compilers()
    ways = [(c, flags) for c in compilers for flags in _FLAGS] if name == LANES else [(c, FLAGS) for c in compilers[:1]]
    for compiler, flags in ways:
        built = _built(compiler, flags, compiles=compiles)
        if built is not None and built.compiled:
            yield Machine(name, built, flags, compiler, _rate(built))


def _built(compiler: Compiler, flags: tuple[str, ...], *, compiles: bool) -> Built | None:
    text = files("f27lang.kernels").joinpath("lanes.py").read_text(encoding="utf-8")
    if not compiles:
        return built_before("lanes", text, flags=flags, compiler=compiler)
    with suppress(CompilerFailed):
        return build("lanes", text, flags=flags, compiler=compiler)
    return None


def _rate(built: Built) -> float:
    """Return the rounds a second that a module played when it was built."""
    kept = built.path.with_name(_RATE) if built.path else None
    with suppress(OSError, ValueError):
        if kept:
            return float(kept.read_text(encoding="ascii"))
    rate = _measured(built)
    with suppress(OSError):
        if kept:
            write_whole(kept, f"{rate:.0f}".encode())
    return rate


def _measured(built: Built) -> float:
    seconds = []
    for turn in range(_TRIALS):
        started = time.thread_time()
        built.module.play_rounds(turn * _TRIAL_ROUNDS, _TRIAL_ROUNDS, 1, _trial())
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
