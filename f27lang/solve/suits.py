"""What the cards of a game are to a poker hand: their ranks, their suits, and the keys of five of them.

Rulebook -> Suits, Keys
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from f27lang.poker import JOKER, RANKS, index, keys

if TYPE_CHECKING:
    from f27lang.rulebook import Poker, Rulebook


@frozen
class Suits:
    """The cards of each class by suit; `of[s][c]` counts those of class c in suit s, `none[c]` those without suit.

    Jokers have no suit either, but they do not keep a hand from being of one suit: they are in neither.
    """

    of: tuple[tuple[int, ...], ...]
    none: tuple[int, ...]

    @cached_property
    def alike(self) -> tuple[tuple[int, ...], ...]:
        """Suits that have the same cards, together."""
        found: dict[tuple[int, ...], tuple[int, ...]] = {}
        for s, counts in enumerate(self.of):
            found[counts] = (*found.get(counts, ()), s)
        return tuple(found.values())


def suit_names(rulebook: Rulebook) -> list[str]:
    """Return the names of the suits, in the order in which `Suits` has them."""
    return sorted({suit for _, suit, _ in rulebook.faces if suit})


def suits_of(rulebook: Rulebook) -> Suits:
    """Count the cards of each class by suit."""
    names = suit_names(rulebook)
    of = {suit: [0] * len(rulebook.classes) for suit in (*names, None)}
    ranks = class_ranks(rulebook)
    for c, _, suit, cards in faces_by_class(rulebook):
        if suit or ranks[c] != JOKER:
            of[suit][c] += cards
    return Suits(tuple(tuple(of[name]) for name in names), tuple(of[None]))


def faces_by_class(rulebook: Rulebook) -> Iterator[tuple[int, str, str | None, int]]:
    """Yield the faces behind their classes: both list the shoe in one order, classes in longer runs."""
    runs = iter(rulebook.sorted_shoe)
    c, room = next(runs)
    for rank, suit, cards in rulebook.faces:
        while not room:
            c, room = next(runs)
        yield c, rank, suit, cards
        room -= cards


def class_ranks(rulebook: Rulebook) -> tuple[int, ...]:
    """Return the place of each class's rank in `poker.RANKS`."""
    return tuple(RANKS.index(c.ranks[0]) for c in rulebook.classes)


Left = tuple[tuple[int, ...], ...]  # cards by suit and class
MIXED = -1  # in place of the suit that cards share


@frozen
class SuitView:
    """The suits of what the dealer shows: how likely they are, and what they leave of each suit, by class.

    `shared` is the suit that the cards shown share, MIXED if none, None as long as none has a suit.
    """

    chance: float
    left: Left
    shared: int | None

    @property
    def alike(self) -> tuple[tuple[int, int], ...]:
        """One of all suits that are alike, with their number, for those that all cards of the dealer's may share."""
        return tuple((s, number) for s, number in _alike(self.left, self.shared) if self.is_open(s))

    def is_open(self, suit: int) -> bool:
        """Return whether all cards of the dealer's may be of a suit."""
        return self.shared in (None, suit)

    @property
    def groups(self) -> tuple[int, ...]:
        """By suit, the first one that it is like."""
        first: dict[tuple[tuple[int, ...], bool], int] = {}
        return tuple(first.setdefault((counts, s == self.shared), s) for s, counts in enumerate(self.left))


def suit_views(suits: Suits, ranks: Sequence[int], shown: Iterable[int]) -> tuple[SuitView, ...]:
    """Return what the suits of cards shown, by class, may be; suits that have the same cards left are taken as one."""
    found: dict[tuple[Left, tuple[int, ...], int | None], float] = {(suits.of, suits.none, None): 1.0}
    for c in shown:
        longer: defaultdict[tuple[Left, tuple[int, ...], int | None], float] = defaultdict(float)
        for (left, none, shared), chance in found.items():
            ways = [] if ranks[c] == JOKER else list(_one_shown(left, none, shared, c))
            number = sum(cards for _, cards in ways)
            for after, cards in ways or [((left, none, shared), 1)]:
                longer[after] += chance * cards / (number or 1)
        found = longer
    return tuple(SuitView(chance, left, shared) for (left, _, shared), chance in found.items())


def _one_shown(
    left: Left, none: tuple[int, ...], shared: int | None, c: int
) -> Iterator[tuple[tuple[Left, tuple[int, ...], int | None], int]]:
    """Yield what is left when one more card of class `c` is shown, what suit all share, and how many such cards."""
    for s, alike in _alike(left, shared):
        if left[s][c]:
            fewer = (*left[:s], _without(left[s], c), *left[s + 1 :])
            yield (fewer, none, s if shared in (None, s) else MIXED), alike * left[s][c]
    if none[c]:
        yield (left, _without(none, c), MIXED), none[c]


def _without(counts: tuple[int, ...], c: int) -> tuple[int, ...]:
    return (*counts[:c], counts[c] - 1, *counts[c + 1 :])


def _alike(left: Left, shared: int | None) -> Iterator[tuple[int, int]]:
    """Yield one of all suits that have the same cards, and how many have."""
    found: defaultdict[tuple[tuple[int, ...], bool], list[int]] = defaultdict(list)
    for s, counts in enumerate(left):
        found[counts, s == shared].append(s)
    yield from ((alike[0], len(alike)) for alike in found.values())


@define(slots=False)
class Keys:
    """How five cards rank where they are of several suits, and where those that have a suit share it."""

    poker: Poker
    known: dict[tuple[int, ...], tuple[int, int]] = field(factory=dict, init=False)

    @cached_property
    def tables(self) -> tuple[Sequence[int], Sequence[int]]:
        """The keys by `poker.index`."""
        return keys(self.poker)

    @cached_property
    def look_at_suits(self) -> bool:
        """Whether suits can make a difference."""
        plain, suited = self.tables
        return plain != suited

    def of(self, ranks: tuple[int, ...]) -> tuple[int, int]:
        """Return the keys of five ranks in ascending order; five jokers are always of one suit."""
        if ranks not in self.known:
            plain, suited = (table[index(ranks)] for table in self.tables)
            self.known[ranks] = (suited if set(ranks) == {JOKER} else plain, suited)
        return self.known[ranks]


def showdown_states(rulebook: Rulebook) -> tuple[frozenset[int], frozenset[int]]:
    """Return the player's and the dealer's states that meet in a showdown."""
    size, first = len(rulebook.states), len(rulebook.outcomes)
    cells = [divmod(at, size) for at, outcome in enumerate(rulebook.final) if outcome >= first]
    return frozenset(p for p, _ in cells), frozenset(d for _, d in cells)


Meetings = tuple[tuple[int, tuple[int, ...]], ...]  # showdowns, and the dealer's states that bring each about


def meetings(rulebook: Rulebook) -> tuple[Meetings, ...]:
    """Return the showdowns of each player state."""
    size, first, found = len(rulebook.states), len(rulebook.outcomes), []
    for p in range(size):
        by_showdown: dict[int, tuple[int, ...]] = {}
        for d, outcome in enumerate(rulebook.final[p * size : (p + 1) * size]):
            if outcome >= first:
                by_showdown[outcome - first] = (*by_showdown.get(outcome - first, ()), d)
        found.append(tuple(by_showdown.items()))
    return tuple(found)


def leading_to(rulebook: Rulebook, states: frozenset[int]) -> frozenset[int]:
    """Return the states from which cards can lead to some states, these included."""
    classes, found = len(rulebook.classes), set(states)
    before: dict[int, set[int]] = {}
    for at, after in enumerate(rulebook.step):
        before.setdefault(after, set()).add(at // classes)
    queue = list(states)
    for state in queue:  # grows while it is walked
        new = before.get(state, set()) - found
        found |= new
        queue += new
    return frozenset(found)
