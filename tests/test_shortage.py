"""Rounds that run out of cards: told before anything is played, and by every engine that is made to play them."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest
from attrs import evolve

from f27lang import model
from f27lang.cli.main import run
from f27lang.lower import lower
from f27lang.referee import Referee, deal_order
from f27lang.room import Side, always_enough, scales
from f27lang.rulebook import Move, OutOfCards, Policy, Rulebook
from f27lang.shortage import shortage
from f27lang.simulate import load_kernel, load_plain_kernel
from f27lang.solve import cost, solve_shoe
from tests import poker_games
from tests.handmade import GAMES
from tests.needs import needs_compiler
from tests.oracles.running_out import TooMany, runs_out
from tests.random_variants import closed, variant
from tests.showdown_games import POKER_GAMES

HERE = Path(__file__).parent
SMALL = sorted((HERE / "bad").glob("small-shoe*.f27"))
LAST_DIGIT = HERE / "bad" / "small-shoe-last-digit.f27"
VARIANTS = int(os.environ.get("F27_VARIANTS", "25"))
TABLES = 600  # the referee takes a second for as many


def unchecked(path: Path) -> model.Game:
    """Return a game of whose small shoe the checks complain, and of nothing else."""
    game, report = closed(path.read_text("utf-8"))
    assert game is not None
    assert {d.code for d in report if d.severity == "error"} == {"F0505"}
    return game


def hitting(book: Rulebook) -> Policy:
    return Policy("hits", tuple(Move.HIT if move & Move.HIT else Move(move) for move in book.moves))


@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)
def test_no_number_comes_from_a_shoe_that_is_too_small(path: Path) -> None:
    book = lower(unchecked(path))
    for solve in (solve_shoe, cost):
        with pytest.raises(OutOfCards, match=r"is to get another card|may need more cards"):
            solve(book)


def test_the_plain_simulator_tells() -> None:
    book = lower(unchecked(LAST_DIGIT))
    with pytest.raises(OutOfCards, match="a round needed more cards than the shoe holds"):
        load_plain_kernel(book, hitting(book)).play(0, 100, 1)


@needs_compiler
def test_the_compiled_simulator_tells_and_plays_on_with_another_shoe() -> None:
    book = lower(unchecked(LAST_DIGIT))
    kernel = load_kernel(book, hitting(book))
    assert kernel.compiled
    for _ in range(2):
        with pytest.raises(OutOfCards):
            kernel.play(0, 1 << 20, 1)
    wide = evolve(
        book,
        classes=tuple(evolve(c, count=6 * c.count) for c in book.classes),
        sorted_shoe=tuple((c, 6 * number) for c, number in book.sorted_shoe),
    )
    again = load_kernel(wide, hitting(wide))
    assert again.play(0, 1000, 1) == load_plain_kernel(wide, hitting(wide)).play(0, 1000, 1)


def test_a_round_that_uses_up_the_shoe_counts() -> None:
    game, report = closed((HERE / "regressions" / "every-card-dealt.f27").read_text("utf-8"))
    assert game is not None and not report.failed
    book, referee = lower(game), Referee(game)
    used = [referee.play(deal_order(game, 1, n), lambda _: "hit") for n in range(200)]
    assert max(len(played.player) + len(played.dealer) for played in used) == book.shoe
    assert load_plain_kernel(book, hitting(book)).play(0, 200, 1).rounds == 200


def test_the_referee_tells() -> None:
    game = unchecked(LAST_DIGIT)
    with pytest.raises(OutOfCards, match="no further card"):
        for number in range(100):
            Referee(game).play(deal_order(game, 1, number), lambda asked: asked.moves[0])


def test_the_command_line_tells(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """No variant that is checked runs out: should one do so all the same, that is no fault without a name."""

    def play(*_: object, **__: object) -> None:
        raise OutOfCards("a round needed more cards than the shoe holds")

    monkeypatch.setattr("f27lang.playing.simulated", play)
    assert run(["simulate", "21-24-27", "--rounds", "10"]) == 4
    assert "error[F0505]: the shoe is too small: a round needed more cards" in capsys.readouterr().err


@pytest.mark.long
def test_what_is_told_is_what_the_referee_finds() -> None:
    """Random variants of one deck, so small that all rounds can be played."""
    found = Counter[tuple[bool, bool]]()
    for seed in range(VARIANTS):
        game, report = closed(variant(seed).replace("decks: 2\n", "decks: 1\n").replace("decks: 6\n", "decks: 1\n"))
        codes = {d.code for d in report if d.severity == "error"}
        if game is None or codes - {"F0505"}:
            continue
        try:
            expected = runs_out(game, TABLES)
        except TooMany:
            continue
        short = shortage(lower(game))
        assert expected == bool(short) == ("F0505" in codes), seed
        found[expected, short is None] += 1
    assert len(found) == 2, "some run out, some do not"


def tiny(deck: str, **sections: str) -> model.Game:
    """Return Poker-Like with a deck of a few cards."""
    return poker_games.game(cards=f"decks: 1 | deck: {deck} | shuffle: every hand", **sections)


@pytest.mark.parametrize("sections", [{}, poker_games.PEEK], ids=["unseen", "peek"])
@pytest.mark.parametrize(
    ("deck", "expected"),
    [("A K in 2 suits", True), ("A 2 K in 2 suits", True), ("A 9 K in 2 suits", True), ("10 Q K in 2 suits", False)],
)
def test_hidden_cards_and_peeks_as_the_referee_plays_them(deck: str, expected: bool, sections: dict[str, str]) -> None:
    found = tiny(deck, **sections)
    assert runs_out(found, 100_000) == bool(shortage(lower(found))) == expected


def test_a_round_that_a_peek_decides_needs_no_more_cards() -> None:
    book = lower(tiny("A 2 in 3 suits"))
    assert shortage(book) is not None
    assert shortage(evolve(book, peeked=(1,) * len(book.final))) is None


def test_the_example_uses_up_the_shoe_and_wants_more() -> None:
    for path in SMALL:
        game = unchecked(path)
        short = shortage(lower(game))
        assert short is not None
        if short.side:
            assert len(short.player) + len(short.dealer) == lower(game).shoe


@pytest.mark.parametrize("book", (GAMES | POKER_GAMES).values(), ids=(GAMES | POKER_GAMES).keys())
def test_large_shoes_are_enough(book: Rulebook) -> None:
    assert shortage(book) is None


def counting(limit: int, *, start: int = 0) -> Side:
    """Return hands of cards of two classes that count 1 and 3, open up to a limit."""
    return Side.of(start, 0, set(range(limit + 1)), {limit}, lambda hand: (hand + 1, hand + 3))


@pytest.mark.parametrize(("shoe", "enough"), [((4, 4), True), ((4, 2), False), ((12, 0), True), ((10, 0), False)])
def test_both_sides_share_the_shoe(shoe: tuple[int, int], enough: bool) -> None:
    """Up to 5 for one side, up to 5 for the other, who then wants a card: ten points, and no more."""
    assert always_enough(shoe, counting(5), counting(5)) == enough


def test_hands_that_come_back_to_themselves_are_not_weighed() -> None:
    around = Side.of(0, 0, {0, 1}, {0}, lambda hand: (1 - hand,))
    assert not tuple(scales(around, around, 1))
    assert not always_enough((5,), around, around)
