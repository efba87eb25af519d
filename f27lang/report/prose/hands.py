"""Patterns in English: Pattern -> a phrase that stands behind "has" or "with", such as `a hard total of 14 or less`."""

from __future__ import annotations

from fractions import Fraction

from f27lang import model
from f27lang.report.prose.words import (
    a_card,
    counted,
    exact_cards,
    listed,
    numeral,
    one_of,
    points,
    quantity,
    quoted,
)

_ACROSS = {
    model.OverOther: "higher than",
    model.UnderOther: "lower than",
    model.AtLeastOther: "at least as high as",
    model.AtMostOther: "no higher than",
}
_UNLESS = {"unless split": ", not made by splitting", "unless doubled": ", not doubled"}


def hand(pattern: model.Pattern, other: str = "the other hand's") -> str:
    """Return what a pattern says of a hand; `other` is whose total `under dealer` measures against."""
    number = next((tail for tail in pattern.tails if isinstance(tail, model.WithCards)), None)
    second = any(isinstance(tail, model.DealtSecond) for tail in pattern.tails)
    said = _second(pattern.head) if second else _head(pattern.head, number, other)
    return said + "".join(_tail(tail) for tail in pattern.tails)


def any_of(patterns: tuple[model.Pattern, ...]) -> str:
    """Return what a named hand is."""
    return listed([hand(pattern) for pattern in patterns], "or")


def _head(head: model.Head | None, number: model.WithCards | None, other: str) -> str:
    of = f" of {cards_in(number.number)}" if number else ""
    match head:
        case None:
            return f"a hand{of}"
        case model.CardsAre(cards=cards):
            return f"a hand of exactly {exact_cards([card.text for card in cards])}"
        case model.Named(name=name):
            return f"a {quoted(name.text)} hand{of}"
        case model.TotalIs(measure=measure, range=range_):
            return f"{_measure(measure)} {total_range(range_, other)}{f' in {of[4:]}' if of else ''}"
        case model.Alike(text=text):
            same = "of one rank" if text == "equal ranks" else "of equal value"
            return f"a hand{of or ' of two or more cards'}, all {same}"
        case model.Holding(rank=rank):
            return f"a hand{of} with {a_card(rank.text)} in it"
        case model.Started(cards=cards):
            return f"a hand{of} that started with {exact_cards([card.text for card in cards])}"


def _measure(measure: model.Reading | model.TotalNearest | model.DistanceTo) -> str:
    match measure:
        case model.TotalNearest(target=target):
            return f"a total nearest to {_points(target)}"
        case model.DistanceTo(target=target):
            return f"a distance to {_points(target)}"
        case model.Reading(text="distance"):
            return "a distance to the nearest target"
        case model.Reading(text="total" | "lowest total" as kind):
            return f"a {kind}"
    return f"a {measure.text} total"


def _second(head: model.Head | None) -> str:
    assert isinstance(head, model.CardsAre), head
    card = head.cards[0].text
    return f"a hand of two cards, as dealt, the second of them {'any card' if card == 'any' else a_card(card)}"


def _tail(tail: model.Tail) -> str:
    match tail:
        case model.AsDealt():
            return ", as dealt"
        case model.OneSuit():
            return ", all in one suit"
        case model.OfSuit(suit=suit):
            return f", all {suit.text}"
        case model.Unless(text=text):
            return _UNLESS[text]
        case _:
            return ""


def total_range(range_: model.Range, other: str) -> str:
    """Return what stands behind `a total`: `of 14 or less`, `from 15 to 24`, `higher than the dealer's`."""
    match range_:
        case model.Between(low=low, high=high) if quantity(low) != quantity(high):
            return f"from {_points(low)} to {_points(high)}"
        case model.Between(low=value) | model.Exactly(value=value):
            return f"of {_points(value)}"
        case model.AtLeast(low=low):
            return f"of {_points(low)} or more"
        case model.UpTo(high=high):
            return f"of {_points(high)} or less"
        case model.Over(value=value):
            return f"of more than {_points(value)}"
        case model.Under(value=value):
            return f"of less than {_points(value)}"
        case _:
            return f"{_ACROSS[type(range_)]} {other}"


def cards_in(range_: model.Range) -> str:
    """Return `five cards`, `three or more cards`, `two to four cards`."""
    match range_:
        case model.Between(low=low, high=high) if quantity(low) != quantity(high):
            return f"{_number(low)} to {_number(high)} cards"
        case model.Between(low=value) | model.Exactly(value=value):
            return counted(int(quantity(value)), "card")
        case model.AtLeast(low=low):
            return f"{_number(low)} or more cards"
        case model.UpTo(high=high):
            return f"at most {counted(int(quantity(high)), 'card')}"
        case model.Over(value=value):
            return f"more than {counted(int(quantity(value)), 'card')}"
        case model.Under(value=value):
            return f"fewer than {counted(int(quantity(value)), 'card')}"
    raise AssertionError(range_)


def _points(number: model.Quantity) -> str:
    return points(quantity(number))


def _number(number: model.Quantity) -> str:
    value: Fraction = quantity(number)
    return numeral(int(value)) if value.denominator == 1 else points(value)


def condition(when: model.When) -> str:
    """Return `when the dealer is bound to hit and the player took no card`, without its `when`."""
    return listed([_seen(seen) for seen in when.seen])


def _seen(seen: model.Seen) -> str:
    match seen:
        case model.Will(text=text):
            return f"the dealer is bound to {text.split()[-1]}"
        case model.Shows(what=model.Ranks() as ranks):
            return f"the dealer shows {one_of(ranks)}"
        case model.Shows(what=model.Named() | model.TotalIs() as what):
            return f"the dealer shows {hand(model.Pattern(what, (), span=what.span), others('dealer'))}"
        case model.Has(other=side, pattern=pattern):
            return f"the {side.text} has {hand(pattern, others(side.text))}"
        case model.Drew(other=side, ranks=ranks):
            return f"the last card that the {side.text} took is {one_of(ranks)}"
        case model.DrewNothing(other=side):
            return f"the {side.text} took no card"
    raise AssertionError(seen)


def others(side: str) -> str:
    """Return whose total a side's is measured against."""
    return {"player": "the dealer's", "dealer": "the player's"}.get(side, "the other hand's")
