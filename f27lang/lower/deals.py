"""The cards that `deal` gives: Game, HandMachine → hands dealt, and what the dealer shows of his."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from f27lang import model
from f27lang.lower.hands import HandMachine
from f27lang.lower.pairs import Hands, gathered

After = Callable[[int], Iterable[int]]  # the hands that one more card makes of a hand
Held = dict[int, Hands]  # per hand that the dealer shows, those that he may hold


class Dealt(NamedTuple):
    """One card of a deal."""

    early: bool  # before the player's turn
    to: str
    up: bool


def cards_dealt(game: model.Game) -> list[Dealt]:
    """Return the cards of all deals in order."""
    assert game.play
    found: list[Dealt] = []
    early = True
    for step in game.play.lines:
        assert isinstance(step, model.Step)
        if isinstance(step.phase, model.TurnOf):
            early = False
        elif isinstance(step.phase, model.Deal):
            found += [Dealt(early, step.phase.to.text, step.phase.facing.text == "up")] * step.phase.number.value
    return found


def players(machine: HandMachine, cards: Iterable[Dealt], after: After) -> set[int]:
    """Return the hands that a player may be dealt."""
    hands = {machine.start("player")}
    for card in cards:
        if card.to == "player":
            hands = {more for hand in hands for more in after(hand)}
    return hands


def held(machine: HandMachine, cards: Iterable[Dealt], after: After) -> Held:
    """Return what the dealer may show and hold when the player's turn comes."""
    start = machine.start("dealer")
    pairs = {(start, start)}  # what he shows, what he has
    for card in cards:
        if card.to == "dealer" and card.early:
            for _, has in pairs:
                after(has)
            shown = {(v, d, c) for v, d in pairs for c in range(len(machine.classes))}
            pairs = {(_step(machine, v, c) if card.up else v, _step(machine, d, c)) for v, d, c in shown}
    return gathered((shows, 1 << has) for shows, has in pairs)


def _step(machine: HandMachine, state: int, card: int) -> int:
    after = machine.step(state, card)
    assert after is not None, state
    return after


def between(hands: Held, cards: Iterable[Dealt], more: Callable[[Hands], Hands]) -> Held:
    """Return with what the dealer begins his turn, after the cards that he is dealt between the turns."""
    for card in cards:
        if card.to == "dealer" and not card.early:
            hands = {shows: more(has) for shows, has in hands.items()}
    return hands
