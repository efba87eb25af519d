"""F0703 to F0705: advice that reaches every decision and names moves that exist → Report."""

from __future__ import annotations

from collections.abc import Iterator

from f27lang import model
from f27lang.check.facts import every, is_banked
from f27lang.check.labels import at, at_heading, because
from f27lang.diagnostics import Report

Block = model.PlayerAdvice | model.EachAdvice | model.BettingAdvice | model.DeclareAdvice


def check_strategies(game: model.Game, report: Report) -> None:
    """Report circular `like` lines, advice that does not cover the game, and moves that are never allowed."""
    known = {strategy.name.text: strategy for strategy in game.strategies}
    for strategy in game.strategies:
        for like in every(model.Like, strategy):
            _like(like, strategy, known, report)
        _covers(game, strategy, report)
        _twice(strategy, known, report)
        _moves(game, strategy, report)


def _like(like: model.Like, strategy: model.Strategy, known: dict[str, model.Strategy], report: Report) -> None:
    if strategy.name.text in _followed(like.whom.text, known):
        report.error(
            "F0704",
            f"`{strategy.name.text}` is defined through itself",
            at(like, "leads back to it"),
            because(strategy.name, "needs its own advice"),
            helps=("write the lines out in one of the strategies",),
        )


def _followed(name: str, known: dict[str, model.Strategy]) -> set[str]:
    """Return the names that a `like` line leads to, itself included."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += [like.whom.text for like in every(model.Like, known.get(name))]
    return found


def advice_of(game: model.Game, strategy: model.Strategy) -> Iterator[model.Like | Block]:
    """Yield a strategy's blocks in order, `like` another strategy written out; `like dealer` stays as it is."""
    known = {other.name.text: other for other in game.strategies}
    for line in strategy.lines:
        if isinstance(line, model.Like) and line.whom.text in known:
            yield from advice_of(game, known[line.whom.text])
        elif isinstance(line, model.Like | Block):
            yield line


def _covers(game: model.Game, strategy: model.Strategy, report: Report) -> None:
    if is_banked(game) and not any(isinstance(line, model.PlayerAdvice | model.Like) for line in strategy.lines):
        report.error(
            "F0703",
            f"`{strategy.name.text}` has no advice",
            at_heading(strategy, "no `player` block in here"),
            helps=("add `player { ... }` with a last line such as `otherwise stand`, or `like dealer`",),
        )


def _twice(strategy: model.Strategy, known: dict[str, model.Strategy], report: Report) -> None:
    """`like` puts blocks here, so a block of the same heading beside it is a second one."""
    first: dict[tuple[type[model.Node], object], model.Node] = {}
    for line in strategy.lines:
        for block in _blocks_behind(line, known):
            key = (type(block), getattr(block, "when", None))
            if key in first:
                report.error(
                    "F0705",
                    f"`{strategy.name.text}` has two blocks for one turn",
                    at_heading(line, "the second"),
                    because(first[key], "the first"),
                    helps=("keep one of them",),
                )
            first.setdefault(key, line)


def _blocks_behind(line: model.Node, known: dict[str, model.Strategy]) -> tuple[model.Node, ...]:
    if isinstance(line, Block):
        return (line,)
    if isinstance(line, model.Like) and line.whom.text in known:
        names = _followed(line.whom.text, known)
        return tuple(
            block for name in sorted(names & set(known)) for block in known[name].lines if isinstance(block, Block)
        )
    return ()


def _moves(game: model.Game, strategy: model.Strategy, report: Report) -> None:
    allowed = {move.text for may in every(model.May, game.player) for move in may.moves}
    if not allowed or not is_banked(game):
        return
    for advice in every(model.Advice, strategy):
        if advice.move.text not in allowed:
            may = next(every(model.May, game.player))
            report.error(
                "F0704",
                f"the player never may {advice.move.text}",
                at(advice.move, "advised here"),
                because(may, "what he may do"),
                helps=(f"add `may {advice.move.text}` to `player`, or delete the line",),
            )
