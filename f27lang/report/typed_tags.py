"""Tags of a card count as people type them: `A -2, 2..4 -1, 8..K 1` -> a whole number for each rank."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from attrs import define, field

from f27lang.diagnostics import Label, Misasked, Report
from f27lang.report.typed import printable, rank_named
from f27lang.source import COMMAND_LINE, SourceFile, Span

FORM = "A -2, 2..4 -1, 5..7 0, 8..K 1, Joker -2"
MOST = 99
_OPTION = "--tags "
_RANKS = "ranks are A, 2 to 10, J, Q, K and Joker, or from one to another, as in 2..6"


def read_tags(text: str, ranks: Sequence[str]) -> dict[str, int]:
    """Return the tags that a text names for ranks of a shoe, in its order; those not named count 0.

    Parts are set apart by commas, and the tag of a part stands behind its ranks. Raises Misasked for what is no rank or
    not in the shoe, said twice, or without a whole number (F0101).
    """
    reader = _Reader(SourceFile(COMMAND_LINE, _OPTION + printable(text)), tuple(ranks))
    return reader.tags()


@define
class _Reader:
    source: SourceFile
    ranks: tuple[str, ...]
    found: dict[str, int] = field(factory=dict, init=False)

    def tags(self) -> dict[str, int]:
        """Return the tag of each rank."""
        for words in self._parts():
            *named, last = words
            if not named:
                raise self._wrong(last, f"`{last.text}` stands alone", "ranks, and a whole number behind them")
            tag = self._tag(last)
            for word in named:
                for rank in self._named(word):
                    if rank in self.found:
                        raise self._wrong(word, f"{rank} has two tags", "said before")
                    self.found[rank] = tag
        if not any(self.found.values()):
            whole = Span(self.source, len(_OPTION), len(self.source.text))
            raise self._wrong(whole, "nothing is counted", "no card has a tag but 0")
        return {rank: self.found.get(rank, 0) for rank in self.ranks}

    def _parts(self) -> Iterator[list[Span]]:
        for part in re.finditer(r"[^,]+", self.source.text[len(_OPTION) :]):
            start = len(_OPTION) + part.start()
            words = [Span(self.source, start + w.start(), start + w.end()) for w in re.finditer(r"\S+", part[0])]
            if words:
                yield words

    def _named(self, word: Span) -> tuple[str, ...]:
        first, dots, last = word.text.partition("..")
        ends = [rank_named(end) for end in ((first, last) if dots else (first,))]
        known = [end for end in ends if end is not None]
        if len(known) < len(ends):
            raise self._wrong(word, f"`{word.text}` is no rank", "not a rank", _RANKS)
        if missing := [end for end in known if end not in self.ranks]:
            raise self._wrong(word, f"the shoe holds no {missing[0]}", "not in this game")
        low, high = self.ranks.index(known[0]), self.ranks.index(known[-1])
        if high < low:
            raise self._wrong(word, f"`{word.text}` goes down", f"write {known[-1]}..{known[0]}")
        return self.ranks[low : high + 1]

    def _tag(self, word: Span) -> int:
        sign, digits = re.fullmatch(r"([+\u2212-]?)(.*)", word.text).groups()  # type: ignore[union-attr]
        if not (digits.isascii() and digits.isdigit()):
            raise self._wrong(word, f"`{word.text}` is no tag", "a whole number, as in A -2")
        if len(digits) > len(str(MOST)) or int(digits) > MOST:
            raise self._wrong(word, f"`{word.text}` is beyond what a tag may be", f"from -{MOST} to {MOST}")
        return int(digits) if sign in ("", "+") else -int(digits)

    def _wrong(self, span: Span, message: str, label: str, *notes: str) -> Misasked:
        report = Report()
        report.error("F0101", message, Label(span, label), notes=notes, helps=(f'write for example --tags "{FORM}"',))
        return Misasked(report)
