"""Several threads, and what is kept from game to game: results are those of one thread, and of a fresh start."""

from __future__ import annotations

import time
from collections.abc import Iterator
from fractions import Fraction
from threading import Event, Lock, Thread
from typing import Any

import pytest
from attrs import evolve

from f27lang.changes import Changes
from f27lang.compare.grid import grid
from f27lang.compare.ground import ground
from f27lang.compare.sweep import asked, swept
from f27lang.depths import depths
from f27lang.lower import lower
from f27lang.rulebook import Policy
from f27lang.solve import solve_shoe_all, tries
from f27lang.solve.crew import in_order
from f27lang.solve.effects import effects
from f27lang.solve.plan import plan
from f27lang.solve.removal import Pack
from tests.needs import needs_compiler
from tests.showdowns import showdown_game
from tests.test_removal import by_hand, chart_of, game

DECK = "2 | deck: A 9..K in 2 suits plus 2 Joker"
AT_ONCE = 0.5  # seconds: less than what the parts under way still take


@pytest.fixture
def no_tries(monkeypatch: pytest.MonkeyPatch) -> dict[object, Any]:
    """Forget all tries, and again when the test is over."""
    kept: dict[object, Any] = {}
    monkeypatch.setattr(tries, "_TRIES", kept)
    return kept


def test_results_come_in_the_order_of_the_parts() -> None:
    def work(part: int) -> int:
        time.sleep(0.02 if part % 3 == 0 else 0)
        return part * part

    assert list(in_order(work, range(12), 4)) == [part * part for part in range(12)]


@pytest.mark.parametrize("given", [0, 1, 3])
def test_the_threads_that_the_system_gives_do_the_work(given: int, monkeypatch: pytest.MonkeyPatch) -> None:
    start, started = Thread.start, []

    def starts(thread: Thread) -> None:
        if len(started) == given:
            raise RuntimeError("can't start new thread")
        started.append(thread)
        start(thread)

    monkeypatch.setattr(Thread, "start", starts)
    assert list(in_order(abs, range(-9, 0), 4)) == list(range(9, 0, -1))
    assert len(started) == given


@pytest.mark.parametrize("threads", [1, 3])
def test_what_a_part_raises_comes_in_its_place(threads: int) -> None:
    def work(part: int) -> int:
        return 6 // (part - 2)

    results = in_order(work, range(5), threads)
    assert [next(results), next(results)] == [-3, -6]
    with pytest.raises(ZeroDivisionError):
        next(results)


def test_parts_are_asked_for_a_few_ahead() -> None:
    asked: list[int] = []

    def parts() -> Iterator[int]:
        for part in range(100):
            asked.append(part)
            yield part

    results = in_order(abs, parts(), 2)
    next(results)
    assert len(asked) == 3
    results.close()
    assert len(asked) == 3


def test_who_goes_no_further_waits_for_nothing_and_nothing_is_begun() -> None:
    begun, lock, go = [], Lock(), Event()

    def work(part: int) -> int:
        with lock:
            begun.append(part)
        if part:
            go.wait(10)
        return part

    results = in_order(work, range(100), 2)
    assert next(results) == 0
    started = time.perf_counter()
    results.close()
    assert time.perf_counter() - started < AT_ONCE
    go.set()
    time.sleep(0.05)
    assert max(begun) <= 2


@needs_compiler
@pytest.mark.parametrize("knowledge", ["cards", "ranks"])
def test_effects_are_the_same_on_any_number_of_threads(knowledge: str) -> None:
    found = game(DECK)
    whole = Pack.of(found, lower(found))
    chart = chart_of(whole)
    one, three = (effects(whole, chart, knowledge=knowledge, threads=n) for n in (1, 3))
    assert one == three


@needs_compiler
def test_effects_where_poker_decides_are_the_same_on_any_number_of_threads() -> None:
    whole = by_hand(showdown_game(ranks=("9", "10", "J", "Q", "K"), jokers=0, target=60, copies=1, suits=3))
    chart = chart_of(whole)
    one, two = (effects(whole, chart, threads=n) for n in (1, 2))
    assert one == two


@needs_compiler
def test_depths_are_the_same_on_any_number_of_threads() -> None:
    found = game("3 | deck: A 9..K in 2 suits plus 2 Joker")
    one, two = (depths(found, Fraction(1, 5), shoes=6, threads=n) for n in (1, 2))
    assert one.values == two.values
    assert one.linear == two.linear


@needs_compiler
def test_a_sweep_is_the_same_on_any_number_of_threads() -> None:
    points = grid(ground("21-24-27", Changes()), {"hard_stand": "20,21"})
    one, two = (swept(points, asked(shoe="endless"), threads=n) for n in (1, 2))
    assert one == two


@needs_compiler
def test_what_is_kept_from_game_to_game_changes_nothing(no_tries: dict[object, Any]) -> None:
    games = [lower(game(f"{decks} | deck: A 9..K in 2 suits plus 2 Joker")) for decks in (1, 4, 5, 2)]
    together = [solve_shoe_all(each, ("best", "chart")) for each in games]
    numbers = list(map(len, no_tries.values()))
    assert min(numbers) == 1  # all shoes share this one
    assert max(numbers) > 1
    alone = []
    for each in games:
        no_tries.clear()
        plan.cache_clear()
        alone.append(solve_shoe_all(each, ("best", "chart")))
    assert together == alone


def test_a_trie_serves_other_counts_where_none_stops_a_draw() -> None:
    trie = tries.Trie((4, 8), (3, 8), {}, 0)
    assert trie.serves((4, 8))
    assert trie.serves((5, 8))
    assert not trie.serves((3, 8))  # a draw of a fourth card would be stopped there
    assert not trie.serves((4, 9))  # one was stopped here
    assert not trie.serves((4, 7))


def test_the_oldest_tries_make_room(no_tries: dict[object, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tries, "MOST_NODES", 5)
    tables = {"depth": [0, 1], "factor_class": [0], "factor_number": [1]}
    for key in range(4):
        tries.keep(key, (4,), tables, 2)
    assert list(no_tries) == [2, 3]
    assert tries.known(1, (4,)) is None
    kept = tries.known(3, (9,))
    assert kept is not None
    assert kept.tables is tables


@needs_compiler
def test_cells_that_nobody_asks_for_change_no_value() -> None:
    rulebook = lower(game(DECK))
    chart = solve_shoe_all(rulebook, ("chart",))[0].policy
    assert isinstance(chart, Policy)
    with_cells, without = (solve_shoe_all(rulebook, (chart,), cells=cells)[0] for cells in (True, False))
    assert with_cells.cells
    assert evolve(with_cells, cells=()) == without
