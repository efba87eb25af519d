"""A text that the grammar refuses → a diagnostic for each line that does not fit; goes on behind every one."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from f27lang.diagnostics import Diagnostic, Label
from f27lang.source import Span
from f27lang.syntax.hints import Hint, Place, expected, hints, in_words, near, repairs
from f27lang.syntax.lalr import END, Parser, Piece
from f27lang.syntax.limits import braces, reserved
from f27lang.syntax.scan import NEWLINE, Reading, again, begin, feed, is_name, read, shown, words

if TYPE_CHECKING:
    from f27lang.diagnostics import Report
    from f27lang.source import SourceFile

MOST_SHOWN = 20
_LONGEST_REPAIRED = 400  # characters: nobody reads a suggestion for a longer line
_DEEPEST_FOLLOWED = 64  # blocks; the limit of nesting is far below, and each line costs a copy of the stack
_HEADINGS = {"f27", "abstract", "banked", "vying", "strategies"}


@frozen
class _Block:
    """An open block: its heading, and the parser as it stood before it."""

    start: int
    brace: int
    column: int
    before: Parser


@frozen
class _Closing:
    """A line that closed a block, and the parser and the block as they were before it."""

    start: int
    end: int
    before: Parser
    block: _Block


class _Braces:
    """The braces of a text: how many are open, and where each is closed."""

    def __init__(self, text: str) -> None:
        self.places: list[int] = []
        self.signs: list[int] = []
        self.partner: dict[int, int] = {}
        open_: list[int] = []
        for brace in braces(text):
            self.places.append(brace.start())
            self.signs.append(1 if brace["brace"] == "{" else -1)
            if brace["brace"] == "{":
                open_.append(brace.start())
            elif open_:
                self.partner[open_.pop()] = brace.start()

    def opened_from(self, start: int) -> int:
        """Return how many more braces open than close from a place on."""
        return sum(self.signs[bisect_left(self.places, start) :])

    def closed(self, start: int, end: int) -> int | None:
        """Return where the first brace that is open at the end of a line is closed; None where none is."""
        for number in range(bisect_left(self.places, start), bisect_left(self.places, end)):
            closed = self.partner.get(self.places[number])
            if closed is not None and closed >= end:
                return closed
        return None


@define
class Recovery:
    """One pass over a text, line by line; `parser` always stands at the start of a line."""

    source: SourceFile
    text: str
    report: Report
    parser: Parser
    braces: _Braces
    blocks: list[_Block] = field(factory=list)
    closing: _Closing | None = None
    leaning: tuple[_Block, int] | None = None  # the first block whose `}` stands further left than its heading
    errors: int = 0
    next_error: int = 0
    finished: bool = False

    def run(self) -> None:
        """Report every line that does not fit."""
        start = 0
        while start < len(self.text) and not self.finished:
            end = self.text.find("\n", start)
            end = len(self.text) if end < 0 else end
            start = self._line(start, end) + 1
        if not self.finished:
            self._end_of_file()
        if self.errors > MOST_SHOWN:
            more = self.errors - MOST_SHOWN
            label = Label(self._span(self.next_error, self.next_error + 1), "the first of them")
            self.report.add(Diagnostic("F0101", "error", f"{more} more lines can't be read", (label,)))

    def _line(self, start: int, end: int) -> int:
        """Take one line, or a block that had to be passed over; return where it ended."""
        reading = read(self.parser, self.text, start, end)
        if not reading.fitted and (reading.stop is None or reading.stop.kind == NEWLINE):
            return end
        if reading.stop is None:
            self._take(reading, start, end)
            return end
        self.errors += 1
        if self.errors > MOST_SHOWN:
            self.next_error = self.next_error or reading.stop.start
            return self._pass_over(start, end)
        for explained in (self._second_game, self._unclosed, self._closed_early, self._taken_word):
            if explained(reading, reading.stop, start, end):
                return end
        return self._misplaced(reading, reading.stop, start, end)

    def _take(self, reading: Reading, start: int, end: int) -> None:
        """Go on behind a line that fitted, as written or put right."""
        column = len(self.text[start:end]) - len(self.text[start:end].lstrip())
        before, self.parser = self.parser, reading.parser
        for piece in reading.fitted:
            if piece.kind == "LBRACE":
                brace = self.text.find("{", start, end)
                self.blocks.append(_Block(start + column, brace if brace >= 0 else end, column, before))
                self.finished = len(self.blocks) > _DEEPEST_FOLLOWED
            elif piece.kind == "RBRACE" and self.blocks:
                block = self.blocks.pop()
                if column < block.column and self.leaning is None:
                    self.leaning = (block, start + column)
                self.closing = _Closing(start + column, start + column + 1, before, block)

    # ---- what may be wrong, the most telling first ----------------------------------------------

    def _second_game(self, reading: Reading, stop: Piece, start: int, end: int) -> bool:
        if self.closing is None or self.blocks or reading.fitted or stop.text not in _HEADINGS:
            return False
        if self._missing(start) != 0:
            return False
        first = self._span(self.closing.block.start, self.closing.block.brace)
        self.report.error(
            "F0101",
            "a file holds one game",
            Label(self._piece(stop), "a second one starts here"),
            Label(first, "the first one", primary=False),
            helps=("put it into a file of its own; `extends` joins them",),
        )
        self.finished = True
        return True

    def _unclosed(self, reading: Reading, stop: Piece, start: int, end: int) -> bool:
        """Trial repair: end one or more blocks above the line and see whether it fits."""
        if reading.fitted or self._missing(start) <= 0:
            return False
        trial = self.parser.copy()
        for number in range(1, len(self.blocks) + 1):
            if not (feed(trial, "RBRACE") and feed(trial, NEWLINE)):
                return False
            after = read(trial, self.text, start, end)
            if after.stop is None:
                open_, self.blocks = self.blocks[-number:], self.blocks[:-number]
                opens = "{" in self.text[start:end]
                self._report_unclosed(open_, f"before `{stop.text}`" + " begins" * opens, stop, opens)
                self.parser = trial
                self._take(after, start, end)
                return True
        return False

    def _report_unclosed(self, open_: list[_Block], where: str, stop: Piece, opens: bool) -> None:
        here = "a new section starts here" if opens else "this belongs outside"
        lines = "a `}` on a line of its own" if len(open_) == 1 else f"{len(open_)} lines with a `}}` each"
        self.report.error(
            "F0102",
            f"`{self._heading(open_[-1])}` is not closed {where}",
            *(Label(self._span(block.start, block.brace + 1), "opened here", primary=False) for block in open_),
            Label(self._piece(stop), here),
            helps=(f"add {lines} above",),
        )

    def _closed_early(self, reading: Reading, stop: Piece, start: int, end: int) -> bool:
        """Trial repair: take away the `}` above the line and see whether it fits."""
        if reading.fitted or self._missing(start) >= 0:
            return False
        if stop.text == "}" and not self.blocks:
            self._report_stray(stop.start, stop.end, "no block is open here")
            return True
        if self.closing is None:
            return False
        closing = self.closing
        after = read(closing.before, self.text, start, end)
        if after.stop is not None:
            return False
        block = self._span(closing.block.start, closing.block.brace + 1)
        label = Label(block, "the block that it closes", primary=False)
        goes_on = Label(self._piece(stop), "goes on here", primary=False)
        self._report_stray(closing.start, closing.end, "closes the block too early", label, goes_on)
        self.blocks.append(closing.block)
        self.parser, self.closing = closing.before, None
        self._take(after, start, end)
        return True

    def _report_stray(self, start: int, end: int, why: str, *labels: Label) -> None:
        self.report.error("F0102", "a `}` too many", Label(self._span(start, end), why), *labels, helps=("delete it",))

    def _taken_word(self, reading: Reading, stop: Piece, start: int, end: int) -> bool:
        """A word of the language where a name would fit, and with it the whole line."""
        if not is_name(stop.text) or stop.kind == "NAME" or "NAME" not in expected(reading.parser):
            return False
        line = self.text[start : stop.start] + f"my_{stop.text}" + self.text[stop.end : end]
        after = read(self.parser, line, 0, len(line))
        if after.stop is not None:
            return False
        reserved(self.report, self._piece(stop), stop.text)
        self._take(after, start, end)
        return True

    def _misplaced(self, reading: Reading, stop: Piece, start: int, end: int) -> int:
        too_short = stop.kind == NEWLINE
        line = self.text[start : reading.fitted[-1].end if too_short else end]
        at = len(line) if too_short else stop.start - start
        place = Place(line, at, at + len(stop.text), expected(reading.parser))
        if end - start > _LONGEST_REPAIRED:
            self._report_misplaced(place, start, None)
            return self._pass_over(start, end)
        misspelt = self._misspelt_before(reading, line, start)
        place, hint, after = misspelt or (place, *self._meant(place))
        self._report_misplaced(place, start, hint)
        if after is None:
            return self._pass_over(start, end)
        self._take(after, start, end)
        return self._opening_below(place, end)

    def _misspelt_before(self, reading: Reading, line: str, start: int) -> tuple[Place, Hint, Reading] | None:
        """Look at the name in front: `on sfot 24` stops at the number, and yet `sfot` is what is wrong."""
        if not reading.fitted or reading.fitted[-1].kind != "NAME":
            return None
        name = reading.fitted[-1]
        before = again(self.parser, reading.fitted[:-1])
        place = Place(line, name.start - start, name.end - start, expected(before))
        for hint in near(place):
            after = read(self.parser, hint.line, 0, len(hint.line))
            if after.stop is None:
                return place, hint, after
        return None

    def _meant(self, place: Place) -> tuple[Hint | None, Reading | None]:
        """Return the best guess, and the line put right where that makes it fit."""
        first = None
        for hint in hints(place):
            after = read(self.parser, hint.line, 0, len(hint.line))
            if after.stop is None:
                return hint, after
            first = first or (hint if hint.sure else None)
        fitting: dict[str, list[tuple[Hint, Reading]]] = {}
        for sort, hint in repairs(place):
            after = read(self.parser, hint.line, 0, len(hint.line))
            if after.stop is None and not any(_word_as_name(piece, place.start) for piece in after.fitted):
                fitting.setdefault(sort, []).append((hint, after))
        only = next((found[0] for found in fitting.values() if len(found) == 1), None)
        return (first or only[0], only[1]) if only else (first, None)

    def _report_misplaced(self, place: Place, start: int, hint: Hint | None) -> None:
        listed = in_words(place.expected)
        at = start + place.start
        if place.found:
            message, why = f"`{shown(place.found)}` can't stand here", "not expected here"
        else:
            message, why = "this line ends too early", "something is missing here"
        self.report.error(
            "F0101",
            message,
            Label(self._span(at, at + max(1, len(place.found))), why),
            notes=(f"expected {listed}",) if listed else (),
            helps=(hint.help,) if hint else (),
        )

    def _opening_below(self, place: Place, end: int) -> int:
        """Pass over a `{` on a line of its own that was asked for on the line above."""
        if place.found or "{" not in place.expected:
            return end
        rest = self.text[end:].lstrip()
        if not rest.startswith("{"):
            return end
        below = self.text.find("\n", self.text.index("{", end))
        return len(self.text) if below < 0 else below

    # ---- moving on --------------------------------------------------------------------------------

    def _pass_over(self, start: int, end: int) -> int:
        """Leave out a line; with it the block that it opens, or the block that it can't close."""
        if self.blocks and self.text[start:end].lstrip().startswith("}"):
            self.parser = self.blocks.pop().before
            return end
        closed = self.braces.closed(start, end)
        if closed is None:
            return end
        below = self.text.find("\n", closed)
        return len(self.text) if below < 0 else below

    def _end_of_file(self) -> None:
        if feed(self.parser.copy(), END):
            return
        if not self.blocks:
            if not self.errors:
                self._nothing_begun()
            return
        self.errors += 1
        if self.errors > MOST_SHOWN:
            return
        last = max(len(self.text.rstrip()) - 1, 0)
        if self.leaning:
            block, brace = self.leaning
            place, why = brace, "closes it, but is lined up with an outer block"
        else:
            block, place, why = self.blocks[-1], last, "the file ends here"
        self.report.error(
            "F0102",
            f"`{self._heading(block)}` is not closed" + ("" if self.leaning else " before the file ends"),
            Label(self._span(block.start, block.brace + 1), "opened here", primary=False),
            Label(self._span(place, place + 1), why),
            helps=("add a `}` on a line of its own " + ("above" if self.leaning else "below"),),
        )

    def _nothing_begun(self) -> None:
        last = len(self.text.rstrip())
        self.report.error(
            "F0101",
            "the file ends before its game begins",
            Label(self._span(max(last - 1, 0), max(last, 1)), "nothing comes behind this"),
            notes=(f"expected {in_words(expected(self.parser))}",),
            helps=('go on with `banked game "the name" {` and a line with `}`',),
        )

    # ---- places ---------------------------------------------------------------------------------------

    def _missing(self, start: int) -> int:
        """How many `}` the rest of the file lacks; negative where it has too many."""
        return len(self.blocks) + self.braces.opened_from(start)

    def _heading(self, block: _Block) -> str:
        heading = self.text[block.start : block.brace].split()
        return shown(" ".join(heading if len(heading) <= 3 else [*heading[:2], "..."])) + " {"

    def _piece(self, piece: Piece) -> Span:
        return self._span(piece.start, max(piece.end, piece.start + 1))

    def _span(self, start: int, end: int) -> Span:
        return Span(self.source, start, end)


def recover(source: SourceFile, text: str, report: Report, edition: bool) -> None:
    """Report every syntax error of a text.

    `text` is the source's, character by character, with blanks for what was reported already; without `edition` its
    first line stands among those.
    """
    parser = begin()
    if not edition:
        for kind in ("F27", "INT", NEWLINE):
            feed(parser, kind)
    Recovery(source, text, report, parser, _Braces(text)).run()


def _word_as_name(piece: Piece, start: int) -> bool:
    """Whether a change made a name of what is surely meant as a word of the language, from where the change begins."""
    return piece.kind == "NAME" and piece.start >= start and piece.text in words()
