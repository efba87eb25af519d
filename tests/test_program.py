"""Which program this is: told by its texts, which are read where a file has changed since they were read last."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import f27lang
from f27lang import program
from f27lang.store.engine import engine


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A small program, and an empty cache."""
    home = tmp_path / "program"
    (home / "cli").mkdir(parents=True)
    (home / "solve.py").write_text("1")
    (home / "cli" / "edge.py").write_text("1")
    monkeypatch.setenv("F27_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(program, "_HOME", home)
    begun()
    yield home
    begun()


def begun() -> None:
    """Forget what was found, as a new process does."""
    program.stamp.cache_clear()
    program.digest.cache_clear()


def told() -> tuple[str, str]:
    begun()
    return program.stamp(), program.digest()


def test_an_edit_makes_another_program(home: Path) -> None:
    before = told()
    (home / "solve.py").write_text("12")
    assert all(one != other for one, other in zip(before, told(), strict=True))


def test_no_answer_depends_on_the_front(home: Path) -> None:
    stamp, digest = told()
    (home / "cli" / "edge.py").write_text("12")
    now = told()
    assert (now[0] != stamp, now[1]) == (True, digest)


def test_what_is_touched_is_the_same_program(home: Path) -> None:
    stamp, digest = told()
    os.utime(home / "solve.py", ns=(1, 1))
    now = told()
    assert (now[0] != stamp, now[1]) == (True, digest)


def test_texts_are_read_once(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = told()
    monkeypatch.setattr(program, "digest_of", lambda home: pytest.fail("read again"))
    assert told() == before


@pytest.mark.parametrize("damage", [b"", b"nonsense", b"\xff", b"a b c", None])
def test_a_damaged_digest_is_made_again(home: Path, damage: bytes | None) -> None:
    before = told()
    (kept,) = (home.parent / "cache").iterdir()
    whole = kept.read_bytes()
    stamp, digest, check = whole.split()
    kept.write_bytes(b" ".join((stamp, digest[::-1], check)) if damage is None else damage)
    assert told() == before
    assert kept.read_bytes() == whole


def test_a_file_as_large_as_a_disk_is_not_read(home: Path) -> None:
    before = told()
    (kept,) = (home.parent / "cache").iterdir()
    assert program.KEPT.fullmatch(kept.name)
    os.truncate(kept, 1 << 34)
    assert told() == before
    assert kept.stat().st_size == 195


def test_a_cache_that_can_not_be_written_is_no_trouble(home: Path) -> None:
    before = told()
    (home.parent / "file").touch()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("F27_CACHE_DIR", str(home.parent / "file"))
        assert told() == before


def test_an_engine_is_named_by_its_version_and_its_text() -> None:
    assert engine() == f"{f27lang.__version__}+{program.digest()[:16]}"
    assert program.digest() == program.digest_of(Path(f27lang.__file__).parent)
