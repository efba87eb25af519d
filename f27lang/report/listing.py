"""The bundled variants, for the terminal and for JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from f27lang import model
from f27lang.files import BundledVariant
from f27lang.report.text import bound, hanging

Listed = Sequence[tuple[BundledVariant, model.File]]


def as_text(variants: Listed) -> str:
    """Return each variant's name and kind, and below them what may be changed."""
    width = max(len(bundled.name) for bundled, _ in variants)
    return "\n".join(
        hanging(f"{bundled.name:{width}}   ", f"{_kind(file)}\n{_switches(file)}") for bundled, file in variants
    )


def as_json(variants: Listed) -> dict[str, Any]:
    """Return the answer `f27.list/1`."""
    return {"schema": "f27.list/1", "variants": [_one(bundled, file) for bundled, file in variants]}


def _one(bundled: BundledVariant, file: model.File) -> dict[str, Any]:
    return {
        "name": bundled.name,
        "title": file.title.text if file.title else None,
        "kind": file.kind.text if file.kind else "strategies",
        "abstract": file.abstract is not None,
        "path": str(bundled.path),
        "extends": file.extends.parent.text if file.extends else None,
        "options": _names(file, model.Option),
        "choices": _names(file, model.Choice),
        "params": _names(file, model.Param),
        "strategies": _names(file, model.Strategy),
    }


def _kind(file: model.File) -> str:
    kind = f"{file.kind.text} game" if file.kind else "strategies"
    return f"{kind}, abstract: to be extended" if file.abstract else kind


def _switches(file: model.File) -> str:
    options = [f"--with {name}" for name in _names(file, model.Option)]
    settings = [f"--set {name}=" for name in (*_names(file, model.Choice), *_names(file, model.Param))]
    return "  ".join(map(bound, options + settings))


def _names(file: model.File, kind: type[model.Option | model.Choice | model.Param | model.Strategy]) -> list[str]:
    return [item.name.text for item in file.items if isinstance(item, kind)]
