"""The run store: answers are the same found or solved, and nothing that is wrong with it stops a command."""

from __future__ import annotations

import json
import os
import sqlite3
import stat
import threading
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from f27lang import pipeline, playing, shelf
from f27lang.cli.main import COMMANDS, f27
from f27lang.rulebook import Policy
from f27lang.solve.solution import Cell, Frequencies, Solution
from f27lang.store import About, Store, database, keys
from f27lang.store.coding import solution_of, solution_text
from f27lang.store.keys import Wanted
from tests.families import mostly_long

ROOT = Path(__file__).parent.parent
GAME = "21-24-27"
ASKED = ("edge", GAME, "--shoe", "endless", "--play", "mimic_the_dealer")
ABOUT = About(GAME, "", "digest", "game")


def run(*args: str) -> Result:
    return CliRunner().invoke(f27, args, standalone_mode=False)


def code(result: Result) -> int:
    return result.return_value if isinstance(result.return_value, int) else result.exit_code


def store_file() -> Path:
    return Path(os.environ["F27_STORE"])


@pytest.fixture
def no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    def solves(*_: object, **__: object) -> None:
        raise AssertionError("solved again")

    for name in ("solve_shoe", "solve_shoe_all", "solve_endless"):
        monkeypatch.setattr(shelf, name, solves)


@pytest.fixture(scope="module")
def wanted() -> Wanted:
    return Wanted(pipeline.rulebook(pipeline.load(GAME)[0]), "best", "endless", "cards", 0, False)


@pytest.fixture
def store() -> Iterator[Store]:
    opened = Store.forgotten()
    yield opened
    opened.close()


SOLUTION = Solution(
    "chart",
    "endless",
    "total",
    0.1 + 0.2,
    Fraction(-(3**9000), 7**9001),  # more figures than Python turns into a decimal text
    (("hard 12", 1 / 3, -0.0),),
    Frequencies((0.1, 5e-324), (("over", 1.0),), (), 1.0, 2.0, 3.0, 4.0, ((0.1, 0.2, 0.7),), ((1, None, 0, 0.5),)),
    (Cell("hard 15", "A", "hit", (("hit", 0.1), ("stand", -0.2)), 0.3, 0.01, False, 3),),
    Policy("chart", (0, 1, 2, 2), ((0, 1, 0, 1),)),
)


def test_a_solution_is_read_as_it_was_written() -> None:
    assert solution_of(solution_text(SOLUTION)) == SOLUTION
    bare = Solution("best", "full", "cards", -0.25)
    assert solution_of(solution_text(bare)) == bare


@given(st.floats(allow_nan=False, allow_infinity=False), st.fractions())
def test_numbers_are_kept_bit_by_bit(value: float, fraction: Fraction) -> None:
    read = solution_of(solution_text(evolve(SOLUTION, value=value, fraction=fraction)))
    assert (read.value.hex(), read.fraction) == (value.hex(), fraction)


@pytest.mark.long
@pytest.mark.parametrize("asked", [ASKED, (*ASKED, "--outcomes", "--table"), ("strategy", GAME, "--shoe", "endless")])
def test_an_answer_is_the_same_whether_solved_or_found(asked: tuple[str, ...], request: pytest.FixtureRequest) -> None:
    solved = [run(*asked, "--json").stdout, run(*asked).stdout]
    request.getfixturevalue("no_solver")
    assert [run(*asked, "--json").stdout, run(*asked).stdout] == solved
    assert "edge_pct" in solved[0]


@pytest.mark.long
def test_frequencies_serve_a_question_without(request: pytest.FixtureRequest) -> None:
    plain = run(*ASKED, "--json", "--no-store").stdout
    assert not store_file().exists()
    run(*ASKED, "--outcomes")
    request.getfixturevalue("no_solver")
    assert run(*ASKED, "--json").stdout == plain


def test_what_is_asked_otherwise_is_solved(wanted: Wanted, monkeypatch: pytest.MonkeyPatch) -> None:
    card = wanted.tables.classes[0]
    renamed = evolve(wanted.tables, classes=(evolve(card, name="ace"), *wanted.tables.classes[1:]))
    assert renamed.digest == wanted.tables.digest
    stand = Policy("stand", (2,) * 4)
    others = [
        evolve(wanted, tables=renamed),
        evolve(wanted, play="chart"),
        evolve(wanted, play=stand),
        evolve(wanted, play=evolve(stand, name="sit")),
        evolve(wanted, play=evolve(stand, play=(1,) * 4)),
        evolve(wanted, shoe="full"),
        evolve(wanted, knowledge="ranks"),
        evolve(wanted, wager=1),
    ]
    known = {wanted.keys[0], *(other.keys[0] for other in others)}
    assert len(known) == 1 + len(others)
    assert evolve(wanted, tables=evolve(wanted.tables, name="another", rows=())).keys == wanted.keys
    monkeypatch.setattr(keys, "engine", lambda: "an edited checkout")
    assert wanted.keys[0] not in known


@pytest.mark.parametrize(
    "damage", ["body = replace(body, 'best', 'rest')", "body = '{}'", "body = x'00'", "checksum = ''"]
)
def test_a_damaged_row_is_dropped(damage: str, store: Store, wanted: Wanted) -> None:
    found = evolve(SOLUTION, play="best")
    store.keep(wanted, found, ABOUT)
    store.keep_answer("key", "an answer", wanted)
    assert store.solution(wanted) == evolve(found, frequencies=None)
    assert store.connection is not None
    store.connection.execute(f"UPDATE run SET {damage}")
    assert (store.solution(wanted), store.count()) == (None, 0)
    assert store.answer("key") is None
    store.keep(wanted, found, ABOUT)
    assert store.solution(wanted) is not None


def test_a_row_of_another_shape_is_dropped(store: Store, wanted: Wanted) -> None:
    store.keep(wanted, SOLUTION, ABOUT)
    key, body = wanted.keys[0], '{"fraction": null}'
    assert store.connection is not None
    checksum = __import__("hashlib").sha256(f"{key}\0{body}".encode()).hexdigest()
    store.connection.execute("UPDATE run SET body = ?, checksum = ?", (body, checksum))
    assert (store.solution(wanted), store.count()) == (None, 0)


def test_a_damaged_answer_is_dropped(store: Store, wanted: Wanted) -> None:
    store.keep(wanted, SOLUTION, ABOUT)
    store.keep_answer("key", "an answer", wanted)
    assert store.answer("key") == "an answer"
    assert store.connection is not None
    store.connection.execute("UPDATE answer SET body = 'another'")
    assert store.answer("key") is None
    store.keep_answer("key", "an answer", wanted)
    assert store.answer("key") == "an answer"


def _damaged(path: Path) -> None:
    path.write_bytes(b"this is no database, and has never been one, whatever its name may say" * 20)


def _later(path: Path) -> None:
    with sqlite3.connect(path) as made:
        made.execute("PRAGMA user_version = 99")
    made.close()


def _cut(path: Path) -> None:
    run(*ASKED)
    path.write_bytes(path.read_bytes()[:5000])


TROUBLES = {
    "damaged": (_damaged, "is damaged"),
    "cut off": (_cut, "is damaged"),
    "a folder": (lambda path: path.mkdir(), "can't be used"),
    "under a file": (lambda path: os.environ.update(F27_STORE="/dev/null/runs.sqlite"), "can't be used"),
    "a device": (lambda path: os.environ.update(F27_STORE="/dev/full"), "can't be used"),
    "of a later edition": (_later, "is a later version's"),
}


@pytest.mark.parametrize("what", mostly_long(TROUBLES, {"damaged", "a device", "of a later edition"}))
def test_trouble_is_said_once_and_stops_nothing(what: str) -> None:
    make, said = TROUBLES[what]
    store_file().parent.mkdir(exist_ok=True)
    make(store_file())
    result = run(*ASKED)
    assert code(result) == 0, result.exception
    assert "house edge" in result.stdout
    (line,) = result.stderr.splitlines()
    assert said in line
    assert "goes on without it" in line
    assert code(run("runs")) == 1


def test_without_a_home_there_is_no_store(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless(_: str) -> Path:
        raise RuntimeError("no home")

    monkeypatch.delenv("F27_STORE")
    monkeypatch.setattr(database, "user_data_path", homeless)
    result = run(*ASKED)
    assert (code(result), "there is no home folder" in result.stderr) == (0, True)


def test_a_locked_store_is_not_waited_for_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "WAIT_SECONDS", 0.05)
    Store.opened().close()
    other = sqlite3.connect(store_file())
    other.execute("BEGIN IMMEDIATE")
    result = run("sweep", GAME, "--set", "hard_stand=20,21", "--shoe", "endless")
    other.close()
    assert code(result) == 0
    assert result.stdout.count("%") > 2
    assert [line for line in result.stderr.splitlines() if "in use by another program" in line] == [
        result.stderr.strip()
    ]


def test_a_full_disk_loses_nothing_but_what_is_new(wanted: Wanted) -> None:
    said: list[str] = []
    store = Store.opened(say=said.append)
    store.keep(wanted, SOLUTION, ABOUT)
    assert store.connection is not None
    (pages,) = store.connection.execute("PRAGMA page_count").fetchone()
    store.connection.execute(f"PRAGMA max_page_count = {pages}")
    for number in range(20):
        store.keep(evolve(wanted, wager=number), SOLUTION, ABOUT)
    assert len(said) == 1
    assert "has no room" in said[0]
    assert not store.usable
    again = Store.opened()
    assert again.solution(evolve(wanted, counted=False)) == evolve(SOLUTION, frequencies=None)
    again.close()


def test_several_write_at_once(wanted: Wanted) -> None:
    said: list[str] = []

    def write(first: int) -> None:
        store = Store.opened(say=said.append)
        for number in range(first, first + 20):
            store.keep(evolve(wanted, wager=number), SOLUTION, ABOUT)
        store.close()

    threads = [threading.Thread(target=write, args=(10 * number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    store = Store.opened()
    assert (said, store.count()) == ([], 50)
    store.close()


@pytest.mark.skipif(os.name != "posix", reason="needs permissions")
def test_the_file_is_its_owners_alone() -> None:
    store = Store.opened()
    for end in ("", "-wal"):
        mode = store_file().with_name(store_file().name + end).stat().st_mode
        assert stat.S_IMODE(mode) == 0o600
    store.close()


def test_what_checks_engines_never_reads_the_store() -> None:
    folders = (
        "f27lang/verify",
        "f27lang/solve",
        "f27lang/simulate",
        "f27lang/kernels",
        "tests/oracles",
        "tests/benchmarks",
    )
    files = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    assert len(files) > 50
    assert [path for path in (*files, ROOT / "f27lang/cli/verify.py") if "store" in path.read_text("utf-8")] == []


PLAYED = ("simulate", GAME, "--play", "mimic_the_dealer", "-n", "5k", "--seed", "3", "--json")


def test_simulations_are_kept_and_reused_only_where_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    first = json.loads(run(*PLAYED).stdout)
    run(*PLAYED)
    kept = json.loads(run("runs", "--json").stdout)["runs"]
    assert [(each["kind"], each["rounds"], each["seed"], each["seats"]) for each in kept] == [
        ("simulation", 5000, "3", 1)
    ] * 2
    assert kept[0]["edge_pct"] == first["edge_pct"]
    assert kept[0]["se_pct"] == first["se_pct"]

    def plays(*_: object, **__: object) -> None:
        raise AssertionError("played again")

    monkeypatch.setattr(playing, "simulate", plays)
    again = run(*PLAYED, "--reuse")
    assert json.loads(again.stdout)["tally_digest"] == first["tally_digest"]
    assert "not played again" in again.stderr
    assert isinstance(run(*PLAYED).return_value, int)
    assert "F0901" in run(*PLAYED).stdout  # what was not asked to be reused is played
    monkeypatch.undo()


def test_other_rounds_are_played() -> None:
    run(*PLAYED)
    other = run(*(word if word != "3" else "4" for word in PLAYED), "--reuse")
    assert "were not played before" in other.stderr
    assert json.loads(other.stdout)["rounds"] == 5000
    for beside in (("--no-store",), ("--until", "1")):
        assert CliRunner().invoke(f27, [*PLAYED, "--reuse", *beside]).exit_code == 2


@pytest.mark.long
def test_runs_are_listed_shown_and_pruned() -> None:
    assert run("runs").stdout.startswith("0 runs")
    assert not store_file().exists(), "who only looks makes nothing"
    for stand in (20, 21, 22):
        run(*ASKED, "--set", f"hard_stand={stand}", "--set", "soft_stand=25")
    run(*PLAYED)
    lines = run("runs").stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["id", "4", "3", "2", "1", "4"]
    assert "hard_stand=22" in lines[2]
    assert max(map(len, lines[:-1])) <= 80
    assert len(run("runs", "--last", "2").stdout.splitlines()) == 4
    csv = run("runs", "--csv", "-").stdout.splitlines()
    assert csv[0].startswith("id,kind,date,engine,variant,")
    assert len(csv) == 5
    shown = json.loads(run("runs", "show", "1", "--json").stdout)
    assert (shown["schema"], shown["play"], shown["kept"]["shoe"]) == ("f27.run/1", "mimic_the_dealer", "endless")
    assert "5,000 rounds" in run("runs", "show", "4").stdout
    assert run("runs", "prune", "--older-than", "90d").stdout == "removed 0 solutions and 0 simulations; 4 runs left\n"
    assert run("runs", "prune", "--keep", "2").stdout == "removed 2 solutions and 0 simulations; 2 runs left\n"
    pruned = json.loads(run("runs", "prune", "--all", "--json").stdout)
    assert pruned == {"schema": "f27.runs-prune/1", "removed": {"solutions": 1, "simulations": 1}, "left": 0}


@pytest.mark.parametrize(
    "asked",
    [
        ("prune",),
        ("prune", "--all", "--keep", "3"),
        ("prune", "--older-than", "soon"),
        ("prune", "7"),
        ("show",),
        ("show", "7"),
        ("show", "seven"),
        ("7",),
        ("--all",),
        ("--keep", "3"),
        ("show", "7", "--csv", "-"),
        ("--json", "--csv", "-"),
    ],
    ids=" ".join,
)
def test_wrong_questions_about_runs(asked: tuple[str, ...]) -> None:
    result = CliRunner().invoke(f27, ["runs", *asked])
    assert result.exit_code == 2
    assert "Error:" in result.stderr


def test_what_is_old_is_pruned(store: Store, wanted: Wanted) -> None:
    from datetime import UTC, datetime, timedelta

    store.keep(wanted, SOLUTION, ABOUT)
    store.keep(evolve(wanted, wager=1), SOLUTION, ABOUT)
    assert store.connection is not None
    store.connection.execute("UPDATE run SET date = '2020-01-01T00:00:00Z' WHERE id = 1")
    pruned = store.prune(before=datetime.now(UTC) - timedelta(days=90))
    assert (pruned.solutions, pruned.left) == (1, 1)
    assert [kept.id for kept in store.runs()] == [2]


def test_commands_that_solve_may_leave_the_store_alone() -> None:
    for command in ("edge", "strategy", "simulate", "sweep"):
        assert "--no-store" in run(command, "--help").stdout
    assert "runs" in COMMANDS
