"""Effects of removal: what one card less in the shoe changes, for each rank.

Pack, the chart of the full shoe -> Effects
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from math import fsum

from attrs import define, field, frozen

from f27lang.rulebook import OutOfCards, Policy
from f27lang.shortage import shortage
from f27lang.solve import solve_shoe_all
from f27lang.solve.crew import in_order
from f27lang.solve.faces import against
from f27lang.solve.kept import LessPlan, shares_hands
from f27lang.solve.plan import Plan
from f27lang.solve.removal import Gone, Pack
from f27lang.solve.shoe import Lasting, Shoe, ShoeFace

Where = tuple[tuple[int, ...], int]  # a face: the cards shown, and its place in the column


@frozen
class Worth:
    """The player's value of a shoe, per wager of 1.

    With the best play for it; with the chart of the full shoe kept; and with the best play of the full shoe kept, hand
    by hand, None where that is not followed: where poker ranks decide or the rules tell suits apart.
    """

    best: float
    chart: float
    kept: float | None


@frozen
class Effect:
    """What one card less of a rank does to the house edge, per wager of 1: positive where the player loses by it.

    The mean over the rank's cards where the rules tell some of them apart.
    """

    card: str
    count: int
    best: float
    chart: float
    kept: float | None


@frozen
class Effects:
    """The effects of all ranks, in the order of the sorted shoe, and what the full shoe is worth."""

    full: Worth
    cards: tuple[Effect, ...]

    @property
    def shoe(self) -> int:
        """The number of cards in the full shoe."""
        return sum(effect.count for effect in self.cards)

    def mean(self, of: Callable[[Effect], float]) -> float:
        """Return the mean over all cards of the shoe: 0 where a play is kept, since a card unseen changes nothing."""
        return fsum(effect.count * of(effect) for effect in self.cards) / self.shoe


def effects(
    pack: Pack, chart: Policy, wager: int = 0, *, knowledge: str = "cards", threads: int | None = None
) -> Effects:
    """Return the effects of removal; `chart` is one on the tables of the pack.

    The best play knows "cards" or "ranks"; shoes are priced on so many `threads`, by default one a core. Raises
    TooLarge, and OutOfCards where a shoe with a card less can't be dealt from.
    """
    pricing = Pricing(pack, chart, wager, knowledge)
    full = pricing.worth({})
    found: dict[str, list[tuple[int, Worth]]] = {}
    every = in_order(lambda sample: pricing.worth({sample[0].face: 1}), pack.samples, threads)
    for (kind, number), worth in zip(pack.samples, every, strict=True):
        found.setdefault(kind.rank, []).append((number, worth))
    return Effects(full, tuple(_effect(rank, full, worths) for rank, worths in found.items()))


def _effect(rank: str, full: Worth, worths: list[tuple[int, Worth]]) -> Effect:
    count = sum(number for number, _ in worths)

    def mean(of: Callable[[Worth], float]) -> float:
        return fsum(number * (of(full) - of(worth)) for number, worth in worths) / count

    kept = None if full.kept is None else mean(lambda worth: worth.kept or 0.0)
    return Effect(rank, count, mean(lambda worth: worth.best), mean(lambda worth: worth.chart), kept)


@define(slots=False)
class Pricing:
    """What shoes are worth that hold fewer cards than the full one, one after another."""

    pack: Pack
    chart: Policy
    wager: int
    knowledge: str
    known: dict[Where, list[int]] = field(factory=dict, init=False)  # the full shoe's best moves, by hand
    lasting: Lasting = field(factory=Lasting, init=False)

    @cached_property
    def _whole(self) -> Plan:
        return Plan(self.pack.rulebook, counting=False)

    def worth(self, gone: Gone) -> Worth:
        """Return what a shoe is worth; the full shoe, from which nothing is gone, has to come first."""
        left = self.pack.without(gone)
        if (short := shortage(left)) is not None:
            raise OutOfCards(short.words)
        if not shares_hands(left):
            how = {"wager": self.wager, "knowledge": self.knowledge, "cells": False}
            best, chart = solve_shoe_all(left, ("best", self.chart), **how)  # type: ignore[arg-type]
            return Worth(best.value, chart.value, None)
        shoe = Shoe(LessPlan(left, whole=self._whole, counting=False), self.wager, self.lasting)
        worths = [self._face(face) for column in shoe.columns() for face in column]
        return Worth(*map(fsum, zip(*worths, strict=True)))

    def _face(self, face: ShoeFace) -> tuple[float, float, float]:
        where = face.hand.cards, face.place
        best = face.value(None)
        if where not in self.known:
            self.known[where] = face.shoe.turn.by_hand(face.place)[0]
        kept = face.worth(self.known[where], by_hand=True)
        chart = face.value(against(self.pack.rulebook, self.chart, face.state))
        return float(best), float(chart), float(kept)
