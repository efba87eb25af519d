"""`f27 explain`: the page of a diagnostic code, or the house-rules card of a variant."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from f27lang.cli.command import (
    AnswerCommand,
    answer,
    changed,
    json_option,
    on_terminal,
    patience,
    print_json,
    settings_options,
    warn,
)
from f27lang.cli.completion import complete_plays, complete_subjects

if TYPE_CHECKING:
    from f27lang.changes import Changes
    from f27lang.patience import Patience

_CODE = re.compile(r"[Ff]\d{1,4}", re.ASCII)


@click.command(
    "explain",
    cls=AnswerCommand,
    examples=(
        ("f27 explain F0401", "what a message means, a wrong example, and the way out"),
        ("f27 explain 21-24-27", "the rules of a game, as a house would hand them out"),
        ('f27 explain 21-24-27 --hand "7 8 against 10 5 then 9 K"', "a round, each step with its rule"),
    ),
)
@click.argument("subject", metavar="CODE|VARIANT", shell_complete=complete_subjects)
@settings_options
@click.option("--hand", metavar="CARDS", help='Work a round step by step: "7 8 against 10 5 then 9h K".')
@click.option(
    "--play",
    metavar="NAME",
    shell_complete=complete_plays,
    help="With --hand: play by this strategy, by default the best chart.",
)
@click.option("--yes", is_flag=True, help="With --hand: go ahead where solving the chart takes over a minute.")
@json_option
def command(subject: str, changes: Changes, *, hand: str | None, play: str | None, yes: bool, as_json: bool) -> None:
    """Explain a diagnostic CODE, or the rules of VARIANT in prose.

    In a hand the player's cards come first, then the dealer's behind `against`, then cards in the order in which they
    are dealt. A king may be typed K, k or 13, an ace A, a or 1.
    """
    if hand is None and (play is not None or yes):
        raise click.UsageError('--play and --yes go with --hand "7 8 against 10 5".')
    code = _CODE.fullmatch(subject)
    if code and (hand is not None or changed(changes)):
        raise click.UsageError("A code has no settings and no hands: those go with a variant.")
    if hand is not None:
        _explain_hand(
            subject, changes, hand, play="chart" if play is None else play, patience=patience(yes), as_json=as_json
        )
    elif code:
        _explain_code(subject.upper(), as_json)
    else:
        _explain_variant(subject, changes, as_json)


def _explain_code(code: str, as_json: bool) -> None:
    from f27lang.codes import CODES  # noqa: PLC0415
    from f27lang.pages import as_text, page  # noqa: PLC0415

    if code not in CODES:
        raise click.UsageError(_no_code(code, sorted(CODES)))
    if as_json:
        print_json({"schema": "f27.explain/1", "code": code, "title": CODES[code], "page": page(code)})
        return
    text = as_text(code)
    if on_terminal():
        from f27lang.report import colour  # noqa: PLC0415

        text = colour.page(text)
    answer(text)


def _no_code(code: str, codes: list[str]) -> str:
    """Say that there is no such code, and which one only has a zero or some more figures."""
    meant = next((each for each in codes if each.startswith((code, f"F0{code[1:]}"))), None)
    if meant:
        return f"There is no code {code}: did you mean {meant}?"
    return f"There is no code {code}; the codes run from {codes[0]} to {codes[-1]}."


def _explain_variant(variant: str, changes: Changes, as_json: bool) -> None:
    from f27lang import pipeline  # noqa: PLC0415
    from f27lang.report import card  # noqa: PLC0415

    game, warnings = pipeline.load(variant, changes)
    warn(warnings, as_json=as_json)
    if as_json:
        print_json(card.as_json(game))
    else:
        answer(card.as_text(game))


def _explain_hand(variant: str, changes: Changes, cards: str, *, play: str, patience: Patience, as_json: bool) -> None:
    from f27lang import pipeline  # noqa: PLC0415
    from f27lang.report import hand  # noqa: PLC0415

    game, warnings = pipeline.playable(variant, changes)
    pipeline.refuse_vying(game)
    warn(warnings, as_json=as_json)
    done = hand.worked(game, cards, play=play, patience=patience)
    if as_json:
        print_json(hand.as_json(done))
    else:
        answer(hand.as_text(done))
