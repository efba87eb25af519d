"""What a shell may complete: the words typed so far -> what bash is told."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from f27lang.cli.main import f27
from f27lang.codes import CODES


def completion(*words: str) -> dict[str, str]:
    """Return the environment in which bash asks what the last word may become."""
    asked = {"_F27_COMPLETE": "bash_complete", "COMP_WORDS": " ".join(("f27", *words)), "COMP_CWORD": str(len(words))}
    return {**os.environ, **asked}


def complete(*words: str, begun: str = "") -> list[str]:
    command = [sys.executable, "-m", "f27lang"]
    environment = completion(*words, begun)
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=True)
    assert not done.stderr
    return [line.partition(",")[2] for line in done.stdout.splitlines() if line]


def test_a_shell_completes_commands_variants_and_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "21-mine.f27").touch()
    (tmp_path / "notes.txt").touch()
    assert complete(begun="si") == ["simulate"]
    assert complete("edge", begun="2") == ["21-24-27", "21-mine.f27"]


@pytest.mark.long
def test_a_shell_completes_strategies_and_settings_of_the_variant() -> None:
    assert complete("simulate", "21-24-27", "--play", begun="mi") == ["mimic_the_dealer"]
    assert complete("edge", "21-24-27", "--set", begun="h") == ["hands_a_shoe=", "hard_stand="]
    assert complete("edge", "21-24-27", "--with", begun="") == ["forced_moves"]
    assert complete("edge", "no-such-game", "--with", begun="") == []


@pytest.mark.long
def test_a_shell_completes_ways_to_play_and_wagers() -> None:
    strategies = ["mimic_the_dealer", "never_over"]
    assert complete("edge", "21-24-27", "--play") == ["best", "chart", *strategies]
    assert complete("explain", "21-24-27", "--hand", "'7 8'", "--play") == ["chart", *strategies]
    assert complete("edge", "21-24-27", "--wager") == ["game"]
    assert complete("simulate", "--wager", "=", begun="g") == []
    assert complete("simulate", "21-24-27", "--wager", "=", begun="g") == ["game"]


@pytest.mark.long
def test_a_shell_completes_the_arms_of_a_choice() -> None:
    assert complete("edge", "poker-like", "--set", begun="hole")[0] == "hole_card=unseen"
    assert complete("edge", "poker-like", "--set", "hole_card", begun="=") == ["unseen", "peek"]
    assert complete("edge", "poker-like", "--set", "hole_card", "=", begun="p") == ["peek"]


def test_a_shell_completes_codes_that_are_begun() -> None:
    assert complete("explain", begun="F070") == [code for code in CODES if code.startswith("F070")]
    assert not set(complete("explain")) & set(CODES)


@pytest.mark.parametrize(
    "words", [("check", "21"), ("fmt", "no-such"), ("new", "mine", "--from", "21"), ("compile", "21")]
)
def test_a_shell_completes_files_where_files_are_taken(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "no-such.f27").touch()
    assert complete(*words[:-1], begun=words[-1]) == ["no-such.f27" if words[0] == "fmt" else "21-24-27"]


def test_a_shell_that_does_not_wait_for_a_completion_hears_nothing() -> None:
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "f27lang"]
    done = subprocess.run(command, env=completion("si"), stdout=write, stderr=subprocess.PIPE, timeout=60, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_puts_in_what_is_offered(tmp_path: Path) -> None:
    command = tmp_path / "f27"
    command.write_text(f"#!/bin/sh\nexec {sys.executable} -m f27lang\n")
    command.chmod(0o755)
    script = """
    eval "$(_F27_COMPLETE=bash_source f27)"
    COMP_WORDS=(f27 edge poker-like --set hole_card = u) COMP_CWORD=6
    _f27_completion f27
    printf '%s\\n' "${COMPREPLY[@]}"
    """
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", script], env={**os.environ, "PATH": path}, capture_output=True, text=True, timeout=60, check=True
    )
    assert (done.stdout, done.stderr) == ("unseen\n", "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_help_tells_how_to_complete(shell: str) -> None:
    assert f"_F27_COMPLETE={shell}_source f27" in CliRunner().invoke(f27, ["--help"]).stdout
