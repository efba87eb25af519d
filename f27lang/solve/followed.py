"""Where the hands of a new game stand in the old one's, and what the old play does with them, from full shoes.

Joined, the old play -> Advice -> the player's turns, each with the old play's moves
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Generic, Protocol, TypeVar

from attrs import define, field, frozen

from f27lang.rulebook import Policy
from f27lang.solve.alike import agreed
from f27lang.solve.deals import deals
from f27lang.solve.joined import NEVER, Joined
from f27lang.solve.plan import Plan
from f27lang.solve.shoe import Shoe, ShoeFace

Met = tuple[tuple[int, ...], int]  # a hand of the old game: cards by class, and the state
AnyRecord = TypeVar("AnyRecord")
NO_HAND = -1


class NotComparable(Exception):
    """Raised where the old play can't be followed exactly under the new rules; the text is the reason."""


@frozen
class Part:
    """The turn of players who begin with some hands, with the old play's moves by hand; 0 where it has none."""

    face: ShoeFace
    moves: Sequence[int]


class Advice(Protocol):
    """What the old play does in the new game."""

    def parts(self, face: ShoeFace) -> Iterable[Part]:
        """Return a face parted by what the old play knows beside the cards, with its moves."""


@frozen
class PolicyAdvice:
    """A policy of the old game."""

    joint: Joined
    policy: Policy

    def parts(self, face: ShoeFace) -> Iterable[Part]:
        """Return the face with the moves of its column."""
        column = column_of(self.joint, self.policy, face.state)
        return (Part(face, [column[p] for p in face.shoe.plan.hands.state]),)


def column_of(joint: Joined, policy: Policy, view: int) -> list[int]:
    """Return the moves of an old policy for every player state against a view, 0 where it has none."""
    size, shown = len(joint.old.states), joint.shown[view].state
    if shown == NEVER:
        return [0] * len(joint.own)
    return [0 if p == NEVER else policy.play[p * size + shown] for p in joint.own]


@define
class Memory(Generic[AnyRecord]):
    """What old best play does with each hand, by the dealer's hand shown and for whom: the places of hands dealt.

    One hand shown has several records where a peek tells players different things by what they are dealt.
    """

    plan: Plan
    records: defaultdict[Met, list[tuple[frozenset[int], AnyRecord]]] = field(factory=lambda: defaultdict(list))

    def keep(self, face: ShoeFace, record: AnyRecord) -> None:
        """Add what was done in a turn."""
        self.records[face.hand.cards, face.state].append((frozenset(face.dealt), record))


def remembered(shoe: Shoe) -> Memory[bytes]:
    """Return the moves of best play by hand, 0 for hands that no round brings about; ranks only in a plan by sight."""
    plan, memory = shoe.plan, Memory[bytes](shoe.plan)
    for column in shoe.columns():
        for face in played_best(column):
            known = shoe.turn.known(face.place, face.left, face.view, *face.weighted)
            memory.keep(face, (_shared(known, plan.seen[1]) if plan.by_sight else known) + b"\0")
    return memory


def played_best(column: Sequence[ShoeFace]) -> Iterator[ShoeFace]:
    """Yield the faces of a column, each with best play as the turn just played; adds showdowns."""
    for face in column:
        face.add_showdowns()
    plan = column[0].shoe.plan
    wanted = {id(each.face): each.moves for each in agreed(column, plan.seen[1])} if plan.by_sight else {}
    for face in column:
        face.played(wanted.get(id(face)), by_hand=True)
        yield face


def _shared(known: Sequence[int], first: Sequence[int]) -> bytes:
    """Return, for each of the hands that look alike, the move that is made with any of them."""
    return bytes(max(known[start:end]) for start, end in pairwise(first) for _ in range(end - start))


@define(slots=False)
class Follower(Generic[AnyRecord]):
    """Finds hands of joined tables in what is remembered of the old game."""

    joint: Joined
    plan: Plan
    memory: Memory[AnyRecord]

    def parted(self, face: ShoeFace) -> Iterator[tuple[ShoeFace, AnyRecord | None]]:
        """Yield a face by what is remembered of it; nothing is where the old dealer never shows such cards."""
        records = self._records(face)
        if len(records) < 2:
            yield face, records[0][1] if records else None
            return
        if deals(self.plan.rulebook).player != deals(self.joint.old).player:
            raise NotComparable("a peek of the old rules tells more than the cards dealt by the new ones")
        found: defaultdict[int, list[int]] = defaultdict(list)
        for at in face.dealt:
            found[self._which(at, records)].append(at)
        for which, dealt in found.items():
            part = ShoeFace(face.shoe, face.name, face.hand, face.place, face.start, tuple(dealt))
            yield part, None if which == NO_HAND else records[which][1]

    def _records(self, face: ShoeFace) -> list[tuple[frozenset[int], AnyRecord]]:
        shown, cards = self.joint.shown[face.state], self.joint.cards(face.hand.cards)
        return [] if cards is None else self.memory.records.get((cards, shown.state), [])

    def _which(self, at: int, records: Sequence[tuple[frozenset[int], AnyRecord]]) -> int:
        hand = self.plan.dealt[at]
        cards = self.joint.cards(hand.cards)
        place = self._dealt.get((cards, self.joint.own[hand.state])) if cards else None
        return next((which for which, (dealt, _) in enumerate(records) if place in dealt), NO_HAND)

    @cached_property
    def _dealt(self) -> dict[Met, int]:
        return {(hand.cards, hand.state): place for place, hand in enumerate(self.memory.plan.dealt)}

    @cached_property
    def places(self) -> list[int]:
        """The place of each hand among the old game's, NO_HAND where it has none."""
        old = self.memory.plan
        sights: dict[frozenset[Met], int] = {}
        having: defaultdict[Met, set[int]] = defaultdict(set)
        for start, sight in _sights(old, _held(old)):
            sights[frozenset(sight)] = start
            for met in sight:
                having[met].add(start)
        found: list[int] = []
        for _, seen in _sights(self.plan, self._seen_as_old()):
            known = frozenset(met for met in seen if met is not None and met in having)
            found += [self._sight(known, sights, having)] * len(seen)
        return found

    def _sight(self, known: frozenset[Met], sights: dict[frozenset[Met], int], having: dict[Met, set[int]]) -> int:
        """Return where the hands begin, among the old game's, that look alike and have some that are `known`."""
        if not known:
            return NO_HAND
        if known in sights:
            return sights[known]
        able = set.intersection(*(having[met] for met in known))
        if len(able) != 1:
            raise NotComparable("hands that look alike by the new rules do not by the old ones")
        return able.pop()

    def _seen_as_old(self) -> list[Met | None]:
        """Return each hand as the old game has it."""
        joint, plan = self.joint, self.plan
        where = {c: k for k, c in enumerate(self.memory.plan.tracked)}
        to = [None if (c := joint.classes[tracked]) is None else where.get(c) for tracked in plan.tracked]
        width, found = len(plan.tracked), list[Met | None]()
        for m, p in enumerate(plan.hands.state):
            cards = [0] * len(where)
            for k, n in zip(to, plan.hands.own[m * width : (m + 1) * width]):
                if k is not None:
                    cards[k] += n
            found.append(None if joint.own[p] == NEVER else (tuple(cards), joint.own[p]))
        return found


def _held(plan: Plan) -> list[Met]:
    width = len(plan.tracked)
    return [(tuple(plan.hands.own[m * width : (m + 1) * width]), p) for m, p in enumerate(plan.hands.state)]


AnyMet = TypeVar("AnyMet")


def _sights(plan: Plan, hands: Sequence[AnyMet]) -> Iterator[tuple[int, Sequence[AnyMet]]]:
    """Yield the hands that look alike together, with the place where they begin."""
    first = plan.seen[1] if plan.by_sight else range(len(hands) + 1)
    yield from ((start, hands[start:end]) for start, end in pairwise(first))


@define
class MemoryAdvice:
    """What is remembered by hand."""

    follower: Follower[bytes]

    def parts(self, face: ShoeFace) -> Iterable[Part]:
        """Return the face by what is remembered of it."""
        places = self.follower.places
        for part, record in self.follower.parted(face):
            yield Part(part, [record[at] for at in places] if record else [0] * len(places))
