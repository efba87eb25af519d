"""Rounds in lockstep: the very tallies of rounds played one by one, and the choice between them."""

from __future__ import annotations

import json
import warnings
from array import array
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from click.testing import CliRunner, Result

from f27lang import build as building
from f27lang import pipeline
from f27lang.build import plain
from f27lang.changes import Changes
from f27lang.cli.main import f27
from f27lang.compilers import CompilerFailed, CompilerHangs, find_compiler
from f27lang.rulebook import OutOfCards, Rulebook
from f27lang.simulate import Kernel, choice, load_kernel, load_plain_kernel, lockstep, simulate
from f27lang.simulate.automaton import _columns, automaton
from f27lang.simulate.choice import KERNELS, Unsuited, chosen
from f27lang.simulate.lockstep import LaneKernel, Machine, fastest, machine_of
from tests.benchmarks.games import reaching
from tests.handmade import GAMES, game, mimic
from tests.needs import needs_compiler
from tests.poker_games import INSURANCE, PEEK
from tests.poker_games import game as poker
from tests.showdown_games import POKER_GAMES

ALL_GAMES = {**GAMES, **{f"poker: {name}": each for name, each in POKER_GAMES.items()}}
STARTS = ((0, 1), (3, 63), (2**40, 64), (2**64 - 70, 65), (7, 5_000))  # the last but one runs over the last number
pytestmark = needs_compiler


def in_lockstep(rulebook: Rulebook, name: str) -> LaneKernel:
    policy = mimic(rulebook)
    found = chosen(load_kernel(rulebook, policy), rulebook, policy, 1, name)
    assert isinstance(found, LaneKernel)
    assert found.name == name
    return found


@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param(each, id=name, marks=[pytest.mark.long] * (name.startswith("poker: ") and name != "poker: peek"))
        for name, each in ALL_GAMES.items()
    ],
)
def test_rounds_in_lockstep_end_as_one_by_one(rulebook: Rulebook) -> None:
    kernels = [in_lockstep(rulebook, name) for name in ("batched", "lanes")]
    for first, rounds in STARTS:
        expected = kernels[0].one_by_one.play(first, rounds, 2**64 - 5)
        assert [kernel.play(first, rounds, 2**64 - 5) for kernel in kernels] == [expected, expected], (first, rounds)


@pytest.mark.long
@pytest.mark.parametrize("name", ["21-24-27", "poker-like"])
def test_every_option_and_strategy_of_the_bundled_games(name: str) -> None:
    closed, _ = pipeline.playable(name)
    tried = 0
    for option in ("", *(option.name.text for option in closed.options)):
        here, _ = pipeline.playable(name, Changes(with_=(option,) if option else ()))
        for strategy in here.strategies:
            tables, policy = pipeline.strategy(here, strategy.name.text)
            scalar = load_kernel(tables, policy)
            assert chosen(scalar, tables, policy, 1, "lanes").play(11, 200_000, 3) == scalar.play(11, 200_000, 3)
            tried += 1
    assert tried >= 2 * len(closed.strategies)


@pytest.mark.parametrize("changes", [PEEK, INSURANCE], ids=["peek", "insurance"])
def test_looks_and_wagers_beside_another(changes: dict[str, str]) -> None:
    tables = pipeline.rulebook(poker(**changes))
    policy = mimic(tables)
    if tables.sides:
        policy = evolve(policy, accepts=tuple((1,) * len(tables.states) ** 2 for _ in tables.sides))
    scalar = load_kernel(tables, policy)
    assert len(scalar.play(0, 1, 1).counts) == len(tables.outcomes) * (3 if tables.sides else 1)
    assert chosen(scalar, tables, policy, 1, "lanes").play(5, 30_000, 1) == scalar.play(5, 30_000, 1)


@pytest.mark.parametrize("rulebook", [GAMES["both up"], POKER_GAMES["peek"]], ids=["both up", "poker"])
def test_the_kernel_runs_as_plain_python(rulebook: Rulebook) -> None:
    compiled, tables = in_lockstep(rulebook, "batched").machine.built.module, tables_of(rulebook)
    as_it_stands = plain("lanes", files("f27lang.kernels").joinpath("lanes.py").read_text(encoding="utf-8"))
    assert as_it_stands.play_rounds(9, 130, 4, tables) == compiled.play_rounds(9, 130, 4, tables)


def tables_of(rulebook: Rulebook) -> dict[str, Any]:
    found = automaton(rulebook, mimic(rulebook))
    assert found is not None
    return found.tables


@pytest.mark.parametrize(
    ("copies", "columns"),
    [
        ((24,) * 13 + (12,), 14),
        ((24,) * 9 + (96, 24, 24, 24, 12), 17),  # tens and the like are four columns of one class
        ((24,) * 13 + (60,), 16),  # the last part is half a column
        ((6,) * 12 + (18, 24), 12 + 3 + 4),
        ((24,) * 12 + (25, 12), 0),
        ((4,) + (24,) * 12 + (12,), 0),  # too many columns for so few classes
    ],
)
def test_equal_parts_of_a_shoe_need_no_look_at_the_place(copies: tuple[int, ...], columns: int) -> None:
    rulebook = game(copies=copies)
    tables = tables_of(rulebook)
    assert (bool(tables["pace"]), tables["width"]) == (bool(columns), columns or 14)
    for name in ("batched", "lanes"):
        kernel = in_lockstep(rulebook, name)
        assert kernel.play(0, 20_000, 1) == kernel.one_by_one.play(0, 20_000, 1)


@pytest.mark.parametrize(
    "deck", [(4,) * 13, (4,) * 9 + (16,), (4,) * 13 + (2,), (4,) * 13 + (8,), (104,) * 3, (4,) * 10]
)
def test_a_product_that_goes_too_far_in_a_large_shoe_is_not_taken(deck: tuple[int, ...]) -> None:
    paced = 0
    for decks in range(1, 101):
        kinds = [kind for kind, number in enumerate(deck) for _ in range(decks * number)]
        columns, pace = _columns(kinds, len(deck))
        if pace:
            assert [columns[place * pace >> 20] for place in range(len(kinds))] == kinds
            paced += 1
        else:
            assert columns == list(range(len(deck)))
    assert paced >= 7


def test_a_shoe_of_73_decks_is_played_in_lockstep() -> None:
    rulebook = game(copies=(292,) * 14)
    assert not tables_of(rulebook)["pace"]
    kernel = in_lockstep(rulebook, "lanes")
    assert kernel.play(0, 20_000, 1) == kernel.one_by_one.play(0, 20_000, 1)


def never_ending(cards: int) -> dict[str, Any]:
    """Return an automaton whose only round takes card after card."""
    return {
        **tables_of(GAMES["both up"]),
        "leads": array("I", [0] * 14 + [14] * 14),
        "kinds": array("I", [0] * cards),
        "pace": 0,
        "cards": cards,
        "start": 14,
        "compared": 14,
        "ended": 14,
    }


def test_rounds_that_are_late_are_named_and_too_many_are_not() -> None:
    module = in_lockstep(GAMES["both up"], "lanes").machine.built.module
    counts, late = module.play_rounds(100, 70, 1, never_ending(60))
    assert sum(counts) == 0
    assert sorted(late) == list(range(100, 170))
    assert len(module.play_rounds(0, 4094, 1, never_ending(60))[1]) == 4094
    assert module.play_rounds(0, 4095, 1, never_ending(60))[1] is None


@pytest.mark.parametrize(
    ("target", "rounds"),
    [(80, 30_011), pytest.param(90, 4_032, marks=pytest.mark.long), pytest.param(110, 1_000, marks=pytest.mark.long)],
)
def test_many_long_rounds_find_room(target: int, rounds: int) -> None:
    """Where most rounds outlast several stages the last ones of a call meet in them."""
    played = reaching(target)
    scalar = played.kernel()
    kernel = chosen(scalar, played.tables, played.policy, 1, "batched")
    assert kernel.play(9, rounds, 1) == scalar.play(9, rounds, 1)


def test_rounds_that_are_mostly_late_are_played_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = machine_of("batched")
    monkeypatch.setattr(choice, "fastest", lambda *, compiles: machine)
    usual, late = GAMES["both up"], reaching(110)
    kernels = load_kernel(usual, mimic(usual)), late.kernel()
    assert isinstance(chosen(kernels[0], usual, mimic(usual), 10**8, None), LaneKernel)
    assert chosen(kernels[1], late.tables, late.policy, 10**8, None) is kernels[1]


def test_late_rounds_are_left_to_the_other_kernel() -> None:
    """Of a shoe of few cards most pieces of a long round name cards that it has."""
    some, most = (
        game(copies=(1,) * 13 + (4,), target=30, hard_stand=28),
        game(copies=(6,) * 3 + (1, 1) + (0,) * 8 + (1,), target=22, hard_stand=20),
    )
    kernel = in_lockstep(some, "lanes")
    counts, late = kernel.machine.built.module.play_rounds(0, 30_000, 1, kernel.automaton.tables)
    assert 0 < len(late) < 4094
    assert sum(counts) == 30_000 - len(late)
    assert kernel.play(0, 30_000, 1) == kernel.one_by_one.play(0, 30_000, 1)
    kernel = in_lockstep(most, "lanes")
    assert kernel.machine.built.module.play_rounds(0, 30_000, 1, kernel.automaton.tables)[1] is None
    assert kernel.play(0, 30_000, 1) == kernel.one_by_one.play(0, 30_000, 1)


def test_a_shoe_that_runs_out_does_so_in_lockstep_too() -> None:
    rulebook = game(copies=(1,) * 3 + (0,) * 10 + (1,))
    for kernel in (in_lockstep(rulebook, "lanes"), in_lockstep(rulebook, "lanes").one_by_one):
        with pytest.raises(OutOfCards):
            kernel.play(0, 1000, 1)


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("threads", [1, 2])
def test_a_run_is_the_same_by_every_kernel(name: str, threads: int) -> None:
    rulebook = GAMES["both up"]
    run = simulate(rulebook, mimic(rulebook), 300_001, seed=5, kernel=name, threads=threads, chunk=70_000)
    assert run.kernel == name
    assert run.tally == load_kernel(rulebook, mimic(rulebook)).play(0, 300_001, 5)


def test_short_runs_are_played_one_by_one_and_long_ones_as_is_fastest(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []

    def found(*, compiles: bool) -> Machine | None:
        asked.append(compiles)
        return machine_of("batched")

    monkeypatch.setattr(choice, "fastest", found)
    rulebook = GAMES["both up"]
    kernel = load_kernel(rulebook, mimic(rulebook))
    names = [chosen(kernel, rulebook, mimic(rulebook), n, None).name for n in (9_999_999, 10_000_000, 300_000_000)]
    assert names == ["scalar", "batched", "batched"]
    assert asked == [False, True]


def test_what_can_not_be_played_in_lockstep_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    rulebook = GAMES["both up"]
    policy = mimic(rulebook)

    def reason(kernel: Kernel) -> str:
        assert chosen(kernel, rulebook, policy, 10**9, None) is kernel
        with pytest.raises(Unsuited) as why:
            chosen(kernel, rulebook, policy, 1, "lanes")
        return str(why.value)

    assert reason(load_kernel(rulebook, policy, seats=2)) == "the kernel lanes plays one seat"
    assert "compiled only: plain Python was asked for" in reason(load_plain_kernel(rulebook, policy))
    monkeypatch.setattr(import_module("f27lang.simulate.automaton"), "MOST_STATES", 100)
    assert "states, too many for the kernel lanes" in reason(load_kernel(rulebook, policy))
    monkeypatch.setattr(choice, "machine_of", lambda name: None)
    with pytest.raises(Unsuited, match="no compiler here makes the kernel batched"):
        chosen(load_kernel(rulebook, policy), rulebook, policy, 1, "batched")


class Trials:
    """Stands in for compiling and measuring: rounds a second by the number of flags; None: a compiler refuses."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, rates: dict[tuple[str, ...], float | None]) -> None:
        self.rates, self.kept, self.compiled = rates, [], []
        monkeypatch.setattr(lockstep, "_built", self.built)
        monkeypatch.setattr(lockstep, "_rate", lambda built: built.path)
        compiler = find_compiler()[0]
        monkeypatch.setattr(lockstep, "all_compilers", lambda: [compiler] if compiler else [])

    def built(self, compiler: object, flags: tuple[str, ...], *, compiles: bool) -> Any:
        rate = self.rates[flags]
        if compiles and flags not in self.kept:
            self.compiled.append(flags)
            self.kept.append(flags)
        return None if rate is None or flags not in self.kept else building.Built(plain("x", ""), rate, True, "")  # type: ignore[arg-type]


BATCHED, (TUNED, WIDE, NATIVE) = lockstep.FLAGS, lockstep._FLAGS


@pytest.mark.parametrize(
    ("rates", "best", "compiled"),
    [
        ({BATCHED: 40, TUNED: 120, WIDE: 1, NATIVE: 1}, TUNED, [BATCHED, TUNED]),
        ({BATCHED: 40, TUNED: 60, WIDE: 110, NATIVE: 1}, WIDE, [BATCHED, TUNED, WIDE]),
        ({BATCHED: 40, TUNED: None, WIDE: 60, NATIVE: 70}, NATIVE, [BATCHED, TUNED, WIDE, NATIVE]),
        ({BATCHED: 40, TUNED: None, WIDE: 30, NATIVE: 20}, BATCHED, [BATCHED, TUNED, WIDE, NATIVE]),
        ({BATCHED: 40, TUNED: None, WIDE: None, NATIVE: None}, BATCHED, [BATCHED, TUNED, WIDE, NATIVE]),
    ],
)
def test_the_fastest_is_what_a_trial_shows(
    monkeypatch: pytest.MonkeyPatch,
    rates: dict[tuple[str, ...], float | None],
    best: tuple[str, ...],
    compiled: list[tuple[str, ...]],
) -> None:
    trials = Trials(monkeypatch, rates)
    assert fastest(compiles=False) is None
    found = fastest(compiles=True)
    assert found is not None
    assert (found.flags, trials.compiled) == (best, compiled)
    assert fastest(compiles=False).flags == best  # type: ignore[union-attr]


def test_without_a_compiler_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("F27_NO_COMPILER", "1")
    assert fastest(compiles=True) is None
    assert machine_of("lanes") is None


@pytest.mark.long
def test_what_can_not_be_kept_is_used_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("F27_CACHE_DIR", "/proc/nowhere")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = machine_of("batched")
    assert found is not None
    assert found.built.path is None
    assert found.rate > 1e5


def test_a_trial_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("F27_CACHE_DIR", str(tmp_path))
    first = machine_of("batched")
    assert first is not None
    assert first.rate > 1e5
    monkeypatch.setattr(lockstep, "_measured", lambda built: 1.0)
    again = machine_of("batched")
    assert again is not None
    assert round(again.rate) == round(first.rate)
    (rate,) = tmp_path.glob("lanes-*/rate")
    for wrong in ("torn?", "", "-5", "0", "nan", "inf", "1e999"):
        rate.write_text(wrong)
        assert machine_of("batched").rate == 1.0  # type: ignore[union-attr]
        assert rate.read_text() == "1"


def test_a_compiler_that_fails_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*_: object, **__: object) -> None:
        raise CompilerFailed("cc", "unknown flag")

    monkeypatch.setattr(lockstep, "build", refuses)
    assert machine_of("batched") is None


def ask(*arguments: str) -> Result:
    return CliRunner().invoke(f27, ["simulate", *arguments, "-n", "50k"], standalone_mode=False)


def test_a_compiler_that_hangs_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def hangs(*_: object, flags: tuple[str, ...], **__: object) -> None:
        asked.append(flags)
        raise CompilerHangs("cc", "60 s")

    monkeypatch.setattr(lockstep, "build", hangs)
    assert machine_of("batched") is None
    assert asked == [BATCHED]
    monkeypatch.setattr(lockstep, "built_before", lambda *_, **__: None)
    assert fastest(compiles=True) is None
    assert asked == [BATCHED, BATCHED, TUNED]


def test_the_command_takes_a_kernel() -> None:
    told = [
        json.loads(ask("21-24-27", "--play", "mimic_the_dealer", "--kernel", name, "--json").stdout) for name in KERNELS
    ]
    assert len({answer["tally_digest"] for answer in told}) == 1
    assert [answer["kernel"] for answer in told] == list(KERNELS)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--seats", "3"), "the kernel lanes plays one seat"),
        (("--set", "shuffling=cut_card"), "the kernel lanes plays rounds from fresh shoes"),
    ],
)
def test_the_command_says_where_a_kernel_can_not_play(arguments: tuple[str, ...], reason: str) -> None:
    asked = ask("21-24-27", "--play", "mimic_the_dealer", "--kernel", "lanes", *arguments)
    assert (asked.return_value, asked.stdout) == (2, "")
    assert f"error[F0202]: {reason}" in asked.stderr
