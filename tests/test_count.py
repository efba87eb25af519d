"""`f27 count`, `f27 edge --removed` and `--depth`: their figures, words and refusals."""

from __future__ import annotations

import json
import re
from collections import Counter
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from click.testing import CliRunner, Result

import f27lang
from f27lang import depths as depths_module
from f27lang import pipeline
from f27lang.cli.main import COMMANDS, f27
from f27lang.counting.counts import NAMED, Counted, counted
from f27lang.depths import Depths, depths
from f27lang.lower import lower
from f27lang.referee import deal_order
from f27lang.report import count as report
from f27lang.report.chart_png import available
from f27lang.report.depths import bars
from f27lang.solve import solve_shoe
from f27lang.solve.removal import Pack
from tests.closed_games import written
from tests.needs import needs_compiler

DECK = "decks: 1 | deck: A 10..K in 3 suits plus 2 Joker | shuffle: every hand"
EXACT = 1e-13


def run(*args: str) -> Result:
    return CliRunner().invoke(f27, list(args), standalone_mode=False)


def told(*args: str) -> dict[str, Any]:
    result = run(*args, "--json")
    assert not result.return_value, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


@pytest.fixture(scope="module")
def card(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A file of a small game."""
    path = tmp_path_factory.mktemp("small") / "small.f27"
    path.write_text(
        written("small", cards=DECK, **{"strategy draw": "player { | hit on hard ..20 | otherwise stand | }"})
    )
    return str(path)


@pytest.fixture(scope="module")
def found(card: str) -> Counted:
    return counted(pipeline.playable(card)[0], tags="A -1, K 1")


# ---- count ------------------------------------------------------------------------------------------------------


def test_what_is_counted(found: Counted) -> None:
    names = [each.name for each in found.judged]
    assert (names[0], names[-1]) == ("inventor", "own")
    assert {"best1", "best2", "best3"} <= set(names)
    best = {each.name: each.correlation for each in found.judged}
    assert best["best1"] <= best["best2"] <= best["best3"] <= 1
    assert all(each.correlation <= best["best3"] for each in found.judged if max(map(abs, each.tags.values)) <= 3)
    for each in found.judged:
        assert each.outlook.gain <= found.outlook.gain
        assert "balanced" not in each.name or each.total == 0


def test_counts_are_called_by_name(card: str, found: Counted) -> None:
    for name in NAMED:
        assert found.called(name).name == {"best": "best2"}.get(name, name)
    assert found.called("A -1, K 1").name == "own"
    assert [row["name"] for row in told("count", card, "--tags", "best")["tags"]] == [
        each.name for each in found.judged[:-1]
    ]


def test_the_answer_in_json(card: str, found: Counted) -> None:
    answer = told("count", card, "--tags", "A -1, K 1")
    assert answer["schema"] == "f27.count/1"
    assert [(row["card"], row["count"]) for row in answer["effects"]] == [
        ("A", 3), ("10", 3), ("J", 3), ("Q", 3), ("K", 3), ("Joker", 2)
    ]  # fmt: skip
    edges = {}
    for gone in (None, "Q"):
        results = told("edge", card, *(["--removed", gone] if gone else []), "--play", "best", "--shoe", "full")[
            "results"
        ]
        edges[gone] = results[0]["edge_pct"]
    queen = next(row for row in answer["effects"] if row["card"] == "Q")
    assert queen["effect_pct"] == pytest.approx(edges["Q"] - edges[None], abs=100 * EXACT)
    chart = sum(row["count"] * row["effect_chart_pct"] for row in answer["effects"])
    assert chart == pytest.approx(0, abs=1e-10)
    assert answer["mean_effect_pct"] == pytest.approx(
        sum(row["count"] * row["effect_pct"] for row in answer["effects"]) / answer["cards"], abs=1e-12
    )
    own = answer["tags"][-1]
    assert own["name"] == "own"
    assert own["betting_correlation"] == pytest.approx(found.judged[-1].correlation)
    assert own["sum"] == 0
    assert own["balanced"]
    assert answer["gain_of_blackjack"] == pytest.approx(
        found.outlook.gain / (answer["blackjack"]["outlook"]["gain_pct"] / 100)
    )


def test_the_answer_in_words(card: str) -> None:
    text = run("count", card).stdout
    assert max(map(len, text.splitlines())) <= 80
    for effect in told("count", card)["effects"]:
        number = re.escape(f"{effect['effect_pct']:+z.5f}")
        row = rf"^{effect['card']} +{effect['count']} +{number} "
        assert re.search(row, text, re.MULTILINE), row
    assert "wizardofodds.com" in text
    assert "inventor " in text


def test_the_verdict_follows_from_the_figures(found: Counted) -> None:
    """The larger the effects, the more there is to gain."""

    def words(times: float) -> str:
        cards = tuple(evolve(effect, chart=effect.chart * times) for effect in found.effects.cards)
        full = evolve(found.effects.full, chart=-0.01)
        return report.verdict(evolve(found, effects=evolve(found.effects, full=full, cards=cards)))

    assert "gains more than in" in words(2)
    assert "gains less here" in words(1.3)
    assert "gains little" in words(0.6)
    assert "gains next to nothing" in words(0.2)


@needs_compiler
@pytest.mark.long
def test_the_game_that_is_said_to_be_impervious() -> None:
    answer = told("count", "21-24-27")
    assert answer["gain_of_blackjack"] == pytest.approx(0.02, abs=0.005)
    inventor, best = answer["tags"][0], answer["tags"][3]
    assert inventor["betting_correlation"] == pytest.approx(0.734, abs=0.0005)
    assert best["betting_correlation"] == pytest.approx(0.985, abs=0.0005)
    assert {row["card"]: row["count"] for row in answer["effects"]}["Joker"] == 12


def test_the_python_api(card: str) -> None:
    found = f27lang.count(card, tags="A 1")
    assert found.judged[-1].tags.of("A") == 1
    assert f27lang.edge(card, removed="K K").edge_pct != f27lang.edge(card).edge_pct
    with pytest.raises(f27lang.VariantError, match="F0308"):
        f27lang.edge(card, removed="K K K K")
    with pytest.raises(f27lang.VariantError, match="F0106"):
        f27lang.count("seven-twenty-seven")


def test_count_is_among_the_commands() -> None:
    assert "count" in COMMANDS


# ---- edge --removed ---------------------------------------------------------------------------------------------


def test_a_shoe_without_cards(card: str) -> None:
    game = pipeline.playable(card)[0]
    answer = told("edge", card, "--removed", "13 A 1h")
    left = Pack.of(game, lower(game)).without({("K", "spades"): 1, ("A", "hearts"): 1, ("A", "spades"): 1})
    edges = {row["play"]: row["edge_pct"] for row in answer["results"]}
    assert edges["best"] == pytest.approx(solve_shoe(left).edge_pct, abs=100 * EXACT)
    assert answer["cards"] == left.shoe
    assert sum(row["number"] for row in answer["removed"]) == 3
    assert edges["best"] <= edges["chart"] + 1e-10 <= answer["kept_chart_edge_pct"] + 2e-10
    assert {row["shoe"] for row in answer["results"]} == {"full"}


def test_a_strategy_from_a_shoe_without_cards(card: str) -> None:
    answers = [told("edge", card, "--play", "draw", "--shoe", "full", *more) for more in ((), ("--removed", "Joker"))]
    assert answers[0]["results"][0]["edge_pct"] != answers[1]["results"][0]["edge_pct"]
    assert answers[1]["kept_chart_edge_pct"] is None
    text = run("edge", card, "--removed", "A A K", "--outcomes", "--no-store").stdout
    assert "without           2 A, 1 K" in text
    assert "the chart of the full shoe, kept" in text
    assert "cards a hand" in text


def test_what_is_removed_is_kept_apart_in_the_store(card: str) -> None:
    before = told("edge", card, "--removed", "K")["results"]
    assert told("edge", card)["results"][0]["edge_pct"] != before[0]["edge_pct"]
    assert told("edge", card, "--removed", "K")["results"] == before
    assert "without 1 K" in run("runs").stdout


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (("--removed", "A A A A"), 2, "the shoe holds only three aces"),
        (("--removed", "2"), 2, "the shoe holds no 2"),
        (("--removed", "Kc"), 2, "the shoe holds no Kc"),
        (("--removed", "Zed K"), 2, "`Zed` is no card"),
        (("--removed", " "), 2, "no cards are named"),
        (("--removed", "A A A 10 10 10 J J J Q Q Q"), 2, "a hand can't be dealt to its end from the 5 cards"),
        (("--depth", "75%"), 2, "a hand can't be dealt to its end"),
    ],
)
def test_cards_that_are_not_there(card: str, args: tuple[str, ...], code: int, said: str) -> None:
    result = run("edge", card, *args)
    assert result.return_value == code, result.output
    assert said in result.stderr
    assert "= help: " in result.stderr


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--depth", "half"), "is not a share of the shoe"),
        (("--depth", "-5%"), "is not a share of the shoe"),
        (("--depth", "1/2"), "is not a share of the shoe"),
        (("--depth", "0%"), "has to be more than 0%"),
        (("--depth", "100"), "less than 100%"),
        (("--depth", "20%", "--play", "best"), "leave out --play best"),
        (("--depth", "20%", "--outcomes"), "--outcomes does not go with --depth"),
        (("--depth", "20%", "--max", "1"), "--max does not go with --depth"),
        (("--depth", "20%", "--removed", "A"), "take one"),
        (("--depth", "20%", "--shoe", "endless"), "leave out --shoe endless"),
        (("--removed", "A", "--shoe", "endless"), "leave out --shoe endless"),
        (("--seed", "7"), "--seed goes with --depth"),
        (("--png", "x.png"), "--png goes with --depth"),
    ],
)
def test_options_that_make_no_sense(card: str, args: tuple[str, ...], said: str) -> None:
    with pytest.raises(Exception, match=re.escape(said)):
        CliRunner().invoke(f27, ["edge", card, *args], standalone_mode=False, catch_exceptions=False)


@pytest.mark.parametrize("args", [("count",), ("edge", "--depth", "20%"), ("edge", "--removed", "A")])
def test_vying_games_have_none(args: tuple[str, ...]) -> None:
    result = CliRunner().invoke(f27, [args[0], "seven-twenty-seven", *args[1:]])
    assert "vying game" in result.stderr
    assert not result.stdout


@pytest.mark.parametrize(("option", "text"), [("--tags", "A"), ("--tags", "2 1"), ("--wager", "side")])
def test_what_a_count_refuses(card: str, option: str, text: str) -> None:
    result = run("count", card, option, text)
    assert result.return_value == 2
    assert "error[F" in result.stderr


# ---- edge --depth -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def spread(card: str) -> Depths:
    return depths(pipeline.playable(card)[0], Fraction(1, 5), seed=3, shoes=60)


def test_shoes_are_those_that_a_simulation_deals(card: str, spread: Depths) -> None:
    game = pipeline.playable(card)[0]
    whole = Pack.of(game, lower(game))
    chart = solve_shoe(whole.rulebook, "chart").policy
    assert chart is not None
    assert spread.gone == 4  # a fifth of 17, and a card to be sure
    for number in (0, 1, 59):
        cards = deal_order(game, 3, number)
        gone = Counter(next(cards) for _ in range(4))
        expected = solve_shoe(whole.without(gone), chart).value
        assert spread.values[number] == pytest.approx(expected, abs=EXACT)


def test_the_mean_of_all_shoes_is_the_full_one(spread: Depths) -> None:
    assert spread.z is not None
    assert abs(spread.z) < 3.3
    assert spread.mean != spread.full
    assert spread.sd == pytest.approx(spread.linear_sd, rel=0.25)
    assert spread.correlation is not None
    assert spread.correlation > 0.9
    edges = [edge for _, edge in spread.quantiles]
    assert edges == sorted(edges)
    assert edges[0] == pytest.approx(-100 * max(spread.values))


def test_a_single_card_less_is_linear(card: str) -> None:
    found = depths(pipeline.playable(card)[0], Fraction(1, 17), shoes=30)
    assert found.gone == 1
    assert found.linear == pytest.approx(found.values, abs=EXACT)
    assert found.correlation == pytest.approx(1)


@pytest.mark.long
def test_the_spread_as_told(card: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(depths_module, "SHOES", 20)
    answer = told("edge", card, "--depth", "20%", "--seed", "3")
    assert answer == told("edge", card, "--depth", "20", "--seed", "3")
    assert answer["schema"] == "f27.depth/1"
    assert len(answer["edges_pct"]) == answer["shoes"] == 20
    assert answer["favourable"] == sum(edge < 0 for edge in answer["edges_pct"]) / 20
    assert answer["se_pct"] == pytest.approx(answer["sd_pct"] / sqrt(20))
    text = run("edge", card, "--depth", "20%", "--seed", "3").stdout
    assert max(map(len, text.splitlines())) <= 80
    numbers = [int(number) for number in re.findall(r"^ *-?[\d.]+ to +-?[\d.]+ +(\d+)", text, re.MULTILINE)]
    assert sum(numbers) == 20
    assert told("edge", card, "--depth", "20%")["edges_pct"] != answer["edges_pct"]
    assert told("edge", card, "--depth", "20%", "--play", "draw")["full_edge_pct"] != answer["full_edge_pct"]


@pytest.mark.skipif(not available(), reason="a picture needs matplotlib")
def test_a_picture(card: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(depths_module, "SHOES", 20)
    assert not run("edge", card, "--depth", "20%", "--png", str(tmp_path / "x.png")).return_value
    assert (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("edges", [[1.0, 1.0], [0.1, 0.25, -0.1], [3.0, 40.0, 41.0], [0.0, 1e-9]])
def test_bars_hold_every_shoe(edges: list[float]) -> None:
    drawn = bars(edges)
    assert sum(bar.number for bar in drawn) == len(edges)
    for bar in drawn:
        inside = [edge for edge in edges if bar.low - 1e-12 <= edge <= bar.high + 1e-12]
        assert len(inside) >= bar.number
    assert 1 <= len(drawn) <= 50


@needs_compiler
@pytest.mark.long
def test_half_a_shoe() -> None:
    found = depths(pipeline.playable("21-24-27")[0], Fraction(1, 2))
    assert -100 * found.full == pytest.approx(1.0434235181, abs=1e-9)
    assert found.z is not None
    assert abs(found.z) < 3.3
    assert found.correlation is not None
    assert found.correlation > 0.98
