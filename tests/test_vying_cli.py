"""Vying games on the command line: who sits where, what is told of them, and what is refused with a way out."""

from __future__ import annotations

import json
import re
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import f27lang
from f27lang.cli.main import f27
from f27lang.compare.tables import TableDiff
from f27lang.judged import verdicts
from f27lang.simulate.measures import betting_rounds, hero_net

GAME, ONE_DRAW = "seven-twenty-seven", "seven-twenty-seven-one-draw"
MINE = """f27 1

strategies for "seven-twenty-seven" {
  strategy timid "Draw up to six cards' worth" {
    each {
      take on lowest total under 4
      otherwise pass
    }
  }
}
"""
OWN = """f27 1

strategies for "seven-twenty-seven" {
  strategy own "Draw and bet" {
    each {
      take on lowest total under 4
      otherwise pass
    }
    betting {
      bet on distance ..1
      call on distance ..6
      otherwise check, fold
    }
  }
}
"""


def written(folder: Path, name: str, text: str) -> str:
    """Return the path of a file of this text."""
    (folder / f"{name}.f27").write_text(text)
    return str(folder / f"{name}.f27")


def run(*args: str) -> Result:
    return CliRunner().invoke(f27, args, standalone_mode=False)


def told(*args: str) -> dict[str, Any]:
    answered: dict[str, Any] = json.loads(run(*args, "--json").stdout)
    return answered


def code(result: Result) -> int:
    return result.return_value if isinstance(result.return_value, int) else result.exit_code


def test_numbers_of_strategies_that_were_moved_are_shown() -> None:
    shown = run("simulate", GAME, "--play", "commit", "--set", "commit.a=6", "-n", "100").stdout
    assert "\nchanged           commit.a = 6\n" in shown
    assert "changed" not in run("simulate", GAME, "--play", "commit", "-n", "100").stdout


def test_simulate_tells_what_a_table_is_like() -> None:
    found = told("simulate", GAME, "-n", "20k", "--seats", "4", "--bet", "one:1:5")
    assert found["schema"] == "f27.table/1"
    assert (found["players"], found["hands"], found["play"], found["bet"]) == (4, 20_000, "nearest", "one:1:5")
    rates = ("showdown_rate", "scoop_rate", "sole_winner_rate", "low_tie_rate", "high_tie_rate", "any_tie_rate")
    means = ("pot", "betting_rounds", "draw_rounds", "cards_per_player", "at_showdown", "folds")
    assert all(abs(found[name] - known) <= 4 * found["se"][name] for name, known in KNOWN.items())
    assert all(0 < found[name] < 1 for name in rates)
    assert set(found["se"]) >= {*rates, *means}
    assert [seat["name"] for seat in found["seats"]] == ["left of the dealer", "seat 1", "seat 2", "the dealer"]
    assert sum(seat["net"] for seat in found["seats"]) == pytest.approx(0, abs=1e-12)
    assert found["hero"] is None
    assert sum(found["betting_rounds_by_number"].values()) == pytest.approx(1)
    assert {share: rows[0]["distance"] for share, rows in found["share_by_distance"].items()} == {"low": 0, "high": 0}


KNOWN = {"pot": 12.2489, "betting_rounds": 3.9656, "cards_per_player": 2.8243, "scoop_rate": 0.1231, "folds": 0.7693}


def test_nets_and_the_rake_add_up_to_nothing() -> None:
    found = told("simulate", GAME, "-n", "5k", "--set", "rake_share=5%", "--bet", "press")
    assert sum(seat["net"] for seat in found["seats"]) == pytest.approx(-found["rake"])
    assert found["rake"] == pytest.approx(found["pot"] / 20)
    assert found["rake_pct"] == pytest.approx(5)


def test_a_hero_and_his_numbers() -> None:
    found = told("simulate", GAME, "-n", "20k", "--seats", "4", "--hero", "commit:5.5:8:24", "--play", "nearest:2")
    assert (found["hero"]["play"], found["hero"]["bet"], found["play"]) == ("commit:5.5:8:24", "check", "nearest:2")
    assert abs(found["hero"]["net"] - 0.206) < 4 * found["hero"]["se"] < 0.1


def test_a_table_has_a_play_for_each_seat() -> None:
    found = told("simulate", GAME, "-n", "1k", "--table", "never, low:4 ,commit+one:1:5", "--bet", "check")
    assert [(seat["play"], seat["bet"]) for seat in found["seats"]] == [
        ("never", "check"),
        ("low:4", "check"),
        ("commit", "one:1:5"),
    ]
    assert found["play"] is None
    assert len(found["table"]) == found["players"] == 3


def test_a_file_of_strategies_is_played(tmp_path: Path) -> None:
    file = tmp_path / "mine.f27"
    file.write_text(MINE)
    found = told("simulate", GAME, "-n", "1k", "--play", str(file))
    assert found["play"] == "timid"
    assert told("simulate", str(file), "-n", "1k", "--play", "timid")["tally_digest"] == found["tally_digest"]


@pytest.mark.parametrize("args", [("--hero", "commit"), ("--bet", "one"), ("--table", "never,low,high,nearest+press")])
def test_text_fits_a_terminal(args: tuple[str, ...]) -> None:
    text = run("simulate", GAME, "-n", "2k", *args).stdout
    assert max(map(len, text.splitlines())) <= 80
    assert "left of the dealer" in text
    assert "the dealer" in text


def test_edge_sets_strategies_against_one_another() -> None:
    found = told("edge", GAME, "--seats", "4", "--play", "nearest")
    nets = {cell["hero"]: (cell["net"], cell["se"]) for cell in found["matrix"]}
    known = {"never": -0.3905, "low": -0.2403, "high": 0.1683, "commit": 0.206}
    assert nets.pop("nearest") == (0, 0)
    assert set(nets) == set(known)
    assert all(abs(net - known[name]) < 4 * sqrt(se**2 + 0.0007**2) for name, (net, se) in nets.items())
    assert {cell["table"] for cell in found["matrix"]} == {"nearest"}
    positions = {each["bet"]: [seat["net"] for seat in each["seats"]] for each in found["positions"]}
    assert positions["position"][3] == pytest.approx(0.11767, abs=4 * 0.0084)
    assert found["rake"][0]["edge_pct"] == 0


def test_edge_text_fits_a_terminal_and_names_every_strategy() -> None:
    text = run("edge", GAME, "--play", "low").stdout
    assert max(map(len, text.splitlines())) <= 80
    assert all(name in text for name in ("nearest", "low", "high", "commit", "never", "one", "position", "press"))
    assert "the source says   ties are common" in text


def test_edge_tells_how_each_bets(tmp_path: Path) -> None:
    file = written(tmp_path, "own", OWN)
    found = told("edge", GAME, "--play", file, "--seats", "3")
    cells = {cell["hero"]: (cell["bet"], cell["hero_bet"], cell["table_bet"]) for cell in found["matrix"]}
    assert cells["nearest"] == (None, "check", "own")
    assert cells["own"] == ("own", "own", "own")
    assert found["bet"] is None
    assert [(each["play"], each["bet"]) for each in found["positions"]] == [("own", "own")]
    text = run("edge", GAME, "--play", file, "--seats", "3").stdout
    assert "all bet" not in text
    assert ["betting", "own"] in [line.split() for line in text.splitlines()]
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.long
def test_edge_has_a_row_for_each_strategy_that_draws(tmp_path: Path) -> None:
    own = OWN.partition("{\n")[2].rpartition("}")[0]
    more = f'f27 1\n\nvying game "more" extends "{GAME}" {{\n{own}}}\n'
    file = written(tmp_path, "more", more)
    found = told("edge", file, "--bet", "one", "--seats", "3")
    text = run("edge", file, "--bet", "one", "--seats", "3").stdout
    bets = {cell["hero"]: cell["hero_bet"] for cell in found["matrix"]}
    draw = ("nearest", "low", "high", "commit", "never")
    assert bets == {**dict.fromkeys(draw, "one"), "own": "own"}
    assert len(found["matrix"]) == len(bets) ** 2
    assert max(map(len, text.splitlines())) <= 80


ONCE = {
    "hero": ("simulate", "--hero", "low", "--bet", "C"),
    "table": ("simulate", "--table", "low,low", "--bet", "C"),
    "seats": ("simulate", "--table", "A,A,B"),
    "hero and play": ("simulate", "--hero", "B", "--play", "B"),
    "own way to bet": ("simulate", "--play", "B", "--bet", "B"),
    "diff": ("diff", "--play", "low", "--bet", "C"),
    "edge": ("edge", "--seats", "2", "--play", "low", "--bet", "C"),
}


@pytest.mark.parametrize("args", ONCE.values(), ids=ONCE.keys())
def test_a_file_named_twice_is_joined_once(args: tuple[str, ...], tmp_path: Path) -> None:
    both, own = written(tmp_path, "both", MINE), written(tmp_path, "own", OWN)
    head, _, tail = OWN.partition("    each {")
    bets = written(tmp_path, "bets", head + "".join(tail.partition("    betting {")[1:]))
    files = {"A": both, "B": own, "C": bets}
    command, *others = (",".join(files.get(each, each) for each in arg.split(",")) for arg in args)
    result = run(command, GAME, *others, *(() if command == "edge" else ("-n", "100")))
    assert not code(result)
    assert "at the table" in result.stdout or "hero, against" in result.stdout


@pytest.mark.long
def test_one_hand_tells_no_error() -> None:
    for hero in ((), ("--hero", "low")):
        text = run("simulate", GAME, "-n", "1", *hero).stdout
        assert "one hand tells no error" in text
        assert "± 0" not in text
    found = told("simulate", GAME, "-n", "1", "--hero", "low")
    assert (found["hero"]["se"], found["seats"][0]["se"], found["se"]["pot"]) == (None, None, None)
    assert "± ?" in run("diff", GAME, "-n", "1").stdout
    assert told("diff", GAME, "-n", "1")["measures"]["pot"]["se"] is None
    assert "± ? at most" in run("sweep", GAME, "--set", "rake_share=0%,5%", "-n", "1").stdout
    assert "one hand" not in run("simulate", GAME, "-n", "2").stdout


def test_seats_in_a_list_are_told_apart() -> None:
    text = run("diff", GAME, "-n", "100", "--play", "never").stdout
    assert "net (left of the dealer), net (seat 1)" in " ".join(text.split())


@pytest.mark.long
def test_a_rake_over_the_limit_is_told_by_the_exit_code() -> None:
    how = ("edge", ONE_DRAW, "--play", "never", "--set", "rake_share=5%")
    assert [code(run(*how, "--max", most)) for most in ("4.9", "5")] == [4, 0]


WRONG = {
    "an unknown strategy": (("--play", "neares"), "`neares` is no strategy"),
    "a number too many": (("--play", "nearest:1:2"), "takes 1 number"),
    "a number out of range": (("--play", "nearest:99"), "outside 0..20"),
    "no number": (("--play", "nearest:x"), "is no number"),
    "a play that does not draw": (("--play", "one"), "does not say when to draw"),
    "a bet that does not bet": (("--bet", "nearest"), "does not say how to bet"),
    "two ways to bet": (("--play", "nearest+one", "--bet", "check"), "both say how to bet"),
    "an empty play": (("--play", ""), "does not say when to draw"),
    "an empty bet": (("--bet", ""), "does not say how to bet"),
    "best play": (("--play", "best"), "`best` is no strategy"),
    "an unknown hero": (("--hero", "hercules"), "`hercules` is no strategy"),
    "one player": (("--seats", "1"), "1 player can't play this game"),
    "too many players": (("--seats", "11"), "11 players can't play this game"),
    "a table of one": (("--table", "never"), "1 player can't play this game"),
    "a file that is not there": (("--play", "nothing.f27"), "there is no file"),
}


@pytest.mark.parametrize(("args", "message"), WRONG.values(), ids=WRONG.keys())
def test_what_can_not_be_played_is_said(args: tuple[str, ...], message: str) -> None:
    result = run("simulate", GAME, "-n", "1k", *args)
    assert code(result) in (1, 2)
    assert message in result.stderr
    assert "= help: " in result.stderr
    assert not result.stdout


REFUSED = {
    "a hole in the table": (("simulate", GAME, "--table", "never,,low"), "--table takes a play for each seat"),
    "seats beside a table": (("simulate", GAME, "--table", "low,low", "--seats", "2"), "leave out --seats"),
    "resuming in a vying game": (("simulate", GAME, "--resume"), "--resume is not for vying games"),
    "exact in a vying game": (("simulate", GAME, "--exact"), "--exact is not for vying games"),
    "a hero against a house": (("simulate", "21-24-27", "--hero", "x"), "--hero is not for banked games"),
    "a shoe in a vying game": (("edge", GAME, "--shoe", "endless"), "--shoe is not for vying games"),
    "JSON named Markdown": (("diff", GAME, "-o", "a.md", "--json"), "--json does not go with a file named .md"),
    "a chart of a vying diff": (("diff", GAME, "--all"), "--all is not for vying games"),
    "toggles of a vying game": (("sweep", GAME, "--toggle-all"), "--toggle-all is not for vying games"),
    "hands of a banked sweep": (("sweep", "21-24-27", "--set", "decks=1,2", "-n", "9"), "--rounds is not for banked"),
    "a bet in a banked diff": (("diff", "21-24-27", "--bet", "one"), "--bet is not for banked games"),
    "a declaration in a banked game": (("simulate", "21-24-27", "--declare", "x"), "--declare is not for banked games"),
    "a bet in a banked game": (("edge", "21-24-27", "--bet", "one"), "--bet is not for banked games"),
}


@pytest.mark.parametrize(("args", "message"), REFUSED.values(), ids=REFUSED.keys())
def test_options_of_the_other_kind_of_game_are_refused(args: tuple[str, ...], message: str) -> None:
    result = CliRunner().invoke(f27, args)
    assert result.exit_code == 2
    assert message in result.stderr


@pytest.mark.parametrize("command", [("strategy",)])
def test_what_is_solved_against_a_house_is_refused(command: tuple[str, ...]) -> None:
    result = run(command[0], GAME, *command[1:])
    assert code(result) in (1, 2)
    assert "error[F0106]: seven-twenty-seven is a vying game" in result.stderr


def test_the_api_plays_tables() -> None:
    run = f27lang.play_table(GAME, 2000, seats=4, hero="commit", seed=3)
    again = f27lang.play_table(f27lang.load(GAME), 2000, seats=4, hero="commit", seed=3, threads=1)
    assert run.tally == again.tally
    assert -1 < hero_net(run).net < 1
    with pytest.raises(f27lang.VariantError, match="F0106"):
        f27lang.play_table("21-24-27", 10)
    with pytest.raises(f27lang.VariantError, match="F0106"):
        f27lang.edge(GAME)


def test_claims_in_words_are_judged_by_rates() -> None:
    game = f27lang.load(GAME)
    low = f27lang.play_table(game, 20_000, play="low", seats=4)
    rounds, ties = verdicts(game, low)
    assert (rounds.verdict, ties.verdict) == ("holds", "holds")
    often = betting_rounds(low)
    assert often[3] + often[4] > often[2] > 0.2
    assert [said.verdict for said in verdicts(game, f27lang.play_table(game, 5000, play="never"))] == [
        "does not hold",
        "holds",
    ]
    assert not verdicts(f27lang.load(ONE_DRAW), f27lang.play_table(ONE_DRAW, 100))


def test_diff_plays_both_games_with_the_same_packs() -> None:
    """The figures are from two million packs dealt by another program."""
    found = told("diff", GAME, "--set", "sides=split", "-n", "100k")
    changes = found["measures"]
    assert found["deals_changed"] == pytest.approx(0.16, abs=0.005)
    known = {"scoop_rate": -0.0018, "low_tie_rate": 0.0989, "high_tie_rate": 0.05}
    assert all(abs(changes[name]["change"] - change) < 4 * changes[name]["se"] + 5e-4 for name, change in known.items())
    assert changes["betting_rounds"]["change"] == changes["betting_rounds"]["se"] == 0
    assert sum(seat["change"] for seat in found["seats"]) == pytest.approx(0, abs=1e-12)
    assert [rule["path"] for rule in found["rules"]] == ["share low ties", "share high ties"]


def test_a_game_beside_itself_does_not_change() -> None:
    found = told("diff", GAME, "-n", "5k", "--play", "commit", "--bet", "press", "--seats", "3")
    assert found["deals_changed"] == 0
    assert {change["change"] for change in (*found["measures"].values(), *found["seats"])} == {0}
    assert (found["players"], found["play"], found["bet"]) == (3, "commit", "press")
    assert "no rule differs" in run("diff", GAME, "-n", "1k").stdout


def test_a_rake_moves_money_in_every_deal() -> None:
    found = told("diff", GAME, "--set", "rake_share=5%", "-n", "2k")
    assert found["deals_changed"] == 1
    assert found["measures"]["rake"] == {"a": 0, "b": pytest.approx(0.3), "change": pytest.approx(0.3), "se": 0}


def test_paired_errors_do_not_depend_on_threads() -> None:
    one, two = (told("diff", GAME, "--set", "aces=fixed", "-n", "20k", "--threads", n) for n in ("1", "3"))
    assert one == two
    assert all(change["se"] < 0.01 for change in one["measures"].values())


def test_games_of_two_kinds_are_not_compared() -> None:
    result = run("diff", GAME, "21-24-27")
    assert code(result) == 2
    assert "error[F0905]" in result.stderr


def test_a_diff_of_pots_fits_a_terminal() -> None:
    text = run("diff", GAME, ONE_DRAW, "-n", "2k", "--bet", "one").stdout
    assert max(map(len, text.splitlines())) <= 80
    assert "money moved" in text


@pytest.mark.long
def test_a_sweep_plays_every_point_with_the_same_packs() -> None:
    lines = run("sweep", GAME, "--vary", "sides", "--set", "aces=free,fixed", "-n", "5k", "--json").stdout.splitlines()
    points = {tuple(told["varied"].values()): told for told in map(json.loads, lines)}
    assert len(points) == 6
    assert points["free", "lower"]["deals_changed"] == 0
    beside = told("diff", GAME, "--set", "sides=split", "-n", "5k")
    assert points["free", "split"]["measures"] == beside["measures"]
    assert points["free", "split"]["deals_changed"] == beside["deals_changed"]


@pytest.mark.parametrize(
    ("play", "words"),
    [
        ((), "nobody plays `commit`"),
        (("--play", "low", "--bet", "one"), "nobody plays `commit`"),
        (("--play", "commit:5:8"), "the number behind `commit` in its play sets b already"),
    ],
)
def test_a_number_that_no_seat_looks_at_is_not_varied(play: tuple[str, ...], words: str) -> None:
    done = run("sweep", GAME, "--set", "commit.b=7..9", "-n", "100", *play)
    assert (code(done), done.stdout) == (2, "")
    assert f"error[F0205]: {words}" in done.stderr
    assert "--set commit.b=7,8,9" in done.stderr


@pytest.mark.parametrize("play", [("--play", "commit:5"), ("--play", "like_it")])
def test_a_number_that_a_seat_looks_at_is_varied(play: tuple[str, ...], tmp_path: Path) -> None:
    own = 'f27 1\n\nvying game "own" extends "seven-twenty-seven" {\n  strategy like_it {\n    like commit\n  }\n}\n'
    file = written(tmp_path, "own", own)
    points = run("sweep", file, "--set", "commit.b=7,9", "-n", "100", *play, "--json").stdout.splitlines()
    assert [json.loads(point)["varied"] for point in points] == [{"commit.b": "7"}, {"commit.b": "9"}]


def test_a_sweep_tells_of_points_that_can_not_be() -> None:
    how = ("sweep", ONE_DRAW, "--set", "bet_least=3,1", "-n", "1k", "--bet", "one", "--seats", "4")
    text = run(*how).stdout
    assert max(map(len, text.splitlines())) <= 80
    assert "F0205" in text
    header, wrong, right = run(*how, "--csv", "-").stdout.splitlines()
    assert header.split(",")[0] == "bet_least"
    assert (wrong[:1], right[:1]) == ("3", "1")
    assert len(wrong.split(",")) == len(right.split(",")) == len(header.split(","))


BARE = """f27 1

vying game "three-cards" {
  seats: 2..4, usually 3
  cards {
    decks: 1
    deck: A..K in 4 suits
    shuffle: every hand
  }
  values {
    A: 1 or 11
    2..10: face
    J Q K: 1/2
  }
  play {
    ante
    deal 3 down to each
    showdown
  }
  pot {
    ante: 2 chips
  }
  share pot: all {
    nearest: 27
    over: allowed
    counting: freely
    ties: split
  }
}
"""


def test_a_game_in_which_nobody_decides_anything(tmp_path: Path) -> None:
    file = tmp_path / "three-cards.f27"
    file.write_text(BARE)
    found = told("simulate", str(file), "-n", "5k")
    assert (found["pot"], found["ante_chips"], found["cards_per_player"], found["play"]) == (3, 2, 3, "")
    assert found["betting_rounds_by_number"] == {"0": 1}
    matrix = told("edge", str(file))
    assert (matrix["matrix"], matrix["positions"]) == ([], [])
    assert code(run("diff", str(file), "-n", "100")) == 0


@pytest.mark.parametrize(("named", "fine"), [("on-file", True), ("seven-twenty-seven", True), ("by-title", False)])
def test_strategies_name_a_game_by_its_file(tmp_path: Path, named: str, fine: bool) -> None:
    played = written(tmp_path, "on-file", f'f27 1\nvying game "by-title" extends "{GAME}" {{\n}}\n')
    mine = written(tmp_path, "mine", MINE.replace(GAME, named))
    asked = run("check", mine), run("simulate", played, "--play", mine, "-n", "100")
    assert [code(each) for each in asked] == ([0, 0] if fine else [1, 1])
    assert fine or "F0201" in asked[0].output + asked[0].stderr
    assert fine or 'strategies for "on-file" {' in asked[1].stderr


@pytest.mark.long
def test_vying_games_beside_one_another_in_every_form(tmp_path: Path) -> None:
    asked = ("diff", GAME, "--set", "rake_share=5%", "-n", "2k", "--seats", "4")
    text = run(*asked).stdout
    numbers = re.findall(r"[+-]\d\.\d{5} ± \d\.\d{5}", text)
    assert len(numbers) > 4
    forms = {form: run(*asked, "--format", form).stdout for form in ("md", "html")}
    assert all(number in forms["html"] for number in numbers)
    assert all(number in forms["md"].replace("\\", "") for number in numbers)
    assert "### Rules that differ" in forms["md"] and "| net, left of the dealer |" in forms["md"]
    assert forms["html"].startswith("<!DOCTYPE html>") and "<h2>Rules that differ</h2>" in forms["html"]
    for name in ("a.md", "b.html"):
        run(*asked, "-o", str(tmp_path / name))
        assert (tmp_path / name).read_text("utf-8") == forms[name[2:]]


def test_diff_of_vying_games_in_python() -> None:
    games = f27lang.load(GAME), f27lang.load(GAME, set_={"rake_share": "5%"})
    found = f27lang.diff(*games, rounds=2_000, seats=4, bet="one:1:5")
    assert isinstance(found, TableDiff)
    assert len(found.nets) == 4 and found.hands == 2_000
    assert [row["measure"] for row in found.to_rows()] == [change.measure for change in found.changes]
    assert found._repr_html_().startswith('<div class="f27">')
    with pytest.raises(AttributeError):
        found.hands = 3  # type: ignore[misc]
    with pytest.raises(f27lang.VariantError, match="F0905"):
        f27lang.diff(GAME, "21-24-27")


@pytest.mark.long
def test_a_limit_is_broken_only_where_that_is_sure() -> None:
    raked = ("diff", GAME, "--set", "rake_share=5%", "--seats", "4", "-n", "2k")
    sure, unsure, within = (run(*raked, "--fail-over", limit) for limit in ("1", "5", "50"))
    assert [code(each) for each in (sure, unsure, within)] == [4, 0, 0]
    assert re.search(
        r"the net in seat \d moved by -\d+\.\d+ ± \d\.\d+ per cent of an ante, more than 1 for sure", sure.stderr
    )
    assert "which may be no more than 5: more rounds would tell" in unsure.stderr
    assert not within.stderr
    same = run("diff", GAME, "-n", "2k", "--fail-over", "0.0001")
    assert (code(same), same.stderr) == (0, "")


@pytest.mark.parametrize("who", [(), ("--hero", "commit"), ("--table", "nearest,low,commit,never")])
def test_a_run_goes_on_until_nets_are_known(who: tuple[str, ...]) -> None:
    asked = ("simulate", GAME, "--until", "0.7", *(() if "--table" in who else ("--seats", "4")), *who)
    found = told(*asked)
    errors = [found["hero"]["se"]] if "--hero" in who else [seat["se"] for seat in found["seats"]]
    assert found["until_reached"] and max(errors) <= 0.007
    assert found["hands"] % (1 << 14) == 0
    shorter = told(*asked[:2], "-n", str(found["hands"] - (1 << 14)), *asked[4:])
    before = [shorter["hero"]["se"]] if "--hero" in who else [seat["se"] for seat in shorter["seats"]]
    assert max(before) > 0.007
    assert told(*asked, "--threads", "1")["tally_digest"] == found["tally_digest"]


def test_what_is_wanted_may_not_be_reached() -> None:
    result = run("simulate", GAME, "--until", "0.1", "-n", "20k")
    assert "the wanted standard error was not reached in 20,000 hands" in result.stderr
