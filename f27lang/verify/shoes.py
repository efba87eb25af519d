"""Worn shoes: the referee, the emitted text as plain Python, the same compiled, and what comes of their being worn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from attrs import evolve

from f27lang.referee import Round, play_shoe
from f27lang.report.simulation import effect as told
from f27lang.report.simulation import effect_of, estimate
from f27lang.report.text import count
from f27lang.rulebook import Rulebook
from f27lang.simulate import Run, ShoeTally, load_shoe_kernel
from f27lang.simulate.beside import brought, played
from f27lang.verify.check import Check
from f27lang.verify.subject import Play, Subject

SEED = 1
FIRST_HANDS = ", first hands"  # of shoes that are worn

_End = tuple[object, ...]  # how a round ended and what it paid, by name


def first_hands(tables: Rulebook) -> Rulebook:
    """Return tables of which each shoe serves one round: however it is worn, that is a fresh shoe's."""
    assert tables.shuffling is not None
    return evolve(tables, shuffling=evolve(tables.shuffling, hands=1, cut=None))


def effect(play: Play, run: Run) -> Check:
    """Tell what the edge of worn shoes is beside that of a fresh one; it is no error."""
    assert run.worn is not None
    detail = f"{told(estimate(play.tables, run, play.solution))}, from {count(run.worn.shoes, 'shoe')}"
    return Check(f"{effect_of(play.tables)}, {play.name}", True, detail, run.rounds, ran=False)


def emitted_is_compiled(name: str, play: Play, rounds: int) -> Check:
    """Play the same shoes by the emitted text as plain Python and compiled, and compare the tallies."""
    machine = load_shoe_kernel(play.tables, play.policy)
    if not machine.compiled:
        return Check(name, True, f"nothing to compare: {machine.reason}", 0, ran=False)
    python = load_shoe_kernel(play.tables, play.policy, in_python=True)
    shoes = -(-rounds // python.play(0, 1, SEED).rounds)
    one, other = python.play(0, shoes, SEED), machine.play(0, shoes, SEED)
    return Check(name, one == other, "same tallies" if one == other else f"{one} against {other}", one.rounds)


def referee_is_emitted(subject: Subject, play: Play, rounds: int) -> Check:
    """Play the same shoes by the rules and by the emitted text, and compare how all rounds of each ended."""
    name, number, done = f"referee = emitted, {play.name}", 0, 0
    python = load_shoe_kernel(play.tables, play.policy, in_python=True)
    while done < rounds:
        by_rules = [hand.rounds[0] for hand in play_shoe(subject.referee, play.decide, SEED, number).hands]
        tally = python.play(number, 1, SEED)
        done += tally.rounds
        ends = Counter(_end_by_rules(subject, play, each) for each in by_rules)
        if ends != Counter(dict(_ends(play, tally))):
            detail = f"shoe {number} of seed {SEED}: {count(len(by_rules), 'hand')} by the rules, not those emitted"
            return Check(name, False, detail, done)
        number += 1
    return Check(name, True, f"same ends, same payments in {count(number, 'shoe')}", done)


def _end_by_rules(subject: Subject, play: Play, seen: Round) -> _End:
    taken = subject.referee.taken(play.name, seen) if play.policy.accepts else {}
    ended = seen.verdict, seen.row, seen.player_over, seen.dealer_over
    return (*ended, tuple(sorted(seen.payoffs.items())), tuple(sorted(taken.items())))


def _ends(play: Play, tally: ShoeTally) -> Iterator[tuple[_End, int]]:
    """Yield each way in which rounds of a tally ended and how many did."""
    tables, sides = play.tables, played(play.tables, play.policy).sides
    for at, number in enumerate(tally.seat(0).counts):
        outcome = tables.outcomes[at % len(tables.outcomes)]
        pays = zip(tables.wagers, (Fraction(pays, tables.denominator) for pays in outcome.payoffs), strict=True)
        found = ((side.name, brought(tables, place, at)) for place, side in enumerate(sides))
        taken = tuple(sorted((name, bring) for name, bring in found if bring is not None))
        ended = outcome.verdict.words, outcome.row, outcome.player_over, outcome.dealer_over
        if number:
            yield (*ended, tuple(sorted(pays)), taken), number
