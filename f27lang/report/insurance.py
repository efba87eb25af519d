"""Wagers beside another, for the terminal and for JSON: Insured -> text or objects."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from f27lang.analysis import Insured
from f27lang.report.text import columns
from f27lang.solve.sides import Insurance, Offer
from f27lang.solve.together import Joint

MOST_NAMED = 5  # ranks in a row of a table


def as_text(found: Sequence[Insured]) -> str:
    """Return a block for each wager: what it costs by what is known, then with the hand together."""
    return "\n".join(line for each in found for line in ("", *_block(each)))


def as_json(found: Sequence[Insured]) -> dict[str, Any]:
    """Return the keys that these wagers add to an answer; none where there are none."""
    if not found:
        return {}
    offers = [_offer(each.insurance, offer) for each in found for offer in each.insurance.offers]
    plays = [_play(each, play) for each in found for play in each.plays]
    return {"insurance": offers, "insurance_plays": plays}


def _offer(insurance: Insurance, offer: Offer) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "wager": insurance.wager,
        "known": offer.known,
        "dealer": offer.dealer,
        "edge_pct": offer.edge_pct,
        "fair_odds": None if offer.fair_odds is None else float(offer.fair_odds),
        "reach": float(offer.reach),
    }
    if offer.kings is not None:
        shown |= {"kings": offer.kings, "completing": list(dict(insurance.completing)[offer.dealer])}
    return shown if offer.hand is None else {**shown, "hand": offer.hand}


def _play(found: Insured, joint: Joint) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "wager": found.insurance.wager,
        "under": found.under.play,
        "play": joint.play,
        "edge_pct": joint.edge_pct,
        "variance": joint.variance,
        "sd": joint.variance**0.5,
        "taken": joint.taken,
    }
    if joint.by_strategy:
        shown["strategy"] = True
    return shown if joint.kings is None else {**shown, "kings": joint.kings}


def _block(found: Insured) -> list[str]:
    insurance = found.insurance
    several = len(insurance.completing) > 1
    offers = [
        (_known(insurance, offer, several), f"{offer.edge_pct:.6f} %", _odds(offer), f"{float(offer.reach):.4%}")
        for offer in insurance.offers
    ]
    head = (f"{insurance.wager}, per unit of it", "edge", "fair odds", "of rounds")
    lines = [columns([head, *offers], right=frozenset({1, 2, 3}))]
    if found.plays:
        plays = [
            (_taken(insurance, play), f"{play.edge_pct:.6f} %", f"{play.variance**0.5:.4f}", f"{play.taken:.4%}")
            for play in found.plays
        ]
        both = f"with the hand, {_share(insurance.share)} of its wager"
        lines += ["", columns([(both, "edge", "st. dev.", "of rounds"), *plays], right=frozenset({1, 2, 3}))]
    return lines


def _known(insurance: Insurance, offer: Offer, several: bool) -> str:
    against = f" against {offer.dealer}" if several else ""
    match offer.known:
        case "upcard":
            return f"knowing that the dealer shows {offer.dealer}"
        case "kings":
            return f"with {_count(insurance, offer.dealer, offer.kings)}{against}"
        case _:
            return f"with the best hand, as {offer.hand}{against}"


def _count(insurance: Insurance, dealer: str, kings: int | None) -> str:
    ranks = dict(insurance.completing)[dealer]
    named = " ".join(ranks) if 0 < len(ranks) <= MOST_NAMED else _cards(kings)
    return f"{kings or 'no'} {named}"


def _cards(kings: int | None) -> str:
    return "completing card" if kings in (0, 1) else "completing cards"


def _taken(insurance: Insurance, joint: Joint) -> str:
    if joint.by_strategy:
        return f"taken as {joint.play} does"
    if joint.kings is None:
        return f"{joint.play} taken"
    names = [name for name, ranks in insurance.completing if ranks]
    unnamed = f"{joint.kings or 'no'} {_cards(joint.kings)}"
    cards = _count(insurance, names[0], joint.kings) if len(names) == 1 else unnamed
    return f"taken with {'at most ' if joint.kings else ''}{cards}"


def _share(share: Fraction) -> str:
    return "all" if share == 1 else str(share)


def _odds(offer: Offer) -> str:
    return "none" if offer.fair_odds is None else f"{float(offer.fair_odds):.4f} to 1"
