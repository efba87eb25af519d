"""What advice and shares ask of a hand's totals: totals → the lowest, the nearest to a target, distances."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache
from math import lcm

import attrs
from attrs import frozen

from f27lang import model
from f27lang.lower.classes import Card, number
from f27lang.lower.patterns import Look, within
from f27lang.lower.patterns import clauses as looks

Totals = tuple[int, ...]  # in units of 1/`Measure.scale` point, lowest first


@frozen(eq=False)
class Question:
    """A question about a hand's totals: the measure, and the test of a number."""

    measure: model.Reading | model.TotalNearest | model.DistanceTo
    test: Callable[[Fraction, Fraction], bool]


Clause = tuple[Look | Question, ...]  # all must hold


def clauses(pattern: model.Pattern, names: dict[str, model.Hand]) -> tuple[Clause, ...]:
    """Return the clauses of which one must hold, named hands written out."""
    match pattern.head:
        case model.TotalIs(measure=measure, range=bounds):
            return ((Question(measure, within(bounds)), *_tails(pattern)),)
        case model.Named(name=name):
            inner = (clause for each in names[name.text].patterns for clause in clauses(each, names))
            return tuple((*clause, *_tails(pattern)) for clause in inner)
    return tuple(_looks(clause) for clause in looks(pattern, names))


def _tails(pattern: model.Pattern) -> tuple[Look, ...]:
    return _looks(looks(attrs.evolve(pattern, head=None), {})[0])


def _looks(parts: Sequence[object]) -> tuple[Look, ...]:
    return tuple(part for part in parts if isinstance(part, Look))


class Measure:
    """The measures of a game's hands; `distance` alone is the least to any target of any share."""

    def __init__(self, game: model.Game, cards: Sequence[Card]) -> None:
        aims = [
            [number(each) for line in share.lines if isinstance(line, model.Nearest) for each in line.targets]
            for share in game.shares
        ]
        values = {value for card in cards for value in card.values}
        self.scale = lcm(*(each.denominator for each in values.union(*aims)))
        self.aims = tuple(tuple(int(target * self.scale) for target in share) for share in aims)
        self.targets = tuple(sorted(set().union(*self.aims)))
        self.ranks = tuple({tuple(int(value * self.scale) for value in card.values) for card in cards})
        self.helped = cache(self._helped)

    def distance(self, totals: Iterable[int]) -> int:
        """Return the least distance of any total to any target."""
        return min(abs(total - target) for total in totals for target in self.targets)

    def holds(self, question: Question, totals: Totals) -> bool:
        """Return whether a hand with these totals answers with yes; `total` is true of any of them."""
        values = (Fraction(value) / self.scale for value in self._values(question, totals))
        return any(question.test(value, value) for value in values)

    def nearest_share(self, totals: Totals) -> int:
        """Return the place of the share with the target least far from any total, of several the first."""
        far = [min(abs(total - target) for total in totals for target in aims) for aims in self.aims]
        return far.index(min(far))

    def points(self, totals: Totals) -> tuple[Fraction, ...]:
        """Return totals in points."""
        return tuple(Fraction(total, self.scale) for total in totals)

    def _helped(self, totals: Totals) -> bool:
        """Return whether some rank of the deck would make the least distance strictly smaller."""
        if totals[0] >= self.targets[-1]:
            return False
        now = self.distance(totals)
        return any(self.distance(total + value for total in totals for value in values) < now for values in self.ranks)

    def _values(self, question: Question, totals: Totals) -> Sequence[int | Fraction]:
        match question.measure:
            case model.Reading(text="distance"):
                return (self.distance(totals),)
            case model.Reading(text="lowest total"):
                return totals[:1]
            case model.TotalNearest(target=target):
                aim = number(target) * self.scale
                return (min(totals, key=lambda total: (abs(total - aim), total)),)
            case model.DistanceTo(target=target):
                return (min(abs(total - number(target) * self.scale) for total in totals),)
        return totals
