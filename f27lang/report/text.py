"""Small helpers for text on a terminal of 80 columns."""

from __future__ import annotations

from collections.abc import Sequence

WIDTH = 80
LABEL = 15
_NARROWEST = 24
_BOUND = (" %", " = ", " ± ")  # what no line breaks at
_BLANK = "\N{NO-BREAK SPACE}"


def bound(text: str) -> str:
    """Return text that `hanging` does not break."""
    return text.replace(" ", _BLANK)


def hanging(head: str, text: str, indent: int = 0) -> str:
    """Return text behind a head, its further lines below its first one and so much deeper."""
    from textwrap import wrap  # noqa: PLC0415

    for signs in _BOUND:
        text = text.replace(signs, bound(signs))
    margin = " " * (len(head) + indent)
    room = max(WIDTH - len(margin), _NARROWEST)
    pieces = (wrap(line, room, break_long_words=False, break_on_hyphens=False) for line in text.split("\n"))
    lines = [line for piece in pieces for line in piece]
    return (head + f"\n{margin}".join(lines)).replace(_BLANK, " ").rstrip()


def labelled(label: str, text: str) -> str:
    """Return text behind a label, beside those of other lines."""
    return hanging(f"{label:{LABEL}}   ", text)


def numbers(rows: Sequence[tuple[str, str, tuple[str, ...]]], *, right: bool = False) -> str:
    """Return labelled numbers with words about each: in columns, beneath one another where these are too wide."""
    first, second = (max(len(row[i]) for row in rows) for i in (0, 1))
    heads = [f"{label:{max(first, LABEL)}}   {number:{'>' if right else '<'}{second}}   " for label, number, _ in rows]
    said = [words for _, _, words in rows]
    beside = [head + words for head, words in zip(heads, columns(said).split("\n"), strict=True)]
    if max(map(len, beside)) <= WIDTH:
        return "\n".join(beside)
    return "\n".join(hanging(head, "\n".join(words)) for head, words in zip(heads, said, strict=True))


def columns(rows: Sequence[Sequence[str]], gap: str = "   ", right: frozenset[int] = frozenset()) -> str:
    """Return rows as lines with aligned columns; those in `right` are flushed right."""
    if not rows:
        return ""
    widths = [max(len(row[i]) for row in rows if i < len(row)) for i in range(max(map(len, rows)))]
    return "\n".join(
        gap.join(cell.rjust(widths[i]) if i in right else cell.ljust(widths[i]) for i, cell in enumerate(row)).rstrip()
        for row in rows
    )


def wide(rows: Sequence[Sequence[str]], fixed: int = 1) -> str:
    """Return rows of numbers in columns; those that don't fit stand beneath, behind the `fixed` first ones again."""
    last, at = max(map(len, rows)), fixed
    told: list[str] = []
    while at < last:
        right = frozenset(range(fixed, last))
        cuts = {
            end: columns([(*row[:fixed], *row[at:end]) for row in rows], right=right) for end in range(at + 1, last + 1)
        }
        at = max((end for end, cut in cuts.items() if max(map(len, cut.split("\n"))) <= WIDTH), default=at + 1)
        told.append(cuts[at])
    return "\n\n".join(told)


def count(number: int, thing: str, things: str = "") -> str:
    """Return `1 deck`, `6 decks`, `1,000,000 rounds`."""
    return f"{number:,} {thing if number == 1 else things or thing + 's'}"


def seconds(amount: float) -> str:
    """Return a time as people say it: `2.1 s`, `4 min`, `3.5 h`."""
    if amount < 10:
        return f"{amount:.1f} s"
    if amount < 120:
        return f"{amount:.0f} s"
    return f"{amount / 60:.0f} min" if amount < 7200 else f"{amount / 3600:.1f} h"


def age(amount: float) -> str:
    """Return an age: `40 s`, `4 min`, `3 h`, `12 days`."""
    for unit, word in ((86400, "days"), (3600, "h"), (60, "min")):
        if amount >= 2 * unit:
            return f"{amount / unit:.0f} {word}"
    return f"{max(amount, 0):.0f} s"


def size(amount: int) -> str:
    """Return a number of bytes as people read it: `812 B`, `40 kB`, `1.2 MB`."""
    for unit, word in ((10**9, "GB"), (10**6, "MB")):
        if amount >= unit:
            return f"{amount / unit:.1f} {word}"
    return f"{amount / 1000:.0f} kB" if amount >= 1000 else f"{amount} B"
