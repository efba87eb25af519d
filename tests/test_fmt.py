"""The formatter moves blanks and line ends only: same file, stable, no comment lost. `f27 fmt` writes in one step."""

import json
import os
import random
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from resolving import CORPUS, parsed

from f27lang.cli.main import f27
from f27lang.diagnostics import Report
from f27lang.source import SourceFile
from f27lang.syntax import format as formatter
from f27lang.syntax.format import FormatterFault, format_source

UGLY = """\

# above
f27 1   # edition
banked game "x   y"extends "21-24-27"{#behind
\tparam low:points=13/2 in 1/2 .. 20
param points: points = 1 in 1..5


  dealer {

      # inside
stands on hard low .. points with 3 .. cards
      stands   on soft 25 ..
    hits on total   .. 14 with .. 4 cards
    hits on distance to 7 .. 1

    otherwise hits
    # last
  }
  settle {
    at once:player bust->dealer wins
  }
  wager game : $10 .. $500 {
    pays 3:2 less 5% on player wins with A 2 .. 3
    loses 1 / 2 on surrender
  }
  option one "two": off , over three {
  }
  play {
    repeat {
      draw
    }   until nobody draws
  }
}   # end"""
NEAT = """\
# above
f27 1  # edition

banked game "x   y" extends "21-24-27" {  #behind
  param low: points = 13/2 in 1/2..20
  param points: points = 1 in 1..5

  dealer {
    # inside
    stands on hard low..points with 3.. cards
    stands on soft 25..
    hits on total ..14 with ..4 cards
    hits on distance to 7 ..1

    otherwise hits
    # last
  }
  settle {
    at once: player bust -> dealer wins
  }
  wager game: $10..$500 {
    pays 3:2 less 5% on player wins with A
    loses 1/2 on surrender
  }
  option one "two": off, over three {
  }
  play {
    repeat {
      draw
    } until nobody draws
  }
}  # end
"""
UGLY = UGLY.replace("with A 2 .. 3", "with A")


def formatted(text: str) -> str:
    report = Report()
    found = format_source(SourceFile("-", text), report)
    assert found is not None, list(report)
    return found


def run(*args: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(f27, ["fmt", *args], input=stdin, standalone_mode=False)


def code(*args: str, stdin: str | None = None) -> int:
    returned: int = run(*args, stdin=stdin).return_value
    return returned


@pytest.fixture
def ugly(tmp_path: Path) -> Path:
    path = tmp_path / "ugly.f27"
    path.write_text(UGLY, "utf-8")
    return path


def test_layout() -> None:
    assert formatted(UGLY) == NEAT


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_bundled_and_good_variants_are_laid_out(path: Path) -> None:
    assert code("--check", str(path)) == 0


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_any_layout_comes_to_the_same(path: Path) -> None:
    """Blanks, tabs, empty lines and indents are shaken; the text comes out as it was, but for empty lines."""
    text = path.read_text("utf-8")
    shake = random.Random(path.stem)
    blank = lambda _: shake.choice([" ", "  ", "\t", " \t "])
    lines = []
    for line in text.splitlines():
        code, quote, rest = line.strip().partition('"')
        code, sign, comment = code.partition("#") if not quote else (code, quote, rest)
        lines += [""] * shake.choice([0, 0, 1, 3])
        lines.append(shake.choice(["", "\t", "       "]) + re.sub(" ", blank, code) + sign + comment)
    shaken = shake.choice(["\n", "\r\n"]).join(lines)
    assert shaken != text
    bare = lambda text: [line for line in text.splitlines() if line]
    assert bare(formatted(shaken)) == bare(text)
    assert parsed(formatted(shaken)) == parsed(text)


def test_the_formatter_checks_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    laid_out = formatter._laid_out
    source = SourceFile("-", NEAT)
    for spoil, told in (
        (lambda lines: laid_out(lines).replace("25..", "26.."), "means something else"),
        (lambda lines: laid_out(lines) + "\n" * len(lines), "not stable"),
        (lambda lines: laid_out(lines).replace("# last", ""), "lacks a comment"),
    ):
        monkeypatch.setattr(formatter, "_laid_out", spoil)
        with pytest.raises(FormatterFault, match=told):
            format_source(source, Report())


def test_files_are_rewritten_and_told(ugly: Path) -> None:
    ugly.chmod(0o640)
    result = run(str(ugly))
    assert (result.return_value, result.stdout) == (0, f"{ugly}: laid out anew\n")
    assert ugly.read_text("utf-8") == NEAT
    assert ugly.stat().st_mode & 0o777 == 0o640
    assert [path.name for path in ugly.parent.iterdir()] == ["ugly.f27"]
    before = ugly.stat().st_mtime_ns
    assert run(str(ugly)).stdout == ""
    assert ugly.stat().st_mtime_ns == before


def test_line_ends_and_links_stay(ugly: Path) -> None:
    ugly.write_bytes(UGLY.replace("\n", "\r\n").encode())
    link = ugly.with_name("link.f27")
    link.symlink_to(ugly)
    assert code(str(link)) == 0
    assert link.is_symlink()
    assert ugly.read_bytes() == NEAT.replace("\n", "\r\n").encode()


def test_check_writes_nothing(ugly: Path) -> None:
    result = run("--check", str(ugly))
    assert (result.return_value, result.stdout) == (1, f"{ugly}: would be laid out anew\n")
    assert ugly.read_text("utf-8") == UGLY


def test_diff_writes_nothing(ugly: Path) -> None:
    result = run("--diff", str(ugly))
    assert result.return_value == 0
    assert "\n-    hits on distance to 7 .. 1\n" in result.stdout
    assert "\n+    hits on distance to 7 ..1\n" in result.stdout
    assert ugly.read_text("utf-8") == UGLY
    assert code("--diff", "--check", str(ugly)) == 1


def test_diff_of_a_last_line_without_an_end(ugly: Path) -> None:
    neat = NEAT.removesuffix("\n")
    ugly.write_text(neat, "utf-8")
    lines = run("--diff", str(ugly)).stdout.splitlines()
    last = neat.splitlines()[-1]
    assert lines[-3:] == [f"-{last}", "\\ No newline at end of file", f"+{last}"]


def test_standard_input() -> None:
    assert run("-", stdin=UGLY).stdout == NEAT
    assert run("-", stdin=NEAT).stdout == NEAT
    assert (code("--check", "-", stdin=UGLY), code("--check", "-", stdin=NEAT)) == (1, 0)


def test_json(ugly: Path) -> None:
    answer = json.loads(run("--check", "--json", str(ugly)).stdout)
    assert answer == {
        "schema": "f27.fmt/1",
        "files": [{"file": str(ugly), "differs": True, "text": NEAT, "diagnostics": []}],
    }


def test_a_wrong_file_does_not_keep_the_others_from_it(ugly: Path) -> None:
    wrong = ugly.with_name("wrong.f27")
    wrong.write_text("f27 1\nbanked gmae {\n", "utf-8")
    result = run(str(wrong), str(ugly))
    assert result.return_value == 1
    assert "error[F0101]: `gmae` can't stand here" in result.stderr
    assert ugly.read_text("utf-8") == NEAT
    assert wrong.read_text("utf-8") == "f27 1\nbanked gmae {\n"


def test_bundled_variants_are_not_rewritten() -> None:
    result = run("21-24-27")
    assert result.return_value == 1
    assert "error[F0107]: `21-24-27` is a bundled variant, not a file" in result.stderr


def test_a_failed_rewrite_leaves_the_file(ugly: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, "fsync", fails)
    result = run(str(ugly))
    assert "error[F0903]" in result.stderr
    assert ugly.read_text("utf-8") == UGLY
    assert [path.name for path in ugly.parent.iterdir()] == ["ugly.f27"]


def test_hooks_name_commands() -> None:
    text = (Path(__file__).parent.parent / ".pre-commit-hooks.yaml").read_text("utf-8")
    assert re.findall(r"entry: f27 (\w+)", text) == ["check", "fmt"]
    assert "".join(text.split("\n- ")).count("language: python") == 2
