"""Writes a rulebook as a module that plays it: Rulebook -> Module."""

from __future__ import annotations

import re
from functools import lru_cache

from f27lang.emit.banked import banked, functions, kernel_head
from f27lang.emit.module import Module
from f27lang.emit.nodes import Imports
from f27lang.emit.tables import RunTables, run_tables
from f27lang.emit.writer import write
from f27lang.rulebook import Rulebook

__all__ = ["Module", "RunTables", "emit", "emit_kernel", "run_tables"]


def emit(rulebook: Rulebook) -> Module:
    """Return the module of a rulebook with its tables: the same bytes on every run and machine."""
    kind = "shoes_" if rulebook.shuffling else "game_"
    return Module(kind + re.sub(r"[^A-Za-z0-9]", "_", rulebook.name), write(banked(rulebook)), rulebook.digest)


@lru_cache(maxsize=8)  # a run asks for it to reckon how long it takes, and again to play
def emit_kernel(rulebook: Rulebook, *, several: bool = False, probing: bool = False) -> Module:
    """Return the module that runs are played by, for one seat or for several: all tables are given to it.

    So what a rule changes in tables alone, of this game or another, is never compiled again. That of worn shoes can be
    one with `probing`, in which a coin makes the decisions that are watched.
    """
    name = "probes" if probing else "shoes" if rulebook.shuffling else "rounds"
    what = ("shoes" if rulebook.shuffling else "rounds") + (" of several seats" if several else "")
    nodes = [kernel_head(what), Imports(("cython",)), *functions(rulebook, several=several, probing=probing)]
    return Module(name + ("_of_seats" if several else ""), write(nodes))
