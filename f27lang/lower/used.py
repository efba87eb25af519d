"""Rules that no round brings to bear leave no trace in the tables: Game, its Round → the Game without them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from attrs import evolve, frozen

from f27lang import model
from f27lang.lower.laws import rule
from f27lang.lower.money import line_fits
from f27lang.lower.pairs import Across, Hands, gathered
from f27lang.lower.patterns import named
from f27lang.lower.rounds import Round

Cells = Mapping[int, Hands]  # per player's hand the dealer's hands with which a round asks
_Turn = TypeVar("_Turn", model.PlayerTurn, model.DealerTurn)


@frozen
class Used:
    """A game without its idle lines; `rows` are the settle rows that are left, by their place in the whole game."""

    game: model.Game
    rows: tuple[int, ...]
    idle: bool  # something was left out


def used(game: model.Game, play: Round, advice: Iterable[model.Node] = ()) -> Used:
    """Leave out laws, rungs, rows and wager lines that fit in no round.

    A law of the dealer's also counts where a rule of the player's, or advice, asks what he will do.
    """
    ended = _together({p: hands & draft.anywhere(p) for p, hands in draft.reached.items()} for draft in play.settled)
    asks = any(isinstance(node, model.Will) for node in model.walk((*game.player, *advice)))
    follows = _together([play.hits.reached, play.moves.reached]) if asks else play.hits.reached
    rows = tuple(sorted({ending.row for ending in play.endings}))
    kept = evolve(
        game,
        player=_turns(game.player, play, "player", play.moves.reached),
        dealer=_turns(game.dealer, play, "dealer", follows),
        ranking=game.ranking and evolve(game.ranking, lines=_rungs(game.ranking, play, ended)),
        settle=game.settle and evolve(game.settle, lines=tuple(game.settle.lines[row] for row in rows)),
        wagers=tuple(_used_wager(wager, play, ended) for wager in game.wagers),
        bonuses=tuple(evolve(bonus, lines=_pays(bonus, play, ended)) for bonus in game.bonuses),
    )
    return Used(kept, rows, _lines(kept) < _lines(game))


def _together(parts: Iterable[Cells]) -> Cells:
    return gathered(cell for part in parts for cell in part.items())


def _fits(fits: Across, cells: Cells) -> bool:
    return any(fits(p) & asked for p, asked in cells.items())


def _turns(turns: Iterable[_Turn], play: Round, side: str, cells: Cells) -> tuple[_Turn, ...]:
    def keep(turn: _Turn, line: model.Node) -> bool:
        return _fits(rule(play.pairs, side, turn.when, line, play.will), cells)

    return tuple(evolve(turn, lines=tuple(line for line in turn.lines if keep(turn, line))) for turn in turns)


def _rungs(ranking: model.Ranking, play: Round, cells: Cells) -> tuple[model.Rung, ...]:
    return tuple(
        rung
        for rung in ranking.lines
        if any(_fits(play.pairs.pattern(side, named(rung.name)), cells) for side in ("player", "dealer"))
    )


def _used_wager(wager: model.Wager, play: Round, cells: Cells) -> model.Wager:
    """Leave out the lines that no round ends by; one beside another is paid by cards dealt."""
    return wager if wager.is_beside else evolve(wager, lines=_pays(wager, play, cells))


def _pays(wager: model.Wager | model.Bonus, play: Round, cells: Cells) -> tuple[Any, ...]:
    return tuple(line for line in wager.lines if _fits(line_fits(play.pairs, line), cells))


def _lines(game: model.Game) -> int:
    sections = [*game.player, *game.dealer, game.ranking, game.settle, *game.wagers, *game.bonuses]
    return sum(len(section.lines) for section in sections if section is not None)
