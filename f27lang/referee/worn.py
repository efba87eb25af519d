"""A shoe by the book: a Referee, a player who decides, a seed and a number → all hands dealt from that shoe.

Nothing of one shoe matters to the next: each begins with the whole pack in order, and its cards are drawn from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import ceil

from attrs import define, field, frozen

from f27lang import model
from f27lang.referee.cards import Card, number, pieces, shoe
from f27lang.referee.events import Round
from f27lang.referee.laws import Moves
from f27lang.referee.play import Decide, Give, OutOfCards, Referee, Table

Leaves = Callable[[int, tuple[Card, ...]], bool]  # cards left in the shoe, those seen → whether no more is dealt of it

HANDS, CUT, SHORT, DISCARDS, LEFT = "hands", "cut card", "too few cards", "discards", "left"


@frozen
class Customs:
    """When a game shuffles its shoe, how many cards are burnt, and what is done when none is left."""

    hands: int | None  # it is shuffled after so many
    cut: int | None  # it is shuffled once so many cards lie outside it
    burnt: int
    passes: bool
    shuffles_discards: bool

    @classmethod
    def of(cls, game: model.Game) -> Customs:
        """Read them off the section `cards`."""
        assert game.cards is not None
        hands, cut, burnt, passes, discards = None, None, 0, False, False
        for line in game.cards.lines:
            match line:
                case model.Shuffle(when=model.EveryHands(number=every)):
                    hands = int(number(every))
                case model.Shuffle(when=model.AtCutCard(depth=depth)):
                    assert isinstance(depth, model.PercentLiteral), depth
                    cut = ceil(len(shoe(game)) * depth.percent.value / 100)
                case model.Shuffle():
                    hands = 1
                case model.Burn():
                    burnt = line.number.value
                case model.Empty(what=what):
                    passes, discards = isinstance(what, model.EmptyPass), isinstance(what, model.EmptyDiscards)
        return cls(hands, cut, burnt, passes, discards)


@frozen
class Played:
    """One hand of the shoe: a round for each seat, against the same dealer."""

    rounds: tuple[Round, ...]
    cards: tuple[Card, ...]  # of all seats and the dealer, in the order dealt
    left: int  # cards in the shoe when it began
    shuffled: bool  # discards were shuffled and dealt in it
    passed: int  # how often a card was due and none was left


@frozen
class Shoe:
    """The hands dealt from a shoe, and why there are no more."""

    burnt: tuple[Card, ...]
    hands: tuple[Played, ...]
    ended: str


def play_shoe(
    game: model.Game | Referee,
    decide: Decide,
    seed: int,
    number_of_shoe: int,
    *,
    seats: int = 1,
    leaves: Leaves | None = None,
) -> Shoe:
    """Return shoe `number_of_shoe` of a seed, played to the shuffle; all seats decide alike.

    The pieces are those of `pieces`. A piece u with n cards left names place (u n) >> 16 of the cards not yet dealt;
    it is thrown away when (u n) mod 2^16 < 2^16 mod n. The cards lie in order at first; one that is dealt changes
    places with the last not yet dealt (R. A. Fisher and F. Yates, "Statistical tables", 1938, drawn as needed).
    `leaves` is asked before each hand but the first. Raises OutOfCards.
    """
    referee = game if isinstance(game, Referee) else Referee(game)
    pack = Pack(shoe(referee.game), pieces(seed, number_of_shoe))
    return _Shift(referee, Customs.of(referee.game), pack, decide, seats, leaves).play()


@define
class Pack:
    """A shoe's cards: the first `left` are not yet dealt, the others lie behind in reverse order."""

    cards: list[Card]
    pieces: Iterator[int]
    left: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.left = len(self.cards)

    def draw(self) -> Card:
        """Deal a card; there is one."""
        place = self._place()
        self.left -= 1
        self.cards[place], self.cards[self.left] = self.cards[self.left], self.cards[place]
        return self.cards[self.left]

    def _place(self) -> int:
        for piece in self.pieces:
            place, rest = divmod(piece * self.left, 2**16)
            if rest >= 2**16 % self.left:
                return place
        raise OutOfCards("the pieces ran out")

    def shuffle_discards(self, on_table: int) -> None:
        """Set the last cards dealt aside, none being left, and let the others be those not yet dealt."""
        self.cards = self.cards[on_table:]
        self.left = len(self.cards)


@define
class _Shift:
    """Deals one shoe."""

    referee: Referee
    customs: Customs
    pack: Pack
    decide: Decide
    seats: int
    leaves: Leaves | None
    hands: list[Played] = field(factory=list)
    given: list[Card] = field(factory=list)  # in this hand
    shuffled: bool = False  # the discards, in this hand
    passed: int = 0  # in this hand

    def play(self) -> Shoe:
        whole = self.pack.left
        if self.customs.burnt + self._first_deal > whole:
            raise OutOfCards(f"a shoe of {whole} cards does not serve the burn and the first deal")
        burnt = tuple(self.pack.draw() for _ in range(self.customs.burnt))
        ended = ""
        while not ended:
            self.hands.append(self._hand())
            ended = self._ends(whole)
        return Shoe(burnt, tuple(self.hands), ended)

    def _ends(self, whole: int) -> str:
        customs, left = self.customs, self.pack.left
        if self.hands[-1].shuffled:
            return DISCARDS
        if customs.hands is not None and len(self.hands) == customs.hands:
            return HANDS
        if customs.cut is not None and whole - left >= customs.cut:
            return CUT
        if left < self._first_deal:
            return SHORT
        seen = tuple(card for hand in self.hands for card in hand.cards)
        return LEFT if self.leaves is not None and self.leaves(left, seen) else ""

    @property
    def _first_deal(self) -> int:
        return sum(self.seats if give.to == "player" else 1 for give in self.referee.before)

    def _hand(self) -> Played:
        left, self.given, self.shuffled, self.passed = self.pack.left, [], False, 0
        tables = [self.referee.open()] * self.seats
        for give in self.referee.before:
            tables = self._each(tables) if give.to == "player" else self._together(tables)
        tables = [self._turn(table) for table in tables]
        while any(table.wants is not None for table in tables):
            tables = self._together(tables)
        rounds = tuple(map(self.referee.settle, tables))
        return Played(rounds, tuple(self.given), left, self.shuffled, self.passed)

    def _each(self, tables: list[Table]) -> list[Table]:
        """Give each seat a card of its own, the first seat first."""
        return [self._after(table, self._card()) for table in tables]

    def _together(self, tables: list[Table]) -> list[Table]:
        """Give the dealer a card, in the eyes of all who still wait for it."""
        card = self._card()
        return [self._after(table, card) if table.wants is not None else table for table in tables]

    def _turn(self, table: Table) -> Table:
        """Let a seat play until it has what it wants."""
        while isinstance(table.wants, Moves) or (table.wants is not None and table.wants.to == "player"):
            if isinstance(table.wants, Moves):
                table = self.referee.choose(table, self.decide(table.situation))
            else:
                table = self._after(table, self._card())
        return table

    def _after(self, table: Table, card: Card | None) -> Table:
        assert isinstance(table.wants, Give)
        return self.referee.go_without(table) if card is None else self.referee.give(table, card)

    def _card(self) -> Card | None:
        """Return the next card; None where none is left and who asks for one passes."""
        if not self.pack.left and self.customs.passes:
            self.passed += 1
            return None
        if not self.pack.left and self.customs.shuffles_discards and not self.shuffled:
            self.pack.shuffle_discards(len(self.given))
            self.shuffled = True
        if not self.pack.left:
            raise OutOfCards("a card is due, and the shoe is empty")
        self.given.append(self.pack.draw())
        return self.given[-1]
