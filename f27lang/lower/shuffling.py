"""How long a shoe is dealt from: the section `cards` → Shuffling; None where each hand comes from a fresh shoe."""

from __future__ import annotations

from math import ceil

from f27lang import model
from f27lang.lower.classes import number
from f27lang.rulebook import Shuffling

FRESH = Shuffling(hands=1, cut=None)  # what a game without any has


def shuffling_of(game: model.Game, cards: int) -> Shuffling | None:
    """Return when a game's shoe of so many cards is shuffled, how many are burnt, and what an empty one means."""
    hands, cut, burn, empty = None, None, 0, ""
    for line in game.cards.lines if game.cards else ():
        match line:
            case model.Shuffle(when=model.EveryHand()):
                hands = 1
            case model.Shuffle(when=model.EveryHands(number=every)):
                hands = int(number(every))
            case model.Shuffle(when=model.AtCutCard(depth=model.PercentLiteral(percent=percent))):
                cut = ceil(percent.value * cards / 100)
            case model.Burn():
                burn = line.number.value
            case model.Empty():
                empty = "pass" if isinstance(line.what, model.EmptyPass) else "discards"
    found = Shuffling(hands, cut, burn, empty)
    return None if found == FRESH else found


def takers_may_pass(game: model.Game) -> bool:
    """Return whether who asks for a card when none is left has to do with those that he has."""
    lines = game.cards.lines if game.cards else ()
    return any(isinstance(line, model.Empty) and isinstance(line.what, model.EmptyPass) for line in lines)
