"""Rulebooks written by hand in which poker ranks decide: 27 games with up to five cards, whole or tiny."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby, product

from f27lang.poker import RANKS
from f27lang.rulebook import CardClass, Deal, HandState, Move, Outcome, Poker, Rulebook, Showdown, Verdict

ORDER = (
    "five_of_a_kind", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind",
    "two_pair", "pair", "high_card",
)  # fmt: skip
NO_FLUSH = tuple(name for name in ORDER if "flush" not in name)
SUITS = ("spades", "hearts", "diamonds", "clubs")
OUTCOMES = tuple(
    Outcome(words, verdict, row, player_over, dealer_over, (payoff,))
    for words, verdict, row, player_over, dealer_over, payoff in (
        ("player over", Verdict.DEALER_WINS, 1, True, False, -2),
        ("player wins, dealer over", Verdict.PLAYER_WINS, 2, False, True, 2),
        ("player wins", Verdict.PLAYER_WINS, 2, False, False, 2),
        ("dealer wins", Verdict.DEALER_WINS, 2, False, False, -2),
        ("push", Verdict.PUSH, 2, False, False, 0),
        ("player wins at once", Verdict.PLAYER_WINS, 0, False, False, 2),
        ("dealer's natural", Verdict.DEALER_WINS, 3, False, False, -2),
        ("player wins with a better hand", Verdict.PLAYER_WINS, 2, False, False, 3),
    )
)
OVER, DEALER_OVER, WIN, LOSE, PUSH, AT_ONCE, NATURAL, BETTER = range(8)
POINTS = {**{str(n): n for n in range(2, 11)}, "A": 1, "J": 11, "Q": 12, "K": 13, "Joker": 0}
HOLE_FIRST = (Deal("player", 2, True), Deal("dealer", 1, False), Deal("dealer", 1, True))
HOLE_LAST = (Deal("player", 2, True), Deal("dealer", 1, True), Deal("dealer", 1, False))
ASKED = Move.HIT | Move.STAND
Hand = tuple[int, bool, int]  # total with aces as 1, whether an ace counts 13 more, cards
BUST: Hand = (99, False, 0)


def showdown_game(
    ranks: tuple[str, ...] = RANKS,
    *,
    copies: int = 6,
    suits: int = 4,
    jokers: int = 12,
    unsuited: tuple[tuple[str, int], ...] = (),
    order: tuple[str, ...] = ORDER,
    joker: str = "bug",
    before: tuple[Deal, ...] = HOLE_FIRST,
    peek: bool = False,
    target: int = 27,
    stands: tuple[int, int, int, int] = (23, 25, 26, 27),  # hard; soft with two, three, four cards
    split: tuple[str, ...] = (),  # ranks whose suits are classes of their own
    better: int = WIN,
) -> Rulebook:
    """Return poker-like with these cards: `copies` of each rank and suit, some ranks with unsuited cards added."""
    added = dict(unsuited)
    faces = [
        *((r, s, copies) for r in ranks if r != "Joker" for s in SUITS[:suits]),
        *((r, None, added[r]) for r in ranks if r in added),
        *((("Joker", None, jokers),) if "Joker" in ranks else ()),
    ]
    faces.sort(key=lambda face: ranks.index(face[0]))
    names = [f"{r} in {s}" if r in split and s else r for r, s, _ in faces]
    classes = [
        CardClass(name, sum(n for *_, n in cards), (cards[0][0],), cards[0][1] if cards[0][0] in split else None)
        for name, group in groupby(zip(names, faces), key=lambda pair: pair[0])
        if (cards := [face for _, face in group])
    ]
    hands: list[Hand] = [(0, False, 0)]
    place = {hands[0]: 0}
    step: list[int] = []
    for hand in hands:  # grows while it is walked
        for card_class in classes:
            after = _after(hand, POINTS[card_class.ranks[0]], target)
            if after not in place:
                place[after] = len(hands)
                hands.append(after)
            step.append(place[after])
    numbers = range(len(hands))
    total = [low + 13 * soft for low, soft, _ in hands]
    soft, held = [s for _, s, _ in hands], [n for *_, n in hands]
    showdowns = (Showdown(better, PUSH, LOSE),)

    def hits(d: int) -> int:
        if held[d] == 5 or total[d] >= target:
            return 0
        return int(total[d] < (stands[held[d] - 1] if soft[d] and held[d] > 1 else stands[0]))

    def final(p: int, d: int) -> int:
        if total[d] > target:
            return DEALER_OVER
        if total[d] == target:
            return LOSE
        if held[p] == 5 and held[d] == 5:
            return len(OUTCOMES)
        if 5 in (held[p], held[d]):
            return WIN if held[p] == 5 else LOSE
        return WIN if total[p] > total[d] else LOSE if total[p] < total[d] else PUSH

    cells = list(product(numbers, numbers))
    decided = [1 + AT_ONCE if total[p] == target else 1 + OVER if total[p] > target else 0 for p, _ in cells]
    asked = [(0, 0, ASKED, ASKED, ASKED, Move.STAND)[held[p]] for p, _ in cells]
    return Rulebook(
        name="showdowns",
        classes=tuple(classes),
        sorted_shoe=tuple(
            (next(i for i, c in enumerate(classes) if c.name == name), f[2]) for name, f in zip(names, faces)
        ),
        states=tuple(
            HandState(f"{'soft' if s else 'hard'} {t}", Fraction(t), s, t > target, n or None, ())
            for t, s, n in zip(total, soft, held)
        ),
        step=tuple(step),
        player_start=0,
        dealer_start=0,
        before=before,
        between=(),
        moves=tuple(0 if over else int(bits) for over, bits in zip(decided, asked)),
        dealt=tuple(decided),
        drawn=tuple(decided),
        stood=(0,) * len(cells),
        law=(0,) * len(hands),
        dealer_hits=tuple(hits(d) for d in numbers),
        final=tuple(final(p, d) for p, d in cells),
        outcomes=OUTCOMES,
        wagers=("game",),
        denominator=2,
        poker=Poker(order, True, joker if "Joker" in ranks else ""),
        showdowns=showdowns,
        faces=tuple(faces),
        peeked=tuple(1 + NATURAL if total[d] == target and held[d] == 2 else 0 for _, d in cells) if peek else (),
    )


def _after(hand: Hand, value: int, target: int) -> Hand:
    low, high, held = hand
    if hand == BUST or held == 5:
        return hand
    low, aces = low + value, high or value == 1
    return BUST if low > target else (low, aces and low + 13 <= target, held + 1)
