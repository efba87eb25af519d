"""Works on parts that do not need one another on several threads: parts -> results, in the order of the parts.

Which thread works on a part changes nothing of its result. The compiled sums release the interpreter's lock, so the
more of the work is theirs, the more there is to gain.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from queue import SimpleQueue
from threading import Event
from typing import TypeVar

from attrs import frozen

from f27lang.threads import cores, start

Kept_co = TypeVar("Kept_co", covariant=True)
Part = TypeVar("Part")
Result = TypeVar("Result")
Done = SimpleQueue["Result | Failure"]


def in_order(work: Callable[[Part], Result], parts: Iterable[Part], threads: int | None = None) -> Iterator[Result]:
    """Yield the result of each part; `threads` work at once, by default one a core.

    Parts are asked for in the caller's thread, a few ahead. What a part raises is raised in its place. When the caller
    goes no further, or a key stops him, no part is begun any more, and nobody waits for those under way. Where the
    system starts no thread the caller's own does the work.
    """
    crew = threads or cores()
    if crew < 2:
        yield from map(work, parts)
        return
    tasks: SimpleQueue[tuple[Part, Done[Result]] | None] = SimpleQueue()
    stopped = Event()

    def run() -> None:
        while (task := tasks.get()) is not None:
            part, done = task
            if not stopped.is_set():
                done.put(_outcome(work, part))

    crew = start(run, crew)
    if not crew:
        yield from map(work, parts)
        return
    ahead: deque[Done[Result]] = deque()
    try:
        for part in parts:
            ahead.append(SimpleQueue())
            tasks.put((part, ahead[-1]))
            if len(ahead) > crew:
                yield _result(ahead.popleft())
        while ahead:
            yield _result(ahead.popleft())
    finally:
        stopped.set()
        for _ in range(crew):
            tasks.put(None)


@frozen
class Failure:
    """What a part raised, kept until it is its turn."""

    error: BaseException


def _outcome(work: Callable[[Part], Result], part: Part) -> Result | Failure:
    try:
        return work(part)
    except BaseException as error:
        return Failure(error)


def _result(done: Done[Result]) -> Result:
    found = done.get()
    if isinstance(found, Failure):
        raise found.error
    return found


class once(cached_property[Kept_co]):
    """A cached property that takes compiled sums.

    Python 3.11 lets only one thread at a time work on a cached property, whichever objects they ask for it.
    """

    def __get__(self, instance: object, owner: type | None = None) -> Kept_co:  # type: ignore[override]
        """Return what is kept, found now where nothing is."""
        assert self.attrname
        found: Kept_co = self.func(instance)
        instance.__dict__[self.attrname] = found
        return found
