"""What a sweep will take: a few of its points -> seconds of CPU a point, and the shoe that can be solved."""

from __future__ import annotations

from collections.abc import Iterable
from math import fsum
from time import process_time

from attrs import evolve

from f27lang import analysis, model, pipeline
from f27lang.compare.grid import Point
from f27lang.compare.ground import Ground
from f27lang.compare.solving import question
from f27lang.compare.sweep import Asked
from f27lang.diagnostics import VariantError
from f27lang.patience import Patience
from f27lang.rulebook import OutOfCards
from f27lang.solve import TooLarge


def estimate(ground: Ground, asked: Asked, points: Iterable[Point], patience: Patience) -> tuple[Asked, float]:
    """Return the question, about the endless shoe where the full one is beyond reach, and seconds a point.

    Points that can't be solved take none.
    """
    amounts: list[float] = []
    for point in points:
        started = process_time()
        try:
            game = ground.game(point.changes)
            pipeline.rulebook(game)
            spent = process_time() - started
            if not asked.firm and asked.shoe == "full":
                asked = _within_reach(game, asked, patience)
            amounts.append(spent + analysis.seconds(game, question(asked), asked.wager))
        except (VariantError, OutOfCards, TooLarge):
            continue
    return asked, fsum(amounts) / len(amounts) if amounts else 0.0


def _within_reach(game: model.Game, asked: Asked, patience: Patience) -> Asked:
    reason = analysis.beyond_reach(game, question(asked))
    if reason is None:
        return evolve(asked, firm=True)
    patience.say(f"only the endless shoe is solved: {reason}")
    return evolve(asked, shoe="endless", firm=True)
