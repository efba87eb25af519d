"""Rounds that need more cards than the shoe holds: Rulebook → Shortage."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from attrs import define, field, frozen

from f27lang.room import Cards, Scale, Side, always_enough, scales
from f27lang.rulebook import Move, Rulebook

MOST_POSITIONS = 4_000  # about a fifth of a second
MOST_POSITIONS_WORN = 1_000  # where any cards may be missing, which takes longer
_MOST_CARDS = 12  # written one by one

Trail = tuple["Trail", str, int] | None  # the cards given before, to whom the last one went, and its class


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
        hands = f"player {_in_words(self.player)}, dealer {_in_words(self.dealer)}"
        return f"{hands}: the {self.side} is to get another card"


def _in_words(hand: tuple[str, ...]) -> str:
    """Return the cards of a hand; many of one rank as their number."""
    if len(hand) <= _MOST_CARDS:
        return " ".join(hand) or "no card"
    runs = ((rank, len(tuple(run))) for rank, run in groupby(hand))
    return " ".join(rank if number == 1 else f"{number}x{rank}" for rank, number in runs)


def shortage(rulebook: Rulebook, spare: int = 0) -> Shortage | None:
    """Return a round that runs out of cards, whatever the player does; None where there is none.

    `spare` is how many cards of the full shoe are not there to be dealt: any may be missing.
    """
    shoe, sides = tuple(c.count for c in rulebook.classes), _sides(rulebook)
    if not spare and always_enough(shoe, *sides):
        return None
    return _Search(rulebook, shoe, tuple(scales(*sides, len(shoe))), spare).shortage()


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
    shoe: Cards
    scales: tuple[Scale, ...]
    spare: int
    deals: list[tuple[str, bool]] = field(init=False)  # card by card: to whom, and whether face up
    before: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        book = self.book
        self.before = sum(deal.number for deal in book.before)
        self.deals = [(deal.to, deal.up) for deal in (*book.before, *book.between) for _ in range(deal.number)]

    def shortage(self) -> Shortage | None:
        """Return the first round that runs out; one without hands where there are too many to try."""
        book, seen = self.book, set[tuple[Cards, _Due]]()
        waiting: list[tuple[Cards, _Due, Trail]] = [
            (self.shoe, due, None) for due in self._dealt(0, book.player_start, book.dealer_start, book.dealer_start)
        ]
        while waiting:
            left, due, trail = waiting.pop()
            if sum(left) == self.spare:
                return self._told(due, trail)
            if (left, due) in seen:
                continue
            if len(seen) == (MOST_POSITIONS_WORN if self.spare else MOST_POSITIONS):
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
                    if all(scale.holds(rest, player, after.dealer, self.spare) for scale in self.scales):
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
