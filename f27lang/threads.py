"""The threads that work at once: how many cores there are, and as many threads as the system gives."""

from __future__ import annotations

import os
from collections.abc import Callable
from threading import Thread


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def start(work: Callable[[], object], threads: int) -> int:
    """Start so many threads that nobody waits for at the end; return how many the system gave."""
    for started in range(threads):
        try:
            Thread(target=work, daemon=True).start()
        except RuntimeError:
            return started
    return threads
