"""Exact values of small banked games, slowly: a Game -> how rounds end, by asking the referee after every card.

The player knows his cards and the dealer's face-up cards; what he can't tell apart are the *worlds* of one position,
and one move has to serve for all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction

from attrs import define, evolve, field, frozen

from f27lang import model
from f27lang.check.facts import every
from f27lang.referee import Card, Give, Hand, Moves, Referee, Round, Situation, Table, shoe

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
    """Probabilities of endings, and means per round; all are linear, so that answers can be added."""

    endings: Counter[Ending] = field(factory=Counter)
    player_totals: Counter[str] = field(factory=Counter)
    dealer_totals: Counter[str] = field(factory=Counter)
    player_cards: Fraction = Fraction(0)
    dealer_cards: Fraction = Fraction(0)
    decisions: Fraction = Fraction(0)

    def add(self, other: Answer, weight: Fraction) -> None:
        """Add another answer that comes with this probability."""
        for name in ("endings", "player_totals", "dealer_totals"):
            mine = getattr(self, name)
            for key, part in getattr(other, name).items():
                mine[key] += part * weight
        self.player_cards += other.player_cards * weight
        self.dealer_cards += other.dealer_cards * weight
        self.decisions += other.decisions * weight

    def value(self, wager: int = 0) -> Fraction:
        """Return the mean result of a wager."""
        return sum((part * ending.payoffs[wager] for ending, part in self.endings.items()), Fraction(0))


class TooMany(Exception):
    """Raised when a game has more positions than were allowed."""


@frozen
class World:
    """A way things may stand, with its weight among those that the player can't tell apart."""

    weight: Fraction
    table: Table


@define(eq=False)
class SlowSolver:
    """Solves a game by trying every card; `decide` None finds the best play for one wager."""

    game: model.Game
    decide: Policy | None = None
    wager: int = 0
    endless: bool = False  # every card as likely as in the full shoe, whatever was dealt
    most_positions: int = 10**9
    referee: Referee = field(init=False)
    cards: Counter[Card] = field(init=False)
    _known: dict[object, Answer] = field(init=False, factory=dict)
    _suits: bool = field(init=False)
    _order: bool = field(init=False)
    _last: bool = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.referee = Referee(self.game)
        everything = (self.game.hands, self.game.player, self.game.dealer, self.game.settle, self.game.wagers)
        self._suits = any(every(model.OneSuit, *everything)) or any(every(model.OfSuit, *everything))
        self._order = any(every(model.DealtSecond, *everything))
        self._last = any(every(model.Drew, *everything, self.game.strategies))
        cards = shoe(self.game)
        alike = {} if self._suits else {card.rank: card for card in cards}
        self.cards = Counter(alike.get(card.rank, card) for card in cards)

    def solve(self) -> Answer:
        """Return how rounds end."""
        return self._answer((World(Fraction(1), self.referee.open()),))

    def _answer(self, worlds: tuple[World, ...]) -> Answer:
        if len(worlds) > 1:
            return self._of_worlds(worlds)
        key = self._key(worlds[0].table)
        if key not in self._known:
            if len(self._known) > self.most_positions:
                raise TooMany
            self._known[key] = self._of_worlds((World(Fraction(1), worlds[0].table),))
        answer = Answer()
        answer.add(self._known[key], worlds[0].weight)
        return answer

    def _of_worlds(self, worlds: tuple[World, ...]) -> Answer:
        wants = worlds[0].table.wants
        if isinstance(wants, Moves):
            return self._asked(worlds, wants)
        if wants is None or worlds[0].table.phase in ("between", "dealer"):
            return self._sum(self._apart(world) for world in worlds)
        return self._sum(self._answer(position) for position in self._positions(worlds, wants))

    def _asked(self, worlds: tuple[World, ...], wants: Moves) -> Answer:
        def after(move: str) -> Answer:
            return self._answer(tuple(World(w.weight, self.referee.choose(w.table, move)) for w in worlds))

        if self.decide:
            answer = after(self.decide(worlds[0].table.situation))
        else:
            answer = max((after(move) for move in reversed(wants.moves)), key=lambda answer: answer.value(self.wager))
        return evolve(answer, decisions=answer.decisions + sum(world.weight for world in worlds))

    def _apart(self, world: World) -> Answer:
        if world.table.wants is None:
            return _ended(self.referee, self.referee.settle(world.table), world.weight)
        return self._sum(self._answer((after,)) for after in self._given(world))

    def _positions(self, worlds: tuple[World, ...], give: Give) -> Iterable[tuple[World, ...]]:
        """Part the worlds that a card makes by what the player sees of it."""
        seen: dict[Card | None, list[World]] = {}
        for world in worlds:
            for after in self._given(world):
                card = after.table.hand(give.to).cards[-1]
                seen.setdefault(card if give.up else None, []).append(after)
        return [tuple(after) for after in seen.values()]

    def _given(self, world: World) -> Iterable[World]:
        left = self.cards
        if not self.endless:
            left = left - Counter(world.table.player.cards) - Counter(world.table.dealer.cards)
        for card, number in left.items():
            yield World(world.weight * number / left.total(), self.referee.give(world.table, card))

    def _sum(self, answers: Iterable[Answer]) -> Answer:
        total = Answer()
        for answer in answers:
            total.add(answer, Fraction(1))
        return total

    def _key(self, table: Table) -> object:
        hands = (self._hand(table.player), self._hand(table.dealer))
        return (*hands, table.phase, table.given, type(table.wants), table.decision)

    def _hand(self, hand: Hand) -> object:
        """What a rule of this game can look at in a hand: the dealt cards, those taken, perhaps order or the last."""
        dealt, taken = hand.cards[: hand.dealt], hand.cards[hand.dealt :]
        order = dealt if self._order else tuple(sorted(dealt, key=str))
        return order, hand.down, tuple(sorted(taken, key=str)), taken[-1:] if self._last else ()


def _ended(referee: Referee, played: Round, weight: Fraction) -> Answer:
    ending = Ending(played.verdict, played.row, played.player_over, played.dealer_over, tuple(played.payoffs.values()))
    totals = [_total(referee, Hand(cards)) for cards in (played.player, played.dealer)]
    return Answer(
        Counter({ending: weight}),
        Counter({totals[0]: weight}),
        Counter({totals[1]: weight}),
        len(played.player) * weight,
        len(played.dealer) * weight,
    )


def _total(referee: Referee, hand: Hand) -> str:
    return "over" if referee.reader.over(hand) else str(referee.reading(hand))
