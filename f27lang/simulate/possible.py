"""What rounds played one way can end in: Rulebook, Policy -> outcomes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

from attrs import define, field

from f27lang.rulebook import Move, Policy, Rulebook


def possible(rulebook: Rulebook, policy: Policy) -> frozenset[int]:
    """Return the places of all outcomes that a policy may bring about, and perhaps some more.

    The walk is one over tables: it does not see that the shoe has no fifth ace left.
    """
    return frozenset(_Walk(rulebook, policy).outcomes())


@define
class _Walk:
    rulebook: Rulebook
    policy: Policy
    ends: dict[tuple[int, int], set[int]] = field(factory=dict, init=False)  # (law, view) -> the dealer's last states

    def outcomes(self) -> Iterator[int]:
        cards = sum(d.number for d in self.rulebook.before if d.to == "player")
        own = self._dealt({self.rulebook.player_start}, cards)
        for view, holds in self._held().items():
            yield from self._of_view(own, view, holds)

    def _held(self) -> dict[int, set[int]]:
        """Return what the dealer may show when the player's turn comes, with all that he may then hold."""
        start = self.rulebook.dealer_start
        hands = {(start, start)}
        for up in (deal.up for deal in self.rulebook.before if deal.to == "dealer" for _ in range(deal.number)):
            hands = {
                (shows if up else view, holds)
                for view, held in hands
                for shows, holds in zip(self._after(view), self._after(held), strict=True)
            }
        found: defaultdict[int, set[int]] = defaultdict(set)
        for view, held in hands:
            found[view].add(held)
        return found

    def _of_view(self, own: set[int], view: int, holds: set[int]) -> Iterator[int]:
        size, rules = len(self.rulebook.states), self.rulebook
        undecided = {p for p in own if not rules.dealt[p * size + view]}
        yield from (rules.dealt[p * size + view] - 1 for p in own - undecided)
        if rules.peeked:
            looks = {(p, d): rules.peeked[p * size + d] - 1 for p in undecided for d in holds}
            yield from (outcome for outcome in looks.values() if outcome >= 0)
            undecided = {p for (p, _), outcome in looks.items() if outcome < 0}
            holds = {d for (_, d), outcome in looks.items() if outcome < 0}
        hits = {p for p in range(size) if self.policy.play[p * size + view] == Move.HIT}
        taken = self._reached(self._next(undecided & hits), lambda p: p in hits and not rules.drawn[p * size + view])
        yield from (rules.drawn[p * size + view] - 1 for p in taken if rules.drawn[p * size + view])
        for p in (undecided | {p for p in taken if not rules.drawn[p * size + view]}) - hits:
            yield from self._stood(p, view, holds)

    def _stood(self, p: int, view: int, holds: set[int]) -> Iterator[int]:
        size, ends = len(self.rulebook.states), len(self.rulebook.outcomes)
        if decided := self.rulebook.stood[p * size + view]:
            yield decided - 1
            return
        for final in {self.rulebook.final[p * size + d] for d in self._dealer_ends(self.rulebook.law[p], view, holds)}:
            if final < ends:
                yield final
            else:
                showdown = self.rulebook.showdowns[final - ends]
                yield from (showdown.better, showdown.equal, showdown.worse)

    def _dealer_ends(self, law: int, view: int, holds: set[int]) -> set[int]:
        if (law, view) not in self.ends:
            hits = self.rulebook.dealer_hits[law * len(self.rulebook.states) :]
            begun = self._dealt(holds, sum(d.number for d in self.rulebook.between))
            self.ends[law, view] = {d for d in self._reached(begun, lambda d: bool(hits[d])) if not hits[d]}
        return self.ends[law, view]

    def _reached(self, begun: Iterable[int], goes_on: Callable[[int], bool]) -> set[int]:
        """Return the states that are there from the beginning or follow where a hand goes on."""
        found, waiting = set(begun), list(begun)
        while waiting:
            if goes_on(state := waiting.pop()):
                fresh = self._next((state,)) - found
                found |= fresh
                waiting += fresh
        return found

    def _dealt(self, states: set[int], cards: int) -> set[int]:
        for _ in range(cards):
            states = self._next(states)
        return states

    def _next(self, states: Iterable[int]) -> set[int]:
        return {after for state in states for after in self._after(state)}

    def _after(self, state: int) -> tuple[int, ...]:
        classes = len(self.rulebook.classes)
        return self.rulebook.step[state * classes : (state + 1) * classes]
