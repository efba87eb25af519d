"""What a vying game's kernel looks up, and where in its counts each number is. VyingRulebook -> RunTables, Places."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from math import lcm

from attrs import frozen

from f27lang.chips import longest
from f27lang.emit.tables import RunTables, pack
from f27lang.emit.vying_at_once import limited
from f27lang.emit.vying_pots import declares
from f27lang.vying import Heir, VyingRulebook

CELL_BYTES = 2
NONE = 0xFFFF  # a key or a distance of a hand that has no claim
NO_LIMIT = 0x7FFFFFFF
SEAT_COUNTS = 5  # won, paid, and the square of the net in three parts
_NO_CAP = 1 << 62
_LIMITS = ("most_draws", "most_cards", "locked_after", "running")
_NUMBERS = (
    *("cards", "classes", "states", "start", "shares", "distances", "whole", "unit", "ante", "raises", "further"),
    *("rake_chip", "rake_most", "rake_folded", "inherits", "lengths"),
)
_CELLS = ("shoe", "step", "keys", "nears", "parts")


def number_names(rulebook: VyingRulebook) -> tuple[str, ...]:
    """Return the names of the tables that are numbers, in the order in which an emitted module has them."""
    more = (*(_LIMITS if limited(rulebook.drawing) else ()), *(("outright",) if declares(rulebook) else ()))
    return (*_NUMBERS, *more)


def cell_names() -> tuple[str, ...]:
    """Return the names of the tables that are bytes, in the order in which an emitted module has them."""
    return _CELLS


def run_tables(rulebook: VyingRulebook) -> RunTables:
    """Return the tables by name, as the emitted module's own TABLES: numbers, and cells as little-endian bytes.

    Raises ValueError where the parts of a pot do not come out even in `unit`, or a table does not fit its cells.
    """
    whole = lcm(*(share.part.denominator for share in rulebook.shares))
    distances = max((len(share.steps) for share in rulebook.shares), default=0)
    betting, drawing, rake = rulebook.betting, rulebook.drawing, rulebook.rake
    numbers = {
        "cards": rulebook.shoe,
        "classes": len(rulebook.classes),
        "states": len(rulebook.states),
        "start": rulebook.start,
        "shares": len(rulebook.shares),
        "distances": distances,
        "whole": whole,
        "unit": rulebook.unit,
        "ante": rulebook.ante,
        "raises": betting.raises if betting and betting.raises >= 0 else NO_LIMIT,
        "further": int(betting is not None and betting.further_left),
        "rake_chip": _whole(rulebook.unit * rake.share),
        "rake_most": _NO_CAP if rake.most is None else _whole(rulebook.unit * rake.most),
        "rake_folded": int(not rake.only_at_showdown),
        "inherits": int(Heir.OTHER_SHARE in rulebook.heirs),
        "lengths": longest(rulebook.steps, rulebook.shoe) + 1,
        "most_draws": _limit(drawing.most_draws),
        "most_cards": _limit(drawing.most_cards),
        "locked_after": drawing.locked_after or NO_LIMIT,
        "running": int(drawing.running),
        "outright": int(rulebook.both_outright),
    }
    cells: dict[str, Sequence[int]] = {
        "shoe": [c for c, number in rulebook.sorted_shoe for _ in range(number)],
        "step": rulebook.step,
        "keys": [_claim(key) for share in rulebook.shares for key in share.keys],
        "nears": [_claim(near) for share in rulebook.shares for near in share.distances],
        "parts": [_whole(whole * share.part) for share in rulebook.shares],
    }
    packed = {name: pack(cells[name], CELL_BYTES) for name in cell_names()}
    return {**{name: numbers[name] for name in number_names(rulebook)}, **packed}


def _whole(number: Fraction | int) -> int:
    """Return a number that must be whole, as one."""
    if int(number) != number:
        raise ValueError(f"a pot can't be shared evenly: {number} is not whole")
    return int(number)


def _limit(number: int) -> int:
    return NO_LIMIT if number < 0 else number


def _claim(place: int) -> int:
    return NONE if place < 0 else place


MEANS = ("live", "draws", "cards", "folds", "pots")  # counted with their squares, which come next
SINGLE = (
    *("at_showdowns", "at_scoops", "at_tied", "at_sole", "at_rake"),
    *(f"at_{what}{squared}" for what in MEANS for squared in ("", "_squared")),
)
PLACES = (*SINGLE, "at_ties", "at_unclaimed", "at_won", "at_held", "at_rounds", "at_seats")


@frozen
class Places:
    """Where in a kernel's counts each number is: hands by line-up first, then single numbers, then tables.

    A line-up says which strategy plays in which seat; hand r is played by line-up r mod their number.
    """

    lineups: int
    players: int
    shares: int
    distances: int
    lengths: int

    @property
    def sizes(self) -> dict[str, int]:
        """How many numbers stand at each place."""
        by_distance = self.shares * self.distances
        tables = {
            "at_ties": self.shares,
            "at_unclaimed": self.shares,
            "at_won": by_distance,
            "at_held": by_distance,
            "at_rounds": self.lengths,
            "at_seats": SEAT_COUNTS * self.lineups * self.players,
        }
        return {**dict.fromkeys(SINGLE, 1), **tables}

    @property
    def begins(self) -> dict[str, int]:
        """The places, and as `sums` the number of all counts."""
        ends = list(accumulate(self.sizes.values(), initial=self.lineups))
        return dict(zip((*PLACES, "sums"), ends, strict=True))
