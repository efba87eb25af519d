"""F0703, F0402: advice that runs out, or that no decision asks for → Report."""

from __future__ import annotations

from f27lang import model
from f27lang.check.labels import at_heading
from f27lang.check.laws import law
from f27lang.check.rounds import Rounds, first_cell
from f27lang.check.strategies import advice_of
from f27lang.check.table import Table
from f27lang.diagnostics import Report


def may_run_out(game: model.Game) -> tuple[model.Strategy, ...]:
    """Return the strategies whose words alone do not make sure that every decision gets advice."""
    return tuple(strategy for strategy in game.strategies if not _closed(game, strategy))


def _closed(game: model.Game, strategy: model.Strategy) -> bool:
    for block in advice_of(game, strategy):
        if isinstance(block, model.Like):
            return True
        if isinstance(block, model.PlayerAdvice) and any(_always(line, block) for line in block.lines):
            return True
    return False


def _always(line: model.Advice | model.Otherwise, block: model.PlayerAdvice) -> bool:
    return block.when is None and (isinstance(line, model.Otherwise) or law(line, block).always)


def check_advice(table: Table, rounds: Rounds, strategies: tuple[model.Strategy, ...], report: Report) -> None:
    """Report each of these strategies that leaves a decision open."""
    for strategy in strategies:
        blocks = [block for block in advice_of(table.game, strategy) if isinstance(block, model.PlayerAdvice)]
        lines = [table.ruled("player", law(line, block)) for block in blocks for line in block.lines]
        for player, views in rounds.asked.items():
            left = views
            for line in lines:
                left &= ~line.fits(player)
            if left and blocks:
                cell = first_cell(player, left)
                words = f"{table.words(player)} against {table.words(cell.dealer)}"
                shown = f"{table.cards(player)} against {table.cards(cell.dealer)}"
                report.error(
                    "F0703",
                    f"`{strategy.name.text}` has no advice for {words}",
                    at_heading(blocks[-1], "no line fits it"),
                    notes=(f"for example {shown}",),
                    helps=("end the block with a line such as `otherwise stand`",),
                )
                break
