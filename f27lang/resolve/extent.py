"""F0105: how much a file may say with all that it extends: files, the nearest first → whether that is little enough.

Every later stage works on each line, so a limit on lines bounds that work on every machine alike, as no clock does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from attrs import define, field, frozen

from f27lang import model
from f27lang.diagnostics import Label, Report
from f27lang.model.node import Node
from f27lang.source import Span
from f27lang.syntax.limits import MOST_TOKENS, words_and_signs

MOST_RULES = 1_000
MOST_EXAMPLES = 1_000
_HOLDING = ("items", "lines", "arms", "steps")
_TELLING = (model.Note, model.Source, model.Assume, model.Example)


@define
class Extent:
    """What the files of a chain come to; each is counted once."""

    _totals: list[int] = field(factory=lambda: [0] * len(_LIMITS), init=False)

    def holds(self, files: Sequence[model.File], report: Report) -> bool:
        """Count the last of the files, which the others extend; whether no limit is passed, which is reported."""
        self._totals = [total + limit.number(files[-1]) for total, limit in zip(self._totals, _LIMITS, strict=True)]
        for total, limit in zip(self._totals, _LIMITS, strict=True):
            if total > limit.most:
                _over(limit, total, files, report)
                return False
        return True


def _over(limit: _Limit, total: int, files: Sequence[model.File], report: Report) -> None:
    link = files[-2].extends if len(files) > 1 else None
    over = Label(link.span, "with all that this brings in") if link else Label(limit.excess(files[0]), "over the limit")
    report.error("F0105", f"{total:,} {limit.what}: the limit is {limit.most:,}", over, helps=(limit.help,))


@frozen
class _Limit:
    what: str
    most: int
    number: Callable[[model.File], int]
    excess: Callable[[model.File], Span]
    help: str


def _lines(holder: Node) -> Iterator[Node]:
    """Yield each line inside a block, those of examples left out."""
    section = holder.section if isinstance(holder, model.Also) else holder
    for name in _HOLDING if not isinstance(section, model.Example) else ():
        for line in getattr(section, name, ()):
            yield line
            yield from _lines(line)


def _rules(file: model.File) -> Iterator[Node]:
    return (line for line in _lines(file) if not isinstance(line, _TELLING))


def _examples(file: model.File) -> Iterator[Node]:
    return (line for example in _lines(file) if isinstance(example, model.Example) for line in example.lines)


def _counted(what: str, most: int, lines: Callable[[model.File], Iterator[Node]], help_: str) -> _Limit:
    return _Limit(
        what,
        most,
        number=lambda file: sum(1 for _ in lines(file)),
        excess=lambda file: next(islice(lines(file), most, None)).span,
        help=help_,
    )


_LIMITS: tuple[_Limit, ...] = (
    _counted("lines of rules", MOST_RULES, _rules, "a variant is a page of rules: take lines away, or join them"),
    _counted("lines of examples", MOST_EXAMPLES, _examples, "keep the examples that each show another rule"),
    _Limit(
        "words and signs",
        MOST_TOKENS,
        number=lambda file: words_and_signs(file.span.file.text),
        excess=lambda file: file.span,
        help="a variant is a page of rules: take lines away",
    ),
)
