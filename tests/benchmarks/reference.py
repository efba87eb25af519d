"""Compiles the hand-written C kernels and calls them with an emitted module's tables."""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from f27lang.build import FLAGS, find_compiler
from f27lang.emit import run_tables
from f27lang.emit.tables import cell_bytes
from f27lang.rulebook import Policy, Rulebook
from f27lang.simulate import Tally
from f27lang.simulate.answers import answers

_FOLDER = Path(__file__).parent
_TWO_UP = [("player", 2, True), ("dealer", 2, True)]
_HOLE_CARD = [("player", 2, True), ("dealer", 1, False), ("dealer", 1, True)]


class Reference:
    """The kernel for one rulebook and policy, of a game that one of the C kernels is for, in one-byte cells."""

    def __init__(self, rulebook: Rulebook, policy: Policy) -> None:
        assert _deals(rulebook) == (_HOLE_CARD if rulebook.showdowns else _TWO_UP)
        assert not rulebook.between
        assert not rulebook.peeked
        assert cell_bytes(rulebook) == 1
        tables = run_tables(rulebook)
        sizes = [tables[name] for name in ("cards", "classes", "states", "player_start", "dealer_start")]
        kinds = (ctypes.c_uint32, *[ctypes.c_size_t] * 4)
        names = ("faces", "strengths", "showdowns") if rulebook.showdowns else ()
        cells = [
            *(tables[name] for name in ("shoe", "step")),
            *answers(rulebook, policy),
            *(tables[name] for name in ("law", "dealer_hits", "final", *names)),
        ]
        self._arguments = [
            *(kind(size) for kind, size in zip(kinds, sizes)),
            *(ctypes.c_char_p(c) for c in cells),
            *([ctypes.c_uint32(len(rulebook.outcomes))] if rulebook.showdowns else []),
        ]
        self._outcomes = len(rulebook.outcomes)
        self._function = _compiled("showdowns.c" if rulebook.showdowns else "kernel.c").play_rounds

    def play(self, first: int, rounds: int, seed: int) -> Tally:
        """Return how the rounds end."""
        counts = (ctypes.c_uint64 * self._outcomes)()
        words = ctypes.c_uint64(first), ctypes.c_uint32(rounds), ctypes.c_uint64(seed)
        if self._function(*words, *self._arguments, counts):
            raise MemoryError
        return Tally(tuple(counts))


def _deals(rulebook: Rulebook) -> list[tuple[str, int, bool]]:
    return [(d.to, d.number, d.up) for d in rulebook.before]


@cache
def _compiled(source: str) -> ctypes.CDLL:
    compiler, reason = find_compiler()
    if compiler is None:
        raise SystemExit(f"the benchmark compares with C: {reason}")
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "kernel.so"
        command = [*compiler.command, *FLAGS, "-shared", "-fPIC", str(_FOLDER / source), "-o", str(library)]
        subprocess.run(command, check=True)
        return ctypes.CDLL(str(library))
