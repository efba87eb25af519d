"""How long a caller waits: estimates of work -> a word on what takes its time, or TooLong."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from f27lang.report.text import seconds

Say = Callable[[str], None]

ASK_ABOVE_SECONDS = 60.0
TELL_ABOVE_SECONDS = 2.0


class TooLong(Exception):
    """Raised where work is more, or is estimated at more, than the caller will wait for."""

    def __init__(self, what: str, estimate: float | None = None) -> None:
        super().__init__(what if estimate is None else f"{what} is estimated at {seconds(estimate)}")


@frozen
class Patience:
    """How long a caller will wait unasked, and how to tell him what takes its time."""

    seconds: float = float("inf")
    say: Say = lambda _: None

    def allow(self, what: str, estimate: float) -> None:
        """Say what work will cost where that is worth a word; raise TooLong where it is too much."""
        if estimate > self.seconds:
            raise TooLong(what, estimate)
        if estimate > TELL_ABOVE_SECONDS:
            self.say(f"{what}: about {seconds(estimate)}")

    def allow_number(self, things: str, number: int, most: int) -> None:
        """Raise TooLong where someone who does not wait for everything asks for more than so many things."""
        if number > most and self.seconds < float("inf"):
            raise TooLong(f"{things} are more than {most:,}")


PATIENT = Patience()
