"""A vying game as tables: hands that are sets of totals, steps, betting, a pot and its shares; no dealer to beat."""

from __future__ import annotations

import hashlib
import json
from enum import IntEnum
from fractions import Fraction
from typing import Any

from attrs import Attribute, asdict, field, frozen

from f27lang.rulebook import CardClass

_WORDS = ("name", "title", "origins", "example", "ranks", "suit", "totals")  # nothing that changes a result


def _counts(attribute: Attribute[Any], value: object) -> bool:
    """Return whether a field is part of the digest; tables for seats that see their hands only say nothing of sight."""
    return attribute.name not in _WORDS and (attribute.name != "looks_round" or value is True)


class StepKind(IntEnum):
    """What happens at a step of play; the kernel's own numbers.

    Each draw that is come to is a draw round. A card asked for when the pack is empty is a pass. A seat that is not
    asked, being locked or at a limit, does not take: so where one is live no draw by consent brings a card. A deal goes
    to live seats only, and gives nothing once the pack is empty.
    """

    ANTE = 0
    DEAL = 1
    BET = 2
    DRAW = 3  # seat by seat, earlier draws seen
    DRAW_TOGETHER = 4  # all decide before any card comes
    DRAW_IF_ALL = 5  # every live seat says yes or no; if all say yes each gets a card, else nobody
    DECLARE = 6
    SHOWDOWN = 7
    REPEAT = 8  # back to step `number` if a draw since then brought a card


@frozen
class PlayStep:
    """A step of play. `number` is that of cards to each seat (DEAL), or the step to go back to (REPEAT).

    No DEAL stands behind a draw, as hand states take the first cards for dealt: checks refuse that (F0106).
    """

    kind: StepKind
    number: int = 0
    up: bool = False


@frozen
class VyingState:
    """What a hand is to the rules and to the strategies that were lowered with them."""

    name: str  # "7 or 17 or 27"; several hands that nothing tells apart have the name of one
    totals: tuple[Fraction, ...]  # of `example`, lowest first; words only
    cards: int | None  # where all hands in this state have as many
    example: tuple[int, ...]  # card classes of a shortest hand


@frozen
class Share:
    """A part of the pot, and how near each hand comes to it.

    `keys[s]` orders hand states: the least is nearest, equal ones tie, ties between sides and by cards folded in; -1
    where a hand has no claim. `distances[s]` is the place in `steps` of the hand's distance, -1 where it has no claim.
    """

    name: str
    part: Fraction
    targets: tuple[Fraction, ...]
    keys: tuple[int, ...]
    distances: tuple[int, ...]
    steps: tuple[Fraction, ...]  # all distances that hands can have, least first


class Heir(IntEnum):
    """Who gets a share that nobody claims, tried in order."""

    OTHER_SHARE = 0  # of two; which it is of several nobody says, so checks refuse that
    EVERYONE = 1  # all live seats alike
    NEXT_HAND = 2  # it is put into the next pot


@frozen
class BettingRules:
    """Betting in chips. With `further_left` each round opens at the next live seat left of the last opener."""

    least: int
    most: int
    raises: int  # a round, the opening bet not counted; -1: without end
    further_left: bool


@frozen
class RakeRules:
    """What the house takes of a pot: a share, at most so many chips where that is not None."""

    share: Fraction
    most: Fraction | None
    only_at_showdown: bool


@frozen
class Drawing:
    """What a seat may do when it is asked to draw: once more unless it is locked, has `most_cards` or `most_draws`."""

    most_draws: int  # -1: without end
    most_cards: int  # -1: without end
    locked_after: int  # passes; 0: never
    running: bool  # passes one after another
    up: bool


@frozen
class VyingRulebook:
    """All that the engines need to know of a vying game.

    With S states and C classes, `step[s*C + c]` is the hand state after one more card; `start` that of no card.
    `helps[s]` is 1 where some rank of the deck would make the least distance strictly smaller. `seats` are the least,
    the usual and the most number of players; seat 0 is left of the dealer, who is the last player unless he sits out.
    Whoever declared several shares and fails in one leaves them all: all who fail leave at once, then the rest are
    judged again, until nobody fails.
    Chips are whole; pots are shared in 1/`unit` of a chip for any number of players up to the most.
    """

    name: str
    classes: tuple[CardClass, ...]
    sorted_shoe: tuple[tuple[int, int], ...]  # as in `Rulebook`
    states: tuple[VyingState, ...]
    step: tuple[int, ...]
    start: int
    helps: tuple[int, ...]
    seats: tuple[int, int, int]
    dealer_sits_out: bool
    steps: tuple[PlayStep, ...]
    drawing: Drawing
    betting: BettingRules | None
    ante: int
    rake: RakeRules
    last_takes_all: bool
    shares: tuple[Share, ...]
    heirs: tuple[Heir, ...]
    both_outright: bool  # who declares several must win each outright, or (False) win or tie each
    unit: int
    looks_round: bool = False  # a play that it was lowered with does, so that seats have to be told what they see
    origins: tuple[tuple[str, str], ...] = field(default=(), eq=False)  # per table: the lines it comes from

    @property
    def shoe(self) -> int:
        """The number of cards in the full shoe."""
        return sum(c.count for c in self.classes)

    @property
    def digest(self) -> str:
        """SHA-256 over all that can change a result; names, places and words are no part of it."""
        tables = asdict(self, filter=_counts)
        return hashlib.sha256(json.dumps(tables, default=str, separators=(",", ":")).encode()).hexdigest()


class Act(IntEnum):
    """What advice says."""

    PASS = 0
    TAKE = 1
    CHECK = 2
    CALL = 3
    FOLD = 4
    BET = 5
    RAISE = 6


class When(IntEnum):
    """What advice may wait for, as bits; all that are set must hold."""

    ALWAYS = 0
    ALL_OTHERS_CHECKED = 1
    SOMEBODY_BET = 2  # in the betting round that goes on; where seats draw or declare, in the last one before
    NOBODY_BET = 4


NO_END = 0xFFFF  # a number of rounds or of seats that none exceeds


@frozen
class Scene:
    """What advice may wait for beyond the own hand and what was bet: all of it must hold.

    `rounds` are the first and the last round in which it holds: betting rounds for advice on bets, draws for advice on
    draws, each from 1, and for advice on what to declare the number of betting rounds there were. `live` are the least
    and the most seats that did not fold, the one that is asked included; draws don't change it, and all who declare do
    it at once. Bit i of `seats` is 1 where seat i must be one of them.
    """

    rounds: tuple[int, int] = (0, NO_END)
    live: tuple[int, int] = (0, NO_END)
    seats: int = 0


ANY_SCENE = Scene()


@frozen
class AdviceRow:
    """One line of advice: it fits hands with `fits[s]` 1 while `when` holds, and is skipped where it is not allowed.

    `chips` is what is bet or raised by, 0 for the least. For drawing lines `some card helps` is in `fits` already.
    """

    fits: tuple[int, ...]
    when: int
    act: Act
    chips: int = 0
    scene: Scene = ANY_SCENE


@frozen
class SayRow:
    """One line of declaring advice: `says` has bit i for share i.

    `nearest` is the share with the target least far from any total (as `distance to` measures), of several the first.
    """

    fits: tuple[int, ...]
    says: int
    when: int = When.ALWAYS
    scene: Scene = ANY_SCENE


@frozen
class VyingPolicy:
    """How one seat plays: lines tried from the top, the last of each fits every hand and something is allowed.

    `draw` and `bet` are by the states of the rulebook that was lowered with it. `say` is empty where nothing is said.
    """

    name: str  # "nearest:2 check"
    draw: tuple[AdviceRow, ...]
    bet: tuple[AdviceRow, ...]
    say: tuple[SayRow, ...] = ()

    @property
    def looks_round(self) -> bool:
        """Whether it looks at more of the table than its hand and, where it bets, what was bet in the round."""
        rows: tuple[AdviceRow | SayRow, ...] = (*self.draw, *self.say)
        waits = any(row.when or row.scene != ANY_SCENE for row in rows)
        return waits or any(row.scene != ANY_SCENE for row in self.bet)
