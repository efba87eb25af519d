"""The JSON that others read: keys, units, figures, and golden answers."""

import json
import math
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from needs import needs_compiler

from f27lang.cli.main import f27

ONE_STORE = True

ROOT = Path(__file__).parent.parent
GOLDEN = Path(__file__).parent / "golden" / "json"
VARIANT, VYING = "21-24-27", "seven-twenty-seven"
# what is the machine's or the build's own and no part of an answer
OWN = {"kernels", "path", "rounds_per_second", "hands_per_second", "cpu_seconds", "reason", "threads"}


def answer(*args: str, code: int = 0) -> dict[str, Any]:
    result = CliRunner().invoke(f27, [*args, "--json"], standalone_mode=False)
    assert (result.return_value or 0) == code, result.output
    parsed: dict[str, Any] = json.loads(result.stdout)
    return parsed


ANSWERS = {
    "list": ["list"],
    "check": ["check", str(Path("tests/golden/json/wrong.f27"))],
    "show": ["show", VARIANT, "--with", "forced_moves"],
    "edge": ["edge", VARIANT, "--shoe", "endless", "--table"],
    "simulate": ["simulate", VARIANT, "--play", "mimic_the_dealer", "-n", "100k", "--threads", "1"],
    "table": ["simulate", VYING, "--hero", "commit", "--bet", "one", "-n", "5k", "--set", "rake_share=5%"],
    "matrix": ["edge", VYING, "--seats", "3", "--play", "low"],
    "count": ["count", str(Path("tests/good/one-upcard.f27"))],
    "edge-removed": ["edge", str(Path("tests/good/one-upcard.f27")), "--removed", "A 7h", "--no-store"],
    "compile": ["compile", VARIANT],
    "explain": ["explain", "poker-like"],
    "hand": ["explain", "poker-like", "--hand", "2 3 4 5 7 against A 2 3 5 4"],
    "error": ["edge", "finnish-27"],
}
CODES = {"check": 1, "error": 1}


@pytest.mark.parametrize("name", ANSWERS)
def test_golden_answers(name: str, bless: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = json.dumps(_lasting(answer(*ANSWERS[name], code=CODES.get(name, 0))), indent=2, ensure_ascii=False) + "\n"
    golden = GOLDEN / f"{name}.json"
    if bless:
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


@needs_compiler
@pytest.mark.long
def test_poker_like_in_full(bless: bool, poker: dict[str, Any]) -> None:
    text = json.dumps(_lasting(poker, digits=9), indent=2, ensure_ascii=False) + "\n"
    golden = GOLDEN / "edge-poker-like.json"
    if bless:
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


def _lasting(value: Any, digits: int = 12) -> Any:
    """Return an answer without what differs from machine to machine, and numbers to so many digits."""
    if isinstance(value, dict):
        return {key: "..." if key in OWN else _lasting(item, digits) for key, item in value.items()}
    if isinstance(value, list):
        return [_lasting(item, digits) for item in value]
    return float(f"{value:.{digits}g}") if isinstance(value, float) else value


@pytest.fixture(scope="module")
def poker() -> dict[str, Any]:
    return answer("edge", "poker-like", "--play", "best", "--shoe", "full", "--outcomes", "--table", "--by", "dealer")


@pytest.mark.long
@needs_compiler
def test_poker_hands_are_counted(poker: dict[str, Any]) -> None:
    """Who compares poker hands has made one; the return table tells such rounds apart, and still adds up."""
    (result,) = poker["results"]
    compared, made = result["five_against_five"], result["poker_categories"]
    assert set(compared) == {"better", "equal", "worse"}
    assert next(iter(made)) == "five_of_a_kind"
    assert sum(compared.values()) < sum(made.values()) < 1
    table = {row["outcome"]: row["probability"] for row in result["table"]}
    for outcome, how in (
        ("player wins after dealer, a better poker hand", "better"),
        ("push after dealer, equal poker hands", "equal"),
        ("dealer wins after dealer, a better poker hand", "worse"),
    ):
        assert table[outcome] == compared[how]
    assert sum(table.values()) == pytest.approx(1, abs=1e-12)
    assert sum(row["contribution_pct"] for row in result["table"]) == pytest.approx(-result["edge_pct"], abs=1e-10)
    assert [row["dealer"] for row in result["by_dealer"]] == ["A", *map(str, range(2, 11)), "J", "Q", "K", "Joker"]


@needs_compiler
@pytest.mark.long
def test_who_knows_less_plays_no_better() -> None:
    knows = {}
    for knowledge in ("cards", "ranks", "total"):
        (first, *_) = answer("edge", "poker-like", "--shoe", "full", "--knowledge", knowledge)["results"]
        assert (first["play"], first["knowledge"]) == ("chart" if knowledge == "total" else "best", knowledge)
        knows[knowledge] = first["edge_pct"]
    assert knows["cards"] < knows["ranks"] < knows["total"]


@pytest.mark.parametrize(("knowledge", "play"), [("total", "best"), ("ranks", "chart"), ("cards", "never_over")])
def test_knowledge_is_that_of_best_play(knowledge: str, play: str) -> None:
    result = CliRunner().invoke(f27, ["edge", "poker-like", "--knowledge", knowledge, "--play", play])
    assert result.exit_code == 2
    assert f"--knowledge {knowledge} and --play {play} don't go together" in result.output


def test_list() -> None:
    listed = answer("list")
    assert listed["schema"] == "f27.list/1"
    variants = {variant["name"]: variant for variant in listed["variants"]}
    assert set(variants) == {path.stem for path in (ROOT / "variants").glob("*.f27")}
    assert variants[VARIANT]["kind"] == "banked"
    assert variants["finnish-27"]["abstract"] is True
    assert variants[VARIANT]["abstract"] is False
    assert Path(variants[VARIANT]["path"]).is_file()


def test_check_tells_where() -> None:
    path = GOLDEN / "wrong.f27"
    found = answer("check", str(path), code=1)
    assert found["schema"] == "f27.check/1"
    for diagnostic in found["diagnostics"]:
        assert set(diagnostic) == {
            "code", "severity", "message", "file", "line", "column", "end_line", "end_column", "notes", "help",
        }  # fmt: skip
        line = path.read_text().splitlines()[diagnostic["line"] - 1]
        assert diagnostic["line"] == diagnostic["end_line"]
        assert line[diagnostic["column"] - 1 : diagnostic["end_column"] - 1] == "stnads"
    assert answer("check", VARIANT)["diagnostics"] == []


@pytest.fixture(scope="module")
def edges() -> dict[str, Any]:
    return answer("edge", VARIANT, "--outcomes")


def test_edge_by_default_shows_best_play_the_chart_and_the_endless_shoe(edges: dict[str, Any]) -> None:
    assert edges["schema"] == "f27.edge/1"
    shown = [(r["play"], r["shoe"], r["knowledge"], r["method"]) for r in edges["results"]]
    assert shown[:2] == [("best", "full", "cards", "exact"), ("chart", "full", "total", "exact")]
    assert shown[2][:2] == ("best", "endless")


def test_edge_with_outcomes_adds_up(edges: dict[str, Any]) -> None:
    for result in edges["results"]:
        o = result["outcomes"]
        assert o["win"] + o["push"] + o["lose"] == pytest.approx(1, abs=1e-12)
        assert 100 * (o["lose"] - o["win"]) == pytest.approx(result["edge_pct"], abs=1e-10)
        mean = -result["edge_pct"] / 100
        assert o["win"] + o["lose"] - mean**2 == pytest.approx(o["variance"], abs=1e-12)
        assert sum(result["player_totals"].values()) == pytest.approx(1, abs=1e-12)
        assert sum(result["dealer_totals"].values()) == pytest.approx(1, abs=1e-12)
        assert {"player_bust", "dealer_bust", "player_cards", "dealer_cards", "decisions"} <= set(o)


def test_the_return_table_adds_up_to_the_edge() -> None:
    (result,) = answer("edge", VARIANT, "--shoe", "endless", "--table")["results"]
    assert sum(row["probability"] for row in result["table"]) == pytest.approx(1, abs=1e-12)
    assert sum(row["contribution_pct"] for row in result["table"]) == pytest.approx(-result["edge_pct"], abs=1e-10)


def test_the_endless_shoes_edge_is_a_fraction() -> None:
    (result,) = answer("edge", VARIANT, "--shoe", "endless")["results"]
    above, below = map(int, result["edge_fraction"].split("/"))
    assert math.gcd(above, below) == 1
    assert 100 * above / below == pytest.approx(result["edge_pct"], abs=1e-12)


@pytest.mark.long
def test_a_chosen_play_and_shoe_are_what_is_shown() -> None:
    for shoe in ("full", "endless"):
        (result,) = answer("edge", VARIANT, "--play", "mimic_the_dealer", "--shoe", shoe)["results"]
        assert (result["play"], result["shoe"]) == ("mimic_the_dealer", shoe)


def test_strategy_cells() -> None:
    chart = answer("strategy", VARIANT)
    assert chart["schema"] == "f27.strategy/1"
    cells = {(cell["player"], cell["dealer"]): cell for cell in chart["cells"]}
    assert len(cells) == len(chart["cells"])
    for cell in chart["cells"]:
        assert cell["move"] == max(cell["values"], key=cell["values"].get)
        assert cell["gain"] == pytest.approx(max(cell["values"].values()) - min(cell["values"].values()), abs=1e-12)
        assert 0 <= cell["reach"] <= 3
    assert cells["hard 4", "hard 12"]["move"] == "hit"
    assert cells["hard 26", "hard 12"]["move"] == "stand"


def test_simulate_counts_add_up_and_stay_the_same() -> None:
    arguments = ("simulate", VARIANT, "--play", "mimic_the_dealer", "-n", "300k", "--seed", "5", "--threads")
    one, two = answer(*arguments, "1", "--exact"), answer(*arguments, "2")
    assert one["schema"] == "f27.simulate/1"
    assert sum(one["tally"].values()) == one["rounds"] == 300_000
    assert one["seed"] == 5
    assert (one["threads"], two["threads"]) == (1, 2)
    assert one["tally_digest"] == two["tally_digest"]
    assert one["z"] == pytest.approx((one["edge_pct"] - one["exact_edge_pct"]) / one["se_pct"])
    assert one["se_pct"] == pytest.approx(100 * one["sd"] / math.sqrt(one["rounds"]))
    assert abs(one["z"]) < 4.9
    assert (two["exact_edge_pct"], two["z"]) == (None, None)


def test_compile_tells_where_and_dump_every_stage() -> None:
    (module,) = answer("compile", VARIANT)["modules"]
    assert Path(module["path"]).is_file()
    for stage in ("file", "game", "rulebook", "module"):
        dumped = answer("dump", VARIANT, "--stage", stage)
        assert dumped["schema"] == "f27.dump/1"
        assert dumped["stage"] == stage
    assert len(dumped["module"]["digest"]) == 64
