"""What an edge is made of: the return table and the shares of what the dealer may show; both add up to the edge.

Rulebook, Solution -> rows of figures; rows -> text in 80 columns
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from textwrap import wrap

from attrs import frozen

from f27lang.report.chart import COLUMNS
from f27lang.report.grid import in_order
from f27lang.rulebook import Rulebook
from f27lang.solve.solution import Frequencies, Solution

_GAP = "  "
_NARROWEST = 16
_ROUNDING = 1e-15
_COMPARED = {"better": "a better poker hand", "equal": "equal poker hands", "worse": "a better poker hand"}


@frozen
class Return:
    """One way a round ends: how often, what it pays in wagers, and its share of the player's expectation."""

    outcome: str
    probability: float
    pays: float

    @property
    def one_in(self) -> float:
        """In how many rounds it happens once."""
        return 1 / self.probability

    @property
    def contribution_pct(self) -> float:
        """Its share of the player's expectation."""
        return 100 * self.probability * self.pays


@frozen
class Shown:
    """One thing the dealer shows: how often, the edge then, and its share of the whole edge, in per cent."""

    dealer: str
    probability: float
    edge_pct: float

    @property
    def contribution_pct(self) -> float:
        """Its share of the house edge."""
        return self.probability * self.edge_pct


def returns(tables: Rulebook, solution: Solution, wager: int) -> list[Return]:
    """Return a line for each outcome that happens, in the order of the rules; solve with `frequencies`.

    Where poker ranks decide, these rounds have a line of their own.
    """
    assert solution.frequencies is not None
    found: list[Return] = []
    by_poker = _by_poker(tables, solution.frequencies)
    for place, (outcome, often) in enumerate(zip(tables.outcomes, solution.frequencies.outcomes, strict=True)):
        pays = outcome.payoffs[wager] / tables.denominator
        ranked, words = by_poker.get(place, (0.0, ""))
        found.append(Return(outcome.name, often - ranked, pays))
        found.append(Return(f"{outcome.name}, {words}", ranked, pays))
    return [row for row in found if row.probability > _ROUNDING]


def _by_poker(tables: Rulebook, found: Frequencies) -> dict[int, tuple[float, str]]:
    """Return, by outcome, how often poker ranks bring it about, and how they compare."""
    sums: dict[int, tuple[float, str]] = {}
    for showdown, split in zip(tables.showdowns, found.showdowns, strict=True):
        for name, often in zip(_COMPARED, split, strict=True):
            place = getattr(showdown, name)
            sums[place] = sums.get(place, (0.0, ""))[0] + often, _COMPARED[name]
    return sums


def shown(solution: Solution) -> list[Shown]:
    """Return a line for each thing the dealer may show, in the order of the chart."""
    found = {dealer: Shown(dealer, probability, -100 * value) for dealer, probability, value in solution.by_dealer}
    return [found[dealer] for dealer in in_order(found)]


def return_table(tables: Rulebook, solution: Solution, wager: int) -> str:
    """Return the return table as text; its contributions are the player's."""
    rows = returns(tables, solution, wager)
    lines = [
        (r.outcome, f"{r.probability:.6f}", f"{r.one_in:,.2f}", f"{r.pays:+g}", f"{r.contribution_pct:+z.6f} %")
        for r in rows
    ]
    whole, mean = fsum(r.probability for r in rows), fsum(r.contribution_pct for r in rows)
    together = ("together", f"{whole:.6f}", "", "", f"{mean:+z.6f} %")
    return columns(("outcome", "probability", "one in", "pays", "contribution"), [*lines, together])


def dealer_text(solution: Solution) -> str:
    """Return the edge by what the dealer shows as text."""
    return columns(dealer_head(), dealer_table(solution))


def dealer_head() -> tuple[str, ...]:
    """Return the headings of `dealer_table`."""
    return "dealer shows", "probability", "one in", "house edge", "contribution"


def dealer_table(solution: Solution) -> list[tuple[str, ...]]:
    """Return the edge by what the dealer shows, as it is printed; the last row is their sum."""
    rows = shown(solution)
    lines = [
        (r.dealer, f"{r.probability:.6f}", f"{1 / r.probability:,.2f}", f"{r.edge_pct:+z.6f} %", _share(r))
        for r in rows
    ]
    whole, edge = fsum(r.probability for r in rows), fsum(r.contribution_pct for r in rows)
    return [*lines, ("together", f"{whole:.6f}", "", "", f"{edge:+z.6f} %")]


def columns(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return rows in aligned columns, 80 wide: the first flushed left and broken where it is too long."""
    lines = [head, *rows]
    widths = [max(len(line[i]) for line in lines) for i in range(1, len(head))]
    room = max(COLUMNS - sum(widths) - len(_GAP) * len(widths), _NARROWEST)
    first = min(room, max(len(line[0]) for line in lines))
    return "\n".join(_line(line, first, widths) for line in lines)


def _line(line: Sequence[str], first: int, widths: Sequence[int]) -> str:
    beginning, *more = wrap(line[0], first, subsequent_indent="  ")
    numbers = "".join(_GAP + cell.rjust(width) for cell, width in zip(line[1:], widths, strict=True))
    return "\n".join([f"{beginning:{first}}{numbers}".rstrip(), *more])


def _share(row: Shown) -> str:
    return f"{row.contribution_pct:+z.6f} %"
