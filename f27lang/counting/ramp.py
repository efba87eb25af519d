"""How much to bet at each true count: counts, their shares and edges, a spread → Ramp."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import sqrt

from attrs import frozen

from f27lang.simulate.watch import BEYOND

_STEP = re.compile(r"(-?\d+):(\d+)")
_SPREAD = re.compile(r"(\d+)\.\.(\d+)")
_SELDOM = 1e-5  # of the rounds: what comes less often sets no bet


class Unreadable(ValueError):
    """Raised where a spread or a ramp can't be meant so; its words say why."""


@frozen
class Spread:
    """The least and the most that is bet, in table minimums; a least of 0 sits out."""

    least: int
    most: int

    @property
    def words(self) -> str:
        """As typed."""
        return f"{self.least}..{self.most}"


@frozen
class Step:
    """From a true count on, a bet in table minimums."""

    count: int
    bet: int


@frozen
class Ramp:
    """Bets by true count, in table minimums: steps in order of count; the first one's bet holds below it too."""

    steps: tuple[Step, ...]

    def bet(self, count: Fraction | int) -> int:
        """Return the bet at a true count."""
        return max((step for step in self.steps if step.count <= count), default=self.steps[0], key=_place).bet

    @property
    def spread(self) -> Spread:
        """Its least and its most."""
        return Spread(self.steps[0].bet, self.steps[-1].bet)

    @property
    def words(self) -> str:
        """As typed: `0:1 1:2 3:6`."""
        return " ".join(f"{step.count}:{step.bet}" for step in self.steps)


def _place(step: Step) -> int:
    return step.count


@frozen
class CountAhead:
    """What is known of a true count before a ramp is chosen: its share of the rounds, the player's edge, per bet."""

    count: int
    share: float
    edge: float


def read_spread(text: str, most: Fraction) -> Spread:
    """Read `1..10`; `most` is the wager's upper limit in table minimums. Raises Unreadable."""
    if not (match := _SPREAD.fullmatch(text.strip())):
        raise Unreadable(f"`{text}` is no spread: write the least and the most in table minimums, as 1..10")
    spread = Spread(int(match[1]), int(match[2]))
    if spread.least > spread.most or spread.most == 0:
        raise Unreadable(
            f"a spread runs upward: {spread.least} is more than {spread.most}" if spread.most else "0..0 bets nothing"
        )
    _refuse_beyond(spread.most, most)
    return spread


def read_ramp(text: str, most: Fraction) -> Ramp:
    """Read `0:1 1:2 3:6`, counts and bets in table minimums, neither going down. Raises Unreadable."""
    steps = []
    for word in text.split():
        if not (match := _STEP.fullmatch(word)):
            raise Unreadable(f"`{word}` is no step of a ramp: write COUNT:BET, as in 0:1 1:2 3:6")
        steps.append(Step(int(match[1]), int(match[2])))
        if abs(steps[-1].count) > BEYOND:
            raise Unreadable(f"true counts are told apart up to {BEYOND}: a step at {steps[-1].count} is beyond")
    if not steps:
        raise Unreadable("a ramp has a step at least, as in 0:1 1:2 3:6")
    for before, after in pairwise(steps):
        if after.count <= before.count:
            raise Unreadable(f"the counts of a ramp rise: {after.count} comes after {before.count}")
        if after.bet < before.bet:
            raise Unreadable(f"a ramp does not go down: {after.bet} at {after.count} comes after {before.bet}")
    if steps[-1].bet == 0:
        raise Unreadable("a ramp that bets nothing at any count wins nothing")
    _refuse_beyond(steps[-1].bet, most)
    return Ramp(tuple(steps))


def _refuse_beyond(bet: int, most: Fraction) -> None:
    if bet > most:
        raise Unreadable(f"{bet} table minimums are more than the wager's limit of {float(most):g}")


def best_ramp(counts: Sequence[CountAhead], spread: Spread) -> Ramp | None:
    """Return the ramp within a spread that wins most for its risk; None where no count has an edge.

    Bets near the best are in proportion to the edge, held within the spread: the win per round over the root of the
    mean square of the bets is highest then (D. Schlesinger, "Blackjack Attack", on optimal betting). All proportions at
    which a bet changes are tried.
    """
    seen = [count for count in counts if count.share >= _SELDOM]
    if not any(count.edge > 0 for count in seen):
        return None
    return max((_in_proportion(seen, spread, by) for by in _proportions(seen, spread)), key=lambda r: _worth(seen, r))


def even_ramp(counts: Sequence[CountAhead], spread: Spread) -> Ramp:
    """Return a ramp that rises evenly from count 0 to the count that 1 in 100 rounds reach, and there bets the most."""
    above, top = 0.0, 1
    for count in sorted(counts, key=lambda each: -each.count):
        above += count.share
        if above >= 0.01:
            top = max(1, count.count)
            break
    rise = spread.most - spread.least
    return _of_bets((count, spread.least + round(Fraction(rise * count, top))) for count in range(top + 1))


def _proportions(counts: Sequence[CountAhead], spread: Spread) -> Iterable[float]:
    half_bets = [bet + 0.5 for bet in range(spread.least, spread.most)]
    edges = [count.edge for count in counts if count.edge > 0]
    # a hair beyond each, so that the bet has changed
    return [0.0, *((bet / edge) * (1 + 1e-9) for bet in half_bets for edge in edges)]


def _in_proportion(counts: Sequence[CountAhead], spread: Spread, by: float) -> Ramp:
    def bet(count: CountAhead) -> int:
        return min(max(round(by * max(count.edge, 0.0)), spread.least), spread.most)

    return _of_bets((count.count, bet(count)) for count in sorted(counts, key=lambda each: each.count))


def _of_bets(bets: Iterable[tuple[int, int]]) -> Ramp:
    """Return the steps of bets in order of count; a bet that would go down stays."""
    steps: list[Step] = []
    for count, bet in bets:
        if not steps or bet > steps[-1].bet:
            steps.append(Step(count, bet))
    return Ramp(tuple(steps))


def _worth(counts: Sequence[CountAhead], ramp: Ramp) -> float:
    bets = [(count, ramp.bet(count.count)) for count in counts]
    square = sum(count.share * bet**2 for count, bet in bets)
    return sum(count.share * bet * count.edge for count, bet in bets) / sqrt(square) if square else 0.0
