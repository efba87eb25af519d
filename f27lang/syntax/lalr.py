"""Runs the tables of the grammar, which Lark makes: pieces of text, one by one → a tree.

Lark could run them too, but to import it takes longer than to check a game.
"""

from __future__ import annotations

from attrs import define, field, frozen

END = "$END"

Row = dict[str, int]


@frozen
class Piece:
    """A token as read; `kind` is a terminal of the grammar, or "" for what the language doesn't have."""

    kind: str
    text: str
    start: int
    end: int


@define
class Tree:
    """What a rule took: the name of the rule, and pieces and trees in order."""

    rule: str
    children: list[Piece | Tree]


@frozen
class Rule:
    """A production: `size` symbols become a tree `name`, or are passed on where `inlined`.

    `lone`: a single child takes the place of the tree.
    """

    origin: str
    name: str
    size: int
    inlined: bool
    lone: bool


@frozen
class Tables:
    """The grammar, analysed. An entry of a row is the state to go to, or ~n to reduce by rule n."""

    rows: list[Row]
    rules: list[Rule]
    start: int
    end: int
    words: dict[str, str]  # the terminals of one spelling: `"stands"` → `STANDS`
    shapes: str  # an expression with a group for each terminal of many spellings


class Misplaced(Exception):
    """Raised where a piece can't stand; the parser that was fed is spoilt."""


Value = Piece | Tree | list["Value"]  # a list is what an inlined rule took


@define
class Parser:
    """A parse as far as it has come."""

    tables: Tables
    states: list[int]
    values: list[Value] = field(factory=list)

    def copy(self) -> Parser:
        """Return a parser that may be fed without touching this one."""
        return Parser(self.tables, self.states.copy(), self.values.copy())

    @property
    def row(self) -> Row:
        """The symbols that the state has an entry for; some of its terminals may turn out not to fit."""
        return self.tables.rows[self.states[-1]]

    def feed(self, piece: Piece) -> None:
        """Take a piece; raise Misplaced where it can't stand."""
        while (to := self._entry(piece)) < 0:
            self._reduce(~to)
        self.states.append(to)
        self.values.append(piece)

    def finish(self) -> Tree:
        """Take the end of the file and return the tree; raise Misplaced where the file can't end."""
        end = Piece(END, "", 0, 0)
        while self.states[-1] != self.tables.end:
            self._reduce(~self._entry(end))
        tree = self.values[-1]
        assert isinstance(tree, Tree)
        return tree

    def _entry(self, piece: Piece) -> int:
        try:
            return self.row[piece.kind]
        except KeyError:
            raise Misplaced from None

    def _reduce(self, number: int) -> None:
        rule = self.tables.rules[number]
        taken = self.values[len(self.values) - rule.size :]
        del self.states[len(self.states) - rule.size :], self.values[len(self.values) - rule.size :]
        self.values.append(taken if rule.inlined else _shaped(rule, _flat(taken)))
        self.states.append(self.row[rule.origin])


def _shaped(rule: Rule, children: list[Piece | Tree]) -> Piece | Tree:
    return children[0] if rule.lone and len(children) == 1 else Tree(rule.name, children)


def _flat(taken: list[Value]) -> list[Piece | Tree]:
    """Put the children of inlined rules in their place, however deep; joining them rule by rule is quadratic."""
    children: list[Piece | Tree] = []
    left = taken[::-1]
    while left:
        value = left.pop()
        if isinstance(value, list):
            left.extend(reversed(value))
        else:
            children.append(value)
    return children
