"""Simulations in the run store: a Run -> a row with its tally, and back where that is asked for."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from f27lang.rulebook import Policy, Rulebook
from f27lang.simulate import Run, Tally
from f27lang.store.coding import compact
from f27lang.store.keys import key_of
from f27lang.store.store import Kept

if TYPE_CHECKING:
    from f27lang import model
    from f27lang.store.store import Store


def keep(store: Store, game: model.Game, run: Run, wager: int) -> None:
    """Keep what was played, with the edge of one of the wagers."""
    from f27lang.report.heading import changes  # noqa: PLC0415

    tables, seat = run.rulebook, run.tally.seat(0)
    if not run.rounds:
        return
    mean, _ = seat.moments(tables, wager)
    body = compact(
        {
            "counts": run.tally.counts,
            "tally_digest": run.tally.digest,
            "threads": run.threads,
            "cpu_seconds": run.cpu_seconds,
            "compiled": run.compiled,
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
        se_pct=100 * seat.standard_error(tables, wager),
        rounds=run.rounds,
        seed=str(run.seed),
        seats=run.tally.seats,
    )
    store.keep_simulation(_key(tables, run.policy, run.rounds, run.seed, run.tally.seats), body, row)


def reused(store: Store, *what: Any) -> tuple[str, Run] | None:
    """Return when the same rounds were played before, and what came of them; None where they were not.

    `what` they are: tables, policy, rounds, seed and seats.
    """
    found = store.simulation(_key(*what))
    if found is None:
        return None
    tables, policy, rounds, seed, seats = what
    date, body = found
    told = json.loads(body)
    run = Run(
        tally=Tally(tuple(told["counts"]), seats),
        rounds=rounds,
        seed=seed,
        threads=told["threads"],
        cpu_seconds=told["cpu_seconds"],
        compiled=told["compiled"],
        reason="from the run store",
        interrupted=False,
        policy=policy,
        rulebook=tables,
    )
    return date, run


def _key(tables: Rulebook, policy: Policy, rounds: int, seed: int, seats: int) -> str:
    return key_of("simulation", tables.digest, policy.play, policy.accepts, rounds, seed, seats)
