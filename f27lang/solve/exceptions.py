"""Where best play leaves a chart: hands whose own cards ask for the other move.

Rulebook, chart -> Departures, the biggest gain first. The value of best play less that of the chart is the sum of gain
times reach (S. Kakade, J. Langford, ICML 2002, lemma 6.1).
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import fsum
from typing import TYPE_CHECKING

from attrs import frozen

from f27lang.rulebook import Move
from f27lang.solve.arrangements import Key, one_suit
from f27lang.solve.faces import ASKED, against, allowed
from f27lang.solve.plan import plan
from f27lang.solve.shoe import Shoe, ShoeFace
from f27lang.solve.suited import SuitedFace, suited_faces

if TYPE_CHECKING:
    from f27lang.rulebook import CardClass, Policy, Rulebook
    from f27lang.solve.solution import Solution


@frozen
class Departure:
    """A hand of which best play makes another move than the chart does for all hands of its cell.

    `gain` is how much the move is worth more than the chart's, in wagers, with best play from there on; `reach` is how
    often a round gets there while the chart is followed.
    """

    hand: str  # "2 3 9"; where suits decide, "2 3 9 in one suit" and the like
    dealer: str
    move: str
    gain: float
    reach: float


@frozen
class _Lie:
    """One way in which a hand can lie in suits: what is better there, by how much, and how often it is reached."""

    move: int
    leaves: bool  # the chart
    gain: float
    reach: float
    suits: tuple[str, str]  # what is said of them: in short, and all that is known


def departures(rulebook: Rulebook, chart: Solution, *, wager: int = 0) -> tuple[Departure, ...]:
    """Return the hands that best play can come to hold from the full shoe and does not play by the chart."""
    assert chart.policy is not None
    shoe, found = Shoe(plan(rulebook), wager), list[Departure]()
    for column in shoe.columns():
        hands: defaultdict[str, list[_Lie]] = defaultdict(list)
        for hand, lie in _lies(shoe, column, chart.policy):
            hands[hand].append(lie)
        for hand, lies in hands.items():
            found += (_departure(hand + suits, column[0].name, told) for suits, told in _by_suits(lies))
    return tuple(sorted(found, key=lambda each: -each.gain))


def _lies(shoe: Shoe, column: Sequence[ShoeFace], policy: Policy) -> Iterator[tuple[str, _Lie]]:
    """Yield all that a player can hold when he is asked, against what a column shows."""
    rulebook = shoe.plan.rulebook
    if shoe.suited:
        for suited_face in suited_faces(shoe.suited, column):
            yield from _by_suited(suited_face, array("i", against(rulebook, policy, suited_face.state)))
        return
    for face in column:
        face.add_showdowns()
        yield from _by_hand(face, against(rulebook, policy, face.state))


def _by_hand(face: ShoeFace, wanted: Sequence[int]) -> Iterator[tuple[str, _Lie]]:
    turn, opens = face.shoe.turn, face.opens
    face.played(None)
    moves, best, gains = turn.by_hand(face.place)
    face.played(wanted)
    _, reach, _ = turn.by_hand(face.place)
    for m, p in _asked(face):
        if moves[m] and opens[m] and (best[m] or reach[m]):
            gain = abs(gains[m]) / opens[m]
            yield _name(face, m), _Lie(moves[m], moves[m] != wanted[p], gain, reach[m] * opens[m], ("", ""))


def _by_suited(face: SuitedFace, wanted: array[int]) -> Iterator[tuple[str, _Lie]]:
    turn, opens = face.turn, face.face.opens
    face.value(None)
    moves, best, gains = turn.by_place()
    reach = turn.follow(face.face.laid_out, wanted, *face.roots)
    for m, p in _asked(face.face):
        for k, suits in enumerate(_suits(face, m), turn.place(m)):
            if moves[k] and opens[m] and (best[k] or reach[k]):
                gain = abs(gains[k]) / opens[m]
                yield _name(face.face, m), _Lie(moves[k], moves[k] != wanted[p], gain, reach[k] * opens[m], suits)


def _asked(face: ShoeFace) -> Iterator[tuple[int, int]]:
    """Yield the places and states of the hands with which the player has a choice."""
    bits = allowed(face.shoe.plan.rulebook, face.state)
    yield from ((m, p) for m, p in enumerate(face.shoe.plan.hands.state) if bits[p] == ASKED)


def _held(face: ShoeFace, m: int) -> Iterator[tuple[int, CardClass]]:
    """Yield the class of each card in a hand, and its place."""
    plan_ = face.shoe.plan
    counts = plan_.hands.own[m * len(plan_.tracked) : (m + 1) * len(plan_.tracked)]
    yield from ((c, plan_.rulebook.classes[c]) for c, n in zip(plan_.tracked, counts) for _ in range(n))


def _name(face: ShoeFace, m: int) -> str:
    cards = [card for _, card in _held(face, m)]
    return (", " if any(card.suit for card in cards) else " ").join(card.name for card in cards)


def _suits(face: SuitedFace, m: int) -> Iterable[tuple[str, str]]:
    """Return what is said of each way in which a hand can lie in suits."""
    if not face.suited.ranked(m):
        return [("", "")]
    shape, has_suit = face.suited.shape(m), face.suited.showdowns.has_suit
    found, _ = face.suited.arranged(face.view)
    ranks = list(dict.fromkeys(card.name for c, card in _held(face.face, m) if has_suit[c]))
    keys = found.keys[found.shapes[shape]]
    return [_words(key, ranks, face.view.shared, alike=one_suit(shape, key)) for key in keys]


def _words(key: Key, ranks: Sequence[str], shared: int | None, *, alike: bool) -> tuple[str, str]:
    """Return what is said of the suits of a hand; `shared` is the suit that the dealer's cards share."""
    theirs = key[shared] if shared is not None and shared >= 0 else None
    if alike:
        whose = "" if theirs is None else " in the dealer's suit" if any(theirs) else " in one suit, not the dealer's"
        return " in one suit", whose or " in one suit"
    if theirs is not None:
        return " in several suits", f" in several suits, {_cards(theirs, ranks) or 'none'} in the dealer's"
    by_suit = " | ".join(_cards(sub, ranks) for sub in key if sub and any(sub))
    return " in several suits", f" in several suits: {by_suit}"


def _cards(sub: Sequence[int], ranks: Sequence[str]) -> str:
    """Return the cards of a hand that lie in one suit."""
    return " ".join(rank for rank, n in zip(ranks, sub, strict=True) for _ in range(n))


def _by_suits(lies: Sequence[_Lie]) -> Iterator[tuple[str, list[_Lie]]]:
    """Part those that leave the chart by what is to be said of their suits, in as few words as do."""
    if all(lie.leaves for lie in lies):
        yield "", list(lies)
        return
    found: defaultdict[str, list[_Lie]] = defaultdict(list)
    for short in dict.fromkeys(lie.suits[0] for lie in lies):
        part = [lie for lie in lies if lie.suits[0] == short]
        whole = all(lie.leaves for lie in part)
        for lie in part:
            if lie.leaves:
                found[short if whole else lie.suits[1]].append(lie)
    yield from found.items()


def _departure(hand: str, dealer: str, lies: Sequence[_Lie]) -> Departure:
    reach = fsum(lie.reach for lie in lies)
    gain = fsum(lie.gain * lie.reach for lie in lies) / reach if reach else max(lie.gain for lie in lies)
    return Departure(hand, dealer, Move(lies[0].move).name.lower(), gain, reach)
