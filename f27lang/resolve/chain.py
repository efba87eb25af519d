"""`extends` followed to the root: File → the files of the chain, farthest ancestor first."""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import lru_cache

from f27lang import model
from f27lang.diagnostics import Diagnostic, Label, Report
from f27lang.files import BundledFile, beside, names_beside, takes_the_name_of_another
from f27lang.resolve.extent import Extent
from f27lang.source import SourceFile
from f27lang.syntax.parse import parse

MOST_LEVELS = 8
_PARENT = re.compile(r"[A-Za-z0-9][A-Za-z0-9.-]*")


def lineage(file: model.File, report: Report) -> tuple[model.File, ...] | None:
    """Return the chain of files that a game is built from; None when a link of it can't be followed."""
    files, extent = [file], Extent()
    while extent.holds(files, report):
        link = files[-1].extends
        if link is None:
            return tuple(reversed(files))
        if len(files) > MOST_LEVELS:
            report.error(
                "F0105",
                f"more than {MOST_LEVELS} levels of `extends`",
                Label(link.span, "one more level"),
                helps=("put what these files share into fewer files",),
            )
            return None
        parent = linked(files[-1], link.parent, report)
        if parent is None or not _may_extend(files, link, parent, report):
            return None
        files.append(parent)
    return None


def linked(file: model.File, name: model.Text, report: Report) -> model.File | None:
    """Return the file that a quoted name in `file` stands for, parsed; None when the report says why not."""
    source = file.span.file
    if not _PARENT.fullmatch(name.text):
        report.error(
            "F0201",
            f'"{name.text}" is not the name of a game',
            Label(name.span, "letters, digits, `-` and `.` only"),
            helps=("put the file beside this one and name it without its `.f27`",),
        )
        return None
    reported = len(report.diagnostics)
    found = beside(source, name.text, report)
    if found is None:
        if len(report.diagnostics) == reported:
            _unknown(source, name, report)
        return None
    if _same(found, source):
        return file
    if takes_the_name_of_another(found, name.text):
        _two_of_a_name(found, name, report)
        return None
    if not isinstance(found, BundledFile):
        return parse(found, report)
    parsed, told = _bundled(found.path, found.text)
    for diagnostic in told:
        report.add(diagnostic)
    return parsed


@lru_cache(maxsize=32)
def _bundled(path: str, text: str) -> tuple[model.File | None, tuple[Diagnostic, ...]]:
    """Parse a bundled file, once for all the games that extend it."""
    report = Report()
    return parse(BundledFile(path, text), report), tuple(report)


def _two_of_a_name(beside: SourceFile, name: model.Text, report: Report) -> None:
    report.error(
        "F0201",
        f'there are two games "{name.text}"',
        Label(name.span, f"one is bundled, the other is the file {beside.path}"),
        helps=(f"rename {beside.path}, also where another file extends it: a bundled name is one game everywhere",),
    )


def _unknown(source: SourceFile, name: model.Text, report: Report) -> None:
    names = names_beside(source)
    near = get_close_matches(name.text, names, 1)
    help_ = f'did you mean "{near[0]}"?' if near else f"known here: {', '.join(names)}"
    report.error(
        "F0201",
        f'there is no game "{name.text}"',
        Label(name.span, "neither bundled nor beside this file"),
        helps=(help_,),
    )


def _may_extend(files: list[model.File], link: model.Extends, parent: model.File, report: Report) -> bool:
    child = files[-1]
    for known in files:
        if _same(known.span.file, parent.span.file):
            _circle(files, link, known, report)
            return False
    if parent.kind is None:
        report.error(
            "F0201",
            f'"{link.parent.text}" is a file of strategies',
            Label(link.span, "a game extends a game"),
            helps=("extend the game that the strategies are for",),
        )
        return False
    if child.kind is not None and child.kind != parent.kind:
        report.error(
            "F0201",
            f"a {child.kind.text} game can't extend a {parent.kind.text} game",
            Label(child.kind.span, f"this is {child.kind.text}"),
            Label(link.span, f"this one is {parent.kind.text}", primary=False),
            helps=(f"write `{parent.kind.text} game`, or extend another game",),
        )
        return False
    return True


def _circle(files: list[model.File], link: model.Extends, known: model.File, report: Report) -> None:
    if known is files[-1]:
        report.error(
            "F0201",
            "this file extends itself",
            Label(link.span, "this names the file that it stands in"),
            helps=("extend another game, or give this file another name",),
        )
        return
    first = known.extends
    back = (Label(first.span, "the circle begins here", primary=False),) if first else ()
    report.error(
        "F0201",
        "these files extend one another in a circle",
        Label(link.span, "leads back"),
        *back,
        helps=("take one of the two away",),
    )


def _same(one: SourceFile, other: SourceFile) -> bool:
    return isinstance(one, BundledFile) == isinstance(other, BundledFile) and one.path == other.path
