"""The mutation tool itself: flips are programs, each unlike the code, and what was reviewed is still there."""

from __future__ import annotations

import ast

import pytest

from tests.handmade import GAMES
from tests.mutation import FOLDERS, ROOT, TABLES, all_mutants, flips, mutants_of, reviewed, with_a_cell_flipped

PACKAGE = ROOT / "f27lang"


@pytest.mark.parametrize(
    ("text", "flipped"),
    [
        ("a < b <= c", ["a <= b <= c", "a < b < c"]),
        ("a in b and c", ["a in b or c"]),
        ("not a", ["a"]),
        ("a & b", ["a | b"]),
        ("True", ["False"]),
        ("2", ["3"]),
        ("'2'", []),
    ],
)
def test_flips(text: str, flipped: list[str]) -> None:
    assert [ast.unparse(each) for each in flips(ast.parse(text, mode="eval").body)] == flipped


@pytest.mark.parametrize("path", ["lower/laws.py", "solve/taking.py"])
def test_mutants_are_programs_unlike_the_code(path: str) -> None:
    text = (PACKAGE / path).read_text("utf-8")
    as_it_is = ast.unparse(ast.parse(text))
    texts = [mutant.text(text) for mutant in mutants_of(PACKAGE / path, PACKAGE, path.partition("/")[0])]
    assert len(texts) == len(set(texts)) > 10
    for changed in texts:
        assert changed != as_it_is
        compile(changed, path, "exec")


@pytest.mark.parametrize("table", TABLES)
def test_one_cell_is_flipped(table: str) -> None:
    book = GAMES["laws that look at the player"]
    cells, flipped = getattr(book, table), getattr(with_a_cell_flipped(book, table, 3), table)
    assert sum(was != now for was, now in zip(cells, flipped, strict=True)) == 1


def test_what_was_reviewed_is_still_there() -> None:
    names = {mutant.name for mutant in all_mutants(PACKAGE, FOLDERS)}
    assert reviewed().keys() <= names
    assert all(reviewed().values())
