"""A bound on the time that a stage may take: seconds of CPU -> Overrun where they are spent."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_AGAIN_SECONDS = 0.05  # a signal that something swallowed comes again


class Overrun(BaseException):
    """Raised wherever the work is when its time is up; no Exception, so that no stage catches it unawares."""


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Raise Overrun after so many seconds of CPU; there is no bound in other threads, or where there is no timer."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return
    running = True

    def stop(*_: object) -> None:
        if running:
            raise Overrun

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, _AGAIN_SECONDS)
    try:
        yield
    finally:
        running = False
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
