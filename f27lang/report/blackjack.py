"""What is published of card counting in blackjack with six decks, to hold other games against."""

from __future__ import annotations

from f27lang.solve.linear import Outlook, outlook, spread_of
from f27lang.solve.tags import correlation

RULES = "six decks, dealer stands on soft 17, double after split"
EFFECTS_SOURCE = "M. Shackleford, wizardofodds.com/games/blackjack/effect-of-removal (2019)"
EDGE_SOURCE = "M. Shackleford, wizardofodds.com/games/blackjack/appendix/4 (2019)"
CORRELATION_SOURCE = "blackjackapprenticeship.com/resources/card-counting-systems"

# what one card less does for the player, in per cent of the wager, from six decks, with play adapted
EFFECTS_PCT = {
    "A": -0.094, "2": 0.069, "3": 0.082, "4": 0.110, "5": 0.141, "6": 0.079, "7": 0.041, "8": -0.008,
    "9": -0.040, "10": -0.091,
}  # fmt: skip
COUNTS = {rank: 96 if rank == "10" else 24 for rank in EFFECTS_PCT}  # J, Q and K count as tens
VALUE_PCT = -0.573 + 0.159  # by the source: without double after split, and what that adds
HI_LO = {"A": -1, "2": 1, "3": 1, "4": 1, "5": 1, "6": 1, "7": 0, "8": 0, "9": 0, "10": -1}
PUBLISHED_CORRELATIONS = {"Hi-Lo": 0.97, "K-O": 0.98, "Halves": 0.99}  # from one deck's effects


def hi_lo_correlation() -> float:
    """Return the betting correlation of Hi-Lo by these effects."""
    return correlation(tuple(HI_LO.values()), tuple(EFFECTS_PCT.values()), tuple(COUNTS.values()))


def blackjack_outlook(penetration: float) -> Outlook:
    """Return what a player sees of that game, as it is estimated of others."""
    effects = {rank: effect / 100 for rank, effect in EFFECTS_PCT.items()}
    return outlook(VALUE_PCT / 100, spread_of(effects, COUNTS), sum(COUNTS.values()), penetration)
