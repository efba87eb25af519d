"""Highlighting: the lexer knows what the grammar knows, loses nothing, and is found by name."""

import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, Punctuation, String, _TokenType

from f27lang.syntax.highlight import SHAPES, F27Lexer
from f27lang.syntax.load import grammar, grammar_text
from f27lang.syntax.scan import literals

ROOT = Path(__file__).parent.parent
FILES = [*sorted((ROOT / "variants").glob("*.f27")), *sorted((ROOT / "tests" / "good").glob("*.f27"))]


def tokens(text: str) -> Iterator[tuple[_TokenType, str]]:
    return F27Lexer().get_tokens(text)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_good_files_have_no_errors(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = list(tokens(text))
    assert "".join(part for _, part in found).strip("\n") == text.strip("\n")
    assert [part for kind, part in found if kind is Error] == []


def test_every_word_and_sign_of_the_grammar_has_a_colour() -> None:
    for text in literals():
        kind, part = list(tokens(f"x {text} x\n"))[2]
        assert part == text
        if text.isalnum() or "_" in text:
            assert kind in ((Keyword, Name.Constant) if text[0].isalpha() else (Number.Integer,)), text
        else:
            assert kind in (Operator, Punctuation), text


def test_every_shape_of_the_grammar_has_a_colour() -> None:
    assert set(SHAPES) == {t.name for t in grammar(grammar_text()).terminals if t.pattern.type == "re"} - {"NAME"}


def test_kinds_by_example() -> None:
    line = '  pays 3:2 less 5% on hard hard_stand..21  # K "x" $10\n  stands on A "a # b" $10..$500 2.5 ?'
    found = [(part, kind) for kind, part in tokens(line) if part.strip()]
    assert found == [
        ("pays", Keyword.Declaration), ("3:2", Number), ("less", Keyword), ("5%", Number), ("on", Keyword),
        ("hard", Keyword), ("hard_stand", Name), ("..", Operator), ("21", Number.Integer),
        ('# K "x" $10', Comment.Single),
        ("stands", Keyword.Declaration), ("on", Keyword), ("A", Name.Constant), ('"a # b"', String.Double),
        ("$10", Number), ("..", Operator), ("$500", Number), ("2.5", Number.Float), ("?", Error),
    ]  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet=st.sampled_from(list('aAKf27 _"#$%.:,-=>{}\n\t\r\0é0')), max_size=60) | st.text(max_size=40))
def test_no_text_loses_a_character(text: str) -> None:
    found = list(F27Lexer().get_tokens_unprocessed(text))
    assert "".join(part for *_, part in found) == text
    at = 0
    for place, _, part in found:
        assert (place, part != "") == (at, True)
        at += len(part)


def test_pygments_finds_it_by_name_and_by_ending() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    module, _, name = project["entry-points"]["pygments.lexers"]["f27"].partition(":")
    assert getattr(import_module(module), name) is F27Lexer
    assert F27Lexer.aliases == ["f27"]
    assert F27Lexer.filenames == ["*.f27"]
    assert any(need.startswith("Pygments") for need in project["optional-dependencies"]["highlight"])


def test_html_of_it_is_escaped() -> None:
    made = highlight('note: "<script>"\n<script>\n', F27Lexer(), HtmlFormatter())
    assert "<script>" not in made
