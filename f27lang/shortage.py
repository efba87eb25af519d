"""Rounds that need more cards than the shoe holds: hands as graphs → a proof that none does; Rulebook → Shortage."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from math import inf
from operator import mul

from attrs import define, field, frozen

from f27lang.rulebook import Move, Rulebook

MOST_POSITIONS = 4_000  # about a fifth of a second

Cards = tuple[int, ...]  # a number for each card class
Trail = tuple["Trail", str, int] | None  # the cards given before, to whom the last one went, and its class


class OutOfCards(Exception):
    """Raised where a round needs a card, or may need one, and the shoe holds no more."""


@frozen
class Shortage:
    """A round that wants a card when all are dealt: who wants it, and both hands as names of card classes.

    All are empty where no such round was found, and none was proved not to be.
    """

    side: str = ""
    player: tuple[str, ...] = ()
    dealer: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """What happens, or what may."""
        if not self.side:
            return "a round may need more cards than the shoe holds"
        hands = f"player {' '.join(self.player) or 'no card'}, dealer {' '.join(self.dealer) or 'no card'}"
        return f"{hands}: the {self.side} is to get another card"


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


@frozen
class Scale:
    """Weights for the classes of cards, and what both sides have room for."""

    weights: Cards
    player: Room
    dealer: Room

    def holds(self, left: Cards, player: int | None, dealer: int) -> bool:
        """Return whether all cards left may go to these hands, one of which then wants another.

        It is None for a player who gets no more.
        """
        room = self.dealer.open.get(dealer, -inf)
        if player is not None:
            room += self.player.done.get(player, -inf)
            room = max(room, self.player.open.get(player, -inf) + self.dealer.done.get(dealer, -inf))
        weight: int = sum(map(mul, self.weights, left))
        return weight <= room


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


def shortage(rulebook: Rulebook) -> Shortage | None:
    """Return a round that runs out of cards, whatever the player does; None where there is none."""
    return _Search(rulebook).shortage()


@frozen
class _Due:
    """A round in which a card is due: after so many deals, to whom, both hands and what the dealer shows.

    Once the player has stood, `player` is the group of laws that his hand brought about, and `shown` nothing.
    """

    given: int
    stood: bool
    side: str
    player: int
    shown: int
    dealer: int


@define
class _Search:
    """Deals and plays all rounds that may use up the shoe, until one wants a card and none is left."""

    book: Rulebook
    scales: tuple[Scale, ...] = field(init=False)
    deals: list[tuple[str, bool]] = field(init=False)  # card by card: to whom, and whether face up
    before: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        book = self.book
        self.before = sum(deal.number for deal in book.before)
        self.deals = [(deal.to, deal.up) for deal in (*book.before, *book.between) for _ in range(deal.number)]
        self.scales = tuple(scales(*_sides(book), len(book.classes)))

    def shortage(self) -> Shortage | None:
        book = self.book
        shoe, seen = tuple(c.count for c in book.classes), set[tuple[Cards, _Due]]()
        if any(not scale.holds(shoe, book.player_start, book.dealer_start) for scale in self.scales):
            return None
        waiting: list[tuple[Cards, _Due, Trail]] = [
            (shoe, due, None) for due in self._dealt(0, book.player_start, book.dealer_start, book.dealer_start)
        ]
        while waiting:
            left, due, trail = waiting.pop()
            if not any(left):
                return self._told(due, trail)
            if (left, due) in seen:
                continue
            if len(seen) == MOST_POSITIONS:
                return Shortage()
            seen.add((left, due))
            for c, after in self._next(left, due):
                waiting.append((*after, (trail, due.side, c)))
        return None

    def _next(self, left: Cards, due: _Due) -> Iterator[tuple[int, tuple[Cards, _Due]]]:
        for c in reversed(range(len(left))):
            if left[c]:
                rest = (*left[:c], left[c] - 1, *left[c + 1 :])
                for after in self._given(due, c):
                    player = None if after.stood else after.player
                    if all(scale.holds(rest, player, after.dealer) for scale in self.scales):
                        yield c, (rest, after)

    def _step(self, hand: int, c: int) -> int:
        return self.book.step[hand * len(self.book.classes) + c]

    def _given(self, due: _Due, c: int) -> Iterator[_Due]:
        """Yield the rounds in which a card is due after one of class `c`, by what the player then does."""
        if due.stood:
            given = min(due.given + 1, len(self.deals))
            yield from self._dealers_turn(given, due.player, self._step(due.dealer, c))
        elif due.given < self.before:
            player, shown, dealer = due.player, due.shown, due.dealer
            if due.side == "player":
                player = self._step(player, c)
            else:
                shown = self._step(shown, c) if self.deals[due.given][1] else shown
                dealer = self._step(dealer, c)
            yield from self._dealt(due.given + 1, player, shown, dealer)
        else:
            player = self._step(due.player, c)
            if not self.book.drawn[self._cell(player, due.shown)]:
                yield from self._players_turn(player, due.shown, due.dealer)

    def _cell(self, player: int, dealer: int) -> int:
        return player * len(self.book.states) + dealer

    def _dealt(self, given: int, player: int, shown: int, dealer: int) -> Iterator[_Due]:
        if given < self.before:
            yield _Due(given, False, self.deals[given][0], player, shown, dealer)
        elif not (self.book.dealt[self._cell(player, shown)] or self._peeked(player, dealer)):
            yield from self._players_turn(player, shown, dealer)

    def _peeked(self, player: int, dealer: int) -> bool:
        return bool(self.book.peeked) and self.book.peeked[self._cell(player, dealer)] > 0

    def _players_turn(self, player: int, shown: int, dealer: int) -> Iterator[_Due]:
        cell = self._cell(player, shown)
        moves = self.book.moves[cell] or Move.STAND
        if moves & Move.HIT:
            yield _Due(self.before, False, "player", player, shown, dealer)
        if moves & Move.STAND and not self.book.stood[cell]:
            yield from self._dealers_turn(self.before, self.book.law[player], dealer)

    def _dealers_turn(self, given: int, group: int, dealer: int) -> Iterator[_Due]:
        if given < len(self.deals) or self.book.dealer_hits[self._cell(group, dealer)]:
            yield _Due(given, True, "dealer", group, 0, dealer)

    def _told(self, due: _Due, trail: Trail) -> Shortage:
        hands: dict[str, list[str]] = {"player": [], "dealer": []}
        while trail is not None:
            trail, side, c = trail
            hands[side].insert(0, self.book.classes[c].ranks[0])
        return Shortage(due.side, tuple(hands["player"]), tuple(hands["dealer"]))


def _sides(book: Rulebook) -> tuple[Side, Side]:
    size, classes = len(book.states), len(book.classes)
    dealt = {
        side: sum(deal.number for deal in (*book.before, *book.between) if deal.to == side)
        for side in ("player", "dealer")
    }

    def steps(hand: int) -> tuple[int, ...]:
        return book.step[hand * classes : (hand + 1) * classes]

    player = {at // size for at, moves in enumerate(book.moves) if moves & Move.HIT}
    stands = {at // size for at, moves in enumerate(book.moves) if moves & Move.STAND and not book.stood[at]}
    dealer = {at % size for at, hits in enumerate(book.dealer_hits) if hits}
    return (
        Side.of(book.player_start, dealt["player"], player, stands, steps),
        Side.of(book.dealer_start, dealt["dealer"], dealer, set(), steps),
    )
