"""Which cards a shoe holds and which of them a game can tell apart: Game → cards → CardClass."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction
from itertools import groupby

from attrs import frozen

from f27lang import model
from f27lang.rulebook import CardClass

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "Joker")
SUITS = ("spades", "hearts", "diamonds", "clubs")


@frozen
class Card:
    """A rank in a suit (None: without one), how many the full shoe holds, and what it is worth."""

    rank: str
    suit: str | None
    count: int
    values: tuple[Fraction, ...]
    makes: Fraction | None

    @property
    def place(self) -> tuple[int, int]:
        """Where it stands in the sorted shoe: by rank, then suit, cards without suit last."""
        return RANKS.index(self.rank), len(SUITS) if self.suit is None else SUITS.index(self.suit)


def ranks_in(ranks: model.Ranks) -> tuple[str, ...]:
    """Return the ranks that `A 10..K` names, in order."""
    found: list[str] = []
    for span in ranks.spans:
        first = RANKS.index(span.first.text)
        last = first if span.last is None else RANKS.index(span.last.text)
        found.extend(RANKS[first : last + 1])
    return tuple(found)


def number(quantity: model.Quantity) -> Fraction:
    """Return the number behind a quantity of a closed game."""
    assert isinstance(quantity, model.Amount), quantity
    return quantity.value


def _worths(values: model.Values) -> dict[str, tuple[tuple[Fraction, ...], Fraction | None]]:
    worths: dict[str, tuple[tuple[Fraction, ...], Fraction | None]] = {}
    for line in values.lines:
        makes = next((number(way.total) for way in line.worth.ways if isinstance(way, model.Makes)), None)
        for rank in ranks_in(line.ranks):
            ways = {Fraction(rank) if isinstance(way, model.Face) else way.value
                    for way in line.worth.ways if not isinstance(way, model.Makes)}  # fmt: skip
            worths[rank] = tuple(sorted(ways)), makes
    return worths


def cards_of(game: model.Game) -> tuple[Card, ...]:
    """Return the cards of the full shoe in the order of the sorted shoe."""
    assert game.cards and game.values
    decks = next(line.number.value for line in game.cards.lines if isinstance(line, model.Decks))
    deck = next(line for line in game.cards.lines if isinstance(line, model.Deck))
    counts: dict[tuple[str, str | None], int] = {}
    for rank in ranks_in(deck.ranks):
        for suit in SUITS[: deck.suits.value]:
            key = (rank, None if rank == "Joker" else suit)
            counts[key] = counts.get(key, 0) + decks
    for plus in deck.plus:
        counts[plus.rank.text, None] = counts.get((plus.rank.text, None), 0) + plus.number.value * decks
    worths = _worths(game.values)
    cards = (Card(rank, suit, count, *worths[rank]) for (rank, suit), count in counts.items() if count)
    return tuple(sorted(cards, key=lambda card: card.place))


def group(cards: Sequence[Card], sights: Iterable[Hashable]) -> tuple[tuple[Card, ...], ...]:
    """Put cards of equal sight together; groups in order of rank, the rarer first, then suit."""
    groups: dict[Hashable, list[Card]] = {}
    for card, sight in zip(cards, sights, strict=True):
        groups.setdefault(sight, []).append(card)
    return tuple(sorted(map(tuple, groups.values()), key=_group_place))


def _group_place(group: tuple[Card, ...]) -> tuple[int, int, int]:
    rank, suit = group[0].place
    return rank, sum(card.count for card in group), suit


def class_of(group: tuple[Card, ...], cards: Sequence[Card]) -> CardClass:
    """Return the class that a group of cards forms."""
    ranks = tuple(sorted({card.rank for card in group}, key=RANKS.index))
    suits = {card.suit for card in group}
    parted = any(card.rank in ranks and card not in group for card in cards)
    suit = next(iter(suits)) if parted and len(suits) == 1 else None
    name = " ".join(ranks)
    if parted:
        name += " " + _in_suits(suits)
    return CardClass(name, sum(card.count for card in group), ranks, suit)


def _in_suits(suits: set[str | None]) -> str:
    named = [suit for suit in SUITS if suit in suits]
    words = [f"in {' or '.join(named)}"] if named else []
    return " or ".join([*words, "without suit"] if None in suits else words)


def sorted_shoe(groups: Sequence[tuple[Card, ...]]) -> tuple[tuple[int, int], ...]:
    """Return the full shoe in sorted order as runs of (class, cards)."""
    places = sorted((card.place, index, card.count) for index, group in enumerate(groups) for card in group)
    runs = groupby(((index, count) for _, index, count in places), key=lambda run: run[0])
    return tuple((index, sum(count for _, count in run)) for index, run in runs)
