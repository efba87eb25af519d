"""Limits that count: the same file is refused on every machine, and one line fewer is not."""

from pathlib import Path

from f27lang import pipeline
from f27lang.resolve.extent import MOST_EXAMPLES, MOST_RULES
from f27lang.syntax.limits import MOST_LINE_TOKENS, MOST_TOKENS

PARAM = "  param p{}: points = 1 in 1..2\n"


def game(name: str, body: str, heading: str = "banked game") -> str:
    return f'f27 1\n{heading} "{name}" {{\n{body}}}\n'


def refused(path: Path, text: str) -> list[tuple[str, str, int]]:
    path.write_text(text)
    report = pipeline.front(str(path)).report
    return [(d.code, d.message, d.place.line if d.place else 0) for d in report if d.code == "F0105"]


def rules(number: int, start: int = 0) -> str:
    return "".join(PARAM.format(start + i) for i in range(number))


def test_lines_of_rules(tmp_path: Path) -> None:
    path = tmp_path / "long.f27"
    assert not refused(path, game("long", rules(MOST_RULES)))
    over = game("long", '  note: "no rule"\n' + rules(MOST_RULES + 1))
    assert refused(path, over) == [("F0105", "1,001 lines of rules: the limit is 1,000", MOST_RULES + 4)]


def test_lines_inside_blocks_are_lines(tmp_path: Path) -> None:
    lines = "".join(f"    drop hand h{i}\n" for i in range(MOST_RULES))
    found = refused(tmp_path / "inside.f27", game("inside", f"  option o: off {{\n{lines}  }}\n"))
    assert [message for _, message, _ in found] == ["1,001 lines of rules: the limit is 1,000"]


def test_lines_of_what_a_file_extends_are_counted_too(tmp_path: Path) -> None:
    (tmp_path / "base.f27").write_text(game("base", rules(MOST_RULES), "abstract banked game"))
    child = tmp_path / "child.f27"
    text = 'f27 1\nbanked game "child" extends "base" {\n  param q: points = 1 in 1..2\n}\n'
    assert refused(child, text) == [("F0105", "1,001 lines of rules: the limit is 1,000", 2)]


def test_lines_of_examples(tmp_path: Path) -> None:
    path = tmp_path / "told.f27"

    def told(number: int) -> str:
        lines = "    A K: soft 27\n" * number
        return f'f27 1\nbanked game "told" extends "21-24-27" {{\n  example {{\n{lines}  }}\n}}\n'

    assert not refused(path, told(MOST_EXAMPLES - 20))
    total = f"{MOST_EXAMPLES + 1:,} lines of examples: the limit is 1,000"
    assert [message for _, message, _ in refused(path, told(MOST_EXAMPLES + 1))] == [total]


def test_words_of_a_line_and_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "words.f27"
    deck = "  cards {{\n    deck: {} in 4 suits\n  }}\n"
    assert not refused(path, game("words", deck.format("A " * (MOST_LINE_TOKENS - 5))))
    found = refused(path, game("words", deck.format("A " * (MOST_LINE_TOKENS - 4))))
    assert found == [("F0105", "a line of 201 words and signs: the limit is 200 of them", 4)]
    line = "    deck: " + "A " * (MOST_LINE_TOKENS - 10) + "in 4 suits # and so on\n"
    found = refused(path, game("words", line * (MOST_TOKENS // (MOST_LINE_TOKENS - 6) + 1)))
    assert [message.partition(":")[2] for _, message, _ in found] == [" the limit is 20,000 of them"]
