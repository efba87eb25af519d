"""All draws of a dealer who follows his laws, as a trie that all removals share.

Rulebook, what he shows, group of laws -> tables of `kernels.shoe.Law`
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from f27lang.solve.taking import idle_classes, most_taken

if TYPE_CHECKING:
    from f27lang.rulebook import Rulebook

Slot = tuple[int, int, int]  # unseen idle cards, live cards taken, end
Leaf = tuple[int, Slot, int]  # cards drawn, packed; slot; orders of arrival


class TooManyDraws(Exception):
    """A dealer's law can be followed in more ways than the limit; `counted` is how far the count came."""

    def __init__(self, counted: int) -> None:
        super().__init__(counted)
        self.counted = counted


@frozen
class Packing:
    """Hands as one integer: the number of cards of each class in `bits` bits, the first class at the top."""

    classes: int
    bits: int

    def one(self, c: int) -> int:
        """Return a hand of one card."""
        return 1 << self.shift(c)

    def shift(self, c: int) -> int:
        """Return the lowest bit of a class."""
        return (self.classes - 1 - c) * self.bits

    def held(self, cards: int, c: int) -> int:
        """Return the number of cards of a class."""
        return cards >> self.shift(c) & ((1 << self.bits) - 1)

    def last(self, cards: int) -> tuple[int, int]:
        """Return the last class of a hand that is not empty, and how many of it there are."""
        c = self.classes - 1 - ((cards & -cards).bit_length() - 1) // self.bits
        return c, self.held(cards, c)


@define
class Draws:
    """What the draws of all laws of one rulebook have in common; `tracked` are the classes that hands are made of."""

    rulebook: Rulebook
    tracked: tuple[int, ...]
    unseen: int
    limit: int
    packing: Packing = field(init=False)
    steps: dict[int, list[tuple[int, int]]] = field(init=False)
    unseen_idle: list[int] = field(init=False)
    scarce: frozenset[int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        rulebook, classes, size = self.rulebook, len(self.rulebook.classes), len(self.rulebook.states)
        idle = idle_classes(rulebook)
        most = self.unseen + most_taken(rulebook, set(self.tracked) - idle)
        self.packing = Packing(len(self.tracked), most.bit_length())
        self.unseen_idle = [k for k, c in enumerate(self.tracked) if c in idle]
        self.scarce = frozenset(k for k, c in enumerate(self.tracked) if rulebook.classes[c].count < most)
        self.steps = {
            d: [(k, self.packing.one(k) * size + rulebook.step[d * classes + c]) for k, c in enumerate(self.tracked)]
            for d in range(size)
        }

    def tables(self, view: int, group: int) -> dict[str, object]:
        """Return the trie for a dealer who shows `view` and follows the laws of `group`; raises TooManyDraws."""
        leaves = list(self._leaves(view, group))
        return trie(self.packing, leaves, self.unseen)

    def _leaves(self, view: int, group: int) -> Iterator[Leaf]:
        """Yield where draws end; a negative end stands for a live card about to be taken."""
        size, hits = len(self.rulebook.states), self.rulebook.dealer_hits[group * len(self.rulebook.states) :]
        level, counted = {view: 1}, 0
        for drawn in range(self.unseen + self.limit):
            longer: defaultdict[int, int] = defaultdict(int)
            for key, orders in level.items():
                cards, d = divmod(key, size)
                if drawn >= self.unseen:
                    slot = (self._idle(cards), drawn - self.unseen, d if not hits[d] else -1)
                    yield cards, slot, orders
                    if not hits[d]:
                        continue
                for k, step in self.steps[d]:
                    if drawn >= self.unseen and k in self.unseen_idle:
                        continue
                    if k in self.scarce and self.packing.held(cards, k) == self._count(k):
                        continue
                    longer[key - d + step] += orders
            counted += len(longer)
            if counted > self.limit:
                raise TooManyDraws(counted)
            if not longer:
                return
            level = longer

    def _idle(self, cards: int) -> int:
        return sum(self.packing.held(cards, k) for k in self.unseen_idle)

    def _count(self, k: int) -> int:
        return self.rulebook.classes[self.tracked[k]].count


def trie(packing: Packing, leaves: list[Leaf], unseen: int) -> dict[str, object]:
    """Return leaves as the tables of `kernels.shoe.Law`; the end with the most leaves is left over as the rest."""
    often = Counter(end for _, (_, _, end), _ in leaves if end >= 0)
    ends = sorted(often)
    rest = max(ends, key=lambda end: (often[end], end))
    at_hand: defaultdict[int, list[tuple[Slot, int]]] = defaultdict(list)
    for cards, (idle, live, end), orders in leaves:
        if end != rest:
            at_hand[cards].append(((idle, live, ends.index(end) if end >= 0 else len(ends) + idle), orders))
    hands = sorted(with_prefixes(packing, at_hand))
    slots = {slot: at for at, slot in enumerate(sorted({slot for found in at_hand.values() for slot, _ in found}))}
    most = Counter[int]()
    depth, last = {0: 0}, {}
    for cards in hands[1:]:
        c, number = last[cards] = packing.last(cards)
        depth[cards] = depth[cards - number * packing.one(c)] + 1
        most[c] = max(most[c], number)
    factors = {pair: at for at, pair in enumerate((c, n + 1) for c in sorted(most) for n in range(most[c]))}
    first_leaf = [0]
    for cards in hands:
        first_leaf.append(first_leaf[-1] + len(at_hand.get(cards, ())))
    ordered = [leaf for cards in hands for leaf in at_hand.get(cards, ())]
    return {
        "factor_class": [c for c, _ in factors],
        "factor_number": [number for _, number in factors],
        "depth": [depth[cards] for cards in hands],
        "factor": [0, *(factors[last[cards]] for cards in hands[1:])],
        "first_leaf": first_leaf,
        "leaf_slot": [slots[slot] for slot, _ in ordered],
        "leaf_orders": [float(orders) for _, orders in ordered],
        "slot_idle": [idle for idle, _, _ in slots],
        "slot_live": [live for _, live, _ in slots],
        "slot_end": [end for _, _, end in slots],
        "end_state": ends,
        "unseen": unseen,
        "rest": ends.index(rest),
    }


def with_prefixes(packing: Packing, hands: dict[int, list[tuple[Slot, int]]]) -> set[int]:
    """Return hands, and all that is left when their last classes are taken off one after another."""
    found = {0}
    for hand in hands:
        cards = hand
        while cards not in found:
            found.add(cards)
            c, number = packing.last(cards)
            cards -= number * packing.one(c)
    return found
