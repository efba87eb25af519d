"""`f27 count`: what a card counter can gain.

Variant, tags, bets -> effects of removal, counts, what one wins, a verdict
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from f27lang.cli import counter
from f27lang.cli.command import (
    INTERRUPTED,
    AnswerCommand,
    answer,
    hint,
    json_option,
    patience,
    print_json,
    variant,
    warn,
)
from f27lang.cli.completion import complete_wagers

if TYPE_CHECKING:
    from f27lang import model
    from f27lang.changes import Changes
    from f27lang.counting.counts import Counted
    from f27lang.counting.winnings import Counter
    from f27lang.simulate import Run
    from f27lang.simulate.probe import ProbeRun


@click.command(
    "count",
    cls=AnswerCommand,
    examples=(
        ("f27 count 21-24-27", "what each card less does to the house edge, and the counts that follow"),
        ('f27 count 21-24-27 --tags "A -1, 7..K 1"', "a count of one's own beside the others"),
        ("f27 count 21-24-27 --spread 1..10 --penetration 75%", "what one wins who bets by the best count"),
    ),
)
@variant
@click.option(
    "--tags",
    metavar="TAGS",
    help='A count, as "A -2, 2..4 -1, 8..K 1", where what is not named counts 0; to bet by also inventor, best1, best2 '
    "or best3.  [default: best, which is best2]",
)
@click.option(
    "--knowledge",
    type=click.Choice(["cards", "ranks"]),
    default="cards",
    show_default=True,
    help="What best play knows: all cards seen with their suits, or only their ranks.",
)
@click.option(
    "--wager",
    metavar="NAME",
    shell_complete=complete_wagers,
    help="The wager to play for and to value; by default the first.",
)
@counter.worn_options
@click.option("--yes", is_flag=True, help="Go ahead where the work is estimated at over a minute.")
@json_option
def command(
    *,
    variant: str,
    changes: Changes,
    tags: str | None,
    knowledge: str,
    wager: str | None,
    yes: bool,
    as_json: bool,
    **given: Any,
) -> int:
    """Print what a card less does to the house edge of VARIANT, exactly, and how far a count of cards can follow it.

    With --spread or --ramp a counter is simulated, at a shoe that is dealt from for many hands: what he wins, betting
    by his count, beside flat bets. Exact numbers are those of a fresh shoe.
    """
    bets = counter.wanted(given)
    from f27lang import pipeline  # noqa: PLC0415

    game, warnings = pipeline.playable(variant, changes)
    warn(warnings, as_json=as_json)
    pipeline.refuse_vying(game)

    from f27lang.asking import wager_index  # noqa: PLC0415
    from f27lang.counting.counts import counted  # noqa: PLC0415
    from f27lang.report import count as report  # noqa: PLC0415

    how = counter.described(game, wager_index(game, wager), given) if bets else None
    found = counted(game, wager=wager, knowledge=knowledge, tags=tags, patience=patience(yes), threads=given["threads"])
    if how is None:
        if as_json:
            print_json(report.as_json(found))
        else:
            answer(report.as_text(found))
        return 0

    described = how(found.called(tags or "best"))
    if given["indices"]:
        return _indices(game, found, described, given, as_json=as_json)
    return _winnings(game, found, described, given, as_json=as_json)


def _winnings(game: model.Game, found: Counted, described: Counter, given: dict[str, Any], *, as_json: bool) -> int:
    from f27lang.cli.bar import watch  # noqa: PLC0415
    from f27lang.counting.winnings import winnings  # noqa: PLC0415
    from f27lang.report import count as report  # noqa: PLC0415
    from f27lang.report import winnings as won  # noqa: PLC0415

    rounds = counter.rounds_of(given)
    told = winnings(
        found,
        described,
        rounds,
        seed=counter.seed_of(given),
        seats=given["seats"] or 1,
        threads=given["threads"],
        watching=lambda: watch(rounds, found.wager)(found.tables, None),
    )
    if not told.run.rounds:
        return INTERRUPTED
    money = counter.money(game, found.wager, given)
    if as_json:
        print_json(report.as_json(found) | {"winnings": won.as_json(told, money)})
    else:
        answer(won.as_text(game, told, money))
    return _ended(told.run)


def _indices(game: model.Game, found: Counted, described: Counter, given: dict[str, Any], *, as_json: bool) -> int:
    from f27lang.cli.bar import watch_table  # noqa: PLC0415
    from f27lang.counting.playing import indices  # noqa: PLC0415
    from f27lang.report import count as report  # noqa: PLC0415
    from f27lang.report import indices as crossings  # noqa: PLC0415

    rounds = counter.rounds_of(given)
    told = indices(
        found,
        described,
        rounds,
        seed=counter.seed_of(given),
        threads=given["threads"],
        watching=lambda: watch_table(rounds),
    )
    if not told.run.tally.rounds:
        return INTERRUPTED
    if as_json:
        print_json(report.as_json(found) | {"indices": crossings.as_json(told)})
    else:
        answer(crossings.as_text(game, told, every=given["every"]))
    return _ended(told.run)


def _ended(run: Run | ProbeRun) -> int:
    """Return the exit code of what was played; say so where a key ended it."""
    if not run.interrupted:
        return 0
    hint("interrupted: what is told is of the shoes that were played, which are a whole run of their own")
    return INTERRUPTED
