"""Two vying games beside one another, for a review and for a browser. TableDiff -> Markdown, HTML fragment or page."""

from __future__ import annotations

from collections.abc import Iterator

from f27lang.compare.tables import TableDiff
from f27lang.report import diff_html, diff_markdown
from f27lang.report.diff_markdown import escaped
from f27lang.report.html import fragment, page, table, tag
from f27lang.report.table_diff import CHANGE_HEAD, about_rows, change_rows, same_words


def as_markdown(found: TableDiff) -> str:
    """Return what the terminal is told, as Markdown."""
    return "\n".join(_markdown(found)) + "\n"


def as_html(found: TableDiff) -> str:
    """Return a page."""
    first, second = found.seatings
    return page(f"{first.game.title} and {second.game.title}", *_html(found))


def as_fragment(found: TableDiff) -> str:
    """Return what a notebook shows."""
    return fragment(*_html(found))


def _moved(found: TableDiff) -> str:
    return f"money moves in {found.deals_changed:.2%} of the deals"


def _about(found: TableDiff) -> Iterator[tuple[str, str]]:
    return ((label, words.replace("\n", "; ")) for label, words in about_rows(found)[:-1])


def _markdown(found: TableDiff) -> Iterator[str]:
    yield f"## {escaped(_moved(found)).capitalize()}"
    yield ""
    yield from (f"* {label}: {escaped(words)}" for label, words in _about(found))
    if rows := change_rows(found):
        yield ""
        yield from diff_markdown.table(CHANGE_HEAD, rows)
    if same := same_words(found):
        yield f"\nThe same: {escaped(same)}."
    yield from diff_markdown.rules(found.rules)


def _html(found: TableDiff) -> Iterator[str]:
    yield tag("p", _moved(found), "big")
    yield from (tag("p", f"{label}: {words}") for label, words in _about(found))
    if rows := change_rows(found):
        yield table(CHANGE_HEAD, rows)
    if same := same_words(found):
        yield tag("p", f"the same: {same}", "quiet")
    yield from diff_html.rules(found.rules)
