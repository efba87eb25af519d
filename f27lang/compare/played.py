"""Two games played instead of solved: games, a way to play and a Simulation -> Played."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from fractions import Fraction

from attrs import frozen

from f27lang import analysis, model
from f27lang.asking import strategy_tables, wager_index
from f27lang.compare.paired import Pair, PairTally, Player, Until, pair, play_pair, until
from f27lang.diagnostics import Label, Misasked, Report
from f27lang.patience import PATIENT, Patience
from f27lang.report.text import count
from f27lang.simulate import simulate
from f27lang.solve.solution import Solution

_TRIAL_ROUNDS = 1 << 14

Watch = Callable[[Pair, int, Until | None], AbstractContextManager[Callable[[PairTally], None]]]


@frozen
class Simulation:
    """How long two games are played: so many rounds, or, `to` being given, until half the interval is so narrow.

    `to` is half of the 95 % interval of the change, in per cent points. `watch` tells what to show meanwhile.
    """

    rounds: int
    to: Fraction | None = None
    seed: int = 1
    threads: int | None = None
    watch: Watch = lambda *_: nullcontext(_unwatched)


@frozen
class Played:
    """What came of playing two games with the same cards; `reached` tells whether the interval is as narrow as wanted.

    `charts` are the best charts, where those were played.
    """

    players: tuple[Player, Player]
    tally: PairTally
    charts: tuple[Solution | None, Solution | None]
    simulation: Simulation
    interrupted: bool
    compiled: bool
    reached: bool
    seconds: float  # of CPU that so many rounds of one game take


def played(
    games: tuple[model.Game, model.Game], play: str, wager: str | None, how: Simulation, patience: Patience
) -> Played:
    """Play two games with the same cards, by the best chart of each or by a strategy that both have.

    Raises OutOfCards, CompilerFailed, TooLong, and Misasked where shoes are worn: a round then has no cards of its own.
    """
    for game in games:
        _refuse_worn(game)
    (one, first), (other, second) = (player(game, play, wager, patience) for game in games)
    players = pair(one, other, how.rounds)
    goal = until(players, how.to) if how.to else None
    trial = players.play(0, min(_TRIAL_ROUNDS, how.rounds), how.seed)
    rounds = min(how.rounds, goal.rounds_needed(trial)) if goal and trial.batches > 1 else how.rounds
    seconds = sum(kernel.seconds(rounds) for kernel in players.kernels)
    patience.allow(f"playing {count(rounds, 'round')} of each game", seconds)
    with how.watch(players, rounds, goal) as progress:
        tally, stopped = play_pair(players, how.rounds, how.seed, goal=goal, threads=how.threads, progress=progress)
    if not tally.rounds:
        raise KeyboardInterrupt
    narrow = goal is not None and goal.reached(tally)
    each = max(kernel.seconds(tally.rounds) for kernel in players.kernels)
    return Played((one, other), tally, (first, second), how, stopped, players.compiled, narrow, each)


def _refuse_worn(game: model.Game) -> None:
    for line in game.cards.lines if game.cards else ():
        if isinstance(line, model.Shuffle) and not isinstance(line.when, model.EveryHand):
            report = Report()
            report.error(
                "F0106",
                "playing games with the same cards is built for fresh shoes only",
                Label(line.span, "hands share a shoe here"),
                helps=("play each alone, `f27 simulate`, or compare exact values, those of a fresh shoe: without -n",),
            )
            raise Misasked(report)


def player(game: model.Game, play: str, wager: str | None, patience: Patience) -> tuple[Player, Solution | None]:
    """Return a game ready to be played by its best chart or by a strategy, and the chart."""
    index, found = wager_index(game, wager), None
    if play in ("best", "chart"):
        tables, found = analysis.chart(game, None, wager=wager, patience=patience)
        policy = found.policy
        assert policy is not None
    else:
        tables, policy = strategy_tables(game, play)
    return Player(tables, policy, index), found


def edge_alone(game: model.Game, play: str, wager: str | None, rounds: int, seed: int) -> float:
    """Return the edge of another game in the same rounds, in per cent."""
    mine = player(game, play, wager, PATIENT)[0]
    run = simulate(mine.rulebook, mine.policy, rounds, seed=seed)
    if run.interrupted:
        raise KeyboardInterrupt
    return 0.0 - 100 * float(run.tally.moments(mine.rulebook, mine.wager)[0])


def _unwatched(prefix: PairTally) -> None:
    pass
