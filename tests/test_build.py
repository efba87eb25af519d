"""The build cache: one compile for one text, and nothing that a crash, a race or a bad disk can break."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from f27lang.build import Built, CacheWarning, build, cache_places
from f27lang.compilers import CompilerFailed, find_compiler
from tests.families import mostly_long
from tests.needs import needs_compiler

TEXT = '''
import cython


@cython.ccall
def twice(n: cython.longlong) -> cython.longlong:
    """Return twice n."""
    return 2 * n
'''
QUICK = ("-O0",)
BUILD = f"""
import sys
from pathlib import Path
from f27lang.build import build
built = build("probe", {TEXT!r}, flags={QUICK!r}, cache_dir=Path(sys.argv[1]))
print(built.module.twice(21), built.compiled, built.path)
"""


def probe(cache: Path, flags: tuple[str, ...] = QUICK) -> Built:
    return build("probe", TEXT, flags=flags, cache_dir=cache)


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    cache = tmp_path_factory.mktemp("cache")
    assert probe(cache).compiled
    return cache


def start(cache: Path, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", BUILD, str(cache)], env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True
    )


@needs_compiler
def test_a_text_is_compiled_once(warm: Path) -> None:
    built = probe(warm)
    assert built.module.twice(21) == 42
    assert (built.compiled, built.reason) == (True, "from the cache")
    assert built.path is not None
    assert built.path.parent.parent == warm


@pytest.mark.long
@needs_compiler
def test_two_processes_build_one_key(tmp_path: Path) -> None:
    said = [process.communicate(timeout=120)[0] for process in [start(tmp_path), start(tmp_path)]]
    assert said[0] == said[1]
    assert said[0].startswith("42 True")
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.long
@needs_compiler
def test_a_build_that_was_killed_leaves_nothing_that_matters(tmp_path: Path) -> None:
    cc, slow = tmp_path / "cc", tmp_path / "slow"
    command = find_compiler()[0].command  # type: ignore[union-attr]
    wait = f"while [ -e {slow} ]; do echo x > {slow}.on; sleep 0.1; done"
    cc.write_text(f'#!/bin/sh\ncase "$*" in *--version*) ;; *) {wait};; esac\nexec {" ".join(command)} "$@"\n')
    cc.chmod(0o755)
    slow.touch()
    process = start(tmp_path / "cache", CC=str(cc))
    while not (tmp_path / "slow.on").exists():
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    left = [path.name for path in (tmp_path / "cache").iterdir()]
    assert len(left) == 1
    assert left[0].startswith(".building-")
    slow.unlink()
    assert start(tmp_path / "cache", CC=str(cc)).communicate(timeout=120)[0].startswith("42 True")
    os.utime(tmp_path / "cache" / left[0], (0, 0))
    assert probe(tmp_path / "cache").compiled  # another compiler, so another build: it sweeps what is old
    assert not (tmp_path / "cache" / left[0]).exists()


@needs_compiler
@pytest.mark.parametrize(
    "damage",
    mostly_long(
        ["cut", "changed", "empty", "no digest", "no library", "a pipe", "a file in its place"], {"cut", "a pipe"}
    ),
)
def test_a_damaged_library_is_built_anew(warm: Path, tmp_path: Path, damage: str) -> None:
    shutil.copytree(warm, tmp_path, dirs_exist_ok=True)
    built = probe(tmp_path)
    assert built.path is not None and built.reason == "from the cache"
    path = built.path
    content = path.read_bytes()
    broken = tmp_path / "broken"  # not the file itself: this process has it loaded
    match damage:
        case "cut":
            broken.write_bytes(content[: len(content) // 2])
            broken.replace(path)
        case "changed":
            broken.write_bytes(content[:3000] + bytes([content[3000] ^ 1]) + content[3001:])
            broken.replace(path)
        case "empty":
            broken.touch()
            broken.replace(path)
        case "no digest":
            (path.parent / "sha256").unlink()
        case "no library":
            path.unlink()
        case "a pipe":
            path.unlink()
            os.mkfifo(path)
        case _:
            path.parent.rename(tmp_path / "away")
            path.parent.touch()
    said = start(tmp_path).communicate(timeout=120)[0]
    assert said.strip() == f"42 True {path}"
    assert path.read_bytes()
    assert probe(tmp_path).reason == "from the cache"


@needs_compiler
def test_another_flag_is_another_key(warm: Path) -> None:
    first, second = probe(warm), probe(warm, ("-O0", "-DANOTHER"))
    assert first.path != second.path
    assert second.compiled
    assert probe(warm, ("-O0", "-march=native")).path not in (first.path, second.path)


@needs_compiler
@pytest.mark.parametrize(
    ("below", "why"),
    [("file", "it is no folder"), ("file/cache", "it is no folder"), ("a" * 5000, "File name too long")],
)
def test_a_cache_that_cannot_be_written_costs_a_compile_and_a_warning(tmp_path: Path, below: str, why: str) -> None:
    (tmp_path / "file").touch()
    with pytest.warns(CacheWarning) as warned:
        built = probe(tmp_path / below)
    assert (built.compiled, built.path) == (True, None)
    assert built.module.twice(4) == 8
    (told,) = (str(warning.message) for warning in warned)
    assert told.startswith(str(tmp_path / below)[:200])
    assert f"can't be used ({why}): every run compiles anew; set F27_CACHE_DIR to a folder" in told
    assert f"not kept: {told.partition(':')[0]}" in built.reason


@needs_compiler
def test_a_compiler_that_fails_in_a_full_cache_is_not_at_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = find_compiler()[0].command  # type: ignore[union-attr]
    cc = tmp_path / "cc"
    cc.write_text(f'#!/bin/sh\ncase "$PWD" in */cache/*) exit 1;; esac\nexec {" ".join(command)} "$@"\n')
    cc.chmod(0o755)
    monkeypatch.setenv("CC", str(cc))
    write = Path.write_bytes

    def write_where_there_is_room(path: Path, data: bytes) -> int:
        if "cache" in path.parts:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(path, data)

    with pytest.raises(CompilerFailed):
        probe(tmp_path / "cache")
    monkeypatch.setattr(Path, "write_bytes", write_where_there_is_room)
    with pytest.warns(CacheWarning, match="No space left on device"):
        assert probe(tmp_path / "cache").compiled
    assert not list((tmp_path / "cache").iterdir())


@needs_compiler
@pytest.mark.skipif(sys.platform == "win32", reason="a limit of POSIX systems")
def test_where_nothing_can_be_written_plain_python_is_left(tmp_path: Path) -> None:
    limited = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n{BUILD}"
    done = subprocess.run(
        [sys.executable, "-c", limited, str(tmp_path)], capture_output=True, text=True, timeout=120, check=True
    )
    assert done.stdout == "42 False None\n"
    assert f"{tmp_path} can't be used (File too large), nor can a temporary folder (File too large): " in done.stderr
    assert "Traceback" not in done.stderr


@needs_compiler
def test_a_compiler_that_fails_is_named_with_what_it_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cc = tmp_path / "cc"
    cc.write_text('#!/bin/sh\ncase "$*" in *--version*) echo broken 1.0;; *) echo "no space left" >&2; exit 1;; esac\n')
    cc.chmod(0o755)
    monkeypatch.setenv("CC", str(cc))
    with pytest.raises(CompilerFailed, match="no space left"):
        probe(tmp_path / "cache")
    assert not list((tmp_path / "cache").iterdir())


def test_a_compiler_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("F27_NO_COMPILER", raising=False)
    monkeypatch.setenv("CC", str(tmp_path / "nothing"))
    with pytest.raises(CompilerFailed, match="nothing"):
        probe(tmp_path)


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("cc 'x", "no closing quotation"),
        ("false", "does not run"),
        ("true", "wrote nothing"),
        ("a-compiler-that-is-nowhere", "does not run"),
    ],
)
@needs_compiler
def test_what_is_no_compiler_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, why: str) -> None:
    monkeypatch.setenv("CC", command)
    with pytest.raises(CompilerFailed, match=why):
        probe(tmp_path)


@needs_compiler
def test_a_compiler_that_does_not_answer_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cc = tmp_path / "cc"
    cc.write_text("#!/bin/sh\nexec sleep 60\n")
    cc.chmod(0o755)
    monkeypatch.setenv("CC", str(cc))
    monkeypatch.setattr("f27lang.compilers._VERSION_SECONDS", 0.2)
    with pytest.raises(CompilerFailed, match="does not run"):
        find_compiler()


@needs_compiler
def test_a_compiler_in_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = find_compiler()[0].command  # type: ignore[union-attr]
    (tmp_path / "cc").write_text(f'#!/bin/sh\nexec {" ".join(command)} "$@"\n')
    (tmp_path / "cc").chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CC", "./cc")
    assert probe(tmp_path / "cache").compiled


@needs_compiler
def test_a_text_that_cython_refuses_is_a_failure_with_a_place(tmp_path: Path) -> None:
    with pytest.raises(CompilerFailed, match="undeclared name"):
        build("broken", "def f() -> int:\n    return nowhere\n", cache_dir=tmp_path)


def test_without_a_compiler_the_same_text_runs_as_plain_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("F27_NO_COMPILER", "1")
    built = probe(tmp_path)
    assert (built.compiled, built.path, built.reason) == (False, None, "F27_NO_COMPILER is set")
    assert built.module.twice(21) == 42
    assert not list(tmp_path.iterdir())


def test_no_compiler_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("F27_NO_COMPILER", raising=False)
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    built = probe(tmp_path)
    assert not built.compiled
    assert "no C compiler was found" in built.reason


def test_order_of_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("F27_CACHE_DIR", str(tmp_path / "wanted"))
    assert cache_places(tmp_path / "explicit") == (tmp_path / "explicit",)
    assert cache_places() == (tmp_path / "wanted",)
    monkeypatch.delenv("F27_CACHE_DIR")
    checkout, home = cache_places()
    assert checkout == Path(__file__).resolve().parents[1] / "compiled" / "build"
    assert home.name == "f27lang"


@needs_compiler
def test_a_cached_module_needs_no_compiler_in_memory(warm: Path) -> None:
    probe(warm)
    code = (
        f"{BUILD}\nprint([m for m in sys.modules if m.startswith(('Cython.Compiler', 'Cython.Build', 'setuptools'))])"
    )
    said = subprocess.run([sys.executable, "-c", code, str(warm)], capture_output=True, text=True, check=True).stdout
    assert said.splitlines()[-1] == "[]"
