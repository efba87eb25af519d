"""`f27 diff`: what a change of rules costs, and why.

Two variants, or one and its changes -> text, Markdown, HTML or JSON; exit code 4 where the edge moved too far
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from f27lang.cli import vying
from f27lang.cli.command import (
    INTERRUPTED,
    LIMIT_BROKEN,
    AnswerCommand,
    hint,
    json_option,
    pairs,
    patience,
    settings_options,
    warn,
)
from f27lang.cli.completion import (
    complete_options,
    complete_settings,
    complete_solved_plays,
    complete_variants,
    complete_wagers,
)
from f27lang.cli.output import STDOUT, OutputFile, form_of, write_answer
from f27lang.cli.rounds import PerCent, Rounds, Whole
from f27lang.cli.store import opened, store_option
from f27lang.normal import margin

if TYPE_CHECKING:
    from fractions import Fraction

    from f27lang.changes import Changes
    from f27lang.compare.diff import Asked, Diff
    from f27lang.compare.played import Simulation
    from f27lang.compare.sides import Named
    from f27lang.compare.tables import TableDiff

FORMATS = ("text", "md", "html", "json")
_BY_SUFFIX = {"": "text", ".txt": "text", ".md": "md", ".html": "html", ".htm": "html", ".json": "json"}
_NO_END = 10**15


@click.command(
    "diff",
    cls=AnswerCommand,
    examples=(
        ("f27 diff 21-24-27 --set hard_stand=22", "a setting against the card's own"),
        ("f27 diff 21-24-27 my-game.f27 -o change.html", "two games, as a page; change.md and change.json too"),
        ("f27 diff --git HEAD:my-game.f27 --fail-over 0.05", "the file as it stands against a committed version"),
    ),
)
@click.argument("variants", nargs=-1, metavar="A [B]", shell_complete=complete_variants)
@settings_options
@click.option("--a-with", multiple=True, metavar="OPTION", shell_complete=complete_options, help="The same for A.")
@click.option("--a-without", multiple=True, metavar="OPTION", shell_complete=complete_options, help="The same for A.")
@click.option(
    "--a-set",
    multiple=True,
    metavar="NAME=VALUE",
    callback=pairs,
    shell_complete=complete_settings,
    help="The same for A.",
)
@click.option(
    "--git",
    "revisions",
    multiple=True,
    metavar="REV:PATH",
    help="A committed version as A; B is VARIANT, else a second one, else the file at PATH as it stands.",
)
@click.option(
    "--play",
    metavar="PLAY",
    shell_complete=complete_solved_plays,
    help="best (the default), chart, or a strategy that both files have.",
)
@vying.says_options
@click.option("--seats", type=Whole(1, 100), help="Vying games: the number of players.  [default: the usual one]")
@click.option("--shoe", type=click.Choice(["full", "endless"]), help="By default the full one, where it can be solved.")
@click.option("--knowledge", type=click.Choice(["cards", "ranks", "total"]), help="What the player knows, as for edge.")
@click.option(
    "--wager", metavar="NAME", shell_complete=complete_wagers, help="The wager to value; by default the first."
)
@click.option("-n", "--rounds", type=Rounds(), help="Play so many rounds of each with the same cards, solve nothing.")
@click.option(
    "--to",
    type=PerCent(),
    metavar="POINTS",
    help="Play until half of the 95 % interval of the change is so many per cent points.",
)
@click.option("--seed", type=Whole(0, 2**64 - 1), default=1, show_default=True, help="Of the rounds that are played.")
@click.option("--threads", type=Whole(1, 1024), help="By default all cores; no result depends on it.")
@click.option(
    "--orders",
    type=Whole(10, 10_000),
    help="Where more than five rules differ, share the change out by so many orders drawn at random.",
)
@click.option("--all", "every_cell", is_flag=True, help="List all cells of the chart that changed.")
@click.option(
    "--fail-over",
    type=PerCent(),
    metavar="POINTS",
    help="Exit with 4 where the edge moved more than so many points; of vying games, the net in some seat, in per cent "
    "of an ante. What is played, not solved, fails only where that is sure: where all of the 95 % interval is beyond.",
)
@click.option(
    "--format", "form", type=click.Choice(FORMATS), help="By default what the file's name ends in, else text."
)
@click.option(
    "-o", "--output", metavar="FILE", type=OutputFile(stdout=True), help="Write to a file; - is standard output."
)
@click.option("--yes", is_flag=True, help="Go ahead where the work is estimated at over a minute.")
@store_option
@json_option
def command(
    *,
    variants: tuple[str, ...],
    changes: Changes,
    a_with: tuple[str, ...],
    a_without: tuple[str, ...],
    a_set: tuple[tuple[str, str], ...],
    revisions: tuple[str, ...],
    bet: str | None,
    declare: str | None,
    seats: int | None,
    every_cell: bool,
    fail_over: Fraction | None,
    form: str | None,
    output: Path | None,
    yes: bool,
    no_store: bool,
    as_json: bool,
    **how: Any,
) -> int:
    """Say what it costs to play B by other rules than A, which rule costs how much, and what players must change.

    Vying games are played in the same way with the same packs: what is told is how hands and money change.

    Without B it is A again. --with, --without and --set change B; --a-with, --a-without and --a-set change A.
    """
    from f27lang.changes import Changes  # noqa: PLC0415

    output = None if output == STDOUT else output
    form = form_of(form, output, as_json, _BY_SUFFIX, "comparison")
    a, b = _named(variants, revisions, Changes(None, a_with, a_without, a_set, "--a-"), changes)
    asked = _asked(**how)

    from f27lang.compare.sides import two_games  # noqa: PLC0415

    first, second = two_games(a, b)
    for each in (first, second):
        warn(each.report, as_json=form == "json")
    if first.game.kind == "vying":
        others = {f"--{name}": how[name] for name in ("shoe", "knowledge", "wager", "to", "orders")}
        vying.refuse("vying", {**others, "--all": every_cell})
        games, who = (first.game, second.game), vying.Who(seats, how["play"], bet, declare=declare)
        tables = vying.diff(games, who, how["rounds"], patience(yes), seed=how["seed"], threads=how["threads"])
        write_answer(vying.drawn(tables, form), output)
        return INTERRUPTED if tables.interrupted else _nets_limit(tables, fail_over)
    vying.refuse("banked", {"--bet": bet, "--declare": declare, "--seats": seats})

    from f27lang.compare.diff import diff  # noqa: PLC0415

    found = diff(first.game, second.game, asked, patience(yes), opened(no_store))
    _tell(found, asked.simulation)
    write_answer(_drawn(found, form, every_cell), output)
    if found.played and found.played.interrupted:
        return INTERRUPTED
    return _limit(found, fail_over)


def _named(
    variants: tuple[str, ...], revisions: tuple[str, ...], a_changes: Changes, b_changes: Changes
) -> tuple[Named, Named]:
    """Return the two sides: committed versions first, then variants; what is not named is the other side again."""
    from f27lang.compare.committed import as_it_stands  # noqa: PLC0415
    from f27lang.compare.sides import Named  # noqa: PLC0415

    sides = [(each, True) for each in revisions] + [(each, False) for each in variants]
    if not sides:
        raise click.UsageError("name a variant, or --git REV:PATH: `f27 diff 21-24-27 --set hard_stand=22`")
    if len(sides) > 2:
        raise click.UsageError("two games are compared, not more: A and B, of which --git names one or both")
    if len(sides) == 1:
        name, is_committed = sides[0]
        sides.append((as_it_stands(name) if is_committed else name, False))
    (a, a_committed), (b, b_committed) = sides
    return Named(a, a_changes, a_committed), Named(b, b_changes, b_committed)


def _asked(
    *,
    play: str | None,
    shoe: str | None,
    knowledge: str | None,
    wager: str | None,
    orders: int | None,
    rounds: int | None,
    to: Fraction | None,
    **how: Any,
) -> Asked:
    from f27lang.cli.edge import refuse_knowledge  # noqa: PLC0415
    from f27lang.compare.diff import Asked  # noqa: PLC0415

    refuse_knowledge(knowledge, play)
    simulation = None
    if rounds or to:
        if play == "best" or knowledge not in (None, "total") or shoe == "endless":
            raise click.UsageError(
                "what is played is a chart or a strategy, from the full shoe: leave --rounds and --to away, "
                "or --play best, --knowledge and --shoe endless"
            )
        simulation = _simulation(rounds or _NO_END, to, **how)
    return Asked(play, shoe, knowledge, wager, simulation, orders or 0)


def _simulation(rounds: int, to: Fraction | None, *, seed: int, threads: int | None) -> Simulation:
    from f27lang.cli.bar import watch_pair  # noqa: PLC0415
    from f27lang.compare.played import Simulation  # noqa: PLC0415

    return Simulation(rounds, to, seed, threads, watch_pair)


def _drawn(found: Diff, form: str, every_cell: bool) -> str:
    from f27lang.report import diff as report  # noqa: PLC0415

    match form:
        case "json":
            import json  # noqa: PLC0415

            return json.dumps(report.as_json(found), indent=2) + "\n"
        case "md":
            from f27lang.report import diff_markdown  # noqa: PLC0415

            return diff_markdown.as_markdown(found)
        case "html":
            from f27lang.report import diff_html  # noqa: PLC0415

            return diff_html.as_html(found)
    return report.as_text(found, every_cell=every_cell) + "\n"


def _tell(found: Diff, asked: Simulation | None) -> None:
    """Say how a run of both games ended, where that is not plain."""
    if found.played is None or asked is None:
        return
    rounds = found.played.tally.rounds
    if found.played.interrupted:
        hint(f"interrupted after {rounds:,} rounds of each, which are a whole run of their own")
    elif asked.to and not found.played.reached and found.rules:
        hint(f"the wanted interval was not reached in {rounds:,} rounds")


def _limit(found: Diff, most: Fraction | None) -> int:
    if most is None:
        return 0
    doubt = margin(found.se_pct) if found.se_pct is not None else 0.0
    return _over("the edge", found.delta_pct, doubt, most, "points")


def _nets_limit(found: TableDiff, most: Fraction | None) -> int:
    """Hold the seat whose net moved farthest, its interval taken off, against the limit."""
    from f27lang.compare.tables import NET  # noqa: PLC0415

    if most is None:
        return 0
    doubts = {net.measure: 100 * margin(net.se, len(found.nets)) for net in found.nets}
    moved = max(found.nets, key=lambda net: 100 * abs(net.change) - doubts[net.measure])
    seat = moved.measure.removeprefix(NET)
    return _over(f"the net in seat {seat}", 100 * moved.change, doubts[moved.measure], most, "per cent of an ante")


def _over(what: str, moved: float, doubt: float, most: Fraction, unit: str) -> int:
    """Return the exit code of a change: over the limit is what is over it for sure, at 95 %."""
    if abs(moved) <= most:
        return 0
    limit = f"{float(most):g}"
    if not doubt:
        hint(f"{what} moved by {moved:+z.6f} {unit}, more than {limit}")
        return LIMIT_BROKEN
    told = f"{what} moved by {moved:+z.4f} ± {doubt:.4f} {unit}"
    if abs(moved) - doubt <= most:
        hint(f"{told}, which may be no more than {limit}: more rounds would tell")
        return 0
    hint(f"{told}, more than {limit} for sure (95 %)")
    return LIMIT_BROKEN
