"""What all drawings of a strategy chart share: its cells by kind of hand, in order, with a letter each.

Solution with cells -> Grid for hard hands, Grid for soft hands; such a pair for each number of cards that is told apart
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from attrs import frozen

from f27lang.lower.classes import RANKS
from f27lang.report.text import count
from f27lang.solve.solution import Cell, Solution

LETTERS = {"hit": "H", "stand": "S"}
NOBODY = "-"  # stands where the player is never asked

_KINDS = ("hard", "soft", "")


@frozen
class Grid:
    """The cells of one kind of the player's hand; `own` and `shown` are the chart's names for both sides' hands."""

    kind: str  # "hard", "soft"
    number_of_cards: int | None  # in the player's hand, where the chart tells
    own: tuple[str, ...]
    shown: tuple[str, ...]
    cells: dict[tuple[str, str], Cell]  # by own, shown

    @property
    def title(self) -> str:
        """Whose hands these are."""
        return ", ".join(filter(None, (f"player {self.kind}".strip(), in_cards(self.number_of_cards))))

    def letter(self, own: str, shown: str) -> str:
        """Return the letter of a cell: a small one where the rules force the move."""
        return letter(self.cells.get((own, shown)))

    def number(self, own: str) -> str:
        """Return a name of the player's hand without its kind."""
        return own.removeprefix(self.kind).strip()


def grids(chart: Solution) -> tuple[Grid, ...]:
    """Return one grid a number of cards and kind of hand: hard, soft, then what has neither."""
    kinds = {(cell.cards or 0, _KINDS.index(kind(cell.player))) for cell in chart.cells}
    return tuple(_grid(chart.cells, cards or None, _KINDS[place]) for cards, place in sorted(kinds))


def in_cards(number: int | None) -> str:
    """Return `3 cards`; nothing where a chart does not tell."""
    return count(number, "card") if number else ""


def own_hand(cell: Cell) -> str:
    """Return `hard 15`, `hard 15 with 3 cards`."""
    return " with ".join(filter(None, (cell.player, in_cards(cell.cards))))


def letter(cell: Cell | None) -> str:
    """Return the letter of a cell."""
    if cell is None:
        return NOBODY
    return LETTERS[cell.move].lower() if cell.forced else LETTERS[cell.move]


def legend(chart: Solution, drawn: Iterable[Grid]) -> list[str]:
    """Say what the letters of a chart stand for; what it does not have is left out."""
    words = [f"{sign} {move}" for move, sign in LETTERS.items()]
    words += ["small letter: forced by the rules"] * any(cell.forced for cell in chart.cells)
    gaps = any(len(grid.cells) < len(grid.own) * len(grid.shown) for grid in drawn)
    return words + [f"{NOBODY} never asked"] * gaps


def cost_per_100(cell: Cell) -> float:
    """Return what the other move would lose in 100 hands, in wagers, each time weighed by itself."""
    return 100 * cell.gain * cell.reach


def costliest(cells: Iterable[Cell], most: int) -> list[Cell]:
    """Return the cells where a mistake costs most."""
    return sorted((cell for cell in cells if not cell.forced), key=cost_per_100, reverse=True)[:most]


def kind(name: str) -> str:
    """Return `hard` or `soft`; the name of a card has no kind."""
    first = name.partition(" ")[0]
    return first if first in _KINDS else ""


def in_order(names: Iterable[str]) -> tuple[str, ...]:
    """Return totals in their order, hard before soft, and cards by rank."""
    return tuple(sorted(dict.fromkeys(names), key=_place))


def together(names: Iterable[str]) -> str:
    """Return names in a few words, by kind."""
    ordered = in_order(names)
    kinds = [[name for name in ordered if kind(name) == each] for each in _KINDS]
    return ", ".join(run(same) for same in kinds if same)


def run(names: Sequence[str]) -> str:
    """Return neighbours of one kind by the first and the last, cards one by one."""
    of_kind = kind(names[0])
    if len(names) == 1 or not of_kind:
        return " ".join(names)
    return f"{names[0]}..{names[-1].removeprefix(of_kind).strip()}"


def _place(name: str) -> tuple[int, Fraction]:
    first, _, rest = name.partition(" ")
    if kind(name):
        return _KINDS.index(first), Fraction(rest)
    return len(_KINDS), Fraction(RANKS.index(first) if first in RANKS else len(RANKS))


def _grid(cells: Sequence[Cell], number: int | None, of_kind: str) -> Grid:
    mine = [cell for cell in cells if (cell.cards, kind(cell.player)) == (number, of_kind)]
    return Grid(
        of_kind,
        number,
        in_order(cell.player for cell in mine),
        in_order(cell.dealer for cell in mine),
        {(cell.player, cell.dealer): cell for cell in mine},
    )
