"""The exact value of a game from its full shoe, every card seen taken out.

Plan -> columns of ShoeFaces, over the compiled sums of `kernels.shoe`
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from attrs import define, field

from f27lang.build import Built, build
from f27lang.solve.deals import Hand
from f27lang.solve.faces import Ends, Moves, Number, Played, allowed
from f27lang.solve.plan import Plan
from f27lang.solve.taking import idle_classes

FLAGS = ("-O3", "-march=native")  # the sums are made for vector instructions


@cache
def kernel() -> Built:
    """Return the sums as a module, compiled where there is a compiler."""
    return build("shoe", files("f27lang.kernels").joinpath("shoe.py").read_text(encoding="utf-8"), flags=FLAGS)


@define(slots=False)
class Shoe:
    """A full shoe, and the compiled sums over its plan."""

    plan: Plan
    wager: int
    laws: dict[tuple[int, int], Any] = field(factory=dict, init=False)  # those that the present column needs

    @cached_property
    def payoffs(self) -> tuple[float, ...]:
        """What each outcome brings the player, per wager of 1; place 0 stands for an undecided round."""
        rulebook = self.plan.rulebook
        return (0.0, *(o.payoffs[self.wager] / rulebook.denominator for o in rulebook.outcomes))

    @cached_property
    def turn(self) -> Any:
        """The compiled sums over the player's hands."""
        rulebook, hands = self.plan.rulebook, self.plan.hands
        idle = idle_classes(rulebook)
        return kernel().module.Turn(
            {
                "own": hands.own,
                "state": hands.state,
                "size": hands.size,
                "child": hands.child,
                "live": [int(c not in idle) for c in self.plan.tracked],
                "worth": [self.payoffs[1 + outcome] for outcome in rulebook.final],
                "states": len(rulebook.states),
                "unit": float(sum(self.plan.counts[c] for c in self.plan.tracked)) or 1.0,
                "columns": max(map(len, self.plan.shown.values())),
            }
        )

    def law(self, view: int, group: int) -> Any:
        """Return the compiled draws of a dealer who shows `view`."""
        if (view, group) not in self.laws:
            self.laws[view, group] = kernel().module.Law(self.plan.tables(view, group))
        return self.laws[view, group]

    def columns(self) -> Iterator[list[ShoeFace]]:
        """Yield the faces of one column after another; those of the one before can't be used any more."""
        for name, hands in self.plan.shown.items():
            faces = [ShoeFace(self, name, hand, place) for place, hand in enumerate(hands)]
            for face in faces:
                face.stand()
            yield faces
            self.laws.clear()


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
        return self.shoe.plan.chance(self.hand, (0,) * len(self.shoe.plan.counts))

    @cached_property
    def left(self) -> list[int]:
        """What it leaves of the tracked classes."""
        return [self.shoe.plan.counts[c] - self.hand.cards[c] for c in self.shoe.plan.tracked]

    @cached_property
    def view(self) -> dict[str, list[Any]]:
        """What the rules say against it, by player state."""
        rulebook, v, size = self.shoe.plan.rulebook, self.state, len(self.shoe.plan.rulebook.states)
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
            for hand, place in zip(self.shoe.plan.dealt, self.shoe.plan.hands.dealt)
            if (chance := self.shoe.plan.chance(hand, self.hand.cards)) > 0
        ]

    def decided(self, hand: Hand) -> int:
        """Return 0, or 1 + the outcome that decides the round after the deal."""
        return self.shoe.plan.rulebook.dealt[hand.state * len(self.shoe.plan.rulebook.states) + self.state]

    @cached_property
    def open(self) -> list[tuple[Hand, int, float]]:
        """The roots that the deal does not decide."""
        return [root for root in self.roots if not self.decided(root[0])]

    def stand(self) -> None:
        """Let the sums find what standing is worth, wherever the player may stand."""
        for group, hands in self.shoe.plan.waiting(self.state).items():
            self.shoe.turn.stand(self.place, self.shoe.law(self.state, group), hands, self.left)

    def value(self, moves: Moves) -> Number:
        """Return what `moves` are worth against this face, per round of all rounds."""
        return self.played(moves).value

    def played(self, moves: Moves) -> Played:
        """Return what `moves` are worth against this face, and where."""
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
        turn, size, ends = self.shoe.turn, len(self.shoe.plan.rulebook.states), Ends()
        drawn, stood, ends.player_cards, ends.decisions = turn.ends(
            self.view,
            self.left,
            [place for _, place, _ in self.open],
            [often * self.gap(hand) for hand, _, often in self.open],
        )
        for group, hands in self.shoe.plan.waiting(self.state).items():
            ends.dealer_cards += turn.finish(self.shoe.law(self.state, group), hands, self.left)
        for hand, _, often in self.roots:
            if self.decided(hand):
                ends.dealt[hand.state] += often
        ends.drawn.update((p, often) for p, often in enumerate(drawn) if often)
        ends.stood.update((p, often) for p, often in enumerate(stood) if often)
        ends.final.update((divmod(at, size), often) for at, often in enumerate(turn.final_hands()) if often)
        return ends

    def gap(self, hand: Hand) -> float:
        """Return how many idle cards, in the mean, lie before the next live one when a player holds `hand`.

        Each of j idle cards is as likely to lie in any of the n + 1 places between n live cards.
        """
        left = [n - up - held for n, up, held in zip(self.shoe.plan.counts, self.hand.cards, hand.cards)]
        idle = sum(left[c] for c in self.shoe.plan.idle)
        return idle / (sum(left) - idle + 1)
