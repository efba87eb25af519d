"""Mutation: flips one thing at a time in the stages that make and solve tables -> which flips no quick test notices.

    python -m tests.mutation --sample 120 --seed 1

A flip is a comparison (< and <=, == and !=, in and not in), `and` and `or`, a `not`, & and |, a number one greater,
True and False; in `tables`, one cell in each game's table of one kind. Left out are types, assertions and what only
Cython or C compilers see. Each mutant is a copy of the package; a few quick tests run on it, within a limit of CPU.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from importlib.util import cache_from_source
from itertools import islice
from pathlib import Path

from attrs import evolve, frozen

from f27lang.rulebook import Rulebook

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("lower", "solve", "kernels", "tables")
VYING = "lower/vying"  # a part of the folder `lower` with tests of its own
EQUIVALENT = Path(__file__).with_name("equivalent_mutants.txt")
CPU_SECONDS = 150  # the tests of a folder take 60, as do those that follow; a mutant that takes longer never ends
MEMORY = 4 << 30
TABLES = ("step", "moves", "dealt", "drawn", "stood", "law", "dealer_hits", "final")
CELLS = 12  # mutants per table
LOWER_FACTS, SOLVE_FACTS = "tests/test_lower_facts.py", "tests/test_solve_facts.py"
LOWER = [LOWER_FACTS, "tests/test_lower_rounds.py", "tests/test_lower.py", f"{SOLVE_FACTS}::test_small_variants_agree",
         "-k", "not tables_too_large and not good_variants and not hash_seeds"]  # fmt: skip
ROUNDS = "tests/test_solve_rounds.py"
VYING_TESTS = ["tests/test_lower_vying.py", "tests/test_lower_vying_plays.py"]
QUICK = {
    "lower": LOWER,
    VYING: VYING_TESTS,
    "solve": [SOLVE_FACTS, ROUNDS, "tests/test_averages.py", "tests/test_solve.py"],
    # as plain Python, for a compiler takes longer than the tests
    "kernels": [
        *(SOLVE_FACTS, ROUNDS, "tests/test_solve.py"),
        *("-k", "rounds or agree or gains or six or walk or wager or asked or last_card or last_one"),
    ],
    "tables": LOWER,
}
# of what those above let through, for games whose hands poker ranks, and for wagers beside another
THEN = {
    "lower": [
        "tests/test_lower_poker.py",
        "tests/test_sides.py",
        "tests/test_making.py",
        "tests/test_oracles_poker.py",
        "tests/test_worn_rules.py",
        *VYING_TESTS,
    ],
    VYING: ["tests/test_vying_sight.py", "tests/test_vying_agreement.py"],
    "solve": [
        *("tests/test_solve_showdowns.py", "tests/test_sides.py", "tests/test_oracles_poker.py"),
        *("tests/test_guided.py", "tests/test_distribution.py", "tests/test_removal.py", "tests/test_tags.py"),
        *("tests/test_published.py", "tests/test_poker_rounds.py", "-k", "not strategies_play"),
        "tests/test_charts_by_cards.py::test_exceptions_are_worth_what_best_play_is_worth_more_than_the_chart",
    ],
    "kernels": ["tests/test_solve_showdowns.py", "tests/test_oracles_poker.py", "-k", "walk or brute"],
    "tables": [],
}
OTHER = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.And: ast.Or, ast.Or: ast.And, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip


@frozen
class Ended:
    """How the tests of a mutant, or of the code as it is, ended: survived, killed or timed out; and what they said."""

    how: str
    words: str


@frozen
class Mutant:
    """One flip: where and what it is; `text` makes the file with it out of the file as it is."""

    folder: str
    path: str  # in the package, as "lower/laws.py"
    line: int
    change: str  # the function, and its line with the flip in it, as "count: while n [> -> >=] 0:"
    text: Callable[[str], str]

    @property
    def tests(self) -> str:
        """Return whose tests it meets."""
        return VYING if self.path.startswith(VYING) else self.folder

    @property
    def name(self) -> str:
        """Return what tells it from others, however lines move."""
        return f"{self.path} {self.change}"


def flips(node: ast.AST) -> Iterator[ast.expr]:
    """Yield what a node may become, one thing in it flipped."""
    match node:
        case ast.Compare(left=left, ops=ops, comparators=others):
            for at, op in enumerate(ops):
                yield ast.Compare(left, [*ops[:at], OTHER[type(op)](), *ops[at + 1 :]], others)
        case ast.BoolOp(op=op, values=values):
            yield ast.BoolOp(OTHER[type(op)](), values)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.BinOp(left=left, op=ast.BitAnd() | ast.BitOr() as op, right=right):
            yield ast.BinOp(left, OTHER[type(op)](), right)
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value) | float(value)):
            yield ast.Constant(value + 1)


def inside(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes whose flip a test could notice."""
    if isinstance(node, ast.Assert) or (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
        return
    if isinstance(node, ast.If) and ast.unparse(node.test) == "cython.compiled":
        for part in node.orelse:
            yield from inside(part)
        return
    if isinstance(node, ast.keyword) and node.arg in ("strict", "init"):
        return  # what callers promise, as in an assert
    if isinstance(node, ast.Call) and ast.unparse(node.func) in ("cython.declare", "cython.cdivision", "isinstance"):
        return
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.BinOp) and node.col_offset == 0:
        return  # the name of a type
    yield node
    for name, part in ast.iter_fields(node):
        if name not in ("annotation", "returns", "decorator_list"):
            for child in part if isinstance(part, list) else [part]:
                if isinstance(child, ast.AST):
                    yield from inside(child)


class Exchange(ast.NodeTransformer):
    """Puts one node in the place of another."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        """Exchange this node, or look inside it."""
        return self.new if node is self.old else self.generic_visit(node)


def mutants_of(path: Path, package: Path, folder: str) -> Iterator[Mutant]:
    """Yield every mutant of a file."""
    text = path.read_text("utf-8")
    where, tree = path.relative_to(package).as_posix(), ast.parse(text)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    told = Counter[str]()
    for count, node in enumerate(inside(tree)):
        for which, new in enumerate(flips(node)):
            assert isinstance(node, ast.expr)
            around = [each.name for each in functions if each.lineno <= node.lineno <= (each.end_lineno or 0)]
            change = f"{'.'.join(around) or 'module'}: {with_the_flip(text, node, new)}"
            told[change] += 1
            again = f" (place {told[change]})" if told[change] > 1 else ""
            yield Mutant(folder, where, node.lineno, change + again, partial(flipped, count, which))


def with_the_flip(text: str, node: ast.expr, new: ast.expr) -> str:
    """Return the first line of an expression with what is flipped in brackets."""
    lines = text.splitlines()
    line = lines[node.lineno - 1].encode()
    end = node.end_col_offset if node.end_lineno == node.lineno else None
    before, after = line[: node.col_offset].decode(), line[end:].decode() if end else ""
    return f"{before}[{ast.unparse(node)} -> {ast.unparse(new)}]{after}".strip()


def flipped(count: int, which: int, text: str) -> str:
    """Return a text with one of the flips of one of its nodes."""
    tree = ast.parse(text)
    old = next(islice(inside(tree), count, None))
    new = list(flips(old))[which]
    return ast.unparse(ast.fix_missing_locations(Exchange(old, new).visit(tree)))


def with_a_cell_flipped(book: Rulebook, table: str, number: int) -> Rulebook:
    """Return a rulebook with another value in one of the cells of a table that rounds come to."""
    cells = list(getattr(book, table))
    values = sorted({0, *cells}) if table in ("moves", "dealt", "drawn", "stood", "dealer_hits") else sorted({*cells})
    width = len(book.classes)
    live = [
        at
        for at, value in enumerate(cells)
        if (any(to != at // width for to in cells[at // width * width :][:width]) if table == "step" else value)
    ]
    if not live or len(values) < 2:
        return book
    at = live[number * 7919 % len(live)]
    cells[at] = values[(values.index(cells[at]) + 1) % len(values)]
    return evolve(book, **{table: tuple(cells)})


CELL = """

from tests.mutation import with_a_cell_flipped
_unflipped = _rulebook


def _rulebook(*args):
    return with_a_cell_flipped(_unflipped(*args), {table!r}, {number})
"""


def table_mutants() -> Iterator[Mutant]:
    """Yield the mutants whose tables have one cell flipped."""
    for table in TABLES:
        for number in range(CELLS):
            flip = partial(lambda more, text: text + more, CELL.format(table=table, number=number))
            yield Mutant("tables", "lower/lowering.py", 0, f"{table}: cell {number}", flip)


def all_mutants(package: Path, folders: Sequence[str]) -> list[Mutant]:
    """Return every mutant of some folders."""
    found = [
        mutant
        for folder in folders
        for path in sorted((package / folder).rglob("*.py"))
        for mutant in mutants_of(path, package, folder)
    ]
    return [*found, *table_mutants()] if "tables" in folders else found


def reviewed() -> dict[str, str]:
    """Return the names of mutants that no test can tell from the code, with the reason."""
    lines = [line for line in EQUIVALENT.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    return dict(line.rsplit("  # ", 1) for line in lines)


def copied(folder: Path) -> Path:
    """Make the copy in which one file at a time is changed; return its package."""
    leave = shutil.ignore_patterns("__pycache__", "*.so")
    package = folder / "f27lang"
    shutil.copytree(ROOT / "f27lang", package, ignore=leave)
    for name in ("tests", "grammars", "variants", "docs", "compiled"):
        shutil.copytree(ROOT / name, folder / name, ignore=leave)
    for name in ("grammars", "variants"):  # where an installed package has them
        shutil.copytree(ROOT / name, package / name, ignore=leave)
    shutil.copy(ROOT / "pyproject.toml", folder)
    return package


def limited() -> None:
    """Keep a mutant that runs for ever from doing so."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def run(package: Path, folder: str, cache: Path, **more: str) -> Ended:
    """Run the quick tests of a folder on the copy as it is, then others; return how that ended."""
    ended = run_tests(QUICK[folder], package, folder, cache, **more)
    if ended.how != "survived" or not THEN[folder]:
        return ended
    return run_tests(THEN[folder], package, folder, cache, **more)


def run_tests(tests: Sequence[str], package: Path, folder: str, cache: Path, **more: str) -> Ended:
    """Run tests on the copy as it is; return how that ended."""
    plain = {"F27_NO_COMPILER": "1"} if folder == "kernels" else {}
    environment = {**os.environ, "PYTHONPATH": str(package.parent), "F27_CACHE_DIR": str(cache), **plain, **more}
    options = ["-x", "-q", "--tb=short", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:hypothesispytest"]
    command = [sys.executable, "-m", "pytest", *options, *tests]
    done = subprocess.run(
        command, cwd=package.parent, env=environment, capture_output=True, preexec_fn=limited, check=False
    )
    words = (done.stdout + done.stderr).decode()
    if -done.returncode in (signal.SIGXCPU, signal.SIGKILL):
        return Ended("timed out", words)
    return Ended("survived" if done.returncode == 0 else "killed", words)


def verdict(mutant: Mutant, package: Path, cache: Path) -> Ended:
    """Put a mutant into the copy, run its tests, and put the file back."""
    path = package / mutant.path
    text = path.read_text("utf-8")
    path.write_text(mutant.text(text), "utf-8")
    Path(cache_from_source(str(path))).unlink(missing_ok=True)
    try:
        return run(package, mutant.tests, cache, PYTHONDONTWRITEBYTECODE="1")
    finally:
        path.write_text(text, "utf-8")


def run_all(mutants: Sequence[Mutant], package: Path, cache: Path) -> dict[str, Counter[str]]:
    """Run every mutant, after the code as it is, until interrupted; print those that no test notices.

    Return the figures.
    """
    figures = {folder: Counter[str]() for folder in FOLDERS if any(mutant.folder == folder for mutant in mutants)}
    for tests in dict.fromkeys(mutant.tests for mutant in mutants):
        ended = run(package, tests, cache)
        if ended.how != "survived":
            what = "fail" if ended.how == "killed" else "take more than they are given"
            sys.exit(f"{ended.words}\nthe quick tests of {tests} {what} on the code as it is")
    with suppress(KeyboardInterrupt):
        for mutant in mutants:
            ended = verdict(mutant, package, cache).how
            figures[mutant.folder][ended] += 1
            if ended != "killed":
                print(f"{ended:9}  {mutant.path}:{mutant.line}  {mutant.change}", flush=True)
    return figures


def told(counts: Counter[str]) -> str:
    """Return a folder's figures in words."""
    caught, total = counts["killed"] + counts["timed out"], counts.total()
    rate = f"{100 * caught / total:.1f} %" if total else "-"
    parts = ", ".join(f"{counts[word]} {word}" for word in ("killed", "timed out", "survived"))
    return f"{rate} of {total} caught: {parts}"


def main() -> None:
    """Draw a sample of mutants, run them, print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, help="so many mutants, drawn at random (default: all of them)")
    parser.add_argument("--seed", type=int, default=1, help="of the draw (default: 1)")
    parser.add_argument("--folder", choices=FOLDERS, action="append", help="of these folders only")
    parser.add_argument(
        "--least", type=float, default=0, help="exit with 1 where less than so many per cent are caught"
    )
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        package = copied(Path(scratch) / "tree")
        every = all_mutants(package, args.folder or FOLDERS)
        drawn = random.Random(args.seed).sample(every, min(args.sample or len(every), len(every)))
        known = reviewed()
        mutants = [mutant for mutant in drawn if mutant.name not in known]
        figures = run_all(mutants, package, Path(scratch) / "cache")
    for folder, counts in figures.items():
        print(f"{folder:8} {told(counts)}")
    total = sum(figures.values(), Counter[str]())
    print(f"{'all':8} {told(total)}; {len(drawn) - len(mutants)} more change nothing; drawn from {len(every)}")
    if 100 * (total["killed"] + total["timed out"]) < args.least * total.total():
        sys.exit(1)


if __name__ == "__main__":
    main()
