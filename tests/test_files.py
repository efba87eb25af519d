"""Reading a variant: every way in which that can fail is a message with a code and a way out."""

import io
import os
import sys
from pathlib import Path

import pytest

from f27lang.diagnostics import Report
from f27lang.files import LARGEST_BYTES, MOST_LINES, beside, bundled, read
from f27lang.report.messages import render

GOOD = 'f27 1\n\nbanked game "small" {\n}\n'


def refused(variant: str, code: str) -> str:
    """Read what can't be read; return the message, which must have the code and a help."""
    report = Report()
    assert read(variant, report) is None
    (diagnostic,) = report
    assert diagnostic.code == code
    assert diagnostic.severity == "error"
    assert diagnostic.helps
    return render(diagnostic)


def text_of(variant: str) -> str:
    report = Report()
    source = read(variant, report)
    assert source is not None, [render(each) for each in report]
    return source.text


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def standard_input(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


def test_bundled_variants_are_those_of_the_folder() -> None:
    folder = Path(__file__).parent.parent / "variants"
    assert [(each.name, each.path) for each in bundled()] == [
        (path.stem, path) for path in sorted(folder.glob("*.f27"))
    ]


def test_a_bundled_name_is_shown_as_its_place_in_the_project(here: Path) -> None:
    source = read("21-24-27", Report())
    assert source is not None
    assert source.path == "variants/21-24-27.f27"


def test_a_path_is_shown_as_given(here: Path) -> None:
    (here / "small.f27").write_text(GOOD)
    source = read("./small.f27", Report())
    assert source is not None
    assert (source.path, source.text) == ("./small.f27", GOOD)


def test_a_file_wins_over_a_bundled_name_but_a_folder_does_not(here: Path) -> None:
    (here / "21-24-27").mkdir()
    assert "soft_stand" in text_of("21-24-27")
    (here / "21-24-27").rmdir()
    (here / "21-24-27").write_text(GOOD)
    assert text_of("21-24-27") == GOOD


def test_unknown_name_offers_the_nearest() -> None:
    assert "did you mean `21-24-27`?" in refused("21-24-28", "F0107")
    assert "the bundled variants are 21-24-27" in refused("zzz", "F0107")
    refused("", "F0107")


def test_missing_file_offers_a_neighbour(here: Path) -> None:
    (here / "riverside.f27").write_text(GOOD)
    assert "did you mean `riverside.f27`?" in refused("riversied.f27", "F0107")
    assert "f27 list" in refused("nowhere/riverside.f27", "F0107")


@pytest.mark.parametrize(
    "name", ["a" * 5000 + ".f27", "zero\0byte.f27", "new\nline.f27", "\x1b[31mred.f27", "\udcff.f27"]
)
def test_odd_names_are_shown_harmlessly(name: str) -> None:
    message = refused(name, "F0107")
    assert len(message) < 1000
    assert all(char.isprintable() or char == "\n" for char in message)
    assert message.count("\n") == 1


def test_a_directory(here: Path) -> None:
    (here / "games").mkdir()
    assert "is a directory" in refused("games", "F0107")


def test_an_empty_file(here: Path) -> None:
    (here / "empty.f27").write_text("\n  \n")
    assert "is empty" in refused("empty.f27", "F0107")


def test_no_permission(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "shut.f27").write_text(GOOD)

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    assert "can't be read: permission denied" in refused("shut.f27", "F0107")


def test_what_is_no_regular_file_is_never_opened(here: Path) -> None:
    os.mkfifo("pipe.f27")
    assert "is not a regular file" in refused("pipe.f27", "F0107")
    assert "is not a regular file" in refused("/dev/zero", "F0107")


def test_not_utf8_names_the_place(here: Path) -> None:
    (here / "latin.f27").write_bytes(b"f27 1\n# caf\xe9\n")
    message = refused("latin.f27", "F0108")
    assert "latin.f27:2:6" in message
    assert "0xe9" in message


def test_too_large(here: Path) -> None:
    (here / "large.f27").write_text("#" * (LARGEST_BYTES + 1))
    refused("large.f27", "F0105")
    (here / "large.f27").write_text("#" * LARGEST_BYTES)
    assert len(text_of("large.f27")) == LARGEST_BYTES


def test_too_many_lines(here: Path) -> None:
    (here / "long.f27").write_text("#\n" * MOST_LINES)
    assert text_of("long.f27").count("\n") == MOST_LINES
    (here / "long.f27").write_text("#\n" * MOST_LINES + "#")
    assert f"has {MOST_LINES + 1} lines" in refused("long.f27", "F0105")


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    standard_input(monkeypatch, GOOD.encode())
    assert text_of("-") == GOOD
    standard_input(monkeypatch, b"")
    refused("-", "F0107")
    standard_input(monkeypatch, b"y\n" * LARGEST_BYTES)
    refused("-", "F0105")
    monkeypatch.setattr(sys, "stdin", None)
    refused("-", "F0107")


def test_other_systems_line_ends_and_byte_order_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    standard_input(monkeypatch, b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert text_of("-") == GOOD


def test_beside_looks_in_the_files_own_folder_first(here: Path) -> None:
    (here / "finnish-27.f27").write_text(GOOD)
    (here / "child.f27").write_text(GOOD)
    child = read("child.f27", Report())
    shipped = read("21-24-27", Report())
    assert child is not None
    assert shipped is not None
    near, far = beside(child, "finnish-27", Report()), beside(shipped, "finnish-27", Report())
    assert near is not None
    assert near.text == GOOD
    assert far is not None
    assert far.path == "variants/finnish-27.f27"
    assert beside(child, "nothing-here", Report()) is None
