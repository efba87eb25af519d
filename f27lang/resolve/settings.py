"""What was chosen: declarations' defaults, each file from the root down, a house, the command line → Settings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from attrs import define, evolve, field, frozen

from f27lang import model
from f27lang.changes import Changes, SettingLine, setting_lines
from f27lang.diagnostics import Label, Report
from f27lang.model.node import Node, walk
from f27lang.resolve import names as declarations
from f27lang.resolve.names import Declared, Names
from f27lang.resolve.quantities import value_of
from f27lang.source import COMMAND_LINE, Span

_SETTING_LINES = (model.WithOption, model.WithoutOption, model.SetValue)


@frozen
class Settled:
    """Settings, and where each was set if not by its declaration."""

    settings: model.Settings
    by: Mapping[str, Span]


@define
class Settler:
    """Collects settings line by line, the later over the earlier."""

    names: Names
    report: Report
    decks: model.Decks | None  # the line that `set decks` changes
    params: dict[str, Fraction | tuple[Fraction, Fraction]] = field(factory=dict)
    options: dict[str, bool] = field(factory=dict)
    choices: dict[str, str] = field(factory=dict)
    by: dict[str, Span] = field(factory=dict)

    def declare(self, layer: int) -> None:
        """Take the defaults of what file `layer` declares."""
        for name, each in self.names.params.items():
            if each.layer == layer and isinstance(each.node, model.Param):
                self.params[name] = value_of(each.node.default)
        for name, each in self.names.options.items():
            if each.layer == layer and isinstance(each.node, model.Option):
                self.options[name] = each.node.default.text == "on"
        for name, each in self.names.choices.items():
            if each.layer == layer and isinstance(each.node, model.Choice):
                self.choices[name] = _standing_arm(each.node)
        for each in self.names.strategies.values():
            if each.layer == layer and isinstance(each.node, model.Strategy):
                self.params.update({own: value_of(param.default) for own, param in each.node.settings.items()})

    def apply(self, lines: Iterable[SettingLine], *, quiet: bool = False) -> None:
        """Apply lines of one file, house or command line; `quiet` passes over names that were dropped since."""
        seen: dict[str, SettingLine] = {}
        for line in lines:
            name = _name(line)
            if name in seen:
                _set_twice(line, seen[name], self.report)
            seen[name] = line
            if not (quiet and self.names.was_dropped(name)):
                self._apply(line)

    def _apply(self, line: SettingLine) -> None:
        name = _name(line)
        if isinstance(line, model.SetValue):
            if not self._set(line, name):
                return
        elif name in self.names.options:
            self.options[name] = isinstance(line, model.WithOption)
        else:
            self._unknown(line, name)
            return
        self.by[name] = line.span

    def _set(self, line: model.SetValue, name: str) -> bool:
        if name in self.names.choices:
            return self._choose(line, name)
        if isinstance(line.value, model.ArmName) and name not in self._params():
            self._unknown(line, name)
        elif name == "decks":
            return self._set_decks(line)
        elif (param := self._params().get(name)) is None:
            self._unknown(line, name)
        elif isinstance(line.value, model.ArmName) or not declarations.fits_unit(line.value, param):
            declarations.wrong_kind(line.value, param, self.report)
        elif not declarations.within(line.value, param):
            declarations.outside(line.value, param, self.report)
        else:
            self.params[name] = value_of(line.value)
            return True
        return False

    def _set_decks(self, line: model.SetValue) -> bool:
        if isinstance(line.value, model.Amount) and line.value.value.denominator == 1:
            self.params["decks"] = line.value.value
            return True
        self.report.error(
            "F0205",
            f"`{line.value.span.text}` is no number of decks",
            Label(line.value.span, "not a whole number"),
            helps=("write a whole number, for example `6`",),
        )
        return False

    def _choose(self, line: model.SetValue, name: str) -> bool:
        choice = self.names.nodes(model.Choice)[name]
        if not isinstance(line.value, model.ArmName):
            arms = ", ".join(arm.name.text for arm in choice.arms)
            self.report.error(
                "F0205",
                f"`{name}` is a choice, not a number",
                Label(line.value.span, "not an arm"),
                Label(choice.name.span, "the choice", primary=False),
                helps=(f"its arms are {arms}",),
            )
            return False
        if all(arm.name.text != line.value.name.text for arm in choice.arms):
            declarations.unknown_arm(line.value.name, choice, self.report)
            return False
        self.choices[name] = line.value.name.text
        return True

    def _params(self) -> dict[str, model.Param]:
        found = dict(self.names.nodes(model.Param))
        for node in self.names.nodes(model.Strategy).values():
            found.update(node.settings)
        return found

    def _unknown(self, line: SettingLine, name: str) -> None:
        names = self.names
        options, params, choices = names.nodes(model.Option), self._params(), names.nodes(model.Choice)
        if isinstance(line, model.SetValue) and name in options:
            self._wrong_word(line, f"`{name}` is an option", f"write `with {name}` or `without {name}`", options[name])
        elif not isinstance(line, model.SetValue) and name in params:
            self._wrong_word(line, f"`{name}` is a param", f"write `set {name} = ...`", params[name])
        elif not isinstance(line, model.SetValue) and name in choices:
            arms = ", ".join(arm.name.text for arm in choices[name].arms)
            self._wrong_word(
                line, f"`{name}` is a choice", f"write `set {name} = ...`; its arms are {arms}", choices[name]
            )
        else:
            known: dict[str, Node] = {n: node.name for each in (options, choices, params) for n, node in each.items()}
            if self.decks is not None and isinstance(line, model.SetValue):
                known["decks"] = self.decks
            what = "an option, choice or parameter"
            names.unknown(_name_node(line), what, known, self.report, *self._elsewhere(line, name))

    def _elsewhere(self, line: SettingLine, name: str) -> Iterator[str]:
        """Yield how the number of a strategy can be set that is none of this game."""
        strategy, dot, _ = name.partition(".")
        if dot and line.span.file.path == COMMAND_LINE and strategy not in self.names.nodes(model.Strategy):
            yield f"if `{strategy}` is a strategy of another file, play that file in place of the game"

    def _wrong_word(
        self, line: SettingLine, message: str, help_: str, declared: model.Option | model.Param | model.Choice
    ) -> None:
        there = Label(declared.name.span, "declared here", primary=False)
        self.report.error("F0202", message, Label(line.span, "set in another way"), there, helps=(help_,))


def settle(
    files: tuple[model.File, ...],
    names: Names,
    house: model.House | None,
    changes: tuple[SettingLine, ...],
    report: Report,
) -> Settled:
    """Return the settings after defaults, files, house and command line, and report what does not fit."""
    settler = Settler(names, report, next(filter(None, map(_decks_line, reversed(files))), None))
    for layer, file in enumerate(files):
        settler.declare(layer)
        lines = [item for item in file.items if isinstance(item, _SETTING_LINES)]
        allowed = [line for line in lines if not _own(line, layer, file, names, report)]
        settler.apply(allowed, quiet=layer < len(files) - 1)
    _try_houses(settler, len(files) - 1)
    if house is not None:
        settler.apply(house.lines)
    settler.apply(changes)
    settings = model.Settings(settler.params, settler.options, settler.choices)
    return Settled(settings, settler.by)


def settle_own(file: model.File, changes: Changes, report: Report) -> tuple[Changes, Settled]:
    """Return the changes that are left for the game of a file of strategies, and how its own params are set."""
    strategies = {item.name.text: Declared(item, 0) for item in file.items if isinstance(item, model.Strategy)}
    own = tuple(pair for pair in changes.set_ if "." in pair[0] and pair[0].partition(".")[0] in strategies)
    settler = Settler(Names(strategies=strategies), report, None)
    settler.declare(0)
    settler.apply(setting_lines(evolve(changes, with_=(), without=(), set_=own), report))
    left = evolve(changes, set_=tuple(pair for pair in changes.set_ if pair not in own))
    return left, Settled(model.Settings(settler.params), settler.by)


def _try_houses(settler: Settler, own: int) -> None:
    for each in settler.names.houses.values():
        if each.layer == own and isinstance(each.node, model.House):
            tried = Settler(settler.names, settler.report, settler.decks)
            tried.apply(each.node.lines)
            _try_decks(tried)


def _try_decks(tried: Settler) -> None:
    """Report a house whose number of decks no shoe of the game has, as far as no toggle changes the shoe."""
    value, place = tried.params.get("decks"), tried.by.get("decks")
    toggles = (*tried.names.nodes(model.Option).values(), *tried.names.nodes(model.Choice).values())
    changing = any(isinstance(node, model.Decks) for toggle in toggles for node in walk(toggle))
    if isinstance(value, Fraction) and place and tried.decks and not changing:
        refuse_decks(tried.decks, int(value), place, tried.report)


def refuse_decks(decks: model.Decks, value: int, set_at: Span | None, report: Report) -> bool:
    """Report a number of decks that the line does not let be set (F0205); return whether it did."""
    if decks.number.value == value:
        return False
    if decks.least is None or decks.most is None:
        message, help_ = "the number of decks is fixed", f"declare a range: `decks: {decks.number.value} in 1..100`"
    elif not decks.least.value <= value <= decks.most.value:
        message = f"`decks` can't be {value}"
        help_ = f"choose a value in {decks.least.value}..{decks.most.value}"
    else:
        return False
    setting = (Label(set_at, "set here"),) if set_at else ()
    report.error("F0205", message, *setting, Label(decks.span, "declared here", not setting), helps=(help_,))
    return True


def _standing_arm(choice: model.Choice) -> str:
    names = [arm.name.text for arm in choice.arms]
    return choice.default.name.text if choice.default.name.text in names else names[0]


def _own(line: SettingLine, layer: int, file: model.File, names: Names, report: Report) -> bool:
    name = _name(line)
    spaces = (names.params, names.options, names.choices)
    declared = next((each.node.name for space in spaces if (each := space.get(name)) and each.layer == layer), None)
    place = declared or (_decks_line(file) if name == "decks" else None)
    if place is None:
        return False
    report.error(
        "F0205",
        f"`{name}` is set in the file that declares it",
        Label(line.span, "set here"),
        Label(place.span, "declared here", primary=False),
        helps=("change the declaration, and take this line away",),
    )
    return True


def _decks_line(file: model.File) -> model.Decks | None:
    sections = (item.section if isinstance(item, model.Also) else item for item in file.items)
    cards = (section for section in sections if isinstance(section, model.Cards))
    return next((line for each in cards for line in each.lines if isinstance(line, model.Decks)), None)


def _set_twice(line: SettingLine, first: SettingLine, report: Report) -> None:
    report.error(
        "F0204",
        f"`{_name(line)}` is set twice",
        Label(line.span, "set again here"),
        Label(first.span, "first set here", primary=False),
        helps=("keep one of the two",),
    )


def _name_node(line: SettingLine) -> model.SettingKey | model.Name:
    return line.key if isinstance(line, model.SetValue) else line.name


def _name(line: SettingLine) -> str:
    return _name_node(line).text
