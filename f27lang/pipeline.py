"""The line from rule text to answers: the only module that knows the order of the stages.

| stage    | function                  | input                   | output                          |
|----------|---------------------------|-------------------------|---------------------------------|
| read     | `files.read`              | a variant as typed      | `SourceFile`                    |
| parse    | `syntax.parse.parse`      | `SourceFile`            | `model.File`, as written        |
| resolve  | `resolve.resolve`         | `model.File`, `Changes` | `model.Game`, closed            |
| check    | `check.check`             | `model.Game`            | nothing but diagnostics         |
| referee  | `referee.play`            | `model.Game`, cards     | a round with a reason a step    |
| lower    | `lower.lower`             | `model.Game`            | `Rulebook`                      |
|          | `lower.lower_strategy`    | `model.Game`, a name    | `Rulebook`, `Policy`            |
| solve    | `solve.solve_endless`, .. | `Rulebook`              | `Solution`                      |
| emit     | `emit.emit`               | `Rulebook`              | `Module`, the simulator as text |
| build    | `build.build`             | `Module`                | `Built`, compiled where possible|
| simulate | `simulate.simulate`       | `Rulebook`, `Policy`    | `Run` with its `Tally`          |

Up to `check` every stage adds to one `Report`; behind it a game has no errors and stages may assert.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, TypeVar

from attrs import evolve, frozen

from f27lang.diagnostics import Label, Misasked, Report, VariantError
from f27lang.source import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from f27lang import model
    from f27lang.changes import Changes
    from f27lang.emit import Module
    from f27lang.files import BundledVariant
    from f27lang.lower import Rank
    from f27lang.rulebook import Policy, Rulebook
    from f27lang.source import SourceFile
    from f27lang.vying import VyingPolicy, VyingRulebook

T = TypeVar("T")
FRONT_SECONDS = 6.0  # of CPU; the limits of what a file may hold end all known ones long before


@frozen
class Front:
    """What the stages up to `check` made of a variant; a stage that failed leaves None.

    `examples_run` counts the lines of examples that the referee played, `examples_elsewhere` those that were written
    for other settings.
    """

    file: model.File | None
    game: model.Game | None
    report: Report
    examples_run: int = 0
    examples_elsewhere: int = 0


def bundled_files() -> tuple[tuple[BundledVariant, model.File], ...]:
    """Return the bundled variants as written, sorted by name."""
    from f27lang.files import bundled, read  # noqa: PLC0415
    from f27lang.syntax.parse import parse  # noqa: PLC0415

    found = []
    for entry in bundled():
        report = Report()
        source = read(entry.name, report)
        file = parse(source, report) if source else None
        if file is None:
            raise VariantError(report)
        found.append((entry, file))
    return tuple(found)


def bundled_games() -> tuple[str, ...]:
    """Return the names of the bundled games that can be played."""
    return tuple(entry.name for entry, file in bundled_files() if file.kind and not file.abstract)


def split_house(variant: str) -> tuple[str, str | None]:
    """Part `NAME@HOUSE`; a path that exists as it stands is a path."""
    from pathlib import Path  # noqa: PLC0415

    name, sign, house = variant.rpartition("@")
    if not (sign and name and house) or "/" in house or _exists(Path(variant)):
        return variant, None
    return name, house


def front(variant: str, changes: Changes | None = None) -> Front:
    """Read, parse, resolve and check a variant; all that is wrong with it is in the report."""
    from f27lang.changes import Changes  # noqa: PLC0415
    from f27lang.files import read  # noqa: PLC0415

    report = Report()
    name, house = split_house(variant)
    changes = changes or Changes()
    source = read(name, report)
    if source is None:
        return Front(None, None, report)
    return _from_source(source, evolve(changes, house=house) if house else changes, report)


def as_written(variant: str) -> model.File:
    """Return a variant's own file, before anything is joined; raise VariantError where it can't be read or parsed."""
    from f27lang.files import read  # noqa: PLC0415
    from f27lang.syntax.parse import parse  # noqa: PLC0415

    report = Report()
    source = read(split_house(variant)[0], report)
    file = parse(source, report) if source else None
    if file is None or report.failed:
        raise VariantError(report)
    return file


def load(variant: str, changes: Changes | None = None) -> tuple[model.Game, Report]:
    """Return a game without errors and the report with its warnings; raise VariantError otherwise."""
    done = front(variant, changes)
    if done.game is None or done.report.failed:
        raise VariantError(done.report)
    return done.game, done.report


def playable(variant: str, changes: Changes | None = None) -> tuple[model.Game, Report]:
    """Return a game that can be played, like `load`; an abstract one is an error (F0209)."""
    return _to_play(front(variant, changes))


def playable_text(source: SourceFile, changes: Changes | None = None) -> tuple[model.Game, Report]:
    """Return the game that a text describes, like `playable`; what it extends is looked for beside `source.path`."""
    from f27lang.changes import Changes  # noqa: PLC0415

    return _to_play(_from_source(source, changes or Changes(), Report()))


def _to_play(done: Front) -> tuple[model.Game, Report]:
    if done.game is None or done.report.failed:
        raise VariantError(done.report)
    if done.game.abstract:
        refuse_abstract(done)
        raise VariantError(done.report)
    return done.game, done.report


def refuse_abstract(done: Front) -> None:
    """Add F0209 to the report of an abstract game."""
    abstract = done.file.abstract if done.file else None
    labels = (Label(abstract.span, "can only be extended"),) if abstract else ()
    name = done.game.name if done.game else ""
    done.report.error(
        "F0209",
        f"`{name}` is abstract: there is nothing to play",
        *labels,
        helps=(f'play a game that extends it (`f27 list`), or write one: `banked game "my-game" extends "{name}" {{`',),
    )


def default_game(game: model.Game) -> model.Game | None:
    """Return the game as its file has it, nothing changed; None where that is the game, or where it has errors."""
    joined = joiner(game)(_no_changes())
    if joined is None or joined.settings == game.settings:
        return None
    done = _from_source(game.files[-1], _no_changes(), Report())
    return None if done.report.failed else done.game


def joiner(game: model.Game) -> Callable[[Changes], model.Game | None]:
    """Return what makes a game's file into games with other settings, None where they can't be joined.

    The file is parsed once, and the games are not checked: see `recheck`.
    """
    from f27lang.resolve import resolver  # noqa: PLC0415
    from f27lang.syntax.parse import parse  # noqa: PLC0415

    source = game.files[-1]
    file = parse(source, Report())
    if file is None:
        raise ValueError("a game that was loaded has a file that parses")
    resolved = resolver(file)

    def joined(changes: Changes) -> model.Game | None:
        report = Report()
        return _in_time(lambda: resolved(changes, report), source, report)

    return joined


def recheck(game: model.Game) -> Report:
    """Return what is wrong with the rules and strategies of a game that was put together from checked ones."""
    from f27lang.check import check  # noqa: PLC0415
    from f27lang.resolve import check_names  # noqa: PLC0415

    report = Report()
    rules = evolve(game, examples=(), claims=(), options=(), choices=())  # examples of all options have been run

    def through() -> None:
        check_names(rules, report)
        if not report.failed:
            check(rules, report)

    _in_time(through, game.files[-1], report)
    return report


def rulebook(game: model.Game) -> Rulebook:
    """Lower a banked game to its tables; raise Misasked for another."""
    from f27lang.lower import lower  # noqa: PLC0415

    refuse_vying(game)
    return lower(game)


def refuse_vying(game: model.Game) -> None:
    """Raise Misasked where a game has no house: what is found by solving is not to be had of it."""
    if game.kind == "vying":
        report = Report()
        helps = (
            f"`f27 simulate {game.name}` plays it, `f27 edge {game.name}` has its strategies play one another",
            "`f27 list` shows the banked games",
        )
        report.error("F0106", f"{game.name} is a vying game: nobody plays against a house in it", helps=helps)
        raise Misasked(report)


def refuse_banked(game: model.Game) -> None:
    """Raise Misasked where a game has a house: no pot is played for in it."""
    if game.kind != "vying":
        report = Report()
        helps = (f"`f27 simulate {game.name}` plays it, `f27 edge {game.name}` has its house edge",)
        report.error("F0106", f"{game.name} is a banked game: each seat plays against the house", helps=helps)
        raise Misasked(report)


def tables(game: model.Game) -> Rulebook | VyingRulebook:
    """Lower a game of any kind to its tables."""
    return table(game) if game.kind == "vying" else rulebook(game)


def strategy(game: model.Game, name: str) -> tuple[Rulebook, Policy]:
    """Lower a game for a strategy that it names; the tables tell apart what the strategy looks at."""
    from f27lang.lower import lower_strategy  # noqa: PLC0415

    refuse_vying(game)
    return lower_strategy(game, name)


def ranked(game: model.Game, strategy: str | None = None) -> tuple[Rulebook, Policy | None, tuple[Rank, ...]]:
    """Lower a game in which poker ranks decide, or a strategy of it, so that the rungs of hands are told apart."""
    from f27lang.lower import lower_ranked  # noqa: PLC0415

    return lower_ranked(game, strategy)


def table(game: model.Game) -> VyingRulebook:
    """Lower a vying game to its tables, which tell apart what its own strategies look at."""
    from f27lang.lower.vying import lower_seats  # noqa: PLC0415
    from f27lang.lower.vying.names import own_plays  # noqa: PLC0415

    return lower_seats(game, own_plays(game))[0]


def seats(game: model.Game, plays: Sequence[str]) -> tuple[VyingRulebook, tuple[VyingPolicy, ...]]:
    """Lower a vying game for the plays of its seats; the tables tell apart what these look at."""
    from f27lang.lower.vying import lower_seats  # noqa: PLC0415

    return lower_seats(game, plays)


def with_strategies(game: model.Game, path: str) -> tuple[model.Game, tuple[str, ...]]:
    """Return a game with the strategies of a file of such, and their names; raise VariantError where they don't fit.

    A file that the game has already is not joined again.
    """
    from f27lang.files import read  # noqa: PLC0415
    from f27lang.resolve import attach  # noqa: PLC0415
    from f27lang.syntax.parse import parse  # noqa: PLC0415

    report = Report()
    source = read(path, report)
    file = parse(source, report) if source else None
    if file is None or report.failed:
        raise VariantError(report)
    if file.strategies_for is not None and (known := _of_text(game, file.span.file.text)):
        return game, known
    more = attach(game, file, report)
    checked = report if report.failed else recheck(more)
    if checked.failed:
        raise VariantError(checked)
    return more, tuple(each.name.text for each in more.strategies if each not in game.strategies)


def _of_text(game: model.Game, text: str) -> tuple[str, ...]:
    """Return the strategies of a game that stand in a text."""
    return tuple(each.name.text for each in game.strategies if each.name.span.file.text == text)


def module(tables: Rulebook | VyingRulebook) -> Module:
    """Emit the simulator of a rulebook, with its tables."""
    from f27lang.emit import emit  # noqa: PLC0415
    from f27lang.emit.vying import emit_vying  # noqa: PLC0415
    from f27lang.vying import VyingRulebook  # noqa: PLC0415

    return emit_vying(tables) if isinstance(tables, VyingRulebook) else emit(tables)


def module_to_run(tables: Rulebook | VyingRulebook) -> Module:
    """Emit the module that runs are played by: it is given its tables."""
    from f27lang.emit import emit_kernel  # noqa: PLC0415
    from f27lang.emit.vying import emit_table_kernel  # noqa: PLC0415
    from f27lang.vying import VyingRulebook  # noqa: PLC0415

    return emit_table_kernel(tables) if isinstance(tables, VyingRulebook) else emit_kernel(tables)


def _from_source(source: SourceFile, changes: Changes, report: Report) -> Front:
    """Take a text through the first stages."""
    return _in_time(lambda: _through(source, changes, report), source, report) or Front(None, None, report)


def _in_time(work: Callable[[], T], source: SourceFile, report: Report) -> T | None:
    """Return what the work makes of a text; a tangle that would take it too long is an error of the file's."""
    from f27lang.deadline import Overrun, deadline  # noqa: PLC0415

    try:
        with deadline(FRONT_SECONDS):
            return work()
    except Overrun:
        report.error(
            "F0105",
            f"the file takes more than {FRONT_SECONDS} seconds to check",
            Label(Span(source, 0, len(source.lines[0])), "no file is given more"),
            helps=("shorten its lists, and use fewer names inside other names",),
        )
        return None


def _through(source: SourceFile, changes: Changes, report: Report) -> Front:
    from f27lang.check import check  # noqa: PLC0415
    from f27lang.resolve import resolve  # noqa: PLC0415
    from f27lang.syntax.parse import parse  # noqa: PLC0415

    file = parse(source, report)
    if file is None or report.failed:
        return Front(file, None, report)
    game = resolve(file, changes, report)
    if game is None or report.failed:
        return Front(file, game, report)
    told = _lines(game.examples)
    game = _with_what_was_said_of_it(file, changes, game)
    about_it = _lines(game.examples)
    ran = check(game, report)
    return Front(file, game, report, about_it if ran else 0, told - about_it)


def _lines(examples: tuple[model.Example, ...]) -> int:
    return sum(len(example.lines) for example in examples)


def _with_what_was_said_of_it(file: model.File, changes: Changes, game: model.Game) -> model.Game:
    """Return a game with those examples and claims only that were written for the settings it has.

    A file's examples and claims are about the game as the file has it, those of an option about the same with it on.
    """
    from f27lang.resolve import resolver  # noqa: PLC0415

    known: dict[Changes, model.Settings | None] = {changes: game.settings}
    again = cache(lambda: resolver(file))

    def is_about_it(said: model.Example | model.Claim) -> bool:
        meant = _written_for(said)
        if meant not in known:
            known[meant] = _settings(again(), meant)
        return known[meant] == game.settings

    return evolve(
        game, examples=tuple(filter(is_about_it, game.examples)), claims=tuple(filter(is_about_it, game.claims))
    )


def _no_changes() -> Changes:
    from f27lang.changes import Changes  # noqa: PLC0415

    return Changes()


def _written_for(said: model.Node) -> Changes:
    """Return the settings that an example or a claim was written for."""
    from f27lang.changes import Changes  # noqa: PLC0415

    match said.origin.via.split() if said.origin else []:
        case ["option", name]:
            return Changes(with_=(name,))
        case ["choice", name, "=", arm]:
            return Changes(set_=((name, arm),))
    return Changes()


def _settings(resolved: Callable[[Changes, Report], model.Game | None], changes: Changes) -> model.Settings | None:
    game = resolved(changes, Report())
    return game.settings if game else None


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a name too long, or with a zero byte
        return False
