"""Tiny shoes in which suits and poker ranks decide: the exact solver against all rounds, card by card."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from importlib import import_module
from itertools import count
from math import fsum
from typing import Any

import pytest
from attrs import evolve

from f27lang.lower.lowering import Rank
from f27lang.rulebook import Move, Policy, Rulebook, Showdown, Side
from f27lang.solve import Solution, endless_seconds, solve_shoe
from f27lang.solve.endings import endings
from f27lang.solve.exceptions import departures
from f27lang.solve.together import joint_plays
from tests import handmade
from tests.families import mostly_long
from tests.oracles.rounds import Cards, End, Rounds, sums
from tests.showdowns import (
    ASKED,
    BETTER,
    HOLE_LAST,
    LOSE,
    NATURAL,
    NO_FLUSH,
    ORDER,
    PUSH,
    WIN,
    showdown_game,
)

COST = import_module("f27lang.solve.cost")  # the package has a function of that name
FLOATS = 1e-12  # what some ten thousand additions of floats may lose
FLUSH_FIRST = ("flush", *(name for name in ORDER if name != "flush"))
TEN: dict[str, Any] = {  # cards; of two and five, two in each of two suits
    "ranks": ("2", "5", "Joker"),
    "copies": 2,
    "suits": 2,
    "jokers": 2,
    "target": 17,
    "stands": (9, 22, 12, 9),
    "better": BETTER,
    "order": FLUSH_FIRST,
}
TO_FIVE = {**TEN, "stands": (17, 17, 17, 17)}  # the dealer takes as many cards as he may


def cells(book: Rulebook, say: Callable[[int, int], int]) -> tuple[int, ...]:
    """Return a table of what is said of the player's and the dealer's state."""
    size = len(book.states)
    return tuple(say(*divmod(at, size)) for at in range(size * size))


def total(book: Rulebook, state: int) -> int:
    return int(book.states[state].total)


def peeking(book: Rulebook, safe: int) -> Rulebook:
    """Let the dealer look for two fives; from that the player is safe who was dealt so many points."""
    fives = [state.cards == 2 and state.total == 10 for state in book.states]
    return evolve(book, peeked=cells(book, lambda p, d: 1 + NATURAL if fives[d] and total(book, p) != safe else 0))


def of_many_ends(book: Rulebook) -> Rulebook:
    """Let laws look at the player, let three showdowns differ, and decide some hands early."""
    first = len(book.outcomes)
    three = tuple(
        first + (at // len(book.states) + 2 * at) % 3 if end == first else end for at, end in enumerate(book.final)
    )
    held = [state.cards or 0 for state in book.states]
    return evolve(
        book,
        showdowns=(*book.showdowns, Showdown(BETTER, LOSE, LOSE), Showdown(PUSH, WIN, LOSE)),
        final=three,
        law=tuple(int(cards > 4) for cards in held),
        dealer_hits=(
            *book.dealer_hits,
            *(int(hit and state.total < 9) for hit, state in zip(book.dealer_hits, book.states)),
        ),
        dealt=cells(book, lambda p, v: 1 + WIN if (total(book, p), total(book, v)) == (0, 5) else 0),
        drawn=cells(book, lambda p, v: book.drawn[p * len(held) + v] or (1 + PUSH) * (held[p] == total(book, p) == 4)),
        moves=cells(book, lambda p, v: 0 if held[p] == total(book, p) == 4 else book.moves[p * len(held) + v]),
        stood=cells(book, lambda p, v: 1 + LOSE if held[p] == 3 and total(book, p) == 4 and v % 2 else 0),
    )


GAMES: dict[str, Callable[[], Rulebook]] = {
    "hole card first": lambda: showdown_game(**TEN),
    "hole card last": lambda: showdown_game(**TO_FIVE, before=HOLE_LAST, joker="wild"),
    "peek": lambda: peeking(showdown_game(**TEN), 99),
    "suits told apart": lambda: showdown_game(**TEN, split=("5",)),
    "no flush": lambda: showdown_game(**{**TEN, "order": NO_FLUSH}),
    "one suit": lambda: showdown_game(
        ("2", "6", "7", "Joker"), copies=3, suits=1, jokers=1, order=NO_FLUSH, target=20, stands=(20, 19, 23, 14)
    ),
    "cards without suit": lambda: showdown_game(**{**TO_FIVE, "jokers": 1}, unsuited=(("2", 1),)),
    "many ends": lambda: of_many_ends(showdown_game(**TO_FIVE, split=("2",), joker="dead")),
    "many ends after a peek": lambda: of_many_ends(peeking(showdown_game(**TO_FIVE), 4)),
}


def with_a_side(book: Rulebook) -> Rulebook:
    """Offer a wager where a five is up: two fives win, a joker returns it."""
    fives = [c for c, card_class in enumerate(book.classes) if card_class.ranks == ("5",)]
    views = {book.step[book.dealer_start * len(book.classes) + c] for c in fives}
    brings = [{5: 2, 10: 3}.get(total(book, d), 1) if state.cards == 2 else 0 for d, state in enumerate(book.states)]
    offered = tuple(int(v in views) for v in range(len(brings)))
    results = (Fraction(-1), Fraction(0), Fraction(1))
    return evolve(book, sides=(Side("side", 0, Fraction(1, 2), offered, tuple(brings), results),))


@cache
def game(name: str) -> Rulebook:
    return with_a_side(GAMES[name]())


@cache
def rounds(name: str, play: str | Policy) -> Rounds:
    return Rounds(game(name), play)


def never_over(book: Rulebook) -> Policy:
    """Hit three cards and less that a five does not take over, four cards of less than ten."""
    limits = {2: 13, 3: 13, 4: 10}
    hits = [state.total < limits.get(state.cards or 0, 0) for state in book.states]
    return Policy("low", cells(book, lambda p, v: 2 - hits[p] if book.moves[p * len(hits) + v] == ASKED else 0))


def mean(found: Rounds, of: Callable[[End], float]) -> float:
    return fsum(often * of(end) for end, often in found.ends.items())


def listed(found: Mapping[object, float]) -> dict[object, float]:
    """Leave out what is the dust of floats."""
    return {key: often for key, often in found.items() if often > FLOATS}


def same(solution: Solution, found: Rounds) -> None:
    """Compare all that the solver tells of how rounds end."""
    book, told = found.book, solution.frequencies
    assert told is not None
    assert solution.value == pytest.approx(found.value, abs=FLOATS)
    hands, outcomes, showdowns, ranks = sums(), sums(), sums(), sums()
    five = {p for p in range(len(book.states)) if max(book.final[p * len(book.states) :][: len(book.states)]) > 7}
    for end, often in found.ends.items():
        hands[end.p, end.d, end.outcome] += often
        outcomes[found.decided(end.outcome, end.better)] += often
        if end.better is not None:
            showdowns[end.outcome - len(book.outcomes), (1, 0, 2)[end.better]] += often
        if end.p in five and end.last:
            assert book.poker
            ranks[book.poker.order[-found.rank(end.last)[0]]] += often
    assert told.outcomes == pytest.approx([outcomes[o] for o in range(len(book.outcomes))], abs=FLOATS)
    assert listed({(p, d, o): often for p, d, o, often in told.hands}) == pytest.approx(listed(hands), abs=FLOATS)
    assert dict(told.categories) == pytest.approx({name: ranks[name] for name in book.poker.order}, abs=FLOATS)
    for at, split in enumerate(told.showdowns):
        assert split == pytest.approx([showdowns[at, which] for which in range(3)], abs=FLOATS)
    assert told.player_cards == pytest.approx(2 + mean(found, lambda end: end.taken), abs=FLOATS)
    assert told.dealer_cards == pytest.approx(2 + mean(found, lambda end: end.dealer_taken), abs=FLOATS)
    assert told.decisions == pytest.approx(found.decisions, abs=FLOATS)


@pytest.mark.parametrize("name", mostly_long(GAMES, list(GAMES)[::2]))
def test_who_looks_at_suits(name: str) -> None:
    same(solve_shoe(game(name), frequencies=True), rounds(name, "cards"))


@pytest.mark.parametrize("name", mostly_long(GAMES, list(GAMES)[::2]))
def test_who_sees_ranks_only(name: str) -> None:
    same(solve_shoe(game(name), knowledge="ranks", frequencies=True), rounds(name, "ranks"))


@pytest.mark.parametrize("name", mostly_long(GAMES, list(GAMES)[::2]))
def test_who_plays_by_a_strategy(name: str) -> None:
    policy = never_over(game(name))
    same(solve_shoe(game(name), policy, frequencies=True), rounds(name, policy))


@pytest.mark.parametrize("name", ["hole card first", "peek", "suits told apart"])
def test_suits_are_worth_a_look(name: str) -> None:
    assert solve_shoe(game(name)).value > solve_shoe(game(name), knowledge="ranks").value + 1e-6


# ---- a wager beside another ------------------------------------------------------------------------------------------


def held(found: Rounds, end: End) -> tuple[int, int]:
    """Return how many fives the player was dealt, and their total."""
    ranks = [found.names[k].rank for k in end.own]
    return ranks.count("5"), sum(int(rank) for rank in ranks if rank != "Joker")


def brought(found: Rounds, end: End) -> Fraction | None:
    """Return what the wager brings; None where it is not offered."""
    book = found.book
    (side,), size = book.sides, len(book.states)
    view = found.state(book.dealer_start, found.shown(end.dealer))
    if not side.offered[view] or book.dealt[found.state(book.player_start, end.own) * size + view]:
        return None
    return side.results[side.brings[found.state(book.dealer_start, end.dealer)] - 1]


def joint(found: Rounds, taken: Callable[[tuple[int, int]], bool]) -> tuple[float, float, float]:
    """Return mean, variance and how often the wager is taken, by all rounds."""
    results, often_taken = sums(), 0.0
    for end, often in found.ends.items():
        beside = brought(found, end) if taken(held(found, end)) else None
        often_taken += often if beside is not None else 0
        results[found.pays(end.outcome, end.better) + float(beside or 0) / 2] += often
    value = fsum(often * result for result, often in results.items())
    return value, fsum(often * result**2 for result, often in results.items()) - value**2, often_taken


JOINED = [
    ("hole card first", "cards"),
    ("many ends", "cards"),
    ("many ends after a peek", "cards"),
    ("no flush", "cards"),
    ("suits told apart", "ranks"),
    ("many ends after a peek", "ranks"),
    ("peek", "strategy"),
    ("many ends", "strategy"),
]


@pytest.mark.parametrize(("name", "play"), JOINED)
def test_what_a_hand_and_a_wager_beside_it_come_to(name: str, play: str) -> None:
    book = game(name)
    policy = never_over(book) if play == "strategy" else None
    found = rounds(name, policy or play)
    knowledge = "cards" if policy else play
    solution = solve_shoe(book, policy or "best", knowledge=knowledge, frequencies=True)
    seven = cells(book, lambda p, v: int(total(book, p) >= 7))
    plays = joint_plays(book, 0, solution, seven)
    assert [(each.play, each.kings, each.by_strategy) for each in plays] == [
        ("never", None, False), ("kings", 0, False), ("kings", 1, False), ("always", None, False),
        ("low" if policy else "best", None, True),
    ]  # fmt: skip
    for each in plays:
        most = {"never": -1, "kings": each.kings, "always": 2}.get(each.play)
        expected = joint(found, lambda own, most=most: own[1] >= 7 if most is None else own[0] <= most)
        assert (each.value, each.variance, each.taken) == pytest.approx(expected, abs=FLOATS), each


# ---- exceptions to the chart -----------------------------------------------------------------------------------------


def one_suit(found: Rounds, own: Cards) -> bool:
    suits = {found.names[k].suit for k in own} - {None}
    return len(suits) <= 1


@pytest.mark.parametrize("name", ["hole card first", "peek", "suits told apart", "one suit"])
def test_exceptions_to_the_chart(name: str) -> None:
    """Each is worth what best play is worth more there, and is met as often as the chart leads there."""
    book = game(name)
    chart = solve_shoe(book, "chart", frequencies=True)
    assert chart.policy is not None
    same(chart, by_chart := Rounds(book, chart.policy))
    best = rounds(name, "cards")
    told = departures(book, chart)
    suits: defaultdict[tuple[str, str, str], set[bool]] = defaultdict(set)
    assert [each.gain for each in told] == sorted((each.gain for each in told), reverse=True)
    assert fsum(each.gain * each.reach for each in told) == pytest.approx(best.value - chart.value, abs=FLOATS)
    reach, gained = sums(), sums()
    for (own, shown), gain in best.gains.items():
        often, better = by_chart.visits[own, shown], "hit" if gain > FLOATS else "stand"
        cell = best.state(book.player_start, own) * len(book.states) + best.state(book.dealer_start, shown)
        if often and better != Move(chart.policy.play[cell]).name.lower():
            lie = (hand_name(best, own), hand_name(best, shown), better)
            reach[lie] += often
            gained[lie] += often * abs(gain)
            suits[lie].add(one_suit(best, own))
    for each in told:
        lie = (ranks_of(each.hand), each.dealer.split()[0], each.move)
        reach[lie] -= each.reach
        gained[lie] -= each.gain * each.reach
        if each.reach and " suit" in each.hand:
            assert ("several suits" not in each.hand) in suits[lie], each
    assert reach
    assert [*reach.values(), *gained.values()] == pytest.approx([0] * 2 * len(reach), abs=FLOATS)


def ranks_of(hand: str) -> str:
    """Return the ranks in a hand's name, with or without suits: "2 5 in one suit", "2, 5 in hearts in one suit"."""
    cards = re.split(" in (?:one|several)| in the dealer's", hand)[0]
    return " ".join(card.split(" in ")[0] for card in cards.split(", "))


def hand_name(found: Rounds, cards: Cards) -> str:
    return " ".join(found.names[k].rank for k in cards)


# ---- what it would take ----------------------------------------------------------------------------------------------


def test_the_endless_shoe_takes_time_where_poker_ranks_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as one trial of half a second, for all that the dealer may show, and for fractions."""
    monkeypatch.setattr(COST, "process_time", count(0, 0.5).__next__)
    shown = len(game("hole card first").classes)
    assert endless_seconds(handmade.GAMES["one deck"]) == 0
    assert endless_seconds(game("hole card first")) == 4 * shown * 0.5
    assert shown == 3


# ---- how rounds end --------------------------------------------------------------------------------------------------


def test_ends_by_rung_and_number_of_cards() -> None:
    book, found = game("hole card last"), rounds("hole card last", "cards")
    ranks = [
        Rank(0, "five", 5) if state.cards == 5 and not state.over else Rank(1, "", state.cards or 0)
        for state in book.states
    ]
    expected, by_key = sums(), sums()
    for end, often in found.ends.items():
        dealer = (None, None) if end.d is None else (ranks[end.d].rung, ranks[end.d].cards)
        verdict = book.outcomes[found.decided(end.outcome, end.better)].verdict.words
        key = (ranks[end.p].rung, ranks[end.p].cards, *dealer, verdict)
        expected[key] += often
    frequencies = solve_shoe(book, frequencies=True).frequencies
    assert frequencies is not None
    told = endings(book, ranks, frequencies)
    for each in told:
        by_key[each.player, each.player_cards, each.dealer, each.dealer_cards, each.verdict] += each.probability
    assert len(by_key) == len(told)
    assert listed(by_key) == pytest.approx(listed(expected), abs=FLOATS)
    assert [each.dealer is not None for each in told] == sorted(each.dealer is not None for each in told)
    assert {each.verdict for each in told if each.player == each.dealer == "five"} == {
        "player wins", "push", "dealer wins",
    }  # fmt: skip
