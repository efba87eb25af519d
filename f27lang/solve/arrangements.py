"""How a hand of ranks can lie in suits, as far as it matters, and how one more card changes that.

Bins -> Arrangements -> tables of `kernels.suited`

A *shape* is the number of cards of each rank in hand, in order. Of a hand that is of one suit so far everything is
known; of any other only its cards in suits that are *open*, which the dealer's cards may share. So neither ranks nor,
where suits are alike, their names are looked at, and the tables serve all hands.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate
from math import prod
from typing import Any

from attrs import define, field, frozen

from f27lang.solve.draws import firsts

MOST_CARDS = 5
SPECS = 2 * MOST_CARDS + 1  # ways to add a card: to one of five ranks, or as a rank before, between and behind them

Shape = tuple[int, ...]
Sub = tuple[int, ...]  # cards of each rank in one suit
Key = tuple[Sub | None, ...]  # by suit; None where nothing is known
Option = tuple[int, int, Key]  # suits that the next card may have, as bits; cards held in these; the key after it


@frozen
class Bins:
    """Where cards can lie: in suits, each in a group that are alike and open or not, or `without` a suit."""

    groups: tuple[int, ...]
    open: tuple[bool, ...]
    without: bool

    def folded(self, shape: Shape, key: Key) -> Key:
        """Return a key with what does not matter left out, suits that are alike in a fixed order."""
        mixed = not one_suit(shape, key)
        subs = [None if mixed and not is_open else sub for sub, is_open in zip(key, self.open)]
        for group in set(self.groups):
            places = [s for s, each in enumerate(self.groups) if each == group]
            ordered = sorted((subs[s] for s in places), key=lambda sub: sub or (), reverse=True)
            for s, sub in zip(places, ordered):
                subs[s] = sub
        return tuple(subs)

    def options(self, shape: Shape, key: Key, place: int, new: bool) -> Iterator[Option]:
        """Yield what a card of the rank at `place` can do, `new` if it comes before that rank."""
        longer = with_card(shape, place, new)
        held = 0 if new else shape[place]
        subs = [sub if sub is None or not new else (*sub[:place], 0, *sub[place:]) for sub in key]
        known = [None if sub is None else sub[place] for sub in subs]
        rest = held - sum(n or 0 for n in known)
        found: dict[Key, tuple[int, int]] = {}
        bins = [*known, None] if self.without else known
        for s, n in enumerate(bins):
            after = list(subs)
            if n is not None:
                sub = subs[s]
                assert sub is not None
                after[s] = (*sub[:place], n + 1, *sub[place + 1 :])
            to = self.folded(longer, tuple(after))
            suits, cards = found.get(to, (0, 0))
            unknown = n is None and not any(suits >> other & 1 for other, m in enumerate(bins) if m is None)
            found[to] = suits | 1 << s, cards + (n or 0) + (rest if unknown else 0)
        yield from ((suits, cards, to) for to, (suits, cards) in found.items())


def one_suit(shape: Shape, key: Key) -> bool:
    """Return whether all cards lie in one suit."""
    subs = [sub for sub in key if sub is not None]
    return len(subs) == len(key) and sum(map(any, subs)) <= 1 and sum(map(sum, subs)) == sum(shape)


def with_card(shape: Shape, place: int, new: bool) -> Shape:
    """Return a shape with one more card of the rank at `place`, or of a new rank before it."""
    return (*shape[:place], 1, *shape[place:]) if new else (*shape[:place], shape[place] + 1, *shape[place + 1 :])


def specs(shape: Shape) -> Iterator[tuple[int, int, bool]]:
    """Yield the ways to add a card: number, place, and whether its rank is new."""
    yield from ((place, place, False) for place in range(len(shape)))
    yield from ((MOST_CARDS + place, place, True) for place in range(len(shape) + 1))


@define
class Arrangements:
    """All shapes of up to five cards and their keys, numbered as they are found from an empty hand on."""

    bins: Bins
    shapes: dict[Shape, int] = field(factory=dict, init=False)
    keys: list[dict[Key, int]] = field(factory=list, init=False)
    options: list[dict[int, list[list[Option]]]] = field(factory=list, init=False)  # by shape, spec and key

    def __attrs_post_init__(self) -> None:
        self._number((), ((),) * len(self.bins.groups))
        for size in range(MOST_CARDS + 1):
            for shape in [shape for shape in self.shapes if sum(shape) == size]:
                self._grow(shape)

    def _number(self, shape: Shape, key: Key) -> None:
        if shape not in self.shapes:
            self.shapes[shape] = len(self.shapes)
            self.keys.append({})
            self.options.append({})
        keys = self.keys[self.shapes[shape]]
        keys.setdefault(key, len(keys))

    def _grow(self, shape: Shape) -> None:
        at = self.shapes[shape]
        for spec, place, new in specs(shape) if sum(shape) < MOST_CARDS else ():
            self.options[at][spec] = [list(self.bins.options(shape, key, place, new)) for key in self.keys[at]]
            for options in self.options[at][spec]:
                for _, _, to in options:
                    self._number(with_card(shape, place, new), to)

    def after(self, shape: Shape, key: Key, place: int, new: bool) -> list[Option]:
        """Return what a card of the rank at `place` can do, `new` if it comes before that rank."""
        at = self.shapes[shape]
        return self.options[at][place + MOST_CARDS * new][self.keys[at][key]]

    def looks(self, shape: Shape, key: Key) -> list[int]:
        """Return by suit, where it is open, the way in which a hand lies in it; as in `kernels.showdown.Fives`."""
        ways = prod(n + 1 for n in shape)
        one = one_suit(shape, key) and any(shape)
        found = []
        for sub, is_open in zip(key, self.bins.open):
            way = sum(n * prod(m + 1 for m in shape[:place]) for place, n in enumerate(sub or ()))
            found.append(-1 if not is_open else ways if one and not way else way)
        return found

    def tables(self) -> dict[str, Any]:
        """Return all of this as the tables of `kernels.suited.Arrangements`."""
        next_shape: list[int] = []
        first_spec: list[int] = []
        counts: list[int] = []
        options: list[Option] = []
        to_key: list[int] = []
        for shape, at in self.shapes.items():
            places = {spec: with_card(shape, place, new) for spec, place, new in specs(shape)}
            for spec in range(SPECS):
                by_key = self.options[at].get(spec, [])
                to = self.shapes[places[spec]] if by_key else -1
                next_shape.append(to)
                first_spec.append(len(counts))
                for found in by_key:
                    counts.append(len(found))
                    options += found
                    to_key += [self.keys[to][key] for *_, key in found]
        every = [(shape, key) for shape, at in self.shapes.items() for key in self.keys[at]]
        return {
            "keys": array("i", map(len, self.keys)),
            "first_key": array("i", firsts(self.keys)),
            "one": array("i", [one_suit(shape, key) for shape, key in every]),
            "looks": array("i", [way for shape, key in every for way in self.looks(shape, key)]),
            "suits": len(self.bins.groups),
            "next_shape": array("i", next_shape),
            "first_spec": array("i", first_spec),
            "first_option": array("i", [0, *accumulate(counts)]),
            "option_suits": array("i", [suits for suits, _, _ in options]),
            "option_held": array("d", [held for _, held, _ in options]),
            "option_key": array("i", to_key),
        }


@lru_cache(maxsize=16)
def arrangements(bins: Bins) -> Arrangements:
    """Return the arrangements of a kind of suits."""
    return Arrangements(bins)
