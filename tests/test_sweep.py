"""Edges at every combination of settings: known values, what can be varied, and what is said where that is wrong."""

from __future__ import annotations

import csv
import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from time import process_time

import pytest
from attrs import frozen

import f27lang
from f27lang.cli import main
from f27lang.cli.points import in_words
from f27lang.compare import estimate, solving
from f27lang.compare.grid import Steps, written
from f27lang.compare.sweep import sweep
from f27lang.diagnostics import VariantError
from f27lang.report import sweep_colour
from f27lang.report.sweep_rows import OUTCOMES
from f27lang.store import Store

GAME = "21-24-27"
ENDLESS = ("--shoe", "endless")
FAST = (*ENDLESS, "--play", "never_over")

MANSE = """f27 1

banked game "manse" extends "21-24-27" {
  option hurry: off, needs calm {
    also player {
      must hit on hard ..9
    }
  }
  option calm: off {
    also wager game {
      pays 3:2 on player wins with finnish_27
    }
  }
  house "Riverside" {
    set hard_stand = 22
  }
  house "Hill" {
    set soft_stand = 25
    set decks = 8
  }
}
"""


@frozen
class Said:
    code: int
    stdout: str
    stderr: str


def f27(*args: str) -> Said:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main.run(list(args))
    return Said(code, out.getvalue(), err.getvalue())


def run(*args: str) -> Said:
    return f27("sweep", *args)


def lines(*args: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in run(*args, "--json").stdout.splitlines()]


@pytest.fixture
def manse(tmp_path: Path) -> str:
    path = tmp_path / "manse.f27"
    path.write_text(MANSE)
    return str(path)


def test_the_dealers_hard_target_on_the_endless_shoe() -> None:
    found = sweep(GAME, {"hard_stand": "20..23"}, set_={"soft_stand": 24}, shoe="endless")
    values = [round(-(each.edge_pct or 0.0), 4) for each in found.found]
    assert values == [4.2039, -1.0173, -4.6510, -3.7086]


def test_a_number_of_a_file_of_strategies_is_varied(tmp_path: Path) -> None:
    file = tmp_path / "mine.f27"
    law = "player {\nstand on total t..\notherwise hit\n}\n"
    file.write_text(
        f'f27 1\n\nstrategies for "{GAME}" {{\nstrategy mine {{\nparam t: points = 19 in 12..24\n{law}}}\n}}\n'
    )
    found = lines(str(file), "--set", "mine.t=19,20", "--play", "mine", *ENDLESS)
    assert [round(float(str(point["edge_pct"])), 4) for point in found] == [14.4591, 10.0496]
    assert "mine.t" in run(str(file), "--set", "mine.s=2,3", *ENDLESS).stderr


@pytest.mark.long
def test_a_grid_of_two_settings_is_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    result = run(GAME, "--set", "hard_stand=20..21", "--set", "soft_stand=24,25", *ENDLESS)
    assert result.stdout.splitlines()[-4:] == [
        "            soft_stand",
        "hard_stand       24       25",
        "        20  -4.2039  -4.4517",
        "        21   1.0173   0.9179",
    ]
    assert "\x1b" not in result.stdout


@pytest.mark.long
def test_points_are_results_of_edge_with_their_settings() -> None:
    (point,) = lines(GAME, "--set", "hard_stand=22..22", "--with", "forced_moves", "--outcomes", *ENDLESS)
    asked = ["edge", GAME, "--set", "hard_stand=22", "--with", "forced_moves", "--play", "best", "--outcomes", *ENDLESS]
    edge = json.loads(f27(*asked, "--json", "--no-store").stdout)
    assert {key: point[key] for key in edge["results"][0]} == edge["results"][0]
    assert (point["settings"], point["digest"], point["varied"]) == (
        edge["settings"],
        edge["digest"],
        {"hard_stand": "22"},
    )
    assert point["schema"] == "f27.sweep/1"


@pytest.mark.long
def test_csv_has_a_line_a_point() -> None:
    text = run(GAME, "--set", "hard_stand=20,21", "--vary", "forced_moves", "--outcomes", *ENDLESS, "--csv", "-").stdout
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [(row["hard_stand"], row["forced_moves"]) for row in rows] == [
        ("20", "off"),
        ("20", "on"),
        ("21", "off"),
        ("21", "on"),
    ]
    assert float(rows[2]["edge_pct"]) == pytest.approx(1.0173473951, abs=1e-9)
    assert float(rows[0]["win"]) + float(rows[0]["push"]) + float(rows[0]["lose"]) == pytest.approx(1, abs=1e-12)
    assert set(OUTCOMES) < set(rows[0])


def test_the_second_run_lowers_and_solves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = (GAME, "--set", "hard_stand=20..22", *ENDLESS)
    first = run(*asked)

    def works(*_: object, **__: object) -> None:
        raise AssertionError("worked again")

    monkeypatch.setattr(solving, "posed", works)
    monkeypatch.setattr(estimate, "estimate", works)
    started = process_time()
    again = run(*asked)
    assert process_time() - started < 1
    assert (again.stdout, again.stderr) == (first.stdout, "")
    assert run(*asked, "--no-store").code == 1


def test_answers_of_another_shape_are_found_anew() -> None:
    store = Store.forgotten()
    first = sweep(GAME, {"hard_stand": [21]}, shoe="endless", store=store)
    assert store.connection is not None
    ((key,),) = store.connection.execute("SELECT key FROM answer").fetchall()
    for text in ("[]", "no JSON", '{"unknown": 1}'):
        checksum = sha256(f"{key}\0{text}".encode()).hexdigest()
        store.connection.execute("UPDATE answer SET body = ?, checksum = ?", (text, checksum))
        assert sweep(GAME, {"hard_stand": [21]}, shoe="endless", store=store) == first
        assert store.connection.execute("SELECT body FROM answer").fetchone() != (text,)


@pytest.mark.long
def test_a_sweep_that_is_stopped_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    kept, asked, number = solving.Posed.kept, (GAME, "--set", "hard_stand=20..23", *ENDLESS), 0

    def stopping(*args: object) -> object:
        nonlocal number
        number += 1
        if number == 3:
            raise KeyboardInterrupt
        return kept(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(solving.Posed, "kept", stopping)
    stopped = run(*asked)
    assert stopped.code == 130
    assert "2 of 4 points" in stopped.stdout
    assert "-4.203895 %" in stopped.stdout
    assert "the same command goes on from there" in stopped.stderr
    done = run(*asked)
    assert (done.code, number) == (0, 5)  # two more, and the one that was stopped
    assert "3.708630 %" in done.stdout


@pytest.mark.long
def test_a_point_that_does_not_check_is_listed(manse: str) -> None:
    result = run(manse, "--vary", "hurry", "--vary", "calm", *ENDLESS)
    assert result.code == 0
    assert result.stdout.splitlines()[-3].split()[:2] == ["on", "F0208"]
    assert result.stdout.splitlines()[-1].startswith("F0208   ")
    assert "hurry = on, calm = off" in result.stdout
    wrong = [point for point in lines(manse, "--vary", "hurry", "--vary", "calm", *ENDLESS) if "diagnostics" in point]
    assert [point["varied"] for point in wrong] == [{"hurry": "on", "calm": "off"}]
    assert wrong[0]["edge_pct"] is None


def test_where_no_point_checks_it_is_an_error(manse: str) -> None:
    result = run(manse, "--with", "hurry", "--set", "hard_stand=20,21", *ENDLESS)
    assert (result.code, "error[F0208]" in result.stderr, result.stdout) == (1, True, "")


def test_a_shoe_that_is_too_small_is_a_point(tmp_path: Path) -> None:
    path = tmp_path / "tiny.f27"
    cards = "also cards {\n    decks: 1 in 1..9\n    deck: 9..9 in 4 suits\n  }"
    path.write_text(f'f27 1\n\nbanked game "tiny" extends "21-24-27" {{\n  {cards}\n}}\n')
    result = run(str(path), "--set", "decks=1,2")
    assert result.code in (0, 1)
    assert "Traceback" not in result.stdout + result.stderr


@pytest.mark.long
def test_houses_are_varied(manse: str) -> None:
    found = lines(manse, "--house", "all", *ENDLESS)
    assert [point["varied"] for point in found] == [{"house": "-"}, {"house": "Riverside"}, {"house": "Hill"}]
    assert [point["decks"] for point in found] == [6, 6, 8]
    (one,) = lines(manse, "--house", "Hill", *ENDLESS)
    assert one["edge_pct"] == found[2]["edge_pct"]


@pytest.mark.long
def test_every_setting_changed_by_itself(manse: str) -> None:
    found = lines(manse, "--toggle-all", *ENDLESS)
    base, effects = found[0], found[1:]
    sizes = [abs(effect["change_pct"]) for effect in effects if effect["change_pct"] is not None]  # type: ignore[arg-type]
    assert sizes == sorted(sizes, reverse=True)
    rules = {(effect["rule"], effect["from"], effect["to"]) for effect in effects}
    assert {("hard_stand", "21", "20"), ("hard_stand", "21", "22"), ("decks", "6", "7"), ("calm", "off", "on")} < rules
    assert {("house", "-", "Riverside"), ("house", "-", "Hill")} < rules
    assert effects[-1]["rule"] == "hurry"  # needs another option: it can't be solved
    by_rule = {effect["rule"] + str(effect["to"]): effect for effect in effects}  # type: ignore[operator]
    assert by_rule["hard_stand22"]["edge_pct"] == by_rule["houseRiverside"]["edge_pct"]
    assert by_rule["hard_stand22"]["change_pct"] == by_rule["hard_stand22"]["edge_pct"] - base["edge_pct"]  # type: ignore[operator]
    text = run(manse, "--toggle-all", *ENDLESS).stdout
    assert text.splitlines()[5].split()[:3] == ["hard_stand", "21", "20"]
    assert max(map(len, text.splitlines())) <= 80


def test_a_base_that_does_not_check_has_no_effects(manse: str) -> None:
    result = run(manse, "--with", "hurry", "--toggle-all", *ENDLESS)
    assert (result.code, "error[F0208]" in result.stderr, result.stdout) == (1, True, "")


@pytest.mark.long
def test_the_settings_nearest_to_an_edge() -> None:
    asked = (GAME, "--set", "hard_stand=20..22", "--set", "soft_stand=24,25", "--target", "1.0", *ENDLESS)
    table = run(*asked).stdout.splitlines()
    assert [line.split()[:2] for line in table[-6:-4]] == [["21", "24"], ["21", "25"]]
    assert table[-6].split()[-1] == "+0.017347"
    off = [abs(point["off_pct"]) for point in lines(*asked)]  # type: ignore[arg-type]
    assert off == sorted(off)


WRONG = {
    "nothing varied": ((GAME, "--set", "hard_stand=20"), 2, "nothing is varied"),
    "unknown name": ((GAME, "--set", "hard_stnd=19..24"), 1, "did you mean `hard_stand`"),
    "unknown option": ((GAME, "--vary", "forced"), 1, "F0202"),
    "unknown arm": (("poker-like", "--set", "jokers=bug,tame"), 1, "F0202"),
    "leaves the range": ((GAME, "--set", "hard_stand=19..28"), 1, "can't be 28"),
    "leaves it below": ((GAME, "--set", "hard_stand=14..20"), 1, "can't be 14"),
    "too many decks": ((GAME, "--set", "decks=1..101"), 1, "can't be 101"),
    "half a deck": ((GAME, "--set", "decks=1..3 by 0.5"), 1, "no number of decks"),
    "half a card": (("poker-like", "--set", "insurance_pays=1..3"), 1, "F0205"),
    "upside down": ((GAME, "--set", "hard_stand=24..19"), 2, "write 19..24"),
    "no end": ((GAME, "--set", "hard_stand=19.."), 2, "no range"),
    "no steps": ((GAME, "--set", "hard_stand=19..24 by 0"), 2, "never gets there"),
    "of two kinds": ((GAME, "--set", "hard_stand=19..24%"), 2, "two kinds"),
    "words": ((GAME, "--set", "hard_stand=low..high"), 2, "no range"),
    "commas": ((GAME, "--set", "hard_stand=,"), 2, "no value is named"),
    "all decks": ((GAME, "--set", "decks=*"), 2, "have no end"),
    "set and varied": ((GAME, "--set", "hard_stand=20", "--vary", "hard_stand"), 2, "set, and varied too"),
    "varied twice": ((GAME, "--set", "hard_stand=20,21", "--vary", "hard_stand"), 2, "varied twice"),
    "a state of no option": ((GAME, "--set", "forced_moves=on,maybe"), 2, "no state of an option"),
    "ten million points": (
        (GAME, "--set", "hard_stand=15..27 by 0.000001"),
        2,
        "12,000,001 points are more than 10,000",
    ),
    "no such house": ((GAME, "--house", "Hill"), 2, "no houses"),
    "house twice": ((f"{GAME}@Hill", "--house", "all"), 2, "varied too"),
    "a picture of three": (
        (GAME, "--set", "hard_stand=20,21", "--set", "soft_stand=24,25", "--vary", "forced_moves", "--png", "x.png"),
        2,
        "two sides",
    ),
    "no target": ((GAME, "--vary", "forced_moves", "--target", "nan"), 2, "no number"),
    "two answers": ((GAME, "--set", "hard_stand=20,21", "--json", "--csv", "-"), 2, "two answers"),
    "toggles and a grid": ((GAME, "--toggle-all", "--set", "hard_stand=20,21"), 2, "every setting by itself"),
    "unknown play": ((GAME, "--set", "hard_stand=20,21", "--play", "bets", *ENDLESS), 2, "did you mean `best`"),
    "no file": (("no-such-game", "--vary", "x"), 1, "F0107"),
    "abstract": (("finnish-27", "--set", "decks=1,2"), 1, "F0209"),
}


@pytest.mark.parametrize("what", WRONG)
def test_wrong_questions(what: str) -> None:
    asked, code, said = WRONG[what]
    result = run(*asked)
    assert (result.code, said in result.stderr) == (code, True), result.stdout + result.stderr
    assert "F0901" not in result.stderr
    assert result.stdout == ""


def test_long_work_is_estimated_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimate, "estimate", lambda ground, asked, points, patience: (asked, 30.0))
    asked = (GAME, "--set", "hard_stand=20..22", *ENDLESS)
    refused = run(*asked)
    assert refused.code == 2
    assert "solving 3 points is estimated at 90 s: add --yes to go ahead" in refused.stderr
    told = run(*asked, "--yes")
    assert (told.code, told.stderr) == (0, "solving 3 points: about 90 s\n")


@pytest.mark.long
def test_without_a_compiler_the_endless_shoe_is_swept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("F27_NO_COMPILER", "1")
    result = run(GAME, "--set", "hard_stand=20,21")
    assert "only the endless shoe is solved" in result.stderr
    assert "1.017347 %" in result.stdout
    assert "exact, endless shoe" in result.stdout


@pytest.mark.long
@pytest.mark.parametrize("form", ["png", "svg"])
def test_pictures(form: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / f"heat.{form}"
    result = run(GAME, "--set", "hard_stand=20,21", "--vary", "forced_moves", *FAST, f"--{form}", str(path))
    assert result.code == 0, result.stderr
    assert path.read_bytes().lstrip().startswith({"png": b"\x89PNG", "svg": b"<?xml"}[form])
    line = tmp_path / f"line.{form}"
    assert run(GAME, "--set", "hard_stand=20,21", *FAST, f"--{form}", str(line)).code == 0
    assert line.stat().st_size > 1000


def test_pictures_need_matplotlib(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("f27lang.report.chart_png.available", lambda: False)
    result = run(GAME, "--set", "hard_stand=20,21", "--png", str(tmp_path / "x.png"))
    assert (result.code, "pip install 'f27lang[plots]'" in result.stderr) == (2, True)


def test_colours_run_from_the_players_to_the_houses() -> None:
    colour = sweep_colour.scale([-4.0, 0.0, 2.0])
    assert colour(0.0) == (247, 247, 247)
    assert colour(-4.0) == (49, 130, 189)
    assert colour(2.0)[0] > colour(2.0)[2]
    one_side = sweep_colour.scale([1.0, 3.0])
    assert one_side(1.0) == (247, 247, 247)
    assert one_side(3.0) == (222, 85, 45)
    assert sweep_colour.scale([1.0])(1.0) == (247, 247, 247)
    assert "1.00" in sweep_colour.painter([0.0, 1.0])("1.00", 1.0)


@pytest.mark.long
def test_results_in_python() -> None:
    store = Store.forgotten()
    found = sweep(
        GAME, {"hard_stand": [20, 21], "forced_moves": [False, True]}, outcomes=True, shoe="endless", store=store
    )
    rows = found.to_rows()
    assert [(row["hard_stand"], row["forced_moves"]) for row in rows][:2] == [("20", "off"), ("20", "on")]
    assert rows[0]["sd"] == found.found[0].sd
    assert rows[0]["sd"] ** 2 == pytest.approx(rows[0]["variance"], abs=1e-12)
    assert found.nearest(1.0)[0].varied == (("hard_stand", "21"), ("forced_moves", "off"))
    assert "<td style=" in found._repr_html_()
    assert store.count() == 4
    with pytest.raises(VariantError):
        sweep(GAME, {"hard_stand": "1..3"})


def test_a_game_that_was_loaded_keeps_its_settings() -> None:
    game = f27lang.load(GAME, with_=["forced_moves"], set_={"soft_stand": 25, "decks": 2})
    found = f27lang.sweep(game, {"hard_stand": [21]}, without=["forced_moves"], shoe="endless").found[0]
    there = f27lang.load(GAME, set_={"soft_stand": 25, "decks": 2})
    assert (found.edge_pct, found.decks) == (f27lang.edge(there, shoe="endless").edge_pct, 2)


def test_numbers_are_written_as_cards_have_them() -> None:
    steps = Steps(Fraction(5), Fraction(1, 2), 4, "%")
    assert list(steps) == ["5%", "5.5%", "6%", "6.5%"]
    assert (steps[-1], list(steps[1:3]), len(steps)) == ("6.5%", ["5.5%", "6%"], 4)
    with pytest.raises(IndexError):
        steps[4]
    assert written(Fraction(1, 3)) == "1/3"
    assert in_words(12, 36, 14.2) == "12 of 36 points   14 s left"


def test_the_bar_is_shown_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    from f27lang.cli import points

    stderr = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stderr)
    monkeypatch.setattr(points, "on_terminal", lambda: True)
    monkeypatch.setenv("COLUMNS", "80")
    with points.watch_points() as progress:
        progress(1, 2)
    assert "1 of 2 points" in stderr.getvalue() or not stderr.getvalue().strip()


@pytest.mark.long
def test_a_sweep_takes_no_longer_than_its_solves() -> None:
    def alone() -> float:
        """Return what a point costs by itself, in the mean over the corners of the grid."""
        from f27lang.solve import tries
        from f27lang.solve.plan import plan

        seconds = []
        for hard, soft in (("19", "22"), ("19", "27"), ("24", "22"), ("24", "27")):
            plan.cache_clear()
            tries._TRIES.clear()
            started = process_time()
            sweep(GAME, {"hard_stand": hard, "soft_stand": soft}, shoe="full")
            seconds.append(process_time() - started)
        return sum(seconds) / len(seconds)

    alone()
    before = alone()
    started = process_time()
    found = sweep(GAME, {"hard_stand": "19..24", "soft_stand": "22..27"}, shoe="full")
    taken = process_time() - started
    assert len(found.found) == 36
    assert taken < 36 * max(before, alone()) + 5
