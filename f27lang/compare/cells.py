"""Where two charts give other advice, and what it costs to go on playing by the old one: Solutions -> ChangedCells."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from f27lang.solve.solution import Cell, Solution

Place = tuple[str, str, int | None]  # the player's hand, what the dealer shows, the number of cards


@frozen
class ChangedCell:
    """A cell of the new chart in which the old one had another move.

    `gain` is what the new move is worth more than the old one by the new rules, in wagers, each time; None where they
    do not allow the old one. `cost` is the same in a round, in the mean.
    """

    player: str
    dealer: str
    cards: int | None
    before: str
    after: str
    forced: bool  # by the new rules
    gain: float | None
    cost: float


@frozen
class ChangedChart:
    """The cells that changed, those that cost most first; `cells` are those that both charts have.

    `only_old` and `only_new` are the numbers of cells that one chart alone has.
    """

    changed: tuple[ChangedCell, ...]
    cells: int
    only_old: int
    only_new: int


def changed_chart(old: Solution, new: Solution) -> ChangedChart:
    """Lay two charts over each other."""
    before, after = by_place(old.cells), by_place(new.cells)
    shared = [place for place in after if place in before]
    changed = [_changed(before[place], after[place]) for place in shared if before[place].move != after[place].move]
    return ChangedChart(
        tuple(sorted(changed, key=lambda cell: (-cell.cost, cell.gain is not None, -(cell.gain or 0)))),
        cells=len(shared),
        only_old=len(before) - len(shared),
        only_new=len(after) - len(shared),
    )


def by_place(cells: Sequence[Cell]) -> dict[Place, Cell]:
    """Return cells by where they stand in a chart."""
    return {(cell.player, cell.dealer, cell.cards): cell for cell in cells}


def _changed(before: Cell, after: Cell) -> ChangedCell:
    known = dict(after.values)
    gain = known[after.move] - known[before.move] if before.move in known and after.move in known else None
    cost = 0.0 if gain is None else max(gain, 0.0) * after.reach
    return ChangedCell(after.player, after.dealer, after.cards, before.move, after.move, after.forced, gain, cost)
