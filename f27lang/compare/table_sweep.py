"""A vying game at every combination of settings, each beside the game as it stands and with the same packs.

Points of a grid, who plays how -> TablePoints
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import field, frozen

from f27lang import model
from f27lang.compare.grid import Axis, Point, misasked
from f27lang.compare.sweep import Points
from f27lang.compare.tables import TableDiff, diff_tables
from f27lang.diagnostics import Report, VariantError
from f27lang.lower.vying.names import declares, goes_by, parts_of
from f27lang.patience import PATIENT, Patience
from f27lang.report.heading import settings_json
from f27lang.report.text import count
from f27lang.seating import Asked, Seating, declared_in, loaded, refuse_to_declare, seating

HANDS = 200_000  # a point
_SHOWN = 6  # values, in a message

Progress = Callable[[int, int], None]  # points done, and all


@frozen
class TablePoint:
    """One point: what was varied, the settings as JSON has them, and what changes there; or why nothing is told."""

    varied: tuple[tuple[str, str], ...]
    settings: dict[str, object] = field(factory=dict)
    diff: TableDiff | None = None
    report: Report | None = field(default=None, repr=False)


def swept_tables(
    points: Points,
    asked: Asked,
    hands: int = HANDS,
    *,
    seed: int = 1,
    threads: int | None = None,
    patience: Patience = PATIENT,
    progress: Progress = lambda done, whole: None,
) -> Iterator[TablePoint]:
    """Yield the points of a grid as they are played; a run that a key stops ends them.

    Raises TooLong where that takes longer than the caller allows, VariantError where the game itself can't be played.
    """
    base = points.ground.game(points.ground.base)
    if asked.declare is not None and not _declares(base, points):
        refuse_to_declare(base, asked.declare)
    seated = seating(base, declared_in(base, asked))
    for axis in points.axes:
        _refuse_idle(seated, axis)
    seconds = loaded(seated).seconds(hands)
    patience.allow(f"playing {count(len(points), 'point')}", 2 * seconds * len(points))
    for done, point in enumerate(points, 1):
        found = _played(base, point, points, asked, hands, seed=seed, threads=threads)
        if found.diff and found.diff.interrupted:
            return
        yield found
        progress(done, len(points))


def _refuse_idle(seated: Seating, axis: Axis) -> None:
    """Raise Misasked where what varies is a number of a strategy that no seat looks at."""
    game = seated.game
    strategy = next((each for each in game.strategies if axis.name in each.settings), None)
    if strategy is None:
        return
    name, own = strategy.name.text, strategy.settings[axis.name].name.text
    parts = [part for seat in set(seated.seats) for part in parts_of(game, seat.whole, needed=model.EachAdvice)]
    follow = [part for part in parts if goes_by(game, part, name)]
    varied = ",".join(axis.values) if len(axis.values) <= _SHOWN else f"{axis.values[0]}..{axis.values[-1]}"
    if not follow:
        raise misasked("F0205", axis.name, varied, f"nobody plays `{name}`", f"say who does, as in `--play {name}`")
    if all(own in part.values for part in follow):
        words = f"the number behind `{name}` in its play sets {own} already"
        raise misasked("F0205", axis.name, varied, words, f"leave the numbers away: `--play {name}`")


def _declares(base: model.Game, points: Points) -> bool:
    """Return whether seats declare at some point of a grid, or in the game as it stands."""
    return declares(base) or any(_declares_at(point, points) for point in points)


def _declares_at(point: Point, points: Points) -> bool:
    try:
        return declares(points.ground.game(point.changes))
    except VariantError:
        return False  # told when it is played


def _played(
    base: model.Game, point: Point, points: Points, asked: Asked, hands: int, *, seed: int, threads: int | None
) -> TablePoint:
    try:
        game = points.ground.game(point.changes)
        said = asked if declares(base) else declared_in(game, asked)
        diff = diff_tables((base, game), said, hands, seed=seed, threads=threads)
    except VariantError as wrong:
        return TablePoint(point.varied, report=wrong.report)
    return TablePoint(point.varied, settings_json(game.settings), diff)
