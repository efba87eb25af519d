"""Every file in bad/ gives exactly the messages beside it; every code has such a file."""

import re
from pathlib import Path

import pytest

from f27lang.changes import Changes
from f27lang.codes import CODES
from f27lang.pipeline import front
from f27lang.report.messages import render

BAD = Path(__file__).parent / "bad"
FILES = sorted(BAD.glob("*.f27"))
SETTINGS = re.compile(rb"# f27: (.+)")
# What no checked file can show: that it can't be read, is asked to be played, or that we or the machine failed.
NOT_IN_A_FILE = {"F0107", "F0209", "F0901", "F0902", "F0903", "F0904", "F0905"}


def settings(text: bytes) -> Changes:
    """Return what a first line such as `# f27: @house --with x --set a=b` asks for."""
    line = SETTINGS.match(text)
    words = line[1].decode().split() if line else []
    house = words.pop(0)[1:] if words and words[0].startswith("@") else None
    given: dict[str, list[str]] = {"--with": [], "--without": [], "--set": []}
    for switch, value in zip(words[::2], words[1::2], strict=True):
        given[switch].append(value)
    set_ = tuple((name, value) for name, _, value in (pair.partition("=") for pair in given["--set"]))
    return Changes(house=house, with_=tuple(given["--with"]), without=tuple(given["--without"]), set_=set_)


def told(path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(path.parent)
    report = front(path.name, settings(path.read_bytes())).report
    return "\n\n".join(render(diagnostic) for diagnostic in report) + "\n"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_messages(path: Path, bless: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    golden = path.with_suffix(".txt")
    found = told(path, monkeypatch)
    assert re.match(r"(error|warning)\[F\d{4}\]: ", found), "a bad file gives a message"
    if bless:
        golden.write_text(found, "utf-8")
    assert found == golden.read_text("utf-8")


def test_goldens_belong_to_files() -> None:
    assert {path.stem for path in BAD.glob("*.txt")} == {path.stem for path in FILES}


@pytest.mark.parametrize("code", sorted(set(CODES) - NOT_IN_A_FILE))
def test_every_code_has_a_file(code: str) -> None:
    assert any(f"[{code}]" in path.with_suffix(".txt").read_text("utf-8") for path in FILES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_message_has_a_way_out(path: Path) -> None:
    """Only where the text can't be read the list of what could stand there may be all the help that there is."""
    golden = path.with_suffix(".txt").read_text("utf-8")
    for told in re.split(r"\n\n(?=error|warning)", golden):
        assert " = help: " in told or "[F0101]" in told, told
