"""Plays rounds in chunks on threads and counts how they end.

Rulebook, Policy, rounds and a seed -> Run
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from attrs import define, field, frozen

from f27lang.build import build, plain
from f27lang.emit import RunTables, emit, run_tables, structure
from f27lang.rulebook import Policy, Rulebook
from f27lang.simulate.answers import answers
from f27lang.simulate.tally import Tally

CHUNK_COMPILED, CHUNK_PLAIN = 1 << 20, 1 << 11
_TRIAL_ROUNDS = 500
_LOOK_SECONDS = 0.1


@frozen
class Run:
    """What was played: rounds 0 to `rounds` of a seed. `cpu_seconds` is the threads' CPU time inside the kernel.

    `interrupted` tells that a key stopped it: `tally` is then that of the unbroken prefix, a shorter run.
    """

    tally: Tally
    rounds: int
    seed: int
    threads: int
    cpu_seconds: float
    compiled: bool
    reason: str
    interrupted: bool


@frozen
class Kernel:
    """A module loaded, with the tables of the game and the player to play."""

    module: ModuleType
    tables: RunTables
    player: tuple[bytes, bytes]
    compiled: bool
    reason: str

    def play(self, first: int, rounds: int, seed: int) -> Tally:
        """Return how `rounds` rounds from number `first` on end; at most 2**32 - 1 of them."""
        return Tally(tuple(self.module.play_rounds(first, rounds, seed, self.tables, self.player)))

    def seconds(self, rounds: int) -> float:
        """Return the CPU time that this many rounds will take, by a short trial."""
        started = time.thread_time()
        self.play(0, _TRIAL_ROUNDS, 0)
        return (time.thread_time() - started) * rounds / _TRIAL_ROUNDS


def load_plain_kernel(rulebook: Rulebook, policy: Policy) -> Kernel:
    """Return the kernel as plain Python, whatever compilers there are."""
    module = emit(rulebook)
    loaded = plain(module.name, module.text)
    return Kernel(loaded, run_tables(rulebook), answers(rulebook, policy), False, "plain Python was asked for")


def load_kernel(
    rulebook: Rulebook, policy: Policy, *, like: Rulebook | None = None, cache_dir: Path | None = None
) -> Kernel:
    """Return the kernel that plays a rulebook by a policy.

    `like` is another setting of the game, usually its default: where only tables differ its module is used, so that
    many settings compile once. Raises CompilerFailed, and ValueError where the policy breaks the rules.
    """
    shared = like is not None and structure(like) == structure(rulebook)
    module = emit(like if like is not None and shared else rulebook)
    built = build(module.name, module.text, cache_dir=cache_dir)
    return Kernel(built.module, run_tables(rulebook), answers(rulebook, policy), built.compiled, built.reason)


def plain_seconds_estimate(
    rulebook: Rulebook, policy: Policy, rounds: int, *, like: Rulebook | None = None, cache_dir: Path | None = None
) -> float | None:
    """Return the seconds that a run will take as plain Python, or None where it runs compiled."""
    kernel = load_kernel(rulebook, policy, like=like, cache_dir=cache_dir)
    return None if kernel.compiled else kernel.seconds(rounds)


def simulate(
    rulebook: Rulebook,
    policy: Policy,
    rounds: int,
    *,
    seed: int = 1,
    threads: int | None = None,
    chunk: int | None = None,
    like: Rulebook | None = None,
    cache_dir: Path | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Run:
    """Play rounds 0 to `rounds` and return their tally: the same for any number of threads and size of chunks.

    `threads` is by default the number of cores; `progress` is told now and then how many rounds are done. Ctrl-C ends
    the run at the next borders of chunks. Raises CompilerFailed, and ValueError where the policy breaks the rules.
    """
    kernel = load_kernel(rulebook, policy, like=like, cache_dir=cache_dir)
    size = chunk or (CHUNK_COMPILED if kernel.compiled else CHUNK_PLAIN)
    work = _Work(kernel, rounds, seed, size)
    crew = threads or len(_cores())
    interrupted = work.run(crew, progress)
    counts = Tally((0,) * len(rulebook.outcomes))
    for tally in work.tallies:
        counts += tally
    return Run(counts, counts.rounds, seed, crew, work.cpu_seconds, kernel.compiled, kernel.reason, interrupted)


def _cores() -> set[int]:
    return os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set(range(os.cpu_count() or 1))


@define
class _Work:
    """Chunks handed out in order of their rounds: whatever is finished when no more are taken is an unbroken prefix."""

    kernel: Kernel
    rounds: int
    seed: int
    chunk: int
    taken: int = 0
    stop: bool = False
    cpu_seconds: float = 0.0
    tallies: list[Tally] = field(factory=list)
    errors: list[BaseException] = field(factory=list)
    lock: threading.Lock = field(factory=threading.Lock)

    def run(self, threads: int, progress: Callable[[int], None]) -> bool:
        """Play all chunks; return whether a key stopped it before the end."""
        crew = [threading.Thread(target=self._worker, daemon=True) for _ in range(threads)]
        for thread in crew:
            thread.start()
        interrupted = False
        while any(thread.is_alive() for thread in crew):
            try:
                progress(self._wait(crew))
            except KeyboardInterrupt:
                interrupted = self.stop = True
        if self.errors:
            raise self.errors[0]
        return interrupted and self.taken < self.rounds

    def _wait(self, crew: list[threading.Thread]) -> int:
        next(thread for thread in crew if thread.is_alive()).join(_LOOK_SECONDS)
        with self.lock:
            return sum(tally.rounds for tally in self.tallies)

    def _worker(self) -> None:
        try:
            while (part := self._take()) is not None:
                started = time.thread_time()
                tally = self.kernel.play(*part, self.seed)
                seconds = time.thread_time() - started
                with self.lock:
                    self.tallies.append(tally)
                    self.cpu_seconds += seconds
        except BaseException as error:
            self.errors.append(error)
            self.stop = True

    def _take(self) -> tuple[int, int] | None:
        """Return the first round and the number of rounds of the next chunk, or None when there is no more to do."""
        with self.lock:
            if self.stop or self.taken >= self.rounds:
                return None
            first = self.taken
            self.taken = min(self.rounds, first + self.chunk)
            return first, self.taken - first
