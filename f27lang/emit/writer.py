"""The one writer that turns the parts of an emitted module into text: nodes -> text."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence
from functools import singledispatch

from f27lang.emit.nodes import (
    Add,
    Assign,
    Buffer,
    Call,
    Checked,
    Comment,
    Constant,
    Do,
    Entry,
    Expression,
    For,
    Function,
    Grid,
    If,
    Imports,
    Infix,
    Item,
    Lines,
    Name,
    Node,
    Not,
    Number,
    Put,
    Return,
    Statement,
    Table,
    Text,
    While,
)

INDENT = "    "
WIDTH = 120 - len(INDENT)
_UNSAFE = re.compile(r"[^A-Za-z0-9 .,:;()/_+=`-]")


def safe(words: str) -> str:
    """Return `words` without any character that could end a comment or a string: names come from rule files."""
    return _UNSAFE.sub("-", words)


def write(nodes: Sequence[Node]) -> str:
    """Return the text of a module."""
    lines: list[str] = []
    for before, node in zip([None, *nodes], nodes, strict=False):
        lines += [""] * (_gap(before, node) if before else 0) + _lines(node)
    return "\n".join(lines) + "\n"


def _gap(before: Node, node: Node) -> int:
    """Return the number of blank lines between two nodes, as formatters want them."""
    kinds = {type(before), type(node)}
    return 2 if kinds & {Text, Function, Entry} else 1 if kinds & {Table, Comment, Imports} else 0


@singledispatch
def _lines(node: object) -> list[str]:
    raise TypeError(f"no way to write {type(node).__name__}")


@_lines.register
def _(node: Comment) -> list[str]:
    return [f"# {safe(line)}".rstrip() for line in node.lines]


@_lines.register
def _(node: Imports) -> list[str]:
    return [f"import {module}" for module in node.modules]


@_lines.register
def _(node: Text) -> list[str]:
    return node.text.strip("\n").split("\n")


@_lines.register
def _(node: Constant) -> list[str]:
    match node.value:
        case tuple(words):
            return [f"{node.name} = (", *(f"{INDENT}{_quoted(word)}," for word in words), ")"]
        case dict(names):
            return [f"{node.name} = {{", *(f"{INDENT}{_quoted(key)}: {name}," for key, name in names.items()), "}"]
        case Call() as call:
            return [f"{node.name} = {expression(call)}"]
        case int(number):
            return [f"{node.name} = {number}"]
        case str(word):
            return [f"{node.name} = {_quoted(word)}"]


def _quoted(word: str) -> str:
    return f'"{safe(word)}"'


@_lines.register
def _(node: Table) -> list[str]:
    grids = [line for grid in node.grids for line in ('"""', *_grid(grid), '""",')]
    return [*_lines(node.about), f"{node.name} = {node.function}(", *grids, ")"]


@_lines.register
def _(node: Checked) -> list[str]:
    return [
        f"if hashlib.sha256({' + '.join(node.tables)}).hexdigest() != (",
        f'{INDENT}"{safe(node.digest)}"',
        "):",
        f'{INDENT}raise ImportError("these tables are not those that `f27 compile` wrote")',
    ]


@_lines.register
def _(node: Assign) -> list[str]:
    return [f"{node.target.name} = {expression(node.value)}"]


@_lines.register
def _(node: Do) -> list[str]:
    return [expression(node.value)]


@_lines.register
def _(node: Put) -> list[str]:
    return [f"{node.array.name}[{expression(node.index)}] = {expression(node.value)}"]


@_lines.register
def _(node: Add) -> list[str]:
    return [f"{node.table.name}[{expression(node.index)}] += 1"]


@_lines.register
def _(node: While) -> list[str]:
    return [f"while {expression(node.condition)}:", *_block(node.body)]


@_lines.register
def _(node: If) -> list[str]:
    return [f"if {expression(node.condition)}:", *_block(node.body)]


@_lines.register
def _(node: For) -> list[str]:
    return [f"for {node.variable.name} in range({node.number.name}):", *_block(node.body)]


@_lines.register
def _(node: Return) -> list[str]:
    return ["return"]


@_lines.register
def _(node: Lines) -> list[str]:
    return node.text.strip("\n").split("\n")


@_lines.register
def _(node: Function) -> list[str]:
    arguments = [f"{INDENT}{name}: cython.{kind}," for name, kind in node.arguments]
    variables = [f"{INDENT}{_declared(name, kind)}" for name, kind in node.variables]
    return [
        "@cython.cfunc",
        "@cython.nogil",
        "@cython.exceptval(check=False)",
        f"def {node.name}(",
        *arguments,
        ") -> cython.void:",
        f'{INDENT}"""{node.about}"""',
        *variables,
        *_block(node.body),
    ]


@_lines.register
def _(node: Entry) -> list[str]:
    return [
        f"def {node.name}(",
        f"{INDENT}first: cython.ulonglong, rounds: cython.uint, seed: cython.ulonglong, tables: dict, player: tuple",
        ") -> list:",
        *(INDENT + line if line else "" for line in _entry(node)),
    ]


def _entry(node: Entry) -> list[str]:
    held = {name: f"{name}_cells" for name, _ in node.cells}
    arguments = ", ".join(("first", "rounds", "seed", *(held.get(name, name) for name in node.arguments)))
    return [
        *f'"""{node.about}\n"""'.split("\n"),
        "i: cython.uint",
        *(f'{name}: cython.{kind} = tables["{name}"]' for name, kind in node.numbers),
        *(f"{name}: bytes = {source}" for name, source in node.cells),
        *(f"{held[name]}: cython.p_uchar = {name}" for name, _ in node.cells),
        *memory(node.buffers),
        "with cython.nogil:",
        f"{INDENT}{node.function}(",
        *textwrap.wrap(f"{arguments},", WIDTH, initial_indent=INDENT * 2, subsequent_indent=INDENT * 2),
        f"{INDENT})",
        f"ended = [{node.buffers[-1].name}[i] for i in range({node.buffers[-1].length})]",
        f"if sum({node.counted}) < rounds:",
        f"{INDENT}raise OutOfCards",
        "return ended",
    ]


def memory(buffers: Sequence[Buffer]) -> list[str]:
    """Return the lines that make memory to write to: C numbers in a bytearray, as plain Python lists."""
    return [
        *(f"{buffer.memory} = bytearray({buffer.size} * {buffer.length})" for buffer in buffers),
        *(f"{buffer.name}: cython.p_{buffer.kind}" for buffer in buffers),
        "if cython.compiled:",
        *(
            f"{INDENT}{b.name} = cython.cast(cython.p_{b.kind}, cython.cast(cython.p_uchar, {b.memory}))"
            for b in buffers
        ),
        "else:",
        *(f"{INDENT}{buffer.name} = [0] * {buffer.length}" for buffer in buffers),
    ]


def _declared(name: str, kind: str) -> str:
    return f"{name} = cython.declare(cython.{kind})" if kind.endswith("]") else f"{name}: cython.{kind}"


def _block(statements: Sequence[Statement]) -> list[str]:
    return [INDENT + line for statement in statements for line in _lines(statement)]


def expression(node: Expression) -> str:
    """Return an expression as text; an infix inside another stands in brackets."""
    match node:
        case Name(name):
            return name
        case Number(value):
            return str(value)
        case Call(function, arguments):
            return f"{function}({', '.join(map(expression, arguments))})"
        case Item(array, index):
            return f"{array.name}[{expression(index)}]"
        case Not(condition):
            return f"not {_inner(condition)}"
        case Infix(left, sign, right):
            return f"{_inner(left)} {sign} {_inner(right)}"


def _inner(node: Expression) -> str:
    return f"({expression(node)})" if isinstance(node, Infix) else expression(node)


def _grid(grid: Grid) -> list[str]:
    widest = max(len(str(cell)) for row in grid.rows for cell in row.cells)
    heads = [safe(head) for head in grid.heads]
    widths = [max(len(head), widest) for head in heads] if heads else [widest] * len(grid.rows[0].cells)
    lines = [f"# {safe(line)}" for line in grid.legend]
    if heads:
        lines.append("# " + _aligned(heads, widths))
    return lines + ["  " + _aligned(map(str, row.cells), widths) + _labelled(row.label) for row in grid.rows]


def _aligned(cells: Iterable[str], widths: Sequence[int]) -> str:
    return " ".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=False))


def _labelled(label: str) -> str:
    return f"  # {safe(label)}" if label else ""
