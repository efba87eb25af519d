"""Rules of vying games become tables: Game → VyingRulebook, and the plays of seats → VyingPolicy."""

from f27lang.lower.vying.lowering import HAND_LIMIT, lower_seats, lower_vying, too_large
from f27lang.lower.vying.names import WrongPlay

__all__ = ["HAND_LIMIT", "WrongPlay", "lower_seats", "lower_vying", "too_large"]
