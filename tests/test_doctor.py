"""What is said of the machine: versions, what is missing, the way out."""

from __future__ import annotations

import json
import platform
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from f27lang import machine
from f27lang.cli.main import f27
from f27lang.files import bundled
from tests.needs import needs_compiler


def run(*args: str) -> Result:
    return CliRunner().invoke(f27, args, standalone_mode=False)


def code(result: Result) -> int:
    return result.return_value if isinstance(result.return_value, int) else result.exit_code


@needs_compiler
def test_a_machine_that_has_everything() -> None:
    result = run("doctor")
    assert code(result) == 0
    lines = result.stdout.splitlines()
    assert lines[-1] == "exact values and simulations work"
    said = dict(line[8:].split(maxsplit=1) for line in lines[:-1] if not line.startswith(" "))
    names = ", ".join(entry.name for entry in bundled())
    assert platform.python_version() in said["python"]
    assert "two lines compiled in" in " ".join(result.stdout.split())
    assert "217 words" in said["grammar"]
    assert f"variants {names} " in " ".join(result.stdout.split())


def test_without_a_compiler_it_works_slowly_and_the_way_out_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("F27_NO_COMPILER", "1")
    result = run("doctor")
    assert code(result) == 0
    assert "missing compiler    F27_NO_COMPILER is set" in result.stdout
    assert "pip install 'f27lang[zig]'" in result.stdout
    assert result.stdout.splitlines()[-1] == "exact values and simulations work, slowly: as plain Python"


def test_a_compiler_that_fails_exits_with_3(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = tmp_path / "cc"
    wrong.write_text('#!/bin/sh\n[ "$1" = --version ] && exec echo wrong 1.0\necho "no such register" >&2\nexit 1\n')
    wrong.chmod(0o755)
    monkeypatch.setenv("CC", str(wrong))
    monkeypatch.delenv("F27_NO_COMPILER", raising=False)
    result = run("doctor", "--json")
    assert code(result) == 3
    found = json.loads(result.stdout)
    broken = [finding for finding in found["findings"] if not finding["fine"]]
    assert found["works"] is False
    assert [finding["name"] for finding in broken] == ["compiler"]
    assert "no such register" in broken[0]["found"]
    assert "F27_NO_COMPILER=1" in broken[0]["help"]


def test_a_missing_library_exits_with_1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("F27_NO_COMPILER", "1")
    monkeypatch.setattr(machine, "LIBRARIES", ("click", "no-such-library"))
    result = run("doctor")
    assert code(result) == 1
    assert "no-such-library is missing" in result.stdout
    assert "pip install no-such-library" in result.stdout


def test_a_cache_that_cannot_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("F27_CACHE_DIR", str(tmp_path / "file" / "cache"))
    monkeypatch.setenv("F27_NO_COMPILER", "1")
    result = run("doctor")
    assert code(result) == 0
    assert "can't be written or has no room, so every run compiles anew" in result.stdout


def test_a_check_that_breaks_has_found_something(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("F27_NO_COMPILER", "1")

    def broken() -> None:
        raise RuntimeError("of the machine")

    monkeypatch.setattr(machine, "bundled", broken)
    result = run("doctor")
    assert code(result) == 1
    assert "BROKEN  variants    RuntimeError: of the machine" in result.stdout


def test_version_tells_python_and_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("F27_NO_COMPILER", "1")
    said = run("--version").stdout
    assert said.startswith("f27lang ")
    assert f"{platform.python_implementation()} {platform.python_version()}" in said
    assert said.endswith("F27_NO_COMPILER is set\n")
