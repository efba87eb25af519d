"""Two games of one file mixed setting by setting: two Games of the same texts -> the settings that are rules."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from fractions import Fraction

from attrs import frozen

from f27lang import model, pipeline
from f27lang.changes import Changes
from f27lang.compare.rules import Rule, changed_rules
from f27lang.report.provenance import literal

Value = Fraction | tuple[Fraction, Fraction] | bool | str | None
Key = tuple[bool, str]  # whether it is an option, and its name: an option and a param may have one name
Values = Mapping[Key, Value]

_DECKS = (False, "decks")


def setting_mixing(
    a: model.Game, b: model.Game
) -> tuple[tuple[Rule, ...], Callable[[frozenset[int]], model.Game | None]]:
    """Return the settings in which two games differ, and what makes the game with some of them from `b`."""
    file = _File.of(a)
    both = _Both(file, file.chosen(a), file.chosen(b))
    rules = {key: rule for key in both.differing if (rule := both.rule(key, a, b)) is not None}
    keys = list(rules)

    def mixed(taken: frozenset[int]) -> model.Game | None:
        game = both.mixed({keys[number] for number in taken})
        return None if game is None or pipeline.recheck(game).failed else game

    return tuple(rules.values()), mixed


@frozen
class _File:
    """A file's games: `join` makes them, `plain` is how the file itself sets what can be set."""

    join: Callable[[Changes], model.Game | None]
    plain: Values
    units: Mapping[str, str]

    @classmethod
    def of(cls, game: model.Game) -> _File:
        join = pipeline.joiner(game)
        plain = join(Changes())
        units = {param.name.text: param.unit.text for param in game.params}
        return cls(join, _settings(plain) if plain else {}, units)

    def chosen(self, game: model.Game) -> Values:
        """Return how a game is set; None for decks where their number is that of the file or of an option."""
        values = _settings(game)
        by_file = self.game({**values, _DECKS: None})
        is_own = by_file is not None and by_file.settings.params.get("decks") == values.get(_DECKS)
        return {**values, _DECKS: None} if is_own else values

    def game(self, values: Values) -> model.Game | None:
        """Return the file's game with these settings, None where it can't be joined."""
        told = {key: value for key, value in values.items() if key == _DECKS or self.plain.get(key) != value}
        return self.join(
            Changes(
                with_=tuple(name for (_, name), value in told.items() if value is True),
                without=tuple(name for (_, name), value in told.items() if value is False),
                set_=tuple(
                    (name, self.said(name, value))
                    for (is_option, name), value in told.items()
                    if not is_option and value is not None
                ),
            )
        )

    def said(self, name: str, value: Value) -> str:
        """Return a setting as a file and the command line say it."""
        if isinstance(value, bool):
            return "on" if value else "off"
        return value if isinstance(value, str) else "" if value is None else literal(value, self.units.get(name, ""))


@frozen
class _Both:
    """How the two games are set."""

    file: _File
    old: Values
    new: Values

    @property
    def differing(self) -> tuple[Key, ...]:
        """The settings that the two games have not alike."""
        return tuple(key for key in self.old if self.old[key] != self.new.get(key))

    def mixed(self, taken: Container[Key]) -> model.Game | None:
        """Return the first game with these settings from the second."""
        return self.file.game({key: (self.new if key in taken else self.old).get(key) for key in self.old})

    def rule(self, key: Key, a: model.Game, b: model.Game) -> Rule | None:
        """Return a setting with what it changes, None where neither game has it in a rule or a strategy."""
        pairs = ((a, self.mixed({key})), (self.mixed([other for other in self.differing if other != key]), b))
        known = [(before, after) for before, after in pairs if before is not None and after is not None]
        changes = next((found for pair in known if (found := changed_rules(*pair))), ())
        if known and not changes and all(before.strategies == after.strategies for before, after in known):
            return None
        name = key[1]
        before, after = (_settings(game).get(key) for game in (a, b))
        return Rule(name, self.file.said(name, before), self.file.said(name, after), changes)


def _settings(game: model.Game) -> dict[Key, Value]:
    settings = game.settings
    values: dict[Key, Value] = {_DECKS: None}
    values |= {(False, name): value for name, value in settings.params.items()}
    values |= {(False, name): arm for name, arm in settings.choices.items()}
    return values | {(True, name): is_on for name, is_on in settings.options.items()}
