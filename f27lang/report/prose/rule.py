"""What a card is made of: Rule, a sentence and the lines behind it; Section, a heading and its rules."""

from __future__ import annotations

from attrs import frozen

from f27lang.model.node import Node


@frozen
class Rule:
    """One numbered sentence, and the lines of the rules card that it says in words."""

    text: str
    lines: tuple[Node, ...]

    @property
    def places(self) -> tuple[str, ...]:
        """Return where the lines stand, as `path:line`, each once."""
        return tuple(dict.fromkeys(line.span.place for line in self.lines))


@frozen
class Section:
    """Rules under one heading."""

    title: str
    rules: tuple[Rule, ...]
