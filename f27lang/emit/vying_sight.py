"""How kernels of vying games ask seats: by their hands alone, or by all that they see of the table.

VyingRulebook -> what puts that into the texts of steps

Where each play looks at its hand only an answer is a cell of a table. Where one looks round it is the first of some
lines that holds now, so that lines cost nothing where no play has them.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping

from f27lang.vying import NO_END, VyingRulebook, When

LINE_CELLS = 7
_SOMEBODY, _NOBODY = int(When.SOMEBODY_BET), int(When.NOBODY_BET)
ADVISED = f'''
@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def advised(
    lines: cython.p_uchar, place: cython.size_t, turn: cython.uint, live: cython.uint, there: cython.uint,
    bet: cython.uint,
) -> cython.uint:
    """Return what a seat is told by the first line from a place on that holds; the last one of a list always does.

    A line is {LINE_CELLS} cells: the first and the last round in which it holds, the least and the most live seats,
    the seats that must be live as bits, {_SOMEBODY} where somebody must have bet or {_NOBODY} where nobody, and what
    it says.
    """
    not_so: cython.uint = {_NOBODY} if bet else {_SOMEBODY}
    turn = turn if turn < 0x{NO_END:X} else 0x{NO_END:X}
    while (
        turn < cell(lines, place) or turn > cell(lines, place + 1)
        or live < cell(lines, place + 2) or live > cell(lines, place + 3)
        or cell(lines, place + 4) & ~there or cell(lines, place + 5) & not_so
    ):
        place = place + {LINE_CELLS}
    return cell(lines, place + {LINE_CELLS - 1})
'''
_PLACE = "plays[at + s] + hands[at + s]"
_BET_PLACE = "plays[at + s] * 4 + asked * states + hands[at + s]"
_BY_HAND = {
    "SEES_ALL": "",
    "SEES_FOLD": "",
    "WANTS_CARD": f"takes[{_PLACE}]",
    "ANSWER_TO_BET": f"cell(bets, {_BET_PLACE})",
    "ANSWER_TO_DECLARE": f"cell(says, {_PLACE})",
}
_BY_LINES = {
    "SEES_ALL": "there = (1 << players) - 1\nlevel = 0",
    "SEES_FOLD": "if folds:\n    there = there & ~(1 << s)",
    "WANTS_CARD": f"advised(lines, amount(takes, {_PLACE}), draw_rounds, live, there, level)",
    "ANSWER_TO_BET": f"advised(lines, amount(bets, {_BET_PLACE}), bet_rounds, live, there, level)",
    "ANSWER_TO_DECLARE": f"advised(lines, amount(says, {_PLACE}), bet_rounds, live, there, level)",
}


def filled_for(rulebook: VyingRulebook) -> Callable[[str], str]:
    """Return what puts into a text how the seats of these tables are asked."""
    parts = _BY_LINES if rulebook.looks_round else _BY_HAND
    return lambda text: filled(text, parts)


def filled(text: str, parts: Mapping[str, str]) -> str:
    """Return a text with what its words in capitals stand for."""
    return "\n".join(line for each in text.strip("\n").split("\n") for line in _filled(each, parts))


def _filled(line: str, parts: Mapping[str, str]) -> list[str]:
    """Return the lines that one stands for: a word alone becomes all of its text, or nothing."""
    word = line.strip()
    if word in parts:
        return textwrap.indent(parts[word], line[: len(line) - len(word)]).split("\n") if parts[word] else []
    for name, text in parts.items():
        line = line.replace(name, text)
    return [line]
