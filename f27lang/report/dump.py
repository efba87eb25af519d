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
    """Yield the lines of an outline, two blanks a level; what is empty is left out, what is small is one line."""
    margin = "  " * depth
    if isinstance(value, dict):
        if "is" in value:
            yield f"{margin}{_head(value)}"
            margin, depth = margin + "  ", depth + 1
        for key, item in _inside(value).items():
            yield from _entry(f"{margin}{key}:", item, depth)
    elif isinstance(value, list):
        for item in value:
            yield from _entry(f"{margin}-", item, depth)
    else:
        yield f"{margin}{value}"


def _entry(label: str, item: Plain, depth: int) -> Iterator[str]:
    if item is None or item in ([], {}):
        return
    lines = list(outline(item, depth))
    if isinstance(item, list) and _one_line(item):
        yield f"{label} {' '.join(map(str, item))}"
    elif _one_line(item):
        yield f"{label} {lines[0].strip()}"
    elif isinstance(item, dict) and "is" in item:
        yield f"{label} {lines[0].strip()}"
        yield from lines[1:]
    else:
        yield label
        yield from outline(item, depth + 1)


def _one_line(item: Plain) -> bool:
    if isinstance(item, dict):
        return "is" in item and not _inside(item)
    return not isinstance(item, list) or not any(isinstance(part, dict | list) for part in item)


def _head(item: dict[str, Any]) -> str:
    """Return the class, its only text or number where it holds nothing else, and its place."""
    only = [] if _inside(item) else [str(v) for k, v in item.items() if k not in ("is", "span", "origin")]
    place = [f"({', '.join(item[key] for key in ('span', 'origin') if key in item)})"] if "span" in item else []
    return "  ".join([" ".join([item["is"], *only]), *place])


def _inside(item: dict[str, Any]) -> dict[str, Any]:
    """Return what of an object needs lines of its own."""
    fields = {key: value for key, value in item.items() if key not in ("is", "span", "origin") or "is" not in item}
    small = len(fields) == 1 and not isinstance(next(iter(fields.values())), dict | list) and "is" in item
    return {} if small else fields


def _object(value: Any) -> dict[str, Any]:
    unseen = ("origin",) if isinstance(value, Node) else ("set_at",)
    fields = [f.name for f in attrs.fields(type(value)) if f.name not in unseen]
    shown = {"is": type(value).__name__, **{name: plain(getattr(value, name)) for name in fields}}
    origin = getattr(value, "origin", None)
    if isinstance(origin, Origin):
        shown["origin"] = origin.via
    return shown
