"""`python -m tests.benchmarks [VARIANT ...]`: emitted kernels beside hand-written C, in one run."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

from f27lang import pipeline
from f27lang.rulebook import Policy, Rulebook
from f27lang.simulate import load_kernel, simulate
from f27lang.solve import solve_endless
from tests.benchmarks.reference import Reference
from tests.benchmarks.speed import compare

THREADED_ROUNDS = 20_000_000


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
        for tables, policy in plays(variant):
            found = compare(load_kernel(tables, policy), Reference(tables, policy))
            wrong += not found.same
            ours, reference = found.ours / 1e6, found.reference / 1e6
            speeds = f"{ours:6.1f} million rounds/s   C {reference:6.1f}   ratio {found.ratio:.2f}"
            tallies = "same tallies" if found.same else "DIFFERENT TALLIES"
            print(f"{variant:12} {policy.name:18} {speeds}   {tallies}", flush=True)
        _threads(variant, tables, policy)
    return int(wrong > 0)


def _threads(variant: str, tables: Rulebook, policy: Policy) -> None:
    seconds = []
    for threads in (1, 2):
        started = time.perf_counter()
        simulate(tables, policy, THREADED_ROUNDS, threads=threads)
        seconds.append(time.perf_counter() - started)
    gain = seconds[0] / seconds[1]
    print(f"{variant:12} {policy.name:18} two threads against one: {gain:.2f} times as fast by the clock")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["21-24-27", "poker-like"]))
