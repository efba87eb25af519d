"""The hands that seats end with, for the terminal and for JSON. Matrix -> text or objects, or why there are none."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from f27lang.matrix import Matrix
from f27lang.report.text import columns
from f27lang.solve.distribution import Ending, FinalHands, NotAlone, TooManyHands, final_hands
from f27lang.vying import VyingRulebook


def distributions(found: Matrix) -> tuple[tuple[FinalHands, ...], str]:
    """Return what a seat ends with by each strategy that has a table, and why some or all are missing."""
    told: list[FinalHands] = []
    why = ""
    for _, run in found.tables:
        try:
            told.append(final_hands(found.rulebook, run.lineups[0][0]))
        except (NotAlone, TooManyHands) as missing:
            why = str(missing)
    return tuple(told), why


def as_json(found: Matrix) -> dict[str, Any]:
    """Return `distribution`, a list by strategy, and `distribution_why`, null where none is missing."""
    told, why = distributions(found)
    plays = {run.lineups[0][0].name: seat.play for seat, run in found.tables}
    return {
        "distribution": [{"play": plays[each.policy], **_json(each, found.rulebook)} for each in told],
        "distribution_why": why or None,
    }


def _json(found: FinalHands, rulebook: VyingRulebook) -> dict[str, Any]:
    shares = rulebook.shares
    exact = {share.name: found.exact(k) for k, share in enumerate(shares)}
    return {
        "method": "exact",
        "final_hands": found.hands,
        "mean_cards": float(found.mean_cards),
        "exact": {name: float(chance) for name, chance in exact.items()},
        "every": float(found.every),
        "fractions": {
            "mean_cards": str(found.mean_cards),
            "exact": {name: str(chance) for name, chance in exact.items()},
            "every": str(found.every),
        },
        "cards": [_ending_json(ending, rulebook) for ending in found.endings],
        "distances": {
            share.name: [{"distance": str(distance), "chance": float(chance)} for distance, chance in row.items()]
            for share, row in zip(shares, found.distances, strict=True)
        },
    }


def _ending_json(ending: Ending, rulebook: VyingRulebook) -> dict[str, Any]:
    return {
        "cards": ending.cards,
        "chance": float(ending.chance),
        "exact": {share.name: float(chance) for share, chance in zip(rulebook.shares, ending.exact, strict=True)},
        "every": float(ending.every),
    }


def as_text(found: Matrix) -> str:
    """Return a row a strategy: mean number of cards, and how often its hand is exactly what a share asks for."""
    told, why = distributions(found)
    if not told:
        return f"the hand that a seat ends with can't be told: {why}"
    plays = {run.lineups[0][0].name: seat.play for seat, run in found.tables}
    shares = found.rulebook.shares
    heads = [f"exactly {' or '.join(map(str, share.targets))}" for share in shares]
    both = ["all at once"] if len(shares) > 1 else []
    rows = [("who never folds ends with", "cards", *heads, *both)]
    for each in told:
        chances = [each.exact(k) for k in range(len(shares))] + [each.every] * len(both)
        rows.append((plays[each.policy], f"{float(each.mean_cards):.4f}", *map(_percent, chances)))
    return columns(rows, right=frozenset(range(1, len(rows[0]))))


def _percent(chance: Fraction) -> str:
    return f"{100 * float(chance):.4f} %"
