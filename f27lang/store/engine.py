"""Which engine an answer comes from: the installed version, and the text of its source -> a short name.

Answers of another version, or of an edited checkout, are no answers of this one.
"""

from __future__ import annotations

import hashlib
import os
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

_FRONT = ("cli", "pages")  # folders that no answer depends on
_SHOWN = 16


@cache
def engine() -> str:
    """Return `0.1.0+1f3c09a2b4d5e6f7`: the version, and a hash over the source as it was when first asked."""
    return f"{_version()}+{_source_digest(Path(__file__).parents[1])[:_SHOWN]}"


def _version() -> str:
    try:
        return version("f27lang")
    except PackageNotFoundError:
        return "0"


def _source_digest(home: Path) -> str:
    """Return SHA-256 over all modules and the grammar; what can't be read, as in a zip file, is left out."""
    from f27lang.syntax.load import grammar_text  # noqa: PLC0415

    found = hashlib.sha256(grammar_text().encode())
    for folder, inner, names in os.walk(home):  # a third of the time that Path.rglob takes
        inner[:] = sorted(set(inner) - {*_FRONT})
        for name in sorted(name for name in names if name.endswith(".py")):
            found.update(f"\0{os.path.relpath(folder, home)}/{name}\0".encode())
            with open(f"{folder}/{name}", "rb") as module:
                found.update(module.read())
    return found.hexdigest()
