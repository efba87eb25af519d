"""Answers are read on terminals of 80 columns, and are the same in a pipe."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from f27lang.cli.main import f27
from f27lang.report import verification
from f27lang.report.text import bound, hanging, numbers
from f27lang.verify import Check
from tests.families import mostly_long

ONE_STORE = True

POKER = "poker-like"
ANSWERS = (
    ("list",),
    ("show", POKER),
    ("show", POKER, "--assumptions"),
    ("edge", "21-24-27", "--shoe", "endless"),
    (
        "edge",
        "21-24-27",
        "--shoe",
        "endless",
        "--set",
        "hard_stand=20",
        "--set",
        "soft_stand=22",
        "--with",
        "forced_moves",
    ),
    ("simulate", "21-24-27", "--play", "mimic_the_dealer", "-n", "10k"),
    ("sweep", "21-24-27", "--set", "hard_stand=15..24", "--play", "never_over", "--shoe", "endless"),
    ("sweep", "21-24-27", "--vary", "forced_moves", "--set", "hard_stand=20,21", "--outcomes", "--shoe", "endless"),
    ("doctor",),
    ("explain", "F0105"),
    ("explain", POKER),
)


@pytest.mark.parametrize(
    "asked",
    [
        *mostly_long(ANSWERS, {answer for answer in ANSWERS if "hard_stand=15..24" not in answer}),
        pytest.param(("edge", POKER, "--shoe", "full", "--play", "best", "--outcomes"), marks=pytest.mark.long),
    ],
    ids=" ".join,
)
def test_an_answer_fits_in_80_columns(asked: tuple[str, ...]) -> None:
    said = CliRunner().invoke(f27, list(asked), standalone_mode=False).stdout
    assert said
    assert [line for line in said.splitlines() if len(line) > 80] == []


def test_further_lines_stand_below_the_first() -> None:
    assert hanging("label   ", "word " * 30).splitlines() == [
        "label   " + "word " * 13 + "word",
        " " * 8 + " ".join(["word"] * 14),
        " " * 8 + "word word",
    ]
    assert hanging("label   ", "") == "label"
    assert hanging("label   ", "one\ntwo", indent=2) == "label   one\n          two"


def test_a_number_and_its_signs_are_on_one_line() -> None:
    for length in range(60, 80):
        lines = hanging("", f"{'x' * length} 1.5 % ± 0.5 % {bound('--set x=')}").splitlines()
        assert [line for line in lines if line.startswith(("%", "±", "x="))] == []
        assert "1.5 % ± 0.5 %" in " ".join(lines)


def test_words_about_numbers_stand_beside_them_where_they_fit() -> None:
    short = numbers([("edge", "1.5 %", ("best", "exact")), ("", "12.5 %", ("chart", "exact"))], right=True)
    assert short.splitlines() == [
        "edge               1.5 %   best    exact",
        "                  12.5 %   chart   exact",
    ]
    long = numbers([("edge", "1.5 %", ("best", "x" * 60))])
    assert long.splitlines() == ["edge              1.5 %   best", " " * 26 + "x" * 60]


def test_details_of_a_check_stand_below_one_another() -> None:
    check = Check("best play is best", True, "best play 1.041389 %, chart 1.043424 %, never_over 35.011251 %")
    assert verification.line(check).splitlines() == [
        "ok      best play is best                     best play 1.041389 %, chart",
        " " * 46 + "1.043424 %, never_over 35.011251 %",
    ]
