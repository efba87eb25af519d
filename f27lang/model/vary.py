"""What may be changed from outside: params, options, choices, houses, drops."""

from __future__ import annotations

from f27lang.model.node import Literal, Name, Node, Text, Words, frozen


@frozen
class Unit(Words):
    """`points`, `cards`, `chips`, `hands`, `percent` or `odds`."""


@frozen
class ParamRange(Node):
    """`15..27`, of a param."""

    low: Literal
    high: Literal


@frozen
class Param(Node):
    """`param hard_stand: points = 21 in 15..27`."""

    name: Name
    unit: Unit
    default: Literal
    range: ParamRange


@frozen
class WithOption(Node):
    """`with forced_moves`."""

    name: Name


@frozen
class WithoutOption(Node):
    """`without forced_moves`."""

    name: Name


@frozen
class SettingKey(Words):
    """A param's or choice's name, or `decks`."""


@frozen
class ArmName(Node):
    """An arm of a choice."""

    name: Name


@frozen
class SetValue(Node):
    """`set shuffling = cut_card`."""

    key: SettingKey
    value: Literal | ArmName


@frozen
class Dropped(Words):
    """The kind of thing that `drop` takes away."""


@frozen
class Drop(Node):
    """`drop option declaration`."""

    kind: Dropped
    name: Name


@frozen
class Needs(Node):
    """`needs y`."""

    name: Name


@frozen
class NotWith(Node):
    """`not with y`."""

    name: Name


@frozen
class OverOption(Node):
    """`over y`: the lines of this option or choice win over y's."""

    name: Name


@frozen
class Switch(Words):
    """`on` or `off`."""


@frozen
class Option(Node):
    """Sections that apply when it is on."""

    name: Name
    help: Text | None
    default: Switch
    relations: tuple[Needs | NotWith | OverOption, ...]
    items: tuple[Node, ...]


@frozen
class Arm(Node):
    """One way of a choice."""

    name: Name
    items: tuple[Node, ...]


@frozen
class Choice(Node):
    """Exactly one arm applies."""

    name: Name
    help: Text | None
    default: ArmName
    relations: tuple[OverOption, ...]
    arms: tuple[Arm, ...]


@frozen
class House(Node):
    """A named bundle of settings."""

    name: Text
    lines: tuple[WithOption | WithoutOption | SetValue, ...]
