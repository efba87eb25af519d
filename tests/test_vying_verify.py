"""`f27 verify` of vying games: what it holds against what, and that it tells where two ways differ."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve

from f27lang import pipeline
from f27lang.changes import Changes
from f27lang.referee.vying_rounds import VyingRound
from f27lang.simulate.table_tally import TableTally
from f27lang.verify import Check, table, verify
from f27lang.vying import VyingPolicy, VyingRulebook
from tests.vying_by_hand import text

STRATEGIES = {
    "strategy near": "each { | take on distance over 2 when some card helps | otherwise pass | }",
    "strategy press": "betting { | raise on distance ..1 | bet on distance ..1 | otherwise check, call | }",
}


@pytest.fixture(autouse=True)
def _few_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "REFEREE_HANDS", 10)
    monkeypatch.setattr(table, "COMPILED_HANDS", 300)


def checks(folder: Path, **changes: str) -> dict[str, Check]:
    (folder / "game.f27").write_text(text(**STRATEGIES | changes), "utf-8")
    game, _ = pipeline.load(str(folder / "game.f27"))
    return {check.name: check for check in verify(game, simulated=20_000)}


@pytest.mark.long
def test_all_that_is_held_against_one_another(tmp_path: Path) -> None:
    found = checks(tmp_path, example="5 A A: total 7, total 27")
    assert {name: (check.passed, check.ran) for name, check in found.items()} == {
        "examples": (True, True),
        "referee = emitted, near": (True, True),
        "referee = emitted, near press": (True, True),
        "referee = emitted, all plays": (True, True),
        "emitted = compiled": (True, True),
        "chips are conserved": (True, True),
        "exact = simulated, near": (True, True),
        "exact = simulated, near press": (True, True),
    }


BETS = "betting { | bet on distance ..1 | call on distance ..6 | otherwise check, fold | }"
CALLS = "betting { | bet on distance ..1 | otherwise check, call | }"


@pytest.mark.long
def test_what_draws_and_bets_is_compared_and_what_can_not_be_is_named(tmp_path: Path) -> None:
    draws = STRATEGIES["strategy near"]
    own = {"strategy calm": f"{draws} | {CALLS}", "strategy shy": f"{draws} | {BETS}", "strategy fold": BETS}
    found = checks(tmp_path, **own)
    assert all(check.passed for check in found.values())
    exact = {name.partition(", ")[2]: check for name, check in found.items() if name.startswith("exact")}
    assert {name: check.ran for name, check in exact.items()} == {
        "near": True,
        "calm": True,
        "shy": True,
        "near press": True,
        "near fold": False,
    }
    assert exact["shy"].detail.endswith("cards, where all bets are called")
    assert exact["calm"].detail == exact["near"].detail
    assert exact["near fold"].detail == "not compared: hands fold, and draw no more (near alone is compared)"
    assert {"referee = emitted, calm", "referee = emitted, shy", "referee = emitted, near fold"} <= found.keys()


def test_a_part_that_goes_with_no_drawing_is_named(tmp_path: Path) -> None:
    found = checks(tmp_path, **{"strategy near": f"{STRATEGIES['strategy near']} | {CALLS}"})
    check = found["referee = emitted, press"]
    assert (check.passed, check.ran) == (True, False)
    assert check.detail == "not played: every strategy that says when to draw says this part by itself"
    assert "referee = emitted, near" in found


@pytest.mark.parametrize("name", ["seven-twenty-seven-one-draw"])
def test_what_hangs_on_others_has_no_exact_value(name: str) -> None:
    game, _ = pipeline.load(name, Changes(set_=(("rake_share", "5%"),)))
    found = list(verify(game, simulated=5_000))
    assert all(check.passed for check in found)
    exact = [check for check in found if check.name.startswith("exact")]
    assert len(exact) > 1 and not any(check.ran for check in exact)
    assert exact[0].detail == "not compared: a draw to which all must agree hangs on every seat's hand"


def test_a_hand_that_is_counted_otherwise_is_shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    right = table.counted

    def wrong(seen: VyingRound, rulebook: VyingRulebook, places: object) -> TableTally:
        return right(evolve(seen, draw_rounds=seen.draw_rounds + 1), rulebook, places)  # type: ignore[arg-type]

    monkeypatch.setattr(table, "counted", wrong)
    check = checks(tmp_path)["referee = emitted, near"]
    assert not check.passed
    assert check.detail.startswith("hand 0 of seed 1, by the rules: seat 0 antes 1; ")


def test_an_exact_number_that_is_wrong_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    right: Callable[[VyingRulebook, VyingPolicy], object] = table.final_hands

    class Wrong:
        mean_cards = Fraction(3)

    monkeypatch.setattr(table, "final_hands", lambda rulebook, policy: right(rulebook, policy) and Wrong)
    check = checks(tmp_path)["exact = simulated, near"]
    assert not check.passed
    assert check.detail.startswith("exact 3.000000, simulated 3.3")
