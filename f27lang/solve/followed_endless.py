"""What an old play is worth in a new game with an endless shoe, node by node.

Joined, the old play -> (value, how often the new best move stands in) of each of the player's turns
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property

from attrs import define, field, frozen

from f27lang.rulebook import Policy
from f27lang.solve.deals import deals
from f27lang.solve.endless import Endless
from f27lang.solve.endless_turn import EndlessFace
from f27lang.solve.faces import Number
from f27lang.solve.followed import NotComparable, column_of
from f27lang.solve.joined import NEVER, Joined
from f27lang.solve.nodes import MIXED, NOTHING, Held, Sight
from f27lang.solve.suits import suit_names

Record = dict[Held, int]  # moves of old best play
Seen = tuple[int, tuple[int, ...], int]  # what the old dealer shows: state, cards where they matter, suit shared


@define(slots=False)
class _JoinedSight(Sight):
    """What is seen of cards, also where it counted by the old rules only."""

    leads: frozenset[int] = field(kw_only=True)  # states whose old ones can lead to a showdown

    @cached_property
    def ranked(self) -> frozenset[int]:
        """The player's states in which he looks at ranks."""
        return self.leads | Sight(self.rulebook, self.one, self.tracked).ranked


@define(slots=False)
class _JoinedEndless(Endless):
    """The new game's endless shoe; `before` is what the player of the old game saw."""

    joint: Joined = field(kw_only=True)
    before: Sight | None = field(kw_only=True)

    @cached_property
    def sight(self) -> Sight | None:
        """What is seen of cards beside the states they make; None where no poker ranks decide, nor did."""
        own = Endless(self.rulebook, self.wager, self.one, self.suits).sight
        if self.before is None:
            return own
        leads = frozenset(at for at, p in enumerate(self.joint.own) if p in self.before.ranked)
        tracked = self.before.tracked or (own is not None and own.tracked)
        return _JoinedSight(self.rulebook, self.one, tracked, leads=leads)


def policy_followed(joint: Joined, policy: Policy, wager: int, *, suits: bool) -> Iterator[tuple[Number, Number]]:
    """Yield what an old policy brings against each thing that the dealer may show."""
    shoe = _JoinedEndless(joint.rulebook, wager, suits=suits, joint=joint, before=None)
    for face in shoe.faces():
        column = column_of(joint, policy, face.state)
        yield face.heed([column[p] for p in shoe.nodes.state])


def best_followed(joint: Joined, old: Endless, wager: int, *, suits: bool) -> Iterator[tuple[Number, Number]]:
    """Yield what old best play brings against each thing that the dealer may show."""
    shoe = _JoinedEndless(joint.rulebook, wager, suits=suits, joint=joint, before=old.sight)
    following = _Following(joint, old, shoe)
    for face in shoe.faces():
        for part, record in following.parted(face):
            yield part.heed([record.get(held, 0) if held else 0 for held in following.held])


@frozen(slots=False)
class _Following:
    """Finds the new game's nodes in what is remembered of the old one's best play."""

    joint: Joined
    old: Endless
    shoe: Endless

    @cached_property
    def memory(self) -> dict[Seen, list[tuple[frozenset[Held], Record]]]:
        """The old best moves by what the dealer shows, and by the hands dealt where a peek tells them apart."""
        found: defaultdict[Seen, list[tuple[frozenset[Held], Record]]] = defaultdict(list)
        held = self.old.nodes.held
        for face in self.old.faces():
            record = dict(zip(held, face.known(), strict=True))
            seen = face.show.view, face.show.cards, face.show.suit
            found[seen].append((frozenset(held[n] for n in face.roots), record))
        return dict(found)

    @cached_property
    def held(self) -> list[Held | None]:
        """Each node as the old game has it, None where it has none such."""
        sight, own = self.old.sight, self.joint.own
        ranked = sight.ranked if sight else frozenset[int]()
        return [
            None if own[state] == NEVER
            else (own[state], ranks, self._suit(suit)) if own[state] in ranked
            else (own[state], (), MIXED)
            for state, ranks, suit in self.shoe.nodes.held
        ]  # fmt: skip

    def _suit(self, suit: int) -> int:
        """Return the suit that cards share as the old game has it."""
        tracked = self.old.sight is not None and self.old.sight.tracked
        return self._suits[suit] if tracked and suit >= 0 else suit if tracked else MIXED

    @cached_property
    def _suits(self) -> list[int]:
        """By suit of the new game: that of the old game, the first of those that are alike; MIXED where it has none."""
        assert self.old.sight
        names = suit_names(self.old.rulebook)
        first = {s: alike[0] for alike in self.old.sight.suits.alike for s in alike}
        return [first[names.index(name)] if name in names else MIXED for name in suit_names(self.joint.rulebook)]

    def parted(self, face: EndlessFace) -> Iterator[tuple[EndlessFace, Record]]:
        """Yield a face by what is remembered of it."""
        records = self.memory.get(self._seen(face), [])
        if len(records) < 2:
            yield face, records[0][1] if records else {}
            return
        if deals(self.joint.rulebook).player != deals(self.joint.old).player:
            raise NotComparable("a peek of the old rules tells more than the cards dealt by the new ones")
        found: defaultdict[int, dict[int, Number]] = defaultdict(dict)
        for n, chance in face.roots.items():
            found[self._which(n, records)][n] = chance
        for which, roots in found.items():
            yield EndlessFace(self.shoe, face.show, roots), records[which][1] if which >= 0 else {}

    def _which(self, n: int, records: Sequence[tuple[frozenset[Held], Record]]) -> int:
        return next((which for which, (dealt, _) in enumerate(records) if self.held[n] in dealt), -1)

    def _seen(self, face: EndlessFace) -> Seen:
        shown = self.joint.shown[face.state]
        tracked = self.old.sight is not None and self.old.sight.tracked
        suit = face.show.suit if tracked else NOTHING
        return shown.state, shown.cards, self._suits[suit] if suit >= 0 else suit
