"""F0106, F0505: hands that need more cards than can be left for them → Report."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from typing import TYPE_CHECKING

from attrs import define

from f27lang import model
from f27lang.check.facts import line_of
from f27lang.check.labels import at, because
from f27lang.check.rounds import Rounds
from f27lang.check.seats import most_seats
from f27lang.check.table import Table
from f27lang.check.words import counted
from f27lang.diagnostics import Label, Report
from f27lang.lower import lower
from f27lang.lower.deals import cards_dealt
from f27lang.lower.shuffling import FRESH, shuffling_of
from f27lang.room import Scale, Side, most_cards, scales
from f27lang.rulebook import Shuffling

if TYPE_CHECKING:
    from f27lang.shortage import Shortage

SMALLER = "take more decks, or limit the hands, for example `at most 5 cards`"
EMPTY = "add the line `empty: shuffle discards` or `empty: pass` to `cards`"


def check_shoe(table: Table, rounds: Rounds, report: Report) -> None:
    """Report a shoe too small for some hand, or one of which it can't be told, in a game without other errors."""
    shoe = _Shoe(table, rounds)
    if shoe.first_deal > shoe.fresh:
        _no_first_deal(shoe, report)
    elif shoe.customs.empty == "pass":
        shoe.seats = 1  # exact answers are about one seat, and a fresh shoe
        if shoe.short() is not None:
            _used_up(shoe, report)
    elif (short := shoe.short()) is not None:
        _too_small(shoe, short, report)


@define(slots=False)
class _Shoe:
    """A game's shoe, how long it is dealt from, and what its hands may need."""

    table: Table
    rounds: Rounds
    seats: int = 1

    def __attrs_post_init__(self) -> None:
        self.seats = most_seats(self.game)

    @property
    def game(self) -> model.Game:
        return self.table.game

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """The number of cards of each class."""
        return tuple(each.count for each in self.table.machine.classes)

    @property
    def size(self) -> int:
        return sum(self.counts)

    @cached_property
    def customs(self) -> Shuffling:
        return shuffling_of(self.game, self.size) or FRESH

    @property
    def fresh(self) -> int:
        """The number of cards left after the burn."""
        return self.size - self.customs.burn

    @property
    def first_deal(self) -> int:
        """The number of cards that are dealt before the turns."""
        early = [card.to for card in cards_dealt(self.game) if card.early]
        return self.seats * early.count("player") + early.count("dealer")

    @property
    def hands(self) -> int:
        """How many hands have to be served without a shuffle."""
        return self.customs.hands or 1 if not self.customs.empty else 1

    @property
    def cards(self) -> int:
        """The number of cards there are for them."""
        match self.customs:
            case Shuffling(empty="discards"):
                return self.size
            case Shuffling(empty="", cut=int(cut)):
                return min(self.fresh, self.size - cut + 1)
        return self.fresh

    @cached_property
    def _scales(self) -> tuple[Scale, ...]:
        return tuple(scales(self._side("player", self.rounds.stands), self._side("dealer", set()), len(self.counts)))

    def _side(self, side: str, stands: set[int]) -> Side:
        machine = self.table.machine
        return Side.of(machine.start(side), machine.dealt_to[side], self.rounds.hits[side], stands, self.table.steps)

    def needs(self, hands: int) -> int:
        """Return a number of cards that is enough for so many hands; more than there are where none is known."""
        starts = self.table.machine.start("player"), self.table.machine.start("dealer")
        return min(
            (most_cards(scale, self.counts, starts, self.seats, hands) for scale in self._scales), default=self.size + 1
        )

    def short(self) -> Shortage | None:
        """Return a hand that wants a card when none is left, where there is one or may be."""
        if self.needs(self.hands) <= self.cards:
            return None
        from f27lang.shortage import Shortage, shortage  # noqa: PLC0415

        alone = self.hands == self.seats == 1
        return shortage(lower(self.game), self.size - self.cards) if alone else Shortage()


def _no_first_deal(shoe: _Shoe, report: Report) -> None:
    burn = line_of(shoe.game.cards, model.Burn)
    report.error(
        "F0505",
        f"the first deal of {_who(shoe)} takes {shoe.first_deal} cards, and the shoe serves {shoe.fresh}",
        *_small(shoe),
        *((because(burn, "laid aside"),) if burn else ()),
        *_seated(shoe),
        helps=("take more decks, burn fewer cards or seat fewer players",),
    )


def _used_up(shoe: _Shoe, report: Report) -> None:
    empty = line_of(shoe.game.cards, model.Empty)
    assert empty
    report.error(
        "F0106",
        "`empty: pass` where one round can use up a fresh shoe is not built yet",
        at(empty, "used here"),
        *(Label(label.span, label.text, primary=False) for label in _small(shoe)),
        helps=(SMALLER,),
    )


def _too_small(shoe: _Shoe, short: Shortage, report: Report) -> None:
    shuffle, burn = line_of(shoe.game.cards, model.Shuffle), line_of(shoe.game.cards, model.Burn)
    of_the_shoe = f"the {shoe.size} cards of the shoe"
    places, left, ways_out = _small(shoe), of_the_shoe, SMALLER
    if shuffle and shoe.cards < shoe.fresh:
        places, left, ways_out = (at(shuffle, f"{shoe.cards} may be left"),), f"{shoe.cards} cards", _cut(shoe)
    elif shuffle and shoe.hands > 1:
        places, left, ways_out = (at(shuffle), *_small(shoe, primary=False)), of_the_shoe, _fewer_hands(shoe)
    elif burn and shoe.cards < shoe.size:
        places, left = (at(burn), *_small(shoe, primary=False)), f"the {shoe.cards} cards that the burn leaves"
        ways_out = f"{EMPTY}, or burn fewer cards"
    can = "can" if short.side else "may"
    report.error(
        "F0505",
        f"{_who(shoe)} {can} need more than {left}",
        *places,
        *_seated(shoe),
        notes=(f"for example {short.words}",) if short.side else _bound(shoe),
        helps=(ways_out,),
    )


def _who(shoe: _Shoe) -> str:
    hands = "a round" if shoe.hands == 1 else counted(shoe.hands, "hand")
    return hands if shoe.seats == 1 else f"{hands} of {shoe.seats} seats"


def _small(shoe: _Shoe, *, primary: bool = True) -> tuple[Label, ...]:
    decks, deck = line_of(shoe.game.cards, model.Decks), line_of(shoe.game.cards, model.Deck)
    assert decks and deck
    return (at if primary else because)(decks, "so few decks"), because(deck, "of so many cards")


def _seated(shoe: _Shoe) -> tuple[Label, ...]:
    return (because(shoe.game.seats.range, "so many seats"),) if shoe.game.seats and shoe.seats > 1 else ()


def _bound(shoe: _Shoe) -> tuple[str, ...]:
    needs = shoe.needs(shoe.hands)
    return (f"{counted(needs, 'card')} are enough for certain",) if needs <= shoe.size else ()


def _cut(shoe: _Shoe) -> str:
    """Return the ways out of a cut card that lies too deep."""
    percent = 100 * (shoe.size + 1 - shoe.needs(1)) // shoe.size
    return f"{EMPTY}, or put the cut card at {percent}% or before" if percent > 0 else f"{EMPTY}, or {SMALLER}"


def _fewer_hands(shoe: _Shoe) -> str:
    """Return the ways out of too many hands from one shoe."""
    served = bisect_right(range(1, min(shoe.hands, shoe.size) + 1), shoe.cards, key=shoe.needs)
    return f"{EMPTY}, or write `shuffle: every {f'{served} hands' if served > 1 else 'hand'}`"
