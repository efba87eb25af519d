"""Exact solutions of a game, for the terminal and for JSON.

Game, Rulebooks with Solutions, what was asked for -> text or an object
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from math import fsum
from typing import Any

from attrs import frozen

from f27lang import model
from f27lang.analysis import Insured
from f27lang.report import insurance
from f27lang.report.edge_tables import Return, Shown, dealer_text, return_table, returns, shown
from f27lang.report.endings import endings_json, endings_text
from f27lang.report.heading import decks, edge_label, heading, settings, shoe_state
from f27lang.report.how import WORN, method_of, play_of
from f27lang.report.money import Pace, cost_words, hourly, hourly_words, least_stake
from f27lang.report.text import labelled, numbers
from f27lang.rulebook import Rulebook
from f27lang.solve.endings import Ending
from f27lang.solve.removal import Gone, as_list, words
from f27lang.solve.solution import Frequencies, Solution

_SHORT_FRACTION = 60
_CATEGORIES_A_LINE = 2


@frozen
class Asked:
    """What to tell besides the edges: the place of the wager, the tables, and the pace for what an hour costs."""

    wager: int
    table: bool
    by_dealer: bool
    pace: Pace
    insured: tuple[Insured, ...] = ()
    endings: tuple[tuple[Ending, ...], ...] = ()  # of the first solutions, or of all
    gone: Gone | None = None  # cards that the shoe is without
    kept: float | None = None  # the value of the full shoe's chart from there


def as_text(game: model.Game, solved: Sequence[tuple[Rulebook, Solution]], asked: Asked) -> str:
    """Return the house edges, and of the first one what its frequencies tell and the tables asked for."""
    tables, first = solved[0]
    label = edge_label(tables, asked.wager)
    rows = [
        (label if i == 0 else "", f"{solution.edge_pct:z.6f} %", (play_words(solution), method_words(game, solution)))
        for i, (_, solution) in enumerate(solved)
    ]
    without = [labelled("without", words(asked.gone))] if asked.gone else []
    if asked.kept is not None:
        kept = "the chart of the full shoe, kept", method_of("total", "full", decks(game))
        rows.append(("", f"{-100 * asked.kept:z.6f} %", kept))
    parts = [heading(game, tables), *without, numbers(rows, right=True)]
    parts += [labelled("", fraction_words(s)) for _, s in solved if s.fraction is not None]
    if game.is_worn:
        parts.append(labelled("", WORN))
    if cost := cost_words(game, first, asked.wager):
        parts.append(labelled("", cost))
    if first.frequencies:
        parts.append(_outcomes_text(tables, first.frequencies, asked.wager))
        if first.frequencies.showdowns:
            parts.append(_poker_text(first.frequencies))
        parts += [endings_text(endings) for endings in asked.endings[:1]]
        parts.append(_pace_text(game, first, asked))
    if asked.table:
        parts += ["", f"by outcome, {play_words(first)}", return_table(tables, first, asked.wager)]
    if asked.by_dealer:
        parts += ["", f"by what the dealer shows, {play_words(first)}", dealer_text(first)]
    if asked.insured:
        parts.append(insurance.as_text(asked.insured))
    return "\n".join(parts)


def as_json(game: model.Game, solved: Sequence[tuple[Rulebook, Solution]], asked: Asked) -> dict[str, Any]:
    """Return the answer `f27.edge/1`."""
    tables = solved[0][0]
    stake = least_stake(game, asked.wager)
    return {
        "schema": "f27.edge/1",
        "variant": game.name,
        "title": game.title,
        "digest": tables.digest,
        "decks": decks(game),
        "cards": tables.shoe,
        "settings": settings(game),
        "wager": tables.wagers[asked.wager],
        "least_stake_dollars": float(stake.value) if stake else None,
        "results": [
            result(game, tables, solution, asked, endings)
            for (tables, solution), endings in zip_longest(solved, asked.endings)
        ],
        **({"removed": as_list(asked.gone), "kept_chart_edge_pct": _kept(asked)} if asked.gone else {}),
        **insurance.as_json(asked.insured),
    }


def _kept(asked: Asked) -> float | None:
    return None if asked.kept is None else 0.0 - 100 * asked.kept


def play_words(solution: Solution) -> str:
    """Say who plays how."""
    return play_of(solution.play, solution.knowledge, solution.shoe)


def method_words(game: model.Game, solution: Solution) -> str:
    """Say how a number was got."""
    return method_of(solution.knowledge, solution.shoe, decks(game), worn=game.is_worn)


def fraction_words(solution: Solution) -> str:
    """Say the endless shoe's edge as a fraction, or where it is if it is long."""
    assert solution.fraction is not None
    exact = f"{-solution.fraction}"
    told = exact if len(exact) <= _SHORT_FRACTION else "a long fraction: --json prints it"
    return f"the endless shoe's edge is {told}"


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


def five_against_five(found: Frequencies) -> dict[str, float]:
    """Return how often poker ranks decide, and how the player's compares."""
    better, equal, worse = map(fsum, zip(*found.showdowns, strict=True))
    return {"better": better, "equal": equal, "worse": worse}


def result(
    game: model.Game, tables: Rulebook, solution: Solution, asked: Asked, endings: Sequence[Ending] | None = None
) -> dict[str, Any]:
    """Return one of the results of `f27.edge/1`."""
    stake = least_stake(game, asked.wager)
    result: dict[str, Any] = {
        "play": solution.play,
        "shoe": solution.shoe,
        **shoe_state(game, solution.shoe),
        "knowledge": solution.knowledge,
        "method": "exact",
        "edge_pct": solution.edge_pct,
        "cost_dollars": float(stake.value) * -solution.value if stake else None,
    }
    if solution.fraction is not None:
        result["edge_fraction"] = str(-solution.fraction)
    if solution.frequencies:
        result["outcomes"] = outcomes(tables, solution.frequencies, asked.wager)
        result["player_totals"] = dict(solution.frequencies.player_totals)
        result["dealer_totals"] = dict(solution.frequencies.dealer_totals)
        if solution.frequencies.showdowns:
            result["five_against_five"] = five_against_five(solution.frequencies)
            result["poker_categories"] = dict(solution.frequencies.categories)
        if endings:
            result["endings"] = endings_json(endings)
        result["pace"] = _pace(game, solution, solution.frequencies, asked)
    if solution.frequencies or asked.by_dealer:
        result["by_dealer"] = [_shown(row) for row in shown(solution)]
    if asked.table:
        result["table"] = [_return(row) for row in returns(tables, solution, asked.wager)]
    return result


def _return(row: Return) -> dict[str, Any]:
    return {
        "outcome": row.outcome,
        "probability": row.probability,
        "one_in": row.one_in,
        "pays": row.pays,
        "contribution_pct": row.contribution_pct,
    }


def _shown(row: Shown) -> dict[str, Any]:
    return {
        "dealer": row.dealer,
        "probability": row.probability,
        "edge_pct": row.edge_pct,
        "contribution_pct": row.contribution_pct,
    }


def _pace(game: model.Game, solution: Solution, found: Frequencies, asked: Asked) -> dict[str, Any]:
    stake, pace = least_stake(game, asked.wager), asked.pace
    return {
        "seconds_per_card": pace.card,
        "seconds_per_decision": pace.decision,
        "seconds_per_hand": pace.hand,
        "hands_per_hour": pace.hands_per_hour(found),
        "cost_per_hour_dollars": hourly(solution, float(stake.value), pace) if stake else None,
    }


def _outcomes_text(tables: Rulebook, found: Frequencies, wager: int) -> str:
    o = outcomes(tables, found, wager)
    ends = f"win {o['win']:.2%}   push {o['push']:.2%}   lose {o['lose']:.2%}"
    length = f"player {o['player_cards']:.2f}   dealer {o['dealer_cards']:.2f}"
    return "\n".join(
        (
            labelled("outcomes", f"{ends}   st. dev. {o['variance'] ** 0.5:.3f}"),
            labelled("over the limit", f"player {o['player_bust']:.2%}   dealer {o['dealer_bust']:.2%}"),
            labelled("cards a hand", f"{length}   decisions {o['decisions']:.2f}"),
        )
    )


def _poker_text(found: Frequencies) -> str:
    compared = "   ".join(f"{word} {share:.3%}" for word, share in five_against_five(found).items())
    stood = [f"{name.replace('_', ' ')} {share:.3%}" for name, share in found.categories]
    lines = [labelled("five v five", f"player's hand {compared}")]
    for at in range(0, len(stood), _CATEGORIES_A_LINE):
        label = "stands on five" if at == 0 else ""
        lines.append(labelled(label, "   ".join(stood[at : at + _CATEGORIES_A_LINE])))
    return "\n".join(lines)


def _pace_text(game: model.Game, solution: Solution, asked: Asked) -> str:
    assert solution.frequencies is not None
    hands = f"{asked.pace.hands_per_hour(solution.frequencies):,.0f} hands an hour"
    cost = hourly_words(game, solution, asked.wager, asked.pace)
    return labelled("pace", "\n".join(filter(None, (f"{hands}, assuming", asked.pace.words, cost))))
