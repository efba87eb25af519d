"""A variant before anything is chosen of it: a name as typed -> its texts, what may be set, and games."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property

from attrs import evolve, frozen

from f27lang import model, pipeline
from f27lang.changes import Changes, setting_lines
from f27lang.deadline import Overrun, deadline
from f27lang.diagnostics import Report, VariantError
from f27lang.files import read
from f27lang.resolve import Chain, choose, close, prepare
from f27lang.resolve.chain import linked
from f27lang.resolve.quantities import Value
from f27lang.resolve.settings import settle, settle_own
from f27lang.source import SourceFile
from f27lang.syntax.parse import parse

OPTION, CHOICE, PARAM, DECKS, HOUSE = "option", "choice", "param", "decks", "house"
ON, OFF = "on", "off"
NO_HOUSE = "-"  # the card itself, among its houses


@frozen(slots=False)
class Ground:
    """A file with all that it extends. `base` are the changes that hold wherever nothing else is said.

    The chain of a file of strategies is that of the game they are for; `added` is the file itself.
    """

    source: SourceFile
    title: str
    chain: Chain
    base: Changes
    added: model.File | None = None

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of all files; with the settings they decide what a game is."""
        return *(layer.file.span.file.text for layer in self.chain.layers), self.source.text

    @cached_property
    def params(self) -> dict[str, model.Param]:
        """The params by name; those of a strategy as `strategy.param`."""
        names = self.chain.names
        added = [item for item in self.added.items if isinstance(item, model.Strategy)] if self.added else []
        strategies = (*names.nodes(model.Strategy).values(), *added)
        own = {name: param for strategy in strategies for name, param in strategy.settings.items()}
        return names.nodes(model.Param) | own

    def kind(self, name: str) -> str | None:
        """Return what a setting is; None where there is none of this name."""
        names = self.chain.names
        if name in names.options:
            return OPTION
        if name in names.choices:
            return CHOICE
        return DECKS if name == "decks" else PARAM if name in self.params else None

    def arms(self, name: str) -> tuple[str, ...]:
        """Return all that an option or a choice may be."""
        if self.kind(name) == OPTION:
            return OFF, ON
        return tuple(arm.name.text for arm in self.chain.names.nodes(model.Choice)[name].arms)

    @property
    def is_vying(self) -> bool:
        """Whether the game is played for a pot."""
        return any(layer.file.kind is not None and layer.file.kind.text == "vying" for layer in self.chain.layers)

    @property
    def houses(self) -> tuple[str, ...]:
        """The houses that the file names."""
        return tuple(self.chain.names.nodes(model.House))

    def settings(self, changes: Changes) -> model.Settings:
        """Return the settings under the changes; raises VariantError where they don't fit together."""
        report = Report()
        left, own = self._own(changes, report)
        settings = choose(self.chain, left, report).settings
        if report.failed:
            raise VariantError(report)
        return evolve(settings, params={**settings.params, **own})

    def refuse(self, changes: Changes) -> None:
        """Raise VariantError where a change names what is not there, or leaves its range."""
        report = Report()
        names, files = self.chain.names, tuple(layer.file for layer in self.chain.layers)
        house = names.nodes(model.House).get(changes.house or "")
        left, _ = self._own(changes, report)
        settled = settle(files, names, house, setting_lines(left, report), report)
        if not report.failed and "decks" in dict(changes.set_):
            close(self.chain, settled.settings, report, settled.by)
        if wrong := [d for d in report if d.code in ("F0202", "F0204", "F0205")]:
            raise VariantError(Report(wrong))

    def _own(self, changes: Changes, report: Report) -> tuple[Changes, Mapping[str, Value]]:
        """Part changes of the game from those of the strategies that a file adds."""
        if self.added is None:
            return changes, {}
        left, own = settle_own(self.added, changes, report)
        return left, own.settings.params

    def game(self, changes: Changes) -> model.Game:
        """Return the checked game under the changes; raises VariantError."""
        return pipeline.playable_text(self.source, changes)[0]


def ground(variant: str, base: Changes) -> Ground:
    """Read a variant with all that it extends; raises VariantError where it can't be read, parsed or joined."""
    report = Report()
    name, house = pipeline.split_house(variant)
    source = read(name, report)
    file = parse(source, report) if source else None
    chain = _chain(file, report) if file and not report.failed else None
    if source is None or file is None or chain is None or report.failed:
        raise VariantError(report)
    title = next((layer.file.title.text for layer in reversed(chain.layers) if layer.file.title), name)
    return Ground(source, title, chain, evolve(base, house=house) if house else base, _added(file))


def ground_of(game: model.Game) -> Ground:
    """Return the variant of a game that was loaded; its settings hold wherever nothing else is said."""
    source = game.files[-1]
    file = parse(source, Report())
    chain = _chain(file, Report()) if file else None
    assert chain is not None
    assert file is not None
    plain, settings = Ground(source, game.title, chain, Changes(), _added(file)).settings(Changes()), game.settings
    changes = Changes()
    for name, on in settings.options.items():
        if on != plain.options.get(name):
            changes = changed(changes, OPTION, name, ON if on else OFF)
    for name, arm in settings.choices.items():
        if arm != plain.choices.get(name):
            changes = changed(changes, CHOICE, name, arm)
    for name, value in settings.params.items():
        if value != plain.params.get(name):
            changes = changed(changes, PARAM, name, _typed(chain, name, value))
    return Ground(source, game.title, chain, changes, _added(file))


def _added(file: model.File) -> model.File | None:
    """Return a file of strategies; None for a game."""
    return file if file.strategies_for is not None else None


def _typed(chain: Chain, name: str, value: Fraction | tuple[Fraction, Fraction]) -> str:
    """Return a value as it is typed for a setting."""
    if isinstance(value, tuple):
        return f"{value[0]}:{value[1]}"
    param = chain.names.nodes(model.Param).get(name)
    return f"{value}%" if param and isinstance(param.default, model.PercentLiteral) else f"{value}"


def _chain(file: model.File, report: Report) -> Chain | None:
    """Return the chain of a game, of a file of strategies that of the game they are for."""
    try:
        with deadline(pipeline.FRONT_SECONDS):
            game = linked(file, file.strategies_for.game, report) if file.strategies_for else file
            return prepare(game, report) if game else None
    except Overrun:
        pipeline.playable_text(file.span.file)  # says what takes so long
        raise


def changed(changes: Changes, kind: str, name: str, value: str) -> Changes:
    """Return changes with one setting put in, whatever they said of it before."""
    others = evolve(
        changes,
        with_=tuple(each for each in changes.with_ if each != name),
        without=tuple(each for each in changes.without if each != name),
        set_=tuple(pair for pair in changes.set_ if pair[0] != name),
    )
    if kind == HOUSE:
        return evolve(changes, house=None if value == NO_HOUSE else value)
    if kind != OPTION:
        return evolve(others, set_=(*others.set_, (name, value)))
    if value == ON:
        return evolve(others, with_=(*others.with_, name))
    return evolve(others, without=(*others.without, name))
