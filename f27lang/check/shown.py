"""Hands shown in examples: words on a rules card → the cards that they mean, and what the pack lacks for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from attrs import define, field, frozen

from f27lang import model
from f27lang.check.facts import every, line_of
from f27lang.referee import Card, Hand, shoe
from f27lang.referee.cards import SUITS

Line = model.CheckHand | model.CheckBeats | model.CheckTies


@frozen
class Failure:
    """How an example line fails: what is true instead, the rule behind it, and the working."""

    truth: str
    because: model.Node | None = None
    working: tuple[str, ...] = ()
    help: str = "correct the example, or the rule"


@define
class Shown:
    """Reads the hands that a game's examples show."""

    game: model.Game
    cards: Counter[Card] = field(init=False)
    one_suit: str = field(init=False)  # of cards said to be in one suit

    def __attrs_post_init__(self) -> None:
        self.cards = Counter(shoe(self.game) if self.game.cards else ())
        self.one_suit = _one_suit(self.game)

    def missing(self, hands: Iterable[model.HandShown]) -> Failure | None:
        """Return how cards are shown that the shoe does not hold, all hands together."""
        shown = [card for hand in hands for card in self._cards(hand)]
        suited = Counter(card for card in shown if card.suit)
        of_a_rank = Counter(Card(card.rank) for card in shown)
        for card, number in (suited + of_a_rank).items():
            held = self.cards[card] if card.suit else self._of_a_rank(card.rank)
            if number > held:
                return Failure(f"the shoe holds {held} of {' in '.join(filter(None, card))}")
        return None

    def _of_a_rank(self, rank: str) -> int:
        return sum(number for card, number in self.cards.items() if card.rank == rank)

    def _cards(self, shown: model.HandShown) -> tuple[Card, ...]:
        """Return the cards of a hand; without a suit they have none, so that no suited pattern arises."""
        match shown.suit:
            case model.OfSuit(suit=suit):
                name: str | None = suit.text
            case model.OneSuit():
                name = self.one_suit
            case _:
                name = None
        return tuple(Card(rank.text, None if rank.text == "Joker" else name) for rank in shown.cards)

    def hand(self, shown: model.HandShown) -> Hand:
        """Return the cards in the order dealt: the first two dealt, the others drawn."""
        cards = self._cards(shown)
        return Hand(cards, min(2, len(cards)))


def hands_of(line: Line) -> tuple[model.HandShown | None, ...]:
    """Return the hands that an example line shows; the second may be missing."""
    match line:
        case model.CheckHand(hand=hand, against=against):
            return hand, against.hand if against else None
        case model.CheckBeats(better=better, worse=worse):
            return better, worse
        case model.CheckTies(one=one, other=other):
            return one, other


def _one_suit(game: model.Game) -> str:
    """Return a suit of the deck, one that no pattern names where there is such a suit."""
    deck = line_of(game.cards, model.Deck)
    suits = SUITS[: deck.suits.value] if deck else SUITS
    named = {each.suit.text for each in every(model.OfSuit, game.hands, game.settle, game.wagers, game.bonuses)}
    return next((suit for suit in suits if suit not in named), suits[0])
