"""The hands that `deal` can give a side, with the number of orders in which each arrives.

Rulebook -> Hand
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from attrs import frozen

from f27lang.rulebook import Move

if TYPE_CHECKING:
    from f27lang.rulebook import HandState, Rulebook


@frozen
class Hand:
    """A hand as dealt: cards per class, its state, and how many orders of arrival lead to it."""

    cards: tuple[int, ...]
    state: int
    orders: int

    @property
    def held(self) -> tuple[tuple[int, int], ...]:
        """The classes that it holds cards of, and how many."""
        return tuple((c, number) for c, number in enumerate(self.cards) if number)


@frozen
class Deals:
    """How many cards `deal` gives: to the player, to the dealer face up, and to the dealer unseen until his turn."""

    player: int
    shown: int
    unseen: int  # face down, or dealt between the turns: forced draws of the dealer's

    @property
    def before(self) -> int:
        """Cards on the table when the player's turn begins, those face down not counted."""
        return self.player + self.shown


def deals(rulebook: Rulebook) -> Deals:
    """Count the cards that the deals of a rulebook give."""
    before = rulebook.before
    return Deals(
        player=sum(d.number for d in before if d.to == "player"),
        shown=sum(d.number for d in before if d.to == "dealer" and d.up),
        unseen=sum(d.number for d in before if d.to == "dealer" and not d.up) + sum(d.number for d in rulebook.between),
    )


def dealer_cards_before(rulebook: Rulebook) -> int:
    """Count the dealer's cards, face down too, that lie on the table before the player's turn."""
    return sum(d.number for d in rulebook.before if d.to == "dealer")


def dealer_order(rulebook: Rulebook) -> tuple[bool, ...]:
    """Return, for each of the dealer's cards dealt before the player's turn, whether it is face up."""
    return tuple(d.up for d in rulebook.before if d.to == "dealer" for _ in range(d.number))


def hidden_matter(rulebook: Rulebook) -> bool:
    """Return whether hidden cards are more than forced draws: one comes before one face up, or the dealer peeks."""
    order = dealer_order(rulebook)
    return bool(rulebook.peeked) or sorted(order, reverse=True) != list(order)


def excluded(rulebook: Rulebook, p: int) -> frozenset[int]:
    """Return the dealer's hands that a peek decides against a player dealt state `p`."""
    size = len(rulebook.states)
    return frozenset(d for d, outcome in enumerate(rulebook.peeked[p * size : (p + 1) * size]) if outcome)


def dealt_hands(rulebook: Rulebook, start: int, number: int) -> tuple[Hand, ...]:
    """List the hands of `number` cards that grow from state `start`, in a fixed order, however many a shoe holds."""
    classes = len(rulebook.classes)
    found = Counter({((0,) * classes, start): 1})
    for _ in range(number):
        longer: Counter[tuple[tuple[int, ...], int]] = Counter()
        for (cards, state), orders in found.items():
            for c in range(classes):
                longer[with_card(cards, c), rulebook.step[state * classes + c]] += orders
        found = longer
    return tuple(Hand(cards, state, orders) for (cards, state), orders in sorted(found.items()))


def with_card(cards: tuple[int, ...], c: int) -> tuple[int, ...]:
    """Return a hand with one more card of class `c`."""
    return (*cards[:c], cards[c] + 1, *cards[c + 1 :])


def reading(state: HandState) -> str:
    """Name a hand by what a chart prints: "hard 15" or "soft 20"."""
    return f"{'soft' if state.soft else 'hard'} {state.total}"


def cell_keys(rulebook: Rulebook) -> tuple[tuple[int | None, str], ...]:
    """Return, per state, what a chart tells of it: the number of cards, or None, and the reading.

    Cards are counted where poker ranks decide, if their number is known whenever the player is asked.
    """
    counted = bool(rulebook.showdowns) and all(rulebook.states[p].cards is not None for p in asked_states(rulebook))
    return tuple((state.cards if counted else None, reading(state)) for state in rulebook.states)


def asked_states(rulebook: Rulebook) -> frozenset[int]:
    """Return the states in which the player is ever asked."""
    size, asked = len(rulebook.states), int(Move.HIT | Move.STAND)
    return frozenset(at // size for at, bits in enumerate(rulebook.moves) if bits == asked)


def cell_names(rulebook: Rulebook) -> tuple[str, ...]:
    """Name the cell of each state: "hard 15", or "hard 15 with 3 cards"."""
    return tuple(reads if cards is None else f"{reads} with {cards} cards" for cards, reads in cell_keys(rulebook))


def rank_names(rulebook: Rulebook, hands: tuple[Hand, ...]) -> tuple[str, ...]:
    """Name each of the dealer's face-up hands by its ranks."""

    def name(hand: Hand) -> str:
        return " ".join(rank for c, n in zip(rulebook.classes, hand.cards) for rank in c.ranks * n) or "-"

    return tuple(map(name, hands))


def shown_names(rulebook: Rulebook, hands: tuple[Hand, ...]) -> tuple[str, ...]:
    """Name each of the dealer's face-up hands as a chart does; hands with one state have one name."""
    shown = sum(hands[0].cards)
    if shown == 0:
        return ("-",) * len(hands)
    if shown > 1:
        return tuple(reading(rulebook.states[hand.state]) for hand in hands)
    cards: dict[int, list[str]] = {}
    for hand in hands:
        cards.setdefault(hand.state, []).append(rulebook.classes[hand.cards.index(1)].name)
    return tuple(" ".join(cards[hand.state]) for hand in hands)
