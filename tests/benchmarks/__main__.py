"""`python -m tests.benchmarks`: how fast all of it is, as ratios within one run; kept for the docs, with a picture."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

from tests.benchmarks import against, growth, here, picture, solving, starting
from tests.benchmarks.speed import FULL, QUICK, DifferentTallies
from tests.benchmarks.tables import Table, as_text

PARTS = {"against": against, "growth": growth, "solving": solving, "starting": starting}
DOCS = Path(__file__).parents[2] / "docs"
KEPT, PICTURE = DOCS / "speed.json", DOCS / "speed.png"


def main(arguments: list[str]) -> int:
    """Measure and print; return 1 where kernels that should play the same rounds do not."""
    asked = _asked(arguments)
    if asked.draw:
        draw()
        return 0
    about, effort = here.about(), QUICK if asked.quick else FULL
    print("\n".join(f"{name}: {words}" for name, words in about.items()), end="\n\n")
    started, found = time.monotonic(), []
    try:
        for name in asked.only or PARTS:
            for table in PARTS[name].tables(effort):
                print(as_text(table), end="\n\n", flush=True)
                found.append(table)
    except DifferentTallies as wrong:
        print(f"DIFFERENT TALLIES: {wrong}")
        return 1
    print(f"{time.monotonic() - started:.0f} seconds")
    if not (asked.quick or asked.only):
        KEPT.write_text(json.dumps({"about": about, "tables": [t.as_json() for t in found]}, indent=1) + "\n", "utf-8")
        draw()
    return 0


def kept() -> tuple[dict[str, str], dict[str, Table]]:
    """Return what the last whole run found: about the machine, and the tables by name."""
    told: dict[str, Any] = json.loads(KEPT.read_text("utf-8"))
    return told["about"], {table.name: table for table in map(Table.of, told["tables"])}


def draw() -> None:
    """Draw the picture of the last whole run."""
    PICTURE.write_bytes(picture.as_png(kept()[1]))


def _asked(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="under two minutes; nothing is kept")
    parser.add_argument("--only", action="append", choices=PARTS, help="a part; nothing is kept")
    parser.add_argument("--draw", action="store_true", help="draw the picture of the run that is kept, and no more")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
