"""Estimates what solving a full shoe takes, from counts and a short trial.

Rulebook -> Cost
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import TYPE_CHECKING

from f27lang.solve.plan import plan
from f27lang.solve.shoe import Shoe, ShoeFace
from f27lang.solve.solution import Cost

if TYPE_CHECKING:
    from f27lang.rulebook import Rulebook

PASSES = 6  # best play, and the tries of a usual search for a chart, over all hands
TRIAL_SECONDS = 0.005
TRIAL_HANDS = 24  # as many as the sums take at a time


def cost(rulebook: Rulebook) -> Cost:
    """Return the numbers of hands and draws, and the seconds of CPU that best play and chart take, roughly.

    Nodes are pairs of a player's hand and a dealer's face-up hand, and the draws of the dealer over all that he may
    show and all his laws. Raises TooLarge where they are too many.
    """
    asked = plan(rulebook)
    faces = sum(map(len, asked.shown.values()))
    draws = {law: len(asked.tables(*law)["depth"]) for law in asked.laws}
    hands = len(asked.hands.state)
    shoe = Shoe(asked, 0)
    seconds = PASSES * faces * seconds_per_turn(shoe)
    if draws:
        seconds += sum(number * draws[law] for law, number in asked.laws.items()) * seconds_per_draw(shoe)
    return Cost(player_nodes=hands * faces, dealer_nodes=sum(draws.values()), seconds=seconds)


def seconds_per_draw(shoe: Shoe) -> float:
    """Time a usual law on a few hands, and return the seconds for one hand and one draw."""
    by_draws = sorted(shoe.plan.laws, key=lambda law: len(shoe.plan.tables(*law)["depth"]))
    view, group = by_draws[len(by_draws) // 2]
    hands = shoe.plan.waiting(view)[group][:TRIAL_HANDS]
    left = [shoe.plan.counts[c] for c in shoe.plan.tracked]
    law, turn = shoe.law(view, group), shoe.turn
    seconds = timed(lambda: turn.stand(0, law, hands, left))
    return seconds / (len(hands) * len(shoe.plan.tables(view, group)["depth"]))


def seconds_per_turn(shoe: Shoe) -> float:
    """Time the player's turn against one face."""
    name, hands = next(iter(shoe.plan.shown.items()))
    face = ShoeFace(shoe, name, hands[0], 0)
    return timed(lambda: face.played(None))


def timed(trial: Callable[[], object]) -> float:
    """Return the seconds of CPU that a trial takes, by repeating it as long as it is short."""
    start, runs = process_time(), 0
    while (passed := process_time() - start) < TRIAL_SECONDS:
        trial()
        runs += 1
    return passed / runs
