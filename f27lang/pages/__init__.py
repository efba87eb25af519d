"""One Markdown page for each diagnostic code: a code → what it means, why it is refused, an example, the way out."""

from __future__ import annotations

from importlib.resources import files

SUFFIX = ".md"


def page(code: str) -> str:
    """Return the page of a code that `codes.CODES` lists."""
    return (files(__name__) / f"{code}{SUFFIX}").read_text("utf-8")


def codes() -> tuple[str, ...]:
    """Return the codes that have a page, in order."""
    names = (entry.name for entry in files(__name__).iterdir())
    return tuple(sorted(name.removesuffix(SUFFIX) for name in names if name.endswith(SUFFIX)))
