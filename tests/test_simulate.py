"""The simulator: the same tallies compiled or not, on any threads, and the cards that the documents promise."""

from __future__ import annotations

import signal
import threading

import numpy as np
import pytest
from scipy.stats import chi2

from f27lang.rulebook import Move, Policy, Rulebook
from f27lang.simulate import Tally, load_kernel, load_plain_kernel, plain_seconds_estimate, simulate
from f27lang.simulate.answers import answers
from tests.handmade import GAMES, game, mimic, revealing
from tests.needs import needs_compiler
from tests.oracles.deal import places
from tests.oracles.walk import outcome
from tests.showdown_games import POKER_GAMES

FALSE_ALARM = (
    1e-6  # the chance that a fair dealer fails a distribution test; seeds are fixed, so it fails always or never
)

ALL_GAMES = {**GAMES, **{f"poker: {name}": each for name, each in POKER_GAMES.items()}}
QUICK_POKER = ("poker: peek",)
DEAR = (  # what others hold too, at less cost
    "poker: five cards each, dead jokers, cards without suit",
    "poker: suits of sevens apart",
    "poker: two bytes a cell",
    "poker: five cards each",
)
every_game = pytest.mark.parametrize("rulebook", ALL_GAMES.values(), ids=ALL_GAMES.keys())


@pytest.fixture(scope="module")
def both_up() -> Rulebook:
    return GAMES["both up"]


@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param(each, id=name, marks=[pytest.mark.long] * (name.startswith("poker: ") and name not in QUICK_POKER))
        for name, each in ALL_GAMES.items()
    ],
)
@needs_compiler
def test_plain_python_and_compiled_give_the_same_tallies(rulebook: Rulebook) -> None:
    policy, rounds = mimic(rulebook), 500 if rulebook.showdowns else 2_500
    run = simulate(rulebook, policy, rounds, seed=27)
    assert run.compiled
    assert run.tally == load_plain_kernel(rulebook, policy).play(0, rounds, 27)
    assert run.tally.rounds == rounds


@pytest.mark.parametrize(
    "rulebook",
    [pytest.param(each, id=name, marks=[pytest.mark.long] * (name in DEAR)) for name, each in ALL_GAMES.items()],
)
def test_every_round_ends_as_the_tables_say_with_the_cards_that_numpy_deals(rulebook: Rulebook) -> None:
    policy, kernel = mimic(rulebook), load_plain_kernel(rulebook, mimic(rulebook))
    for number in [*range(100), 2**40, 2**63, 2**64 - 1]:
        expected = outcome(rulebook, policy, places(2**64 - 5, number, rulebook.shoe))
        assert kernel.play(number, 1, 2**64 - 5).counts[expected] == 1, number


@pytest.mark.parametrize(
    ("threads", "chunk"), [(1, None), (2, None), (2, 4_321), (5, 999), (1, 300_000), (3, 1_000_000)]
)
@needs_compiler
def test_tallies_do_not_depend_on_threads_or_chunks(both_up: Rulebook, threads: int, chunk: int | None) -> None:
    expected = load_kernel(both_up, mimic(both_up)).play(0, 300_000, 9)
    run = simulate(both_up, mimic(both_up), 300_000, seed=9, threads=threads, chunk=chunk)
    assert run.tally == expected
    assert (run.rounds, run.seed, run.threads, run.interrupted) == (300_000, 9, threads, False)


def test_seeds_differ(both_up: Rulebook) -> None:
    assert (
        simulate(both_up, mimic(both_up), 5_000, seed=1).tally != simulate(both_up, mimic(both_up), 5_000, seed=2).tally
    )


@needs_compiler
def test_a_stopped_run_is_a_shorter_run(both_up: Rulebook) -> None:
    def stop(prefix: Tally) -> None:
        raise KeyboardInterrupt

    run = simulate(both_up, mimic(both_up), 10**9, threads=2, chunk=10_007, progress=stop)
    assert run.interrupted
    assert run.rounds % 10_007 == 0
    assert 0 < run.rounds < 10**9
    assert run.tally == simulate(both_up, mimic(both_up), run.rounds).tally


@needs_compiler
def test_a_key_leaves_no_thread_behind(both_up: Rulebook) -> None:
    there = threading.active_count()
    key = threading.Timer(0.25, signal.raise_signal, (signal.SIGINT,))
    key.start()
    run = simulate(both_up, mimic(both_up), 10**10, threads=2, chunk=1 << 21)
    assert threading.active_count() == there
    assert run.interrupted
    assert run.tally.rounds == run.rounds


@needs_compiler
def test_progress_is_told_and_cpu_seconds_are_the_kernels(both_up: Rulebook) -> None:
    told: list[int] = []

    def progress(prefix: Tally) -> None:
        told.append(prefix.rounds)

    run = simulate(both_up, mimic(both_up), 3_000_000, threads=2, progress=progress)
    assert told == sorted(told)
    assert told[-1] == 3_000_000
    assert run.cpu_seconds > 0


@pytest.mark.parametrize("given", [0, 1, 3])
def test_a_run_takes_the_threads_that_the_system_gives(
    both_up: Rulebook, given: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    start, started = threading.Thread.start, []

    def starts(thread: threading.Thread) -> None:
        if len(started) == given:
            raise RuntimeError("can't start new thread")
        started.append(thread)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", starts)
    if given:
        run = simulate(both_up, mimic(both_up), 5_000, threads=4, chunk=100)
        assert run.tally == load_plain_kernel(both_up, mimic(both_up)).play(0, 5_000, 1)
    else:
        with pytest.raises(OSError, match="the system starts no thread"):
            simulate(both_up, mimic(both_up), 5_000, threads=4)


def test_an_error_in_a_thread_reaches_the_caller(both_up: Rulebook) -> None:
    with pytest.raises((OverflowError, TypeError)):
        simulate(both_up, mimic(both_up), 100, seed="no seed")  # type: ignore[arg-type]


def test_a_policy_that_breaks_the_rules_is_refused(both_up: Rulebook) -> None:
    forced = [int(Move.HIT) if move == Move.STAND else 0 for move in both_up.moves]
    with pytest.raises(ValueError, match="not allowed"):
        answers(both_up, Policy("cheat", tuple(forced)))


def test_games_that_differ_in_tables_only_share_a_module(both_up: Rulebook) -> None:
    other, different = game(hard_stand=23, laws=lambda total: int(total > 25), name="other"), GAMES["one down"]
    kernels = [load_kernel(each, mimic(each)) for each in (both_up, other, different)]
    files = [kernel.module.__file__ for kernel in kernels]
    assert files[0] == files[1] != files[2]
    assert kernels[0].play(0, 5_000, 3) != kernels[1].play(0, 5_000, 3)
    assert kernels[1].play(0, 5_000, 3) == load_plain_kernel(other, mimic(other)).play(0, 5_000, 3)


def test_the_time_of_plain_python_is_estimated(both_up: Rulebook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("F27_NO_COMPILER", "1")
    monkeypatch.setattr("time.thread_time", iter([3.0, 3.5]).__next__)  # half a second for 500 rounds
    assert plain_seconds_estimate(both_up, mimic(both_up), 10_000) == 10.0


@needs_compiler
def test_compiled_rounds_need_no_estimate(both_up: Rulebook) -> None:
    assert plain_seconds_estimate(both_up, mimic(both_up), 10_000) is None


@pytest.mark.parametrize(
    "cards", [7, pytest.param(52, marks=pytest.mark.long), 54, pytest.param(255, marks=pytest.mark.long)]
)
@needs_compiler
def test_all_pairs_of_first_cards_come_equally_often(cards: int) -> None:
    rulebook = revealing(cards)
    rounds = 2_000_000
    counts = np.array(simulate(rulebook, stand(rulebook), rounds, seed=cards).tally.counts).reshape(cards, cards)
    assert not counts.diagonal().any()
    pairs = counts[~np.eye(cards, dtype=bool)]
    assert chi_square(pairs) < chi2.isf(FALSE_ALARM, pairs.size - 1)
    assert chi_square(counts.sum(0)) < chi2.isf(FALSE_ALARM, cards - 1)
    assert chi_square(counts.sum(1)) < chi2.isf(FALSE_ALARM, cards - 1)


@needs_compiler
def test_pairs_are_those_of_numpy() -> None:
    rulebook, expected = revealing(54), np.zeros((54, 54), dtype=int)
    for number in range(2_000):
        first, second = places(11, number, 54, words=8)[:2]
        expected[first, second] += 1
    assert simulate(rulebook, stand(rulebook), 2_000, seed=11).tally.counts == tuple(expected.ravel())


def stand(rulebook: Rulebook) -> Policy:
    return Policy("stand", (int(Move.STAND),) * len(rulebook.moves))


def chi_square(counts: np.ndarray) -> float:
    return float(((counts - counts.mean()) ** 2).sum() / counts.mean())
