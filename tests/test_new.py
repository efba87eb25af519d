"""New variants: they check clean, are their parent's game, and each line that they suggest can be taken up."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from resolving import GOOD, game_of

from f27lang import pipeline
from f27lang.cli.main import f27
from f27lang.files import bundled
from f27lang.report import provenance
from tests.families import mostly_long

PARENTS = ("21-24-27", "finnish-27", "baccarat-like", "halves", "third-card", "riverside-like")
RIVERSIDE = """f27 1

banked game "riverside-like" extends "21-24-27" {
  with forced_moves

  param commission: percent = 5% in 0%..10%

  choice ties "What equal hands bring": push {
    arm push {
    }
    arm lose {
      also wager game {
        loses on push
      }
    }
  }

  also wager game {
    pays 1:1 less commission on player wins
  }

  house "Lakeside" {
    without forced_moves
    set soft_stand = 25
    set ties = lose
    set commission = 2.5%
  }
}
"""


def run(*args: str) -> Result:
    return CliRunner().invoke(f27, args, standalone_mode=False)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a few variants, where the command is run."""
    monkeypatch.chdir(tmp_path)
    for name in ("baccarat-like", "halves", "third-card"):
        shutil.copy(GOOD / f"{name}.f27", tmp_path)
    (tmp_path / "riverside-like.f27").write_text(RIVERSIDE)
    return tmp_path


def parent_of(name: str) -> str:
    return f"{name}.f27" if Path(f"{name}.f27").exists() else name


@pytest.mark.parametrize("name", PARENTS)
def test_a_new_file_checks_clean_and_is_its_parents_game(name: str, folder: Path) -> None:
    result = run("new", "mine", "--from", parent_of(name))
    assert not result.return_value, result.output
    assert result.stdout == f"mine.f27: extends {name}\n"
    checked = run("check", "mine.f27")
    assert checked.stdout == "mine.f27: nothing wrong, 1 example holds\n"
    game, parent = pipeline.load("mine.f27")[0], pipeline.load(parent_of(name))[0]
    assert (game.title, game.kind, game.abstract) == ("mine", parent.kind, parent.abstract)
    if not game.abstract:
        assert pipeline.rulebook(game).digest == pipeline.rulebook(parent).digest


def suggestions(text: str) -> list[int]:
    """Return the lines that suggest a setting."""
    return [n for n, line in enumerate(text.splitlines()) if line.strip().startswith(("# set ", "# with", "# without"))]


@pytest.mark.parametrize("name", mostly_long(PARENTS, {"21-24-27", "halves"}))
def test_each_suggestion_can_be_taken_up(name: str, folder: Path) -> None:
    run("new", "mine", "--from", parent_of(name))
    path = folder / "mine.f27"
    text = path.read_text()
    found = suggestions(text)
    assert len(found) == len(list(provenance.settings(pipeline.load("mine.f27")[0])))
    for number in [*found, None]:
        lines = text.splitlines()
        for at in found if number is None else [number]:
            lines[at] = lines[at].replace("# ", "", 1)
        path.write_text("\n".join(lines) + "\n")
        checked = run("check", "mine.f27")
        assert not checked.return_value, checked.stdout


def test_a_suggestion_tells_range_and_help(folder: Path) -> None:
    text = run("new", "mine", "--from", "riverside-like.f27", "--output", "-").stdout
    assert "# set soft_stand = 24     # points, from 18 to 27" in text
    assert "# set decks = 6           # from 1 to 100" in text
    assert "# set commission = 5%     # percent, from 0% to 10%" in text
    assert "# without forced_moves   # Keep the game moving: is on" in text
    assert "# set ties = lose            # What equal hands bring: push or lose; is push" in text
    assert not (folder / "mine.f27").exists()


def test_a_house_is_written_as_settings(folder: Path) -> None:
    run("new", "mine", "--from", "riverside-like.f27@Lakeside")
    mine, lakeside = pipeline.load("mine.f27")[0], pipeline.load("riverside-like.f27@Lakeside")[0]
    assert mine.settings == lakeside.settings
    assert pipeline.rulebook(mine).digest == pipeline.rulebook(lakeside).digest


def test_the_child_of_a_path_lies_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games").mkdir()
    shutil.copy(GOOD / "halves.f27", tmp_path / "games")
    answer = json.loads(run("new", "mine", "--from", "games/halves.f27", "--json").stdout)
    assert (answer["schema"], answer["variant"], answer["extends"]) == ("f27.new/1", "mine", "halves")
    assert answer["path"] == str(Path("games/mine.f27"))
    assert answer["text"] == (tmp_path / "games" / "mine.f27").read_text()
    assert "nothing wrong" in run("check", "games/mine.f27").stdout


WRONG = {
    "a folder in the name": ["a/b", "--from", "21-24-27"],
    "a blank": ["a b", "--from", "21-24-27"],
    "nothing": ["", "--from", "21-24-27"],
    "a way up": ["..", "--from", "21-24-27"],
    "an option": ["--", "-x", "--from", "21-24-27"],
    "a quote": ['a"b', "--from", "21-24-27"],
    "an underscore": ["my_game", "--from", "21-24-27"],
    "long": ["a" * 300, "--from", "21-24-27"],
    "itself": ["21-24-27", "--from", "21-24-27"],
    "a bundled name": ["poker-like", "--from", "21-24-27"],
    "a bundled name, printed": ["poker-like", "--from", "21-24-27", "--output", "-"],
    "a bundled name for the file": ["mine", "--from", "21-24-27", "--output", "finnish-27.f27"],
    "no parent": ["mine"],
    "another suffix": ["mine", "--from", "21-24-27", "--output", "mine.txt"],
    "away from its parent": ["mine", "--from", "halves.f27", "--output", "elsewhere/mine.f27"],
}


@pytest.mark.parametrize("what", WRONG)
def test_what_can_not_be_a_new_variant_is_refused(what: str, folder: Path) -> None:
    before = sorted(folder.iterdir())
    result = CliRunner().invoke(f27, ["new", *WRONG[what]])
    assert result.exit_code == 2, result.output
    assert sorted(folder.iterdir()) == before


def test_nothing_is_written_over_unless_forced(folder: Path) -> None:
    path = folder / "mine.f27"
    path.write_text("dear to me")
    result = CliRunner().invoke(f27, ["new", "mine", "--from", "21-24-27"])
    assert result.exit_code == 2
    assert "--force" in result.stderr
    assert path.read_text() == "dear to me"
    run("new", "mine", "--from", "21-24-27", "--force")
    assert "nothing wrong" in run("check", "mine.f27").stdout


def test_a_file_that_hides_the_bundled_parent_is_told(folder: Path) -> None:
    (folder / "21-24-27.f27").write_text("something else")
    result = CliRunner().invoke(f27, ["new", "mine", "--from", "21-24-27"])
    assert result.exit_code == 2 or "error[F0" in result.output
    assert not (folder / "mine.f27").exists()


def test_the_bundled_parent_may_lie_there(folder: Path) -> None:
    (parent,) = (each.path for each in bundled() if each.name == "21-24-27")
    shutil.copy(parent, folder)
    assert not run("new", "mine", "--from", "21-24-27").return_value
    assert "nothing wrong" in run("check", "mine.f27").stdout


def test_a_wrong_parent_is_an_error_of_the_variant(folder: Path) -> None:
    result = run("new", "mine", "--from", "21-24-28")
    assert result.return_value == 1
    assert "error[F0107]" in result.stderr
    assert not (folder / "mine.f27").exists()


def test_assumptions_are_told_with_their_origin() -> None:
    text = run("show", "21-24-27", "--flat", "--assumptions", "--with", "forced_moves").stdout
    assert "  set hard_stand = 21\n  set soft_stand = 24\n  set decks = 6\n  with forced_moves\n" in text
    assert "a Finnish 27 is paid even money like every win\n      variants/21-24-27.f27:9\n" in text
    origins = json.loads(run("show", "21-24-27", "--assumptions", "--json").stdout)["origins"]
    assert origins["sources"][0]["place"] == "variants/finnish-27.f27:5"


def test_an_assumption_that_an_option_brings_says_so() -> None:
    game = game_of(
        'f27 1\nbanked game "x" extends "21-24-27" {\n'
        '  option quick: on {\n    assume: "nobody waits"\n    player {\n      may stand\n    }\n  }\n}\n'
    )
    assert "  nobody waits\n      option quick, -:4" in provenance.as_text(game)
