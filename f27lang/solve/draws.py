"""All draws of a dealer who follows his laws, as a trie that all removals share.

Rulebook, what he shows, group of laws -> tables of `kernels.shoe.Law`, and hands for `showdowns`
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence, Sized
from functools import cached_property
from itertools import permutations
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from f27lang.solve import tries
from f27lang.solve.deals import dealer_order, hidden_matter
from f27lang.solve.meter import Meter
from f27lang.solve.taking import idle_classes, most_taken

if TYPE_CHECKING:
    from f27lang.rulebook import Rulebook

Tables = dict[str, Any]  # lists of numbers, and numbers
Items = defaultdict[int, list[tuple[int, float, list[tuple[int, int]]]]]  # by hand: row, orders, (slot, times)
Slot = tuple[int, ...]  # names a sum over removals: see `slots_of`


@frozen
class Start:
    """Where a dealer's draws begin: what he shows as a hand state, and what a peek has ruled out of all he has.

    `shown` are the cards shown, by class, where more than their state matters.
    """

    view: int
    shown: tuple[int, ...] = ()
    ruled_out: frozenset[int] = frozenset()


@frozen
class Drawn:
    """A multiset of cards that the dealer may have drawn: `orders` of them lead to his hand being in `state`.

    `cards` is packed; `idle` of the unseen cards were idle, and `live` cards were taken by his laws.
    """

    cards: int
    idle: int
    live: int
    state: int
    orders: float


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
        bits = self.bits
        from_end = ((cards & -cards).bit_length() - 1) // bits
        shift = from_end * bits
        number = cards >> shift & ((1 << bits) - 1)
        return cards - (number << shift), self.classes - 1 - from_end, number

    def parts(self, cards: int) -> Iterator[tuple[int, int]]:
        """Yield the classes of a hand and how many of each there are."""
        shorter = self.shorter
        while cards:
            cards, c, number = shorter(cards)
            yield c, number


@define(slots=False)
class Draws:
    """What the draws of all laws of one rulebook have in common; `tracked` are the classes that hands are made of."""

    rulebook: Rulebook
    tracked: tuple[int, ...]
    unseen: int
    meter: Meter
    kept: frozenset[int] = frozenset()  # states whose hands are wanted by their cards
    counting: bool = True  # whether it is wanted how many cards he takes
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

    def tables(self, start: Start, group: int) -> Tables:
        """Return the trie for a dealer who starts so and follows the laws of `group`; raises TooLarge.

        Under `ends` are all hands with which he ends in some state of `self.kept`. The latest tries are kept, for the
        next game may have the same: one of more decks, or that pays otherwise.
        """
        hits = self._hits(start, group)
        key = self._common, start, hits
        if known := tries.known(key, self.counts):
            self.meter.count_draws(known.draws)
            return known.tables
        before = self.meter.draws
        tables = self._made(start, hits)
        tries.keep(key, self.counts, tables, self.meter.draws - before)
        return tables

    @cached_property
    def _common(self) -> tuple[object, ...]:
        """All that tries hang on beside where they start, what the laws say, and how many cards there are."""
        rulebook = self.rulebook
        given = rulebook.dealer_start, rulebook.before, rulebook.between, hidden_matter(rulebook)
        return rulebook.step, self.tracked, self.idle, self.packing, given, self.unseen, self.kept, self.counting

    def _hits(self, start: Start, group: int) -> tuple[int, ...]:
        """Return, by state, whether the laws of a group take a card; not if he never gets there from his start."""
        size = len(self.rulebook.states)
        hits = self.rulebook.dealer_hits[group * size : (group + 1) * size]
        if self.unseen or hidden_matter(self.rulebook):
            return hits
        queue, found = [start.view], {start.view}
        for state in queue:  # grows while it is walked
            new = {self.step(state, k) for k in range(len(self.tracked))} - found if hits[state] else set()
            found |= new
            queue += new
        return tuple(hit if d in found else 0 for d, hit in enumerate(hits))

    def _made(self, start: Start, hits: Sequence[int]) -> Tables:
        unseen = self._drawn(self._unseen(start), 0)
        drawn = [*unseen, *self._taking(unseen, hits)]
        taking, standing = [d for d in drawn if hits[d.state]], [d for d in unseen if not hits[d.state]]
        tables = trie_tables(self, taking, standing, hits, rest=not start.ruled_out)
        return tables | {"ends": self._kept(taking, standing, hits)} if self.kept else tables

    def openings(self, start: Start) -> Tables:
        """Return a trie of which the chances of all ends come to that of what a peek has not ruled out."""
        nobody_hits = (0,) * len(self.rulebook.states)
        return trie_tables(self, [], self._drawn(self._unseen(start), 0), nobody_hits, rest=False)

    def begins(self, start: Start) -> frozenset[int]:
        """Return the states that all his cards dealt before the player's turn may be in."""
        return frozenset(key % len(self.rulebook.states) for key in self._dealt(start))

    def peeked(self, start: Start) -> list[Drawn]:
        """Return the dealer's hands that a peek decides."""
        size = len(self.rulebook.states)
        dealt = self._dealt(start).items()
        return self._drawn({key: orders for key, orders in dealt if key % size in start.ruled_out}, 0)

    def _unseen(self, start: Start) -> dict[int, float]:
        """Return the dealer's hands when his unseen cards are up, packed, and the orders that lead to each."""
        if not hidden_matter(self.rulebook):
            level: dict[int, float] = {start.view: 1}
            for _ in range(self.unseen):
                level = self._one_more(level)
            return level
        size, dealt = len(self.rulebook.states), self._dealt(start)
        level = {key: orders for key, orders in dealt.items() if key % size not in start.ruled_out}
        for _ in range(sum(deal.number for deal in self.rulebook.between)):
            level = self._one_more(level)
        return level

    def _dealt(self, start: Start) -> dict[int, float]:
        """Return the dealer's hands before the player's turn; what he shows may have come in any order."""
        found: defaultdict[int, float] = defaultdict(int)
        orderings = [shown for shown in sorted(set(permutations(start.shown))) if self._looks(shown) == start.view]
        for shown in orderings:
            level: dict[int, float] = {self.rulebook.dealer_start: 1 / len(orderings)}
            cards = iter(shown)
            for up in dealer_order(self.rulebook):
                level = self._with(level, self.tracked.index(next(cards))) if up else self._one_more(level)
            for key, orders in level.items():
                found[key] += orders
        return found

    def _looks(self, shown: Sequence[int]) -> int:
        state = self.rulebook.dealer_start
        for c in shown:
            state = self.rulebook.step[state * len(self.rulebook.classes) + c]
        return state

    def _with(self, level: dict[int, float], k: int) -> dict[int, float]:
        """Return the hands after one more card that everybody sees: it is not packed."""
        size = len(self.rulebook.states)
        found: defaultdict[int, float] = defaultdict(int)
        for key, orders in level.items():
            found[key - key % size + self.step(key % size, k)] += orders
        return found

    def _one_more(self, level: dict[int, float]) -> dict[int, float]:
        size = len(self.rulebook.states)
        longer: defaultdict[int, float] = defaultdict(int)
        for key, orders in level.items():
            cards, d = divmod(key, size)
            for k, count in enumerate(self.counts):
                if self.packing.held(cards, k) < count:
                    longer[(cards + (1 << self.packing.shift(k))) * size + self.step(d, k)] += orders
        self.meter.count_draws(len(longer))
        return longer

    def _kept(self, taking: list[Drawn], standing: list[Drawn], hits: Sequence[int]) -> list[tuple[int, int, float]]:
        """Return (packed cards, state, orders) of all hands that end in a state of `self.kept`."""
        found: defaultdict[tuple[int, int], float] = defaultdict(int)
        for d in standing:
            if d.state in self.kept:
                found[d.cards, d.state] += d.orders
        for d in taking:
            for k, count in enumerate(self.counts):
                end = self.step(d.state, k)
                if end in self.kept and not hits[end] and self.packing.held(d.cards, k) < count:
                    found[d.cards + (1 << self.packing.shift(k)), end] += d.orders
        return [(cards, state, orders) for (cards, state), orders in found.items()]

    def _drawn(self, level: dict[int, float], live: int) -> list[Drawn]:
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
            longer: defaultdict[tuple[int, int], float] = defaultdict(int)
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


def trie_tables(draws: Draws, taking: list[Drawn], standing: list[Drawn], hits: Sequence[int], *, rest: bool) -> Tables:
    """Return hands that take a card, and hands that stand at once, as the tables of `kernels.shoe.Law`.

    With A a hand that takes a card in state d, drawn with probability w/(cards left), the chance to end in e is the
    sum over A and the classes c that lead from d to e of w (left[c] - A[c]): so w is summed by d, and w A[c] by d and
    c. A standing hand is summed by its state. With `rest` one end is left over for what the others leave of 1.
    """
    packing = draws.packing
    sums: defaultdict[Slot, int] = defaultdict(lambda: len(sums))
    most_live = max((d.live for d in taking), default=-1) + 1
    last_cards = _last_cards(draws, {d.state for d in taking}, hits)
    often = Counter([*last_cards.values(), *{d.state for d in standing}])
    rest_state = max(often, key=lambda end: (often[end], end)) if rest else None
    counted = {at for at, end in last_cards.items() if end != rest_state}
    items: Items = defaultdict(list)
    for d in taking:
        entries = [(sums[0, d.state], 1)]
        entries += [(sums[1, d.idle, d.live], 1)] if draws.counting else []
        entries += [(sums[2, d.state, c], number) for c, number in packing.parts(d.cards) if (d.state, c) in counted]
        items[d.cards].append((d.idle * (most_live + 1) + d.live + 1, d.orders, entries))
    for d in standing:
        items[d.cards].append((d.idle * (most_live + 1), d.orders, [(sums[3, d.state], 1)]))
    return {
        **_nodes(packing, items),
        **_ends(dict(sums), last_cards, sorted(often), rest_state),
        "slots": len(sums),
        "unseen": draws.unseen,
        "most_live": most_live,
    }


def _last_cards(draws: Draws, taking: set[int], hits: Sequence[int]) -> dict[tuple[int, int], int]:
    """Return, by state that takes a card and live class, the end that such a card leads to."""
    steps = {(d, k): draws.step(d, k) for d in sorted(taking) for k in range(len(draws.tracked)) if k not in draws.idle}
    return {at: end for at, end in steps.items() if not hits[end]}


def _nodes(packing: Packing, items: Items) -> Tables:
    """Return the trie in depth-first order, which is the order of the packed hands."""
    hands, tables = trie(packing, items)
    ordered = [items.get(cards, ()) for cards in hands]
    flat = [item for found in ordered for item in found]
    entries = [entry for _, _, found in flat for entry in found]
    return {
        **tables,
        "first_item": firsts(ordered),
        "item_row": [row for row, _, _ in flat],
        "item_orders": [float(orders) for _, orders, _ in flat],
        "first_entry": firsts([found for _, _, found in flat]),
        "entry_slot": [slot for slot, _ in entries],
        "entry_times": [float(times) for _, times in entries],
    }


def trie(packing: Packing, wanted: Iterable[int]) -> tuple[list[int], Tables]:
    """Return the hands that lead to those wanted, from none on in depth-first order, and how each is multiplied."""
    shorter: dict[int, tuple[int, int, int]] = {}
    for hand in wanted:
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
    return [0, *hands], {
        "factor_class": [c for c, _ in factors],
        "factor_number": [number for _, number in factors],
        "depth": [depth[cards] for cards in (0, *hands)],
        "factor": [0, *(factors[shorter[cards][1:]] for cards in hands)],
    }


def _ends(sums: dict[Slot, int], last_cards: dict[tuple[int, int], int], ends: list[int], rest: int | None) -> Tables:
    """Return how the sums come to the chances of ends, and to the mean numbers of live cards."""
    lasts = [(sums[0, d], k, end, sums.get((2, d, k), -1)) for (d, k), end in last_cards.items() if end != rest]
    at_once = [(slot, name[1]) for name, slot in sums.items() if name[0] == 3 and name[1] != rest]
    counted = [(slot, name[1], name[2]) for name, slot in sums.items() if name[0] == 1]
    return {
        "end_state": ends,
        "rest": -1 if rest is None else ends.index(rest),
        "last_slot": [slot for slot, *_ in lasts],
        "last_class": [k for _, k, _, _ in lasts],
        "last_end": [ends.index(end) for _, _, end, _ in lasts],
        "last_less": [less for *_, less in lasts],
        "once_slot": [slot for slot, _ in at_once],
        "once_end": [ends.index(end) for _, end in at_once],
        "counted_slot": [slot for slot, _, _ in counted],
        "counted_idle": [idle for _, idle, _ in counted],
        "counted_live": [live for _, _, live in counted],
    }


def firsts(groups: Iterable[Sized]) -> list[int]:
    """Return where each group begins when they are laid end to end, and the end of all."""
    firsts = [0]
    for group in groups:
        firsts.append(firsts[-1] + len(group))
    return firsts
