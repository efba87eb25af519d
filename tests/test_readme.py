"""What the README shows is what happens: its commands run and their output is compared."""

from pathlib import Path

import pytest

from f27lang import pipeline
from f27lang.cli.main import COMMANDS
from tests import consoles

README = consoles.ROOT / "README.md"


def text() -> str:
    return README.read_text("utf-8")


def test_what_it_shows_is_what_happens(bless: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    consoles.hold(README, consoles.ROOT, bless, monkeypatch)


def test_variants_have_nothing_wrong(tmp_path: Path) -> None:
    for number, block in enumerate(consoles.blocks(text(), "f27")):
        path = tmp_path / f"shown-{number}.f27"
        path.write_text(block, "utf-8")
        report = pipeline.front(str(path)).report
        assert not report.diagnostics


def test_every_command_and_exit_code_is_named() -> None:
    assert all(f"f27 {command}" in text() for command in COMMANDS)
    assert all(f"| {number} |" in text() for number in (0, 1, 2, 3, 4, 5, 130))
