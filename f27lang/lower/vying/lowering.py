"""The stage itself: closed vying Game without errors, and how its seats play → VyingRulebook, VyingPolicy."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction

from f27lang import model
from f27lang.lower.classes import class_of, sorted_shoe
from f27lang.lower.hands import TooManyStates
from f27lang.lower.vying.advice import Advice, Condition, Line, Saying, advice
from f27lang.lower.vying.canonical import states
from f27lang.lower.vying.hands import Hand, VyingHands
from f27lang.lower.vying.money import betting_rules, pot_rules, unit
from f27lang.lower.vying.names import Part, parts_of
from f27lang.lower.vying.origins import origins
from f27lang.lower.vying.shares import share_rules
from f27lang.vying import Act, AdviceRow, SayRow, Share, StepKind, VyingPolicy, VyingRulebook, VyingState

HAND_LIMIT = 20_000  # hands before those that no table tells apart are one


def lower_vying(game: model.Game) -> VyingRulebook:
    """Return the tables of a closed vying game that has no errors; raise TooManyStates for too many hands."""
    return _Lowering(game, ()).rulebook()


def lower_seats(game: model.Game, plays: Sequence[str]) -> tuple[VyingRulebook, tuple[VyingPolicy, ...]]:
    """Return the tables with the hands that some plays tell apart, and each of these plays on them.

    A play names strategies by blanks or `+`, numbers for their params behind: `commit:5.5:8:24 one:1:5`. Without a
    betting strategy a seat checks and calls, without a declaring one it says the nearest share. Raises
    names.WrongPlay, TooManyStates.
    """
    advised = [advice(game, " ".join(play.replace("+", " ").split()), parts_of(game, play)) for play in plays]
    lowering = _Lowering(game, advised)
    return lowering.rulebook(), lowering.policies


def too_large(game: model.Game) -> model.Game | model.Strategy | None:
    """Return the game, or a strategy that draws, which tells more than HAND_LIMIT hands apart; of one without errors.

    What strategies for betting and declaring tell apart depends on the drawing they go with: `lower_seats` tells.
    """
    if _beyond_limit(game, advice(game, "", ())):
        return game
    advised = ((each, advice(game, "", (Part(each.name.text),))) for each in game.strategies)
    return next((each for each, seat in advised if seat.draw and _beyond_limit(game, seat)), None)


def _beyond_limit(game: model.Game, seat: Advice) -> bool:
    """List the hands, where their number is not bound to be small."""
    hands = VyingHands(game, seat.conditions, bound=HAND_LIMIT)
    if hands.at_most() <= HAND_LIMIT:
        return False
    tests = {condition: hands.test(condition) for condition in seat.conditions}
    try:
        hands.explore((lambda hand, taken: takes(hand, taken, seat, tests)) if seat.draw else None)
    except TooManyStates:
        return True
    return False


def takes(hand: Hand, taken: int, seat: Advice, tests: Mapping[Condition, Callable[[Hand], bool]]) -> bool:
    """Return whether a seat may take a card with a hand: by the line that always holds, or by one before it.

    Nobody has taken as many cards as there are draws, this one included; so a line for earlier draws says nothing.
    """
    for line in seat.draw:
        if taken < line.scene.rounds[1] and tests[line.condition](hand):
            if line.act is Act.TAKE:
                return True
            if not line.waits:
                return False
    return False


class _Lowering:
    """Hands, states and claims of one game and some seats."""

    def __init__(self, game: model.Game, advised: Sequence[Advice]) -> None:
        self.game = game
        self.shares = share_rules(game.shares)
        asked = dict.fromkeys(condition for each in advised for condition in each.conditions)
        self.hands = VyingHands(game, asked, bound=HAND_LIMIT)
        self.tests = {condition: self.hands.test(condition) for condition in asked}
        grows = (lambda hand, taken: any(takes(hand, taken, each, self.tests) for each in advised)) if advised else None
        self.hands.explore(grows)
        self.claims = [[share.claim(self.hands, hand) for hand in self.hands.states] for share in self.shares]
        self.judged = [hand.left in self.hands.table.judged for hand in self.hands.states]
        self.states = states(self.hands, list(map(self._label, range(len(self.judged)))))
        self.fitting: dict[Condition, tuple[int, ...]] = {}
        self.policies = tuple(map(self._policy, advised))

    def rulebook(self) -> VyingRulebook:
        """Return the tables."""
        game, hands, table, found = self.game, self.hands, self.hands.table, self.states
        pot = pot_rules(game.pot)
        return VyingRulebook(
            name=game.name,
            classes=tuple(class_of(cards, hands.cards) for cards in found.groups),
            sorted_shoe=sorted_shoe(found.groups),
            states=self._states(),
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
            looks_round=any(policy.looks_round for policy in self.policies),
            origins=origins(game),
            unit=unit((share.part for share in self.shares), pot.rake, table.seats[2]),
        )

    def _policy(self, seat: Advice) -> VyingPolicy:
        """Return a seat's play on the tables."""
        says = any(step.kind is StepKind.DECLARE for step in self.hands.table.steps)
        return VyingPolicy(
            name=seat.name,
            draw=tuple(map(self._row, seat.draw)),
            bet=tuple(map(self._row, seat.bet)),
            say=tuple(map(self._say, seat.say)) if says else (),
        )

    def _row(self, line: Line) -> AdviceRow:
        return AdviceRow(self._fits(line.condition), line.when, line.act, line.chips, line.scene)

    def _say(self, line: Saying) -> SayRow:
        return SayRow(self._fits(line.condition), line.says, line.when, line.scene)

    def _fits(self, condition: Condition) -> tuple[int, ...]:
        if condition not in self.fitting:
            test, hands = self.tests[condition], self.hands.states
            self.fitting[condition] = tuple(int(test(hands[hand])) for hand in self.states.of)
        return self.fitting[condition]

    def _label(self, number: int) -> Hashable:
        """Return all that tables say of a hand; nothing where it is not looked at."""
        if not self.judged[number]:
            return None
        hand = self.hands.states[number]
        claims = (claims[number] for claims in self.claims)
        return (self.hands.helped(hand), *claims, *(test(hand) for test in self.tests.values()))

    def _states(self) -> tuple[VyingState, ...]:
        found = []
        for hand, example, cards in zip(self.states.of, self.states.examples, self.states.cards(), strict=True):
            totals = self.hands.measure.points(self.hands.totals(self.hands.states[hand]))
            found.append(VyingState(" or ".join(map(_shown, totals)), totals, cards, example))
        return tuple(found)

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
            steps=self.hands.measure.points(tuple(steps)),
        )


def _shown(total: Fraction) -> str:
    return str(total) if total.denominator == 1 else f"{float(total):g}"
