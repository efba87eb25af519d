"""Where hands with their suits stand in the old game's, and what old best play that looks at suits does with them.

Joined, what is remembered by suits -> moves by place for `kernels.suited`
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from itertools import permutations
from typing import Protocol

from attrs import define, field

from f27lang.rulebook import Rulebook
from f27lang.solve.arrangements import Arrangements, Bins, Key, Shape, Sub
from f27lang.solve.draws import firsts
from f27lang.solve.followed import NO_HAND, Advice, Follower, Memory
from f27lang.solve.joined import Joined
from f27lang.solve.shoe import Shoe, ShoeFace
from f27lang.solve.showdowns import Showdowns
from f27lang.solve.suited import Suited, SuitedFace
from f27lang.solve.suits import MIXED, SuitView, leading_to, meetings, suit_names, suit_views, suits_of

Suit = int  # its place among those of a game
Renamed = tuple[Suit | None, ...]  # by suit of the new game: the old game's
Group = tuple[tuple[int, int], ...]  # by class with a suit that a hand holds: its number, the place of the old class


# what old best play does against one hand shown, by the suits of that: the move of each place, and 0 behind all
BySuits = dict[SuitView, "array[int]"]


@define(slots=False)
class JoinedSuited(Suited):
    """The player's hands with their suits, also where these counted by the old rules only."""

    joint: Joined = field(kw_only=True)
    leads: frozenset[int] = field(kw_only=True)  # the old states that can lead to a showdown

    @cached_property
    def _ranked(self) -> frozenset[int]:
        meets = frozenset(p for p, met in enumerate(self.showdowns.meetings) if met)
        old = frozenset(at for at, p in enumerate(self.joint.own) if p in self.leads)
        return leading_to(self.plan.rulebook, meets) | old

    def faces(self, face: ShoeFace) -> Iterator[SuitedFace]:
        """Yield a face for each thing that the suits of the cards shown may be, whether they still count or not."""
        shown = (c for c, n in enumerate(face.hand.cards) for _ in range(n))
        for view in suit_views(self.showdowns.suits, self.showdowns.ranks, shown):
            yield SuitedFace(self, face, view)


def joined_suited(shoe: Shoe, joint: Joined) -> JoinedSuited:
    """Return the new game's hands for players who may know what their suits meant; all classes are tracked."""
    meets = frozenset(p for p, met in enumerate(meetings(joint.old)) if met)
    leads = leading_to(joint.old, meets) if meets else frozenset()
    return JoinedSuited(shoe.plan, shoe.showdowns or Showdowns(shoe.plan), joint=joint, leads=leads)


def remembered_by_suits(shoe: Shoe) -> Memory[BySuits]:
    """Return the moves of best play that looks at suits, by place; 0 for places that no round gets to."""
    memory = Memory[BySuits](shoe.plan)
    assert shoe.suited
    for column in shoe.columns():
        for face in column:
            views: BySuits = {}
            for view in shoe.suited.showdowns.views(face.start):
                suited = SuitedFace(shoe.suited, face, view)
                suited.value(None)
                views[view] = suited.turn.known(face.laid_out, *suited.roots) + array("i", [0])
            memory.keep(face, views)
    return memory


def first_places(face: SuitedFace) -> list[int]:
    """Return where the places of each hand begin, and the end of all."""
    return list(map(face.turn.place, range(len(face.suited.plan.hands.state) + 1)))


def _spread(face: SuitedFace, moves: Sequence[int]) -> array[int]:
    """Return moves by hand as moves by place."""
    first = first_places(face)
    return array("i", [move for m, move in enumerate(moves) for _ in range(first[m], first[m + 1])])


class SuitedAdvice(Protocol):
    """What the old play does in the new game whose player looks at suits."""

    def parts(self, face: ShoeFace) -> Iterator[tuple[ShoeFace, Callable[[SuitedFace], array[int]]]]:
        """Yield a face parted by what the old play knows beside the cards, and what tells its moves by place."""


@define
class BroadAdvice:
    """Moves by hand, whatever the suits."""

    advice: Advice

    def parts(self, face: ShoeFace) -> Iterator[tuple[ShoeFace, Callable[[SuitedFace], array[int]]]]:
        """Yield the parts of the advice."""
        for part in self.advice.parts(face):
            yield part.face, partial(_spread, moves=part.moves)


@define
class SuitAdvice:
    """What is remembered by suits; `old` are the old game's hands."""

    follower: Follower[BySuits]
    old: Suited
    known: dict[tuple[Bins, Bins, Renamed], list[int]] = field(factory=dict, init=False)

    def parts(self, face: ShoeFace) -> Iterator[tuple[ShoeFace, Callable[[SuitedFace], array[int]]]]:
        """Yield the face by what is remembered of it."""
        for part, record in self.follower.parted(face):
            yield part, partial(self._moves, record=record)

    def _moves(self, face: SuitedFace, record: BySuits | None) -> array[int]:
        """Return the old play's moves by place, 0 where it has none."""
        found = self._view(face.view, record or {})
        if record is None or found is None:
            return array("i", bytes(4 * face.turn.place(len(self.follower.places))))
        old_view, suits = found
        known = record[old_view]
        return array("i", [known[at] for at in self._places(face, old_view, suits)])

    def _places(self, face: SuitedFace, old_view: SuitView, suits: Renamed) -> list[int]:
        """Return, for each place, the old game's; the last one, behind all, where there is none."""
        old = self.old.arranged(old_view)[0]
        lies = _Lies(self.follower.joint, face.suited, face.suited.arranged(face.view)[0], self.old, old, suits)
        if lies.kind not in self.known:
            first = firsts([lies.old_keys(m) for m in range(len(self.old.plan.hands.state))])
            self.known[lies.kind] = [
                -1 if NO_HAND in (old_m, k) else first[old_m] + k
                for m, old_m in enumerate(self.follower.places)
                for k in lies.places(m, old_m)
            ]
        return self.known[lies.kind]

    def _view(self, view: SuitView, record: BySuits) -> tuple[SuitView, Renamed] | None:
        """Return what is remembered of the suits shown, and what the new game's suits are called there."""
        joint = self.follower.joint
        of, names, old_of, old_names = *_suits(joint.rulebook), *_suits(joint.old)
        shown = {name: joint.cards(_less(of[s], view.left[s])) for s, name in enumerate(names)}
        nothing = (0,) * len(joint.old.classes)
        if None in shown.values():
            return None
        for old_view in record:
            old_shown = [_less(old_of[s], left) for s, left in enumerate(old_view.left)]
            for order in permutations(range(len(old_names))):
                suits = tuple(order[old_names.index(name)] if name in old_names else None for name in names)
                if (
                    all(old_shown[order[s]] == shown.get(name, nothing) for s, name in enumerate(old_names))
                    and all(old_of[order[s]] == old_of[s] for s in range(len(old_names)))
                    and old_view.shared == (suits[view.shared] if view.shared not in (None, MIXED) else view.shared)
                ):
                    return old_view, suits
        return None


def _suits(rulebook: Rulebook) -> tuple[tuple[tuple[int, ...], ...], list[str]]:
    """Return the cards by suit and class, and the names of the suits."""
    return suits_of(rulebook).of, suit_names(rulebook)


def _less(cards: Sequence[int], left: Sequence[int]) -> tuple[int, ...]:
    return tuple(n - rest for n, rest in zip(cards, left, strict=True))


@define(slots=False)
class _Lies:
    """The ways in which hands can lie in suits, as the old game has them, while the dealer shows one thing."""

    joint: Joined
    new: Suited
    ways: Arrangements
    old: Suited
    old_ways: Arrangements
    suits: Renamed
    by_group: dict[Group, list[int]] = field(factory=dict, init=False)

    @property
    def kind(self) -> tuple[Bins, Bins, Renamed]:
        """What it depends on."""
        return self.ways.bins, self.old_ways.bins, self.suits

    def old_keys(self, old_m: int) -> range:
        """Return the keys of a hand of the old game."""
        ways = self.old_ways
        return range(len(ways.keys[ways.shapes[self.old.shape(old_m)]]) if self.old.ranked(old_m) else 1)

    def places(self, m: int, old_m: int) -> Sequence[int]:
        """Return for each key of a hand that of the old game's hand, NO_HAND if there is none."""
        if not self.new.ranked(m):
            return [0]
        keys = self.ways.keys[self.ways.shapes[self.new.shape(m)]]
        if old_m == NO_HAND or not self.old.ranked(old_m):
            return [0] * len(keys)
        group = self._group(m)
        if group not in self.by_group:
            self.by_group[group] = [self._place(group, key) for key in keys]
        return self.by_group[group]

    def _group(self, m: int) -> Group:
        has_suit, classes = self.new.showdowns.has_suit, self.joint.classes
        own = self.new.plan.hands.own[m * len(classes) : (m + 1) * len(classes)]
        held = [(n, old) for n, old, suits in zip(own, classes, has_suit) if n and suits and old is not None]
        places = {old: place for place, old in enumerate(sorted({old for _, old in held}))}
        return tuple((n, places[old]) for n, old in held)

    def _place(self, group: Group, key: Key) -> int:
        """Return the place of a key among those of the old game's hand."""
        classes = range(1 + max((old for _, old in group), default=-1))
        shape: Shape = tuple(sum(n for n, old in group if old == c) for c in classes)
        subs: list[Sub | None] = [(0,) * len(classes)] * len(self.old_ways.bins.groups)
        for sub, suit in zip(key, self.suits):
            if suit is None and sub and any(sub):
                return NO_HAND
            if suit is not None:
                subs[suit] = (
                    sub if not sub else tuple(sum(n for n, (_, old) in zip(sub, group) if old == c) for c in classes)
                )
        ways = self.old_ways
        return ways.keys[ways.shapes[shape]].get(ways.bins.folded(shape, tuple(subs)), NO_HAND)
