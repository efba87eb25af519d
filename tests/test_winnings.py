"""A counter at worn shoes: what he wins beside values found another way, and what `f27 count --spread` says of it."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from f27lang.cli.main import run
from f27lang.counting.counts import Counted, Judged, counted
from f27lang.counting.playing import indices
from f27lang.counting.ramp import Spread, read_ramp
from f27lang.counting.winnings import Counter, Winnings, expectation, winnings, worn
from f27lang.report.indices import as_json as indices_json
from f27lang.report.winnings import Money, as_json, as_text, verdict
from f27lang.rulebook import Rulebook, Shuffling
from f27lang.solve import solve_shoe
from f27lang.solve.removal import Pack
from tests.closed_games import game, written

SECTIONS = {
    "cards": "decks: 1 | deck: A..6 J K in 4 suits plus 2 Joker | shuffle: every hand",
    "values": "A: 1 or 14 | 2..6: face | J: 11 | K: 13 | Joker: 0",
    "wager game: $10..$500": "pays 4:5 on player wins | returns on push | loses on dealer wins",
}
DEEP = Fraction(3, 5)
ROUNDS = 200_000


@cache
def small() -> Counted:
    return counted(game(**SECTIONS))


def best() -> Judged:
    return max(small().judged, key=lambda judged: judged.correlation)


def counter(**how: Any) -> Counter:
    return evolve(Counter(best(), Spread(1, 8), penetration=DEEP), **how)


@cache
def played() -> Winnings:
    return winnings(small(), counter(), ROUNDS)


def test_what_the_ramp_wins_is_rounds_by_bet_by_edge() -> None:
    found = played()
    assert found.chosen == "best"
    assert {1, 8} < {row.bet for row in found.rows} <= set(range(1, 9))
    by_rows = sum(row.share * row.bet * row.flat.win for row in found.rows)
    assert found.ramped.win == pytest.approx(by_rows, abs=1e-12)
    assert found.ramped.bet == pytest.approx(sum(row.share * row.bet for row in found.rows))
    assert found.flat.win == pytest.approx(sum(row.share * row.flat.win for row in found.rows), abs=1e-12)
    assert found.flat.win == pytest.approx(float(found.tally.mean(found.tables)))
    assert found.ramped.win == pytest.approx(float(found.tally.mean_ramped(found.tables)), abs=1e-12)


def test_an_easy_game_is_won_by_counting() -> None:
    """Three fifths of one small deck, bets from 1 to 8: flat bets lose, those by the count win."""
    found = played()
    assert found.flat.win < -5 * found.flat.error
    assert found.ramped.win > 5 * found.ramped.error
    assert "Counting wins" in verdict(found)


def test_counts_bring_what_the_effects_of_removal_say() -> None:
    off = [(row.flat.win - row.expected) / row.flat.error for row in played().rows if row.share > 0.01]
    assert len(off) > 10
    assert sum(each**2 for each in off) / len(off) < 3  # near 1 where rounding and bends of the line do nothing


def test_a_shoe_of_so_many_hands_costs_what_a_fresh_one_costs() -> None:
    tables = evolve(small().tables, shuffling=Shuffling(2, None, 0, "discards"))
    found = winnings(evolve(small(), tables=tables), counter(penetration=None), ROUNDS, seed=3)
    assert found.flat.win == pytest.approx(found.value, abs=4 * found.flat.error)
    assert found.tally.rounds == 2 * found.tally.shoes


def test_a_shoe_shuffled_before_every_hand_shows_nothing_to_count() -> None:
    found = winnings(small(), counter(penetration=None), ROUNDS)
    assert [row.count for row in found.rows] == [0]
    assert found.tally.shoes == found.tally.rounds
    assert found.flat.win == pytest.approx(found.value, abs=4 * found.flat.error)
    assert "nothing to count" in verdict(found)


def test_whoever_leaves_plays_no_low_counts_but_the_first_hand() -> None:
    found = winnings(small(), counter(leave_below=2), ROUNDS)
    assert min(row.count for row in found.rows if row.count) >= 2
    assert found.flat.win > played().flat.win + 4 * found.flat.error


def test_a_house_that_shuffles_at_high_counts_takes_the_gain_away() -> None:
    found = winnings(small(), counter(shuffle_above=0), ROUNDS)
    assert max(row.count for row in found.rows) == 0
    assert found.flat.win < played().flat.win - 4 * found.flat.error


@pytest.mark.parametrize(("rounding", "unit"), [("truncated", Fraction(1)), ("exact", Fraction(1, 2))])
def test_other_true_counts_tell_the_same_rounds(rounding: str, unit: Fraction) -> None:
    found = winnings(small(), counter(rounding=rounding, unit=unit), ROUNDS)
    assert found.flat == played().flat
    assert found.ramped.win > 0


def test_truncated_counts_of_0_are_those_around_it() -> None:
    found = winnings(small(), counter(rounding="truncated"), ROUNDS)
    of_0, of_less = (next(row.share for row in played().rows if row.count == count) for count in (0, -1))
    exactly = next(row.share for row in found.rows if row.count == 0)
    assert of_0 < exactly < of_0 + of_less + 1e-9


def test_nothing_depends_on_threads() -> None:
    one, two = (winnings(small(), counter(), 40_000, threads=threads) for threads in (1, 2))
    assert one.tally == two.tally


def test_a_verdict_needs_more_than_a_few_shoes() -> None:
    found = winnings(small(), counter(), 20)
    assert "can't be told from so few shoes" in verdict(found)
    assert "SCORE" not in as_text(small().game, found, Money(10.0, 10_000.0))


def test_a_game_that_is_won_without_counting_is_said_to_be() -> None:
    found = played()
    assert "The player wins without counting" in verdict(evolve(found, flat=found.ramped))


def test_a_given_ramp_is_played() -> None:
    found = winnings(small(), counter(ramp=read_ramp("1:0 4:6", Fraction(50))), 40_000)
    assert found.chosen == "given"
    assert {row.bet for row in found.rows if row.count < 4} == {0}
    assert found.ramped.bet == pytest.approx(6 * sum(row.share for row in found.rows if row.count >= 4))


def test_where_the_cut_card_lies() -> None:
    tables = small().tables
    assert worn(tables, Fraction(1, 2)).shuffling == Shuffling(None, 17, 0, "discards")
    assert worn(tables, Fraction(51, 100)).shuffling == Shuffling(None, 18, 0, "discards")
    burnt = evolve(tables, shuffling=Shuffling(9, None, burn=2, empty="pass"))
    assert worn(burnt, Fraction(1, 2)).shuffling == Shuffling(None, 17, 2, "discards")
    assert worn(burnt, None).shuffling == burnt.shuffling


def test_moves_cross_where_shoes_of_that_count_say() -> None:
    """Shoes far beyond a crossing, on both sides: their best charts make the moves that the index says."""
    found = indices(small(), counter(), 1_000_000)
    first = found.departures[0]
    assert first.index.crossing is not None
    assert first.index.error is not None
    for count, move in ((first.index.crossing + 8, first.index.above), (first.index.crossing - 8, "")):
        chart = solve_shoe(shoe_of(count), "chart")
        cell = next(c for c in chart.cells if (c.player, c.dealer) == (first.cell.player, first.cell.dealer))
        assert (cell.move == first.index.above) == bool(move)
    assert found.gain > 0
    assert [each.gain for each in found.departures] == sorted((each.gain for each in found.departures), reverse=True)
    assert len(indices_json(found)["cells"]) == len(found.departures)


def shoe_of(count: float) -> Rulebook:
    """Return a shoe whose true count is about so high, cards with tags of one sign taken out as evenly as can be."""
    pack, tags = Pack.of(small().game, small().tables), best().tags
    gone: dict[tuple[str, str | None], int] = {}
    wanted = [kind for kind in pack.kinds if tags.of(kind.rank) * count > 0]
    mean = Fraction(tags.total(pack.ranks), small().tables.shoe)
    left, running = small().tables.shoe, 0.0
    for kind in 3 * sorted(wanted, key=lambda kind: str(kind.suit)):
        if abs(running * small().tables.shoe / left) >= abs(count) or gone.get(kind.face, 0) == kind.count:
            continue
        gone[kind.face] = gone.get(kind.face, 0) + 1
        left, running = left - 1, running + float(tags.of(kind.rank) - mean)
    return pack.without(gone)


def test_the_expectation_is_the_line_through_the_fresh_shoe() -> None:
    found = small()
    assert expectation(found, counter(), 0) == pytest.approx(found.effects.full.chart)
    whole, half = (expectation(found, counter(unit=Fraction(1, part)), 2.0) for part in (1, 2))
    assert half - found.effects.full.chart == pytest.approx(2 * (whole - found.effects.full.chart))


def test_text_and_json_say_the_same() -> None:
    found, money = played(), Money(10.0, 10_000.0)
    text, told = as_text(small().game, found, money), as_json(found, money)
    assert all(len(line) <= 80 for line in text.split("\n"))
    assert f"{100 * found.ramped.win:+.3f}" in text
    assert told["ramped"]["win_per_100_dollars"] == pytest.approx(1000 * found.ramped.win)
    assert sum(row["share"] for row in told["by_count"]) == pytest.approx(1)
    assert told["verdict"] in " ".join(text.split())
    json.dumps(told)


@pytest.fixture
def variant(tmp_path: Path) -> str:
    path = tmp_path / "small.f27"
    path.write_text(written("small", **SECTIONS), encoding="utf-8")
    return str(path)


def test_the_command_prints_what_python_finds(variant: str, capsys: pytest.CaptureFixture[str]) -> None:
    typed = ("--spread", "1..8", "--penetration", "60%", "-n", "40k", "--tags", best().name, "--json")
    assert run(["count", variant, *typed]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["schema"] == "f27.count/1"
    assert told["winnings"]["tally_digest"] == winnings(small(), counter(), 40_000).tally.digest
    assert "effects" in told


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        (("--spread", "10..1"), "a spread runs upward"),
        (("--spread", "1..51"), "the wager's limit of 50"),
        (("--ramp", "0:4 1:2"), "a ramp does not go down"),
        (("--ramp", "0:1 1:60"), "the wager's limit of 50"),
        (("--spread", "1..2", "--ramp", "0:1"), "don't go together"),
        (("--spread", "1..2", "--penetration", "100%"), "less than 100%"),
        (("--spread", "1..2", "--penetration", "three"), "not a share of the shoe"),
        (("--penetration", "75%"), "about a counter who bets"),
        (("--seed", "3"), "about a counter who bets"),
        (("--spread", "1..2", "--leave-below", "3", "--shuffle-above", "2"), "leave no count to play at"),
        (("--indices",), "nothing to count; give --penetration"),
        (("--spread", "1..2", "--indices"), "don't go together"),
        (("--spread", ""), "no spread"),
        (("--ramp", ""), "has a step at least"),
        (("--spread", "1..2", "--all"), "--all is about --indices"),
        (("--spread", "1..2", "--tags", "A 1, B 2"), "no rank"),
    ],
)
def test_what_can_not_be_meant_is_refused(
    variant: str, typed: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["count", variant, *typed]) == 2
    assert why in " ".join(capsys.readouterr().err.split())
