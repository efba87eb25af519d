"""Plays of vying games lowered: draws, bets and words by plain arithmetic; plays that nobody can follow."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from lowered_vying import HALF, HANDS, RANKS, Hand, far, game, state, totals, written

from f27lang import pipeline
from f27lang.lower.vying import WrongPlay, lower_seats
from f27lang.lower.vying.names import own_plays
from f27lang.vying import Act, AdviceRow, When


def advised(rows: tuple[AdviceRow, ...], at: int, *allowed: Act) -> Act:
    return next(row.act for row in rows if row.fits[at] and row.when == When.ALWAYS and row.act in allowed)


def nearest(hand: Hand, d: Fraction) -> bool:
    now = far(hand, 7, 27)
    return now > d and any(far((*hand, rank), 7, 27) < now for rank in RANKS)


def near_high(hand: Hand) -> Fraction:
    return min(totals(hand), key=lambda total: (abs(total - 27), total))


def commit(hand: Hand, a: Fraction, b: Fraction, c: Fraction) -> bool:
    low = totals(hand)[0]
    return low < a or (low > b and near_high(hand) < c)


DRAWS: dict[str, Callable[[Hand], bool]] = {
    "nearest": lambda hand: nearest(hand, Fraction(2)),
    "nearest:1/2": lambda hand: nearest(hand, HALF),
    "low": lambda hand: totals(hand)[0] < Fraction(11, 2),
    "low:7": lambda hand: totals(hand)[0] < 7,
    "high": lambda hand: near_high(hand) < 25,
    "high:20.5": lambda hand: near_high(hand) < Fraction(41, 2),
    "commit": lambda hand: commit(hand, Fraction(11, 2), Fraction(8), Fraction(24)),
    "commit:3:6:26": lambda hand: commit(hand, Fraction(3), Fraction(6), Fraction(26)),
    "commit:3": lambda hand: commit(hand, Fraction(3), Fraction(8), Fraction(24)),
    "never": lambda hand: False,
}


@pytest.mark.parametrize("name", DRAWS)
def test_draws(name: str) -> None:
    tables, (policy,) = lower_seats(game(), [name])
    for hand in HANDS:
        takes = DRAWS[name](hand)
        if len(hand) == 2 or DRAWS[name](hand[:2]):
            assert (advised(policy.draw, state(tables, hand), Act.TAKE, Act.PASS) is Act.TAKE) == takes, hand


def test_a_hand_that_draws_no_more_stays_as_it_is() -> None:
    tables, (policy,) = lower_seats(game(), ["commit"])
    width = len(tables.classes)
    for at in range(len(tables.states)):
        if tables.states[at].cards != 0 and advised(policy.draw, at, Act.TAKE, Act.PASS) is Act.PASS:
            dealing = tables.states[at].cards == 1
            assert dealing or set(tables.step[at * width : (at + 1) * width]) == {at}


def test_bets() -> None:
    tables, policies = lower_seats(
        game(), ["nearest", "nearest one:2:6", "nearest+position", "nearest press", "never press:1:5:0"]
    )
    check, one, position, press, pressed = policies
    for hand in HANDS[:91]:
        at, near = state(tables, hand), far(hand, 7, 27)
        assert advised(check.bet, at, Act.CHECK, Act.BET) is Act.CHECK
        assert advised(check.bet, at, Act.CALL, Act.FOLD, Act.RAISE) is Act.CALL
        assert (advised(one.bet, at, Act.CHECK, Act.BET) is Act.BET) == (near <= 2)
        assert (advised(one.bet, at, Act.CALL, Act.FOLD, Act.RAISE) is Act.CALL) == (near <= 6)
        assert (advised(press.bet, at, Act.CALL, Act.FOLD, Act.RAISE) is Act.RAISE) == (near <= 1)
        assert (advised(pressed.bet, at, Act.CALL, Act.FOLD, Act.RAISE) is Act.RAISE) == (near == 0)
        assert (advised(press.bet, at, Act.CALL, Act.FOLD) is Act.CALL) == (near <= 5)
        last = [row for row in position.bet if row.when == When.ALL_OTHERS_CHECKED]
        assert [(row.act, row.fits[at], row.chips) for row in last] == [(Act.BET, int(near <= 5), 0)]
    assert [policy.name for policy in policies[1:3]] == ["nearest one:2:6", "nearest position"]


def test_said() -> None:
    tables, policies = lower_seats(game(with_=("declaration",)), ["never", "never nearer"])
    for policy in policies:
        for hand in HANDS[:91]:
            said = next(row.says for row in policy.say if row.fits[state(tables, hand)])
            assert said == (1 if far(hand, 7) <= far(hand, 27) else 2)
    assert all(policy.say == () for policy in lower_seats(game(), ["never nearer"])[1])


def test_shares_are_said_by_name_and_chips_by_number(tmp_path: Path) -> None:
    mine = written(
        tmp_path,
        "with declaration", "set bet_most = 3",
        "strategy mine {", "like never",
        "betting {", "bet 3 chips on distance 0", "raise 2 chips with 2 cards", "otherwise check, fold", "}",
        "declare {", "say both on total 7 with 3 cards", "say high on lowest total over 7", "otherwise say low", "}",
        "}",
    )  # fmt: skip
    tables, (policy, _) = lower_seats(mine, ["mine", "high"])
    assert [(row.act, row.chips) for row in policy.bet] == [
        (Act.BET, 3), (Act.RAISE, 2), (Act.CHECK, 0), (Act.FOLD, 0),
    ]  # fmt: skip
    says = {hand: next(row.says for row in policy.say if row.fits[state(tables, hand)])
            for hand in (("3", "4"), ("A", "2", "4"), ("2", "10"), ("2", "2"))}  # fmt: skip
    assert list(says.values()) == [1, 3, 2, 1]
    raised = policy.bet[1].fits
    assert raised[state(tables, ("3", "4"))] == 1 and raised[state(tables, ("2", "2", "3"))] == 0


@pytest.mark.parametrize(
    ("play", "words", "way_out"),
    [
        ("", "an empty play does not say when to draw", "nearest, low, high, commit, never"),
        ("one:1:5", "`one:1:5` does not say when to draw", "nearest, low"),
        ("nearest low", "nearest and low both say when to draw", "name one of them"),
        ("low one press", "one and press both say how to bet", "name one of them"),
        ("nearset", "`nearset` is no strategy of seven-twenty-seven", "there are nearest, low"),
        ("nearest:1:2", "`nearest:1:2` has 2, and nearest takes 1 number", "write `nearest:D`"),
        ("never:1", "`never:1` has 1, and never takes no number", "write `never`"),
        ("nearest:21", "`nearest:21` sets d to 21, outside 0..20", "take a number in 0..20"),
        ("nearest:-1", "`-1` in `nearest:-1` is no number", "d is a number such as 0"),
        ("nearest:1/0", "`1/0` in `nearest:1/0` is no number", "d is a number such as 0"),
        ("nearest:", "`` in `nearest:` is no number", "d is a number such as 0"),
    ],
)
def test_plays_that_nobody_can_follow(play: str, words: str, way_out: str) -> None:
    with pytest.raises(WrongPlay) as wrong:
        lower_seats(game(), [play])
    assert str(wrong.value) == words
    assert way_out in wrong.value.help


def test_own_plays_let_every_strategy_have_its_part_beside_the_first_that_draws(tmp_path: Path) -> None:
    assert own_plays(game()) == (
        *("nearest", "low", "high", "commit", "never"),
        *("nearest check", "nearest one", "nearest position", "nearest press", "nearest nearer"),
    )
    silent = written(tmp_path, *(f"drop strategy {name}" for name in ("nearest", "low", "high", "commit", "never")))
    assert own_plays(silent) == ()


@pytest.mark.parametrize(("house", "low", "high"), [("13 and 33", 6, 6), ("16 and 36", 9, 9)])
def test_houses_move_targets_and_totals_alike(house: str, low: int, high: int) -> None:
    plain_, moved = (
        dict(each.settings.params) for each in (game(), pipeline.playable(f"seven-twenty-seven@{house}")[0])
    )
    changed = {name: moved[name] - value for name, value in plain_.items() if moved[name] != value}  # type: ignore[operator]
    assert changed == {
        "low_target": low, "high_target": high, "low.t": low, "high.t": high,
        "commit.a": low, "commit.b": low, "commit.c": high,
    }  # fmt: skip
