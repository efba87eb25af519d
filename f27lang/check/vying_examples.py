"""Examples of vying games: the referee reads each hand with all its totals, and measures two against a share."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from f27lang import model
from f27lang.check.shown import Failure, Line, Shown, hands_of
from f27lang.referee.hands import NO_CARDS, Hand, Stuck
from f27lang.referee.vying_hands import VyingReader
from f27lang.referee.vying_pot import Near, Purse

_NO_TURN = "say what a hand counts, or which of two is nearer: `3 3 beats 4 4 for SHARE`"


@define
class VyingRunner:
    """Runs the example lines of a vying game."""

    game: model.Game
    shown: Shown = field(init=False)
    purse: Purse = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.shown = Shown(self.game)
        self.purse = Purse(self.game, VyingReader(self.game))

    @property
    def reader(self) -> VyingReader:
        """What reads the hands."""
        return self.purse.reader

    def failures(self, line: Line) -> Iterator[tuple[model.Node, Failure]]:
        """Yield everything told in a line that does not hold, with what is true instead."""
        missing = self.shown.missing(hand for hand in hands_of(line) if hand) or self._lacking(line)
        if missing:
            yield line, missing
        elif isinstance(line, model.CheckHand):
            yield from ((told, failure) for told in line.told if (failure := self._told(told, line)))
        elif failure := self._compared(line):
            yield line, failure

    def _lacking(self, line: Line) -> Failure | None:
        """Return what the game, or the line, must have before anything in it can be judged."""
        ranks = {rank.text for hand in hands_of(line) if hand for rank in hand.cards}
        for rank in sorted(ranks - set(self.reader.values) - set(self.reader.makes)):
            return Failure(f"{rank} has no value yet")
        if isinstance(line, model.CheckHand):
            no_other = "leave `against` out: each hand is measured by itself"
            alone = "no two hands of a vying game meet alone"
            return Failure(alone, line.against, help=no_other) if line.against else None
        if not self.game.shares or not all(map(_is_whole, self.game.shares)):
            return Failure("this game has no whole `share` section yet")
        if line.share is None and len(self.game.shares) > 1:
            several = "this game has several shares, and a hand can be nearer to one of them only"
            names = " or ".join(f"`for {share.name.text}`" for share in self.game.shares)
            return Failure(several, help=f"add {names}")
        return None

    def _told(self, told: model.Told, line: model.CheckHand) -> Failure | None:
        try:
            return self._holds(told, self.shown.hand(line.hand))
        except Stuck as stuck:
            return Failure(str(stuck), help="declare the shares")

    def _holds(self, told: model.Told, hand: Hand) -> Failure | None:
        match told:
            case model.ToldTotal():
                return self._total(told, hand)
            case model.ToldHand(name=name):
                return self._named(name.text, True, hand)
            case model.ToldNot(name=name):
                return self._named(name.text, False, hand)
            case _:
                return Failure("nobody is forced, or paid odds, in a vying game", help=_NO_TURN)

    def _total(self, told: model.ToldTotal, hand: Hand) -> Failure | None:
        measure = told.measure
        if isinstance(measure, model.Reading) and measure.text in ("hard", "soft"):
            return Failure("a vying hand keeps all its totals", help="write `total`")
        found = sorted(self.reader.measured(measure, hand))
        if told.amount.value in found:
            return None
        what = " ".join(measure.span.text.split())
        return Failure(f"this hand has {what} {' or '.join(map(str, found))}", working=(self._totals(hand),))

    def _totals(self, hand: Hand) -> str:
        return f"{hand} can count {' or '.join(map(str, self.reader.totals(hand.ranks)))}"

    def _named(self, name: str, told: bool, hand: Hand) -> Failure | None:
        if name not in self.reader.names:
            return Failure("this game has no `hands` section yet")
        if self.reader.fits_name(name, hand, NO_CARDS) == told:
            return None
        assert self.game.hands is not None
        line = next(line for line in self.game.hands.lines if line.name.text == name)
        return Failure(f"this hand {'is not' if told else 'is'} {name}", line, (self._totals(hand),))

    def _compared(self, line: model.CheckBeats | model.CheckTies) -> Failure | None:
        share = next(share for share in self.game.shares if line.share is None or share.name == line.share)
        one, two = (self.shown.hand(shown) for shown in hands_of(line) if shown)
        nearer = self.purse.compare(share, one, two)
        near = self.purse.near(share, one), self.purse.near(share, two)
        claims = near != (None, None)
        if claims and nearer == (1 if isinstance(line, model.CheckBeats) else 0):
            return None
        working = tuple(f"{self._totals(hand)}: {_distance(of)}" for hand, of in zip((one, two), near, strict=True))
        return Failure(_truth(one, two, nearer, claims), _because(share, *near), working)


def _is_whole(share: model.PotShare) -> bool:
    return all(any(isinstance(line, kind) for line in share.lines) for kind in (model.Nearest, model.Ties))


def _because(share: model.PotShare, one: Near | None, two: Near | None) -> model.Node:
    """Return the line that tells two hands apart, or says that they split."""
    kind = model.OverTarget if one is None or two is None else model.Ties if one[0] == two[0] else model.Nearest
    return next((line for line in share.lines if isinstance(line, kind)), share)


def _truth(one: Hand, two: Hand, nearer: int, claims: bool) -> str:
    if not claims:
        return "neither hand has a claim"
    return {1: f"{one} is nearer", -1: f"{two} is nearer", 0: "the hands split"}[nearer]


def _distance(near: Near | None) -> str:
    return f"distance {near[0]}" if near else "no claim"
