"""The hand that one seat ends with: tiny packs dealt in every order, and what the rules leave to others."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from f27lang.lower.vying import lower_seats
from f27lang.referee.cards import Card, shoe
from f27lang.referee.hands import Hand
from f27lang.referee.vying_advice import Adviser, Asked
from f27lang.solve import distribution
from f27lang.solve.distribution import FinalHands, NotAlone, TooManyHands, final_hands
from tests.resolving import game_of
from tests.vying_by_hand import BARRED, text

TINY = {
    "cards": "decks: 1 | deck: A 4 10 J in 2 suits | shuffle: every hand | empty: pass",
    "values": "A: 1 or 11 | 4 10: face | J: 1/2",
}
STRATEGIES = {
    "strategy near": "each { | take on distance over 2 when some card helps | otherwise pass | }",
    "strategy low": "each { | take on lowest total under 11/2 | otherwise pass | }",
    "strategy pairs": "each { | pass on equal ranks with 2 cards | take with ..3 cards | otherwise pass | }",
    "strategy always": "each { | otherwise take | }",
}
ONCE = "ante | deal 1 down to each | deal 1 up to each | draw | bet | draw together | showdown"
AGREED = "ante | deal 2 down to each | draw if all agree | showdown"


def found(name: str, **changes: str) -> FinalHands:
    tables, (policy,) = lower_seats(game_of(text(**STRATEGIES, **changes)), [name])
    return final_hands(tables, policy)


def by_hand(name: str, asked: int = 99, **changes: str) -> dict[tuple[int, bool, bool], Fraction]:
    """Return the chance of each number of cards and of being on 7 and on 27, every order of cards dealt by itself.

    Another seat holds the two cards that are never dealt.
    """
    game = game_of(text(**STRATEGIES, **changes))
    player, chances = Adviser(game, (name,)), Counter[tuple[int, bool, bool]]()
    reader = player.reader

    def deal(hand: Hand, left: tuple[Card, ...], chance: Fraction) -> None:
        taken = len(hand.cards) - 2
        if taken >= 0 and (taken == asked or len(left) == 2 or player.draw(Asked(0, hand, ("take", "pass"))) == "pass"):
            totals = reader.totals(hand.ranks)
            chances[len(hand.cards), 7 in totals, 27 in totals] += chance  # type: ignore[assignment]
            return
        for place, card in enumerate(left):
            grown = hand.deal(card) if taken < 0 else hand.take(card)
            deal(grown, left[:place] + left[place + 1 :], chance / len(left))

    deal(Hand(), tuple(shoe(game)), Fraction(1))
    return dict(chances)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("play", "changes", "asked"),
    [
        ("near", {}, 99),
        ("low", {}, 99),
        ("pairs", {}, 99),
        ("near", {"play": ONCE}, 2),
        ("near", {"each": "may take, pass | takes 1 card up | at most 1 draws"}, 1),
        ("always", {"each": "may take, pass | takes 1 card up | at most 4 cards"}, 2),
        ("near", {"each": "may take, pass | takes 1 card up | locked after 1 passes"}, 99),
    ],
)
def test_every_order_of_a_tiny_pack(play: str, changes: dict[str, str], asked: int) -> None:
    expected = by_hand(play, asked, **TINY, **changes)
    seen = found(play, **TINY, **changes)
    assert {each.cards: each.chance for each in seen.endings} == _marginal(expected, lambda key: key[0])
    for each in seen.endings:
        of_size = {key: chance for key, chance in expected.items() if key[0] == each.cards}
        assert each.exact == (_sum(of_size, 1), _sum(of_size, 2))
        assert each.every == sum((chance for key, chance in of_size.items() if key[1] and key[2]), Fraction(0))
    assert seen.exact(0) == seen.distances[0].get(Fraction(0), 0)
    assert all(sum(row.values()) == 1 for row in seen.distances)


def _marginal(chances: dict[tuple[int, bool, bool], Fraction], by) -> dict[int, Fraction]:  # type: ignore[no-untyped-def]
    sums: dict[int, Fraction] = {}
    for key, chance in chances.items():
        sums[by(key)] = sums.get(by(key), Fraction(0)) + chance
    return sums


def _sum(chances: dict[tuple[int, bool, bool], Fraction], place: int) -> Fraction:
    return sum((chance for key, chance in chances.items() if key[place]), Fraction(0))


def test_without_a_claim_there_is_no_distance() -> None:
    low, high = found("near", **TINY, **{"share low: 1/2": BARRED["share low: 1/2"], "pot": BARRED["pot"]}).distances
    assert sum(low.values()) < 1
    assert sum(high.values()) == 1


def test_a_draw_that_others_decide_is_refused() -> None:
    with pytest.raises(NotAlone, match="all must agree"):
        found("near", play=AGREED)


def test_more_hands_than_can_be_told_apart_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distribution, "MOST_HANDS", 10)
    with pytest.raises(TooManyHands, match="always draws to more than 10 hands"):
        found("always", **TINY)
