"""Where variants come from: a path, a bundled name or standard input → SourceFile, or why there is none."""

from __future__ import annotations

import stat
import sys
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import BinaryIO

from attrs import define, frozen

from f27lang.diagnostics import Label, Report
from f27lang.source import SourceFile, Span

LARGEST_BYTES = 256_000
MOST_LINES = 4_000
SUFFIX = ".f27"
MakeFile = Callable[[str, str], SourceFile]  # of the path that messages name, and the text


@frozen
class BundledVariant:
    """A variant that comes with the package; `name` is what commands take."""

    name: str
    path: Path


@define(eq=False, slots=False)
class PlacedFile(SourceFile):
    """A text that tells itself what stands beside it; beside any other stands what is in the folder of its path."""

    def beside(self, name: str, report: Report) -> SourceFile | None:
        """Return the text of this name that stands beside it; None, and nothing reported, if there is none."""

    def names_beside(self) -> Iterable[str]:
        """Return the names of the texts beside it."""
        return ()


@define(eq=False, slots=False)
class BundledFile(PlacedFile):
    """The text of a bundled variant; only other bundled variants stand beside it."""


@cache
def bundled() -> tuple[BundledVariant, ...]:
    """Return the bundled variants by name: the folder beside `pyproject.toml` in a checkout, else the installed one."""
    root = Path(__file__).parent.parent
    folder = root / "variants"
    if not (root / "pyproject.toml").is_file() or not folder.is_dir():
        from importlib import resources  # noqa: PLC0415

        folder = Path(str(resources.files("f27lang.variants")))
    return tuple(BundledVariant(path.stem, path) for path in sorted(folder.glob(f"*{SUFFIX}")))


def read(variant: str, report: Report) -> SourceFile | None:
    """Return the text of a path, of a bundled name or (`-`) of standard input; None when the report says why not."""
    if variant == "-":
        return _standard_input(report)
    if not variant:
        report.error("F0107", "no variant is named", helps=("name a file, a bundled variant, or `-`",))
        return None
    path = Path(variant)
    if not _looks_like_path(variant) and not _is_file(path):
        if any(variant == each.name for each in bundled()):
            return bundled_file(variant, report)
        if not _exists(path):
            _unknown_name(variant, report)
            return None
    return _file(path, variant, report)


def _looks_like_path(variant: str) -> bool:
    return "/" in variant or "\\" in variant or variant.endswith(SUFFIX)


def bundled_file(name: str, report: Report) -> SourceFile | None:
    """Return the text of a bundled variant; None, and nothing reported, when there is none of this name."""
    found = next((variant for variant in bundled() if variant.name == name), None)
    if found is None:
        return None
    return _file(found.path, f"variants/{name}{SUFFIX}", report, BundledFile)


def beside(source: SourceFile, name: str, report: Report) -> SourceFile | None:
    """Return the variant that stands beside a file, else the bundled one; None, and nothing reported, if neither."""
    reported = len(report.diagnostics)
    found = source.beside(name, report) if isinstance(source, PlacedFile) else _in_folder(source, name, report)
    return found or (bundled_file(name, report) if len(report.diagnostics) == reported else None)


def _in_folder(source: SourceFile, name: str, report: Report) -> SourceFile | None:
    path = _folder(source) / f"{name}{SUFFIX}"
    return _file(path, str(path), report) if _exists(path) else None


def _folder(source: SourceFile) -> Path:
    return Path(source.path).parent if source.path != "-" else Path()


def takes_the_name_of_another(found: SourceFile, name: str) -> bool:
    """Whether a file that was found beside another has the name of a bundled variant, and not its text.

    A committed text may: a bundled variant's own older text is one.
    """
    if isinstance(found, PlacedFile):
        return False
    ours = bundled_file(name, Report())
    return ours is not None and ours.text != found.text


def names_beside(source: SourceFile) -> tuple[str, ...]:
    """Return the names that a file's `extends` may give."""
    names = {variant.name for variant in bundled()}
    if isinstance(source, PlacedFile):
        names |= set(source.names_beside())
    else:
        names |= {path.stem for path in _folder(source).glob(f"*{SUFFIX}")}
    return tuple(sorted(names))


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _unknown_name(name: str, report: Report) -> None:
    names = [variant.name for variant in bundled()]
    near = get_close_matches(name, names, 1)
    help_ = (
        f"did you mean `{near[0]}`?"
        if near
        else f"the bundled variants are {', '.join(names)}; a file's name ends in {SUFFIX}"
    )
    report.error("F0107", f"there is no bundled variant `{one_line(name)}` and no such file", helps=(help_,))


def _file(path: Path, shown: str, report: Report, cls: MakeFile = SourceFile) -> SourceFile | None:
    shown = one_line(shown)
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            report.error("F0107", f"`{shown}` is a directory", helps=(f"name one of the {SUFFIX} files in it",))
            return None
        if not stat.S_ISREG(mode):
            report.error(
                "F0107", f"`{shown}` is not a regular file", helps=("pipe the text in and name the variant `-`",)
            )
            return None
        with path.open("rb") as stream:
            return decoded(stream, shown, report, cls)
    except FileNotFoundError:
        _missing(path, shown, report)
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or "the name is not a file's name"
        report.error(
            "F0107", f"`{shown}` can't be read: {reason.lower()}", helps=("check the name and the permissions",)
        )
    return None


def _missing(path: Path, shown: str, report: Report) -> None:
    try:
        near = get_close_matches(path.name, [each.name for each in path.parent.glob(f"*{SUFFIX}")], 1)
    except OSError:
        near = []
    help_ = f"did you mean `{path.with_name(near[0])}`?" if near else "`f27 list` shows the bundled variants"
    report.error("F0107", f"there is no file `{shown}`", helps=(help_,))


def _standard_input(report: Report) -> SourceFile | None:
    try:
        return decoded(sys.stdin.buffer, "-", report)
    except (AttributeError, OSError, ValueError):
        report.error("F0107", "standard input can't be read", helps=("pipe a variant in: `f27 check - < my-game.f27`",))
        return None


def decoded(stream: BinaryIO, shown: str, report: Report, cls: MakeFile = SourceFile) -> SourceFile | None:
    """Return the text of a stream by the name that messages give it; None when the report says why there is none."""
    data = stream.read(LARGEST_BYTES + 1)
    if len(data) > LARGEST_BYTES:
        too_large(shown, report)
        return None
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        _not_text(data, error.start, shown, report)
        return None
    if not text.strip():
        report.error(
            "F0107", f"`{shown}` is empty", helps=('a variant starts with `f27 1`, then `banked game "..." {`',)
        )
        return None
    return _short_enough(cls(shown, text), report)


def too_large(shown: str, report: Report) -> None:
    """Report a text of more bytes than a variant may have."""
    report.error(
        "F0105",
        f"`{shown}` is larger than {LARGEST_BYTES // 1000} kB",
        helps=("a variant is a page of rules; split it with `extends`",),
    )


def _short_enough(source: SourceFile, report: Report) -> SourceFile | None:
    lines = source.text.count("\n") + (not source.text.endswith("\n"))
    if lines <= MOST_LINES:
        return source
    report.error(
        "F0105", f"`{source.path}` has {lines} lines; {MOST_LINES} is the most", helps=("split it with `extends`",)
    )
    return None


def _not_text(data: bytes, offset: int, shown: str, report: Report) -> None:
    before = data[:offset].decode("utf-8-sig", "replace")
    source = SourceFile(shown, _printable(data.decode("utf-8-sig", "replace")))
    place = Span(source, len(before), len(before) + 1)
    label = Label(place, f"the byte 0x{data[offset]:02x} begins no UTF-8 character")
    report.error("F0108", f"`{shown}` is not UTF-8 text", label, helps=("save the file as UTF-8",))


def _printable(text: str) -> str:
    return "".join(char if char.isprintable() or char == "\n" else "\N{REPLACEMENT CHARACTER}" for char in text)


def one_line(name: str) -> str:
    """Return a name as a message can show it: printable, and not too long."""
    shown = _printable(name).replace("\n", "\N{REPLACEMENT CHARACTER}")
    return shown if len(shown) <= 200 else f"{shown[:200]}..."
