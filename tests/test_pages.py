"""Every diagnostic code has a page, its example gives that very code, and what the page mends checks without it."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from f27lang import pipeline
from f27lang.cli.main import f27
from f27lang.codes import CODES
from f27lang.pages import as_text, codes, page
from tests.families import mostly_long

BLOCK = re.compile(r"```(?P<kind>\w+)\n(?P<text>.*?)```", re.DOTALL)
# What no example can show, as it is a fault of ours or of the machine; `test_faults` brings them about.
NO_EXAMPLE = {"F0901", "F0903"}
# What the example is about is not built yet, and said so beside it.
ALSO_UNBUILT = {"F0406", "F0605"}


def blocks(code: str) -> list[tuple[str, str]]:
    return [(match["kind"], match["text"]) for match in BLOCK.finditer(page(code))]


def explain(*args: str) -> Result:
    return CliRunner().invoke(f27, ["explain", *args])


def told(kind: str, text: str, folder: Path) -> tuple[list[str], bool]:
    """Return the codes that a block of a page gives, and whether anything is an error."""
    if kind == "f27":
        (folder / "my-game.f27").write_text(text, "utf-8")
        report = pipeline.front(str(folder / "my-game.f27")).report
        return [diagnostic.code for diagnostic in report], report.failed
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    command = text.removeprefix("$ ")
    done = subprocess.run(command, shell=True, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return re.findall(r"^(?:error|warning)\[(F\d{4})\]", done.stdout + done.stderr, re.MULTILINE), done.returncode != 0


def test_pages_and_codes_belong_together() -> None:
    assert set(codes()) == set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_a_page_tells_what_why_and_the_way_out(code: str) -> None:
    text = page(code)
    what, _, way_out = text.partition("\n## The way out\n\n")
    assert what.startswith(f"# {code}: {CODES[code]}\n\n")
    assert len(what.split()) > 15 and way_out.strip()
    assert text.endswith("\n") and not text.endswith("\n\n")
    assert all(len(line) <= 100 for line in BLOCK.sub("", text).splitlines())
    assert len(blocks(code)) == (0 if code in NO_EXAMPLE else 2)


@pytest.mark.parametrize("code", mostly_long(sorted(set(CODES) - NO_EXAMPLE), set(CODES) - {"F0904", "F0905"}))
def test_the_example_gives_the_code_and_the_mend_does_not(code: str, tmp_path: Path) -> None:
    (wrong, right) = blocks(code)
    unbuilt = {"F0106"} if code in ALSO_UNBUILT else set()
    found, failed = told(*wrong, tmp_path)
    assert set(found) == {code} | unbuilt
    assert failed or code in {"F0210", "F0211", "F0212", "F0303", "F0314", "F0402", "F0405", "F0408", "F0603"}
    found, failed = told(*right, tmp_path)
    assert (set(found), failed) == (unbuilt, bool(unbuilt))


@pytest.mark.parametrize(
    ("code", "fault"),
    [("F0901", ZeroDivisionError()), ("F0903", PermissionError(13, "denied")), ("F0903", MemoryError())],
)
def test_faults(code: str, fault: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise fault

    monkeypatch.setattr(pipeline, "front", fails)
    assert f"error[{code}]" in CliRunner().invoke(f27, ["check", "21-24-27"]).stderr


@pytest.mark.parametrize("typed", ["F0401", "f0401"])
def test_explain_prints_the_page(typed: str) -> None:
    said = explain(typed).stdout
    assert said.startswith("# F0401: two laws that fit one hand and disagree\n\nThe lines of a turn are laws,")
    assert "## Wrong\n\n    f27 1\n\n    banked game" in said
    assert said.endswith("\n      }\n    }\n")


@pytest.mark.parametrize("code", CODES)
def test_a_page_on_a_terminal_says_the_same_without_fences(code: str) -> None:
    said = as_text(code)
    assert "```" not in said
    assert said.split() == re.sub("^```.*$", "", page(code), flags=re.MULTILINE).split()
    assert all(len(line) <= 80 for line in said.splitlines() if not line.startswith("    "))


def test_explain_in_json() -> None:
    import json

    answer = json.loads(explain("F0401", "--json").stdout)
    assert answer == {"schema": "f27.explain/1", "code": "F0401", "title": CODES["F0401"], "page": page("F0401")}


def test_an_unknown_code_is_a_usage_error() -> None:
    result = explain("F0999")
    assert result.exit_code == 2
    assert "There is no code F0999; the codes run from F0101 to F0905." in result.stderr


@pytest.mark.parametrize("typed", ["F401", "f401", "F40", "F4"])
def test_a_code_that_lacks_a_figure_is_told(typed: str) -> None:
    result = explain(typed)
    assert result.exit_code == 2
    assert f"There is no code {typed.upper()}: did you mean F0401?" in result.stderr


def test_messages_lead_to_pages() -> None:
    """What `check` prints in brackets is what `explain` takes."""
    golden = (Path(__file__).parent / "bad" / "typo.txt").read_text("utf-8")
    found = re.match(r"error\[(F\d{4})\]", golden)
    assert found and explain(found[1]).exit_code == 0


def test_pages_are_installed() -> None:
    setuptools = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text("utf-8"))["tool"][
        "setuptools"
    ]
    assert "f27lang.pages" in setuptools["packages"]
    assert setuptools["package-data"]["f27lang.pages"] == ["*.md"]
