"""Seven Twenty-Seven against an independent program: exact figures to their digits, others within 3.5 errors."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod, sqrt
from pathlib import Path
from typing import Any

import pytest

from f27lang import pipeline
from f27lang.changes import Changes
from f27lang.lower.vying import lower_seats
from f27lang.referee import Card, Hand
from f27lang.referee.vying_hands import VyingReader
from f27lang.simulate import measures
from f27lang.simulate.seated import with_hero
from f27lang.simulate.vying import TableRun, load_table_kernel, simulate_table
from f27lang.solve.distribution import FinalHands, final_hands
from f27lang.vying import VyingPolicy, VyingRulebook

FIGURES: dict[str, Any] = json.loads((Path(__file__).parent / "vying_figures.json").read_text("utf-8"))
REPEATED, ONE_DRAW = "seven-twenty-seven", "seven-twenty-seven-one-draw"
HANDS, OF_FIGURES = 200_000, 10_000_000
ROWS = [pytest.param(row, id=f"{row['players']} {row['play']} {row['bet']}") for row in FIGURES["rows"]]
BOUND = 3.5  # standard errors of both runs together


@cache
def lowered(game: str, *plays: str, set_: tuple[tuple[str, str], ...] = ()) -> tuple[VyingRulebook, list[VyingPolicy]]:
    tables, policies = lower_seats(pipeline.load(game, Changes(set_=set_))[0], plays)
    return tables, list(policies)


def alike(game: str, play: str, players: int, hands: int) -> TableRun:
    tables, (policy,) = lowered(game, play)
    return simulate_table(tables, [(policy,) * players], hands)


def near(value: float, figure: float, error: float, hands: int, digits: int = 4) -> bool:
    """Return whether a value is a figure of as good a run of 10 million, give or take the digits that it was cut to."""
    return abs(value - figure) <= BOUND * error * sqrt(1 + hands / OF_FIGURES) + 0.5 * 10**-digits


def meets(row: Mapping[str, Any], hands: int) -> None:
    run = alike(REPEATED, f"{row['play']} {row['bet']}", row["players"], hands)
    found = measures.measures(run)
    compared = set(row) & set(found)
    assert len(compared) == len(set(row) - {"players", "play", "bet", "sd_net"})
    for name in compared:
        assert near(found[name].value, row[name], found[name].se, hands), (name, found[name], row[name])
    if "sd_net" in row:
        # nets have no heavier tails than kurtosis 25, so that the relative error of a deviation is below sqrt(6/n)
        sd = measures.every_seat(run).sd
        assert near(sd, row["sd_net"], sd * sqrt(6 / hands), hands, digits=3), (sd, row["sd_net"])


# ---- simulated -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", ROWS)
def test_rates(row: Mapping[str, Any]) -> None:
    meets(row, HANDS)


@pytest.mark.long
@pytest.mark.parametrize("row", ROWS)
def test_rates_in_as_many_hands(row: Mapping[str, Any]) -> None:
    meets(row, OF_FIGURES)


@pytest.mark.parametrize("hands", [HANDS, pytest.param(OF_FIGURES, marks=pytest.mark.long)])
def test_the_worth_of_a_position(hands: int) -> None:
    figures = FIGURES["position"]
    nets = measures.seat_nets(alike(REPEATED, f"{figures['play']} {figures['bet']}", figures["players"], hands))
    for net, figure in zip(nets, figures["net"], strict=True):
        assert abs(net.net - figure) <= BOUND * sqrt(net.se**2 + figures["se"] ** 2)


@pytest.mark.parametrize("hands", [HANDS, pytest.param(OF_FIGURES, marks=pytest.mark.long)])
@pytest.mark.parametrize("hero", FIGURES["hero_against_three_of_nearest_2_check"]["net"])
def test_a_hero_moved_through_all_seats(hero: str, hands: int) -> None:
    figures = FIGURES["hero_against_three_of_nearest_2_check"]
    tables, (own, others) = lowered(REPEATED, hero, "nearest:2")
    net = measures.hero_net(simulate_table(tables, with_hero(own, others, 4), hands))
    assert abs(net.net - figures["net"][hero]) <= BOUND * sqrt(net.se**2 + figures["se"] ** 2)


@pytest.mark.parametrize("bet", ["check", "one:1:5", "one:3:3"])
def test_seats_that_look_at_nothing_but_their_hands_win_nothing(bet: str) -> None:
    tables, policies = lowered(REPEATED, f"nearest {bet}")
    run = simulate_table(tables, [(policies[0],) * 4], HANDS)
    assert all(abs(net.net) <= BOUND * net.se for net in measures.seat_nets(run))


@pytest.mark.parametrize("players", [4, 6])
def test_the_one_draw_game(players: int) -> None:
    figures, found = (
        FIGURES["one_draw_nearest_2_check"],
        measures.measures(alike(ONE_DRAW, "nearest:2", players, HANDS)),
    )
    for name in ("sole_winner_rate", "cards_per_player"):
        assert near(found[name].value, figures[name][str(players)], found[name].se, HANDS, digits=3), name


# ---- two rules on the same packs -------------------------------------------------------------------------------------


@pytest.mark.parametrize("setting", ["sides=split", "aces=fixed"])
def test_changed_rules_on_the_same_packs(setting: str) -> None:
    figures, hands = FIGURES["paired_six_players_nearest_2_check"], 4_000
    pairs = Counter[str]()
    kernels = []
    for set_ in ((), (tuple(setting.split("=")),)):
        tables, (policy,) = lowered(REPEATED, "nearest:2", set_=set_)  # type: ignore[arg-type]
        kernels.append((load_table_kernel(tables, [(policy,) * 6]), tables.unit))
    squares = Counter[str]()
    for hand in range(hands):
        (before, unit), (after, _) = ((kernel.play(hand, 1, 1), unit) for kernel, unit in kernels)
        moved = any(before.seat(s, unit) != after.seat(s, unit) for s in range(6))
        low, high = (b - a for a, b in zip(before.row("ties"), after.row("ties"), strict=True))
        changes = {"deals_changed": moved, "d_scoop": after.one("scoops") - before.one("scoops")}
        for name, change in {**changes, "d_low_tie": low, "d_high_tie": high}.items():
            pairs[name] += change
            squares[name] += change * change
    for name, figure in figures[setting].items():
        mean = pairs[name] / hands
        error = sqrt((squares[name] / hands - mean**2) / hands)
        digits = len(str(figure).split(".")[1])
        assert near(
            mean, figure, error * sqrt((1 + hands / figures["hands"]) / (1 + hands / OF_FIGURES)), hands, digits
        )


# ---- exact -----------------------------------------------------------------------------------------------------------


@cache
def final(play: str) -> FinalHands:
    tables, (policy,) = lowered(REPEATED, play)
    return final_hands(tables, policy)


@pytest.mark.parametrize("play", FIGURES["final_hands"])
def test_the_hand_that_a_seat_ends_with(play: str) -> None:
    figures, found = FIGURES["final_hands"][play], final(play)
    two_cards = next(each.chance for each in found.endings if each.cards == 2)
    assert found.hands == figures["hands"]
    assert round(float(found.mean_cards), 8) == figures["mean_cards"]
    assert round(float(two_cards), 6) == figures["two_cards"]
    exact = {"exact_low": found.exact(0), "exact_high": found.exact(1)}
    for name in exact.keys() & figures.keys():
        assert round(float(exact[name]), 6) == figures[name]


def test_simulated_hands_have_the_exact_number_of_cards() -> None:
    cards = measures.measures(alike(REPEATED, "nearest:2", 2, HANDS))["cards_per_player"]
    assert abs(cards.value - float(final("nearest:2").mean_cards)) <= BOUND * cards.se


def hands_of(number: int) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield all hands by rank, and how often each is dealt from a pack."""
    for ranks in combinations_with_replacement(["A", *map(str, range(2, 11)), "J", "Q", "K"], number):
        ways = prod(comb(4, times) for times in Counter(ranks).values())
        if ways:
            yield ranks, ways


def by_rules(ranks: tuple[str, ...]) -> tuple[Fraction, Fraction]:
    hand = Hand(tuple(Card(rank) for rank in ranks))
    return reader().distance_to(hand, Fraction(7)), reader().distance_to(hand, Fraction(27))


@cache
def reader() -> VyingReader:
    return VyingReader(pipeline.load(REPEATED)[0])


def by_tables(ranks: tuple[str, ...]) -> tuple[Fraction, Fraction]:
    tables, _ = lowered(REPEATED, "high:36")
    state = tables.start
    for rank in ranks:
        place = next(place for place, each in enumerate(tables.classes) if rank in each.ranks)
        state = tables.step[state * len(tables.classes) + place]
    low, high = (share.steps[share.distances[state]] for share in tables.shares)
    return low, high


@pytest.mark.parametrize("distances", [by_rules, by_tables])
@pytest.mark.parametrize("number", [2, 3])
def test_all_hands_of_two_and_of_three_cards(number: int, distances: Any) -> None:
    figures = FIGURES["two_cards" if number == 2 else "three_cards"]
    found = [(*distances(ranks), ways) for ranks, ways in hands_of(number)]
    hands = sum(ways for _, _, ways in found)
    assert hands == figures["hands"]
    assert sum(ways for low, _, ways in found if not low) == figures["exact_low"]
    assert sum(ways for _, high, ways in found if not high) == figures.get("exact_high", 0)
    assert sum(ways for low, high, ways in found if not low and not high) == figures.get("exact_both", 0)
    means = [sum(ways * of(low, high) for low, high, ways in found) / hands for of in (_low, _high, min)]
    digits = [5, 5, 4 if number == 3 else 5]
    assert [round(float(mean), places) for mean, places in zip(means, digits, strict=True)] == [
        figures["mean_low"], figures["mean_high"], figures["mean_nearer"],
    ]  # fmt: skip


def _low(low: Fraction, high: Fraction) -> Fraction:
    return low


def _high(low: Fraction, high: Fraction) -> Fraction:
    return high
