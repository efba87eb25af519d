"""Compiles the hand-written C kernel and calls it with an emitted module's tables."""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
from pathlib import Path

from f27lang.build import FLAGS, find_compiler
from f27lang.emit import run_tables
from f27lang.emit.tables import cell_bytes
from f27lang.rulebook import Policy, Rulebook
from f27lang.simulate import Tally
from f27lang.simulate.answers import answers

_SOURCE = Path(__file__).with_name("kernel.c")


class Reference:
    """The kernel for one rulebook and policy; the game deals two cards up to each side, in one-byte cells."""

    def __init__(self, rulebook: Rulebook, policy: Policy) -> None:
        assert [(d.to, d.number, d.up) for d in rulebook.before] == [("player", 2, True), ("dealer", 2, True)]
        assert not rulebook.between
        assert cell_bytes(rulebook) == 1
        tables = run_tables(rulebook)
        sizes = [tables[name] for name in ("cards", "classes", "states", "player_start", "dealer_start")]
        kinds = (ctypes.c_uint32, *[ctypes.c_size_t] * 4)
        cells = [
            tables["shoe"],
            tables["step"],
            *answers(rulebook, policy),
            tables["law"],
            tables["dealer_hits"],
            tables["final"],
        ]
        self._arguments = [*(kind(size) for kind, size in zip(kinds, sizes)), *(ctypes.c_char_p(c) for c in cells)]
        self._outcomes = len(rulebook.outcomes)
        self._function = _compiled().play_rounds

    def play(self, first: int, rounds: int, seed: int) -> Tally:
        """Return how the rounds end."""
        counts = (ctypes.c_uint64 * self._outcomes)()
        words = ctypes.c_uint64(first), ctypes.c_uint32(rounds), ctypes.c_uint64(seed)
        if self._function(*words, *self._arguments, counts):
            raise MemoryError
        return Tally(tuple(counts))


def _compiled() -> ctypes.CDLL:
    compiler, reason = find_compiler()
    if compiler is None:
        raise SystemExit(f"the benchmark compares with C: {reason}")
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "kernel.so"
        command = [*compiler.command, *FLAGS, "-shared", "-fPIC", str(_SOURCE), "-o", str(library)]
        subprocess.run(command, check=True)
        return ctypes.CDLL(str(library))
