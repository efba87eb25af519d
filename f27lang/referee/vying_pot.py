"""The pot by the book: chips, the hands left, what they declared -> who wins each share, and what everybody gets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from attrs import define, field, frozen

from f27lang import model
from f27lang.referee.cards import number
from f27lang.referee.hands import Hand, Stuck
from f27lang.referee.vying_hands import VyingReader

Hands = Mapping[int, Hand]
Said = Mapping[int, frozenset[str]]
Near = tuple[Fraction, ...]  # the distance, then what parts equal ones: the least is nearest


@frozen
class Contest:
    """Who wins a share; nobody where no hand has a claim to it.

    `distances` are those of all hands that could have a claim, whether or not they were declared for the share.
    """

    share: str
    winners: tuple[int, ...]
    distances: Mapping[int, Fraction]
    line: model.PotShare

    @property
    def distance(self) -> Fraction | None:
        """How far the winners are from the target."""
        return self.distances[self.winners[0]] if self.winners else None


@frozen
class Award:
    """What each seat gets of a pot, and what waits for the next one."""

    contests: tuple[Contest, ...]
    won: Mapping[int, Fraction]
    carried: Fraction


@define(eq=False)
class Purse:
    """Applies the `pot` section and the shares of a game."""

    game: model.Game
    reader: VyingReader
    lines: tuple[model.Node, ...] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.lines = self.game.pot.lines if self.game.pot else ()

    @property
    def ante(self) -> tuple[int, model.Ante]:
        """The chips that everybody puts in before the deal, and the line that says so."""
        line = next(line for line in self.lines if isinstance(line, model.Ante))
        return int(number(line.chips)), line

    @property
    def last_in(self) -> model.LastIn | None:
        """The line `last in takes all`."""
        return next((line for line in self.lines if isinstance(line, model.LastIn)), None)

    def rake(self, pot: Fraction, at_showdown: bool) -> tuple[Fraction, model.Rake | None]:
        """Return what the house takes of a pot, and the line that says so."""
        line = next((line for line in self.lines if isinstance(line, model.Rake)), None)
        if line is None or (line.at_showdown and not at_showdown):
            return Fraction(0), None
        assert isinstance(line.share, model.PercentLiteral)
        taken = pot * line.share.percent.value / 100
        return (min(taken, number(line.most)) if line.most else taken), line

    def near(self, share: model.PotShare, hand: Hand) -> Near | None:
        """Return how near a hand comes to a share, equal distances parted as `ties` says; None without a claim."""
        barred = any(isinstance(line, model.OverTarget) and _is_barred(line) for line in share.lines)
        ties = next(line for line in share.lines if isinstance(line, model.Ties))
        near = (
            (abs(total - target), *(_merit(tie.text, total, hand) for tie in ties.orders))
            for target, way in zip(_targets(share), _ways(share), strict=True)
            for total in self.reader.counted(hand, way)
            if not (barred and total > target)
        )
        return min(near, default=None)

    def compare(self, share: model.PotShare, one: Hand, two: Hand) -> int:
        """Return 1 where the first hand is nearer to a share, -1 where the second is, 0 where they would split it."""
        first, second = self.near(share, one), self.near(share, two)
        if first is None or second is None:
            return (first is not None) - (second is not None)
        return (first < second) - (first > second)

    def nearer(self, hand: Hand) -> str:
        """Return the share that has the hand's nearest target, of several the first."""
        shares = self.game.shares
        return min(shares, key=lambda s: min(self.reader.distance_to(hand, t) for t in _targets(s))).name.text

    def award(self, chips: Fraction, hands: Hands, said: Said | None) -> Award:
        """Share chips among the hands at the showdown; `said` is what each declared, None where nobody did."""
        contests = self.contests(hands, said)
        won = dict.fromkeys(hands, Fraction(0))
        parts = {contest.share: chips * _part(contest.line) for contest in contests}
        claimed = [contest for contest in contests if contest.winners]
        unclaimed = sum((parts[contest.share] for contest in contests if not contest.winners), Fraction(0))
        heir = self._heir(bool(claimed)) if unclaimed else ""
        if heir == "other share":
            (other,) = claimed  # there are two shares, else no one of them is the other
            parts[other.share] += unclaimed
        for contest in claimed:
            _divide(parts[contest.share], contest.winners, won)
        if heir == "everyone":
            _divide(unclaimed, tuple(hands), won)
        return Award(contests, won, unclaimed if heir == "next hand" else Fraction(0))

    def contests(self, hands: Hands, said: Said | None) -> tuple[Contest, ...]:
        """Return who wins each share.

        Whoever declared several and does not win them all leaves them all, and the rest are judged again: all who
        fail leave at once, so that the order in which seats are looked at has no part in it.
        """
        several = {seat for seat in hands if said is not None and len(said[seat]) > 1}
        out: set[int] = set()
        while True:
            contests = tuple(self._contest(share, hands, said, out) for share in self.game.shares)
            failed = {seat for seat in several - out if not all(self._holds(seat, each) for each in contests)}
            if not failed:
                return contests
            out |= failed

    def _contest(self, share: model.PotShare, hands: Hands, said: Said | None, out: Iterable[int]) -> Contest:
        name = share.name.text
        near = {seat: key for seat, hand in hands.items() if (key := self.near(share, hand)) is not None}
        entered = [seat for seat in near if seat not in out and (said is None or name in said[seat])]
        best = min((near[seat] for seat in entered), default=None)
        winners = tuple(seat for seat in entered if near[seat] == best)
        return Contest(name, winners, {seat: key[0] for seat, key in near.items()}, share)

    def _holds(self, seat: int, contest: Contest) -> bool:
        both = next((line for line in self.lines if isinstance(line, model.BothWays)), None)
        may_tie = both is not None and isinstance(both.how, model.OrTie)
        return seat in contest.winners if may_tie else contest.winners == (seat,)

    def _heir(self, some_are_claimed: bool) -> str:
        line = next((line for line in self.lines if isinstance(line, model.Unclaimed)), None)
        for heir in line.heirs if line else ():
            if heir.text != "other share" or some_are_claimed:
                return heir.text
        raise Stuck("nobody claims a share, and no `unclaimed` line says who gets it")


def _ways(share: model.PotShare) -> tuple[str, ...]:
    """Return how cards count for each target of a share."""
    line = next((line for line in share.lines if isinstance(line, model.Counting)), None)
    ways = tuple(way.text for way in line.ways) if line else ("freely",)
    return ways if len(ways) > 1 else ways * len(_targets(share))


def _targets(share: model.PotShare) -> tuple[Fraction, ...]:
    line = next(line for line in share.lines if isinstance(line, model.Nearest))
    return tuple(number(target) for target in line.targets)


def _part(share: model.PotShare) -> Fraction:
    return share.part.value if isinstance(share.part, model.Amount) else Fraction(1)


def _is_barred(line: model.OverTarget) -> bool:
    return isinstance(line.how, model.Barred)


def _merit(tie: str, total: Fraction, hand: Hand) -> Fraction:
    """Return what a `ties` word looks at, the least best."""
    merits = {"lower total": total, "higher total": -total, "fewer cards": Fraction(len(hand.cards))}
    return merits.get(tie, Fraction(0))


def _divide(chips: Fraction, seats: Sequence[int], won: dict[int, Fraction]) -> None:
    for seat in seats:
        won[seat] += chips / len(seats)
