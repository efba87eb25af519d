"""One cell of a chart: found as people type it, and what the other move in it costs, exactly.

Chart, `hard 19 v 20` -> Cell; Rulebook, chart, Cell -> the Policy with the mistake, its Solution
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from f27lang.report.grid import kind
from f27lang.rulebook import Policy, Rulebook
from f27lang.solve import solve_endless, solve_shoe
from f27lang.solve.averaged import chart_views
from f27lang.solve.chart import AnyCell
from f27lang.solve.deals import cell_keys
from f27lang.solve.faces import ASKED
from f27lang.solve.solution import Cell, Solution

_AGAINST = re.compile(r"\s+(?:v\.?|vs\.?|versus|against)\s+")
_TOTAL = re.compile(r"(?:(hard|soft)\s+)?(\d{1,9}(?:\.\d{1,9}|/[1-9]\d{0,8})?)", re.ASCII)
_WITH_CARDS = re.compile(r"\s+(?:with|in)\s+(\d{1,3})(?:\s+cards?)?\s*$", re.ASCII)
_CARDS = {"1": "a", "11": "j", "12": "q", "13": "k", "ace": "a", "jack": "j", "queen": "q", "king": "k"}


def find_cell(cells: Sequence[AnyCell], typed: str) -> AnyCell | None:
    """Return the cell meant by the player's hand and the dealer's; None where the chart has none such."""
    own, *shown = _AGAINST.split(typed.strip().lower(), maxsplit=1)
    own, number = _counted(own)
    players, dealers = {cell.player for cell in cells}, {cell.dealer for cell in cells}
    player = _meant(own, players)
    dealer = _meant(shown[0], dealers) if shown else (dealers.pop() if len(dealers) == 1 else None)
    found = [cell for cell in cells if (cell.player, cell.dealer) == (player, dealer) and number in (None, cell.cards)]
    return found[0] if len(found) == 1 else None


def _counted(own: str) -> tuple[str, int | None]:
    """Part the number of cards from a hand, where it is typed."""
    found = _WITH_CARDS.search(own)
    return (own[: found.start()], int(found[1])) if found else (own, None)


def mistaken(tables: Rulebook, chart: Solution, cell: Cell) -> Solution:
    """Return the exact value of a chart with the other move made in one cell, each time, and no other mistake."""
    policy = with_mistake(tables, chart, cell)
    return solve_endless(tables, policy) if chart.shoe == "endless" else solve_shoe(tables, policy)


def with_mistake(tables: Rulebook, chart: Solution, cell: Cell) -> Policy:
    """Return a chart's policy with the other move in one cell, where the player is asked."""
    assert chart.policy is not None
    size = len(tables.states)
    keys = enumerate(cell_keys(tables))
    own = {p for p, key in keys if key == (cell.cards, cell.player)}
    shown = {v for v, name in chart_views(tables).items() if name == cell.dealer}

    def turned(at: int) -> bool:
        return at // size in own and at % size in shown and tables.moves[at] == ASKED

    play = (ASKED - move if turned(at) else move for at, move in enumerate(chart.policy.play))
    return Policy(f"chart, but for {cell.player} against {cell.dealer}", tuple(play))


def _meant(typed: str, names: set[str]) -> str | None:
    """Return the name that was meant: itself, a total (hard where nothing is said), or one card of several."""
    typed = " ".join(typed.split())
    itself = [name for name in names if name.lower() == typed]
    total = [name for name in names if kind(name) and _total(name) == _total(typed)]
    card = [name for name in names if not kind(name) and _has_card(name, typed)]
    found = itself or total or card
    return found[0] if len(found) == 1 else None


def _total(text: str) -> tuple[str, Fraction] | None:
    found = _TOTAL.fullmatch(text)
    return (found[1] or "hard", Fraction(found[2])) if found else None


def _has_card(name: str, typed: str) -> bool:
    return _CARDS.get(typed, typed) in name.lower().split(" in ")[0].split()
