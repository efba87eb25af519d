"""What is kept to be faster next time: the cache folders -> modules, grammars, games, checkpoints; lists or removes."""

from __future__ import annotations

import json
import os
import re
import shutil
import time
from contextlib import suppress
from pathlib import Path
from typing import Literal

from attrs import frozen

from f27lang import lowered, program
from f27lang.build import ABOUT, CHECKPOINTS, UNFINISHED, cache_places
from f27lang.regular import read_regular
from f27lang.simulate.checkpoint import SUFFIX
from f27lang.syntax.load import CACHED, cache_folder

Kind = Literal["module", "grammar", "game", "program", "checkpoint"]

_MODULE = re.compile(r"(?P<name>[A-Za-z_]\w*)-[0-9a-f]{32}")
_GRAMMAR = re.compile(re.escape(CACHED) + r"[0-9a-f]{16}(\.\d+)?")
_CHECKPOINT = re.compile(r"[0-9a-f]{32}" + re.escape(SUFFIX) + r"(\.\d+)?")
_RULES = re.compile(r"^# The rules of (.+?)(?: \(.*\))? as tables", re.MULTILINE)


@frozen
class Kept:
    """One thing in a cache: what it is of, who compiled it, how large and how old it is."""

    kind: Kind
    path: Path
    about: str
    compiler: str | None
    size: int
    age_seconds: float


def places() -> tuple[Path, ...]:
    """Return the folders that anything may be kept in, each once."""
    grammar = cache_folder()
    return tuple(dict.fromkeys((*cache_places(), *((grammar,) if grammar else ()))))


def everything() -> tuple[Kept, ...]:
    """Return all that is kept, place by place; what others put into the folders is left alone."""
    found = (
        kept for place in places() for path in (*_inside(place), *_inside(place / CHECKPOINTS)) if (kept := _kept(path))
    )
    return tuple(sorted(found, key=lambda kept: (kept.kind, kept.about, kept.age_seconds)))


def clean(kinds: tuple[Kind, ...]) -> tuple[Kept, ...]:
    """Remove what is kept of these kinds and return it; a run that has a module in memory keeps it there."""
    return tuple(kept for kept in everything() if kept.kind in kinds and _remove(kept.path))


def _inside(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def _kept(path: Path) -> Kept | None:
    """Return what a path holds, or None where it is not ours, or is gone by now."""
    try:
        age, size = time.time() - path.stat().st_mtime, _size(path)
        if path.is_dir():
            return _module(path, size, age) if _MODULE.fullmatch(path.name) else None
        return _file(path, size, age) if path.is_file() else None
    except OSError:
        return None


def _file(path: Path, size: int, age: float) -> Kept | None:
    if _GRAMMAR.fullmatch(path.name):
        return Kept("grammar", path, "the language", None, size, age)
    if lowered.NAMED.fullmatch(path.name):
        return Kept("game", path, lowered.about(path), None, size, age)
    if program.KEPT.fullmatch(path.name):
        return Kept("program", path, "what answers are kept under", None, size, age)
    if path.parent.name == CHECKPOINTS and _CHECKPOINT.fullmatch(path.name):
        return Kept("checkpoint", path, f"{_rounds(path):,} rounds", None, size, age)
    return None


def _module(folder: Path, size: int, age: float) -> Kept | None:
    name = folder.name.rpartition("-")[0]
    text = folder / f"{name}.py"
    if not text.is_file():
        return None
    try:
        rules = _RULES.search(read_regular(text).decode("utf-8", "replace"))
    except OSError:
        rules = None
    try:
        compiler = str(json.loads(read_regular(folder / ABOUT))["compiler"])
    except (OSError, ValueError, KeyError, TypeError):
        compiler = None
    return Kept("module", folder, rules[1] if rules else name, compiler, size, age)


def _rounds(path: Path) -> int:
    try:
        return int(json.loads(read_regular(path).partition(b"\n")[0])["rounds"])
    except (OSError, ValueError, KeyError, TypeError):
        return 0


def _size(path: Path) -> int:
    files = path.rglob("*") if path.is_dir() else (path,)
    return sum(file.stat().st_size for file in files if file.is_file())


def _remove(path: Path) -> bool:
    """Take a thing away in one rename, so that nobody finds a half of it, and then delete it."""
    away = path.with_name(f"{UNFINISHED}{os.getpid()}-{path.name}")
    try:
        path.rename(away)
    except OSError:
        return False
    if away.is_dir():
        shutil.rmtree(away, ignore_errors=True)
    else:
        with suppress(OSError):
            away.unlink()
    return True
