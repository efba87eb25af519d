"""What a card counter at a worn shoe sees, bets and does: tags, the unit of a true count, bets by count.

Watch -> the bins of true counts
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from attrs import field, frozen

ROUNDINGS = ("floor", "truncated", "exact")
LARGEST_TAG = 1000  # with larger ones a count of the largest shoe would not fit into 64 bits
BEYOND = 50  # the highest true count that is told from higher ones
_TENTHS = 10
_FARTHEST = 2**62  # beyond all true counts


@frozen
class Watch:
    """How seat 0 counts cards, and what he and the house do about it. Nobody counts where there are no tags.

    `tags` holds a whole number for each place of the sorted shoe (`Rulebook.sorted_shoe`); `unit` is the cards of one
    deck, or of half a one. The true count at the start of a hand is C * unit / (N * m): N cards are in the full shoe, m
    of them were not seen (burnt ones never are), and C = N * R - T * (N - m), R being the sum of the tags seen and T
    that of all. `rounding` is "floor", "truncated" (toward 0) or "exact" (the floor of ten times the true count).

    A bin holds the rounds begun at one rounded count, from -`beyond` to `beyond`, the first and last bin all further
    ones too; bin b is that of count b - beyond. `bets` has a whole number for each bin; with none each bet is 1.

    Where the count at the start of a hand is less than `leave_below`, or more than `shuffle_above`, the shoe ends: the
    player leaves for a fresh one, the house shuffles. Both are rounded as counts are: tenths, where these are. The
    first hand of a shoe is always played.
    """

    tags: tuple[int, ...] = ()
    unit: Fraction = field(default=Fraction(1), converter=Fraction)
    rounding: str = "floor"
    bets: tuple[int, ...] = ()
    leave_below: int | None = None
    shuffle_above: int | None = None

    def __attrs_post_init__(self) -> None:
        """Raise ValueError for what no kernel could count."""
        if self.rounding not in ROUNDINGS:
            raise ValueError(f"rounding {self.rounding!r} is none of {', '.join(ROUNDINGS)}")
        if any(abs(tag) > LARGEST_TAG for tag in self.tags):
            raise ValueError(f"a tag lies beyond {LARGEST_TAG}")
        if self.bets and len(self.bets) != self.bins:
            raise ValueError(f"{len(self.bets)} bets for {self.bins} bins")

    @property
    def parts(self) -> int:
        """How many parts of a true count of 1 are told apart: 10 where counts are exact, else 1."""
        return _TENTHS if self.rounding == "exact" else 1

    @property
    def beyond(self) -> int:
        """The count of the last bin, in parts: 50 or 500; 0 where nobody counts."""
        return BEYOND * self.parts if self.tags else 0

    @property
    def bins(self) -> int:
        """The number of bins."""
        return 2 * self.beyond + 1

    def count(self, place: int) -> Fraction:
        """Return the true count that a bin begins at; that of the first bin is the highest of what lies in it."""
        return Fraction(place - self.beyond, self.parts)

    def settings(self, cards: int, pays: Sequence[int]) -> dict[str, int | tuple[int, ...]]:
        """Return what the emitted module asks for; `pays` is seat 0's result by way to end, in 1/denominator."""
        tags = self.tags or (0,) * cards
        if len(tags) != cards:
            raise ValueError(f"{len(tags)} tags for {cards} cards")
        return {
            "tags": tags,
            "all_tags": sum(tags),
            "scale": self.unit.numerator * self.parts,
            "divisor": self.unit.denominator * cards,
            "truncated": int(self.rounding == "truncated"),
            "beyond": self.beyond,
            "leave_below": -_FARTHEST if self.leave_below is None else self.leave_below,
            "shuffle_above": _FARTHEST if self.shuffle_above is None else self.shuffle_above,
            "bets": self.bets or (1,) * self.bins,
            "pays": tuple(pays),
        }


NOBODY = Watch()
