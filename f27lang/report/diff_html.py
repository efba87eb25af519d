"""Two games beside one another, as HTML.

Diff -> fragment or page
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
from f27lang.report.html import fragment, page, table, tag


def as_html(found: Diff) -> str:
    """Return a page."""
    return page(f"{found.a.game.title} and {found.b.game.title}", *_parts(found))


def as_fragment(found: Diff) -> str:
    """Return what a notebook shows."""
    return fragment(*_parts(found))


def _parts(found: Diff) -> Iterator[str]:
    yield tag("p", f"house edge {change_words(found)}", "big")
    yield tag("p", method_words(found), "quiet")
    yield tag("p", f"A: {side_words(found.a)}")
    yield tag("p", f"B: {side_words(found.b)}")
    edges = ("house edge", percent(found.a.measures.edge_pct), percent(found.b.measures.edge_pct))
    yield table(("", "A", "B"), [edges, *measures_rows(found)])
    yield from rules(found.rules)
    if not found.rules:
        return
    yield from _why(found)
    if found.chart and found.chart.changed:
        yield tag("h2", chart_title(found.chart))
        yield table(CELL_HEAD, map(cell_words, found.chart.changed))


def rules(changed: Sequence[RuleChange]) -> Iterator[str]:
    """Yield the rules that differ as a table under a heading."""
    if not changed:
        yield tag("p", "no rule differs")
        return
    yield tag("h2", "Rules that differ")
    rows = [(change_of(change), " → ".join(dict.fromkeys(filter(None, change.where)))) for change in changed]
    yield table(("rule", "where"), rows)


def _why(found: Diff) -> Iterator[str]:
    why = found.why
    yield tag("h2", "Why, in per cent points")
    if why.reprice_pct is not None and why.adapt_pct is not None:
        yield tag("p", f"{points(why.reprice_pct)} the old play under the new rules{stood_in_words(why)}")
        yield tag("p", f"{points(why.adapt_pct)} the player adapts")
    if why.unparted:
        yield tag("p", f"what the old play costs can't be told: {why.unparted}", "quiet")
    if len(why.shares) > 1:
        head, *rows = share_texts(why)
        yield table(head, rows)
    yield from (tag("p", words) for words in together_words(why))
    if why.left_out:
        yield tag("p", f"no shares: {why.left_out}", "quiet")
