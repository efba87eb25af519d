"""The exact value of a game from its full shoe, every card seen taken out.

Rulebook -> columns of ShoeFaces, over the compiled sums of `kernels.shoe`
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache, cached_property
from importlib.resources import files
from itertools import groupby
from math import prod
from typing import TYPE_CHECKING, Any

from attrs import define

from f27lang.build import Built, build
from f27lang.solve.deals import Hand, dealt_hands, deals, shown_names
from f27lang.solve.draws import Draws
from f27lang.solve.faces import Ends, Moves, Played, allowed
from f27lang.solve.hands import Hands, player_hands
from f27lang.solve.taking import idle_classes

if TYPE_CHECKING:
    from f27lang.rulebook import Rulebook

FLAGS = ("-O3", "-march=native")  # the sums are made for vector instructions


@cache
def kernel() -> Built:
    """Return the sums as a module, compiled where there is a compiler."""
    return build("shoe", files("f27lang.kernels").joinpath("shoe.py").read_text(encoding="utf-8"), flags=FLAGS)


@define(slots=False)
class Shoe:
    """A full shoe: the hands of the player, and the dealer's face-up hands by the name that a chart gives them."""

    rulebook: Rulebook
    wager: int
    limit: int

    @cached_property
    def unseen(self) -> int:
        """The number of the dealer's cards that nobody sees before the player's turn is over."""
        return deals(self.rulebook).unseen

    @cached_property
    def idle(self) -> frozenset[int]:
        """The classes that may be left out: idle ones, if no forced draw can meet them."""
        return frozenset() if self.unseen else idle_classes(self.rulebook)

    @cached_property
    def tracked(self) -> tuple[int, ...]:
        """The classes that hands are made of."""
        return tuple(c for c in range(len(self.rulebook.classes)) if c not in self.idle)

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """The cards of each class."""
        return tuple(c.count for c in self.rulebook.classes)

    @cached_property
    def dealt(self) -> tuple[Hand, ...]:
        """The player's hands as dealt."""
        return dealt_hands(self.rulebook, self.rulebook.player_start, deals(self.rulebook).player)

    @cached_property
    def shown(self) -> dict[str, list[Hand]]:
        """The dealer's face-up hands, by the name that a chart gives them."""
        hands = dealt_hands(self.rulebook, self.rulebook.dealer_start, deals(self.rulebook).shown)
        found: defaultdict[str, list[Hand]] = defaultdict(list)
        for hand, name in zip(hands, shown_names(self.rulebook, hands)):
            found[name].append(hand)
        return dict(found)

    @cached_property
    def hands(self) -> Hands:
        """The player's hands."""
        return player_hands(self.rulebook, self.tracked, self.dealt, self.limit)

    def hands_in(self, states: list[int]) -> list[int]:
        """Return the places of the hands in some states."""
        wanted = set(states)
        return [m for m, p in enumerate(self.hands.state) if p in wanted]

    @cached_property
    def draws(self) -> Draws:
        """The dealer's draws."""
        return Draws(self.rulebook, self.tracked, self.unseen, self.limit)

    @cached_property
    def payoffs(self) -> tuple[float, ...]:
        """What each outcome brings the player, per wager of 1; place 0 stands for an undecided round."""
        return (0.0, *(o.payoffs[self.wager] / self.rulebook.denominator for o in self.rulebook.outcomes))

    @cached_property
    def turn(self) -> Any:
        """The compiled sums over the player's hands."""
        live = idle_classes(self.rulebook)
        return kernel().module.Turn(
            {
                "own": self.hands.own,
                "state": self.hands.state,
                "size": self.hands.size,
                "child": self.hands.child,
                "live": [int(c not in live) for c in self.tracked],
                "worth": [self.payoffs[1 + outcome] for outcome in self.rulebook.final],
                "states": len(self.rulebook.states),
                "unit": float(sum(self.counts[c] for c in self.tracked)),
                "columns": max(map(len, self.shown.values())),
            }
        )

    @cached_property
    def laws(self) -> dict[tuple[int, int], Any]:
        """The compiled draws of the dealer, by what he shows and group of laws, as far as they were needed."""
        return {}

    def law(self, view: int, group: int) -> Any:
        """Return the compiled draws of a dealer who shows `view`."""
        if (view, group) not in self.laws:
            self.laws[view, group] = kernel().module.Law(self.draws.tables(view, group))
        return self.laws[view, group]

    def columns(self) -> Iterator[list[ShoeFace]]:
        """Yield the faces of one column after another; those of the one before can't be used any more."""
        for name, hands in self.shown.items():
            faces = [ShoeFace(self, name, hand, place) for place, hand in enumerate(hands)]
            for face in faces:
                face.stand()
            yield faces
            self.laws.clear()

    def chance(self, hand: Hand, gone: tuple[int, ...]) -> float:
        """Return how likely a hand is dealt from a shoe without the cards `gone`."""
        number, rest = sum(hand.cards), sum(self.counts) - sum(gone)
        ways = prod(falling(count - away, held) for count, away, held in zip(self.counts, gone, hand.cards) if held)
        return hand.orders * ways / falling(rest, number)


@define(slots=False)
class ShoeFace:
    """The player's turn against one face-up hand of the dealer's."""

    shoe: Shoe
    name: str
    hand: Hand
    place: int  # among the faces of its column

    @property
    def state(self) -> int:
        """The hand's state."""
        return self.hand.state

    @cached_property
    def weight(self) -> float:
        """How often the dealer shows it."""
        return self.shoe.chance(self.hand, (0,) * len(self.shoe.counts))

    @cached_property
    def left(self) -> list[int]:
        """What it leaves of the tracked classes."""
        return [self.shoe.counts[c] - self.hand.cards[c] for c in self.shoe.tracked]

    @cached_property
    def view(self) -> dict[str, list[Any]]:
        """What the rules say against it, by player state."""
        rulebook, v, size = self.shoe.rulebook, self.state, len(self.shoe.rulebook.states)
        return {
            "bits": list(allowed(rulebook, v)),
            "drawn": list(rulebook.drawn[v::size]),
            "drawn_pays": [self.shoe.payoffs[outcome] for outcome in rulebook.drawn[v::size]],
            "stood": list(rulebook.stood[v::size]),
            "stood_pays": [self.shoe.payoffs[outcome] for outcome in rulebook.stood[v::size]],
        }

    @cached_property
    def roots(self) -> list[tuple[Hand, int, float]]:
        """The player's hands as dealt: hand, place, and how often a round starts so."""
        return [
            (hand, place, chance * self.weight)
            for hand, place in zip(self.shoe.dealt, self.shoe.hands.dealt)
            if (chance := self.shoe.chance(hand, self.hand.cards)) > 0
        ]

    def decided(self, hand: Hand) -> int:
        """Return 0, or 1 + the outcome that decides the round after the deal."""
        return self.shoe.rulebook.dealt[hand.state * len(self.shoe.rulebook.states) + self.state]

    @cached_property
    def open(self) -> list[tuple[Hand, int, float]]:
        """The roots that the deal does not decide."""
        return [root for root in self.roots if not self.decided(root[0])]

    def stand(self) -> None:
        """Let the compiled sums find what standing is worth, wherever the player may stand."""
        size = len(self.shoe.rulebook.states)
        states = [
            p
            for p in range(size)
            if allowed(self.shoe.rulebook, self.state)[p] & 2 and not self.shoe.rulebook.stood[p * size + self.state]
        ]
        for group, hands in self.by_group(self.shoe.hands_in(states)).items():
            self.shoe.turn.stand(self.place, self.shoe.law(self.state, group), hands, self.left)

    def by_group(self, hands: list[int]) -> dict[int, list[int]]:
        """Sort hands by the group of laws that they bring about."""
        law, state = self.shoe.rulebook.law, self.shoe.hands.state
        ordered = sorted(hands, key=lambda m: law[state[m]])
        return {group: list(found) for group, found in groupby(ordered, key=lambda m: law[state[m]])}

    def played(self, moves: Moves) -> Played:
        """Return what `moves` are worth against this face."""
        decided = sum(
            self.shoe.payoffs[outcome] * often for hand, _, often in self.roots if (outcome := self.decided(hand))
        )
        value, *sums = self.shoe.turn.play(
            self.place,
            self.view,
            list(moves or ()),
            self.left,
            [place for _, place, _ in self.open],
            [often for _, _, often in self.open],
        )
        return Played(value + decided, *sums)

    def ends(self, moves: Moves) -> Ends:
        """Return how rounds against this face end when they are played by `moves`."""
        self.played(moves)
        turn = self.shoe.turn
        drawn, stood, cards, asked, waiting = turn.ends(
            self.view,
            self.left,
            [place for _, place, _ in self.open],
            [often * self.gap(hand) for hand, _, often in self.open],
        )
        dealer_cards = sum(
            turn.finish(self.shoe.law(self.state, group), hands, self.left)
            for group, hands in self.by_group(waiting).items()
        )
        dealt: defaultdict[int, float] = defaultdict(float)
        for hand, _, often in self.roots:
            if self.decided(hand):
                dealt[hand.state] += often
        size = len(self.shoe.rulebook.states)
        return Ends(
            dealt,
            {p: often for p, often in enumerate(drawn) if often},
            {p: often for p, often in enumerate(stood) if often},
            {divmod(at, size): often for at, often in enumerate(turn.final_hands()) if often},
            cards,
            dealer_cards,
            asked,
        )

    def gap(self, hand: Hand) -> float:
        """Return how many idle cards, in the mean, lie before the next live one when a player holds `hand`.

        Each of j idle cards is as likely to lie in any of the n + 1 places between n live cards.
        """
        left = [n - up - held for n, up, held in zip(self.shoe.counts, self.hand.cards, hand.cards)]
        idle = sum(left[c] for c in self.shoe.idle)
        return idle / (sum(left) - idle + 1)


def falling(count: int, number: int) -> int:
    """Return the falling factorial: the orders in which `number` of `count` cards can come."""
    return prod(range(count, count - number, -1))
