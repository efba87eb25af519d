"""The C compilers of this machine, and what they say: $CC, `cc`, the package ziglang -> Compiler."""

from __future__ import annotations

import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from attrs import frozen

_VERSION_SECONDS = 20  # a compiler that takes longer to tell its version hangs


class CompilerFailed(Exception):
    """The C compiler, or Cython, refused a module; `output` is all it said."""

    def __init__(self, command: str, output: str) -> None:
        self.command, self.output = command, output.strip()
        super().__init__(f"`{command}` failed\n{self.output}\nSet F27_NO_COMPILER=1 to run without a compiler, slowly.")


class CompilerHangs(CompilerFailed):
    """The C compiler took longer than it was given."""


@frozen
class Compiler:
    """A command that compiles C, and what tells it from any other."""

    command: tuple[str, ...]
    version: str

    @property
    def words(self) -> str:
        """As messages name it."""
        return f"{' '.join(self.command)} ({self.version})"


def find_compiler() -> tuple[Compiler | None, str]:
    """Return the C compiler ($CC, `cc`, or the package ziglang), or None and the reason.

    Raises CompilerFailed where $CC names a program that does not run.
    """
    if os.environ.get("F27_NO_COMPILER", "") not in ("", "0"):
        return None, "F27_NO_COMPILER is set"
    if not (headers() / "Python.h").is_file():
        return None, f"{headers()} has no Python.h (on Debian and Ubuntu: the package python3-dev)"
    if wanted := os.environ.get("CC", "").strip():
        return _wanted_compiler(wanted), f"$CC is {wanted}"
    found = next(_usual_compilers(), None)
    return (found, "found") if found else (None, "no C compiler was found (neither `cc` nor the package ziglang)")


def all_compilers() -> list[Compiler]:
    """Return the C compilers that run, that of `find_compiler` first; where $CC names one, that alone.

    Raises CompilerFailed where $CC names a program that does not run.
    """
    first, _ = find_compiler()
    alone = first is None or os.environ.get("CC", "").strip()
    return ([first] if first else []) if alone else list(_usual_compilers())


def _wanted_compiler(wanted: str) -> Compiler:
    try:
        program, *arguments = shlex.split(wanted)
    except ValueError as error:
        raise CompilerFailed(wanted, f"$CC is no command: {str(error).lower()}") from error
    found = shutil.which(program)
    command = (str(Path(found).absolute()), *arguments) if found else (program, *arguments)
    if (version := _version(command)) is None:
        raise CompilerFailed(
            f"{wanted} --version", f"$CC names a program that does not run, or not in {_VERSION_SECONDS} s"
        )
    return Compiler(command, version)


def _usual_compilers() -> Iterator[Compiler]:
    for command in _usual_commands():
        if (version := _version(command)) is not None:
            yield Compiler(command, version)


def _usual_commands() -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = [(path,)] if (path := shutil.which("cc")) else []
    zig = importlib.util.find_spec("ziglang")
    if zig is not None and zig.origin is not None:
        program = Path(zig.origin).with_name("zig.exe" if sys.platform == "win32" else "zig")
        found.append((str(program), "cc"))
    return found


@cache
def _version(command: tuple[str, ...]) -> str | None:
    try:
        answer = answer_of([*command, "--version"], None, _VERSION_SECONDS)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return None if answer.returncode else answer.stdout.partition("\n")[0].strip() or "unknown version"


def answer_of(command: list[str], folder: Path | None, seconds: float) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, in a folder that it also throws its files into; raises as `subprocess.run`."""
    return subprocess.run(
        command,
        cwd=folder,
        env=os.environ | ({"TMPDIR": str(folder)} if folder else {}),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=seconds,
        check=False,
    )


@cache
def headers() -> Path:
    """Return the folder in which Python's headers should be."""
    return Path(sysconfig.get_paths()["include"])
