"""How much money one hand of a vying game can move, and whether that can be counted: steps, bets, ante -> chips."""

from __future__ import annotations

from collections.abc import Sequence

from f27lang.vying import BettingRules, PlayStep, StepKind

HALF_BITS = 22  # a net is squared in two halves, so that sums over 2**20 hands fit into a machine word
NET_BITS = 2 * HALF_BITS
WORD = (1 << 64) - 1


class TooMuchMoney(Exception):
    """Raised where the chips that a hand can cost, in the parts that pots are shared in, are too many to count."""


def longest(steps: Sequence[PlayStep], cards: int) -> int:
    """Return a number of betting rounds that no hand has more of: all but the last repetition bring a card."""
    bets = sum(step.kind is StepKind.BET for step in steps)
    repeats = any(step.kind is StepKind.REPEAT for step in steps)
    return bets * (cards + 1) if repeats else bets


def largest_pot(steps: Sequence[PlayStep], cards: int, ante: int, betting: BettingRules | None, players: int) -> int:
    """Return a number of chips, at least 1, that no pot of so many players has more of."""
    a_round = 0 if betting is None else betting.most * (1 + max(betting.raises, 0))
    return max(1, players * (ante + longest(steps, cards) * a_round))


def countable(pot: int, unit: int) -> bool:
    """Return whether nets of up to a pot, in 1/`unit` of a chip, can be squared and added up in machine words."""
    return pot * unit < 1 << NET_BITS and pot**2 <= WORD
