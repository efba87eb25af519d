"""A sweep in a notebook: Sweep -> HTML, a heat map where two settings vary, else a table."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from f27lang.report.html import fragment, table, tag
from f27lang.report.sweep import by_values, method, refused_text
from f27lang.report.sweep_colour import hex_of, scale

if TYPE_CHECKING:
    from f27lang.compare.sweep import Found, Sweep


def as_html(sweep: Sweep) -> str:
    """Return what a notebook shows."""
    heading = tag("p", f"{sweep.title}: house edge in per cent", "big") + tag("p", method(sweep), "quiet")
    shown = _grid(sweep) if len(sweep.axes) == 2 and sweep.found else _rows(sweep)
    refused = refused_text(sweep)
    return fragment(heading, shown, *([tag("pre", refused)] if refused else []))


def _grid(sweep: Sweep) -> str:
    down, across = sweep.axes
    known = by_values(sweep)
    colour = scale(each.edge_pct for each in sweep.found if each.edge_pct is not None)

    def cell(found: Found | None) -> str:
        if found is None or found.edge_pct is None:
            return tag("td", found.code if found else "")
        return f'<td style="background: {hex_of(colour(found.edge_pct))}">{found.edge_pct:z.4f}</td>'

    heads = "".join(f'<th scope="col">{escape(value)}</th>' for value in across.values)
    rows = "\n".join(
        f'<tr><th scope="row">{escape(value)}</th>'
        + "".join(cell(known.get((value, other))) for other in across.values)
        + "</tr>"
        for value in down.values
    )
    corner = f'<th scope="col">{escape(down.name)} \\ {escape(across.name)}</th>'
    return (
        f'<div class="scroll"><table>\n<thead><tr>{corner}{heads}</tr></thead>\n<tbody>\n{rows}\n</tbody></table></div>'
    )


def _rows(sweep: Sweep) -> str:
    heads = [*(axis.name for axis in sweep.axes), "house edge"]
    rows = [
        [*(value for _, value in each.varied), each.code or f"{each.edge_pct or 0.0:z.6f} %"] for each in sweep.found
    ]
    if not sweep.asked.outcomes:
        return table(heads, rows)
    told = [[*row, f"{each.sd:.3f}" if each.sd is not None else ""] for row, each in zip(rows, sweep.found)]
    return table([*heads, "st. dev."], told)
