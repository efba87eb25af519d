"""Two vying games played with the same packs: line-ups of one play, hands and a seed -> what changes, and how surely.

Hand r of a seed is dealt from the same pack in both games, so what luck does to one it mostly does to the other. How
much a change varies is read off batches of hands, which are as independent as the hands are.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from math import fsum, lcm, sqrt

from attrs import asdict, evolve, frozen

from f27lang import model
from f27lang.asking import no_such
from f27lang.compare.rules import RuleChange, changed_rules
from f27lang.lower.vying.names import declares
from f27lang.patience import PATIENT, Patience
from f27lang.report.text import count
from f27lang.seating import Asked, Seating, declared_in, loaded, refuse_to_declare, seating
from f27lang.simulate.table_tally import TableTally, nothing
from f27lang.simulate.vying import TableKernel
from f27lang.simulate.work import Work
from f27lang.threads import cores

HANDS = 2_000_000
NET = "net_"  # and the number of a seat: a measure
_LARGEST_BATCH, _BATCHES = 1 << 10, 64
_BATCHES_A_CHUNK = 32

Part = tuple[int, int]  # a sum, and what it is divided by
Watch = Callable[[int], AbstractContextManager[Callable[["PairCounts"], None]]]


@frozen
class Change:
    """A measure of two games, and the change from the first to the second with its paired standard error."""

    measure: str
    a: float
    b: float
    change: float
    se: float


@frozen
class PairCounts:
    """What was counted in some hands of both games; `moved` are those in which some seat's net is another.

    `batches` has for each batch of hands, in order, both games' parts of all measures.
    """

    first: TableTally
    second: TableTally
    moved: int
    batches: tuple[tuple[tuple[Part, ...], tuple[Part, ...]], ...]

    @property
    def rounds(self) -> int:
        """The number of hands that each game was played."""
        return self.first.rounds

    def __add__(self, other: PairCounts) -> PairCounts:
        return PairCounts(
            self.first + other.first,
            self.second + other.second,
            self.moved + other.moved,
            self.batches + other.batches,
        )


@frozen
class TableDiff:
    """What it changes to play the second game instead of the first, in so many hands of each."""

    seatings: tuple[Seating, Seating]
    rules: tuple[RuleChange, ...]
    changes: tuple[Change, ...]
    deals_changed: float
    hands: int
    seed: int
    interrupted: bool

    @property
    def seating(self) -> Seating:
        """The table that tells how all play: that at which they declare, where they do in one game only."""
        return max(self.seatings, key=lambda table: bool(table.seats[0].declare))

    @property
    def nets(self) -> tuple[Change, ...]:
        """The nets of the seats in antes, first that left of the dealer."""
        return tuple(change for change in self.changes if change.measure.startswith(NET))

    def to_rows(self) -> list[dict[str, object]]:
        """Return the measures as rows of a table."""
        return [asdict(change) for change in self.changes]

    def _repr_html_(self) -> str:
        """Return what a notebook shows."""
        from f27lang.report.table_diff_pages import as_fragment  # noqa: PLC0415

        return as_fragment(self)


@frozen
class _Side:
    """A table, loaded to play, with what its counts are divided by."""

    kernel: TableKernel
    shares: tuple[str, ...]
    ante: int  # in chips
    unit: int

    def parts(self, tally: TableTally) -> dict[str, Part]:
        """Return each measure of a tally as a sum and what it is divided by; money is in antes."""
        hands, showdowns, players = tally.rounds, tally.one("showdowns"), tally.places.players
        bets = sum(number * times for number, times in enumerate(tally.row("rounds")))
        antes = hands * self.ante
        return {
            "pot": (tally.one("pots"), antes),
            "betting_rounds": (bets, hands),
            "draw_rounds": (tally.one("draws"), hands),
            "cards_per_player": (tally.one("cards"), hands * players),
            "folds": (tally.one("folds"), hands),
            "showdown_rate": (showdowns, hands),
            "at_showdown": (tally.one("live"), showdowns),
            "scoop_rate": (tally.one("scoops"), hands),
            "sole_winner_rate": (tally.one("sole"), hands),
            **{
                f"{name}_tie_rate": (ties, showdowns) for name, ties in zip(self.shares, tally.row("ties"), strict=True)
            },
            "any_tie_rate": (tally.one("tied"), showdowns),
            "rake": (tally.one("rake"), antes * self.unit),
            **{f"{NET}{s}": (tally.seat(s, self.unit).total, antes * self.unit) for s in range(players)},
        }


@frozen
class _Pair:
    """Two tables at the same packs; `batch` hands are what errors are read off."""

    sides: tuple[_Side, _Side]
    batch: int

    def play(self, first: int, rounds: int, seed: int) -> PairCounts:
        """Return how hands from number `first` on end, batch by batch."""
        starts = range(first, first + rounds, self.batch)
        found = [self._batch(at, min(self.batch, first + rounds - at), seed) for at in starts]
        return sum(found[1:], found[0])

    def _batch(self, first: int, hands: int, seed: int) -> PairCounts:
        (one, told), (other, retold) = (side.kernel.recorded(first, hands, seed) for side in self.sides)
        both = tuple(self.sides[0].parts(one).values()), tuple(self.sides[1].parts(other).values())
        return PairCounts(one, other, sum(map(operator.ne, told, retold)), (both,))


def diff_tables(
    games: tuple[model.Game, model.Game],
    asked: Asked,
    hands: int,
    *,
    seed: int = 1,
    threads: int | None = None,
    patience: Patience = PATIENT,
    watch: Watch = lambda hands: nullcontext(lambda prefix: None),
) -> TableDiff:
    """Play two games in one way with the same packs; raise Misasked where one lacks what is asked for."""
    if not any(map(declares, games)):
        refuse_to_declare(games[0], asked.declare)
    seatings = tuple(seating(game, declared_in(game, asked)) for game in games)
    if len(seatings[0].seats) != len(seatings[1].seats):
        raise no_such("--seats", "", "the usual tables of these games differ in size", "name the number with --seats")
    unit = lcm(*(table.rulebook.unit for table in seatings))
    first, second = (_side(evolve(table, rulebook=evolve(table.rulebook, unit=unit))) for table in seatings)
    batch = max(1, min(_LARGEST_BATCH, hands // _BATCHES))
    pair = _Pair((first, second), batch)
    patience.allow(
        f"playing {count(hands, 'hand')} of each", first.kernel.seconds(hands) + second.kernel.seconds(hands)
    )
    empty = PairCounts(nothing(first.kernel.places), nothing(second.kernel.places), 0, ())
    work = Work(pair, hands, seed, lambda at: _BATCHES_A_CHUNK * batch, empty)
    with watch(hands) as progress:
        interrupted = work.run(threads or cores(), progress)
    return TableDiff(
        seatings=(seatings[0], seatings[1]),
        rules=changed_rules(*games),
        changes=tuple(_changes(pair, work.prefix)) if work.prefix.rounds else (),
        deals_changed=work.prefix.moved / max(1, work.prefix.rounds),
        hands=work.prefix.rounds,
        seed=seed,
        interrupted=interrupted,
    )


def _side(table: Seating) -> _Side:
    names = tuple(share.name for share in table.rulebook.shares)
    return _Side(loaded(table), names, table.rulebook.ante or 1, table.rulebook.unit)


def _changes(pair: _Pair, found: PairCounts) -> Iterator[Change]:
    """Yield what both games measure, with the change and its error."""
    whole = pair.sides[0].parts(found.first), pair.sides[1].parts(found.second)
    for measure in (name for name in whole[0] if name in whole[1]):
        places = [list(side).index(measure) for side in whole]
        (a, of_a), (b, of_b) = whole[0][measure], whole[1][measure]
        if of_a and of_b:
            batches = [(one[places[0]], other[places[1]]) for one, other in found.batches]
            yield Change(measure, a / of_a, b / of_b, b / of_b - a / of_a, _error(batches, (a, of_a), (b, of_b)))


def _error(batches: Sequence[tuple[Part, Part]], a: Part, b: Part) -> float:
    """Return the standard error of a change of ratios of sums: that of its linear part (the delta method)."""
    number = len(batches)
    if number < 2:
        return float("inf")
    rates = a[0] / a[1], b[0] / b[1]
    off = [(y - rates[1] * of_y) / b[1] - (x - rates[0] * of_x) / a[1] for (x, of_x), (y, of_y) in batches]
    return sqrt(fsum(each**2 for each in off) * number / (number - 1))
