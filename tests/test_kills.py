"""Processes killed with SIGKILL at any moment, two at a time: what they leave behind never becomes an answer.

F27_KILLS=100 pytest tests/test_kills.py kills more of them than the usual run does, half of them while they build a
module and half of them while they simulate.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.needs import needs_compiler
from tests.test_long_work import PLAY, answer, command

KILLS = int(os.environ.get("F27_KILLS", "4")) // 2  # of each kind
TRIES = 4  # times as many processes may come to their end before they are killed
ROUNDS = "30M"
PER_RUN = 5  # kills before a run is let come to its end
BUILD = """
import sys
from pathlib import Path
from f27lang.build import build
number = int(sys.argv[2])
text = f"import cython\\n\\n@cython.ccall\\ndef answer() -> cython.longlong:\\n    return {number}\\n"
built = build("probe", text, flags=("-O0",), cache_dir=Path(sys.argv[1]))
print(built.module.answer(), built.compiled, built.reason)
"""


def builder(cache: Path, number: int) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", BUILD, str(cache), str(number)], stdout=subprocess.PIPE, text=True)


def said(process: subprocess.Popen[str]) -> str:
    return process.communicate(timeout=300)[0].strip()


def killed(process: subprocess.Popen[str], moment: float) -> bool:
    """Kill a process at a moment of `time.monotonic`; return whether it was still there."""
    time.sleep(max(0.0, moment - time.monotonic()))
    alive = process.poll() is None
    process.send_signal(signal.SIGKILL)
    process.communicate()
    return alive


@needs_compiler
@pytest.mark.long
def test_two_builders_killed_at_any_moment(tmp_path: Path) -> None:
    chance = random.Random(27)
    started = time.monotonic()
    assert said(builder(tmp_path, 0)).startswith("0 True")
    usual = time.monotonic() - started
    kills = 0
    for number in range(1, TRIES * KILLS):
        pair = [builder(tmp_path, number) for _ in range(2)]
        moments = sorted(time.monotonic() + chance.uniform(0, 1.5 * usual) for _ in pair)
        kills += sum(map(killed, pair, moments))
        assert said(builder(tmp_path, number)).startswith(f"{number} True")
        assert said(builder(tmp_path, number)) == f"{number} True from the cache"
        if kills >= KILLS:
            return
    pytest.fail(f"only {kills} builds were alive when they were killed")


@needs_compiler
@pytest.mark.long
def test_simulations_killed_at_any_moment(tmp_path: Path) -> None:
    chance = random.Random(27)
    environment = {"F27_CACHE_DIR": str(tmp_path)}
    answer(*PLAY, "-n", "1000", **environment)
    started = time.monotonic()
    answer(*PLAY, "-n", "1000", **environment)
    usual = time.monotonic() - started
    kills = 0
    for seed in range(TRIES * KILLS):
        run = (*PLAY, "--seed", str(seed), "-n", ROUNDS)
        for _ in range(min(PER_RUN, KILLS)):
            process = subprocess.Popen(
                command(*run, "--resume"), env={**os.environ, **environment}, stderr=subprocess.DEVNULL,
                stdout=subprocess.PIPE, text=True,
            )  # fmt: skip
            kills += killed(process, time.monotonic() + chance.uniform(usual / 2, 2 * usual))
        resumed, whole = answer(*run, "--resume", **environment), answer(*run, **environment)
        assert resumed["tally"] == whole["tally"]
        if kills >= KILLS:
            return
    pytest.fail(f"only {kills} simulations were alive when they were killed")
