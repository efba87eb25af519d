"""F0702: claims are about a measure, under a way to play that fits → Report."""

from __future__ import annotations

from difflib import get_close_matches

from f27lang import model
from f27lang.check.facts import every, is_banked
from f27lang.check.labels import at, because, because_heading
from f27lang.diagnostics import Report

MEASURES = ("house_edge",)
SOLVED = ("best_play", "chart", "any_play")


def check_claims(game: model.Game, report: Report) -> None:
    """Report each claim of something that is no measure, and `any_play` where somebody decides."""
    for claim in game.claims:
        _against_nobody(game, claim, report)
        _measure(claim.measure, report)
        _any_play(game, claim, report)
        _beside(game, claim, report)


def _measure(name: model.Name, report: Report) -> None:
    if name.text not in MEASURES:
        near = get_close_matches(name.text, MEASURES, 1)
        help_ = f"did you mean `{near[0]}`?" if near else f"write `{MEASURES[0]}`"
        report.error("F0702", f"`{name.text}` is not a measure", at(name, "nothing that f27 works out"), helps=(help_,))


def _against_nobody(game: model.Game, claim: model.Claim, report: Report) -> None:
    if not is_banked(game) and claim.under.text in SOLVED:
        report.error(
            "F0702",
            f"`{claim.under.text}` is a way to play against a house",
            at(claim.under, "here seats play one another"),
            helps=("name a strategy of this game",),
        )


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


def _beside(game: model.Game, claim: model.Claim, report: Report) -> None:
    wager = next((each for each in game.side_wagers if claim.wager and each.name == claim.wager.wager), None)
    if claim.wager and wager:
        report.error(
            "F0702",
            f"`{wager.name.text}` has several edges, by what the player knows",
            at(claim.wager.wager, "which one?"),
            because_heading(wager, "a share of another wager"),
            helps=(f"claim the edge of another wager; `f27 edge` tells what `{wager.name.text}` costs",),
        )
