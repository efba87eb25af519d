"""Everything joined, extends, options, choices, houses and params: a File and changes from outside → a closed Game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import attrs

from f27lang import model
from f27lang.changes import Changes, house_of, setting_lines
from f27lang.diagnostics import Label, Report
from f27lang.model.node import walk
from f27lang.resolve.chain import lineage, linked
from f27lang.resolve.closing import Chain, attached, close
from f27lang.resolve.conflicts import check_conflicts
from f27lang.resolve.extent import Extent
from f27lang.resolve.layers import layered
from f27lang.resolve.names import Declared, Names, check_param, declared
from f27lang.resolve.quantities import Value, revalued
from f27lang.resolve.references import References, check_idle, check_name_space, check_quantities, check_unused
from f27lang.resolve.relations import check_relations, check_together
from f27lang.resolve.settings import Settled, settle, settle_own

__all__ = ["Chain", "attach", "check_names", "choose", "close", "prepare", "resolve", "resolver", "revalued"]


def resolve(file: model.File, changes: Changes, report: Report) -> model.Game | None:
    """Return the game that a file stands for under the changes; None when the report says why there is none.

    A file of strategies stands for its game with the strategies added.
    """
    if file.strategies_for is not None:
        return _strategies_file(file, changes, report)
    chain = prepare(file, report)
    return _chosen(chain, changes, report) if chain else None


def resolver(file: model.File) -> Callable[[Changes, Report], model.Game | None]:
    """Return `resolve` for one file without errors and many changes; what they don't touch is done once."""
    if file.strategies_for is not None:
        return partial(resolve, file)
    chain = prepare(file, Report())
    return lambda changes, report: _chosen(chain, changes, report) if chain else None


def _chosen(chain: Chain, changes: Changes, report: Report) -> model.Game | None:
    settled = choose(chain, changes, report)
    game = close(chain, settled.settings, report, settled.by)
    if not game.abstract:
        References(chain.names, report, set(chain.told)).check_game(game)
        check_idle(game, settled, report)
    return None if report.failed else attrs.evolve(game, set_at=settled.by)


def prepare(file: model.File, report: Report) -> Chain | None:
    """Return a file's chain, with all that does not depend on settings done and reported once."""
    files = lineage(file, report)
    if files is None:
        return None
    names = declared(files, report)
    layers = layered(files, names, report)
    check_relations(names, len(files) - 1, report)
    check_conflicts(layers, report)
    check_quantities(files, names, report)
    references = References(names, report)
    if file.abstract is None:
        references.check_file(files)
    check_name_space(files, names, report)
    if not report.failed:
        check_unused(files, report)
    return Chain(layers, names, frozenset(references.told))


def choose(chain: Chain, changes: Changes, report: Report) -> Settled:
    """Return the settings that a chain has under the changes."""
    names = chain.names
    files = tuple(layer.file for layer in chain.layers)
    house = house_of(changes, names.nodes(model.House), report)
    settled = settle(files, names, house, setting_lines(changes, report), report)
    check_together(settled, names, report)
    return settled


def check_names(game: model.Game, report: Report) -> None:
    """Report the names in a closed game's sections that nothing in it declares (F0202)."""
    References(Names(), report).check_game(game)


def attach(
    game: model.Game, file: model.File, report: Report, set_own: Mapping[str, Value] | None = None
) -> model.Game:
    """Return a game with the strategies of a `strategies for` file added, their own params set as is said."""
    target = file.strategies_for
    if target is None or target.game.text not in _names_of(game):
        place = target.game if target else file
        report.error(
            "F0201",
            f'these strategies are not for "{game.name}"',
            Label(place.span, "for this game"),
            helps=(f'name the game as `extends` does, by its file: `strategies for "{game.name}" {{`',),
        )
        return game
    names = Names(params={param.name.text: Declared(param, 0) for param in game.params})
    for param in (line for item in file.items for line in walk(item) if isinstance(line, model.Param)):
        check_param(param, report)
    check_quantities([file], names, report)
    together = attached(game, file, set_own or {}, report)
    References(names, report).check_game(together)
    if not report.failed:
        check_unused((file,), report)
    return together


def _names_of(game: model.Game) -> set[str]:
    """Return the names by which `extends` knows a game and those that it extends: those of their files."""
    return {game.name, *(file.name.removesuffix(".f27") for file in game.files)}


def _strategies_file(file: model.File, changes: Changes, report: Report) -> model.Game | None:
    assert file.strategies_for is not None
    target = linked(file, file.strategies_for.game, report) if Extent().holds((file,), report) else None
    if target is None:
        return None
    if target.kind is None:
        label = Label(file.strategies_for.span, "this names a file of strategies")
        report.error("F0201", "strategies are for a game", label, helps=("name a game",))
        return None
    left, own = settle_own(file, changes, report)
    game = resolve(target, left, report)
    if game is None:
        return None
    game = attach(game, file, report, own.settings.params)
    files, set_at = (*game.files, file.span.file), {**game.set_at, **own.by}
    return None if report.failed else attrs.evolve(game, files=files, set_at=set_at)
