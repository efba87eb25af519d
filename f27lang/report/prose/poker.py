"""How five cards rank as a poker hand, in English: Game -> the section of the card about it."""

from __future__ import annotations

from collections.abc import Iterator

from f27lang import model
from f27lang.report.prose.rule import Rule
from f27lang.report.prose.words import a_card, listed, sentence

_CATEGORIES = {
    "five_of_a_kind": "five of a kind",
    "straight_flush": "a straight flush",
    "four_of_a_kind": "four of a kind",
    "full_house": "a full house",
    "flush": "a flush",
    "straight": "a straight",
    "three_of_a_kind": "three of a kind",
    "two_pair": "two pair",
    "pair": "a pair",
    "high_card": "a high card",
}
_MEANINGS = {
    "five_of_a_kind": "five cards of one rank",
    "straight_flush": "a straight in one suit",
    "four_of_a_kind": "four cards of one rank",
    "full_house": "three cards of one rank and two of another",
    "flush": "five cards of one suit",
    "straight": "five ranks in a row",
    "three_of_a_kind": "three cards of one rank",
    "two_pair": "two cards of one rank and two of another",
    "pair": "two cards of one rank",
    "high_card": "anything else",
}
_COMPLETED = ("straight", "flush", "straight_flush")
_STRAIGHTS = ("straight", "straight_flush")


def made(category: str) -> str:
    """Return `a full house`, `three of a kind`."""
    return _CATEGORIES[category]


def poker(game: model.Game) -> Iterator[Rule]:
    """Yield how hands of five cards rank, where the ranking asks for it."""
    lines = game.poker.lines if game.poker and _asked_for(game) else ()
    for line in lines:
        if isinstance(line, model.PokerOrder):
            yield from _order(line)
    order = next((line for line in lines if isinstance(line, model.PokerOrder)), None)
    for line in lines:
        if isinstance(line, model.PokerRole) and order:
            yield Rule(sentence(_role(line, order)), (line,))


def _asked_for(game: model.Game) -> bool:
    rungs = game.ranking.lines if game.ranking else ()
    orders = (order for rung in rungs for order in rung.orders)
    return any(isinstance(each, model.OrderBy) and each.text == "better poker hand first" for each in orders)


def _order(order: model.PokerOrder) -> Iterator[Rule]:
    names = [name.text for name in order.categories]
    for place, name in enumerate(names):
        which = "the last is" if name == names[-1] else "next comes" if place else "the best of five cards is"
        yield Rule(sentence(f"{which} {_CATEGORIES[name]}: {_MEANINGS[name]}"), (order,))
    yield Rule("Five cards make the first of these that fits them.", (order,))
    suits = " Suits never decide." if "flush" in names else " Suits are not looked at."
    ranks = "the rank of most cards decides, then the other ranks, the highest first"
    yield Rule(sentence(f"of two hands of one kind {ranks}{_straights(names)}") + suits, (order,))


def _straights(names: list[str]) -> str:
    return "; of two straights the highest card" if set(_STRAIGHTS) & set(names) else ""


def _role(line: model.PokerRole, order: model.PokerOrder) -> str:
    roles = [role.text for role in line.roles]
    card, names = a_card(line.rank.text), [name.text for name in order.categories]
    match roles:
        case ["high"]:
            return f"{card} ranks above the king"
        case ["bug"]:
            completed = listed([_CATEGORIES[name] for name in _COMPLETED if name in names], "or")
            completes = f", or any card that completes {completed}, whichever is best" if completed else ""
            return f"{card} is an ace{completes}"
        case ["wild"]:
            return f"{card} is any card, whichever makes the best hand"
        case ["dead"]:
            lacks = listed([_CATEGORIES[name] for name in _COMPLETED[:2] if name in names], "or")
            return f"{card} ranks below the 2{f' and is never part of {lacks}' if lacks else ''}"
    return f"{card} ranks above the king, and below the 2 in the straight of ace, 2, 3, 4 and 5"
