"""The whole: a File as written, a Game with everything joined."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import attrs
from attrs import field

from f27lang.model.cards import AtCutCard, Cards, EveryHand, EveryHands, Poker, Seats, Shuffle, Total, Values
from f27lang.model.hands import Hands, Ranking
from f27lang.model.money import Bonus, Settle, Wager
from f27lang.model.node import Amount, Node, Text, Whole, Words, frozen
from f27lang.model.pot import Betting, Pot, PotShare
from f27lang.model.prove import Claim, Example, Strategy
from f27lang.model.turns import DealerTurn, EachTurn, Play, PlayerTurn
from f27lang.model.vary import Choice, Drop, House, Option, Param, SetValue, WithOption, WithoutOption
from f27lang.source import SourceFile, Span

Section = (
    Cards | Values | Total | Poker | Play | PlayerTurn | DealerTurn | EachTurn
    | Hands | Ranking | Settle | Wager | Bonus | Betting | Pot | PotShare
)  # fmt: skip


@frozen
class Source(Node):
    """`source: "..."`."""

    text: Text


@frozen
class Note(Node):
    """`note: "..."`."""

    text: Text


@frozen
class Assume(Node):
    """`assume: "..."`: what the source does not say."""

    text: Text


@frozen
class Also(Node):
    """A section that merges line by line."""

    section: Section


@frozen
class Edition(Node):
    """`f27 1`."""

    number: Whole


@frozen
class Abstract(Node):
    """A game that can only be extended."""


@frozen
class Kind(Words):
    """`banked` or `vying`."""


@frozen
class Extends(Node):
    """`extends "finnish-27"`."""

    parent: Text


@frozen
class StrategiesFor(Node):
    """The heading of a file of strategies."""

    game: Text


Item = (
    Source | Note | Assume | Param | WithOption | WithoutOption | SetValue | Drop | Seats
    | Section | Also | Option | Choice | House | Strategy | Example | Claim
)  # fmt: skip


@frozen
class File(Node):
    """A file as written; it may be wrong. `kind` is None for a file of strategies."""

    edition: Edition
    strategies_for: StrategiesFor | None
    abstract: Abstract | None
    kind: Kind | None
    title: Text | None
    extends: Extends | None
    items: tuple[Item, ...]


@attrs.frozen
class Settings:
    """What was chosen: the value of each param (`decks` among them), each option's switch, each choice's arm."""

    params: Mapping[str, Fraction | tuple[Fraction, Fraction]] = field(factory=dict)  # odds as (paid, staked)
    options: Mapping[str, bool] = field(factory=dict)
    choices: Mapping[str, str] = field(factory=dict)


@attrs.frozen
class Game:
    """A closed game: no `extends`, no open option, no named quantity left; each line knows its origin.

    Each section stands once, merged; `player` and `dealer` hold one block per heading, in order.
    `examples`, `claims` are those of the file asked for and of its options that are on.
    """

    name: str
    title: str
    kind: str
    abstract: bool
    files: tuple[SourceFile, ...]  # farthest ancestor first, the file asked for last
    settings: Settings
    params: tuple[Param, ...] = ()
    options: tuple[Option, ...] = ()
    choices: tuple[Choice, ...] = ()
    houses: tuple[House, ...] = ()
    sources: tuple[Source, ...] = ()
    notes: tuple[Note, ...] = ()
    assumptions: tuple[Assume, ...] = ()
    seats: Seats | None = None
    cards: Cards | None = None
    values: Values | None = None
    total: Total | None = None
    poker: Poker | None = None
    play: Play | None = None
    player: tuple[PlayerTurn, ...] = ()
    dealer: tuple[DealerTurn, ...] = ()
    each: EachTurn | None = None
    hands: Hands | None = None
    ranking: Ranking | None = None
    settle: Settle | None = None
    wagers: tuple[Wager, ...] = ()
    bonuses: tuple[Bonus, ...] = ()
    betting: Betting | None = None
    pot: Pot | None = None
    shares: tuple[PotShare, ...] = ()
    strategies: tuple[Strategy, ...] = ()
    examples: tuple[Example, ...] = ()
    claims: tuple[Claim, ...] = ()
    set_at: Mapping[str, Span] = field(factory=dict, eq=False, repr=False)  # where a setting stands that was changed

    @property
    def is_worn(self) -> bool:
        """Whether the shoe is dealt from for more than one hand."""
        lines = self.cards.lines if self.cards else ()
        return any(isinstance(line, Shuffle) and _wears(line.when) for line in lines)

    @property
    def table_wagers(self) -> tuple[Wager, ...]:
        """The wagers made at the step `wager`."""
        return tuple(wager for wager in self.wagers if not wager.is_beside)

    @property
    def side_wagers(self) -> tuple[Wager, ...]:
        """The wagers made beside another, at the step that offers them."""
        return tuple(wager for wager in self.wagers if wager.is_beside)

    def _repr_html_(self) -> str:
        """Return what a notebook shows."""
        from f27lang.notebook import game_html  # noqa: PLC0415

        return game_html(self)


def _wears(when: EveryHand | EveryHands | AtCutCard) -> bool:
    if isinstance(when, EveryHands):
        assert isinstance(when.number, Amount), when.number
        return when.number.value > 1
    return isinstance(when, AtCutCard)
