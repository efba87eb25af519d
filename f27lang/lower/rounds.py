"""All that can happen in a round: rules over pairs of hands → Draft tables, and where a round reaches them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from attrs import define, field

from f27lang import model
from f27lang.lower.deals import Held, between, cards_dealt, held, players
from f27lang.lower.hands import HandMachine
from f27lang.lower.laws import DealerLaw, PlayerLaws
from f27lang.lower.money import Money
from f27lang.lower.pairs import Hands, Pairs, all_of, gathered, states_in, union
from f27lang.lower.peek import looks_when, peek_of
from f27lang.lower.ranking import Ranking
from f27lang.lower.settle import Contest, Ending, Settling, endings_of
from f27lang.lower.shuffling import takers_may_pass
from f27lang.lower.sides import beside
from f27lang.lower.waiting import Waiting, looks_at_deal
from f27lang.rulebook import Move

Turn = list[tuple[int, Hands]]  # the player's hands, each with what the dealer shows
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
        self._cards = cards_dealt(game)
        self.hidden = any(card.early and card.to == "dealer" and not card.up for card in self._cards)
        self._turns = _turns(game)
        self._may_pass = takers_may_pass(game)  # each hand may have to stand, and deals between may give nothing
        self._law = DealerLaw(self.pairs, game.dealer)
        self.will = self._law.will
        self._laws = PlayerLaws(self.pairs, game.player, self.will)
        money = Money(self.pairs, game)
        settling = Settling(self.pairs, game.settle, Ranking(self.pairs, game.ranking), money)

        def settled(moment: str, hidden: bool) -> Draft:
            return Draft(lambda p: settling.decide(moment, p, self.pairs.all, hidden))

        self.growing: Hands = 0  # hands that get a further card in some round
        self._grown: dict[int, Hands] = {}
        self._held = held(machine, self._cards, self._after)
        self._waiting = Waiting(settling, money, self._held) if looks_at_deal(game, machine) else None
        self.dealt = settled("after deal", self.hidden)
        self.peeked = settled("after peek", False)
        self.peeked.say = self._unless_waiting(self._looking(self.peeked.say))
        self.drawn = settled("at once", self.hidden)
        self.stood = settled("after player", self.hidden)
        for draft in (self.dealt, self.drawn):
            draft.say = self._put_off(draft.say)
        self.stood.say = self._unless_waiting(self.stood.say)
        self._stops = settled("at once", False)
        self.final = settled("after dealer", False)
        self.final.say = self._final(self.final.say)
        self.hits = Draft(self._hits)
        self.moves = Draft(self._moves)
        self.beside = beside(self.pairs, game)
        self.offered = tuple(Draft(side.offered) for side in self.beside)
        self.insured = tuple(Draft(side.payoffs) for side in self.beside)
        self._play()
        self._offer()

    @property
    def tables(self) -> tuple[Draft, ...]:
        """All drafts that tell hands apart."""
        plain = (self.dealt, self.peeked, self.drawn, self.stood, self.moves, self.hits, self.final)
        return (*plain, *self.offered, *self.insured)

    @property
    def settled(self) -> tuple[Draft, ...]:
        """The drafts that say how a round ends."""
        return (self.dealt, self.peeked, self.drawn, self.stood, self.final)

    @property
    def endings(self) -> set[Ending]:
        """All ways a round can end."""
        return {ending for draft in self.settled for decided in draft.values() for ending in endings_of(decided)}

    @property
    def contests(self) -> set[Contest]:
        """All showdowns of poker hands that a round can come to."""
        return {decided for decided in self.final.values() if isinstance(decided, Contest)}

    @property
    def asked(self) -> Iterable[tuple[int, Hands]]:
        """The player's hands and the dealer's hands shown with which he is asked."""
        choice = Move.HIT | Move.STAND
        return ((p, self.moves.where(p, choice) & seen) for p, seen in self.moves.reached.items())

    def _waits(self, p: int) -> Hands:
        return self._waiting.views(p) if self._waiting else 0

    def _put_off(self, say: Callable[[int], Row]) -> Callable[[int], Row]:
        waiting = self._waiting
        if waiting is None:
            return say
        return lambda p: {decided: hands & ~waiting.put_off(p, decided) for decided, hands in say(p).items()}

    def _unless_waiting(self, say: Callable[[int], Row]) -> Callable[[int], Row]:
        return lambda p: {} if self._waits(p) else say(p)

    def _moves(self, p: int) -> Row:
        if "player" in self._turns and not self._waits(p):
            return dict(self._laws.moves(p))
        return {int(Move.STAND): self.pairs.all}

    def _hits(self, p: int) -> Row:
        hits = self._law.hits(p) if "dealer" in self._turns and not self._waits(p) else 0
        return {1: hits & ~self._stops.anywhere(p)}

    def _final(self, after: Callable[[int], Row]) -> Callable[[int], Row]:
        def say(p: int) -> Row:
            if self._waiting and self._waits(p):
                return dict(self._waiting.endings(p, self.pairs.all))
            at_once = self._stops.row(p)
            goes_on = ~union(at_once.values())
            return gathered([*at_once.items(), *((ending, hands & goes_on) for ending, hands in after(p).items())])

        return say

    def _looking(self, after: Callable[[int], Row]) -> Callable[[int], Row]:
        looking = all_of([self.pairs.constant("dealer", self.pairs.look(look)) for look in looks_when(self.game)])(0)

        def say(p: int) -> Row:
            return {ending: hands & looking for ending, hands in after(p).items()}

        return say

    def _play(self) -> None:
        begins = self._held
        shown = union(1 << v for v in begins)
        turn: Turn = []
        for p in players(self.machine, self._cards, self._after):
            self.dealt.reach(p, shown)
            turn.append((p, shown & ~self.dealt.anywhere(p)))
        if peek_of(self.game):
            turn, begins = self._peek(turn, begins)
        stood = self._players_turn(turn)
        self._dealers_turn(stood, between(begins, self._cards, self._dealt_later))

    @property
    def may_be_offered(self) -> dict[int, Hands]:
        """The player's open hands as dealt, each with what the dealer shows where some wager is offered."""
        views = union(side.views for side in self.beside)
        return {p: shown & views & ~self.dealt.anywhere(p) for p, shown in self.dealt.reached.items()}

    def _offer(self) -> None:
        """Reach what the dealer shows and holds where wagers beside another are offered; the player's hand is none."""
        nobody = self.machine.start("player")
        for side, offered, insured in zip(self.beside, self.offered, self.insured):
            offered.reach(nobody, union(1 << v for v in self._held))
            insured.reach(nobody, union(self._held[v] for v in states_in(side.views) if v in self._held))

    def _peek(self, turn: Turn, may_hold: Held) -> tuple[Turn, Held]:
        """Let the dealer look at his hidden cards; return the hands of both sides with which the round goes on."""
        onward: Turn = []
        left: list[tuple[int, Hands]] = []
        for p, shown in turn:
            seen = 0
            for v in states_in(shown):
                self.peeked.reach(p, may_hold[v])
                undecided = may_hold[v] & ~self.peeked.anywhere(p)
                left.append((v, undecided))
                seen |= 1 << v if undecided else 0
            onward.append((p, seen))
        return onward, gathered(left)

    def after(self, state: int) -> Hands:
        """Return the hands that one more card makes of a hand."""
        self.growing |= 1 << state
        if state not in self._grown:
            steps = (self.machine.step(state, card) for card in range(len(self.machine.classes)))
            self._grown[state] = union(1 << after for after in steps if after is not None)
        return self._grown[state]

    def _after(self, state: int) -> Iterable[int]:
        return states_in(self.after(state))

    def _grow(self, hands: Hands) -> Hands:
        return union(self.after(state) for state in states_in(hands))

    def _dealt_later(self, hands: Hands) -> Hands:
        return self._grow(hands) | (hands if self._may_pass else 0)

    def _players_turn(self, turn: Turn) -> Turn:
        """Follow the player's hands until they stand; return those not decided then, with what the dealer shows."""
        stands: list[tuple[int, Hands]] = []
        while turn:
            p, shown = turn.pop()
            shown = self.moves.reach(p, shown)
            either = self.moves.where(p, Move.HIT | Move.STAND)
            standing = self.pairs.all if self._may_pass else self.moves.where(p, Move.STAND) | either
            stands.append((p, shown & standing))
            hits = shown & (self.moves.where(p, Move.HIT) | either)
            for q in states_in(self.after(p)) if hits else ():
                new = self.drawn.reach(q, hits)
                if new:
                    turn.append((q, new & ~self.drawn.anywhere(q)))
        return [(p, self.stood.reach(p, shown) & ~self.stood.anywhere(p)) for p, shown in gathered(stands).items()]

    def _dealers_turn(self, stood: Turn, begins: Held) -> None:
        followed: dict[Hands, dict[int, Hands]] = {}
        ran: dict[tuple[Hands, Hands], Hands] = {}
        for p, shown in stood:
            hits = self.hits.where(p, 1)
            onward = followed.setdefault(hits, {})
            if (hits, shown) not in ran:
                holds = union(begins[v] for v in states_in(shown))
                ran[hits, shown] = union(self._onward(d, hits, onward) for d in states_in(holds))
            self.hits.reach(p, ran[hits, shown])
            self.final.reach(p, ran[hits, shown] & ~(0 if self._may_pass else hits))

    def _onward(self, start: int, hits: Hands, known: dict[int, Hands]) -> Hands:
        """Return all hands that a dealer's hand goes through while it is one that hits."""
        if start not in known:
            reached, edge = 0, 1 << start
            while edge:
                reached |= edge
                edge = self._grow(edge & hits) & ~reached
            known[start] = reached
        return known[start]


def _turns(game: model.Game) -> set[str]:
    assert game.play
    phases = [step.phase for step in game.play.lines if isinstance(step, model.Step)]
    return {phase.seat.text for phase in phases if isinstance(phase, model.TurnOf)}
