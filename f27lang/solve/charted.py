"""An old chart in a new game, read as a player reads it: by the totals of both hands, or the name of the card shown.

The chart's Policy, the Rulebooks of both games -> Policy of the new one, without a move where the chart has none
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field

from f27lang.rulebook import Policy, Rulebook
from f27lang.solve.averaged import chart_views
from f27lang.solve.deals import cell_keys
from f27lang.solve.faces import ASKED

Name = tuple[
    tuple[int | None, str], str
]  # of a cell: cards, where they are counted, and reading; what the dealer shows


@define
class Chart:
    """The moves of a chart by the names of its cells, and those that the rules forced, by the number of cards too."""

    asked: dict[Name, int] = field(factory=dict)
    forced: dict[tuple[Name, int | None], int] = field(factory=dict)

    def move(self, name: Name, cards: int | None, bits: int) -> int:
        """Return its move where the new rules allow `bits`; what these force the old ones may have forced too."""
        forced = 0 if bits == ASKED else self.forced.get((name, cards), 0)
        return forced or self.asked.get(name, 0)


def chart_in(policy: Policy, old: Rulebook, new: Rulebook) -> Policy | None:
    """Return the moves of a chart on other tables, 0 where it has none; None where only one game's counts cards."""
    chart = _read(policy, old)
    keys, size = cell_keys(new), len(new.states)
    if {cards is None for cards, _ in cell_keys(old)} != {cards is None for cards, _ in keys}:
        return None
    dealers = set(chart_views(old).values())
    columns = {view: _column(name, dealers) for view, name in chart_views(new).items()}
    play = (
        chart.move((keys[at // size], columns[at % size]), new.states[at // size].cards, bits)
        if bits and at % size in columns
        else 0
        for at, bits in enumerate(new.moves)
    )
    return Policy("chart", tuple(play))


def _read(policy: Policy, old: Rulebook) -> Chart:
    keys, views, size, chart = cell_keys(old), chart_views(old), len(old.states), Chart()
    for at, (bits, move) in enumerate(zip(old.moves, policy.play, strict=True)):
        if move and at % size in views:
            name = keys[at // size], views[at % size]
            if bits == ASKED:
                chart.asked[name] = int(move)
            else:
                chart.forced[name, old.states[at // size].cards] = int(move)
    return chart


def _column(name: str, dealers: Iterable[str]) -> str:
    """Return the old name of what the dealer shows: itself, or that of cards with these among them."""
    same = [each for each in dealers if each == name]
    wider = [each for each in dealers if set(name.split()) <= set(each.split())]
    return (same or wider or [""])[0]
