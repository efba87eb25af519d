"""Good files parse, spans point at what they say, and no text whatever makes the parser fail or dawdle."""

import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Lark
from lark import Tree as LarkTree

from f27lang import model
from f27lang.diagnostics import Report
from f27lang.files import LARGEST_BYTES, MOST_LINES
from f27lang.model.node import Amount, Node, Text, Words
from f27lang.report.messages import render
from f27lang.source import SourceFile
from f27lang.syntax import load
from f27lang.syntax.build import build
from f27lang.syntax.lalr import Piece, Tree
from f27lang.syntax.limits import MOST_TOKENS
from f27lang.syntax.parse import parse
from f27lang.syntax.recover import MOST_SHOWN

ROOT = Path(__file__).parent.parent
GOOD = sorted([*(ROOT / "variants").glob("*.f27"), *(ROOT / "tests" / "good").glob("*.f27")])
MUTATIONS = int(os.environ.get("F27_MUTATIONS", "200"))
SECONDS = 2.0  # of CPU, for any text
TOKENS = re.compile(r'"[^"\n]*"|#[^\n]*|\w+|\.\.|->|\n|[ \t]+|.')
HEAD = 'f27 1\n\nbanked game "x" {\n'


def parsed(text: str) -> tuple[model.File | None, Report]:
    """Parse and render within the promised time; what is reported lies inside the text."""
    report = Report()
    source = SourceFile("x.f27", text)
    started = time.process_time()
    file = parse(source, report)
    for diagnostic in report:
        assert render(diagnostic)
        assert diagnostic.place is not None
        assert 0 <= diagnostic.place.start <= len(text)
        assert diagnostic.place.line <= len(source.lines)
    assert time.process_time() - started < SECONDS
    assert (file is None) == report.failed
    return file, report


def codes(text: str) -> list[str]:
    return [diagnostic.code for diagnostic in parsed(text)[1]]


def nodes(node: Node) -> Iterator[Node]:
    yield node
    for field in attrs.fields(type(node)):
        value = getattr(node, field.name)
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, Node):
                yield from nodes(item)


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_good_file_parses(path: Path) -> None:
    file, report = parsed(path.read_text("utf-8"))
    assert file is not None, "\n".join(render(diagnostic) for diagnostic in report)


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_spans_cover_what_they_say(path: Path) -> None:
    file, _ = parsed(path.read_text("utf-8"))
    assert file is not None
    for node in nodes(file):
        text = node.span.text
        assert text == text.strip()
        if isinstance(node, Words):
            assert text.split() == node.text.split()
        elif isinstance(node, Amount):
            assert text == node.text
        elif isinstance(node, Text):
            assert text == f'"{node.text}"'


def test_scanner_and_parser_agree_with_larks_own() -> None:
    """The grammar means what it says also to Lark, which cuts tokens and builds the tree in its own way."""

    def as_ours(tree: Any) -> Tree:
        return Tree(str(tree.data), [as_ours(c) if isinstance(c, LarkTree) else as_piece(c) for c in tree.children])

    def as_piece(token: Any) -> Piece:
        return Piece(token.type, str(token), token.start_pos, token.end_pos)

    lark = Lark(load.grammar_text(), **{**load.OPTIONS, "lexer": "contextual"})
    for path in GOOD:
        text = path.read_text("utf-8")
        assert build(as_ours(lark.parse(text)), SourceFile("x.f27", text)) == parsed(text)[0]


def test_layout_has_no_meaning() -> None:
    text = (ROOT / "variants" / "21-24-27.f27").read_text("utf-8")
    spread = "\n# one\n\n" + "".join(f"  {line}  # two\n\n" for line in text.replace(" ", " \t ").splitlines())
    bare = re.sub(r"\n\s*|\r", "\n", re.sub(r"#.*", "", text))
    texts = [text, bare, re.sub(r'("[^"]*")|\n', lambda m: m[1] or "\r\n", text)]
    files = [parsed(each)[0] for each in texts]
    assert files[0] is not None
    assert files[0] == files[1] == files[2]
    assert parsed(re.sub(r'"[^"]*"', '"x"', spread))[0] == parsed(re.sub(r'"[^"]*"', '"x"', text))[0]


def test_values_are_exact() -> None:
    file, _ = parsed(HEAD + "  values {\n    A: 6.5 or 13/2\n  }\n}\n")
    assert file is not None
    amounts = [node for node in nodes(file) if isinstance(node, Amount)]
    assert [(str(each.value), each.text) for each in amounts] == [("13/2", "6.5"), ("13/2", "13/2")]


@pytest.mark.parametrize("glued", ["hitson hard ..14", "hits onhard ..14", "hits on hard 5A", "hits on AK"])
def test_words_do_not_run_together(glued: str) -> None:
    assert codes(HEAD + f"  dealer {{\n    {glued}\n  }}\n}}\n") == ["F0101"]


def test_errors_come_in_the_order_of_the_file() -> None:
    text = "banked game 5 {\n  note: \x07 1\n  decks 1234567890\n}\n"
    starts = [diagnostic.place.start for diagnostic in parsed(text)[1] if diagnostic.place]
    assert len(starts) > 2
    assert starts == sorted(starts)


def test_errors_beyond_the_cap_are_counted() -> None:
    _, report = parsed(HEAD + "  nonsense\n" * (MOST_SHOWN + 7) + "}\n")
    assert len(report.diagnostics) == MOST_SHOWN + 1
    assert report.diagnostics[-1].message == "7 more lines can't be read"


LARGE = {
    "kilobytes": "#" * (LARGEST_BYTES + 1),
    "lines": "\n" * (MOST_LINES + 1),
    "words": HEAD + "  values {\n" + "    A: 1" + " or 1" * (MOST_TOKENS // 2) + "\n  }\n}\n",
    "megabytes of noise": '\x00\xff{\n"' * 600_000,
    "deep": HEAD + "  play {\n" + "repeat {\n" * 1_900 + "} until nobody draws\n" * 1_900 + "  }\n}\n",
}


@pytest.mark.parametrize("text", LARGE.values(), ids=LARGE)
def test_limits(text: str) -> None:
    assert "F0105" in codes(text)


HEAVY = {
    "empty": "",
    "blanks": " " * 200_000,
    "open": HEAD + "repeat {\n" * 3_900,
    "play open": HEAD + "play {\n" + "repeat {\n" * 3_900,
    "options open": HEAD + "".join(f"option o{n}: on {{\n" for n in range(3_900)),
    "closed": HEAD + "}\n" * 3_900,
    "braces": "{" * 200_000,
    "quotes": HEAD + 'note: "x\n' * 3_900,
    "errors": HEAD + "dealer {\n" + "stnads on hard 21..\n" * 3_900 + "}\n}\n",
    "long lines": HEAD + "dealer {\n" + ("stands on " + "A " * 400 + ";\n") * 100 + "}\n}\n",
    "one long line": HEAD + "dealer {\nstands on " + "A " * 39_000 + ";\n}\n}\n",
    "laws": HEAD + "dealer {\n" + "stands on hard 21..\n" * 3_900 + "}\n}\n",
    "digits": HEAD + "values {\nA: " + "9" * 200_000 + "\n}\n}\n",
    "carriage returns": HEAD + "\r" * 200_000,
    "surrogates": HEAD + "\ud800" * 50_000,
}


@pytest.mark.parametrize("text", HEAVY.values(), ids=HEAVY)
def test_heavy_text_is_told_in_time(text: str) -> None:
    file, report = parsed(text)
    assert file is not None or report.diagnostics
    assert len(report.diagnostics) <= MOST_SHOWN + 5


def mutated(text: str, chance: random.Random) -> str:
    """Delete, double, replace or swap a few tokens."""
    tokens = TOKENS.findall(text)
    for _ in range(chance.choice((1, 1, 1, 2, 5, 30))):
        at = chance.randrange(len(tokens))
        tokens[at : at + 1] = chance.choice(
            (
                [],
                [tokens[at]] * 2,
                [chance.choice(tokens)],
                [tokens[at], chance.choice(tokens)],
                [chance.choice("{}\n½\x00é=<-.")],
            )
        )
        if not tokens:
            break
    return "".join(tokens)


def test_mutated_files() -> None:
    texts = [path.read_text("utf-8") for path in GOOD]
    for seed in range(MUTATIONS):
        chance = random.Random(seed)
        parsed(mutated(chance.choice(texts), chance))


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=400))
def test_any_text(text: str) -> None:
    parsed(text)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(sorted({*TOKENS.findall(GOOD[0].read_text("utf-8")), "{", "}", "\n"})), max_size=60))
def test_any_tokens(tokens: list[str]) -> None:
    parsed(HEAD + " ".join(tokens))


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("F27_CACHE_DIR", str(tmp_path / "cache"))
    load.tables.cache_clear()
    yield tmp_path / "cache"
    load.tables.cache_clear()


def test_grammar_is_stored_and_read_again(cache: Path) -> None:
    load.tables()
    (stored,) = cache.iterdir()
    before = stored.stat().st_mtime_ns
    load.tables.cache_clear()
    assert parsed(HEAD + "}\n")[0] is not None
    assert [stored.stat().st_mtime_ns] == [path.stat().st_mtime_ns for path in cache.iterdir()] == [before]


@pytest.mark.parametrize("damage", [b"", b"\x80\x05", None], ids=["empty", "other", "cut off"])
def test_damaged_cache_is_replaced(cache: Path, damage: bytes | None) -> None:
    load.tables()
    (stored,) = cache.iterdir()
    whole = stored.read_bytes()
    stored.write_bytes(whole[:-1000] if damage is None else damage)
    load.tables.cache_clear()
    assert parsed(HEAD + "}\n")[0] is not None
    assert len(stored.read_bytes()) == len(whole)


@pytest.mark.parametrize("what", ["a pipe", "a device"])
def test_a_cache_is_not_waited_for(cache: Path, what: str) -> None:
    load.tables()
    (stored,) = cache.iterdir()
    stored.unlink()
    if what == "a pipe":
        os.mkfifo(stored)
    else:
        stored.symlink_to("/dev/zero")
    load.tables.cache_clear()
    assert parsed(HEAD + "}\n")[0] is not None
    assert stored.is_file()
    assert not stored.is_symlink()


def test_cache_that_can_not_be_written(cache: Path) -> None:
    cache.write_text("a file where the folder should be")
    assert parsed(HEAD + "}\n")[0] is not None
    assert cache.is_file()


def test_without_a_home(tmp_path: Path) -> None:
    code = "from f27lang.syntax.load import tables; tables()"
    environment = {"PATH": os.environ["PATH"], "HOME": "/dev/null/none"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
