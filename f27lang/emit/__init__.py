"""Writes a rulebook as a module that plays it: Rulebook -> Module."""

from __future__ import annotations

import re
from functools import lru_cache

from attrs import evolve

from f27lang.emit.banked import banked, structure
from f27lang.emit.module import Module
from f27lang.emit.tables import RunTables, run_tables
from f27lang.emit.writer import write
from f27lang.rulebook import Rulebook, Shuffling

__all__ = ["Module", "RunTables", "emit", "general", "run_tables", "structure"]


def general(rulebook: Rulebook) -> Rulebook:
    """Return the setting whose module plays this one too: how long to deal from a shoe is told with the tables."""
    worn = rulebook.shuffling
    return evolve(rulebook, shuffling=Shuffling(hands=1, cut=None, empty=worn.empty)) if worn else rulebook


@lru_cache(maxsize=4)  # a run asks for its module to reckon how long it takes, and again to play
def emit(rulebook: Rulebook, *, several: bool = False, probing: bool = False) -> Module:
    """Return the module of a rulebook, for one seat or for several: the same bytes on every run and machine.

    That of worn shoes can be one with `probing`, in which a coin makes the decisions that are watched.
    """
    kind = ("probes_" if probing else "shoes_" if rulebook.shuffling else "") + ("table_" if several else "game_")
    name = kind + re.sub(r"[^A-Za-z0-9]", "_", rulebook.name)
    return Module(name, write(banked(rulebook, several=several, probing=probing)), rulebook.digest)
