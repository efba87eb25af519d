"""Which engine an answer comes from: the installed version, and the text of its source -> a short name.

Answers of another version, or of an edited checkout, are no answers of this one.
"""

from __future__ import annotations

from f27lang import __version__, program

_SHOWN = 16


def engine() -> str:
    """Return `0.1.0+1f3c09a2b4d5e6f7`: the version, and a hash over the source as it was when first asked."""
    return f"{__version__}+{program.digest()[:_SHOWN]}"
