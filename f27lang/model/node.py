"""The leaves of a rules card and the base of every node."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, cast

import attrs
from attrs import field

from f27lang.source import Span

if TYPE_CHECKING:
    from attrs import frozen as frozen  # noqa: PLC0414
else:
    from f27lang.model.late import frozen as frozen  # noqa: PLC0414


@attrs.frozen
class Origin:
    """How a line came into a game: the file it stands in, and the option, choice or house that brought it."""

    span: Span
    via: str = "own"  # "own", "inherited", "option forced_moves", "choice hole_card = peek"
    own: bool = True  # stands in the file that was asked for


@attrs.frozen(kw_only=True, eq=False, repr=False)
class Node:
    """Anything in a file. Two nodes are equal when they say the same, wherever they stand."""

    span: Span = field(eq=False, repr=False)
    origin: Origin | None = field(default=None, eq=False, repr=False)

    def __getstate__(self) -> tuple[Span, Origin | None, dict[str, object]]:
        return self.span, self.origin, vars(self)

    def __setstate__(self, state: tuple[Span, Origin | None, dict[str, object]]) -> None:
        object.__setattr__(self, "span", state[0])
        object.__setattr__(self, "origin", state[1])
        vars(self).update(state[2])

    def _said(self) -> object:
        cls: Any = type(self)
        return _said_by(cls)(self)

    def __eq__(self, other: object) -> bool:
        return self is other or (type(self) is type(other) and self._said() == other._said())

    def __hash__(self) -> int:
        return hash((type(self), self._said()))

    def __repr__(self) -> str:
        said = ", ".join(f"{f.name}={getattr(self, f.name)!r}" for f in attrs.fields(type(self)) if f.repr)
        return f"{type(self).__name__}({said})"


@cache
def _said_by(cls: Any) -> Callable[[object], object]:
    """Return what picks the compared fields out of a node of this class."""
    names = [f.name for f in attrs.fields(cls) if f.eq]
    return attrgetter(*names) if names else lambda _: None


ATOMS = ("str", "str | None", "int", "bool", "Fraction", "Span", "Origin | None")


@cache
def inside(cls: Any) -> tuple[str, ...]:
    """Return the fields of a class of nodes that can hold nodes, in the order of the text."""
    return tuple(f.name for f in attrs.fields(cls) if f.type not in ATOMS)


def walk(*roots: object) -> Iterator[Node]:
    """Yield all nodes in nodes and in tuples of nodes, these included, in the order of the text."""
    waiting = list(reversed(roots))
    while waiting:
        each = waiting.pop()
        if isinstance(each, Node):
            yield each
            waiting += [getattr(each, name) for name in reversed(inside(cast("Any", type(each))))]
        elif isinstance(each, tuple):
            waiting += reversed(each)


@frozen
class Words(Node):
    """A fixed phrase, its words joined by one blank."""

    text: str


@frozen
class Name(Node):
    """A name of the author's making."""

    text: str


@frozen
class Text(Node):
    """A quoted line, without its quotes."""

    text: str


@frozen
class Whole(Node):
    """A whole number."""

    value: int


@frozen
class Percent(Node):
    """`5%`; the value is 5, not 1/20."""

    value: Fraction
    text: str = field(eq=False)


@frozen
class Money(Node):
    """`$10`, in dollars."""

    value: Fraction
    text: str = field(eq=False)


@frozen
class Odds(Node):
    """`3:2`, paid to staked."""

    paid: Fraction
    staked: Fraction
    text: str = field(eq=False)


@frozen
class Amount(Node):
    """An exact number as written; `param` names the quantity that it was put in for."""

    value: Fraction
    text: str = field(eq=False)
    param: str | None = field(default=None, eq=False)


@frozen
class QuantityName(Node):
    """A param's name where a number could stand; none is left in a closed game."""

    name: Name


@frozen
class OddsLiteral(Node):
    """Odds; `param` as in Amount."""

    odds: Odds
    param: str | None = field(default=None, eq=False)


@frozen
class PercentLiteral(Node):
    """A percentage; `param` as in Amount."""

    percent: Percent
    param: str | None = field(default=None, eq=False)


Quantity = Amount | QuantityName
Percentage = PercentLiteral | QuantityName
Payout = OddsLiteral | QuantityName
Literal = Amount | OddsLiteral | PercentLiteral


@frozen
class Other(Words):
    """`player` or `dealer`."""


@frozen
class Between(Node):
    """`15..24`, both ends included."""

    low: Quantity
    high: Quantity


@frozen
class AtLeast(Node):
    """`25..`."""

    low: Quantity


@frozen
class UpTo(Node):
    """`..14`."""

    high: Quantity


@frozen
class Exactly(Node):
    """`27`."""

    value: Quantity


@frozen
class Over(Node):
    """`over 27`."""

    value: Quantity


@frozen
class Under(Node):
    """`under 27`."""

    value: Quantity


@frozen
class OverOther(Node):
    """`over dealer`: more than the other side's reading."""

    other: Other


@frozen
class UnderOther(Node):
    """`under dealer`."""

    other: Other


@frozen
class AtLeastOther(Node):
    """`at least dealer`."""

    other: Other


@frozen
class AtMostOther(Node):
    """`at most dealer`."""

    other: Other


Range = Between | AtLeast | UpTo | Exactly | Over | Under | OverOther | UnderOther | AtLeastOther | AtMostOther
