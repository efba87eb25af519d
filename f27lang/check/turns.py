"""F0406, F0409, F0410: musts without permission, splits without limit → Report; pairs of laws that may disagree."""

from __future__ import annotations

from itertools import combinations

from f27lang import model
from f27lang.check.facts import every
from f27lang.check.labels import at, because, because_heading
from f27lang.check.laws import Excluder, Law, laws_of
from f27lang.check.words import listed
from f27lang.diagnostics import Report

Pair = tuple[Law, Law]


def check_turns(game: model.Game, report: Report) -> None:
    """Report what is wrong with turns whatever hands come up."""
    _permissions(game, report)
    _splits(game, report)


def excluder_of(game: model.Game) -> Excluder:
    """Return the test of laws that knows the game's names and the range of each param."""
    names = {hand.name.text: hand.patterns for hand in (game.hands.lines if game.hands else ())}
    spreads = {
        param.name.text: (param.range.low.value, param.range.high.value)
        for param in game.params
        if isinstance(param.range.low, model.Amount) and isinstance(param.range.high, model.Amount)
    }
    return Excluder(names, spreads)


def pairs_that_may_clash(game: model.Game) -> tuple[Pair, ...]:
    """Return the pairs of laws that name different moves and whose words do not exclude one another."""
    excluder = excluder_of(game)
    tiers = (
        laws_of(game.player, model.Must),
        laws_of(game.dealer, model.Does),
        laws_of(game.player, model.OtherwiseMust),
        laws_of(game.dealer, model.OtherwiseDoes),
    )
    return tuple(
        (one, other)
        for laws in tiers
        for one, other in combinations(laws, 2)
        if one.moves != other.moves and not excluder.exclude(one, other)
    )


def _permissions(game: model.Game, report: Report) -> None:
    allowed = {move.text for may in every(model.May, game.player) for move in may.moves}
    musts: list[model.Must | model.OtherwiseMust] = [*every(model.Must, game.player)]
    musts += every(model.OtherwiseMust, game.player)
    if not allowed:
        _without_choices(game, report)
        return
    for must in musts:
        if must.move.text not in allowed:
            first = next(every(model.May, game.player))
            report.error(
                "F0409",
                f"the player must {must.move.text} but never may",
                at(must, f"says `must {must.move.text}`"),
                because(first, f"allows {listed(sorted(allowed))} only"),
                helps=(f"add a line, for example `may {must.move.text}`",),
            )


def _without_choices(game: model.Game, report: Report) -> None:
    """A player without any `may` has no choices, so his musts have to end in `otherwise must`."""
    if not game.player or any(True for _ in every(model.OtherwiseMust, game.player)):
        return
    musts = tuple(every(model.Must, game.player))
    place = at(musts[-1], "the last of his rules") if musts else because_heading(game.player[0])
    report.error(
        "F0410",
        "the player has no choice, and no rule for every other hand",
        place,
        because_heading(game.player[0], "no `may` and no `otherwise must` in here"),
        helps=("add the line `otherwise must stand`",),
    )


def _splits(game: model.Game, report: Report) -> None:
    split = next((move for may in every(model.May, game.player) for move in may.moves if move.text == "split"), None)
    limited = any(
        isinstance(limit.what, model.MostHands) and limit.what.rank is None for limit in every(model.Limit, game.player)
    )
    if split is not None and not limited:
        report.error(
            "F0406",
            "nothing limits how often a hand is split",
            at(split),
            helps=("add a line, for example `at most 4 hands`",),
        )
