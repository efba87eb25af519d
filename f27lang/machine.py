"""What this machine has for f27lang: a look at Python, libraries, compiler, caches -> findings with a way out."""

from __future__ import annotations

import os
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from attrs import frozen

from f27lang import __version__
from f27lang.build import ROOM_BYTES, build, cache_places
from f27lang.compilers import CompilerFailed, find_compiler
from f27lang.files import bundled
from f27lang.syntax import load

LIBRARIES = ("attrs", "click", "cython", "lark", "platformdirs", "rich")
EXTRAS = {"ziglang": "zig", "matplotlib": "plots"}
OLDEST_PYTHON = (3, 11)

_PROBE = "import cython\n\n\n@cython.ccall\ndef twice(n: cython.longlong) -> cython.longlong:\n    return 2 * n\n"
_FEATURES = ("sse4_2", "avx", "avx2", "avx512f", "bmi2", "asimd", "sve")


@frozen
class Finding:
    """One thing looked at. `needed` tells that without it exact values or simulations don't work here."""

    name: str
    fine: bool
    words: str
    help: str = ""
    needed: bool = False


def look() -> Iterator[Finding]:
    """Look at one thing after the other; the compiler takes a second or two."""
    for check in (_python, _platform, _libraries, _extras, _compiler, _caches, _grammar, _variants, _cpu):
        yield _guarded(check)


def version_words() -> str:
    """Return the versions of f27lang, Python and the C compiler in one line."""
    try:
        compiler, reason = find_compiler()
    except CompilerFailed:
        compiler, reason = None, "$CC names no compiler that runs"
    return f"f27lang {__version__}, {_python().words}, {compiler.words if compiler else reason}"


def _guarded(check: Callable[[], Finding]) -> Finding:
    """Return what a check finds; one that breaks has found something too."""
    try:
        return check()
    except Exception as error:  # a doctor looks at machines on which anything may be broken
        name = check.__name__.strip("_")
        return Finding(name, False, f"{type(error).__name__}: {error}", "install f27lang anew", needed=True)


def _python() -> Finding:
    fine = sys.version_info >= OLDEST_PYTHON
    words = f"{platform.python_implementation()} {platform.python_version()}"
    return Finding("python", fine, words, "" if fine else "install Python 3.11 or newer", needed=True)


def _platform() -> Finding:
    cores = os.cpu_count() or 1
    return Finding("platform", True, f"{platform.platform()}, {cores} core{'s' * (cores > 1)}")


def _libraries() -> Finding:
    found = {name: _version(name) for name in LIBRARIES}
    missing = [name for name, number in found.items() if number is None]
    words = ", ".join(f"{name} {number or 'is missing'}" for name, number in found.items())
    return Finding("libraries", not missing, words, f"pip install {' '.join(missing)}" if missing else "", needed=True)


def _extras() -> Finding:
    words = ", ".join(f"{name} {_version(name) or f'not installed (extra {extra})'}" for name, extra in EXTRAS.items())
    return Finding("extras", True, words)


def _compiler() -> Finding:
    """Compile two lines, and run them."""
    try:
        compiler, reason = find_compiler()
        if compiler is None:
            way_out = "pip install 'f27lang[zig]', or install a C compiler; until then simulations are slow"
            return Finding("compiler", False, reason, way_out)
        started = time.monotonic()
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            right = build("probe", _PROBE, cache_dir=Path(folder)).module.twice(21) == 42
        taken = time.monotonic() - started
    except CompilerFailed as failed:
        line = str(failed).splitlines()[0]
        said = failed.output.splitlines()[:1]
        way_out = "name one that works in CC, or set F27_NO_COMPILER=1 to do without"
        return Finding("compiler", False, ": ".join((line, *said)), way_out, needed=True)
    words = f"{compiler.words}, two lines compiled in {taken:.1f} s"
    return Finding("compiler", right, words if right else "compiled code gives wrong results", needed=True)


def _caches() -> Finding:
    places = cache_places()
    for place in places:
        try:
            place.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=place) as file:
                file.write(bytes(ROOM_BYTES))
                file.flush()
                return Finding("cache", True, f"{place} can be written")
        except OSError:
            continue
    words = f"{', '.join(map(str, places)) or 'no folder'} can't be written or has no room, so every run compiles anew"
    return Finding("cache", False, words, "set F27_CACHE_DIR to a folder with room that can be written")


def _grammar() -> Finding:
    tables = load.tables()
    return Finding("grammar", True, f"{len(tables.words)} words, {len(tables.rules)} rules", needed=True)


def _variants() -> Finding:
    names = [entry.name for entry in bundled()]
    way_out = "" if names else "install f27lang anew"
    return Finding("variants", bool(names), ", ".join(names) or "none is bundled", way_out, needed=True)


def _cpu() -> Finding:
    try:
        text = Path("/proc/cpuinfo").read_text("utf-8", errors="replace")
    except OSError:
        text = ""
    flags = set(text.split())
    model = next((line.partition(":")[2].strip() for line in text.splitlines() if line.startswith("model name")), "")
    return Finding(
        "cpu", True, ", ".join(filter(None, (model or platform.machine(), *(f for f in _FEATURES if f in flags))))
    )


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
