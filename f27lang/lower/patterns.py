"""What a pattern looks at: Pattern → clauses of parts, each answered by the state of one feature machine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any

from attrs import frozen

from f27lang import model
from f27lang.lower.classes import number, ranks_in
from f27lang.lower.features import Feature
from f27lang.lower.features.alike import Alike
from f27lang.lower.features.as_dealt import Taken
from f27lang.lower.features.card_count import CardCount
from f27lang.lower.features.drew import Drew
from f27lang.lower.features.exact_cards import ExactCards, OneCard
from f27lang.lower.features.holding import Holds
from f27lang.lower.features.making import MADE, Made
from f27lang.lower.features.points import Reading
from f27lang.lower.features.started import DealtFirst, DealtSecond
from f27lang.lower.features.suits import MIXED, AllOfSuit, OneSuit

Relative = model.OverOther | model.UnderOther | model.AtLeastOther | model.AtMostOther


@frozen(eq=False)
class Look:
    """A question that the state of one feature machine answers."""

    feature: Feature
    test: Callable[[Any], bool]


@frozen(eq=False)
class ReadingIs:
    """A question about the reading; `other` names the side it is compared with, None for plain numbers."""

    measure: str  # "hard", "soft" or "total"
    test: Callable[[Fraction, Fraction], bool]  # of the reading and the other reading
    other: str | None

    def holds(self, reading: Reading, other: Reading | None) -> bool:
        """Return whether a reading fits; `other` is the reading of the side named, where one is."""
        if self.measure != "total" and reading.soft != (self.measure == "soft"):
            return False
        compared = reading.total if other is None else other.total
        return self.test(reading.total, compared)


Part = Look | ReadingIs
Clause = tuple[Part, ...]  # all must hold


def within(bounds: model.Range) -> Callable[[Fraction, Fraction], bool]:
    """Return the test of a range, of a number and (for relative ranges) the other side's."""
    named = bounds_of(bounds)
    match bounds:
        case model.Between():
            return lambda n, _: named[0] <= n <= named[1]
        case model.AtLeast():
            return lambda n, _: n >= named[0]
        case model.UpTo():
            return lambda n, _: n <= named[0]
        case model.Exactly():
            return lambda n, _: n == named[0]
        case model.Over():
            return lambda n, _: n > named[0]
        case model.Under():
            return lambda n, _: n < named[0]
        case model.OverOther():
            return lambda n, other: n > other
        case model.UnderOther():
            return lambda n, other: n < other
        case model.AtLeastOther():
            return lambda n, other: n >= other
        case model.AtMostOther():
            return lambda n, other: n <= other


def bounds_of(bounds: model.Range) -> tuple[Fraction, ...]:
    """Return the numbers that a range names, in order."""
    values = (getattr(bounds, name, None) for name in ("low", "high", "value"))
    return tuple(value.value for value in values if isinstance(value, model.Amount))


def clauses(pattern: model.Pattern, names: dict[str, model.Hand]) -> tuple[Clause, ...]:
    """Return the clauses of which one must hold, named hands written out."""
    second = any(isinstance(tail, model.DealtSecond) for tail in pattern.tails)
    found: tuple[Clause, ...] = ((),)
    if pattern.head is not None:
        found = _second(pattern.head) if second else _head(pattern.head, names)
    tails = tuple(part for tail in pattern.tails for part in _tail(tail))
    return tuple(clause + tails for clause in found)


def _second(head: model.Head) -> tuple[Clause, ...]:
    assert isinstance(head, model.CardsAre) and len(head.cards) == 1, head
    return ((Look(DealtSecond(head.cards[0].text), lambda state: state == "second"),),)


def _head(head: model.Head, names: dict[str, model.Hand]) -> tuple[Clause, ...]:
    if isinstance(head, model.Named):
        return tuple(clause for pattern in names[head.name.text].patterns for clause in clauses(pattern, names))
    return ((_plain_head(head),),)


def _plain_head(head: model.Head) -> Part:
    match head:
        case model.TotalIs(measure=model.Reading(text=measure), range=bounds):
            return ReadingIs(measure, within(bounds), bounds.other.text if isinstance(bounds, Relative) else None)
        case model.CardsAre(cards=cards):
            return Look(ExactCards(_sorted(cards)), lambda lacking: lacking == ())
        case model.Started(cards=cards):
            return Look(DealtFirst(_sorted(cards)), lambda lacking: lacking == ())
        case model.Holding(rank=rank):
            return Look(Holds(rank.text), bool)
        case model.Alike(text=text):
            return Look(Alike(text.removeprefix("equal ")), lambda state: state[-1] is True)
    raise AssertionError(head)


def _sorted(cards: Iterable[model.Card]) -> tuple[str, ...]:
    return tuple(sorted(card.text for card in cards))


def _tail(tail: model.Tail) -> Clause:
    match tail:
        case model.WithCards(number=bounds):
            cap = int(max(bounds_of(bounds))) + 1
            test = within(bounds)
            return (Look(CardCount(cap), lambda count: test(count, count)),)
        case model.AsDealt():
            return (Look(Taken(), lambda taken: not taken),)
        case model.OneSuit():
            return (Look(OneSuit(), lambda suit: suit != MIXED),)
        case model.OfSuit(suit=suit):
            return (Look(AllOfSuit(suit.text), bool),)
        case model.Making(at_least=at_least, category=category):
            return (Look(Made(category.text, at_least is not None), lambda state: state[0] == MADE),)
        case model.DealtSecond() | model.Unless():  # the head says it; nothing is split or doubled
            return ()
    raise AssertionError(tail)


def shown_ranks(ranks: model.Ranks) -> Look:
    """Return the question whether a hand is one card of these ranks."""
    return Look(OneCard(frozenset(ranks_in(ranks))), bool)


def drew_ranks(ranks: model.Ranks) -> Look:
    """Return the question whether the last card taken is of these ranks."""
    return Look(Drew(frozenset(ranks_in(ranks))), bool)


def took_nothing() -> Look:
    """Return the question whether no card was taken."""
    return Look(Taken(), lambda taken: not taken)


def has_cards(least: int) -> Look:
    """Return the question whether a hand has that many cards or more."""
    return Look(CardCount(least), lambda count: count >= least)


def as_pattern(what: model.Node) -> model.Pattern:
    """Return a name or a range of totals as the pattern it stands for."""
    if isinstance(what, model.Pattern):
        return what
    assert isinstance(what, model.Named | model.TotalIs)
    return model.Pattern(what, (), span=what.span)


def named(name: model.Name) -> model.Pattern:
    """Return the pattern that a bare name stands for, as on a rung."""
    return as_pattern(model.Named(name, span=name.span))


def parts_within(nodes: object, names: dict[str, model.Hand]) -> Iterator[Part]:
    """Yield every part of every pattern and condition inside nodes."""
    for node in model.walk(nodes):
        match node:
            case model.Pattern():
                for clause in clauses(node, names):
                    yield from clause
            case model.Shows(what=model.Ranks() as ranks):
                yield shown_ranks(ranks)
            case model.Shows(what=what):
                yield from parts_within(as_pattern(what), names)
            case model.Drew(ranks=ranks):
                yield drew_ranks(ranks)
            case model.DrewNothing():
                yield took_nothing()
            case model.Limit(number=amount, what=None):
                yield has_cards(int(number(amount)))
            case model.Rung(name=name):
                yield from parts_within(named(name), names)
