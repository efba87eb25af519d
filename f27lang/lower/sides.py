"""Wagers beside another: `offer` steps and the wagers that they name → when they are offered, what they bring."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from f27lang import model
from f27lang.lower.money import brought
from f27lang.lower.pairs import Across, Hands, Pairs, any_of


class Beside:
    """A wager beside another, over the hands of the dealer's."""

    def __init__(self, pairs: Pairs, game: model.Game, wager: model.Wager) -> None:
        when = next(offer.when for offer in offers_of(game) if offer.what.text == wager.name.text)
        self.wager = wager
        self.views: Hands = pairs.conditions("player", when.seen if when else ())(0) & pairs.all
        self._pairs = pairs

    def offered(self, p: int) -> dict[int, Hands]:
        """Return what the dealer shows where it is offered, whatever the player's hand."""
        return {1: self.views}

    def payoffs(self, p: int) -> dict[Fraction, Hands]:
        """Part the dealer's hands as dealt by what they bring for each unit of it, whatever the player's hand."""
        return brought(self._pairs, self.wager)


def offers_of(game: model.Game) -> tuple[model.Offer, ...]:
    """Return the steps that offer wagers, in order."""
    steps = (step.phase for step in (game.play.lines if game.play else ()) if isinstance(step, model.Step))
    return tuple(phase for phase in steps if isinstance(phase, model.Offer))


def beside(pairs: Pairs, game: model.Game) -> tuple[Beside, ...]:
    """Return the wagers beside another in the order in which the game names them."""
    return tuple(Beside(pairs, game, wager) for wager in game.side_wagers)


def accepting(pairs: Pairs, lines: Iterable[model.Accept], wager: str) -> Across:
    """Return with which hands one of a strategy's lines takes a wager."""
    whens = [line.when.seen if line.when else () for line in lines if line.wager.text == wager]
    return any_of([pairs.conditions("player", seen) for seen in whens])
