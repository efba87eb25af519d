"""All that can happen in a round: rules over pairs of hands → Draft tables, and where a round reaches them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from attrs import define, field

from f27lang import model
from f27lang.lower.hands import HandMachine
from f27lang.lower.laws import DealerLaw, PlayerLaws
from f27lang.lower.money import Money
from f27lang.lower.pairs import Hands, Pairs, gathered, states_in, union
from f27lang.lower.ranking import Ranking
from f27lang.lower.settle import Settling
from f27lang.rulebook import Move

Row = dict[Any, Hands]  # value → the dealer's hands with which a player's hand has it; hands in none have nothing


@define
class Draft:
    """A table over pairs of hands: what the rules say anywhere, and the dealer's hands where a round asks."""

    say: Callable[[int], Row]
    reached: dict[int, Hands] = field(factory=dict)  # per player's hand
    _rows: dict[int, Row] = field(factory=dict)

    def row(self, p: int) -> Row:
        """Return what the rules say for a player's hand."""
        if p not in self._rows:
            self._rows[p] = {value: hands for value, hands in self.say(p).items() if hands}
        return self._rows[p]

    def reach(self, p: int, hands: Hands) -> Hands:
        """Note that a round asks here; return the hands noted for the first time."""
        before = self.reached.get(p, 0)
        self.reached[p] = before | hands
        return hands & ~before

    def where(self, p: int, value: Any) -> Hands:
        """Return the dealer's hands with which a player's hand has a value."""
        return self.row(p).get(value, 0)

    def anywhere(self, p: int) -> Hands:
        """Return the dealer's hands with which a player's hand has any value."""
        return union(self.row(p).values())

    def asked(self, p: int) -> Row:
        """Return what the rules say for a player's hand where a round asks."""
        asked = self.reached.get(p, 0)
        return {value: hands & asked for value, hands in self.row(p).items() if hands & asked} if asked else {}

    def values(self) -> set[Any]:
        """Return all that the rules say where a round asks."""
        return {value for p in self.reached for value in self.asked(p)}


class Round:
    """Plays every round at once: follows sets of hands through deal, player's turn, dealer's turn and settling."""

    def __init__(self, game: model.Game, machine: HandMachine) -> None:
        self.game = game
        self.machine = machine
        self.pairs = Pairs(machine)
        self._deals = _deals(game)
        self.hidden = any(to == "dealer" and not up for before, to, up in self._deals if before)
        self._turns = _turns(game)
        self._law = DealerLaw(self.pairs, game.dealer)
        self.will = self._law.will
        self._laws = PlayerLaws(self.pairs, game.player, self.will)
        settling = Settling(self.pairs, game.settle, Ranking(self.pairs, game.ranking), Money(self.pairs, game.wagers))

        def settled(moment: str, hidden: bool) -> Draft:
            return Draft(lambda p: settling.decide(moment, p, self.pairs.all, hidden))

        self.dealt = settled("after deal", self.hidden)
        self.drawn = settled("at once", self.hidden)
        self.stood = settled("after player", self.hidden)
        self._stops = settled("at once", False)
        self.final = settled("after dealer", False)
        self.final.say = self._final(self.final.say)
        self.hits = Draft(self._hits)
        self.moves = Draft(self._moves)
        self.growing: Hands = 0  # hands that get a further card in some round
        self._grown: dict[int, Hands] = {}
        self._play()

    @property
    def tables(self) -> tuple[Draft, ...]:
        """All drafts that tell hands apart."""
        return (self.dealt, self.drawn, self.stood, self.moves, self.hits, self.final)

    @property
    def settled(self) -> tuple[Draft, ...]:
        """The drafts that say how a round ends."""
        return (self.dealt, self.drawn, self.stood, self.final)

    @property
    def asked(self) -> Iterable[tuple[int, Hands]]:
        """The player's hands and the dealer's hands shown with which he is asked."""
        choice = Move.HIT | Move.STAND
        return ((p, self.moves.where(p, choice) & seen) for p, seen in self.moves.reached.items())

    def _moves(self, p: int) -> Row:
        if "player" in self._turns:
            return dict(self._laws.moves(p))
        return {int(Move.STAND): self.pairs.all}

    def _hits(self, p: int) -> Row:
        hits = self._law.hits(p) if "dealer" in self._turns else 0
        return {1: hits & ~self._stops.anywhere(p)}

    def _final(self, after: Callable[[int], Row]) -> Callable[[int], Row]:
        def say(p: int) -> Row:
            at_once = self._stops.row(p)
            goes_on = ~union(at_once.values())
            return gathered([*at_once.items(), *((ending, hands & goes_on) for ending, hands in after(p).items())])

        return say

    def _play(self) -> None:
        players, begins = self._deal()
        shown = union(1 << v for v in begins)
        turn: list[tuple[int, Hands]] = []
        for p in players:
            self.dealt.reach(p, shown)
            turn.append((p, shown & ~self.dealt.anywhere(p)))
        stood = self._players_turn(turn)
        self._dealers_turn(stood, begins)

    def _deal(self) -> tuple[set[int], dict[int, Hands]]:
        """Return the player's dealt hands and, per hand that the dealer shows, the hands he may begin his turn with."""
        players = {self.machine.start("player")}
        start = self.machine.start("dealer")
        dealers = {(start, start)}  # what he shows, what he has
        for before, to, up in self._deals:
            if to == "player":
                players = {q for p in players for q in states_in(self.after(p))}
                continue
            self.growing |= union(1 << d for _, d in dealers)
            shows = up and before
            pairs = {(v, d, c) for v, d in dealers for c in range(len(self.machine.classes))}
            dealers = {(self._step(v, c) if shows else v, self._step(d, c)) for v, d, c in pairs}
        return players, gathered((v, 1 << d) for v, d in dealers)

    def _step(self, state: int, card: int) -> int:
        after = self.machine.step(state, card)
        assert after is not None, state
        return after

    def after(self, state: int) -> Hands:
        """Return the hands that one more card makes of a hand."""
        self.growing |= 1 << state
        if state not in self._grown:
            self._grown[state] = union(1 << self._step(state, card) for card in range(len(self.machine.classes)))
        return self._grown[state]

    def _players_turn(self, turn: list[tuple[int, Hands]]) -> list[tuple[int, Hands]]:
        """Follow the player's hands until they stand; return those not decided then, with what the dealer shows."""
        stands: list[tuple[int, Hands]] = []
        while turn:
            p, shown = turn.pop()
            shown = self.moves.reach(p, shown)
            either = self.moves.where(p, Move.HIT | Move.STAND)
            stands.append((p, shown & (self.moves.where(p, Move.STAND) | either)))
            hits = shown & (self.moves.where(p, Move.HIT) | either)
            for q in states_in(self.after(p)) if hits else ():
                new = self.drawn.reach(q, hits)
                if new:
                    turn.append((q, new & ~self.drawn.anywhere(q)))
        return [(p, self.stood.reach(p, shown) & ~self.stood.anywhere(p)) for p, shown in gathered(stands).items()]

    def _dealers_turn(self, stood: list[tuple[int, Hands]], begins: dict[int, Hands]) -> None:
        followed: dict[Hands, dict[int, Hands]] = {}
        ran: dict[tuple[Hands, Hands], Hands] = {}
        for p, shown in stood:
            hits = self.hits.where(p, 1)
            onward = followed.setdefault(hits, {})
            if (hits, shown) not in ran:
                held = union(begins[v] for v in states_in(shown))
                ran[hits, shown] = union(self._onward(d, hits, onward) for d in states_in(held))
            self.hits.reach(p, ran[hits, shown])
            self.final.reach(p, ran[hits, shown] & ~hits)

    def _onward(self, start: int, hits: Hands, known: dict[int, Hands]) -> Hands:
        """Return all hands that a dealer's hand goes through while it is one that hits."""
        if start not in known:
            reached, edge = 0, 1 << start
            while edge:
                reached |= edge
                edge = union(self.after(d) for d in states_in(edge & hits)) & ~reached
            known[start] = reached
        return known[start]


def _deals(game: model.Game) -> list[tuple[bool, str, bool]]:
    """Return (before the player's turn, to whom, face up) card by card in order."""
    assert game.play
    found: list[tuple[bool, str, bool]] = []
    before = True
    for step in game.play.lines:
        assert isinstance(step, model.Step)
        if isinstance(step.phase, model.TurnOf):
            before = False
        elif isinstance(step.phase, model.Deal):
            found += [(before, step.phase.to.text, step.phase.facing.text == "up")] * step.phase.number.value
    return found


def _turns(game: model.Game) -> set[str]:
    assert game.play
    phases = [step.phase for step in game.play.lines if isinstance(step, model.Step)]
    return {phase.seat.text for phase in phases if isinstance(phase, model.TurnOf)}
