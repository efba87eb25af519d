"""`python -m tests.benchmarks [VARIANT ...]`: emitted kernels beside hand-written C, in one run."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from fractions import Fraction

from attrs import evolve

from f27lang import pipeline
from f27lang.rulebook import Policy, Rulebook, Shuffling
from f27lang.seating import Asked, seating
from f27lang.simulate import Watch, load_kernel, load_shoe_kernel, simulate
from f27lang.simulate.vying import load_table_kernel
from f27lang.solve import solve_endless
from tests.benchmarks.reference import Reference
from tests.benchmarks.speed import ROUNDS, compare, fastest, worn_beside_fresh

THREADED_ROUNDS = 20_000_000
HANDS = 100_000
YARDSTICK = "21-24-27"


def plays(variant: str) -> Iterator[tuple[Rulebook, Policy]]:
    """Yield the endless shoe's chart, which is soon found, and the named strategies of a variant."""
    game, _ = pipeline.playable(variant)
    tables = pipeline.rulebook(game)
    chart = solve_endless(tables, "chart").policy
    assert chart is not None
    yield tables, chart
    for strategy in game.strategies:
        yield pipeline.strategy(game, strategy.name.text)


def main(variants: list[str]) -> int:
    """Print a line for each variant and way to play; return 1 where tallies differ."""
    wrong = 0
    for variant in variants:
        if pipeline.playable(variant)[0].kind == "vying":
            _tables(variant)
            continue
        for tables, policy in plays(variant):
            found = compare(load_kernel(tables, policy), Reference(tables, policy))
            wrong += not found.same
            ours, reference = found.ours / 1e6, found.reference / 1e6
            speeds = f"{ours:6.1f} million rounds/s   C {reference:6.1f}   ratio {found.ratio:.2f}"
            tallies = "same tallies" if found.same else "DIFFERENT TALLIES"
            print(f"{variant:12} {policy.name:18} {speeds}   {tallies}", flush=True)
        _threads(variant, tables, policy)
        _worn(variant, tables, policy)
    return int(wrong > 0)


def _worn(variant: str, tables: Rulebook, policy: Policy) -> None:
    """Print the speed of shoes with a cut card at three quarters, cards being counted, beside that of fresh ones."""
    tables = evolve(tables, shuffling=Shuffling(None, -(-3 * tables.shoe // 4), empty="discards"))
    tags = tuple(place % 3 - 1 for place in range(tables.shoe))
    worn = load_shoe_kernel(tables, policy, watch=Watch(tags, Fraction(54)))
    found = worn_beside_fresh(worn, load_kernel(tables, policy))
    ours, fresh = found.ours / 1e6, found.reference / 1e6
    speeds = f"{ours:6.1f} million rounds/s   fresh shoes {fresh:6.1f}   ratio {found.ratio:.2f}"
    print(f"{variant:12} {policy.name:18} worn shoes, counted: {speeds}", flush=True)


def _tables(variant: str) -> None:
    """Print the speed of tables of the usual size beside that of a banked game in the same run."""
    game, _ = pipeline.playable(variant)
    yardstick = load_kernel(*pipeline.strategy(pipeline.playable(YARDSTICK)[0], "mimic_the_dealer"))
    for play, bet in (("nearest", "check"), ("commit", "one"), ("commit", "press")):
        table = seating(game, Asked(play=play, bet=bet))
        ours = fastest(load_table_kernel(table.rulebook, table.lineups), HANDS)
        theirs = fastest(yardstick, ROUNDS)
        speeds = f"{ours / 1e6:6.2f} million hands/s   {YARDSTICK} {theirs / 1e6:6.1f}   ratio {ours / theirs:.3f}"
        print(f"{variant:12} {len(table.seats)} seats, {table.seats[0].words:24} {speeds}", flush=True)


def _threads(variant: str, tables: Rulebook, policy: Policy) -> None:
    seconds = []
    for threads in (1, 2):
        started = time.perf_counter()
        simulate(tables, policy, THREADED_ROUNDS, threads=threads)
        seconds.append(time.perf_counter() - started)
    gain = seconds[0] / seconds[1]
    print(f"{variant:12} {policy.name:18} two threads against one: {gain:.2f} times as fast by the clock")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["21-24-27", "poker-like", "seven-twenty-seven"]))
