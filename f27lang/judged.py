"""What a source says in words, judged by what was measured: notes of a game, a run of a table -> Verdicts.

The notes that count begin with "the source claims:". Two kinds are understood: how many betting rounds there are ("as
few as two betting rounds, but more often three or four"), and how often a share is tied ("ties are common").
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen

from f27lang import model
from f27lang.simulate import measures
from f27lang.simulate.vying import TableRun

CLAIMS = "the source claims:"
COMMON = 0.1  # of the showdowns: one in ten is called common
AT_TIMES = 0.25  # of the hands: what is so in fewer is not so in part

_NAMES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBERS = {word: number for number, word in enumerate(_NAMES, 1)}
_WORD = re.compile(r"\b(" + "|".join(_NUMBERS) + r")\b")
_MORE_OFTEN = re.compile(r"\b(more often|usually|mostly)\b")


@frozen
class Verdict:
    """Whether a claim holds where all play in one way: `holds`, `in part` or `does not hold`, and why."""

    claim: str
    verdict: str
    why: str


def verdicts(game: model.Game, run: TableRun) -> tuple[Verdict, ...]:
    """Return what a run says of each claim that is understood."""
    return tuple(verdict for claim in claims(game) for verdict in _judged(claim, run))


def claims(game: model.Game) -> tuple[str, ...]:
    """Return what the source of a game claims, in the words of its own file's notes: another game has other claims."""
    notes = [note.text.text for note in game.notes if note.span.file == game.files[-1]]
    return tuple(note[len(CLAIMS) :].strip() for note in notes if note.startswith(CLAIMS))


def _judged(claim: str, run: TableRun) -> Iterator[Verdict]:
    first, *rest = _MORE_OFTEN.split(claim, maxsplit=1)
    fewest, often = _numbers(first), _numbers(rest[-1]) if rest else []
    if "betting rounds" in claim and fewest and often:
        yield _rounds(claim, min(fewest), min(often), max(often), run)
    elif claim.startswith("ties are common") and run.tally.one("showdowns"):
        rate = measures.measures(run)["any_tie_rate"].value
        yield Verdict(claim, _said(rate >= COMMON), f"in {rate:.1%} of the showdowns")


def _rounds(claim: str, fewest: int, low: int, high: int, run: TableRun) -> Verdict:
    """Judge that hands have `fewest` betting rounds at least, and more often `low` to `high`."""
    found = measures.betting_rounds(run)
    at_least = sum(part for number, part in found.items() if number <= fewest)
    often = sum(part for number, part in found.items() if low <= number <= high)
    more = sum(part for number, part in found.items() if number > high)
    range_ = f"{low} or {high}" if high == low + 1 else f"{low} to {high}" if high > low else f"{low}"
    why = f"{fewest} or fewer in {at_least:.1%}, {range_} in {often:.1%}, more in {more:.1%}"
    if at_least < often < more and often >= AT_TIMES:
        return Verdict(claim, "in part", why)
    return Verdict(claim, _said(often > at_least and often >= more), why)


def _said(holds: bool) -> str:
    return "holds" if holds else "does not hold"


def _numbers(words: str) -> list[int]:
    return [_NUMBERS[word] for word in _WORD.findall(words)]
