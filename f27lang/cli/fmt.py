"""`f27 fmt`: lays files out as the language is written."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from attrs import frozen

from f27lang.cli.command import (
    VARIANT_WRONG,
    AnswerCommand,
    answer,
    answer_file,
    fail,
    json_option,
    on_terminal,
    print_json,
)
from f27lang.cli.completion import complete_files
from f27lang.diagnostics import Report

if TYPE_CHECKING:
    from f27lang.source import SourceFile

STDIN = "-"
_NO_NEWLINE = "\\ No newline at end of file"  # as diff says it


@frozen
class Formatted:
    """What became of one file; `text` and `source` are None where it can't be read, as the report says."""

    name: str
    source: SourceFile | None
    text: str | None
    report: Report

    @property
    def differs(self) -> bool:
        """Whether the file is not as the formatter lays it out."""
        return self.source is not None and self.text is not None and self.text != self.source.text


@click.command(
    "fmt",
    cls=AnswerCommand,
    examples=(
        ("f27 fmt my-game.f27", "lays the file out"),
        ("f27 fmt --check --diff *.f27", "shows what would change, and exits 1 if anything would"),
        ("f27 fmt - < my-game.f27", "prints the text laid out, for an editor"),
    ),
)
@click.argument("files", nargs=-1, required=True, shell_complete=complete_files)
@click.option("--check", is_flag=True, help="Write nothing; exit 1 when a file would change.")
@click.option("--diff", is_flag=True, help="Write nothing; show what would change.")
@json_option
def command(files: tuple[str, ...], check: bool, diff: bool, as_json: bool) -> int:
    """Lay FILES out: two blanks an indent, no alignment. Only blanks and line ends move, and no comment is lost.

    - stands for standard input, whose text is printed.
    """
    done = [_format(name) for name in files]
    if not (check or diff):
        for each in done:
            _write(each)
    if as_json:
        print_json({"schema": "f27.fmt/1", "files": [_as_json(each) for each in done]})
    else:
        for each in done:
            _tell(each, check, diff)
    wrong = any(each.text is None for each in done)
    return VARIANT_WRONG if wrong or (check and any(each.differs for each in done)) else 0


def _format(name: str) -> Formatted:
    from f27lang.files import BundledFile, read  # noqa: PLC0415
    from f27lang.syntax.format import format_source  # noqa: PLC0415

    report = Report()
    source = read(name, report)
    if isinstance(source, BundledFile):
        source = None
        report.error("F0107", f"`{name}` is a bundled variant, not a file", helps=("name a file that is yours",))
    return Formatted(name, source, format_source(source, report) if source else None, report)


def _write(each: Formatted) -> None:
    if each.differs and each.text is not None and each.name != STDIN:
        from f27lang.whole import write_whole  # noqa: PLC0415

        path = Path(each.name)
        line_end = "\r\n" if b"\r\n" in path.read_bytes() else "\n"
        write_whole(path, each.text.replace("\n", line_end).encode())


def _tell(each: Formatted, check: bool, diff: bool) -> None:
    if each.source is None or each.text is None:
        fail(each.report, as_json=False)
    elif diff:
        _show(_diff(each.source, each.text))
    elif each.name == STDIN:
        if not check:
            answer_file(each.text)
    elif each.differs:
        answer(f"{each.source.path}: {'would be laid out anew' if check else 'laid out anew'}")


def _show(difference: str) -> None:
    if difference and on_terminal():
        from f27lang.report import colour  # noqa: PLC0415

        difference = colour.difference(difference)
    if difference:
        answer(difference)


def _diff(source: SourceFile, text: str) -> str:
    from difflib import unified_diff  # noqa: PLC0415

    before, after = list(StringIO(source.text)), list(StringIO(text))
    lines = unified_diff(before, after, source.path, f"{source.path}, laid out")
    return "".join(line if line.endswith("\n") else f"{line}\n{_NO_NEWLINE}\n" for line in lines)


def _as_json(each: Formatted) -> dict[str, Any]:
    from f27lang.report import diagnostics  # noqa: PLC0415

    return {
        "file": each.name,
        "differs": each.differs,
        "text": each.text,
        "diagnostics": diagnostics.as_json(each.report),
    }
