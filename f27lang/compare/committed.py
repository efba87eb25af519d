"""Variants as they were committed: `REV:path` -> SourceFile, what it extends read from the same revision.

Git is only asked: nothing is fetched, written or run by it, and it may not prompt.
"""

from __future__ import annotations

import os
import re
import subprocess
from difflib import get_close_matches
from io import BytesIO
from pathlib import PurePosixPath

from attrs import define, field, frozen

from f27lang.diagnostics import Report
from f27lang.files import LARGEST_BYTES, SUFFIX, PlacedFile, decoded, one_line, too_large
from f27lang.source import SourceFile

SECONDS = 10.0  # of waiting for one answer of git's
_ASKED_ONLY = {
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",  # a git that does not know the line above still fetches nothing
    "LC_ALL": "C",
}
_QUIET = ("git", "--no-pager", "-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_HOW = "write REV:path, for example `HEAD~1:games/my-game.f27`; the path starts at the top of the repository"


@frozen
class Revision:
    """A commit: what the user called it, and its full name."""

    said: str
    commit: str


@frozen
class _Entry:
    """What stands at a path of a commit."""

    mode: str
    kind: str
    blob: str
    size: str


@define(eq=False, slots=False)
class CommittedFile(PlacedFile):
    """The text of a file in a commit; beside it stands what stands in its folder there."""

    revision: Revision = field(repr=False)
    inside: str = field(repr=False)  # the path from the top of the repository

    @property
    def name(self) -> str:
        """The file's name without its folder and revision."""
        return PurePosixPath(self.inside).name

    def beside(self, name: str, report: Report) -> SourceFile | None:
        """Return the file of this name in the same folder and commit; None, and nothing reported, if there is none."""
        path = str(PurePosixPath(self.inside).with_name(f"{name}{SUFFIX}"))
        try:
            entry = _entry(self.revision, path)
            return _blob(self.revision, path, entry, report) if entry else None
        except _Refused as refused:
            refused.tell(f"{self.revision.said}:{path}", report)
            return None

    def names_beside(self) -> tuple[str, ...]:
        """Return the names of the variants in the same folder and commit."""
        try:
            files = _listed(self.revision, self.inside.rpartition("/")[0])
        except _Refused:
            return ()
        return tuple(PurePosixPath(file).stem for file in files if file.endswith(SUFFIX))


class _Refused(Exception):
    """Git gave no answer; `why` is what it, or the system, said."""

    def __init__(self, why: str, way_out: str) -> None:
        self.why, self.way_out = why, way_out
        super().__init__(why)

    def tell(self, spec: str, report: Report) -> None:
        """Report that a committed file can't be read."""
        report.error("F0107", f"`{one_line(spec)}` can't be read: {self.why}", helps=(self.way_out,))


def committed(spec: str, report: Report) -> SourceFile | None:
    """Return the text of `REV:path` in the repository of the working folder; None when the report says why not.

    A path that begins with `./` starts at the working folder, any other at the top of the repository.
    """
    said, colon, path = spec.partition(":")
    if not (said and colon and path):
        report.error("F0107", f"`{one_line(spec)}` names no committed file", helps=(_HOW,))
        return None
    if (why := _unsafe(said, path)) is not None:
        report.error("F0107", f"`{one_line(spec)}` can't be looked up: {why}", helps=(_HOW,))
        return None
    try:
        return _read(said, path, report)
    except _Refused as refused:
        refused.tell(spec, report)
        return None


def as_it_stands(spec: str) -> str:
    """Return the path of the working file that `REV:path` is a committed version of."""
    path = spec.partition(":")[2]
    try:
        up = b"" if path.startswith("./") else _git("rev-parse", "--show-cdup", may_fail=True) or b""
    except _Refused:
        return path
    return os.path.join(os.fsdecode(up).rstrip("\n"), path)


def _unsafe(said: str, path: str) -> str | None:
    """Return why a revision or a path is not given to git."""
    if said.startswith("-"):
        return "a revision does not begin with `-`"
    if _CONTROL.search(said + path):
        return "a control character stands in it"
    if path.startswith("/") or "\\" in path or re.match(r"[A-Za-z]:", path):
        return "the path is not one inside the repository"
    if ".." in path.split("/"):
        return "`..` leads out of the repository"
    if not set(path.split("/")) - {"", "."}:
        return "the path names no file"
    return None


def _read(said: str, path: str, report: Report) -> SourceFile | None:
    revision = Revision(said, _commit(said))
    inside = _from_top(path)
    entry = _entry(revision, inside)
    if entry is None:
        _not_there(revision, inside, report)
        return None
    return _blob(revision, inside, entry, report)


def _commit(said: str) -> str:
    found = _git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{said}^{{commit}}", may_fail=True)
    if found is None:
        raise _Refused(
            f"there is no revision `{one_line(said)}`", "`git log --oneline` and `git branch --all` list what there is"
        )
    return found.decode("ascii").strip()


def _from_top(path: str) -> str:
    """Return a path from the top of the repository, without needless `./`."""
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if path.startswith("./"):
        prefix = _git("rev-parse", "--show-prefix") or b""
        parts = [*filter(None, os.fsdecode(prefix).rstrip("\n").split("/")), *parts]
    return "/".join(parts)


def _entry(revision: Revision, path: str) -> _Entry | None:
    found = _git("ls-tree", "-z", "-l", "--full-tree", revision.commit, "--", path) if path else b""
    for each in (found or b"").split(b"\0"):
        words, _, name = each.partition(b"\t")
        if name == os.fsencode(path):
            return _Entry(*words.decode("ascii").split())
    return None


def _listed(revision: Revision, folder: str) -> list[str]:
    """Return the paths of what a folder of a commit holds, none if it is none."""
    inside = ("--", f"{folder}/") if folder else ()
    found = _git("ls-tree", "-z", "--full-tree", "--name-only", revision.commit, *inside) or b""
    return [os.fsdecode(path) for path in found.split(b"\0") if path]


def _blob(revision: Revision, path: str, entry: _Entry, report: Report) -> SourceFile | None:
    shown = one_line(f"{revision.said}:{path}")
    if entry.kind != "blob" or not entry.mode.startswith("100"):
        what = {"tree": "a directory", "commit": "a submodule"}.get(entry.kind, "a link")
        report.error("F0107", f"`{shown}` is {what}", helps=(f"name a {SUFFIX} file of that revision",))
        return None
    if int(entry.size) > LARGEST_BYTES:
        too_large(shown, report)
        return None
    data = _git("cat-file", "blob", entry.blob) or b""
    return decoded(BytesIO(data), shown, report, lambda name, text: CommittedFile(name, text, revision, path))


def _not_there(revision: Revision, path: str, report: Report) -> None:
    files = [file for file in _listed(revision, path.rpartition("/")[0]) if file.endswith(SUFFIX)]
    near = get_close_matches(path, files, 1)
    here = _git("rev-parse", "--show-prefix", may_fail=True)
    said = one_line(revision.said)
    if near:
        help_ = f"did you mean `{said}:{near[0]}`?"
    elif here and here.strip() and _entry(revision, os.fsdecode(here).strip() + path):
        help_ = f"from here it is `{said}:./{path}`"
    else:
        help_ = f"`git ls-tree -r --name-only {said}` lists the files of that revision"
    report.error("F0107", f"there is no file `{one_line(path)}` in `{said}`", helps=(help_,))


def _git(*words: str, may_fail: bool = False) -> bytes | None:
    """Return what git answers; None where it may fail and says no without a reason."""
    try:
        done = subprocess.run(
            [*_QUIET, *words],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SECONDS,
            check=False,
            env={**os.environ, **_ASKED_ONLY},
        )
    except subprocess.TimeoutExpired:
        raise _Refused(f"git takes more than {SECONDS:g} seconds", "try again where the disk is less busy") from None
    except OSError:
        raise _Refused(
            "the program `git` can't be started", "install git, or check that version out and name its file"
        ) from None
    if done.returncode == 0:
        return done.stdout
    told = done.stderr.decode("utf-8", "replace").strip().split("\n")[0]
    if may_fail and not told:
        return None
    if "not a git repository" in told:
        raise _Refused("this folder is in no git repository", "go to the repository that holds the file")
    why = one_line(told.removeprefix("fatal: ").removeprefix("error: ")) or f"git ended with {done.returncode}"
    raise _Refused(f"git says: {why}", "try the same revision with `git show`")
