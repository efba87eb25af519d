"""Plays hands of a vying game in chunks on threads and counts what happens in them.

VyingRulebook, line-ups of VyingPolicies, hands and a seed -> TableRun
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType

from attrs import field, frozen

from f27lang.build import build, plain
from f27lang.chips import WORD, TooMuchMoney, countable, largest_pot
from f27lang.emit.tables import RunTables
from f27lang.emit.vying import emit_table_kernel, run_tables
from f27lang.emit.vying_tables import Places
from f27lang.rulebook import OutOfCards
from f27lang.simulate.net_until import NetUntil
from f27lang.simulate.seated import Lineup, seated
from f27lang.simulate.table_tally import TableTally, nothing
from f27lang.simulate.until import step
from f27lang.simulate.work import Work
from f27lang.threads import cores
from f27lang.vying import StepKind, VyingRulebook

CHUNK_COMPILED, CHUNK_PLAIN = 1 << 17, 1 << 9
_TRIAL_HANDS = 200


@frozen
class TableKernel:
    """A module loaded, with the tables of the game and of the strategies in its seats."""

    module: ModuleType
    tables: RunTables
    player: tuple[bytes, ...]
    places: Places
    compiled: bool
    reason: str
    most_hands: int  # that can be counted at once: no sum is too large for a machine word

    def play(self, first: int, rounds: int, seed: int) -> TableTally:
        """Return what is counted in `rounds` hands from number `first` on; at most `most_hands` of them."""
        counts = self.module.play_rounds(first, rounds, seed, self.tables, self.player)
        return TableTally(tuple(counts), self.places)

    def recorded(self, first: int, rounds: int, seed: int) -> tuple[TableTally, list[int]]:
        """Return what `play` does, and for each hand a number: where two differ, some seat won or lost another sum."""
        sums = self.places.begins["sums"]
        tables = {**self.tables, "recorded": 1, "sums": sums + rounds}
        counts = self.module.play_rounds(first, rounds, seed, tables, self.player)
        return TableTally(tuple(counts[:sums]), self.places), counts[sums:]

    def seconds(self, hands: int) -> float:
        """Return the CPU time that this many hands will take, by a short trial."""
        started = time.thread_time()
        self.play(0, _TRIAL_HANDS, 0)
        return (time.thread_time() - started) * hands / _TRIAL_HANDS


@frozen
class TableRun:
    """What was played: hands 0 to `rounds` of a seed by `lineups`, hand r by that of number r mod theirs.

    `cpu_seconds` is the threads' CPU time inside the kernel. `interrupted` tells that a key stopped it: `tally` is then
    that of the unbroken prefix, a shorter run. `until` is what was wanted, and `reached` whether it was had.
    """

    tally: TableTally
    rounds: int
    seed: int
    threads: int
    cpu_seconds: float
    compiled: bool
    reason: str
    interrupted: bool
    lineups: tuple[Lineup, ...] = field(repr=False)
    rulebook: VyingRulebook = field(repr=False)
    until: NetUntil | None = None
    reached: bool = False


def simulate_table(
    rulebook: VyingRulebook,
    lineups: Sequence[Lineup],
    hands: int,
    *,
    seed: int = 1,
    threads: int | None = None,
    chunk: int | None = None,
    until: NetUntil | None = None,
    cache_dir: Path | None = None,
    progress: Callable[[TableTally], None] = lambda prefix: None,
) -> TableRun:
    """Play hands 0 to `hands` and return their tally: the same for any number of threads and size of chunks.

    With `until` a run stops where that is reached: always at the same hand. Ctrl-C ends it at the next borders of
    chunks. Raises CompilerFailed, OutOfCards where the pack does not serve
    the table, TooMuchMoney (checks promise that there is not), and ValueError where a strategy breaks the rules.
    """
    kernel = load_table_kernel(rulebook, lineups, cache_dir=cache_dir)
    size = chunk or min(CHUNK_COMPILED if kernel.compiled else CHUNK_PLAIN, kernel.most_hands)
    work = Work(kernel, hands, seed, lambda first: size, nothing(kernel.places))
    if until is not None:
        whole = 1 << (size.bit_length() - 1)  # steps are powers of two: no chunk may miss the places to judge at
        work.chunk, work.enough = lambda first: min(whole, step(first)), until.reached
    crew = threads or cores()
    interrupted = work.run(crew, progress)
    return TableRun(
        tally=work.prefix,
        rounds=work.prefix.rounds,
        seed=seed,
        threads=crew,
        cpu_seconds=work.cpu_seconds,
        compiled=kernel.compiled,
        reason=kernel.reason,
        interrupted=interrupted,
        lineups=tuple(lineups),
        rulebook=rulebook,
        until=until,
        reached=work.reached,
    )


def load_table_kernel(
    rulebook: VyingRulebook,
    lineups: Sequence[Lineup],
    *,
    cache_dir: Path | None = None,
) -> TableKernel:
    """Return the kernel that plays line-ups, compiled where possible; see `simulate_table` for what it raises."""
    module = emit_table_kernel(rulebook)
    built = build(module.name, module.text, cache_dir=cache_dir)
    return _kernel(built.module, rulebook, lineups, built.compiled, built.reason)


def load_plain_table_kernel(rulebook: VyingRulebook, lineups: Sequence[Lineup]) -> TableKernel:
    """Return the kernel as plain Python, whatever compilers there are."""
    module = emit_table_kernel(rulebook)
    return _kernel(plain(module.name, module.text), rulebook, lineups, False, "plain Python was asked for")


def _kernel(
    module: ModuleType, rulebook: VyingRulebook, lineups: Sequence[Lineup], compiled: bool, reason: str
) -> TableKernel:
    players, tables = len(lineups[0]), run_tables(rulebook)
    pot = _largest_pot(rulebook, players)
    places = Places(
        lineups=len(lineups),
        players=players,
        shares=len(rulebook.shares),
        distances=int(tables["distances"]),
        lengths=int(tables["lengths"]),
    )
    answers = seated(rulebook, lineups)
    of_run = {"players": players, "lineups": len(lineups), "loud": int(answers.loud), "recorded": 0}
    with_run = {**tables, **of_run, **places.begins, "at_records": places.begins["sums"]}
    return TableKernel(module, with_run, answers.player, places, compiled, reason, WORD // pot**2)


def _largest_pot(rulebook: VyingRulebook, players: int) -> int:
    """Return a number of chips that no pot has more of; raise where the pack, or what is counted, is too small."""
    dealt = players * sum(step.number for step in rulebook.steps if step.kind is StepKind.DEAL)
    if dealt > rulebook.shoe:
        raise OutOfCards(f"{players} players are dealt {dealt} cards, and the pack holds {rulebook.shoe}")
    pot = largest_pot(rulebook.steps, rulebook.shoe, rulebook.ante, rulebook.betting, players)
    if not countable(pot, rulebook.unit):
        raise TooMuchMoney(f"a pot of {pot:,} chips in parts of 1/{rulebook.unit:,}")
    return pot
