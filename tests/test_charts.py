"""Charts in all their forms: the solver's numbers, letters without colour, 80 columns, nothing unescaped."""

import csv
import json
import re
import struct
import sys
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path

import click
import pytest
from attrs import evolve
from click.testing import CliRunner, Result

from f27lang import analysis, mistakes, pipeline
from f27lang.api import load
from f27lang.cli.main import f27
from f27lang.model import Game
from f27lang.report import chart, chart_csv, chart_html, chart_png, edge
from f27lang.report.grid import LETTERS, NOBODY, cost_per_100, costliest, grids, in_order, together
from f27lang.report.money import Pace
from f27lang.rulebook import Rulebook
from f27lang.solve import solve_endless
from f27lang.solve.chart import spots
from f27lang.solve.solution import Cell, Solution

ONE_STORE = True

ROOT = Path(__file__).parent.parent
GOLDEN = Path(__file__).parent / "golden" / "charts"
VARIANT = "21-24-27"
FORCED = "tests/good/hole-card.f27"  # one card shows, and some moves are forced
WIDE = "tests/good/three-cards.f27"  # no two columns say the same
PLAYED = (VARIANT, FORCED, WIDE, "tests/good/one-upcard.f27", "tests/good/nearest.f27", "tests/good/thirty-one.f27")


SOLVE = analysis.chart


@cache
def solved(variant: str) -> tuple[Game, Rulebook, Solution]:
    game = load(str(ROOT / variant) if "/" in variant else variant)
    return game, *SOLVE(game, "endless")


def run(*args: str) -> Result:
    return CliRunner().invoke(f27, ["strategy", *args, "--shoe", "endless"], standalone_mode=False)


def code(result: Result) -> int:
    if isinstance(result.exception, click.ClickException):
        return result.exception.exit_code
    return result.return_value or 0


@pytest.fixture(autouse=True)
def _solved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands get what the solver answered, without asking it anew for each."""
    monkeypatch.chdir(ROOT)
    variants = {Path(variant).stem: variant for variant in PLAYED}
    monkeypatch.setattr(analysis, "chart", lambda game, shoe, **_: solved(variants[game.name])[1:])


GOLDENS = {
    "chart.txt": [VARIANT],
    "chart-forced.txt": [FORCED],
    "chart-wide.txt": [WIDE],
    "chart.csv": [FORCED, "--format", "csv"],
    "cell.txt": [VARIANT, "--cell", "hard 19 v 20"],
    "cell-forced.txt": [FORCED, "--cell", "hard 11 v A"],
}


@pytest.mark.parametrize("name", GOLDENS)
def test_golden_output(name: str, bless: bool) -> None:
    result = run(*GOLDENS[name])
    assert code(result) == 0, result.output
    text = re.sub(r"-?\d+\.\d{7,}(e-\d+)?", lambda number: f"{float(number[0]):.12g}", result.stdout)
    if bless:
        (GOLDEN / name).write_text(text, encoding="utf-8")
    assert text == (GOLDEN / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("variant", PLAYED)
def test_text_is_ascii_in_80_columns(variant: str) -> None:
    game, tables, found = solved(variant)
    text = chart.as_text(game, tables, found, "exact", colour=False)
    assert text.isascii()
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("variant", PLAYED)
def test_the_letters_of_the_text_are_the_solvers_moves(variant: str) -> None:
    game, tables, found = solved(variant)
    read = dict(_read(chart.as_text(game, tables, found, "exact", colour=False)))
    for cell in found.cells:
        letter = _said(read, cell.player, cell.dealer)
        assert letter.upper() == cell.move[0].upper()
        assert letter.islower() == cell.forced
    cells = {(cell.player, cell.dealer) for cell in found.cells}
    gaps = {(own, shown) for grid in grids(found) for own in grid.own for shown in grid.shown} - cells
    assert all(_said(read, *gap) == NOBODY for gap in gaps)


def _read(text: str) -> list[tuple[tuple[str, str], str]]:
    """Read a chart as a person does: pieces of neighbours taken apart, each letter under its number."""
    found = []
    kind, heads = "", []
    for line in text.splitlines():
        if line.startswith("dealer"):
            kind, heads = line.partition("player")[2].strip(), []
        elif kind is not None and line.startswith("   ") and not heads:
            heads = [(match.end(), match[0]) for match in re.finditer(r"\S+", line)]
        elif heads and line:
            width = min(end - len(name) for end, name in heads)
            for end, name in heads:
                letter = line[end - 1]
                found += [((own, shown), letter) for own in _apart(f"{kind} {name}") for shown in _apart(line[:width])]
        elif not line:
            heads = []
    return found


def _said(read: dict[tuple[str, str], str], own: str, shown: str) -> str:
    rows = (row for player, row in read if player == own)
    return read[own, next(row for row in rows if row == shown or f" {shown} " in f" {row} ")]


def _apart(names: str) -> list[str]:
    names = names.strip()
    kind, _, rest = names.partition(" ")
    if kind not in ("hard", "soft"):
        return [names]
    first, _, last = rest.partition("..")
    halves = range(int(2 * Fraction(first)), int(2 * Fraction(last or first)) + 1)
    return [f"{kind} {Fraction(half, 2)}" for half in halves]


def test_colour_only_repeats_the_letters() -> None:
    game, tables, found = solved(FORCED)
    plain, coloured = (chart.as_text(game, tables, found, "exact", colour=colour) for colour in (False, True))
    assert "\x1b[" in coloured
    assert click.unstyle(coloured) == plain


@pytest.mark.parametrize("variant", PLAYED)
def test_csv_holds_every_cell_in_full(variant: str) -> None:
    _, _, found = solved(variant)
    rows = list(csv.DictReader(StringIO(chart_csv.as_csv(found))))
    cells = {(cell.player, cell.dealer): cell for cell in found.cells}
    assert len(rows) == len(cells)
    for row in rows:
        cell = cells[row["player"], row["dealer"]]
        assert row["move"] == cell.move
        assert row["forced"] == ("yes" if cell.forced else "no")
        assert {move: float(row[move]) for move in LETTERS if row[move]} == dict(cell.values)
        assert (float(row["gain"]), float(row["reach"])) == (cell.gain, cell.reach)
        assert float(row["cost_per_100_hands"]) == 100 * cell.gain * cell.reach


class Page(HTMLParser):
    """What a browser would make of a page: its elements, and the letters and titles of chart cells."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: set[str] = set()
        self.attributes: set[str] = set()
        self.cells: list[tuple[str, str]] = []
        self.words = ""
        self.title = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.title = dict(attrs).get("title") or ""
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data
        if self.open and self.open[-1] == "td" and self.title:
            self.cells.append((data, self.title))
            self.title = ""


def page(variant: str) -> Page:
    game, tables, found = solved(variant)
    return Page(chart_html.as_html(game, tables, found, "exact"))


@pytest.mark.parametrize("variant", PLAYED)
def test_html_has_a_letter_and_the_values_of_every_cell(variant: str) -> None:
    _, _, found = solved(variant)
    titles = {chart_html.told(cell): cell for cell in found.cells}
    shown = page(variant).cells
    assert len(shown) == len(titles) == len(found.cells)
    for letter, title in shown:
        cell = titles[title]
        assert letter == (LETTERS[cell.move].lower() if cell.forced else LETTERS[cell.move])
        assert all(f"{move} {value:+.6f}" in title for move, value in cell.values)
        assert cell.forced or f"costs {100 * cell.gain * cell.reach:.6f} wagers" in title


def test_html_fetches_nothing_and_runs_nothing() -> None:
    made = page(FORCED)
    assert made.elements & {"script", "link", "img", "iframe", "object", "base"} == set()
    assert not any(name.startswith("on") or name in ("src", "href") for name in made.attributes)


ATTACK = "\"><script>alert(1)</script><img src=x onerror=alert(2)>&amp;'"


def test_html_escapes_what_comes_from_a_rule_file(tmp_path: Path) -> None:
    path = tmp_path / "attack.f27"
    title = ATTACK.replace('"', "'")
    path.write_text(f'f27 1\n\nbanked game "{title}" extends "21-24-27" {{\n}}\n', encoding="utf-8")
    game, report = pipeline.load(str(path))
    assert not report.failed
    _, tables, found = solved(VARIANT)
    made = Page(chart_html.as_html(game, tables, found, ATTACK))
    assert made.elements & {"script", "img"} == set()
    assert title in made.words
    assert ATTACK in made.words


def test_html_escapes_names_of_hands_too() -> None:
    cell = Cell(ATTACK, ATTACK, "hit", (("hit", 0.1), ("stand", 0.0)), 0.1, 0.5, False)
    made = Page("".join(chart_html.charts(Solution("chart", "full", "total", 0.0, cells=(cell,)))))
    assert made.elements & {"script", "img"} == set()
    assert made.cells[0][1].startswith(f"{ATTACK} against {ATTACK}")


def test_the_costly_mistakes_are_those_that_cost_most() -> None:
    _, _, found = solved(FORCED)
    listed = costliest(found.cells, 12)
    costs = [cost_per_100(cell) for cell in listed]
    assert costs == sorted((cost_per_100(cell) for cell in found.cells), reverse=True)[:12]
    assert all(f"{cost:.6f}" in page(FORCED).words for cost in costs)


@pytest.mark.long
@pytest.mark.parametrize("variant", [FORCED, "tests/good/nearest.f27"])
def test_png_is_a_picture_as_large_as_its_letters_ask_for(variant: str) -> None:
    game, tables, found = solved(variant)
    made = chart_png.as_png(game, tables, found, "exact")
    assert made.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", made[16:24])
    across, down = sum(len(grid.own) for grid in grids(found)), max(len(grid.shown) for grid in grids(found))
    dots = chart_png.DOTS_PER_INCH * chart_png.CELL_INCHES
    assert dots * across < width < chart_png.MOST_DOTS
    assert dots * down < height < chart_png.MOST_DOTS


@pytest.mark.long
def test_png_takes_titles_with_formulas_and_unknown_signs(tmp_path: Path, recwarn: pytest.WarningsRecorder) -> None:
    path = tmp_path / "odd.f27"
    path.write_text('f27 1\n\nbanked game "$\\frac{$ \U0001f0cf" extends "21-24-27" {\n}\n', encoding="utf-8")
    game = load(str(path))
    made = chart_png.as_png(game, *solved(VARIANT)[1:], method="exact")
    assert made.startswith(b"\x89PNG")
    assert not recwarn.list


def test_png_without_matplotlib_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setattr(chart_png, "find_spec", lambda _: None)
    result = run(VARIANT, "-o", str(tmp_path / "chart.png"))
    assert code(result) == 2
    assert "pip install 'f27lang[plots]'" in str(result.exception)
    assert not (tmp_path / "chart.png").exists()


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "begins"),
    [("c.html", b"<!DOCTYPE html>"), ("c.CSV", b"player,"), ("c.png", b"\x89PNG"), ("c.json", b"{"), ("c", b"hole")],
)
def test_a_file_has_the_form_that_its_name_ends_in(name: str, begins: bytes, tmp_path: Path) -> None:
    result = run(FORCED, "-o", str(tmp_path / name))
    assert code(result) == 0, result.output
    assert result.stdout == ""
    assert str(tmp_path / name) in result.stderr
    made = (tmp_path / name).read_bytes()
    assert made.startswith(begins)
    assert b"\r\n" not in made or name == "c.png"


@pytest.mark.long
def test_formats_on_stdout_are_those_in_files(tmp_path: Path) -> None:
    for form in ("text", "html", "csv", "json"):
        run(FORCED, "--format", form, "-o", str(tmp_path / form))
        assert run(FORCED, "--format", form).stdout == (tmp_path / form).read_text(encoding="utf-8")
    assert json.loads(run(FORCED, "--json").stdout) == json.loads((tmp_path / "json").read_text())
    assert run(FORCED, "--format", "png").stdout_bytes.startswith(b"\x89PNG")


@pytest.mark.parametrize(
    "args",
    [
        ["--json", "--format", "csv"],
        ["--cell", "hard 19 v 20", "--format", "html"],
        ["--cell", "hard 19 v 20", "-o", "c.png"],
        ["--format", "pdf"],
        ["--cell", " "],
        ["-o", "/"],
        ["-o", "chart.pdf"],
    ],
    ids=" ".join,
)
def test_what_can_not_be_drawn_is_a_usage_error(args: list[str]) -> None:
    assert code(run(VARIANT, *args)) == 2


def test_an_ending_that_no_chart_has_is_told_with_those_that_there_are(tmp_path: Path) -> None:
    result = run(VARIANT, "-o", str(tmp_path / "chart.pdf"))
    assert ".pdf: end the file's name in .txt, .html, .htm, .csv, .png, .json" in str(result.exception)
    assert code(run(FORCED, "-o", str(tmp_path / "chart.pdf"), "--format", "text")) == 0
    assert code(run(FORCED, "-o", str(tmp_path / "chart.txt"))) == 0
    assert (tmp_path / "chart.pdf").read_text() == (tmp_path / "chart.txt").read_text()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux only")
def test_a_file_that_can_not_be_written_is_told_without_a_traceback() -> None:
    result = run(FORCED, "-o", "/dev/full")
    assert code(result) == 1
    assert "F0903" in result.stderr


def test_a_folder_that_is_not_there_is_named_and_not_made(tmp_path: Path) -> None:
    result = run(FORCED, "-o", str(tmp_path / "missing" / "c.csv"))
    assert code(result) == 2
    assert f"there is no folder '{tmp_path / 'missing'}'" in str(result.exception)
    assert not (tmp_path / "missing").exists()


def test_a_dash_is_standard_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(FORCED, "-o", "-").stdout == run(FORCED).stdout
    assert not list(tmp_path.iterdir())


CELLS = {
    "hard 19 v hard 20": ("hard 19", "hard 20"),
    "hard 19 v 20": ("hard 19", "hard 20"),
    "19 vs. 20": ("hard 19", "hard 20"),
    "  Soft 20   against  SOFT 16 ": ("soft 20", "soft 16"),
    "19 v. hard 40/2": ("hard 19", "hard 20"),
}


@pytest.mark.parametrize("typed", CELLS)
def test_a_cell_is_found_as_people_type_it(typed: str) -> None:
    cell = mistakes.find_cell(solved(VARIANT)[2].cells, typed)
    assert cell is not None
    assert (cell.player, cell.dealer) == CELLS[typed]


@pytest.mark.parametrize(("typed", "dealer"), [("16 v K", "K"), ("16 v 13", "K"), ("16 v 1", "A"), ("16 v ace", "A")])
def test_cards_may_be_typed_as_they_are_printed(typed: str, dealer: str) -> None:
    cell = mistakes.find_cell(solved(FORCED)[2].cells, typed)
    assert cell is not None
    assert (cell.player, cell.dealer) == ("hard 16", dealer)


NO_CELLS = (
    "", "v", " v ", "hard 19", "hard 19 v", "hard 19 v hard 28", "hard 99 v 20", "x v y", "1" * 5000, "19 v 20 v 21",
    "\0 v \n", "hard 19 v 20/0", "hard nan v 3", "\u0661\u0669 v 20",
)  # fmt: skip


@pytest.mark.parametrize("typed", NO_CELLS, ids=ascii)
def test_what_is_no_cell_is_not_found(typed: str) -> None:
    assert mistakes.find_cell(solved(VARIANT)[2].cells, typed) is None


def test_an_edge_of_nothing_has_no_sign() -> None:
    game, tables, found = solved(FORCED)
    even = evolve(found, value=1e-12)
    assert "basic strategy    0.000000 % house edge" in chart.as_text(game, tables, even, "exact", colour=False)
    told = edge.as_text(game, ((tables, even),), edge.Asked(0, table=False, by_dealer=False, pace=Pace()))
    assert "house edge        0.000000 %" in told


@pytest.mark.parametrize("variant", PLAYED)
def test_where_a_chart_has_cells_is_known_before_it_is_solved(variant: str) -> None:
    _, tables, found = solved(variant)
    known = [(spot.cards, spot.player, spot.dealer, spot.forced) for spot in spots(tables)]
    assert sorted(known, key=str) == sorted(((c.cards, c.player, c.dealer, c.forced) for c in found.cells), key=str)


@pytest.mark.parametrize("typed", ["hard 19 with 9 cards v A", "hard 99 with 3 cards v A", "hard 19 with 3 cards v 19"])
def test_a_cell_that_can_not_be_is_refused_before_anything_is_solved(
    typed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(analysis, "chart")
    result = run("poker-like", "--cell", typed)
    assert code(result) == 2
    assert "with how many cards, 2 or 3 or 4" in result.stderr


@pytest.mark.parametrize("typed", ["hard 22 v 20", "\0"])
def test_a_cell_that_is_not_there_is_an_error_that_tells_what_is(typed: str) -> None:
    result = run(FORCED, "--cell", typed)
    assert code(result) == 2
    assert "error[F0202]" in result.stderr
    assert "the player's hands are hard 4..21, soft 12..21" in result.stderr
    assert "the dealer shows A 2 3 4 5 6 7 8 9 10 J Q K" in result.stderr


def _asked(variant: str, most: int) -> list[Cell]:
    return costliest(solved(variant)[2].cells, most)


@pytest.mark.parametrize("variant", [VARIANT, FORCED])
def test_a_mistake_costs_what_the_solver_says(variant: str) -> None:
    """The cost is the gain times how often the wrong player is asked there, who may come back more or less often."""
    _, tables, found = solved(variant)
    for cell in _asked(variant, 3):
        wrong = mistakes.mistaken(tables, found, cell)
        there = mistakes.find_cell(wrong.cells, f"{cell.player} v {cell.dealer}")
        assert there is not None
        assert there.move != cell.move
        assert found.value - wrong.value == pytest.approx(there.reach * cell.gain, rel=1e-9)
        turned = sum(a != b for a, b in zip(found.policy.play, wrong.policy.play, strict=True))
        assert turned >= 1
        others = [c for c in wrong.cells if (c.player, c.dealer) != (cell.player, cell.dealer)]
        moves = {(c.player, c.dealer): c.move for c in found.cells}
        assert all(c.move == moves[c.player, c.dealer] for c in others)


def test_a_mistake_made_twice_is_the_chart() -> None:
    _, tables, found = solved(VARIANT)
    cell = _asked(VARIANT, 1)[0]
    wrong = mistakes.mistaken(tables, found, cell)
    assert mistakes.with_mistake(tables, wrong, cell).play == found.policy.play
    again = solve_endless(tables, mistakes.with_mistake(tables, wrong, cell))
    assert again.value == pytest.approx(found.value, abs=1e-15)


def test_the_cell_as_json() -> None:
    answer = json.loads(run(VARIANT, "--cell", "19 v 20", "--json").stdout)
    _, tables, found = solved(VARIANT)
    cell = mistakes.find_cell(found.cells, "19 v 20")
    assert answer["schema"] == "f27.cell/1"
    assert answer["cell"]["values"] == dict(cell.values)
    assert answer["cell"]["reach"] == cell.reach
    assert answer["mistake"]["edge_pct"] == mistakes.mistaken(tables, found, cell).edge_pct
    cost = answer["mistake"]["edge_pct"] - answer["edge_pct"]
    assert answer["mistake"]["cost_per_100_hands"] == pytest.approx(cost, abs=1e-12)
    forced = json.loads(run(FORCED, "--cell", "11 v A", "--json").stdout)
    assert forced["cell"]["forced"] is True
    assert forced["mistake"] is None


def test_names_come_in_the_order_of_the_trade() -> None:
    assert in_order(["soft 14", "K", "hard 11/2", "A", "hard 5", "10 J", "hard 10"]) == (
        "hard 5", "hard 11/2", "hard 10", "soft 14", "A", "10 J", "K",
    )  # fmt: skip
    assert together(["soft 14", "K", "hard 5", "A", "hard 10"]) == "hard 5..10, soft 14, A K"


def test_charts_without_a_cell_in_common_say_why() -> None:
    up = Path(__file__).parent / "good" / "one-upcard.f27"
    asked = ("21-24-27", "--against", str(up))
    why = "no cell is in both charts: the dealer shows hard 0, hard 13 .. in A, 10 J Q K, 9 .. in B"
    assert run(*asked).stdout.splitlines()[-1] == why
