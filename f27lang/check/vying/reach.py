"""F0105, F0308: hands too many to list, and targets that no hand comes near → Report."""

from __future__ import annotations

from fractions import Fraction

from f27lang import model
from f27lang.check.facts import every, number, shoe_of, value_lines, worth_of
from f27lang.check.labels import at, at_heading, because, because_heading
from f27lang.check.words import points
from f27lang.diagnostics import Report


def check_vying_reach(game: model.Game, report: Report) -> None:
    """Report what only the hands of a game without other errors tell."""
    _targets(game, report)
    _too_many(game, report)


def _targets(game: model.Game, report: Report) -> None:
    from f27lang.lower.vying.table import Table  # noqa: PLC0415

    table, lines = Table(game), value_lines(game)
    worths = [worth_of(rank, lines[rank]) for rank, count in shoe_of(game).items() for _ in range(count)]
    most = sum(sorted((worth[-1] for worth in worths), reverse=True)[: table.most_cards], Fraction(0))
    least = sum(sorted(worth[0] for worth in worths)[: table.dealt], Fraction(0))
    for nearest in every(model.Nearest, game.shares):
        for target in nearest.targets:
            if not least <= number(target) <= most:
                report.error(
                    "F0308",
                    f"no hand comes to {points(number(target))}",
                    at(target, f"hands are from {points(least)} to {points(most)}"),
                    *((because_heading(game.values, "by these values"),) if game.values else ()),
                    helps=(f"take a target in {points(least)}..{points(most)}",),
                )


def _too_many(game: model.Game, report: Report) -> None:
    from f27lang.lower.vying import too_large  # noqa: PLC0415

    strategy = too_large(game)
    ties = next((tie for tie in every(model.Tie, game.shares) if tie.text == "fewer cards"), None)
    if strategy is not None:
        report.error(
            "F0105",
            "too many hands can be told apart",
            at_heading(strategy if isinstance(strategy, model.Strategy) else game.values or game.play),  # type: ignore[arg-type]
            *((because(ties, "so the number of cards counts in every hand"),) if ties else ()),
            helps=("give cards fewer different values, or limit the cards of a hand: `at most 6 cards`",),
        )
