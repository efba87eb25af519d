"""A banked game as tables: integers, hand states and decisions that solver, simulator and explanations walk."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from enum import IntEnum
from fractions import Fraction
from functools import cached_property
from typing import Any

import attrs
from attrs import Attribute, field, frozen

_WORDS = ("name", "origins", "example", "ranks", "suit", "wagers", "row", "rows")  # nothing that changes a result
_UNUSED = (None, ())  # what a game does not have leaves its digest as it is
_MAY_LACK = ("poker", "showdowns", "faces", "peeked", "sides", "shuffling", "fixed")


def _counts(attribute: Attribute[Any], value: object) -> bool:
    """Return whether a field is part of the digest."""
    return attribute.name not in _WORDS and not (attribute.name in _MAY_LACK and value in _UNUSED)


def as_plain(value: object, counts: Callable[[Attribute[Any], object], bool]) -> object:
    """Return what JSON has for a value that it does not know: of an attrs class the fields that count, else words."""
    cls: Any = type(value)
    if not attrs.has(cls):
        return str(value)
    fields = ((each, getattr(value, each.name)) for each in attrs.fields(cls))
    return {each.name: held for each, held in fields if counts(each, held)}


class OutOfCards(Exception):
    """Raised where a round needs a card, or may need one, and the shoe holds no more."""


class Move(IntEnum):
    """Bits of `Rulebook.moves`: what the player may do."""

    NONE = 0
    HIT = 1
    STAND = 2


class Verdict(IntEnum):
    """For whom a hand is decided."""

    PLAYER_WINS = 1
    DEALER_WINS = 2
    PUSH = 3

    @property
    def words(self) -> str:
        """As written in a rules card."""
        return {1: "player wins", 2: "dealer wins", 3: "push"}[self.value]


@frozen
class CardClass:
    """Cards that no rule can tell apart, and how many of them the full shoe holds."""

    name: str  # "A", "10", "10 J Q K", "9 in spades"
    count: int
    ranks: tuple[str, ...]
    suit: str | None = None


@frozen
class HandState:
    """What a hand is to the rules. `total` is the reading; states that no rule can tell apart are one."""

    name: str  # "hard 15", "soft 20", "over" for several totals beyond the limit, "natural" where named as dealt
    total: Fraction
    soft: bool
    over: bool  # the total is beyond the limit of `read: highest not over ...`
    cards: int | None  # the number of cards, where all hands in this state have as many
    example: tuple[int, ...]  # card classes of a shortest hand in this state, in the order received


@frozen
class Outcome:
    """One way a round can end."""

    name: str  # "player wins after dealer, dealer over"
    verdict: Verdict
    row: int  # the settle row that decided, from 0 in the game's order; Rulebook.rows has its text
    player_over: bool
    dealer_over: bool
    payoffs: tuple[int, ...]  # per wager, in 1/`denominator` of the wager
    fixed: tuple[int, ...] = ()  # how much of each is in table minimums, whatever the wager; () where nothing ever is


@frozen
class Deal:
    """Cards dealt to a side, before its turn or between turns."""

    to: str  # "player" or "dealer"
    number: int
    up: bool


@frozen
class SettleRow:
    """A row of `settle` as written, and its place, as `child.f27:41`."""

    text: str
    place: str


@frozen
class Poker:
    """How five cards rank against five: categories, best first, and what aces and jokers are; see `f27lang.poker`."""

    order: tuple[str, ...]  # "five_of_a_kind", ..., "high_card"; a category left out does not exist
    ace_low: bool  # an ace may stand below a 2 in a straight
    joker: str  # "bug", "wild" or "dead"; "" where the deck has none


@frozen
class Showdown:
    """The outcomes of two hands that only their poker rank tells apart, by how the player's compares."""

    better: int
    equal: int
    worse: int


@frozen
class Side:
    """A wager beside another, offered to open hands by what the dealer shows, paid by the cards that he is dealt.

    `offered[v]` is 1 where it is offered to a player who sees the dealer's face-up cards as hand state v. `brings[d]`
    is 1 + the place in `results` of what it brings, d being all cards that the dealer is dealt before the turns; 0 for
    hands with which it is never offered.
    """

    name: str
    of: int  # the place of the other wager
    share: Fraction  # of that, at most
    offered: tuple[int, ...]
    brings: tuple[int, ...]
    results: tuple[Fraction, ...]  # per unit of it, the least first


@frozen
class Shuffling:
    """How long a shoe is dealt from. Games whose every hand comes from a fresh, whole shoe have none.

    The shoe is shuffled before the next hand once `hands` were played from it, or once `cut` cards lie outside it,
    burnt ones included; None where that does not count. After each shuffle `burn` cards are laid aside unseen. `empty`
    tells what becomes of a card that is asked for when none is left: "pass": it is not given, the taker stands;
    "discards": the cards of earlier hands are shuffled and dealt, and the shoe is shuffled before the next hand; "": it
    can't happen.
    """

    hands: int | None
    cut: int | None
    burn: int = 0
    empty: str = ""


@frozen
class Rulebook:
    """All that the engines need to know of a banked game.

    With S states and C classes, tables are flat tuples: `step[s*C + c]` is the hand state after one more card;
    dealt cards come first, so whether a card is dealt or taken is known to the state; a state that never gets a
    further card leads to itself. `moves[p*S + v]` holds the Move bits of a player in state p who sees the dealer's
    face-up cards as hand state v. `dealt`, `drawn`, `stood` [p*S + v] hold 0, or 1 + the outcome that decides the
    round after the deal, after a card the player took (at once), and after he stood. `law[p]` is the group g of
    dealer laws that a player's final state brings about, `dealer_hits[g*S + d]` is 1 where the dealer takes a card,
    `final[p*S + d]` the outcome when he is done. Cells that no round reaches hold 0.

    Where poker ranks decide, `final` holds O + i for O outcomes: `showdowns[i]` says how the round ends; both hands
    have five cards, of one rank a class, and `faces` tells their suits. Where the dealer looks at his hidden cards
    before the player's turn, `peeked[p*S + d]` holds 0, or 1 + the outcome that this decides, d being all his cards.
    """

    name: str
    classes: tuple[CardClass, ...]
    # the full shoe sorted by rank (A to K, Joker), then suit, unsuited added cards last, as runs of (class, cards);
    # a place in this order names a card, whatever the rules tell apart
    sorted_shoe: tuple[tuple[int, int], ...]
    states: tuple[HandState, ...]
    step: tuple[int, ...]
    player_start: int
    dealer_start: int
    before: tuple[Deal, ...]  # dealt before the player's turn, in order
    between: tuple[Deal, ...]  # dealt to the dealer between the turns
    moves: tuple[int, ...]
    dealt: tuple[int, ...]
    drawn: tuple[int, ...]
    stood: tuple[int, ...]
    law: tuple[int, ...]
    dealer_hits: tuple[int, ...]
    final: tuple[int, ...]
    outcomes: tuple[Outcome, ...]
    wagers: tuple[str, ...]
    denominator: int
    poker: Poker | None = None  # where `showdowns` are
    showdowns: tuple[Showdown, ...] = ()
    faces: tuple[tuple[str, str | None, int], ...] = ()  # where `showdowns` are: the sorted shoe as (rank, suit, cards)
    peeked: tuple[int, ...] = ()  # empty where nobody peeks
    sides: tuple[Side, ...] = ()
    shuffling: Shuffling | None = None  # None: every hand from a fresh shoe
    # per table: the lines it comes from, as `child.f27:30-31`; no part of the digest
    origins: tuple[tuple[str, str], ...] = field(default=(), eq=False)
    rows: tuple[SettleRow, ...] = field(default=(), eq=False)  # all rows of `settle`; no part of the digest

    @property
    def shoe(self) -> int:
        """The number of cards in the full shoe."""
        return sum(c.count for c in self.classes)

    @cached_property
    def digest(self) -> str:
        """SHA-256 over all that can change a result; names, places and words are no part of it."""
        text = json.dumps(self, default=lambda value: as_plain(value, _counts), separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


@frozen
class Policy:
    """A way to play: `play[p*S + v]` is Move.HIT or Move.STAND where a round has the player move, else Move.NONE.

    Where he is not asked it is the forced move.
    """

    name: str  # "chart" or a strategy's name
    play: tuple[int, ...]
    accepts: tuple[tuple[int, ...], ...] = ()  # by side wager, [p*S + v] 1 where he takes it; none where nobody does
