"""Everything joined: a File and the changes from outside → a closed Game, by extends, options, choices, houses, params."""

from __future__ import annotations

from f27lang import model
from f27lang.diagnostics import Report
from f27lang.resolve.chain import lineage
from f27lang.resolve.changes import Changes, house_of, setting_lines
from f27lang.resolve.closing import Chain, close
from f27lang.resolve.layers import layered
from f27lang.resolve.names import Names, declared
from f27lang.resolve.relations import check_relations, check_together
from f27lang.resolve.settings import Settled, settle

__all__ = ["Chain", "Changes", "close", "prepare", "resolve"]


def resolve(file: model.File, changes: Changes, report: Report) -> model.Game | None:
    """Return the game that a file stands for under the changes; None when the report says why there is none."""
    chain = prepare(file, report)
    if chain is None:
        return None
    settled = choose(chain, changes, report)
    game = close(chain, settled.settings, report)
    return None if report.failed else game


def prepare(file: model.File, report: Report) -> Chain | None:
    """Return a file's chain with all that does not depend on settings done and checked."""
    files = lineage(file, report)
    if files is None:
        return None
    names = declared(files, report)
    return Chain(layered(files, names, report), names)


def choose(chain: Chain, changes: Changes, report: Report) -> Settled:
    """Return the settings that a chain has under the changes."""
    names = chain.names
    files = tuple(layer.file for layer in chain.layers)
    house = house_of(changes, names.nodes(model.House), report)
    settled = settle(files, names, house, setting_lines(changes, report), report)
    check_relations(names, len(files) - 1, report)
    check_together(settled, names, report)
    return settled
