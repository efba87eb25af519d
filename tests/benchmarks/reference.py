"""Compiles the hand-written C kernels for a game and a way to play: Rulebook, Policy -> kernels that play the same."""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from pathlib import Path

from attrs import frozen

from f27lang.build import FLAGS
from f27lang.compilers import Compiler, all_compilers, find_compiler
from f27lang.emit import run_tables
from f27lang.emit.tables import cell_bytes
from f27lang.rulebook import Policy, Rulebook
from f27lang.simulate import Tally
from f27lang.simulate.answers import answers
from f27lang.simulate.automaton import Automaton, automaton
from tests.benchmarks.here import has_lanes
from tests.benchmarks.speed import fastest

SCALAR, BRANCHLESS, LANES = "C scalar", "C branch-free", "C AVX-512"

_FOLDER = Path(__file__).parent
_TWO_UP = [("player", 2, True), ("dealer", 2, True)]
_HOLE_CARD = [("player", 2, True), ("dealer", 1, False), ("dealer", 1, True)]
_CELLS = 1 << 16  # whatever a lane of 16 bits adds up to is inside a table
_PAST = 2  # a gather reads four bytes
_TRIAL, _TRIALS = 1 << 17, 5
_MOST_HANDS = 127  # of two cards, as numbers with a sign


@frozen
class Compiled:
    """A kernel in C, its tables, and what its counts are in a tally."""

    function: Callable[..., int]
    tables: tuple[object, ...]
    counts: int
    tally: Callable[[list[int]], tuple[int, ...]]

    def play(self, first: int, rounds: int, seed: int) -> Tally:
        """Return how `rounds` rounds from number `first` on end."""
        counts = (ctypes.c_uint64 * self.counts)()
        words = ctypes.c_uint64(first), ctypes.c_uint32(rounds), ctypes.c_uint64(seed)
        if self.function(*words, *self.tables, counts):
            raise MemoryError
        return Tally(self.tally(list(counts)))


def kernels(rulebook: Rulebook, policy: Policy) -> dict[str, Compiled]:
    """Return the kernels that there are for a game on this machine, by name; none for a game that no text is for."""
    if not _has_text(rulebook):
        return {}
    found = {SCALAR: scalar(rulebook, policy)}
    if not rulebook.showdowns:
        found[BRANCHLESS] = branchless(rulebook, policy)
        if has_lanes() and _width(rulebook):
            found[LANES] = lanes(rulebook, policy)
    return found


def scalar(rulebook: Rulebook, policy: Policy, *defines: str) -> Compiled:
    """Return the kernel that plays as an emitted module does, cell by cell of the same tables."""
    assert _has_text(rulebook)
    tables, outcomes = run_tables(rulebook), len(rulebook.outcomes)
    sizes = [tables[name] for name in ("cards", "classes", "states", "player_start", "dealer_start")]
    kinds = (ctypes.c_uint32, *[ctypes.c_size_t] * 4)
    names = ("faces", "strengths", "showdowns") if rulebook.showdowns else ()
    cells = [
        *(tables[name] for name in ("shoe", "step")),
        *answers(rulebook, policy),
        *(tables[name] for name in ("law", "dealer_hits", "final", *names)),
    ]
    arguments = (
        *(kind(int(size)) for kind, size in zip(kinds, sizes, strict=True)),
        *(ctypes.c_char_p(c) for c in cells if isinstance(c, bytes)),
        *([ctypes.c_uint32(outcomes)] if rulebook.showdowns else []),
    )
    function = _function("showdowns.c" if rulebook.showdowns else "kernel.c", (*FLAGS, *defines))
    return Compiled(function, arguments, outcomes, tuple)


def branchless(rulebook: Rulebook, policy: Policy) -> Compiled:
    """Return the kernel whose round is one automaton."""
    found, machine = _automaton(rulebook, policy)
    shoe = bytes(list(found.tables["kinds"])) + b"\0"  # the last place is that of pieces that name none
    tables = (_cells(machine.step), ctypes.c_char_p(shoe))
    return _by_automaton("branchless.c", FLAGS, found, machine, tables)


def lanes(rulebook: Rulebook, policy: Policy) -> Compiled:
    """Return the kernel for AVX-512, of games whose card classes are of so many cards each, but the last of fewer.

    It is compiled by each compiler there is, and the fastest is taken.
    """
    found, machine = _automaton(rulebook, policy)
    dealt, pairs, hands = machine.two_hands()
    flags = ("-O3", "-march=native", f"-DWIDTH={_width(rulebook)}", f"-DHANDS={hands}")
    tables = (_cells(machine.step), _cells(dealt), ctypes.c_char_p(bytes(pairs)))
    built = [_by_automaton("lanes.c", flags, found, machine, tables, compiler) for compiler in all_compilers()]
    return max(built, key=lambda kernel: fastest(kernel, _TRIAL, _TRIALS))


@frozen
class _Machine:
    """An automaton with a state behind the ended ones that no card leaves; states are numbers times `classes`."""

    step: Sequence[int]
    classes: int
    ended: int  # their number
    start: int
    cards: int

    def after(self, cards: Sequence[int]) -> int:
        """Return the state after the first cards of a round."""
        state = self.start
        for card in cards:
            state = self.step[state + card]
        return state

    def two_hands(self) -> tuple[list[int], list[int], int]:
        """Return the state after two hands of two cards [hand * hands + hand], the hand of two cards, and how many."""
        two = list(product(range(self.classes), repeat=2))
        first: dict[object, int] = {}  # pairs that are the same hand, whoever holds them
        rows = [tuple(self.after((*a, *b)) for b in two) for a in two]
        hands = [
            first.setdefault((row, column), len(first))
            for row, column in zip(rows, zip(*rows, strict=True), strict=True)
        ]
        assert len(first) <= _MOST_HANDS
        one = [hands.index(hand) for hand in range(len(first))]
        return [rows[a][b] for a in one for b in one], hands + [0] * (256 - len(hands)), len(first)


def _automaton(rulebook: Rulebook, policy: Policy) -> tuple[Automaton, _Machine]:
    found = automaton(rulebook, policy)
    assert found is not None
    tables, ended = found.tables, found.tables["ended"]
    width = tables["width"]
    rows = [state + width * (state >= ended) for state in tables["leads"]]
    step = [*rows[:ended], *[ended] * width, *rows[ended:]]
    assert len(step) < _CELLS
    return found, _Machine(step, width, ended // width, tables["start"] + width, tables["cards"])


def _by_automaton(
    source: str,
    flags: tuple[str, ...],
    found: Automaton,
    machine: _Machine,
    tables: tuple[object, ...],
    compiler: Compiler | None = None,
) -> Compiled:
    sizes = {"CARDS": machine.cards, "CLASSES": machine.classes, "OUTCOMES": machine.ended}
    told = (*(f"-D{name}={size}" for name, size in sizes.items()), f"-DSTART={machine.start // machine.classes}")
    places = {state // machine.classes: place for state, place in found.counted}

    def tally(counts: list[int]) -> tuple[int, ...]:
        ends = [0] * found.places
        for state, place in places.items():
            ends[place] += counts[state]
        return tuple(ends)

    return Compiled(_function(source, (*flags, *told), compiler), tables, machine.ended, tally)


def _cells(cells: Sequence[int]) -> ctypes.Array[ctypes.c_uint16]:
    return (ctypes.c_uint16 * (_CELLS + _PAST))(*cells)


def _width(rulebook: Rulebook) -> int:
    """Return how many cards each class has, the last one as many or fewer; 0 where they differ."""
    counts = [count for _, count in rulebook.sorted_shoe]
    return counts[0] if set(counts[:-1]) == {counts[0]} and counts[-1] <= counts[0] and len(counts) <= 16 else 0


def _has_text(rulebook: Rulebook) -> bool:
    deals = [(deal.to, deal.number, deal.up) for deal in rulebook.before]
    plain = not (rulebook.between or rulebook.peeked or rulebook.sides) and cell_bytes(rulebook) == 1
    return plain and deals == (_HOLE_CARD if rulebook.showdowns else _TWO_UP)


@cache
def _function(source: str, flags: tuple[str, ...], compiler: Compiler | None = None) -> Callable[..., int]:
    if compiler is None:
        compiler, reason = find_compiler()
        if compiler is None:
            raise SystemExit(f"the benchmark compares with C: {reason}")
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "kernel.so"
        command = [*compiler.command, *flags, "-shared", "-fPIC", str(_FOLDER / source), "-o", str(library)]
        subprocess.run(command, check=True)
        function: Callable[..., int] = ctypes.CDLL(str(library)).play_rounds
        return function
