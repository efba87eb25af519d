"""Works on parts that do not need one another on several threads: parts -> results, in the order of the parts.

Which thread works on a part changes nothing of its result. The compiled sums release the interpreter's lock, so the
more of the work is theirs, the more there is to gain.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from queue import SimpleQueue
from threading import Lock, Thread
from typing import TypeVar

Kept_co = TypeVar("Kept_co", covariant=True)
Part = TypeVar("Part")
Result = TypeVar("Result")


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_order(
    work: Callable[[Part], Result], parts: Sequence[Part], threads: int | None = None
) -> Iterator[Result]:
    """Yield the result of each part; `threads` work at once, by default one a core.

    What a part raises is raised in its place. When the caller goes no further, or a key stops him, no part is begun
    any more, and nobody waits for those under way.
    """
    crew = min(threads or cores(), len(parts))
    if crew < 2:
        yield from map(work, parts)
        return
    waiting = list(reversed(list(enumerate(parts))))
    done: list[SimpleQueue[Result | Failure]] = [SimpleQueue() for _ in parts]
    lock = Lock()

    def take() -> tuple[int, Part] | None:
        with lock:
            return waiting.pop() if waiting else None

    def run() -> None:
        while (task := take()) is not None:
            at, part = task
            try:
                done[at].put(work(part))
            except BaseException as error:
                done[at].put(Failure(error))

    for _ in range(crew):
        Thread(target=run, daemon=True).start()
    try:
        for each in done:
            result = each.get()
            if isinstance(result, Failure):
                raise result.error
            yield result
    finally:
        with lock:
            waiting.clear()


class once(cached_property[Kept_co]):  # noqa: N801
    """A cached property that takes compiled sums: Python 3.11 lets only one thread work on the same one of any object."""

    def __get__(self, instance: object, owner: type | None = None) -> Kept_co:  # type: ignore[override]
        """Return what is kept, found now where nothing is."""
        assert self.attrname
        found: Kept_co = self.func(instance)
        instance.__dict__[self.attrname] = found
        return found


class Failure:
    """What a part raised, kept until it is its turn."""

    def __init__(self, error: BaseException) -> None:
        self.error = error
