"""How a seat plays: the strategies that its name lists → lines of advice, each with the hands that it fits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from attrs import evolve, frozen

from f27lang import model
from f27lang.lower.vying.hands import Hand, VyingHands
from f27lang.lower.vying.measures import Totals
from f27lang.lower.vying.names import Part
from f27lang.lower.vying.shares import ShareRule
from f27lang.resolve.quantities import revalued
from f27lang.vying import Act, When

ACTS: dict[type[model.Node], Act] = {
    model.BetChips: Act.BET,
    model.RaiseChips: Act.RAISE,
    model.Call: Act.CALL,
    model.Check: Act.CHECK,
    model.Fold: Act.FOLD,
}
DRAW_ACTS = {"take": Act.TAKE, "pass": Act.PASS}
Block = model.EachAdvice | model.BettingAdvice | model.DeclareAdvice
Fits = Callable[[VyingHands, Hand], bool]


@frozen
class Line:
    """A line of advice: which hands it fits, what it waits for, and what it says; `node` holds its patterns."""

    fits: Fits
    when: int
    act: Act
    chips: int = 0
    node: model.Node | None = None


@frozen
class Saying:
    """A line of declaring advice: bit i of `says` for share i."""

    fits: Fits
    says: int
    node: model.Node | None = None


@frozen
class Advice:
    """All lines of a seat."""

    name: str
    draw: tuple[Line, ...]
    bet: tuple[Line, ...]
    say: tuple[Saying, ...]

    @property
    def nodes(self) -> tuple[model.Node, ...]:
        """All lines as they stand in files."""
        return tuple(line.node for line in (*self.draw, *self.bet, *self.say) if line.node is not None)


def advice(game: model.Game, name: str, parts: Sequence[Part], shares: Sequence[ShareRule]) -> Advice:
    """Return the lines of some strategies together; without any for betting a seat checks and calls."""
    blocks = [block for part in parts for block in blocks_of(game, part.strategy, part.values)]
    draw = tuple(line for block in blocks if isinstance(block, model.EachAdvice) for line in _drawing(block))
    bet = tuple(line for block in blocks if isinstance(block, model.BettingAdvice) for line in _betting(block))
    say = tuple(line for block in blocks if isinstance(block, model.DeclareAdvice) for line in _saying(block, shares))
    return Advice(name, draw, bet or _checks_and_calls(), say or tuple(_says("nearest", _always, shares)))


def blocks_of(game: model.Game, strategy: str, values: Mapping[str, Fraction]) -> tuple[Block, ...]:
    """Return a strategy's blocks in order, `like` written out, its own numbers set."""
    found = next(each for each in game.strategies if each.name.text == strategy)
    blocks: list[Block] = []
    for line in revalued(found, values).lines:
        if isinstance(line, model.EachAdvice | model.BettingAdvice | model.DeclareAdvice):
            blocks.append(line)
        elif isinstance(line, model.Like):
            blocks += blocks_of(game, line.whom.text, {})
    return tuple(blocks)


def _drawing(block: model.EachAdvice) -> Iterator[Line]:
    for line in block.lines:
        move, fits, when = line.move, *_condition(block.when, line)
        yield Line(fits, when, DRAW_ACTS[move.text], node=line)


def _betting(block: model.BettingAdvice) -> Iterator[Line]:
    for line in block.lines:
        fits, when = _condition(block.when, line)
        for move in line.moves if isinstance(line, model.BetOtherwise) else (line.move,):
            yield Line(fits, when, ACTS[type(move)], _chips(move), node=line)


def _chips(move: model.Node) -> int:
    chips = getattr(move, "chips", None)
    return int(chips.value) if isinstance(chips, model.Amount) else 0


def _condition(heading: model.When | None, line: model.Node) -> tuple[Fits, int]:
    whens = (heading, getattr(line, "when", None))
    seen = [condition for when in whens if when is not None for condition in when.seen]
    pattern: model.Pattern | None = getattr(line, "on", None)
    when = When.ALL_OTHERS_CHECKED if any(isinstance(each, model.AllChecked) for each in seen) else When.ALWAYS
    helps = any(isinstance(each, model.SomeCardHelps) for each in seen)
    return _fitting(pattern, helps), int(when)


def _fitting(pattern: model.Pattern | None, helps: bool) -> Fits:
    return lambda hands, hand: hands.fits(hand, pattern) and (not helps or hands.helped(hand))


def _always(hands: VyingHands, hand: Hand) -> bool:
    return True


def _checks_and_calls() -> tuple[Line, ...]:
    return tuple(Line(_always, When.ALWAYS, act) for act in (Act.CHECK, Act.CALL))


def _saying(block: model.DeclareAdvice, shares: Sequence[ShareRule]) -> Iterator[Saying]:
    for line in block.lines:
        fits, _ = _condition(None, line)
        yield from (evolve(each, node=line) for each in _says(line.said.text, fits, shares))


def _says(said: str, fits: Fits, shares: Sequence[ShareRule]) -> Iterator[Saying]:
    names = [share.name for share in shares]
    if said == "both":
        yield Saying(fits, (1 << len(shares)) - 1)
    elif said == "nearest":
        for place in range(len(shares)):
            yield Saying(_nearest_to(place, fits, shares), 1 << place)
    else:
        yield Saying(fits, 1 << names.index(said))


def _nearest_to(place: int, fits: Fits, shares: Sequence[ShareRule]) -> Fits:
    """Return whether a share's target is the nearest; of two as near, the share that comes first."""

    def fitting(hands: VyingHands, hand: Hand) -> bool:
        totals = hands.totals(hand)
        ways = [_distance(totals, share) for share in shares]
        return ways.index(min(ways)) == place and fits(hands, hand)

    return fitting


def _distance(totals: Totals, share: ShareRule) -> Fraction:
    return min(abs(total - target) for total in totals for target in share.targets)
