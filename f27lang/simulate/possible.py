"""What rounds played one way can end in: Rulebook, Policy -> outcomes."""

from __future__ import annotations

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
        before = self.rulebook.before
        own = self._dealt(self.rulebook.player_start, sum(d.number for d in before if d.to == "player"))
        views = self._dealt(self.rulebook.dealer_start, sum(d.number for d in before if d.to == "dealer" and d.up))
        for view in views:
            yield from self._of_view(own, view)

    def _of_view(self, own: set[int], view: int) -> Iterator[int]:
        size, rules = len(self.rulebook.states), self.rulebook
        undecided = {p for p in own if not rules.dealt[p * size + view]}
        yield from (rules.dealt[p * size + view] - 1 for p in own - undecided)
        hits = {p for p in range(size) if self.policy.play[p * size + view] == Move.HIT}
        taken = self._reached(self._next(undecided & hits), lambda p: p in hits and not rules.drawn[p * size + view])
        yield from (rules.drawn[p * size + view] - 1 for p in taken if rules.drawn[p * size + view])
        for p in (undecided | {p for p in taken if not rules.drawn[p * size + view]}) - hits:
            yield from self._stood(p, view)

    def _stood(self, p: int, view: int) -> Iterator[int]:
        size = len(self.rulebook.states)
        if decided := self.rulebook.stood[p * size + view]:
            yield decided - 1
        else:
            yield from {self.rulebook.final[p * size + d] for d in self._dealer_ends(self.rulebook.law[p], view)}

    def _dealer_ends(self, law: int, view: int) -> set[int]:
        if (law, view) not in self.ends:
            hits = self.rulebook.dealer_hits[law * len(self.rulebook.states) :]
            hidden = (d for d in self.rulebook.before if d.to == "dealer" and not d.up)
            begun = self._dealt(view, sum(d.number for d in (*hidden, *self.rulebook.between)))
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

    def _dealt(self, start: int, cards: int) -> set[int]:
        states = {start}
        for _ in range(cards):
            states = self._next(states)
        return states

    def _next(self, states: Iterable[int]) -> set[int]:
        classes = len(self.rulebook.classes)
        return {after for s in states for after in self.rulebook.step[s * classes : (s + 1) * classes]}
