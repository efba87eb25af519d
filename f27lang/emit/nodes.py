"""The parts that an emitted module is made of, and the one writer that turns them into text.

nodes -> text
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import singledispatch

from attrs import frozen

INDENT = "    "
_UNSAFE = re.compile(r"[^A-Za-z0-9 .,:;()/_+=`-]")


def safe(words: str) -> str:
    """Return `words` without any character that could end a comment or a string: names come from rule files."""
    return _UNSAFE.sub("-", words)


@frozen
class Name:
    """A variable, or a module's constant."""

    name: str


@frozen
class Number:
    """A whole number."""

    value: int


@frozen
class Infix:
    """Two expressions and the sign between them."""

    left: Expression
    sign: str
    right: Expression


@frozen
class Call:
    """A function of the module with its arguments."""

    function: str
    arguments: tuple[Expression, ...]


Expression = Name | Number | Infix | Call


@frozen
class Comment:
    """Lines behind `#`."""

    lines: tuple[str, ...]


@frozen
class Imports:
    """Modules of Python's library and of Cython, in the order of import."""

    modules: tuple[str, ...]


@frozen
class Text:
    """Functions that are the same in every module."""

    text: str


@frozen
class Row:
    """Cells of a table with the words behind them."""

    cells: tuple[int, ...]
    label: str


@frozen
class Grid:
    """Numbers as text, one row a line: what Cython would need seconds for as a list."""

    rows: tuple[Row, ...]
    heads: tuple[str, ...] = ()
    legend: tuple[str, ...] = ()


@frozen
class Table:
    """A named table: `name = function(grids)` under a comment that says what it holds and which lines it comes from."""

    name: str
    about: Comment
    function: str
    grids: tuple[Grid, ...]


@frozen
class Constant:
    """`name = value`: a number, a name of ours or the dictionary of tables."""

    name: str
    value: int | str | tuple[tuple[str, str], ...]


@frozen
class Checked:
    """A test at import: tables that are unpacked from grids must have this SHA-256."""

    tables: tuple[str, ...]
    digest: str


@frozen
class Assign:
    """A variable gets a value."""

    target: Name
    value: Expression


@frozen
class Do:
    """An expression for its effect."""

    value: Expression


@frozen
class Add:
    """A counter goes up by one."""

    table: Name
    index: Expression


@frozen
class While:
    """Repeat as long as the condition holds."""

    condition: Expression
    body: tuple[Statement, ...]


@frozen
class If:
    """Do once where the condition holds."""

    condition: Expression
    body: tuple[Statement, ...]


@frozen
class For:
    """Count a variable up from 0."""

    variable: Name
    number: Name
    body: tuple[Statement, ...]


@frozen
class Return:
    """The end of a function."""


Statement = Comment | Assign | Do | Add | While | If | For | Return


@frozen
class Function:
    """A C function without the interpreter's lock; `variables` and `arguments` are pairs of a name and its C type."""

    name: str
    about: str
    arguments: tuple[tuple[str, str], ...]
    variables: tuple[tuple[str, str], ...]
    body: tuple[Statement, ...]


Node = Comment | Imports | Text | Table | Constant | Checked | Function


def write(nodes: Sequence[Node]) -> str:
    """Return the text of a module."""
    lines: list[str] = []
    for before, node in zip([None, *nodes], nodes, strict=False):
        lines += [""] * (_gap(before, node) if before else 0) + _lines(node)
    return "\n".join(lines) + "\n"


def _gap(before: Node, node: Node) -> int:
    """Return the number of blank lines between two nodes, as formatters want them."""
    kinds = {type(before), type(node)}
    return 2 if kinds & {Text, Function} else 1 if kinds & {Table, Comment, Imports} else 0


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
    if isinstance(node.value, tuple):
        return [f"{node.name} = {{", *(f'{INDENT}"{key}": {name},' for key, name in node.value), "}"]
    return [f"{node.name} = {node.value}" if isinstance(node.value, int) else f'{node.name} = "{safe(node.value)}"']


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
