"""What the README shows is what happens: its commands run and their output is compared."""

from pathlib import Path

import pytest

from f27lang import pipeline
from f27lang.cli.main import COMMANDS
from tests import consoles

ONE_STORE = True

README = consoles.ROOT / "README.md"


DEAR = ("f27 count", "f27 simulate", "f27 verify", "f27 diff", "f27 sweep", "f27 edge poker-like")


def text() -> str:
    return README.read_text("utf-8")


COMMANDS_SHOWN = {
    command: printed for block in consoles.blocks(text(), "console") for command, printed in consoles.shown(block)
}


@pytest.mark.parametrize("command", [command for command in COMMANDS_SHOWN if not command.startswith(DEAR)])
def test_a_command_prints_what_is_shown(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    now = consoles.Session(consoles.ROOT).page(f"```console\n$ {command}\n```\n")
    assert now == f"```console\n$ {command}\n{COMMANDS_SHOWN[command].rstrip()}\n```\n"


@pytest.mark.long
def test_what_it_shows_is_what_happens(bless: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    consoles.hold(README, consoles.ROOT, bless, monkeypatch)


def test_dear_commands_are_shown() -> None:
    assert all(any(command.startswith(dear) for command in COMMANDS_SHOWN) for dear in DEAR)


def test_variants_have_nothing_wrong(tmp_path: Path) -> None:
    for number, block in enumerate(consoles.blocks(text(), "f27")):
        path = tmp_path / f"shown-{number}.f27"
        path.write_text(block, "utf-8")
        report = pipeline.front(str(path)).report
        assert not report.diagnostics


def test_every_command_and_exit_code_is_named() -> None:
    assert all(f"f27 {command}" in text() for command in COMMANDS)
    assert all(f"| {number} |" in text() for number in (0, 1, 2, 3, 4, 5, 130))
