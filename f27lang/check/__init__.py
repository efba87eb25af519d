"""Closed Game → Report: all that is wrong with a game's rules, found before anything is built from them."""

from __future__ import annotations

from f27lang import model
from f27lang.changes import Changes
from f27lang.check.built import check_built
from f27lang.check.cards import check_cards
from f27lang.check.claims import check_claims
from f27lang.check.examples import check_examples
from f27lang.check.facts import is_banked
from f27lang.check.hands import check_hands
from f27lang.check.joins import with_joins
from f27lang.check.looks import check_looks
from f27lang.check.money import check_money
from f27lang.check.play import check_play
from f27lang.check.poker import check_poker
from f27lang.check.reach import check_reach
from f27lang.check.seats import check_seats
from f27lang.check.secrecy import check_secrecy
from f27lang.check.sections import check_sections
from f27lang.check.shuffles import check_shuffles
from f27lang.check.sides import check_sides
from f27lang.check.size import check_size
from f27lang.check.strategies import check_strategies
from f27lang.check.toggled import check_toggled_examples
from f27lang.check.turns import check_turns
from f27lang.diagnostics import Report

WORDS = (
    *(check_cards, check_hands, check_poker, check_play, check_looks, check_turns, check_secrecy, check_money),
    *(check_sides, check_strategies, check_claims),
)

UNCHANGED = Changes()


def check(game: model.Game, report: Report, changes: Changes = UNCHANGED) -> bool:
    """Add every error and warning about the rules of a closed game to the report; return whether its examples were run.

    They are where the game's words are right, and all of it is built.

    `changes` are those that led to the game: examples inside an option that is off are run with it on.
    """
    found = Report()
    ran = _check(game, found, changes)
    for diagnostic in found:
        report.add(with_joins(diagnostic, game))
    return ran


def _check(game: model.Game, report: Report, changes: Changes) -> bool:
    """Check sizes and words first; follow hands only where all of the game is built and its words are right."""
    check_size(game, report)
    if report.failed:
        return False
    built = check_built(game, report) if is_banked(game) else _vying_built(game, report)
    for check_words in (check_shuffles, check_seats) if is_banked(game) else ():
        check_words(game, report)
    for check_words in WORDS:
        check_words(game, report)
    if not is_banked(game):
        _vying_words(game, report)
    elif not game.abstract:
        check_sections(game, report)
    if not built or report.failed:
        return False
    check_examples(game, report)
    check_toggled_examples(game, report, changes)
    if not game.abstract:
        (check_reach if is_banked(game) else _vying_reach)(game, report)
    return True


def _vying_built(game: model.Game, report: Report) -> bool:
    from f27lang.check.vying import check_vying_built  # noqa: PLC0415

    return check_vying_built(game, report)


def _vying_words(game: model.Game, report: Report) -> None:
    from f27lang.check import vying  # noqa: PLC0415

    vying.check_vying_play(game, report)
    if not game.abstract:
        vying.check_vying_lines(game, report)
    vying.check_vying_drawing(game, report)
    vying.check_vying_seats(game, report)
    vying.check_vying_money(game, report)
    vying.check_vying_sight(game, report)
    vying.check_vying_advice(game, report)


def _vying_reach(game: model.Game, report: Report) -> None:
    from f27lang.check.vying import check_vying_reach  # noqa: PLC0415

    check_vying_reach(game, report)
