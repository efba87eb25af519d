"""Plays put together on the command line: drawing, betting and declaring strategies, and numbers set for them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.test_vying_cli import GAME, OWN, code, run, told, written

DECLARATION = ("--with", "declaration")
SAYS = """f27 1

strategies for "seven-twenty-seven" {
  strategy modest "Say high near the low target" {
    param far: points = 2 in 0..20
    declare {
      say high on distance to 7 ..far
      otherwise say nearest
    }
  }
}
"""
BOLD = """f27 1

strategies for "seven-twenty-seven" {
  strategy bold "Bet and declare all" {
    betting {
      bet on distance 0
      otherwise check, call
    }
    declare {
      otherwise say both
    }
  }
}
"""


def test_plays_bets_and_declarations_go_together(tmp_path: Path) -> None:
    how = ("simulate", GAME, *DECLARATION, "-n", "2k", "--play", "commit", "--bet", "one")
    file = written(tmp_path, "says", SAYS)
    plain, nearer, modest = (told(*how, *more) for more in ((), ("--declare", "nearer"), ("--declare", file)))
    assert [each["declare"] for each in (plain, nearer, modest)] == ["say nearest", "nearer", "modest"]
    assert {(each["play"], each["bet"]) for each in (plain, nearer, modest)} == {("commit", "one")}
    assert plain["tally_digest"] == nearer["tally_digest"] != modest["tally_digest"]
    joined = told("simulate", file, *DECLARATION, "-n", "2k", "--play", "commit+one+modest:2")
    assert (joined["play"], joined["bet"], joined["declare"]) == ("commit", "one", "modest:2")
    assert joined["tally_digest"] == modest["tally_digest"]
    assert "commit, betting one, declaring nearer" in run(*how, "--declare", "nearer").stdout
    assert "declare" not in told("simulate", GAME, "-n", "100")


def test_numbers_of_a_file_of_strategies_are_set(tmp_path: Path) -> None:
    draws = "    each {\n      take on lowest total under far\n      otherwise pass\n    }\n"
    file = written(tmp_path, "says", SAYS.replace("    declare {", draws + "    declare {"))
    how = ("simulate", file, *DECLARATION, "-n", "500")
    found = told(*how, "--play", "modest", "--set", "modest.far=4")
    assert found["settings"]["params"]["modest.far"] == "4"
    assert found["tally_digest"] == told(*how, "--play", "modest:4")["tally_digest"]
    assert told("simulate", GAME, *DECLARATION, "-n", "100", "--play", f"{file}:4")["play"] == "modest:4"
    assert "`modest:21` sets far to 21" in run("simulate", GAME, *DECLARATION, "--play", f"{file}:21").stderr
    assert "sets far to 21" in run("simulate", GAME, *DECLARATION, "--declare", f"{file}:21").stderr
    assert "--set modest.far=4" in run("show", file, "--set", "modest.far=4").stdout
    sweep = ("sweep", file, *DECLARATION, "-n", "500", "--play", "modest", "--json")
    lines = [json.loads(line) for line in run(*sweep, "--set", "modest.far=2,4").stdout.splitlines()]
    assert [line["settings"]["params"]["modest.far"] for line in lines] == ["2", "4"]
    assert [line["deals_changed"] > 0 for line in lines] == [False, True]
    for command in (("check", file, "--set", "modest.far=21"), ("sweep", file, "--set", "modest.far=20,21")):
        refused = run(*command)
        assert code(refused) == 1 and "`far` can't be 21" in refused.stdout + refused.stderr


def test_heroes_and_tables_declare(tmp_path: Path) -> None:
    file = written(tmp_path, "bold", BOLD)
    how = ("simulate", file, *DECLARATION, "-n", "200", "--declare", "nearer")
    found = told(*how, "--hero", "low+bold")
    assert (found["hero"]["bet"], found["hero"]["declare"], found["declare"]) == ("bold", "bold", "nearer")
    found = told(*how, "--table", "low,never+bold")
    assert [(seat["play"], seat["bet"], seat["declare"]) for seat in found["seats"]] == [
        ("low", "check", "nearer"),
        ("never", "bold", "bold"),
    ]
    assert found["declare"] is None
    both = run(*how, "--bet", "bold")
    assert code(both) == 2
    assert "bold and nearer both say what to declare" in both.stderr


def test_edge_tells_what_each_declares(tmp_path: Path) -> None:
    declare = "    declare {\n      otherwise say low\n    }\n"
    file = written(tmp_path, "own", OWN.replace("    betting {", declare + "    betting {"))
    how = ("edge", GAME, *DECLARATION, "--play", file, "--seats", "2", "--declare", "nearer")
    refused = run(*how)
    assert code(refused) == 2
    assert "own and nearer both say what to declare" in refused.stderr
    found = told(*how[:-2])
    assert found["declare"] is None
    assert {(cell["hero_declare"], cell["table_declare"]) for cell in found["matrix"]} == {
        ("own", "own"),
        ("say nearest", "own"),
    }
    text = run(*how[:-2]).stdout
    assert ["declaring", "own"] in [line.split() for line in text.splitlines()]
    assert max(map(len, text.splitlines())) <= 80
    assert [each["declare"] for each in found["positions"]] == ["own"]


def test_two_games_of_which_one_asks_for_declarations(tmp_path: Path) -> None:
    found = told("diff", GAME, *DECLARATION, "-n", "2k", "--declare", "nearer")
    assert found["declare"] == "nearer"
    lines = run("sweep", GAME, "--vary", "declaration", "-n", "2k", "--declare", "nearer", "--json").stdout.splitlines()
    points = {each["varied"]["declaration"]: each for each in map(json.loads, lines)}
    assert points["on"]["measures"] == found["measures"]
    assert "declare" not in points["off"]
    assert code(run("diff", GAME, "--set", "rake_share=5%", "--declare", "nearer")) == 2
    assert code(run("sweep", GAME, "--set", "bet_most=1,2", "-n", "100", "--declare", "nearer")) == 2


WRONG = {
    "a declaration that bets": ((*DECLARATION, "--declare", "one"), "`one` does not say what to declare"),
    "a play that declares": (("--play", "nearer"), "`nearer` says what to declare: write `--declare nearer`"),
    "a bet that declares": (("--bet", "nearer"), "`nearer` says what to declare: write `--declare nearer`"),
    "nothing to declare": (("--declare", "nearer"), "play with it: `--with declaration`"),
}


@pytest.mark.parametrize(("args", "message"), WRONG.values(), ids=WRONG.keys())
def test_what_can_not_be_put_together_is_said(args: tuple[str, ...], message: str) -> None:
    result = run("simulate", GAME, "-n", "1k", *args)
    assert code(result) == 2
    assert message in result.stderr
    assert "= help: " in result.stderr
    assert not result.stdout
