"""The machine that a benchmark runs on: its name, its CPU's features, and what compiled the kernels."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from f27lang.compilers import find_compiler

LANES = ("avx512f", "avx512bw", "avx512dq", "avx512vbmi", "avx512_vbmi2")  # what `lanes.c` is written for
_LIBRARIES = ("f27lang", "cython", "numba")


def about() -> dict[str, str]:
    """Return what figures depend on, to be kept with them."""
    compiler, reason = find_compiler()
    libraries = {name: found for name in _LIBRARIES if (found := _version(name))}
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "cpu": _line("model name") or platform.processor() or platform.machine(),
        "family, model, stepping": ", ".join(_line(name) for name in ("cpu family", "model", "stepping")),
        "cores": str(os.cpu_count()),
        "system": f"{platform.system()} {platform.machine()}",
        "compiler": f"{Path(compiler.command[0]).name} ({compiler.version})" if compiler else reason,
        "python": platform.python_version(),
        **libraries,
    }


def has_lanes() -> bool:
    """Return whether the CPU has the instructions of the kernel for AVX-512."""
    return set(LANES) <= set(_line("flags").split())


def _line(name: str) -> str:
    """Return what the first core tells of itself; nothing where the system does not tell so."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    return next((line.partition(":")[2].strip() for line in lines if line.split(":")[0].strip() == name), "")


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
