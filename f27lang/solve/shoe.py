"""The exact value of a game from its full shoe, every card seen taken out.

Plan -> columns of ShoeFaces, over the compiled sums of `kernels.shoe`
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from importlib.resources import files
from math import prod
from operator import mul
from typing import Any

from attrs import define, field

from f27lang.build import Built, build
from f27lang.solve.deals import Hand
from f27lang.solve.draws import Start
from f27lang.solve.faces import Ends, Moves, Number, Played, allowed
from f27lang.solve.plan import Plan, falling
from f27lang.solve.showdowns import Compared, Showdowns, Stakes, met, only
from f27lang.solve.suited import Suited
from f27lang.solve.taking import idle_classes

FLAGS = ("-O2", "-ftree-vectorize", "-march=native")  # the sums are made for vector instructions


@cache
def kernel() -> Built:
    """Return the sums as a module, compiled where there is a compiler."""
    return build("shoe", files("f27lang.kernels").joinpath("shoe.py").read_text(encoding="utf-8"), flags=FLAGS)


@define
class Lasting:
    """What shoes share that are played one after another with the same hands: compiled, and found by the first."""

    laws: dict[tuple[Start, int], Any] = field(factory=dict, init=False)
    hands: Any = field(default=None, init=False)


@define(slots=False)
class Shoe:
    """A full shoe, and the compiled sums over its plan."""

    plan: Plan
    wager: int
    lasting: Lasting | None = None  # what serves other shoes too
    laws: dict[tuple[Start, int], Any] = field(factory=dict, init=False)  # else those that the present column needs

    @cached_property
    def payoffs(self) -> tuple[float, ...]:
        """What each outcome brings the player, per wager of 1; place 0 stands for an undecided round."""
        rulebook = self.plan.rulebook
        return (0.0, *(o.payoffs[self.wager] / rulebook.denominator for o in rulebook.outcomes))

    @cached_property
    def turn(self) -> Any:
        """The compiled sums over the player's hands."""
        rulebook = self.plan.rulebook
        ends = len(rulebook.outcomes)
        return kernel().module.Turn(
            self.hands,
            {
                "worth": [self.payoffs[1 + outcome] if outcome < ends else 0.0 for outcome in rulebook.final],
                "states": len(rulebook.states),
                "unit": float(sum(self.plan.counts[c] for c in self.plan.tracked)) or 1.0,
                "columns": max(
                    sum(len(self.plan.starts(hand)) for hand in hands) for hands in self.plan.shown.values()
                ),
            },
        )

    @property
    def hands(self) -> Any:
        """The player's hands, compiled."""
        if self.lasting is None:
            return self._compiled_hands()
        if self.lasting.hands is None:
            self.lasting.hands = self._compiled_hands()
        return self.lasting.hands

    def _compiled_hands(self) -> Any:
        hands, idle = self.plan.hands, idle_classes(self.plan.rulebook)
        return kernel().module.Hands(
            {
                "own": hands.own,
                "state": hands.state,
                "size": hands.size,
                "child": hands.child,
                "live": [int(c not in idle) for c in self.plan.tracked],
            }
        )

    @cached_property
    def showdowns(self) -> Showdowns | None:
        """The hands that poker ranks decide; None where they never do."""
        return Showdowns(self.plan) if self.plan.rulebook.showdowns else None

    @cached_property
    def suited(self) -> Suited | None:
        """The hands of those who look at suits; None where these make no difference beside the card classes."""
        showdowns = self.showdowns
        return Suited(self.plan, showdowns) if showdowns and showdowns.keys.look_at_suits else None

    @cached_property
    def brings(self) -> Stakes:
        """What each showdown brings the player whose poker rank is better, equal and worse."""
        pays = self.payoffs[1:]
        return tuple((pays[s.better], pays[s.equal], pays[s.worse]) for s in self.plan.rulebook.showdowns)

    def law(self, start: Start, group: int) -> Any:
        """Return the compiled draws of a dealer who starts so."""
        laws = self.laws if self.lasting is None else self.lasting.laws
        if (start, group) not in laws:
            laws[start, group] = kernel().module.Law(self.plan.tables(start, group))
        return laws[start, group]

    def columns(self) -> Iterator[list[ShoeFace]]:
        """Yield the faces of one column after another; those of the one before can't be used any more."""
        for name in self.plan.shown:
            faces = self.column(name)
            for face in faces:
                face.stand()
            yield faces
            self.laws.clear()

    def column(self, name: str) -> list[ShoeFace]:
        """Return the faces of a column, before it is known what standing is worth."""
        told = [(hand, *told) for hand in self.plan.shown[name] for told in self.plan.starts(hand).items()]
        return [ShoeFace(self, name, hand, place, start, dealt) for place, (hand, start, dealt) in enumerate(told)]


@define(slots=False)
class ShoeFace:
    """The player's turn against one face-up hand of the dealer's."""

    shoe: Shoe
    name: str
    hand: Hand
    place: int  # among the faces of its column
    start: Start  # of the dealer's draws
    dealt: tuple[int, ...]  # places in `plan.dealt` of the hands with which the player begins

    @property
    def state(self) -> int:
        """The hand's state."""
        return self.hand.state

    @cached_property
    def shown(self) -> float:
        """How often the dealer shows it."""
        return self.shoe.plan.chance(self.hand, (0,) * len(self.shoe.plan.counts))

    @cached_property
    def weight(self) -> float:
        """How often he shows it to these players."""
        every = len(self.dealt) == len(self.shoe.plan.dealt)
        return self.shown if every else sum(often for *_, often in self.roots)

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
        plan, chances = self.shoe.plan, self.shoe.plan.chances(self.hand.cards)
        return [
            (plan.dealt[at], plan.hands.dealt[at], chances[at] * self.shown) for at in self.dealt if chances[at] > 0
        ]

    def decided(self, hand: Hand) -> int:
        """Return 0, or 1 + the outcome that decides the round after the deal."""
        return self._decided[hand.state]

    @cached_property
    def _decided(self) -> tuple[int, ...]:
        """The outcomes after the deal, by the player's state."""
        rulebook = self.shoe.plan.rulebook
        return rulebook.dealt[self.state :: len(rulebook.states)]

    @cached_property
    def open(self) -> list[tuple[Hand, int, float]]:
        """The roots that the deal does not decide."""
        return [root for root in self.roots if not self.decided(root[0])]

    @cached_property
    def weighted(self) -> tuple[list[int], list[float]]:
        """The places of the open roots, and how often a round starts with each."""
        return [place for _, place, _ in self.open], [often for *_, often in self.open]

    @cached_property
    def peeked(self) -> list[tuple[int, int, float]]:
        """What a peek decides: the player's and the dealer's state, and how often."""
        found = []
        for drawn in self.shoe.plan.draws.peeked(self.start) if self.start.ruled_out else ():
            hidden = dict(self.shoe.plan.draws.packing.parts(drawn.cards))
            for hand, _, often in self.open:
                left = [n - hand.cards[c] for n, c in zip(self.left, self.shoe.plan.tracked)]
                ways = drawn.orders * prod(falling(left[k], n) for k, n in hidden.items())
                found.append((hand.state, drawn.state, often * ways / falling(sum(left), sum(hidden.values()))))
        return found

    def stand(self) -> None:
        """Let the sums find what standing is worth, wherever the player may stand."""
        shoe, draws = self.shoe, self.shoe.plan.draws
        if shoe.plan.rulebook.peeked:
            shoe.turn.rule_out(self.place, kernel().module.Law(draws.openings(self.start)), self.left)
        for group, hands in shoe.plan.waiting(self.state).items():
            shoe.turn.stand(self.place, shoe.law(self.start, group), hands, self.left)

    @cached_property
    def compared(self) -> tuple[Compared, ...]:
        """The hands that poker ranks may decide, compared with the dealer's."""
        shoe = self.shoe
        return shoe.showdowns.compared(self.start, self.left, shoe.brings) if shoe.showdowns else ()

    def add_showdowns(self) -> None:
        """Add what showdowns bring, in the mean over all suits, to what standing is worth."""
        for compared in self.compared:
            self.shoe.turn.add(self.place, compared.hands, compared.mean)

    @property
    def standing(self) -> array[float]:
        """What standing is worth with each hand, by the sums."""
        return array("d", self.shoe.turn.standing(self.place))

    @property
    def opens(self) -> array[float]:
        """How often a peek decides nothing, for each hand."""
        return array("d", self.shoe.turn.opened(self.place, list(range(len(self.shoe.plan.hands.state)))))

    @cached_property
    def decided_value(self) -> float:
        """What the rounds bring that are decided before the player's turn."""
        rulebook, pays = self.shoe.plan.rulebook, self.shoe.payoffs
        value: float = sum(pays[outcome] * often for hand, _, often in self.roots if (outcome := self.decided(hand)))
        size = len(rulebook.states)
        return value + sum(pays[rulebook.peeked[p * size + d]] * often for p, d, often in self.peeked)

    def value(self, moves: Moves) -> Number:
        """Return what `moves` are worth against this face, per round of all rounds."""
        return self.worth(moves, by_hand=False)

    def worth(self, moves: Moves, *, by_hand: bool) -> float:
        """Return what `moves`, by state or by hand, are worth against this face."""
        value: float = self.shoe.turn.value_of(*self._asked(moves, by_hand))
        return value + self.decided_value

    def _asked(self, moves: Moves, by_hand: bool) -> tuple[Any, ...]:
        return self.place, self.view, list(moves or ()), by_hand, self.left, *self.weighted

    @cached_property
    def laid_out(self) -> dict[str, array[Any]]:
        """What the rules say against it, as arrays."""
        kinds = {"bits": "i", "drawn": "i", "drawn_pays": "d", "stood": "i", "stood_pays": "d"}
        return {name: array(kinds[name], column) for name, column in self.view.items()}

    def played(self, moves: Moves, *, by_hand: bool = False) -> Played:
        """Return what `moves`, by state or by hand, are worth against this face, and where."""
        value, *sums = self.shoe.turn.play(*self._asked(moves, by_hand))
        return Played(value + self.decided_value, *sums)

    def ends(self, moves: Moves, *, by_hand: bool = False) -> Ends:
        """Return how rounds against this face end when they are played by `moves`, by state or by hand."""
        self.played(moves, by_hand=by_hand)
        ends = Ends()
        drawn, stood, ends.player_cards, ends.decisions = self.shoe.turn.ends(
            self.place,
            self.view,
            self.left,
            [place for _, place, _ in self.open],
            [often * self.gap(hand) for hand, _, often in self.open],
        )
        self.finish(ends, drawn, stood)
        if self.shoe.showdowns:
            self._count_showdowns(self.shoe.showdowns, ends)
        return ends

    def finish(self, ends: Ends, drawn: Sequence[float], stood: Sequence[float], chance: float = 1.0) -> None:
        """Add to `ends` what is decided early, and let the dealer play against the hands stood on.

        `drawn` and `stood` are by state, `chance` is how many of the rounds dealt these ends are about.
        """
        turn, size = self.shoe.turn, len(self.shoe.plan.rulebook.states)
        for group, hands in self.shoe.plan.waiting(self.state).items():
            ends.dealer_cards += turn.finish(self.shoe.law(self.start, group), hands, self.left)
        for hand, _, often in self.roots:
            if self.decided(hand):
                ends.dealt[hand.state] += often * chance
        for p, d, often in self.peeked:
            ends.peeked[p, d] += often * chance
        ends.drawn.update((p, often) for p, often in enumerate(drawn) if often)
        ends.stood.update((p, often) for p, often in enumerate(stood) if often)
        ends.final.update((divmod(at, size), often) for at, often in enumerate(turn.final_hands()) if often)

    def _count_showdowns(self, showdowns: Showdowns, ends: Ends) -> None:
        """Count how showdowns end, and the poker keys that the player stands on, in the turn just played."""
        turn, rulebook = self.shoe.turn, self.shoe.plan.rulebook
        waits = {m for hands in self.shoe.plan.waiting(self.state).values() for m in hands}
        for at in range(len(rulebook.showdowns)):
            better, equal = (
                sum(
                    often * chance
                    for compared in showdowns.compared(self.start, self.left, only(at, len(rulebook.showdowns), which))
                    for m, often, chance in zip(compared.hands, turn.stood(compared.hands), compared.mean)
                    if m in waits
                )
                for which in range(2)
            )
            ends.showdowns[at] = [better, equal, met(rulebook, ends, at) - better - equal]
        for compared in self.compared:
            hands = compared.hands
            often = map(mul, turn.stood(hands), turn.opened(self.place, hands))
            for m, stands, one in zip(hands, often, compared.one_suit):
                plain, suited = showdowns.key_pair(m)
                ends.keys[plain] += stands * (1 - one)
                ends.keys[suited] += stands * one

    def gap(self, hand: Hand) -> float:
        """Return how many idle cards, in the mean, lie before the next live one when a player holds `hand`.

        Each of j idle cards is as likely to lie in any of the n + 1 places between n live cards.
        """
        left = [n - up - held for n, up, held in zip(self.shoe.plan.counts, self.hand.cards, hand.cards)]
        idle = sum(left[c] for c in self.shoe.plan.idle)
        return idle / (sum(left) - idle + 1)
