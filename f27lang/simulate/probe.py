"""Tries both moves of watched decisions at all counts: a rulebook whose shoes are worn, a policy, cells -> ProbeRun."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType

from attrs import evolve, frozen

from f27lang.emit import RunTables, emit_kernel, run_tables
from f27lang.rulebook import Move, OutOfCards, Policy, Rulebook
from f27lang.simulate.answers import answers
from f27lang.simulate.probe_tally import ProbeTally
from f27lang.simulate.shoe_tally import ShoeSums, ShoeTally
from f27lang.simulate.shoes import (
    TRIAL_SHOES,
    chunk_of,
    loaded_module,
    most_shoes,
    paid,
    shoes_for,
    worn,
)
from f27lang.simulate.watch import Watch
from f27lang.simulate.work import Work
from f27lang.threads import cores

Cell = tuple[int, int]  # state of the player's hand, and that of what the dealer shows


@frozen
class ProbeKernel:
    """A probing module, loaded, with the tables of the game, the player, and what is watched."""

    module: ModuleType
    tables: RunTables
    player: tuple[bytes, ...]
    watch: dict[str, int | tuple[int, ...]]
    nothing: ProbeTally
    compiled: bool
    reason: str
    most: int

    def play(self, first: int, shoes: int, seed: int) -> ProbeTally:
        """Return what the rounds of shoes from number `first` on bring. Raises OutOfCards."""
        if shoes > self.most:
            behind = first + shoes
            parts = (self.play(at, min(self.most, behind - at), seed) for at in range(first, behind, self.most))
            return sum(parts, self.nothing)
        try:
            found = self.module.play_shoes(first, shoes, seed, self.tables, self.player, self.watch)
        except self.module.OutOfCards:
            raise OutOfCards("a round needed more cards than the shoe holds") from None
        counts, sums, met, x, xx = map(tuple, found)
        played = evolve(self.nothing.played, counts=counts, sums=ShoeSums(*sums))
        return evolve(self.nothing, met=met, x=x, xx=xx, played=played)


@frozen
class ProbeRun:
    """What was played: shoes 0 and on of a seed. `interrupted` tells that a key stopped it, after whole shoes."""

    tally: ProbeTally
    seed: int
    threads: int
    cpu_seconds: float
    compiled: bool
    reason: str
    interrupted: bool


def load_probe_kernel(
    rulebook: Rulebook,
    policy: Policy,
    cells: Sequence[Cell],
    *,
    watch: Watch,
    wager: int = 0,
    cache_dir: Path | None = None,
    in_python: bool = False,
) -> ProbeKernel:
    """Return the kernel in which a coin makes the first decision of a round in one of these cells.

    What else is said of `load_shoe_kernel` holds; there is one seat. Raises ValueError also where the player is not
    asked in a cell, or where one is named twice.
    """
    rulebook = worn(rulebook, policy)
    pays, (by_deal, by_card) = paid(rulebook, wager), _probes(rulebook, cells)
    module = emit_kernel(rulebook, probing=True)
    loaded, compiled, reason = loaded_module(module, cache_dir, in_python=in_python)
    most = most_shoes(rulebook, pays, watch)
    if not most:
        raise ValueError("what a round can pay is too much to add up in 64 bits")
    return ProbeKernel(
        module=loaded,
        tables=run_tables(rulebook),
        player=answers(rulebook, policy),
        watch={
            **watch.settings(rulebook.shoe, pays),
            "probes": len(cells),
            "probe_deal": by_deal,
            "probe_card": by_card,
        },
        nothing=ProbeTally.empty(tuple(cells), ShoeTally.empty(len(pays), watch.bins, 1, wager)),
        compiled=compiled,
        reason=reason,
        most=most,
    )


def _probes(rulebook: Rulebook, cells: Sequence[Cell]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return [v*S + p] 1 + the number of the cell, for a hand as dealt and for one that took a card; else 0.

    Where the deal, or the card, has decided the round there is no decision.
    """
    states = len(rulebook.states)
    by_deal, by_card = [0] * states**2, [0] * states**2
    for number, (p, v) in enumerate(cells):
        at = p * states + v
        name = f"{rulebook.states[p].name} against {rulebook.states[v].name}"
        if rulebook.moves[at] != Move.HIT | Move.STAND:
            raise ValueError(f"the player is not asked with {name}")
        if cells.index((p, v)) != number:
            raise ValueError(f"{name} is watched twice")
        by_deal[v * states + p] = 0 if rulebook.dealt[at] else 1 + number
        by_card[v * states + p] = 0 if rulebook.drawn[at] else 1 + number
    return tuple(by_deal), tuple(by_card)


def simulate_probe(
    rulebook: Rulebook,
    policy: Policy,
    cells: Sequence[Cell],
    rounds: int,
    *,
    watch: Watch,
    seed: int = 1,
    threads: int | None = None,
    chunk: int | None = None,
    wager: int = 0,
    cache_dir: Path | None = None,
    progress: Callable[[ProbeTally], None] = lambda prefix: None,
) -> ProbeRun:
    """Play whole worn shoes of about so many rounds in which a coin makes watched decisions; see `load_probe_kernel`.

    As for `simulate_shoes` the first 64 shoes say how many these are, and the tally is the same for any number of
    threads and size of chunks. Ctrl-C ends it at the next borders of chunks.
    """
    kernel = load_probe_kernel(rulebook, policy, cells, watch=watch, wager=wager, cache_dir=cache_dir)
    trial = kernel.play(0, TRIAL_SHOES, seed).played
    size = chunk_of(trial, kernel.most, chunk, compiled=kernel.compiled)
    work = Work(kernel, shoes_for(rounds, trial), seed, lambda _: size, kernel.nothing, length=lambda t: t.played.shoes)
    crew = threads or cores()
    interrupted = work.run(crew, progress)
    return ProbeRun(work.prefix, seed, crew, work.cpu_seconds, kernel.compiled, kernel.reason, interrupted)
