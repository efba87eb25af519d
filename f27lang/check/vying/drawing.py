"""F0308, F0404: limits that leave nobody a card to draw, and hands longer than they allow → Report."""

from __future__ import annotations

from collections.abc import Iterator

from f27lang import model
from f27lang.check.facts import every, number, phases
from f27lang.check.labels import at, because
from f27lang.check.words import counted
from f27lang.diagnostics import Report


def check_vying_drawing(game: model.Game, report: Report) -> None:
    """Report limits in `each` by which nobody ever draws, and patterns of more cards than a hand can have."""
    dealt = sum(phase.number.value for phase in phases(game) if isinstance(phase, model.Deal))
    for line, least, words in _limits(game, dealt):
        if number(line.number) < least:
            report.error(
                "F0404",
                "nobody may ever draw",
                at(line, "because of this limit"),
                helps=(f"write {counted(least, words)} or more, or take the draws out of `play`",),
            )
    _too_long(game, dealt, report)


def _limits(game: model.Game, dealt: int) -> Iterator[tuple[model.Limit | model.Locked, int, str]]:
    """Yield each limit with the least number by which somebody can draw, and what is counted."""
    for line in game.each.lines if game.each else ():
        match line:
            case model.Locked():
                yield line, 1, "pass"
            case model.Limit(what=model.MostDraws()):
                yield line, 1, "draw"
            case model.Limit():
                yield line, dealt + 1, "card"


def _too_long(game: model.Game, dealt: int, report: Report) -> None:
    limit = next((line for line, _, words in _limits(game, dealt) if words == "card"), None)
    for hand in every(model.CardsAre, game.hands, game.strategies) if limit else ():
        if limit and len(hand.cards) > dealt and len(hand.cards) > number(limit.number):
            report.error(
                "F0308",
                f"no hand has {len(hand.cards)} cards",
                at(hand, f"these are {len(hand.cards)} cards"),
                because(limit, "because of this limit"),
                helps=("delete the pattern, or raise the limit",),
            )
