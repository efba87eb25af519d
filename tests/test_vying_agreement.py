"""The referee and the emitted module count the same in every hand: all options, strategies, tables, random games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from itertools import count
from pathlib import Path
from random import Random

import pytest
from attrs import evolve

from f27lang.changes import Changes
from f27lang.check import check
from f27lang.chips import TooMuchMoney
from f27lang.diagnostics import Report
from f27lang.files import bundled
from f27lang.lower.vying import lower_seats
from f27lang.referee.vying_rounds import VyingRound
from f27lang.simulate.vying import load_plain_table_kernel
from tests.families import mostly_long
from tests.random_vying import Table, table
from tests.resolving import settings
from tests.vying_by_hand import BARRED, text, words
from tests.vying_opinions import Opinions, game, made_small

BUNDLED = {each.name: each.path for each in bundled()}
REPEATED, ONE_DRAW = BUNDLED["seven-twenty-seven"], BUNDLED["seven-twenty-seven-one-draw"]
DRAWS = ("nearest", "nearest:0", "low", "low:4", "high", "commit", "commit:4:9:26", "never", "high:36")
BETS = ("check", "one", "one:3:3", "position", "one:0:20", "position:2:1", "")
STRATEGIES = {
    "strategy take": "each { | otherwise take | }",
    "strategy five": "each { | take with ..4 cards | otherwise pass | }",
    "strategy near": "each { | take on distance over 2 when some card helps | otherwise pass | }",
    "strategy raise_all": "betting { | otherwise raise, bet, call | }",
    "strategy press": "betting { | raise on distance ..4 | bet on distance ..4 | otherwise check, call | }",
    "strategy bet": "betting { | bet on distance ..27 | otherwise check, call | }",
    "strategy careful": "betting { | bet on distance ..1 | call on distance ..3 | otherwise check, fold | }",
    "strategy fold": "betting { | otherwise check, fold | }",
    "strategy greedy": "declare { | otherwise say both | }",
    "strategy both": "declare { | say both on distance ..2 | otherwise say nearest | }",
}
QUICK = (2, 3, 6, 13, 17, 22, 46, 64)  # seeds of random games
ONE_SUIT = "decks: 1 | deck: A..K in 1 suits | shuffle: every hand | empty: pass"
DECLARED = {
    "play": "ante | deal 1 down to each | deal 1 up to each | repeat { | bet | draw | } until nobody draws"
    " | bet | declare | showdown",
    "pot": "ante: 1 chip | last in takes all | both: must win outright | unclaimed: other share, else everyone",
}


def alone(path: Path) -> tuple[Changes, ...]:
    """Return the game as it stands, every option and arm by itself, every house."""
    singles = [each for each in settings(game(path)) if len(each.with_ + each.without + each.set_) < 2]
    return (*singles, *(Changes(house=house.name.text) for house in game(path).houses))


def said(changes: Changes) -> str:
    """Return the settings in words."""
    chosen = (*changes.with_, *(f"without {name}" for name in changes.without), *map("=".join, changes.set_))
    return changes.house or " ".join(chosen) or "as it stands"


def seats(dice: Random, least: int, most: int) -> list[str]:
    """Return plays of up to three kinds, one a seat."""
    pool = [f"{dice.choice(DRAWS)} {dice.choice(BETS)}".strip() for _ in range(dice.choice((1, 3)))]
    return [dice.choice(pool) for _ in range(dice.randint(least, most))]


def agree(opinions: Opinions, hands: range, seed: int = 1) -> None:
    assert opinions.differ(hands, seed) == []


def agree_or_shrink(made: Table, hands: range, seed: int) -> None:
    if apart := Opinions(made.text, made.plays).differ(hands, seed):
        small = made_small(made.text, made.plays, lambda opinions: bool(opinions.differ(hands, seed)))
        pytest.fail(f"{apart[0]}\nfor tests/regressions/vying:\n{small}")


@pytest.mark.parametrize("changes", mostly_long(alone(REPEATED), alone(REPEATED)[::2]), ids=said)
def test_every_option_alone(changes: Changes) -> None:
    agree(Opinions(REPEATED, seats(Random(str(changes)), 2, 7), changes), range(12))


@pytest.mark.parametrize("changes", mostly_long(alone(ONE_DRAW), alone(ONE_DRAW)[1::2]), ids=said)
def test_every_option_of_the_other_game(changes: Changes) -> None:
    agree(Opinions(ONE_DRAW, seats(Random(str(changes)), 4, 7), changes), range(20))


@pytest.mark.parametrize("path", [REPEATED, ONE_DRAW], ids=lambda path: path.stem)
@pytest.mark.parametrize(
    "some", [{"rake_share": "5%"}, {"bet_least": "2", "bet_most": "5"}, {"decks": "2"}], ids="-".join
)
def test_params(path: Path, some: dict[str, str]) -> None:
    plays = ["nearest one", "low one:3:3", "commit position", "nearest position"]
    agree(Opinions(path, plays, Changes(set_=tuple(some.items()))), range(20))


@pytest.mark.long
@pytest.mark.parametrize("path", [REPEATED, ONE_DRAW], ids=lambda path: path.stem)
def test_options_in_pairs(path: Path) -> None:
    dice = Random(27)
    pairs = [each for each in settings(game(path)) if len(each.with_ + each.without + each.set_) == 2]
    for changes in dice.sample(pairs, min(40, len(pairs))):
        house = dice.choice([None, *(house.name.text for house in game(path).houses)])
        agree(Opinions(path, seats(dice, 4, 10), evolve(changes, house=house)), range(30), dice.randrange(1 << 60))


# ---- the far corners -------------------------------------------------------------------------------------------------


def follow(plays: list[str], hands: int = 12, **changes: str) -> list[VyingRound]:
    """Return some hands, which both count alike."""
    opinions = Opinions(text(**STRATEGIES, **changes), plays)
    agree(opinions, range(hands))
    return [opinions.round(hand) for hand in range(hands)]


def test_the_pack_runs_out() -> None:
    for found in follow(["take bet", "take", "near"], cards=ONE_SUIT):
        assert sum(len(hand.cards) for hand in found.hands) == 13


def test_the_pack_runs_out_in_the_middle_of_a_draw_by_consent() -> None:
    steps = "ante | deal 2 up to each | repeat { | draw if all agree | } until nobody draws | showdown"
    for found in follow(["take"] * 5, cards=ONE_SUIT, play=steps):
        assert [len(hand.cards) for hand in found.hands] == [3, 3, 3, 2, 2]


def test_heads_up() -> None:
    found = follow(["near press", "five press"], 20)
    assert {len(each.nets) for each in found} == {2}
    assert len({each.staked for each in found}) > 5


def test_ten_seats() -> None:
    assert {len(each.nets) for each in follow(["near press"] * 10)} == {10}


def test_all_fold_to_one() -> None:
    for found in follow(["near bet", "near fold", "near fold"], pot="ante: 1 chip | rake: 5% | last in takes all"):
        assert found.award is None
        assert found.nets[1:] == (-1, -1)
        assert found.rake > 0


def test_raises_go_to_the_cap_in_every_round() -> None:
    for found in follow(["near raise_all", "near raise_all", "near"], 8):
        assert found.staked == (1 + 4 * found.betting_rounds,) * 3


def test_bets_of_several_sizes() -> None:
    limits = "opens: left of dealer, then further left | limits: 2..300 chips | raises: ..2 per round"
    big = "betting { | raise 70 chips on distance ..3 | bet 300 chips on distance ..3 | otherwise check, call | }"
    found = follow(["near big", "near press", "five big"], betting=limits, **{"strategy big": big})
    told = {word.split(" ", 2)[2] for each in found for word in words(each)}
    assert told > {"bets 2", "raises 2", "bets 300", "raises 70"}


def test_rake_up_to_its_most_and_at_showdown_only() -> None:
    pot = "ante: 1 chip | rake: 20% up to 1 chips, only at showdown | last in takes all"
    found = follow(["near careful"] * 3, 60, pot=pot)
    assert {each.rake for each in found if each.award is None} == {0}
    assert {each.rake == 1 for each in found if each.award} == {True, False}


@pytest.mark.parametrize(
    ("rake", "fine"), [("5%", True), ("3.125%", True), ("3.1415%", True), ("3.141592%", False), ("3.14159265%", False)]
)
def test_what_the_checks_let_pass_can_be_counted(rake: str, fine: bool) -> None:
    made, report = game(text(pot=f"ante: 1 chip | rake: {rake} | last in takes all", **STRATEGIES)), Report()
    check(made, report)
    rulebook, (policy,) = lower_seats(made, ["near press"])
    with nullcontext() if fine else pytest.raises(TooMuchMoney):
        load_plain_table_kernel(rulebook, [(policy,) * rulebook.seats[2]])
    assert [each.code for each in report] == ([] if fine else ["F0105"])


@pytest.mark.parametrize("both", ["must win outright", "may tie"])
def test_declarations(both: str) -> None:
    pot = DECLARED["pot"].replace("must win outright", both)
    found = follow(["near both", "near both", "five both", "near"], 30, play=DECLARED["play"], pot=pot)
    said = [each.said[seat] for each in found if each.said for seat in each.live]
    assert {len(shares) for shares in said} == {1, 2}
    assert any(not contest.winners for each in found if each.award for contest in each.award.contests)


@pytest.mark.parametrize("both", ["must win outright", "may tie"])
def test_who_declares_both_and_may_have_no_claim(both: str) -> None:
    rules = DECLARED | {name: BARRED[name] for name in ("share low: 1/2", "share high: 1/2")}
    rules["pot"] = DECLARED["pot"].replace("must win outright", both)
    found = follow(["near greedy", "five greedy", "five greedy"], 40, **rules)
    awards = [each.award for each in found if each.award]
    assert any(not contest.winners and contest.distances for award in awards for contest in award.contests)
    assert any(not contest.distances for award in awards for contest in award.contests)


@pytest.mark.long
def test_thousands_of_hands() -> None:
    agree(Opinions(REPEATED, ["nearest one", "commit one", "nearest:0 position", "low", "high one:3:3"]), range(4000))


@pytest.mark.long
def test_thousands_of_hands_compiled() -> None:
    plays = ["nearest one", "commit position", "nearest:0 check", "low one:0:20"]
    agree(Opinions(ONE_DRAW, plays, Changes(set_=(("award", "halves"),)), compiled=True), range(4000))


# ---- random games ----------------------------------------------------------------------------------------------------


def sound(first: int, number: int) -> Iterator[tuple[int, Table]]:
    """Yield the next so many random tables that the checks have nothing against."""
    for seed in count(first):
        made, report = table(seed), Report()
        check(game(made.text), report)
        if not report.failed:
            yield seed, made
            number -= 1
        if not number:
            return


@pytest.mark.parametrize("seed", mostly_long([2, 3, 5, 6, 13, 15, 17, 19, 22, 34, 44, 46, 48, 58, 63, 64], QUICK))
def test_random_games(seed: int) -> None:
    ((found, made),) = sound(seed, 1)
    assert found == seed
    agree_or_shrink(made, range(8), seed)


@pytest.mark.long
def test_many_random_games() -> None:
    for seed, made in sound(10_000, 100):
        agree_or_shrink(made, range(20), seed)
