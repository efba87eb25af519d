"""Points: the possible totals of a hand, kept as far as its reading or a later one can depend on them."""

from __future__ import annotations

from fractions import Fraction

from attrs import frozen

from f27lang.lower.classes import Card

Way = tuple[int, int, bool]
Ways = tuple[Way, ...]


@frozen(cache_hash=True)
class Totals:
    """Ascending (total, cards counted high, soft): of the ways to a total the one with the fewest high values.

    `made` where a card with `makes` has fixed the total for good.
    """

    ways: Ways
    made: bool = False


@frozen
class Reading:
    """How a hand is read."""

    total: Fraction
    soft: bool
    over: bool


@frozen
class Points:
    """Totals in units of 1/`scale` point; `target` is the number of `highest not over` or `nearest`.

    A hand that takes cards beyond `ceiling` is no longer counted exactly; no rule and no card limit lets it.
    """

    scale: int
    how: str  # "highest", "nearest" or "last digit"
    target: int
    soft: frozenset[tuple[str, int]]  # (rank, value) that make a hand soft
    ceiling: int

    @property
    def start(self) -> Totals:
        """No points."""
        return Totals(((0, 0, False),))

    def sight(self, card: Card) -> Ways | int:
        """Return (value, whether it is high, whether it makes soft) per value, or the total that the card makes."""
        if card.makes is not None:
            return int(card.makes * self.scale)
        values = sorted(int(value * self.scale) for value in card.values)
        return tuple((value, int(value > values[0]), (card.rank, value) in self.soft) for value in values)

    def step(self, state: Totals, seen: Ways | int, dealt: bool) -> Totals:
        """Return the totals after one more card."""
        if state.made:
            return state
        if isinstance(seen, int):
            return Totals(((seen, 0, False),), made=True)
        return Totals(self._kept(_with_card(state.ways, seen)))

    def _kept(self, ways: list[Way]) -> Ways:
        """Drop totals over the target that a lower one always beats."""
        if self.how == "last digit":
            return tuple((total % (10 * self.scale), high, soft) for total, high, soft in ways)
        kept = [way for way in ways if way[0] <= self.target]
        over = next((way for way in ways if way[0] > self.target), None)
        if over and (not kept or self.how == "nearest"):
            kept.append((min(over[0], self.ceiling), *over[1:]))
        return tuple(kept)

    def reading(self, state: Totals) -> Reading:
        """Return how a hand with these totals is read."""
        if self.how == "nearest":
            best = min(state.ways, key=lambda item: (abs(item[0] - self.target), item[0]))
        else:  # of totals over the target one alone is kept
            best = state.ways[-1]
        over = self.how != "last digit" and best[0] > self.target
        return Reading(Fraction(best[0], self.scale), best[2], over)


def _with_card(ways: Ways, seen: Ways) -> list[Way]:
    """Return the totals with one more card, ascending, of the ways to each the one with the fewest high values."""
    if len(seen) == 1:
        ((value, is_high, makes_soft),) = seen
        return [(total + value, high + is_high, soft or makes_soft) for total, high, soft in ways]
    sums: dict[int, tuple[int, bool]] = {}
    for total, high, soft in ways:
        for value, is_high, makes_soft in seen:
            way = (high + is_high, soft or makes_soft)
            sums[total + value] = min(sums.get(total + value, way), way)
    return sorted((total, *way) for total, way in sums.items())
