"""Plays rounds in chunks on threads and counts how they end.

Rulebook, Policy, rounds and a seed -> Run
"""

from __future__ import annotations

from pathlib import Path

from attrs import field, frozen

from f27lang.rulebook import Policy, Rulebook
from f27lang.simulate.beside import ends
from f27lang.simulate.checkpoint import Keeper
from f27lang.simulate.choice import SCALAR, chosen, refuse_where_worn
from f27lang.simulate.kernel import Kernel, load_kernel
from f27lang.simulate.lockstep import LaneKernel
from f27lang.simulate.shoe_tally import ShoeTally
from f27lang.simulate.tally import Tally
from f27lang.simulate.until import Until, step
from f27lang.simulate.work import Progress, Work
from f27lang.threads import cores

CHUNK_COMPILED, CHUNK_PLAIN = 1 << 20, 1 << 11


@frozen
class Run:
    """What was played: rounds 0 to `rounds` of a seed. `cpu_seconds` is the threads' CPU time inside the kernel.

    `interrupted` tells that a key stopped it: `tally` is then that of the unbroken prefix, a shorter run. `until` is
    what was wanted, and `reached` whether it was had. `resumed` rounds were taken over from a checkpoint. `policy` is
    what was played, by `rulebook`.
    """

    tally: Tally
    rounds: int
    seed: int
    threads: int
    cpu_seconds: float
    compiled: bool
    reason: str
    interrupted: bool
    policy: Policy = field(repr=False)
    rulebook: Rulebook = field(repr=False)
    until: Until | None = None
    reached: bool = False
    resumed: int = 0
    worn: ShoeTally | None = None  # the same rounds by shoes, where these are worn
    asked: int | None = None  # the rounds that whole shoes were played for
    kernel: str = SCALAR  # how rounds were played: no result depends on it

    @property
    def edge_pct(self) -> float:
        """The simulated house edge of the first wager in the first seat, in per cent of the wager."""
        return -100 * float(self.tally.seat(0).moments(self.rulebook)[0])

    @property
    def se_pct(self) -> float:
        """The standard error of `edge_pct`, in per cent points."""
        return 100 * self.standard_error()

    def standard_error(self, wager: int = 0, seat: int = 0) -> float:
        """Return the standard error of a seat's mean result, per wager of 1.

        Rounds of one shoe hang together; that is reckoned with for seat 0 and the wager that the run is about.
        """
        if self.worn is not None and (wager, seat) == (self.worn.wager, 0):
            return self.worn.standard_error(self.rulebook)
        return self.tally.seat(seat).standard_error(self.rulebook, wager)

    def _repr_html_(self) -> str:
        """Return what a notebook shows."""
        from f27lang.notebook import run_html  # noqa: PLC0415

        return run_html(self)


def simulate(
    rulebook: Rulebook,
    policy: Policy,
    rounds: int,
    *,
    wager: int = 0,
    seats: int = 1,
    seed: int = 1,
    threads: int | None = None,
    chunk: int | None = None,
    until: Until | None = None,
    cache_dir: Path | None = None,
    keeper: Keeper | None = None,
    resume: bool = False,
    kernel: str | None = None,
    plays: Kernel | LaneKernel | None = None,
    progress: Progress = lambda prefix: None,
) -> Run:
    """Play rounds 0 to `rounds` and return their tally: the same for any number of threads and size of chunks.

    With several `seats`, which the tally tells apart, each plays by the policy against one dealer; see `load_kernel`.
    `threads` is by default the number of cores; `kernel` is one of KERNELS, by default what plays so many rounds
    fastest here; no count depends on either. `plays` is that kernel where it is loaded already. `progress` is told now
    and then the tally of the unbroken prefix. With `until` the run stops where that is reached: always at the same
    round. `keeper` keeps the prefix now and then, and with `resume` the run goes on from what is kept. Ctrl-C ends it
    at the next borders of chunks. Where shoes are worn they are played to their ends, and standard errors are known for
    the `wager` of that number; see `simulate_shoes`. Raises CompilerFailed, Unusable, Unsuited where the kernel asked
    for can't play this, and ValueError where the policy breaks the rules, or where `until` is given and chunks are no
    power of two.
    """
    if rulebook.shuffling:
        refuse_where_worn(kernel)
        from f27lang.simulate.shoes import simulate_shoes  # noqa: PLC0415

        return simulate_shoes(
            rulebook,
            policy,
            rounds,
            seats=seats,
            seed=seed,
            threads=threads,
            chunk=chunk,
            wager=wager,
            until=until,
            cache_dir=cache_dir,
            keeper=keeper,
            resume=resume,
            progress=progress,
        )
    if plays is None:
        one_by_one = load_kernel(rulebook, policy, seats=seats, cache_dir=cache_dir)
        plays = chosen(one_by_one, rulebook, policy, rounds, kernel)
    size = chunk or (CHUNK_COMPILED if plays.compiled else CHUNK_PLAIN)
    work = Work(plays, rounds, seed, lambda first: size, Tally((0,) * ends(rulebook, policy) * seats, seats))
    if until is not None:
        if size & (size - 1):
            raise ValueError(f"{size} rounds a chunk are no power of two: they miss the places where a run is judged")
        work.chunk, work.enough = lambda first: min(size, step(first)), until.reached
    if keeper:
        keeper.until = until
        work.prefix = (keeper.read_rounds(rounds) if resume else None) or work.prefix
    resumed, crew = work.prefix.rounds, threads or cores()
    interrupted = work.run(crew, keeper.watching(progress, resumed) if keeper else progress)
    if keeper:
        keeper.finish(work.prefix, interrupted)
    return Run(
        tally=work.prefix,
        rounds=work.prefix.rounds,
        seed=seed,
        threads=crew,
        cpu_seconds=work.cpu_seconds,
        compiled=plays.compiled,
        reason=plays.reason,
        interrupted=interrupted,
        policy=policy,
        rulebook=rulebook,
        until=until,
        reached=work.reached,
        resumed=resumed,
        kernel=plays.name,
    )
