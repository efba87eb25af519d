"""Exact values of small banked games, slowly: a Game -> how rounds end, by asking the referee after every card.

The player knows his cards and the dealer's face-up cards; what he can't tell apart are the *worlds* of one position,
and one move has to serve for all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction

from attrs import define, field, frozen

from f27lang import model
from f27lang.check.facts import every
from f27lang.referee import Card, Give, Hand, Moves, Referee, Situation, Table, shoe

Policy = Callable[[Situation], str]


@frozen
class Ending:
    """What can be told of a round when it is over."""

    verdict: str
    row: int
    player_over: bool
    dealer_over: bool
    payoffs: tuple[Fraction, ...]


@define
class Answer:
    """The mean result of the wager; where wanted, probabilities of endings and final totals, and means per round."""

    value: Fraction = Fraction(0)
    parts: Counter[object] = field(factory=Counter)

    def add(self, other: Answer, weight: Fraction) -> None:
        """Add another answer that comes with this probability."""
        self.value += other.value * weight
        for key, part in other.parts.items():
            self.parts[key] += part * weight

    def shares(self, kind: type | str) -> dict[object, Fraction]:
        """Return the probabilities of endings, or of the final totals of `player` or `dealer`."""
        if isinstance(kind, type):
            return {key: part for key, part in self.parts.items() if isinstance(key, kind)}
        return {key[1]: part for key, part in self.parts.items() if isinstance(key, tuple) and key[0] == kind}


@frozen
class World:
    """A way things may stand, with its weight among those that the player can't tell apart."""

    weight: Fraction
    table: Table


class TooMany(Exception):
    """Raised when a game has more positions than were allowed."""


@define(eq=False)
class SlowSolver:
    """Solves a game by trying every card; `decide` None finds the best play for one wager."""

    game: model.Game
    decide: Policy | None = None
    wager: int = 0
    endless: bool = False  # every card as likely as in the full shoe, whatever was dealt
    details: bool = False  # tell more than the value
    most_positions: int = 10**9
    referee: Referee = field(init=False)
    cards: Counter[Card] = field(init=False)
    _known: dict[object, Answer] = field(init=False, factory=dict)
    _order: bool = field(init=False)
    _last: bool = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.referee = Referee(self.game)
        everything = (self.game.hands, self.game.player, self.game.dealer, self.game.settle, self.game.wagers)
        suits = any(every(model.OneSuit, *everything)) or any(every(model.OfSuit, *everything))
        began = (model.DealtSecond, model.Started)
        self._order = any(any(every(kind, *everything, self.game.strategies)) for kind in began)
        self._last = any(every(model.Drew, *everything, self.game.strategies))
        cards = shoe(self.game)
        alike = {} if suits else {card.rank: card for card in cards}
        self.cards = Counter(alike.get(card.rank, card) for card in cards)

    def solve(self) -> Answer:
        """Return how rounds end."""
        return self._answer((World(Fraction(1), self.referee.open()),))

    def _answer(self, worlds: Iterable[World]) -> Answer:
        """Return what comes of worlds that the player can't tell apart, times their weight."""
        worlds = tuple(worlds)
        total = sum((world.weight for world in worlds), Fraction(0))
        worlds = tuple(World(world.weight / total, world.table) for world in worlds)
        key = frozenset((world.weight, self._key(world.table)) for world in worlds)
        if key not in self._known:
            if len(self._known) > self.most_positions:
                raise TooMany
            self._known[key] = self._of(worlds)
        return _sum([(total, self._known[key])])

    def _of(self, worlds: tuple[World, ...]) -> Answer:
        wants, phase = worlds[0].table.wants, worlds[0].table.phase
        if isinstance(wants, Moves):
            return self._asked(worlds, wants)
        if wants and phase in ("deal", "player"):
            return _sum((Fraction(1), self._answer(position)) for position in self._positions(worlds, wants))
        if len(worlds) > 1:
            return _sum((Fraction(1), self._answer((world,))) for world in worlds)
        if wants is None:
            return self._ended(worlds[0].table)
        return _sum((Fraction(1), self._answer((after,))) for after in self._given(worlds[0]))

    def _asked(self, worlds: tuple[World, ...], wants: Moves) -> Answer:
        def after(move: str) -> Answer:
            return self._answer(World(w.weight, self.referee.choose(w.table, move)) for w in worlds)

        if self.decide:
            answer = after(self.decide(worlds[0].table.situation))
        else:
            answer = max((after(move) for move in wants.moves), key=lambda answer: answer.value)
        if self.details:
            answer.parts["decisions"] += Fraction(1)
        return answer

    def _positions(self, worlds: tuple[World, ...], give: Give) -> Iterable[list[World]]:
        """Part the worlds that a card makes by what the player sees of it."""
        seen: dict[Card | None, list[World]] = {}
        for world in worlds:
            for after in self._given(world):
                card = after.table.hand(give.to).cards[-1]
                seen.setdefault(card if give.up else None, []).append(after)
        return seen.values()

    def _given(self, world: World) -> Iterable[World]:
        left = self.cards
        if not self.endless:
            left = left - Counter(world.table.player.cards) - Counter(world.table.dealer.cards)
        for card, number in left.items():
            yield World(world.weight * number / left.total(), self.referee.give(world.table, card))

    def _ended(self, table: Table) -> Answer:
        played = self.referee.settle(table)
        paid = tuple(played.payoffs.values())
        answer = Answer(paid[self.wager])
        if self.details:
            ending = Ending(played.verdict, played.row, played.player_over, played.dealer_over, paid)
            answer.parts[ending] = Fraction(1)
            for side in ("player", "dealer"):  # a dealer's card that was never turned up is in no total
                answer.parts[side, self._total(table.hand(side).shown)] = Fraction(1)
                answer.parts[f"{side} cards"] = Fraction(len(table.hand(side).cards))
        return answer

    def _total(self, hand: Hand) -> str:
        return "over" if self.referee.reader.over(hand) else str(self.referee.reading(hand))

    def _key(self, table: Table) -> object:
        hands = (self._hand(table.player), self._hand(table.dealer))
        return (*hands, table.phase, table.given, type(table.wants), table.decision and table.decision.row)

    def _hand(self, hand: Hand) -> object:
        """What a rule of this game can look at in a hand: the dealt cards, those taken, perhaps order or the last."""
        dealt, taken = hand.cards[: hand.dealt], hand.cards[hand.dealt :]
        order = dealt if self._order or hand.down else tuple(sorted(dealt, key=str))
        return order, hand.down, tuple(sorted(taken, key=str)), taken[-1:] if self._last else ()


def _sum(weighted: Iterable[tuple[Fraction, Answer]]) -> Answer:
    total = Answer()
    for weight, answer in weighted:
        total.add(answer, weight)
    return total
