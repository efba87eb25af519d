"""What a player's policy and the rules make of each hand before the dealer's turn.

Rulebook and Policy -> two tables of cells
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from f27lang.emit.tables import cell_bytes, pack
from f27lang.rulebook import Move, Policy, Rulebook, Side

TAKES_CARD, STANDS, ENDED = 0, 1, 2


@lru_cache(maxsize=4)  # a run asks once to reckon how long it takes, and again to play
def answers(rulebook: Rulebook, policy: Policy) -> tuple[bytes, ...]:
    """Return the tables [v*S + p] that a kernel asks for a hand as dealt and for a hand that took a card.

    0: the player takes a card. 1: he stands and the dealer's turn comes. 2 + o: the round has ended with outcome o.
    Where the dealer looks at his hidden cards two more follow, of rounds that end before the player is asked: by the
    deal [v*S + p] and by that look [d*S + p]; 0 where they go on. Then comes one for each wager beside another. Where
    shoes are worn the last is what standing answers [v*S + p], whatever the policy.
    Raises ValueError where the policy makes a move that the rules don't allow.
    """
    states = len(rulebook.states)
    after_deal, after_card = [STANDS] * states**2, [STANDS] * states**2
    rows = zip(policy.play, rulebook.moves, rulebook.dealt, rulebook.drawn, rulebook.stood, strict=True)
    for cell, (move, allowed, dealt, drawn, stood) in enumerate(rows):
        if move and not move & allowed:
            raise ValueError(f"policy {policy.name}: move {move} is not allowed in cell {cell}")
        p, v = divmod(cell, states)
        answer = TAKES_CARD if move == Move.HIT else _ended(stood) or STANDS
        after_deal[v * states + p] = _ended(dealt) or answer
        after_card[v * states + p] = _ended(drawn) or answer
    tables = [after_deal, after_card]
    if rulebook.peeked:
        tables += [_turned(rulebook.dealt, states), _turned(rulebook.peeked, states)]
    tables += [_takes(rulebook, side, accepts) for side, accepts in zip(rulebook.sides, policy.accepts, strict=True)]
    if rulebook.shuffling:
        tables.append([_ended(rulebook.stood[p * states + v]) or STANDS for v in range(states) for p in range(states)])
    width = cell_bytes(rulebook)
    return tuple(pack(table, width) for table in tables)


def _takes(rulebook: Rulebook, side: Side, accepts: Sequence[int]) -> list[int]:
    """Return a table [v*S + p]: 1 where a wager beside another is offered to an open hand and taken."""
    states = range(len(rulebook.states))
    cells = ((v, p, p * len(states) + v) for v in states for p in states)
    return [int(side.offered[v] and accepts[cell] and not rulebook.dealt[cell]) for v, p, cell in cells]


def _turned(decided: Sequence[int], states: int) -> list[int]:
    """Return a table [p*S + d] of what decides as one of answers [d*S + p]."""
    return [_ended(decided[p * states + d]) for d in range(states) for p in range(states)]


def _ended(decided: int) -> int:
    """Turn a rulebook's 1 + outcome into 2 + outcome, and its 0, for a round that goes on, into 0."""
    return decided + ENDED - 1 if decided else 0
