"""What is kept: listed with its maker, removed without harm to runs that go on, and nothing of anyone else's."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from f27lang import kept, lowered
from f27lang.build import CacheWarning, build
from f27lang.changes import Changes
from f27lang.cli.main import f27
from f27lang.compilers import find_compiler
from f27lang.simulate import simulate
from f27lang.simulate.checkpoint import Keeper, identity
from f27lang.syntax import load
from tests.handmade import GAMES, mimic
from tests.needs import needs_compiler

TEXT = "import cython\n\n# The rules of the probe (probe.f27) as tables, and\n\n\ndef twice(n):\n    return 2 * n\n"
OTHERS = "game-" + 32 * "0"  # a folder named as games are
GAME, PLAYER = GAMES["both up"], mimic(GAMES["both up"])


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache with one module, one grammar, one game, one checkpoint, and a file and a folder of someone else's."""
    folder = tmp_path_factory.mktemp("filled")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("F27_CACHE_DIR", str(folder))
        load.tables.cache_clear()
        load.tables()
        load.tables.cache_clear()
        build("probe", TEXT, flags=("-O0",))
        begun = lowered.begin("21-24-27", Changes(), "mimic_the_dealer")
        begun.lowering(begun.game, "mimic_the_dealer")
    of = identity(GAME, PLAYER, 1)
    keeper = Keeper(folder / "checkpoints" / of.name, of, len(GAME.outcomes), lasting=True)
    simulate(GAME, PLAYER, 1234, keeper=keeper, cache_dir=tmp_path_factory.mktemp("away"))
    (folder / "probe-of-mine").touch()
    (folder / OTHERS).mkdir()
    return folder


@pytest.fixture
def cache(filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the filled cache, which is in use."""
    shutil.copytree(filled, tmp_path, dirs_exist_ok=True)
    monkeypatch.setenv("F27_CACHE_DIR", str(tmp_path))
    return tmp_path


def run(*args: str) -> Result:
    return CliRunner().invoke(f27, ("cache", *args), standalone_mode=False)


@pytest.mark.long
@needs_compiler
def test_everything_is_listed_with_its_maker(cache: Path) -> None:
    compiler, _ = find_compiler()
    assert compiler is not None
    found = {entry["kind"]: entry for entry in json.loads(run("ls", "--json").stdout)["entries"]}
    assert set(found) == {"module", "grammar", "game", "checkpoint"}
    assert (found["module"]["of"], found["module"]["compiler"]) == ("the probe", compiler.words)
    assert found["checkpoint"]["of"] == "1,234 rounds"
    assert all(entry["bytes"] > 100 and entry["age_seconds"] < 600 for entry in found.values())
    lines = run().stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["checkpoint", "game", "grammar", "module", "4"]


@pytest.mark.long
@needs_compiler
def test_clean_leaves_checkpoints_and_what_is_not_ours(cache: Path) -> None:
    assert run("clean").stdout.startswith("removed 3 entries")
    left = sorted(path.name for path in cache.iterdir())
    assert left == ["checkpoints", OTHERS, "probe-of-mine"]
    assert run("clean", "--checkpoints").stdout.startswith("removed 1 entry")
    assert not list((cache / "checkpoints").iterdir())
    assert run("clean", "--checkpoints").stdout.startswith("removed 0 entries")


@pytest.mark.long
@needs_compiler
def test_a_module_in_use_goes_on_and_is_built_anew_when_wanted(cache: Path) -> None:
    code = f"""
import sys
from f27lang.build import build
module = build("probe", {TEXT!r}, flags=("-O0",)).module
print("loaded", flush=True)
sys.stdin.readline()
print(module.twice(21), build("probe", {TEXT!r}, flags=("-O0",)).module.twice(4))
"""
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "loaded\n"
        assert len(kept.clean(("module",))) == 1
        said, _ = other.communicate("go on\n", timeout=120)
    assert (other.returncode, said) == (0, "42 8\n")


@needs_compiler
def test_a_module_cleaned_between_building_and_loading_is_built_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from f27lang import build as building

    monkeypatch.setenv("F27_CACHE_DIR", str(tmp_path))
    publish = building._publish

    def publish_and_clean(name: str, work: Path, target: Path) -> None:
        publish(name, work, target)
        assert len(kept.clean(("module",))) == 1

    monkeypatch.setattr(building, "_publish", publish_and_clean)
    with pytest.warns(CacheWarning) as warned:
        built = build("probe", TEXT, flags=("-O0",))
    assert (built.module.twice(21), built.compiled, built.path) == (42, True, None)
    assert len(warned) == 1


@pytest.mark.long
@needs_compiler
def test_cleaners_and_builders_at_once_do_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("F27_CACHE_DIR", str(tmp_path))
    code = f'from f27lang.build import build; print(build("probe", {TEXT!r}, flags=("-O0",)).module.twice(21))'
    builders = [subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) for _ in range(2)]
    while any(builder.poll() is None for builder in builders):
        kept.clean(("module", "grammar"))
    assert [builder.communicate()[0] for builder in builders] == ["42\n", "42\n"]


def test_an_empty_cache_is_no_trouble(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("F27_CACHE_DIR", str(tmp_path / "nowhere"))
    assert run("ls").stdout == "0 entries, 0 B\n"
    assert run("clean").stdout == "removed 0 entries, 0 B\n"
    assert run("path").stdout == f"{tmp_path / 'nowhere'}\n"
    assert json.loads(run("path", "--json").stdout)["folders"] == [str(tmp_path / "nowhere")]
    assert not (tmp_path / "nowhere").exists()


def test_checkpoints_are_cleaned_only_by_clean() -> None:
    assert run("ls", "--checkpoints").exit_code != 0
