"""Rules over all pairs of hands: Game → the laws, rows, rungs and wager lines as sets of hands that they fit."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm
from typing import NamedTuple

from f27lang import model
from f27lang.check.facts import every, hidden_deal, line_of, value_lines, worth_of
from f27lang.check.laws import Law, law
from f27lang.check.words import points
from f27lang.lower import STATE_LIMIT
from f27lang.lower.hands import HandMachine
from f27lang.lower.laws import DealerLaw
from f27lang.lower.pairs import Across, Hands, Pairs, all_of, any_of
from f27lang.lower.patterns import has_cards, named
from f27lang.lower.peek import looks_when, peek_of
from f27lang.lower.ranking import Ranking
from f27lang.lower.taking import about_dealer

MOST_STATES = STATE_LIMIT
MOST_TOTALS = 1_000_000


class RuledLaw(NamedTuple):
    """A law of a turn and, for a player's hand, the dealer's hands with which it fits."""

    law: Law
    fits: Across

    @property
    def node(self) -> model.Node:
        """The line."""
        return self.law.node


class Row(NamedTuple):
    """A row of `settle`, where it fits, and whether it looks at the dealer's hand.

    It can fit by some poker ranks only: `surely` is where it fits whatever they are.
    """

    node: model.OutcomeRow
    fits: Across
    surely: Across
    about_dealer: bool

    @property
    def moment(self) -> str:
        """When the row is tried."""
        return self.node.moment.text


def most_states(game: model.Game) -> int:
    """Return how many hands may be told apart, so that following them takes about a second.

    A hand of cards with several values has many totals, and each costs time: no more than the target has steps of the
    least difference between two values of a card.
    """
    worths = [(rank, worth_of(rank, line)) for rank, line in value_lines(game).items()]
    spreads = [way - ways[0] for _, ways in worths for way in ways[1:]]
    if not spreads:
        return MOST_STATES
    parts = lcm(*(spread.denominator for spread in spreads))
    least = Fraction(gcd(*(int(spread * parts) for spread in spreads)), parts)
    read = line_of(game.total, model.Read)
    target = max((amount.value for amount in every(model.Amount, read)), default=Fraction(10))
    totals = int(target / least) + 2 if least else 1
    return min(MOST_STATES, max(1, MOST_TOTALS // (len(worths) * totals * max(len(ways) for _, ways in worths))))


class Table:
    """A game's rules, each tried on all pairs of a player's and a dealer's hand at once.

    Raises lower.hands.TooManyStates.
    """

    def __init__(self, game: model.Game, extra: Iterable[model.Node] = ()) -> None:
        self.game = game
        self.machine = HandMachine(game, extra, bound=most_states(game))
        self.pairs = Pairs(self.machine)
        self.will = DealerLaw(self.pairs, game.dealer).will
        self.ranking = Ranking(self.pairs, game.ranking)
        self.hidden = hidden_deal(game) is not None
        self._after: dict[int, tuple[int, ...]] = {}

    def laws(self, side: str, *classes: type[model.Node]) -> tuple[RuledLaw, ...]:
        """Return the laws of a side that are of these classes, limits in cards among them."""
        blocks = self.game.player if side == "player" else self.game.dealer
        lines = [law(line, block) for block in blocks for line in block.lines if isinstance(line, classes)]
        return tuple(self.ruled(side, each) for each in lines)

    def ruled(self, side: str, law: Law) -> RuledLaw:
        """Return a law, or a line of advice, with the hands that it fits."""
        rules = [self.pairs.conditions(side, law.seen, self.will)]
        if isinstance(law.node, model.Limit):
            rules.append(self.pairs.constant(side, self._at_limit(law.node)))
        elif law.on is not None:
            rules.append(self.pairs.pattern(side, law.on))
        return RuledLaw(law, all_of(rules))

    def _at_limit(self, limit: model.Limit) -> Hands:
        assert isinstance(limit.number, model.Amount)
        return self.pairs.look(has_cards(int(limit.number.value)))

    @cached_property
    def peeks(self) -> Hands:
        """The dealer's dealt hands with which he looks at his hidden cards."""
        if peek_of(self.game) is None:
            return 0
        return all_of([self.pairs.constant("dealer", self.pairs.look(look)) for look in looks_when(self.game)])(0)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The rows of `settle` in order."""
        rows = self.game.settle.lines if self.game.settle else ()
        names = self.machine.eyes.names
        return tuple(
            Row(
                row,
                any_of([self._facts(row, world) for world in self.ranking.worlds]),
                all_of([self._facts(row, world) for world in self.ranking.worlds]),
                about_dealer(row, names),
            )
            for row in rows
        )

    def _facts(self, row: model.OutcomeRow, world: int) -> Across:
        return all_of([self._fact(fact, world) for fact in row.facts])

    def _fact(self, fact: model.FactHand | model.FactBetter, world: int) -> Across:
        if isinstance(fact, model.FactBetter):
            better = fact.other.text == "player"
            return lambda p: self._better(p, world, better)
        return self._fact_hand(fact)

    def _better(self, p: int, world: int, player: bool) -> Hands:
        compared = self.ranking.compare(p, world)
        return compared.beaten if player else compared.lost_to

    def _fact_hand(self, fact: model.FactHand | model.EventHand) -> Across:
        sides = ("player", "dealer") if fact.side.text in ("both", "either") else (fact.side.text,)
        found = [self.pairs.pattern(side, fact.pattern) for side in sides]
        return any_of(found) if fact.side.text == "either" else all_of(found)

    def event(self, event: model.Event) -> Across:
        """Return where a wager's event can fit, whatever the verdict."""
        if isinstance(event, model.EventHand):
            return self._fact_hand(event)
        named_side, other = ("dealer", "player") if event.decided.text == "dealer wins" else ("player", "dealer")
        against = event.against.pattern if event.against else None
        return all_of([self.pairs.pattern(named_side, event.hand), self.pairs.pattern(other, against)])

    @cached_property
    def rungs(self) -> tuple[tuple[model.Rung, Across, Across], ...]:
        """The rungs of `ranking`, with the player's and the dealer's hands whose pattern fits."""
        rungs = self.game.ranking.lines if self.game.ranking else ()
        return tuple(
            (rung, self.pairs.pattern("player", named(rung.name)), self.pairs.pattern("dealer", named(rung.name)))
            for rung in rungs
        )

    @cached_property
    def compares(self) -> bool:
        """Whether some row asks which hand is better."""
        return any(True for cls in (model.VerdictBetter, model.FactBetter) for _ in every(cls, self.game.settle))

    def verdicts(self, p: int, row: Row, hands: Hands) -> dict[str, Hands]:
        """Return for whom a row decides a player's hand against each of some dealer's hands."""
        verdict = row.node.verdict
        if isinstance(verdict, model.VerdictPlain):
            return {verdict.result.text: hands}
        found: dict[str, Hands] = {}
        for world in self.ranking.worlds:
            compared = self.ranking.compare(p, world)
            sets = {"player wins": compared.beaten, "dealer wins": compared.lost_to}
            sets[verdict.equal.text] = sets.get(verdict.equal.text, 0) | compared.equal
            found = {result: found.get(result, 0) | where & hands for result, where in sets.items()}
        return {result: where for result, where in found.items() if where}

    def contested(self, p: int) -> Hands:
        """Return the dealer's hands that only their poker rank tells apart from a player's hand."""
        compared = [self.ranking.compare(p, world) for world in self.ranking.worlds]
        return compared[0].beaten & ~compared[-1].beaten

    def steps(self, state: int) -> tuple[int, ...]:
        """Return the states after one more card, in the order of the card classes."""
        steps = (self.machine.step(state, card) for card in range(len(self.machine.classes)))
        return tuple(step for step in steps if step is not None)

    def after(self, state: int) -> tuple[int, ...]:
        """Return the states after one more card, each once."""
        if state not in self._after:
            self._after[state] = tuple(dict.fromkeys(self.steps(state)))
        return self._after[state]

    def words(self, state: int) -> str:
        """Return what messages call a hand: `hard 15`, or `a total of 5` where no hand is soft."""
        reading = self.machine.reading(state)
        soft = any(True for _ in every(model.Soft, self.game.total))
        return (
            f"{'soft' if reading.soft else 'hard'} {points(reading.total)}"
            if soft
            else f"a total of {points(reading.total)}"
        )

    def cards(self, state: int) -> str:
        """Return the cards of a shortest hand in a state."""
        return " ".join(self.machine.classes[card].ranks[0] for card in self.machine.example(state)) or "no cards"
