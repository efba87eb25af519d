"""Rules become tables: Game → Rulebook, and a strategy of it → Policy."""

from f27lang.lower.lowering import STATE_LIMIT, Rank, lower, lower_ranked, lower_strategy, too_large

__all__ = ["STATE_LIMIT", "Rank", "lower", "lower_ranked", "lower_strategy", "too_large"]
