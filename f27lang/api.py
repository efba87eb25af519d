"""The Python API: functions that take a variant's name, its path, or a game that was loaded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from f27lang import analysis, pipeline, playing, seating
from f27lang.asking import Question
from f27lang.build import Built
from f27lang.changes import Changes
from f27lang.compare.diff import Asked, Diff
from f27lang.compare.diff import diff as _diff
from f27lang.compare.played import Simulation
from f27lang.compare.sides import refuse_kinds
from f27lang.compare.sweep import sweep
from f27lang.compare.tables import HANDS, TableDiff, diff_tables
from f27lang.counting.counts import Counted, counted
from f27lang.depths import gone_from
from f27lang.matrix import Matrix
from f27lang.matrix import matrix as _matrix
from f27lang.model import Game
from f27lang.simulate import Run
from f27lang.simulate.choice import KERNELS
from f27lang.simulate.vying import TableRun
from f27lang.solve.solution import Solution

__all__ = ["compile", "count", "diff", "edge", "load", "matrix", "play_table", "simulate", "strategy", "sweep"]


def load(
    variant: str,
    *,
    house: str | None = None,
    with_: Iterable[str] = (),
    without: Iterable[str] = (),
    set_: Mapping[str, object] | None = None,
) -> Game:
    """Return a checked game that can be played.

    `variant` is a path, a bundled name or `-`, with `@HOUSE` behind it if wanted; the rest changes its settings, as on
    the command line. Raises VariantError, which carries the diagnostics, where anything is wrong.

    >>> load("21-24-27", set_={"decks": 1}).settings.params["decks"]
    Fraction(1, 1)
    """
    settings = tuple((name, str(value)) for name, value in (set_ or {}).items())
    return pipeline.playable(variant, Changes(house, tuple(with_), tuple(without), settings))[0]


def edge(
    variant: str | Game,
    *,
    play: str = "best",
    shoe: str = "full",
    knowledge: str = "cards",
    wager: str | None = None,
    outcomes: bool = False,
    removed: str | None = None,
) -> Solution:
    """Return the exact value of a way to play; its `edge_pct` is the house edge in per cent of the wager.

    `play` is `best` (composition-dependent with the full shoe), `chart` (the best total-dependent one) or a strategy's
    name; `shoe` is `full` or `endless`; `knowledge` is what best play knows, `cards` with their suits or `ranks`;
    `wager` names the wager to play for and to value, by default the first. With `outcomes` the solution has
    `frequencies`. `removed` names cards that the full shoe is without, as `A A K 7h`. Raises VariantError for a
    strategy, wager or cards that the game does not have.

    >>> round(edge("21-24-27", shoe="endless").edge_pct, 6)
    1.017347
    """
    game, question = _game(variant), Question(play, shoe, knowledge=knowledge)
    gone = gone_from(game, removed) if removed is not None and shoe == "full" else None
    return analysis.edges(game, (question,), wager=wager, frequencies=outcomes, gone=gone)[0][1]


def count(
    variant: str | Game, *, tags: str | None = None, knowledge: str = "cards", wager: str | None = None
) -> Counted:
    """Return the effects of removal of a banked game, and the counts of cards that follow from them.

    `effects.cards` has what one card less of each rank does to the house edge, per wager of 1, with `best` play, the
    `chart` and the full shoe's best play `kept`; `judged` the inventor's tags, the best within 1, 2 and 3, and `tags`,
    if any, as `A -2, 2..4 -1, 8..K 1`, each with its betting `correlation`; `outlook` what he sees. `knowledge`
    is what best play knows, `cards` with their suits or `ranks`; `wager` names the wager, by default the first. Raises
    VariantError for a vying game, and for tags or a wager that the game does not have.
    """
    return counted(_game(variant), tags=tags, knowledge=knowledge, wager=wager)


def strategy(variant: str | Game, *, shoe: str = "full") -> Solution:
    """Return the best chart: `cells` with each move's value, `policy` as tables, and its exact value.

    >>> chart = strategy("21-24-27", shoe="endless")
    >>> next(cell.move for cell in chart.cells if (cell.player, cell.dealer) == ("hard 13", "hard 20"))
    'hit'
    """
    return analysis.chart(_game(variant), shoe)[1]


def simulate(
    variant: str | Game,
    rounds: int,
    *,
    play: str = "chart",
    seats: int = 1,
    seed: int = 1,
    threads: int | None = None,
    kernel: str | None = None,
) -> Run:
    """Play rounds and return their tally; the same seed gives the same tally everywhere.

    They are from fresh shoes; where the rules let hands share one, from whole worn shoes, and `worn` tells of these.

    `play` is `chart` (the full shoe's) or a strategy's name, for each of the `seats`; `tally.seat(n)` is that of one.
    `threads` is by default the number of cores, `kernel` (`scalar`, `batched` or `lanes`) the fastest for so many
    rounds here; neither changes a result. `edge_pct` and `se_pct` are the simulated house edge and its standard error.
    Raises VariantError for a vying game, whose hands `play_table` plays, and ValueError
    for numbers out of range.

    >>> round(simulate("21-24-27", 10_000, play="mimic_the_dealer", seed=7).edge_pct, 3)
    5.54
    """
    game = _game(variant)
    pipeline.refuse_vying(game)
    _refuse_numbers(rounds=rounds, seed=seed, threads=threads, seats=seats)
    if kernel not in (None, *KERNELS):
        raise ValueError(f"kernel {kernel!r} is none of {', '.join(KERNELS)}")
    return playing.simulated(game, rounds, play=play, seats=seats, seed=seed, threads=threads, kernel=kernel)[1]


def play_table(
    variant: str | Game,
    hands: int,
    *,
    play: str | None = None,
    bet: str | None = None,
    seats: int | None = None,
    hero: str | None = None,
    table: Iterable[str] = (),
    declare: str | None = None,
    seed: int = 1,
    threads: int | None = None,
) -> TableRun:
    """Play hands of a vying game and return their tally; the same seed gives the same tally everywhere.

    All `seats` play as `play` says when to draw, by default the game's first strategy, as `bet` says how to bet and
    as `declare` says what to declare; numbers stand behind a strategy's name, as in `commit:5.5:8:24`. `hero` is moved
    through all seats, hand r in seat r mod their number; `table` names a play for each seat instead, the first left of
    the dealer. What a run says is told by `f27lang.simulate.measures`. Raises VariantError for what the game does not
    have, ValueError for numbers out of range.

    >>> from f27lang.simulate.measures import hero_net
    >>> round(hero_net(play_table("seven-twenty-seven", 10_000, seats=4, hero="commit")).net, 2)
    0.2
    """
    asked, game = seating.Asked(seats, play, bet, hero, tuple(table), declare), _game(variant)
    pipeline.refuse_banked(game)
    _refuse_numbers(hands=hands, seed=seed, threads=threads)
    if asked.table and (hero is not None or seats is not None or play is not None):
        raise ValueError("a table names the play of each seat: leave out hero, seats and play")
    return seating.played(seating.seating(game, asked), hands, seed=seed, threads=threads)


def matrix(
    variant: str | Game,
    *,
    seats: int | None = None,
    bet: str | None = None,
    declare: str | None = None,
    play: str | None = None,
    hands: int = 200_000,
    seed: int = 1,
) -> Matrix:
    """Return what each drawing strategy of a vying game wins at tables of each other: `cells`, and `positions`.

    All bet as `bet` says and declare as `declare` says, but for strategies that say it themselves; with `play` there
    are tables of that strategy only. Raises VariantError for what the game does not have, ValueError for numbers out of
    range.

    >>> cells = matrix("seven-twenty-seven", seats=4, play="nearest", hands=2000).cells
    >>> [(cell.hero.play, cell.net.net > 0) for cell in cells]
    [('nearest', False), ('low', False), ('high', True), ('commit', True), ('never', False)]
    """
    game = _game(variant)
    pipeline.refuse_banked(game)
    _refuse_numbers(hands=hands, seed=seed)
    return _matrix(game, seats, bet, declare=declare, play=play, hands=hands, seed=seed)


def diff(
    a: str | Game,
    b: str | Game,
    *,
    play: str | None = None,
    shoe: str | None = None,
    knowledge: str | None = None,
    wager: str | None = None,
    rounds: int | None = None,
    seed: int = 1,
    orders: int = 0,
    bet: str | None = None,
    declare: str | None = None,
    seats: int | None = None,
) -> Diff | TableDiff:
    """Return what it costs to play `b` instead of `a`, and why: `delta_pct`, `rules`, `why`, `chart`.

    What is compared is best play from the full shoe, where both can be solved; `play`, `shoe`, `knowledge` and `wager`
    say otherwise, as for `edge`. With `rounds` both are played with the same cards instead, by the chart or a strategy.
    More than five differing rules get their shares from so many `orders` drawn at random; with 0 all count, which takes
    two to the power of their number games. Raises VariantError for what one of the games does not have.

    Vying games are played with the same packs, `rounds` hands of each (by default 2,000,000), as `play`, `bet`,
    `declare` and `seats` say for `play_table`: the result has `changes`, `nets`, `rules` and `deals_changed`.

    >>> change = diff("21-24-27", load("21-24-27", set_={"hard_stand": 22}), shoe="endless")
    >>> round(change.delta_pct, 6), [(rule.path, rule.before, rule.after) for rule in change.rules]
    (3.633616, [('dealer stands on hard', '21..', '22..')])
    """
    first, second = _game(a), _game(b)
    if first.kind != second.kind:
        refuse_kinds(first.files[-1], second.files[-1])
    if first.kind == "vying":
        who = seating.Asked(seats, play, bet, declare=declare)
        return diff_tables((first, second), who, rounds or HANDS, seed=seed)
    simulation = Simulation(rounds, seed=seed) if rounds else None
    return _diff(first, second, Asked(play, shoe, knowledge, wager, simulation, orders))


def compile(variant: str | Game) -> Built:
    """Build the variant's simulator, or find it in the cache, and return the module with how it came about.

    >>> compile("21-24-27").compiled
    True
    """
    return analysis.compiled(_game(variant))[1]


def _game(variant: str | Game) -> Game:
    return load(variant) if isinstance(variant, str) else variant


def _refuse_numbers(*, seed: int, **counted: int | None) -> None:
    """Raise ValueError for a seed that is none, and for a number of things below 1."""
    if not 0 <= seed < 2**64:
        raise ValueError(f"seed {seed} is not in 0..2**64 - 1")
    for name, number in counted.items():
        if number is not None and number < 1:
            raise ValueError(f"{name} is {number}: 1 is the least")
