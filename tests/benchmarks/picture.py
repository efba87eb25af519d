"""The curves of a run as a picture for the docs, by matplotlib: tables -> PNG."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Any

from tests.benchmarks.tables import Table

_SIZE, _DOTS = (9.0, 6.4), 90
_NS = ": ns"


def as_png(tables: Mapping[str, Table]) -> bytes:
    """Return the picture of the tables that show how cost grows; those that were not measured leave a place empty."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=_SIZE, layout="constrained")
    panels = figure.subplots(2, 2).flat
    for panel, (name, draw) in zip(panels, _PANELS.items(), strict=True):
        if name in tables:
            draw(panel, tables[name])
            panel.set_title(tables[name].title, fontsize=10)
            panel.set_ylim(bottom=0)
            panel.grid(visible=True, alpha=0.3)
    out = BytesIO()
    figure.savefig(out, format="png", dpi=_DOTS)
    return out.getvalue()


def _by_kernel(x: str, words: str) -> Any:
    def draw(panel: Any, table: Table) -> None:
        for column in table.columns:
            if column.endswith(_NS):
                panel.plot(table.column(x), table.column(column), marker="o", label=column.removesuffix(_NS))
        panel.set_xlabel(words)
        panel.set_ylabel("ns a round")
        panel.legend(fontsize=8)

    return draw


def _seats(panel: Any, table: Table) -> None:
    panel.plot(table.column("seats"), table.column("ns a round"), marker="o")
    panel.set_xlabel("seats")
    panel.set_ylabel("ns a round, scalar")


def _solved(panel: Any, table: Table) -> None:
    for column in table.columns[2:]:
        panel.plot(table.column("decks"), table.column(column), marker="o", label=column)
    panel.set_xlabel("decks")
    panel.set_ylabel("seconds")
    panel.legend(fontsize=8)


_PANELS = {
    "length": _by_kernel("cards", "cards a round"),
    "decks": _by_kernel("decks", "decks"),
    "seats": _seats,
    "solve decks": _solved,
}
