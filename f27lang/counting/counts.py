"""What a card counter asks of a game: effects of removal, tags as typed -> Count, with all that follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property

from attrs import field, frozen

from f27lang import analysis, model, pipeline
from f27lang.asking import wager_index
from f27lang.patience import PATIENT, Patience
from f27lang.report.heading import decks
from f27lang.report.typed_tags import read_tags
from f27lang.rulebook import Policy, Rulebook
from f27lang.solve import cost, seen_by
from f27lang.solve.effects import Effects, effects
from f27lang.solve.linear import Outlook, outlook, spread_of
from f27lang.solve.removal import Pack
from f27lang.solve.solution import Solution
from f27lang.solve.tags import INVENTOR, Best, Counts, Tags, best_tags, correlation, count_of, scaled

LIMITS = (1, 2, 3)
BEST = "best2"  # the "best" of a counter who keeps no larger numbers in mind than the inventor's tags have
NAMED = ("inventor", "best", *(f"best{limit}" for limit in LIMITS))
OWN = "own"
PENETRATION = 0.75
_PASSES = 1.2  # seconds of pricing a shoe whose hands are known, for one of what solving it takes


@frozen
class Judged:
    """A count, how well it follows the effects of removal, and what a player sees who knows it."""

    name: str  # "inventor", "best1", "best1 balanced", ..., OWN
    tags: Tags
    total: int  # of all tags in the shoe
    correlation: float
    outlook: Outlook


@frozen
class Counted:
    """The effects of removal of a game's cards, and the counts judged by them.

    `counts` has the cards of each rank. Correlations and outlooks are those of a player who keeps to the chart.
    """

    game: model.Game
    tables: Rulebook
    wager: int
    knowledge: str
    effects: Effects
    counts: dict[str, int]
    judged: tuple[Judged, ...]
    chart: Solution = field(repr=False)

    @property
    def policy(self) -> Policy:
        """The chart as tables."""
        assert self.chart.policy is not None
        return self.chart.policy

    @property
    def deck(self) -> Fraction:
        """The cards of one deck."""
        return Fraction(self.tables.shoe, decks(self.game))

    @cached_property
    def gains(self) -> dict[str, float]:
        """What the removal of a card does for the player by the chart, by rank."""
        return gains_of(self.effects)

    @property
    def linear(self) -> dict[str, float]:
        """The best linear count."""
        return scaled(self.gains, self.counts)

    def called(self, tags: str) -> Judged:
        """Return the count that `tags` asks for: one of NAMED, or else one's own as given to `counted`."""
        name = {"best": BEST}.get(tags, tags) if tags in NAMED else OWN
        return next(each for each in self.judged if each.name == name)

    @property
    def outlook(self) -> Outlook:
        """What a player sees who knows the estimate itself."""
        return outlook(self.effects.full.chart, spread_of(self.gains, self.counts), self.tables.shoe, PENETRATION)


def counted(
    game: model.Game,
    *,
    wager: str | None = None,
    knowledge: str = "cards",
    tags: str | None = None,
    patience: Patience = PATIENT,
    threads: int | None = None,
) -> Counted:
    """Return the effects of removal of a banked game, and the counts that they make: the inventor's, the best, `tags`.

    `tags` are those of one's own, as `read_tags` takes them; the names in NAMED add none to these. Shoes are priced
    on so many `threads`, by default one a core. Raises Misasked, TooLarge and OutOfCards.
    """
    tables, index = pipeline.rulebook(game), wager_index(game, wager)
    pack = Pack.of(game, tables)
    own = None if tags is None or tags in NAMED else read_tags(tags, tuple(pack.ranks))
    seconds = cost(seen_by(tables, "best", knowledge).rulebook).seconds
    patience.allow("pricing the shoe without each card", seconds * (1 + _PASSES * len(pack.samples)))
    chart = analysis.chart(game, "full", wager=wager)[1]
    assert chart.policy is not None
    found = effects(pack, chart.policy, index, knowledge=knowledge, threads=threads)
    return Counted(game, tables, index, knowledge, found, pack.ranks, _judged(found, pack.ranks, own), chart)


def gains_of(found: Effects) -> dict[str, float]:
    """Return what a card's removal does for the player by the chart, by rank."""
    return {effect.card: -effect.chart for effect in found.cards}


def _judged(found: Effects, counts: Counts, own: Mapping[str, int] | None) -> tuple[Judged, ...]:
    gains = gains_of(found)
    named = [("inventor", count_of(INVENTOR, counts))]
    for limit in LIMITS:
        named += _best(best_tags(gains, counts, limit))
    if own is not None:
        named.append((OWN, count_of(own, counts)))
    spread, shoe = spread_of(gains, counts), sum(counts.values())

    def judge(name: str, tags: Tags) -> Judged:
        follows = correlation(tags.values, tuple(gains.values()), tuple(counts.values()))
        seen = outlook(found.full.chart, spread * abs(follows), shoe, PENETRATION)
        return Judged(name, tags, tags.total(counts), follows, seen)

    return tuple(judge(*each) for each in named)


def _best(found: Best) -> list[tuple[str, Tags]]:
    name = f"best{found.limit}"
    if found.balanced is None or found.balanced == found.free:
        return [(name, found.free)]
    return [(name, found.free), (f"{name} balanced", found.balanced)]
