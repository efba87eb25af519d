"""Vying hands by the book: cards -> every total they can count, how far from a target, the patterns that fit."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from attrs import define, field

from f27lang import model
from f27lang.referee.cards import number, shoe
from f27lang.referee.hands import Hand, Reader, Reading, Stuck


@define(eq=False)
class VyingReader(Reader):
    """Reads hands that keep all their totals: the rules choose none of them before the pot is shared."""

    targets: frozenset[Fraction] = field(init=False)
    deck: tuple[str, ...] = field(init=False)  # the ranks that the pack holds
    _totals: dict[tuple[str, ...], tuple[Fraction, ...]] = field(init=False, factory=dict)
    _nearest: dict[tuple[str, ...], Fraction] = field(init=False, factory=dict)
    _helped: dict[tuple[str, ...], bool] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        near = [line for share in self.game.shares for line in share.lines if isinstance(line, model.Nearest)]
        self.targets = frozenset(number(target) for line in near for target in line.targets)
        self.deck = tuple(dict.fromkeys(card.rank for card in shoe(self.game))) if self.game.cards else ()

    def totals(self, ranks: Iterable[str]) -> tuple[Fraction, ...]:
        """Return every total that the cards can count, rising; a card that `makes` a total decides it alone."""
        key = tuple(sorted(ranks))
        if key not in self._totals:
            made = next((self.makes[rank] for rank in key if rank in self.makes), None)
            self._totals[key] = super().totals(key) if made is None else (made,)
        return self._totals[key]

    def counted(self, hand: Hand, way: str = "freely") -> tuple[Fraction, ...]:
        """Return the totals that `counting` leaves to a hand: all of them, the `lowest` or the `highest`."""
        totals = self.totals(hand.ranks)
        return {"freely": totals, "lowest": totals[:1], "highest": totals[-1:]}[way]

    def distance(self, hand: Hand) -> Fraction:
        """Return the least distance of any total to any target of any share; raises Stuck where no share has one."""
        return self._distance(hand.ranks)

    def _distance(self, ranks: tuple[str, ...]) -> Fraction:
        if not self.targets:
            raise Stuck("there is no distance as long as no share has a target")
        key = tuple(sorted(ranks))
        if key not in self._nearest:
            self._nearest[key] = min(abs(total - target) for total in self.totals(key) for target in self.targets)
        return self._nearest[key]

    def distance_to(self, hand: Hand, target: Fraction) -> Fraction:
        """Return the least distance of any total to one number."""
        return min(abs(total - target) for total in self.totals(hand.ranks))

    def total_nearest(self, hand: Hand, target: Fraction) -> Fraction:
        """Return the total nearest a number, of two the lower."""
        return min(self.totals(hand.ranks), key=lambda total: (abs(total - target), total))

    def helped(self, hand: Hand) -> bool:
        """Return whether some rank of the deck would make the distance strictly smaller."""
        key = tuple(sorted(hand.ranks))
        if key not in self._helped:
            now = self._distance(key)
            self._helped[key] = any(self._distance((*key, rank)) < now for rank in self.deck)
        return self._helped[key]

    def measured(self, measure: model.Reading | model.TotalNearest | model.DistanceTo, hand: Hand) -> set[Fraction]:
        """Return what a measure can be for a hand: one number, or each of its totals."""
        match measure:
            case model.TotalNearest(target=target):
                return {self.total_nearest(hand, number(target))}
            case model.DistanceTo(target=target):
                return {self.distance_to(hand, number(target))}
            case model.Reading(text="lowest total"):
                return {self.totals(hand.ranks)[0]}
            case model.Reading(text="distance"):
                return {self.distance(hand)}
            case _:
                return set(self.totals(hand.ranks))

    def reading(self, hand: Hand) -> Reading:
        """Return the hand's least total; the rules of a vying game take no reading."""
        return Reading(self.totals(hand.ranks)[0], False)

    def _head(self, head: model.Head, hand: Hand, other: Hand) -> bool:
        if isinstance(head, model.TotalIs):
            return any(self.within(value, head.range, other) for value in self.measured(head.measure, hand))
        return super()._head(head, hand, other)
