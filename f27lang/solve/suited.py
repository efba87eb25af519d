"""The best play of those who look at suits, from a full shoe.

ShoeFace -> a Face for each thing that the suits of the dealer's cards may be, over the sums of `kernels.suited`
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from attrs import define, field

from f27lang.build import Built, build
from f27lang.solve.arrangements import Arrangements, Bins, Key, Shape, arrangements, with_card
from f27lang.solve.crew import once
from f27lang.solve.faces import Ends, Moves, Number, Played
from f27lang.solve.showdowns import Compared, Showdowns, Stakes, met, only
from f27lang.solve.suits import SuitView, leading_to

if TYPE_CHECKING:
    from f27lang.solve.plan import Plan
    from f27lang.solve.shoe import ShoeFace


@cache
def kernel() -> Built:
    """Return the sums as a module, compiled where there is a compiler."""
    text = files("f27lang.kernels").joinpath("suited.py").read_text(encoding="utf-8")
    return build("suited", text)


@define(slots=False)
class Suited:
    """The player's hands as those see them who look at suits, whatever the dealer shows."""

    plan: Plan
    showdowns: Showdowns
    known: dict[Bins, tuple[Arrangements, Any]] = field(factory=dict, init=False)

    def make_tables(self, view: SuitView) -> tuple[Any, Any]:
        """Return what all faces with such suits share: the compiled hands and arrangements."""
        return self.hands, self.arranged(view)[1]

    @cached_property
    def hands(self) -> Any:
        """The compiled hands."""
        hands = self.plan.hands
        shapes = arrangements(Bins((0,), (False,), False)).shapes  # their numbers are the same for all bins
        fives = {m: at for at, m in enumerate(self.showdowns.all_hands)}
        return kernel().module.Hands(
            {
                "own": array("i", hands.own),
                "state": array("i", hands.state),
                "size": array("i", hands.size),
                "child": array("i", hands.child),
                "shape": array("i", [shapes[self.shape(m)] if self.ranked(m) else -1 for m in range(len(hands.state))]),
                "five": array("i", [fives.get(m, -1) for m in range(len(hands.state))]),
                "has_suit": array("i", self.showdowns.has_suit),
                "states": len(self.plan.rulebook.states),
            }
        )

    @cached_property
    def _ranked(self) -> frozenset[int]:
        meets = frozenset(p for p, met in enumerate(self.showdowns.meetings) if met)
        return leading_to(self.plan.rulebook, meets)

    def ranked(self, m: int) -> bool:
        """Return whether a hand can lead to a showdown."""
        return self.plan.hands.state[m] in self._ranked

    def shape(self, m: int) -> Shape:
        """Return the numbers of cards of the classes with suits in a hand."""
        classes = len(self.showdowns.has_suit)
        own = self.plan.hands.own[m * classes : (m + 1) * classes]
        return tuple(n for n, has_suit in zip(own, self.showdowns.has_suit) if n and has_suit)

    def arranged(self, view: SuitView) -> tuple[Arrangements, Any]:
        """Return the arrangements for suits of the dealer's, and compiled."""
        opens = tuple(map(view.is_open, range(len(view.left))))
        bins = Bins(view.groups, opens, any(self.showdowns.suits.none))
        if bins not in self.known:
            found = arrangements(bins)
            self.known[bins] = (found, kernel().module.Arrangements(found.tables()))
        return self.known[bins]


def suited_faces(suited: Suited, column: Sequence[ShoeFace]) -> list[SuitedFace]:
    """Return the faces of a column by what the suits of the dealer's cards may be; before showdowns are added."""
    return [SuitedFace(suited, face, view) for face in column for view in suited.showdowns.views(face.start)]


@define(slots=False)
class SuitedFace:
    """The turn of a player who looks at suits against one face-up hand of the dealer's, its suits known."""

    suited: Suited
    face: ShoeFace
    view: SuitView

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
        """How often he shows it."""
        return self.face.weight * self.view.chance

    @cached_property
    def by_suits(self) -> list[list[float]]:
        """What is left of each class in each set of suits, by bits; cards without suit have the last one."""
        left = self.view.left
        bins = [*left, [n - sum(counts) for n, counts in zip(self.face.left, zip(*left))]]
        bins = bins if any(self.suited.showdowns.suits.none) else bins[:-1]
        sets = range(1 << len(bins))
        return [
            [float(sum(counts[c] for s, counts in enumerate(bins) if bits >> s & 1)) for bits in sets]
            for c in range(len(self.face.left))
        ]

    @once
    def turn(self) -> Any:
        """The compiled sums, all that standing is worth in place."""
        turn = kernel().module.Turn(
            *self.suited.make_tables(self.view),
            array("d", self.face.left),
            array("d", [n for by_set in self.by_suits for n in by_set]),
        )
        turn.stands(self.face.standing, self.face.opens, *self._showdowns(self.face.compared))
        return turn

    def _showdowns(self, compared: Iterable[Compared]) -> tuple[array[float], array[int], list[array[float] | None]]:
        """Return what showdowns bring as `kernels.suited` wants it: hands of all groups of laws end to end."""
        alike = {s: self.view.groups[s] for s in range(len(self.view.left)) if self.view.is_open(s)}
        groups = list(compared)
        by_suit = {s: _joined(each.in_suit(self.view, s) for each in groups) for s in set(alike.values())}
        ways = [by_suit[alike[s]] if s in alike else None for s in range(len(self.view.left))]
        return _joined(each.standing for each in groups), self.suited.showdowns.first_way, ways

    @once
    def roots(self) -> tuple[list[int], list[float]]:
        """The places of the player's hands as dealt, and how often a round starts with each."""
        places, weights = [], []
        for hand, m, often in self.face.open:
            first = self.turn.place(m)
            for key, chance in self._lie(hand.cards).items() if self.suited.ranked(m) else ((0, 1.0),):
                places.append(first + key)
                weights.append(often * self.view.chance * chance)
        return places, weights

    def _lie(self, cards: Sequence[int]) -> dict[int, float]:
        """Return the keys of a hand as dealt, and how likely each is."""
        found, _ = self.suited.arranged(self.view)
        shape: Shape = ()
        level: dict[Key, float] = {next(iter(found.keys[0])): 1.0}
        for c, number in enumerate(cards):
            for held in range(number if self.suited.showdowns.has_suit[c] else 0):
                place, rest = len(shape) - bool(held), self.face.left[c] - held
                longer: defaultdict[Key, float] = defaultdict(float)
                for key, chance in level.items():
                    for suits, away, to in found.after(shape, key, place, not held):
                        longer[to] += chance * (self.by_suits[c][suits] - away) / rest
                shape, level = with_card(shape, place, not held), dict(longer)
        numbers = found.keys[found.shapes[shape]]
        return {numbers[key]: chance for key, chance in level.items() if chance > 0}

    def _play(self) -> float:
        value: float = self.turn.play(self.face.laid_out, *self.roots)
        return value + self.face.decided_value * self.view.chance

    def value(self, moves: Moves) -> Number:
        """Return what best play is worth against it, per round of all rounds; it knows no other `moves`."""
        assert moves is None
        return self._play()

    def played(self, moves: Moves) -> Played:
        """Return what best play is worth against it, and where."""
        assert moves is None
        return Played(self._play(), *self.turn.sums())

    def ends(self, moves: Moves) -> Ends:
        """Return how rounds end by best play."""
        self.value(moves)
        ends = Ends()
        drawn, stood, ends.player_cards, ends.decisions, waits = self.turn.ends(self.face.laid_out)
        self.face.shoe.turn.let_stand(list(waits))
        self.face.finish(ends, drawn, stood, self.view.chance)
        self._count_showdowns(ends)
        return ends

    def _count_showdowns(self, ends: Ends) -> None:
        rulebook, showdowns = self.suited.plan.rulebook, self.suited.showdowns
        every = len(rulebook.showdowns)
        for at in range(every):
            better, equal = (self._brought(only(at, every, which)) for which in range(2))
            ends.showdowns[at] = [better, equal, met(rulebook, ends, at) - better - equal]
        often = self.turn.fives(len(showdowns.all_hands))
        for five, m in enumerate(showdowns.all_hands):
            for which, key in enumerate(showdowns.key_pair(m)):
                ends.keys[key] += often[2 * five + which]

    def _brought(self, brings: Stakes) -> float:
        """Return what showdowns bring by some stakes in the turn just played."""
        compared = self.suited.showdowns.compared(self.face.start, self.face.left, brings)
        value: float = self.turn.weighed(self.face.laid_out, *self._showdowns(compared))
        return value


def _joined(arrays: Iterable[array[float]]) -> array[float]:
    joined = array("d")
    for each in arrays:
        joined.extend(each)
    return joined
