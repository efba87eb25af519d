"""The command line as users meet it: exit codes, streams, wrong input of every kind, and never a traceback."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from f27lang.cli.main import COMMANDS, f27
from f27lang.cli.rounds import Rounds
from f27lang.diagnostics import Report
from f27lang.report import diagnostics, github
from tests.families import mostly_long

VARIANT = "21-24-27"
PLAYING = ("edge", "strategy", "simulate", "verify", "compile")


def run(*args: str, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(f27, args, input=stdin, standalone_mode=False)


def f27_process(*args: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command as a process of its own, the way that main() guards it."""
    command = [sys.executable, "-m", "f27lang", *args]
    return subprocess.run(command, env={**os.environ, **environment}, capture_output=True, timeout=60, check=False)


def code(result: Result) -> int:
    return result.return_value if isinstance(result.return_value, int) else result.exit_code


@pytest.mark.parametrize("command", COMMANDS)
def test_help_ends_with_examples_that_are_commands(command: str) -> None:
    lines = run(command, "--help").stdout.split("Examples:\n")[1].splitlines()
    shown = [line.split("  ")[1] for line in lines if line.startswith("  f27 ")]
    assert 2 <= len(shown) <= 3
    assert all(line.split()[1] == command for line in shown)


def test_list_names_what_commands_take() -> None:
    assert run("list").stdout.splitlines()[0].split()[0] == VARIANT


WRONG_FILES = {
    "empty": b"",
    "blank": b"\n \n\t\n",
    "not utf-8": b'f27 1\n\nbanked game "caf\xe9" {\n}\n',
    "a byte order mark": b"\xff\xfef\x002\x007\x00",
    "control characters": b'f27 1\n\nbanked game "x" {\x07\n}\n',
    "a zero byte": b'f27 1\x00\n\nbanked game "x" {\n}\n',
    "no edition": b'banked game "x" {\n}\n',
    "an edition of the future": b'f27 9\n\nbanked game "x" {\n}\n',
    "a game without sections": b'f27 1\n\nbanked game "x" {\n}\n',
    "never closed": b'f27 1\n\nbanked game "x" {\n  cards {\n',
    "megabytes of noise": os.urandom(3_000_000),
    "megabytes of text": b"f27 1\n" + b"lorem ipsum dolor sit amet\n" * 200_000,
    "one endless line": b"f27 1\n" + b"x" * 250_000,
    "deep nesting": b'f27 1\n\nbanked game "x" {\n' + b"option o: on {\n" * 3_000 + b"}\n" * 3_000 + b"}\n",
    "deep brackets": b"f27 1\n" + b"{" * 100_000,
    "a number of many digits": b'f27 1\n\nbanked game "x" {\n  cards {\n    decks: ' + b"9" * 200_000 + b"\n  }\n}\n",
    "itself extended": b'f27 1\n\nbanked game "x" extends "wrong" {\n}\n',
    "a path extended": b'f27 1\n\nbanked game "x" extends "../wrong" {\n}\n',
    "an unknown game extended": b'f27 1\n\nbanked game "x" extends "21-24-28" {\n}\n',
    "strategies for nothing": b'f27 1\n\nstrategies for "21-24-28" {\n}\n',
    "a game without end": b'f27 1\n\nbanked game "x" extends "21-24-27" {\n  dealer {\n    otherwise hits\n  }\n}\n',
    "windows line ends and nothing else": b"\r\n" * 100,
}


@pytest.mark.parametrize("what", WRONG_FILES)
def test_wrong_files_get_diagnostics_in_no_time(what: str, tmp_path: Path) -> None:
    path = tmp_path / "wrong.f27"
    path.write_bytes(WRONG_FILES[what])
    for command in ("check", "edge"):
        start = time.process_time()
        result = run(command, str(path))
        assert time.process_time() - start < 2
        said = result.stdout + result.stderr
        assert code(result) == 1, said
        assert "error[F0" in said
        assert "F09" not in said
        assert "Traceback" not in said


NO_VARIANTS = ["no-such-game", "no/such.f27", "/", ".", "", "@", "21-24-27@", "@x", "a" * 5000, "\0", "/dev/null"]


@pytest.mark.parametrize("command", ["check", "show", *PLAYING])
@pytest.mark.parametrize("variant", NO_VARIANTS, ids=lambda text: repr(text[:20]))
def test_what_is_no_variant_is_an_error_of_the_variant(command: str, variant: str) -> None:
    result = run(command, variant)
    assert code(result) == 1, result.stdout + result.stderr
    assert "error[F0" in result.stdout + result.stderr
    assert "F09" not in result.stdout + result.stderr


def test_an_unreadable_file(tmp_path: Path) -> None:
    path = tmp_path / "secret.f27"
    path.symlink_to(path)  # a circle of links can't be read by root either
    result = run("check", str(path))
    assert code(result) == 1
    assert "error[F0107]" in result.stdout


def test_a_pipe_without_end_is_not_read_to_its_end() -> None:
    result = run("check", "/dev/zero")
    assert code(result) == 1
    assert "error[F01" in result.stdout


@pytest.mark.parametrize("command", ["edge", "strategy", "simulate", "verify", "compile"])
def test_an_abstract_game_is_not_played(command: str) -> None:
    result = run(command, "finnish-27")
    assert code(result) == 1
    assert "error[F0209]" in result.stderr
    assert result.stdout == ""


def test_an_abstract_game_can_be_checked_and_shown() -> None:
    assert code(run("check", "finnish-27")) == 0
    assert "abstract" in run("show", "finnish-27").stdout


WRONG_SETTINGS = {
    "an unknown option": ["--with", "forced_move"],
    "an unknown parameter": ["--set", "hard_stands=22"],
    "a value out of range": ["--set", "hard_stand=28"],
    "a value of the wrong kind": ["--set", "hard_stand=abc"],
    "odds where points belong": ["--set", "hard_stand=3:2"],
    "half a deck": ["--set", "decks=1/2"],
    "no decks": ["--set", "decks=0"],
    "with and without": ["--with", "forced_moves", "--without", "forced_moves"],
    "an option as a choice": ["--set", "forced_moves=on"],
    "a number of many digits": ["--set", "decks=" + "9" * 5000],
}


@pytest.mark.parametrize("what", WRONG_SETTINGS)
def test_wrong_settings_are_errors_of_the_variant(what: str) -> None:
    result = run("check", VARIANT, *WRONG_SETTINGS[what])
    assert code(result) == 1
    assert "error[F02" in result.stdout


HOUSES = """f27 1

banked game "mine" extends "21-24-27" {
  house "Riverside" {
    with forced_moves
  }
}
"""


def test_check_says_that_examples_about_other_settings_are_not_run() -> None:
    assert "7 examples hold\n" in run("check", VARIANT).stdout
    assert "nothing wrong; its 7 examples are about other settings: not run\n" in (
        run("check", VARIANT, "--set", "hard_stand=22").stdout
    )
    assert json.loads(run("check", VARIANT, "--json").stdout)["examples_run"] == 7
    assert json.loads(run("check", VARIANT, "--json", "--set", "hard_stand=22").stdout)["examples_run"] == 0


THREE_WAGERS = str(Path(__file__).parent / "good" / "third-card.f27")
WAGERS = ("left", "right", "even")


def test_simulate_shows_every_wager_and_the_chosen_one_first() -> None:
    arguments = ("simulate", THREE_WAGERS, "-n", "100k", "--threads", "1")
    first, chosen = (json.loads(run(*arguments, "--json", *more).stdout) for more in ((), ("--wager", WAGERS[1])))
    assert [each["wager"] for each in first["wagers"]] == list(WAGERS)
    assert first["wagers"] == chosen["wagers"]
    for found, place in ((first, 0), (chosen, 1)):
        headline = {key: found[key] for key in ("wager", "edge_pct", "se_pct")}
        assert headline == found["wagers"][place]
        exact = json.loads(run("edge", THREE_WAGERS, "--play", "chart", "--wager", WAGERS[place], "--json").stdout)
        assert found["exact_edge_pct"] == exact["results"][0]["edge_pct"]
        assert abs(found["z"]) < 4.9
    text = run(*arguments, "--wager", WAGERS[1]).stdout
    assert f"\nedge of {WAGERS[1]}" in text
    assert f"\nedge of {WAGERS[2]}" in text


def test_simulate_shows_every_seat_and_ends_of_the_first() -> None:
    arguments = ("simulate", VARIANT, "--play", "mimic_the_dealer", "-n", "50k", "--seats", "3", "--threads", "1")
    found = json.loads(run(*arguments, "--json").stdout)
    assert len(found["seats"]) == 3
    assert found["seats"][0] == {key: found[key] for key in ("edge_pct", "se_pct")}
    assert sum(found["tally"].values()) == found["rounds"] == 50_000
    text = run(*arguments).stdout
    assert text.count("\nedge of seat ") == 2
    assert "50,000 rounds of 3 seats" in text


def test_simulate_refuses_seats_where_the_dealers_law_looks_at_one_hand() -> None:
    refused = run("simulate", THREE_WAGERS, "--seats", "2")
    assert code(refused) == 1
    assert "F0502" in refused.stderr


def test_a_run_of_some_seats_does_not_go_on_at_another_table(tmp_path: Path) -> None:
    arguments = ("simulate", VARIANT, "--play", "mimic_the_dealer", "--threads", "1", "--checkpoint", tmp_path / "kept")
    short, longer, other = (
        run(*map(str, arguments), "--json", *more)
        for more in (
            ("-n", "50k", "--seats", "2"),
            ("-n", "80k", "--seats", "2", "--resume"),
            ("-n", "80k", "--seats", "3", "--resume"),
        )
    )
    assert json.loads(longer.stdout)["resumed_rounds"] == json.loads(short.stdout)["rounds"] == 50_000
    assert code(other) == 1
    assert "another way to play" in other.stdout + other.stderr


def test_simulate_refuses_an_unknown_wager_as_edge_does() -> None:
    refused = [run(command, THREE_WAGERS, "--wager", "zzz") for command in ("simulate", "edge")]
    assert [code(result) for result in refused] == [2, 2]
    assert refused[0].stderr == refused[1].stderr
    assert ", ".join(WAGERS) in refused[0].stderr


FIVE = "\N{ARABIC-INDIC DIGIT FIVE}"


@pytest.mark.parametrize("typed", [("-n", FIVE * 3), ("--seed", FIVE), ("--until", f"0.{FIVE}"), ("--threads", FIVE)])
def test_figures_of_other_scripts_are_no_numbers(typed: tuple[str, str]) -> None:
    assert isinstance(run("simulate", "21-24-27", *typed).exception, click.BadParameter)


def test_a_setting_in_figures_of_another_script_is_told() -> None:
    assert code(run("check", "21-24-27", "--set", f"decks={FIVE}")) == 1


@pytest.mark.long
def test_verify_says_that_examples_were_written_for_other_settings() -> None:
    found = json.loads(run("verify", "21-24-27", "--with", "forced_moves", "-n", "100k", "--json").stdout)
    assert found["passed"] and found["checks"][0] == {
        "name": "examples",
        "passed": True,
        "ran": False,
        "detail": "none run: 7 lines were written for other settings",
    }


@pytest.mark.long
def test_verify_simulates_every_wager_of_a_game_without_decisions() -> None:
    checks = json.loads(run("verify", THREE_WAGERS, "-n", "100k", "--json").stdout)["checks"]
    names = [each["name"] for each in checks if each["name"].startswith("exact = simulated, chart")]
    chart = "exact = simulated, chart"
    assert names == [chart, f"{chart}, {WAGERS[1]}", f"{chart}, {WAGERS[2]}"]
    assert all(each["passed"] for each in checks)


def test_an_unknown_house_names_the_nearest(tmp_path: Path) -> None:
    path = tmp_path / "mine.f27"
    path.write_text(HOUSES)
    assert "did you mean `@Riverside`?" in run("check", f"{path}@riverside").stdout
    assert code(run("check", f"{path}@Riverside")) == 0
    assert "--without forced_moves" in run("show", f"{path}@Riverside").stdout
    assert "--with forced_moves" in run("show", str(path)).stdout


@pytest.mark.parametrize("command", ["edge", "simulate"])
def test_an_unknown_way_to_play_names_the_nearest(command: str) -> None:
    result = run(command, VARIANT, "--play", "mimic_dealer")
    assert code(result) == 2
    assert "error[F0202]" in result.stderr
    assert "did you mean `mimic_the_dealer`?" in result.stderr


WRONG_USE = {
    "no command": [],
    "an unknown command": ["egde", VARIANT],
    "an unknown option": ["edge", VARIANT, "--nope"],
    "no variant": ["edge"],
    "two variants": ["edge", VARIANT, VARIANT],
    "a setting without a value": ["edge", VARIANT, "--set", "decks"],
    "an unknown shoe": ["edge", VARIANT, "--shoe", "half"],
    "no number": ["edge", VARIANT, "--max", "low"],
    "no rounds": ["simulate", VARIANT, "-n", "0"],
    "half a round": ["simulate", VARIANT, "-n", "1.5"],
    "rounds in words": ["simulate", VARIANT, "-n", "many"],
    "not a number": ["simulate", VARIANT, "-n", "nan"],
    "endless rounds": ["simulate", VARIANT, "-n", "inf"],
    "rounds without end": ["simulate", VARIANT, "-n", "1e999999999"],
    "a negative seed": ["simulate", VARIANT, "--seed", "-1"],
    "no threads": ["simulate", VARIANT, "--threads", "0"],
    "best play simulated": ["simulate", VARIANT, "--play", "best"],
    "an unknown stage": ["dump", VARIANT, "--stage", "soup"],
    "two forms of one answer": ["check", VARIANT, "--json", "--format", "github"],
    "settings of a code": ["explain", "F0401", "--with", "forced_moves"],
    "a hand of a code": ["explain", "F0401", "--hand", "7 8"],
    "settings of a file": ["dump", VARIANT, "--stage", "file", "--set", "decks=1"],
    "a checkpoint nowhere": ["simulate", VARIANT, "--checkpoint", "no/such/folder/run"],
    "a checkpoint without a name": ["simulate", VARIANT, "--checkpoint", ""],
    "a chart without a name": ["strategy", VARIANT, "-o", ""],
    "a way to play without a hand": ["explain", VARIANT, "--play", ""],
    "write and check": ["compile", VARIANT, "--write", "--check"],
}


@pytest.mark.parametrize("what", WRONG_USE)
def test_wrong_use_exits_with_2(what: str) -> None:
    done = f27_process(*WRONG_USE[what])
    assert done.returncode == 2
    assert done.stdout == b""
    assert b"Usage:" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("command", [["edge"], ["simulate"], ["explain", "--hand", "7 8 against 10 5"]])
def test_a_way_to_play_without_a_name_is_refused_in_words(command: list[str]) -> None:
    done = f27_process(*command, VARIANT, "--play", "")
    assert done.returncode == 2
    assert b"error[F0202]: --play names nothing" in done.stderr


def test_a_misspelt_command_names_the_nearest() -> None:
    assert b"Did you mean 'edge'?" in f27_process("egde").stderr


@pytest.mark.parametrize("text", ["20000000", "20_000_000", "20e6", "2e7", "20M", "20m", "0.02G", "20000k"])
def test_rounds_as_people_type_them(text: str) -> None:
    assert Rounds().convert(text, None, None) == 20_000_000


def test_a_reader_that_goes_away_is_no_error_worth_words() -> None:
    pipe = f"{sys.executable} -m f27lang dump {VARIANT} --stage rulebook | head -1"
    done = subprocess.run(pipe, shell=True, capture_output=True, timeout=60, check=True)
    assert done.stderr == b""
    assert done.stdout.count(b"\n") == 1


def test_a_broken_pipe_is_what_a_shell_says_of_it() -> None:
    read, write = os.pipe()
    os.close(read)
    for command in (["list"], ["--help"], ["check", "no-such-game"]):
        done = subprocess.run(
            [sys.executable, "-m", "f27lang", *command], stdout=write, stderr=subprocess.PIPE, check=False
        )
        assert (done.returncode, done.stderr) == (141, b"")
    for command in (["egde"], ["edge", "no-such-game"]):
        done = subprocess.run(
            [sys.executable, "-m", "f27lang", *command], stderr=write, stdout=subprocess.PIPE, check=False
        )
        assert (done.returncode, done.stdout) == (141, b"")
    os.close(write)


@pytest.mark.parametrize("command", ["list", "--help", "--version"])
def test_a_closed_stdout_can_not_be_written(command: str) -> None:
    shell = f"{sys.executable} -m f27lang {command} >&-"
    done = subprocess.run(shell, shell=True, capture_output=True, timeout=60, check=False)
    assert done.returncode == 1
    assert done.stderr == b"f27: the output can't be written: Bad file descriptor\n"


def test_ctrl_c_while_it_is_loaded_ends_it_without_a_word() -> None:
    code = """
import signal, sys

class Key:
    def find_spec(self, name, path=None, target=None):
        if name == "click":
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Key())
from f27lang.__main__ import main
main()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, b"", b"")


def test_without_docstrings_help_says_why_it_is_short() -> None:
    for command in ([], ["edge"]):
        done = subprocess.run(
            [sys.executable, "-OO", "-m", "f27lang", *command, "--help"], capture_output=True, check=True
        )
        assert b"Python runs with -OO" in done.stdout
        assert b"-OO" not in f27_process(*command, "--help").stdout


@pytest.mark.long
def test_a_cache_that_can_not_be_used_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = f27_process("simulate", VARIANT, "--play", "never_over", "-n", "1000", F27_CACHE_DIR=str(tmp_path / "file"))
    assert done.returncode == 0
    words = f"warning: {tmp_path / 'file'} can't be used (it is no folder): every run compiles anew; set F27_CACHE_DIR"
    assert done.stderr.decode().startswith(words)
    assert done.stderr.count(b"\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux only")
def test_a_full_disk_is_told() -> None:
    with open("/dev/full", "wb") as full:
        command = [sys.executable, "-m", "f27lang", "list"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, timeout=60, check=False)
    assert done.returncode == 1
    assert b"can't be written" in done.stderr
    assert b"Traceback" not in done.stderr


def test_ctrl_c_exits_with_130_and_tells_what_is_finished() -> None:
    command = [sys.executable, "-m", "f27lang", "simulate", VARIANT, "--play", "mimic_the_dealer"]
    with subprocess.Popen([*command, "-n", "1e12", "--yes"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        try:
            assert running.stderr is not None
            assert b"playing 1,000,000,000,000 rounds" in running.stderr.readline()
            time.sleep(0.5)
            running.send_signal(signal.SIGINT)
            out, said = running.communicate(timeout=20)
        finally:
            running.kill()
    assert running.returncode == 130
    assert b"interrupted after" in said
    assert b"Traceback" not in said
    assert b"house edge" in out


def test_a_fault_of_ours_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("of our making")

    monkeypatch.setattr("f27lang.pipeline.front", broken)
    result = run("check", VARIANT)
    assert code(result) == 1
    assert "F0901" in result.stderr
    assert "not of your file" in result.stderr
    assert "Traceback" not in result.stderr
    assert '"F0901"' in run("check", VARIANT, "--json").stdout


def test_a_limit_that_holds_and_one_that_breaks() -> None:
    endless = ("edge", VARIANT, "--shoe", "endless", "--max")
    assert code(run(*endless, "1.02")) == 0
    assert code(run(*endless, "1.01")) == 4


def test_without_a_compiler_the_endless_shoe_answers_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("F27_NO_COMPILER", "1")
    result = run("edge", VARIANT)
    assert code(result) == 0
    assert "1.017347 %" in result.stdout
    assert "exact, endless shoe" in result.stdout
    assert "6 decks," not in result.stdout.splitlines()[1]
    assert "compiler" in result.stderr


def test_without_a_compiler_long_work_asks_first() -> None:
    done = f27_process("simulate", VARIANT, "--play", "mimic_the_dealer", "-n", "1e9", F27_NO_COMPILER="1")
    assert done.returncode == 2
    assert b"--yes" in done.stderr


@pytest.mark.long
def test_with_an_empty_cache_building_is_no_part_of_the_estimate(tmp_path: Path) -> None:
    done = f27_process("edge", VARIANT, "--play", "best", F27_CACHE_DIR=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert b"1.041389 %" in done.stdout


@pytest.mark.long
def test_a_compiler_that_fails_exits_with_3(tmp_path: Path) -> None:
    wrong = tmp_path / "cc"
    wrong.write_text('#!/bin/sh\n[ "$1" = --version ] && exec echo wrong 1.0\necho "no such register" >&2\nexit 1\n')
    wrong.chmod(0o755)
    done = f27_process("compile", VARIANT, CC=str(wrong), F27_CACHE_DIR=str(tmp_path / "cache"))
    assert done.returncode == 3
    assert b"no such register" in done.stderr
    assert b"Traceback" not in done.stderr


def test_nothing_but_the_answer_is_on_stdout_and_no_colour_off_a_terminal() -> None:
    result = run("strategy", VARIANT, "--shoe", "endless")
    assert "\x1b[" not in result.stdout
    assert result.stdout.startswith(VARIANT)


def test_of_very_many_messages_the_first_are_shown() -> None:
    report = Report()
    for number in range(1, 1202):
        (report.warning if number % 2 else report.error)("F0402", f"number {number}")
    told = diagnostics.as_text(report).split("\n\n")
    assert told[:2] == ["error[F0402]: number 2", "error[F0402]: number 4"]
    assert told[49:] == ["error[F0402]: number 100", "and 1,151 more"]
    assert len(diagnostics.as_json(report)) == len(github.as_text(report).splitlines()) == 1201


# ---- streams without some signs ----------------------------------------------------------------------

PLAIN = ({"LC_ALL": "C"}, {"LC_ALL": "POSIX"}, {"PYTHONIOENCODING": "ascii"})
ACCENTED = (
    'f27 1\n\nbanked game "caf\u00e9" extends "21-24-27" {\n  # \u00e0 la carte\n  note: "d\u00e9j\u00e0 vu"\n}\n'
)


@pytest.mark.parametrize("environment", mostly_long(PLAIN, PLAIN[:1]), ids=str)
def test_a_stream_of_plain_signs_gets_no_others(environment: dict[str, str], tmp_path: Path) -> None:
    played = f27_process("simulate", VARIANT, "-n", "1000", "--play", "never_over", **environment)
    assert b" % +- " in played.stdout and played.stdout.isascii()
    path = tmp_path / "cafe.f27"
    path.write_text(ACCENTED.replace("extends", "extneds"), "utf-8")
    told = f27_process("check", str(path), **environment)
    assert b'banked game "caf\\xe9" extneds' in told.stdout and told.stdout.isascii()


@pytest.mark.parametrize("environment", mostly_long(PLAIN, PLAIN[2:]), ids=str)
def test_a_stream_of_plain_signs_gets_files_and_objects_whole(environment: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "cafe.f27"
    path.write_text(ACCENTED, "utf-8")
    command = [sys.executable, "-m", "f27lang", "fmt", "-"]
    done = subprocess.run(
        command, env={**os.environ, **environment}, input=path.read_bytes(), capture_output=True, timeout=60, check=True
    )
    assert done.stdout == path.read_bytes()
    assert "d\u00e9j\u00e0 vu".encode() in f27_process("show", str(path), "--flat", **environment).stdout
    assert json.loads(f27_process("show", str(path), "--json", **environment).stdout)["title"] == "caf\u00e9"


@pytest.mark.long
def test_other_streams_get_all_signs() -> None:
    for environment in ({"LC_ALL": "C.UTF-8"}, {"LC_ALL": "C", "PYTHONIOENCODING": "utf-8"}):
        played = f27_process("simulate", VARIANT, "-n", "1000", "--play", "never_over", **environment)
        assert " % \u00b1 ".encode() in played.stdout
