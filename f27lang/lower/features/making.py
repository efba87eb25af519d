"""Whether five cards make a poker category; hands that no further cards can set apart are one state."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement

from attrs import field, frozen

from f27lang.lower.classes import RANKS, Card
from f27lang.lower.features.suits import MIXED, NO_CARD
from f27lang.poker import JOKER, category, index, keys
from f27lang.rulebook import Poker

HAND = 5
NEVER, MADE = 0, 1  # what a hand comes to, or must come to

Ranks = tuple[int, ...]  # places in RANKS, ascending
State = tuple[int, str]  # what the ranks may still come to, and the suit that all cards share where that matters


@frozen
class Futures:
    """What hands may still come to, as numbers: `mixed` of several suits, `shared` of one; `step` leads on by rank."""

    start: State
    step: dict[int, tuple[tuple[int, ...], tuple[int, ...]]]  # by number: after a card of the same suit, of another


@frozen
class Made:
    """The state is what a hand of up to five cards may still come to; two hands of one future are alike."""

    category: str
    at_least: bool
    poker: Poker | None = field(default=None, eq=False)  # known to the game's eyes only

    @property
    def start(self) -> State:
        """An empty hand."""
        return self._futures.start

    @property
    def _futures(self) -> Futures:
        assert self.poker is not None
        return futures(self.poker, self.category, self.at_least)

    def sight(self, card: Card) -> tuple[int, str | None]:
        """Return the rank and, where suits matter, the suit; a joker that is not dead has any."""
        assert self.poker is not None
        rank = RANKS.index(card.rank)
        if self.start[1] == MIXED or (rank == JOKER and self.poker.joker != "dead"):
            return rank, NO_CARD
        return rank, card.suit

    def step(self, state: State, seen: tuple[int, str | None], dealt: bool) -> State:
        """Return the future after one more card."""
        (future, suit), (rank, its_suit) = state, seen
        same, other = self._futures.step.get(future, ((future,) * len(RANKS),) * 2)
        if suit == MIXED:
            return other[rank], MIXED
        if its_suit == NO_CARD:
            return _told(self._futures, same[rank], suit)
        if its_suit is None or suit not in (NO_CARD, its_suit):
            return other[rank], MIXED
        return _told(self._futures, same[rank], its_suit)


def _told(known: Futures, future: int, suit: str) -> State:
    """Return a hand of one suit; where suits make no difference any more, it is as good as mixed."""
    same, other = known.step.get(future, ((), ()))
    return future, MIXED if same == other else suit


@lru_cache(maxsize=16)
def futures(poker: Poker, name: str, at_least: bool) -> Futures:
    """Number what hands may come to, those of five cards first, then ever shorter ones."""
    numbers: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
    plain, suited = ({hand: int(fits) for hand, fits in _fives(poker, name, at_least, of)} for of in (False, True))
    for size in reversed(range(HAND)):
        hands = list(combinations_with_replacement(range(len(RANKS)), size))
        longer = {hand: [tuple(sorted((*hand, rank))) for rank in range(len(RANKS))] for hand in hands}
        mixed = {hand: tuple(plain[after] for after in longer[hand]) for hand in hands}
        shared = {hand: tuple(suited[after] for after in longer[hand]) for hand in hands}
        plain = {hand: _number(numbers, mixed[hand], mixed[hand]) for hand in hands}
        suited = {hand: _number(numbers, shared[hand], mixed[hand]) for hand in hands}
    alike = plain[()] == suited[()]
    return Futures((suited[()], MIXED if alike else NO_CARD), {number: after for after, number in numbers.items()})


def _number(
    numbers: dict[tuple[tuple[int, ...], tuple[int, ...]], int], same: tuple[int, ...], other: tuple[int, ...]
) -> int:
    return numbers.setdefault((same, other), 2 + len(numbers)) if any(same) or any(other) else NEVER


def _fives(poker: Poker, name: str, at_least: bool, one_suit: bool) -> Iterator[tuple[Ranks, bool]]:
    """Yield all hands of five ranks, and whether they make the category; five jokers are always of one suit."""
    plain, suited = keys(poker)
    wanted = poker.order[: 1 + poker.order.index(name)] if at_least else (name,)
    for hand in combinations_with_replacement(range(len(RANKS)), HAND):
        table = suited if one_suit or set(hand) == {JOKER} else plain
        yield hand, category(poker, table[index(hand)]) in wanted
