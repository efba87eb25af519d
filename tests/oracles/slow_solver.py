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
from f27lang.check.facts import every, line_of
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
    """The mean result of the wager; where wanted, probabilities of endings and final totals, and means per round.

    For a wager that is offered: the probability that it is, and the mean result per round of a unit of it.
    """

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
    """Solves a game by trying every card; `decide` None finds the best play for one wager.

    Who knows "cards" sees suits, where any rule looks at them; who knows "ranks" does not.
    """

    game: model.Game
    decide: Policy | None = None
    knowledge: str = "cards"
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
        game = self.game
        everything = (game.hands, game.player, game.dealer, game.settle, game.wagers, game.bonuses)
        suits = any(any(every(kind, *everything)) for kind in (model.OneSuit, model.OfSuit)) or _has_flushes(game)
        began = (model.DealtSecond, model.Started)
        self._order = any(any(every(kind, *everything, game.strategies)) for kind in began)
        self._last = any(every(model.Drew, *everything, game.strategies))
        cards = shoe(game)
        alike = {} if suits else {card.rank: card for card in cards}
        self.cards = Counter(alike.get(card.rank, card) for card in cards)

    def solve(self) -> Answer:
        """Return how rounds end."""
        return self._answer((World(Fraction(1), self.referee.open()),))

    def _answer(self, worlds: Iterable[World]) -> Answer:
        """Return what comes of worlds that the player can't tell apart, times their weight."""
        weights: Counter[object] = Counter()
        tables = {}
        for world in worlds:
            key = self._key(world.table)
            weights[key] += world.weight
            tables[key] = world.table
        total = weights.total()
        shares = {key: weight / total for key, weight in weights.items()}
        position = frozenset(shares.items())
        if position not in self._known:
            if len(self._known) > self.most_positions:
                raise TooMany
            self._known[position] = self._of(tuple(World(share, tables[key]) for key, share in shares.items()))
        return _sum([(total, self._known[position])])

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
        """Part the worlds that a card makes by what the player sees of it, and of what comes of it."""
        seen: dict[object, list[World]] = {}
        for world in worlds:
            for after in self._given(world):
                seen.setdefault(self._seen(after.table, give), []).append(after)
        return seen.values()

    def _seen(self, table: Table, give: Give) -> object:
        card = table.hand(give.to).cards[-1]
        known = card if self.knowledge == "cards" else card.rank
        moves = table.wants.moves if isinstance(table.wants, Moves) else None
        return known if give.up else None, moves, table.decision is None

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
            for wager, result in played.insured.items():
                answer.parts["offered", wager] = Fraction(1)
                answer.parts["insured", wager] = result
            for side in ("player", "dealer"):  # a dealer's card that was never turned up is in no total
                answer.parts[side, self._total(table.hand(side).shown)] = Fraction(1)
                answer.parts[f"{side} cards"] = Fraction(len(table.hand(side).cards))
        return answer

    def _total(self, hand: Hand) -> str:
        return "over" if self.referee.reader.over(hand) else str(self.referee.reading(hand))

    def _key(self, table: Table) -> object:
        hands = (self._hand(table.player), self._hand(table.dealer))
        insured = (table.offered, table.insured)
        return (*hands, table.phase, table.given, type(table.wants), table.decision and table.decision.row, insured)

    def _hand(self, hand: Hand) -> object:
        """What a rule of this game can look at in a hand: its cards, perhaps the order of those dealt, or the last."""
        began = hand.dealt if self._order or hand.down else 0
        cards = (*hand.cards[:began], *sorted(hand.cards[began:], key=_place))
        return cards, hand.dealt, hand.down, hand.drew if self._last else None


def best_value(game: model.Game, knowledge: str = "cards") -> Fraction:
    """Return the exact value of the first wager with best play of a small game, knowing "cards" or "ranks" only."""
    return SlowSolver(game, knowledge=knowledge).solve().value


def _has_flushes(game: model.Game) -> bool:
    order = line_of(game.poker, model.PokerOrder)
    return order is not None and any("flush" in category.text for category in order.categories)


def _sum(weighted: Iterable[tuple[Fraction, Answer]]) -> Answer:
    total = Answer()
    for weight, answer in weighted:
        total.add(answer, weight)
    return total


def _place(card: Card) -> tuple[str, str]:
    return card.rank, card.suit or ""
