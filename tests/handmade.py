"""Rulebooks written by hand, for tests of what comes behind `lower`: small games of the 27 family with odd dealing."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

from f27lang.rulebook import CardClass, Deal, HandState, Move, Outcome, Policy, Rulebook, Verdict

Hand = tuple[int, bool]  # total with aces as 1, an ace that counts 14
BOTH_UP = (Deal("player", 2, True), Deal("dealer", 2, True))
ONE_DOWN = (Deal("player", 1, True), Deal("dealer", 1, True), Deal("player", 1, True), Deal("dealer", 1, False))
NO_HOLE_CARD = (Deal("player", 2, True), Deal("dealer", 1, True))
OVER_TOTAL = 99
OVER: Hand = (OVER_TOTAL, False)

OUTCOMES = tuple(
    Outcome(words, verdict, row, player_over, dealer_over, (payoff,))
    for words, verdict, row, player_over, dealer_over, payoff in (
        ("player over", Verdict.DEALER_WINS, 1, True, False, -2),
        ("player wins, dealer over", Verdict.PLAYER_WINS, 2, False, True, 2),
        ("player wins", Verdict.PLAYER_WINS, 2, False, False, 2),
        ("dealer wins", Verdict.DEALER_WINS, 2, False, False, -2),
        ("push", Verdict.PUSH, 2, False, False, 0),
        ("player wins as dealt", Verdict.PLAYER_WINS, 0, False, False, 3),
        ("dealer wins as dealt", Verdict.DEALER_WINS, 0, False, False, -2),
    )
)
OVER_ROW, DEALER_OVER, WIN, LOSE, PUSH, WIN_AS_DEALT, LOSE_AS_DEALT = range(7)


def game(
    before: tuple[Deal, ...] = BOTH_UP,
    between: tuple[Deal, ...] = (),
    copies: tuple[int, ...] = (24,) * 13 + (12,),
    laws: Callable[[int], int] = lambda total: 0,
    target: int = 27,
    hard_stand: int = 21,
    more_outcomes: int = 0,
    name: str = "hand-made",
) -> Rulebook:
    """Return a game with cards A (1 or 14), 2 .. 13 and 0; `laws` gives the group of a player's final total."""
    values = (*range(1, 14), 0)
    hands: list[Hand] = [(0, False)]
    step: list[int] = []
    for hand in hands:  # grows while it is walked
        for value in values:
            after = _after(hand, value, target)
            if after not in hands:
                hands.append(after)
            step.append(hands.index(after))
    numbers = range(len(hands))
    totals = [low + 13 * high for low, high in hands]
    soft = [high for _, high in hands]
    groups = [laws(total) for total in totals]

    def hits(group: int, d: int) -> int:
        return int(totals[d] < (24 if soft[d] else hard_stand + group))

    def final(p: int, d: int) -> int:
        if totals[d] == OVER_TOTAL:
            return DEALER_OVER
        return WIN if totals[p] > totals[d] else LOSE if totals[p] < totals[d] else PUSH

    cells = list(product(numbers, numbers))
    as_dealt = [_as_dealt(totals[p] == target, totals[v] == target) for p, v in cells]
    return Rulebook(
        name=name,
        classes=tuple(CardClass(str(v), n, (str(v),)) for v, n in zip(values, copies)),
        sorted_shoe=tuple(enumerate(copies)),
        states=tuple(
            HandState(f"{'soft' if s else 'hard'} {t}", Fraction(t), s, t == OVER_TOTAL, None, ())
            for s, t in zip(soft, totals)
        ),
        step=tuple(step),
        player_start=0,
        dealer_start=0,
        before=before,
        between=between,
        moves=tuple(
            Move.HIT | Move.STAND if totals[p] < target else Move.STAND if totals[p] == target else 0 for p, v in cells
        ),
        dealt=tuple(as_dealt) if before == BOTH_UP else (0,) * len(cells),
        drawn=tuple(1 + OVER_ROW if totals[p] == OVER_TOTAL else 0 for p, v in cells),
        stood=tuple(1 + WIN if totals[p] == target and totals[v] < 3 else 0 for p, v in cells),
        law=tuple(groups),
        dealer_hits=tuple(hits(g, d) for g in range(max(groups) + 1) for d in numbers),
        final=tuple(final(p, d) for p, d in cells),
        outcomes=(*OUTCOMES, *OUTCOMES[:1] * more_outcomes),
        wagers=("game",),
        denominator=2,
        origins=(
            ("step", "parent.f27:10-16"),
            ("final", "hand-made.f27:30"),
            ("law", "hand-made.f27:20, parent.f27:3"),
        ),
    )


def _after(hand: Hand, value: int, target: int) -> Hand:
    low, aces = hand[0] + value, hand[1] or value == 1
    return OVER if low > target else (low, aces and low + 13 <= target)


def _as_dealt(player: bool, dealer: bool) -> int:
    return 1 + PUSH if player and dealer else 1 + WIN_AS_DEALT if player else 1 + LOSE_AS_DEALT if dealer else 0


def mimic(rulebook: Rulebook) -> Policy:
    """Hit below 21, stand from there on."""
    size = len(rulebook.states)
    wanted = [Move.HIT if rulebook.states[p].total < 21 else Move.STAND for p in range(size)]
    play = [int(m if m in (Move.HIT, Move.STAND) else m and wanted[i // size]) for i, m in enumerate(rulebook.moves)]
    return Policy("mimic", tuple(play))


def revealing(cards: int) -> Rulebook:
    """Return a game of different cards in which the outcome tells the player's one card and the dealer's."""
    states = cards + 1
    step = tuple(c + 1 for _ in range(states) for c in range(cards))
    pairs = [(p, d) for p in range(states) for d in range(states)]
    names = [f"card {n}" for n in range(states)]
    return Rulebook(
        name="revealing",
        classes=tuple(CardClass(names[c + 1], 1, (names[c + 1],)) for c in range(cards)),
        sorted_shoe=tuple((c, 1) for c in range(cards)),
        states=tuple(HandState(name, Fraction(n), False, False, None, ()) for n, name in enumerate(names)),
        step=step,
        player_start=0,
        dealer_start=0,
        before=(Deal("player", 1, True), Deal("dealer", 1, True)),
        between=(),
        moves=(Move.STAND,) * states**2,
        dealt=(0,) * states**2,
        drawn=(0,) * states**2,
        stood=(0,) * states**2,
        law=(0,) * states,
        dealer_hits=(0,) * states,
        final=tuple(max(p - 1, 0) * cards + max(d - 1, 0) for p, d in pairs),
        outcomes=tuple(
            Outcome(f"card {p} against {d}", Verdict.PUSH, 0, False, False, (0,))
            for p in range(cards)
            for d in range(cards)
        ),
        wagers=("game",),
        denominator=1,
    )


GAMES = {
    "both up": game(),
    "one down": game(before=ONE_DOWN),
    "no hole card": game(before=NO_HOLE_CARD, between=(Deal("dealer", 1, True),)),
    "laws that look at the player": game(laws=lambda total: int(total > 23)),
    "one deck": game(copies=(4,) * 13 + (2,)),
    "two bytes a cell": game(more_outcomes=400),
    "the largest shoe": game(copies=(4600,) * 13 + (200,)),
}
