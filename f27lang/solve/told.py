"""A game whose outcomes also tell what a wager beside another brought, while the dealer shows one thing.

Rulebook, a wager beside another, what the dealer shows -> Told, with a Rulebook of its own
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import fsum
from typing import TYPE_CHECKING

from attrs import astuple, define, evolve, field, frozen

from f27lang.rulebook import Move, Showdown
from f27lang.solve.deals import dealer_order
from f27lang.solve.ledger import frequencies
from f27lang.solve.plan import Plan
from f27lang.solve.shoe import Shoe, ShoeFace
from f27lang.solve.sides import Sides
from f27lang.solve.suited import suited_faces

if TYPE_CHECKING:
    from f27lang.rulebook import Rulebook, Side
    from f27lang.solve.hidden import Held, Tell
    from f27lang.solve.sides import Cards, Shown
    from f27lang.solve.suited import SuitedFace


@frozen
class Told:
    """The game in which a wager is told to the end: outcome o of the tables is (o // len(brings), brings[o % ...]).

    A round that would be decided before the dealer turns up his cards waits for that: the player stands, the dealer
    takes no card. Nobody knows more for it, so best play is the same. Only what is asked while the dealer shows
    `shown`, and after hands that the deal leaves open, is in the tables; `view` is his state then.
    """

    rulebook: Rulebook
    view: int
    brings: tuple[Fraction, ...]  # per unit of the wager


def told(rulebook: Rulebook, side: Side, shown: int) -> Told:
    """Return the game in which the wager `side` is told while the dealer shows the state `shown`."""
    return _Telling(rulebook, side, shown).told()


@define(slots=False)
class _Telling:
    """The player's hands keep their states; the dealer's get new ones, which know what his dealt cards bring."""

    rulebook: Rulebook
    side: Side
    shown: int
    brings: tuple[Fraction, ...] = field(init=False)
    drawn: dict[int, int] = field(init=False)  # the player's states decided before the dealer's turn, with the outcome
    stood: dict[int, int] = field(init=False)
    number: dict[tuple[int, int], int] = field(factory=dict, init=False)  # (stage, state) -> new state
    keys: list[tuple[int, int]] = field(factory=list, init=False)  # stage: cards dealt so far, -1 - y when all are
    step: list[int] = field(factory=list, init=False)

    def __attrs_post_init__(self) -> None:
        size = len(self.rulebook.states)
        self.brings = self.side.results
        self.drawn, self.stood = self._early(self.rulebook.drawn), self._early(self.rulebook.stood)
        self.keys = [(0, p) for p in range(size)]
        self.step = list(self.rulebook.step)
        self._number((0, self.rulebook.dealer_start))
        self._follow()

    def _number(self, key: tuple[int, int]) -> int:
        if key not in self.number:
            self.number[key] = len(self.keys)
            self.keys.append(key)
        return self.number[key]

    def _follow(self) -> None:
        classes, size = len(self.rulebook.classes), len(self.rulebook.states)
        at = size
        while at < len(self.keys):  # grows while it is walked
            stage, d = self.keys[at]
            after = self.rulebook.step[d * classes : (d + 1) * classes]
            self.step += [self._number((self._next(stage, to), to)) for to in after]
            at += 1

    def _next(self, stage: int, to: int) -> int:
        """Return the stage of a hand after one more card."""
        if stage < 0:
            return stage
        return -max(self.side.brings[to], 1) if stage + 1 == self._dealt else stage + 1

    @property
    def _dealt(self) -> int:
        return len(dealer_order(self.rulebook))

    @property
    def _view(self) -> int:
        return self.number[sum(dealer_order(self.rulebook)), self.shown]

    def told(self) -> Told:
        """Return the game."""
        old, size = self.rulebook, len(self.keys)
        nothing = (0,) * (size * size)
        game = evolve(
            old,
            states=tuple(old.states[d] for _, d in self.keys),
            step=tuple(self.step),
            dealer_start=self.number[0, old.dealer_start],
            moves=self._seen(self._move),
            dealt=self._seen(lambda p: self._outcome(old.dealt[self._cell(p)], 0)),
            drawn=nothing,
            stood=nothing,
            law=self._laws(),
            dealer_hits=self._hits(),
            final=self._met(self._final),
            outcomes=tuple(outcome for outcome in old.outcomes for _ in self.brings),
            showdowns=tuple(
                Showdown(*(outcome * len(self.brings) + y for outcome in astuple(showdown)))
                for showdown, y in product(old.showdowns, range(len(self.brings)))
            ),
            peeked=self._met(self._peeked) if old.peeked else (),
            sides=(),
        )
        return Told(game, self._view, self.brings)

    @property
    def _width(self) -> int:
        return len(self.rulebook.states)

    def _cell(self, p: int) -> int:
        return p * self._width + self.shown

    def _early(self, table: tuple[int, ...]) -> dict[int, int]:
        return {p: outcome - 1 for p in range(self._width) if (outcome := table[self._cell(p)])}

    def _outcome(self, plus_one: int, y: int) -> int:
        """Return 0, or 1 + the outcome that also tells `y`."""
        return 1 + (plus_one - 1) * len(self.brings) + y if plus_one else 0

    def _move(self, p: int) -> int:
        return int(Move.STAND) if p in self.drawn else self.rulebook.moves[self._cell(p)]

    def _final(self, p: int, d: int, y: int) -> int:
        early = self.drawn.get(p, self.stood.get(p))
        outcome = self.rulebook.final[p * self._width + d] if early is None else early
        return outcome * len(self.brings) + y  # so too behind the outcomes, where showdowns are

    def _peeked(self, p: int, d: int, y: int) -> int:
        return self._outcome(self.rulebook.peeked[p * self._width + d], y)

    def _seen(self, say: Callable[[int], int]) -> tuple[int, ...]:
        """Return a table of what is said of a player's hand while the dealer shows his card."""
        size = len(self.keys)
        cells = [0] * (size * size)
        for p in range(self._width):
            cells[p * size + self._view] = say(p)
        return tuple(cells)

    def _met(self, say: Callable[[int, int, int], int]) -> tuple[int, ...]:
        """Return a table of what is said of a player's hand and all cards of the dealer's."""
        size = len(self.keys)
        cells = [0] * (size * size)
        for at, (stage, d) in enumerate(self.keys):
            for p in range(self._width) if stage < 0 else ():
                cells[p * size + at] = say(p, d, -1 - stage)
        return tuple(cells)

    def _laws(self) -> tuple[int, ...]:
        """Return the groups of laws; the last one is that of a dealer who takes no card."""
        still = 1 + max(self.rulebook.law)
        early = self.drawn | self.stood
        return tuple(still if p in early else law for p, law in enumerate(self.rulebook.law)) + (0,) * (
            len(self.keys) - self._width
        )

    def _hits(self) -> tuple[int, ...]:
        hits = self.rulebook.dealer_hits
        groups = range(1 + max(self.rulebook.law))
        taking = [hits[g * self._width + d] if stage < 0 else 0 for g in groups for stage, d in self.keys]
        return (*taking, *(0 for _ in self.keys))


def suited_products(rulebook: Rulebook, side: Side, tell: Tell) -> dict[Held, float]:
    """Return what a hand times a wager beside it brings, as `hidden.Products`, for best play that looks at suits."""
    sides = Sides(rulebook, side)
    sums: defaultdict[Held, float] = defaultdict(float)
    for view in sorted({shown.view for shown in sides.shown}):
        game = told(rulebook, side, view)
        offered = {shown.cards: shown for shown in sides.shown if shown.view == view}
        for held, face in _faces(game, side, offered, tell):
            ends = frequencies(game.rulebook, side.of, [(face.state, face.ends(None))])
            sums[held] += _product(game, side, ends.outcomes)
    return dict(sums)


def _product(game: Told, side: Side, outcomes: Sequence[float]) -> float:
    unit = game.rulebook.denominator
    brings = (o.payoffs[side.of] * game.brings[at % len(game.brings)] for at, o in enumerate(game.rulebook.outcomes))
    return fsum(often * float(both) / unit for often, both in zip(outcomes, brings, strict=True))


def _faces(game: Told, side: Side, offered: dict[Cards, Shown], tell: Tell) -> Iterator[tuple[Held, SuitedFace]]:
    """Yield the player's turns in which the wager is offered, by what he holds."""
    shoe = Shoe(Plan(game.rulebook), side.of)
    assert shoe.suited
    for name, hands in shoe.plan.shown.items():
        column = shoe.column(name) if any(hand.state == game.view for hand in hands) else []
        for face in column:
            face.stand()
        for held, parts in _parted([face for face in column if face.hand.cards in offered], offered, tell).items():
            yield from ((held, face) for face in suited_faces(shoe.suited, parts))


def _parted(column: Sequence[ShoeFace], offered: dict[Cards, Shown], tell: Tell) -> dict[Held, list[ShoeFace]]:
    """Part the faces of a column by what the player is dealt; hands that the deal decides are in none."""
    found: defaultdict[Held, list[ShoeFace]] = defaultdict(list)
    for face in column:
        places: defaultdict[Held, list[int]] = defaultdict(list)
        for at in face.dealt:
            hand = face.shoe.plan.dealt[at]
            if not face.decided(hand):
                places[tell(offered[face.hand.cards], hand)].append(at)
        for held, dealt in places.items():
            found[held].append(ShoeFace(face.shoe, face.name, face.hand, face.place, face.start, tuple(dealt)))
    return dict(found)
