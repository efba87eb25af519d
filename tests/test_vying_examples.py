"""Examples of vying games: held and not held, and what a failure says."""

from __future__ import annotations

import pytest

from f27lang.check.examples import check_examples
from f27lang.diagnostics import Diagnostic, Report
from tests.resolving import game_of
from tests.vying_by_hand import BARRED, text

NAMED = {"hands": "scoop: distance to 7 0 | pair: equal ranks as dealt | near: distance ..1 with 3.. cards"}
ONE = {"share low: 1/2": "", "share high: 1/2": "", "share one: all": "nearest: 7 or 27 | over: allowed | ties: split"}


def failures(line: str, **changes: str) -> list[Diagnostic]:
    """Return what check says of a game with this example line."""
    report = Report()
    check_examples(game_of(text(**changes, example=line)), report)
    return list(report)


@pytest.mark.parametrize(
    "line",
    [
        "5 A A: total 7, total 17, total 27, lowest total 7, distance 0, distance to 7 0, total nearest 27 27",
        "A A: total nearest 17 12, distance to 20 2, distance 5",
        "K J: total 1, total nearest 27 1",
        "K 6: lowest total 6.5, distance 1/2",
        "3 3 beats 4 4 for low",
        "10 8 8 beats 10 9 9 for high",
        "K 6 ties K 6 for low",
        "K 6 in hearts ties Q 6 in spades for high",
    ],
)
def test_what_holds(line: str) -> None:
    assert failures(line) == []


@pytest.mark.parametrize("line", ["5 A A: scoop, not pair, near", "A A: pair, not scoop, not near", "2 5: not near"])
def test_named_hands(line: str) -> None:
    assert failures(line, **NAMED) == []


def test_one_share_need_not_be_named() -> None:
    assert failures("K 6 beats 10 10 6", **ONE) == []
    assert failures("6 ties 10 10 6 for one", **ONE) == []


@pytest.mark.parametrize(
    ("line", "changes", "message", "notes"),
    [
        ("5 A A: total 8", {}, "this hand has total 7 or 17 or 27", ("5 A A can count 7 or 17 or 27",)),
        ("A A: distance 4", {}, "this hand has distance 5", ("A A can count 2 or 12 or 22",)),
        ("3 4: hard 7", {}, "a vying hand keeps all its totals", ()),
        ("3 4: pair", NAMED, "this hand is not pair", ("3 4 can count 7",)),
        ("4 4 beats 3 3 for low", {}, "3 3 is nearer", ("4 4 can count 8: distance 1", "3 3 can count 6: distance 1")),
        ("3 4 beats 2 5 for low", {}, "the hands split",
         ("3 4 can count 7: distance 0", "2 5 can count 7: distance 0")),
        ("3 4 ties 3 3 for low", {}, "3 4 is nearer", ("3 4 can count 7: distance 0", "3 3 can count 6: distance 1")),
        ("4 4 ties 5 5 for low", BARRED, "neither hand has a claim",
         ("4 4 can count 8: no claim", "5 5 can count 10: no claim")),
        ("4 4 beats 2 2 for low", BARRED, "2 2 is nearer",
         ("4 4 can count 8: no claim", "2 2 can count 4: distance 3")),
        ("3 4 beats 2 2", {}, "this game has several shares, and a hand can be nearer to one of them only", ()),
        ("3 4 against 2 2: total 7", {}, "no two hands of a vying game meet alone", ()),
        ("player 3 4: must hit", {}, "nobody is forced, or paid odds, in a vying game", ()),
        ("2 2 2 2 2: total 10", {}, "the shoe holds 4 of 2", ()),
        ("3 4: total 7", {"values": "A: 1 or 11 | 5..10: face | J Q K: 1/2"}, "3 has no value yet", ()),
        ("3 4 ties 3 4 for low", {"share low: 1/2": "nearest: 7 | over: allowed"},
         "this game has no whole `share` section yet", ()),
    ],
)  # fmt: skip
def test_what_does_not(line: str, changes: dict[str, str], message: str, notes: tuple[str, ...]) -> None:
    (found,) = failures(line, **changes)
    assert found.code == "F0701"
    assert found.message == f"example does not hold: {message}"
    assert found.notes == notes


def test_several_shares_are_named_in_the_way_out() -> None:
    (found,) = failures("3 4 beats 2 2")
    assert found.helps == ("add `for low` or `for high`",)


def test_an_abstract_game_tells_what_it_has_not_said_yet() -> None:
    without = {"share low: 1/2": "", "share high: 1/2": "", "play": "", "each": "", "betting": "", "pot": ""}
    assert failures("3 4: total 7, lowest total 7, distance to 7 0", **without) == []
    (distance,) = failures("3 4: distance 0", **without)
    assert distance.message == "example does not hold: there is no distance as long as no share has a target"
    (near,) = failures("3 4: near", **without, **NAMED)
    assert near.message == distance.message
    (share,) = failures("3 4 ties 3 4", **without)
    assert share.message == "example does not hold: this game has no whole `share` section yet"
    (cards,) = failures("3 4: total 7", **without, cards="")
    assert cards.message == "example does not hold: the shoe holds 0 of 3"
