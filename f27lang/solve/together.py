"""What a hand and a wager beside it come to together, by who takes that wager; from the full shoe.

Rulebook, a Solution -> Joint plays
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from math import fsum
from typing import TYPE_CHECKING

from attrs import define, evolve, frozen

from f27lang.solve.alike import tells_suits
from f27lang.solve.hidden import Held, Products, Tell
from f27lang.solve.plan import plan
from f27lang.solve.shoe import Shoe
from f27lang.solve.sides import Shown, Sides
from f27lang.solve.told import suited_products

if TYPE_CHECKING:
    from f27lang.rulebook import Rulebook, Side
    from f27lang.solve.deals import Hand
    from f27lang.solve.solution import Solution


@frozen
class Joint:
    """A hand and a wager beside it, together, per unit of the hand's wager; as much of the other is put as may be.

    `kings` is a number where `play` is "kings": the wager is taken with at most so many own cards of the ranks that
    complete a winning hand of the dealer's. `taken` is how many rounds of all that is.
    """

    play: str  # "never", "always", "kings", or a strategy's name, whatever it is, where the strategy accepts
    kings: int | None
    value: float
    variance: float
    taken: float
    by_strategy: bool = False

    @property
    def edge_pct(self) -> float:
        """The house edge in per cent of the hand's wager."""
        return 0.0 - 100.0 * self.value


@define
class Moments:
    """Sums over rounds in which the wager is offered: how often, and what both wagers bring."""

    often: float = 0.0
    side: float = 0.0
    side_squared: float = 0.0
    product: float = 0.0


def joint_plays(rulebook: Rulebook, number: int, solution: Solution, accepts: Sequence[int] = ()) -> tuple[Joint, ...]:
    """Return what never, always, and by own kings taking a wager comes to for whoever plays as the solution says.

    The solution is one of the full shoe, with frequencies. `accepts` is [p*S + v], 1 where a strategy takes the wager,
    which is told last. Raises TooLarge.
    """
    side = rulebook.sides[number]
    found = _moments(rulebook, side, solution, accepts)
    most = max((kings for kings, _ in found), default=0)
    hand = _hand(rulebook, side, solution)

    def joint(play: str, kings: int | None, taken: Callable[[Held], bool]) -> Joint:
        return _joint(play, kings, hand, float(side.share), [found[held] for held in found if taken(held)])

    return (
        joint("never", None, lambda held: False),
        *(joint("kings", kings, partial(_at_most, kings)) for kings in range(most)),
        joint("always", None, lambda held: True),
        *([evolve(joint(solution.play, None, lambda held: held[1]), by_strategy=True)] if accepts else []),
    )


def _at_most(kings: int, held: Held) -> bool:
    return held[0] <= kings


def _hand(rulebook: Rulebook, side: Side, solution: Solution) -> tuple[float, float]:
    """Return the mean of what the hand brings, and of its square."""
    assert solution.frequencies is not None
    pays = [outcome.payoffs[side.of] / rulebook.denominator for outcome in rulebook.outcomes]
    often = solution.frequencies.outcomes
    return fsum(q * x for q, x in zip(often, pays)), fsum(q * x**2 for q, x in zip(often, pays))


def _joint(play: str, kings: int | None, hand: tuple[float, float], share: float, taken: Sequence[Moments]) -> Joint:
    mean = hand[0] + share * fsum(m.side for m in taken)
    both, alone = fsum(m.product for m in taken), fsum(m.side_squared for m in taken)
    square = hand[1] + 2 * share * both + share**2 * alone
    return Joint(play, kings, mean, square - mean**2, fsum(m.often for m in taken))


def _moments(rulebook: Rulebook, side: Side, solution: Solution, accepts: Sequence[int]) -> dict[Held, Moments]:
    """Return the sums by what the player holds."""
    sides, size = Sides(rulebook, side), len(rulebook.states)

    def tell(shown: Shown, hand: Hand) -> Held:
        return sides.kings(shown, hand), bool(accepts and accepts[hand.state * size + shown.view])

    found: defaultdict[Held, Moments] = defaultdict(Moments)
    for shown, hand, results in sides.open_results():
        moments = found[tell(shown, hand)]
        for pays, often in results.often.items():
            moments.often += float(often)
            moments.side += float(pays * often)
            moments.side_squared += float(pays**2 * often)
    for held, product in _products(rulebook, side, solution, tell).items():
        found[held].product = product
    return dict(found)


def _products(rulebook: Rulebook, side: Side, solution: Solution, tell: Tell) -> dict[Held, float]:
    best, apart = solution.policy is None, tells_suits(rulebook)
    seen = plan(rulebook, by_sight=best and apart and solution.knowledge == "ranks")
    shoe = Shoe(seen, side.of)
    if best and shoe.suited and not seen.by_sight and solution.knowledge == "cards":
        return suited_products(rulebook, side, tell)
    return Products(shoe, side, solution.policy, tell).found()
