"""A game that was played by a strategy before is not checked and lowered again, while all it came from is the same."""

from __future__ import annotations

import os
import pickle
import shutil
from pathlib import Path

import pytest
from attrs import evolve

from f27lang import kept, lowered, pipeline, program
from f27lang.changes import Changes
from f27lang.diagnostics import VariantError

UNCHANGED = Changes()
STRATEGY = "mimic_the_dealer"
CHILD = 'f27 1\nbanked game "child" extends "parent" {\n}\n'


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("F27_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def child(tmp_path: Path) -> Path:
    """A game of one's own that extends one beside it."""
    text = (Path(__file__).parents[1] / "variants" / "21-24-27.f27").read_text(encoding="utf-8")
    (tmp_path / "parent.f27").write_text(text.replace('banked game "21-24-27"', 'banked game "parent"'), "utf-8")
    (tmp_path / "child.f27").write_text(CHILD, "utf-8")
    return tmp_path / "child.f27"


def begun(variant: object, changes: Changes = UNCHANGED) -> lowered.Lowered:
    found = lowered.begin(str(variant), changes, STRATEGY)
    return found.lowering(found.game, STRATEGY)


def unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    def again(*_: object) -> None:
        raise AssertionError("checked again")

    monkeypatch.setattr(pipeline, "playable", again)


def test_what_is_kept_is_what_was_made(child: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, warnings = pipeline.playable(str(child))
    first = begun(child)
    assert first == lowered.lowered(game, STRATEGY)
    unchecked(monkeypatch)
    again = lowered.begin(str(child), Changes(), STRATEGY)
    assert again.lowering(again.game, STRATEGY) == first
    assert evolve(again.game, files=()) == evolve(game, files=())
    assert list(again.warnings) == list(warnings)
    assert [source.text for source in again.game.files] == [source.text for source in game.files]


def test_another_question_is_another_entry(cache: Path) -> None:
    plain = begun("21-24-27")
    assert begun("21-24-27", Changes(set_=(("decks", "2"),))).tables.shoe * 3 == plain.tables.shoe
    assert begun("21-24-27") == plain
    assert len(list(cache.glob("game-*"))) == 2


@pytest.mark.parametrize("changed", ["child", "parent"])
def test_a_changed_text_is_read(child: Path, changed: str) -> None:
    begun(child)
    file = child.with_name(f"{changed}.f27")
    file.write_text(file.read_text("utf-8").replace(f'"{changed}"', f'"{changed}" "once more"', 1), "utf-8")
    with pytest.raises(VariantError):
        begun(child)


def test_a_parent_that_came_between_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "mine.f27"
    path.write_text('f27 1\nbanked game "mine" extends "21-24-27" {\n}\n', "utf-8")
    begun(path)
    shutil.copy(path, tmp_path / "21-24-27.f27")
    with pytest.raises(VariantError, match="two games"):
        begun(path)


def test_a_program_that_was_edited_lowers_again(child: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(child)
    monkeypatch.setattr(program, "stamp", lambda: "edited")
    unchecked(monkeypatch)
    with pytest.raises(AssertionError, match="checked again"):
        begun(child)


@pytest.mark.parametrize("stored", [b"", b"nonsense", b"\0" * 32 + b"no digest\n" + pickle.dumps(())])
def test_a_damaged_entry_is_made_again(cache: Path, child: Path, stored: bytes) -> None:
    found = begun(child)
    (entry,) = cache.glob("game-*")
    whole = entry.read_bytes()
    entry.write_bytes(stored)
    assert begun(child) == found
    assert entry.read_bytes()[32:] == whole[32:]


def test_the_oldest_entries_go(cache: Path, child: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lowered, "MOST_KEPT", 2)
    for decks in "123":
        begun(child, Changes(set_=(("decks", decks),)))
    assert [thing.about for thing in kept.everything() if thing.kind == "game"] == [f"child by {STRATEGY}"] * 2


@pytest.mark.skipif(os.name != "posix", reason="needs pipes")
def test_what_others_keep_there_stays(cache: Path, child: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lowered, "MOST_KEPT", 1)
    others = (cache / "game-notes.txt", cache / f"game-{32 * '0'}", cache / f"game-{32 * '1'}")
    others[0].parent.mkdir(exist_ok=True)
    others[0].touch()
    others[1].mkdir()
    os.mkfifo(others[2])
    for path in others:
        os.utime(path, (1, 1))
    for decks in "12":
        begun(child, Changes(set_=(("decks", decks),)))
    assert [thing.about for thing in kept.everything() if thing.kind == "game"] == [f"child by {STRATEGY}"]
    assert all(path.exists() for path in others)


def test_charts_and_standard_input_keep_nothing(cache: Path) -> None:
    assert lowered.begin("21-24-27", UNCHANGED, "chart").game.name == "21-24-27"
    assert not list(cache.glob("game-*"))
