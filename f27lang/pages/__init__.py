"""One Markdown page for each diagnostic code: a code → what it means, why it is refused, an example, the way out."""

from __future__ import annotations

import re
from importlib.resources import files
from textwrap import fill, indent

SUFFIX = ".md"
_WIDTH = 80
_FENCE = re.compile(r"^```\w*\n", re.MULTILINE)


def page(code: str) -> str:
    """Return the page of a code that `codes.CODES` lists."""
    return (files(__name__) / f"{code}{SUFFIX}").read_text("utf-8")


def as_text(code: str) -> str:
    """Return the page for a terminal of 80 columns: examples are indented, without the signs that fence them in."""
    prose, *more = _FENCE.split(page(code))
    parts = [_wrapped(prose)]
    for example, behind in zip(more[::2], more[1::2], strict=True):
        parts += [indent(example, " " * 4), _wrapped(behind)]
    return "".join(parts).rstrip("\n")


def _wrapped(prose: str) -> str:
    return re.sub(r"^(?:[^#\n].*\n?)+", lambda paragraph: _paragraph(paragraph[0]), prose, flags=re.MULTILINE)


def _paragraph(text: str) -> str:
    return "".join(_filled(re.sub(r"\n *", " ", each.strip())) + "\n" for each in re.split(r"\n(?=- )", text))


def _filled(text: str) -> str:
    hanging = "  " if text.startswith("- ") else ""
    return fill(text, _WIDTH, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False)


def codes() -> tuple[str, ...]:
    """Return the codes that have a page, in order."""
    names = (entry.name for entry in files(__name__).iterdir())
    return tuple(sorted(name.removesuffix(SUFFIX) for name in names if name.endswith(SUFFIX)))
