"""What a front door asks for: a game and a question -> solutions, charts; says what the work will cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from f27lang import model, pipeline
from f27lang.asking import BUILT_IN, Question, no_such, strategy_tables, wager_index
from f27lang.build import Built, build
from f27lang.compilers import find_compiler
from f27lang.mistakes import find_cell
from f27lang.patience import PATIENT, Patience
from f27lang.report.grid import in_order, together
from f27lang.rulebook import Rulebook
from f27lang.shelf import Shelf, Solved, on_shelf, seconds_when_endless
from f27lang.solve import TooLarge, cost, seen_by
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


def compiled(game: model.Game) -> tuple[Rulebook | VyingRulebook, Built]:
    """Build the simulator of a game, or find it in the cache."""
    tables = pipeline.tables(game)
    module = pipeline.module_to_run(tables)
    return tables, build(module.name, module.text)


def allow_verification(game: model.Game, patience: Patience) -> None:
    """Ask before `verify` where solving the full shoe takes long."""
    patience.allow("solving the full shoe", cost(pipeline.rulebook(game)).seconds)
