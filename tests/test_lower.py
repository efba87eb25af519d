"""Lowering: facts about 21-24-27 counted by hand, each feature on a small game, rounds walked beside the referee."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from closed_games import game

from f27lang import model
from f27lang.changes import Changes
from f27lang.diagnostics import Report
from f27lang.files import read
from f27lang.lower import STATE_LIMIT, lower, lower_strategy, too_large
from f27lang.lower.hands import HandMachine, TooManyStates
from f27lang.referee import Card, Hand, Referee, shoe
from f27lang.resolve import resolve
from f27lang.rulebook import Move, Policy, Rulebook
from f27lang.syntax.parse import parse

GOOD = sorted((Path(__file__).parent / "good").glob("*.f27"))
ASKED = Move.HIT | Move.STAND
BOUND = 20_000  # hands, for machines that are small


def resolved(variant: str, *options: str) -> model.Game | None:
    report = Report()
    source = read(variant, report)
    file = parse(source, report) if source else None
    return resolve(file, Changes(with_=options), report) if file else None


@pytest.fixture(scope="module")
def finnish() -> Rulebook:
    return lower(game())


# ---- 21-24-27 counted by hand ---------------------------------------------------------------------------------


def state(rulebook: Rulebook, hand: str, side: str = "player") -> int:
    """Return the state of a hand such as `A K`."""
    by_rank = {rank: index for index, card in enumerate(rulebook.classes) for rank in card.ranks}
    found = rulebook.player_start if side == "player" else rulebook.dealer_start
    for rank in hand.split():
        found = rulebook.step[found * len(rulebook.classes) + by_rank[rank]]
    return found


def cell(rulebook: Rulebook, table: str, player: str, dealer: str) -> int:
    row: tuple[int, ...] = getattr(rulebook, table)
    return row[state(rulebook, player) * len(rulebook.states) + state(rulebook, dealer, "dealer")]


def test_21_24_27_has_14_classes_and_46_states(finnish: Rulebook) -> None:
    assert [card.name for card in finnish.classes] == ["A", *map(str, range(2, 11)), "J", "Q", "K", "Joker"]
    assert [card.count for card in finnish.classes] == [24] * 13 + [12]
    assert finnish.shoe == 324
    assert len(finnish.states) == 46
    readings = {(s.total, s.soft) for s in finnish.states}
    assert len(readings) == 42  # hard 0, 2..27 and over, soft 14..27
    assert sum(s.over for s in finnish.states) == 1


def test_what_is_bundled_is_the_flat_game() -> None:
    bundled = resolved("21-24-27")
    assert bundled is not None
    assert lower(bundled).digest == lower(game()).digest


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("A", "soft 14"),
        ("A A", "soft 15"),
        ("A K", "finnish_27"),
        ("K A", "finnish_27"),
        ("A Q", "soft 26"),
        ("A Q A", "soft 27"),
        ("A Q A A", "hard 15"),
        ("A Q 2", "hard 15"),
        ("A 2 K", "hard 16"),
        ("Joker Joker", "hard 0"),
        ("A Joker K", "soft 27"),
        ("9 9 9", "hard 27"),
        ("10 9 9", "over"),
        ("9 9 9 Joker", "hard 27"),
    ],
)
def test_hands_and_their_names(finnish: Rulebook, hand: str, name: str) -> None:
    assert finnish.states[state(finnish, hand)].name == name


@pytest.mark.parametrize(
    ("hand", "hits"),
    [("10 J", 0), ("10 10", 1), ("9 A", 1), ("10 A", 0), ("A A", 1), ("Joker Joker", 1), ("8 K", 0), ("7 K", 1)],
)
def test_the_dealer_hits_below_hard_21_and_soft_24(finnish: Rulebook, hand: str, hits: int) -> None:
    assert finnish.dealer_hits[state(finnish, hand, "dealer")] == hits
    assert set(finnish.law) == {0}


@pytest.mark.parametrize(
    ("table", "player", "dealer", "name"),
    [
        ("dealt", "A K", "9 9", "player wins after deal"),
        ("dealt", "9 9", "K A", "dealer wins after deal"),
        ("dealt", "K A", "A K", "push after deal"),
        ("drawn", "10 9 9", "9 9", "dealer wins at once, player over"),
        ("final", "9 9 9", "9 9 9", "push after dealer"),
        ("final", "9 9", "9 9 9", "dealer wins after dealer"),
        ("final", "9 9 9", "9 9 3", "player wins after dealer"),
        ("final", "Joker Joker", "10 9 9", "player wins after dealer, dealer over"),
        ("final", "A Q A", "9 9 9", "push after dealer"),
    ],
)
def test_how_rounds_end(finnish: Rulebook, table: str, player: str, dealer: str, name: str) -> None:
    stored = cell(finnish, table, player, dealer)
    assert finnish.outcomes[stored - (table != "final")].name == name


@pytest.mark.parametrize(
    ("table", "player", "dealer"),
    [
        ("dealt", "9 9", "9 9"),  # nothing is decided
        ("dealt", "9 9 9", "9 9"),  # never dealt
        ("drawn", "9 9 9", "9 9"),
        ("stood", "9 9 9", "9 9"),
        ("moves", "A K", "9 9"),  # decided by then
        ("moves", "10 9 9", "9 9"),
        ("final", "9 9", "9 9"),  # the dealer isn't done
    ],
)
def test_cells_that_hold_nothing(finnish: Rulebook, table: str, player: str, dealer: str) -> None:
    assert cell(finnish, table, player, dealer) == 0


def test_the_player_is_asked_wherever_the_round_goes_on(finnish: Rulebook) -> None:
    assert cell(finnish, "moves", "9 9 9", "K K") == ASKED
    assert cell(finnish, "moves", "Joker Joker", "A Q") == ASKED
    assert set(finnish.moves) == {0, ASKED}


def test_eight_outcomes_with_their_payoffs(finnish: Rulebook) -> None:
    assert [(o.name, *o.payoffs) for o in finnish.outcomes] == [
        ("player wins after deal", 1),
        ("dealer wins after deal", -1),
        ("push after deal", 0),
        ("dealer wins at once, player over", -1),
        ("player wins after dealer", 1),
        ("player wins after dealer, dealer over", 1),
        ("dealer wins after dealer", -1),
        ("push after dealer", 0),
    ]
    assert finnish.denominator == 1
    moments = [finnish.rows[o.row].text.partition(":")[0] for o in finnish.outcomes]
    assert moments == [*["after deal"] * 3, "at once", *["after dealer"] * 4]


def test_forced_moves(finnish: Rulebook) -> None:
    forced = resolved("21-24-27", "forced_moves")
    assert forced is not None
    rulebook = lower(forced)
    expected = {
        ("2 Q", "9 9"): Move.HIT, ("2 K", "9 9"): ASKED, ("J K", "9 9"): ASKED, ("Q K", "9 9"): Move.STAND,
        ("A 8", "9 9"): Move.HIT, ("A 9", "9 9"): ASKED, ("A Q A", "9 9"): Move.STAND,
        ("9 9", "10 J"): Move.HIT, ("10 J", "10 J"): Move.STAND, ("A 6", "10 J"): Move.HIT, ("A 7", "10 J"): Move.STAND,
    }  # fmt: skip
    assert {hands: cell(rulebook, "moves", *hands) for hands in expected} == expected
    assert rulebook.outcomes == finnish.outcomes
    assert len(rulebook.states) == 46


def test_the_sorted_shoe_names_every_card_by_rank(finnish: Rulebook) -> None:
    assert finnish.sorted_shoe == (*((index, 24) for index in range(13)), (13, 12))


def test_origins_name_file_and_lines() -> None:
    bundled = resolved("21-24-27")
    assert bundled is not None
    origins = dict(lower(bundled).origins)
    assert origins["step"].startswith("finnish-27.f27:")
    assert "(values)" in origins["step"]
    assert origins["dealer_hits"].startswith("21-24-27.f27:")
    assert set(origins) == {
        "sorted_shoe", "step", "before", "moves", "dealt", "drawn", "stood", "law", "dealer_hits", "final", "outcomes",
    }  # fmt: skip


# ---- strategies --------------------------------------------------------------------------------------------------

LIKE_DEALER = {"strategy copy": "like dealer"}
NEVER_OVER = "player {\nstand on hard 15..\nstand on soft 27\notherwise hit\n}"


def plays(rulebook: Rulebook, policy: Policy, player: str, dealer: str) -> int:
    return policy.play[state(rulebook, player) * len(rulebook.states) + state(rulebook, dealer, "dealer")]


def moves_as_allowed(rulebook: Rulebook, policy: Policy) -> bool:
    """Return whether a policy makes one of the moves allowed in each cell, none where a round never asks."""
    return all(
        move in (Move.HIT, Move.STAND) if allowed == ASKED else move == allowed
        for move, allowed in zip(policy.play, rulebook.moves, strict=True)
    )


def test_like_dealer_plays_the_dealers_law(finnish: Rulebook) -> None:
    rulebook, policy = lower_strategy(game(**LIKE_DEALER), "copy")
    assert rulebook.digest == finnish.digest
    for hand, move in {"10 10": Move.HIT, "10 J": Move.STAND, "9 A": Move.HIT, "10 A": Move.STAND}.items():
        assert plays(rulebook, policy, hand, "9 9") == move
    assert plays(rulebook, policy, "A K", "9 9") == Move.NONE
    assert moves_as_allowed(rulebook, policy)


def test_like_another_strategy_and_otherwise() -> None:
    of_both = {"strategy cautious": NEVER_OVER, "strategy copy": "like cautious"}
    first = lower_strategy(game(**of_both), "cautious")[1]
    second = lower_strategy(game(**of_both), "copy")[1]
    assert first.play == second.play
    assert {"cautious", "copy"} == {first.name, second.name}
    rulebook, policy = lower_strategy(game(**of_both), "cautious")
    expected = {"2 Q": Move.HIT, "2 K": Move.STAND, "A Q": Move.HIT, "A Q A": Move.STAND}
    assert {hand: plays(rulebook, policy, hand, "9 9") for hand in expected} == expected


def test_a_strategy_that_sees_more_than_the_rules_keeps_results_and_outcomes(finnish: Rulebook) -> None:
    advice = "player {\nstand on holding 9 with 3.. cards\nstand on hard 21..\notherwise hit\n}"
    rulebook, policy = lower_strategy(game(**{"strategy nines": advice}), "nines")
    assert len(rulebook.states) > len(finnish.states)
    assert rulebook.outcomes == finnish.outcomes
    assert plays(rulebook, policy, "9 2 2", "9 9") == Move.STAND
    assert plays(rulebook, policy, "9 4", "9 9") == Move.HIT
    assert plays(rulebook, policy, "8 3 2", "9 9") == Move.HIT


def test_advice_that_looks_at_the_dealer() -> None:
    advice = (
        "player when dealer will hit {\nstand on hard 15..\n}\nplayer {\nstand on total over dealer\notherwise hit\n}"
    )
    rulebook, policy = lower_strategy(game(**{"strategy watching": advice}), "watching")
    assert plays(rulebook, policy, "2 K", "9 9") == Move.STAND
    assert plays(rulebook, policy, "2 K", "10 J") == Move.HIT
    assert plays(rulebook, policy, "K 9", "10 J") == Move.STAND


NO_HOLE_CARD = (
    "wager | deal 2 up to player | deal 1 up to dealer | turn player | deal 1 up to dealer | turn dealer | settle"
)


# ---- each feature on a small game ------------------------------------------------------------------------------


def will_hit(rulebook: Rulebook, hand: str) -> int:
    return rulebook.dealer_hits[state(rulebook, hand, "dealer")]


def test_card_count_and_card_limits() -> None:
    rulebook = lower(game(dealer="stands on hard 10.. with 3.. cards | otherwise hits | at most 4 cards"))
    assert [will_hit(rulebook, hand) for hand in ("5 5", "2 8", "2 3 5", "2 3 4", "2 3 4 2")] == [1, 1, 0, 1, 0]
    assert rulebook.states[state(rulebook, "2 3 4", "dealer")].cards == 3


def test_exact_cards_in_any_order_with_any() -> None:
    hands = "bust: total over 27 | standing: total ..27 | trap: 9 9 9 | joined: Joker any"
    rulebook = lower(
        game(
            hands=hands,
            dealer="stands on trap | stands on joined | stands on hard 27 | stands on soft 27 | otherwise hits",
            ranking="rank trap | rank standing, higher total first | rank bust",
            settle="at once: player bust -> dealer wins | at once: dealer trap -> dealer wins"
            " | after dealer: better hand wins, else push",
        )
    )
    assert [will_hit(rulebook, hand) for hand in ("9 9", "5 Joker", "Joker 5", "Joker Joker", "5 6")] == [1, 0, 0, 0, 1]
    trap, other = (cell(rulebook, "final", "9 9 9", hand) for hand in ("9 9 9", "10 10 7"))
    assert [rulebook.outcomes[number].name for number in (trap, other)] == [
        "dealer wins at once",
        "player wins after dealer",
    ]


def test_holding_and_alike() -> None:
    rulebook = lower(game(dealer="stands on holding 2 | stands on equal ranks | otherwise hits | at most 4 cards"))
    hands = ("2 3", "3 3", "3 4", "3 4 4", "3 4 2", "J J", "J Q")
    assert [will_hit(rulebook, hand) for hand in hands] == [0, 0, 1, 1, 0, 0, 1]
    tens = "A: 1 or 14 | 2..10: face | J Q K: 10 | Joker: 0"
    rulebook = lower(game(values=tens, dealer="stands on equal values | otherwise hits | at most 4 cards"))
    assert [will_hit(rulebook, hand) for hand in ("10 J", "10 9", "10 9 9")] == [0, 1, 1]


def test_cards_that_no_rule_tells_apart_are_one_class() -> None:
    rulebook = lower(
        game(
            values="A: 1 or 14 | 2..10: face | J Q K: 10 | Joker: 0",
            hands="finnish_27: A A as dealt | standing: total ..27 | bust: total over 27",
        )
    )
    assert [card.name for card in rulebook.classes][-2:] == ["10 J Q K", "Joker"]
    assert rulebook.classes[-2].count == 96
    assert rulebook.sorted_shoe[-2:] == ((9, 96), (10, 12))


def test_how_a_hand_began() -> None:
    rulebook = lower(
        game(dealer="stands on dealt 9 9 | stands on Joker dealt second | otherwise hits | at most 3 cards")
    )
    hands = ("9 9", "9 8", "8 Joker", "Joker 8", "8 9")
    assert [will_hit(rulebook, hand) for hand in hands] == [0, 1, 0, 1, 1]


def test_suits_make_classes_where_a_rule_looks_at_them() -> None:
    paid = "pays 3:1 on player wins with 8 9 10 in spades | pays 2:1 on player wins with 8 9 10 in one suit"
    rulebook = lower(game(**{"wager game: $10..$500": f"{paid} | pays 1:1 on player wins | otherwise loses"}))
    assert {card.name for card in rulebook.classes if card.ranks == ("9",)} == {
        "9 in spades", "9 in hearts", "9 in diamonds", "9 in clubs",
    }  # fmt: skip
    assert "7" in [card.name for card in rulebook.classes]
    payoffs = {outcome.payoffs for outcome in rulebook.outcomes}
    assert payoffs == {(3,), (2,), (1,), (-1,)}


def test_the_last_card_the_player_drew() -> None:
    rulebook = lower(
        game(
            values="A: 1 | 2..9: face | 10..K: 0 | Joker: 0",
            total="read: last digit",
            hands="natural: total 8..9 as dealt | points: total 0..9",
            player="must hit on total ..5 | otherwise must stand | at most 3 cards",
            dealer="hits on total ..2 | hits on total 3..5 when player drew nothing"
            " | hits on total 3 when player drew A..7 9..K | otherwise stands | at most 3 cards",
            ranking="rank points, higher total first",
            settle="after deal: either natural -> better hand wins, else push"
            " | after dealer: better hand wins, else push",
        )
    )
    width = len(rulebook.states)

    def hits(player: str, dealer: str) -> int:
        group = rulebook.law[state(rulebook, player)]
        return rulebook.dealer_hits[group * width + state(rulebook, dealer, "dealer")]

    assert [hits("2 2 8", "2 A"), hits("2 2 9", "2 A"), hits("3 3", "2 A"), hits("2 2 8", "2 2")] == [0, 1, 1, 0]
    assert not set(rulebook.moves) - {Move.NONE, Move.HIT, Move.STAND}


def test_no_hole_card_and_what_the_dealer_shows() -> None:
    rulebook = lower(
        game(
            play=NO_HOLE_CARD,
            **{"player when dealer shows A": "must stand on total 15.."},
        )
    )
    assert [(deal.to, deal.number) for deal in rulebook.between] == [("dealer", 1)]
    assert cell(rulebook, "moves", "9 9", "A") == Move.STAND
    assert cell(rulebook, "moves", "9 5", "A") == ASKED
    assert cell(rulebook, "moves", "9 9", "K") == ASKED
    assert cell(rulebook, "moves", "9 9", "9 9") == 0


def test_a_hidden_card() -> None:
    rulebook = lower(
        game(
            play="wager | deal 2 up to player | deal 1 down to dealer | deal 1 up to dealer | turn player | turn dealer"
            " | settle",
            settle="at once: dealer finnish_27 -> dealer wins | at once: player bust -> dealer wins"
            " | after dealer: better hand wins, else push",
        )
    )
    assert not any(rulebook.dealt)
    natural = state(rulebook, "A K", "dealer")
    assert rulebook.dealer_hits[natural] == 0
    assert rulebook.outcomes[cell(rulebook, "final", "9 9", "K A")].name == "dealer wins at once"


def test_a_card_that_makes_the_total_and_fractions() -> None:
    rulebook = lower(game(values="A: 1 or 14 | 2..10: face | J Q K: 1/2 | Joker: makes 27"))
    assert rulebook.states[state(rulebook, "J 2 Q")].total == 3
    made = rulebook.states[state(rulebook, "K Joker 9 9")]
    assert (made.total, made.soft, made.over) == (27, False, False)
    assert rulebook.states[state(rulebook, "J 9")].name == "hard 9.5"


def test_nearest_reads_over_and_soft() -> None:
    machine = HandMachine(game(total="read: nearest 27 | soft: A counts 14"), bound=BOUND)

    def read(hand: str) -> tuple[Fraction, bool, bool]:
        at: int | None = machine.start("player")
        for rank in hand.split():
            assert at is not None
            at = machine.step(at, next(i for i, card in enumerate(machine.classes) if rank in card.ranks))
        assert at is not None
        reading = machine.reading(at)
        return reading.total, reading.soft, reading.over

    assert read("A K 2") == (29, True, True)  # 16 is further from 27
    assert read("2 K K") == (28, False, True)
    assert read("A Q A") == (27, True, False)


def test_fewer_cards_first() -> None:
    rulebook = lower(
        game(
            dealer="stands on total 20.. | otherwise hits | at most 5 cards",
            player="may hit, stand | at most 5 cards",
            ranking="rank finnish_27 | rank standing, higher total first, fewer cards first | rank bust",
        )
    )
    final = {
        hand: rulebook.outcomes[cell(rulebook, "final", "9 9 3", hand)].verdict for hand in ("10 J", "8 7 6", "5 5 4 7")
    }
    assert [verdict.words for verdict in final.values()] == ["dealer wins", "push", "player wins"]


def test_several_wagers_with_commission_and_facts() -> None:
    money = {
        "wager game: $10..$500": "pays 1:1 less 5% on player wins | returns on push | loses 1/2 on dealer wins",
        "wager pair: $5..$100": "pays 11:1 on player equal ranks as dealt with 2 cards | otherwise loses",
    }
    rulebook = lower(game(**{**money, "settle": "after deal: player total ..30 -> player wins"}))
    assert rulebook.denominator == 20
    assert {outcome.payoffs for outcome in rulebook.outcomes} == {(19, 220), (19, -20)}
    assert len({outcome.name for outcome in rulebook.outcomes}) == len(rulebook.outcomes) == 2
    assert rulebook.wagers == ("game", "pair")


def test_too_many_hands_is_a_typed_error() -> None:
    with pytest.raises(TooManyStates, match="more than 100 hands"):
        HandMachine(game(), bound=100)


@pytest.mark.long
def test_tables_too_large_are_told_beforehand() -> None:
    by_cards = game(ranking="rank finnish_27 | rank standing, higher total first, fewer cards first | rank bust")
    assert too_large(by_cards) is by_cards
    with pytest.raises(TooManyStates, match=f"more than {STATE_LIMIT} hands"):
        lower(by_cards)
    advice = "player {\nhit with 30 cards\nhit in one suit\notherwise stand\n}"
    watching = game(**{"strategy plain": "like dealer", "strategy watching": advice})
    assert too_large(watching) is watching.strategies[1]
    assert too_large(game()) is None


# ---- the machine against the referee's patterns --------------------------------------------------------------------

PATTERNS = """
on A K | on 9 9 9 | on Joker any | on total 15..20 | on hard ..14 | on soft 20.. | on total over 27 | on equal ranks
| on equal values | on holding Joker | on dealt 9 9 | on dealt A any | on Joker dealt second | on 9 9 as dealt
| with 3 cards | on total 20.. with 3.. cards | in one suit | in hearts | on 9 9 in one suit
| on total under 20 as dealt | on finnish_27 | on total over dealer | on soft at least dealer
"""


def test_patterns_fit_as_the_referee_says() -> None:
    """Random hands, dealt and taken, run through the machine and read by the book."""
    player = " | ".join(f"may hit {pattern.strip()}" for pattern in PATTERNS.split("| "))
    looking = game(player=f"{player} | may hit, stand | at most 6 cards", dealer="otherwise hits | at most 6 cards")
    machine, referee = HandMachine(looking, bound=BOUND), Referee(looking)
    patterns = [line.on for line in looking.player[0].lines if isinstance(line, model.May) and line.on]
    assert len(patterns) == 23
    cards, chance = shoe(looking), random.Random(27)
    fitted = [0] * len(patterns)
    for _ in range(600):
        hand, at = random_hand(machine, cards, chance)
        other, other_at = random_hand(machine, cards, chance)
        reading = machine.reading(at)
        assert (reading.total, reading.soft) == referee.reading(hand)
        assert reading.over == referee.reader.over(hand)
        for number, pattern in enumerate(patterns):
            fits = machine.fits(at, pattern, other_at)
            assert fits == referee.fits(pattern, hand, other), (pattern, str(hand))
            fitted[number] += fits
    assert all(fitted)


def random_hand(machine: HandMachine, cards: list[Card], chance: random.Random) -> tuple[Hand, int]:
    favourites = [card for card in cards if card.rank in ("A", "K", "9", "Joker")]
    hand, at = Hand(), machine.start("player")
    for count in range(chance.choice((2, 2, 3, 3, 4))):
        card = chance.choice(cards if chance.random() < 0.5 else favourites)
        after = machine.step(at, class_index(machine, card))
        if after is None:
            break
        hand, at = hand.deal(card) if count < 2 else hand.take(card), after
    return hand, at


def class_index(machine: HandMachine, card: Card) -> int:
    return next(
        index
        for index, group in enumerate(machine.groups)
        if any((c.rank, c.suit) == (card.rank, card.suit) for c in group)
    )


# ---- rounds walked on the tables beside the referee ------------------------------------------------------------------

ENDS = "at once: player bust -> dealer wins | after dealer: better hand wins, else push"
BLIND = "wager | deal 2 up to player | deal 2 down to dealer | turn player | turn dealer | settle"
UNDEALT = "wager | turn player | turn dealer | settle"
GAMES: dict[str, Callable[[], model.Game]] = {
    "plain": game,
    "hidden": lambda: game(
        play="wager | deal 1 up to player | deal 1 down to dealer | deal 1 up to player | deal 1 up to dealer"
        " | turn player | turn dealer | settle",
        settle="at once: either finnish_27 -> better hand wins, else push | at once: player bust -> dealer wins"
        " | after player: player total 27 -> player wins | after dealer: better hand wins, else push",
    ),
    "no hole card": lambda: game(
        play=NO_HOLE_CARD,
        settle="after dealer: either finnish_27 -> better hand wins, else push | at once: player bust -> dealer wins"
        " | after dealer: dealer total 26 -> push | after dealer: better hand wins, else push",
        **{"player when dealer shows A 9..K": "must hit on hard ..18 | at most 4 cards"},
    ),
    "law looks at the player": lambda: game(
        dealer="hits on total under player | hits on hard ..17 | hits on hard 18..19 when player drew 2..6"
        " | hits on soft ..21 when player has standing | otherwise stands",
        settle="after player: player bust -> dealer wins | after dealer: better hand wins, else push",
        player="must hit on hard ..18 | must hit on soft ..22 | otherwise must stand",
    ),
    "nobody is bust": lambda: game(
        player="may hit on total ..26 | may stand | at most 6 cards",
        dealer="stands on hard 21.. | stands on soft 24.. | otherwise hits | at most 5 cards",
        ranking="rank finnish_27 | rank standing, higher total first | rank bust, nearest 27 first, fewer cards first",
        settle="after deal: either finnish_27 -> better hand wins, else push"
        " | after dealer: both bust and player better -> push | after dealer: better hand wins, else dealer wins",
    ),
    "paid by suits": lambda: game(
        **{
            "wager game: $10..$500": "pays 5:2 on player wins with total 20.. in one suit"
            " | pays 1:1 less 5% on player wins | returns on push | loses 1/2 on dealer wins against with 4.. cards"
            " | loses on dealer wins",
            "wager start: $1..$5": "pays 4:1 on player dealt 9 any | pays 2:1 on player holding Joker"
            " | otherwise loses",
        },
    ),
    "blind": lambda: game(play=BLIND, settle=f"after player: player total 20 -> push | {ENDS}"),
    "nothing dealt": lambda: game(play=UNDEALT, settle=ENDS),
    "a dealer without cards": lambda: game(play=UNDEALT, settle=ENDS, dealer="hits on total 1..15 | otherwise stands"),
    "nobody plays": lambda: game(
        play="wager | deal 2 up to player | deal 2 up to dealer | settle", player="", dealer="", settle=ENDS
    ),
    "one waits": lambda: game(
        play="wager | deal 2 up to dealer | turn player | turn dealer | settle", player="must stand", settle=ENDS
    ),
    "a dealer who looks": lambda: game(
        dealer="hits on total under player | hits on total 20 when player drew A..5 | otherwise stands"
        " | at most 5 cards",
        player="may hit on hard ..19 | must stand on soft 20.. | may stand | at most 5 cards",
        settle=f"at once: both total 20 -> push | after deal: dealer total 26 -> dealer wins | {ENDS}",
    ),
    "nearest": lambda: game(
        total="read: nearest 27 | soft: A counts 14",
        player="may hit, stand | at most 4 cards",
        dealer="stands on total 22.. | otherwise hits | at most 4 cards",
        ranking="rank finnish_27 | rank standing, nearest 27 first, fewer cards first | rank bust, lower total first",
        settle="after dealer: better hand wins, else push",
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_rounds_end_as_the_referee_says(name: str) -> None:
    played = GAMES[name]()
    rulebook, referee, chance = lower(played), Referee(played), random.Random(name)
    classes = card_classes(rulebook)
    cards = shoe(played)
    ended = set()
    for _ in range(500):
        order = chance.sample(cards, 40)
        moves = [chance.choice(("hit", "stand")) for _ in range(40)]
        asked: Iterator[str] = iter(moves)
        told = referee.play(order, lambda _situation, asked=asked: next(asked))  # type: ignore[misc]
        outcome, player, dealer, decisions = walk(rulebook, [classes[card] for card in order], iter(moves))
        found = rulebook.outcomes[outcome]
        assert (found.verdict.words, found.row, found.player_over, found.dealer_over) == (
            told.verdict, told.row, told.player_over, told.dealer_over,
        )  # fmt: skip
        paid = [Fraction(payoff, rulebook.denominator) for payoff in found.payoffs]
        assert dict(zip(rulebook.wagers, paid, strict=True)) == dict(told.payoffs)
        assert (player, dealer, decisions) == (len(told.player), len(told.dealer), told.decisions)
        ended.add(outcome)
    assert len(ended) >= len(rulebook.outcomes) * 2 // 3


def card_classes(rulebook: Rulebook) -> dict[Card, int]:
    """Return the class of each card by its place in the sorted shoe."""
    places = [number for number, cards in rulebook.sorted_shoe for _ in range(cards)]
    return places_of(places)


def places_of(places: list[int]) -> dict[Card, int]:
    return dict(zip(shoe(game()), places, strict=True))


def walk(rulebook: Rulebook, order: list[int], moves: Iterator[str]) -> tuple[int, int, int, int]:
    """Play one round on the tables; return the outcome, the cards of both sides and the decisions."""
    cards, size, width = iter(order), len(rulebook.states), len(rulebook.classes)
    p, d, v = rulebook.player_start, rulebook.dealer_start, rulebook.dealer_start
    player = dealer = decisions = 0

    def after(at: int, card: int) -> int:
        return rulebook.step[at * width + card]

    for deal in rulebook.before:
        for _ in range(deal.number):
            card = next(cards)
            if deal.to == "player":
                p, player = after(p, card), player + 1
            else:
                d, dealer = after(d, card), dealer + 1
                v = after(v, card) if deal.up else v
    if ended := rulebook.dealt[p * size + v]:
        return ended - 1, player, dealer, decisions
    while True:
        allowed = rulebook.moves[p * size + v]
        assert allowed, "a cell that a round reaches"
        decisions += allowed == ASKED
        if allowed == Move.STAND or (allowed == ASKED and next(moves) == "stand"):
            break
        p, player = after(p, next(cards)), player + 1
        if ended := rulebook.drawn[p * size + v]:
            return ended - 1, player, dealer, decisions
    if ended := rulebook.stood[p * size + v]:
        return ended - 1, player, dealer, decisions
    for deal in rulebook.between:
        for _ in range(deal.number):
            d, dealer = after(d, next(cards)), dealer + 1
    while rulebook.dealer_hits[rulebook.law[p] * size + d]:
        d, dealer = after(d, next(cards)), dealer + 1
    return rulebook.final[p * size + d], player, dealer, decisions


# ---- every variant that is good --------------------------------------------------------------------------------------


@pytest.mark.long
def test_good_variants_lower_where_they_are_built() -> None:
    lowered = [path.stem for path in GOOD if (found := resolved(str(path))) and built(found) and lowers(found)]
    assert {"baccarat-like", "no-bust", "table-talk"} <= set(lowered)


def lowers(found: model.Game) -> bool:
    rulebook = lower(found)
    assert len(rulebook.step) == len(rulebook.states) * len(rulebook.classes)
    assert sum(cards for _, cards in rulebook.sorted_shoe) == rulebook.shoe
    assert all(0 <= after < len(rulebook.states) for after in rulebook.step)
    assert len({outcome.name for outcome in rulebook.outcomes}) == len(rulebook.outcomes)
    for strategy in found.strategies:
        other, policy = lower_strategy(found, strategy.name.text)
        assert other.outcomes == rulebook.outcomes
        assert moves_as_allowed(other, policy)
    return True


UNBUILT = (model.Making, model.Offer, model.Peek, model.AtCutCard)


def built(found: model.Game) -> bool:
    """Return whether all of a game is hit and stand at one seat, with a fresh shoe for each round."""
    if found.kind != "banked" or found.abstract or found.seats or found.poker or found.bonuses:
        return False
    nodes = list(model.walk((found.cards, found.play, found.player, found.ranking, found.hands)))
    moves = {node.text for node in nodes if isinstance(node, model.Move)}
    return moves <= {"hit", "stand"} and not any(isinstance(node, UNBUILT) for node in nodes)


# ---- the same on every run -----------------------------------------------------------------------------------------

PRINTING = """
import sys
sys.path.insert(0, sys.argv[1])
from closed_games import game
from f27lang.lower import lower, lower_strategy
rulebook = lower(game())
print(rulebook.digest, rulebook.states, rulebook.outcomes)
print(lower_strategy(game(**{"strategy copy": "like dealer"}), "copy"))
"""


def test_hash_seeds_change_nothing() -> None:
    said = set()
    for seed in ("0", "1", "4321"):
        run = [sys.executable, "-c", PRINTING, str(Path(__file__).parent)]
        environment = {"PYTHONHASHSEED": seed, "PATH": ""}
        said.add(subprocess.run(run, env=environment, capture_output=True, text=True, check=True).stdout)
    assert len(said) == 1
