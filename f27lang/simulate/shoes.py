"""Plays worn shoes: a rulebook whose hands share a shoe, a policy, rounds and a seed -> Run with its ShoeTally."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from attrs import evolve, frozen

from f27lang.build import build, plain
from f27lang.emit import Module, RunTables, emit_kernel, run_tables
from f27lang.emit.tables import ways
from f27lang.rulebook import OutOfCards, Policy, Rulebook
from f27lang.simulate.answers import answers
from f27lang.simulate.beside import played
from f27lang.simulate.checkpoint import Keeper
from f27lang.simulate.kernel import Kernel, load_kernel
from f27lang.simulate.run import CHUNK_COMPILED, CHUNK_PLAIN, Run
from f27lang.simulate.shoe_tally import ShoeSums, ShoeTally
from f27lang.simulate.tally import Tally
from f27lang.simulate.until import Until, step_of_shoes
from f27lang.simulate.watch import NOBODY, Watch
from f27lang.simulate.work import Progress, Work
from f27lang.threads import cores

TRIAL_SHOES = 64  # by their hands a run tells how many shoes it takes
_CHUNK_ROUNDS = {True: CHUNK_COMPILED, False: CHUNK_PLAIN}  # of compiled modules, and of plain Python
_LARGEST_SUM = 2**63 - 1


@frozen
class ShoeKernel:
    """A module that plays worn shoes, loaded, with the tables of the game, the player, and what he watches."""

    module: ModuleType
    tables: RunTables
    player: tuple[bytes, ...]
    watch: dict[str, int | tuple[int, ...]]
    nothing: ShoeTally
    compiled: bool
    reason: str
    most: int  # shoes that the module is given at a time, so that sums fit into 64 bits; 0: one's squares may not

    def play(self, first: int, shoes: int, seed: int) -> ShoeTally:
        """Return how the rounds of `shoes` shoes from number `first` on end. Raises OutOfCards."""
        if shoes > (most := max(1, self.most)):
            behind = first + shoes
            parts = (self.play(at, min(most, behind - at), seed) for at in range(first, behind, most))
            return sum(parts, self.nothing)
        try:
            counts, sums = self.module.play_shoes(first, shoes, seed, self.tables, self.player, self.watch)
        except self.module.OutOfCards:
            raise OutOfCards("a round needed more cards than the shoe holds") from None
        found = ShoeSums(*sums)
        exact = found if self.most else ShoeSums.of_one(found.n, found.x, found.y)
        return evolve(self.nothing, counts=tuple(counts), sums=exact)

    def trial(self, rounds: int, seed: int) -> Tally:
        """Return how the rounds end of a few shoes, about so many rounds."""
        one = self.play(0, 1, seed)
        return self.play(0, -(-rounds // one.rounds), seed).flat()


def load_shoe_kernel(
    rulebook: Rulebook,
    policy: Policy,
    *,
    seats: int = 1,
    watch: Watch = NOBODY,
    wager: int = 0,
    cache_dir: Path | None = None,
    in_python: bool = False,
) -> ShoeKernel:
    """Return the kernel that plays worn shoes by a policy, which every seat plays by, counted as `watch` says.

    Sums are about the wager of that number. With `in_python` the module runs as plain Python, whatever compilers there
    are. Raises CompilerFailed, and ValueError where the policy breaks the rules, or where nothing is worn.
    """
    rulebook = worn(rulebook, policy)
    module = emit_kernel(rulebook, several=seats > 1)
    loaded, compiled, reason = loaded_module(module, cache_dir, in_python=in_python)
    pays = paid(rulebook, wager)
    tables = run_tables(rulebook)
    return ShoeKernel(
        module=loaded,
        tables={**tables, "seats": seats} if seats > 1 else tables,
        player=answers(rulebook, policy),
        watch=watch.settings(rulebook.shoe, pays),
        nothing=ShoeTally.empty(len(pays), watch.bins, seats, wager),
        compiled=compiled,
        reason=reason,
        most=most_shoes(rulebook, pays, watch),
    )


def load_any_kernel(rulebook: Rulebook, policy: Policy, *, seats: int = 1, wager: int = 0) -> Kernel | ShoeKernel:
    """Return what plays a rulebook: rounds from fresh shoes, or whole worn ones where hands share them."""
    if rulebook.shuffling:
        return load_shoe_kernel(rulebook, policy, seats=seats, wager=wager)
    return load_kernel(rulebook, policy, seats=seats)


def worn(rulebook: Rulebook, policy: Policy) -> Rulebook:
    """Return what of a rulebook a kernel plays; raises ValueError where no shoe is worn."""
    if rulebook.shuffling is None:
        raise ValueError(f"{rulebook.name} shuffles before every hand")
    return played(rulebook, policy)


def loaded_module(module: Module, cache_dir: Path | None, *, in_python: bool) -> tuple[ModuleType, bool, str]:
    """Return a module loaded, whether it is compiled, and why."""
    if in_python:
        return plain(module.name, module.text), False, "plain Python was asked for"
    built = build(module.name, module.text, cache_dir=cache_dir)
    return built.module, built.compiled, built.reason


def paid(rulebook: Rulebook, wager: int) -> tuple[int, ...]:
    """Return what each way to end pays on a wager, in 1/denominator of it; wagers beside another are no part of it."""
    return tuple(outcome.payoffs[wager] for outcome in rulebook.outcomes) * ways(rulebook.sides)


def most_shoes(rulebook: Rulebook, pays: tuple[int, ...], watch: Watch) -> int:
    """Return how many shoes can be summed up in 64 bits, whatever happens in them; 0 where one may be too many."""
    worn, cards = rulebook.shuffling, sum(deal.number for deal in rulebook.before)
    hands = min(rulebook.shoe // max(1, cards) + 1, (worn and worn.hands) or rulebook.shoe)
    largest = max(1, *map(abs, pays)) * max(1, *map(abs, watch.bets or (1,)))
    return _LARGEST_SUM // (hands * largest) ** 2


def simulate_shoes(
    rulebook: Rulebook,
    policy: Policy,
    rounds: int,
    *,
    seats: int = 1,
    seed: int = 1,
    threads: int | None = None,
    chunk: int | None = None,
    watch: Watch = NOBODY,
    wager: int = 0,
    until: Until | None = None,
    cache_dir: Path | None = None,
    keeper: Keeper | None = None,
    resume: bool = False,
    progress: Progress = lambda prefix: None,
) -> Run:
    """Play whole worn shoes, number 0 and on, of about as many rounds; `Run.worn` is their tally.

    As many shoes are played as `rounds` take with the rounds a shoe of the first 64. What is said of `simulate` holds
    for shoes: the tally is the same for any number of threads and size of chunks, which are so many shoes. `watch` says
    what seat 0 counts, sums are about the wager of that number, which is that of `until`. Raises as `simulate` does and
    as `load_shoe_kernel`, and OutOfCards.
    """
    kernel = load_shoe_kernel(rulebook, policy, seats=seats, watch=watch, wager=wager, cache_dir=cache_dir)
    trial = kernel.play(0, TRIAL_SHOES, seed)
    shoes, size = shoes_for(rounds, trial), chunk_of(trial, kernel.most, chunk, compiled=kernel.compiled)
    work = Work(kernel, shoes, seed, lambda first: size, kernel.nothing, length=lambda tally: tally.shoes)
    if until is not None:
        work.chunk, work.enough = lambda first: min(size, step_of_shoes(first)), until.reached_in_shoes
    if keeper:
        keeper.until, keeper.of_none = until, kernel.nothing
        work.prefix = (keeper.read_shoes(shoes) if resume else None) or work.prefix
    resumed, crew = work.prefix.rounds, threads or cores()

    def told(prefix: ShoeTally) -> None:
        progress(prefix.flat())

    interrupted = work.run(crew, keeper.watching(told, resumed) if keeper else told)
    if keeper:
        keeper.finish(work.prefix, interrupted)
    return Run(
        tally=work.prefix.flat(),
        rounds=work.prefix.rounds,
        seed=seed,
        threads=crew,
        cpu_seconds=work.cpu_seconds,
        compiled=kernel.compiled,
        reason=kernel.reason,
        interrupted=interrupted,
        policy=policy,
        rulebook=rulebook,
        until=until,
        reached=work.reached,
        resumed=resumed,
        worn=work.prefix,
        asked=None if interrupted or until else rounds,
    )


def shoes_for(rounds: int, trial: ShoeTally) -> int:
    """Return how many shoes so many rounds take, with as many a shoe as in a trial."""
    return -(-rounds * trial.shoes // trial.rounds)


def chunk_of(trial: ShoeTally, most: int, wanted: int | None, *, compiled: bool) -> int:
    """Return how many shoes to play at a time: a power of two, so that chunks meet the places of `until`."""
    size = min(most, wanted or _CHUNK_ROUNDS[compiled] * trial.shoes // trial.rounds)
    return 1 << max(0, size.bit_length() - 1)
