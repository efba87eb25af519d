"""Tables for players who see ranks only: suits that rules tell apart are averaged where they only change payments.

Rulebook -> Averaged: a Rulebook of fewer classes, and what its states and outcomes stand for
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm
from typing import Any

from attrs import define, evolve, field, frozen

from f27lang.rulebook import CardClass, HandState, Move, Outcome, Policy, Rulebook
from f27lang.solve.deals import Hand, dealer_order, deals, dealt_hands, shown_names
from f27lang.solve.faces import Ends
from f27lang.solve.mixtures import Mixed, Mixing, SuitsMatter

Ranks = tuple[str, ...]  # of a class


@frozen(eq=False)
class Averaged:
    """A rulebook whose classes are ranks, as far as suits only change what is paid, and what its states stand for.

    `states[P]` are the states of the rulebook that it was made of, with the chance of each given the ranks of a hand.
    """

    rulebook: Rulebook
    original: Rulebook
    states: tuple[Mixed, ...]
    groups: tuple[tuple[int, ...], ...]  # the classes that became one each

    def ends(self, view: int, ends: Ends) -> tuple[int, Ends]:
        """Return the same ends by the states of the original rulebook, with what the dealer shows."""
        size, shown = len(self.original.states), self.states[view][0][0]
        found = Ends(
            showdowns=ends.showdowns,
            keys=ends.keys,
            player_cards=ends.player_cards,
            dealer_cards=ends.dealer_cards,
            decisions=ends.decisions,
        )
        for name in ("dealt", "drawn", "stood"):
            for p, often in getattr(ends, name).items():
                for member, chance in self.states[p]:
                    getattr(found, name)[member] += often * chance
        for (p, d), often in ends.peeked.items():
            for member, chance in self.states[p]:
                found.peeked[member, self.states[d][0][0]] += often * chance
        for (p, d), often in ends.final.items():
            for member, chance in self.states[p]:
                if self.original.drawn[member * size + shown]:
                    found.drawn[member] += often * chance
                else:
                    found.final[member, self.states[d][0][0]] += often * chance
        return shown, found

    def seen(self, policy: Policy) -> Policy | None:
        """Return a policy of the original rulebook on these tables; None where it looks at suits."""
        size, play = len(self.original.states), []
        for p in self.states:
            for v in self.states:
                moves = {policy.play[member * size + shown] for member, _ in p for shown, _ in v} - {0}
                if len(moves) > 1:
                    return None
                play.append(moves.pop() if moves else 0)
        return Policy(policy.name, tuple(play))

    def policy(self, policy: Policy) -> Policy:
        """Return a policy of these tables on the original rulebook."""
        size, width = len(self.original.states), len(self.states)
        play = [0] * (size * size)
        for at, move in enumerate(policy.play):
            for p, _ in self.states[at // width] if move else ():
                for v, _ in self.states[at % width]:
                    play[p * size + v] = move
        return Policy(policy.name, tuple(move if bits else 0 for move, bits in zip(play, self.original.moves)))


@lru_cache(maxsize=4)
def averaged(rulebook: Rulebook, endless: bool = False) -> Averaged | None:
    """Return the tables with as many suits averaged as can be, None where none; for the full shoe or the endless."""
    parted = _parted(rulebook)
    every = _average(rulebook, parted, endless) if parted else None
    if every or len(parted) < 2:
        return every
    found: Averaged | None = None
    done: list[Ranks] = []
    for ranks in parted:
        more = _average(rulebook, [*done, ranks], endless)
        if more:
            found, done = more, [*done, ranks]
    return found


def chart_names(rulebook: Rulebook, hands: tuple[Hand, ...]) -> tuple[str, ...]:
    """Name each of the dealer's face-up hands as the chart of the full shoe does, which averages suits."""
    averages = averaged(rulebook)
    if averages is None or sum(hands[0].cards) != 1:
        return shown_names(rulebook, hands)
    cards = dealt_hands(averages.rulebook, averages.rulebook.dealer_start, 1)
    names = {hand.cards.index(1): name for hand, name in zip(cards, shown_names(averages.rulebook, cards))}
    group = {c: at for at, classes in enumerate(averages.groups) for c in classes}
    return tuple(names[group[hand.cards.index(1)]] for hand in hands)


def chart_views(rulebook: Rulebook) -> dict[int, str]:
    """Return the chart's name for each state that the dealer's face-up cards can be in."""
    hands = dealt_hands(rulebook, rulebook.dealer_start, deals(rulebook).shown)
    return {hand.state: name for hand, name in zip(hands, chart_names(rulebook, hands), strict=True)}


def _parted(rulebook: Rulebook) -> tuple[Ranks, ...]:
    """Return the ranks whose suits card classes part."""
    ranks = [c.ranks for c in rulebook.classes]
    return tuple(each for each in dict.fromkeys(ranks) if ranks.count(each) > 1)


def _average(rulebook: Rulebook, parted: Iterable[Ranks], endless: bool) -> Averaged | None:
    """Return the tables with the suits of some ranks averaged; None where these change more than what is paid."""
    try:
        mixing = Mixing(rulebook, _groups(rulebook, frozenset(parted)), endless)
        tables = Tables(rulebook, mixing)
        return Averaged(tables.rulebook, rulebook, tables.states, mixing.groups)
    except SuitsMatter:
        return None


def _groups(rulebook: Rulebook, parted: frozenset[Ranks]) -> tuple[tuple[int, ...], ...]:
    """Return the classes that become one each."""
    found: defaultdict[object, list[int]] = defaultdict(list)
    for c, card_class in enumerate(rulebook.classes):
        found[card_class.ranks if card_class.ranks in parted else c].append(c)
    return tuple(map(tuple, found.values()))


@define(slots=False)
class Tables:
    """The tables over mixtures; raises SuitsMatter where the members of one are not played or compared alike."""

    old: Rulebook
    mixing: Mixing
    outcomes: dict[Mixed, int] = field(factory=dict, init=False)

    @cached_property
    def states(self) -> tuple[Mixed, ...]:
        """The states in each mixture."""
        return tuple(self.mixing.states)

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rulebook over mixtures."""
        old, mixing = self.old, self.mixing
        for outcome in range(len(old.outcomes)):
            self._number(((outcome, Fraction(1)),))
        tables = self._cells()
        class_of = {c: at for at, group in enumerate(mixing.groups) for c in group}
        denominator = old.denominator * lcm(*(share.denominator for mixed in self.outcomes for _, share in mixed))
        return evolve(
            old,
            classes=tuple(self._class(group) for group in mixing.groups),
            sorted_shoe=_runs((class_of[c], cards) for c, cards in old.sorted_shoe),
            states=tuple(self._state(mixed, class_of) for mixed in self.states),
            step=tuple(mixing.step),
            player_start=mixing.player_start,
            dealer_start=mixing.dealer_start,
            **tables,
            outcomes=tuple(self._outcome(mixed, denominator) for mixed in self.outcomes),
            denominator=denominator,
            sides=(),
        )

    def _cells(self) -> dict[str, Any]:
        """Return the tables over mixtures by their names."""
        old, width = self.old, range(len(self.states))
        cells = [(p, v) for p in width for v in width]
        seen = [self._seen(p, v) for p, v in cells]
        waits: defaultdict[int, list[int]] = defaultdict(list)
        for (p, v), found in zip(cells, seen):
            if found is None:
                waits[p].append(v)
        dealt, drawn, moves, stood = zip(*((0, 0, int(Move.STAND), 0) if found is None else found for found in seen))
        law = tuple(map(self._law, width))
        peeked = tuple(self._early(old.peeked, p, d) for p, d in cells) if old.peeked else ()
        final = self._final(waits, moves)  # the last to number outcomes; showdowns come behind all of them
        return {
            "dealt": dealt,
            "drawn": drawn,
            "moves": moves,
            "stood": stood,
            "peeked": peeked,
            "law": law,
            "dealer_hits": tuple(self._hits(group, d) for group in range(1 + max(law)) for d in width),
            "final": tuple(outcome if outcome >= 0 else len(self.outcomes) - 1 - outcome for outcome in final),
        }

    def _number(self, mixed: Mixed) -> int:
        return self.outcomes.setdefault(mixed, len(self.outcomes))

    def _pairs(self, p: int, d: int) -> Iterator[tuple[int, Fraction, list[int]]]:
        """Yield the player's members with their chances, and the cells of each with the dealer's."""
        size = len(self.old.states)
        for member, chance in self.states[p]:
            yield member, chance, [member * size + other for other, _ in self.states[d]]

    def _one(self, table: Sequence[int], cells: Iterable[int]) -> int:
        """Return what a table says in all of some cells."""
        values = {table[cell] for cell in cells}
        if len(values) > 1:
            raise SuitsMatter
        return values.pop()

    def _mix(self, decided: Iterable[tuple[int, Fraction]]) -> int:
        """Return the number of the outcome that several, from 0, come to in the mean; showdowns are -1, -2, ..."""
        shares: defaultdict[int, Fraction] = defaultdict(Fraction)
        for outcome, chance in decided:
            shares[outcome] += chance
        ends = len(self.old.outcomes)
        if max(shares) < ends:
            return self._number(tuple(sorted(shares.items())))
        if len(shares) > 1:
            raise SuitsMatter
        return ends - 1 - max(shares)

    def _early(self, table: Sequence[int], p: int, v: int) -> int:
        """Return what a table of decisions says: for all members or for none."""
        said = [(self._one(table, cells), chance) for _, chance, cells in self._pairs(p, v)]
        if not any(outcome for outcome, _ in said):
            return 0
        if not all(outcome for outcome, _ in said):
            raise SuitsMatter
        return 1 + self._mix((outcome - 1, chance) for outcome, chance in said)

    def _seen(self, p: int, v: int) -> tuple[int, int, int, int] | None:
        """Return what is dealt, drawn, allowed and stood; None where some members wait for the dealer's cards."""
        old = self.old
        moves = {self._one(old.moves, cells) for _, _, cells in self._pairs(p, v)}
        if len(moves) == 1:
            dealt, drawn, stood = (self._early(table, p, v) for table in (old.dealt, old.drawn, old.stood))
            return dealt, drawn, moves.pop(), stood
        for member, _, cells in self._pairs(p, v):
            decided = self._one(old.drawn, cells)
            waits = self._one(old.moves, cells) == Move.STAND and not self._one(old.stood, cells)
            if not decided and not (waits and self._takes_none(member)):
                raise SuitsMatter
        return None

    def _takes_none(self, member: int) -> bool:
        size, group = len(self.old.states), self.old.law[member]
        return not any(self.old.dealer_hits[group * size : (group + 1) * size])

    def _law(self, p: int) -> int:
        """Return the group of laws of a mixture; of members who never get to move none matters."""
        size = len(self.old.states)
        moving = [member for member, _ in self.states[p] if any(self.old.moves[member * size : (member + 1) * size])]
        found = {self.old.law[member] for member in moving}
        if len(found) > 1:
            raise SuitsMatter
        return found.pop() if found else 0

    def _hits(self, group: int, d: int) -> int:
        size = len(self.old.states)
        return self._one(self.old.dealer_hits, [group * size + member for member, _ in self.states[d]])

    def _final(self, waits: dict[int, list[int]], moves: Sequence[int]) -> list[int]:
        width, found = range(len(self.states)), []
        for p in width:
            shown = self._shown(waits[p], moves[p * len(width) :]) if p in waits else {}
            for d in width:
                parts = [(self._ends(cells, shown.get(d, ())), chance) for _, chance, cells in self._pairs(p, d)]
                found.append(self._mix(parts))
        return found

    def _shown(self, waits: Sequence[int], moves: Sequence[int]) -> dict[int, list[int]]:
        """Return, by the dealer's hand, what he shows of it where some members wait; elsewhere none may get there."""
        found: defaultdict[int, list[int]] = defaultdict(list)
        for v, hands in self._held.items():
            for d in hands if moves[v] else ():
                found[d].append(v)
        if any(set(shown) & set(waits) and not set(waits).issuperset(shown) for shown in found.values()):
            raise SuitsMatter
        return found

    def _ends(self, cells: list[int], shown: Iterable[int]) -> int:
        """Return how a member's round ends, who was decided before where others of his mixture wait."""
        size = len(self.old.states)
        member = cells[0] // size
        early = {self.old.drawn[member * size + v] for view in shown for v, _ in self.states[view]}
        if early in (set(), {0}):
            return self._one(self.old.final, cells)
        if len(early) > 1:
            raise SuitsMatter
        return early.pop() - 1

    @cached_property
    def _held(self) -> dict[int, set[int]]:
        """All that the dealer may have when he turns up his cards, by what he shows."""
        classes, step = len(self.mixing.groups), self.mixing.step
        pairs = {(self.mixing.dealer_start, self.mixing.dealer_start)}
        between = sum(deal.number for deal in self.old.between)
        for up in (*dealer_order(self.old), *(False,) * between):
            pairs = {
                (step[v * classes + c] if up else v, step[d * classes + c]) for v, d in pairs for c in range(classes)
            }
        found: defaultdict[int, set[int]] = defaultdict(set)
        for v, d in pairs:
            found[v].add(d)
        return found

    def _class(self, group: tuple[int, ...]) -> CardClass:
        first = self.old.classes[group[0]]
        if len(group) == 1:
            return first
        count = sum(self.old.classes[c].count for c in group)
        return CardClass(" ".join(first.ranks), count, first.ranks)

    def _state(self, mixed: Mixed, class_of: dict[int, int]) -> HandState:
        states = [self.old.states[member] for member, _ in mixed]
        cards = {state.cards for state in states}
        return evolve(
            states[0],
            cards=cards.pop() if len(cards) == 1 else None,
            example=tuple(class_of[c] for c in states[0].example),
        )

    def _outcome(self, mixed: Mixed, denominator: int) -> Outcome:
        outcomes = [(self.old.outcomes[outcome], share) for outcome, share in mixed]
        unit = Fraction(denominator, self.old.denominator)
        paid = zip(*([pay * share * unit for pay in outcome.payoffs] for outcome, share in outcomes))
        return evolve(outcomes[0][0], payoffs=tuple(int(sum(parts)) for parts in paid), fixed=())


def _runs(runs: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Join neighbouring runs of one class."""
    found: list[tuple[int, int]] = []
    for c, cards in runs:
        if found and found[-1][0] == c:
            cards += found.pop()[1]  # noqa: PLW2901
        found.append((c, cards))
    return tuple(found)
