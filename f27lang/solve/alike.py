"""The best play of those who see ranks only, from a full shoe whose rules tell some suits apart.

Plan -> hands by what a player sees; a column of ShoeFaces -> the same, with his moves
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from f27lang.build import Built, build
from f27lang.rulebook import Move
from f27lang.solve.deals import Hand, with_card
from f27lang.solve.faces import Ends, Moves, Number, Played
from f27lang.solve.hands import Hands

if TYPE_CHECKING:
    from f27lang.rulebook import Rulebook
    from f27lang.solve.meter import Meter
    from f27lang.solve.shoe import ShoeFace

Held = tuple[tuple[int, ...], int]  # cards by class, and the state


@cache
def kernel() -> Built:
    """Return the sums as a module, compiled where there is a compiler."""
    text = files("f27lang.kernels").joinpath("alike.py").read_text(encoding="utf-8")
    return build("alike", text)


def tells_suits(rulebook: Rulebook) -> bool:
    """Return whether card classes part the suits of a rank."""
    return len({c.ranks for c in rulebook.classes}) < len(rulebook.classes)


def dealt_by_sight(rulebook: Rulebook, start: int, number: int) -> list[list[Hand]]:
    """List the hands of `number` cards that grow from `start`, those together that are of the same ranks as they came.

    Orders of ranks that may have brought the same hands are taken as one.
    """
    level: dict[tuple[tuple[str, ...], ...], Counter[Held]] = {(): Counter({((0,) * len(rulebook.classes), start): 1})}
    for _ in range(number):
        longer: defaultdict[tuple[tuple[str, ...], ...], Counter[Held]] = defaultdict(Counter)
        for seen, found in level.items():
            for (cards, state), orders in found.items():
                for c, card_class in enumerate(rulebook.classes):
                    after = with_card(cards, c), rulebook.step[state * len(rulebook.classes) + c]
                    longer[(*seen, card_class.ranks)][after] += orders
        level = longer
    alike: defaultdict[frozenset[Held], Counter[Held]] = defaultdict(Counter)
    for found in level.values():
        alike[frozenset(found)].update(found)
    return [[Hand(*held, orders) for held, orders in sorted(found.items())] for found in alike.values()]


@define
class Growing:
    """Hands as they are found, those that look alike together."""

    rulebook: Rulebook
    sights: list[list[Held]] = field(factory=list, init=False)
    first: list[int] = field(factory=lambda: [0], init=False)
    known: dict[frozenset[Held], dict[Held, int]] = field(factory=dict, init=False)

    def places(self, found: Iterable[Held]) -> dict[Held, int]:
        """Return the places of hands that look alike, new ones where these have none."""
        alike = frozenset(found)
        if alike not in self.known:
            hands = sorted(alike)
            self.known[alike] = {held: self.first[-1] + at for at, held in enumerate(hands)}
            self.sights.append(hands)
            self.first.append(self.first[-1] + len(hands))
        return self.known[alike]

    def children(self, sight: Sequence[Held], may_take: Sequence[bool], listed: Sequence[bool]) -> list[int]:
        """Return what each class leads to from each hand of a sight; as in `kernels.shoe.Turn`, others below 0."""
        rulebook, classes, states = self.rulebook, len(self.rulebook.classes), len(self.rulebook.states)
        after: dict[tuple[Held, int], Held] = {
            ((cards, p), c): (with_card(cards, c), rulebook.step[p * classes + c])
            for cards, p in sight
            for c, card_class in enumerate(rulebook.classes)
            if may_take[p] and cards[c] < card_class.count
        }
        by_sight: defaultdict[tuple[str, ...], set[Held]] = defaultdict(set)
        for (_, c), held in after.items():
            if listed[held[1]]:
                by_sight[rulebook.classes[c].ranks].add(held)
        places = {ranks: self.places(found) for ranks, found in by_sight.items()}

        def child(held: Held, c: int) -> int:
            if (to := after.get((held, c))) is None:
                return -1 - states
            return places[rulebook.classes[c].ranks][to] if listed[to[1]] else -1 - to[1]

        return [child(held, c) for held in sight for c in range(classes)]


def hands_by_sight(rulebook: Rulebook, dealt: Sequence[Sequence[Hand]], meter: Meter) -> tuple[Hands, list[int]]:
    """Follow every draw that the rules allow; return the hands, those that look alike together, and where they begin.

    Raises TooLarge.
    """
    states, growing = len(rulebook.states), Growing(rulebook)
    rows = [rulebook.moves[p * states : (p + 1) * states] for p in range(states)]
    may_take = [any(bits & Move.HIT for bits in row) for row in rows]
    listed = [any(row) or bool(rulebook.peeked) for row in rows]
    roots = []
    for alike in dealt:
        places = growing.places((hand.cards, hand.state) for hand in alike)
        roots += [places[hand.cards, hand.state] for hand in alike]
    child: list[int] = []
    for sight in growing.sights:  # grows while it is walked
        child += growing.children(sight, may_take, listed)
        for _ in sight:
            meter.count_hand(len(rulebook.classes))
    every = [held for sight in growing.sights for held in sight]
    hands = Hands(
        own=[n for cards, _ in every for n in cards],
        state=[p for _, p in every],
        size=[sum(cards) for cards, _ in every],
        child=[to if to >= 0 else len(every) - 1 - to for to in child],
        dealt=roots,
    )
    return hands, growing.first


def agreed(column: Sequence[ShoeFace], first: Sequence[int]) -> list[AgreedFace]:
    """Return the faces of a column of one name with best moves; showdowns are added.

    The player can't tell faces apart by which he begins with the same hands: a peek has told him the same.
    """
    plan = column[0].shoe.plan
    compiled = kernel().module.Hands(
        {
            "own": array("i", plan.hands.own),
            "state": array("i", plan.hands.state),
            "size": array("i", plan.hands.size),
            "child": array("i", plan.hands.child),
            "first": array("i", first),
            "classes": len(plan.rulebook.classes),
            "states": len(plan.rulebook.states),
        }
    )
    alike: defaultdict[tuple[int, ...], list[ShoeFace]] = defaultdict(list)
    for face in column:
        alike[face.dealt].append(face)
    return [agreed_face for faces in alike.values() for agreed_face in _agreed(compiled, faces)]


def _agreed(hands: Any, faces: Sequence[ShoeFace]) -> Iterator[AgreedFace]:
    seen = []
    for face in faces:
        seen.append(kernel().module.Face(hands, face.laid_out, array("d", face.left), face.standing, face.opens))
        seen[-1].spread(hands, [place for _, place, _ in face.open], [often for *_, often in face.open])
    moves = kernel().module.agree(hands, seen)
    yield from (AgreedFace(face, moves) for face in faces)


@frozen
class AgreedFace:
    """A face played by the best moves of a player who can't tell it from others."""

    face: ShoeFace
    moves: list[int]  # by hand

    @property
    def name(self) -> str:
        """The chart's name for it."""
        return self.face.name

    @property
    def state(self) -> int:
        """The hand's state."""
        return self.face.state

    @property
    def weight(self) -> float:
        """How often the dealer shows it."""
        return self.face.weight

    def value(self, moves: Moves) -> Number:
        """Return what best play is worth against it, per round of all rounds; it knows no other `moves`."""
        return self.played(moves).value

    def played(self, moves: Moves) -> Played:
        """Return what best play is worth against it, and where."""
        assert moves is None
        return self.face.played(self.moves, by_hand=True)

    def ends(self, moves: Moves) -> Ends:
        """Return how rounds end by best play."""
        assert moves is None
        return self.face.ends(self.moves, by_hand=True)
