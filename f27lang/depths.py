"""The edge of shoes that are dealt down: a game, a way to play that is kept, a depth -> Depths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property
from itertools import islice
from math import ceil, fsum, sqrt
from time import process_time
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from f27lang import analysis, model, pipeline
from f27lang.asking import strategy_tables, wager_index
from f27lang.diagnostics import Label, Misasked, Report
from f27lang.patience import PATIENT, Patience
from f27lang.referee import deal_order
from f27lang.report.typed import printable, removed
from f27lang.rulebook import OutOfCards, Policy, Rulebook
from f27lang.shortage import shortage
from f27lang.solve import solve_shoe
from f27lang.solve.crew import in_order
from f27lang.solve.kept import Keeping
from f27lang.solve.linear import linear_value, sd_after, spread_of
from f27lang.solve.removal import Gone, Pack, without
from f27lang.source import COMMAND_LINE, SourceFile, Span

if TYPE_CHECKING:
    from f27lang.store import Store

SHOES = 200
_WORTH_WAITING = 3  # times as long as for other answers: a spread is not had for less
SHARES = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0)  # of the shoes, whose edges are told


def edge_pct(value: float) -> float:
    """Return the house edge of a value to the player, in per cent of the wager."""
    return 0.0 - 100 * value


@frozen(slots=False)
class Depths:
    """The value of a play that is kept, from shoes from which `gone` cards are out, dealt at random by `seed`.

    `values` are the player's, per wager of 1, exact for each shoe; `linear` is what the effects of removal of single
    cards say of the same shoes, `spread` their standard deviation over the cards, `full` the value of the full shoe.
    """

    game: model.Game
    tables: Rulebook
    wager: int
    play: str
    depth: Fraction
    gone: int
    seed: int
    full: float
    values: tuple[float, ...]
    linear: tuple[float, ...]
    spread: float

    @property
    def mean(self) -> float:
        """The mean value of the shoes; the full one's is what it is in the mean over all such shoes."""
        return fsum(self.values) / len(self.values)

    @property
    def sd(self) -> float:
        """The standard deviation of the values."""
        return _sd(self.values)

    @property
    def z(self) -> float | None:
        """The mean less the value of the full shoe, in standard errors; None where all shoes are worth the same."""
        return (self.mean - self.full) / (self.sd / sqrt(len(self.values))) if self.sd > 0 else None

    @property
    def linear_sd(self) -> float:
        """The standard deviation that the effects of removal say the values have."""
        return sd_after(self.spread, self.tables.shoe, self.gone)

    @property
    def correlation(self) -> float | None:
        """The correlation of the values with what the effects of removal say; None where either is always the same."""
        spreads = _sd(self.values) * _sd(self.linear)
        if spreads == 0:
            return None
        means = fsum(self.values) / len(self.values), fsum(self.linear) / len(self.linear)
        both = fsum((x - means[0]) * (y - means[1]) for x, y in zip(self.values, self.linear, strict=True))
        return both / (len(self.values) - 1) / spreads

    @property
    def favourable(self) -> float:
        """The share of shoes that favour the player."""
        return sum(value > 0 for value in self.values) / len(self.values)

    @cached_property
    def quantiles(self) -> tuple[tuple[float, float], ...]:
        """Shares of the shoes, and the house edge in per cent that so many do not exceed."""
        ordered = sorted(map(edge_pct, self.values))
        last = len(ordered) - 1
        return tuple((share, _between(ordered, share * last)) for share in SHARES)


def _sd(values: tuple[float, ...]) -> float:
    mean = fsum(values) / len(values)
    return sqrt(fsum((value - mean) ** 2 for value in values) / (len(values) - 1))


def _between(ordered: list[float], at: float) -> float:
    low = int(at)
    part = at - low
    return ordered[low] if part == 0 else ordered[low] * (1 - part) + ordered[low + 1] * part


def depths(
    game: model.Game,
    depth: Fraction,
    *,
    play: str = "chart",
    wager: str | None = None,
    seed: int = 1,
    shoes: int | None = None,
    patience: Patience = PATIENT,
    progress: Callable[[int, int], None] = lambda done, whole: None,
    threads: int | None = None,
) -> Depths:
    """Return the value of the full shoe's chart, or of a strategy, from shoes dealt down to a depth, a share of them.

    There are SHOES of them unless so many are asked for. Shoe r is the full one without the first cards of round r as
    `simulate` deals them; they are priced on so many `threads`, by default one a core. Raises Misasked where a hand
    can't be dealt to its end from one of them, and TooLarge.
    """
    shoes = shoes or SHOES
    index = wager_index(game, wager)
    tables, policy = _play(game, play, wager, patience)
    pack = Pack.of(game, tables)
    out = ceil(depth * tables.shoe)
    every = [_dealt(game, seed, number, out) for number in range(shoes)]
    keeping = Keeping(pack, policy, index)
    for gone in every:
        try:
            keeping.left(gone)
        except OutOfCards as short:
            raise _too_short(tables.shoe - out, str(short), f"--depth {100 * depth} %", "choose less") from short
    full = keeping.value({})
    started = process_time()
    effects = _effects(keeping, full, threads)
    each = (process_time() - started) / len(pack.samples)
    evolve(patience, seconds=_WORTH_WAITING * patience.seconds).allow(f"pricing {shoes} shoes", each * shoes)
    values: list[float] = []
    for value in in_order(keeping.value, every, threads):
        values.append(value)
        progress(len(values), shoes)
    linear = [linear_value(full, effects, pack.ranks, _by_rank(gone)) for gone in every]
    spread = spread_of(effects, pack.ranks)
    return Depths(game, tables, index, play, depth, out, seed, full, tuple(values), tuple(linear), spread)


def kept_value(
    game: model.Game, gone: Gone, *, wager: str | None = None, patience: Patience = PATIENT, store: Store | None = None
) -> float:
    """Return what the full shoe's chart is worth from a shoe without some cards."""
    tables, solution = analysis.chart(game, "full", wager=wager, patience=patience, store=store)
    assert solution.policy is not None
    left, index = without(game, tables, gone), wager_index(game, wager)
    return solve_shoe(left, solution.policy, wager=index, cells=False).value


def _play(game: model.Game, play: str, wager: str | None, patience: Patience) -> tuple[Rulebook, Policy]:
    if play != "chart":
        return strategy_tables(game, play)
    tables, solution = analysis.chart(game, "full", wager=wager, patience=patience)
    assert solution.policy is not None
    return tables, solution.policy


def _dealt(game: model.Game, seed: int, number: int, cards: int) -> Gone:
    return Counter((card.rank, card.suit) for card in islice(deal_order(game, seed, number), cards))


def _by_rank(gone: Gone) -> Mapping[str, int]:
    found: Counter[str] = Counter()
    for (rank, _), number in gone.items():
        found[rank] += number
    return found


def _effects(keeping: Keeping, full: float, threads: int | None) -> dict[str, float]:
    """Return what a card's removal does for the player, by rank."""
    ranks = keeping.pack.ranks
    effects = dict.fromkeys(ranks, 0.0)
    samples = keeping.pack.samples
    every = in_order(lambda sample: keeping.value({sample[0].face: 1}), samples, threads)
    for (kind, number), value in zip(samples, every, strict=True):
        effects[kind.rank] += number * (value - full) / ranks[kind.rank]
    return effects


def gone_from(game: model.Game, typed: str) -> Gone:
    """Return cards of the shoe as typed; raises Misasked where a hand can't be dealt to its end without them."""
    gone = Counter((card.rank, card.suit) for card in removed(typed, game))
    left = without(game, pipeline.rulebook(game), gone)
    if (short := shortage(left)) is not None:
        raise _too_short(left.shoe, short.words, f"--removed {printable(typed)}", "take out fewer cards")
    return gone


def _too_short(left: int, why: str, typed: str, instead: str) -> Misasked:
    """Return the error of an option that leaves too few cards."""
    line = SourceFile(COMMAND_LINE, typed)
    report = Report()
    report.error(
        "F0505",
        f"a hand can't be dealt to its end from the {left} cards that are left",
        Label(Span(line, typed.index(" ") + 1, len(typed)), "too many cards are out"),
        notes=(why,),
        helps=(instead,),
    )
    return Misasked(report)
