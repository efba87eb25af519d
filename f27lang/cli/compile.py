"""`f27 compile`: the simulator of a variant."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from f27lang.cli.command import AnswerCommand, answer, json_option, print_json, settings_options, warn
from f27lang.cli.completion import complete_variants

if TYPE_CHECKING:
    from f27lang import model
    from f27lang.changes import Changes
    from f27lang.report.modules import Compiled
    from f27lang.simulate.lockstep import Machine


@click.command(
    "compile",
    cls=AnswerCommand,
    examples=(
        ("f27 compile 21-24-27", "build it, or find it built, and print where it is"),
        ("f27 compile 21-24-27 -v", "and what was chosen, and why"),
        ("f27 compile --check", "compare the checked-in text of every bundled game"),
    ),
)
@click.argument("variant", required=False, shell_complete=complete_variants)
@settings_options
@click.option("--write", is_flag=True, help="Write the emitted text into the folder `compiled`.")
@click.option(
    "--check", is_flag=True, help="Compare the emitted text with that in `compiled`; exit 1 where they differ."
)
@click.option("-v", "--verbose", is_flag=True, help="Tell what was chosen and why.")
@json_option
def command(*, variant: str | None, changes: Changes, write: bool, check: bool, verbose: bool, as_json: bool) -> int:
    """Build the simulator of VARIANT, by default of every bundled game, and print where it is."""
    from f27lang import pipeline  # noqa: PLC0415
    from f27lang.report import modules  # noqa: PLC0415

    if write and check:
        raise click.UsageError("--write and --check exclude each other")
    done = []
    for name in pipeline.bundled_games() if variant is None else (variant,):
        game, warnings = pipeline.playable(name, changes)
        warn(warnings, as_json=as_json)
        done.append(_compiled(name, game, write, check))
    if as_json:
        print_json(modules.as_json(done))
    else:
        answer(modules.as_text(done, verbose=verbose))
    return int(any(module.same is False for module in done))


def _compiled(name: str, game: model.Game, write: bool, check: bool) -> Compiled:
    from f27lang import pipeline  # noqa: PLC0415
    from f27lang.build import build  # noqa: PLC0415
    from f27lang.report.modules import Compiled  # noqa: PLC0415
    from f27lang.whole import write_whole  # noqa: PLC0415

    tables = pipeline.tables(game)
    if not (write or check):
        module = pipeline.module_to_run(tables)
        built = build(module.name, module.text)
        return Compiled(name, tables, module, built=built, machines=_machines() if game.kind == "banked" else ())
    module = pipeline.module(tables)
    place = _folder(game) / f"{_file_name(game.name)}.py"
    if check:
        return Compiled(name, tables, module, written=place, same=_text_of(place) == module.text)
    place.parent.mkdir(parents=True, exist_ok=True)
    write_whole(place, module.text.encode())
    return Compiled(name, tables, module, written=place)


def _machines() -> tuple[Machine, ...]:
    """Return the kernel that plays long runs of banked games in every way in which it is built, the fastest first."""
    from f27lang.simulate.lockstep import machines  # noqa: PLC0415

    return tuple(sorted(machines(compiles=True), key=lambda machine: -machine.rate))


def _folder(game: model.Game) -> Path:
    """Return the folder of emitted texts: that of the checkout for its own games, else one in the working folder."""
    from f27lang.files import BundledFile  # noqa: PLC0415

    checkout = Path(__file__).resolve().parents[2]
    if isinstance(game.files[-1], BundledFile) and (checkout / "pyproject.toml").is_file():
        return checkout / "compiled"
    return Path("compiled")


def _text_of(place: Path) -> str | None:
    try:
        return place.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None


def _file_name(name: str) -> str:
    return "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in name)
