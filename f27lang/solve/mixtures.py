"""Hands of which only the ranks are seen, as mixtures of the states that their suits may have led to.

Rulebook, classes that look alike -> Mixing
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from attrs import define, field

from f27lang.solve.suits import leading_to

if TYPE_CHECKING:
    from f27lang.rulebook import Rulebook

MOST_MIXTURES = 1_500  # as many states as a rulebook may have
MOST_MEMBERS = 500  # of all mixtures: tables over them take a second for 250, and four times as long for twice as many

Member = tuple[int, tuple[int, ...]]  # a state, and where suits still matter to it the cards held, by class
Mixture = tuple[tuple[Member, Fraction], ...]  # what a hand may be whose ranks alone are seen, with the chances
Mixed = tuple[tuple[int, Fraction], ...]  # the same without the cards held; or outcomes with their chances


class SuitsMatter(Exception):
    """Raised where suits change more than what is paid, or too much of it, so that there is no average."""


@define(slots=False)
class Mixing:
    """All mixtures of hands that look alike, numbered; how one card leads from each to the next."""

    rulebook: Rulebook
    groups: tuple[tuple[int, ...], ...]
    endless: bool
    numbers: dict[Mixture, int] = field(factory=dict, init=False)
    step: list[int] = field(factory=list, init=False)
    player_start: int = field(init=False)
    dealer_start: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        nothing = (0,) * len(self.rulebook.classes)
        starts = (self.rulebook.player_start, self.rulebook.dealer_start)
        self.player_start, self.dealer_start = (self._number({self._member(s, nothing): Fraction(1)}) for s in starts)
        mixtures = self.numbers
        for mixture in _growing(mixtures):
            self.step += [self._number(self._after(mixture, group)) for group in self.groups]
            if len(mixtures) > MOST_MIXTURES:
                raise SuitsMatter
        if sum(map(len, self.states)) > MOST_MEMBERS:
            raise SuitsMatter

    @cached_property
    def _sees_suits(self) -> frozenset[int]:
        """The states to whose further cards suits matter."""
        step, classes = self.rulebook.step, len(self.rulebook.classes)
        differing = {
            s
            for s in range(len(self.rulebook.states))
            for group in self.groups
            if len({step[s * classes + c] for c in group}) > 1
        }
        return leading_to(self.rulebook, frozenset(differing))

    @property
    def states(self) -> Iterator[Mixed]:
        """The states in each mixture, the likeliest first."""
        for mixture in self.numbers:
            found: defaultdict[int, Fraction] = defaultdict(Fraction)
            for (state, _), chance in mixture:
                found[state] += chance
            yield tuple(sorted(found.items(), key=lambda item: (-item[1], item[0])))

    def _member(self, state: int, held: tuple[int, ...]) -> Member:
        return (state, held if state in self._sees_suits and not self.endless else ())

    def _number(self, members: dict[Member, Fraction]) -> int:
        return self.numbers.setdefault(tuple(sorted(members.items())), len(self.numbers))

    def _after(self, mixture: Mixture, group: tuple[int, ...]) -> dict[Member, Fraction]:
        found: defaultdict[Member, Fraction] = defaultdict(Fraction)
        for (state, held), chance in mixture:
            ways = self._ways(group, held) if state in self._sees_suits else [(group[0], Fraction(1))]
            for c, share in ways:
                after = self.rulebook.step[state * len(self.rulebook.classes) + c]
                cards = (*held[:c], held[c] + 1, *held[c + 1 :]) if held else ()
                found[self._member(after, cards)] += chance * share
        return found

    def _ways(self, group: tuple[int, ...], held: tuple[int, ...]) -> list[tuple[int, Fraction]]:
        """Return the classes that a card may be of, with their chances; of a rank that has run out, all of them."""
        counts = [self.rulebook.classes[c].count for c in group]
        left = [max(count - held[c], 0) for c, count in zip(group, counts)] if held else counts
        left = next((each for each in (left, counts) if any(each)), [1] * len(group))
        return [(c, Fraction(n, sum(left))) for c, n in zip(group, left) if n]


def _growing(numbers: dict[Mixture, int]) -> Iterator[Mixture]:
    """Yield the keys of a dictionary that grows meanwhile, in the order in which they came."""
    done = 0
    while done < len(numbers):
        for mixture in list(numbers)[done:]:
            done += 1
            yield mixture
