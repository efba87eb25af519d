"""Shoes dealt from for more than one hand: lines, tables, checks, the referee's shoes, what is said of them."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from f27lang import model, pipeline
from f27lang.changes import Changes
from f27lang.check.secrecy import looks_at_player
from f27lang.cli.main import f27, run
from f27lang.lower import lower
from f27lang.referee import Card, OutOfCards, Pack, Referee, Shoe, Situation, play_shoe, shoe
from f27lang.referee import worn as referee_worn
from f27lang.room import Side, most_cards, scales
from f27lang.rulebook import Move, Shuffling
from f27lang.simulate import load_shoe_kernel
from tests.by_hand import cards
from tests.closed_games import game
from tests.oracles import worn_shoe
from tests.random_variants import closed, sound, worn
from tests.test_agreement import Tables, random_policy
from tests.test_agreement import ending as ending_by_tables
from tests.test_agreement import ending_of as ending_by_rules

VARIANTS = int(os.environ.get("F27_VARIANTS", "25")) // 5
DECKS = "decks: 6 | deck: A..K in 4 suits plus 2 Joker"
CUT, COUNTED = Changes(set_=(("shuffling", "cut_card"),)), Changes(set_=(("shuffling", "counted"),))


def dealt(lines: str, decks: str = DECKS, **sections: str) -> model.Game:
    """Return 21-24-27 with a shoe that is shuffled so."""
    return game(cards=f"{decks} | {lines}", **sections)


def own_file(lines: str, parent: str = "21-24-27") -> str:
    body = "\n".join(lines.split(" | "))
    return f'f27 1\nbanked game "x" extends "{parent}" {{\n{body}\n}}\n'


def codes(lines: str, parent: str = "21-24-27") -> set[str]:
    """Return the errors in a child of a bundled game with some lines of its own."""
    return {each.code for each in closed(own_file(lines, parent))[1] if each.severity == "error"}


# ---- lines to tables -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("shuffle: every hand", None),
        ("shuffle: every 1 hands", None),
        ("shuffle: every hand | burn: 0 cards", None),
        ("shuffle: every hand | burn: 2 cards", Shuffling(1, None, 2)),
        ("shuffle: every hand | empty: pass", Shuffling(1, None, 0, "pass")),
        ("shuffle: every 20 hands | burn: 1 card", Shuffling(20, None, 1)),
        ("shuffle: at cut card 75%", Shuffling(None, 243)),
        ("shuffle: at cut card 75.1%", Shuffling(None, 244)),
        ("empty: shuffle discards | burn: 3 cards | shuffle: at cut card 0.1%", Shuffling(None, 1, 3, "discards")),
    ],
)
def test_shuffles_as_tables(lines: str, expected: Shuffling | None) -> None:
    assert lower(dealt(lines)).shuffling == expected


def test_only_what_shuffles_tells_digests_apart() -> None:
    fresh = lower(game()).digest
    digest = {lines: lower(dealt(lines)).digest for lines in (
        "shuffle: every 1 hands", "shuffle: at cut card 75%", "shuffle: at cut card 74.9%", "shuffle: at cut card 74%",
        "shuffle: every 20 hands", "shuffle: every 20 hands | burn: 1 card",
    )}  # fmt: skip
    assert digest["shuffle: every 1 hands"] == fresh
    assert digest["shuffle: at cut card 74.9%"] == digest["shuffle: at cut card 75%"], "both lie behind card 243"
    assert len(set(digest.values())) == len(digest) - 1


@pytest.mark.parametrize("name", ["21-24-27", pytest.param("poker-like", marks=pytest.mark.long)])
def test_the_machine_is_the_game_as_it_stands(name: str) -> None:
    digests = {}
    for arm in ("machine", "cut_card", "counted"):
        tables = pipeline.rulebook(pipeline.load(name, Changes(set_=(("shuffling", arm),)))[0])
        digests[tables.digest] = tables.shuffling
    assert list(digests.values()) == [
        None,
        Shuffling(None, 243, 0, "discards"),
        Shuffling(20, None, 0, "discards"),
    ]
    assert pipeline.rulebook(pipeline.load(name)[0]).digest == next(iter(digests))


def test_params_stand_in_shuffles() -> None:
    cut = Changes(set_=(("shuffling", "cut_card"), ("cut_at", "62.5%")))
    counted = Changes(set_=(("shuffling", "counted"), ("hands_a_shoe", "7")))
    found = [pipeline.rulebook(pipeline.load("21-24-27", each)[0]).shuffling for each in (cut, counted)]
    assert found == [Shuffling(None, 203, 0, "discards"), Shuffling(7, None, 0, "discards")]


def test_forced_stands_have_cells_only_where_takers_pass() -> None:
    """Where a hand may have to stand on anything, all that can be held against all is decided."""
    plain, passing = lower(dealt("shuffle: at cut card 90%")), lower(dealt("shuffle: at cut card 90% | empty: pass"))

    def asked(tables: Any) -> int:
        return sum(cell > 0 for cell in tables.final)

    assert asked(passing) > asked(plain) and passing.moves == plain.moves
    assert lower(dealt("shuffle: at cut card 90% | empty: shuffle discards")).final == plain.final


# ---- what the shoe can't have, and what can't be served --------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "parent", "deepest"),
    [
        ("also cards {{ | shuffle: at cut card {}% | }}", "21-24-27", 84),
        ("seats: 1..6 | also cards {{ | shuffle: at cut card {}% | }}", "21-24-27", 69),
        ("also cards {{ | shuffle: every {} hands | }}", "21-24-27", 28),
        ("seats: 3 | also cards {{ | shuffle: every {} hands | }}", "21-24-27", 14),
        ("also cards {{ | shuffle: at cut card {}% | }}", "poker-like", 97),
        ("also cards {{ | shuffle: every {} hands | }}", "poker-like", 32),
        ("also cards {{ | decks: 1 | shuffle: at cut card {}% | }}", "poker-like", 83),
    ],
)
def test_how_deep_a_shoe_serves(lines: str, parent: str, deepest: int) -> None:
    assert codes(lines.format(deepest), parent) == set()
    assert codes(lines.format(deepest + 1), parent) == {"F0505"}


@pytest.mark.parametrize("empty", ["pass", "shuffle discards"])
def test_a_line_about_the_empty_shoe_lifts_the_demand(empty: str) -> None:
    for seats in ("", "seats: 1..6 | "):
        for shuffle in ("at cut card 99%", "every 300 hands"):
            assert codes(f"{seats}also cards {{ | shuffle: {shuffle} | empty: {empty} | }}") == set()


def test_numbers_are_taken_as_they_are_set() -> None:
    def told(depth: str) -> set[str]:
        report = pipeline.front("21-24-27", Changes(set_=(("shuffling", "cut_card"), ("cut_at", depth)))).report
        return {each.code for each in report if each.severity == "error"}

    assert [told(depth) for depth in ("10%", "90%", "9.9%", "90.1%", "75")] == [set(), set(), *[{"F0205"}] * 3]


def longest(table: Shoe) -> int:
    return max(len(hand.cards) for hand in table.hands)


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_no_hand_takes_more_than_the_bound(seats: int) -> None:
    """A short deck of low cards, dealt until it is empty: who hits on gets near to what is proved."""
    found = dealt("shuffle: every 2 hands | empty: shuffle discards", "decks: 3 | deck: A..3 in 4 suits plus 1 10")
    book = lower(found)
    size, width = len(book.states), len(book.classes)
    steps = [book.step[hand * width : (hand + 1) * width] for hand in range(size)]
    player = {at // size for at, moves in enumerate(book.moves) if moves & Move.HIT}
    stands = {at // size for at, moves in enumerate(book.moves) if moves & Move.STAND and not book.stood[at]}
    dealer = {at % size for at, hits in enumerate(book.dealer_hits) if hits}
    sides = [
        Side.of(book.player_start, 2, player, stands, steps.__getitem__),
        Side.of(book.dealer_start, 2, dealer, set(), steps.__getitem__),
    ]
    starts, counts = (book.player_start, book.dealer_start), tuple(each.count for each in book.classes)
    bound = min(most_cards(scale, counts, starts, seats, 1) for scale in scales(sides[0], sides[1], width))
    if bound > book.shoe:
        return
    referee = Referee(found)

    def decide(situation: Situation) -> str:
        return "hit" if referee.reading(situation.player).total < 25 else "stand"

    most = max(longest(play_shoe(referee, decide, 3, number, seats=seats)) for number in range(60))
    assert bound / 2 < most <= bound


# ---- the referee's shoes ---------------------------------------------------------------------------------------------


def stands(_: Situation) -> str:
    return "stand"


def hits(_: Situation) -> str:
    return "hit"


def test_a_pack_deals_by_exchange() -> None:
    """Five cards; pieces name place 1 of 5, place 0 of 4, are thrown away, name place 2 of 3."""
    pack = Pack(list(cards("A 2 3 4 5")), iter([2**16 // 5 + 1, 2, 0, 2 * 2**16 // 3 + 1]))
    assert [pack.draw().rank for _ in range(3)] == ["2", "A", "3"]
    assert [card.rank for card in pack.cards] == ["4", "5", "3", "A", "2"] and pack.left == 2
    with pytest.raises(OutOfCards):
        pack.draw()


def test_discards_are_shuffled_without_the_hand_on_the_table() -> None:
    pack = Pack(list(cards("A 2 3 4 5")), iter([40, 41, 42, 43, 44]))
    dealt_first = [pack.draw().rank for _ in range(5)]
    pack.shuffle_discards(2)
    assert [card.rank for card in pack.cards] == dealt_first[2::-1] and pack.left == 3


@pytest.mark.parametrize(("seats", "burn"), [(1, 0), (1, 5), (3, 1)])
def test_the_oracles_shoes(seats: int, burn: int) -> None:
    found = dealt(f"shuffle: at cut card 75% | burn: {burn} cards")
    referee = Referee(found)
    chart = Chart()

    def decide(situation: Situation) -> str:
        own, other = referee.reading(situation.player), referee.reading(situation.dealer)
        return chart[int(own.total), own.soft, int(other.total), other.soft]

    for number in range(5):
        by_rules = play_shoe(referee, decide, 27, number, seats=seats)
        told = worn_shoe.play(chart, 27, number, burn=burn, seats=seats)
        assert [hand.left for hand in by_rules.hands] == [hand.left for hand in told]
        for hand, other in zip(by_rules.hands, told, strict=True):
            assert tuple(int(seat.payoffs["game"]) for seat in hand.rounds) == other.results
            assert tuple(tuple(card.rank for card in seat.player) for seat in hand.rounds) == other.seats


class Chart(dict[tuple[int, bool, int, bool], str]):
    """Hits below 18, soft below 24, and one more against a dealer who hits."""

    def __missing__(self, key: tuple[int, bool, int, bool]) -> str:
        own, soft, other, _ = key
        return "hit" if own < (24 if soft else 18) + (other < 20) else "stand"


def test_why_a_shoe_ends() -> None:
    ends = {
        "shuffle: every 3 hands": ("hands", 3),
        "shuffle: at cut card 2%": ("cut card", 2),  # 7 cards are reached in the second hand
        "burn: 320 cards | shuffle: every 9 hands": ("too few cards", 1),
    }
    for lines, (why, hands) in ends.items():
        found = play_shoe(dealt(lines, player="otherwise must stand", dealer="otherwise stands"), stands, 1, 0)
        assert (found.ended, len(found.hands)) == (why, hands), lines
    left = play_shoe(dealt("shuffle: every 9 hands"), stands, 1, 0, leaves=lambda *_: True)
    assert (left.ended, len(left.hands)) == ("left", 1), "the first hand is always played"


def test_who_leaves_knows_what_was_seen() -> None:
    seen: list[tuple[int, int]] = []

    def leaves(left: int, cards: tuple[Card, ...]) -> bool:
        seen.append((left, len(cards)))
        return False

    found = play_shoe(dealt("shuffle: every 9 hands | burn: 4 cards"), stands, 1, 0, leaves=leaves)
    assert len(seen) == len(found.hands) - 1 == 8
    assert all(left + cards == 320 for left, cards in seen), "burnt cards are not seen"


ONE_DECK = "decks: 1 | deck: A..4 in 2 suits"  # eight cards, 20 points: no hand goes over
SHORT = {
    "player": "may hit, stand | at most 8 cards",
    "dealer": "stands on hard 21.. | stands on soft 24.. | otherwise hits",
}


def test_a_taker_stands_where_none_is_left() -> None:
    found = dealt("shuffle: every 9 hands | empty: pass", ONE_DECK, **SHORT)
    shoes = [play_shoe(found, stands if number % 2 else hits, 1, number) for number in range(40)]
    hands = [hand for each in shoes for hand in each.hands if hand.passed]
    for hand in hands:
        (played,) = hand.rounds
        without = [event.who for event in played.events if event.what == "gets no card"]
        assert len(without) == hand.passed and len(hand.cards) <= hand.left <= 8
        assert played.verdict, "and the round is decided by the hands there are"
    assert {hand.passed for hand in hands} == {1, 2}, "the dealer alone, and both"


def test_discards_are_dealt_again_and_the_shoe_ends() -> None:
    found = dealt("shuffle: every 9 hands | empty: shuffle discards", "decks: 2 | deck: A..5 in 2 suits", **SHORT)
    shoes = [play_shoe(found, hits, 1, number) for number in range(60)]
    again = [each for each in shoes if each.hands[-1].shuffled]
    assert again and not any(hand.shuffled for each in shoes for hand in each.hands[:-1])
    for each in again:
        hand, earlier = each.hands[-1], [card for before in each.hands[:-1] for card in before.cards]
        assert each.ended == "discards"
        whole = Counter(shoe(found))
        assert Counter(hand.cards[: hand.left]) + Counter(earlier) == whole
        assert not Counter(hand.cards[hand.left :]) - Counter(earlier), "what is dealt again was dealt before"


def test_cards_that_are_on_the_table_are_not_dealt_again() -> None:
    found = dealt("shuffle: every 9 hands | empty: shuffle discards", "decks: 1 | deck: A 2 in 2 suits")
    with pytest.raises(OutOfCards, match="the shoe is empty"):
        for number in range(40):
            play_shoe(found, hits, 1, number)
    with pytest.raises(OutOfCards, match="does not serve the burn and the first deal"):
        play_shoe(found, hits, 1, 0, seats=2)


def test_seats_share_the_dealer_and_the_shoe() -> None:
    found = play_shoe(dealt("shuffle: every 9 hands"), stands, 1, 0, seats=3)
    for hand in found.hands:
        own = [seat.player for seat in hand.rounds]
        first = [hand.cards[at] for at in range(6)]
        assert [each[0] for each in own] + [each[1] for each in own] == first, "round the table, a card at a time"
        longest_turn = max((seat.dealer for seat in hand.rounds), key=len)
        assert all(longest_turn[: len(seat.dealer)] == seat.dealer for seat in hand.rounds)
        assert len(hand.cards) == sum(map(len, own)) + len(longest_turn)


def test_customs_are_read_off_the_game() -> None:
    """By the referee's own reading of the lines, which shares nothing with the tables."""
    for seed in range(4):
        text, found = sound(worn(seed))
        if found is not None:
            customs = referee_worn.Customs.of(found)
            words = "pass" if customs.passes else "discards" if customs.shuffles_discards else ""
            read = Shuffling(customs.hands, customs.cut, customs.burnt, words)
            assert (lower(found).shuffling or Shuffling(1, None)) == read, text


# ---- random games: by the rules and by the tables --------------------------------------------------------------------


def worn_games(number: int) -> Iterator[tuple[int, model.Game]]:
    """Yield random games whose hands share a shoe, with their seeds."""
    seed, found = 0, 0
    while found < number:
        game_ = sound(worn(seed))[1]
        if game_ is not None and lower(game_).shuffling:
            found += 1
            yield seed, game_
        seed += 1


@pytest.mark.parametrize("seats", [1, 2])
def test_random_shoes_by_rules_and_by_tables(seats: int) -> None:
    """The emitted text as plain Python plays the referee's shoes, those that run out of cards included."""
    for seed, found in worn_games(VARIANTS):
        if seats > 1 and next(looks_at_player(found.dealer), None) is not None:
            continue
        book, referee = lower(found), Referee(found)
        tables, policy = Tables.of(book, found), random_policy(book, seed)
        kernel = load_shoe_kernel(book, policy, seats=seats, in_python=True)

        def decide(situation: Situation, tables: Tables = tables, policy: Any = policy) -> str:
            return Move(policy.play[tables.cell(situation)]).name.lower()

        for number in range(10):
            try:
                by_rules = play_shoe(referee, decide, 1, number, seats=seats)
            except OutOfCards:
                assert seats > 1, "one seat is always served"
                continue
            tally = kernel.play(number, 1, 1)
            for seat in range(seats):
                told = Counter({ending_by_tables(book, o): n for o, n in enumerate(tally.seat(seat).counts) if n})
                assert told == Counter(ending_by_rules(hand.rounds[seat]) for hand in by_rules.hands), seed


def test_a_checked_game_never_runs_out() -> None:
    """Deep shoes and no line for the empty one: whoever hits on is served, or the check says that he may not be."""
    played = 0
    for seed in range(VARIANTS):
        lines = [line for line in worn(seed).split("\n") if not line.startswith("empty")]
        found = sound("\n".join(lines))[1]
        if found is None:
            continue
        referee = Referee(found)
        played += sum(len(play_shoe(referee, hits, 2, number).hands) for number in range(10))
    assert played > 20


# ---- what is said of it ----------------------------------------------------------------------------------------------


def told(*arguments: str) -> str:
    result: Result = CliRunner().invoke(f27, arguments, standalone_mode=False)
    assert not result.exception, result.output
    return " ".join(result.stdout.split())


def answer(*arguments: str) -> dict[str, Any]:
    result = CliRunner().invoke(f27, [*arguments, "--json"], standalone_mode=False)
    assert not result.exception, result.output
    found: dict[str, Any] = json.loads(result.stdout.splitlines()[0] if arguments[0] == "sweep" else result.stdout)
    return found


@pytest.mark.parametrize(
    ("lines", "sentences"),
    [
        ("shuffle: every 20 hands", ["The cards are shuffled after every 20 hands."]),
        (
            "shuffle: at cut card 62.5% | burn: 1 card | empty: pass",
            [
                "A cut card is put behind 62.5% of the cards: once it is reached, the hand is played to its end, and "
                "the cards are shuffled.",
                "After each shuffle one card is laid aside unseen.",
                "When no card is left, whoever is to get one stands with those that he has.",
            ],
        ),
        (
            "shuffle: at cut card 90% | burn: 2 cards | empty: shuffle discards",
            [
                "After each shuffle two cards are laid aside unseen.",
                "When no card is left in a hand, those of earlier hands are shuffled and dealt, and after it all of "
                "them.",
            ],
        ),
    ],
)
def test_the_house_rules_say_how_the_shoe_is_dealt(lines: str, sentences: list[str], tmp_path: Path) -> None:
    path = tmp_path / "x.f27"
    path.write_text(own_file(f"also cards {{ | {lines} | }}"), "utf-8")
    card = told("explain", str(path))
    assert all(sentence in card for sentence in sentences)
    assert "shuffled before every hand" not in card


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "1..6, usually 5",
            "At the table sit one to six players, usually five: each plays alone against the dealer, from",
        ),
        ("1", "At the table sits one player."),
        ("3", "At the table sit three players: each plays alone against the dealer, from the same shoe."),
    ],
)
def test_the_house_rules_say_who_sits_there(line: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "x.f27"
    path.write_text(own_file(f"seats: {line}"), "utf-8")
    assert sentence in told("explain", str(path))


@pytest.fixture
def tiny(tmp_path: Path) -> str:
    """A game of few cards, which is solved in no time."""
    path = tmp_path / "tiny.f27"
    path.write_text(own_file("also cards { | decks: 1 | deck: A 9..K in 2 suits | }"), "utf-8")
    return str(path)


WORN = ("--set", "shuffling=cut_card")
MIMIC = ("--play", "mimic_the_dealer")


def test_exact_answers_are_a_fresh_shoes(tiny: str) -> None:
    fresh = ("edge", tiny, *MIMIC, "--shoe", "full")
    (by_cut,), (plain,) = (answer(*fresh, *more)["results"] for more in (WORN, ()))
    assert by_cut["shoe_state"] == "fresh, first hand" and "shoe_state" not in plain
    assert by_cut["edge_pct"] == plain["edge_pct"]
    text = told(*fresh, *WORN)
    assert "a fresh shoe's first hand" in text and "`f27 simulate` plays on to the shuffle" in text
    (endless,) = answer("edge", tiny, *MIMIC, "--shoe", "endless", *WORN)["results"]
    assert "shoe_state" not in endless


def test_a_burnt_card_alone_wears_nothing(tmp_path: Path) -> None:
    path = tmp_path / "x.f27"
    path.write_text(own_file("also cards { | burn: 1 card | decks: 1 | deck: A 9..K in 2 suits | }"), "utf-8")
    assert "shoe_state" not in answer("edge", str(path), *MIMIC, "--shoe", "full")["results"][0]


@pytest.mark.parametrize("command", [("strategy", *WORN), ("sweep", "--set", "shuffling=cut_card,counted", *MIMIC)])
def test_charts_and_sweeps_say_so_too(command: tuple[str, ...], tiny: str) -> None:
    asked = (command[0], tiny, *command[1:])
    assert answer(*asked)["shoe_state"] == "fresh, first hand"
    assert "a fresh shoe's first hand" in told(*asked)


def test_comparisons_say_so_too(tiny: str) -> None:
    asked = ("diff", tiny, *MIMIC, *WORN)
    found = answer(*asked)
    assert found["edge_pct"][0] == found["edge_pct"][1] and found["delta_pct"] == 0
    assert "shoe_state" not in found["a"] and found["b"]["shoe_state"] == "fresh, first hand"
    assert [rule["path"] for rule in found["rules"]] == ["cards shuffle", "cards empty"]
    text = told(*asked)
    assert "a fresh shoe's first hand; what later hands find in the shoe is no part of it: `f27 simulate`" in text
    assert "cards shuffle: every hand -> at cut card 75%" in text


def test_switches_are_listed_and_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["show", "21-24-27"]) == 0
    shown = capsys.readouterr().out
    assert "--set cut_at=75% " in shown and "--set shuffling=machine|cut_card|counted" in shown
    assert run(["edge", "21-24-27", "--shoe", "endless", "--set", "shuffling=cut_card", "--set", "cut_at=60%"]) == 0
    assert "shuffling = cut_card, cut_at = 60%" in capsys.readouterr().out


def test_what_is_assumed_goes_with_the_shuffle() -> None:
    def assumed(changes: Changes) -> str:
        return " ".join(each.text.text for each in pipeline.load("21-24-27", changes)[0].assumptions)

    assert "continuous shuffling machine" in assumed(Changes())
    assert "continuous" not in assumed(CUT) and "three quarters" in assumed(CUT)
    assert "twenty rounds" in assumed(COUNTED)


def test_tables_of_a_shoe_that_wears_hold_its_game() -> None:
    """What is won, and by whom, does not hang on how often the shoe is shuffled."""
    plain, cut = (pipeline.rulebook(pipeline.load("21-24-27", each)[0]) for each in (Changes(), CUT))
    assert (plain.outcomes, plain.step, plain.final) == (cut.outcomes, cut.step, cut.final)
