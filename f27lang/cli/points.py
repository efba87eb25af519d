"""The bar of a sweep: points that are done -> how many of all, and the time left, on stderr."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from f27lang.cli.bar import on_terminal


@contextmanager
def watch_points(shown: bool = True) -> Iterator[Callable[[int, int], None]]:
    """Show how far a sweep is: a bar where stderr is a terminal, else nothing."""
    if not (shown and on_terminal()):
        yield lambda done, whole: None
        return
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import BarColumn, Progress, TextColumn  # noqa: PLC0415

    console = Console(stderr=True, no_color=bool(os.environ.get("NO_COLOR")) or None)
    columns = (BarColumn(bar_width=None), TextColumn("{task.description}"))
    started = time.monotonic()
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=None)

        def progress(done: int, whole: int) -> None:
            left = (time.monotonic() - started) * (whole - done) / done
            bar.update(task, completed=done, total=whole, description=in_words(done, whole, left))

        yield progress


def in_words(done: int, whole: int, left: float) -> str:
    """Return `12 of 36 points   14 s left`."""
    from f27lang.report.text import seconds  # noqa: PLC0415

    return f"{done:,} of {whole:,} points   {seconds(left)} left"
