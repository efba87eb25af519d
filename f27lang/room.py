"""Whether both sides' hands have room for a whole shoe: hands as graphs, the cards of each class → a proof that not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from math import inf
from operator import mul
from typing import NamedTuple

from attrs import field, frozen

Cards = tuple[int, ...]  # a number for each card class


@frozen
class Side:
    """A side's hands. `wants` holds each that can get another card, with the hand after one of each card class.

    `done` holds each with which the side may have enough while the round goes on.
    """

    start: int
    wants: Mapping[int, tuple[int, ...]]
    done: set[int]

    @classmethod
    def of(
        cls, start: int, dealt: int, hits: set[int], stands: set[int], steps: Callable[[int], tuple[int, ...]]
    ) -> Side:
        """Return the hands of a side that is dealt so many cards, takes another with `hits` and none with `stands`."""
        levels = [{start}]
        for _ in range(dealt):
            levels.append({after for hand in levels[-1] for after in steps(hand)})
        wants = hits.union(*levels[:-1])
        return cls(start, {hand: steps(hand) for hand in wants}, stands.union(*levels))

    def loops(self) -> set[int]:
        """Return the classes of cards that can leave a hand as it is."""
        return {c for hand, steps in self.wants.items() for c, after in enumerate(steps) if after == hand}

    def last_first(self) -> list[int]:
        """Return the hands that can get another card, each behind those that it leads to; raises CycleError."""
        onward = {hand: self.wants.keys() & set(steps) - {hand} for hand, steps in self.wants.items()}
        return list(TopologicalSorter(onward).static_order())


@frozen
class Room:
    """The weight of the cards that hands can still get: so that they are then done, or then want another."""

    done: Mapping[int, float]
    open: Mapping[int, float]

    @classmethod
    def of(cls, side: Side, order: Sequence[int], weights: Cards) -> Room:
        """Weigh the heaviest cards, hand by hand; those that leave a hand as it is weigh nothing."""
        done: dict[int, float] = dict.fromkeys(side.done, 0)
        opened: dict[int, float] = dict.fromkeys(order, 0)
        for hand in order:
            onward = [(weights[c], after) for c, after in enumerate(side.wants[hand]) if after != hand]
            for heaviest in (done, opened):
                most = max((weight + heaviest.get(after, -inf) for weight, after in onward), default=-inf)
                heaviest[hand] = max(heaviest.get(hand, -inf), most)
        return cls(done, opened)


class Ended(NamedTuple):
    """The weight of a hand's cards but the last, and how many cards come on top: one, or none."""

    weight: float
    more: int


@frozen
class Scale:
    """Weights for the classes of cards, and what both sides have room for."""

    weights: Cards
    player: Room
    dealer: Room
    lightest_first: tuple[int, ...] = field(init=False)  # the classes of cards

    @lightest_first.default
    def _sorted(self) -> tuple[int, ...]:
        return tuple(sorted(range(len(self.weights)), key=self.weights.__getitem__))

    def holds(self, left: Cards, player: int | None, dealer: int, spare: int = 0) -> bool:
        """Return whether all cards left but some to spare may go to these hands, one of which then wants another.

        It is None for a player who gets no more.
        """
        room = self.dealer.open.get(dealer, -inf)
        if player is not None:
            room += self.player.done.get(player, -inf)
            room = max(room, self.player.open.get(player, -inf) + self.dealer.done.get(dealer, -inf))
        weight: int = sum(map(mul, self.weights, left)) - (self._heaviest(left, spare) if spare else 0)
        return weight <= room

    def _heaviest(self, left: Cards, number: int) -> int:
        """Return what so many of the cards left weigh at most."""
        weight = 0
        for c in reversed(self.lightest_first):
            some = min(left[c], number)
            weight += self.weights[c] * some
            number -= some
            if not number:
                break
        return weight

    def ended(self, room: Room, start: int) -> Ended:
        """Return what the cards of a hand weigh at most when it has ended, in whatever way.

        It may have ended by its last card, however heavy, when it wanted one; where cards count one each that is no
        more than one that is done, if this one can be longer.
        """
        wants, done = room.open.get(start, -inf), room.done[start]
        return Ended(done, 0) if done > wants and max(self.weights) <= 1 else Ended(max(wants, done), 1)

    def most(self, shoe: Cards, room: float) -> int:
        """Return how many cards of a shoe fit into a room at most."""
        fit = 0
        for c in self.lightest_first:
            weight, count = self.weights[c], shoe[c]
            some = count if weight == 0 else min(count, int(room // weight))
            fit, room = fit + some, room - some * weight
            if some < count:
                break
        return fit


def scales(player: Side, dealer: Side, classes: int) -> Iterator[Scale]:
    """Yield ways to weigh cards, by each of which all cards of a shoe must fit into the hands that use them up.

    Cards count one each, or as many as they take from the longest rest of a hand; cards that can leave a hand as it is
    nothing. Hands that can come back to themselves by other cards can't be weighed.
    """
    sides = (player, dealer)
    idle = player.loops() | dealer.loops()
    try:
        orders = [side.last_first() for side in sides]
    except CycleError:
        return

    def scale(weights: Iterable[int]) -> Scale:
        live = tuple(0 if c in idle else weight for c, weight in enumerate(weights))
        return Scale(live, *(Room.of(side, order, live) for side, order in zip(sides, orders, strict=True)))

    ones = scale([1] * classes)
    yield ones
    own, others = (_shortens(side, room, classes) for side, room in zip(sides, (ones.player, ones.dealer), strict=True))
    yield from map(scale, (map(min, own, others), own, others))


def _shortens(side: Side, room: Room, classes: int) -> Cards:
    """Return, per class, by how much at least such a card shortens the longest rest of a hand that stays open."""
    found = [max(room.open.values(), default=1)] * classes
    for hand, steps in side.wants.items():
        for c, after in enumerate(steps):
            if after in side.wants:
                found[c] = min(found[c], room.open[hand] - room.open[after])
    return tuple(map(int, found))


def always_enough(shoe: Cards, player: Side, dealer: Side) -> bool:
    """Return whether it is plain that no round wants a card when all are dealt; `shoe` holds the cards per class."""
    return any(not scale.holds(shoe, player.start, dealer.start) for scale in scales(player, dealer, len(shoe)))


def most_cards(scale: Scale, shoe: Cards, starts: tuple[int, int], seats: int, hands: int) -> int:
    """Return a number of cards that so many hands in a row, each with so many seats, never want more of than.

    `starts` are the player's and the dealer's hands before the first card. All cards may be the lightest of the shoe.
    """
    (player, dealer), own, others = starts, scale.player, scale.dealer
    open_own, open_others = own.open.get(player, -inf), others.open.get(dealer, -inf)
    last = max(own.done[player] + open_others, open_own + others.done[dealer])
    ended = [(seats * hands - 1, scale.ended(own, player)), (hands - 1, scale.ended(others, dealer))]
    room = last + sum(number * each.weight for number, each in ended)
    return 1 + scale.most(shoe, room) + sum(number * each.more for number, each in ended)
