"""What commands do with a vying game: Game, options as typed -> answers on stdout, exit codes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click
from attrs import astuple, frozen

from f27lang.cli.command import INTERRUPTED, LIMIT_BROKEN, answer, hint, print_json
from f27lang.cli.completion import complete_plays

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from fractions import Fraction

    from f27lang import model
    from f27lang.compare.sweep import Points
    from f27lang.compare.table_sweep import TablePoint
    from f27lang.compare.tables import TableDiff
    from f27lang.patience import Patience

_HANDS, _NO_END = 2_000_000, 10**15


@frozen
class Who:
    """Who sits at a table, as typed; None and () where nothing was said."""

    seats: int | None
    play: str | None
    bet: str | None
    hero: str | None = None
    table: tuple[str, ...] = ()
    declare: str | None = None


Command = TypeVar("Command", bound=Callable[..., Any])


def says_options(command: Command) -> Command:
    """Give a command the options that tell what seats say: how they bet, and what they declare."""
    options = (
        ("--bet", "Vying games: how to bet.  [default: check and call]"),
        ("--declare", "Vying games: what to declare.  [default: the nearest share]"),
    )
    for name, help_ in reversed(options):
        command = click.option(name, metavar="PLAY", shell_complete=complete_plays, help=help_)(command)
    return command


def simulate(
    game: model.Game,
    who: Who,
    hands: int | None,
    patience: Patience,
    *,
    until: Fraction | None,
    as_json: bool,
    **how: Any,
) -> int:
    """Play hands of a vying game and tell what came of them."""
    from f27lang import seating  # noqa: PLC0415
    from f27lang.cli.bar import watch_table  # noqa: PLC0415
    from f27lang.report import table  # noqa: PLC0415

    if who.table and (who.seats or who.play or who.hero):
        raise click.UsageError("--table names the play of each seat: leave out --seats, --play and --hero")
    seated = seating.seating(game, seating.Asked(*astuple(who)))
    most = hands or (_NO_END if until else _HANDS)
    run = seating.played(seated, most, until=until, patience=patience, watch=watch_table, **how)
    if run.interrupted:
        hint(f"interrupted after {run.rounds:,} hands, which are a whole run of their own")
    elif until and not run.reached:
        hint(f"the wanted standard error was not reached in {run.rounds:,} hands")
    if not run.rounds:
        return INTERRUPTED
    if as_json:
        print_json(table.as_json(seated, run))
    else:
        answer(table.as_text(seated, run))
    return INTERRUPTED if run.interrupted else 0


def edge(game: model.Game, who: Who, patience: Patience, *, full: bool, most: float | None, as_json: bool) -> int:
    """Tell what a vying game's strategies are worth against one another; exit with 4 where the rake is over `most`."""
    from f27lang.matrix import FULL_HANDS, HANDS, matrix  # noqa: PLC0415
    from f27lang.report import matrix as report  # noqa: PLC0415

    hands = FULL_HANDS if full else HANDS
    found = matrix(game, who.seats, who.bet, declare=who.declare, play=who.play, hands=hands, patience=patience)
    if as_json:
        print_json(report.as_json(found))
    else:
        answer(report.as_text(found))
    taken = report.rake_pct(found)
    if most is None or taken <= most:
        return 0
    hint(f"the house takes {taken:.6f} % of the money staked, over the limit of {most:g} %")
    return LIMIT_BROKEN


def diff(
    games: tuple[model.Game, model.Game], who: Who, hands: int | None, patience: Patience, **how: Any
) -> TableDiff:
    """Play two vying games with the same packs."""
    from f27lang.cli.bar import watch_table  # noqa: PLC0415
    from f27lang.compare.tables import diff_tables  # noqa: PLC0415
    from f27lang.seating import Asked  # noqa: PLC0415

    found = diff_tables(games, Asked(*astuple(who)), hands or _HANDS, patience=patience, watch=watch_table, **how)
    if found.interrupted:
        hint(f"interrupted after {found.hands:,} hands of each, which are a whole run of their own")
    if not found.hands:
        raise KeyboardInterrupt
    return found


def drawn(found: TableDiff, form: str) -> str:
    """Return two games beside one another in the form that was asked for."""
    from f27lang.report import table_diff, table_diff_pages  # noqa: PLC0415

    match form:
        case "json":
            import json  # noqa: PLC0415

            return json.dumps(table_diff.as_json(found), indent=2) + "\n"
        case "md":
            return table_diff_pages.as_markdown(found)
        case "html":
            return table_diff_pages.as_html(found)
    return table_diff.as_text(found) + "\n"


def sweep(
    points: Points,
    who: Who,
    hands: int | None,
    patience: Patience,
    progress: Callable[[int, int], None],
    *,
    as_json: bool,
) -> tuple[str, list[TablePoint]]:
    """Play a vying game at many settings; return what is to be said of it, and the points."""
    import json  # noqa: PLC0415

    from f27lang.compare.table_sweep import HANDS, swept_tables  # noqa: PLC0415
    from f27lang.report import table_sweep  # noqa: PLC0415
    from f27lang.seating import Asked  # noqa: PLC0415

    played = swept_tables(points, Asked(*astuple(who)), hands or HANDS, patience=patience, progress=progress)
    found = list(played)
    if as_json:
        return "\n".join(json.dumps(table_sweep.as_json(point)) for point in found), found
    return table_sweep.as_text(found) if found else "", found


def refuse(kind: str, given: Mapping[str, object]) -> None:
    """Refuse options that games of a kind have no use for; `given` are names of options with what was typed."""
    for option in _typed(given):
        raise click.UsageError(f"{option} is not for {kind} games")


def _typed(given: Mapping[str, object]) -> Iterator[str]:
    return (option for option, value in given.items() if value not in (None, False, ()))


def table_of(text: str | None) -> tuple[str, ...]:
    """Return the plays that `--table a,b,c` names, a seat each."""
    if text is None:
        return ()
    plays = tuple(play.strip() for play in text.split(","))
    if not all(plays):
        raise click.UsageError("--table takes a play for each seat, as in --table nearest,nearest,low,commit")
    return plays
