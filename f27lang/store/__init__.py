"""The run store: what was solved or simulated is kept, and what was solved is not solved again.

Question -> answer, from a SQLite file in the user's data folder
"""

from f27lang.store.store import About, Kept, Pruned, Store

__all__ = ["About", "Kept", "Pruned", "Store"]
