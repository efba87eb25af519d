"""Which line of a list leaves nothing for another: what can be told from the words alone, without playing a hand."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from f27lang import model
from f27lang.model.node import Node


def idle_lines(game: model.Game) -> frozenset[int]:
    """Return the `id` of each line of settle, wagers and bonuses behind one that takes all its cases."""
    lists: list[Iterable[Node]] = [game.settle.lines if game.settle else ()]
    lists += [wager.lines for wager in game.wagers]
    lists += [bonus.lines for bonus in game.bonuses]
    idle: set[int] = set()
    for lines in lists:
        before: list[Node] = []
        for line in lines:
            if any(covers(earlier, line) for earlier in before):
                idle.add(id(line))
            before.append(line)
    return frozenset(idle)


def covers(first: Node, second: Node) -> bool:
    """Return whether the words of `first` show that it fits whatever `second` fits."""
    if isinstance(first, model.OutcomeRow) and isinstance(second, model.OutcomeRow):
        return first.moment == second.moment and set(first.facts) <= set(second.facts)
    if isinstance(first, model.OtherwisePays):
        return True
    one, other = _event(first), _event(second)
    if isinstance(one, model.EventResult) and isinstance(other, model.EventResult):
        return (
            one.decided == other.decided
            and one.hand in (None, other.hand)
            and (one.against is None or one.against == other.against)
        )
    return one is not None and one == other


@frozen
class Case:
    """What the words of a line tell of the cases that it fits: a moment or verdict, and the cards if it names them."""

    when: str
    cards: tuple[str, ...] | None


def case(line: Node) -> Case | None:
    """Return the case of a line of settle, a wager or a bonus; None where its first words tell nothing."""
    if isinstance(line, model.OutcomeRow):
        return Case(line.moment.text, None) if line.moment.text != "at once" else None
    event = _event(line)
    return Case(event.decided.text, _cards(event.hand)) if isinstance(event, model.EventResult) else None


def apart(first: Case | None, second: Case | None) -> bool:
    """Return whether two cases can't both be."""
    if first is None or second is None:
        return False
    if first.when != second.when:
        return True
    return first.cards is not None and second.cards is not None and first.cards != second.cards


def _cards(pattern: model.Pattern | None) -> tuple[str, ...] | None:
    head = pattern.head if pattern else None
    cards = sorted(card.text for card in head.cards) if isinstance(head, model.CardsAre) else ["any"]
    return None if "any" in cards else tuple(cards)


def _event(line: Node) -> model.Event | None:
    return line.event if isinstance(line, model.Pays | model.Returns | model.Loses | model.Adds) else None
