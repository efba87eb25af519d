"""What a counter wins at worn shoes: effects of removal, how he counts and bets → Winnings, simulated.

A first run, of other shoes, tells how often each true count comes; by that the ramp is chosen. A second one plays it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from fractions import Fraction
from functools import partial
from math import ceil, floor

from attrs import evolve, frozen

from f27lang.counting.counts import Counted, Judged
from f27lang.counting.gain import FLAT, AtCount, Bets, Gain, gain
from f27lang.counting.ramp import CountAhead, Ramp, Spread, best_ramp, even_ramp
from f27lang.rulebook import Policy, Rulebook, Shuffling
from f27lang.simulate import Run
from f27lang.simulate.beside import brought
from f27lang.simulate.shoe_tally import ShoeTally
from f27lang.simulate.shoes import simulate_shoes
from f27lang.simulate.watch import Watch
from f27lang.simulate.work import Progress
from f27lang.solve.linear import slope

_TRIAL_ROUNDS = 2_000_000
_SPARE = "discards"  # where a hand needs more cards than a shoe so shuffled has left
_OTHER_SHOES = 0x5DEECE66D  # added to the seed of a trial: its shoes are not those of the run


@frozen
class Counter:
    """How someone counts and bets, and what is done about it.

    True counts are per `unit` decks and rounded as `rounding` says, see `simulate.watch`. He bets by a `ramp`, or by
    the best one within a `spread`. `penetration` is the share of the shoe behind which the cut card stands; None leaves
    the shuffle to the rules. He leaves a table where the count falls below `leave_below`; the house shuffles where it
    rises above `shuffle_above`.
    """

    count: Judged
    spread: Spread
    ramp: Ramp | None = None
    unit: Fraction = Fraction(1)
    rounding: str = "floor"
    penetration: Fraction | None = None
    leave_below: int | None = None
    shuffle_above: int | None = None


@frozen
class Row:
    """The rounds at one whole true count, those with tenths above it included.

    `flat` is what a bet of one table minimum brings, `expected` the player's expectation by the effects of removal,
    per wager of 1.
    """

    count: int
    share: float
    flat: Gain
    expected: float
    bet: int


@frozen
class Winnings:
    """What a counter wins; the ramp is `chosen` as it was "given", as the "best" or, with no edge at all, as "even"."""

    counter: Counter
    tables: Rulebook
    wager: int
    value: float  # the chart's exact value in a fresh shoe
    run: Run
    ramp: Ramp
    chosen: str
    rows: tuple[Row, ...]
    flat: Gain
    ramped: Gain
    beside: tuple[int | None, ...]  # from which count on each wager beside another is taken

    @property
    def tally(self) -> ShoeTally:
        """What was counted."""
        assert self.run.worn is not None
        return self.run.worn

    @property
    def share_with_edge(self) -> float:
        """The share of rounds at counts at which the player is expected to win, by the effects of removal."""
        return sum(row.share for row in self.rows if row.expected > 0)

    @property
    def share_seen_to_win(self) -> float:
        """The share of rounds at counts that did win, by more than two standard errors."""
        return sum(row.share for row in self.rows if row.flat.win > 2 * row.flat.error)


def winnings(
    found: Counted,
    counter: Counter,
    rounds: int,
    *,
    seed: int = 1,
    seats: int = 1,
    threads: int | None = None,
    watching: Callable[[], AbstractContextManager[Progress]] = lambda: nullcontext(lambda prefix: None),
) -> Winnings:
    """Return what a counter wins in about so many rounds by the chart, one unit of each bet being the table minimum.

    The results depend on the game, the counter, the seed and the rounds only. Raises OutOfCards, CompilerFailed,
    and KeyboardInterrupt where a key ends the first run.
    """
    tables = worn(found.tables, counter.penetration)
    watch = watch_of(found, counter)
    play = partial(
        simulate_shoes,
        tables,
        _taking_all(tables, found.policy),
        seats=seats,
        threads=threads,
        wager=found.wager,
    )
    trial = play(min(rounds, _TRIAL_ROUNDS), seed=_other(seed), watch=watch)
    if trial.interrupted:
        raise KeyboardInterrupt
    assert trial.worn is not None
    before = by_count(trial.worn, watch)
    ramp, chosen = _ramp(found, counter, before)
    beside = tuple(_favourable(tables, number, before) for number in range(len(tables.sides)))
    bets = tuple(ramp.bet(watch.count(place)) for place in range(watch.bins))
    with watching() as progress:
        run = play(rounds, seed=seed, watch=evolve(watch, bets=bets), progress=progress)
    return _told(found, counter, (tables, run, watch), (ramp, chosen, beside))


def worn(tables: Rulebook, penetration: Fraction | None) -> Rulebook:
    """Return tables whose shoe is dealt from until so much of it lies outside; with None, as the rules say.

    A shoe that is shuffled before every hand stays one: each hand is its shoe's first.
    """
    own = tables.shuffling
    if penetration is None:
        return tables if own else evolve(tables, shuffling=Shuffling(1, None, empty=_SPARE))
    burn = own.burn if own else 0
    return evolve(tables, shuffling=Shuffling(None, ceil(penetration * tables.shoe), burn, _SPARE))


def expectation(found: Counted, counter: Counter, count: float) -> float:
    """Return the player's expectation by the chart at a true count, by the effects of removal, per wager of 1."""
    per_card = slope(counter.count.tags.values, tuple(found.gains.values()), tuple(found.counts.values()))
    return found.effects.full.chart + per_card * count * (found.tables.shoe - 1) / float(_unit(found, counter))


def by_count(tally: ShoeTally, watch: Watch) -> list[AtCount]:
    """Return seat 0's rounds at each rounded true count that came."""
    bins = ((watch.count(number), tally.in_bin(number)) for number in range(tally.bins))
    return [AtCount(count, rounds.counts) for count, rounds in bins if rounds.rounds]


def in_whole(counts: Sequence[AtCount]) -> list[AtCount]:
    """Return rounds by whole counts, those with tenths above one added to it."""
    found: dict[int, tuple[int, ...]] = {}
    for at in counts:
        whole = floor(at.count)
        found[whole] = tuple(map(sum, zip(found[whole], at.ends))) if whole in found else at.ends
    return [AtCount(Fraction(count), ends) for count, ends in found.items()]


def _unit(found: Counted, counter: Counter) -> Fraction:
    """Return the cards that a true count is reckoned by."""
    return counter.unit * found.deck


def _other(seed: int) -> int:
    return (seed + _OTHER_SHOES) % 2**64


def watch_of(found: Counted, counter: Counter) -> Watch:
    """Return what he watches, with flat bets."""
    tags = counter.count.tags
    by_place = tuple(tags.of(rank) for rank, cards in found.counts.items() for _ in range(cards))
    return Watch(
        by_place,
        _unit(found, counter),
        counter.rounding,
        leave_below=_in_parts(counter.leave_below, counter.rounding),
        shuffle_above=_in_parts(counter.shuffle_above, counter.rounding),
    )


def _in_parts(count: int | None, rounding: str) -> int | None:
    """Return a count as the kernel has it."""
    return None if count is None else count * Watch(rounding=rounding).parts


def _taking_all(tables: Rulebook, chart: Policy) -> Policy:
    """Return the play with all wagers beside another taken: of which counts to take them is told afterwards."""
    return evolve(chart, accepts=tuple((1,) * len(chart.play) for _ in tables.sides))


def _ramp(found: Counted, counter: Counter, before: Sequence[AtCount]) -> tuple[Ramp, str]:
    if counter.ramp:
        return counter.ramp, "given"
    rounds = sum(at.rounds for at in before)
    ahead = [
        CountAhead(int(at.count), at.rounds / rounds, _expected(found, counter, at.count)) for at in in_whole(before)
    ]
    best = best_ramp(ahead, counter.spread)
    return (best, "best") if best else (even_ramp(ahead, counter.spread), "even")


def _expected(found: Counted, counter: Counter, count: Fraction) -> float:
    """Return the expectation in the middle of what is rounded to a whole count."""
    middle = 0.5
    if counter.rounding == "truncated":
        middle = 0.5 if count > 0 else -0.5 if count < 0 else 0.0
    return expectation(found, counter, float(count) + middle)


def _favourable(tables: Rulebook, number: int, before: Sequence[AtCount]) -> int | None:
    """Return the count from which on a wager beside another brought most; None where it never brought anything."""
    most, best, total = Fraction(0), None, Fraction(0)
    for at in sorted(in_whole(before), key=lambda each: -each.count):
        total += sum(
            (often * (brought(tables, number, place) or 0) for place, often in enumerate(at.ends)), Fraction(0)
        )
        if total > most:
            most, best = total, int(at.count)
    return best


def _told(
    found: Counted,
    counter: Counter,
    played: tuple[Rulebook, Run, Watch],
    bet: tuple[Ramp, str, tuple[int | None, ...]],
) -> Winnings:
    (tables, run, watch), (ramp, chosen, beside) = played, bet
    tally = run.worn
    assert tally is not None
    counts, bets = by_count(tally, watch), Bets(ramp, beside)
    flat, ramped = gain(tables, found.wager, counts, FLAT), gain(tables, found.wager, counts, bets)
    if not any(start is not None for start in beside) and not any(outcome.fixed for outcome in tables.outcomes):
        ramped = evolve(ramped, error=tally.standard_error_ramped(tables))
    rows = tuple(
        Row(
            int(at.count),
            at.rounds / tally.rounds,
            gain(tables, found.wager, (at,), FLAT),
            _expected(found, counter, at.count),
            ramp.bet(at.count),
        )
        for at in in_whole(counts)
    )
    flat = evolve(flat, error=tally.standard_error(tables))
    return Winnings(
        counter, tables, found.wager, found.effects.full.chart, run, ramp, chosen, rows, flat, ramped, beside
    )
