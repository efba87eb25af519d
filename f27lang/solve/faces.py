"""What the chart and the ledger need to know of a solver: the player's turn against one thing the dealer shows.

Both shoes -> Face; a way to play -> Played, Ends
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Protocol

from attrs import define, field, frozen

from f27lang.rulebook import Move, Policy

if TYPE_CHECKING:
    from f27lang.rulebook import Rulebook

Number = float | Fraction
ASKED = Move.HIT | Move.STAND
TIE = 1e-12  # of a wager: moves that differ by no more come to the same, and the player stands
Moves = Sequence[int] | None  # per player state HIT or STAND where he is asked; None: whatever is worth more


def worth_hitting(hit: Number, stand: Number, reach: Number = 1) -> bool:
    """Return whether hitting is worth more than standing, both weighted by `reach`; fractions need no allowance."""
    gain = hit - stand
    return gain > (0 if isinstance(gain, Fraction) else TIE * reach)


def tied(hit: Number, stand: Number, reach: Number = 1) -> bool:
    """Return whether both moves come to the same."""
    return not (worth_hitting(hit, stand, reach) or worth_hitting(stand, hit, reach))


def mean(parts: Sequence[tuple[Number, Number]], nothing: Number) -> Number:
    """Return the sum of the products of pairs; those of fractions are brought to one denominator before they are added.

    `nothing` is the zero of their kind.
    """
    if not isinstance(nothing, Fraction):
        return sum([chance * value for chance, value in parts], nothing)
    ratios = [(a.numerator * b.numerator, a.denominator * b.denominator) for a, b in parts]  # type: ignore[union-attr]
    every = lcm(*[below for _, below in ratios])
    return Fraction(sum([above * (every // below) for above, below in ratios]), every)


@frozen
class Played:
    """A turn against one face; all sums are weighted by how often the round gets there.

    `reach[p]` is how often the player is in state p with a move to make, `hit[p]` and `stand[p]` are `reach[p]` times
    the value of that move, playing on as before.
    """

    value: Number
    reach: Sequence[Number]
    hit: Sequence[Number]
    stand: Sequence[Number]


@define
class Ends:
    """How the rounds against one face end, per round of all rounds.

    `dealt`, `drawn` and `stood` give by player state what is decided at that moment; `peeked` and `final` by (player,
    dealer) state. Of the latter `showdowns` gives, by place in the rulebook, how often the player's poker rank is
    [better, equal, worse], and `keys` how often he stands on each poker key.
    """

    dealt: defaultdict[int, Number] = field(factory=lambda: defaultdict(int))
    drawn: defaultdict[int, Number] = field(factory=lambda: defaultdict(int))
    stood: defaultdict[int, Number] = field(factory=lambda: defaultdict(int))
    final: defaultdict[tuple[int, int], Number] = field(factory=lambda: defaultdict(int))
    peeked: defaultdict[tuple[int, int], Number] = field(factory=lambda: defaultdict(int))
    showdowns: defaultdict[int, list[Number]] = field(factory=lambda: defaultdict(lambda: [0, 0, 0]))
    keys: defaultdict[int, Number] = field(factory=lambda: defaultdict(int))
    player_cards: Number = 0  # taken by the player, over and above those dealt
    dealer_cards: Number = 0  # taken by the dealer
    decisions: Number = 0


class Face(Protocol):
    """One thing that the dealer may show, and the player's turn against it."""

    @property
    def name(self) -> str:
        """The chart's name for it."""

    @property
    def state(self) -> int:
        """The dealer's face-up cards as a hand state."""

    @property
    def weight(self) -> Number:
        """How often he shows it."""

    def value(self, moves: Moves) -> Number:
        """Return what `moves` are worth against it, per round of all rounds."""

    def played(self, moves: Moves) -> Played:
        """Return what `moves` are worth against it, and where."""

    def ends(self, moves: Moves) -> Ends:
        """Return how rounds end when they are played by `moves`."""


Column = Sequence[Face]  # all faces that a chart calls by one name


def allowed(rulebook: Rulebook, view: int) -> tuple[int, ...]:
    """Return the Move bits of every player state against a view; a state without moves stands."""
    size = len(rulebook.states)
    return tuple(bits or Move.STAND for bits in rulebook.moves[view::size])


def against(rulebook: Rulebook, policy: Policy, view: int) -> tuple[int, ...]:
    """Return a policy's move for every player state against a view; forced moves win."""
    column = policy.play[view :: len(rulebook.states)]
    return tuple(move if bits == ASKED else bits for move, bits in zip(column, allowed(rulebook, view)))
