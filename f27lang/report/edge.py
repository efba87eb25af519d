"""Exact solutions of a game, for the terminal and for JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from f27lang import model
from f27lang.report.heading import decks, heading, settings
from f27lang.report.text import columns, count
from f27lang.rulebook import Outcome, Rulebook
from f27lang.solve.solution import Frequencies, Solution

_SHORT_FRACTION = 60


def as_text(game: model.Game, solved: Sequence[tuple[Rulebook, Solution]], wager: int, *, table: bool) -> str:
    """Return the house edges, and what the first one's frequencies tell, where they were asked for."""
    tables, first = solved[0]
    label = "house edge" if wager == 0 else f"edge of {tables.wagers[wager]}"
    rows = [
        (label if i == 0 else "", f"{solution.edge_pct:.6f} %", play_words(solution), method_words(game, solution))
        for i, (_, solution) in enumerate(solved)
    ]
    parts = [heading(game, tables), columns([(row[0].ljust(15), *row[1:]) for row in rows], right=frozenset({1}))]
    parts += [fraction_words(s) for _, s in solved if s.fraction is not None]
    if cost := _cost(game, first, wager):
        parts.append(cost)
    if first.frequencies:
        parts.append(_outcomes_text(tables, first.frequencies, wager))
    if table and first.frequencies:
        parts += ["", return_table(tables, first, wager)]
    return "\n".join(parts)


def as_json(
    game: model.Game, solved: Sequence[tuple[Rulebook, Solution]], wager: int, *, table: bool
) -> dict[str, Any]:
    """Return the answer `f27.edge/1`."""
    tables = solved[0][0]
    return {
        "schema": "f27.edge/1",
        "variant": game.name,
        "title": game.title,
        "digest": tables.digest,
        "decks": decks(game),
        "cards": tables.shoe,
        "settings": settings(game),
        "wager": tables.wagers[wager],
        "results": [_result(tables, solution, wager, table) for tables, solution in solved],
    }


def play_words(solution: Solution) -> str:
    """Say who plays how."""
    if solution.play == "chart":
        return "basic strategy (the chart)"
    if solution.play != "best":
        return f"strategy {solution.play}"
    return "best play, knowing every card seen" if solution.shoe == "full" else "best play"


def method_words(game: model.Game, solution: Solution) -> str:
    """Say how a number was got."""
    if solution.shoe == "endless":
        return "exact, endless shoe"
    knowledge = "composition-dependent" if solution.knowledge == "cards" else "total-dependent"
    return f"exact, {knowledge}, {count(decks(game), 'deck')}"


def fraction_words(solution: Solution) -> str:
    """Say the endless shoe's edge as a fraction, or how long it is."""
    assert solution.fraction is not None
    exact = f"{-solution.fraction}"
    if len(exact) > _SHORT_FRACTION:
        digits = len(str(solution.fraction.denominator))
        return f"{'':15}   the endless shoe's edge is a fraction with {digits} digits below the line: --json prints it"
    return f"{'':15}   the endless shoe's edge is {exact}"


def outcomes(tables: Rulebook, found: Frequencies, wager: int) -> dict[str, float]:
    """Return how often a wager is won, pushed and lost, and how long a round is."""

    def share(fits: Any) -> float:
        return sum(p for o, p in zip(tables.outcomes, found.outcomes, strict=True) if fits(o))

    return {
        "win": share(lambda o: o.payoffs[wager] > 0),
        "push": share(lambda o: o.payoffs[wager] == 0),
        "lose": share(lambda o: o.payoffs[wager] < 0),
        "player_bust": share(lambda o: o.player_over),
        "dealer_bust": share(lambda o: o.dealer_over),
        "variance": found.variance,
        "player_cards": found.player_cards,
        "dealer_cards": found.dealer_cards,
        "decisions": found.decisions,
    }


def return_table(tables: Rulebook, solution: Solution, wager: int) -> str:
    """Return a line an outcome; the contributions add up to the player's expectation."""
    rows = [("outcome", "probability", "one in", "pays", "contribution")]
    for row in _table_rows(tables, solution, wager):
        numbers = (
            f"{row['probability']:.9f}",
            f"{row['one_in']:,.2f}",
            f"{row['pays']:+g}",
            f"{row['contribution_pct']:+.6f} %",
        )
        rows.append((row["outcome"], *numbers))
    rows.append(("together", f"{1:.9f}", "", "", f"{-solution.edge_pct:+.6f} %"))
    return columns(rows, right=frozenset({1, 2, 3, 4}))


def _result(tables: Rulebook, solution: Solution, wager: int, table: bool) -> dict[str, Any]:
    result: dict[str, Any] = {
        "play": solution.play,
        "shoe": solution.shoe,
        "knowledge": solution.knowledge,
        "method": "exact",
        "edge_pct": solution.edge_pct,
    }
    if solution.fraction is not None:
        result["edge_fraction"] = str(-solution.fraction)
    if solution.frequencies:
        result["outcomes"] = outcomes(tables, solution.frequencies, wager)
        result["player_totals"] = dict(solution.frequencies.player_totals)
        result["dealer_totals"] = dict(solution.frequencies.dealer_totals)
        result["by_dealer"] = [
            {"dealer": dealer, "probability": probability, "edge_pct": -100 * value}
            for dealer, probability, value in solution.by_dealer
        ]
    if table and solution.frequencies:
        result["table"] = list(_table_rows(tables, solution, wager))
    return result


def _table_rows(tables: Rulebook, solution: Solution, wager: int) -> list[dict[str, Any]]:
    assert solution.frequencies is not None
    found = [(o, p) for o, p in zip(tables.outcomes, solution.frequencies.outcomes, strict=True) if p > 0]
    return [_table_row(outcome, p, outcome.payoffs[wager] / tables.denominator) for outcome, p in found]


def _table_row(outcome: Outcome, probability: float, pays: float) -> dict[str, Any]:
    return {
        "outcome": outcome.name,
        "probability": probability,
        "one_in": 1 / probability,
        "pays": pays,
        "contribution_pct": 100 * probability * pays,
    }


def _outcomes_text(tables: Rulebook, found: Frequencies, wager: int) -> str:
    o = outcomes(tables, found, wager)
    ends = f"win {o['win']:.2%}   push {o['push']:.2%}   lose {o['lose']:.2%}"
    length = f"player {o['player_cards']:.2f}   dealer {o['dealer_cards']:.2f}"
    return "\n".join(
        (
            f"{'outcomes':15}   {ends}   st. dev. {o['variance'] ** 0.5:.3f}",
            f"{'over the limit':15}   player {o['player_bust']:.2%}   dealer {o['dealer_bust']:.2%}",
            f"{'cards a hand':15}   {length}   decisions {o['decisions']:.2f}",
        )
    )


def _cost(game: model.Game, solution: Solution, wager: int) -> str:
    stake = game.wagers[wager].stake
    if not isinstance(stake, model.StakeFree):
        return ""
    cost = float(stake.least.value) * -solution.value
    told = "gains" if cost < 0 else "costs"
    amount = f"${abs(cost):.2f}" if abs(cost) >= 1 else f"{100 * abs(cost):.1f} cents"
    return f"{'':15}   a {stake.least.text} wager {told} {amount}"
