"""Runs what a page shows: a Markdown page and a folder -> the page as it would be if its commands ran now.

A page is a session, read from the top. A block `f27` that begins with the comment `# NAME.f27` is written to that
file; a block `diff` that begins with `--- NAME.f27` changes it; in a block `console` each line behind `$ ` is run, and
what is below it is what it printed. Standard error is shown where a command fails; hints are no part of an answer.
Blocks `python` share their names, and each line that they print stands behind `# prints `.
"""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest
from attrs import define, field

from f27lang.cli.main import run

ROOT = Path(__file__).parent.parent
FENCE = re.compile(r"^```(?P<language>[\w-]+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
SPEED = re.compile(r"[\d.,]+( million| thousand)? (rounds|hands) a second")  # the machine's own


def blocks(text: str, language: str) -> list[str]:
    """Return the blocks of a language, in their order."""
    return [fence["text"] for fence in FENCE.finditer(text) if fence["language"] == language]


def shown(block: str) -> list[tuple[str, str]]:
    """Part a console block into commands and what each printed."""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)
    assert not parts[0].strip(), f"a console block begins with a command: {parts[0]}"
    return list(zip(parts[1::2], parts[2::2], strict=True))


@define
class Session:
    """A page's commands, run in one folder one after another."""

    folder: Path
    code: int = 0  # of the last command
    names: dict[str, object] = field(factory=dict)  # of the Python blocks

    def page(self, text: str) -> str:
        """Return the page with what its commands print now."""
        return FENCE.sub(lambda fence: self._fence(fence[0], fence["language"], fence["text"]), text)

    def _fence(self, whole: str, language: str, text: str) -> str:
        if language == "console":
            return "```console\n" + "".join(self._command(*pair) for pair in shown(text)) + "```"
        if language == "python":
            return f"```python\n{self._python(text)}```"
        if language == "f27" and (named := re.match(r"# (\S+\.f27)\n", text)):
            (self.folder / named[1]).write_text(text, "utf-8")
        if language == "diff":
            self._change(*text.split("\n", 1))
        return whole

    def _python(self, text: str) -> str:
        out = io.StringIO()
        with contextlib.chdir(ROOT), contextlib.redirect_stdout(out):
            exec(compile(text, "a page", "exec"), self.names)
        told = iter(out.getvalue().splitlines())
        now = re.sub(r"(?<=^# prints ).*$", lambda _: next(told, "nothing"), text, flags=re.MULTILINE)
        assert (left := next(told, None)) is None, f"printed, and not shown: {left}"
        return now

    def _command(self, command: str, before: str) -> str:
        body, gap = before.rstrip("\n"), before[len(before.rstrip("\n")) :]
        now = self._printed(command).rstrip()
        if SPEED.sub("", now) == SPEED.sub("", body):
            now = body
        return f"$ {command}\n{now}{gap or chr(10)}" if now else f"$ {command}\n{gap}"

    def _printed(self, command: str) -> str:
        if command == "echo $?":
            return str(self.code)
        words = shlex.split(command.rpartition(" && ")[2])  # of an installation the last command is run
        assert Path(words[0]).name == "f27", command
        out, err = io.StringIO(), io.StringIO()
        with contextlib.chdir(self.folder), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            self.code = run(words[1:])
        return out.getvalue() + (err.getvalue() if self.code else "")

    def _change(self, heading: str, lines: str) -> None:
        path = self.folder / heading.removeprefix("--- ")
        old, new = ("".join(f"{line[1:]}\n" for line in lines.splitlines() if line[:1] in f" {s}") for s in "-+")
        text = path.read_text("utf-8")
        assert text.count(old) == 1, f"{heading}: not one place for\n{old}"
        path.write_text(text.replace(old, new), "utf-8")


def hold(page: Path, folder: Path, bless: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Assert that a page shows what happens; where blessed, make it so."""
    monkeypatch.setenv("COLUMNS", "80")
    text = page.read_text("utf-8")
    now = Session(folder).page(text)
    if bless and now != text:
        page.write_text(now, "utf-8")
    assert bless or now == text
