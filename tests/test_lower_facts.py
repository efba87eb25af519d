"""Small facts about lowering that take no time: bounds met exactly, names, places, and what is left out."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest

from f27lang import model
from f27lang.lower import lower, lower_strategy, lowering, too_large
from f27lang.lower.classes import Card, cards_of
from f27lang.lower.eyes import Eyes
from f27lang.lower.features.card_count import CardCount
from f27lang.lower.features.drew import Drew
from f27lang.lower.features.points import Points
from f27lang.lower.hands import HandMachine, TooManyStates
from f27lang.lower.pairs import Pairs, all_of, any_of, gathered, states_in, union
from f27lang.lower.words import place, places, points
from f27lang.rulebook import Move, Rulebook
from tests.closed_games import game

STATES = 46  # of 21-24-27
BOUND = 20_000  # hands, for machines that are small
SMALL_STEPS = "A: 1 or 14 | 2..10: face | J Q K: 1/2 | Joker: 0"
BY_CARDS = "rank finnish_27 | rank standing, higher total first, fewer cards first | rank bust"
SUITED = "stands on hard 21.. | stands in hearts with 3.. cards | otherwise hits"


def features(found: model.Game, kind: type) -> list[object]:
    return [each for each in Eyes(found, cards_of(found)).features if isinstance(each, kind)]


def state(book: Rulebook, hand: str) -> int:
    """Return the state of a hand such as `A K`, two cards of which were dealt."""
    names = [card.name for card in book.classes]
    found = book.player_start
    for rank in hand.split():
        found = book.step[found * len(names) + names.index(rank)]
    return found


# ---- bounds ------------------------------------------------------------------------------------------------------


def test_the_bound_of_a_machine_is_met_exactly() -> None:
    hands = len(HandMachine(game(), bound=BOUND).states)
    assert len(HandMachine(game(), bound=hands).states) == hands
    with pytest.raises(TooManyStates, match=f"more than {hands - 1} hands"):
        HandMachine(game(), bound=hands - 1)


def test_the_limit_of_tables_is_met_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lowering, "STATE_LIMIT", STATES)
    assert len(lower(game()).states) == STATES
    assert too_large(game()) is None
    monkeypatch.setattr(lowering, "STATE_LIMIT", STATES - 1)
    with pytest.raises(TooManyStates):
        lower(game())
    refused = game()
    assert too_large(refused) is refused


@pytest.mark.parametrize("limit", ["STATE_LIMIT", "WATCHED_LIMIT"])
def test_a_strategy_alone_can_be_too_large(monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    advice = "player {\nstand on holding 9 with 4.. cards\notherwise hit\n}"
    found = game(**{"strategy copy": "like dealer", "strategy nines": advice})
    enough = {"STATE_LIMIT": STATES, "WATCHED_LIMIT": len(HandMachine(found, bound=BOUND).states)}
    monkeypatch.setattr(lowering, limit, enough[limit])
    assert too_large(found) is found.strategies[1]


def test_a_strategy_that_looks_at_more_may_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    """More hands than the limit before those that are alike are one."""
    advice = "player {\nstand on holding 9\notherwise hit\n}"
    found = game(**{"strategy nines": advice})
    monkeypatch.setattr(lowering, "STATE_LIMIT", 100)
    assert len(HandMachine(found, bound=BOUND).states) > 100
    assert too_large(found) is None


def test_cards_are_counted_as_far_as_a_hand_can_grow() -> None:
    """12 Jokers are worth nothing; 27 aces are 27 points, one more is over, and none is left out."""
    assert features(game(ranking=BY_CARDS), CardCount) == [CardCount(12 + 27 + 2)]
    halves = game(ranking=BY_CARDS, values=SMALL_STEPS)
    assert features(halves, CardCount) == [CardCount(12 + 54 + 2)]
    one_limit = game(ranking=BY_CARDS, player="may hit, stand | at most 5 cards")
    assert features(one_limit, CardCount) == [CardCount(12 + 27 + 2)]
    limits = {"player": "may hit, stand | at most 3 cards", "dealer": "otherwise hits | at most 4 cards"}
    assert features(game(ranking=BY_CARDS, **limits), CardCount) == [CardCount(4)]


def test_points_are_counted_in_the_smallest_unit_that_the_rules_name() -> None:
    """A hand that grows from 27 comes to 27 + 14 at most; four cards dealt or a limit of five to 14 each."""
    one_each = "wager | deal 1 up to player | deal 1 up to dealer | turn player | turn dealer | settle"
    assert features(game(play=one_each), Points) == [Points(1, "highest", 27, frozenset({("A", 14)}), 27 + 14)]
    (dealt,) = features(game(), Points)
    assert dealt.ceiling == 4 * 14  # type: ignore[attr-defined]
    (halves,) = features(game(play=one_each, values=SMALL_STEPS), Points)
    assert (halves.scale, halves.target, halves.ceiling) == (2, 54, 82)  # type: ignore[attr-defined]
    limits = {"player": "may hit, stand | at most 5 cards", "dealer": "otherwise hits | at most 3 cards"}
    (limited,) = features(game(**limits), Points)
    assert limited.ceiling == 5 * 14  # type: ignore[attr-defined]


# ---- totals ------------------------------------------------------------------------------------------------------


def read_by_hand(how: str, target: int, cards: list[list[int]], soft: set[int]) -> tuple[int, bool, bool]:
    """Return the reading of cards that each count one of some values: (total, soft, over)."""
    ways = []
    for values in product(*cards):
        high = [value for value, choice in zip(values, cards) if value > min(choice)]
        ways.append((sum(values), len(high), any(value in soft for value in high)))
    if how == "last digit":
        return ways[0][0] % 10, False, False
    if how == "nearest":
        total, _, is_soft = min(ways, key=lambda way: (abs(way[0] - target), way))
    else:
        under = [way for way in ways if way[0] <= target]
        best = max(under)[0] if under else min(ways)[0]
        total, _, is_soft = min(way for way in ways if way[0] == best)
    return total, is_soft, total > target


@pytest.mark.parametrize("how", ["highest", "nearest", "last digit"])
def test_totals_are_read_as_if_every_way_to_count_were_tried(how: str) -> None:
    """Halves are units of their own; cards of two values and three; softness is that of the way with fewest high."""
    chance = random.Random(27)
    for _ in range(400):
        kinds = [
            sorted(chance.sample(range(13), 1 if how == "last digit" else chance.choice((1, 1, 2, 2, 3))))
            for _ in range(3)
        ]
        cards = [chance.choice(kinds) for _ in range(chance.randint(0, 5))]
        target = chance.randint(8, 27)
        soft = {value for kind in kinds for value in kind[1:] if chance.random() < 0.5}
        softs = frozenset((str(kind), 2 * value) for kind in kinds for value in kind[1:] if value in soft)
        points_read = Points(2, how, 2 * target, softs, ceiling=150)
        state = points_read.start
        for kind in cards:
            card = Card(str(kind), None, 1, tuple(map(Fraction, kind)), None)
            state = points_read.step(state, points_read.sight(card), True)
        found = points_read.reading(state)
        assert (found.total, found.soft, found.over) == read_by_hand(how, target, cards, soft), (cards, target, soft)


def test_a_card_that_makes_the_total_ends_the_count() -> None:
    made = Points(2, "highest", 54, frozenset({("A", 28)}), 150)
    ace = Card("A", None, 1, (Fraction(1), Fraction(14)), None)
    joker = Card("Joker", None, 1, (), Fraction(41, 2))
    state = made.start
    for card in (ace, joker, ace):
        state = made.step(state, made.sight(card), False)
    found = made.reading(state)
    assert (found.total, found.soft, found.over) == (Fraction(41, 2), False, False)


# ---- sets of hands -----------------------------------------------------------------------------------------------


def bits(states: set[int]) -> int:
    return sum(1 << state for state in states)


def test_sets_of_hands_are_sets() -> None:
    chance = random.Random(27)
    for _ in range(50):
        sets = [set(chance.sample(range(70), chance.randint(0, 40))) for _ in range(chance.randint(0, 4))]
        assert [set(states_in(bits(each))) for each in sets] == sets
        assert union(map(bits, sets)) == bits(set().union(*sets))
        rules = [lambda _, each=each: bits(each) for each in sets]  # type: ignore[misc]
        assert any_of(rules)(0) == bits(set().union(*sets))
        every = set(range(70)).intersection(*sets)
        assert all_of(rules)(0) & bits(set(range(70))) == bits(every)
        keyed = [(len(each) % 2, each) for each in sets]
        joined = {key: bits(set().union(*(each for other, each in keyed if other == key))) for key, _ in keyed}
        assert gathered((key, bits(each)) for key, each in keyed) == joined


def test_what_is_known_of_one_side_holds_whatever_the_other_has() -> None:
    pairs = Pairs(HandMachine(game(), bound=BOUND))
    states = set(pairs.machine.states)
    assert set(states_in(pairs.all)) == states
    some = bits({0, 3, 5})
    for p in states:
        assert set(states_in(pairs.constant("dealer", some)(p))) == {0, 3, 5}
        assert set(states_in(pairs.constant("player", some)(p))) == (states if p in (0, 3, 5) else set())


# ---- hands -------------------------------------------------------------------------------------------------------


def growing(machine: HandMachine) -> dict[tuple[Fraction, bool], set[int]]:
    """Return how many cards the hands that get another one have, by how they are read."""
    found: dict[tuple[Fraction, bool], set[int]] = {}
    for state in machine.states:
        if machine.step(state, 0) is not None:
            reading = machine.reading(state)
            found.setdefault((reading.total, reading.soft), set()).add(len(machine.example(state)))
    return found


def test_hands_grow_while_a_rule_lets_them() -> None:
    machine = HandMachine(game(player="must hit on total ..20 | otherwise must stand | at most 9 cards"), bound=BOUND)
    totals = growing(machine)
    assert {total for total, soft in totals if not soft} == {0, *range(2, 21)}
    assert {total for total, soft in totals if soft} == set(range(14, 24))  # the dealer's: he stands on soft 24
    free = growing(HandMachine(game(), bound=BOUND))
    assert max(total for total, _ in free) == 27


def test_only_a_move_to_hit_lets_a_hand_grow() -> None:
    machine = HandMachine(
        game(player="may hit on total ..19 | may stand | at most 9 cards", dealer="otherwise stands"), bound=BOUND
    )
    assert max(total for total, _ in growing(machine)) == 19


def test_a_law_about_the_other_hand_keeps_no_hand_from_growing() -> None:
    """Whether 27 points are as many as the player has is not known from the dealer's hand alone."""
    law = {"player": "must hit on total ..9 | otherwise must stand", "dealer": "stands on {} | otherwise hits"}
    for pattern, hard, soft in (("total at least player", 27, 27), ("hard over player", 27, 27), ("hard 20..", 19, 27)):
        found = growing(HandMachine(game(player=law["player"], dealer=law["dealer"].format(pattern)), bound=BOUND))
        assert max(total for total, is_soft in found if not is_soft and total <= 27) == hard
        assert max(total for total, is_soft in found if is_soft) == soft


LATE_END = "after dealer: better hand wins, else push"
SIDES = {
    "player": ("may hit | at most 6 cards", "must stand on total 15..", "dealer shows A"),
    "dealer": ("otherwise hits | at most 6 cards", "stands on total 15..", "player drew A"),
}


@pytest.mark.parametrize("side", SIDES)
def test_a_stop_under_a_condition_keeps_no_hand_from_growing(side: str) -> None:
    law, stop, seen = SIDES[side]
    idle = {"player": "must stand", "dealer": "otherwise stands"}

    def most(**laws: str) -> Fraction:
        return max(total for total, _ in growing(HandMachine(game(settle=LATE_END, **idle | laws), bound=BOUND)))

    assert most(**{side: f"{stop} | {law}"}) == 14
    assert most(**{side: f"{stop} when {seen} | {law}"}) > 27
    assert most(**{side: law, f"{side} when {seen}": stop}) > 27


@pytest.mark.parametrize(
    ("row", "hidden", "most"),
    [
        ("player total 15..", False, 14),
        ("player total 15..", True, 14),
        ("either total 15..", False, 14),
        ("either total 15..", True, 28),
        ("player total 15.. and player holding A", False, 28),
        ("player total 15.. and dealer total 15..", False, 28),
        ("player total at least dealer", False, 28),
        ("player better", False, 28),
    ],
)
def test_a_player_whose_hand_surely_ends_the_round_takes_no_card(row: str, hidden: bool, most: int) -> None:
    facing = "down" if hidden else "up"
    play = f"wager | deal 1 up to dealer | deal 1 {facing} to dealer | turn player | turn dealer | settle"
    laws = {"player": "may hit, stand | at most 6 cards", "dealer": "otherwise stands"}
    found = game(play=play, settle=f"at once: {row} -> push | {LATE_END}", **laws)
    total = max(total for total, _ in growing(HandMachine(found, bound=BOUND)))
    assert total == most if most < 27 else total > 27


def test_no_hand_grows_beyond_the_limits() -> None:
    limits = {"player": "may hit, stand | at most 3 cards", "dealer": "otherwise hits | at most 4 cards"}
    machine = HandMachine(game(**limits), bound=BOUND)
    assert max(len(machine.example(state)) for state in machine.states) == 4
    limits["dealer"] = "otherwise hits | at most 3 cards"
    machine = HandMachine(game(**limits), bound=BOUND)
    assert max(len(machine.example(state)) for state in machine.states) == 3


def test_a_hand_that_ends_the_round_does_not_grow() -> None:
    """Who is over 27 at once has lost; nobody ends a round that he may still win."""
    ends = "at once: {} -> dealer wins | after dealer: better hand wins, else push"
    for fact, most in (("player total 20..", 27), ("dealer total 20..", 27), ("either total 20..", 19)):
        free = game(player="may hit, stand", dealer="otherwise hits", settle=ends.format(fact))
        assert max(total for total, soft in growing(HandMachine(free, bound=BOUND)) if total <= 27) == most


def test_cards_of_a_suit_are_classes_of_their_own() -> None:
    cards = "decks: 2 | deck: A 9..K in 3 suits plus 1 9 plus 1 Joker | shuffle: every hand"
    book = lower(game(cards=cards, dealer=SUITED))
    assert [(c.name, c.count, c.suit) for c in book.classes[:5]] == [
        ("A in hearts", 2, "hearts"),
        ("A in spades or diamonds", 4, None),
        ("9 in hearts", 2, "hearts"),
        ("9 in spades or diamonds or without suit", 6, None),
        ("10 in hearts", 2, "hearts"),
    ]
    # by rank, then suit: spades, hearts, diamonds, no suit
    assert book.sorted_shoe[:6] == ((1, 2), (0, 2), (1, 2), (3, 2), (2, 2), (3, 4))


def test_hands_that_are_still_dealt_have_no_cells() -> None:
    book = lower(game())
    size, width = len(book.states), len(book.classes)
    dealt_later = {book.player_start, *book.step[book.player_start * width :][:width]}
    as_dealt = {book.step[state * width + card] for state in dealt_later - {book.player_start} for card in range(width)}
    assert len(dealt_later - as_dealt) == 3  # no card, an ace, a king: what other cards begin, two cards begin too
    for state in dealt_later - as_dealt:
        assert not book.dealer_hits[state]
        for table in (book.moves, book.dealt, book.drawn, book.stood, book.final):
            assert not any(table[state * size :][:size])
            assert not any(table[state::size])


def test_a_suit_is_named_only_where_it_parts_cards() -> None:
    cards = "decks: 6 | deck: A..K in 1 suits plus 2 Joker | shuffle: every hand"
    book = lower(game(cards=cards))
    assert {card.suit for card in book.classes} == {None}
    assert [card.name for card in book.classes][-2:] == ["K", "Joker"]


def test_who_is_dealt_nothing_drew_nothing() -> None:
    drew = Drew(frozenset({"9"}))
    assert not drew.start
    assert [drew.step(False, nine, dealt) for nine in (True, False) for dealt in (True, False)] == [0, 1, 0, 0]


def test_who_plays_like_the_dealer_looks_at_him_as_he_at_the_player() -> None:
    found = game(dealer="hits on total under player | otherwise stands", **{"strategy copy": "like dealer"})
    book, policy = lower_strategy(found, "copy")
    size = len(book.states)
    plays = {
        hands: policy.play[state(book, hands[0]) * size + state(book, hands[1])]
        for hands in (("9 9", "9 10"), ("9 10", "9 10"), ("10 10", "9 10"))
    }
    assert list(plays.values()) == [Move.HIT, Move.STAND, Move.STAND]


def test_one_card_is_like_no_other() -> None:
    one_each = "wager | deal 1 up to player | deal 1 up to dealer | turn player | turn dealer | settle"
    book = lower(game(play=one_each, dealer="stands on equal ranks | otherwise hits | at most 3 cards"))
    hits = {hand: book.dealer_hits[state(book, hand)] for hand in ("9", "9 9", "9 8", "9 9 8", "9 9 9")}
    assert hits == {"9": 1, "9 9": 0, "9 8": 1, "9 9 8": 0, "9 9 9": 0}


def test_a_higher_rung_wins_whatever_the_totals() -> None:
    """20 stands above all other totals; who is over, and has the most points, below."""
    hands = "best: total 20 | standing: total ..27 | bust: total over 27"
    ladder = "rank best | rank standing, higher total first | rank bust, lower total first"
    book = lower(
        game(
            hands=hands,
            ranking=ladder,
            settle="after dealer: better hand wins, else push",
            player="may hit, stand | at most 4 cards",
            dealer="stands on total 19.. | otherwise hits | at most 4 cards",
        )
    )
    player_wins, dealer_wins, push = "player wins", "dealer wins", "push"
    expected = {
        ("10 10", "9 10"): player_wins, ("10 10", "9 9 9"): player_wins, ("10 10", "9 J"): push,
        ("9 10", "10 10"): dealer_wins, ("9 9 9", "10 10"): dealer_wins, ("9 10", "9 9 9"): dealer_wins,
        ("9 9 9", "9 10"): player_wins, ("9 10", "J 8"): push, ("9 9 10", "9 10"): dealer_wins,
        ("9 9 10", "10 10"): dealer_wins, ("9 10", "9 9 10"): player_wins, ("9 9 10", "9 9 10"): push,
    }  # fmt: skip
    size = len(book.states)
    found = {
        (player, dealer): book.outcomes[book.final[state(book, player) * size + state(book, dealer)]].verdict.words
        for player, dealer in expected
    }
    assert found == expected
    lost = [outcome for outcome in book.outcomes if outcome.player_over > outcome.dealer_over]
    assert {outcome.verdict.words for outcome in lost} == {dealer_wins}


# ---- words -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "words"),
    [
        ("27", "27"),
        ("13/2", "6.5"),
        ("1/4", "0.25"),
        ("1/5", "0.2"),
        ("3/10", "0.3"),
        ("1234567", "1234567"),
        ("2469135/2", "1234567.5"),
        ("13/3", "13/3"),
        ("1/8", "1/8"),
    ],
)
def test_points_as_people_write_them(number: str, words: str) -> None:
    assert points(Fraction(number)) == words


def test_endings_of_one_kind_are_told_apart_by_what_they_pay() -> None:
    paid = "pays 2:1 on player wins with 9 9 9 | pays 1:1 on player wins | returns on push | loses on dealer wins"
    side = "pays 5:1 on dealer total 20 | otherwise loses"
    alone = [outcome.name for outcome in lower(game(**{"wager game: $10..$500": paid})).outcomes]
    assert alone[4:6] == ["player wins after dealer, 1", "player wins after dealer, 2"]
    both = lower(game(**{"wager game: $10..$500": paid, "wager side: $1..$5": side}))
    assert [outcome.name for outcome in both.outcomes][:3] == [
        "player wins after deal, 1 on game, -1 on side",
        "player wins after deal, 1 on game, 5 on side",
        "dealer wins after deal",
    ]


def test_endings_of_one_kind_are_told_apart_by_their_facts() -> None:
    settle = (
        "after deal: player finnish_27 -> player wins | at once: player bust -> dealer wins"
        " | after dealer: player total 27 and dealer total 27 -> dealer wins"
        " | after dealer: better hand wins, else push"
    )
    names = [outcome.name for outcome in lower(game(settle=settle)).outcomes]
    assert "dealer wins after dealer, player total 27 and dealer total 27" in names
    assert "dealer wins after dealer, else" in names


def test_tables_tell_where_they_come_from() -> None:
    book = lower(game())
    assert dict(book.origins) == {
        "sorted_shoe": "flat.f27:4-6 (cards)",
        "step": "flat.f27:9-14 (values), flat.f27:17-18 (total), flat.f27:21-23 (hands)",
        "before": "flat.f27:31-36 (play)",
        "moves": "flat.f27:39 (player)",
        "dealt": "flat.f27:52-53 (settle), flat.f27:47-49 (ranking)",
        "drawn": "flat.f27:53 (settle)",
        "stood": "flat.f27:53 (settle)",
        "law": "flat.f27:42-44 (dealer)",
        "dealer_hits": "flat.f27:42-44 (dealer)",
        "final": "flat.f27:53-54 (settle), flat.f27:47-49 (ranking)",
        "outcomes": "flat.f27:26-28 (wager game)",
    }
    assert [(row.text, row.place) for row in book.rows][1:] == [
        ("at once: player bust -> dealer wins", "flat.f27:53"),
        ("after dealer: better hand wins, else push", "flat.f27:54"),
    ]


def test_a_section_stands_from_its_first_line_to_its_last() -> None:
    found = game()
    assert found.settle
    assert place(found.settle) == "flat.f27:51-55"
    assert places([("settle", [found.settle])]) == "flat.f27:51-55 (settle)"


def test_a_ranking_that_is_not_asked_is_no_origin() -> None:
    settle = "at once: player bust -> dealer wins | after dealer: dealer bust -> player wins | after dealer: -> push"
    found = dict(lower(game(settle=settle.replace("after dealer: ->", "after dealer: player total 0.. ->"))).origins)
    assert "ranking" not in found["final"]
