"""The exact solver against figures of an independent program, and against relations that need no figure."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from f27lang import pipeline
from f27lang.build import build
from f27lang.changes import Changes
from f27lang.lower import lower_strategy
from f27lang.rulebook import Move, Outcome, Policy, Rulebook, Verdict
from f27lang.solve import Solution, TooLarge, cost, meter, shoe, solve_endless, solve_shoe, solve_shoe_all
from f27lang.solve.walk import Walk
from tests.closed_games import written
from tests.families import mostly_long
from tests.needs import needs_compiler
from tests.random_variants import closed

FIGURES = json.loads((Path(__file__).parent / "figures.json").read_text(encoding="utf-8"))
EDGE = 1e-9  # of a per cent point
SHARE = 1e-11
FLOATS = 1e-13  # what a thousand additions of floats may lose
ASKED = Move.HIT | Move.STAND


@cache
def rulebook(*, forced_moves: bool = False, **settings: int) -> Rulebook:
    changes = Changes(
        with_=("forced_moves",) if forced_moves else (),
        set_=tuple((name, str(value)) for name, value in settings.items()),
    )
    return pipeline.rulebook(pipeline.load("21-24-27", changes)[0])


@cache
def full(play: str, forced_moves: bool) -> Solution:
    plays = ("best", "chart")
    return dict(zip(plays, solve_shoe_all(rulebook(forced_moves=forced_moves), plays, frequencies=True)))[play]


@cache
def strategy(name: str) -> tuple[Rulebook, Policy]:
    return lower_strategy(pipeline.load("21-24-27", Changes())[0], name)


@cache
def small(**changes: str) -> Rulebook:
    """Return a game of a few cards, otherwise 21-24-27."""
    sections = {"cards": "decks: 1 | deck: A 9..K in 2 suits plus 1 Joker | shuffle: every hand", **changes}
    game, report = closed(written(**sections))
    assert game is not None and not report.failed, list(report)
    return pipeline.rulebook(game)


QUICK = [figure for figure in FIGURES["edges"] if figure["shoe"] == "endless" or not figure["forced_moves"]]


def printed(digits: int) -> float:
    """Return what rounding to so many digits may hide."""
    return 0.51 * 10.0**-digits


def share(solution: Solution, book: Rulebook, wanted: Callable[[Outcome], bool]) -> float:
    assert solution.frequencies is not None
    return sum(part for part, outcome in zip(solution.frequencies.outcomes, book.outcomes) if wanted(outcome))


@pytest.mark.parametrize(
    "figure", mostly_long(FIGURES["edges"], QUICK), ids=lambda f: f"{f['shoe']}-{f['play']}-{f['forced_moves']}"
)
def test_edges(figure: dict[str, Any]) -> None:
    if figure["shoe"] == "full":
        found = full(figure["play"], figure["forced_moves"])
    else:
        found = solve_endless(rulebook(forced_moves=figure["forced_moves"]), figure["play"])
    assert found.edge_pct == pytest.approx(figure["edge_pct"], abs=EDGE)


def test_one_deck() -> None:
    assert solve_shoe(rulebook(decks=1)).edge_pct == pytest.approx(FIGURES["one_deck_edge_pct"], abs=EDGE)


@pytest.mark.parametrize("name", ["mimic_the_dealer", "never_over"])
def test_named_strategies(name: str) -> None:
    figures, digits = FIGURES["strategies"][name], FIGURES["strategies"]["digits"][name]
    assert solve_shoe(*strategy(name)).edge_pct == pytest.approx(figures["full"], abs=printed(digits))
    assert solve_endless(*strategy(name)).edge_pct == pytest.approx(figures["endless"], abs=printed(10))


def test_a_crude_strategy() -> None:
    book = rulebook()
    size = len(book.states)

    def move(p: int, v: int) -> Move:
        own, shown = book.states[p], book.states[v]
        below = (25 if own.soft else 19) if book.dealer_hits[book.law[p] * size + v] else shown.total
        return Move.HIT if own.total < below else Move.STAND

    play = tuple(move(*divmod(at, size)) if bits else Move.NONE for at, bits in enumerate(book.moves))
    figure = FIGURES["crude_strategy"]
    assert solve_shoe(book, Policy("crude", play)).value == pytest.approx(
        figure["value"], abs=printed(figure["digits"])
    )


@pytest.mark.parametrize("target", FIGURES["hard_targets"]["values"])
def test_hard_targets(target: str) -> None:
    found = solve_endless(rulebook(hard_stand=int(target))).value
    figure = FIGURES["hard_targets"]["values"][target]
    assert 100 * found == pytest.approx(figure, abs=printed(FIGURES["hard_targets"]["digits"]))


def test_frequencies() -> None:
    book, solution, figures = rulebook(), full("best", False), FIGURES["frequencies"]
    found = solution.frequencies
    assert found is not None
    early = [outcome.row == 0 for outcome in book.outcomes]
    naturals = dict(zip((o.verdict for o, is_early in zip(book.outcomes, early) if is_early), found.outcomes))
    shares = {
        "player_natural_only": naturals[Verdict.PLAYER_WINS],
        "dealer_natural_only": naturals[Verdict.DEALER_WINS],
        "both_natural": naturals[Verdict.PUSH],
        "player_bust": share(solution, book, lambda o: o.player_over),
        "dealer_bust": share(solution, book, lambda o: o.dealer_over),
        "win": share(solution, book, lambda o: o.verdict == Verdict.PLAYER_WINS),
        "loss": share(solution, book, lambda o: o.verdict == Verdict.DEALER_WINS),
        "push": share(solution, book, lambda o: o.verdict == Verdict.PUSH),
        "variance": found.variance,
        "player_cards": found.player_cards,
        "dealer_cards": found.dealer_cards,
        "decisions": found.decisions,
    }
    assert shares == pytest.approx(figures, abs=SHARE)


def test_frequencies_with_forced_moves() -> None:
    found, figures = full("best", True).frequencies, FIGURES["forced_moves"]
    assert found is not None
    assert found.decisions == pytest.approx(figures["decisions"], abs=printed(figures["decisions_digits"]))
    assert found.variance == pytest.approx(figures["variance"], abs=printed(figures["variance_digits"]) + FLOATS)


@pytest.mark.parametrize("play", ["best", "chart"])
@pytest.mark.parametrize("forced_moves", [False, True])
def test_sums(play: str, forced_moves: bool) -> None:
    solution, book = full(play, forced_moves), rulebook(forced_moves=forced_moves)
    found = solution.frequencies
    assert found is not None
    assert sum(found.outcomes) == pytest.approx(1, abs=FLOATS)
    assert sum(part for _, part in found.player_totals) == pytest.approx(1, abs=FLOATS)
    assert sum(part for _, part in found.dealer_totals) == pytest.approx(1, abs=FLOATS)
    assert sum(weight for _, weight, _ in solution.by_dealer) == pytest.approx(1, abs=FLOATS)
    by_dealer = sum(weight * value for _, weight, value in solution.by_dealer)
    by_outcome = sum(p * o.payoffs[0] / book.denominator for p, o in zip(found.outcomes, book.outcomes))
    assert by_dealer == pytest.approx(solution.value, abs=FLOATS)
    assert by_outcome == pytest.approx(solution.value, abs=FLOATS)


def test_the_exact_fraction_is_the_endless_value() -> None:
    solution = solve_endless(rulebook(), exact=True)
    assert solution.fraction is not None
    assert float(solution.fraction) == pytest.approx(solve_endless(rulebook()).value, abs=FLOATS)


def test_freedom_can_not_hurt() -> None:
    by_strategy = [solve_shoe(*strategy(name)).value for name in ("mimic_the_dealer", "never_over")]
    chart = full("chart", False)
    assert full("best", False).value > chart.value > max(by_strategy)
    assert full("best", False).value > full("best", True).value
    assert chart.value > full("chart", True).value


@pytest.mark.long
def test_many_decks_come_near_the_endless_shoe() -> None:
    endless = solve_endless(rulebook()).value
    distances = [abs(solve_shoe(rulebook(decks=decks)).value - endless) for decks in (1, 6, 100)]
    assert distances[2] < distances[1] / 10 < distances[0] / 10


def test_the_chart_is_its_own_policy() -> None:
    chart = full("chart", True)
    assert chart.policy is not None
    assert solve_shoe(rulebook(forced_moves=True), chart.policy).value == pytest.approx(chart.value, abs=FLOATS)


def test_no_cell_of_the_chart_can_be_turned_with_gain() -> None:
    book = small(cards="decks: 1 | deck: A J..K in 2 suits plus 1 Joker | shuffle: every hand")
    chart = solve_shoe(book, "chart")
    assert chart.policy is not None
    asked = [at for at, bits in enumerate(book.moves) if bits == ASKED]
    for at in asked[::5]:
        turned = list(chart.policy.play)
        turned[at] = ASKED - turned[at]
        assert solve_shoe(book, Policy("turned", tuple(turned))).value <= chart.value + FLOATS, at


def test_cells() -> None:
    chart = full("chart", True)
    cells = {(cell.player, cell.dealer): cell for cell in chart.cells}
    assert len(cells) == len(chart.cells)
    low = cells["hard 14", "hard 12"]
    assert (low.move, low.forced, low.gain, [name for name, _ in low.values]) == ("hit", True, 0.0, ["hit"])
    free = cells["hard 20", "hard 12"]
    values = dict(free.values)
    assert not free.forced
    assert free.gain == pytest.approx(max(values.values()) - min(values.values()), abs=FLOATS)
    assert values[free.move] == max(values.values())
    assert all(cell.move == "stand" for cell in chart.cells if cell.player == "hard 27")


def test_cells_without_idle_cards_are_reached_as_often_as_the_player_is_asked() -> None:
    book = small(cards="decks: 1 | deck: A 8 9 J K in 2 suits | shuffle: every hand")
    chart = solve_shoe(book, "chart", frequencies=True)
    assert chart.frequencies is not None
    reach = sum(cell.reach for cell in chart.cells if not cell.forced)
    assert reach == pytest.approx(chart.frequencies.decisions, abs=FLOATS)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"player": "may hit, stand | at most 3 cards"},
        {"play": "wager | deal 2 up to player | deal 1 up to dealer | turn player | turn dealer | settle"},
        {"dealer": "hits on total under player | hits on total 20 when player drew Joker | otherwise stands"},
        {
            "play": "wager | deal 2 up to player | deal 1 up to dealer | deal 1 down to dealer | turn player"
            " | turn dealer | settle",
            "settle": "at once: player bust -> dealer wins | after dealer: better hand wins, else push",
        },
        {
            "play": "wager | deal 2 up to player | turn player | deal 2 up to dealer | turn dealer | settle",
            "settle": "at once: player bust -> dealer wins | after dealer: better hand wins, else push",
        },
    ],
)
def test_the_plain_walk_gives_the_same_values(changes: dict[str, str]) -> None:
    book = small(**changes)
    for play in ("best", "chart"):
        found = solve_shoe(book, play, exact=True)
        assert found.fraction is not None
        assert found.value == pytest.approx(float(found.fraction), abs=FLOATS)


def test_the_chart_is_for_the_wager_asked_for() -> None:
    book = small(**{"wager side: $10..$500": "pays 5:1 on dealer wins | loses on player wins | returns on push"})
    assert book.wagers == ("game", "side")
    game, side = (solve_shoe(book, "chart", wager=wager, exact=True) for wager in (0, 1))
    assert side.value == pytest.approx(float(side.fraction or 0), abs=FLOATS)
    assert game.policy is not None and side.policy is not None
    assert solve_shoe(book, side.policy).value < game.value
    assert solve_shoe(book, game.policy, wager=1).value < side.value


def test_the_value_is_linear_in_the_odds() -> None:
    book = rulebook()
    doubled = evolve(book, denominator=2 * book.denominator)
    assert solve_endless(doubled, exact=True).fraction == Fraction(solve_endless(book, exact=True).fraction or 0) / 2


@needs_compiler
def test_the_sums_run_as_plain_python_too(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = solve_shoe_all(small(), ("best", "chart"), frequencies=True)
    assert shoe.kernel().compiled
    text = files("f27lang.kernels").joinpath("shoe.py").read_text(encoding="utf-8")
    monkeypatch.setenv("F27_NO_COMPILER", "1")
    plain_kernel = build("shoe", text)
    assert not plain_kernel.compiled
    monkeypatch.setattr(shoe, "kernel", lambda: plain_kernel)
    for ours, theirs in zip(solve_shoe_all(small(), ("best", "chart"), frequencies=True), compiled):
        assert ours.value == pytest.approx(theirs.value, abs=FLOATS)
        assert ours.frequencies is not None and theirs.frequencies is not None
        assert ours.frequencies.outcomes == pytest.approx(theirs.frequencies.outcomes, abs=FLOATS)
        assert ours.frequencies.dealer_cards == pytest.approx(theirs.frequencies.dealer_cards, abs=FLOATS)


def test_cost_is_counted_before_solving() -> None:
    found = cost(rulebook())
    assert found.player_nodes == 13_476 * 105
    assert 0 < found.seconds < 1e6


def test_too_large_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    book = rulebook(decks=7)
    monkeypatch.setattr(meter, "MOST_DRAWS", 100)
    with pytest.raises(TooLarge) as raised:
        cost(book)
    assert raised.value.cost.dealer_nodes > 100
    with pytest.raises(TooLarge):
        solve_shoe(book)


def test_a_walk_beyond_its_bound_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("f27lang.solve.walk.MOST_POSITIONS", 50)
    with pytest.raises(TooLarge):
        Walk(small(), 0, None).value()
