"""What an exact analysis answers: Solution, with its chart cells and return table."""

from __future__ import annotations

from fractions import Fraction

from attrs import field, frozen

from f27lang.rulebook import Policy


@frozen
class Cell:
    """One cell of a strategy chart; values in units of the wager, to the player."""

    player: str  # "hard 15"
    dealer: str  # "hard 12" where two or more dealer cards show, a card ("A") where one does, "-" where none does
    move: str  # "hit" or "stand"
    values: tuple[tuple[str, float], ...]  # per move allowed, the value of making it and playing on by the chart
    gain: float  # the better move's value less the other's; 0 where the move is forced
    reach: float  # how often a round is asked here
    forced: bool
    cards: int | None = None  # in the player's hand, where the chart tells hands apart by it


@frozen
class Spot:
    """Where a chart has a cell, which is known before it is solved; the fields are those of Cell."""

    player: str
    dealer: str
    forced: bool
    cards: int | None = None


@frozen
class Frequencies:
    """How rounds end and how long they last, per round.

    `hands` has no dealer's state where he has not played, and in place of the outcome O + i for the i-th showdown.
    """

    outcomes: tuple[float, ...]  # probability of each of the rulebook's outcomes, in its order
    player_totals: tuple[tuple[str, float], ...]  # final hands: "hard 20", "over", ...
    dealer_totals: tuple[tuple[str, float], ...]
    variance: float  # of the result of a wager of 1
    player_cards: float
    dealer_cards: float
    decisions: float  # times the player is asked, the final stand included; forced moves are not asked
    showdowns: tuple[tuple[float, float, float], ...] = ()  # each of the rulebook's: player's rank better, equal, worse
    hands: tuple[tuple[int, int | None, int, float], ...] = ()  # (player's state, dealer's, outcome from 0, how often)
    categories: tuple[tuple[str, float], ...] = ()  # of the hands that the player stands on and that may meet in one


@frozen
class Solution:
    """The value of a way to play, to the player, in units of the wager; the house edge is its opposite."""

    play: str  # "best", "chart" or a strategy's name
    shoe: str  # "full" or "endless"
    knowledge: str  # "cards", "ranks" or "total"
    value: float
    fraction: Fraction | None = None  # the value exactly, where it was asked for
    by_dealer: tuple[tuple[str, float, float], ...] = ()  # what the dealer shows, how often, the value then
    frequencies: Frequencies | None = None
    cells: tuple[Cell, ...] = field(default=(), repr=False)
    policy: Policy | None = field(default=None, repr=False)  # the chart as tables, for the simulator

    @property
    def edge_pct(self) -> float:
        """The house edge in per cent of the wager."""
        return 0.0 - 100.0 * self.value  # an even game has an edge of 0, not of -0

    def _repr_html_(self) -> str:
        """Return what a notebook shows."""
        from f27lang.notebook import solution_html  # noqa: PLC0415

        return solution_html(self)


@frozen
class Cost:
    """What a solve would take, counted before the first multiplication."""

    player_nodes: int
    dealer_nodes: int
    seconds: float
