"""The API's results in a notebook, and the cell magic `%%f27`: `%load_ext f27lang.notebook`.

Solution, Run, Game, Built -> HTML; a cell of rule text -> a variable that holds the game
"""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any, Protocol

import click
from attrs import evolve, frozen

from f27lang.cli.command import settings_options
from f27lang.diagnostics import VariantError
from f27lang.report.html import fragment, table, tag

if TYPE_CHECKING:
    from f27lang.build import Built
    from f27lang.changes import Changes
    from f27lang.model import Game
    from f27lang.simulate import Run
    from f27lang.solve.solution import Frequencies, Solution

_CELL = "cell"  # how messages name the text of a cell


def solution_html(solution: Solution) -> str:
    """Return the edge, how it was got, what each thing the dealer shows contributes, and the chart."""
    from f27lang.report.chart_html import charts  # noqa: PLC0415
    from f27lang.report.edge import play_words  # noqa: PLC0415
    from f27lang.report.edge_tables import dealer_head, dealer_table  # noqa: PLC0415

    how = f"{play_words(solution)}; exact, {'endless' if solution.shoe == 'endless' else 'full'} shoe"
    parts = [tag("p", f"{solution.edge_pct:z.6f} % house edge", "big"), tag("p", how, "quiet")]
    if solution.frequencies:
        parts.append(tag("p", _length(solution.frequencies)))
    if solution.by_dealer:
        *rows, together = dealer_table(solution)
        parts += [
            f"<details><summary>by what the dealer shows</summary>{table(dealer_head(), rows, together)}</details>"
        ]
    return fragment(*parts, *(charts(solution) if solution.cells else ()))


def run_html(run: Run) -> str:
    """Return the edge of each wager in the first seat with its interval, and what was played."""
    from f27lang.report.simulation import estimates, interval  # noqa: PLC0415

    first, *others = (interval(found) for found in estimates(run.rulebook, run))
    rows = [(f"edge of {wager}", edge) for wager, edge in zip(run.rulebook.wagers[1:], others, strict=True)]
    rows += [
        ("rounds", f"{run.rounds:,}"),
        ("seed", str(run.seed)),
        ("threads", str(run.threads)),
        ("seconds of CPU", f"{run.cpu_seconds:.2f}"),
        ("how", "compiled" if run.compiled else f"plain Python: {run.reason}"),
        ("tally", run.tally.digest[:16]),
    ]
    rows += [("stopped by a key", "the tally is that of a shorter run")] * run.interrupted
    return fragment(tag("p", f"{first} house edge", "big"), tag("p", "simulated, 95 %", "quiet"), table(("", ""), rows))


def game_html(game: Game) -> str:
    """Return a game at a glance."""
    from f27lang.report import glance  # noqa: PLC0415

    first, _, rest = glance.as_text(game).partition("\n")
    return fragment(tag("p", game.title, "big"), tag("p", first, "quiet"), tag("pre", rest.strip("\n")))


def built_html(built: Built) -> str:
    """Return how a simulator came about."""
    how = "compiled" if built.compiled else "plain Python"
    rows = [("kept in", str(built.path or "nothing is kept")), ("how", built.reason)]
    return fragment(tag("p", f"simulator {built.module.__name__}: {how}", "big"), table(("", ""), rows))


@frozen(repr=False)
class Messages:
    """What is wrong with a cell, to be looked at."""

    text: str

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return fragment(tag("pre", self.text))


@frozen(repr=False)
class Defined:
    """What a cell defined, to be looked at, with the warnings about it."""

    name: str
    game: Game
    warnings: str

    def __repr__(self) -> str:
        return "\n\n".join(filter(None, (self.warnings, f"{self.name} = {self.game.title}")))

    def _repr_html_(self) -> str:
        warnings = fragment(tag("pre", self.warnings)) if self.warnings else ""
        return warnings + fragment(tag("p", f"{self.name} =", "quiet")) + game_html(self.game)


class Shell(Protocol):
    """What is asked of IPython."""

    user_ns: dict[str, Any]

    def register_magic_function(self, func: Any, magic_kind: str, magic_name: str) -> None:
        """Take a function as a magic."""


def load_ipython_extension(shell: Shell) -> None:
    """Add `%%f27` to a notebook; called by `%load_ext f27lang.notebook`."""

    def f27(line: str, cell: str) -> Defined | Messages | None:
        """Read a cell of rule text: `%%f27 NAME --with OPTION --set NAME=VALUE`; the game is then the variable NAME."""
        found = define(line, cell)
        if isinstance(found, Defined):
            shell.user_ns[found.name] = found.game
        return found

    shell.register_magic_function(f27, "cell", "f27")


def define(line: str, cell: str) -> Defined | Messages | None:
    """Return the game that a cell describes, or all that is wrong with it; None where only help was asked for."""
    from f27lang import pipeline  # noqa: PLC0415
    from f27lang.report.diagnostics import as_text  # noqa: PLC0415
    from f27lang.source import SourceFile  # noqa: PLC0415

    try:
        asked = _magic.main(shlex.split(line), prog_name="%%f27", standalone_mode=False)
    except click.ClickException as wrong:
        return Messages(wrong.format_message())
    except ValueError as wrong:  # a quotation mark without its other half
        return Messages(f"`{line}`: {wrong}")
    if not isinstance(asked, tuple):  # --help returns an exit code
        return None
    name, changes = asked
    try:
        game, report = pipeline.playable_text(SourceFile(_CELL, cell), changes)
    except VariantError as wrong:
        return Messages(as_text(wrong.report))
    return Defined(name, game, as_text(report))


@click.command("f27")
@click.argument("name", default="game")
@click.option("--house", metavar="HOUSE", help="Play by the rules of a house that the cell names.")
@settings_options
def _magic(name: str, house: str | None, changes: Changes) -> tuple[str, Changes]:
    """Read the rules card in this cell, check it, and call the game NAME."""
    if not name.isidentifier():
        raise click.UsageError(f"`{name}` is no name for a variable")
    return name, evolve(changes, house=house)


def _length(found: Frequencies) -> str:
    cards = f"player {found.player_cards:.2f}, dealer {found.dealer_cards:.2f}"
    return f"standard deviation {found.variance**0.5:.3f}; cards a hand: {cards}; decisions {found.decisions:.2f}"
