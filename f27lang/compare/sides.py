"""The two games that someone wants to compare, as named: a variant's name, its settings, a revision -> two Games."""

from __future__ import annotations

from attrs import evolve, field, frozen

from f27lang import files, model, pipeline
from f27lang.changes import Changes
from f27lang.compare.committed import committed
from f27lang.diagnostics import Label, Misasked, Report, VariantError
from f27lang.source import SourceFile
from f27lang.syntax.parse import parse


@frozen
class Named:
    """A variant as someone names it, and the changes to its settings; `committed` where the name is `REV:path`."""

    variant: str
    changes: Changes = field(factory=Changes)
    committed: bool = False


@frozen
class Loaded:
    """A game that can be played, with the report that holds its warnings."""

    game: model.Game
    report: Report


def two_games(a: Named, b: Named) -> tuple[Loaded, Loaded]:
    """Return the games that two names stand for; raises VariantError, and Misasked where their kinds differ."""
    first = _source(a)
    second = first if _same_text(a, b) else _source(b)
    try:
        one, other = _loaded(a, first), _loaded(b, second)
    except VariantError:
        refuse_kinds(first, second)
        raise
    if one.game.kind != other.game.kind:
        refuse_kinds(first, second)
    return one, other


def _same_text(a: Named, b: Named) -> bool:
    return (_parted(a)[0], a.committed) == (_parted(b)[0], b.committed)


def _source(named: Named) -> SourceFile:
    report, name = Report(), _parted(named)[0]
    source = committed(name, report) if named.committed else files.read(name, report)
    if source is None:
        raise VariantError(report)
    return source


def _loaded(named: Named, source: SourceFile) -> Loaded:
    house = _parted(named)[1]
    changes = evolve(named.changes, house=house) if house else named.changes
    return Loaded(*pipeline.playable_text(source, changes))


def _parted(named: Named) -> tuple[str, str | None]:
    """Part `NAME@HOUSE`, or `REV:path.f27@HOUSE`: a revision may have the sign in it too."""
    if not named.committed:
        return pipeline.split_house(named.variant)
    path, sign, house = named.variant.rpartition(f"{files.SUFFIX}@")
    return (f"{path}{files.SUFFIX}", house) if sign and house else (named.variant, None)


def refuse_kinds(first: SourceFile, second: SourceFile) -> None:
    """Raise Misasked where one text is of a banked game and the other of a vying one; other errors are beside that."""
    parsed = [parse(source, Report()) for source in (first, second)]
    kinds = [file.kind for file in parsed if file and file.kind]
    if len({kind.text for kind in kinds}) < 2:
        return
    one, other = kinds
    report = Report()
    report.error(
        "F0905",
        f"a {one.text} game and a {other.text} game can't be compared",
        Label(other.span, f"this game is {other.text}"),
        Label(one.span, f"this one is {one.text}", primary=False),
        helps=("name two games of one kind: what a wager costs and what a pot brings are different things",),
    )
    raise Misasked(report)
