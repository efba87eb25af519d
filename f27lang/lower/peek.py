"""The dealer's look at his hidden cards: the step `peek` → what his dealt cards must show for it."""

from __future__ import annotations

from itertools import chain

from f27lang import model
from f27lang.lower.classes import ranks_in
from f27lang.lower.features.upcard import YES, NthDealt
from f27lang.lower.patterns import Look


def peek_of(game: model.Game) -> model.Peek | None:
    """Return the step, where there is one."""
    steps = (step.phase for step in (game.play.lines if game.play else ()) if isinstance(step, model.Step))
    return next((phase for phase in steps if isinstance(phase, model.Peek)), None)


def looks_when(game: model.Game) -> tuple[Look, ...]:
    """Return what must hold of the dealer's dealt cards for him to look; nothing where he always does."""
    peek = peek_of(game)
    seen = peek.when.seen if peek and peek.when else ()
    shown = (shows.what for shows in seen if isinstance(shows, model.Shows))
    ranks = [frozenset(ranks_in(what)) for what in shown if isinstance(what, model.Ranks)]
    return tuple(Look(NthDealt(_upcard(game), each), lambda state: state == YES) for each in ranks)


def _upcard(game: model.Game) -> int:
    """Return the place of the dealer's first face-up card among all that he is dealt."""
    assert game.play
    deals = (step.phase for step in game.play.lines if isinstance(step, model.Step))
    his = (deal for deal in deals if isinstance(deal, model.Deal) and deal.to.text == "dealer")
    facing = chain.from_iterable([deal.facing.text] * deal.number.value for deal in his)
    return next(place for place, text in enumerate(facing) if text == "up")
