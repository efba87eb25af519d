"""Layers and settings → Game: every layer laid over the ones before, every param put in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import PurePath
from typing import Any, TypeVar, cast

import attrs
from attrs import frozen

from f27lang import model
from f27lang.diagnostics import Report
from f27lang.model.node import Node
from f27lang.resolve.layers import Layer
from f27lang.resolve.lines import HEADING_PARTS, Block, Line, fact_line, mark
from f27lang.resolve.merge import Board, Held
from f27lang.resolve.names import Names, twice
from f27lang.resolve.quantities import Value, check_crossed, put_in, value_of
from f27lang.resolve.settings import refuse_decks
from f27lang.source import Span
from f27lang.syntax.write import text

S = TypeVar("S", bound=Node)


@frozen
class Chain:
    """A game's files as layers, and what they declare: all that `close` needs, whatever the settings."""

    layers: tuple[Layer, ...]
    names: Names
    told: frozenset[Span] = frozenset()  # names that were reported as not declared


def close(
    chain: Chain, settings: model.Settings, report: Report, set_at: Mapping[str, Span] | None = None
) -> model.Game:
    """Return the game under the settings; what can't be merged is reported and left as it was.

    `set_at` tells messages where a setting was made.
    """
    board = Board(report)
    params = chain.names.nodes(model.Param)
    told: list[Node] = []
    proofs: list[Node] = []
    for number, layer in enumerate(chain.layers):
        board.begin_layer()
        for patch in layer.patches(settings):
            board.joins = patch.joins
            for drop in patch.drops:
                board.drop(drop)
            board.lay_all(tuple(_closed_block(block, params, settings.params, report) for block in patch.blocks))
            told += patch.told
            if number == len(chain.layers) - 1:
                proofs += (put_in(proof, params, settings.params) for proof in patch.proofs)
    held = _with_decks(board.held, settings, (set_at or {}).get("decks"), report)
    game = _game(chain, held, settings, told, proofs)
    for strategy in game.strategies:
        check_crossed(strategy, report)
    return game


def _closed_block(block: Block, params: Mapping[str, model.Param], values: Mapping[str, Any], report: Report) -> Block:
    if not any(line.named for line in block.lines):
        return block
    lines = tuple(_put_in(line, params, values) for line in block.lines)
    for line in lines:
        check_crossed(line.node, report)
    return attrs.evolve(block, lines=lines)


def _put_in(line: Line, params: Mapping[str, model.Param], values: Mapping[str, Any]) -> Line:
    if not line.named:
        return line
    node = put_in(line.node, params, values)
    if _is_heading_part(line):
        return Line(line.key, text(node), text(node), node, False)
    return fact_line(node)


def _is_heading_part(line: Line) -> bool:
    return isinstance(line.node, HEADING_PARTS)


def _with_decks(
    held: dict[str, Held], settings: model.Settings, set_at: Span | None, report: Report
) -> dict[str, Held]:
    value = settings.params.get("decks")
    if value is None or "cards" not in held:
        return held
    assert isinstance(value, Fraction)
    lines = [_decks_line(line, int(value), set_at, report) for line in held["cards"].lines]
    return {**held, "cards": Held(held["cards"].section, lines)}


def _decks_line(line: Line, value: int, set_at: Span | None, report: Report) -> Line:
    decks = line.node
    if not isinstance(decks, model.Decks) or decks.number.value == value:
        return line
    if refuse_decks(decks, value, set_at, report):
        return line
    origin = attrs.evolve(decks.origin, span=set_at) if decks.origin and set_at else decks.origin
    return attrs.evolve(line, node=attrs.evolve(decks, number=attrs.evolve(decks.number, value=value), origin=origin))


def _game(
    chain: Chain, held: dict[str, Held], settings: model.Settings, told: list[Node], proofs: list[Node]
) -> model.Game:
    own = chain.layers[-1].file
    sections = [_section(each) for each in held.values()]
    return model.Game(
        name=_name_of(own),
        title=own.title.text if own.title else "",
        kind=own.kind.text if own.kind else "",
        abstract=own.abstract is not None,
        files=tuple(layer.file.span.file for layer in chain.layers),
        settings=_with_decks_set(settings, held),
        params=tuple(chain.names.nodes(model.Param).values()),
        options=tuple(chain.names.nodes(model.Option).values()),
        choices=tuple(chain.names.nodes(model.Choice).values()),
        houses=tuple(chain.names.nodes(model.House).values()),
        sources=_all(model.Source, told),
        notes=_all(model.Note, told),
        assumptions=_all(model.Assume, told),
        seats=_one(model.Seats, sections),
        cards=_one(model.Cards, sections),
        values=_one(model.Values, sections),
        total=_one(model.Total, sections),
        poker=_one(model.Poker, sections),
        play=_one(model.Play, sections),
        player=_all(model.PlayerTurn, sections),
        dealer=_all(model.DealerTurn, sections),
        each=_one(model.EachTurn, sections),
        hands=_one(model.Hands, sections),
        ranking=_one(model.Ranking, sections),
        settle=_one(model.Settle, sections),
        wagers=_all(model.Wager, sections),
        bonuses=_all(model.Bonus, sections),
        betting=_one(model.Betting, sections),
        pot=_one(model.Pot, sections),
        shares=_all(model.PotShare, sections),
        strategies=_strategies(chain, settings),
        examples=_all(model.Example, proofs),
        claims=_all(model.Claim, proofs),
    )


def _name_of(file: model.File) -> str:
    source = file.span.file
    return PurePath(source.name).stem if source.path != "-" else "stdin"


def _with_decks_set(settings: model.Settings, held: dict[str, Held]) -> model.Settings:
    lines = held["cards"].lines if "cards" in held else []
    decks = next((line.node.number.value for line in lines if isinstance(line.node, model.Decks)), None)
    if decks is None:
        return settings
    return attrs.evolve(settings, params={**settings.params, "decks": Fraction(decks)})


def _section(held: Held) -> Node:
    section = held.section
    if isinstance(section, model.Seats):
        return held.lines[0].node
    parts = {line.key: line.node for line in held.lines if _is_heading_part(line)}
    lines = tuple(line.node for line in held.lines if not _is_heading_part(line))
    if isinstance(section, model.Wager):
        return attrs.evolve(section, stake=cast("Any", parts.get("stake")), lines=cast("Any", lines))
    if isinstance(section, model.Bonus):
        return attrs.evolve(section, wager=cast("Any", parts.get("on")), lines=cast("Any", lines))
    if isinstance(section, model.PotShare):
        return attrs.evolve(section, part=cast("Any", parts.get("part")), lines=cast("Any", lines))
    return cast("Node", attrs.evolve(cast("Any", section), lines=lines))


def _all(kind: type[S], nodes: Iterable[Node]) -> tuple[S, ...]:
    return tuple(node for node in nodes if isinstance(node, kind))


def _one(kind: type[S], nodes: Iterable[Node]) -> S | None:
    return next(iter(_all(kind, nodes)), None)


def _strategies(chain: Chain, settings: model.Settings) -> tuple[model.Strategy, ...]:
    params = chain.names.nodes(model.Param)
    own = len(chain.layers) - 1
    out = []
    for each in chain.names.strategies.values():
        strategy = cast("model.Strategy", each.node)
        marked = mark(strategy, "own" if each.layer == own else "inherited", each.layer == own)
        out.append(closed_strategy(marked, params, settings.params))
    return tuple(out)


def closed_strategy(
    strategy: model.Strategy, params: Mapping[str, model.Param], values: Mapping[str, Any]
) -> model.Strategy:
    """Return a strategy with the game's params and its own put in; its own are set as `name.param`."""
    own = strategy.settings
    known = {**params, **{param.name.text: param for param in own.values()}}
    set_here = {**values, **{param.name.text: values[name] for name, param in own.items()}}
    return put_in(strategy, known, set_here)


def attached(game: model.Game, file: model.File, set_own: Mapping[str, Value], report: Report) -> model.Game:
    """Return a game with a file's strategies behind its own; a name that is taken is reported (F0204).

    `set_own` are values of the strategies' own params, by `strategy.param`; others have their defaults.
    """
    taken = {strategy.name.text: strategy for strategy in game.strategies}
    params = {param.name.text: param for param in game.params}
    values = dict(game.settings.params)
    for item in file.items:
        if not isinstance(item, model.Strategy):
            continue
        if item.name.text in taken:
            twice("strategy", item.name, taken[item.name.text].name, report)
        values.update({name: value_of(param.default) for name, param in item.settings.items()})
        values.update({name: value for name, value in set_own.items() if name in values})
        taken[item.name.text] = closed = closed_strategy(mark(item, "own", True), params, values)
        check_crossed(closed, report)
    settings = attrs.evolve(game.settings, params=values)
    return attrs.evolve(game, strategies=tuple(taken.values()), settings=settings)
