"""`python -m tests.benchmarks`: how fast all of it is, as ratios within one run; kept for the docs, with a picture."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from tests.benchmarks import against, growth, here, picture, solving, starting
from tests.benchmarks.speed import FULL, QUICK, DifferentTallies, Effort
from tests.benchmarks.tables import Table, as_text

PARTS = {"against": against, "growth": growth, "solving": solving, "starting": starting}
DOCS = Path(__file__).parents[2] / "docs"
KEPT, PICTURE = DOCS / "speed.json", DOCS / "speed.png"


@click.command()
@click.option("--quick", is_flag=True, help="About two minutes; nothing is kept.")
@click.option("--only", multiple=True, type=click.Choice([*PARTS]), help="A part of it; nothing is kept.")
@click.option("--draw", "redrawn", is_flag=True, help="Draw the picture of the run that is kept, and no more.")
def main(*, quick: bool, only: tuple[str, ...], redrawn: bool) -> None:
    """Measure, print and keep; exit with 1 where kernels that should play the same rounds do not."""
    if redrawn:
        draw()
        return
    about, started = here.about(), time.monotonic()
    click.echo("\n".join(f"{name}: {words}" for name, words in about.items()) + "\n")
    found = []
    try:
        for table in measured(only or tuple(PARTS), QUICK if quick else FULL):
            click.echo(as_text(table) + "\n")
            found.append(table)
    except DifferentTallies as wrong:
        raise click.ClickException(f"DIFFERENT TALLIES: {wrong}") from wrong
    click.echo(f"{time.monotonic() - started:.0f} seconds")
    if not (quick or only):
        KEPT.write_text(json.dumps({"about": about, "tables": [t.as_json() for t in found]}, indent=1) + "\n", "utf-8")
        draw()


def measured(parts: Sequence[str], effort: Effort) -> Iterator[Table]:
    """Yield the tables of some parts, each when it is there."""
    for name in parts:
        yield from PARTS[name].tables(effort)


def kept() -> tuple[dict[str, str], dict[str, Table]]:
    """Return what the last whole run found: about the machine, and the tables by name."""
    told: dict[str, Any] = json.loads(KEPT.read_text("utf-8"))
    return told["about"], {table.name: table for table in map(Table.of, told["tables"])}


def draw() -> None:
    """Draw the picture of the last whole run."""
    PICTURE.write_bytes(picture.as_png(kept()[1]))


if __name__ == "__main__":
    main()
