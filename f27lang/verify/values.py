"""Numbers against numbers: exact values, simulations, fractions, claims."""

from __future__ import annotations

from collections.abc import Iterator
from math import isclose

from f27lang import model
from f27lang.analysis import edges
from f27lang.asking import Question
from f27lang.normal import NORMAL_95
from f27lang.report.simulation import Estimate, estimate, wears
from f27lang.rulebook import Move
from f27lang.simulate import simulate
from f27lang.simulate.beside import Beside, all_beside
from f27lang.solve import Solution, solve_endless, solve_shoe
from f27lang.solve.together import joint_plays
from f27lang.verify import shoes
from f27lang.verify.check import Check
from f27lang.verify.subject import Play, Subject

SIMULATED_ROUNDS = 20_000_000
SEED = 1
LARGEST_Z = 4.9  # a right program fails once in a million runs
ROUNDING = 1e-12  # of the wager: what doubles may lose on the way


def exact_is_simulated(subject: Subject, rounds: int) -> Iterator[Check]:
    """Hold each way to play's exact value against a simulation of it; every wager's where no hand is played by choice.

    Where there are decisions the chart is made for the first wager, and the others are left out.
    """
    for play in subject.plays:
        tables, first = play.tables, ""
        run = simulate(tables, play.policy, rounds, seed=SEED)
        if wears(run):
            yield shoes.effect(play, run)
            tables, first = shoes.first_hands(tables), shoes.FIRST_HANDS
            run = simulate(tables, play.policy, rounds, seed=SEED)
        name = f"exact = simulated, {play.name}{first}"
        yield _simulated(name, estimate(tables, run, play.solution), run.rounds)
        for number, told in enumerate(all_beside(play.tables, play.policy, run.tally)):
            yield _together(play, number, told, rounds)
        if Move.HIT | Move.STAND not in play.tables.moves:
            for wager, wager_name in enumerate(play.tables.wagers[1:], 1):
                exact = solve_shoe(play.tables, play.policy, wager=wager)
                found = estimate(tables, run, exact, wager)
                yield _simulated(f"exact = simulated, {play.name}{first}, {wager_name}", found, rounds)


def doubles_are_fractions(subject: Subject) -> Check:
    """Hold the endless shoe's value in doubles against the same as a fraction."""
    doubles = solve_endless(subject.tables, "best")
    exact = solve_endless(subject.tables, "best", exact=True).fraction
    assert exact is not None
    near = isclose(doubles.value, float(exact), rel_tol=0, abs_tol=ROUNDING)
    detail = f"endless shoe, {doubles.edge_pct:.12f} % and {-100 * float(exact):.12f} %"
    return Check("doubles = fractions", near, detail)


def more_knowledge_is_better(subject: Subject) -> Check:
    """Hold the values against each other: no play beats best play, no named strategy beats it either."""
    worst = min(subject.best.value - play.solution.value for play in subject.plays)
    names = ", ".join(f"{play.name} {play.solution.edge_pct:z.6f} %" for play in subject.plays)
    return Check("best play is best", worst >= -ROUNDING, f"best play {subject.best.edge_pct:z.6f} %, {names}")


def claims(subject: Subject) -> Iterator[Check]:
    """Judge published numbers by the exact ones."""
    for claim in subject.game.claims:
        yield _claim(subject, claim)


def _simulated(name: str, found: Estimate, rounds: int) -> Check:
    simulated = f"simulated {found.edge_pct:z.4f} % ± {NORMAL_95 * found.se_pct:.4f} %"
    told = "no z: all rounds paid alike" if found.z is None else f"z = {found.z:+z.2f}"
    detail = f"exact {found.exact_edge_pct:z.6f} %, {simulated}, {told}"
    passed = found.z is not None and abs(found.z) <= LARGEST_Z
    return Check(name, passed, detail, rounds)


def _together(play: Play, number: int, found: Beside, rounds: int) -> Check:
    """Hold the hand and a wager beside it, as the strategy takes it, against the simulation."""
    solution = solve_shoe(play.tables, play.policy, frequencies=True)
    exact = joint_plays(play.tables, number, solution, play.policy.accepts[number])[-1]
    z = (found.together + exact.value) / found.together_error
    simulated = f"simulated {100 * found.together:.4f} % ± {196 * found.together_error:.4f} %"
    detail = f"exact {exact.edge_pct:.6f} %, {simulated}, z = {z:+.2f}"
    return Check(f"exact = simulated, {play.name} with {found.name}", abs(z) <= LARGEST_Z, detail, rounds)


def _claim(subject: Subject, claim: model.Claim) -> Check:
    edge = _claimed(subject, claim).edge_pct
    value, within = claim.value, claim.within
    name = f"claim {claim.measure.text} under {claim.under.text}"
    detail = f"exact {edge:z.6f} %, claimed {value.text} within {within.text}"
    return Check(name, abs(edge - float(value.value)) <= float(within.value), detail)


def _claimed(subject: Subject, claim: model.Claim) -> Solution:
    if claim.wager is None or claim.wager.wager.text == subject.tables.wagers[0]:
        return subject.solution(claim.under.text)
    play = {"best_play": "best", "any_play": "best"}.get(claim.under.text, claim.under.text)
    return edges(subject.game, (Question(play, "full"),), wager=claim.wager.wager.text)[0][1]
