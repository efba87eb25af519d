"""What a front door asks for: a game and a question -> solutions, runs, charts; says what it does and what it costs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches

from attrs import frozen

from f27lang import model, pipeline
from f27lang.build import find_compiler
from f27lang.diagnostics import Report, VariantError
from f27lang.rulebook import Policy, Rulebook
from f27lang.simulate import Run, simulate
from f27lang.solve import cost, solve_endless, solve_shoe, solve_shoe_all
from f27lang.solve.solution import Solution

Say = Callable[[str], None]
Solved = tuple[Rulebook, Solution]

PATIENCE_SECONDS = 60.0


class TooLong(Exception):
    """Raised where work is estimated at more than a minute and nobody said to go ahead."""

    def __init__(self, what: str, seconds: float) -> None:
        self.what, self.seconds = what, seconds
        super().__init__(f"{what} is estimated at {seconds:.0f} s")


@frozen
class Question:
    """A way to play and a shoe to play it with."""

    play: str
    shoe: str


def questions(play: str | None, shoe: str | None) -> tuple[Question, ...]:
    """Return what to solve: best play and the chart with the full shoe and best play with the endless one, by default.

    Without a C compiler only the endless shoe is asked for, unless the full one is named.
    """
    if shoe is None and find_compiler()[0] is None:
        shoe = "endless"
    if play is not None:
        return (Question(play, shoe or "full"),)
    full = (Question("best", "full"), Question("chart", "full"))
    endless = (Question("best", "endless"),)
    return {"full": full, "endless": endless}.get(shoe or "", full + endless)
