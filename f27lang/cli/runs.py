"""`f27 runs`: what the run store keeps."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from f27lang.cli.command import AnswerCommand, answer, hint, json_option, print_json
from f27lang.cli.output import STDOUT, OutputFile
from f27lang.cli.rounds import Whole
from f27lang.cli.store import opened

if TYPE_CHECKING:
    from f27lang.store import Store

_SHOWN = 30
_AGE = re.compile(r"(?P<number>[0-9]{1,5})(?P<unit>[hdw])", re.ASCII)
_HOURS = {"h": 1, "d": 24, "w": 168}


class Age(click.ParamType[timedelta]):
    """An age: 12h, 90d or 8w."""

    name = "age"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> timedelta:
        """Return the time that a text stands for."""
        if isinstance(value, timedelta):
            return value
        found = _AGE.fullmatch(str(value).strip().lower())
        if found is None:
            self.fail(f"{value!r} is no age: write 12h, 90d or 8w", param, ctx)
        return timedelta(hours=int(found["number"]) * _HOURS[found["unit"]])


@click.command(
    "runs",
    cls=AnswerCommand,
    examples=(
        ("f27 runs", "what was solved and simulated, the newest first"),
        ("f27 runs show 12", "one answer, with all that is kept of it"),
        ("f27 runs prune --older-than 90d", "be rid of what is old"),
    ),
)
@click.argument("action", type=click.Choice(["ls", "show", "prune"]), default="ls")
@click.argument("number", type=Whole(1, 2**62), required=False, metavar="[ID]")
@click.option("-n", "--last", type=Whole(1, 2**31), help=f"How many to list; by default {_SHOWN}, in files all.")
@click.option("--csv", type=OutputFile(stdout=True), metavar="FILE", help="Write a table; - is standard output.")
@click.option("--older-than", type=Age(), metavar="AGE", help="With prune: what is older, as 12h, 90d or 8w.")
@click.option("--keep", type=Whole(1, 2**62), metavar="N", help="With prune: all but the last N.")
@click.option("--all", "everything", is_flag=True, help="With prune: everything.")
@json_option
def command(*, action: str, number: int | None, as_json: bool, csv: Path | None, **how: Any) -> int:
    """List, show or prune what was solved and simulated before.

    What was solved is looked up in place of solving it again; simulations are kept to be looked at.
    """
    _refuse(action, number, csv, as_json, how)
    store = opened(False, make=False)
    assert store is not None
    if not store.usable:
        return 1  # the hint has said why
    if action == "prune":
        _prune(store, as_json, how)
    elif number is not None:
        _show(store, number, as_json)
    else:
        _list(store, as_json, csv, how["last"])
    return 0


def _refuse(action: str, number: int | None, csv: Path | None, as_json: bool, how: dict[str, Any]) -> None:
    which = [name for name in ("older_than", "keep", "everything") if how[name]]
    if which and action != "prune":
        raise click.UsageError(f"--{'all' if which[0] == 'everything' else which[0].replace('_', '-')} goes with prune")
    if action == "prune" and len(which) != 1:
        raise click.UsageError("say what to remove: one of --older-than 90d, --keep 100 and --all")
    if (action == "show") != (number is not None):
        raise click.UsageError("a number goes with show: f27 runs show 12")
    if (csv or how["last"]) and action != "ls":
        raise click.UsageError("--csv and --last go with the list")
    if as_json and csv == STDOUT:
        raise click.UsageError("--json and --csv - are two answers: take one")


def _list(store: Store, as_json: bool, csv: Path | None, last: int | None) -> None:
    from f27lang.report import runs as report  # noqa: PLC0415

    found = store.runs(last or (None if as_json or csv else _SHOWN))
    if csv:
        text = report.as_csv(found)
        if csv == STDOUT:
            answer(text)
            return
        from f27lang.whole import write_whole  # noqa: PLC0415

        write_whole(csv, text.encode())
        hint(f"written: {csv}")
    if as_json:
        print_json(report.as_json(store, found))
    elif not csv:
        answer(report.as_text(store, found))


def _show(store: Store, number: int, as_json: bool) -> None:
    from f27lang.report import runs as report  # noqa: PLC0415

    found = store.run(number)
    if found is None:
        raise click.UsageError(f"there is no run {number}: `f27 runs` lists them")
    if as_json:
        print_json(report.one_json(*found))
    else:
        answer(report.one_text(*found))


def _prune(store: Store, as_json: bool, how: dict[str, Any]) -> None:
    from f27lang.report import runs as report  # noqa: PLC0415

    before = datetime.now(UTC) - how["older_than"] if how["older_than"] else None
    pruned = store.prune(before=before, keep=how["keep"])
    if as_json:
        print_json(report.pruned_json(pruned))
    else:
        answer(report.pruned_text(pruned))
