"""Sums what one way to play brings about over all that the dealer may show, and reads the answers off these sums.

Columns, a way to play -> Ledger -> Solution
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING

from attrs import astuple, define, field

from f27lang.poker import category
from f27lang.rulebook import Policy
from f27lang.solve.chart import Results, Search, chart_cells, worth_printing
from f27lang.solve.deals import dealer_cards_before, deals, reading
from f27lang.solve.endless import Endless
from f27lang.solve.faces import Column, Ends, Moves, Number, against
from f27lang.solve.solution import Cell, Frequencies, Solution

if TYPE_CHECKING:
    from f27lang.rulebook import HandState, Rulebook
    from f27lang.solve.averaged import Averaged

Play = str | Policy  # "best", "chart" or a policy


@define
class Ledger:
    """All that is known of one way to play, growing column by column."""

    rulebook: Rulebook
    play: Play
    wager: int
    counting: bool  # whether ends are asked for
    guide: Endless  # where the search for the best chart starts, and what moves are worth where nobody gets
    knowledge: str = "cards"  # of the best play
    averaged: Averaged | None = None  # where the rulebook is one of averages
    charting: bool = True  # whether cells are asked for
    by_dealer: list[tuple[str, Number, Number]] = field(factory=list, init=False)
    moves: dict[int, tuple[int, ...]] = field(factory=dict, init=False)
    cells: list[Cell] = field(factory=list, init=False)
    ends: list[tuple[int, Ends]] = field(factory=list, init=False)

    @property
    def looks_at_suits(self) -> bool:
        """Whether its player looks at suits."""
        return (self.play, self.knowledge) == ("best", "cards")

    @property
    def looks_at_ranks(self) -> bool:
        """Whether its player looks at ranks only."""
        return (self.play, self.knowledge) == ("best", "ranks")

    def add(self, column: Column) -> None:
        """Play one column."""
        name, weight = column[0].name, sum(face.weight for face in column)
        if self.play == "best":
            value = sum(face.value(None) for face in column)
        elif isinstance(self.play, Policy) and not self.charting:
            self.moves |= {face.state: against(self.rulebook, self.play, face.state) for face in column}
            value = sum(face.value(self.moves[face.state]) for face in column)
        else:
            results = self._results(column)
            value = sum(played.value for _, played in results)
            self.cells += chart_cells(self.rulebook, name, results, self.moves, self.guide.worth)
        self.by_dealer.append((name, weight, value))
        if self.counting:
            self.ends += [(face.state, face.ends(self._moves(face.state))) for face in column]

    def _results(self, column: Column) -> Results:
        views = {face.state for face in column}
        if isinstance(self.play, Policy):
            self.moves |= {view: against(self.rulebook, self.play, view) for view in views}
            return [(face.state, face.played(self.moves[face.state])) for face in column]
        search = Search(self.rulebook, column, self.guide.best_column(column[0].name))
        search.run()
        self.moves |= {view: search.moves(view) for view in views}
        return search.results

    def _moves(self, view: int) -> Moves:
        return None if self.play == "best" else self.moves[view]

    @property
    def value(self) -> Number:
        """The value to the player, per wager of 1."""
        return sum(value for _, _, value in self.by_dealer)

    def solution(self, shoe: str) -> Solution:
        """Return what is known as a Solution."""
        name = self.play.name if isinstance(self.play, Policy) else self.play
        return Solution(
            play=name,
            shoe=shoe,
            knowledge=self.knowledge if self.play == "best" else "total",
            value=float(self.value),
            fraction=self.value if isinstance(self.value, Fraction) else None,
            by_dealer=tuple((shows, float(w), float(value / w)) for shows, w, value in self.by_dealer),
            frequencies=self._frequencies() if self.counting else None,
            cells=worth_printing(self.cells),
            policy=None if self.play == "best" else self._policy(name),
        )

    def _frequencies(self) -> Frequencies:
        if self.averaged is None:
            return frequencies(self.rulebook, self.wager, self.ends)
        ends = [self.averaged.ends(view, ends) for view, ends in self.ends]
        return frequencies(self.averaged.original, self.wager, ends)

    def _policy(self, name: str) -> Policy:
        size = len(self.rulebook.states)
        play = [
            self.moves[at % size][at // size] if bits and at % size in self.moves else 0
            for at, bits in enumerate(self.rulebook.moves)
        ]
        policy = Policy(name, tuple(play))
        return self.averaged.policy(policy) if self.averaged else policy


def frequencies(rulebook: Rulebook, wager: int, parts: list[tuple[int, Ends]]) -> Frequencies:
    """Read off how rounds end from the ends against each view.

    A dealer who does not play has his face-up hand as his last one.
    """
    size, given = len(rulebook.states), deals(rulebook)
    outcomes: list[Number] = [0] * (len(rulebook.outcomes) + 1)
    player: defaultdict[str, Number] = defaultdict(int)
    dealer: defaultdict[str, Number] = defaultdict(int)
    showdowns: list[list[Number]] = [[0, 0, 0] for _ in rulebook.showdowns]
    keys: defaultdict[int, Number] = defaultdict(int)
    hands: defaultdict[tuple[int, int | None, int], Number] = defaultdict(int)
    player_cards: Number = given.player
    dealer_cards: Number = dealer_cards_before(rulebook)
    between = sum(deal.number for deal in rulebook.between)
    for view, ends in parts:
        early = ((rulebook.dealt, ends.dealt), (rulebook.drawn, ends.drawn), (rulebook.stood, ends.stood))
        decided = [(p, None, table[p * size + view], often) for table, found in early for p, often in found.items()]
        peeked = [(p, d, rulebook.peeked[p * size + d], often) for (p, d), often in ends.peeked.items()]
        played = [(p, d, 1 + rulebook.final[p * size + d], often) for (p, d), often in ends.final.items()]
        for p, d, outcome, often in (*decided, *peeked, *played):
            if outcome < len(outcomes):
                outcomes[outcome] += often
            hands[p, d, outcome - 1] += often
            player[final_name(rulebook.states[p])] += often
            dealer[final_name(rulebook.states[view if d is None else d])] += often
        for at, split in ends.showdowns.items():
            for which, outcome in enumerate(astuple(rulebook.showdowns[at])):
                outcomes[1 + outcome] += split[which]
                showdowns[at][which] += split[which]
        for key, often in ends.keys.items():
            keys[key] += often
        player_cards += ends.player_cards
        dealer_cards += ends.dealer_cards + between * sum(often for *_, often in played)
    payoffs = [Fraction(o.payoffs[wager], rulebook.denominator) for o in rulebook.outcomes]
    mean = sum(chance * float(pay) for chance, pay in zip(outcomes[1:], payoffs))
    square = sum(chance * float(pay) ** 2 for chance, pay in zip(outcomes[1:], payoffs))
    return Frequencies(
        outcomes=tuple(map(float, outcomes[1:])),
        player_totals=by_total(rulebook, player),
        dealer_totals=by_total(rulebook, dealer),
        variance=float(square - mean**2),
        player_cards=float(player_cards),
        dealer_cards=float(dealer_cards),
        decisions=float(sum(ends.decisions for _, ends in parts)),
        showdowns=tuple((float(better), float(equal), float(worse)) for better, equal, worse in showdowns),
        hands=tuple((p, d, outcome, float(often)) for (p, d, outcome), often in hands.items() if often),
        categories=by_category(rulebook, keys),
    )


def by_category(rulebook: Rulebook, keys: dict[int, Number]) -> tuple[tuple[str, float], ...]:
    """Sum poker keys by category, best first."""
    if rulebook.poker is None:
        return ()
    found: dict[str, Number] = dict.fromkeys(rulebook.poker.order, 0)
    for key, often in keys.items():
        found[category(rulebook.poker, key)] += often
    return tuple((name, float(often)) for name, often in found.items())


def by_total(rulebook: Rulebook, chances: dict[str, Number]) -> tuple[tuple[str, float], ...]:
    """Order final hands: hard, then soft, each by total, those over the limit last."""
    ordered = sorted(rulebook.states, key=lambda state: (state.over, state.soft, state.total))
    names = dict.fromkeys(final_name(state) for state in ordered)
    return tuple((name, float(chances[name])) for name in names if name in chances)


def final_name(state: HandState) -> str:
    """Name a final hand: all totals over the limit are "over"."""
    return "over" if state.over else reading(state)
