"""What a benchmark found, printed, kept as JSON and shown in the docs: Table -> text, JSON, Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import asdict, frozen

Cell = str | float | None  # None: there is no such figure here


@frozen
class Table:
    """Rows of words and figures under a title; the first column has words, or the sizes that figures grow with."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""

    @classmethod
    def of(cls, told: dict[str, Any]) -> Table:
        """Return what `as_json` told."""
        return cls(told["name"], told["title"], tuple(told["columns"]), tuple(map(tuple, told["rows"])), told["note"])

    def as_json(self) -> dict[str, Any]:
        """Return it for JSON."""
        return asdict(self)

    def column(self, name: str) -> list[Cell]:
        """Return the cells under a heading."""
        return [row[self.columns.index(name)] for row in self.rows]


def as_text(table: Table) -> str:
    """Return lines of at most a hundred columns."""
    cells = [table.columns, *([shown(cell) for cell in row] for row in table.rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    left = [any(isinstance(cell, str) for cell in column) for column in zip(*table.rows, strict=True)]
    lines = [
        "  ".join(
            cell.ljust(w) if to_left else cell.rjust(w) for cell, w, to_left in zip(row, widths, left, strict=True)
        )
        for row in cells
    ]
    return "\n".join(
        (table.title, *(f"  {line.rstrip()}" for line in lines), *([f"  {table.note}"] if table.note else []))
    )


def as_markdown(table: Table) -> str:
    """Return it as the docs show it."""
    lines: list[Sequence[str]] = [table.columns, ["---", *["---:"] * (len(table.columns) - 1)]]
    lines += [[shown(cell) for cell in row] for row in table.rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def shown(cell: Cell) -> str:
    """Return a cell in words: figures with three digits that count."""
    if cell is None:
        return "-"
    if isinstance(cell, str):
        return cell
    return (
        f"{cell:,.0f}" if cell >= 100 or cell == int(cell) else f"{cell:.{1 if cell >= 10 else 2 if cell >= 1 else 3}f}"
    )
