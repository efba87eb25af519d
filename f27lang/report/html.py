"""Pieces of HTML that carry their own style: no script, nothing fetched, everything escaped.

Texts and rows -> a fragment for a notebook, or a page that stands alone
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

STYLE = """\
.f27 { color-scheme: light; background: #fff; color: #1b1f24; padding: .75rem 1rem;
  font: 15px/1.45 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
.f27 h1 { font-size: 1.35rem; margin: 0 0 .1rem; }
.f27 h2 { font-size: 1.05rem; margin: 1.4rem 0 .4rem; }
.f27 p { margin: .2rem 0; }
.f27 .quiet { color: #57606a; }
.f27 .big { font-size: 1.6rem; font-weight: 600; }
.f27 pre { font: 13px/1.4 ui-monospace, monospace; white-space: pre-wrap; color: inherit; background: none; }
.f27 table { border-collapse: collapse; margin: .3rem 0; font-size: 13px; }
.f27 th, .f27 td { padding: .12rem .5rem; text-align: right; border: 0; }
.f27 th { font-weight: 600; white-space: nowrap; }
.f27 th:first-child, .f27 td:first-child { text-align: left; }
.f27 tbody tr:nth-child(odd) { background: #f6f8fa; }
.f27 tfoot td { border-top: 1px solid #8c959f; font-weight: 600; }
.f27 .side { display: flex; flex-wrap: wrap; gap: 0 2rem; }
.f27 .side > section { min-width: 0; }
.f27 .scroll { overflow-x: auto; max-width: 100%; }
.f27 .chart th, .f27 .chart td { padding: 0 .2rem; text-align: center; }
.f27 .chart th:first-child { text-align: left; padding-right: .6rem; }
.f27 .chart td { min-width: 1.5em; border: 1px solid #fff; font-weight: 600; cursor: help; }
.f27 .chart tbody tr { background: none; }
.f27 .H { background: #a9d4f5; color: #0b2f4a; }
.f27 .S { background: #fbe3a1; color: #4a3600; }
.f27 .changed { background: #f4b6a6; color: #5a1503; }
.f27 .forced { font-weight: 400 !important; opacity: .75; }
.f27 .key { display: inline-block; min-width: 1.5em; text-align: center; font-weight: 600; }
@media print { .f27 { -webkit-print-color-adjust: exact; print-color-adjust: exact; } }
"""


def fragment(*parts: str) -> str:
    """Return parts as one piece that brings its style along."""
    return f'<div class="f27"><style>\n{STYLE}</style>\n' + "\n".join(parts) + "\n</div>"


def page(title: str, *parts: str) -> str:
    """Return a whole page."""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>body {{ margin: 0; }}</style>\n</head>\n<body>\n"
        f"{fragment(*parts)}\n</body>\n</html>\n"
    )


def tag(name: str, text: str, style: str = "") -> str:
    """Return a text in an element."""
    attribute = f' class="{escape(style)}"' if style else ""
    return f"<{name}{attribute}>{escape(text)}</{name}>"


def table(head: Sequence[str], rows: Iterable[Sequence[str]], foot: Sequence[str] = ()) -> str:
    """Return a table of texts, the first column flushed left and the others right."""
    heads = "".join(f'<th scope="col">{escape(text)}</th>' for text in head)
    body = "\n".join(_row(row) for row in rows)
    end = f"\n<tfoot>{_row(foot)}</tfoot>" if foot else ""
    return (
        f'<div class="scroll"><table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{body}\n</tbody>{end}\n</table></div>'
    )


def _row(row: Sequence[str]) -> str:
    return "<tr>" + "".join(tag("td", text) for text in row) + "</tr>"
