"""Lowering of poker hands, peeks and bonuses: tables beside the referee, round by round, and what they hold."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice
from pathlib import Path

import pytest

from f27lang import model, poker
from f27lang.changes import Changes
from f27lang.diagnostics import Report
from f27lang.files import read
from f27lang.lower import lower, lower_strategy
from f27lang.referee import Card, Referee, shoe
from f27lang.referee.events import Round
from f27lang.resolve import resolve
from f27lang.rulebook import Move, Poker, Rulebook, Showdown, Verdict
from f27lang.syntax.parse import parse
from tests.closed_games import game
from tests.families import mostly_long

ASKED = Move.HIT | Move.STAND
ROUNDS = 600
ORDER = (
    "five_of_a_kind, straight_flush, four_of_a_kind, full_house, flush, straight, three_of_a_kind, two_pair, pair,"
    " high_card"
)


def variant(name: str, *settings: str, with_: tuple[str, ...] = ()) -> model.Game:
    report = Report()
    source = read(name, report)
    file = parse(source, report) if source else None
    pairs = tuple((key, value) for key, _, value in (setting.partition("=") for setting in settings))
    found = resolve(file, Changes(set_=pairs, with_=with_), report) if file else None
    assert found is not None and not report.failed, list(report)
    return found


def published(name: str) -> model.Game:
    return variant(str(Path(__file__).parent / "published" / f"{name}.f27"))


def five_cards(**changes: str) -> model.Game:
    """Return a game of low cards in which most hands that stand have five cards."""
    sections = {
        "cards": "decks: 2 | deck: A..6 J K in 4 suits plus 2 Joker plus 1 4 | shuffle: every hand",
        "values": "A: 1 or 14 | 2..6: face | J: 11 | K: 13 | Joker: 0",
        "poker": f"order: {ORDER} | A: high or low | Joker: bug",
        "hands": "finnish_27: A K as dealt | twenty_seven: total 27 | standing: total under 27 | bust: total over 27"
        " | five: total under 27 with 5 cards",
        "play": "wager | deal 2 up to player | deal 1 down to dealer | deal 1 up to dealer | turn player | turn dealer"
        " | settle",
        "player": "may hit, stand | at most 5 cards",
        "dealer": "stands on total 25.. | otherwise hits | at most 5 cards",
        "ranking": "rank finnish_27 | rank twenty_seven | rank five, better poker hand first"
        " | rank standing, higher total first | rank bust",
        "settle": "at once: player total 27 -> player wins | at once: player bust -> dealer wins"
        " | after dealer: better hand wins, else push",
        **changes,
    }
    return game(**sections)


GAMES: dict[str, Callable[[], model.Game]] = {
    "poker-like": lambda: variant("poker-like"),
    "poker-like, wild, peek": lambda: variant("poker-like", "jokers=wild", "hole_card=peek"),
    "poker-like, forced": lambda: variant("poker-like", "jokers=dead", with_=("forced_moves",)),
    "27": lambda: published("27"),
    "20": lambda: published("20"),
    "bug": five_cards,
    "wild": lambda: five_cards(poker=f"order: {ORDER} | A: high | Joker: wild"),
    "dead": lambda: five_cards(poker="order: flush, three_of_a_kind, pair, high_card | A: high | Joker: dead"),
    "orders around it": lambda: five_cards(
        ranking="rank finnish_27 | rank twenty_seven"
        " | rank five, nearest 20 first, better poker hand first, higher total first"
        " | rank standing, higher total first | rank bust",
        settle="at once: player bust -> dealer wins | after dealer: both five and player better -> player wins"
        " | after dealer: player five and dealer better -> push | after dealer: better hand wins, else dealer wins",
    ),
    "paid by what the hand is": lambda: five_cards(
        **{
            "wager game: $10..$500": "pays 2:1 on player wins with 5 6 J | pays 1:1 on player wins | returns on push"
            " | loses on dealer wins",
            "wager start: $1..$5": "pays 3:1 on player dealt 5 any | otherwise loses",
            "bonus suited on game": "adds 7:2 of minimum on player wins with 3.. cards in spades"
            " | adds 5:2 on player wins with 3.. cards in one suit",
            "bonus long": "adds 1:2 on player wins with five | adds 1:4 on push with five",
            "bonus second on start": "adds 4:1 on player Joker dealt second",
        }
    ),
    "paid in table minimums": lambda: five_cards(
        **{
            "bonus high on game": "adds 3:1 of minimum on player wins with total 27"
            " | adds 5:2 of minimum on player wins with finnish_27 | adds 1:1 on dealer wins",
            "bonus long on game": "adds 1:3 of minimum on player wins with 4.. cards | adds 1:3 on push",
        }
    ),
    "jackpots": lambda: five_cards(
        **{
            "wager game: $10..$500": "pays 3:1 on player wins with holding Joker against dealt K any"
            " | pays 1:1 on player wins | returns on push | loses on dealer wins",
            "bonus jackpot on game": "adds 9:1 of minimum on player wins with total 27 against dealt 5 6"
            " | adds 5:1 on player wins with total 27 against dealt 6 any | adds 1:2 on dealer wins with dealt K any",
        }
    ),
    "jackpots after a peek": lambda: five_cards(
        play="wager | deal 2 up to player | deal 1 down to dealer | deal 1 up to dealer | peek | turn player"
        " | turn dealer | settle",
        settle="at once: player total 27 -> player wins | at once: player bust -> dealer wins"
        " | after peek: dealer finnish_27 -> dealer wins | after dealer: better hand wins, else push",
        **{"bonus jackpot on game": "adds 9:1 on player wins with total 27 against dealt K any"},
    ),
    "jackpots behind a row about the dealer": lambda: five_cards(
        settle="at once: dealer total 27 -> dealer wins | at once: player total 27 -> player wins"
        " | at once: player bust -> dealer wins | after dealer: better hand wins, else push",
        **{"bonus jackpot on game": "adds 9:1 on player wins with total 27 against dealt K any"},
    ),
    "a peek at an ace": lambda: five_cards(
        play="wager | deal 2 up to player | deal 1 up to dealer | deal 1 down to dealer"
        " | peek when dealer shows A Joker | turn player | turn dealer | settle",
        settle="after peek: dealer finnish_27 -> dealer wins"
        " | after peek: player dealt 5 any and dealer soft 14.. -> push"
        " | at once: either holding 5 -> better hand wins, else push | at once: player bust -> dealer wins"
        " | after dealer: dealer finnish_27 -> push | after dealer: better hand wins, else push",
        ranking="rank twenty_seven | rank standing, higher total first | rank bust",
        hands="finnish_27: A K as dealt | twenty_seven: total 27 | standing: total under 27 | bust: total over 27",
    ),
    "a peek and more cards": lambda: five_cards(
        play="wager | deal 2 up to player | deal 1 down to dealer | deal 1 up to dealer | deal 1 down to dealer"
        " | peek when dealer shows 4..6 | turn player | deal 1 up to dealer | turn dealer | settle",
        settle="after peek: dealer total 20.. -> dealer wins | after dealer: better hand wins, else push",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", mostly_long(GAMES, list(GAMES)[::2]))
def test_rounds_end_as_the_referee_says(name: str) -> None:
    played = GAMES[name]()
    rulebook, referee, chance = lower(played), Referee(played), random.Random(name)
    cards, classes, ended = shoe(played), class_of_places(rulebook), set()
    for _ in range(ROUNDS):
        places = chance.sample(range(len(cards)), 12)
        moves = chance.choices(("hit", "stand"), (3, 1), k=12)
        asked = iter(moves)
        told = referee.play([cards[place] for place in places], lambda _situation, asked=asked: next(asked))  # type: ignore[misc]
        outcome = walk(rulebook, [(classes[place], cards[place]) for place in places], iter(moves))
        found = rulebook.outcomes[outcome]
        assert (found.verdict.words, found.row, found.player_over, found.dealer_over) == (
            told.verdict, told.row, told.player_over, told.dealer_over,
        )  # fmt: skip
        paid = [Fraction(payoff, rulebook.denominator) for payoff in found.payoffs]
        assert dict(zip(rulebook.wagers, paid, strict=True)) == dict(told.payoffs)
        fixed = [Fraction(part, rulebook.denominator) for part in found.fixed or [0] * len(rulebook.wagers)]
        assert dict(zip(rulebook.wagers, fixed, strict=True)) == in_table_minimums(played, told)
        ended.add(outcome)
    assert len(ended) >= len(rulebook.outcomes) // 3


def in_table_minimums(played: model.Game, told: Round) -> dict[str, Fraction]:
    """Return how much of each wager's result the referee paid in table minimums."""
    names = [wager.name.text for wager in played.table_wagers]
    fixed = dict.fromkeys(names, Fraction(0))
    for bonus in played.bonuses:
        on = bonus.wager.text if bonus.wager else names[0]
        for event in told.events:
            if event.who == f"bonus {bonus.name.text}" and isinstance(event.line, model.Adds) and event.line.of_minimum:
                fixed[on] += Fraction(event.detail)
    return fixed


def class_of_places(rulebook: Rulebook) -> list[int]:
    return [number for number, cards in rulebook.sorted_shoe for _ in range(cards)]


def walk(rulebook: Rulebook, order: list[tuple[int, Card]], moves: Iterator[str]) -> int:
    """Play one round on the tables; return its outcome."""
    size, width, cards = len(rulebook.states), len(rulebook.classes), iter(order)
    hands: dict[str, list[Card]] = {"player": [], "dealer": []}
    at = {"player": rulebook.player_start, "dealer": rulebook.dealer_start, "shown": rulebook.dealer_start}

    def take(side: str, *, shown: bool = False) -> None:
        number, card = next(cards)
        hands[side].append(card)
        for each in (side, "shown") if shown else (side,):
            at[each] = rulebook.step[at[each] * width + number]

    def cell(table: tuple[int, ...], side: str = "shown") -> int:
        return table[at["player"] * size + at[side]]

    for deal in rulebook.before:
        for _ in range(deal.number):
            take(deal.to, shown=deal.to == "dealer" and deal.up)
    if ended := cell(rulebook.dealt):
        return ended - 1
    if rulebook.peeked and (ended := cell(rulebook.peeked, "dealer")):
        return ended - 1
    while True:
        allowed = cell(rulebook.moves)
        assert allowed, "a cell that a round reaches"
        if allowed == Move.STAND or (allowed == ASKED and next(moves) == "stand"):
            break
        take("player")
        if ended := cell(rulebook.drawn):
            return ended - 1
    if ended := cell(rulebook.stood):
        return ended - 1
    for _ in range(sum(deal.number for deal in rulebook.between)):
        take("dealer")
    while rulebook.dealer_hits[rulebook.law[at["player"]] * size + at["dealer"]]:
        take("dealer")
    final = cell(rulebook.final, "dealer")
    return final if final < len(rulebook.outcomes) else shown_down(rulebook, final, hands)


def shown_down(rulebook: Rulebook, final: int, hands: dict[str, list[Card]]) -> int:
    showdown = rulebook.showdowns[final - len(rulebook.outcomes)]
    assert rulebook.poker is not None
    keys = []
    for cards in hands.values():
        assert len(cards) == 5
        suits = {card.suit for card in cards if card.rank != "Joker"}
        ranks = (poker.RANKS.index(card.rank) for card in cards)
        keys.append(poker.key(rulebook.poker, ranks, len(suits) < 2 and None not in suits))
    return (showdown.equal, showdown.better, showdown.worse)[(keys[0] > keys[1]) - (keys[0] < keys[1])]


# ---- what the tables hold --------------------------------------------------------------------------------------------


def test_poker_like_has_one_showdown_and_a_class_a_rank() -> None:
    rulebook = lower(variant("poker-like"))
    assert rulebook.poker == Poker(tuple(ORDER.split(", ")), True, "bug")
    (showdown,) = rulebook.showdowns
    verdicts = [rulebook.outcomes[outcome].verdict for outcome in (showdown.better, showdown.equal, showdown.worse)]
    assert verdicts == [Verdict.PLAYER_WINS, Verdict.PUSH, Verdict.DEALER_WINS]
    assert [c.name for c in rulebook.classes] == list(poker.RANKS)
    assert rulebook.peeked == ()


def test_faces_are_the_sorted_shoe_with_suits() -> None:
    rulebook = lower(five_cards())
    fours = [face for face in rulebook.faces if face[0] == "4"]
    assert fours == [("4", suit, 2) for suit in ("spades", "hearts", "diamonds", "clubs")] + [("4", None, 2)]
    assert rulebook.faces[-1] == ("Joker", None, 4)
    ranks = [rank for rank, _, number in rulebook.faces for _ in range(number)]
    classes = [rulebook.classes[number] for number in class_of_places(rulebook)]
    assert ranks == [rank for c in classes for rank in c.ranks]


def test_ranks_of_one_value_stay_apart_where_poker_ranks_decide() -> None:
    deck = {"cards": "decks: 6 | deck: A..K in 4 suits | shuffle: every hand",
            "values": "A: 1 or 11 | 2..10: face | J Q K: 10", "total": "read: highest not over 21 | soft: A counts 11",
            "hands": "finnish_27: A K as dealt | twenty_seven: total 21 | standing: total ..21 | bust: total over 21"
            " | five: total ..21 with 5 cards"}  # fmt: skip
    assert len(lower(five_cards(**deck)).classes) == 13
    without = {"ranking": "rank five | rank standing, higher total first | rank bust"}
    assert [c.name for c in lower(five_cards(**deck, **without)).classes][-2:] == ["9", "10 J Q K"]


def test_a_deck_without_jokers_has_no_use_for_their_role() -> None:
    values = "A: 1 or 14 | 2..10: face | J: 11 | Q: 12 | K: 13"
    rulebook = lower(five_cards(cards="decks: 6 | deck: A..K in 4 suits | shuffle: every hand", values=values))
    assert rulebook.poker is not None and rulebook.poker.joker == ""


def test_a_ladder_that_no_showdown_reaches_leaves_no_trace() -> None:
    plain = five_cards(ranking="rank twenty_seven | rank five | rank standing, higher total first | rank bust")
    at_most_four = {"player": "may hit, stand | at most 4 cards"}
    with_poker = lower(five_cards(**at_most_four))
    assert with_poker.poker is None and not with_poker.showdowns and not with_poker.faces
    assert lower(plain).poker is None


def test_orders_before_and_behind_the_poker_rank() -> None:
    rulebook = lower(GAMES["orders around it"]())
    won, lost, even = (
        {number for number, outcome in enumerate(rulebook.outcomes) if outcome.verdict == verdict}
        for verdict in (Verdict.PLAYER_WINS, Verdict.DEALER_WINS, Verdict.PUSH)
    )
    assert {(s.better in won, s.equal in won, s.worse in even) for s in rulebook.showdowns} == {
        (True, False, True), (True, True, True),
    }  # fmt: skip
    behind = [s for s in rulebook.showdowns if s.equal not in won]
    assert {s.equal in lost for s in behind} | {s.equal in even for s in behind} == {True, False}
    assert all(isinstance(showdown, Showdown) for showdown in rulebook.showdowns)


def test_a_peek_that_decides_nothing_leaves_no_trace() -> None:
    steps = "wager | deal 2 up to player | deal 1 down to dealer | deal 1 up to dealer"
    turns = "turn player | turn dealer | settle"
    idle, none = five_cards(play=f"{steps} | peek | {turns}"), five_cards(play=f"{steps} | {turns}")
    assert lower(idle).peeked == ()
    assert lower(idle).digest == lower(none).digest


def test_bonuses_add_up_and_each_pays_its_first_line() -> None:
    rulebook = lower(GAMES["paid by what the hand is"]())
    game_pays = {Fraction(outcome.payoffs[0], rulebook.denominator) for outcome in rulebook.outcomes}
    assert {Fraction(0), Fraction(1, 4), Fraction(1), Fraction(3, 2), Fraction(7, 2), Fraction(9, 2), Fraction(-1),
            Fraction(5), Fraction(2)} <= game_pays  # fmt: skip
    assert max(game_pays) == Fraction(11, 2)
    assert {Fraction(outcome.payoffs[1], rulebook.denominator) for outcome in rulebook.outcomes} == {-1, 3, 7}
    assert rulebook.wagers == ("game", "start")


def test_strategies_lower_with_showdowns() -> None:
    for name in ("mimic_the_dealer", "never_over", "always_stand"):
        rulebook, policy = lower_strategy(variant("poker-like"), name)
        assert rulebook.showdowns
        assert all(move & allowed == move for move, allowed in zip(policy.play, rulebook.moves, strict=True))


def test_a_game_without_poker_has_none_of_its_tables() -> None:
    rulebook = lower(variant("21-24-27"))
    assert (rulebook.poker, rulebook.showdowns, rulebook.faces, rulebook.peeked) == (None, (), (), ())
    assert rulebook.digest in next(islice(Path("compiled").glob("21-24-27.py"), 1)).read_text("utf-8")
