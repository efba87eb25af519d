"""Rounds that are asked for: a game, how many, and who plays how -> Run; says what the work will cost."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from fractions import Fraction
from pathlib import Path
from time import thread_time
from typing import TYPE_CHECKING, Any

from attrs import frozen

from f27lang import model
from f27lang.asking import no_such, wager_index
from f27lang.build import checkpoint_folder
from f27lang.diagnostics import Label, Report, VariantError
from f27lang.lowered import Lowered, lowered
from f27lang.patience import PATIENT, Patience
from f27lang.report.simulation import came
from f27lang.report.text import count
from f27lang.rulebook import Policy, Rulebook
from f27lang.simulate import Kernel, Run, ShoeKernel, Tally, simulate
from f27lang.simulate.beside import ends
from f27lang.simulate.checkpoint import Keeper, identity
from f27lang.simulate.choice import Unsuited, chosen, refuse_where_worn
from f27lang.simulate.lockstep import LaneKernel
from f27lang.simulate.possible import possible
from f27lang.simulate.shoes import load_any_kernel
from f27lang.simulate.until import Until
from f27lang.simulate.work import Progress

if TYPE_CHECKING:
    from f27lang.solve import Solution
    from f27lang.store import Store

_TRIAL_SECONDS = 0.02
_NO_KERNEL = "leave it out: what plays fastest is chosen"
_TRIAL_ROUNDS = 4096


@frozen
class Session:
    """How a simulation ends, is kept, and is shown.

    `until` is a wanted standard error of the edge in per cent points. A run that is `kept` has its checkpoint in the
    file `checkpoint`, by default one in the cache. `watch` is given the tables and what is wanted, and tells what to
    show. `wager` names the wager that the chart plays for and that `until` is about, by default the first.
    What was played is kept in the `store`; with `reuse` the same rounds are not played again.
    """

    until: Fraction | None = None
    kept: bool = False
    checkpoint: Path | None = None
    resume: bool = False
    watch: Callable[[Rulebook, Until | None], AbstractContextManager[Progress]] = lambda *_: nullcontext(_unwatched)
    wager: str | None = None
    store: Store | None = None
    reuse: bool = False


ONCE = Session()


def simulated(
    game: model.Game,
    rounds: int,
    *,
    play: str,
    seed: int,
    seats: int = 1,
    threads: int | None = None,
    exact: bool = False,
    kernel: str | None = None,
    session: Session = ONCE,
    patience: Patience = PATIENT,
    lowering: Callable[[model.Game, str], Lowered] = lowered,
) -> tuple[Rulebook, Run, Solution | None]:
    """Play rounds by the chart or a strategy; the solution is the same play's exact value.

    It is known for the chart, which is solved anyway; for a strategy it is None unless `exact` asks for it. Several
    seats all play so; raises VariantError where the dealer's law would have to choose between their hands. `kernel` is
    one of `simulate.choice.KERNELS`, by default the one that plays so many rounds fastest; raises Misasked where it
    can't play this. `lowering` makes the tables of a strategy.
    """
    if seats > 1:
        _one_law_for_all(game)
    wager = wager_index(game, session.wager)
    found, solution = _lowered(game, play, lowering, exact=exact, wager=wager, patience=patience, store=session.store)
    tables, policy = found.tables, found.policy
    what = tables, policy, rounds, seed, seats, wager
    if session.reuse and (before := _played_before(session, patience, *what)):
        return tables, before, solution
    one_by_one = load_any_kernel(tables, policy, seats=seats, wager=wager)
    goal = Until(session.until, tables, possible(tables, policy), wager) if session.until else None
    needed = _needed(goal, one_by_one.trial(_TRIAL_ROUNDS, seed), rounds, patience) if goal else rounds
    plays = _chosen(one_by_one, tables, policy, needed, kernel)
    patience.allow(f"playing {count(needed, 'round')}", _seconds(plays, needed))
    keeper = _keeper(tables, policy, seed, session, patience, seats=seats, wager=wager) if session.kept else None
    with session.watch(tables, goal) as progress:
        run = simulate(
            tables,
            policy,
            rounds,
            wager=wager,
            seats=seats,
            seed=seed,
            threads=threads,
            until=goal,
            keeper=keeper,
            resume=session.resume,
            plays=None if isinstance(plays, ShoeKernel) else plays,
            progress=progress,
        )
    if session.store is not None:
        from f27lang.store import simulations  # noqa: PLC0415

        simulations.keep(session.store, game, run, wager)
    return tables, run, solution


def _chosen(
    one_by_one: Kernel | ShoeKernel, tables: Rulebook, policy: Policy, rounds: int, name: str | None
) -> Kernel | ShoeKernel | LaneKernel:
    """Return what will play a run; raises Misasked where the kernel of that name can't."""
    try:
        if isinstance(one_by_one, ShoeKernel):
            refuse_where_worn(name)
            return one_by_one
        return chosen(one_by_one, tables, policy, rounds, name)
    except Unsuited as why:
        raise no_such("--kernel", str(name), str(why), _NO_KERNEL, label="not here") from why


def _played_before(session: Session, patience: Patience, *what: Any) -> Run | None:
    """Return the same rounds as they were played before, where they were; say so."""
    from f27lang.store import simulations  # noqa: PLC0415

    found = simulations.reused(session.store, simulations.Wanted(*what)) if session.store is not None else None
    if found is None:
        patience.say("these rounds were not played before")
        return None
    date, run = found
    patience.say(f"not played again: these rounds were played on {date[:10]} at {date[11:16]} UTC")
    return run


def _needed(goal: Until, trial: Tally, rounds: int, patience: Patience) -> int:
    """Return how many rounds a goal may take, and say for which result's sake it takes many more than it seems to."""
    if results := goal.goes_on_for(trial):
        told = came(goal.rulebook, trial, results[0], goal.wager)
        patience.say(f"{told} in {trial.rounds:,} rounds: the run goes on until three times more would not matter")
    return min(rounds, goal.rounds_needed(trial))


def _lowered(
    game: model.Game,
    play: str,
    lowering: Callable[[model.Game, str], Lowered],
    *,
    exact: bool,
    wager: int,
    patience: Patience,
    store: Store | None,
) -> tuple[Lowered, Solution | None]:
    """Return the tables and the policy to simulate, and the exact value where it is known or asked for."""
    if play == "chart":
        from f27lang.analysis import chart  # noqa: PLC0415

        tables, solution = chart(game, wager=game.table_wagers[wager].name.text, patience=patience, store=store)
        assert solution.policy is not None
        return Lowered(tables, solution.policy), solution
    found = lowering(game, play)
    if not exact:
        return found, None
    from f27lang.solve import cost, seen_by, solve_shoe  # noqa: PLC0415

    patience.allow("solving the full shoe", cost(seen_by(found.tables, found.policy, "total").rulebook).seconds)
    return found, solve_shoe(found.tables, found.policy, wager=wager)


def _one_law_for_all(game: model.Game) -> None:
    from f27lang.check.secrecy import looks_at_player  # noqa: PLC0415

    node = next(looks_at_player(game.dealer), None)
    if node is not None:
        report = Report()
        report.error(
            "F0502",
            "the dealer's law looks at one hand where there can be several",
            Label(node.span, "which hand?"),
            helps=("simulate one seat: without --seats",),
        )
        raise VariantError(report)


def _keeper(
    tables: Rulebook, policy: Policy, seed: int, session: Session, patience: Patience, *, seats: int, wager: int
) -> Keeper | None:
    """Return what keeps a run; None where there is neither a file named nor a home folder."""
    of = identity(tables, policy, seed, seats, wager)
    folder = checkpoint_folder()
    path = session.checkpoint or (folder / of.name if folder else None)
    if path is None:
        return None
    lasting = session.checkpoint is not None
    return Keeper(path, of, ends(tables, policy), lasting, seats, say=patience.say)


def _unwatched(prefix: Tally) -> None:
    pass


def _seconds(kernel: Kernel | ShoeKernel | LaneKernel, rounds: int) -> float:
    """Return the CPU time that a run will take, from ever longer beginnings of it."""
    beginning, played, spent = 64, 1, 0.0
    while beginning < rounds and spent < _TRIAL_SECONDS:
        beginning *= 8
        start = thread_time()
        played = kernel.trial(min(beginning, rounds), 0).rounds
        spent = thread_time() - start
    return spent * rounds / max(played, beginning)
