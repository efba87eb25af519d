"""`f27 sweep`: the edge at every combination of settings.

Variant, ranges of settings -> table, CSV, picture, JSON lines; exit code 130 where it was stopped
"""

from __future__ import annotations

from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from f27lang.cli import vying
from f27lang.cli.command import INTERRUPTED, AnswerCommand, answer, hint, on_terminal, pairs, patience
from f27lang.cli.completion import (
    complete_options,
    complete_settings,
    complete_solved_plays,
    complete_variants,
    complete_wagers,
)
from f27lang.cli.output import STDOUT, OutputFile
from f27lang.cli.rounds import Rounds, Whole
from f27lang.cli.store import opened, store_option

if TYPE_CHECKING:
    from f27lang.compare.ground import Ground
    from f27lang.compare.sweep import Asked, Sweep
    from f27lang.store import Store

_MOST_NEAREST = 10


@click.command(
    "sweep",
    cls=AnswerCommand,
    examples=(
        ("f27 sweep 21-24-27 --set hard_stand=19..24 --set soft_stand=22..27", "36 exact edges as a heat map"),
        ("f27 sweep 21-24-27 --set decks=1,2,6,8 --vary forced_moves --csv -", "for a spreadsheet"),
        ("f27 sweep 21-24-27 --toggle-all", "what each rule costs by itself"),
    ),
)
@click.argument("variant", shell_complete=complete_variants)
@click.option("--with", "with_", multiple=True, metavar="OPTION", shell_complete=complete_options, help="Turn on.")
@click.option("--without", multiple=True, metavar="OPTION", shell_complete=complete_options, help="Turn off.")
@click.option(
    "--set",
    "set_",
    multiple=True,
    metavar="NAME=VALUES",
    callback=pairs,
    shell_complete=complete_settings,
    help="Vary a parameter or a choice: 19..24, 5..7 by 0.5, 6,8,10 or * (all); one value holds everywhere.",
)
@click.option(
    "--vary",
    multiple=True,
    metavar="NAME",
    shell_complete=complete_options,
    help="Vary an option, on and off; or all arms of a choice, the whole range of a parameter.",
)
@click.option("--house", metavar="NAMES", help="Vary the house: all, or names with commas between them.")
@click.option(
    "--toggle-all", is_flag=True, help="Change each setting by itself, and sort by what that does; not in vying games."
)
@click.option(
    "--target", type=float, metavar="PERCENT", help="Show the points whose edge is nearest to this, nearest first."
)
@click.option(
    "--play",
    metavar="PLAY",
    shell_complete=complete_solved_plays,
    help="best, chart, or a strategy of the file; by default best.",
)
@vying.says_options
@click.option("--seats", type=Whole(1, 100), help="Vying games: the number of players.  [default: the usual one]")
@click.option("-n", "--rounds", type=Rounds(), help="Vying games: hands at each point.  [default: 200,000]")
@click.option("--shoe", type=click.Choice(["full", "endless"]), help="By default the full one, where it can be solved.")
@click.option(
    "--knowledge", type=click.Choice(["cards", "ranks", "total"]), help="What the player knows, as in `edge`."
)
@click.option("--wager", metavar="NAME", shell_complete=complete_wagers, help="By default the first.")
@click.option("--outcomes", is_flag=True, help="Add standard deviation, hit frequency, cards and decisions.")
@click.option("--csv", type=OutputFile(stdout=True), metavar="FILE", help="Write a table; - is standard output.")
@click.option("--png", type=OutputFile(), metavar="FILE", help="Draw one or two settings; needs the extra `plots`.")
@click.option("--svg", type=OutputFile(), metavar="FILE", help="The same, to be scaled.")
@click.option("--yes", is_flag=True, help="Go ahead with over 10,000 points, or over a minute.")
@store_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line, a point each.")
def command(
    *,
    variant: str,
    with_: tuple[str, ...],
    without: tuple[str, ...],
    set_: tuple[tuple[str, str], ...],
    vary: tuple[str, ...],
    house: str | None,
    toggle_all: bool,
    as_json: bool,
    **how: Any,
) -> int:
    """Print the house edge of VARIANT at every combination of settings.

    A vying game is played at each with the same packs: what is told is how hands and money change.

    What was solved before is not solved again: a sweep that is stopped goes on where it was.
    """
    _refuse(how, as_json, toggle_all)
    from f27lang.changes import Changes  # noqa: PLC0415
    from f27lang.cli.edge import refuse_knowledge  # noqa: PLC0415
    from f27lang.compare.grid import grid, is_range  # noqa: PLC0415
    from f27lang.compare.ground import ground  # noqa: PLC0415
    from f27lang.compare.sweep import asked  # noqa: PLC0415

    refuse_knowledge(how["knowledge"], how["play"])
    ranges = [(name, values) for name, values in set_ if is_range(values)] + [(name, "*") for name in vary]
    plain = tuple(pair for pair in set_ if not is_range(pair[1]))
    if both := {name for name, _ in ranges} & {*with_, *without, *dict(plain)}:
        raise click.UsageError(f"`{min(both)}` is set, and varied too: take one of the two away")
    _refuse_grid(ranges, house, variant, toggle_all)
    place = ground(variant, Changes(None, with_, without, plain))
    points = None if toggle_all else grid(place, dict(ranges), house or ())
    table = {f"--{name}": how.pop(name) for name in ("bet", "declare", "seats", "rounds")}
    if place.is_vying:
        banked = ("shoe", "knowledge", "wager", "outcomes", "target", "png", "svg")
        vying.refuse("vying", {"--toggle-all": toggle_all, **{f"--{name}": how[name] for name in banked}})
        return _tables(points, how["play"], table, as_json, how)
    vying.refuse("banked", table)
    question = asked(how["play"], how["shoe"], how["knowledge"], how["wager"], outcomes=how["outcomes"])
    if toggle_all:
        return _toggle(place, question, as_json, how)
    return _sweep(points, question, as_json, how)


def _tables(points: Any, play: str | None, typed: dict[str, Any], as_json: bool, how: dict[str, Any]) -> int:
    from f27lang.cli.points import watch_points  # noqa: PLC0415

    who = vying.Who(typed["--seats"], play, typed["--bet"], declare=typed["--declare"])
    with watch_points(shown=not as_json) as progress:
        told, done = vying.sweep(points, who, typed["--rounds"], patience(how["yes"]), progress, as_json=as_json)
    if told and how["csv"] != STDOUT:
        answer(told)
    if how["csv"]:
        from f27lang.report import sweep_rows, table_sweep  # noqa: PLC0415

        rows = sweep_rows.rows_csv(table_sweep.rows(done))
        answer(rows) if how["csv"] == STDOUT else _to_file(how["csv"], rows.encode())
    if len(done) == len(points):
        return 0
    hint(f"interrupted after {len(done):,} of {len(points):,} points")
    return INTERRUPTED


def _refuse(how: dict[str, Any], as_json: bool, toggle_all: bool) -> None:
    """Refuse what can't be answered, before anything is read."""
    if how["target"] is not None and not isfinite(how["target"]):
        raise click.UsageError("--target is no number: write for example --target 1.0")
    if as_json and how["csv"] == STDOUT:
        raise click.UsageError("--json and --csv - are two answers: take one")
    if toggle_all and (how["target"] is not None or how["png"] or how["svg"]):
        raise click.UsageError("--toggle-all is a table of its own: leave --target, --png and --svg away")
    if how["png"] or how["svg"]:
        from f27lang.report import chart_png, sweep_plot  # noqa: PLC0415

        if not chart_png.available():
            raise click.UsageError(sweep_plot.NEEDED)


def _refuse_grid(ranges: list[tuple[str, str]], house: str | None, variant: str, toggle_all: bool) -> None:
    from f27lang.pipeline import split_house  # noqa: PLC0415

    names = [name for name, _ in ranges]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise click.UsageError(f"`{twice}` is varied twice: write its values behind one another, as in 6,8..10")
    if house is not None and split_house(variant)[1]:
        raise click.UsageError("the house is named, and varied too: take one of the two away")
    if house is not None and not house.strip():
        raise click.UsageError("--house names none: write --house all, or names with commas between them")
    if toggle_all and (ranges or house):
        raise click.UsageError("--toggle-all changes every setting by itself: vary nothing beside it")
    if not toggle_all and not ranges and house is None:
        raise click.UsageError("nothing is varied: write for example --set hard_stand=19..24, or --toggle-all")


def _sweep(points: Any, question: Asked, as_json: bool, how: dict[str, Any]) -> int:
    from f27lang.cli.points import watch_points  # noqa: PLC0415
    from f27lang.compare.sweep import swept  # noqa: PLC0415
    from f27lang.report import sweep_rows  # noqa: PLC0415

    _refuse_picture(points.axes, how)
    streaming = as_json and how["target"] is None

    def tell(found: Any) -> None:
        if streaming:
            answer(sweep_rows.line(points.ground.title, found))

    with watch_points(shown=not (streaming and on_terminal())) as progress:
        wait = patience(how["yes"])
        done = swept(points, question, store=opened(how["no_store"]), patience=wait, progress=progress, tell=tell)
    if not streaming and done.found:
        _print(done, as_json, how)
    _write(done, how)
    return _left(done, how["no_store"])


def _refuse_picture(axes: Any, how: dict[str, Any]) -> None:
    if not (how["png"] or how["svg"]):
        return
    from math import prod  # noqa: PLC0415

    from f27lang.report.sweep_plot import MOST_CELLS  # noqa: PLC0415

    if len(axes) > 2:
        raise click.UsageError("a picture has two sides: vary one or two settings, or leave --png and --svg away")
    if prod(len(axis.values) for axis in axes) > MOST_CELLS:
        raise click.UsageError(f"a picture of over {MOST_CELLS:,} points can't be read: take fewer, or --csv")


def _print(done: Sweep, as_json: bool, how: dict[str, Any]) -> None:
    from f27lang.report import sweep, sweep_rows  # noqa: PLC0415

    target = how["target"]
    found = done.found if target is None else done.nearest(target)
    if as_json:
        lines = (sweep_rows.line(done.title, each, off_pct=(each.edge_pct or 0.0) - target) for each in found)
        answer("\n".join(lines))
    elif how["csv"] == STDOUT:
        answer(sweep_rows.as_csv(done, found))
    elif target is not None:
        answer(sweep.nearest_text(done, target, _MOST_NEAREST))
    else:
        answer(sweep.as_text(done, _paint(done)))


def _paint(done: Sweep) -> Any:
    from f27lang.report.sweep import plain  # noqa: PLC0415

    if not on_terminal():
        return plain
    from f27lang.report.sweep_colour import painter  # noqa: PLC0415

    return painter(each.edge_pct for each in done.found if each.edge_pct is not None)


def _write(done: Sweep, how: dict[str, Any]) -> None:
    """Write the files that were asked for; what is finished of a sweep that was stopped, too."""
    target = how["target"]
    if how["csv"] and how["csv"] != STDOUT:
        from f27lang.report import sweep_rows  # noqa: PLC0415

        found = done.found if target is None else done.nearest(target)
        _to_file(how["csv"], sweep_rows.as_csv(done, found).encode())
    for form in ("png", "svg"):
        if how[form] and done.found:
            from f27lang.report.sweep_plot import as_picture  # noqa: PLC0415

            _to_file(how[form], as_picture(done, form))


def _to_file(path: Path, data: bytes) -> None:
    from f27lang.whole import write_whole  # noqa: PLC0415

    write_whole(path, data)
    hint(f"written: {path}")


def _left(done: Sweep, no_store: bool) -> int:
    """Return the exit code, and say how a sweep that was stopped goes on."""
    if not done.interrupted:
        return 0
    kept = "nothing of it is kept" if no_store else "the same command goes on from there"
    hint(f"interrupted after {len(done.found):,} of {done.points:,} points; {kept}")
    return INTERRUPTED


def _toggle(place: Ground, question: Asked, as_json: bool, how: dict[str, Any]) -> int:
    from f27lang.cli.points import watch_points  # noqa: PLC0415
    from f27lang.compare.toggles import toggled  # noqa: PLC0415
    from f27lang.report import sweep_rows, toggles  # noqa: PLC0415

    store: Store | None = opened(how["no_store"])
    with watch_points() as progress:
        done = toggled(place, question, store=store, patience=patience(how["yes"]), progress=progress)
    if as_json:
        answer(toggles.as_lines(done))
    elif how["csv"] == STDOUT:
        answer(sweep_rows.rows_csv(done.to_rows()))
    else:
        answer(toggles.as_text(done))
    if how["csv"] and how["csv"] != STDOUT:
        _to_file(how["csv"], sweep_rows.rows_csv(done.to_rows()).encode())
    return _left(done.sweep, how["no_store"])
