"""The grammar, analysed once by Lark and kept in the user's cache folder: grammars/f27.lark → Tables."""

from __future__ import annotations

import gc
import marshal
import os
import sys
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import astuple

from f27lang.regular import read_regular
from f27lang.syntax.lalr import Row, Rule, Tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lark import Lark

OPTIONS: dict[str, Any] = {
    "parser": "lalr",
    "lexer": "basic",  # not used: `scan` cuts the tokens, as the parser's state expects them
    "keep_all_tokens": True,
    "maybe_placeholders": False,
}


CACHED = "grammar-"
_FORMAT = 2  # of what is kept


@cache
def tables() -> Tables:
    """Return the tables of the language; a cache that can't be read or written costs half a second, no more."""
    text = grammar_text()
    place = _cache_file(text)
    with without_collector():
        found = _load(place) if place else None
        if found is None:
            found = _analysed(grammar(text))
            if place:
                _store(found, place)
    return found


def grammar(text: str) -> Lark:
    """Return a grammar as Lark reads it."""
    from lark import Lark  # noqa: PLC0415

    return Lark(text, **OPTIONS)


def grammar_text() -> str:
    """Return the grammar: from the folder beside `pyproject.toml` in a checkout, else from the package."""
    home = Path(__file__).parents[2]
    if (home / "pyproject.toml").is_file():
        return (home / "grammars" / "f27.lark").read_text("utf-8")
    from importlib.resources import files  # noqa: PLC0415

    return (files("f27lang.grammars") / "f27.lark").read_text("utf-8")


def cache_folder() -> Path | None:
    """Return the folder in which the tables are kept; None without a home."""
    if folder := os.environ.get("F27_CACHE_DIR"):
        return Path(folder)
    from platformdirs import user_cache_path  # noqa: PLC0415

    try:
        return user_cache_path("f27lang")
    except (OSError, RuntimeError):
        return None


def _cache_file(text: str) -> Path | None:
    """Return where the tables of a grammar are kept; Lark's version means nothing, all make the same language of it."""
    key = "\n".join((text, sys.version, repr(OPTIONS), str(_FORMAT)))
    folder = cache_folder()
    return folder / f"{CACHED}{sha256(key.encode()).hexdigest()[:16]}" if folder else None


def _analysed(grammar: Lark) -> Tables:
    """Take the tables out of Lark."""
    from lark.parsers.lalr_analysis import Shift  # noqa: PLC0415

    made: Any = grammar.parse_interactive().parser_state.parse_conf
    number = {rule: i for i, rule in enumerate(grammar.rules)}
    state = {name: i for i, name in enumerate(made.states)}

    def row(entries: dict[str, tuple[Any, Any]]) -> Row:
        return {name: state[to] if action is Shift else ~number[to] for name, (action, to) in entries.items()}

    shapes = [t for t in grammar.terminals if t.pattern.type == "re" and t.name != "NAME"]
    shapes.sort(key=lambda t: (-t.priority, -t.pattern.max_width, -len(t.pattern.value)))  # as Lark orders them
    return Tables(
        [row(entries) for entries in made.states.values()],
        [_rule(rule) for rule in grammar.rules],
        state[made.start_state],
        state[made.end_state],
        {str(t.pattern.value): t.name for t in grammar.terminals if t.pattern.type == "str"},
        "|".join(f"(?P<{t.name}>{t.pattern.to_regexp()})" for t in shapes),
    )


def _rule(rule: Any) -> Rule:
    origin, alias = str(rule.origin.name), rule.alias
    lone = bool(rule.options.expand1) and not alias
    return Rule(origin, str(alias or origin), len(rule.expansion), origin.startswith("_"), lone)


def _load(place: Path) -> Tables | None:
    """Read stored tables; the digest in front of them finds a damaged file before it is read."""
    try:
        stored = read_regular(place)
        if sha256(stored[32:]).digest() != stored[:32]:
            return None
        rows, rules, *others = marshal.loads(stored[32:])
        return Tables(rows, [Rule(*rule) for rule in rules], *others)
    except Exception:  # whatever is wrong with a cache, the grammar itself is at hand
        return None


def _store(tables: Tables, place: Path) -> None:
    """Keep tables for other runs, where that is possible."""
    data = marshal.dumps(astuple(tables))
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        from f27lang.whole import replace_whole  # noqa: PLC0415

        replace_whole(place, sha256(data).digest() + data)


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
