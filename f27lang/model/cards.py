"""Cards, what they are worth, and how a hand is read."""

from __future__ import annotations

from f27lang.model.node import Amount, Name, Node, Percentage, Quantity, Range, Whole, Words, frozen


@frozen
class Rank(Words):
    """`A`, `2` to `10`, `J`, `Q`, `K` or `Joker`."""


@frozen
class RankSpan(Node):
    """`A` or `10..K`."""

    first: Rank
    last: Rank | None


@frozen
class Ranks(Node):
    """`2..10 K`."""

    spans: tuple[RankSpan, ...]


@frozen
class SitsOut(Node):
    """`dealer sits out`."""


@frozen
class Seats(Node):
    """`seats: 1..6, usually 6`."""

    range: Range
    usually: Whole | None
    sits_out: SitsOut | None


@frozen
class Decks(Node):
    """`decks: 6 in 1..100`; without bounds the number is fixed."""

    number: Whole
    least: Whole | None
    most: Whole | None


@frozen
class Plus(Node):
    """`plus 2 Joker`: added cards, without suit."""

    number: Whole
    rank: Rank


@frozen
class Deck(Node):
    """`deck: A..K in 4 suits plus 2 Joker`."""

    ranks: Ranks
    suits: Whole
    plus: tuple[Plus, ...]


@frozen
class EveryHand(Node):
    """A fresh shoe every hand."""


@frozen
class EveryHands(Node):
    """A fresh shoe every so many hands."""

    number: Quantity


@frozen
class AtCutCard(Node):
    """The shoe is dealt down to a cut card."""

    depth: Percentage


@frozen
class Shuffle(Node):
    """`shuffle: every hand`."""

    when: EveryHand | EveryHands | AtCutCard


@frozen
class EmptyPass(Node):
    """A card asked for is not given."""


@frozen
class EmptyDiscards(Node):
    """Cards of earlier hands are shuffled and dealt."""


@frozen
class Empty(Node):
    """`empty: pass`."""

    what: EmptyPass | EmptyDiscards


@frozen
class Burn(Node):
    """`burn: 1 card`."""

    number: Whole


@frozen
class Cards(Node):
    """The section `cards`."""

    lines: tuple[Decks | Deck | Shuffle | Empty | Burn, ...]


@frozen
class Face(Node):
    """Worth its number."""


@frozen
class Makes(Node):
    """`makes 27`: a hand that holds the card totals exactly that, hard."""

    total: Quantity


@frozen
class Worth(Node):
    """`1 or 14`, `face` or `makes 27`."""

    ways: tuple[Face | Makes | Amount, ...]


@frozen
class Value(Node):
    """`J Q K: 10`."""

    ranks: Ranks
    worth: Worth


@frozen
class Values(Node):
    """The section `values`."""

    lines: tuple[Value, ...]


@frozen
class ReadHighest(Node):
    """`highest not over 27`: the largest total that fits, else the smallest."""

    limit: Quantity


@frozen
class ReadNearest(Node):
    """`nearest 27`: the least distance, of two the lower."""

    target: Quantity


@frozen
class ReadLastDigit(Node):
    """`last digit` of the sum."""


@frozen
class Read(Node):
    """`read: highest not over 27`."""

    how: ReadHighest | ReadNearest | ReadLastDigit


@frozen
class Soft(Node):
    """`soft: A counts 14`."""

    rank: Rank
    counts: Amount


@frozen
class Total(Node):
    """The section `total`."""

    lines: tuple[Read | Soft, ...]


@frozen
class PokerOrder(Node):
    """`order: straight, ..., high_card`, best first."""

    categories: tuple[Name, ...]


@frozen
class PokerRole(Node):
    """`Joker: bug`, `A: high or low`."""

    rank: Rank
    roles: tuple[Name, ...]


@frozen
class Poker(Node):
    """The section `poker`."""

    lines: tuple[PokerOrder | PokerRole, ...]
