"""What a hand and a wager beside it come to together, by who takes that wager; from the full shoe.

Rulebook, a Solution -> Joint plays
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from math import fsum
from typing import TYPE_CHECKING

from attrs import define, frozen

from f27lang.solve.alike import agreed, tells_suits
from f27lang.solve.faces import Moves, allowed
from f27lang.solve.ledger import frequencies
from f27lang.solve.plan import Plan
from f27lang.solve.shoe import Shoe, ShoeFace
from f27lang.solve.sides import Cards, Shown, Sides
from f27lang.solve.suited import suited_faces
from f27lang.solve.told import Told, told

if TYPE_CHECKING:
    from f27lang.rulebook import Policy, Rulebook, Side
    from f27lang.solve.deals import Hand
    from f27lang.solve.faces import Face
    from f27lang.solve.solution import Solution


@frozen
class Joint:
    """A hand and a wager beside it, together, per unit of the hand's wager; as much of the other is put as may be.

    `kings` is a number where `play` is "kings": the wager is taken with at most so many own cards of the ranks that
    complete a winning hand of the dealer's. `taken` is how many rounds of all that is.
    """

    play: str  # "never", "always", "kings", or a strategy's name where it takes the wager now and then
    kings: int | None
    value: float
    variance: float
    taken: float

    @property
    def edge_pct(self) -> float:
        """The house edge in per cent of the hand's wager."""
        return 0.0 - 100.0 * self.value


@define
class Moments:
    """Sums over the rounds in which the wager is offered: how often, and what both wagers bring."""

    often: float = 0.0
    side: float = 0.0
    side_squared: float = 0.0
    product: float = 0.0

    def add(self, often: float, hand: float, side: float) -> None:
        """Add rounds that end alike."""
        self.often += often
        self.side += often * side
        self.side_squared += often * side**2
        self.product += often * hand * side


Held = tuple[int, bool]  # how many own cards complete a winning hand of the dealer's, and whether a strategy accepts


def joint_plays(
    rulebook: Rulebook, number: int, solution: Solution, accepts: Sequence[int] = ()
) -> tuple[Joint, ...]:
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
        *(joint("kings", kings, lambda held, kings=kings: held[0] <= kings) for kings in range(most)),
        joint("always", None, lambda held: True),
        *([joint(solution.play, None, lambda held: held[1])] if accepts else []),
    )


def _hand(rulebook: Rulebook, side: Side, solution: Solution) -> tuple[float, float]:
    """Return the mean of what the hand brings, and of its square."""
    assert solution.frequencies is not None
    pays = [outcome.payoffs[side.of] / rulebook.denominator for outcome in rulebook.outcomes]
    often = solution.frequencies.outcomes
    return fsum(q * x for q, x in zip(often, pays)), fsum(q * x**2 for q, x in zip(often, pays))


def _joint(
    play: str, kings: int | None, hand: tuple[float, float], share: float, taken: Sequence[Moments]
) -> Joint:
    mean = hand[0] + share * fsum(m.side for m in taken)
    both, alone = fsum(m.product for m in taken), fsum(m.side_squared for m in taken)
    square = hand[1] + 2 * share * both + share**2 * alone
    return Joint(play, kings, mean, square - mean**2, fsum(m.often for m in taken))


def _moments(
    rulebook: Rulebook, side: Side, solution: Solution, accepts: Sequence[int]
) -> dict[Held, Moments]:
    """Return the sums by what the player holds."""
    found: defaultdict[Held, Moments] = defaultdict(Moments)
    sides, size = Sides(rulebook, side), len(rulebook.states)
    for view in sorted({shown.view for shown in sides.shown}):
        game = told(rulebook, side, view)
        by_cards = {shown.cards: shown for shown in sides.shown if shown.view == view}

        def held(hand: Hand, shows: Hand, by_cards: dict[Cards, Shown] = by_cards, view: int = view) -> Held:
            accepted = bool(accepts and accepts[hand.state * size + view])
            return sides.kings(by_cards[shows.cards], hand), accepted

        for key, face, moves in _faces(rulebook, side, view, game, solution, held):
            ends = frequencies(game.rulebook, side.of, [(face.state, face.ends(moves))])
            _count(found[key], game, side, ends.outcomes)
    return dict(found)


def _count(moments: Moments, game: Told, side: Side, outcomes: Sequence[float]) -> None:
    for at, often in enumerate(outcomes):
        hand = game.rulebook.outcomes[at].payoffs[side.of] / game.rulebook.denominator
        moments.add(often, hand, game.brings[at % len(game.brings)] / side.denominator)


def _faces(
    rulebook: Rulebook, side: Side, view: int, game: Told, solution: Solution, held: Callable[[Hand, Hand], Held]
) -> Iterator[tuple[Held, Face, Moves]]:
    """Yield the player's turns in which the wager is offered, by what he holds."""
    by_ranks = solution.play == "best" and solution.knowledge == "ranks" and tells_suits(rulebook)
    by_suits = solution.play == "best" and not by_ranks
    shoe = Shoe(Plan(game.rulebook, by_sight=by_ranks), side.of)
    moves = _moves(game, solution.policy, rulebook, view) if solution.policy else None
    for name, hands in shoe.plan.shown.items():
        if any(hand.state == game.view for hand in hands):
            column = shoe.column(name)
            for face in column:
                face.stand()
                if not (by_suits and shoe.suited):
                    face.add_showdowns()
            for key, parts in _parted(game, column, held).items():
                faces: Sequence[Face] = parts
                if by_ranks:
                    faces = agreed(parts, shoe.plan.seen[1])
                elif by_suits and shoe.suited:
                    faces = suited_faces(shoe.suited, parts)
                yield from ((key, face, moves) for face in faces)


def _moves(game: Told, policy: Policy, rulebook: Rulebook, view: int) -> Moves:
    """Return the policy's moves while the dealer shows `view`, where the game leaves a choice."""
    size = len(rulebook.states)
    asked = allowed(game.rulebook, game.view)
    return [policy.play[p * size + view] & asked[p] or asked[p] if p < size else asked[p] for p in range(len(asked))]


def _parted(game: Told, column: Sequence[ShoeFace], held: Callable[[Hand, Hand], Held]) -> dict[Held, list[ShoeFace]]:
    """Part the faces of a column by what the player is dealt; hands that the deal decides are in none."""
    found: defaultdict[Held, list[ShoeFace]] = defaultdict(list)
    for face in column:
        places: defaultdict[Held, list[int]] = defaultdict(list)
        for at in face.dealt if face.state == game.view else ():
            hand = face.shoe.plan.dealt[at]
            if not face.decided(hand):
                places[held(hand, face.hand)].append(at)
        for key, dealt in places.items():
            found[key].append(ShoeFace(face.shoe, face.name, face.hand, face.place, face.start, tuple(dealt)))
    return dict(found)
