"""What a change of rules costs, and why: two games and how they are played -> Diff."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, frozen

from f27lang import analysis, model, pipeline
from f27lang.asking import BUILT_IN, Question, refuse_play, wager_index
from f27lang.compare.cells import ChangedChart, changed_chart
from f27lang.compare.measures import Measures, of_solution, of_tally
from f27lang.compare.mixing import Mixer, Rule, mixer
from f27lang.compare.played import Played, Simulation, edge_alone, played
from f27lang.compare.rules import RuleChange, changed_rules
from f27lang.compare.why import Why, shared_out
from f27lang.patience import PATIENT, Patience
from f27lang.rulebook import OutOfCards, Rulebook
from f27lang.solve import TooLarge
from f27lang.solve.followed import NotComparable
from f27lang.solve.guided import Repriced, repriced
from f27lang.solve.solution import Solution

if TYPE_CHECKING:
    from f27lang.store import Store

Games = tuple[model.Game, model.Game]

_REPRICING = 3  # times what a solution takes, at most


@frozen
class Asked:
    """How two games are played and compared; what is None is as for `edge`.

    With `simulation` they are played instead of solved. More rules than `shares.EXACT_RULES` get their shares from so
    many `orders` drawn, where that is not 0.
    """

    play: str | None = None
    shoe: str | None = None
    knowledge: str | None = None
    wager: str | None = None
    simulation: Simulation | None = None
    orders: int = 0


@frozen
class Side:
    """One of the two games, what its rounds come to and, where it was looked for, its best chart."""

    game: model.Game
    tables: Rulebook
    wager: int  # its place among the game's
    measures: Measures
    chart: Solution | None


@frozen
class Diff:
    """Two games beside one another; what is said of the change is of the second game less the first.

    `differing` are the changed `rules` as what gets a share. `chart` has the cells of the best chart that changed,
    where the player plays as well as he can. `played` is how the change was found where it is not exact.
    """

    question: Question
    a: Side
    b: Side
    rules: tuple[RuleChange, ...]
    differing: tuple[Rule, ...]
    why: Why
    chart: ChangedChart | None
    played: Played | None = None

    @property
    def delta_pct(self) -> float:
        """How much dearer the second game is for the player, in per cent points of the wager."""
        return self.b.measures.edge_pct - self.a.measures.edge_pct

    @property
    def se_pct(self) -> float | None:
        """The standard error of the change; None where it is exact."""
        return self.played.tally.se_pct if self.played else None

    @property
    def method(self) -> str:
        """`exact` or `simulated`."""
        return "simulated" if self.played else "exact"

    def to_rows(self) -> list[dict[str, object]]:
        """Return the rules and their shares as rows of a table."""
        from f27lang.report.diff import share_rows  # noqa: PLC0415

        return share_rows(self)

    def _repr_html_(self) -> str:
        """Return what a notebook shows."""
        from f27lang.report.diff_html import as_fragment  # noqa: PLC0415

        return as_fragment(self)


def diff(
    a: model.Game,
    b: model.Game,
    asked: Asked = Asked(),
    patience: Patience = PATIENT,
    store: Store | None = None,
) -> Diff:
    """Compare two games, both without errors; what is in the store is not solved again.

    Raises Misasked where one lacks the strategy or the wager asked for; TooLong, TooLarge.
    """
    if asked.simulation:
        return _simulated((a, b), mixer(a, b), asked, patience)
    return _exact((a, b), mixer(a, b), asked, patience, store)


def _exact(games: Games, mixed: Mixer, asked: Asked, patience: Patience, store: Store | None) -> Diff:
    question = _headline(games, asked, patience)
    each = max(analysis.seconds(game, question, asked.wager) for game in games)
    patience.allow("comparing the two games", (2 + _REPRICING) * each)
    first = _solved(games[0], question, asked, store)
    second = _solved(games[1], question, asked, store) if mixed.rules else evolve(first, game=games[1])
    ends = first.measures.edge_pct, second.measures.edge_pct

    def edge(game: model.Game) -> float | None:
        try:
            return analysis.edges(game, (question,), wager=asked.wager, store=store)[0][1].edge_pct
        except (TooLarge, OutOfCards):
            return None

    why = shared_out(mixed, edge, ends, patience, orders=asked.orders, each=each)
    return Diff(
        question=question,
        a=first,
        b=second,
        rules=changed_rules(*games),
        differing=mixed.rules,
        why=_adapted(why, first, second, question, asked) if mixed.rules else Why(0.0, 0.0, 0.0),
        chart=changed_chart(first.chart, second.chart) if first.chart and second.chart else None,
    )


def _adapted(why: Why, first: Side, second: Side, question: Question, asked: Asked) -> Why:
    """Return the change parted into the old play under the new rules and the player's adaptation."""
    try:
        old = _old_play(first.game, second.game, question, asked.wager)
    except NotComparable as reason:
        return evolve(why, unparted=str(reason))
    edge = 0.0 - 100 * old.value
    return evolve(
        why,
        reprice_pct=edge - first.measures.edge_pct,
        adapt_pct=second.measures.edge_pct - edge,
        stood_in=old.stood_in,
    )


def _old_play(old: model.Game, new: model.Game, question: Question, wager: str | None) -> Repriced:
    """Return what the old game's play is worth in the new one; a strategy reads its hands by the new rules.

    Where these lack what it names, it is followed by what its own rules told apart.
    """
    carried = evolve(new, strategies=old.strategies)
    if question.play not in BUILT_IN and not pipeline.recheck(carried).failed:
        return Repriced(analysis.edges(carried, (question,), wager=wager)[0][1].value, 0.0)
    return repriced(old, new, question.play, question.shoe, knowledge=question.knowledge, wager=wager)


def _headline(games: Games, asked: Asked, patience: Patience) -> Question:
    """Return how both games are played, and from which shoe: the endless one where the full one is beyond reach."""
    question = analysis.questions(asked.play, asked.shoe, asked.knowledge)[0]
    for game in games:
        refuse_play(game, question.play)
    if question.firm or question.shoe == "endless":
        return question
    for game in games:
        if reason := analysis.beyond_reach(game, question):
            patience.say(f"the endless shoe is compared: {reason}")
            return evolve(question, shoe="endless")
    return evolve(question, firm=True)


def _solved(game: model.Game, question: Question, asked: Asked, store: Store | None) -> Side:
    best = question.play == "best"
    wanted = (question, evolve(question, play="chart")) if best else (question,)
    solved = analysis.edges(game, wanted, wager=asked.wager, frequencies=True, store=store)
    (tables, headline), chart = solved[0], solved[-1][1] if best or question.play == "chart" else None
    wager = wager_index(game, asked.wager)
    return Side(game, tables, wager, of_solution(tables, headline, wager), chart)


def _simulated(games: Games, mixed: Mixer, asked: Asked, patience: Patience) -> Diff:
    how = asked.simulation
    assert how is not None
    question = analysis.questions(asked.play or "chart", asked.shoe, asked.knowledge)[0]
    for game in games:
        refuse_play(game, question.play)
    found = played(games, question.play, asked.wager, how, patience)
    tallies = found.tally.first, found.tally.second
    first, second = (
        Side(game, mine.rulebook, mine.wager, of_tally(mine.rulebook, tally, mine.wager), chart)
        for game, mine, tally, chart in zip(games, found.players, tallies, found.charts, strict=True)
    )

    def edge(game: model.Game) -> float | None:
        try:
            return edge_alone(game, question.play, asked.wager, found.tally.rounds, how.seed)
        except (TooLarge, OutOfCards):
            return None

    ends = first.measures.edge_pct, second.measures.edge_pct
    if found.interrupted:
        why = Why(left_out="the run was interrupted")
    else:
        why = shared_out(mixed, edge, ends, patience, orders=asked.orders, each=found.seconds)
    return Diff(
        question=question,
        a=first,
        b=second,
        rules=changed_rules(*games),
        differing=mixed.rules,
        why=why,
        chart=changed_chart(first.chart, second.chart) if first.chart and second.chart else None,
        played=found,
    )
