"""Whether some round of a tiny game runs out of cards, by playing all of them with the referee."""

from __future__ import annotations

from collections import Counter

from f27lang import model
from f27lang.referee import Card, Give, Referee, Table, shoe


class TooMany(Exception):
    """Raised where there are more ways to play than were to be looked at."""


def runs_out(game: model.Game, most_tables: int) -> bool:
    """Return whether a card is ever due when none is left; raises TooMany."""
    referee = Referee(game)
    waiting: list[tuple[Table, Counter[Card]]] = [(referee.open(), Counter(shoe(game)))]
    seen = set[tuple[object, ...]]()
    while waiting:
        table, left = waiting.pop()
        if not isinstance(table.wants, Give):
            if table.wants is not None:
                waiting += [(referee.choose(table, move), left) for move in table.wants.moves]
            continue
        if not left:
            return True
        at = table.player, table.dealer, table.phase, table.given
        if at in seen:
            continue
        if len(seen) == most_tables:
            raise TooMany
        seen.add(at)
        waiting += [(referee.give(table, card), left - Counter([card])) for card in left]
    return False
