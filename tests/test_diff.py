"""What a change of rules costs and why: sums that must hold, the same numbers by other ways, forms, wrong input."""

from __future__ import annotations

import json
import subprocess
from math import fsum, sqrt
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import f27lang
from f27lang import model
from f27lang.cli.main import f27
from f27lang.compare.cells import changed_chart
from f27lang.compare.diff import Asked, Diff, diff
from f27lang.compare.played import Simulation
from f27lang.normal import NORMAL_95
from f27lang.patience import Patience, TooLong
from f27lang.report.diff import as_json, as_text
from f27lang.report.diff_html import as_html
from f27lang.report.diff_markdown import as_markdown, escaped
from f27lang.solve.followed import NotComparable
from f27lang.solve.solution import Cell, Solution
from tests.families import mostly_long
from tests.needs import needs_compiler

CLOSE = 1e-9  # of a per cent point, as the answers promise
SMALL = """f27 1

banked game "{title}" extends "21-24-27" {{
  also cards {{
    deck: A 3 6 9 K in 4 suits plus 1 Joker
    decks: 1
  }}
{rules}}}
"""
pytestmark = needs_compiler


def run(*args: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(f27, ["diff", *args], input=stdin, standalone_mode=False)


def told(*args: str) -> dict[str, Any]:
    result = run(*args, "--json")
    assert result.exit_code == 0 and result.exception is None, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def small(folder: Path, title: str, rules: str = "") -> str:
    path = folder / f"{title}.f27"
    path.write_text(SMALL.format(title=title, rules=rules), "utf-8")
    return str(path)


@pytest.fixture(scope="module")
def deck(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return 21-24-27 with five ranks, which is solved in no time."""
    return small(tmp_path_factory.mktemp("decks"), "small")


def game(deck: str, **settings: Any) -> model.Game:
    with_ = settings.pop("with_", ())
    return f27lang.load(deck, with_=with_, set_=settings)


def adds_up(found: Diff) -> bool:
    why = found.why
    assert why.reprice_pct is not None and why.adapt_pct is not None
    parts = [why.reprice_pct + why.adapt_pct, fsum(each.share_pct for each in why.shares)]
    return all(abs(part - found.delta_pct) < CLOSE for part in parts)


@pytest.fixture(scope="module")
def three_rules(deck: str) -> Diff:
    return diff(game(deck), game(deck, hard_stand=22, soft_stand=25, with_=["forced_moves"]))


def test_the_change_is_that_of_the_edges_and_its_parts_add_up(three_rules: Diff) -> None:
    edges = [f27lang.edge(side.game).edge_pct for side in (three_rules.a, three_rules.b)]
    assert [three_rules.a.measures.edge_pct, three_rules.b.measures.edge_pct] == pytest.approx(edges, abs=CLOSE)
    assert three_rules.delta_pct == pytest.approx(edges[1] - edges[0], abs=CLOSE)
    assert adds_up(three_rules)
    assert [share.rule.name for share in three_rules.why.shares] == ["hard_stand", "soft_stand", "forced_moves"]


def test_a_rule_alone_changes_what_it_changes_in_the_old_game(deck: str, three_rules: Diff) -> None:
    alone = [game(deck, hard_stand=22), game(deck, soft_stand=25), game(deck, with_=["forced_moves"])]
    edges = [f27lang.edge(each).edge_pct - three_rules.a.measures.edge_pct for each in alone]
    assert [share.alone_pct for share in three_rules.why.shares] == pytest.approx(edges, abs=CLOSE)


def test_the_other_way_round_change_and_shares_have_the_opposite_sign(three_rules: Diff) -> None:
    back = diff(three_rules.b.game, three_rules.a.game)
    assert back.delta_pct == pytest.approx(-three_rules.delta_pct, abs=CLOSE)
    shares = {share.rule.name: -share.share_pct for share in back.why.shares}
    assert [shares[share.rule.name] for share in three_rules.why.shares] == pytest.approx(
        [share.share_pct for share in three_rules.why.shares], abs=CLOSE
    )
    assert adds_up(back)


def test_a_game_and_itself_differ_in_nothing(deck: str) -> None:
    found = diff(game(deck), game(deck))
    assert (found.rules, found.differing, found.delta_pct, found.why.shares) == ((), (), 0, ())
    assert (found.why.reprice_pct, found.why.adapt_pct, found.why.stood_in) == (0, 0, 0)
    assert found.chart is not None and not found.chart.changed
    assert "no rule differs" in as_text(found)


@pytest.mark.parametrize("shoe", mostly_long(["full", "endless"], {"full"}))
def test_a_play_that_does_not_adapt_has_nothing_to_adapt(deck: str, shoe: str) -> None:
    found = diff(game(deck), game(deck, hard_stand=22), Asked(play="never_over", shoe=shoe))
    edges = [f27lang.edge(side.game, play="never_over", shoe=shoe).edge_pct for side in (found.a, found.b)]
    assert found.why.reprice_pct == pytest.approx(edges[1] - edges[0], abs=CLOSE)
    assert found.why.adapt_pct == pytest.approx(0, abs=CLOSE)
    assert found.chart is None


@pytest.mark.parametrize("shoe", ["full", "endless"])
def test_the_chart_is_compared_with_the_old_chart_under_the_new_rules(deck: str, shoe: str) -> None:
    found = diff(game(deck), game(deck, hard_stand=22), Asked(play="chart", shoe=shoe))
    assert adds_up(found) and found.why.adapt_pct is not None and found.why.adapt_pct < 0
    assert found.chart is not None and 0 < len(found.chart.changed) < found.chart.cells
    costs = [cell.cost for cell in found.chart.changed]
    assert costs == sorted(costs, reverse=True)


def test_cells_that_changed_tell_what_the_old_move_costs() -> None:
    def chart(*cells: Cell) -> Solution:
        return Solution("chart", "full", "total", 0.0, cells=cells)

    def cell(own: str, move: str, gain: float = 0.1, reach: float = 0.5, forced: bool = False) -> Cell:
        values = (("hit", 0.2 if move == "hit" else 0.2 - gain), ("stand", 0.2 if move == "stand" else 0.2 - gain))
        allowed = tuple(each for each in values if not forced or each[0] == move)
        return Cell(own, "hard 9", move, allowed, gain, reach, forced)

    old = chart(cell("hard 15", "hit"), cell("hard 16", "hit"), cell("hard 17", "hit"), cell("hard 18", "stand"))
    new = chart(cell("hard 15", "stand", 0.02), cell("hard 16", "stand", 0.5), cell("hard 17", "stand", forced=True),
                cell("soft 18", "stand"))  # fmt: skip
    found = changed_chart(old, new)
    assert [(each.player, each.before, each.after, each.forced) for each in found.changed] == [
        ("hard 16", "hit", "stand", False),
        ("hard 15", "hit", "stand", False),
        ("hard 17", "hit", "stand", True),
    ]
    assert [each.cost for each in found.changed] == pytest.approx([0.25, 0.01, 0.0])
    assert [each.gain for each in found.changed] == [pytest.approx(0.5), pytest.approx(0.02), None]
    assert (found.cells, found.only_old, found.only_new) == (3, 1, 1)


def test_two_files_from_the_full_shoe(tmp_path: Path) -> None:
    """Addresses are what differs between files; best play knows every card."""
    one = small(tmp_path, "one")
    rules = "  also values {\n    6: 7\n  }\n  also wager game {\n    pays 6:5 on player wins with finnish_27\n  }\n"
    other = small(tmp_path, "other", rules)
    found = told(one, other)
    assert [rule["path"] for rule in found["rules"]] == ["values 6", "wager game, player wins with finnish_27"]
    assert all("other.f27:" in rule["where"][1] for rule in found["rules"])
    why = found["why"]
    assert why["reprice_pct"] + why["adapt_pct"] == pytest.approx(found["delta_pct"], abs=CLOSE)
    assert fsum(each["share_pct"] for each in why["shares"]) == pytest.approx(found["delta_pct"], abs=CLOSE)
    assert {each["rule"] for each in why["shares"]} == {rule["path"] for rule in found["rules"]}
    edges = [f27lang.edge(path).edge_pct for path in (one, other)]
    assert found["edge_pct"] == pytest.approx(edges, abs=CLOSE)


SIMULATED = Asked(play="mimic_the_dealer", simulation=Simulation(1 << 17, seed=5))


@pytest.fixture(scope="module")
def pair(deck: str) -> tuple[Diff, Diff]:
    games = game(deck), game(deck, hard_stand=22)
    return diff(*games, SIMULATED), diff(*games, Asked(play="mimic_the_dealer"))


def test_pairs_agree_with_the_exact_change_within_their_error(pair: tuple[Diff, Diff]) -> None:
    played, exact = pair
    assert played.se_pct is not None and 0 < played.se_pct < 0.2
    assert abs(played.delta_pct - exact.delta_pct) < 4 * played.se_pct
    assert (played.method, exact.method, exact.se_pct) == ("simulated", "exact", None)


def test_the_same_cards_make_the_change_more_exact_than_two_runs_would(pair: tuple[Diff, Diff]) -> None:
    played = pair[0]
    assert played.se_pct is not None and played.played is not None
    rounds = played.played.tally.rounds
    apart = 100 * sqrt((played.a.measures.sd**2 + played.b.measures.sd**2) / rounds)
    assert played.se_pct < 0.5 * apart


def test_each_side_of_a_pair_is_the_run_that_simulate_makes(deck: str, pair: tuple[Diff, Diff]) -> None:
    played = pair[0].played
    assert played is not None
    for tally, each in zip(
        (played.tally.first, played.tally.second), (game(deck), game(deck, hard_stand=22)), strict=True
    ):
        assert tally == f27lang.simulate(each, 1 << 17, play="mimic_the_dealer", seed=5).tally


def test_what_batches_tell_of_the_error_does_not_hang_on_threads(deck: str) -> None:
    games = game(deck), game(deck, hard_stand=22)
    one, three = (
        diff(*games, Asked(play="never_over", simulation=Simulation(100_000, threads=threads))) for threads in (1, 3)
    )
    assert one.played is not None and three.played is not None
    assert one.played.tally == three.played.tally and one.played.tally.rounds == 100_000


def test_a_pair_is_played_until_its_interval_is_as_narrow_as_wanted(deck: str) -> None:
    found = told(deck, "--set", "hard_stand=22", "--play", "mimic_the_dealer", "--to", "0.5")
    low, high = found["ci95_pct"]
    assert (high - low) / 2 <= 0.5 and found["rounds"] < 10**6
    assert high - low == pytest.approx(2 * NORMAL_95 * found["se_pct"])
    again = told(deck, "--set", "hard_stand=22", "--play", "mimic_the_dealer", "--to", "0.5", "--threads", "1")
    assert again == found
    short = run(deck, "--set", "hard_stand=22", "--play", "mimic_the_dealer", "--to", "0.01", "-n", "20k")
    assert "the wanted interval was not reached in 20,000 rounds" in short.stderr


def test_shares_of_played_games_add_up_too(deck: str) -> None:
    games = game(deck), game(deck, hard_stand=22, soft_stand=25)
    found = diff(*games, Asked(play="never_over", simulation=Simulation(20_000)))
    assert fsum(each.share_pct for each in found.why.shares) == pytest.approx(found.delta_pct, abs=CLOSE)
    assert found.why.reprice_pct is None


@pytest.mark.long
def test_many_rules_get_no_shares_unasked_and_some_orders_where_wanted(deck: str, tmp_path: Path) -> None:
    values = "    3: 2\n    6: 5\n    9: 8\n    K: 12\n"
    pays = "    pays 6:5 on player wins with finnish_27\n    pays 3:2 on player wins with K A A\n"
    other = small(tmp_path, "other", f"  also values {{\n{values}  }}\n  also wager game {{\n{pays}  }}\n")
    plain = told(deck, other)
    assert len(plain["rules"]) == 6 and plain["why"]["shares"] == []
    assert plain["why"]["left_out"].startswith("6 rules differ: their shares take 62 games, about ")
    assert "--yes goes ahead" in plain["why"]["left_out"]
    drawn = told(deck, other, "--orders", "10")
    assert drawn["why"]["orders"] == 10 and len(drawn["why"]["shares"]) == 6
    assert fsum(each["share_pct"] for each in drawn["why"]["shares"]) == pytest.approx(drawn["delta_pct"], abs=CLOSE)
    assert all(each["se_pct"] > 0 for each in drawn["why"]["shares"])


def test_work_that_takes_long_is_not_begun_unasked(deck: str) -> None:
    with pytest.raises(TooLong):
        diff(game(deck), game(deck, hard_stand=22), patience=Patience(seconds=1e-6))


@pytest.fixture(scope="module")
def odd(deck: str, tmp_path_factory: pytest.TempPathFactory) -> Diff:
    """Compare games whose names and lines mean something to Markdown and HTML."""
    rules = '  option on_it "x": on {\n    also values {\n      6: 7\n    }\n  }\n'
    path = tmp_path_factory.mktemp("odd") / "odd.f27"
    path.write_text(SMALL.format(title="<script>a|b*</script>", rules=rules), "utf-8")
    return diff(game(deck), f27lang.load(str(path)))


def test_nothing_from_a_file_reaches_html_or_markdown_unescaped(odd: Diff) -> None:
    page, text = as_html(odd), as_markdown(odd)
    assert "<script" not in page and "&lt;script&gt;" in page
    assert "<script" not in text and r"&lt;script&gt;a\|b\*" in text
    assert escaped("a\n# b & c") == r"a \# b &amp; c"
    assert page.startswith("<!DOCTYPE html>") and odd._repr_html_().startswith('<div class="f27">')


def test_a_line_that_an_option_brought_says_so(odd: Diff) -> None:
    assert [rule.where[1] for rule in odd.rules] == [f"option on_it, {odd.rules[0].where[1].partition(', ')[2]}"]  # type: ignore[union-attr]
    assert "option on_it" in as_text(odd)


def test_text_keeps_to_80_columns(odd: Diff, three_rules: Diff) -> None:
    for found in (odd, three_rules):
        assert max(map(len, as_text(found, every_cell=True).splitlines())) <= 80


def test_json_says_the_same_as_text(three_rules: Diff) -> None:
    found, text = as_json(three_rules), as_text(three_rules)
    assert found["schema"] == "f27.diff/1" and found["method"] == "exact"
    assert f"{found['edge_pct'][0]:z.6f} %  ->  {found['edge_pct'][1]:z.6f} %   {found['delta_pct']:+z.6f}" in text
    assert found["strategy"]["changed"] == len(found["strategy"]["list"])
    assert f"{found['strategy']['changed']} of {found['strategy']['cells']:,} cells" in text
    assert {rule["setting"] for rule in found["rules"]} == {"hard_stand", "soft_stand", "forced_moves"}
    assert three_rules.to_rows()[0]["rule"] == "hard_stand"


def test_all_cells_are_listed_where_wanted(three_rules: Diff) -> None:
    assert three_rules.chart is not None
    more = len(as_text(three_rules, every_cell=True).splitlines()) - len(as_text(three_rules).splitlines())
    assert more == len(three_rules.chart.changed) - 12 - 1


@pytest.mark.long
def test_a_written_file_has_the_form_that_its_name_says(deck: str, tmp_path: Path) -> None:
    for name, begins in (("c.md", "## House edge"), ("c.html", "<!DOCTYPE html>"), ("c.json", "{"), ("c.txt", "A  ")):
        done = run(deck, "--set", "hard_stand=22", "-o", str(tmp_path / name))
        assert done.exception is None and (tmp_path / name).read_text("utf-8").startswith(begins)
    assert "end the file's name in .txt, .md" in str(run(deck, "-o", str(tmp_path / "c.pdf")).exception)


def test_a_change_beyond_a_limit_exits_with_4(deck: str) -> None:
    command = (deck, "--set", "hard_stand=22", "--fail-over")
    over, within = run(*command, "0.05"), run(*command, "5")
    assert over.return_value == 4 and "the edge moved by +2.119118 points, more than 0.05" in over.stderr
    assert within.return_value == 0 and not within.stderr


def test_a_text_from_standard_input_stands_for_both_sides() -> None:
    result = run("-", "--set", "hard_stand=22", "--json", stdin=SMALL.format(title="mine", rules=""))
    assert [rule["path"] for rule in json.loads(result.stdout)["rules"]] == ["dealer stands on hard"]


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ((), "name a variant"),
        (("21-24-27", "21-24-27", "21-24-27"), "two games are compared"),
        (("21-24-27", "--play", "nobody"), "`nobody` is not declared"),
        (("21-24-27", "--wager", "nobody"), "`nobody` is not declared"),
        (("21-24-27", "--set", "hard_stand=99"), "can't be 99"),
        (("21-24-27", "--a-set", "hard_stand"), "write NAME=VALUE"),
        (("21-24-27", "--a-with", "nobody"), "nobody"),
        (("no-such-game", "21-24-27"), "no bundled variant"),
        (("21-24-27", "-n", "1000", "--play", "best"), "what is played is a chart or a strategy"),
        (("21-24-27", "--json", "--format", "md"), "two answers"),
        (("21-24-27", "--to", "0"), "no number of per cent points"),
        (("21-24-27", "--knowledge", "total", "--play", "best"), "don't go together"),
    ],
)
def test_wrong_input_gets_a_message(args: tuple[str, ...], says: str) -> None:
    result = run(*args)
    assert result.exit_code == 2 or result.return_value in (1, 2) or result.exception is not None
    assert says in result.output + str(result.exception)
    assert "F0901" not in result.output


def test_games_of_different_kinds_are_not_compared(tmp_path: Path) -> None:
    path = tmp_path / "ours.f27"
    path.write_text('f27 1\n\nvying game "ours" {\n}\n', "utf-8")
    result = run("21-24-27", str(path))
    assert result.return_value == 2 and "error[F0905]: a banked game and a vying game" in result.stderr


def test_two_charts_are_laid_over_each_other(deck: str, tmp_path: Path) -> None:
    command = ["strategy", deck, "--set", "hard_stand=22", "--against", deck]

    def laid(*args: str) -> Result:
        return CliRunner().invoke(f27, [*command, *args], standalone_mode=False)

    found = json.loads(laid("--json").stdout)
    changed = told(deck, "--set", "hard_stand=22")["strategy"]
    assert found["differ"] == changed["list"] and found["cells"] == changed["cells"]
    rows = laid("--format", "csv").stdout.splitlines()
    assert rows[0] == "player,dealer,cards,a,b,differ"
    assert sum(row.endswith(",1") for row in rows) == len(found["differ"])
    text = laid().stdout
    assert " HS" in text and max(map(len, text.splitlines())) <= 80
    laid("-o", str(tmp_path / "both.html"))
    assert 'class="changed"' in (tmp_path / "both.html").read_text("utf-8")
    assert "two charts are laid over each other as" in str(laid("--cell", "hard 19 v 20").exception)


def test_what_can_not_be_told_of_the_old_play_is_said(deck: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise NotComparable("its <peek> tells by cards")

    monkeypatch.setattr("f27lang.compare.diff.repriced", refuse)
    found = diff(game(deck), game(deck, hard_stand=22))
    assert (found.why.reprice_pct, found.why.unparted) == (None, "its <peek> tells by cards")
    assert "what the old play costs can't be told: its <peek> tells by cards" in as_text(found)
    assert as_json(found)["why"]["unparted"] == "its <peek> tells by cards"
    assert "be told: its &lt;peek&gt; tells by cards" in as_html(found)
    assert "be told: its &lt;peek&gt; tells by cards" in as_markdown(found)


def test_a_line_stands_where_a_house_put_it_and_a_committed_version_has_houses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = small(tmp_path, "card", '  house "River" {\n    set decks = 3\n  }\n')
    text = Path(card).read_text("utf-8").replace("decks: 1", "decks: 1 in 1..4")
    Path(card).write_text(text, "utf-8")
    place = f"card.f27:{text.splitlines().index('    set decks = 3') + 1}"
    result = run(card, f"{card}@River", "--json", "--play", "never_over")
    (rule,) = json.loads(result.stdout)["rules"]
    assert rule["path"] == "cards decks" and rule["where"][1].endswith(place)
    assert "command line" not in run(card, f"{card}@River", "--play", "never_over").stdout
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):  # of whoever runs the tests
        monkeypatch.delenv(name, raising=False)
    who = ("-c", "user.name=Author", "-c", "user.email=author@example.com", "-c", "commit.gpgsign=false")
    for words in (("init", "--quiet"), ("add", "--all"), ("commit", "--quiet", "--message=rules")):
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)
    monkeypatch.chdir(tmp_path)
    committed = run("--git", "HEAD:card.f27@River", "card.f27", "--json", "--play", "never_over")
    assert [(each["from"], each["to"]) for each in json.loads(committed.stdout)["rules"]] == [("3", "1")]


def test_messages_quote_the_option_that_was_typed() -> None:
    result = run("21-24-27", "--a-set", "hard_stand=99", "--a-with", "nothing")
    assert "| --a-set hard_stand=99\n   |                    ^^ outside the range" in result.stderr
    assert "--a-with nothing" in result.stderr


def test_equal_games_need_no_interval() -> None:
    result = run("21-24-27", "--rounds", "10", "--to", "1", "--play", "never_over")
    assert not result.stderr
    other = run("21-24-27", "--set", "hard_stand=22", "--rounds", "10", "--to", "1", "--play", "never_over")
    assert "the wanted interval was not reached" in other.stderr


@pytest.mark.long
def test_a_limit_is_broken_where_what_was_played_is_surely_beyond() -> None:
    asked = ("21-24-27", "--set", "hard_stand=22", "--play", "never_over", "-n", "100k")
    sure, unsure, within = (run(*asked, "--fail-over", limit) for limit in ("1", "7.1", "9"))
    assert [each.return_value for each in (sure, unsure, within)] == [4, 0, 0]
    assert "points, more than 1 for sure (95 %)" in sure.stderr
    assert "which may be no more than 7.1: more rounds would tell" in unsure.stderr
    assert not within.stderr
