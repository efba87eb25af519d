"""What a front door asks for: a game and a question -> solutions, runs, charts; says what the work will cost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from fractions import Fraction
from pathlib import Path
from time import thread_time
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from f27lang import model, pipeline
from f27lang.asking import BUILT_IN, Question, no_such, strategy_tables, wager_index
from f27lang.build import Built, build, checkpoint_folder, find_compiler
from f27lang.check.secrecy import looks_at_player
from f27lang.diagnostics import Label, Report, VariantError
from f27lang.mistakes import find_cell
from f27lang.patience import PATIENT, Patience
from f27lang.report.grid import in_order, together
from f27lang.report.simulation import came
from f27lang.report.text import count
from f27lang.rulebook import Policy, Rulebook
from f27lang.shelf import Shelf, Solved, on_shelf, seconds_when_endless
from f27lang.simulate import Kernel, Run, ShoeKernel, Tally, simulate
from f27lang.simulate.beside import ends
from f27lang.simulate.checkpoint import Keeper, identity
from f27lang.simulate.choice import Unsuited, chosen, refuse_where_worn
from f27lang.simulate.lockstep import LaneKernel
from f27lang.simulate.possible import possible
from f27lang.simulate.shoes import load_any_kernel
from f27lang.simulate.until import Until
from f27lang.simulate.work import Progress
from f27lang.solve import TooLarge, cost, seen_by, solve_shoe
from f27lang.solve.chart import AnyCell, spots
from f27lang.solve.endings import Ending, endings
from f27lang.solve.exceptions import Departure, departures
from f27lang.solve.removal import Gone, without
from f27lang.solve.sides import Insurance, insurance
from f27lang.solve.solution import Cell, Solution
from f27lang.solve.together import Joint, joint_plays

if TYPE_CHECKING:
    from f27lang.store import Store
    from f27lang.vying import VyingRulebook

_TRIAL_SECONDS = 0.02
_TRIAL_ROUNDS = 4096


def questions(play: str | None, shoe: str | None, knowledge: str | None = None) -> tuple[Question, ...]:
    """Return what to solve: by default best play and the chart with the full shoe, best play with the endless one.

    Whoever knows no more than totals plays by the chart.
    """
    firm, knows = shoe is not None, knowledge or "cards"
    if knows == "total":
        play = "chart"
    plays = BUILT_IN if play is None else (play,)
    if shoe == "endless":
        return (Question(plays[0], "endless", knowledge=knows),)
    full = tuple(Question(each, "full", firm, knows) for each in plays)
    return full if firm or play else (*full, Question("best", "endless", knowledge=knows))


def edges(
    game: model.Game,
    asked: Sequence[Question],
    *,
    wager: str | None = None,
    frequencies: bool = False,
    patience: Patience = PATIENT,
    store: Store | None = None,
    gone: Gone | None = None,
) -> tuple[Solved, ...]:
    """Return the exact value of each way to play, with the tables that it was found on.

    Where the full shoe is not asked for firmly and can't be solved, or not without a C compiler, the endless one is.
    What is in the store is not solved again, and what is solved is kept there. With cards `gone` the full shoe is one
    without them.
    """
    shelf = on_shelf(game, wager=wager, frequencies=frequencies, store=store, gone=gone)
    known = shelf.known(asked)
    if missing := [q for q in asked if q not in known]:
        answerable = _answerable(shelf.tables, missing, patience)
        known |= shelf.known([q for q in answerable if q not in known])
        asked = tuple(dict.fromkeys(q for q in (*asked, *answerable) if q in known or q in answerable))
        known |= shelf.solved([q for q in answerable if q not in known], patience)
    return tuple(known[q] for q in asked)


@frozen
class Insured:
    """A wager beside another: what it costs, and with the hand together; `plays` are those of the solution `under`.

    From the endless shoe they are not found: `plays` is empty.
    """

    insurance: Insurance
    under: Solution
    plays: tuple[Joint, ...]


def insured(game: model.Game, solved: Sequence[Solved]) -> tuple[Insured, ...]:
    """Return what each wager beside another costs, for the first way to play solved; it has frequencies."""
    tables, first = solved[0]
    full = first.shoe == "full"
    return tuple(
        Insured(
            insurance(tables, number, endless=not full),
            first,
            joint_plays(tables, number, first, _accepts(game, first.play, number)) if full else (),
        )
        for number in range(len(tables.sides))
    )


def ways_to_end(
    game: model.Game,
    solved: Sequence[Solved],
    *,
    wager: str | None = None,
    store: Store | None = None,
    gone: Gone | None = None,
) -> tuple[tuple[Ending, ...], ...]:
    """Return, for each way to play solved, how rounds end by rungs; nothing where poker ranks do not decide."""
    if not solved[0][0].showdowns:
        return ()
    index, tables, found = wager_index(game, wager), {}, []
    for _, solution in solved:
        strategy = None if solution.play in BUILT_IN else solution.play
        if strategy not in tables:
            ranked, policy, ranks = pipeline.ranked(game, strategy)
            tables[strategy] = without(game, ranked, gone), policy, ranks
        rulebook, policy, ranks = tables[strategy]
        question = Question(solution.play, solution.shoe, knowledge=solution.knowledge)
        often = Shelf(game, rulebook, index, True, store).counted(question, policy or solution.play)
        found.append(endings(rulebook, ranks, often))
    return tuple(found)


def without_frequencies(solved: Sequence[Solved]) -> tuple[Solved, ...]:
    """Return solutions without what was only counted for the sake of wagers beside another."""
    return tuple((tables, evolve(solution, frequencies=None)) for tables, solution in solved)


def _accepts(game: model.Game, play: str, number: int) -> tuple[int, ...]:
    if play in BUILT_IN:
        return ()
    accepts = strategy_tables(game, play)[1].accepts
    return accepts[number] if accepts else ()


def chart(
    game: model.Game,
    shoe: str | None = "full",
    *,
    wager: str | None = None,
    patience: Patience = PATIENT,
    store: Store | None = None,
) -> Solved:
    """Return the best chart; without a shoe named, for the full one where that can be solved."""
    return edges(game, questions("chart", shoe), wager=wager, patience=patience, store=store)[0]


def exceptions(tables: Rulebook, found: Solution) -> tuple[Departure, ...] | None:
    """Return the hands that best play does not play by a chart; None but where the chart counts cards, which are few.

    Of the endless shoe's chart none are looked for, and none where hands are too many once their suits are told apart.
    """
    counted = any(cell.cards is not None for cell in found.cells)
    try:
        return departures(tables, found) if counted and found.shoe == "full" else None
    except TooLarge:
        return None


def refuse_cell(game: model.Game, typed: str) -> None:
    """Raise Misasked where the chart of a game will have no cell that is typed so; nothing is solved for it."""
    _cell_of(spots(pipeline.rulebook(game)), typed)


def chart_cell(found: Solution, typed: str) -> Cell:
    """Return the cell that someone typed as `hard 19 v 20`; raises Misasked where the chart has none such."""
    return _cell_of(found.cells, typed)


def _cell_of(cells: Sequence[AnyCell], typed: str) -> AnyCell:
    cell = find_cell(cells, typed)
    if cell is None:
        sides = [f"the player's hands are {together(cell.player for cell in cells)}"]
        if numbers := sorted({cell.cards for cell in cells if cell.cards is not None}):
            said = " or ".join(map(str, numbers))
            first = in_order(cell.player for cell in cells if cell.cards == numbers[0])[0]
            sides.append(f"say with how many cards, {said}, as in `{first} with {numbers[0]} cards`")
        sides.append(f"the dealer shows {together(cell.dealer for cell in cells)}")
        raise no_such("--cell", typed, f"the chart has no cell `{typed}`", *sides)
    return cell


def _answerable(tables: Rulebook, asked: Sequence[Question], patience: Patience) -> tuple[Question, ...]:
    """Return the questions, with the endless shoe where the full one is beyond reach and not asked for firmly."""
    full = [q for q in asked if q.shoe == "full"]
    if not full:
        return tuple(asked)
    if any(q.firm for q in full):
        patience.allow("solving the full shoe", _seconds_of(tables, full))
        return tuple(asked)
    reason, estimate = _reach(tables, full)
    if reason is None:
        patience.allow("solving the full shoe", estimate)
        return tuple(asked)
    patience.say(f"only the endless shoe is solved: {reason}")
    return tuple(q for q in asked if q.shoe == "endless") or tuple(evolve(q, shoe="endless") for q in asked)


def beyond_reach(game: model.Game, question: Question) -> str | None:
    """Return why the full shoe is not solved for a question unless that is firm; None where it is."""
    return _reach(pipeline.rulebook(game), (question,))[0]


def _reach(tables: Rulebook, asked: Sequence[Question]) -> tuple[str | None, float]:
    """Return why the full shoe is not solved, or None and what it takes."""
    compiler, reason = find_compiler()
    if compiler is None:
        return f"without a C compiler ({reason}) the full one takes its time; --shoe full asks for it", 0.0
    try:
        return None, _seconds_of(tables, asked)
    except TooLarge as large:
        return f"the full one is too large: {large}", 0.0


def seconds(game: model.Game, question: Question, wager: str | None = None) -> float:
    """Return about how many seconds of CPU one way to play takes to solve; raises TooLarge."""
    tables = pipeline.rulebook(game)
    if question.shoe == "full":
        return _seconds_of(tables, (question,))
    return seconds_when_endless(game, tables, question, wager_index(game, wager))


def _seconds_of(tables: Rulebook, asked: Sequence[Question]) -> float:
    """Return what the full shoe takes; raises TooLarge."""
    seen = {seen_by(tables, q.play, q.knowledge).rulebook for q in asked if q.shoe == "full"}
    return sum(cost(each).seconds for each in seen)


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
) -> tuple[Rulebook, Run, Solution | None]:
    """Play rounds by the chart or a strategy; the solution is the same play's exact value.

    It is known for the chart, which is solved anyway; for a strategy it is None unless `exact` asks for it. Several
    seats all play so; raises VariantError where the dealer's law would have to choose between their hands. `kernel` is
    one of `simulate.choice.KERNELS`, by default the one that plays so many rounds fastest; raises Misasked where it
    can't play this.
    """
    if seats > 1:
        _one_law_for_all(game)
    wager = wager_index(game, session.wager)
    tables, policy, solution = _table_of(game, play, exact, wager, patience, store=session.store)
    what = tables, policy, rounds, seed, seats, wager
    if session.reuse and (before := _played_before(session, patience, *what)):
        return tables, before, solution
    like = pipeline.rulebook(pipeline.default_game(game) or game)  # one module plays all settings and strategies
    one_by_one = load_any_kernel(tables, policy, seats=seats, wager=wager, like=like)
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
            like=like,
            keeper=keeper,
            resume=session.resume,
            kernel=None if isinstance(plays, ShoeKernel) else plays.name,
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
        raise no_such("--kernel", str(name), str(why), "leave it out: what plays fastest is chosen") from why


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


def _table_of(
    game: model.Game, play: str, exact: bool, wager: int, patience: Patience, *, store: Store | None
) -> tuple[Rulebook, Policy, Solution | None]:
    """Return the tables and the policy to simulate, and the exact value where it is known or asked for."""
    if play == "chart":
        tables, solution = chart(game, wager=game.table_wagers[wager].name.text, patience=patience, store=store)
        assert solution.policy is not None
        return tables, solution.policy, solution
    tables, policy = strategy_tables(game, play)
    if not exact:
        return tables, policy, None
    patience.allow("solving the full shoe", cost(seen_by(tables, policy, "total").rulebook).seconds)
    return tables, policy, solve_shoe(tables, policy, wager=wager)


def _one_law_for_all(game: model.Game) -> None:
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


def compiled(game: model.Game) -> tuple[Rulebook | VyingRulebook, Built]:
    """Build the simulator of a game, or find it in the cache."""
    tables = pipeline.tables(game)
    module = pipeline.module_to_run(tables)
    return tables, build(module.name, module.text)


def allow_verification(game: model.Game, patience: Patience) -> None:
    """Ask before `verify` where solving the full shoe takes long."""
    patience.allow("solving the full shoe", cost(pipeline.rulebook(game)).seconds)


def _seconds(kernel: Kernel | ShoeKernel | LaneKernel, rounds: int) -> float:
    """Return the CPU time that a run will take, from ever longer beginnings of it."""
    beginning, played, spent = 64, 1, 0.0
    while beginning < rounds and spent < _TRIAL_SECONDS:
        beginning *= 8
        start = thread_time()
        played = kernel.trial(min(beginning, rounds), 0).rounds
        spent = thread_time() - start
    return spent * rounds / max(played, beginning)
