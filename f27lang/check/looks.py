"""F0308, F0506, F0509: looks at cards that nobody is dealt, or not yet → Report."""

from __future__ import annotations

from f27lang import model
from f27lang.check.facts import dealt_before_turn, every, hidden_deal, is_banked, phases
from f27lang.check.labels import at, at_heading, because, because_heading, is_own
from f27lang.diagnostics import Report

SECOND = 2


def check_looks(game: model.Game, report: Report) -> None:
    """Report rows after a peek that never comes, second cards that are not dealt, and upcards asked for too soon."""
    if game.play is None or game.abstract:
        return
    _after_peek(game, game.play, report)
    _second(game, game.play, report)
    _upcard_so_far(game, report)


def _after_peek(game: model.Game, play: model.Play, report: Report) -> None:
    if any(True for _ in every(model.Peek, play)):
        return
    for row in game.settle.lines if game.settle else ():
        if row.moment.text == "after peek":
            report.error(
                "F0506",
                "this row waits for a `peek` that never comes",
                at(row.moment, "the dealer does not look"),
                because_heading(play, "no step `peek` in here"),
                helps=(_without_peek(game, row),),
            )


def _without_peek(game: model.Game, row: model.OutcomeRow) -> str:
    if hidden_deal(game):
        return "add the step `peek` right before `turn player`"
    return "start the row with `after deal:`" if is_own(row) else "deal a card down to the dealer, and add `peek`"


def _second(game: model.Game, play: model.Play, report: Report) -> None:
    deals = tuple(every(model.Deal, play))
    sides = ("player", "dealer", "each")
    most = max((sum(d.number.value for d in deals if d.to.text == side) for side in sides), default=0)
    for second in every(model.DealtSecond, *_patterns(game)) if most < SECOND else ():
        report.error(
            "F0308",
            "nobody is dealt a second card",
            at(second, "never true"),
            *((because(deal, f"{deal.number.value} dealt") for deal in deals) if deals else (at_heading(play),)),
            helps=(f"delete the pattern, or write `deal 2 up to {'player' if is_banked(game) else 'each'}`",),
        )


def _patterns(game: model.Game) -> tuple[object, ...]:
    return (game.hands, game.player, game.dealer, game.settle, game.wagers, game.bonuses, game.strategies)


def _upcard_so_far(game: model.Game, report: Report) -> None:
    up = [deal for deal in dealt_before_turn(game, "dealer") if deal.facing.text == "up"]
    if sum(deal.number.value for deal in up) != 1:
        return  # told wherever a single card is asked for
    for place, phase in enumerate(phases(game)):
        if isinstance(phase, model.Offer | model.Peek) and up[0] not in phases(game)[:place]:
            for shows in every(model.Shows, phase):
                report.error(
                    "F0509",
                    "the dealer has no face-up card yet",
                    at(shows, "looks at one card"),
                    because(up[0], "dealt later"),
                    helps=(f"move the step below `{' '.join(up[0].span.text.split())}`",),
                )
