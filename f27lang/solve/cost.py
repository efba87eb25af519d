"""Estimates what solving a full shoe takes, from counts and a short trial.

Rulebook -> Cost
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import partial
from time import process_time
from typing import TYPE_CHECKING

from f27lang.solve.plan import plan
from f27lang.solve.shoe import Shoe
from f27lang.solve.solution import Cost
from f27lang.solve.suited import suited_faces

if TYPE_CHECKING:
    from f27lang.rulebook import Rulebook
    from f27lang.solve.draws import Start
    from f27lang.solve.endless import Endless

PASSES = 6  # best play, and the tries of a usual search for a chart, over all hands
FRACTIONS = 4  # times what floats take, where the endless shoe's value is exact
TRIAL_SECONDS = 0.01
FIRST_TRIAL = 24  # as many hands as the sums take at a time


def cost(rulebook: Rulebook) -> Cost:
    """Return the numbers of hands and draws, and the seconds of CPU that best play and chart take, roughly.

    Nodes are pairs of a player's hand and a dealer's face-up hand, and the draws of the dealer over all that he may
    show and all his laws. Raises TooLarge where they are too many, and OutOfCards.
    """
    asked = plan(rulebook)
    faces = sum(map(len, asked.shown.values()))
    draws = {law: len(asked.tables(*law)["depth"]) for law in asked.laws}
    hands = len(asked.hands.state)
    shoe = Shoe(asked, 0)
    per_face, per_turn = seconds_per_turn(shoe)
    seconds = faces * (per_face + PASSES * per_turn)
    if draws:
        per_hand, per_draw = seconds_per_law(shoe, min(draws, key=draws.__getitem__), max(draws, key=draws.__getitem__))
        seconds += sum(number * (per_hand + per_draw * draws[law]) for law, number in asked.laws.items())
    if shoe.showdowns:
        seconds += len({start for start, _ in asked.laws}) * seconds_per_showdowns(shoe)
    return Cost(player_nodes=hands * faces, dealer_nodes=sum(draws.values()), seconds=seconds)


def seconds_per_endless(shoe: Endless) -> float:
    """Time the player's turn in floats against one thing that the dealer shows, for fractions and all of them."""
    faces = [face for column in shoe.columns.values() for face in column]
    return FRACTIONS * len(faces) * timed(lambda: faces[0].best)


def seconds_per_law(shoe: Shoe, small: tuple[Start, int], large: tuple[Start, int]) -> tuple[float, float]:
    """Time two laws, and return the seconds that go with each hand of the player and with each draw."""
    times = [seconds_per_hand(shoe, *law) for law in (small, large)]
    sizes = [len(shoe.plan.tables(*law)["depth"]) for law in (small, large)]
    per_draw = max(times[1] - times[0], 0) / max(sizes[1] - sizes[0], 1)
    return max(times[0] - per_draw * sizes[0], 0), per_draw


def seconds_per_hand(shoe: Shoe, start: Start, group: int) -> float:
    """Time one law on as many of the player's hands as it takes to tell."""
    law, left = shoe.law(start, group), [shoe.plan.counts[c] for c in shoe.plan.tracked]
    waiting, number, seconds = shoe.plan.waiting(start.view)[group], FIRST_TRIAL, 0.0
    while seconds < TRIAL_SECONDS:
        hands = waiting[:number]
        seconds = timed(partial(shoe.turn.stand, 0, law, hands, left))
        if len(hands) < number:
            break
        number *= 2
    return seconds / len(hands)


def seconds_per_turn(shoe: Shoe) -> tuple[float, float]:
    """Time one face: how often each hand is dealt against it, told once, and the player's turn."""
    face = shoe.column(next(iter(shoe.plan.shown)))[0]
    once = timed(lambda: face.open)
    face.played(None)  # tables that all turns share are made on the way
    return once, timed(lambda: face.played(None))


def seconds_per_showdowns(shoe: Shoe) -> float:
    """Time what showdowns bring against one face, in the mean and, where suits matter, by suits."""
    face = shoe.column(next(iter(shoe.plan.shown)))[0]
    by_suits = suited_faces(shoe.suited, [face]) if shoe.suited else []

    def trial() -> None:
        face.add_showdowns()
        for by_suit in by_suits:
            by_suit.value(None)

    for compared in face.compared:  # tables that all faces share are made on the way
        compared.fives.chances(compared.left, array("d"))
    for by_suit in by_suits:
        by_suit.suited.make_tables(by_suit.view)
    return timed(trial)


def timed(trial: Callable[[], object]) -> float:
    """Return the seconds of CPU that a trial takes."""
    start = process_time()
    trial()
    return process_time() - start
