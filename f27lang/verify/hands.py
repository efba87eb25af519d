"""What the referee saw in a hand, in the form in which kernels count: VyingRound -> TableTally."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from f27lang.chips import HALF_BITS
from f27lang.emit.vying_tables import Places
from f27lang.referee.vying_rounds import VyingRound
from f27lang.simulate.table_tally import TableTally
from f27lang.vying import Heir, VyingRulebook


def counted(seen: VyingRound, rulebook: VyingRulebook, places: Places) -> TableTally:
    """Return what is to be counted of one hand, played by the one line-up that there is."""
    sums = [0] * places.begins["sums"]
    sums[0] = 1
    for what, numbers in (_of_hand(seen, rulebook) | _of_showdown(seen, rulebook, places)).items():
        for offset, value in numbers.items():
            sums[places.begins[f"at_{what}"] + offset] += value
    for name, begin in places.begins.items():
        if name.endswith("_squared"):
            sums[begin] = sums[places.begins[name.removesuffix("_squared")]] ** 2
    return TableTally(tuple(sums), places)


Counts = dict[str, Mapping[int, int]]  # by name of a table, number by place in it


def _of_hand(seen: VyingRound, rulebook: VyingRulebook) -> Counts:
    seats = [number for seat in range(len(seen.hands)) for number in _of_seat(seen, seat, rulebook.unit)]
    return {
        "rounds": {seen.betting_rounds: 1},
        "draws": {0: seen.draw_rounds},
        "cards": {0: sum(len(hand.cards) for hand in seen.hands)},
        "folds": {0: len(seen.hands) - len(seen.live)},
        "pots": {0: _whole(seen.pot)},
        "rake": {0: _whole(seen.rake * rulebook.unit)},
        "sole": {0: int(_is_sole(seen, rulebook))},
        "seats": dict(enumerate(seats)),
    }


def _of_seat(seen: VyingRound, seat: int, unit: int) -> tuple[int, ...]:
    """Return what a seat won and paid, and the square of its net in three parts."""
    net, paid = _whole(seen.nets[seat] * unit), seen.staked[seat]
    high, low = divmod(abs(net), 1 << HALF_BITS)
    return net + paid * unit, paid, high * high, high * low, low * low


def _of_showdown(seen: VyingRound, rulebook: VyingRulebook, places: Places) -> Counts:
    if seen.award is None:
        return {}
    contests = seen.award.contests
    won: dict[int, int] = {}
    held: dict[int, int] = {}
    for number, (contest, share) in enumerate(zip(contests, rulebook.shares, strict=True)):
        begin = number * places.distances
        for found, distances in ((held, contest.distances.values()), (won, (contest.distance,))):
            for distance in distances:
                if distance is not None:
                    at = begin + share.steps.index(distance)
                    found[at] = found.get(at, 0) + 1
    return {
        "showdowns": {0: 1},
        "live": {0: len(seen.live)},
        "scoops": {0: int(_is_sole(seen, rulebook))},
        "tied": {0: int(any(len(contest.winners) > 1 for contest in contests))},
        "ties": {number: int(len(contest.winners) > 1) for number, contest in enumerate(contests)},
        "unclaimed": {number: int(not contest.winners) for number, contest in enumerate(contests)},
        "won": won,
        "held": held,
    }


def _is_sole(seen: VyingRound, rulebook: VyingRulebook) -> bool:
    """Return whether one seat takes the whole pot, and not as one of several who share what nobody claims.

    It does so too where the rake leaves nothing of the pot.
    """
    if seen.award is None:
        return True
    winners = [contest.winners for contest in seen.award.contests]
    inherited = Heir.OTHER_SHARE in rulebook.heirs
    takers = {seat for share in winners for seat in share}
    return len(takers) == 1 and (inherited or all(winners))


def _whole(number: Fraction) -> int:
    assert number.denominator == 1, number
    return number.numerator
