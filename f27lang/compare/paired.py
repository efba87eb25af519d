"""Two games played with the same cards: rounds of a seed -> both tallies, and how exact their difference is.

Round r of a seed deals both games by the same random numbers, so what luck does to one it mostly does to the other. How
much the difference varies is read off batches of rounds, which are as independent as the rounds are.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from fractions import Fraction
from math import lcm, sqrt

from attrs import frozen

from f27lang.normal import NORMAL_95
from f27lang.rulebook import Policy, Rulebook
from f27lang.simulate import Kernel, Tally, load_kernel
from f27lang.simulate.beside import ends
from f27lang.simulate.choice import chosen
from f27lang.simulate.lockstep import LaneKernel
from f27lang.simulate.possible import possible
from f27lang.simulate.until import step
from f27lang.simulate.work import Work

_LARGEST_BATCH, _BATCHES = 1 << 10, 64
_CHUNK_COMPILED, _CHUNK_PLAIN = 1 << 18, 1 << 11
_MORE = 3  # the rule of three, as in `simulate.until`


@frozen
class Player:
    """One side of a pair: a game's tables, how it is played, the place of the wager, and whose module may play it."""

    rulebook: Rulebook
    policy: Policy
    wager: int

    @property
    def nothing(self) -> Tally:
        """A tally of no rounds."""
        return Tally((0,) * ends(self.rulebook, self.policy))

    def paid(self, tally: Tally) -> int:
        """Return what the rounds of a tally brought the player, in 1/denominator of the wager."""
        counts = zip(tally.by_outcome(self.rulebook), self.rulebook.outcomes, strict=True)
        return sum(often * outcome.payoffs[self.wager] for often, outcome in counts)

    @property
    def results(self) -> frozenset[Fraction]:
        """All that a round can bring, per wager of 1, and perhaps some more."""
        rules = self.rulebook
        pays = {rules.outcomes[o].payoffs[self.wager] for o in possible(rules, self.policy)}
        return frozenset(Fraction(each, rules.denominator) for each in pays)


@frozen
class PairTally:
    """How the rounds of two games ended; `more` is what the second brought the player more, in wagers.

    `squares` is the sum, over `batches` of rounds, of the square of what the second brought more in one through the
    number of its rounds.
    """

    first: Tally
    second: Tally
    more: Fraction
    batches: int
    squares: Fraction

    @property
    def rounds(self) -> int:
        """The number of rounds that each game was played."""
        return self.first.rounds

    def __add__(self, other: PairTally) -> PairTally:
        return PairTally(
            self.first + other.first,
            self.second + other.second,
            self.more + other.more,
            self.batches + other.batches,
            self.squares + other.squares,
        )

    @property
    def change_pct(self) -> float:
        """How much higher the house edge of the second game is, in per cent points."""
        return 0.0 - 100 * float(self.more / self.rounds)

    @property
    def variance(self) -> Fraction:
        """The variance of what the second game brings more in a round; for batches as for rounds, whatever their sizes.

        With n_i rounds in batch i, the sum of n_i (mean_i - mean)² has that variance times (batches - 1) for its mean.
        """
        return (self.squares - self.more**2 / self.rounds) / (self.batches - 1)

    @property
    def se_pct(self) -> float:
        """The standard error of `change_pct`; infinite where one batch tells nothing of it."""
        return float("inf") if self.batches < 2 else 100 * sqrt(self.variance / self.rounds)


@frozen
class Pair:
    """Two players at the same cards, loaded to play."""

    players: tuple[Player, Player]
    kernels: tuple[Kernel | LaneKernel, Kernel | LaneKernel]
    batch: int

    @property
    def compiled(self) -> bool:
        """Whether both run compiled."""
        return all(kernel.compiled for kernel in self.kernels)

    @property
    def nothing(self) -> PairTally:
        """A tally of no rounds."""
        return PairTally(self.players[0].nothing, self.players[1].nothing, Fraction(0), 0, Fraction(0))

    def play(self, first: int, rounds: int, seed: int) -> PairTally:
        """Return how rounds from number `first` on end, batch by batch. Raises OutOfCards."""
        units = [player.rulebook.denominator for player in self.players]
        common, (one, other) = lcm(*units), self.kernels
        tallies, total, batches, squares = self.nothing, 0, 0, Fraction(0)
        first_tally, second_tally = tallies.first, tallies.second
        for at in range(first, first + rounds, self.batch):
            number = min(self.batch, first + rounds - at)
            now = one.play(at, number, seed), other.play(at, number, seed)
            paid = [p.paid(t) * (common // unit) for p, t, unit in zip(self.players, now, units, strict=True)]
            first_tally, second_tally = first_tally + now[0], second_tally + now[1]
            total += paid[1] - paid[0]
            squares += Fraction((paid[1] - paid[0]) ** 2, number)
            batches += 1
        return PairTally(first_tally, second_tally, Fraction(total, common), batches, squares / common**2)


@frozen
class Until:
    """Stop where half of the 95 % interval of the change is at most `pct` per cent points.

    So that no jackpot is overlooked, it must be so even if the `widest` difference that a round can make had come three
    times more often.
    """

    pct: Fraction
    widest: Fraction

    def reached(self, tally: PairTally) -> bool:
        """Whether a prefix is exact enough; it is judged at the same rounds on every machine."""
        if tally.batches < _BATCHES or tally.rounds % step(tally.rounds):
            return False
        return self._needed(tally) <= tally.rounds

    def rounds_needed(self, tally: PairTally) -> int:
        """Return about how many rounds it will take, by those played."""
        needed = max(1, int(self._needed(tally)))
        return -(-needed // step(needed)) * step(needed)

    def _needed(self, tally: PairTally) -> Fraction:
        doubt = _MORE * self.widest**2 / tally.rounds
        return (tally.variance + doubt) * (Fraction(NORMAL_95) * 100 / self.pct) ** 2


def pair(one: Player, other: Player, rounds: int) -> Pair:
    """Load two players for about so many rounds, which says how large batches are. Raises CompilerFailed."""
    one_by_one = [(load_kernel(p.rulebook, p.policy), p) for p in (one, other)]
    kernels = [chosen(kernel, p.rulebook, p.policy, rounds, None) for kernel, p in one_by_one]
    batch = min(_LARGEST_BATCH, 1 << max(0, (rounds // _BATCHES).bit_length() - 1))
    return Pair((one, other), (kernels[0], kernels[1]), batch)


def until(players: Pair, pct: Fraction) -> Until:
    """Return the aim of a half-width for a pair."""
    one, other = (player.results for player in players.players)
    return Until(pct, max(max(one) - min(other), max(other) - min(one)))


def play_pair(
    players: Pair,
    rounds: int,
    seed: int,
    *,
    goal: Until | None = None,
    threads: int | None = None,
    progress: Callable[[PairTally], None] = lambda prefix: None,
) -> tuple[PairTally, bool]:
    """Play rounds 0 to `rounds`, or until a goal is reached; return the tally and whether a key stopped it.

    The tally is the same for any number of threads. Raises OutOfCards.
    """
    size = _CHUNK_COMPILED if players.compiled else _CHUNK_PLAIN
    work = Work(players, rounds, seed, lambda first: size, players.nothing)
    if goal is not None:
        work.chunk, work.enough = lambda first: min(size, step(first)), goal.reached
    stopped = work.run(threads or os.cpu_count() or 1, progress)
    return work.prefix, stopped
