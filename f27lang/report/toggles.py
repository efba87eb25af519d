"""The rule-effect table: Toggled -> text, rows, JSON lines, HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from f27lang.report.html import fragment, table, tag
from f27lang.report.sweep import method, refused_text
from f27lang.report.text import columns, labelled

if TYPE_CHECKING:
    from f27lang.compare.toggles import Effect, Toggled

HEADS = ("rule", "from", "to", "house edge", "change")


def as_text(toggled: Toggled) -> str:
    """Return the base's edge, and what each change does to it, the largest first."""
    base = labelled("house edge", f"{toggled.base.edge_pct or 0.0:z.6f} %   {method(toggled.sweep)}")
    table = columns([HEADS, *map(cells, toggled.effects)], "  ", frozenset({3, 4}))
    return "\n\n".join(filter(None, (f"{toggled.sweep.title}\n{base}", table, refused_text(toggled.sweep))))


def cells(effect: Effect) -> tuple[str, ...]:
    """Return one effect as it is printed."""
    edge, change = effect.found.edge_pct, effect.change_pct
    figures = (
        (f"{edge:z.6f} %", f"{change:+z.6f}") if edge is not None and change is not None else (effect.found.code, "")
    )
    return (effect.rule, effect.before, effect.after, *figures)


def row(effect: Effect) -> dict[str, Any]:
    """Return one effect as one flat row."""
    return {
        "rule": effect.rule,
        "from": effect.before,
        "to": effect.after,
        "edge_pct": effect.found.edge_pct,
        "change_pct": effect.change_pct,
        "error": effect.found.code or None,
    }


def as_lines(toggled: Toggled) -> str:
    """Return the base and the effects as JSON lines of `f27.sweep/1`."""
    from f27lang.report.sweep_rows import line  # noqa: PLC0415

    title = toggled.sweep.title
    told = [line(title, toggled.base, rule=None, change_pct=0.0)]
    told += [line(title, each.found, **_change(each)) for each in toggled.effects]
    return "\n".join(told)


def _change(effect: Effect) -> dict[str, Any]:
    return {"rule": effect.rule, "from": effect.before, "to": effect.after, "change_pct": effect.change_pct}


def as_html(toggled: Toggled) -> str:
    """Return what a notebook shows."""
    heading = tag("p", f"{toggled.sweep.title}: {toggled.base.edge_pct or 0.0:z.6f} % house edge", "big")
    return fragment(heading, tag("p", method(toggled.sweep), "quiet"), table(HEADS, map(cells, toggled.effects)))
