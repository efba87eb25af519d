"""The hand that one seat of a vying game ends with when it goes by its own cards only, exactly.

VyingRulebook, VyingPolicy -> FinalHands
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import perm

from attrs import define, field, frozen

from f27lang.vying import ANY_SCENE, Act, Share, StepKind, VyingPolicy, VyingRulebook, When

MOST_HANDS = 200_000  # of one number of cards, told apart by card classes: some seconds, and 50 MB

Held = tuple[int, int]  # how many cards of each class, packed into one number, and the hand state
Layer = dict[Held, int]  # the ways to be dealt each hand


class NotAlone(ValueError):
    """Raised where the last hand of a seat hangs on the others as well; says why."""


class TooManyHands(ValueError):
    """Raised where a strategy draws to more hands than can be told apart."""


@frozen
class Ending:
    """A number of cards that a seat ends with: its chance, and that of being exactly on target besides.

    `exact` is by share, in the rulebook's order; `every` is the chance to be on target for every share at once.
    """

    cards: int
    chance: Fraction
    exact: tuple[Fraction, ...]
    every: Fraction


@frozen
class FinalHands:
    """All hands that a seat can end with, while nobody makes it fold and the pack lasts.

    It lasts for a seat that draws alone until the cards that the fewest others were dealt are all that is left.

    `hands` is how many there are, told apart by card classes. `distances` has for each share the chance of each
    distance in its `steps`; where a share is not open to some hands the chances do not add up to 1.
    """

    policy: str
    hands: int
    endings: tuple[Ending, ...]
    distances: tuple[Mapping[Fraction, Fraction], ...]

    @property
    def mean_cards(self) -> Fraction:
        """The mean number of cards."""
        return sum((ending.cards * ending.chance for ending in self.endings), Fraction(0))

    def exact(self, share: int) -> Fraction:
        """The chance to be on target for one share."""
        return sum((ending.exact[share] for ending in self.endings), Fraction(0))

    @property
    def every(self) -> Fraction:
        """The chance to be on target for every share at once."""
        return sum((ending.every for ending in self.endings), Fraction(0))


def final_hands(rulebook: VyingRulebook, policy: VyingPolicy) -> FinalHands:
    """Return what one seat ends with from a full pack; all packs are equally likely, so the others' cards mean nothing.

    Hands grow card by card, all with one number of cards together; their weights are whole numbers of ways to be dealt
    them. Raises NotAlone where the rules have others decide as well, TooManyHands.
    """
    if any(row.when != When.ALWAYS or row.scene != ANY_SCENE for row in policy.draw):
        raise NotAlone(f"{policy.name} looks at more than its own hand when it draws")
    dealt, asked = _asked(rulebook)
    room = rulebook.shoe - (rulebook.seats[0] - 1) * dealt
    walk = _Walk(rulebook, policy)
    layer, cards = {(0, rulebook.start): 1}, 0
    while layer:
        taken = cards - dealt
        may_take = taken < asked and _within(rulebook, cards, taken) and cards < room
        layer = walk.grown(layer, cards, may_take=may_take) if taken >= 0 else walk.dealt(layer)
        cards += 1
    return walk.result()


def _asked(rulebook: VyingRulebook) -> tuple[int, float]:
    """Return how many cards the deal gives, and how often a seat that always takes is asked whether it does.

    Whoever has passed passes again, its hand being the same; a repetition goes on for whoever takes.
    """
    if any(step.kind is StepKind.DRAW_IF_ALL for step in rulebook.steps):
        raise NotAlone("a draw to which all must agree hangs on every seat's hand")
    dealt, asked, begins = 0, 0.0, [0.0]
    for step in rulebook.steps:
        if step.kind is StepKind.REPEAT:
            asked = float("inf") if asked > begins[step.number] else asked
        elif step.kind is StepKind.DEAL:
            dealt += step.number
        asked += step.kind in (StepKind.DRAW, StepKind.DRAW_TOGETHER)
        begins.append(asked)
    return dealt, asked


def _within(rulebook: VyingRulebook, cards: int, taken: int) -> bool:
    drawing = rulebook.drawing
    below_cards = drawing.most_cards < 0 or cards < drawing.most_cards
    below_draws = drawing.most_draws < 0 or taken < drawing.most_draws
    return below_cards and below_draws


@define
class _Walk:
    """Hands on their way, and the sums over those that have ended."""

    rulebook: VyingRulebook
    policy: VyingPolicy
    bits: int = field(init=False)  # of a number of cards of one class
    takes: tuple[bool, ...] = field(init=False)
    hands: int = field(init=False, default=0)
    endings: list[Ending] = field(init=False, factory=list)
    near: list[dict[Fraction, Fraction]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.bits = max(each.count for each in self.rulebook.classes).bit_length()
        self.takes = tuple(_takes(self.policy, state) for state in range(len(self.rulebook.states)))
        self.near = [dict.fromkeys(share.steps, Fraction(0)) for share in self.rulebook.shares]

    def dealt(self, layer: Layer) -> Layer:
        """Return the hands with one more card."""
        return self._after(layer.items())

    def grown(self, layer: Layer, cards: int, *, may_take: bool) -> Layer:
        """Return the hands that take a card, with it; the others have ended."""
        taking: list[tuple[Held, int]] = []
        ended: list[tuple[Held, int]] = []
        for hand, ways in layer.items():
            (taking if may_take and self.takes[hand[1]] else ended).append((hand, ways))
        self._end(ended, cards)
        return self._after(taking)

    def _after(self, hands: Iterable[tuple[Held, int]]) -> Layer:
        counts = [each.count for each in self.rulebook.classes]
        step, width, bits = self.rulebook.step, len(counts), self.bits
        shifts = [(place, place * bits, 1 << place * bits) for place in range(width)]
        mask = (1 << bits) - 1
        grown: Layer = {}
        for (held, state), ways in hands:
            row = state * width
            for place, shift, one in shifts:
                left = counts[place] - (held >> shift & mask)
                if left:
                    after = (held + one, step[row + place])
                    grown[after] = grown.get(after, 0) + ways * left
            if len(grown) > MOST_HANDS:
                raise TooManyHands(f"{self.policy.name} draws to more than {MOST_HANDS:,} hands of a size")
        return grown

    def _end(self, ended: list[tuple[Held, int]], cards: int) -> None:
        if not ended:
            return
        self.hands += len(ended)
        ways: dict[int, int] = {}  # by hand state
        for (_, state), more in ended:
            ways[state] = ways.get(state, 0) + more
        packs = perm(self.rulebook.shoe, cards)
        chances = {state: Fraction(number, packs) for state, number in ways.items()}
        on = [frozenset(_on_target(share)) for share in self.rulebook.shares]
        self.endings.append(
            Ending(
                cards=cards,
                chance=_sum(chances.values()),
                exact=tuple(_sum(chances[state] for state in chances if state in each) for each in on),
                every=_sum(chances[state] for state in chances if all(state in each for each in on)),
            )
        )
        for share, near in zip(self.rulebook.shares, self.near, strict=True):
            for state, chance in chances.items():
                if share.distances[state] >= 0:
                    near[share.steps[share.distances[state]]] += chance

    def result(self) -> FinalHands:
        """Return what all hands have ended as."""
        return FinalHands(self.policy.name, self.hands, tuple(self.endings), tuple(self.near))


def _takes(policy: VyingPolicy, state: int) -> bool:
    """Return whether a strategy that goes by its hand takes a card."""
    said = (row.act for row in policy.draw if row.fits[state])
    return next(said, Act.PASS) is Act.TAKE


def _on_target(share: Share) -> Iterator[int]:
    return (state for state, place in enumerate(share.distances) if place >= 0 and share.steps[place] == 0)


def _sum(chances: Iterable[Fraction]) -> Fraction:
    return sum(chances, Fraction(0))
