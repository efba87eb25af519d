"""The streams that are printed to: none is closed, and each has some sign for every character.

They are to be named to `click.echo`, which else writes UTF-8 to a stream of ASCII.
"""

from __future__ import annotations

import codecs
import io
import os
import sys

_INSTEAD = {"±": "+-", "\N{REPLACEMENT CHARACTER}": "?", "\N{HORIZONTAL ELLIPSIS}": "..."}
_BY_OTHER_SIGNS = "f27_other_signs"


def prepare_streams() -> None:
    """Let no character and no closed stream go unnoticed: what is closed can't be written, here as for other tools."""
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")
    codecs.register_error(_BY_OTHER_SIGNS, _other_signs)
    encoding = "ascii" if _wants_ascii() else None
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=encoding or stream.encoding, errors=_BY_OTHER_SIGNS)


def _wants_ascii() -> bool:
    """Whether the C locale is asked for, by name and for everything: Python itself then writes UTF-8 all the same."""
    said_otherwise = os.environ.get("PYTHONIOENCODING") or os.environ.get("PYTHONUTF8")
    return os.environ.get("LC_ALL") in ("C", "POSIX") and not said_otherwise


def _other_signs(error: UnicodeError) -> tuple[str, int]:
    """Return what stands in for characters that a stream does not have, and where they end."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(_INSTEAD.get(sign, ascii(sign)[1:-1]) for sign in missing), error.end
