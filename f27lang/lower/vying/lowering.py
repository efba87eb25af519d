"""The stage itself: closed vying Game without errors, and how its seats play → VyingRulebook, VyingPolicy."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction

from f27lang import model
from f27lang.lower.classes import class_of, sorted_shoe
from f27lang.lower.vying.advice import Advice, Fits, Line, advice
from f27lang.lower.vying.canonical import States, states
from f27lang.lower.vying.hands import Hand, VyingHands
from f27lang.lower.vying.money import betting_rules, pot_rules, unit
from f27lang.lower.vying.names import parts_of
from f27lang.lower.vying.shares import share_rules
from f27lang.vying import Act, AdviceRow, SayRow, Share, StepKind, VyingPolicy, VyingRulebook, VyingState

HAND_LIMIT = 40_000  # hands before those that no table tells apart are one


def lower_vying(game: model.Game) -> VyingRulebook:
    """Return the tables of a closed vying game that has no errors; raise TooManyStates for too many hands."""
    return _Lowering(game, ()).rulebook()


def lower_seats(game: model.Game, plays: Sequence[str]) -> tuple[VyingRulebook, tuple[VyingPolicy, ...]]:
    """Return the tables with the hands that some plays tell apart, and each of these plays on them.

    A play names strategies by blanks or `+`, numbers for their params behind: `commit:5.5:8:24 one:1:5`. Without a
    betting strategy a seat checks and calls, without a declaring one it says the nearest share. Raises
    names.WrongPlay, TooManyStates.
    """
    shares = share_rules(game.shares)
    advised = [advice(game, " ".join(play.replace("+", " ").split()), parts_of(game, play), shares) for play in plays]
    lowering = _Lowering(game, advised)
    return lowering.rulebook(), tuple(map(lowering.policy, advised))


class _Lowering:
    """Hands, states and claims of one game and some seats."""

    def __init__(self, game: model.Game, advised: Sequence[Advice]) -> None:
        self.game = game
        self.shares = share_rules(game.shares)
        self.hands = VyingHands(game, [node for each in advised for node in each.nodes], bound=HAND_LIMIT)
        self.hands.explore((lambda hand: self._any_takes(advised, hand)) if advised else None)
        self.claims = [[share.claim(self.hands, hand) for hand in self.hands.states] for share in self.shares]
        self.judged = [hand.left in self.hands.table.judged for hand in self.hands.states]
        self.states = states(self.hands, [self._label(number, advised) for number in range(len(self.judged))])

    def rulebook(self) -> VyingRulebook:
        """Return the tables."""
        game, hands, table, found = self.game, self.hands, self.hands.table, self.states
        pot = pot_rules(game.pot)
        return VyingRulebook(
            name=game.name,
            classes=tuple(class_of(cards, hands.cards) for cards in found.groups),
            sorted_shoe=sorted_shoe(found.groups),
            states=tuple(self._state(number, found) for number in range(len(found.of))),
            step=found.step,
            start=0,
            helps=tuple(int(hands.helped(hands.states[hand])) for hand in found.of),
            seats=table.seats,
            dealer_sits_out=bool(game.seats and game.seats.sits_out),
            steps=table.steps,
            drawing=table.drawing,
            betting=betting_rules(game.betting),
            ante=pot.ante,
            rake=pot.rake,
            last_takes_all=pot.last_takes_all,
            shares=tuple(self._share(place) for place in range(len(self.shares))),
            heirs=pot.heirs,
            both_outright=pot.both_outright,
            unit=unit((share.part for share in self.shares), pot.rake, table.seats[2]),
        )

    def policy(self, seat: Advice) -> VyingPolicy:
        """Return a seat's play on the tables."""
        says = any(step.kind is StepKind.DECLARE for step in self.hands.table.steps)
        return VyingPolicy(
            name=seat.name,
            draw=tuple(map(self._row, seat.draw)),
            bet=tuple(map(self._row, seat.bet)),
            say=tuple(SayRow(self._fits(line.fits), line.says) for line in seat.say) if says else (),
        )

    def _row(self, line: Line) -> AdviceRow:
        return AdviceRow(self._fits(line.fits), int(line.when), line.act, line.chips)

    def _fits(self, fits: Fits) -> tuple[int, ...]:
        return tuple(int(fits(self.hands, self.hands.states[hand])) for hand in self.states.of)

    def _any_takes(self, advised: Sequence[Advice], hand: Hand) -> bool:
        return any(_said(self.hands, hand, each.draw) is Act.TAKE for each in advised)

    def _label(self, number: int, advised: Sequence[Advice]) -> Hashable:
        """Return all that tables say of a hand; nothing where it is not looked at."""
        if not self.judged[number]:
            return None
        hand = self.hands.states[number]
        said = [line.fits(self.hands, hand) for each in advised for line in (*each.draw, *each.bet, *each.say)]
        return (self.hands.helped(hand), *(claims[number] for claims in self.claims), *said)

    def _state(self, number: int, found: States) -> VyingState:
        first = self.hands.states[found.of[number]]
        totals = self.hands.totals(first)
        return VyingState(
            name=" or ".join(map(_shown, totals)),
            totals=totals,
            cards=None,
            example=found.examples[number],
        )

    def _share(self, place: int) -> Share:
        rule, claims = self.shares[place], self.claims[place]
        made = [claims[hand] if self.judged[hand] else None for hand in self.states.of]
        order = {claim: key for key, claim in enumerate(sorted({claim for claim in made if claim is not None}))}
        steps = sorted({claim[0] for claim in order})
        return Share(
            name=rule.name,
            part=rule.part,
            targets=rule.targets,
            keys=tuple(-1 if claim is None else order[claim] for claim in made),
            distances=tuple(-1 if claim is None else steps.index(claim[0]) for claim in made),
            steps=tuple(steps),
        )


def _said(hands: VyingHands, hand: Hand, lines: Sequence[Line]) -> Act | None:
    return next((line.act for line in lines if line.fits(hands, hand)), None)


def _shown(total: Fraction) -> str:
    return str(total) if total.denominator == 1 else f"{float(total):g}"
