"""What an edge is made of and what it costs: all tables add up to the solver's edge."""

import json
import re
from functools import cache
from math import fsum
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result
from needs import needs_compiler

from f27lang import analysis
from f27lang.api import load
from f27lang.cli.main import f27
from f27lang.model import Game
from f27lang.report import edge, edge_tables, money
from f27lang.report.edge import Asked
from f27lang.report.money import Pace
from f27lang.rulebook import Rulebook
from f27lang.solve.solution import Frequencies, Solution
from tests.families import mostly_long

ONE_STORE = True

ROOT = Path(__file__).parent.parent
GOLDEN = Path(__file__).parent / "golden" / "edge-tables.txt"
VARIANT = "21-24-27"
PLAYED = (VARIANT, "tests/good/one-upcard.f27", "tests/good/thirty-one.f27")
FEW = Frequencies((), (), (), 1.0, player_cards=3.5, dealer_cards=2.5, decisions=2.0)


@cache
def solved(variant: str, shoe: str, play: str = "best") -> tuple[Game, Rulebook, Solution]:
    game = load(str(ROOT / variant) if "/" in variant else variant)
    return game, *analysis.edges(game, analysis.questions(play, shoe), frequencies=True)[0]


def run(*args: str) -> Result:
    return CliRunner().invoke(f27, ["edge", VARIANT, "--shoe", "endless", *args], standalone_mode=False)


def adds_up(variant: str, shoe: str, play: str) -> None:
    _, tables, found = solved(variant, shoe, play)
    rows, shares = edge_tables.returns(tables, found, 0), edge_tables.shown(found)
    assert fsum(row.probability for row in rows) == pytest.approx(1, abs=1e-12)
    assert fsum(row.contribution_pct for row in rows) == pytest.approx(-found.edge_pct, abs=1e-10)
    assert fsum(row.contribution_pct / 100 for row in rows) == pytest.approx(found.value, abs=1e-12)
    assert fsum(row.probability for row in shares) == pytest.approx(1, abs=1e-12)
    assert fsum(row.contribution_pct / 100 for row in shares) == pytest.approx(-found.value, abs=1e-12)


@pytest.mark.parametrize("play", mostly_long(["best", "chart"], {"best"}))
@pytest.mark.parametrize("variant", PLAYED)
def test_tables_add_up_to_the_edge_of_the_endless_shoe(variant: str, play: str) -> None:
    adds_up(variant, "endless", play)


@needs_compiler
@pytest.mark.parametrize("play", mostly_long(["best", "mimic_the_dealer"], {"best"}))
def test_tables_add_up_to_the_edge_of_the_full_shoe(play: str) -> None:
    adds_up(VARIANT, "full", play)


def test_rows_hold_the_solvers_figures() -> None:
    _, tables, found = solved(VARIANT, "endless")
    rows = {row.outcome: row for row in edge_tables.returns(tables, found, 0)}
    for outcome, probability in zip(tables.outcomes, found.frequencies.outcomes, strict=True):
        if probability:
            assert rows[outcome.name].probability == probability
            assert rows[outcome.name].pays * tables.denominator == outcome.payoffs[0]
            assert rows[outcome.name].one_in * probability == pytest.approx(1, abs=1e-15)
    shares = {row.dealer: row for row in edge_tables.shown(found)}
    for dealer, probability, value in found.by_dealer:
        assert (shares[dealer].probability, shares[dealer].edge_pct) == (probability, -100 * value)


def test_golden_output(bless: bool) -> None:
    text = run("--play", "best", "--table", "--by", "dealer").stdout
    if bless:
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8")


def test_what_is_printed_adds_up_too() -> None:
    """Six digits behind the point are rounded a row: their sum is off by half a digit a row at most."""
    table, dealer = run("--play", "best", "--table", "--by", "dealer").stdout.split("\n\n")[1:]
    for text, sign in ((table, 1), (dealer, 1)):
        shares = [float(share) for share in re.findall(r"([+-]\d+\.\d{6}) %$", text, re.MULTILINE)]
        assert len(shares) > 5
        assert sign * sum(shares[:-1]) == pytest.approx(shares[-1], abs=0.5e-6 * len(shares))
    assert f"{-solved(VARIANT, 'endless')[2].edge_pct:+.6f} %" in table


@pytest.mark.parametrize("variant", PLAYED)
def test_tables_are_ascii_in_80_columns(variant: str) -> None:
    game, tables, found = solved(variant, "endless")
    text = edge.as_text(game, [(tables, found)], Asked(0, True, True, Pace()))
    rows = text.split("\n\n", 1)[1].splitlines()
    assert text.isascii()
    assert max(map(len, rows)) <= 80


def test_long_names_are_broken_and_lose_nothing() -> None:
    name = "player wins after dealer, " + "dealer over " * 12
    lines = edge_tables.columns(("outcome", "one in"), [(name, "12.00"), ("x", "1.00")]).splitlines()
    assert max(map(len, lines)) <= 80
    assert " ".join(" ".join(lines[1:-1]).replace("12.00", "").split()) == name.strip()


def test_json_has_the_rows_and_the_pace() -> None:
    answer = json.loads(run("--play", "chart", "--table", "--hand-seconds", "20", "--json").stdout)
    (result,) = answer["results"]
    value = result["edge_pct"] / 100
    assert fsum(row["contribution_pct"] for row in result["by_dealer"]) == pytest.approx(100 * value, abs=1e-10)
    assert fsum(row["contribution_pct"] for row in result["table"]) == pytest.approx(-100 * value, abs=1e-10)
    assert answer["least_stake_dollars"] == 10
    assert result["cost_dollars"] == pytest.approx(10 * value, abs=1e-12)
    pace, outcomes = result["pace"], result["outcomes"]
    assert (pace["seconds_per_card"], pace["seconds_per_decision"], pace["seconds_per_hand"]) == (1, 3, 20)
    seconds = 20 + outcomes["player_cards"] + outcomes["dealer_cards"] + 3 * outcomes["decisions"]
    assert pace["hands_per_hour"] == pytest.approx(3600 / seconds, rel=1e-12)
    assert pace["cost_per_hour_dollars"] == pytest.approx(10 * value * 3600 / seconds, rel=1e-12)


def test_by_dealer_alone_leaves_frequencies_out() -> None:
    (result,) = json.loads(run("--by", "dealer", "--json").stdout)["results"]
    assert "by_dealer" in result
    assert "outcomes" not in result
    assert "hands an hour" not in run("--by", "dealer").stdout


def test_pace_counts_cards_and_decisions() -> None:
    assert Pace(1, 3, 8).seconds(FEW) == 8 + 6 + 6
    assert Pace(2, 0, 0).hands_per_hour(FEW) == 300
    assert Pace(0, 0, 36).hands_per_hour(FEW) == 100


def test_the_help_tells_the_paces_defaults() -> None:
    text = " ".join(CliRunner().invoke(f27, ["edge", "--help"]).stdout.split())
    pace = Pace()
    assert f"for a card; by default {pace.card:g}." in text
    assert f"for a decision; by default {pace.decision:g}." in text
    assert f"for bets and payments; by default {pace.hand:g}." in text


@pytest.mark.parametrize("flag", ["--card-seconds", "--decision-seconds", "--hand-seconds", "--max"])
@pytest.mark.parametrize("amount", ["nan", "inf", "x", "", "-inf"])
def test_what_is_no_number_is_a_usage_error(flag: str, amount: str) -> None:
    result = run(flag, amount)
    assert isinstance(result.exception, click.UsageError)


@pytest.mark.parametrize(
    "args",
    [["--card-seconds", "-1"], ["--hand-seconds", "3601"], ["--by", "player"],
     ["--card-seconds", "0", "--decision-seconds", "0", "--hand-seconds", "0"]],
    ids=" ".join,
)  # fmt: skip
def test_impossible_paces_are_usage_errors(args: list[str]) -> None:
    assert isinstance(run(*args).exception, click.UsageError)


@pytest.mark.parametrize(
    ("amount", "told"),
    [(0.104, "10.4 cents"), (0.0, "0.0 cents"), (1.0, "$1.00"), (17.404, "$17.40"), (1e4, "$10,000.00")],
)
def test_amounts_are_told_as_people_say_them(amount: float, told: str) -> None:
    assert money.dollars(amount) == told


def test_a_game_that_favours_the_player_gains() -> None:
    game = solved(VARIANT, "endless")[0]
    kind = Solution("best", "endless", "cards", 0.02)
    assert money.cost_words(game, kind, 0) == "a $10 wager gains 20.0 cents"
