"""A vying rulebook made by hand, for tests of what comes behind lowering: low and high, one pack, aces both ways."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

from attrs import evolve

from f27lang.rulebook import CardClass
from f27lang.vying import (
    Act,
    AdviceRow,
    BettingRules,
    Drawing,
    Heir,
    PlayStep,
    RakeRules,
    SayRow,
    Share,
    StepKind,
    VyingPolicy,
    VyingRulebook,
    VyingState,
    When,
)

Hand = tuple[Fraction, int]  # points with every ace 1, aces

MOST = Fraction(46)  # points; no tested strategy draws to a hand with more, and such hands are one
RANKS = ("A", *map(str, range(2, 11)), "J Q K")
VALUES = (*map(Fraction, range(1, 11)), Fraction(1, 2))
LOW, HIGH = Fraction(7), Fraction(27)
HALF = Fraction(1, 2)
HEIRS = (Heir.OTHER_SHARE, Heir.EVERYONE)
REPEATED = (
    PlayStep(StepKind.ANTE),
    PlayStep(StepKind.DEAL, 1, False),
    PlayStep(StepKind.DEAL, 1, True),
    PlayStep(StepKind.BET),
    PlayStep(StepKind.DRAW),
    PlayStep(StepKind.REPEAT, 3),
    PlayStep(StepKind.BET),
    PlayStep(StepKind.SHOWDOWN),
)
FREELY = Drawing(most_draws=-1, most_cards=-1, locked_after=0, running=False, up=True)
SMALL_BETS = BettingRules(least=1, most=1, raises=3, further_left=True)
NO_RAKE = RakeRules(Fraction(0), None, False)


@cache
def hands() -> tuple[tuple[Hand, ...], tuple[int, ...]]:
    """Return all hands and, by hand and class, the place of the hand after one more card."""
    found: list[Hand] = [(Fraction(0), 0)]
    place = {found[0]: 0}
    step: list[int] = []
    for points, aces in found:  # grows while it is walked
        for value in VALUES:
            after = (min(points + value, MOST), min(aces + (value == 1), 4))
            if after not in place:
                place[after] = len(found)
                found.append(after)
            step.append(place[after])
    return tuple(found), tuple(step)


def totals(hand: Hand) -> tuple[Fraction, ...]:
    """Return all totals of a hand."""
    return tuple(hand[0] + 10 * i for i in range(hand[1] + 1))


@cache
def distance(hand: Hand, *targets: Fraction) -> Fraction:
    """Return the least distance of a total to a target."""
    return min(abs(total - target) for total in totals(hand) for target in targets or (LOW, HIGH))


def nearest(hand: Hand, target: Fraction) -> Fraction:
    """Return the total nearest a target, of two the lower."""
    return min(totals(hand), key=lambda total: (abs(total - target), total))


def helps(hand: Hand) -> bool:
    """Return whether some card makes the distance smaller."""
    return any(distance((hand[0] + value, hand[1] + (value == 1))) < distance(hand) for value in VALUES)


def share(
    name: str,
    *targets: Fraction,
    part: Fraction = HALF,
    order: Callable[[Hand, Fraction], tuple[Fraction, ...] | None] = lambda hand, target: (
        distance(hand, target),
        nearest(hand, target),
    ),
) -> Share:
    """Return a share; `order` gives what hands are compared by for a target, distance first, None for no claim."""
    measured = [[o for o in (order(hand, target) for target in targets) if o is not None] for hand in hands()[0]]
    best = [min(of_hand) if of_hand else None for of_hand in measured]
    keys = sorted({key for key in best if key is not None})
    steps = sorted({key[0] for key in keys})
    return Share(
        name,
        part,
        targets,
        tuple(-1 if key is None else keys.index(key) for key in best),
        tuple(-1 if key is None else steps.index(key[0]) for key in best),
        tuple(steps),
    )


def not_over(hand: Hand, target: Fraction) -> tuple[Fraction, ...] | None:
    """Order by distance, totals over the target left out."""
    under = [target - total for total in totals(hand) if total <= target]
    return (min(under),) if under else None


def by_distance(hand: Hand, target: Fraction) -> tuple[Fraction, ...]:
    """Order by distance only: hands on both sides are equal."""
    return (distance(hand, target),)


@cache
def seven_twenty_seven() -> VyingRulebook:
    """Return the game with repeated draws and two halves."""
    found, step = hands()
    classes = tuple(CardClass(name, 12 if name == "J Q K" else 4, tuple(name.split())) for name in RANKS)
    return VyingRulebook(
        name="hand-made",
        classes=classes,
        sorted_shoe=tuple((i, c.count) for i, c in enumerate(classes)),
        states=tuple(VyingState(f"{hand[0]} with {hand[1]} aces", totals(hand), None, ()) for hand in found),
        step=step,
        start=0,
        helps=tuple(map(int, map(helps, found))),
        seats=(2, 6, 10),
        dealer_sits_out=False,
        steps=REPEATED,
        drawing=FREELY,
        betting=SMALL_BETS,
        ante=1,
        rake=NO_RAKE,
        last_takes_all=True,
        shares=(share("low", LOW), share("high", HIGH)),
        heirs=(),
        both_outright=True,
        unit=5040,
    )


def changed(**changes: Any) -> VyingRulebook:
    """Return the game with other rules."""
    return evolve(seven_twenty_seven(), **changes)


def fits(test: Callable[[Hand], bool]) -> tuple[int, ...]:
    """Return which hands pass a test."""
    return tuple(int(test(hand)) for hand in hands()[0])


ALL = fits(lambda hand: True)


def draws(test: Callable[[Hand], bool]) -> tuple[AdviceRow, ...]:
    """Return the advice to draw to hands that pass a test."""
    return AdviceRow(fits(test), When.ALWAYS, Act.TAKE), AdviceRow(ALL, When.ALWAYS, Act.PASS)


def bets(x: float = -1, y: float = 99, z: float = -1, last: float = -1, chips: int = 0) -> tuple[AdviceRow, ...]:
    """Return the advice to bet at a distance up to x, to call up to y, to raise up to z; see `position` for `last`."""
    near = {d: fits(lambda hand, d=d: distance(hand) <= d) for d in (x, y, z, last)}  # type: ignore[misc]
    return (
        AdviceRow(near[x], When.ALWAYS, Act.BET, chips),
        AdviceRow(near[last], When.ALL_OTHERS_CHECKED, Act.BET, chips),
        AdviceRow(near[z], When.ALWAYS, Act.RAISE, chips),
        AdviceRow(near[y], When.ALWAYS, Act.CALL),
        AdviceRow(ALL, When.ALWAYS, Act.CHECK),
        AdviceRow(ALL, When.ALWAYS, Act.FOLD),
    )


DRAWS = {
    "nearest": draws(lambda hand: distance(hand) > 2 and helps(hand)),
    "low": draws(lambda hand: hand[0] < Fraction(11, 2)),
    "high": draws(lambda hand: nearest(hand, HIGH) < 25),
    "commit": draws(lambda hand: hand[0] < Fraction(11, 2) or (hand[0] > 8 and nearest(hand, HIGH) < 24)),
    "never": draws(lambda hand: False),
    "always": draws(lambda hand: True),
}
BETS = {
    "check": bets(),
    "one": bets(1, 5),
    "position": bets(1, 5, last=5),
    "press": bets(1, 5, 1),
    "only_near": bets(1, 1),
}
SAYS = (
    SayRow(fits(lambda hand: distance(hand, LOW) == 0), 3),
    SayRow(fits(lambda hand: distance(hand, LOW) <= distance(hand, HIGH)), 1),
    SayRow(ALL, 2),
)


def policy(play: str = "nearest", bet: str = "check") -> VyingPolicy:
    """Return how a seat plays."""
    return VyingPolicy(f"{play} {bet}", DRAWS[play], BETS[bet], SAYS)
