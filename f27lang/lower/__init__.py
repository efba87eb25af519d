"""Rules become tables: Game → Rulebook, and a strategy of it → Policy."""

from f27lang.lower.lowering import STATE_LIMIT, count_states, lower, lower_strategy

__all__ = ["STATE_LIMIT", "count_states", "lower", "lower_strategy"]
