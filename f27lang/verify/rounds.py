"""Round against round, tally against tally: the referee, the emitted text as plain Python, and the same compiled."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction

from f27lang.referee import Round, deal_order
from f27lang.rulebook import Outcome, Rulebook
from f27lang.simulate import Run, load_kernel, load_plain_kernel, simulate
from f27lang.simulate.beside import brought, played
from f27lang.simulate.choice import KERNELS, Unsuited
from f27lang.verify import shoes
from f27lang.verify.check import Check
from f27lang.verify.subject import Play, Subject

REFEREE_ROUNDS = 2_000
COMPILED_ROUNDS = 100_000
SEED = 1


def referee_is_emitted(subject: Subject) -> Iterator[Check]:
    """Play the same cards by the rules and by the emitted text, way by way to play, and compare each round."""
    for play in subject.plays:
        worn = play.tables.shuffling is not None
        yield shoes.referee_is_emitted(subject, play, REFEREE_ROUNDS) if worn else _same_rounds(subject, play)


def emitted_is_compiled(subject: Subject) -> Check:
    """Play the chart's rounds by the emitted text as plain Python, by it compiled, and in lockstep; compare tallies."""
    name = "emitted = compiled"
    play = subject.plays[0]
    if play.tables.shuffling:
        return shoes.emitted_is_compiled(name, play, COMPILED_ROUNDS)
    kernel = load_kernel(play.tables, play.policy)
    if not kernel.compiled:
        return Check(name, True, f"nothing to compare: {kernel.reason}", 0, ran=False)
    python = load_plain_kernel(play.tables, play.policy).play(0, COMPILED_ROUNDS, SEED)
    wrong = next((run for run in _by_every_kernel(play) if run.tally != python), None)
    told = f"{python.counts} against {wrong.tally.counts}, {wrong.kernel}" if wrong else "same tallies"
    return Check(name, wrong is None, told, COMPILED_ROUNDS)


def _by_every_kernel(play: Play) -> list[Run]:
    """Return the chart's rounds by each kernel that can play them."""
    runs = []
    for kernel in KERNELS:
        with suppress(Unsuited):
            runs.append(simulate(play.tables, play.policy, COMPILED_ROUNDS, seed=SEED, kernel=kernel))
    return runs


def _same_rounds(subject: Subject, play: Play) -> Check:
    name = f"referee = emitted, {play.name}"
    python = load_plain_kernel(play.tables, play.policy)
    for number in range(REFEREE_ROUNDS):
        by_rules = subject.referee.play(deal_order(subject.game, SEED, number), play.decide)
        at = python.play(number, 1, SEED).counts.index(1)
        outcome = play.tables.outcomes[at % len(play.tables.outcomes)]
        told = _taken(subject, play, by_rules) == _brought(play, at)
        if not (told and agree(by_rules, outcome, play.tables)):
            return Check(name, False, _disagreement(number, by_rules, outcome), number + 1)
    return Check(name, True, "same cards, same ends, same payments", REFEREE_ROUNDS)


def _taken(subject: Subject, play: Play, by_rules: Round) -> dict[str, Fraction]:
    """Return what the wagers beside another brought that the play takes, by the rules."""
    return subject.referee.taken(play.name, by_rules) if play.policy.accepts else {}


def _brought(play: Play, at: int) -> dict[str, Fraction]:
    """Return the same by the emitted text, from the place of a tally in which a round is counted."""
    sides = played(play.tables, play.policy).sides
    found = {side.name: brought(play.tables, number, at) for number, side in enumerate(sides)}
    return {name: pays for name, pays in found.items() if pays is not None}


def agree(by_rules: Round, outcome: Outcome, tables: Rulebook) -> bool:
    """Whether a round of the referee's ended with this outcome of the tables, and paid as much."""
    paid = {name: Fraction(n, tables.denominator) for name, n in zip(tables.wagers, outcome.payoffs, strict=True)}
    return (
        by_rules.verdict == outcome.verdict.words
        and by_rules.row == outcome.row
        and by_rules.player_over == outcome.player_over
        and by_rules.dealer_over == outcome.dealer_over
        and dict(by_rules.payoffs) == paid
    )


def _disagreement(number: int, by_rules: Round, outcome: Outcome) -> str:
    hands = f"player {' '.join(map(str, by_rules.player))}, dealer {' '.join(map(str, by_rules.dealer))}"
    return f"round {number} of seed {SEED} ({hands}): by the rules {by_rules.verdict}, emitted {outcome.name}"
