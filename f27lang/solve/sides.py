"""What a wager beside another costs, by what the player knows when it is offered; every figure is a fraction.

Rulebook, the place of the wager -> Insurance
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING

from attrs import define, frozen

from f27lang.solve.deals import Hand, dealer_order, deals, dealt_hands, shown_names, with_card
from f27lang.solve.plan import falling

if TYPE_CHECKING:
    from f27lang.rulebook import Rulebook, Side

Cards = tuple[int, ...]  # how many of each card class


@frozen
class Offer:
    """What a unit of the wager brings to players who know as much; `reach` is how many rounds of all that is.

    `known` is "upcard": only what the dealer shows, as `dealer` says. It is "kings": of the own cards only how many,
    `kings`, are of the ranks that complete a winning hand of the dealer's. It is "cards": all own cards; the hands,
    of which `hand` is one, are those with which the wager is worth most.
    """

    known: str
    dealer: str
    value: Fraction
    fair_odds: Fraction | None  # to one; None where it can't be won, or wins are paid at several odds
    reach: Fraction
    kings: int | None = None
    hand: str | None = None

    @property
    def edge_pct(self) -> float:
        """The house edge in per cent of the wager."""
        return 0.0 - 100 * float(self.value)


@frozen
class Insurance:
    """A wager beside another: what it costs by what is known, per thing that the dealer shows."""

    wager: str
    share: Fraction  # of the other wager, at most
    completing: tuple[tuple[str, tuple[str, ...]], ...]  # by what the dealer shows, the ranks that make it win
    offers: tuple[Offer, ...]


@define
class Results:
    """How often the wager brings each payoff, in any unit of frequency; they add up."""

    often: defaultdict[Fraction, Fraction]

    @classmethod
    def none(cls) -> Results:
        """Return the results of no round."""
        return cls(defaultdict(Fraction))

    def add(self, other: Results) -> None:
        """Add the results of other rounds."""
        for pays, often in other.often.items():
            self.often[pays] += often

    @property
    def reach(self) -> Fraction:
        """How often it is made."""
        return sum(self.often.values(), Fraction(0))

    @property
    def value(self) -> Fraction:
        """What it brings on average."""
        return sum((pays * often for pays, often in self.often.items()), Fraction(0)) / self.reach

    @property
    def fair_odds(self) -> Fraction | None:
        """At what odds to one a win would have to be paid for an even wager."""
        wins = {pays: often for pays, often in self.often.items() if pays > 0 and often}
        if len(wins) != 1:
            return None
        lost = -sum(pays * often for pays, often in self.often.items() if pays < 0)
        return Fraction(lost) / sum(wins.values())


@frozen
class Way:
    """Cards that may be hidden: with them the dealer holds the state `holds`; `orders` lead to all his dealt cards."""

    cards: Cards
    holds: int
    pays: Fraction
    orders: int


@frozen
class Shown:
    """A thing that the dealer may show: his face-up cards as a state, as cards, and all ways to fill in the hidden."""

    name: str
    view: int
    cards: Cards
    hidden: tuple[Way, ...]


@define(slots=False)
class Sides:
    """The wager `side` of a rulebook; `endless` is for cards that come as often whatever was dealt."""

    rulebook: Rulebook
    side: Side
    endless: bool = False

    @cached_property
    def counts(self) -> Cards:
        """The cards of each class."""
        return tuple(c.count for c in self.rulebook.classes)

    def ways(self, cards: Iterable[int]) -> int:
        """Return in how many orders these cards can come."""
        pairs = [(count, held) for count, held in zip(self.counts, cards) if held]
        return prod(count**held if self.endless else falling(count, held) for count, held in pairs)

    def all_ways(self, number: int) -> int:
        """Return in how many orders so many cards can come."""
        return sum(self.counts) ** number if self.endless else falling(sum(self.counts), number)

    @cached_property
    def shown(self) -> tuple[Shown, ...]:
        """All that the dealer may show where the wager is offered."""
        up = dealt_hands(self.rulebook, self.rulebook.dealer_start, deals(self.rulebook).shown)
        names = {hand.state: name for hand, name in zip(up, shown_names(self.rulebook, up), strict=True)}
        found: defaultdict[tuple[int, Cards], list[Way]] = defaultdict(list)
        for (view, d, cards, hidden), orders in self._dealt().items():
            if self.side.offered[view]:
                found[view, cards].append(Way(hidden, d, self.side.results[self.side.brings[d] - 1], orders))
        return tuple(
            Shown(names[view], view, cards, tuple(ways))
            for (view, cards), ways in sorted(found.items(), key=lambda each: each[0])
            if self.ways(cards)
        )

    def _dealt(self) -> Counter[tuple[int, int, Cards, Cards]]:
        """Return the dealer's hands: what he shows and holds, as states and as cards, with the orders of each."""
        step, classes, none = self.rulebook.step, len(self.counts), (0,) * len(self.counts)
        start = self.rulebook.dealer_start
        found = Counter({(start, start, none, none): 1})
        for up in dealer_order(self.rulebook):
            longer: Counter[tuple[int, int, Cards, Cards]] = Counter()
            for (view, d, cards, hidden), orders in found.items():
                for c in range(classes):
                    after = step[d * classes + c]
                    if up:
                        longer[step[view * classes + c], after, with_card(cards, c), hidden] += orders
                    else:
                        longer[view, after, cards, with_card(hidden, c)] += orders
            found = longer
        return found

    @cached_property
    def hands(self) -> tuple[Hand, ...]:
        """The player's hands as dealt."""
        number = deals(self.rulebook).player
        return tuple(h for h in dealt_hands(self.rulebook, self.rulebook.player_start, number) if self.ways(h.cards))

    def completing(self, shown: Shown) -> frozenset[str]:
        """Return the ranks of hidden cards with which the wager can win."""
        won = [way.cards for way in shown.hidden if way.pays > 0]
        classes = {c for cards in won for c, held in enumerate(cards) if held}
        return frozenset(rank for c in classes for rank in self.rulebook.classes[c].ranks)

    def kings(self, shown: Shown, hand: Hand) -> int:
        """Return how many cards of a hand are of the completing ranks."""
        ranks = self.completing(shown)
        return sum(held for c, held in zip(self.rulebook.classes, hand.cards) if ranks & set(c.ranks))

    def is_open(self, shown: Shown, hand: Hand) -> bool:
        """Return whether the deal has not decided the player's hand."""
        return not self.rulebook.dealt[hand.state * len(self.rulebook.states) + shown.view]

    def open_results(self) -> Iterator[tuple[Shown, Hand, Results]]:
        """Yield how often the wager brings what to each open hand that it is offered to, by what the dealer shows."""
        for shown in self.shown:
            for hand in self.hands:
                found = self.results(shown, hand.cards, hand.orders) if self.is_open(shown, hand) else Results.none()
                if found.reach:
                    yield shown, hand, found

    def results(self, shown: Shown, own: Cards, orders: int = 1) -> Results:
        """Return how often the wager brings what, in rounds of all, to a player dealt cards in some of their orders."""
        found, dealt = Results.none(), sum(own) + sum(shown.cards)
        unseen = sum(shown.hidden[0].cards)
        gone = tuple(map(sum, zip(own, shown.cards)))
        every = self.all_ways(dealt + unseen)
        for way in shown.hidden:
            cards = map(sum, zip(gone, way.cards))
            found.often[way.pays] += Fraction(orders * way.orders * self.ways(cards), every)
        return found


def insurance(rulebook: Rulebook, number: int = 0, *, endless: bool = False) -> Insurance:
    """Return what a wager beside another costs, from the full shoe or from the endless one."""
    side = rulebook.sides[number]
    sides = Sides(rulebook, side, endless)
    names = tuple(dict.fromkeys(shown.name for shown in sides.shown))
    completing = ((name, _ranks(sides, name)) for name in names)
    found: dict[str, list[tuple[Shown, Hand, Results]]] = {name: [] for name in names}
    for each in sides.open_results():
        found[each[0].name].append(each)
    offers = (offer for name in names for offer in _offers(sides, name, found[name]))
    return Insurance(side.name, side.share, tuple(completing), tuple(offers))


def _ranks(sides: Sides, name: str) -> tuple[str, ...]:
    ranks = {rank for shown in sides.shown if shown.name == name for rank in sides.completing(shown)}
    return tuple(rank for c in sides.rulebook.classes for rank in c.ranks if rank in ranks)


def _offers(sides: Sides, name: str, every: list[tuple[Shown, Hand, Results]]) -> Iterator[Offer]:
    blind = Results.none()
    by_kings: defaultdict[int, Results] = defaultdict(Results.none)
    by_hand: defaultdict[Fraction, Results] = defaultdict(Results.none)
    last: dict[Fraction, Hand] = {}
    for shown in sides.shown:
        if shown.name == name:
            blind.add(sides.results(shown, (0,) * len(sides.counts)))
    for shown, hand, found in every:
        by_kings[sides.kings(shown, hand)].add(found)
        by_hand[found.value].add(found)
        last[found.value] = hand
    yield _offer("upcard", name, blind)
    for kings in sorted(by_kings):
        yield _offer("kings", name, by_kings[kings], kings=kings)
    if by_hand:
        best = max(by_hand)
        yield _offer("cards", name, by_hand[best], hand=_cards(sides.rulebook, last[best]))


def _offer(known: str, name: str, found: Results, *, kings: int | None = None, hand: str | None = None) -> Offer:
    return Offer(known, name, found.value, found.fair_odds, found.reach, kings, hand)


def _cards(rulebook: Rulebook, hand: Hand) -> str:
    return " ".join(c.ranks[0] for c, held in zip(rulebook.classes, hand.cards) for _ in range(held))
