"""Which line of a list leaves nothing for another: what can be told from the words alone, without playing a hand."""

from __future__ import annotations

from collections.abc import Iterable

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


def apart(first: Node, second: Node) -> bool:
    """Return whether the words of two lines show that no case fits both."""
    if isinstance(first, model.OutcomeRow) and isinstance(second, model.OutcomeRow):
        moments = {first.moment.text, second.moment.text}
        return len(moments) == 2 and "at once" not in moments
    one, other = _event(first), _event(second)
    if isinstance(one, model.EventResult) and isinstance(other, model.EventResult):
        return one.decided != other.decided or _cards_apart(one.hand, other.hand)
    return False


def _cards_apart(first: model.Pattern | None, second: model.Pattern | None) -> bool:
    heads = [pattern.head for pattern in (first, second) if pattern is not None]
    if len(heads) < 2 or not all(isinstance(head, model.CardsAre) for head in heads):
        return False
    one, other = (sorted(card.text for card in head.cards) for head in heads if isinstance(head, model.CardsAre))
    return len(one) != len(other) or ("any" not in {*one, *other} and one != other)


def _event(line: Node) -> model.Event | None:
    return line.event if isinstance(line, model.Pays | model.Returns | model.Loses | model.Adds) else None
