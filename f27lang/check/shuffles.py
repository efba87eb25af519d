"""F0315: cut cards, shuffles and burns that a shoe can't have → Report."""

from __future__ import annotations

from f27lang import model
from f27lang.check.facts import line_of, number, shoe_of
from f27lang.check.labels import at, because
from f27lang.diagnostics import Report


def check_shuffles(game: model.Game, report: Report) -> None:
    """Report a line of `cards` by which no hand could be dealt, or the shoe never be shuffled."""
    shoe = sum(shoe_of(game).values())
    for line in game.cards.lines if game.cards and shoe else ():
        match line:
            case model.Shuffle(when=model.EveryHands() as when):
                _hands(when, report)
            case model.Shuffle(when=model.AtCutCard(depth=model.PercentLiteral() as depth)):
                _cut(depth, report)
            case model.Burn() if line.number.value >= shoe:
                _burn(game, line, shoe, report)


def _hands(when: model.EveryHands, report: Report) -> None:
    hands = number(when.number)
    if hands < 1 or hands.denominator > 1:
        report.error(
            "F0315",
            f"a shoe can't be shuffled every {hands} hands",
            at(when.number, "one hand or more"),
            helps=("write `shuffle: every hand`, or a whole number as in `shuffle: every 20 hands`",),
        )


def _cut(depth: model.PercentLiteral, report: Report) -> None:
    percent = depth.percent
    if 0 < percent.value < 100:
        return
    place = "above the first card" if percent.value <= 0 else "below the last card or beyond it"
    report.error(
        "F0315",
        f"a cut card at {percent.text} does not lie inside the shoe",
        at(depth, place),
        helps=("write how much of the shoe is dealt, for example `shuffle: at cut card 75%`",),
    )


def _burn(game: model.Game, burn: model.Burn, shoe: int, report: Report) -> None:
    deck = line_of(game.cards, model.Decks)
    report.error(
        "F0315",
        f"{burn.number.value} burnt cards leave nothing of a shoe of {shoe}",
        at(burn, "laid aside after each shuffle"),
        *((because(deck, f"{shoe} cards"),) if deck else ()),
        helps=("burn fewer cards, or take more decks",),
    )
