"""Plays the chunks of a run on threads, in order: Kernel, rounds -> the tally of the unbroken prefix."""

from __future__ import annotations

import errno
import threading
import time
from collections.abc import Callable
from typing import Generic, Protocol, Self, TypeVar

from attrs import define, field

from f27lang.simulate.tally import Tally
from f27lang.threads import start

_LOOK_SECONDS = 0.1

Progress = Callable[[Tally], None]


class Counts(Protocol):
    """What is known of rounds that were played."""

    @property
    def rounds(self) -> int:
        """Their number."""

    def __add__(self, other: Self, /) -> Self:
        """Return what is known of these and the rounds behind them."""


C = TypeVar("C", bound=Counts)
Made_co = TypeVar("Made_co", bound=Counts, covariant=True)


class Plays(Protocol[Made_co]):
    """What can play a range of rounds: one kernel, or two at the same cards."""

    def play(self, first: int, rounds: int, seed: int) -> Made_co:
        """Return how `rounds` rounds from number `first` on end."""


@define
class Work(Generic[C]):
    """Chunks, handed out in the order of their rounds; their tallies join the prefix in the same order.

    Where shoes are played, not rounds, they are what is meant by rounds here.
    `enough` is asked after each chunk that joins; what was played behind the place where it says yes is dropped.
    """

    kernel: Plays[C]
    rounds: int
    seed: int
    chunk: Callable[[int], int]  # from a round on, no longer than up to the next multiple of it
    prefix: C
    length: Callable[[C], int] = lambda tally: tally.rounds  # of a tally, in what `rounds` are: rounds, or shoes
    enough: Callable[[C], bool] = lambda prefix: False
    taken: int = 0
    stop: bool = False
    reached: bool = False
    cpu_seconds: float = 0.0
    waiting: dict[int, C] = field(factory=dict)
    errors: list[BaseException] = field(factory=list)
    lock: threading.Lock = field(factory=threading.Lock)
    working: int = 0
    done: threading.Event = field(factory=threading.Event)

    def run(self, threads: int, progress: Callable[[C], None]) -> bool:
        """Play all chunks; return whether a key stopped it before the end."""
        self.taken = self.length(self.prefix)
        self.stop = self.reached = self.enough(self.prefix)
        self.working = threads
        started = start(self._worker, threads)
        if not started:
            raise OSError(errno.EAGAIN, "the system starts no thread")
        self._leave(threads - started)
        interrupted = False
        while not self.done.is_set():  # a thread whose join() a key breaks off passes for dead while it runs on
            try:
                progress(self._wait())
            except KeyboardInterrupt:
                interrupted = self.stop = True
        if self.errors:
            raise self.errors[0]
        return interrupted and not self.reached and self.length(self.prefix) < self.rounds

    def _wait(self) -> C:
        self.done.wait(_LOOK_SECONDS)
        with self.lock:
            return self.prefix

    def _worker(self) -> None:
        try:
            while (part := self._take()) is not None:
                started = time.thread_time()
                tally = self.kernel.play(*part, self.seed)
                seconds = time.thread_time() - started
                with self.lock:
                    self.cpu_seconds += seconds
                    self._join(part[0], tally)
        except BaseException as error:
            self.errors.append(error)
            self.stop = True
        finally:
            self._leave()

    def _leave(self, number: int = 1) -> None:
        with self.lock:
            self.working -= number
            if not self.working:
                self.done.set()

    def _take(self) -> tuple[int, int] | None:
        """Return the first round and the number of rounds of the next chunk, or None when there is no more to do."""
        with self.lock:
            if self.stop or self.taken >= self.rounds:
                return None
            first = self.taken
            size = self.chunk(first)
            self.taken = min(self.rounds, (first // size + 1) * size)
            return first, self.taken - first

    def _join(self, first: int, tally: C) -> None:
        self.waiting[first] = tally
        while not self.reached and (following := self.waiting.pop(self.length(self.prefix), None)) is not None:
            self.prefix += following
            self.reached = self.enough(self.prefix)
            self.stop |= self.reached
