"""What an old game's play is worth under new rules, the new best move standing in where the play has none.

Two Games, a way to play -> Repriced
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence

from attrs import frozen

from f27lang import model
from f27lang.lower import lower, lower_strategy
from f27lang.rulebook import OutOfCards, Policy, Rulebook
from f27lang.shortage import shortage
from f27lang.solve import solve_endless, solve_shoe
from f27lang.solve.alike import tells_suits
from f27lang.solve.averaged import averaged
from f27lang.solve.charted import chart_in
from f27lang.solve.deals import hidden_matter
from f27lang.solve.endless import Endless
from f27lang.solve.followed import (
    Advice,
    Follower,
    MemoryAdvice,
    NotComparable,
    PolicyAdvice,
    played_best,
    remembered,
)
from f27lang.solve.followed_endless import best_followed, policy_followed
from f27lang.solve.followed_suits import BroadAdvice, SuitAdvice, SuitedAdvice, joined_suited, remembered_by_suits
from f27lang.solve.joined import Joined, JoinedPlan, Side, joined
from f27lang.solve.plan import plan
from f27lang.solve.shoe import Shoe, ShoeFace
from f27lang.solve.suited import SuitedFace

__all__ = ["NotComparable", "Repriced", "repriced"]


@frozen
class Repriced:
    """What the old play is worth under the new rules.

    `value` is the player's, per wager of 1; `stood_in` the share of rounds in which the new best move has to stand in
    at least once: where the old play names a move that the new rules forbid, or never met the position.
    """

    value: float
    stood_in: float


def repriced(
    old: model.Game,
    new: model.Game,
    play: str,
    shoe: str,
    *,
    knowledge: str = "cards",
    wager: str | None = None,
) -> Repriced:
    """Return what the old game's play is worth under the new game's rules.

    `play` is "best", "chart" or a strategy of `old`; `shoe` is "full" or "endless"; best play knows "cards" or "ranks".
    A position is what the old play tells apart: for best play the hands, but for cards that change nothing, for a chart
    the totals and cards that it names, for a strategy the states that it reads by the old rules. Raises TooLarge,
    OutOfCards, and NotComparable.
    """
    new_side, indexes = Side(new, lower(new)), (_index(old, wager), _index(new, wager))
    if play == "best":
        old_side, policy = Side(old, lower(old)), None
    elif play == "chart":
        old_side = Side(old, lower(old))
        solve = solve_shoe if shoe == "full" else solve_endless
        policy = solve(old_side.rulebook, "chart", wager=indexes[0]).policy
        assert policy is not None
        carried = chart_in(policy, old_side.rulebook, new_side.rulebook)
        old_side, policy = (new_side, carried) if carried else (old_side, policy)
    else:
        tables, policy = lower_strategy(old, play)
        old_side = Side(old, tables)
    if shoe == "full":
        if (short := shortage(new_side.rulebook)) is not None:
            raise OutOfCards(short.words)
        return _from_full_shoe(joined(new_side, old_side), policy, knowledge, indexes)
    by_card = bool(old_side.rulebook.showdowns) or hidden_matter(old_side.rulebook)
    return _from_endless_shoe(
        joined(new_side, old_side, by_card=by_card), new_side.rulebook, policy, knowledge, indexes
    )


def _index(game: model.Game, wager: str | None) -> int:
    names = [each.name.text for each in game.table_wagers]
    if wager is not None and wager not in names:
        raise NotComparable(f"there is no wager `{wager}` in `{game.name}`")
    return 0 if wager is None else names.index(wager)


def _from_full_shoe(joint: Joined, policy: Policy | None, knowledge: str, wagers: tuple[int, int]) -> Repriced:
    ranks = knowledge == "ranks"
    before = None if policy else Shoe(plan(joint.old, by_sight=ranks and tells_suits(joint.old)), wagers[0])
    by_sight = ranks and tells_suits(joint.rulebook)
    shoe = Shoe(JoinedPlan(joint.rulebook, by_sight, followed=_classes(joint, before)), wagers[1])
    if before and before.suited and not ranks:
        follower = Follower(joint, shoe.plan, remembered_by_suits(before))
        return _total(_by_suits(shoe, joint, SuitAdvice(follower, before.suited)))
    advice: Advice
    if before:
        advice = MemoryAdvice(Follower(joint, shoe.plan, remembered(before)))
    else:
        assert policy
        advice = PolicyAdvice(joint, policy)
    if shoe.suited and not ranks:
        return _total(_by_suits(shoe, joint, BroadAdvice(advice)))
    return _total(_by_hand(shoe, advice))


def _from_endless_shoe(
    joint: Joined, new: Rulebook, policy: Policy | None, knowledge: str, wagers: tuple[int, int]
) -> Repriced:
    tables = (joint.old, new)
    blurred = knowledge == "ranks" and any(tells_suits(each) and averaged(each, endless=True) for each in tables)
    if blurred and policy is None:
        raise NotComparable("best play by ranks is found on averages over suits, which differ by the two rules")
    suits = knowledge == "cards" or any(map(tells_suits, tables))
    if policy:
        followed = policy_followed(joint, policy, wagers[1], suits=suits)
    else:
        followed = best_followed(joint, Endless(joint.old, wagers[0], suits=suits), wagers[1], suits=suits)
    found = _total(Repriced(float(value), float(often)) for value, often in followed)
    if blurred and found.stood_in:
        raise NotComparable("the best move by ranks, found on averages over suits, can't stand in for the old play's")
    return found


def _classes(joint: Joined, before: Shoe | None) -> frozenset[int]:
    """Return the classes that hands are made of where the old play looks at cards; all of them where it sees suits."""
    if before is None:
        return frozenset()
    whole = bool(joint.old.showdowns)
    return frozenset(c for c, old in enumerate(joint.classes) if whole or old in before.plan.tracked)


def _total(parts: Iterable[Repriced]) -> Repriced:
    found = list(parts)
    return Repriced(sum(part.value for part in found), sum(part.stood_in for part in found))


def _by_hand(shoe: Shoe, advice: Advice) -> Iterable[Repriced]:
    for column in shoe.columns():
        for face in played_best(column):
            for part in advice.parts(face):
                yield _followed(part.face, part.moves)


def _followed(face: ShoeFace, moves: Sequence[int]) -> Repriced:
    """Return what moves by hand bring in a turn that best play was just played in."""
    value, stood_in = face.shoe.turn.follow(face.place, list(moves), face.left, face.view, *face.weighted)
    return Repriced(value + face.decided_value, stood_in)


def _by_suits(shoe: Shoe, joint: Joined, advice: SuitedAdvice) -> Iterable[Repriced]:
    suited = joined_suited(shoe, joint)
    for column in shoe.columns():
        for face in column:
            for part, moves in advice.parts(face):
                yield from (_heeded(each, moves) for each in suited.faces(part))


def _heeded(face: SuitedFace, moves: Callable[[SuitedFace], array[int]]) -> Repriced:
    """Return what moves by place bring."""
    face.value(None)
    value, stood_in = face.turn.heed(face.face.laid_out, moves(face), *face.roots)
    return Repriced(value + face.face.decided_value * face.view.chance, stood_in)
