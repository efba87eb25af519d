"""What each rule costs by itself: a variant -> each option, choice, parameter and house changed alone, by effect."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from attrs import field, frozen

from f27lang import model, pipeline
from f27lang.asking import BUILT_IN
from f27lang.compare.grid import Axis, Point, written
from f27lang.compare.ground import CHOICE, DECKS, HOUSE, OFF, ON, OPTION, PARAM, Ground, changed
from f27lang.compare.sweep import Asked, Found, Progress, Sweep, swept
from f27lang.diagnostics import VariantError
from f27lang.patience import PATIENT, Patience
from f27lang.resolve.quantities import Value, size, value_of
from f27lang.store import Store

_ONE_DECK = 1


@frozen
class Effect:
    """One setting changed: what it was and what it became, and by how much the edge moved, in per cent points."""

    rule: str
    before: str
    after: str
    found: Found
    change_pct: float | None  # None where the point can't be solved


@frozen
class Toggled:
    """The effects of all settings from one base, the largest first, those that can't be solved last."""

    base: Found
    effects: tuple[Effect, ...]
    sweep: Sweep = field(repr=False)

    def to_rows(self) -> list[dict[str, Any]]:
        """Return one flat row an effect."""
        from f27lang.report.toggles import row  # noqa: PLC0415

        return [row(each) for each in self.effects]

    def _repr_html_(self) -> str:
        """Return what a notebook shows."""
        from f27lang.report.toggles import as_html  # noqa: PLC0415

        return as_html(self)


@frozen
class Steps:
    """The base, and every step away from it, as a grid of points has them."""

    ground: Ground
    steps: tuple[tuple[str, str, str, str], ...]  # kind, name, before, after

    @property
    def axes(self) -> tuple[Axis, ...]:
        """Nothing is varied together."""
        return ()

    def __len__(self) -> int:
        return 1 + len(self.steps)

    def __iter__(self) -> Iterator[Point]:
        yield Point((), self.ground.base)
        for kind, name, _, after in self.steps:
            yield Point(((name, after),), changed(self.ground.base, kind, name, after))


def toggled(
    ground: Ground,
    asked: Asked,
    *,
    store: Store | None = None,
    patience: Patience = PATIENT,
    progress: Progress = lambda done, whole: None,
) -> Toggled:
    """Return what each setting does by itself; raises VariantError where the base does not check."""
    steps = Steps(ground, tuple(_steps(ground, asked)))
    done = swept(steps, asked, store=store, patience=patience, progress=progress)
    if not done.found:
        raise KeyboardInterrupt
    base, *others = done.found
    if base.report is not None:
        raise VariantError(base.report)
    effects = [
        Effect(name, before, after, found, _change(base, found))
        for (_, name, before, after), found in zip(steps.steps, others)
    ]
    effects.sort(key=lambda each: -1.0 if each.change_pct is None else abs(each.change_pct), reverse=True)
    return Toggled(base, tuple(effects), done)


def _change(base: Found, found: Found) -> float | None:
    if base.edge_pct is None or found.edge_pct is None:
        return None
    return found.edge_pct - base.edge_pct


def _steps(ground: Ground, asked: Asked) -> Iterator[tuple[str, str, str, str]]:
    settings = ground.settings(ground.base)
    for name, on in settings.options.items():
        yield OPTION, name, ON if on else OFF, OFF if on else ON
    for name, chosen in settings.choices.items():
        yield from ((CHOICE, name, chosen, arm) for arm in ground.arms(name) if arm != chosen)
    for name, value in settings.params.items():
        if name in ground.params and ("." not in name or name.startswith(f"{asked.play}.")):
            now = _shown(value) + _unit(ground.params[name])
            steps = ((PARAM, name, now, after) for after in _beside(ground.params[name], value))
            yield from (step for step in steps if _counts(ground, asked, step))
    yield from _decks(ground, settings)
    yield from (
        (HOUSE, HOUSE, ground.base.house or "-", house) for house in ground.houses if house != ground.base.house
    )


def _beside(param: model.Param, value: Value) -> Iterator[str]:
    """Yield a param's value one step down and one up, as far as they lie in its range."""
    low, high = (size(value_of(end)) for end in (param.range.low, param.range.high))
    for step in (-1, 1):
        after: Value = (value[0] + step, value[1]) if isinstance(value, tuple) else value + step
        if low <= size(after) <= high and size(after) >= 0:
            yield _shown(after) + _unit(param)


def _unit(param: model.Param) -> str:
    return "%" if isinstance(param.default, model.PercentLiteral) else ""


def _counts(ground: Ground, asked: Asked, step: tuple[str, str, str, str]) -> bool:
    """Return whether a param counts: one that stands in an arm not chosen does nothing as the game is set."""
    kind, name, _, after = step
    if asked.play not in BUILT_IN:
        return True  # it may be about the strategy
    try:
        games = [ground.game(each) for each in (ground.base, changed(ground.base, kind, name, after))]
    except VariantError:
        return True
    return len({pipeline.rulebook(game).digest for game in games}) > 1


def _decks(ground: Ground, settings: model.Settings) -> Iterator[tuple[str, str, str, str]]:
    from f27lang.report.heading import decks  # noqa: PLC0415

    now = settings.params.get("decks") or Fraction(decks(ground.game(ground.base)))
    assert isinstance(now, Fraction)
    for after in (now - _ONE_DECK, now + _ONE_DECK):
        try:
            ground.refuse(changed(ground.base, DECKS, "decks", written(after)))
        except VariantError:
            continue
        yield DECKS, "decks", written(now), written(after)


def _shown(value: Value) -> str:
    return f"{written(value[0])}:{written(value[1])}" if isinstance(value, tuple) else written(value)
