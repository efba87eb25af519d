"""The grammar, analysed once and kept in the user's cache folder: grammars/f27.lark → Lark."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import lark

if TYPE_CHECKING:
    from collections.abc import Iterator

OPTIONS: dict[str, Any] = {
    "parser": "lalr",
    "lexer": "basic",  # not used: `scan` cuts the tokens, as the parser's state expects them
    "keep_all_tokens": True,
    "maybe_placeholders": False,
}


@cache
def grammar() -> lark.Lark:
    """Return the parser of the language; a cache that can't be read or written costs half a second, no more."""
    text = grammar_text()
    place = _cache_file(text)
    with without_collector():
        parser = _load(place) if place else None
        if parser is None:
            parser = lark.Lark(text, **OPTIONS)
            if place:
                _store(parser, place)
    return parser


def grammar_text() -> str:
    """Return the grammar: from the folder beside `pyproject.toml` in a checkout, else from the package."""
    home = Path(__file__).parents[2]
    if (home / "pyproject.toml").is_file():
        return (home / "grammars" / "f27.lark").read_text("utf-8")
    from importlib.resources import files  # noqa: PLC0415

    return (files("f27lang.grammars") / "f27.lark").read_text("utf-8")


def _cache_file(text: str) -> Path | None:
    folder = os.environ.get("F27_CACHE_DIR")
    if not folder:
        from platformdirs import user_cache_dir  # noqa: PLC0415

        try:
            folder = user_cache_dir("f27lang")
        except (OSError, RuntimeError):
            return None
    key = "\n".join((text, lark.__version__, sys.version, repr(OPTIONS)))
    return Path(folder) / f"grammar-{sha256(key.encode()).hexdigest()[:16]}"


def _load(place: Path) -> lark.Lark | None:
    """Read a stored parser; the digest in front of it finds a damaged file before it is unpickled."""
    try:
        stored = place.read_bytes()
        if sha256(stored[32:]).digest() != stored[:32]:
            return None
        return lark.Lark.load(BytesIO(stored[32:]))
    except Exception:  # whatever is wrong with a cache, the grammar itself is at hand
        return None


def _store(parser: lark.Lark, place: Path) -> None:
    """Publish by one rename, so that no reader ever sees half a file."""
    data = BytesIO()
    parser.save(data)
    draft = place.with_name(f"{place.name}.{os.getpid()}")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(sha256(data.getvalue()).digest() + data.getvalue())
        draft.replace(place)
    except OSError:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


@contextmanager
def without_collector() -> Iterator[None]:
    """No garbage collector while thousands of objects are made, all of them kept: it takes a third of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
