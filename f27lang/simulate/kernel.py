"""Loads the module that plays a rulebook: Rulebook, Policy -> Kernel."""

from __future__ import annotations

import time
from pathlib import Path
from types import ModuleType

from attrs import evolve, frozen

from f27lang.build import build, plain
from f27lang.emit import RunTables, emit, run_tables, structure
from f27lang.rulebook import OutOfCards, Policy, Rulebook
from f27lang.simulate.answers import answers
from f27lang.simulate.beside import played
from f27lang.simulate.tally import Tally

_TRIAL_ROUNDS = 500


@frozen
class Kernel:
    """A module loaded, with the tables of the game and the player to play."""

    module: ModuleType
    tables: RunTables
    player: tuple[bytes, ...]
    compiled: bool
    reason: str
    seats: int = 1
    name: str = "scalar"

    def play(self, first: int, rounds: int, seed: int) -> Tally:
        """Return how `rounds` rounds from number `first` on end; at most 2**32 - 1 of them. Raises OutOfCards."""
        try:
            return Tally(tuple(self.module.play_rounds(first, rounds, seed, self.tables, self.player)), self.seats)
        except self.module.OutOfCards:
            raise OutOfCards("a round needed more cards than the shoe holds") from None

    def trial(self, rounds: int, seed: int) -> Tally:
        """Return how the first rounds end."""
        return self.play(0, rounds, seed)

    def seconds(self, rounds: int) -> float:
        """Return the CPU time that this many rounds will take, by a short trial."""
        started = time.thread_time()
        self.play(0, _TRIAL_ROUNDS, 0)
        return (time.thread_time() - started) * rounds / _TRIAL_ROUNDS


def load_plain_kernel(rulebook: Rulebook, policy: Policy, *, seats: int = 1) -> Kernel:
    """Return the kernel as plain Python, whatever compilers there are."""
    rulebook = _fresh(rulebook, policy)
    module = emit(rulebook, several=seats > 1)
    loaded, tables = plain(module.name, module.text), _tables(rulebook, seats)
    return Kernel(loaded, tables, answers(rulebook, policy), False, "plain Python was asked for", seats)


def load_kernel(
    rulebook: Rulebook,
    policy: Policy,
    *,
    seats: int = 1,
    like: Rulebook | None = None,
    cache_dir: Path | None = None,
) -> Kernel:
    """Return the kernel that plays a rulebook by a policy, which every seat plays by.

    Each round is from a fresh shoe, even of a game in which shoes are worn: see `load_shoe_kernel` for these.
    With several seats the dealer's law must not look at a player's hand; two seats and more share a module.
    `like` is another setting of the game, usually its default: where only tables differ its module is used, so that
    many settings compile once. Raises CompilerFailed, and ValueError where the policy breaks the rules.
    """
    rulebook = _fresh(rulebook, policy)
    like = like and evolve(like, shuffling=None)
    shared = like is not None and structure(like) == structure(rulebook)
    module = emit(like if like is not None and shared else rulebook, several=seats > 1)
    built = build(module.name, module.text, cache_dir=cache_dir)
    tables = _tables(rulebook, seats)
    return Kernel(built.module, tables, answers(rulebook, policy), built.compiled, built.reason, seats)


def _fresh(rulebook: Rulebook, policy: Policy) -> Rulebook:
    """Return what of a rulebook a kernel plays: no wagers that are not taken, and always fresh shoes."""
    return evolve(played(rulebook, policy), shuffling=None)


def _tables(rulebook: Rulebook, seats: int) -> RunTables:
    tables = run_tables(rulebook)
    return {**tables, "seats": seats} if seats > 1 else tables


def plain_seconds_estimate(
    rulebook: Rulebook, policy: Policy, rounds: int, *, like: Rulebook | None = None, cache_dir: Path | None = None
) -> float | None:
    """Return the seconds that a run will take as plain Python, or None where it runs compiled."""
    kernel = load_kernel(rulebook, policy, like=like, cache_dir=cache_dir)
    return None if kernel.compiled else kernel.seconds(rounds)
