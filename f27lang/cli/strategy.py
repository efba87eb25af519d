"""`f27 strategy`: the best chart, drawn in several ways, or one cell of it.

Variant -> chart as text, HTML, CSV, PNG or JSON
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from f27lang.cli.command import AnswerCommand, json_option, on_terminal, patience, variant, warn
from f27lang.cli.completion import complete_variants
from f27lang.cli.output import STDOUT, OutputFile, form_of, write_answer
from f27lang.cli.store import opened, store_option

if TYPE_CHECKING:
    from f27lang import model
    from f27lang.changes import Changes
    from f27lang.rulebook import Rulebook
    from f27lang.solve.solution import Solution

    Charted = tuple[model.Game, Rulebook, Solution]

_WITH_EXCEPTIONS = ("text", "html", "json")
FORMATS = ("text", "html", "csv", "png", "json")
_BY_SUFFIX = {
    "": "text",
    ".txt": "text",
    ".html": "html",
    ".htm": "html",
    ".csv": "csv",
    ".png": "png",
    ".json": "json",
}


@click.command(
    "strategy",
    cls=AnswerCommand,
    examples=(
        ('f27 strategy 21-24-27 --cell "hard 19 v 20"', "what each move is worth there, and a mistake"),
        ("f27 strategy my-game.f27 --against 21-24-27", "where two games are best played in different ways"),
        ("f27 strategy 21-24-27 -o chart.html", "as a page; chart.csv, chart.png and chart.json too"),
    ),
)
@variant
@click.option(
    "--shoe", type=click.Choice(["full", "endless"]), help="By default the full shoe, where it can be solved fast."
)
@click.option(
    "--cell",
    metavar="HANDS",
    help='One cell: the player\'s hand v the dealer\'s, as "hard 19 v 20" or "soft 9 with 3 cards v A".',
)
@click.option(
    "--against",
    metavar="VARIANT",
    shell_complete=complete_variants,
    help="Lay the chart over another variant's: both letters stand where they differ.",
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
    variant: str,
    changes: Changes,
    shoe: str | None,
    cell: str | None,
    against: str | None,
    form: str | None,
    output: Path | None,
    yes: bool,
    no_store: bool,
    as_json: bool,
) -> None:
    """Print the best way to play VARIANT for a player who looks at totals only."""
    output = None if output == STDOUT else output
    form = form_of(form, output, as_json, _BY_SUFFIX, "chart")
    _refuse(form, output, cell, against)
    from f27lang import pipeline  # noqa: PLC0415

    game, warnings = pipeline.playable(variant, changes)
    warn(warnings, as_json=form == "json")

    from f27lang import analysis  # noqa: PLC0415

    if cell:
        analysis.refuse_cell(game, cell)
    other = pipeline.playable(against)[0] if against else None
    store = opened(no_store)
    tables, found = analysis.chart(game, shoe, patience=patience(yes), store=store)
    colour = output is None and on_terminal()
    if other:
        theirs = (other, *analysis.chart(other, found.shoe, patience=patience(yes), store=store))
        drawn: str | bytes = _against((game, tables, found), theirs, form, colour)
    elif cell:
        drawn = _cell(game, tables, found, cell, form)
    else:
        drawn = _chart(game, tables, found, form, colour)
    write_answer(drawn, output)


def _refuse(form: str, output: Path | None, cell: str | None, against: str | None) -> None:
    """Refuse what can't be drawn before anything is solved."""
    if against and (cell or form == "png"):
        raise click.UsageError("two charts are laid over each other as text, html, csv or json, and whole")
    if cell is not None and not cell.strip():
        raise click.UsageError('--cell names no hands: write for example --cell "hard 19 v 20"')
    if cell and form not in ("text", "json"):
        raise click.UsageError(f"a cell is told as text or json, not as {form}")
    if form != "png":
        return
    from f27lang.report.chart_png import NEEDED, available  # noqa: PLC0415

    if not available():
        raise click.UsageError(NEEDED)
    if output is None and sys.stdout is not None and sys.stdout.isatty():
        raise click.UsageError("a picture is no text for a terminal: name a file with -o")


def _chart(game: model.Game, tables: Rulebook, found: Solution, form: str, colour: bool) -> str | bytes:
    from f27lang import analysis  # noqa: PLC0415
    from f27lang.report import chart, edge  # noqa: PLC0415

    exceptions = analysis.exceptions(tables, found) if form in _WITH_EXCEPTIONS else None
    method = edge.method_words(game, found)
    match form:
        case "html":
            from f27lang.report import chart_html  # noqa: PLC0415

            return chart_html.as_html(game, tables, found, method, exceptions)
        case "csv":
            from f27lang.report import chart_csv  # noqa: PLC0415

            return chart_csv.as_csv(found)
        case "png":
            from f27lang.report import chart_png  # noqa: PLC0415

            return chart_png.as_png(game, tables, found, method)
        case "json":
            return _json(chart.as_json(game, tables, found, exceptions))
    return chart.as_text(game, tables, found, method, exceptions, colour=colour) + "\n"


def _against(mine: Charted, theirs: Charted, form: str, colour: bool) -> str:
    from f27lang.report import edge, overlay  # noqa: PLC0415

    sides = [
        overlay.Charted(game, rules, chart, edge.method_words(game, chart)) for game, rules, chart in (mine, theirs)
    ]
    match form:
        case "html":
            return overlay.as_html(*sides)
        case "csv":
            return overlay.as_csv(*sides)
        case "json":
            return _json(overlay.as_json(*sides))
    return overlay.as_text(sides[0], sides[1], colour=colour) + "\n"


def _cell(game: model.Game, tables: Rulebook, found: Solution, typed: str, form: str) -> str:
    from f27lang import analysis, mistakes  # noqa: PLC0415
    from f27lang.report import cell, edge  # noqa: PLC0415

    asked = analysis.chart_cell(found, typed)
    wrong = None if asked.forced else mistakes.mistaken(tables, found, asked)
    if form == "json":
        return _json(cell.as_json(game, tables, found, asked, wrong))
    return cell.as_text(game, tables, found, asked, wrong, method=edge.method_words(game, found)) + "\n"


def _json(value: dict[str, Any]) -> str:
    import json  # noqa: PLC0415

    return json.dumps(value, indent=2) + "\n"
