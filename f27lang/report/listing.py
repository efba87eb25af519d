"""The bundled variants, for the terminal and for JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from f27lang import model
from f27lang.files import BundledVariant
from f27lang.report.text import bound, hanging

Listed = Sequence[tuple[BundledVariant, model.File]]
Named = model.Option | model.Choice | model.Param | model.Strategy


def as_text(variants: Listed) -> str:
    """Return each variant's name and kind, and below them what may be changed."""
    width = max(len(bundled.name) for bundled, _ in variants)
    files = {bundled.name: file for bundled, file in variants}
    return "\n".join(
        hanging(f"{bundled.name:{width}}   ", f"{_kind(file)}\n{_switches(_chain(file, files))}")
        for bundled, file in variants
    )


def as_json(variants: Listed) -> dict[str, Any]:
    """Return the answer `f27.list/1`."""
    files = {bundled.name: file for bundled, file in variants}
    return {
        "schema": "f27.list/1",
        "variants": [_one(bundled, file, _chain(file, files)) for bundled, file in variants],
    }


def _chain(file: model.File, files: Mapping[str, model.File]) -> tuple[model.File, ...]:
    """Return a file and all that it extends, the farthest first."""
    parent = files.get(file.extends.parent.text) if file.extends else None
    return (*_chain(parent, files), file) if parent else (file,)


def _one(bundled: BundledVariant, file: model.File, chain: Sequence[model.File]) -> dict[str, Any]:
    return {
        "name": bundled.name,
        "title": file.title.text if file.title else None,
        "kind": file.kind.text if file.kind else "strategies",
        "abstract": file.abstract is not None,
        "path": str(bundled.path),
        "extends": file.extends.parent.text if file.extends else None,
        "options": _names(chain, model.Option),
        "choices": _names(chain, model.Choice),
        "params": _names(chain, model.Param),
        "strategies": _names(chain, model.Strategy),
    }


def _kind(file: model.File) -> str:
    kind = f"{file.kind.text} game" if file.kind else "strategies"
    return f"{kind}, abstract: to be extended" if file.abstract else kind


def _switches(chain: Sequence[model.File]) -> str:
    options = [f"--with {name}" for name in _names(chain, model.Option)]
    settings = [f"--set {name}=" for name in (*_names(chain, model.Choice), *_names(chain, model.Param))]
    return "  ".join(map(bound, options + settings))


def _names(chain: Sequence[model.File], kind: type[Named]) -> list[str]:
    """Return the names declared along a chain and not dropped again."""
    names: dict[str, None] = {}
    for item in (item for file in chain for item in file.items):
        if isinstance(item, model.Drop) and item.kind.text == kind.__name__.lower():
            names.pop(item.name.text, None)
        elif isinstance(item, kind):
            names[item.name.text] = None
    return list(names)
