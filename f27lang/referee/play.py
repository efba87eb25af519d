"""A round by the book: Game, cards in the order dealt, a player who decides -> Round, with a reason for each step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from fractions import Fraction

from attrs import define, evolve, field, frozen

from f27lang import model, rulebook
from f27lang.referee.cards import Card
from f27lang.referee.events import Event, Round
from f27lang.referee.hands import NO_CARDS, Hand, Reader, Reading, Stuck
from f27lang.referee.laws import Laws, Moves, Situation
from f27lang.referee.money import Money, Payment
from f27lang.referee.settle import Decision, Settling

_AFTER = {"player": "after player", "dealer": "after dealer"}


class OutOfCards(Stuck, rulebook.OutOfCards):
    """Raised when a card is needed and none is left."""


@frozen
class Give:
    """A card is due: to whom, whether it lies face up, whether `deal` gives it, and the line that says so."""

    to: str
    up: bool
    dealt: bool
    line: model.Node


@frozen
class Table:
    """A round as it stands. It waits for a card, for the player's move, or for nothing more: `wants` says which."""

    player: Hand = NO_CARDS
    dealer: Hand = NO_CARDS
    phase: str = "deal"  # "deal", "open", "player", "between", "dealer"
    given: int = 0  # cards that the deals of this phase gave so far, offers and peeks that are made
    wants: Give | Moves | None = None
    decision: Decision | None = None
    decisions: int = 0
    offered: tuple[str, ...] = ()  # wagers beside another that are offered and not decided yet
    insured: tuple[Payment, ...] = ()  # those decided
    log: tuple[Event, ...] = field(default=(), eq=False)

    @property
    def situation(self) -> Situation:
        """What the player knows, while he is asked."""
        assert isinstance(self.wants, Moves)
        return Situation(self.player, self.dealer.shown, self.wants.moves)

    def hand(self, side: str) -> Hand:
        """Return the hand of `player` or `dealer`."""
        return self.player if side == "player" else self.dealer

    def log_event(self, who: str, what: str, line: model.Node | None = None, **more: object) -> Table:
        """Return the table with one more event in its log."""
        return evolve(self, log=(*self.log, Event(who, what, line, **more)))  # type: ignore[arg-type]


Decide = Callable[[Situation], str]


@define(eq=False)
class Referee:
    """Plays a closed, checked banked game straight from its rules."""

    game: model.Game
    reader: Reader = field(init=False)
    laws: Laws = field(init=False)
    settling: Settling = field(init=False)
    money: Money = field(init=False)
    before: tuple[Give, ...] = field(init=False)  # the cards dealt before the turns, one by one
    opening: tuple[model.Offer | model.Peek, ...] = field(init=False)  # what happens to open hands before the turns
    between: tuple[Give, ...] = field(init=False)  # the cards dealt after the player's turn
    turns: frozenset[str] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.reader = Reader(self.game)
        self.laws = Laws(self.game, self.reader)
        self.settling = Settling(self.game, self.reader)
        self.money = Money(self.game, self.reader)
        phases = [line.phase for line in self.game.play.lines if isinstance(line, model.Step)] if self.game.play else []
        first_turn = next((i for i, phase in enumerate(phases) if isinstance(phase, model.TurnOf)), len(phases))
        self.before = tuple(_gives(phases[:first_turn]))
        self.opening = tuple(p for p in phases[:first_turn] if isinstance(p, model.Offer | model.Peek))
        self.between = tuple(_gives(phases[first_turn:]))
        self.turns = frozenset(phase.seat.text for phase in phases if isinstance(phase, model.TurnOf))

    def play(self, cards: Iterable[Card], decide: Decide) -> Round:
        """Play one round to its end with these cards, in the order in which they are dealt.

        `decide` is asked only where two moves are allowed. Raises OutOfCards where too few cards are given.
        """
        shoe = iter(cards)
        return self._run(lambda _side: next(shoe, None), decide)

    def finish(self, player: Hand, dealer: Hand) -> Round:
        """Return the round that ends with these hands, tried moment by moment, whatever the laws of the turns say.

        Raises Stuck where the hands are shorter than what the deals give, or no row decides them.
        """
        left = {"player": iter(player.cards), "dealer": iter(dealer.cards)}
        told = copy(self)
        told.laws = _UntilTold(self.game, self.reader, len(player.cards), len(dealer.cards))
        return told._run(lambda side: next(left[side], None), lambda situation: situation.moves[0])

    def _run(self, next_card: Callable[[str], Card | None], decide: Decide) -> Round:
        table = self.open()
        while table.wants is not None:
            if isinstance(table.wants, Give):
                card = next_card(table.wants.to)
                if card is None:
                    raise OutOfCards(f"there is no further card for the {table.wants.to}")
                table = self.give(table, card)
            else:
                table = self.choose(table, decide(table.situation))
        return self.settle(table)

    def open(self) -> Table:
        """Return the table before the first card."""
        return self._forward(Table())

    def give(self, table: Table, card: Card) -> Table:
        """Return the table after the card that it waits for."""
        give = table.wants
        assert isinstance(give, Give)
        hand = table.hand(give.to)
        hand = hand.deal(card, give.up) if give.dealt else hand.take(card)
        table = evolve(table, player=hand) if give.to == "player" else evolve(table, dealer=hand)
        table = evolve(table, wants=None, given=table.given + give.dealt)
        what = "takes" if not give.dealt else "is dealt" if give.up else "is dealt, face down,"
        table = table.log_event(give.to, what, give.line, card=card, reading=None if hand.down else self.reading(hand))
        return self._forward(table if give.dealt else self._try(table, "at once"))

    def go_without(self, table: Table) -> Table:
        """Return the table where the card that it waits for does not come: a deal gives nothing, a taker stands."""
        give = table.wants
        assert isinstance(give, Give)
        table = evolve(table, wants=None, given=table.given + give.dealt).log_event(give.to, "gets no card", give.line)
        return self._forward(table if give.dealt else self._stand(table, give.to))

    def choose(self, table: Table, move: str) -> Table:
        """Return the table after the player's move; raises ValueError where it is not allowed."""
        moves = table.wants
        assert isinstance(moves, Moves)
        if move not in moves.moves:
            raise ValueError(f"{move} is not allowed: {', '.join(moves.moves)}")
        table = evolve(table, decisions=table.decisions + 1, wants=None)
        return self._forward(self._move(table, "player", move, moves.line))

    def settle(self, table: Table) -> Round:
        """Return the round that a decided table is, with what each wager brings."""
        assert table.decision is not None
        decision, player, dealer = table.decision, table.player, table.dealer
        table = self._insure(self._turn_up(table) if table.offered else table)
        payments = self.money.payments(decision.verdict, player, dealer)
        for payment in payments:
            table = _paid(table, payment)
        return Round(
            events=table.log,
            verdict=decision.verdict,
            row=decision.row,
            payoffs=_sums(payments),
            player=player.cards,
            dealer=dealer.cards,
            player_over=self.reader.over(player),
            dealer_over=self.reader.over(dealer.shown),
            decisions=table.decisions,
            insured=_sums(table.insured),
        )

    def _forward(self, table: Table) -> Table:
        """Go on until a card or a move is wanted, or the round is decided."""
        while table.wants is None and table.decision is None:
            table = self._next(table)
        return table

    def _next(self, table: Table) -> Table:
        match table.phase:
            case "deal" if table.given < len(self.before):
                return evolve(table, wants=self.before[table.given])
            case "deal":
                return self._try(evolve(table, phase="open", given=0), "after deal", "at once")
            case "open" if table.given < len(self.opening):
                return self._open(evolve(table, given=table.given + 1), self.opening[table.given])
            case "open":
                return evolve(table, phase="player", given=0)
            case "player" if "player" in self.turns:
                return self._player(table)
            case "player":
                return self._stand(table, "player")
            case "between" if table.given < len(self.between):
                return evolve(table, wants=self.between[table.given])
            case "between":
                return self._try(self._insure(evolve(table, phase="dealer")), "at once")
            case "dealer" if "dealer" in self.turns:
                moves = self.dealer_move(table.dealer, table.player)
                return self._move(table, "dealer", moves.moves[0], moves.line)
            case "dealer":
                return self._stand(table, "dealer")
            case _:
                raise Stuck(f"no settle row decides {table.player} against {table.dealer}")

    def _open(self, table: Table, step: model.Offer | model.Peek) -> Table:
        if not self.laws.holds(step.when, table.player, table.dealer):
            return table
        if isinstance(step, model.Peek):
            return self._peek(table, step)
        name = step.what.text
        return evolve(table, offered=(*table.offered, name)).log_event(name, "is offered", step)

    def _peek(self, table: Table, step: model.Peek) -> Table:
        """Let the dealer look; what he finds is shown only where it decides the hand."""
        known = evolve(table, dealer=table.dealer.turned_up())
        decision = self.settling.decide(("after peek", "at once"), known.player, known.dealer)
        table = table.log_event("dealer", "peeks", step, detail="" if decision else "and nothing is decided")
        table = self._insure(table)
        return self._decided(self._turn_up(table), decision) if decision else table

    def _insure(self, table: Table) -> Table:
        """Decide the wagers offered, on all of the dealer's cards."""
        for name in table.offered:
            payment = self.money.insured(name, table.player, table.dealer)
            table = _paid(evolve(table, insured=(*table.insured, payment)), payment)
        return evolve(table, offered=())

    def _player(self, table: Table) -> Table:
        moves = self.allowed(table.player, table.dealer)
        if not moves.asked:
            return self._move(table, "player", moves.moves[0], moves.line)
        asked = table.log_event("player", "may", moves.line, detail=" or ".join(moves.moves))
        return evolve(asked, wants=moves)

    def _move(self, table: Table, side: str, move: str, line: model.Node) -> Table:
        if move == "hit":
            return evolve(table, wants=Give(side, up=True, dealt=False, line=line))
        return self._stand(table.log_event(side, "stands", line, reading=self.reading(table.hand(side))), side)

    def _stand(self, table: Table, side: str) -> Table:
        table = self._try(table, _AFTER[side], "at once")
        if side == "dealer":
            return evolve(table, phase="over")
        return table if table.decision else self._turn_up(evolve(table, phase="between"))

    def _turn_up(self, table: Table) -> Table:
        if not table.dealer.down:
            return table
        dealer = table.dealer.turned_up()
        return evolve(table, dealer=dealer).log_event("dealer", "turns up", reading=self.reading(dealer))

    def _try(self, table: Table, *moments: str) -> Table:
        decision = self.settling.decide(moments, table.player, table.dealer)
        return self._decided(table, decision) if decision else table

    def _decided(self, table: Table, decision: Decision) -> Table:
        rung = self.reader.showdown(table.player, table.dealer) if decision.by_ranking else None
        for side in ("player", "dealer") if rung else ():
            table = table.log_event(side, "makes", rung, detail=str(self.reader.made(table.hand(side))))
        decided = evolve(table, decision=decision).log_event(decision.verdict, "", decision.line)
        looks = self.money.hang_on_hidden(decision.verdict, table.player, table.dealer)
        return self._turn_up(decided) if looks else decided

    def reading(self, hand: Hand) -> Reading:
        """Return the hand's total and whether it is soft."""
        return self.reader.reading(hand)

    def fits(self, pattern: model.Pattern, hand: Hand, other: Hand) -> bool:
        """Return whether a pattern fits a hand; `other` is the other side's."""
        return self.reader.fits(pattern, hand, other)

    def rung(self, hand: Hand, other: Hand = NO_CARDS) -> int:
        """Return the hand's place in the ranking, 0 for the best."""
        return self.reader.rung(hand, other)

    def compare(self, one: Hand, two: Hand) -> int:
        """Return 1, 0 or -1: which of two hands is better."""
        return self.reader.compare(one, two)

    def allowed(self, player: Hand, dealer: Hand) -> Moves:
        """Return what the player may do."""
        return self.laws.allowed(player, dealer)

    def dealer_move(self, dealer: Hand, player: Hand) -> Moves:
        """Return what the dealer does."""
        return self.laws.dealer_move(dealer, player)

    def taken(self, strategy: str, played: Round) -> dict[str, Fraction]:
        """Return what the offered wagers brought in a round that a named strategy takes with the hand dealt."""
        own = sum(give.to == "player" for give in self.before)
        player, dealer = Hand(played.player[:own], own), NO_CARDS
        for give, card in zip((give for give in self.before if give.to == "dealer"), played.dealer):
            dealer = dealer.deal(card, give.up)
        accepts = self.laws.accepts
        return {name: pays for name, pays in played.insured.items() if accepts(strategy, name, player, dealer)}

    def advice(self, strategy: str, situation: Situation) -> str:
        """Return a named strategy's move."""
        return self.laws.advice(strategy, situation)


@define(eq=False)
class _UntilTold(Laws):
    """Laws by which both sides draw until their hands are as long as they are told to be."""

    player_cards: int
    dealer_cards: int

    def allowed(self, player: Hand, dealer: Hand) -> Moves:
        return self._draw(player, self.player_cards)

    def dealer_move(self, dealer: Hand, player: Hand) -> Moves:
        return self._draw(dealer, self.dealer_cards)

    def _draw(self, hand: Hand, cards: int) -> Moves:
        assert self.game.play is not None
        return Moves(("hit",) if len(hand.cards) < cards else ("stand",), self.game.play)


def _paid(table: Table, payment: Payment) -> Table:
    who, what = (f"bonus {payment.bonus}", "adds") if payment.bonus else (payment.wager, "brings")
    return table.log_event(who, what, payment.line, detail=str(payment.result))


def _sums(payments: Iterable[Payment]) -> dict[str, Fraction]:
    sums: dict[str, Fraction] = {}
    for payment in payments:
        sums[payment.wager] = sums.get(payment.wager, Fraction(0)) + payment.result
    return sums


def _gives(phases: list[model.Phase]) -> Iterator[Give]:
    for phase in phases:
        if isinstance(phase, model.Deal):
            up = phase.facing.text == "up"
            yield from [Give(phase.to.text, up, True, phase)] * phase.number.value
