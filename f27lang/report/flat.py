"""A closed Game → a rules card that says it all and parses again, the origin of each line behind it as a comment."""

from __future__ import annotations

from typing import Any, cast

import attrs

from f27lang import model
from f27lang.model.node import Node, Origin
from f27lang.resolve.covers import idle_lines
from f27lang.resolve.lines import RANKS
from f27lang.resolve.quantities import literal, rebuilt
from f27lang.resolve.references import RULES, sections
from f27lang.syntax.write import Row, body, rows


def rules(game: model.Game) -> model.Game:
    """Return a game without its name, files and what may be changed: two games with equal rules say the same."""
    bare = model.Game("", game.title, game.kind, game.abstract, files=(), settings=model.Settings())
    said: dict[str, Any] = {name: getattr(game, name) for name in RULES}
    said["strategies"] = tuple(_reopened(each, game) for each in game.strategies)
    return attrs.evolve(bare, **said)


def flat(game: model.Game) -> str:
    """Return the game as one file without `extends`, options or params of its own, which says the same rules."""
    idle = idle_lines(game)
    abstract = "abstract " if game.abstract else ""
    out = ["f27 1", "", f'{abstract}{game.kind} game "{game.title}" {{']
    last = None
    strategies = tuple(_reopened(each, game) for each in game.strategies)
    for node in sections(attrs.evolve(game, strategies=strategies)):
        if last is not None and (body(last) is not None or body(node) is not None):
            out.append("")
        out += [_commented(row, idle) for row in rows(_rejoined(node), 1)]
        last = node
    return "\n".join([*out, "}", ""])


def _reopened(strategy: model.Strategy, game: model.Game) -> model.Strategy:
    """Return a strategy whose own params stand in its lines by name, set by default to what they are set to."""
    own = {
        param.name.text: _as_set(param, strategy, game) for param in strategy.lines if isinstance(param, model.Param)
    }

    def opened(node: Any) -> Any:
        name = getattr(node, "param", None)
        if name in own:
            return model.QuantityName(model.Name(name, span=node.span), span=node.span)
        return rebuilt(node, opened)

    lines = (own[line.name.text] if isinstance(line, model.Param) else opened(line) for line in strategy.lines)
    return attrs.evolve(strategy, lines=tuple(lines))


def _as_set(param: model.Param, strategy: model.Strategy, game: model.Game) -> model.Param:
    value = game.settings.params[f"{strategy.name.text}.{param.name.text}"]
    return attrs.evolve(param, default=literal(param, value, model.QuantityName(param.name, span=param.span)))


def _rejoined(section: Node) -> Node:
    """Return a section in which facts that were written on one line stand on one line again."""
    if not isinstance(section, model.Values | model.PlayerTurn | model.EachTurn):
        return section
    lines: list[Any] = []
    for line in section.lines:
        both = _one_line(lines[-1], line) if lines else None
        lines = [*lines, line] if both is None else [*lines[:-1], both]
    return cast("Node", attrs.evolve(cast("Any", section), lines=tuple(lines)))


def _one_line(first: Node, second: Node) -> Node | None:
    if first.origin is None or second.origin is None or first.origin.span != second.origin.span:
        return None
    if isinstance(first, model.Value) and isinstance(second, model.Value):
        spans = (*first.ranks.spans, *second.ranks.spans)
        return attrs.evolve(first, ranks=attrs.evolve(first.ranks, spans=_run_together(spans)))
    if isinstance(first, model.May | model.MayDraw):
        moves = (*first.moves, *cast("Any", second).moves)
        return cast("Node", attrs.evolve(cast("Any", first), moves=moves))
    return None


def _run_together(spans: tuple[model.RankSpan, ...]) -> tuple[model.RankSpan, ...]:
    *before, one, two = spans
    last = RANKS.index((one.last or one.first).text)
    if RANKS.index(two.first.text) != last + 1:
        return spans
    return (*before, attrs.evolve(one, last=two.last or two.first))


def _commented(row: Row, idle: frozenset[int]) -> str:
    told = _telling(row.node)
    if told is None or told.origin is None:
        return str(row)
    mark = ", idle" if id(told) in idle else ""
    return f"{row}  # {origin_words(told.origin)}{mark}"


def _telling(node: Node | None) -> Node | None:
    """Return what tells a row's origin: of a heading its stake, as a block's lines tell their own."""
    if isinstance(node, model.Wager):
        return node.stake
    if isinstance(node, model.Bonus):
        return node.wager
    if isinstance(node, model.PotShare):
        return node.part
    plain = node is None or body(node) is None or isinstance(node, model.Strategy | model.Example)
    return node if plain else None


def origin_words(origin: Origin) -> str:
    """Return where a line comes from: the option or arm that brought it, its file and line."""
    brought = (f"{origin.via},",) if origin.via not in ("own", "inherited") else ()
    return " ".join((*brought, origin.span.place))
