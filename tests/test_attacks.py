"""Nothing in a rule file, a file name or an argument reaches emitted code, a shell, a path, a terminal or HTML raw."""

import ast
import html
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

from f27lang import pipeline
from f27lang.build import build
from f27lang.cli.main import f27
from f27lang.diagnostics import Report
from f27lang.report import colour, github
from f27lang.report.chart_html import as_html
from f27lang.report.diagnostics import as_text
from f27lang.solve import solve_endless
from f27lang.source import SourceFile
from f27lang.syntax.format import format_source

HARMLESS = "harmless"
# What a text in quotes may hold: it has to come out as text, wherever it comes out.
TEXTS = {
    "shell": "$(touch pwned) `touch pwned` ; touch pwned | touch pwned && touch pwned",
    "shell variables": "${HOME} $HOME ${IFS} $((1+1))",
    "path": "../../../../../pwned",
    "absolute path": "/pwned",
    "windows path": r"C:\pwned\..\pwned",
    "apostrophes": "'''; import os; os.system('touch pwned'); '''",
    "backslashes": r"\ \\ \n \x1b[31m \u202e \N{BEL} \0",
    "template": "{{ 7*7 }} {% raise %} <%= 7*7 %> {0} {__class__} %s %n %(x)s",
    "markup": "</title></style><script>alert(1)</script><img src=x onerror=alert(1)> & &lt;",
    "attribute": "' onmouseover='alert(1)' x='",
    "comment": "# comment */ --> ]]> // rem",
    "workflow command": "::error::pwned%0A::set-output name=x::y",
    "look-alikes": "\u0440\u0430ypal \uff1cscript\uff1e \u2024\u2024\u2215pwned",
    "option": "--set hard_stand=27 -rf",
    "markup of rich": "[bold red]x[/] [link=file:///etc]y[/link]",
    "long": "x" * 10_000,
    "long path": "../" * 2_000,
    "empty": "",
    "blank": " ",
    "letters that join": "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
}
# What may not stand in a file at all.
SIGNS = {
    "escape": "\x1b[31m",
    "title of the window": "\x1b]0;pwned\x07",
    "C1 control": "\x9b31m",
    "backspace": "\x08",
    "zero byte": "\x00",
    "carriage return": "\rpwned",
    "right to left": "\u202e",
    "right to left mark": "\u200f",
    "arabic letter mark": "\u061c",
    "isolate": "\u2067",
    "line separator": "\u2028",
    "no width": "\u200b",
    "tag": "\U000e0041",
    "byte order mark": "\ufeff",
}
NAMES = (
    'x"',
    "x\ny",
    "x'; drop",
    "x$(touch pwned)",
    "../x",
    "x{{y}}",
    "\u0445",
    "x\u202e",
    "x\x1b[31m",
    "X",
    "__import__",
)
UNSEEN = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]")


def variant(text: str) -> str:
    """Return a variant that says a text wherever it can; a house's name is typed behind an `@`."""
    house = re.sub("[@/]", "", text).strip() or "house"
    return f"""\
f27 1

banked game "{text}" extends "21-24-27" {{
  source: "{text}"
  note: "{text}"
  assume: "{text}"

  option quick "{text}": off {{
    note: "{text}"
    also dealer {{
      stands on soft 25..
    }}
  }}

  choice pace "{text}": slow {{
    arm slow {{
      assume: "{text}"
    }}
  }}

  house "{house}" {{
    with quick
  }}

  strategy bold "{text}" {{
    player {{
      otherwise stand  # {text}
    }}
  }}
}}
"""


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in an empty folder, where nothing but the file may appear."""
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)


def written(text: str, name: str = "attack.f27") -> str:
    Path(name).write_text(variant(text), "utf-8")
    return name


def said(*args: str) -> str:
    result = CliRunner().invoke(f27, args)
    assert not isinstance(result.exception, Exception), result.exception
    return result.output


def shape(text: str) -> str:
    """Return the syntax tree of a module with a gap for each text in it."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = ""
    return ast.dump(tree)


@pytest.fixture(scope="module")
def harmless(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("harmless") / "harmless.f27"
    path.write_text(variant(HARMLESS), "utf-8")
    game, _ = pipeline.load(str(path))
    return pipeline.module(pipeline.rulebook(game)).text


@pytest.mark.parametrize("what", TEXTS)
def test_emitted_code_is_the_code_of_a_harmless_game(what: str, harmless: str) -> None:
    game, _ = pipeline.load(written(TEXTS[what]))
    module = pipeline.module(pipeline.rulebook(game))
    assert shape(module.text) == shape(harmless)
    assert module.text.count("\n") == harmless.count("\n")
    assert re.fullmatch(r"\w{1,200}", module.name, re.ASCII)


@pytest.mark.parametrize("what", ["shell", "path", "apostrophes", "long path"])
def test_a_title_names_no_path_and_reaches_no_shell(what: str, tmp_path: Path) -> None:
    game, _ = pipeline.load(written(TEXTS[what]))
    module = pipeline.module(pipeline.rulebook(game))
    if shutil.which("cc") is None:
        pytest.skip("there is no C compiler")
    built = build(module.name, "x = 1\n", cache_dir=tmp_path / "cache")
    assert built.path is not None and built.path.resolve().is_relative_to(tmp_path / "cache")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cache", "work"]
    assert [path.name for path in Path().iterdir()] == ["attack.f27"]


@pytest.mark.parametrize("what", TEXTS)
def test_terminals_get_no_signs_but_text(what: str) -> None:
    name = written(TEXTS[what])
    for command in (
        ["check", name],
        ["show", name],
        ["show", name, "--flat"],
        ["explain", name],
        ["fmt", "--diff", name],
    ):
        shown = said(*command)
        assert not UNSEEN.search(shown), command
    assert [path.name for path in Path().iterdir()] == ["attack.f27"]


@pytest.mark.parametrize("what", TEXTS)
def test_the_formatter_keeps_texts(what: str) -> None:
    text = variant(TEXTS[what])
    assert format_source(SourceFile("-", text), Report()) == re.sub(r" +$", "", text, flags=re.MULTILINE)


class Tags(HTMLParser):
    """The elements and attributes of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, tuple[str, ...]]] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, tuple(name for name, _ in attrs)))


@pytest.mark.parametrize("what", ["markup", "attribute", "template", "apostrophes"])
def test_html_holds_texts_as_text(what: str) -> None:
    text = TEXTS[what]
    pages = []
    for title in (HARMLESS, text):
        game, _ = pipeline.load(written(title))
        tables = pipeline.rulebook(game)
        pages.append(as_html(game, tables, solve_endless(tables, "chart"), title))
    assert Tags(pages[0]).found == Tags(pages[1]).found
    assert html.escape(text) in pages[1]


@pytest.mark.parametrize("what", SIGNS)
@pytest.mark.parametrize("place", ['"', "# "])
def test_unseen_signs_are_refused_and_not_repeated(what: str, place: str) -> None:
    Path("attack.f27").write_bytes(variant(HARMLESS).replace(place, place + SIGNS[what], 1).encode())
    shown = said("check", "attack.f27")
    assert "error[F0108]" in shown
    assert not UNSEEN.search(shown)


@pytest.mark.parametrize("name", NAMES)
def test_names_are_letters(name: str) -> None:
    Path("attack.f27").write_text(variant(HARMLESS).replace("quick", name), "utf-8")
    shown = said("check", "attack.f27")
    assert re.search(r"error\[F010[18]\]", shown)
    assert not UNSEEN.search(shown)


@pytest.mark.parametrize(
    "what", [*(what for what in SIGNS if what != "zero byte"), "shell", "workflow command", "markup of rich"]
)
def test_arguments_and_file_names_are_not_repeated_as_signs(what: str) -> None:
    sign = {**TEXTS, **SIGNS}[what].replace("/", "")
    name = f"{sign}.f27"
    Path(name).write_text(variant(HARMLESS).replace("stands on", "stnads on"), "utf-8")
    for command in (
        ["check", "--", name],
        ["check", "--format", "github", "--", name],
        ["fmt", "--check", "--", name],
        ["check", sign],
        ["edge", f"{sign}.f27 "],
        ["check", "21-24-27", "--with", sign],
        ["check", "21-24-27", "--set", f"hard_stand={sign}"],
        ["check", f"21-24-27@{sign}"],
    ):
        shown = said(*command)
        assert not UNSEEN.search(shown), command
        assert "github" not in command or not re.search(r"^::(?!error file=)", shown, re.MULTILINE)
    assert [path.name for path in Path().iterdir()] == [name]


def test_workflow_commands_are_one_line_each() -> None:
    name = "a,b:c%0A.f27"
    Path(name).write_text(variant(HARMLESS).replace("stands on", "stnads on"), "utf-8")
    report = pipeline.front(name).report
    (line,) = github.as_text(report).splitlines()
    assert line.startswith(
        "::error file=a%2Cb%3Ac%250A.f27,line=11,endLine=11,col=7,endColumn=13,title=F0101::`stnads` "
    )
    assert line.endswith("%0Ahelp: did you mean `stands`?")


def test_colour_changes_no_letter() -> None:
    for path in sorted((Path(__file__).parent / "bad").glob("*.txt")):
        text = path.read_text("utf-8")
        painted = colour.messages(text)
        assert "\x1b[" in painted
        assert re.sub(r"\x1b\[[\d;]*m", "", painted) == text


def test_messages_of_a_long_text_are_short() -> None:
    Path("attack.f27").write_text(variant(HARMLESS).replace("quick", "q" * 100_000), "utf-8")
    report = pipeline.front("attack.f27").report
    assert max(map(len, as_text(report).splitlines()), default=0) < 400
