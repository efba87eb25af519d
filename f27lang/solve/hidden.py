"""What a hand brings while the dealer's hidden cards are those that one looks at, the player knowing nothing of them.

Shoe, a way to play it -> values by what is hidden
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from attrs import define, evolve, field

from f27lang.rulebook import Deal
from f27lang.solve.alike import agreed
from f27lang.solve.deals import Hand
from f27lang.solve.draws import Start
from f27lang.solve.faces import Moves, against
from f27lang.solve.plan import Plan
from f27lang.solve.shoe import Shoe, ShoeFace
from f27lang.solve.sides import Sides

if TYPE_CHECKING:
    from f27lang.rulebook import Policy, Side
    from f27lang.solve.hands import Hands
    from f27lang.solve.sides import Shown, Way


@define(slots=False)
class Open(Plan):
    """The plan of a game whose hidden cards lie open, for players who hold what those of the game `of` hold."""

    of: Plan = field(kw_only=True)

    @cached_property
    def idle(self) -> frozenset[int]:
        """The classes that may be left out."""
        return self.of.idle

    @cached_property
    def dealt(self) -> tuple[Hand, ...]:
        """The player's hands as dealt."""
        return self.of.dealt

    @cached_property
    def hands(self) -> Hands:
        """The player's hands."""
        return self.of.hands


def opened(plan: Plan) -> Open:
    """Return the plan of a game in which the dealer's hidden cards lie open."""
    before = tuple(Deal(deal.to, deal.number, True) for deal in plan.rulebook.before)
    return Open(evolve(plan.rulebook, before=before, peeked=()), plan.by_sight, of=plan)


Held = tuple[int, bool]  # how many own cards complete a winning hand of the dealer's, and whether a strategy accepts
Tell = Callable[["Shown", Hand], Held]


@define(slots=False)
class Products:
    """What a hand times a wager beside it brings, summed over the rounds in which the wager is offered.

    With a `policy` the player plays by it; else best, knowing cards, or ranks where the shoe's plan is by sight.
    """

    shoe: Shoe
    side: Side
    policy: Policy | None
    tell: Tell

    @cached_property
    def sides(self) -> Sides:
        """What the wager brings."""
        return Sides(self.shoe.plan.rulebook, self.side)

    def found(self) -> dict[Held, float]:
        """Return the sums by what the player holds."""
        sums: defaultdict[Held, float] = defaultdict(float)
        offered = {shown.cards: shown for shown in self.sides.shown}
        for name, hands in self.shoe.plan.shown.items():
            if any(hand.cards in offered for hand in hands):
                for face, moves, by_hand in self._column(name):
                    if face.hand.cards in offered:
                        self._add(sums, offered[face.hand.cards], face, moves, by_hand)
        return dict(sums)

    def _column(self, name: str) -> Iterator[tuple[ShoeFace, Moves, bool]]:
        """Yield the faces of a column with the moves to be made, by state or by hand."""
        column = self.shoe.column(name)
        for face in column:
            face.stand()
            face.add_showdowns()
        if self.policy:
            yield from ((face, against(self.shoe.plan.rulebook, self.policy, face.state), False) for face in column)
        elif self.shoe.plan.by_sight:
            yield from ((each.face, each.moves, True) for each in agreed(column, self.shoe.plan.seen[1]))
        else:
            alone = range(len(self.shoe.plan.hands.state) + 1)
            yield from ((each.face, each.moves, True) for face in column for each in agreed([face], alone))

    def _add(self, sums: dict[Held, float], shown: Shown, face: ShoeFace, moves: Moves, by_hand: bool) -> None:
        parts: defaultdict[Held, list[int]] = defaultdict(list)
        for at in face.dealt:
            if not face.decided(face.shoe.plan.dealt[at]):
                parts[self.tell(shown, face.shoe.plan.dealt[at])].append(at)
        least = min(way.pays for way in shown.hidden)
        for held, dealt in parts.items():
            part = ShoeFace(face.shoe, face.name, face.hand, face.place, face.start, tuple(dealt))
            sums[held] += float(least) * part.played(moves, by_hand=by_hand).value
        for way in shown.hidden:
            if way.pays > least:
                lies = _Lies(opened(self.shoe.plan), self.shoe, shown, way)
                for held, dealt in parts.items():
                    sums[held] += float(way.pays - least) * lies.value(dealt, moves, by_hand)


@define(slots=False)
class _Lies:
    """The rounds in which the dealer's hidden cards are those of one way."""

    plan: Open
    shoe: Shoe
    shown: Shown
    way: Way

    @cached_property
    def face(self) -> ShoeFace:
        """The turn of a player who may hold any hand, all that standing is worth in place."""
        cards = tuple(map(sum, zip(self.shown.cards, self.way.cards)))
        known = tuple(c for c, held in enumerate(cards) for _ in range(held)) if self.plan.by_card else ()
        hand = Hand(cards, self.shown.view, self.way.orders)
        every = tuple(range(len(self.plan.dealt)))
        face = ShoeFace(Shoe(self.plan, self.shoe.wager), self.shown.name, hand, 0, Start(self.way.holds, known), every)
        face.stand()
        face.add_showdowns()
        return face

    def value(self, dealt: Sequence[int], moves: Moves, by_hand: bool) -> float:
        """Return what players bring who begin with the hands at some places, per round of all rounds."""
        goes_on = self._of([at for at in dealt if not self._peeked(self.plan.dealt[at])])
        ended = sum(self.shoe.payoffs[self._peeked(hand)] * often for hand, _, often in self._of(dealt).roots)
        value: float = goes_on.played(moves, by_hand=by_hand).value + ended
        return value

    def _of(self, dealt: Sequence[int]) -> ShoeFace:
        return ShoeFace(self.face.shoe, self.face.name, self.face.hand, 0, self.face.start, tuple(dealt))

    def _peeked(self, hand: Hand) -> int:
        """Return 0, or 1 + the outcome that the dealer finds when he looks."""
        peeked, size = self.shoe.plan.rulebook.peeked, len(self.shoe.plan.rulebook.states)
        return peeked[hand.state * size + self.way.holds] if peeked else 0
