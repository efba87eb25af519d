"""The referee plays vying games: deal, betting, draws, shares and declarations, judged against the rules by hand."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from attrs import define

from f27lang import model
from f27lang.referee.hands import Stuck
from f27lang.referee.vying import VyingReferee
from f27lang.referee.vying_advice import Adviser, Asked
from f27lang.referee.vying_rounds import VyingRound
from tests.by_hand import cards, hand
from tests.vying_by_hand import BARRED, SECTIONS, Scripted, at_showdown, game, played, words

F = Fraction
HALF = F(1, 2)
TWO = "2 3 4 5 "  # seat 0 holds 2 4, seat 1 holds 3 5
THREE = "2 3 4 5 6 7 "
SPLIT = {
    f"share {name}: 1/2": SECTIONS[f"share {name}: 1/2"].replace("lower total, then ", "") for name in ("low", "high")
}
HIGHER = {f"share {name}: 1/2": SECTIONS[f"share {name}: 1/2"].replace("lower", "higher") for name in ("low", "high")}
FIXED = {
    "share low: 1/2": "nearest: 7 | over: allowed | counting: lowest | ties: split",
    "share high: 1/2": "nearest: 27 | over: allowed | counting: highest | ties: split",
}
LITERAL = {
    "share low: 1/2": "",
    "share high: 1/2": "",
    "share one: all": "nearest: 7 or 27 | over: allowed | ties: split",
}
UNCLAIMED = "ante: 1 chip | last in takes all | unclaimed: other share, else everyone"
DECLARED = {
    "play": "ante | deal 2 up to each | repeat { | draw | } until nobody draws | declare | showdown",
    "pot": f"{UNCLAIMED} | both: must win outright",
}


def spoke(found: VyingRound) -> str:
    """Return the seats that spoke, in order."""
    return "".join(w.split()[1] for w in words(found) if w.split()[2] in ("checks", "bets", "calls", "raises", "folds"))


def seats(*bets: str) -> list[Scripted]:
    return [Scripted("", each) for each in bets]


# ---- the deal --------------------------------------------------------------------------------------------------------


def test_a_deal_goes_round_the_table_card_by_card() -> None:
    found = played(
        game(play="ante | deal 2 up to each | deal 1 down to each | showdown"), "A 2 3 4 5 6", *seats("", "")
    )
    assert [each.ranks for each in found.hands] == [("A", "3", "5"), ("2", "4", "6")]
    assert words(found)[2:8] == [
        "seat 0 is dealt A", "seat 1 is dealt 2", "seat 0 is dealt 3", "seat 1 is dealt 4",
        "seat 0 is dealt, face down, 5", "seat 1 is dealt, face down, 6",
    ]  # fmt: skip


def test_every_seat_antes() -> None:
    found = played(game(pot="ante: 3 chips | last in takes all"), TWO, *seats("", ""))
    assert (found.pot, found.staked) == (6, (3, 3))


# ---- betting ---------------------------------------------------------------------------------------------------------


def test_a_round_ends_when_all_have_spoken_since_the_last_raise() -> None:
    players = seats("check r1", "b1", "call")  # seat 0 checks, then raises: both must speak again
    found = played(game(play="ante | deal 2 up to each | bet | showdown"), THREE, *players)
    assert [w for w in words(found) if "dealt" not in w][3:9] == [
        "seat 0 checks", "seat 1 bets 1", "seat 2 calls", "seat 0 raises 1", "seat 1 calls", "seat 2 calls",
    ]  # fmt: skip
    assert found.staked == (3, 3, 3)


def test_raises_end_at_the_cap_and_the_opening_bet_is_not_counted() -> None:
    players = seats("b1 r1 call", "r1 r1")
    found = played(game(play="ante | deal 2 up to each | bet | showdown"), TWO, *players)
    assert found.staked == (5, 5)
    assert [asked.moves for asked in players[1].seen] == [("call", "fold", "raise")] * 2
    assert players[0].seen[2].moves == ("call", "fold")


def test_a_raise_beyond_the_cap_is_refused() -> None:
    with pytest.raises(ValueError, match="seat 0 may not raise 1"):
        played(game(play="ante | deal 2 up to each | bet | showdown"), TWO, *seats("b1 r1 r1", "r1 r1"))


@pytest.mark.parametrize(("limits", "move"), [("1..2", "b3"), ("2..4", "b1"), ("2", "b1")])
def test_bets_keep_to_the_limits(limits: str, move: str) -> None:
    found = game(betting=f"opens: left of dealer | limits: {limits} chips | raises: ..3 per round")
    with pytest.raises(ValueError, match="seat 0 may not bet"):
        played(found, TWO, *seats(move, ""))


def test_nobody_folds_or_calls_when_nothing_is_due_and_nobody_checks_when_something_is() -> None:
    for bets in (("fold", ""), ("call", ""), ("b1", "check"), ("r1", ""), ("b1", "b1")):
        with pytest.raises(ValueError, match="may not"):
            played(game(), TWO, *seats(*bets))


def test_each_round_opens_one_further_left_and_skips_who_folded() -> None:
    rounds = "ante | deal 2 up to each | bet | bet | bet | bet | showdown"
    found = played(game(play=rounds), "2 3 4 5 6 7 8 9", *seats("", "", "check check fold", "check b1"))
    assert spoke(found) == "0123" + "123012" + "301" + "013"
    assert found.betting_rounds == 4


def test_a_fixed_opening_is_left_of_the_dealer_or_the_next_who_is_live() -> None:
    rounds = "ante | deal 2 up to each | bet | bet | showdown"
    fixed = game(play=rounds, betting="opens: left of dealer | limits: 1 chips | raises: ..3 per round")
    found = played(fixed, THREE, *seats("check fold", "b1", "r1"))
    assert spoke(found) == "01201" + "12"


def test_the_last_live_seat_knows_that_nobody_bet() -> None:
    players = seats("check", "check", "b1")
    played(game(play="ante | deal 2 up to each | bet | showdown"), THREE, *players)
    assert [player.seen[0].last_unbet for player in players] == [False, False, True]
    assert not players[0].seen[1].last_unbet  # the bet is out


def test_the_last_in_takes_all_unseen_and_at_once() -> None:
    found = played(game(), THREE, *seats("b1", "fold", "fold"))
    assert found.nets == (2, -1, -1)
    assert (found.award, found.live, found.betting_rounds, found.draw_rounds) == (None, (0,), 1, 0)


def test_rake_is_a_share_of_each_pot_up_to_its_most() -> None:
    for rake, shown, folded in (("10%", F(1, 5), F(3, 10)), ("60% up to 1 chips", F(1), F(1))):
        raked = game(pot=f"ante: 1 chip | rake: {rake} | last in takes all")
        assert played(raked, TWO, *seats("b1", "fold")).nets == (2 - 1 - folded, -1)
        found = played(raked, TWO, *seats("", ""))
        assert (found.rake, sum(found.nets)) == (shown, -shown)


def test_rake_only_at_showdown() -> None:
    raked = game(pot="ante: 1 chip | rake: 10%, only at showdown | last in takes all")
    assert played(raked, TWO, *seats("b1", "fold")).rake == 0
    assert played(raked, TWO, *seats("", "")).rake == F(2, 10)


# ---- drawing ---------------------------------------------------------------------------------------------------------


def test_play_is_repeated_until_a_whole_round_brings_no_card() -> None:
    found = played(game(), TWO + "9 9 9", Scripted("tpt"), Scripted("pt"))
    assert [each.ranks for each in found.hands] == [("2", "4", "9", "9"), ("3", "5", "9")]
    assert (found.draw_rounds, found.betting_rounds) == (4, 5)


def test_a_repeat_with_two_draws_ends_when_neither_brings_a_card() -> None:
    twice = game(play="ante | deal 2 up to each | repeat { | draw | bet | draw | } until nobody draws | showdown")
    found = played(twice, TWO + "9 9", Scripted("pt"), Scripted("pppt"))
    assert (found.draw_rounds, found.betting_rounds) == (6, 3)


def test_a_card_asked_for_when_the_pack_is_empty_is_a_pass() -> None:
    found = played(
        game(each="may take, pass | takes 1 card up | locked after 1 passes"), TWO + "9", Scripted("tt"), Scripted("tt")
    )
    assert [len(each.cards) for each in found.hands] == [3, 2]
    assert found.draw_rounds == 2
    assert "seat 0 passes" in words(found)
    assert "seat 1 is not asked" in words(found)


def test_cards_of_a_draw_together_go_round_the_table() -> None:
    together = game(play="ante | deal 2 up to each | draw together | showdown")
    found = played(together, THREE + "9 10", Scripted("t"), Scripted("p"), Scripted("t"))
    assert [each.ranks[2:] for each in found.hands] == [("9",), (), ("10",)]


CONSENT = {"play": "ante | deal 2 up to each | draw if all agree | showdown"}


def test_one_no_and_nobody_draws() -> None:
    assert [len(h.cards) for h in played(game(**CONSENT), THREE + "9 9 9", *map(Scripted, "tpt")).hands] == [2, 2, 2]
    assert [len(h.cards) for h in played(game(**CONSENT), THREE + "9 9 9", *map(Scripted, "ttt")).hands] == [3, 3, 3]
    assert [len(h.cards) for h in played(game(**CONSENT), THREE + "9 9", *map(Scripted, "ttt")).hands] == [3, 3, 2]


def test_consent_is_of_the_live_seats_and_a_seat_at_a_limit_gives_none() -> None:
    folding = game(play="ante | deal 2 up to each | bet | draw if all agree | showdown")
    found = played(folding, THREE + "9 9 9", Scripted("t", "b1"), Scripted("p", "fold"), Scripted("t"))
    assert [len(h.cards) for h in found.hands] == [3, 2, 3]
    limited = game(each="may take, pass | takes 1 card up | at most 2 cards", **CONSENT)
    assert [len(h.cards) for h in played(limited, TWO + "9 9", *map(Scripted, "tt")).hands] == [2, 2]


@pytest.mark.parametrize(
    ("line", "cards_taken"),
    [
        ("at most 4 cards", 2),
        ("at most 3 draws", 3),
        ("locked after 1 passes", 0),
        ("locked after 2 passes", 1),
        ("locked after 3 passes", 3),
        ("locked after 2 passes running", 3),
        ("locked after 1 passes running", 0),
    ],
)
def test_who_is_locked_or_at_a_limit_is_not_asked(line: str, cards_taken: int) -> None:
    found = game(each=f"may take, pass | takes 1 card up | {line}")
    one, other = Scripted("ptpttppt"), Scripted("tttttttt")
    if line.startswith("at most"):
        one.draws = "tttttttt"
    ended = played(found, TWO + "2 2 2 2 3 3 3 3 4 4 4 4", one, other)
    assert len(ended.hands[0].cards) - 2 == cards_taken


# ---- shares ----------------------------------------------------------------------------------------------------------


def winners(found: model.Game, *hands: str) -> list[tuple[int, ...]]:
    award = at_showdown(found, *hands).award
    assert award is not None
    return [contest.winners for contest in award.contests]


@pytest.mark.parametrize(
    ("changes", "hands", "low", "high"),
    [
        ({}, ("5 A A", "3 4", "10 10 7"), (0, 1), (0, 2)),  # 7 and 27 at once
        ({}, ("4 2", "4 4"), (0,), (1,)),  # 6 beats 8
        (HIGHER, ("4 2", "4 4"), (1,), (1,)),
        (SPLIT, ("4 2", "4 4"), (0, 1), (1,)),
        ({}, ("10 8 8", "10 9 9", "2 2"), (2,), (0,)),  # 26 beats 28
        (HIGHER, ("10 8 8", "10 9 9", "2 2"), (2,), (1,)),
        ({}, ("K 6", "Q 6", "J 6"), (0, 1, 2), (0, 1, 2)),
        ({}, ("A A A", "2 2"), (1,), (0,)),  # 23 and 3
        (FIXED, ("A 6", "7 10"), (0,), (0, 1)),  # 7, and 17
        (FIXED, ("A A 5", "10 10 6"), (0,), (0,)),
        (FIXED, ("A A A", "10 10 2"), (0,), (1,)),  # 3; 33 is 6 from 27, 22 is 5
        ({}, ("A A A", "10 10 2"), (0,), (0,)),  # 23
        (BARRED, ("4 4", "2 2"), (1,), (0,)),
        (BARRED, ("4 4", "A 10"), (), (1,)),  # 11 and 21: over 7
        (LITERAL, ("4 4", "10 10 6"), (0, 1), None),
        (LITERAL, ("K 6", "10 10 6"), (0,), None),
    ],
)  # fmt: skip
def test_who_wins_each_share(
    changes: dict[str, str], hands: tuple[str, ...], low: tuple[int, ...], high: tuple[int, ...] | None
) -> None:
    assert winners(game(**changes), *hands) == ([low] if high is None else [low, high])


def test_shares_are_split_exactly() -> None:
    found = at_showdown(game(), "K 6", "Q 6", "J 6", "10 10")
    assert found.nets == (F(2, 3) - 1, F(2, 3) - 1, F(2, 3) - 1, F(2) - 1)


def test_fewer_cards_part_equal_distances() -> None:
    fewer = {"share low: 1/2": "nearest: 7 | over: allowed | counting: freely | ties: fewer cards, then split"}
    assert winners(game(**fewer), "2 3 2", "3 4")[0] == (1,)
    assert winners(game(**fewer), "2 3 2", "3 2 2")[0] == (0, 1)


def test_a_share_that_nobody_claims() -> None:
    assert at_showdown(game(**BARRED), "4 4", "10 10").nets == (-1, 1)  # nobody has 7 or less: all to the high half
    assert at_showdown(game(**BARRED), "10 9 9", "10 10 9").nets == (0, 0)  # nobody qualifies for either
    everyone = {**BARRED, "pot": "ante: 1 chip | last in takes all | unclaimed: everyone"}
    assert at_showdown(game(**everyone), "4 4", "10 10").nets == (HALF - 1, HALF)
    kept = at_showdown(
        game(**{**BARRED, "pot": "ante: 1 chip | last in takes all | unclaimed: next hand"}), "4 4", "10 10"
    )
    assert (kept.nets, kept.carried) == ((-1, 0), 1)


def test_what_was_carried_over_is_in_the_pot() -> None:
    found = played(game(play="ante | deal 2 up to each | showdown"), TWO, *seats("", ""), carried=4)
    assert found.pot == 6
    assert sum(found.nets) == 4


def test_without_a_line_for_it_an_unclaimed_share_is_no_way_to_end() -> None:
    with pytest.raises(Stuck, match="unclaimed"):
        at_showdown(game(**{**BARRED, "pot": SECTIONS["pot"]}), "4 4", "10 10")


# ---- declaring -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "says", "nets"),
    [
        (("5 A A", "3 3", "10 10 6"), ("low high", "low", "high"), (2, -1, -1)),
        (("5 A A", "3 4", "10 10 6"), ("low high", "low", "high"), (-1, HALF, HALF)),  # ties the low, leaves both
        (("4 2", "3 4", "10 10 6"), ("low high", "low", "high"), (-1, HALF, HALF)),  # loses both
        (("5 A A", "3 4", "2 2"), ("low", "low", "low"), (HALF, HALF, -1)),  # nobody contests the high half
        (("5 A A", "3 4"), ("low high", "low high"), (0, 0)),  # the 3 4 loses the high half, the 5 A A ties the low
        (("2 5", "9 9 9", "2 2"), ("low high", "low high", "low"), (-1, -1, 2)),  # each wins one half, and both leave
        (("2 5", "9 9 9", "2 2"), ("high", "low", "low"), (HALF, -1, HALF)),
    ],
)
def test_declarations(hands: tuple[str, ...], says: tuple[str, ...], nets: tuple[Fraction, ...]) -> None:
    assert at_showdown(game(**DECLARED), *hands, says=says).nets == nets


def test_both_may_tie() -> None:
    may = game(**{**DECLARED, "pot": f"{UNCLAIMED} | both: may tie"})
    assert at_showdown(may, "5 A A", "3 4", "10 10 6", says=("low high", "low", "high")).nets == (F(5, 4), -F(1, 4), -1)
    assert at_showdown(may, "4 2", "3 4", "10 10 6", says=("low high", "low", "high")).nets == (-1, HALF, HALF)


# ---- advice ----------------------------------------------------------------------------------------------------------

STRATEGIES = {
    "strategy nearest": "each { | take on distance over 2 when some card helps | otherwise pass | }",
    "strategy one": "betting { | bet on distance ..1 | call on distance ..5 | otherwise check, fold | }",
    "strategy last": "betting when all others checked { | bet on distance ..5 | }"
    " | betting { | otherwise check, call | }",
    "strategy big": "betting { | raise 3 chips on distance ..1 | bet 2 chips on distance ..1"
    " | otherwise check, call | }",
    "strategy all": "like nearest | like one | declare { | say both on distance to 7 0 | otherwise say nearest | }",
}


def adviser(*plays: str) -> Adviser:
    return Adviser(game(**STRATEGIES), plays)


@pytest.mark.parametrize(
    ("cards", "move"), [("4 5", "pass"), ("10 6", "take"), ("9 9 9", "pass"), ("10 10 10", "pass")]
)
def test_drawing_advice(cards: str, move: str) -> None:
    # 30 is 3 from 27, and no card helps
    assert adviser("nearest").draw(Asked(0, hand(cards), ("take", "pass"))) == move


def test_betting_advice_skips_what_is_not_allowed() -> None:
    due, free = ("call", "fold", "raise"), ("check", "bet")
    one = adviser("nearest", "one")
    assert one.bet(Asked(0, hand("3 4"), free)) == ("bet", 1)
    assert one.bet(Asked(0, hand("3 4"), due)) == ("call", 0)
    assert one.bet(Asked(0, hand("3 9"), free)) == ("check", 0)
    assert one.bet(Asked(0, hand("3 10"), due)) == ("fold", 0)
    assert adviser("nearest").bet(Asked(0, hand("3 4"), free)) == ("check", 0)
    assert adviser("nearest").bet(Asked(0, hand("3 10"), due)) == ("call", 0)
    assert adviser("last").bet(Asked(0, hand("3 9"), free)) == ("check", 0)
    assert adviser("last").bet(Asked(0, hand("3 9"), free, last_unbet=True)) == ("bet", 1)
    assert adviser("big").bet(Asked(0, hand("3 4"), free)) == ("bet", 2)


def test_declaring_advice() -> None:
    assert adviser("all").say(Asked(0, hand("5 A A"))) == {"low", "high"}
    assert adviser("all").say(Asked(0, hand("9 9"))) == {"high"}
    assert adviser("nearest").say(Asked(0, hand("9 8"))) == {"low"}  # as far from both: the first


def test_measures_of_a_hand() -> None:
    reader = VyingReferee(game()).reader
    assert reader.totals(("A", "A", "A")) == (3, 13, 23, 33)
    assert reader.distance(hand("5 A A")) == 0
    assert reader.distance_to(hand("5 A A"), F(12)) == 5
    assert reader.total_nearest(hand("A A"), F(17)) == 12  # of 12 and 22 the lower
    assert reader.helped(hand("10 6"))
    assert not reader.helped(hand("10 10 10"))


# ---- chips are conserved ---------------------------------------------------------------------------------------------


@define
class Reckless:
    """Does anything that is allowed, at random."""

    dice: random.Random
    shares: tuple[str, ...]

    def draw(self, asked: Asked) -> str:
        return self.dice.choice(asked.moves)

    def bet(self, asked: Asked) -> tuple[str, int]:
        move = self.dice.choice(asked.moves)
        return move, 1 if move in ("bet", "raise") else 0

    def say(self, asked: Asked) -> frozenset[str]:
        return frozenset(self.dice.choice((self.shares, self.shares[:1], self.shares[1:])))


@pytest.mark.parametrize("changes", [{}, {**BARRED, "play": DECLARED["play"]}, BARRED, FIXED, SPLIT])
def test_every_chip_is_somewhere(changes: dict[str, str]) -> None:
    raked = changes | {"pot": f"{changes.get('pot', SECTIONS['pot'])} | rake: 7% up to 2 chips"}
    referee, dice = VyingReferee(game(**raked)), random.Random(27)
    deck = ("A 2 3 4 5 6 7 8 9 10 J Q K " * 4).split()
    for _ in range(60):
        dice.shuffle(deck)
        found = referee.play(cards(" ".join(deck)), [Reckless(dice, ("low", "high"))] * dice.randint(2, 10))
        assert sum(found.nets) == -found.rake - found.carried
        assert sum(found.staked) == found.pot
        assert all(net >= -staked for net, staked in zip(found.nets, found.staked))
        assert all(found.nets[seat] == -found.staked[seat] for seat in set(range(len(found.nets))) - set(found.live))
