"""How five cards rank: against a ranking that tries everything, a well-known library and known counts."""

from __future__ import annotations

import os
import random
from collections import Counter, defaultdict
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import pytest
from treys import Card, Evaluator  # type: ignore[import-untyped]

from f27lang.poker import HANDS, JOKER, RANKS, category, index, key, keys, looks_at_suits
from f27lang.rulebook import Poker
from tests.oracles.five_cards import rank_of

ORDER = (
    "five_of_a_kind", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind",
    "two_pair", "pair", "high_card",
)  # fmt: skip
FLUSH_HIGH = ("five_of_a_kind", "straight_flush", "flush", *(c for c in ORDER[2:] if c != "flush"))
UNSUITED = tuple(c for c in ORDER if "flush" not in c)
FEW = ("full_house", "flush", "straight", "pair", "high_card")
ALL = tuple(combinations_with_replacement(range(len(RANKS)), 5))


def hand(text: str) -> tuple[int, ...]:
    return tuple(RANKS.index(card) for card in text.split())


def as_values(ranks: tuple[int, ...]) -> tuple[int, ...]:
    """Return what the oracle calls these ranks."""
    return tuple(sorted({0: 14, JOKER: 0}.get(rank, rank + 1) for rank in ranks))


def test_every_multiset_has_a_number_of_its_own() -> None:
    assert sorted(map(index, ALL)) == list(range(HANDS))
    assert HANDS == 8568


@pytest.mark.parametrize(
    ("order", "ace_low", "joker"),
    [
        (ORDER, True, "bug"), (FLUSH_HIGH, False, "wild"),
        *(
            pytest.param(*case, marks=pytest.mark.long)
            for case in ((ORDER, True, "wild"), (ORDER, True, "dead"), (UNSUITED, True, "bug"), (FEW, False, "bug"))
        ),
    ],
)  # fmt: skip
def test_all_hands_rank_as_the_rules_say(order: tuple[str, ...], ace_low: bool, joker: str) -> None:
    poker = Poker(order, ace_low, joker)
    for one_suit, ours in enumerate(keys(poker)):
        said = {ranks: rank_of(as_values(ranks), bool(one_suit), order, joker, ace_low) for ranks in ALL}
        assert [order.index(category(poker, ours[index(ranks)])) for ranks in ALL] == [-said[r][0] for r in ALL]
        pairs = sorted({(said[ranks], ours[index(ranks)]) for ranks in ALL})
        assert [key for _, key in pairs] == sorted({key for _, key in pairs})
        assert len(pairs) == len(set(said.values()))


def test_one_hand_ranks_as_in_the_tables() -> None:
    poker = Poker(ORDER, True, "bug")
    plain, suited = keys(poker)
    for ranks in random.Random(5).sample(ALL, 300):
        assert (key(poker, ranks, False), key(poker, ranks, True)) == (plain[index(ranks)], suited[index(ranks)])
    assert max(suited) < 2**32


@pytest.mark.parametrize(
    ("cards", "joker", "one_suit", "made"),
    [
        ("A 2 3 4 5", "bug", True, "straight_flush"),
        ("9 10 J Q Joker", "bug", False, "straight"),
        ("2 3 9 Joker Joker", "bug", False, "pair"),
        ("2 2 9 9 Joker", "bug", False, "two_pair"),
        ("2 2 9 9 Joker", "wild", False, "full_house"),
        ("2 3 9 Joker Joker", "bug", True, "flush"),
        ("2 3 9 Joker Joker", "wild", False, "three_of_a_kind"),
        ("2 3 4 5 Joker", "dead", True, "high_card"),
        ("2 3 4 Joker Joker", "dead", True, "pair"),
        ("5 5 5 5 5", "dead", True, "five_of_a_kind"),
    ],
)
def test_categories(cards: str, joker: str, one_suit: bool, made: str) -> None:
    poker = Poker(ORDER, True, joker)
    assert category(poker, key(poker, hand(cards), one_suit)) == made


@pytest.mark.parametrize(
    ("better", "worse", "joker"),
    [
        ("10 J Q K A", "9 10 J Q Joker", "dead"),
        ("2 3 4 5 6", "A 2 3 4 5", "bug"),
        ("2 2 3 4 6", "2 2 3 4 5", "bug"),
        ("A A 2 3 4", "K K Q J 10", "bug"),
        ("3 4 5 6 7", "2 3 4 5 6", "bug"),
        ("9 9 K K 2", "Q Q 10 10 A", "bug"),
        ("2 3 4 9 Joker", "K Q J 10 8", "bug"),
        ("2 3 4 9 10", "2 3 4 8 Joker", "dead"),
    ],
)
def test_ties_inside_a_category(better: str, worse: str, joker: str) -> None:
    poker = Poker(ORDER, True, joker)
    assert key(poker, hand(better), False) > key(poker, hand(worse), False)


def test_equal_hands_tie() -> None:
    poker = Poker(ORDER, True, "bug")
    assert key(poker, hand("9 10 J Q Joker"), False) == key(poker, hand("9 10 J Q K"), False)
    assert key(poker, hand("2 3 4 9 Joker"), False) == key(poker, hand("A 2 3 4 9"), False)


def test_what_looks_at_suits() -> None:
    assert looks_at_suits(Poker(ORDER, True, "bug"))
    assert not looks_at_suits(Poker(UNSUITED, True, "bug"))


# fmt: off
PACK = {"high_card": 1302540, "pair": 1098240, "two_pair": 123552, "three_of_a_kind": 54912, "straight": 10200,
        "flush": 5108, "full_house": 3744, "four_of_a_kind": 624, "straight_flush": 40}
WILD = {"five_of_a_kind": 13, "straight_flush": 204, "four_of_a_kind": 3120, "full_house": 6552, "flush": 7804,
        "straight": 20532, "three_of_a_kind": 137280, "two_pair": 123552, "pair": 1268088, "high_card": 1302540}
# fmt: on


def test_a_pack_holds_as_many_hands_of_each_category_as_everybody_knows() -> None:
    assert _counted(Poker(ORDER, True, ""), jokers=0) == PACK
    assert _counted(Poker(ORDER, True, "wild"), jokers=1) == WILD


def _counted(poker: Poker, jokers: int) -> Counter[str]:
    """Return how many hands of 52 cards and some jokers have each category."""
    plain, suited = keys(poker)
    found: Counter[str] = Counter()
    for ranks in ALL:
        cards = Counter(ranks)
        ways = prod(comb(jokers if rank == JOKER else 4, number) for rank, number in cards.items())
        of_one_suit = 4 * all(number == 1 for rank, number in cards.items() if rank != JOKER) * bool(ways)
        found[category(poker, suited[index(ranks)])] += of_one_suit
        found[category(poker, plain[index(ranks)])] += ways - of_one_suit
    return Counter({name: number for name, number in found.items() if number})


def test_hands_of_a_pack_rank_as_a_well_known_library_has_it() -> None:
    every = "F27_POKER" in os.environ
    deck = [(rank, suit) for rank in range(13) for suit in "shdc"]
    chosen = combinations(deck, 5) if every else (random.Random(seed).sample(deck, 5) for seed in range(4000))
    theirs = {card: Card.new("A23456789TJQK"[card[0]] + card[1]) for card in deck}
    plain, suited = keys(Poker(ORDER, True, ""))
    evaluator, by_library = Evaluator(), defaultdict[int, set[int]](set)
    for cards in chosen:
        ours = suited if len({suit for _, suit in cards}) == 1 else plain
        mine = ours[index(sorted(rank for rank, _ in cards))]
        by_library[evaluator.evaluate([], [theirs[card] for card in cards])].add(mine)
    assert all(len(mine) == 1 for mine in by_library.values())
    in_order = [mine.pop() for _, mine in sorted(by_library.items(), reverse=True)]
    assert in_order == sorted(set(in_order))
    assert not every or len(in_order) == 7462
