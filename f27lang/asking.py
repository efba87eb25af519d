"""What may be asked of a game: a way to play, a shoe, a wager -> Question, tables, or why there is no such thing."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from attrs import frozen

from f27lang import model, pipeline
from f27lang.diagnostics import Label, Misasked, Report
from f27lang.rulebook import Policy, Rulebook
from f27lang.source import COMMAND_LINE, SourceFile, Span

BUILT_IN = ("best", "chart")


@frozen
class Question:
    """A way to play, and the shoe to play it with: `full` or `endless`; `firm` where no other shoe will do.

    `knowledge` is that of best play: `cards` with their suits, or `ranks`.
    """

    play: str
    shoe: str
    firm: bool = True
    knowledge: str = "cards"


def wager_index(game: model.Game, name: str | None) -> int:
    """Return the place of a wager among those made at the start; the first where none is named."""
    names = [wager.name.text for wager in game.table_wagers]
    if name is None:
        return 0
    if name not in names:
        raise unknown("--wager", name, names)
    return names.index(name)


def strategy_tables(game: model.Game, name: str) -> tuple[Rulebook, Policy]:
    """Return the tables and the policy of a named strategy; raises Misasked where there is none."""
    if all(strategy.name.text != name for strategy in game.strategies):
        raise _unknown_play(game, name)
    return pipeline.strategy(game, name)


def refuse_play(game: model.Game, name: str) -> None:
    """Raise Misasked where a game knows no such way to play."""
    if name not in BUILT_IN and all(strategy.name.text != name for strategy in game.strategies):
        raise _unknown_play(game, name)


def _unknown_play(game: model.Game, name: str) -> Misasked:
    return unknown("--play", name, [*BUILT_IN, *(strategy.name.text for strategy in game.strategies)])


def unknown(option: str, name: str, names: Sequence[str]) -> Misasked:
    """Return the error of an option that names what is not there."""
    near = get_close_matches(name, names, n=1)
    message = f"`{name}` is not declared" if name.strip() else f"{option} names nothing"
    return no_such(option, name, message, _instead(near, names))


def no_such(option: str, typed: str, message: str, *helps: str, label: str = "not in this game") -> Misasked:
    """Return the error of an option, with what is wrong and the ways out."""
    line = SourceFile(COMMAND_LINE, f"{option} {typed}")
    report = Report()
    report.error("F0202", message, Label(Span(line, len(option) + 1, len(line.text)), label), helps=helps)
    return Misasked(report)


def _instead(near: Sequence[str], names: Sequence[str]) -> str:
    return f"did you mean `{near[0]}`?" if near else f"known here: {', '.join(names)}"
