"""The parts that an emitted module is made of; `writer` turns them into text."""

from __future__ import annotations

from attrs import frozen


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


@frozen
class Item:
    """A number of an array."""

    array: Name
    index: Expression


@frozen
class Not:
    """The opposite of a condition."""

    condition: Expression


Expression = Name | Number | Infix | Call | Item | Not


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
    """`name = value`: a number, a name of ours, some of these, the dictionary of tables, or what a function makes."""

    name: str
    value: int | str | Call | tuple[str, ...] | dict[str, str]


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
class Put:
    """A cell of an array gets a value."""

    array: Name
    index: Expression
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


@frozen
class Lines:
    """Statements that are the same in every function that has them, as text."""

    text: str


Statement = Comment | Assign | Do | Put | Add | While | If | For | Return | Lines


@frozen
class Function:
    """A C function without the interpreter's lock; `variables` and `arguments` are pairs of a name and its C type."""

    name: str
    about: str
    arguments: tuple[tuple[str, str], ...]
    variables: tuple[tuple[str, str], ...]
    body: tuple[Statement, ...]


@frozen
class Buffer:
    """Memory that a kernel writes to: `length` numbers of `size` bytes each, named apart as bytes and as numbers."""

    name: str
    memory: str
    kind: str
    size: int
    length: str


@frozen
class Entry:
    """The function that Python calls: it runs a kernel, `function`, without the interpreter's lock.

    `numbers` are pairs of a table's name and its C type, `cells` pairs of a name and where the bytes come from.
    `arguments` are those of the kernel, behind the first round, their number and the seed. The last buffer, `ended`, is
    returned; it can be told from `counted` of it how many rounds were played.
    """

    name: str
    about: str
    numbers: tuple[tuple[str, str], ...]
    cells: tuple[tuple[str, str], ...]
    buffers: tuple[Buffer, ...]
    function: str
    arguments: tuple[str, ...]
    counted: str


Node = Comment | Imports | Text | Table | Constant | Checked | Function | Entry
