"""Notebooks: results that show themselves, and rules cards in cells."""

from typing import Any

import pytest
from test_charts import ATTACK, Page

import f27lang
from f27lang import notebook

CARD = 'f27 1\n\nbanked game "mine" extends "21-24-27" {\n  set decks = 2\n}\n'


class Shell:
    """What the extension asks of a notebook."""

    def __init__(self) -> None:
        self.user_ns: dict[str, Any] = {}
        self.magics: dict[tuple[str, str], Any] = {}

    def register_magic_function(self, func: Any, magic_kind: str, magic_name: str) -> None:
        self.magics[magic_kind, magic_name] = func


@pytest.fixture
def shell() -> Shell:
    made = Shell()
    notebook.load_ipython_extension(made)
    return made


def cell(shell: Shell, line: str, text: str) -> Any:
    return shell.magics["cell", "f27"](line, text)


@pytest.fixture(scope="module")
def game() -> Any:
    return f27lang.load("21-24-27")


def shown(result: Any) -> Page:
    page = Page(result._repr_html_())
    assert page.elements & {"script", "link", "img"} == set()
    return page


def test_an_edge_shows_its_number_and_what_it_is_made_of(game: Any) -> None:
    edge = f27lang.edge(game, shoe="endless", outcomes=True)
    words = shown(edge).words
    assert f"{edge.edge_pct:.6f} % house edge" in words
    assert "best play; exact, endless shoe" in words
    assert f"decisions {edge.frequencies.decisions:.2f}" in words
    for dealer, probability, value in edge.by_dealer:
        assert dealer in words
        assert f"{probability:.6f}" in words
        assert f"{-100 * value:+.6f} %" in words
    assert f"{edge.edge_pct:+.6f} %" in words


def test_a_chart_shows_every_cell(game: Any) -> None:
    chart = f27lang.strategy(game, shoe="endless")
    assert len(shown(chart).cells) == len(chart.cells)


def test_a_run_shows_what_was_played(game: Any) -> None:
    run = f27lang.simulate(game, 1000, play="mimic_the_dealer", seed=7)
    words = shown(run).words
    assert f"{run.edge_pct:.4f} % ± {1.959963984540054 * run.se_pct:.4f} % house edge" in words
    assert "rounds1,000" in words
    assert run.tally.digest[:16] in words


def test_a_game_and_its_simulator_show_themselves(game: Any) -> None:
    assert "--set hard_stand=21" in shown(game).words
    built = f27lang.compile(game)
    assert built.reason in shown(built).words


def test_a_cell_defines_a_game(shell: Shell) -> None:
    found = cell(shell, "mine --set decks=3", CARD)
    assert shell.user_ns["mine"].settings.params["decks"] == 3
    assert "mine =" in shown(found).words
    assert repr(found) == "mine = mine"
    assert cell(shell, "", CARD).name == "game"
    assert shell.user_ns["game"].settings.params["decks"] == 2


def test_a_cell_may_be_played_by_a_house(shell: Shell) -> None:
    text = CARD.replace("}\n", '  house "Small" {\n    set hard_stand = 20\n  }\n}\n')
    cell(shell, "small --house Small", text)
    assert shell.user_ns["small"].settings.params["hard_stand"] == 20


def test_all_that_is_wrong_with_a_cell_is_told(shell: Shell) -> None:
    found = cell(shell, "mine", CARD.replace("set decks = 2", "set deks = 2\n  nonsense"))
    assert "mine" not in shell.user_ns
    assert "error[F0" in repr(found)
    assert "--> cell:" in repr(found)
    assert repr(found) in shown(found).words


def test_an_abstract_game_is_refused(shell: Shell) -> None:
    found = cell(shell, "mine", CARD.replace("banked", "abstract banked").replace('extends "21-24-27" ', ""))
    assert "error[F0" in repr(found)
    assert shell.user_ns == {}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("--nonsense", "No such option"),
        ("my-game", "`my-game` is no name for a variable"),
        ("mine --set decks", "write NAME=VALUE"),
        ('"mine', "No closing quotation"),
        ("one two", "unexpected extra argument"),
        ("mine --house Nowhere", "Nowhere"),
    ],
)
def test_a_wrong_line_is_told_without_a_traceback(shell: Shell, line: str, said: str) -> None:
    found = cell(shell, line, CARD)
    assert said in repr(found)
    assert said in shown(found).words
    assert shell.user_ns == {}


def test_help_defines_nothing(shell: Shell, capsys: pytest.CaptureFixture[str]) -> None:
    assert cell(shell, "--help", CARD) is None
    assert "%%f27" in capsys.readouterr().out
    assert shell.user_ns == {}


def test_nothing_of_a_cell_reaches_html_unescaped(shell: Shell) -> None:
    text = CARD.replace("mine", ATTACK.replace('"', "'"))
    defined = cell(shell, "game", text.replace("{\n", '{\n  note: "<script>alert(3)</script>"\n'))
    assert "<script>alert(3)</script>" in shown(defined).words
    assert "<script>alert(1)" in shown(cell(shell, "game", f"{text}<script>alert(1)</script>")).words
