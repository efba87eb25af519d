"""What rounds brought whose first watched decision was made by chance: cell, move and true count -> integer sums."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from f27lang.rulebook import Move
from f27lang.simulate.shoe_tally import ShoeTally

MOVES = (Move.HIT, Move.STAND)  # the order of their sums


@frozen
class ProbeTally:
    """Rounds in which a watched cell was met, by cell, move and bin: flat as [(cell * 2 + move) * bins + bin].

    Only the first watched decision of a round counts; its move is Move.HIT (0) or Move.STAND (1) by a coin, all others
    are the policy's. `met` counts these rounds, `x` adds up their results and `xx` the squares, in 1/denominator of the
    wager and its square. A bin is that of the count at the start of the round, see `Watch`. `cells` are the watched
    ones, as (player state, what the dealer shows). `played` is the tally of all rounds, as they were played with coins.
    """

    cells: tuple[tuple[int, int], ...]
    met: tuple[int, ...]
    x: tuple[int, ...]
    xx: tuple[int, ...]
    played: ShoeTally

    @classmethod
    def empty(cls, cells: tuple[tuple[int, int], ...], played: ShoeTally) -> ProbeTally:
        """Return the tally of no rounds."""
        zeros = (0,) * (len(cells) * len(MOVES) * played.bins)
        return cls(cells, zeros, zeros, zeros, played)

    @property
    def bins(self) -> int:
        """The number of bins."""
        return self.played.bins

    @property
    def rounds(self) -> int:
        """The number of all rounds played."""
        return self.played.rounds

    def __add__(self, other: ProbeTally) -> ProbeTally:
        mine, theirs = (self.met, self.x, self.xx), (other.met, other.x, other.xx)
        met, x, xx = (tuple(a + b for a, b in zip(*pair, strict=True)) for pair in zip(mine, theirs, strict=True))
        return ProbeTally(self.cells, met, x, xx, self.played + other.played)

    def place(self, cell: int, move: Move, number: int) -> int:
        """Return where the sums of a watched cell, a move and a bin stand."""
        return (cell * len(MOVES) + MOVES.index(move)) * self.bins + number

    def sums(self, cells: Iterable[int], move: Move, number: int) -> tuple[int, int, int]:
        """Return rounds, results and their squares, added up, of watched cells with a move in a bin."""
        places = [self.place(cell, move, number) for cell in cells]
        return sum(self.met[at] for at in places), sum(self.x[at] for at in places), sum(self.xx[at] for at in places)
