"""The benchmark's parts run, its kernels in C play the rounds that ours play, and what is shown of it is readable."""

from __future__ import annotations

from pathlib import Path

import pytest

from f27lang.compilers import find_compiler
from f27lang.simulate.choice import SCALAR
from tests.benchmarks import __main__ as benchmarks
from tests.benchmarks import against, growth, here, reference, solving, starting
from tests.benchmarks.games import ADDED, YARDSTICK, Played, adding, reaching, with_decks
from tests.benchmarks.speed import DifferentTallies, Effort, in_turn
from tests.benchmarks.tables import Table, as_markdown, as_text, shown
from tests.families import mostly_long
from tests.needs import needs_compiler

WIDTH = 100
RANGES = ((0, 1), (5, 31), (2**40 + 3, 33), (0, 20_001))  # of rounds: less than a register, more than a batch
BRIEF = Effort(rounds=200, turns=2, run=2_000, hands=20, whole=False)


@needs_compiler
def test_kernels_in_c_play_what_the_emitted_module_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reference, "all_compilers", lambda: [find_compiler()[0]])
    game = with_decks(6)
    kernel, others = game.kernel(), reference.kernels(game.tables, game.policy)
    assert list(others) == [reference.SCALAR, reference.BRANCHLESS, reference.LANES][: 3 if here.has_lanes() else 2]
    for first, rounds in RANGES:
        ours = kernel.play(first, rounds, 7).counts
        assert {name: other.play(first, rounds, 7).counts for name, other in others.items()} == dict.fromkeys(
            others, ours
        )


@pytest.mark.long
@needs_compiler
@pytest.mark.parametrize("variant", ["21-24-27", "poker-like"])
def test_all_kernels_play_the_same_rounds(variant: str) -> None:
    game = Played.by_chart(variant)
    rates = in_turn(
        {**game.ours(), **reference.kernels(game.tables, game.policy)}, Effort(100_003, 2, 0, 0, whole=True)
    )
    assert len(rates) >= 4
    assert all(rate > 0 for rate in rates.values())


@pytest.mark.long
@needs_compiler
@pytest.mark.parametrize("decks", [1, 8])
def test_kernels_in_c_for_other_shoes(decks: int) -> None:
    game = with_decks(decks)
    ours = game.kernel().play(0, 20_001, 1).counts
    assert all(
        other.play(0, 20_001, 1).counts == ours for other in reference.kernels(game.tables, game.policy).values()
    )


def test_other_rounds_are_noticed() -> None:
    game = with_decks(6).kernel()

    class Late:
        def play(self, first: int, rounds: int, seed: int) -> object:
            return game.play(first + 1, rounds, seed)

    with pytest.raises(DifferentTallies, match="late from round 0"):
        in_turn({"ours": game, "late": Late()}, BRIEF)


def test_what_grows_grows() -> None:
    assert reaching(13).cards < reaching(21).cards < reaching(31).cards
    assert adding(ADDED[4][1]).tables.wagers == ("game", "pair")
    assert with_decks(2).tables.shoe == 108


@needs_compiler
@pytest.mark.parametrize("part", mostly_long((against.worn, solving.ranks, growth.seats), (growth.seats,)))
def test_a_part_is_a_table(part: object) -> None:
    table = part(*((YARDSTICK, BRIEF) if part is against.worn else (BRIEF,)))  # type: ignore[operator]
    assert all(len(line) <= WIDTH for line in as_text(table).splitlines())
    assert Table.of(table.as_json()) == table
    assert as_markdown(table).count("\n") == len(table.rows) + 1


@pytest.mark.long
@needs_compiler
@pytest.mark.parametrize("part", [against, growth, solving, starting])
def test_all_parts(part: object) -> None:
    for table in part.tables(BRIEF):  # type: ignore[attr-defined]
        assert all(len(line) <= WIDTH for line in as_text(table).splitlines()), as_text(table)
        assert all(cell is None or isinstance(cell, str) or cell >= 0 for row in table.rows for cell in row)


def test_figures_have_three_digits() -> None:
    assert [shown(cell) for cell in (None, "x", 0.0123, 1.234, 12.34, 123.4, 1234567.0, 6.0)] == [
        *("-", "x", "0.012", "1.23", "12.3", "123", "1,234,567", "6")
    ]


def test_the_kept_run_is_whole_and_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    about, tables = benchmarks.kept()
    assert {"date", "cpu", "compiler", "python"} <= set(about)
    assert all(row[1] for row in tables[f"kernels {YARDSTICK}"].rows)
    assert SCALAR in tables[f"kernels {YARDSTICK}"].column("kernel")
    picture = tmp_path / "speed.png"
    monkeypatch.setattr(benchmarks, "PICTURE", picture)
    benchmarks.draw()
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert picture.stat().st_size < 150_000


def test_the_machine_is_named() -> None:
    about = here.about()
    assert all(about.values())
    compiler, reason = find_compiler()
    assert about["compiler"].endswith(f"({compiler.version})") if compiler else about["compiler"] == reason
