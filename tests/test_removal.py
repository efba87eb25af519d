"""Cards taken out of a shoe: the same as a shoe that never had them, by every deal of tiny decks and by rules."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import fsum
from random import Random
from typing import Any

import pytest

from f27lang import model, pipeline
from f27lang.lower import lower, lower_strategy
from f27lang.referee import Card, shoe
from f27lang.rulebook import OutOfCards, Policy, Rulebook
from f27lang.solve import solve_shoe, solve_shoe_all
from f27lang.solve.effects import Effects, effects
from f27lang.solve.kept import Keeping, bound
from f27lang.solve.removal import Gone, Kind, NotThere, Pack
from tests.closed_games import written
from tests.needs import needs_compiler
from tests.oracles import brute_force, slow_solver
from tests.random_variants import closed
from tests.showdowns import NO_FLUSH, showdown_game

EXACT = 1e-13
IDENTITY = 1e-12  # of a wager, over all cards of the shoe
FIGURES = {"Joker": 1.188, "A": -5.256, "K": 4.789}  # 21-24-27, what the player gains, in 1e-4 of a wager
KNOWING = 6.4e-6  # of a wager: what knowing the card that is gone is worth there


def game(cards: str, **sections: str) -> model.Game:
    found, report = closed(written(cards=f"decks: {cards} | shuffle: every hand", **sections))
    assert found is not None and not report.failed, list(report)
    return found


def pack(found: model.Game) -> Pack:
    return Pack.of(found, lower(found))


def ranks(cards: list[Card], gone: Gone) -> list[str]:
    """Return the ranks of what is left."""
    left = Counter((card.rank, card.suit) for card in cards)
    left.subtract(gone)
    return [rank for (rank, _), number in left.items() for _ in range(number)]


def by_hand(rulebook: Rulebook) -> Pack:
    """Return the pack of a rulebook with faces, each class of one rank."""
    places = [c for c, number in rulebook.sorted_shoe for _ in range(number)]
    kinds, at = [], 0
    for rank, suit, number in rulebook.faces:
        kinds.append(Kind(rank, suit, number, places[at]))
        at += number
    return Pack(rulebook, tuple(kinds))


def weighted(found: Effects) -> tuple[float, float]:
    """Return the sums of the effects over all cards, with the chart and with the best play kept."""
    return tuple(
        fsum(e.count * x for e in found.cards if (x := getattr(e, of)) is not None) for of in ("chart", "kept")
    )


DECK = "1 | deck: A 10..K in 2 suits plus 2 Joker"
GONE: tuple[Gone, ...] = (
    {("A", "spades"): 1},
    {("K", "hearts"): 1, ("Joker", None): 2, ("10", "spades"): 0},
    {("A", "spades"): 1, ("A", "hearts"): 1},
    {("J", "spades"): 1, ("J", "hearts"): 1},
)


@pytest.mark.parametrize("gone", GONE, ids=str)
@pytest.mark.parametrize("play", ["best", "mimic_the_dealer"])
def test_every_deal_of_what_is_left(gone: Gone, play: str) -> None:
    found = game(DECK, **{"strategy mimic_the_dealer": "like dealer"})
    cards = shoe(found)
    rules = brute_force.endings(ranks(cards, gone), None if play == "best" else brute_force.mimic)
    book, how = (lower(found), "best") if play == "best" else lower_strategy(found, play)
    left = Pack.of(found, book).without(gone)
    assert solve_shoe(left, how).value == pytest.approx(float(brute_force.value(rules)), abs=EXACT)


@pytest.mark.parametrize(
    ("whole", "gone", "other"),
    [
        ("2 | deck: A 8..K in 1 suits", {("J", "spades"): 2}, "2 | deck: A 8..10 Q K in 1 suits"),
        ("2 | deck: A 8..K in 1 suits plus 1 7", {("7", None): 2}, "2 | deck: A 8..K in 1 suits"),
        (DECK, {("Joker", None): 2}, "1 | deck: A 10..K in 2 suits"),
    ],
)
@pytest.mark.parametrize("play", ["best", "chart"])
def test_a_rank_that_is_gone_was_never_there(whole: str, gone: Gone, other: str, play: str) -> None:
    """The classes that it leaves empty change nothing."""
    left, never = pack(game(whole)).without(gone), lower(game(other))
    mine, theirs = (solve_shoe(book, play, frequencies=True) for book in (left, never))
    assert mine.value == pytest.approx(theirs.value, abs=EXACT)
    assert {shows: value for shows, _, value in mine.by_dealer} == pytest.approx(
        {shows: value for shows, _, value in theirs.by_dealer}, abs=EXACT
    )
    assert left.shoe == never.shoe
    assert {cell.dealer for cell in mine.cells} == {cell.dealer for cell in theirs.cells}


def test_all_counts_agree() -> None:
    whole = pack(game("2 | deck: A 9..K in 2 suits plus 1 Joker"))
    assert whole.without({}) == whole.rulebook
    left = whole.without({("A", "spades"): 2, ("A", "hearts"): 1, ("Joker", None): 2})
    assert [(c.name, c.count) for c in left.classes] == [
        ("A", 1),
        ("9", 4),
        ("10", 4),
        ("J", 4),
        ("Q", 4),
        ("K", 4),
        ("Joker", 0),
    ]
    assert left.sorted_shoe == ((0, 1), (1, 4), (2, 4), (3, 4), (4, 4), (5, 4))
    assert left.digest != whole.rulebook.digest
    assert whole.ranks == {"A": 4, "9": 4, "10": 4, "J": 4, "Q": 4, "K": 4, "Joker": 2}


def test_classes_of_several_ranks_know_how_many_there_are_of_each() -> None:
    """Where ten, jack and queen count alike they are one class, and yet there are only so many queens."""
    alike = pack(game("1 | deck: A 9..K in 2 suits", values="A: 1 or 14 | 9: 9 | 10..Q: 10 | K: 13"))
    assert [c.name for c in alike.rulebook.classes] == ["A", "9", "10 J Q", "K"]
    assert [c.count for c in alike.without({("Q", "spades"): 1, ("J", "hearts"): 1}).classes] == [2, 2, 4, 2]
    for gone in ({("Q", "spades"): 2}, {("Q", "clubs"): 1}, {("8", "spades"): 1}):
        with pytest.raises(NotThere):
            alike.without(gone)


def test_a_dealer_who_shows_one_card_of_a_state_that_lost_a_class() -> None:
    """Jack and ten lead to one state although a natural tells them apart; the column keeps its name without jacks."""
    found = game(
        "2 | deck: A 7..J in 2 suits",
        values="A: 1 or 11 | 7..9: face | 10 J: 10",
        total="read: highest not over 21 | soft: A counts 11",
        hands="finnish_27: A J as dealt | standing: total ..21 | bust: total over 21",
        play="wager | deal 2 up to player | deal 1 up to dealer | deal 1 down to dealer | turn player | turn dealer"
        " | settle",
        dealer="stands on total 17.. | otherwise hits",
        settle="at once: player bust -> dealer wins | after dealer: better hand wins, else push",
    )
    whole = pack(found)
    chart = solve_shoe(whole.rulebook, "chart").policy
    assert chart is not None
    left = whole.without({("J", "spades"): 2, ("J", "hearts"): 2})
    kept, best = solve_shoe_all(left, (chart, "best"))
    assert kept.value <= best.value
    assert Keeping(whole, chart, 0).value({("J", "spades"): 2, ("J", "hearts"): 2}) == pytest.approx(
        kept.value, abs=EXACT
    )


@pytest.mark.long
@pytest.mark.parametrize("name", ["small-high-cards", "small-low-cards", "small-hole-card", "small-three-cards"])
def test_the_referee_deals_from_what_is_left(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = pipeline.load(f"tests/good/{name}.f27")[0]
    cards = shoe(found)
    card = cards.pop(len(cards) // 2)
    monkeypatch.setattr(slow_solver, "shoe", lambda _: cards)
    mine = solve_shoe(pack(found).without({card: 1})).value
    assert mine == pytest.approx(float(slow_solver.SlowSolver(found).solve().value), abs=EXACT)


# ---- effects --------------------------------------------------------------------------------------------------


def chart_of(whole: Pack) -> Policy:
    chart = solve_shoe(whole.rulebook, "chart").policy
    assert chart is not None
    return chart


@pytest.mark.parametrize(
    "cards", ["1 | deck: A 9..K in 4 suits plus 2 Joker", "1 | deck: A 2 3 Q K in 4 suits plus 3 8", DECK]
)
def test_what_is_kept_gains_nothing_by_a_card_unseen(cards: str) -> None:
    whole = pack(game(cards))
    found = effects(whole, chart_of(whole))
    assert weighted(found) == pytest.approx((0, 0), abs=IDENTITY)
    assert any(effect.chart for effect in found.cards)
    assert found.mean(lambda effect: effect.best) < EXACT  # whoever knows the card plays no worse
    for effect in found.cards:
        assert effect.best <= (effect.kept or 0) + EXACT


def test_effects_are_differences_of_edges() -> None:
    whole = pack(game(DECK))
    found = {effect.card: effect for effect in effects(whole, chart_of(whole)).cards}
    full, less = (
        Fraction(brute_force.value(brute_force.endings(ranks(shoe(game(DECK)), gone))))
        for gone in ({}, {("Q", "spades"): 1})
    )
    assert found["Q"].best == pytest.approx(float(full - less), abs=EXACT)
    assert found["Q"].count == 2


def test_suits_that_rules_tell_apart_are_averaged() -> None:
    """A natural in spades pays double: the ace of spades is worth more than the others, their mean is told."""
    section = "pays 2:1 on player wins with finnish_27 in spades | pays 1:1 on player wins | returns on push"
    whole = pack(game("1 | deck: A J..K in 2 suits", **{"wager game: $10..$500": f"{section} | loses on dealer wins"}))
    assert len(whole.samples) > len(whole.ranks)
    chart = chart_of(whole)
    found = effects(whole, chart)
    values = [solve_shoe(whole.without({("A", suit): 1}), chart).value for suit in ("spades", "hearts")]
    assert values[0] != pytest.approx(values[1], abs=1e-4)
    (ace,) = (effect for effect in found.cards if effect.card == "A")
    assert ace.chart == pytest.approx(found.full.chart - sum(values) / 2, abs=EXACT)
    assert weighted(found)[0] == pytest.approx(0, abs=IDENTITY)


POKER: dict[str, dict[str, Any]] = {
    "flushes": {"copies": 1, "suits": 3},
    "a rank with more": {"copies": 1, "suits": 2, "unsuited": (("9", 2),)},
    "no flushes": {"copies": 1, "suits": 3, "order": NO_FLUSH},
}


@pytest.mark.parametrize("name", POKER)
def test_poker_hands_from_what_is_left(name: str) -> None:
    """Kept play gains nothing in the mean over the faces one by one, nor over samples of them."""
    book = showdown_game(ranks=("9", "10", "J", "Q", "K"), jokers=0, target=60, **POKER[name])
    whole = by_hand(book)
    chart = chart_of(whole)
    try:
        found = effects(whole, chart)
    except OutOfCards:
        pytest.skip("a card less is too few")
    assert weighted(found)[0] == pytest.approx(0, abs=IDENTITY)
    one_by_one = {
        kind.face: solve_shoe(whole.without({kind.face: 1}), chart).value for kind in whole.kinds if kind.rank == "K"
    }
    (king,) = (effect for effect in found.cards if effect.card == "K")
    mean = sum(one_by_one.values()) / len(one_by_one)
    assert king.chart == pytest.approx(found.full.chart - mean, abs=EXACT)


# ---- a play that is kept ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["small-hole-card", "one-upcard", "third-card", "small-three-cards"])
def test_shoe_after_shoe_is_solved_as_one_alone(name: str) -> None:
    found = pipeline.load(f"tests/good/{name}.f27")[0]
    whole, draw = pack(found), Random(7)
    chart = chart_of(whole)
    keeping = Keeping(whole, chart, 0)
    cards = [kind.face for kind in whole.kinds for _ in range(kind.count)]
    for number in (1, 2, len(cards) // 8):
        gone = Counter(draw.sample(cards, number))
        try:
            value = solve_shoe(whole.without(gone), chart).value
        except OutOfCards:
            continue
        assert keeping.value(gone) == pytest.approx(value, abs=EXACT)


def test_whoever_is_bound_to_the_chart_is_worth_as_much() -> None:
    whole = pack(game(DECK))
    chart = chart_of(whole)
    bounded = bound(whole.rulebook, chart)
    assert solve_shoe(bounded).value == pytest.approx(solve_shoe(whole.rulebook, chart).value, abs=EXACT)
    assert not any(moves == 3 for moves in bounded.moves)


def test_a_shoe_that_runs_out_is_no_shoe() -> None:
    whole = pack(game("1 | deck: A 9..K in 1 suits plus 3 9"))
    keeping = Keeping(whole, chart_of(whole), 0)
    with pytest.raises(OutOfCards):
        keeping.value({("K", "spades"): 1, ("Q", "spades"): 1, ("J", "spades"): 1, ("9", None): 3})


# ---- the whole game ---------------------------------------------------------------------------------------------


@pytest.mark.long
@needs_compiler
def test_figures() -> None:
    found = pipeline.load("21-24-27")[0]
    whole = pack(found)
    told = effects(whole, chart_of(whole))
    gains = {effect.card: -1e4 * effect.best for effect in told.cards}
    assert {card: gains[card] for card in FIGURES} == pytest.approx(FIGURES, abs=0.51e-3)
    assert weighted(told) == pytest.approx((0, 0), abs=IDENTITY)
    assert -told.mean(lambda effect: effect.best) == pytest.approx(KNOWING, abs=0.51e-7)
    assert {effect.card: effect.count for effect in told.cards} == {
        card: 12 if card == "Joker" else 24 for card in gains
    }


@pytest.mark.long
@needs_compiler
def test_poker_like() -> None:
    whole = pack(pipeline.load("poker-like")[0])
    assert len(whole.samples) == len(whole.ranks)  # suits are as good as one another
    assert weighted(effects(whole, chart_of(whole)))[0] == pytest.approx(0, abs=IDENTITY)
