"""Which program this is: its files -> a stamp, had at a glance; their texts -> SHA-256, kept beside the stamp."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

from f27lang import __version__
from f27lang.regular import read_regular
from f27lang.syntax.load import cache_folder, grammar_text
from f27lang.whole import replace_whole

KEPT = re.compile(r"program-[0-9a-f]{16}(\.\d+)?")  # the name of the file
_HOME = Path(__file__).parent
_FRONT = ("cli", "pages")  # folders that no answer depends on


@cache
def stamp() -> str:
    """Return SHA-256 over the version, the grammar, and the sizes and times of change of all modules."""
    files = ((path, os.stat(f"{_HOME}{path}")) for path in _modules(_HOME))
    told = [(path, about.st_size, about.st_mtime_ns) for path, about in files]
    return _sha(repr((__version__, grammar_text(), told)))


@cache
def digest() -> str:
    """Return SHA-256 over the grammar and all modules that an answer depends on; read where the stamp is a new one."""
    folder, now = cache_folder(), stamp()
    if folder is None:
        return digest_of(_HOME)
    place = folder / f"program-{_sha(str(_HOME))[:16]}"
    with suppress(OSError, ValueError):
        before, found, check = read_regular(place).decode("ascii").split()
        if before == now and check == _sha(before + found):
            return found
    found = digest_of(_HOME)
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        replace_whole(place, f"{now} {found} {_sha(now + found)}\n".encode())
    return found


def digest_of(home: Path) -> str:
    """Return the same of a package in another folder; what can't be read, as in a zip file, is left out."""
    found = hashlib.sha256(grammar_text().encode())
    for path in _modules(home):
        if path.split("/")[1] not in _FRONT:
            found.update(f"\0{path}\0".encode())
            with open(f"{home}{path}", "rb") as module:
                found.update(module.read())
    return found.hexdigest()


def _sha(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def _modules(home: Path) -> Iterator[str]:
    """Yield the modules of a package as `/solve/shoe.py`."""
    for folder, inner, names in os.walk(home):  # a third of the time that Path.rglob takes
        inner[:] = sorted(name for name in inner if name != "__pycache__")
        within = folder[len(str(home)) :].replace(os.sep, "/")
        yield from (f"{within}/{name}" for name in sorted(names) if name.endswith(".py"))
