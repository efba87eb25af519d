"""Holds every way to compute a game against the others: Game -> Checks, one at a time, as they are made."""

from __future__ import annotations

from collections.abc import Iterator

from f27lang import model, pipeline
from f27lang.check.examples import check_examples
from f27lang.diagnostics import Report
from f27lang.report.text import count
from f27lang.verify import rounds, values
from f27lang.verify.check import Check
from f27lang.verify.subject import subject
from f27lang.verify.table import SIMULATED_HANDS, verify_table

__all__ = ["Check", "verify"]


def verify(game: model.Game, *, simulated: int | None = None) -> Iterator[Check]:
    """Yield each check of a game without errors; `simulated` is the number of rounds simulated for each way to play.

    By default these are 20 million, 2 million hands of a vying game.
    """
    yield _examples(game)
    if game.kind == "vying":
        yield from verify_table(game, simulated or SIMULATED_HANDS)
        return
    about = subject(game)
    yield values.doubles_are_fractions(about)
    yield values.more_knowledge_is_better(about)
    yield from rounds.referee_is_emitted(about)
    yield rounds.emitted_is_compiled(about)
    yield from values.exact_is_simulated(about, simulated or values.SIMULATED_ROUNDS)
    yield from values.claims(about)


def _examples(game: model.Game) -> Check:
    report = Report()
    lines = _lines(game)
    if not lines:
        return Check("examples", True, _why_none(game), ran=False)
    check_examples(game, report)
    failed = [diagnostic.message for diagnostic in report]
    return Check("examples", not failed, "; ".join(failed) or f"{count(lines, 'line')} hold by the rules")


def _why_none(game: model.Game) -> str:
    unchanged = pipeline.default_game(game)
    others = _lines(unchanged) if unchanged else 0
    if not others:
        return "none to run: the file has no examples"
    was = "was" if others == 1 else "were"
    return f"none run: {count(others, 'line')} {was} written for other settings"


def _lines(game: model.Game) -> int:
    return sum(len(example.lines) for example in game.examples)
