"""Any stage's value as an outline to read, or as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import attrs

from f27lang.model import Node, Origin
from f27lang.source import SourceFile, Span

Plain = dict[str, Any] | list[Any] | str | int | float | bool | None


def plain(value: Any) -> Plain:
    """Return a value as JSON has it: an attrs object is an object with its class as `is`, a span is a place."""
    if isinstance(value, Span):
        return value.place
    if isinstance(value, SourceFile):
        return value.path
    if isinstance(value, Fraction):
        return str(value)
    if attrs.has(type(value)):
        return _object(value)
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    return value if isinstance(value, str | int | float | bool) or value is None else str(value)


def outline(value: Plain, depth: int = 0) -> Iterator[str]:
    """Yield the lines of an outline, two blanks a level; what is empty is left out."""
    margin = "  " * depth
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _entry(margin, key, item, depth)
    elif isinstance(value, list):
        for item in value:
            yield from _entry(margin, "-", item, depth)
    else:
        yield f"{margin}{value}"


def _entry(margin: str, key: str, item: Plain, depth: int) -> Iterator[str]:
    label = key if key == "-" else f"{key}:"
    if item is None or item == [] or item == {}:
        return
    if isinstance(item, dict):
        yield f"{margin}{label} {item.get('is', '')}{_place(item)}".rstrip()
        yield from outline({k: v for k, v in item.items() if k not in ("is", "span")}, depth + 1)
    elif isinstance(item, list) and any(isinstance(part, dict | list) for part in item):
        yield f"{margin}{label}"
        yield from outline(item, depth + 1)
    elif isinstance(item, list):
        yield f"{margin}{label} {' '.join(map(str, item))}"
    else:
        yield f"{margin}{label} {item}"


def _place(item: dict[str, Any]) -> str:
    return f"  ({item['span']})" if "span" in item else ""


def _object(value: Any) -> dict[str, Any]:
    fields = [f.name for f in attrs.fields(type(value)) if not (isinstance(value, Node) and f.name == "origin")]
    shown = {"is": type(value).__name__, **{name: plain(getattr(value, name)) for name in fields}}
    origin = getattr(value, "origin", None)
    if isinstance(origin, Origin):
        shown["origin"] = origin.via
    return shown
