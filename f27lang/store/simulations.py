"""Simulations in the run store: a Run -> a row with its tally, and back where that is asked for."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from attrs import frozen

from f27lang.rulebook import Policy, Rulebook
from f27lang.simulate import Run, ShoeTally, Tally
from f27lang.simulate.beside import ends
from f27lang.simulate.choice import SCALAR
from f27lang.store.coding import compact
from f27lang.store.keys import key_of
from f27lang.store.store import Kept

if TYPE_CHECKING:
    from f27lang import model
    from f27lang.store.store import Store


@frozen
class Wanted:
    """The rounds that are asked for: from fresh shoes, or those of whole worn shoes that take about so many."""

    tables: Rulebook
    policy: Policy
    rounds: int
    seed: int
    seats: int
    wager: int

    @property
    def key(self) -> str:
        """What they are kept under; what is kept of worn shoes is about one wager."""
        about = (self.wager,) if self.tables.shuffling else ()
        play = self.policy.play, self.policy.accepts
        return key_of("simulation", self.tables.digest, *play, self.rounds, self.seed, self.seats, *about)


def keep(store: Store, game: model.Game, run: Run, wager: int) -> None:
    """Keep what was played, with the edge of one of the wagers."""
    from f27lang.report.heading import changes  # noqa: PLC0415

    tables, seat = run.rulebook, run.tally.seat(0)
    if not run.rounds:
        return
    mean, _ = seat.moments(tables, wager)
    body = compact(
        {
            "counts": (run.worn or run.tally).numbers,
            "tally_digest": run.tally.digest,
            "threads": run.threads,
            "cpu_seconds": run.cpu_seconds,
            "compiled": run.compiled,
            "kernel": run.kernel,
        }
    )
    row = Kept(
        id=0,
        kind="simulation",
        date="",
        engine="",
        variant=game.name,
        changed=", ".join(changes(game)),
        digest=tables.digest,
        play=run.policy.name,
        shoe="full",
        knowledge="total",
        wager=tables.wagers[wager],
        edge_pct=0.0 - 100 * float(mean),
        se_pct=100 * run.standard_error(wager),
        rounds=run.rounds,
        seed=str(run.seed),
        seats=run.tally.seats,
    )
    what = Wanted(tables, run.policy, run.asked or run.rounds, run.seed, run.tally.seats, wager)
    store.keep_simulation(what.key, body, row)


def reused(store: Store, what: Wanted) -> tuple[str, Run] | None:
    """Return when the same rounds were played before, and what came of them; None where they were not."""
    found = store.simulation(what.key)
    if found is None:
        return None
    date, body = found
    told = json.loads(body)
    worn = None
    if what.tables.shuffling:
        nothing = ShoeTally.empty(ends(what.tables, what.policy), seats=what.seats, wager=what.wager)
        worn = nothing.of(told["counts"])
    tally = worn.flat() if worn else Tally(tuple(told["counts"]), what.seats)
    run = Run(
        tally=tally,
        rounds=tally.rounds,
        seed=what.seed,
        threads=told["threads"],
        cpu_seconds=told["cpu_seconds"],
        compiled=told["compiled"],
        kernel=told.get("kernel", SCALAR),
        reason="from the run store",
        interrupted=False,
        policy=what.policy,
        rulebook=what.tables,
        worn=worn,
        asked=what.rounds if worn else None,
    )
    return date, run
