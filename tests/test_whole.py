"""A file that can't be written to its end stays as it was, whatever writes it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from f27lang.cli.main import f27
from f27lang.whole import write_whole

OUTPUTS = {
    "chart.csv": ["strategy", "mine.f27", "--shoe", "endless", "-o", "chart.csv"],
    "friday.f27": ["new", "friday", "--from", "mine.f27", "--force"],
    "compiled/mine.py": ["compile", "mine.f27", "--write"],
    "mine.f27": ["fmt", "mine.f27"],
}
MINE = 'f27 1\nbanked game "mine" extends "21-24-27" {\nset decks = 2\n}\n'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.f27").write_text(MINE)
    (tmp_path / "compiled").mkdir()
    return tmp_path


def run(*args: str) -> Result:
    return CliRunner().invoke(f27, args, standalone_mode=False)


def full(*_: object) -> None:
    raise OSError(28, os.strerror(28))


def everything(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("name", OUTPUTS)
@pytest.mark.parametrize("there", [True, False])
def test_a_full_disk_leaves_all_as_it_was(
    name: str, there: bool, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if there and name != "mine.f27":
        (folder / name).write_text("dear to me")
    before = everything(folder)
    monkeypatch.setattr(os, "fsync", full)
    result = run(*OUTPUTS[name])
    assert result.return_value == 1
    assert f"error[F0903]: the system refused `{name}`: No space left" in result.stderr
    assert everything(folder) == before


@pytest.mark.parametrize("name", OUTPUTS)
def test_what_is_written_keeps_its_permissions(name: str, folder: Path) -> None:
    path = folder / name
    if name != "mine.f27":
        path.write_text("old")
    path.chmod(0o640)
    before = path.read_text()
    assert not run(*OUTPUTS[name]).return_value
    assert path.stat().st_mode & 0o777 == 0o640
    assert path.read_text() != before


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit")
def test_a_disk_that_fills_while_a_file_is_written(folder: Path) -> None:
    """The limit is the system's own: the writing begins and breaks off."""
    (folder / "chart").write_text("dear to me")
    program = (
        "import resource; from pathlib import Path; from f27lang.whole import write_whole\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "write_whole(Path('chart'), bytes(100_000))\n"
    )
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert "'chart'" in done.stderr.splitlines()[-1]
    assert (folder / "chart").read_text() == "dear to me"
    assert sorted(path.name for path in folder.iterdir()) == ["chart", "compiled", "mine.f27"]


def test_links_stay_links(folder: Path) -> None:
    (folder / "real").write_text("old")
    (folder / "link").symlink_to("real")
    write_whole(Path("link"), b"new")
    assert (folder / "link").is_symlink()
    assert (folder / "real").read_text() == "new"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
def test_a_pipe_stays_a_pipe(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    reader = os.open(folder / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    write_whole(Path("pipe"), b"chart")
    assert os.read(reader, 100) == b"chart"
    os.close(reader)
    assert (folder / "pipe").is_fifo()
