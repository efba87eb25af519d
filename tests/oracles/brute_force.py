"""21-24-27 on tiny decks, every deal tried: ranks of a deck, a way to play -> exact probabilities of all endings.

Written from the rules in words alone; it imports nothing of the package. The rules, as used here:

Each side gets two cards, all face up. Number cards count their number, J Q K 11 12 13, a joker nothing; one ace
may count 14 where the hand then stays within 27, every other ace counts 1. An ace and a king as the two dealt cards
beat everything but the same on the other side, and end the round at once. The player draws or stops as he likes and
loses as soon as he is over 27. Then the dealer draws below 21, or below 24 where an ace counts 14. Over 27 he
loses; else the higher total wins and equal totals are returned. Wins pay even money.

With forced moves: against a dealer who will draw on his two cards the player must draw on 14 or less, or soft 22 or
less, and must stop on 25 or more, or soft 27 (for a soft hand only the soft numbers count); against one who will stop
he must draw below the dealer's total and stop otherwise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache

Cards = tuple[str, ...]
Choice = Callable[[Cards, Cards], str]  # own cards, the dealer's two -> "hit" or "stand"
Endings = dict[str, Fraction]

WORTH = {str(n): n for n in range(2, 11)} | {"J": 11, "Q": 12, "K": 13, "A": 1, "Joker": 0}
RESULT = {"player natural": 1, "dealer natural": -1, "both natural": 0, "player over": -1, "dealer over": 1}
RESULT |= {"player nearer": 1, "dealer nearer": -1, "equal": 0}
COUNTS = ("decisions", "player cards", "dealer cards")  # expectations, kept beside the probabilities


def count(cards: Cards) -> tuple[int, bool]:
    """Return the total, and whether an ace counts 14 in it."""
    low = sum(WORTH[card] for card in cards)
    return (low + 13, True) if "A" in cards and low + 13 <= 27 else (low, False)


def dealer_draws(cards: Cards) -> bool:
    """Return whether the dealer takes a card."""
    total, soft = count(cards)
    return total < (24 if soft else 21)


def forced_move(mine: Cards, dealer: Cards) -> str | None:
    """Return the move that the optional rules force, if they do."""
    total, soft = count(mine)
    if not dealer_draws(dealer):
        return "hit" if total < count(dealer)[0] else "stand"
    if total <= (22 if soft else 14):
        return "hit"
    return "stand" if total >= (27 if soft else 25) else None


def mimic(mine: Cards, _dealer: Cards) -> str:
    """Play as the dealer does."""
    return "hit" if dealer_draws(mine) else "stand"


def never_over(mine: Cards, _dealer: Cards) -> str:
    """Draw while no card of the deck can be too much, unless 27 is reached."""
    total, _ = count(mine)
    safe = all(count((*mine, card))[0] <= 27 for card in WORTH)
    return "hit" if safe and total != 27 else "stand"


def value(endings: Endings) -> Fraction:
    """Return the player's mean result for a wager of 1."""
    return sum((RESULT[name] * chance for name, chance in endings.items() if name in RESULT), Fraction(0))


def endings(deck: Iterable[str], choose: Choice | None = None, forced: bool = False) -> Endings:
    """Return how rounds end; `choose` None plays best, knowing every card seen.

    The deck has to be such that no round needs more cards than there are.
    """
    shoe = Counter(deck)

    def left(*hands: Cards) -> list[tuple[str, Fraction]]:
        rest = shoe - Counter(card for hand in hands for card in hand)
        return [(card, Fraction(number, rest.total())) for card, number in sorted(rest.items())]

    def mean(branches: Iterable[tuple[Fraction, Endings]]) -> Endings:
        total: Endings = {}
        for chance, ended in branches:
            for name, part in ended.items():
                total[name] = total.get(name, Fraction(0)) + chance * part
        return total

    def end(name: str, player: Cards, dealer: Cards) -> Endings:
        cards = {"player cards": Fraction(len(player)), "dealer cards": Fraction(len(dealer))}
        return {name: Fraction(1), **cards}

    @cache
    def dealer_turn(player: Cards, dealer: Cards) -> Endings:
        if dealer_draws(dealer):
            drawn = left(player, dealer)
            return mean((chance, dealer_turn(player, _add(dealer, card))) for card, chance in drawn)
        mine, theirs = count(player)[0], count(dealer)[0]
        if theirs > 27:
            return end("dealer over", player, dealer)
        name = "equal" if mine == theirs else "player nearer" if mine > theirs else "dealer nearer"
        return end(name, player, dealer)

    def asked(ended: Endings) -> Endings:
        return {**ended, "decisions": ended.get("decisions", Fraction(0)) + 1}

    def draw(player: Cards, dealer: Cards) -> Endings:
        return mean((chance, player_turn(_add(player, card), dealer)) for card, chance in left(player, dealer))

    @cache
    def player_turn(player: Cards, dealer: Cards) -> Endings:
        if count(player)[0] > 27:
            return end("player over", player, dealer)
        move = forced_move(player, dealer) if forced else None
        if move:
            return draw(player, dealer) if move == "hit" else dealer_turn(player, dealer)
        if choose:
            return asked(draw(player, dealer) if choose(player, dealer) == "hit" else dealer_turn(player, dealer))
        return asked(max(dealer_turn(player, dealer), draw(player, dealer), key=value))

    def dealt(player: Cards, dealer: Cards) -> Endings:
        naturals = [set(hand) == {"A", "K"} for hand in (player, dealer)]
        if any(naturals):
            whose = "both" if all(naturals) else "player" if naturals[0] else "dealer"
            return end(f"{whose} natural", player, dealer)
        return player_turn(player, dealer)

    def deal(player: Cards, dealer: Cards) -> Endings:
        if len(player) < 2:
            return mean((chance, deal(_add(player, card), dealer)) for card, chance in left(player, dealer))
        if len(dealer) < 2:
            return mean((chance, deal(player, _add(dealer, card))) for card, chance in left(player, dealer))
        return dealt(player, dealer)

    return deal((), ())


def _add(hand: Cards, card: str) -> Cards:
    return tuple(sorted((*hand, card)))
