"""All draws of a dealer who follows his laws, as a trie that all removals share.

Rulebook, what he shows, group of laws -> tables of `kernels.shoe.Law`
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from f27lang.solve.meter import Meter
from f27lang.solve.taking import idle_classes, most_taken

if TYPE_CHECKING:
    from f27lang.rulebook import Rulebook

Tables = dict[str, Any]  # lists of numbers, and numbers
Slot = tuple[int, ...]  # names a sum over removals: see `slots_of`


@frozen
class Drawn:
    """A multiset of cards that the dealer may have drawn: `orders` of them lead to his hand being in `state`.

    `cards` is packed; `idle` of the unseen cards were idle, and `live` cards were taken by his laws.
    """

    cards: int
    idle: int
    live: int
    state: int
    orders: int


@frozen
class Packing:
    """Hands as one integer: the number of cards of each class in `bits` bits, the first class at the top."""

    classes: int
    bits: int

    def shift(self, c: int) -> int:
        """Return the lowest bit of a class."""
        return (self.classes - 1 - c) * self.bits

    def held(self, cards: int, c: int) -> int:
        """Return the number of cards of a class."""
        return cards >> self.shift(c) & ((1 << self.bits) - 1)

    def shorter(self, cards: int) -> tuple[int, int, int]:
        """Return a hand that is not empty without its last class, that class, and how many of it there were."""
        c = self.classes - 1 - ((cards & -cards).bit_length() - 1) // self.bits
        number = self.held(cards, c)
        return cards - (number << self.shift(c)), c, number

    def parts(self, cards: int) -> Iterator[tuple[int, int]]:
        """Yield the classes of a hand and how many of each there are."""
        while cards:
            cards, c, number = self.shorter(cards)
            yield c, number


@define
class Draws:
    """What the draws of all laws of one rulebook have in common; `tracked` are the classes that hands are made of."""

    rulebook: Rulebook
    tracked: tuple[int, ...]
    unseen: int
    meter: Meter
    packing: Packing = field(init=False)
    idle: tuple[int, ...] = field(init=False)  # places among the tracked classes, as all that follow
    scarce: frozenset[int] = field(init=False)
    counts: tuple[int, ...] = field(init=False)

    def __attrs_post_init__(self) -> None:
        idle = idle_classes(self.rulebook)
        most = self.unseen + most_taken(self.rulebook, set(self.tracked) - idle)
        self.packing = Packing(len(self.tracked), most.bit_length())
        self.counts = tuple(self.rulebook.classes[c].count for c in self.tracked)
        self.idle = tuple(k for k, c in enumerate(self.tracked) if c in idle)
        self.scarce = frozenset(k for k, count in enumerate(self.counts) if count < most)

    def step(self, state: int, k: int) -> int:
        """Return the hand state after one more card."""
        return self.rulebook.step[state * len(self.rulebook.classes) + self.tracked[k]]

    def tables(self, view: int, group: int) -> Tables:
        """Return the trie for a dealer who shows `view` and follows the laws of `group`; raises TooLarge."""
        size = len(self.rulebook.states)
        hits = self.rulebook.dealer_hits[group * size : (group + 1) * size]
        start = self._unseen(view)
        drawn = [*start, *self._taking(start, hits)]
        return trie_tables(self, [d for d in drawn if hits[d.state]], [d for d in start if not hits[d.state]], hits)

    def _unseen(self, view: int) -> list[Drawn]:
        """Return the dealer's hands when his unseen cards are up."""
        size, level = len(self.rulebook.states), {view: 1}
        for _ in range(self.unseen):
            longer: defaultdict[int, int] = defaultdict(int)
            for key, orders in level.items():
                cards, d = divmod(key, size)
                for k, count in enumerate(self.counts):
                    if self.packing.held(cards, k) < count:
                        longer[(cards + (1 << self.packing.shift(k))) * size + self.step(d, k)] += orders
            level = longer
            self.meter.count_draws(len(level))
        return self._drawn(level, 0)

    def _drawn(self, level: dict[int, int], live: int) -> list[Drawn]:
        size = len(self.rulebook.states)
        found = []
        for key, orders in level.items():
            cards, d = divmod(key, size)
            found.append(Drawn(cards, sum(self.packing.held(cards, k) for k in self.idle), live, d, orders))
        return found

    def _taking(self, start: Sequence[Drawn], hits: Sequence[int]) -> list[Drawn]:
        """Return the hands that the laws lead to and that take a card once more."""
        size = len(self.rulebook.states)
        steps = self._steps(hits)
        found: list[Drawn] = []
        level = [d for d in start if hits[d.state]]
        while level:
            longer: defaultdict[tuple[int, int], int] = defaultdict(int)
            for drawn in level:
                base = drawn.cards * size
                for k, step in steps[drawn.state]:
                    if k not in self.scarce or self.packing.held(drawn.cards, k) < self.counts[k]:
                        longer[base + step, drawn.idle] += drawn.orders
            live = level[0].live + 1
            level = [Drawn(key // size, idle, live, key % size, orders) for (key, idle), orders in longer.items()]
            found += level
            self.meter.count_draws(len(level))
        return found

    def _steps(self, hits: Sequence[int]) -> list[list[tuple[int, int]]]:
        """Return, per state, the live classes that lead to a hand which takes a card again, and that step packed."""
        size = len(self.rulebook.states)
        return [
            [
                (k, (1 << self.packing.shift(k)) * size + self.step(d, k))
                for k in range(len(self.tracked))
                if hits[d] and k not in self.idle and hits[self.step(d, k)]
            ]
            for d in range(size)
        ]


def trie_tables(draws: Draws, taking: list[Drawn], standing: list[Drawn], hits: Sequence[int]) -> Tables:
    """Return hands that take a card, and hands that stand at once, as the tables of `kernels.shoe.Law`.

    With A a hand that takes a card in state d, drawn with probability w/(cards left), the chance to end in e is the
    sum over A and the classes c that lead from d to e of w (left[c] - A[c]): so w is summed by d, and w A[c] by d and
    c. A standing hand is summed by its state.
    """
    packing = draws.packing
    sums: defaultdict[Slot, int] = defaultdict(lambda: len(sums))
    most_live = max((d.live for d in taking), default=-1) + 1
    items: defaultdict[int, list[tuple[int, int, list[tuple[int, int]]]]] = defaultdict(list)
    for d in taking:
        entries = [(sums[0, d.state], 1), (sums[1, d.idle, d.live], 1)]
        entries += [(sums[2, d.state, c], number) for c, number in packing.parts(d.cards)]
        items[d.cards].append((d.idle * (most_live + 1) + d.live + 1, d.orders, entries))
    for d in standing:
        items[d.cards].append((d.idle * (most_live + 1), d.orders, [(sums[3, d.state], 1)]))
    return {
        **_nodes(packing, items),
        **_ends(draws, dict(sums), hits),
        "slots": len(sums),
        "unseen": draws.unseen,
        "most_live": most_live,
    }


def _nodes(packing: Packing, items: dict[int, list[tuple[int, int, list[tuple[int, int]]]]]) -> Tables:
    """Return the trie in depth-first order, which is the order of the packed hands."""
    shorter: dict[int, tuple[int, int, int]] = {}
    for hand in items:
        cards = hand
        while cards and cards not in shorter:
            shorter[cards] = packing.shorter(cards)
            cards = shorter[cards][0]
    hands = sorted(shorter)
    most: Counter[int] = Counter()
    depth = {0: 0}
    for cards in hands:
        before, c, number = shorter[cards]
        depth[cards] = depth[before] + 1
        most[c] = max(most[c], number)
    factors = {pair: at for at, pair in enumerate((c, n + 1) for c in sorted(most) for n in range(most[c]))}
    ordered = [items.get(cards, ()) for cards in (0, *hands)]
    flat = [item for found in ordered for item in found]
    entries = [entry for _, _, found in flat for entry in found]
    return {
        "factor_class": [c for c, _ in factors],
        "factor_number": [number for _, number in factors],
        "depth": [depth[cards] for cards in (0, *hands)],
        "factor": [0, *(factors[shorter[cards][1:]] for cards in hands)],
        "first_item": _firsts(ordered),
        "item_row": [row for row, _, _ in flat],
        "item_orders": [float(orders) for _, orders, _ in flat],
        "first_entry": _firsts([found for _, _, found in flat]),
        "entry_slot": [slot for slot, _ in entries],
        "entry_times": [float(times) for _, times in entries],
    }


def _ends(draws: Draws, sums: dict[Slot, int], hits: Sequence[int]) -> Tables:
    """Return how the sums come to the chances of ends, and to the mean numbers of live cards."""
    last_cards = [
        (slot, k, draws.step(name[1], k), sums.get((2, name[1], k), -1))
        for name, slot in sums.items()
        if name[0] == 0
        for k in range(len(draws.tracked))
        if k not in draws.idle and not hits[draws.step(name[1], k)]
    ]
    at_once = [(slot, name[1]) for name, slot in sums.items() if name[0] == 3]
    often = Counter([end for *_, end, _ in last_cards] + [end for _, end in at_once])
    ends = sorted(often)
    rest = max(ends, key=lambda end: (often[end], end))
    last_cards = [last for last in last_cards if last[2] != rest]
    at_once = [once for once in at_once if once[1] != rest]
    counted = [(slot, name[1], name[2]) for name, slot in sums.items() if name[0] == 1]
    return {
        "end_state": ends,
        "rest": ends.index(rest),
        "last_slot": [slot for slot, *_ in last_cards],
        "last_class": [k for _, k, _, _ in last_cards],
        "last_end": [ends.index(end) for _, _, end, _ in last_cards],
        "last_less": [less for *_, less in last_cards],
        "once_slot": [slot for slot, _ in at_once],
        "once_end": [ends.index(end) for _, end in at_once],
        "counted_slot": [slot for slot, _, _ in counted],
        "counted_idle": [idle for _, idle, _ in counted],
        "counted_live": [live for _, _, live in counted],
    }


def _firsts(groups: Sequence[Sequence[object]]) -> list[int]:
    """Return where each group begins when they are laid end to end, and the end of all."""
    firsts = [0]
    for group in groups:
        firsts.append(firsts[-1] + len(group))
    return firsts
