"""Worn shoes of whole games: against an oracle and the referee, from the command line, and what is said of them."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from f27lang import model, pipeline
from f27lang.changes import Changes
from f27lang.cli.main import f27
from f27lang.lower import lower_strategy
from f27lang.referee import Pack, Referee, play_shoe
from f27lang.referee.cards import pieces
from f27lang.rulebook import Rulebook
from f27lang.simulate import Watch, load_shoe_kernel, simulate_shoes
from f27lang.simulate.beside import brought
from f27lang.simulate.watch import BEYOND
from f27lang.solve import solve_shoe
from f27lang.verify.rounds import agree
from tests.needs import needs_compiler
from tests.oracles import worn_shoe
from tests.oracles.deal import all_places
from tests.poker_games import INSURANCE, PEEK
from tests.poker_games import game as poker_game

CUT = ("--set", "shuffling=cut_card")
MIMIC = ("--play", "mimic_the_dealer", "--threads", "1")
TAGS = {"A": -2, "Joker": -2, "2": -1, "3": -1, "4": -1, "5": 0, "6": 0, "7": 0}


def loaded(name: str, **settings: str) -> model.Game:
    """Return a bundled game with settings."""
    return pipeline.playable(name, Changes(set_=tuple(settings.items())))[0]


def tags(tables: Rulebook) -> tuple[int, ...]:
    """Return tags by place, ranks that are one class included."""
    cards = ((rank, number) for c, number in tables.sorted_shoe for rank in [tables.classes[c].ranks[0]])
    return tuple(TAGS.get(rank, 1) for rank, number in cards for _ in range(number))


# ---- the same shoes by others ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "decks", "cut_at"), [(1, 6, 75), (3, 2, 60)])
def test_shoes_are_the_oracles(seats: int, decks: int, cut_at: int) -> None:
    """Hands, results, and the true count at each hand, from a program that imports nothing of the package."""
    game = loaded("21-24-27", shuffling="cut_card", decks=str(decks), cut_at=f"{cut_at}%")
    tables, policy = lower_strategy(game, "mimic_the_dealer")
    watch = Watch(tags(tables), Fraction(54))
    kernel = load_shoe_kernel(tables, policy, seats=seats, watch=watch, in_python=True)
    hits = {
        (own, soft, other, shown): "hit" if own < (24 if soft else 21) else "stand"
        for own in range(28) for soft in (False, True) for other in range(28) for shown in (False, True)
    }  # fmt: skip
    for number in range(8):
        tally = kernel.play(number, 1, 27)
        hands = worn_shoe.play(hits, 27, number, decks=decks, depth=cut_at / 100, seats=seats)
        assert tally.rounds == len(hands)
        for seat in range(seats):
            won = sum(hand.results[seat] for hand in hands)
            assert tally.seat(seat).moments(tables)[0] * tally.rounds == won
        begun, seen = Counter[int](), 0
        for hand in hands:
            begun[min(BEYOND, max(-BEYOND, int(seen * 54 // hand.left))) + BEYOND] += 1
            seen += sum(TAGS.get(card, 1) for cards in (*hand.seats, hand.dealer) for card in cards)
        assert {bin_: tally.in_bin(bin_).rounds for bin_ in begun} == begun


GAMES = {
    "21-24-27 with a cut card": ("21-24-27", {"shuffling": "cut_card"}),
    "21-24-27 of one deck, counted": ("21-24-27", {"shuffling": "counted", "decks": "1", "hands_a_shoe": "9"}),
    "poker-like with a cut card": ("poker-like", {"shuffling": "cut_card", "decks": "1", "cut_at": "90%"}),
}


def ends_by_rules(game: model.Game, strategy: str, tables: Rulebook, seats: int, number: int) -> list[Counter[int]]:
    """Return by seat how often each outcome came in a shoe that the referee plays."""
    referee = Referee(game)
    shoe = play_shoe(referee, lambda situation: referee.advice(strategy, situation), 5, number, seats=seats)
    return [
        Counter(
            next(o for o, outcome in enumerate(tables.outcomes) if agree(hand.rounds[seat], outcome, tables))
            for hand in shoe.hands
        )
        for seat in range(seats)
    ]


@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize("what", GAMES)
def test_shoes_are_the_referees(what: str, seats: int) -> None:
    name, settings = GAMES[what]
    game = loaded(name, **settings)
    strategy = game.strategies[0].name.text
    tables, policy = lower_strategy(game, strategy)
    kernel = load_shoe_kernel(tables, policy, seats=seats, in_python=True)
    for number in range(4):
        flat = kernel.play(number, 1, 5).flat()
        by_rules = ends_by_rules(game, strategy, tables, seats, number)
        assert [Counter(dict(enumerate(flat.seat(seat).counts))) for seat in range(seats)] == by_rules


@pytest.mark.parametrize("peek", [False, True], ids=["unseen", "peek"])
@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize("shuffle", ["shuffle: at cut card 50%", "shuffle: at cut card 90% | empty: shuffle discards"])
def test_wagers_beside_another_pay_as_the_referee_says(shuffle: str, seats: int, peek: bool) -> None:
    sections = {**INSURANCE, "cards": f"decks: 2 | deck: A 2..5 Q K in 4 suits plus 2 Joker | {shuffle}"}
    sections["strategy taker"] = "accept insurance | player { | stand on hard 20.. | otherwise hit | }"
    if peek:
        sections |= {**PEEK, "play": INSURANCE["play"].replace("turn player", "peek | turn player", 1)}
    found = poker_game(**sections)
    rulebook, policy = lower_strategy(found, "taker")
    kernel, referee = load_shoe_kernel(rulebook, policy, seats=seats, in_python=True), Referee(found)
    width, paid = len(rulebook.outcomes), Counter[Fraction | None]()
    for number in range(12):
        shoe = play_shoe(referee, lambda situation: referee.advice("taker", situation), 7, number, seats=seats)
        flat = kernel.play(number, 1, 7).flat()
        for seat in range(seats):
            rounds = [hand.rounds[seat] for hand in shoe.hands]
            by_rules = Counter(
                (each.verdict, each.row, referee.taken("taker", each).get("insurance")) for each in rounds
            )
            emitted = Counter[tuple[str, int, Fraction | None]]()
            for at, times in enumerate(flat.seat(seat).counts):
                outcome = rulebook.outcomes[at % width]
                emitted[outcome.verdict.words, outcome.row, brought(rulebook, 0, at)] += times
            assert emitted == by_rules
            paid.update(side for *_, side in emitted.elements())
    assert paid[Fraction(10)] and paid[Fraction(-1)]


# ---- in the long run -------------------------------------------------------------------------------------------------


@needs_compiler
@pytest.mark.long
def test_hands_that_are_counted_lose_what_those_of_fresh_shoes_do() -> None:
    """By the chart, however deep, at each true count taken together; four errors: a right program fails in 20,000."""
    game = loaded("21-24-27", shuffling="counted")
    tables, chart = pipeline.rulebook(game), solve_shoe(pipeline.rulebook(game), "chart")
    assert chart.policy is not None
    run = simulate_shoes(tables, chart.policy, 50_000_000, watch=Watch(tags(tables), Fraction(54)))
    assert run.worn is not None
    assert run.worn.even
    z = (float(run.worn.mean(tables)) - chart.value) / run.worn.standard_error(tables)
    assert abs(z) < 4
    assert sum(run.worn.in_bin(number).rounds for number in range(run.worn.bins)) == run.rounds


# ---- from the command line -------------------------------------------------------------------------------------------


def run(*arguments: str) -> Result:
    return CliRunner().invoke(f27, arguments, standalone_mode=False)


def answer(*arguments: str) -> dict[str, Any]:
    result = run(*arguments, "--json")
    assert not result.exception, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


SIMULATE = ("simulate", "21-24-27", *MIMIC)


@pytest.mark.long
@needs_compiler
def test_simulate_tells_of_shoes_and_of_the_cut_card() -> None:
    told = answer(*SIMULATE, *CUT, "-n", "300k", "--exact")
    assert told["rounds"] == sum(told["tally"].values()) == round(told["hands_per_shoe"] * told["shoes"])
    assert told["hands_per_shoe"] == pytest.approx(37, abs=0.5)
    assert told["z"] is None
    assert told["exact_edge_pct"] == pytest.approx(4.162249, abs=5e-7)
    assert told["effect"] == {"edge_pct": told["edge_pct"] - told["exact_edge_pct"], "se_pct": told["se_pct"]}
    text = run(*SIMULATE, *CUT, "-n", "300k", "--exact").stdout
    assert "cut card behind 243 cards" in text
    assert f"effect of the cut card   {told['effect']['edge_pct']:+.4f} % ± {1.959964 * told['se_pct']:.4f} %" in text
    assert f"{told['rounds']:,} rounds from {told['shoes']:,} shoes" in text


@pytest.mark.long
@needs_compiler
def test_hands_that_are_counted_have_the_fresh_shoes_edge() -> None:
    told = answer(*SIMULATE, "--set", "shuffling=counted", "-n", "300k", "--exact")
    assert (told["rounds"], told["shoes"], told["hands_per_shoe"], told["effect"]) == (300_000, 15_000, 20, None)
    assert abs(told["z"]) < 4.9
    assert told["se_pct"] != pytest.approx(100 * told["sd"] / 300_000**0.5, rel=1e-9)
    text = run(*SIMULATE, "--set", "shuffling=counted", "-n", "300k", "--exact").stdout
    assert "shuffled every 20 hands" in text
    assert "effect" not in text


@needs_compiler
def test_runs_of_worn_shoes_go_on_and_stop_alike(tmp_path: Path) -> None:
    kept = ("--checkpoint", str(tmp_path / "kept"))
    short = answer(*SIMULATE, *CUT, "-n", "100k", *kept)
    longer, whole = answer(*SIMULATE, *CUT, "-n", "200k", *kept, "--resume"), answer(*SIMULATE, *CUT, "-n", "200k")
    assert longer["resumed_rounds"] == short["rounds"]
    assert longer["tally_digest"] == whole["tally_digest"]
    assert longer["se_pct"] == whole["se_pct"]
    other = run(*SIMULATE, "--set", "shuffling=counted", "-n", "200k", *kept, "--resume")
    assert other.return_value == 1
    assert "another variant or other settings" in other.output


@needs_compiler
def test_until_judges_by_shoes() -> None:
    one, other = (answer(*SIMULATE, *CUT, "--until", "0.3", "--threads", threads) for threads in ("1", "2"))
    assert one["until_reached"]
    assert one["se_pct"] <= 0.3
    assert one["shoes"] % 256 == 0
    assert one["tally_digest"] == other["tally_digest"]


@needs_compiler
def test_the_store_keeps_runs_of_worn_shoes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("F27_STORE", str(tmp_path / "store"))
    first = answer(*SIMULATE, *CUT, "-n", "100k")
    again = run(*SIMULATE, *CUT, "-n", "100k", "--reuse", "--json")
    assert "not played again" in again.stderr
    assert json.loads(again.stdout) == first


@needs_compiler
@pytest.mark.long
def test_compile_and_dump_know_worn_shoes() -> None:
    (module,) = answer("compile", "21-24-27", *CUT)["modules"]
    assert module["module"] == "shoes"
    text = run("dump", "21-24-27", *CUT, "--stage", "module").stdout
    assert "def play_shoes(" in text
    assert "def play_rounds(" not in text


def test_games_of_worn_shoes_are_not_played_with_the_same_cards() -> None:
    result = run("diff", "21-24-27", *CUT, "-n", "1000", "--play", "mimic_the_dealer")
    assert result.return_value == 2
    assert "F0106" in result.output


def test_the_numpy_lines_deal_the_referees_shoes() -> None:
    for seed, number, cards in ((1, 0, 324), (7, 123_456_789, 54), (2**64 - 1, 2**40, 1000)):
        pack = Pack(list(range(cards)), pieces(seed, number))  # type: ignore[arg-type]
        assert all_places(seed, number, cards) == [pack.draw() for _ in range(cards)]


@needs_compiler
@pytest.mark.long
@pytest.mark.parametrize(("shuffling", "wears"), [("cut_card", True), ("counted", False)])
def test_verify_holds_worn_shoes_against_all_others(shuffling: str, wears: bool) -> None:
    told = answer("verify", "21-24-27", "--set", f"shuffling={shuffling}", "-n", "300k", "--yes")
    assert told["passed"]
    checks = {check["name"]: check for check in told["checks"]}
    assert "shoes" in checks["referee = emitted, chart"]["detail"]
    assert checks["emitted = compiled"]["detail"] == "same tallies"
    assert ("exact = simulated, chart, first hands" in checks) == wears
    assert ("exact = simulated, chart" in checks) != wears
    assert checks.get("effect of the cut card, chart", {"ran": False})["ran"] is False
