"""F0702: claims name a measure, a wager and a policy that exist → Report."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from f27lang import model
from f27lang.check.facts import every
from f27lang.check.labels import at, because
from f27lang.diagnostics import Report

MEASURES = ("house_edge",)
POLICIES = ("best_play", "chart", "any_play")


def check_claims(game: model.Game, report: Report) -> None:
    """Report each claim whose measure, wager or policy is unknown, or that leaves decisions open."""
    strategies = [strategy.name.text for strategy in game.strategies]
    wagers = [wager.name.text for wager in game.wagers]
    for claim in game.claims:
        _known(claim.measure, MEASURES, "is not a measure", report)
        _known(claim.under, (*POLICIES, *strategies), "is not a way to play this game", report)
        if claim.wager is not None:
            _known(claim.wager.wager, wagers, "is not a wager of this game", report)
        _any_play(game, claim, report)


def _known(name: model.Name, known: Iterable[str], what: str, report: Report) -> None:
    names = tuple(known)
    if name.text not in names:
        near = get_close_matches(name.text, names, 1)
        help_ = f"did you mean `{near[0]}`?" if near else f"known here: {', '.join(f'`{each}`' for each in names)}"
        report.error("F0702", f"`{name.text}` {what}", at(name), helps=(help_,))


def _any_play(game: model.Game, claim: model.Claim, report: Report) -> None:
    choices = list(every(model.May, game.player))
    if claim.under.text == "any_play" and choices:
        report.error(
            "F0702",
            "`any_play` claims that nobody decides anything",
            at(claim.under),
            because(choices[0], "but the player may choose here"),
            helps=("write `under best_play`, `under chart` or a strategy's name",),
        )
