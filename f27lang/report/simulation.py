"""A simulation beside the exact value, for the terminal and for JSON."""

from __future__ import annotations

from math import isclose, sqrt
from typing import TYPE_CHECKING, Any

from attrs import frozen

from f27lang import model
from f27lang.normal import NORMAL_95
from f27lang.report.heading import edge_label, heading, settings
from f27lang.report.text import columns, count, labelled, numbers
from f27lang.rulebook import Rulebook
from f27lang.simulate import Run, Tally
from f27lang.simulate.beside import Beside, all_beside
from f27lang.simulate.possible import possible
from f27lang.simulate.until import seldom

if TYPE_CHECKING:
    from f27lang.solve import Solution


@frozen
class Estimate:
    """What a run says about the house edge, in per cent of the wager; `z` is None where it can't be told.

    The exact value is that of a fresh shoe: where worn ones have another none of the difference is chance, and no `z`.
    """

    wager: int  # its place among those of the game
    edge_pct: float
    se_pct: float
    sd: float
    exact_edge_pct: float | None
    z: float | None


def estimate(tables: Rulebook, run: Run, exact: Solution | None, wager: int = 0, seat: int = 0) -> Estimate:
    """Return the estimate of a run and how many standard errors lie between it and the exact value."""
    mean, variance = run.tally.seat(seat).moments(tables, wager)
    edge, error = -100 * float(mean), 100 * run.standard_error(wager, seat)
    known = exact.edge_pct if exact else None
    z = None if known is None or wears(run) else _z(edge, error, known)
    return Estimate(wager, edge, error, sqrt(variance), known, z)


def wears(run: Run) -> bool:
    """Return whether the rounds of a run may have another mean than those from fresh shoes.

    They have not where each shoe gave as many rounds: all orders of its cards are equally likely, so that what is left
    after any round is like a whole shoe from which the same cards are gone.
    """
    return run.worn is not None and not run.worn.even


def effect_of(tables: Rulebook) -> str:
    """Return what makes worn shoes differ from fresh ones."""
    return "effect of the cut card" if tables.shuffling and tables.shuffling.cut else "effect of the depth"


def estimates(tables: Rulebook, run: Run) -> list[Estimate]:
    """Return what a run says about each wager, in the order of the game."""
    return [estimate(tables, run, None, wager) for wager in range(len(tables.wagers))]


def by_seat(tables: Rulebook, run: Run, wager: int) -> list[Estimate]:
    """Return what a run says about a wager of each seat."""
    return [estimate(tables, run, None, wager, seat) for seat in range(run.tally.seats)]


def came(tables: Rulebook, tally: Tally, result: int, wager: int = 0) -> str:
    """Return `+100 times the wager came 3 times`."""
    times = count(tally.times(tables, result, wager), "time")
    return f"{result / tables.denominator:+,.10g} times the wager came {times}"


def _seldom(tables: Rulebook, run: Run) -> list[tuple[int, int]]:
    """Return the wagers whose standard error can't be trusted, each with the results that came too seldom for it."""
    wagers = range(len(tables.wagers))
    if not any(seldom(run.tally, tables, range(len(tables.outcomes)), wager) for wager in wagers):
        return []  # whatever can come
    can_come = possible(tables, run.policy)
    return [(wager, result) for wager in wagers for result in seldom(run.tally, tables, can_come, wager)]


def _warnings(tables: Rulebook, run: Run) -> list[str]:
    """Return a line for each wager whose interval is too narrow."""
    worst = dict(reversed(_seldom(tables, run)))
    several = len(tables.wagers) > 1
    return [
        labelled(
            "warning",
            f"the ±{f' of {tables.wagers[wager]}' if several else ''} is too small: "
            f"{came(tables, run.tally, result, wager)}",
        )
        for wager, result in sorted(worst.items())
    ]


def _wager(tables: Rulebook, found: Estimate) -> dict[str, Any]:
    return {"wager": tables.wagers[found.wager], "edge_pct": found.edge_pct, "se_pct": found.se_pct}


def _z(edge: float, error: float, known: float) -> float | None:
    """Return the distance in standard errors; rounds that all ended alike have none, unless nothing lies between."""
    if error:
        return (edge - known) / error
    return 0.0 if isclose(edge, known, abs_tol=1e-9) else None


def as_json(game: model.Game, tables: Rulebook, run: Run, play: str, found: Estimate) -> dict[str, Any]:
    """Return the answer `f27.simulate/1`."""
    return {
        "schema": "f27.simulate/1",
        "variant": game.name,
        "digest": tables.digest,
        "settings": settings(game),
        "play": play,
        "method": "simulated",
        "wager": tables.wagers[found.wager],
        "rounds": run.rounds,
        "seed": run.seed,
        "threads": run.threads,
        "edge_pct": found.edge_pct,
        "se_pct": found.se_pct,
        "sd": found.sd,
        "exact_edge_pct": found.exact_edge_pct,
        "z": found.z,
        "wagers": [_wager(tables, each) for each in estimates(tables, run)],
        **_insurance(tables, run),
        "seats": [{"edge_pct": each.edge_pct, "se_pct": each.se_pct} for each in by_seat(tables, run, found.wager)],
        **_of_shoes(run, found),
        "seldom": [
            {
                "wager": tables.wagers[wager],
                "pays": result / tables.denominator,
                "rounds": run.tally.times(tables, result, wager),
            }
            for wager, result in _seldom(tables, run)
        ],
        "tally": named_counts(tables, run),
        "tally_digest": run.tally.digest,
        "rounds_per_second": _speed(run),
        "cpu_seconds": run.cpu_seconds,
        "compiled": run.compiled,
        "kernel": run.kernel,
        "interrupted": run.interrupted,
        "until_pct": float(run.until.pct) if run.until else None,
        "until_reached": None if run.until is None else run.reached,
        "resumed_rounds": run.resumed,
    }


def as_text(game: model.Game, tables: Rulebook, run: Run, play: str, found: Estimate) -> str:
    """Return the estimate with its interval, the exact value with its z, and how rounds ended."""
    who = "basic strategy (the chart)" if play == "chart" else f"strategy {play}"
    label = edge_label(tables, found.wager)
    rows: list[tuple[str, str, tuple[str, ...]]] = [(label, interval(found), (who, "simulated, 95 %"))]
    if found.exact_edge_pct is not None:
        z = "" if found.z is None else f", z = {found.z:+z.2f}"
        of = " of a fresh shoe" if run.worn else ""
        rows.append(("", f"{found.exact_edge_pct:z.6f} %", (f"exact{of}{z}",)))
        if wears(run):
            rows.append((effect_of(tables), effect(found), ("simulated less exact, 95 %",)))
    others = [each for each in estimates(tables, run) if each.wager != found.wager]
    rows += [(f"edge of {tables.wagers[each.wager]}", interval(each), ("simulated, 95 %",)) for each in others]
    seats = enumerate(by_seat(tables, run, found.wager))
    rows += [(f"edge of seat {seat}", interval(each), ("simulated, 95 %",)) for seat, each in seats if seat]
    rows += [row for each in all_beside(tables, run.policy, run.tally) for row in _beside_rows(each, run.rounds)]
    speed = _speed(run) or 0.0
    table = f" of {run.tally.seats} seats" if run.tally.seats > 1 else ""
    how = f"{count(run.rounds, 'round')}{table}{_from(run)}, seed {run.seed}, {count(run.threads, 'thread')}"
    rate = f"{speed / 1e6:.1f} million" if speed >= 1e6 else f"{speed:,.0f}"
    return "\n".join(
        (
            heading(game, tables),
            numbers(rows),
            *_warnings(tables, run),
            labelled("st. dev.", f"{found.sd:.4f} of the wager"),
            labelled("played", f"{how}\n{rate} rounds a second of CPU{'' if run.compiled else ', without a compiler'}"),
            labelled("tally", run.tally.digest[:16]),
            "",
            _ends(tables, run),
        )
    )


def interval(found: Estimate) -> str:
    """Return an edge and how far from it the true one may well lie, at 95 %."""
    return _between(found.edge_pct, found.se_pct, found.sd)


def effect(found: Estimate) -> str:
    """Return what worn shoes add to the edge of a fresh one, with the same interval."""
    assert found.exact_edge_pct is not None
    return f"{found.edge_pct - found.exact_edge_pct:+z.4f} % {_margin(found.se_pct, found.sd)}"


def _between(edge_pct: float, se_pct: float, sd: float = 0.0) -> str:
    return f"{edge_pct:z.4f} % {_margin(se_pct, sd)}"


def _margin(se_pct: float, sd: float = 0.0) -> str:
    """Return the interval; with a spread of results and no error of their mean there was but one shoe."""
    none = "one shoe" if sd else "all rounds paid alike"
    return f"± {NORMAL_95 * se_pct:.4f} %" if se_pct else f"no interval: {none}"


def _from(run: Run) -> str:
    """Return from how many worn shoes the rounds are."""
    worn = run.worn
    return f" from {count(worn.shoes, 'shoe')}, {worn.rounds / worn.shoes:.4g} a shoe" if worn else ""


def _of_shoes(run: Run, found: Estimate) -> dict[str, Any]:
    """Return what there is to say of worn shoes: how many, how many hands each, what comes of their being worn."""
    if run.worn is None:
        return {}
    known = found.exact_edge_pct if wears(run) else None
    effect = None if known is None else {"edge_pct": found.edge_pct - known, "se_pct": found.se_pct}
    return {"shoes": run.worn.shoes, "hands_per_shoe": run.worn.rounds / run.worn.shoes, "effect": effect}


def _beside_rows(found: Beside, rounds: int) -> list[tuple[str, str, tuple[str, ...]]]:
    """Return lines on a wager beside another: alone, per unit of it, and with the hand it is a share of."""
    if found.edge is None or found.error is None:
        return [(f"edge of {found.name}", "never offered to who takes it", ("simulated",))]
    taken = f"per unit, taken in {found.taken / rounds:.3%} of the rounds"
    both = _between(100 * found.together, 100 * found.together_error)
    return [
        (f"edge of {found.name}", _between(100 * found.edge, 100 * found.error), (taken,)),
        ("with the hand", both, (f"st. dev. {sqrt(found.together_variance):.4f}",)),
    ]


def _insurance(tables: Rulebook, run: Run) -> dict[str, Any]:
    found = all_beside(tables, run.policy, run.tally)
    return {"insurance": [_beside_json(each) for each in found]} if found else {}


def _beside_json(found: Beside) -> dict[str, Any]:
    return {
        "wager": found.name,
        "taken": found.taken,
        "edge_pct": None if found.edge is None else 100 * found.edge,
        "se_pct": None if found.error is None else 100 * found.error,
        "with_hand_edge_pct": 100 * found.together,
        "with_hand_se_pct": 100 * found.together_error,
        "with_hand_variance": found.together_variance,
    }


def _speed(run: Run) -> float | None:
    """Return the rounds a second of CPU; what a checkpoint held was not played now."""
    return (run.rounds - run.resumed) / run.cpu_seconds if run.cpu_seconds else None


def named_counts(tables: Rulebook, run: Run) -> dict[str, int]:
    """Return the rounds by outcome, for seat 0, those that never happened left out."""
    return {o.name: c for o, c in zip(tables.outcomes, run.tally.by_outcome(tables), strict=True) if c}


def _ends(tables: Rulebook, run: Run) -> str:
    rows = [(name, f"{number:,}", f"{number / run.rounds:.3%}") for name, number in named_counts(tables, run).items()]
    return columns(rows, right=frozenset({1, 2}))
