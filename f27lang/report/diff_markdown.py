"""Two games beside one another, as Markdown for a review.

Diff -> headings and tables; what comes from files is escaped
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape

from f27lang.compare.diff import Diff
from f27lang.compare.rules import RuleChange
from f27lang.report.diff import (
    CELL_HEAD,
    cell_words,
    change_of,
    change_words,
    chart_title,
    measures_rows,
    method_words,
    percent,
    points,
    share_texts,
    side_words,
    stood_in_words,
    together_words,
)

MOST_CELLS = 40
_SIGNS = re.compile(r"([\\`*_{}\[\]()#+!|~-])")


def as_markdown(found: Diff) -> str:
    """Return what the terminal is told, as Markdown."""
    return "\n".join(_parts(found)) + "\n"


def _parts(found: Diff) -> Iterator[str]:
    yield f"## House edge: {escaped(change_words(found))}"
    yield ""
    yield f"* A: {escaped(side_words(found.a))}"
    yield f"* B: {escaped(side_words(found.b))}"
    yield f"* {escaped(method_words(found))}"
    yield ""
    edges = ("house edge", percent(found.a.measures.edge_pct), percent(found.b.measures.edge_pct))
    yield from table(("", "A", "B"), [edges, *measures_rows(found)])
    yield from rules(found.rules)
    yield from _why(found)
    if found.chart and found.chart.changed:
        yield f"\n### {escaped(chart_title(found.chart))}\n"
        yield from table(CELL_HEAD, list(map(cell_words, found.chart.changed[:MOST_CELLS])))
        if len(found.chart.changed) > MOST_CELLS:
            yield f"\nand {len(found.chart.changed) - MOST_CELLS:,} more"


def rules(changed: Sequence[RuleChange]) -> Iterator[str]:
    """Yield the rules that differ as a list under a heading."""
    yield "\n### Rules that differ\n"
    if not changed:
        yield "None."
    for change in changed:
        where = " → ".join(dict.fromkeys(filter(None, change.where)))
        yield f"* {escaped(change_of(change))}" + (f" ({escaped(where)})" if where else "")


def _why(found: Diff) -> Iterator[str]:
    why = found.why
    if not found.rules:
        return
    yield "\n### Why, in per cent points\n"
    if why.reprice_pct is not None and why.adapt_pct is not None:
        yield f"* {points(why.reprice_pct)} the old play under the new rules{escaped(stood_in_words(why))}"
        yield f"* {points(why.adapt_pct)} the player adapts"
    if why.unparted:
        yield f"* what the old play costs can't be told: {escaped(why.unparted)}"
    yield from (f"* {escaped(words)}" for words in together_words(why))
    if why.left_out:
        yield f"* no shares: {escaped(why.left_out)}"
    if len(why.shares) > 1:
        head, *rows = share_texts(why)
        yield ""
        yield from table(head, rows)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table, all but its first column flushed right."""
    yield f"| {' | '.join(map(escaped, head))} |"
    yield f"|{'|'.join(['---', *['--:'] * (len(head) - 1)])}|"
    for row in rows:
        yield f"| {' | '.join(map(escaped, row))} |"


def escaped(text: str) -> str:
    """Return text that Markdown shows as it stands, on one line."""
    return _SIGNS.sub(r"\\\1", escape(" ".join(text.split()), quote=False))
