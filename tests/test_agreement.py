"""Random variants on every engine: referee = tables = emitted text round by round, slow solver = exact solver.

F27_VARIANTS=1000 pytest tests/test_agreement.py plays more of them than the usual run does.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from attrs import frozen

from f27lang import model
from f27lang.lower import lower, lower_strategy
from f27lang.referee import Card, Referee, Round, Situation, deal_order, shoe
from f27lang.rulebook import Move, Policy, Rulebook
from f27lang.simulate import load_plain_kernel
from f27lang.solve import solve_endless, solve_shoe_all
from tests.oracles.slow_solver import Answer, Ending, SlowSolver, TooMany
from tests.random_variants import closed, sound, variant

VARIANTS = int(os.environ.get("F27_VARIANTS", "40"))
ROUNDS = 40
SEED = 7
POSITIONS = 1500  # beyond that the slow solver is left out
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


def slow(game: model.Game, **how: object) -> Answer | None:
    try:
        return SlowSolver(game, most_positions=POSITIONS, **how).solve()  # type: ignore[arg-type]
    except TooMany:
        return None


def by_policy(tables: Tables, policy: Policy) -> object:
    return lambda situation: Move(policy.play[tables.cell(situation)]).name.lower()


def same_values(game: model.Game, tables: Tables, policy: Policy) -> None:
    """Compare the slow solver with the exact one: best play of each wager, and all frequencies of a given play."""
    for wager in range(len(game.wagers)):
        best = slow(game, wager=wager)
        if best is None:
            return
        full = solve_shoe_all(tables.book, ("best",), wager=wager)[0]
        assert full.value == pytest.approx(float(best.value(wager)), abs=EXACT)
    given = slow(game, decide=by_policy(tables, policy))
    assert given is not None
    solution = solve_shoe_all(tables.book, (policy,), frequencies=True)[0]
    assert solution.value == pytest.approx(float(given.value()), abs=EXACT)
    found = solution.frequencies
    assert found is not None
    shares: Counter[Ending] = Counter()
    for number, share in enumerate(found.outcomes):
        shares[ending(tables.book, number)] += share
    same_shares(shares, given.endings)
    same_shares(dict(found.player_totals), given.player_totals)
    same_shares(dict(found.dealer_totals), given.dealer_totals)
    assert found.player_cards == pytest.approx(float(given.player_cards), abs=EXACT)
    assert found.dealer_cards == pytest.approx(float(given.dealer_cards), abs=EXACT)
    assert found.decisions == pytest.approx(float(given.decisions), abs=EXACT)
    second = sum(part * ending.payoffs[0] ** 2 for ending, part in given.endings.items())
    assert found.variance == pytest.approx(float(second - given.value() ** 2), abs=EXACT)


def same_shares(found: object, expected: object) -> None:
    ours, theirs = dict(found), dict(expected)  # type: ignore[call-overload]
    for key in ours.keys() | theirs.keys():
        assert ours.get(key, 0) == pytest.approx(float(theirs.get(key, 0)), abs=EXACT), key


def same_endless_values(game: model.Game, tables: Tables) -> None:
    best = slow(game, endless=True)
    if best is not None:
        assert solve_endless(tables.book, exact=True).fraction == best.value()


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


@pytest.mark.parametrize("seed", range(VARIANTS))
def test_random_variants(seed: int) -> None:
    _, game = sound(variant(seed))
    if game is not None:
        agree(game, seed)


def test_most_random_variants_are_sound() -> None:
    """Games that the checks refuse test nothing else; few of the seeds may end there."""
    sounds = [sound(variant(seed))[1] is not None for seed in range(40)]
    assert sum(sounds) >= 32


@pytest.mark.parametrize("path", REGRESSIONS, ids=lambda path: path.stem)
def test_what_once_differed(path: Path) -> None:
    game, report = closed(path.read_text("utf-8"))
    assert game is not None and not report.failed, list(report)
    agree(game, 0)
