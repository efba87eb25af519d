"""What advice and shares ask of a hand's totals: totals → the lowest, the nearest to a target, distances."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import attrs
from attrs import frozen

from f27lang import model
from f27lang.lower.classes import Card, number
from f27lang.lower.patterns import Look, descend, within
from f27lang.lower.patterns import clauses as looks

Totals = tuple[Fraction, ...]


@frozen(eq=False)
class Question:
    """A question about a hand's totals: the measure, and the test of a number."""

    measure: model.Reading | model.TotalNearest | model.DistanceTo
    test: Callable[[Fraction, Fraction], bool]


Clause = tuple[Look | Question, ...]  # all must hold


def clauses(pattern: model.Pattern, names: dict[str, model.Hand]) -> tuple[Clause, ...]:
    """Return the clauses of which one must hold, named hands written out."""
    tails = looks(attrs.evolve(pattern, head=None), names)[0]
    match pattern.head:
        case model.TotalIs(measure=measure, range=bounds):
            return ((Question(measure, within(bounds)), *_looks(tails)),)
        case model.Named(name=name):
            inner = (clause for each in names[name.text].patterns for clause in clauses(each, names))
            return tuple((*clause, *_looks(tails)) for clause in inner)
    return tuple(_looks(clause) for clause in looks(pattern, names))


def _looks(parts: Sequence[object]) -> tuple[Look, ...]:
    return tuple(part for part in parts if isinstance(part, Look))


def nearest(totals: Totals, target: Fraction) -> Fraction:
    """Return the total with the least distance to a target, of two the lower."""
    return min(totals, key=lambda total: (abs(total - target), total))


class Measure:
    """The measures of a game's hands; `distance` alone is the least to any target of any share."""

    def __init__(self, game: model.Game, cards: Sequence[Card]) -> None:
        self.targets = tuple(
            sorted(
                {
                    number(each)
                    for line in descend(game.shares)
                    if isinstance(line, model.Nearest)
                    for each in line.targets
                }
            )
        )
        self.cards = cards

    def distance(self, totals: Totals) -> Fraction:
        """Return the least distance of any total to any target."""
        return min(abs(total - target) for total in totals for target in self.targets)

    def holds(self, question: Question, totals: Totals) -> bool:
        """Return whether a hand with these totals answers with yes; `total` is true of any of them."""
        match question.measure:
            case model.Reading(text="distance"):
                values: Totals = (self.distance(totals),)
            case model.Reading(text="lowest total"):
                values = (totals[0],)
            case model.TotalNearest(target=target):
                values = (nearest(totals, number(target)),)
            case model.DistanceTo(target=target):
                values = (min(abs(total - number(target)) for total in totals),)
            case _:
                values = totals
        return any(question.test(value, value) for value in values)
