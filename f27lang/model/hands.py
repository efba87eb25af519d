"""Patterns, the one notation for a hand; names for them; and which hand is better."""

from __future__ import annotations

from f27lang.model.cards import Rank
from f27lang.model.node import Name, Node, Other, Quantity, Range, Words, frozen


@frozen
class Card(Words):
    """A rank, or `any`."""


@frozen
class CardsAre(Node):
    """The hand is exactly these cards in any order."""

    cards: tuple[Card, ...]


@frozen
class Named(Node):
    """A pattern by its name."""

    name: Name


@frozen
class Reading(Words):
    """`hard`, `soft`, `total`; for vying hands also `lowest total`, `distance`."""


@frozen
class TotalNearest(Node):
    """`total nearest 27`."""

    target: Quantity


@frozen
class DistanceTo(Node):
    """`distance to 7`."""

    target: Quantity


@frozen
class TotalIs(Node):
    """`hard 15..`: the reading lies in the range and is hard, soft or either."""

    measure: Reading | TotalNearest | DistanceTo
    range: Range


@frozen
class Alike(Words):
    """`equal ranks`, `equal values`: two or more cards."""


@frozen
class Holding(Node):
    """`holding Joker`: at least one such card."""

    rank: Rank


@frozen
class Started(Node):
    """`dealt 9 9`: the first two cards dealt, whatever came later."""

    cards: tuple[Card, ...]


@frozen
class WithCards(Node):
    """`with 3.. cards`."""

    number: Range


@frozen
class AsDealt(Node):
    """The hand has taken no card and was not split."""


@frozen
class DealtSecond(Node):
    """As dealt, two cards, and the second to arrive is the pattern's card."""


@frozen
class OneSuit(Node):
    """Every card has one suit; a joker has none."""


@frozen
class Suit(Words):
    """`spades`, `hearts`, `diamonds` or `clubs`."""


@frozen
class OfSuit(Node):
    """Every card has this suit."""

    suit: Suit


@frozen
class AtLeastWord(Node):
    """`at least` before a poker category."""


@frozen
class Making(Node):
    """`making at least straight`."""

    at_least: AtLeastWord | None
    category: Name


@frozen
class Unless(Words):
    """`unless split`, `unless doubled`."""


Head = CardsAre | Named | TotalIs | Alike | Holding | Started
Tail = WithCards | AsDealt | DealtSecond | OneSuit | OfSuit | Making | Unless


@frozen
class Pattern(Node):
    """A head, then tails; all must hold."""

    head: Head | None
    tails: tuple[Tail, ...]


@frozen
class Hand(Node):
    """`natural: two_jokers or A K as dealt`."""

    name: Name
    patterns: tuple[Pattern, ...]


@frozen
class Hands(Node):
    """The section `hands`."""

    lines: tuple[Hand, ...]


@frozen
class OrderBy(Words):
    """`higher total first`, `lower total first`, `fewer cards first`, `better poker hand first`."""


@frozen
class NearestFirst(Node):
    """`nearest 27 first`."""

    target: Quantity


@frozen
class RungBefore(Node):
    """Where a rung goes: `before finnish_27`."""

    name: Name


@frozen
class RungAfter(Node):
    """Where a rung goes: `after finnish_27`."""

    name: Name


@frozen
class Rung(Node):
    """`rank standing, higher total first`."""

    name: Name
    orders: tuple[OrderBy | NearestFirst, ...]
    place: RungBefore | RungAfter | None


@frozen
class Ranking(Node):
    """The section `ranking`, best rung first."""

    lines: tuple[Rung, ...]


@frozen
class Side(Words):
    """`player`, `dealer`, `both` or `either`."""


@frozen
class FactHand(Node):
    """`either finnish_27`."""

    side: Side
    pattern: Pattern


@frozen
class FactBetter(Node):
    """`player better`, by the ranking."""

    other: Other
