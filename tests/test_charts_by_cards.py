"""Charts with a sheet for each number of cards, and the hands that best play does not play by the chart."""

import csv
import json
import re
from functools import cache
from io import StringIO
from math import fsum
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from needs import needs_compiler

from f27lang import analysis, mistakes, pipeline
from f27lang.api import load
from f27lang.cli.main import f27
from f27lang.model import Game
from f27lang.report import chart, chart_html, chart_png
from f27lang.report.grid import grids
from f27lang.rulebook import Rulebook
from f27lang.solve import solve_endless, solve_shoe, solve_shoe_all
from f27lang.solve.exceptions import Departure, departures
from f27lang.solve.solution import Cell, Solution

ROOT = Path(__file__).parent.parent
GOLDEN = Path(__file__).parent / "golden" / "charts"
VARIANT = "poker-like"
SOLVE = analysis.chart

pytestmark = needs_compiler


@cache
def solved() -> tuple[Game, Rulebook, Solution]:
    game = load(VARIANT)
    return game, *SOLVE(game)


@cache
def exceptions() -> tuple[Departure, ...]:
    _, tables, found = solved()
    return departures(tables, found)


@pytest.fixture(autouse=True)
def _solved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands get what the solver answered, without asking it anew for each."""
    monkeypatch.setattr(analysis, "chart", lambda game, shoe, **_: solved()[1:])
    monkeypatch.setattr(analysis, "departures", lambda tables, found: exceptions())


def run(*args: str) -> Result:
    return CliRunner().invoke(f27, ["strategy", VARIANT, *args], standalone_mode=False)


@pytest.mark.long
def test_the_text_is_what_it_was(bless: bool) -> None:
    text = run().stdout
    assert max(map(len, text.splitlines())) <= 80
    if bless:
        (GOLDEN / "chart-by-cards.txt").write_text(text, encoding="utf-8")
    assert text == (GOLDEN / "chart-by-cards.txt").read_text(encoding="utf-8")


@pytest.mark.long
def test_the_json_is_what_it_was(bless: bool) -> None:
    """Of the cells one column of one sheet, of the exceptions the first twenty."""
    answer = json.loads(run("--json").stdout)
    answer["cells"] = [cell for cell in answer["cells"] if (cell["cards"], cell["dealer"]) == (3, "K")]
    answer["exceptions"] = answer["exceptions"][:20]
    text = json.dumps(_rounded(answer), indent=2) + "\n"
    if bless:
        (GOLDEN / "chart-by-cards.json").write_text(text, encoding="utf-8")
    assert text == (GOLDEN / "chart-by-cards.json").read_text(encoding="utf-8")


def _rounded(value: object) -> object:
    if isinstance(value, dict):
        return {key: _rounded(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_rounded(each) for each in value]
    return float(f"{value:.9g}") if isinstance(value, float) else value


@pytest.mark.long
def test_there_is_a_cell_for_each_number_of_cards_with_which_the_player_is_asked() -> None:
    cells = json.loads(run("--json").stdout)["cells"]
    assert {cell["cards"] for cell in cells} == {2, 3, 4}
    assert {cell["dealer"] for cell in cells} == {"A", *map(str, range(2, 11)), "J", "Q", "K", "Joker"}
    assert len({(cell["cards"], cell["player"], cell["dealer"]) for cell in cells}) == len(cells) == 3 * 39 * 14
    assert all(cell["move"] == max(cell["values"], key=cell["values"].get) for cell in cells)


@pytest.mark.long
def test_the_letters_of_each_sheet_are_the_solvers_moves() -> None:
    _, _, found = solved()
    drawn = {(grid.number_of_cards, own, shown): grid.letter(own, shown)
             for grid in grids(found) for own in grid.own for shown in grid.shown}  # fmt: skip
    assert drawn == {(cell.cards, cell.player, cell.dealer): cell.move[0].upper() for cell in found.cells}


@pytest.mark.long
def test_the_other_drawings_have_all_cells_and_the_exceptions() -> None:
    game, tables, found = solved()
    rows = list(csv.DictReader(StringIO(run("--format", "csv").stdout)))
    assert {(int(row["cards"]), row["player"], row["dealer"]): row["move"] for row in rows} == {
        (cell.cards, cell.player, cell.dealer): cell.move for cell in found.cells
    }
    page = chart_html.as_html(game, tables, found, "exact", exceptions())
    assert re.findall("<h2>(Player [^<]*)", page) == [
        f"Player {kind}, {number} cards" for number in (2, 3, 4) for kind in ("hard", "soft")
    ]
    assert len(re.findall("<td class=", page)) == len(found.cells)
    assert all(f"<td>{each.hand}</td>".replace("'", "&#x27;") in page for each in exceptions())
    if chart_png.available():
        assert chart_png.as_png(game, tables, found, "exact").startswith(b"\x89PNG")


CELLS = {
    "hard 19 with 3 cards v A": (3, "hard 19", "A"),
    "19 in 2 cards against joker": (2, "hard 19", "Joker"),
    " soft 20  with 4 v king": (4, "soft 20", "K"),
}


@pytest.mark.parametrize("typed", CELLS)
def test_a_cell_is_found_by_its_number_of_cards(typed: str) -> None:
    cell = mistakes.find_cell(solved()[2].cells, typed)
    assert cell is not None
    assert (cell.cards, cell.player, cell.dealer) == CELLS[typed]


def test_a_number_of_cards_may_be_left_out_where_there_is_one() -> None:
    three = [cell for cell in solved()[2].cells if cell.cards == 3]
    cell = mistakes.find_cell(three, "hard 19 v A")
    assert cell is not None
    assert (cell.cards, cell.player) == (3, "hard 19")
    assert mistakes.find_cell(solved()[2].cells, "hard 19 with 5 cards v A") is None


def test_a_cell_of_several_sheets_is_asked_for() -> None:
    result = run("--cell", "hard 19 v A")
    assert result.return_value
    assert "say with how many cards, 2 or 3 or 4, as in `hard 0 with 2 cards`" in result.stderr


@pytest.mark.parametrize("typed", list(CELLS)[:1])
@pytest.mark.long
def test_a_mistake_is_made_with_that_number_of_cards_only(typed: str) -> None:
    _, tables, found = solved()
    cell = mistakes.find_cell(found.cells, typed)
    assert cell is not None
    wrong = mistakes.mistaken(tables, found, cell)
    there = mistakes.find_cell(wrong.cells, typed)
    assert there is not None
    assert there.move != cell.move
    assert found.value - wrong.value == pytest.approx(there.reach * cell.gain, rel=1e-9)

    def others(cells: tuple[Cell, ...]) -> dict[tuple[int | None, str, str], str]:
        return {key: c.move for c in cells if (key := (c.cards, c.player, c.dealer)) != CELLS[typed]}

    assert others(wrong.cells) == others(found.cells)
    assert "hard 19 with 3 cards against A: hit" in run("--cell", typed).stdout


@pytest.mark.long
def test_exceptions_come_with_the_biggest_gain_first() -> None:
    listed = json.loads(run("--json").stdout)["exceptions"]
    assert [each["gain"] for each in listed] == sorted((each["gain"] for each in listed), reverse=True)
    assert len({(each["hand"], each["dealer"]) for each in listed}) == len(listed)
    assert set(listed[0]) == {"hand", "dealer", "move", "gain", "reach"}
    _, _, found = solved()
    columns = {cell.dealer for cell in found.cells}
    assert all(each["dealer"] in columns and each["gain"] > 0 and each["reach"] >= 0 for each in listed)


def test_exceptions_are_worth_what_best_play_is_worth_more_than_the_chart() -> None:
    _, tables, found = solved()
    best = solve_shoe(tables, "best")
    assert fsum(each.gain * each.reach for each in exceptions()) == pytest.approx(best.value - found.value, abs=1e-13)


def test_suits_are_told_where_they_decide() -> None:
    said = {each.hand.partition(" in ")[2] for each in exceptions()}
    assert said >= {"", "one suit", "several suits"}
    assert len([each for each in exceptions() if each.hand.endswith("one suit, not the dealer's")]) >= 1


GAMES = [
    "tests/published/27.f27",
    "tests/good/three-cards.f27",
    "tests/good/one-upcard.f27",
    "tests/good/small-hole-card.f27",
]


@pytest.mark.parametrize("path", GAMES)
@pytest.mark.long
def test_exceptions_of_other_games_add_up_too(path: str) -> None:
    tables = pipeline.rulebook(load(str(ROOT / path)))
    best, found = solve_shoe_all(tables, ("best", "chart"))
    gained = fsum(each.gain * each.reach for each in departures(tables, found))
    assert gained == pytest.approx(best.value - found.value, abs=1e-13)


@pytest.mark.long
def test_the_endless_shoe_and_charts_by_totals_list_none() -> None:
    game, tables, _ = solved()
    endless = solve_endless(tables, "chart")
    assert {cell.cards for cell in endless.cells} == {2, 3, 4}
    assert analysis.exceptions(tables, endless) is None
    assert "exceptions" not in chart.as_json(game, tables, endless)
    tables = pipeline.rulebook(load("21-24-27"))
    assert analysis.exceptions(tables, solve_shoe(tables, "chart")) is None
