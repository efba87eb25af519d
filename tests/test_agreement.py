"""Random variants on every engine: referee = tables = emitted text round by round, slow solver = exact solver.

F27_VARIANTS=1000 pytest tests/test_agreement.py plays more of them than the usual run does.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen

from f27lang import model
from f27lang.lower import lower, lower_strategy
from f27lang.referee import Card, Referee, Round, Situation, deal_order, shoe
from f27lang.rulebook import Move, Policy, Rulebook
from f27lang.simulate import load_kernel, load_plain_kernel
from f27lang.simulate.choice import chosen
from f27lang.solve import Solution, solve_endless, solve_shoe
from tests.families import mostly_long
from tests.needs import needs_compiler
from tests.oracles.slow_solver import Answer, Ending, SlowSolver, TooMany
from tests.random_variants import broken, closed, shrunk, sound, variant

VARIANTS = int(os.environ.get("F27_VARIANTS", "12"))
ROUNDS = 40
SEED = 7
POSITIONS = 1000  # beyond that the slow solver is left out
MANY = 1000  # rounds that are only counted
EXACT = 1e-12  # a float sum of some thousand products of probabilities
REGRESSIONS = sorted((Path(__file__).parent / "regressions").glob("*.f27"))


@frozen
class Tables:
    """A rulebook's tables as a second way to play a round."""

    book: Rulebook
    classes: dict[Card, int]

    @classmethod
    def of(cls, book: Rulebook, game: model.Game) -> Tables:
        places = [c for c, number in book.sorted_shoe for _ in range(number)]
        cards = shoe(game)
        classes = dict(zip(cards, places, strict=True))
        assert [classes[card] for card in cards] == places, "one card, one class"
        return cls(book, classes)

    def state(self, start: int, cards: tuple[Card, ...]) -> int:
        for card in cards:
            start = self.book.step[start * len(self.book.classes) + self.classes[card]]
        return start

    def cell(self, situation: Situation) -> int:
        player = self.state(self.book.player_start, situation.player.cards)
        return player * len(self.book.states) + self.state(self.book.dealer_start, situation.dealer.cards)

    def play(self, policy: Policy, cards: Iterator[Card]) -> tuple[int, tuple[Card, ...], tuple[Card, ...], int]:
        """Return the outcome, both hands and how often the player was asked."""
        book, size = self.book, len(self.book.states)
        hands: dict[str, tuple[Card, ...]] = {"player": (), "dealer": (), "shown": ()}
        decisions = 0
        for deal in book.before:
            for _ in range(deal.number):
                card = next(cards)
                hands[deal.to] += (card,)
                if deal.to == "dealer" and deal.up:
                    hands["shown"] += (card,)
        view = self.state(book.dealer_start, hands["shown"])
        table = book.dealt
        while True:
            p = self.state(book.player_start, hands["player"])
            if ended := table[p * size + view]:
                return ended - 1, hands["player"], hands["dealer"], decisions
            moves = book.moves[p * size + view]
            asked = moves == Move.HIT | Move.STAND
            decisions += asked
            if (policy.play[p * size + view] if asked else moves) != Move.HIT:
                break
            hands["player"] += (next(cards),)
            table = book.drawn
        if ended := book.stood[p * size + view]:
            return ended - 1, hands["player"], hands["dealer"], decisions
        for deal in book.between:
            hands["dealer"] += tuple(next(cards) for _ in range(deal.number))
        while book.dealer_hits[book.law[p] * size + (d := self.state(book.dealer_start, hands["dealer"]))]:
            hands["dealer"] += (next(cards),)
        return book.final[p * size + d], hands["player"], hands["dealer"], decisions


def random_policy(book: Rulebook, seed: int) -> Policy:
    rng = random.Random(seed)
    both = Move.HIT | Move.STAND
    return Policy("any", tuple(rng.choice((Move.HIT, Move.STAND)) if m == both else Move(m) for m in book.moves))


def ending(book: Rulebook, number: int) -> Ending:
    outcome = book.outcomes[number]
    paid = tuple(Fraction(payoff, book.denominator) for payoff in outcome.payoffs)
    return Ending(outcome.verdict.words, outcome.row, outcome.player_over, outcome.dealer_over, paid)


def ending_of(played: Round) -> Ending:
    paid = tuple(played.payoffs.values())
    return Ending(played.verdict, played.row, played.player_over, played.dealer_over, paid)


def same_rounds(game: model.Game, tables: Tables, policy: Policy, referee: Referee, strategy: str | None) -> None:
    """Play the same cards by the book, by the tables and by the emitted text."""

    def decide(situation: Situation) -> str:
        assert tables.book.moves[tables.cell(situation)] == Move.HIT | Move.STAND, situation
        if strategy:
            return referee.advice(strategy, situation)
        return Move(policy.play[tables.cell(situation)]).name.lower()

    counts = [0] * len(tables.book.outcomes)
    for number in range(ROUNDS):
        by_rules = referee.play(deal_order(game, SEED, number), decide)
        outcome, player, dealer, decisions = tables.play(policy, deal_order(game, SEED, number))
        log = "\n".join(map(str, by_rules.events))
        assert ending(tables.book, outcome) == ending_of(by_rules), log
        assert (player, dealer, decisions) == (by_rules.player, by_rules.dealer, by_rules.decisions), log
        counts[outcome] += 1
    assert load_plain_kernel(tables.book, policy).play(0, ROUNDS, SEED).counts == tuple(counts)


def same_tallies(book: Rulebook, policy: Policy) -> None:
    """Compare the emitted text as plain Python with a compiled module, and with lockstep."""
    compiled = load_kernel(book, policy)
    assert compiled.compiled, compiled.reason
    expected = load_plain_kernel(book, policy).play(0, MANY, SEED)
    assert compiled.play(0, MANY, SEED) == expected
    assert chosen(compiled, book, policy, MANY, "lanes").play(0, MANY, SEED) == expected


def slow(game: model.Game, **how: Any) -> Answer | None:
    """Return the slow solver's answer, or None where it would take too long."""
    try:
        return SlowSolver(game, most_positions=POSITIONS, **how).solve()
    except TooMany:
        return None


def by_policy(tables: Tables, policy: Policy) -> Callable[[Situation], str]:
    return lambda situation: Move(policy.play[tables.cell(situation)]).name.lower()


def same_values(game: model.Game, tables: Tables, policy: Policy) -> None:
    """Compare the slow solver with the exact one: best play of each wager, and all frequencies of a given play."""
    for wager in range(len(game.wagers)):
        best = slow(game, wager=wager)
        if best is None:
            return
        full = solve_shoe(tables.book, "best", wager=wager)
        assert full.value == pytest.approx(float(best.value), abs=EXACT)
    given = slow(game, decide=by_policy(tables, policy), details=True)
    if given is not None:
        same_frequencies(given, solve_shoe(tables.book, policy, frequencies=True), tables.book)


def same_frequencies(slow: Answer, solution: Solution, book: Rulebook) -> None:
    found = solution.frequencies
    assert found is not None
    assert solution.value == pytest.approx(float(slow.value), abs=EXACT)
    endings: Counter[Ending] = Counter()
    for number, share in enumerate(found.outcomes):
        endings[ending(book, number)] += share
    same_shares(endings, slow.shares(Ending))
    same_shares(dict(found.player_totals), slow.shares("player"))
    same_shares(dict(found.dealer_totals), slow.shares("dealer"))
    means = {"player cards": found.player_cards, "dealer cards": found.dealer_cards, "decisions": found.decisions}
    same_shares(means, {name: slow.parts[name] for name in means})
    square = sum(part * ended.payoffs[0] ** 2 for ended, part in slow.shares(Ending).items())
    assert found.variance == pytest.approx(float(square - slow.value**2), abs=EXACT)


def same_shares(found: Mapping[Any, float], expected: Mapping[Any, Fraction]) -> None:
    for key in found.keys() | expected.keys():
        assert found.get(key, 0) == pytest.approx(float(expected.get(key, 0)), abs=EXACT), (key, found, expected)


def same_endless_values(game: model.Game, tables: Tables) -> None:
    best = slow(game, endless=True)
    if best is not None:
        assert solve_endless(tables.book, exact=True).fraction == best.value


def agree(game: model.Game, seed: int) -> None:
    """Raise AssertionError where two engines differ on a game."""
    referee = Referee(game)
    tables = Tables.of(lower(game), game)
    policy = random_policy(tables.book, seed)
    same_rounds(game, tables, policy, referee, None)
    for strategy in game.strategies:
        book, advice = lower_strategy(game, strategy.name.text)
        same_rounds(game, Tables.of(book, game), advice, referee, strategy.name.text)
    same_endless_values(game, tables)
    same_values(game, tables, policy)


def agrees(game: model.Game, seed: int) -> bool:
    try:
        agree(game, seed)
    except (AssertionError, ArithmeticError, LookupError, ValueError):
        return False
    return True


@pytest.mark.parametrize("seed", mostly_long(range(VARIANTS), {*range(2, VARIANTS)} - {5}))  # three take long
def test_random_variants(seed: int) -> None:
    text, game = sound(variant(seed))
    if game is not None and not agrees(game, seed):
        pytest.fail(f"engines differ on\n{shrunk(text, lambda smaller: not agrees(smaller, seed))}")


@pytest.mark.parametrize("seed", range(3 * VARIANTS))
def test_checks_never_raise_and_what_they_pass_is_lowered(seed: int) -> None:
    game, report = closed(broken(seed))
    assert game is None or report.failed or lower(game).states


@needs_compiler
@pytest.mark.parametrize("seed", range(VARIANTS if "F27_VARIANTS" in os.environ else 3))
def test_random_variants_compiled(seed: int) -> None:
    _, game = sound(variant(seed))
    if game is not None:
        book = lower(game)
        same_tallies(book, random_policy(book, seed))


def test_most_random_variants_are_sound() -> None:
    """Games that the checks refuse test nothing else; few of the seeds may end there."""
    sounds = [sound(variant(seed))[1] is not None for seed in range(20)]
    assert sum(sounds) >= 16


@pytest.mark.parametrize("path", REGRESSIONS, ids=lambda path: path.stem)
def test_what_once_differed(path: Path) -> None:
    game, report = closed(path.read_text("utf-8"))
    assert game is not None and not report.failed, list(report)
    agree(game, 0)
