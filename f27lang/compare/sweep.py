"""The edge at every combination of settings: a variant, what is varied, a question -> Sweep.

Each point is kept in the store as soon as it is solved, so that a sweep that is stopped goes on where it was.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import sqrt
from time import process_time
from typing import TYPE_CHECKING, Any, Protocol

from attrs import evolve, field, frozen

from f27lang import model
from f27lang.changes import Changes
from f27lang.compare.grid import Axis, Point, Spec, grid
from f27lang.compare.ground import OFF, ON, OPTION, PARAM, Ground, changed, ground, ground_of
from f27lang.diagnostics import Misasked, Report, VariantError
from f27lang.patience import PATIENT, Patience
from f27lang.report.heading import settings_json
from f27lang.report.text import count
from f27lang.solve.crew import in_order
from f27lang.store import Store
from f27lang.store.keys import key_of

if TYPE_CHECKING:
    from f27lang.compare.solving import Posed

MOST_POINTS = 10_000  # that are solved unasked
_SAMPLES = 3
_TRIAL_SECONDS = 1.0

Progress = Callable[[int, int], None]  # points done, and all


@frozen
class Asked:
    """What is asked at each point. `firm` where no other shoe will do; `outcomes` adds how rounds end."""

    play: str = "best"
    shoe: str = "full"
    firm: bool = False
    knowledge: str = "cards"
    wager: str | None = None
    outcomes: bool = False


@frozen
class Found:
    """One point: what was varied, and the answer. `result` has the keys of a result of `edge`'s JSON.

    Where a point can't be solved `report` says why, and the answer is empty.
    """

    varied: tuple[tuple[str, str], ...]
    settings: Mapping[str, Any]  # as JSON has them
    digest: str = ""
    decks: int = 0
    cards: int = 0
    result: Mapping[str, Any] = field(factory=dict)
    report: Report | None = field(default=None, repr=False)

    @property
    def edge_pct(self) -> float | None:
        """The house edge in per cent of the wager."""
        return self.result.get("edge_pct")

    @property
    def sd(self) -> float | None:
        """The standard deviation of the result of a wager of 1, where outcomes were asked for."""
        outcomes = self.result.get("outcomes")
        return sqrt(max(outcomes["variance"], 0.0)) if outcomes else None

    def outcome(self, name: str) -> float | None:
        """Return `win` (the hit frequency), `push`, `lose`, `player_cards`, `dealer_cards` or `decisions`."""
        outcomes = self.result.get("outcomes")
        return outcomes[name] if outcomes else None

    @property
    def code(self) -> str:
        """The code of the first error, where the point can't be solved."""
        return next((d.code for d in self.report or () if d.severity == "error"), "")

    @property
    def words(self) -> str:
        """What the first error says."""
        return next((d.message for d in self.report or () if d.severity == "error"), "")


class Points(Protocol):
    """What is gone through: a grid, or one step after another away from a base."""

    @property
    def ground(self) -> Ground:
        """The variant."""

    @property
    def axes(self) -> tuple[Axis, ...]:
        """What is varied together."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Point]: ...


@frozen
class Sweep:
    """The points that were finished, in the order of the grid. `points` is how many were asked for."""

    title: str
    axes: tuple[Axis, ...]
    asked: Asked
    found: tuple[Found, ...] = field(repr=False)
    points: int
    interrupted: bool = False

    def nearest(self, target_pct: float) -> tuple[Found, ...]:
        """Return the solved points, those first whose edge is nearest to a wanted one, in per cent."""
        solved = [each for each in self.found if each.edge_pct is not None]
        return tuple(sorted(solved, key=lambda each: abs((each.edge_pct or 0.0) - target_pct)))

    def to_rows(self) -> list[dict[str, Any]]:
        """Return one flat row a point, as for a data frame: what was varied, and the figures."""
        from f27lang.report.sweep_rows import row  # noqa: PLC0415

        return [row(each, self.asked) for each in self.found]

    def _repr_html_(self) -> str:
        """Return what a notebook shows."""
        from f27lang.report.sweep_html import as_html  # noqa: PLC0415

        return as_html(self)


def asked(
    play: str | None = None,
    shoe: str | None = None,
    knowledge: str | None = None,
    wager: str | None = None,
    *,
    outcomes: bool = False,
) -> Asked:
    """Return a question; by default best play with the full shoe, which falls back on the endless one."""
    default = "chart" if knowledge == "total" else "best"
    knows = "cards" if knowledge in (None, "total") else str(knowledge)
    return Asked(play or default, shoe or "full", shoe is not None, knows, wager, outcomes)


def sweep(
    variant: str | model.Game,
    vary: Mapping[str, Spec],
    *,
    houses: Spec = (),
    with_: Sequence[str] = (),
    without: Sequence[str] = (),
    set_: Mapping[str, object] | None = None,
    play: str | None = None,
    shoe: str | None = None,
    knowledge: str | None = None,
    wager: str | None = None,
    outcomes: bool = False,
    store: Store | None = None,
) -> Sweep:
    """Return the edge at every combination of the settings that vary.

    `variant` is a name, a path, or a game that was loaded, whose settings then hold where nothing else is said.
    `vary` maps names of parameters, `decks`, options and choices to `19..24`, `5..7 by 0.5`, `6,8`, `bug,wild`, `*`
    (all arms, both states, the whole range), or to a list of values; `houses` are names of houses, or `*`; `with_`,
    `without` and `set_` hold everywhere, the rest as in `edge`. With a `store` what was solved before is not solved
    again. Raises VariantError where a setting is unknown or leaves its range, and where no point at all checks.

    >>> found = sweep("21-24-27", {"hard_stand": "20..22"}, shoe="endless")
    >>> [round(each.edge_pct, 2) for each in found.found]
    [-4.2, 1.02, 4.65]
    """
    pairs = tuple((name, str(value)) for name, value in (set_ or {}).items())
    place = _place(variant, Changes(None, tuple(with_), tuple(without), pairs))
    question = asked(play, shoe, knowledge, wager, outcomes=outcomes)
    return swept(grid(place, vary, houses), question, store=store)


def _place(variant: str | model.Game, changes: Changes) -> Ground:
    if isinstance(variant, str):
        return ground(variant, changes)
    place = ground_of(variant)
    base = place.base
    for option in changes.with_:
        base = changed(base, OPTION, option, ON)
    for option in changes.without:
        base = changed(base, OPTION, option, OFF)
    for name, value in changes.set_:
        base = changed(base, PARAM, name, value)
    return evolve(place, base=base)


def swept(
    points: Points,
    question: Asked,
    *,
    store: Store | None = None,
    patience: Patience = PATIENT,
    progress: Progress = lambda done, whole: None,
    tell: Callable[[Found], None] = lambda found: None,
    threads: int | None = None,
) -> Sweep:
    """Return the answers to a question at all points of a grid; `tell` hears of each as soon as it is found.

    Points are solved on so many `threads`, by default one a core, and told in the order of the grid.

    Raises TooLong where that is more, or takes longer, than the caller allows; Misasked for a way to play or a wager
    that the game does not have.
    """
    patience.allow_number(count(len(points), "point"), len(points), MOST_POINTS)
    work = Work(points.ground, question, store or Store.forgotten())
    found: list[Found] = []
    interrupted = False
    try:
        work = work.estimated(points, patience)
        for each in in_order(_solved, map(work.begun, points), threads):
            found.append(work.told(each))
            tell(found[-1])
            progress(len(found), len(points))
    except KeyboardInterrupt:
        interrupted = True
    if found and not interrupted and all(each.report for each in found):
        raise VariantError(_first_report(found))
    return Sweep(points.ground.title, points.axes, work.asked, tuple(found), len(points), interrupted)


def _first_report(found: Sequence[Found]) -> Report:
    assert found[0].report is not None
    return found[0].report


@frozen
class Work:
    """Finds answers: in the store by the texts and settings, then by the tables, and at last by solving."""

    ground: Ground
    asked: Asked
    store: Store

    def estimated(self, points: Points, patience: Patience) -> Work:
        """Say what the points will take that are not in the store; return work on the shoe that can be solved."""
        if patience is PATIENT and self.asked.firm:
            return self
        missing = [point for point in points if not self._is_kept(point)]
        if not missing:
            return self
        from f27lang.compare.estimate import estimate  # noqa: PLC0415

        question, seconds = estimate(self.ground, self.asked, _spread(missing), patience)
        work = evolve(self, asked=question)
        if question.shoe != self.asked.shoe:
            missing = [point for point in points if not work._is_kept(point)]
        patience.allow(f"solving {count(len(missing), 'point')}", seconds * len(missing))
        return work

    def begun(self, point: Point) -> Found | Posed:
        """Return the answer at one point where it is known, or why there is none, or what has to be solved."""
        from f27lang.compare.solving import posed  # noqa: PLC0415

        try:
            settings = self.ground.settings(point.changes)
        except VariantError as wrong:
            return Found(point.varied, {}, report=wrong.report)
        key = self.key(settings)
        if known := self._kept(point, key):
            return known
        try:
            return posed(point, self.ground.game(point.changes), self.asked, self.store, key)
        except Misasked:
            raise
        except VariantError as wrong:
            return Found(point.varied, settings_json(settings), report=wrong.report)

    def told(self, each: Found | Posed) -> Found:
        """Return the answer at a point that is solved, and keep it."""
        if isinstance(each, Found):
            return each
        varied = each.point.varied
        try:
            return Found(varied, **each.kept(self.store))
        except VariantError as wrong:
            return Found(varied, settings_json(each.game.settings), report=wrong.report)

    def key(self, settings: model.Settings) -> str:
        """Return the key of an answer: of all texts, the settings and the question."""
        asked = self.asked
        question = (asked.play, asked.shoe, asked.knowledge, asked.wager, asked.outcomes)
        return key_of("answer", self.ground.texts, settings_json(settings), question)

    def _is_kept(self, point: Point) -> bool:
        try:
            return self.store.answer(self.key(self.ground.settings(point.changes))) is not None
        except VariantError:
            return True  # it takes no time

    def _kept(self, point: Point, key: str) -> Found | None:
        text = self.store.answer(key)
        if text is None:
            return None
        try:
            return Found(point.varied, **json.loads(text))
        except (ValueError, TypeError):
            self.store.drop_answer(key)
            return None


def _solved(each: Found | Posed) -> Found | Posed:
    return each if isinstance(each, Found) else each.solved()


def _spread(points: Sequence[Point]) -> Iterator[Point]:
    """Yield a few points that lie far apart."""
    places = {round(at * (len(points) - 1) / (_SAMPLES - 1)) for at in range(_SAMPLES)}
    started = process_time()
    for place in sorted(places):
        yield points[place]
        if process_time() - started > _TRIAL_SECONDS:
            return
