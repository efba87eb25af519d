"""Plays a closed vying Game straight from its rules: cards in the order dealt, players -> VyingRound."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TypeVar

from attrs import define, evolve, field, frozen

from f27lang import model
from f27lang.referee.cards import Card, number
from f27lang.referee.events import Event
from f27lang.referee.hands import NO_CARDS, Hand, Stuck
from f27lang.referee.vying_advice import Asked, Limits, Player
from f27lang.referee.vying_hands import VyingReader
from f27lang.referee.vying_pot import Award, Purse
from f27lang.referee.vying_rounds import VyingRound

_ENDLESS = 10_000  # raises in one betting round
_Line = TypeVar("_Line", bound=model.Node)


@frozen
class Chair:
    """A seat of one hand: its cards, its chips in the pot, and what it did when it was asked to draw."""

    number: int
    hand: Hand = NO_CARDS
    staked: int = 0
    folded: bool = False
    draws: int = 0
    passes: int = 0
    running: int = 0  # passes one after another
    said: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        """What events call the seat."""
        return f"seat {self.number}"


@define(eq=False)
class VyingReferee:
    """Plays a closed, checked vying game, card by card."""

    game: model.Game
    reader: VyingReader = field(init=False)
    purse: Purse = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.reader = VyingReader(self.game)
        self.purse = Purse(self.game, self.reader)

    def play(self, cards: Iterable[Card], players: Sequence[Player], carried: Fraction = Fraction(0)) -> VyingRound:
        """Play one hand to its end with these cards, a player in each seat, seat 0 first.

        `carried` waits in the pot from earlier hands. Raises Stuck where the rules don't say how the hand goes on.
        """
        return _Deal(self, iter(cards), players, carried).round()


@define(eq=False)
class _Deal:
    """One hand in the making."""

    referee: VyingReferee
    pack: Iterator[Card]
    players: Sequence[Player]
    carried: Fraction
    chairs: list[Chair] = field(init=False)
    log: list[Event] = field(init=False, factory=list)
    betting_rounds: int = field(init=False, default=0)
    draw_rounds: int = field(init=False, default=0)
    brought: int = field(init=False, default=0)  # cards that draws brought
    opener: int | None = field(init=False, default=None)
    bet: bool = field(init=False, default=False)  # in the betting round that goes on, or in the last one
    declared: bool = field(init=False, default=False)
    award: Award | None = field(init=False, default=None)

    def __attrs_post_init__(self) -> None:
        self.chairs = [Chair(number) for number in range(len(self.players))]

    @property
    def game(self) -> model.Game:
        return self.referee.game

    @property
    def live(self) -> tuple[int, ...]:
        return tuple(chair.number for chair in self.chairs if not chair.folded)

    @property
    def pot(self) -> Fraction:
        return self.carried + sum(chair.staked for chair in self.chairs)

    def round(self) -> VyingRound:
        """Play the steps to the end, and share the pot."""
        assert self.game.play is not None
        self._steps(self.game.play.lines)
        if self.award is None and len(self.live) > 1:
            raise Stuck("the hand ends without a showdown")
        rake, won, carried = self._share()
        return VyingRound(
            events=tuple(self.log),
            nets=tuple(won.get(chair.number, Fraction(0)) - chair.staked for chair in self.chairs),
            staked=tuple(chair.staked for chair in self.chairs),
            pot=self.pot,
            rake=rake,
            carried=carried,
            hands=tuple(chair.hand for chair in self.chairs),
            live=self.live,
            said=tuple(chair.said for chair in self.chairs) if self.declared else None,
            award=self.award,
            betting_rounds=self.betting_rounds,
            draw_rounds=self.draw_rounds,
        )

    # ---- steps -----------------------------------------------------------------------------------------------------

    def _steps(self, lines: Sequence[model.Step | model.Repeat]) -> None:
        for line in lines:
            if len(self.live) == 1 or self.award:
                return
            if isinstance(line, model.Repeat):
                self._repeat(line)
            else:
                self._phase(line.phase)

    def _repeat(self, repeat: model.Repeat) -> None:
        brought = -1
        while brought < self.brought and len(self.live) > 1:
            brought = self.brought
            self._steps(repeat.steps)

    def _phase(self, phase: model.Phase) -> None:
        match phase:
            case model.Anteing():
                self._ante()
            case model.Deal():
                self._deal(phase)
            case model.Bet():
                self._bet(phase)
            case model.DrawInTurn() | model.DrawTogether() | model.DrawByConsent():
                self.draw_rounds += 1
                self._draw(phase)
            case model.Declare():
                self._declare(phase)
            case model.Showdown():
                self._showdown(phase)
            case _:
                raise Stuck(f"`{phase.span.text}` is no step of a vying game")

    def _ante(self) -> None:
        chips, line = self.referee.purse.ante
        for chair in self.chairs:
            self._pay(chair.number, chips)
            self._tell(chair.number, "antes", line, detail=str(chips))

    def _deal(self, step: model.Deal) -> None:
        up = step.facing.text == "up"
        for _ in range(step.number.value):
            for seat in self.live:
                card = self._card()
                if card:
                    self._change(seat, hand=self.chairs[seat].hand.deal(card, up))
                self._tell(seat, "is dealt" if up else "is dealt, face down,", step, card)

    # ---- drawing ---------------------------------------------------------------------------------------------------

    def _draw(self, step: model.DrawInTurn | model.DrawTogether | model.DrawByConsent) -> None:
        if isinstance(step, model.DrawInTurn):
            for seat in self.live:
                if self._wants(seat):
                    self._take(seat)
            return
        takers = [seat for seat in self.live if self._wants(seat)]
        if isinstance(step, model.DrawTogether) or takers == list(self.live):
            for seat in takers:
                self._take(seat)

    def _wants(self, seat: int) -> bool:
        """Ask a seat, where it may be asked; a pass is noted here, a card is not given yet."""
        stop = self._stop(seat)
        if stop:
            self._tell(seat, "is not asked", stop)
            return False
        moves = tuple(move.text for line in self._each(model.MayDraw) for move in line.moves)
        asked = Asked(seat, self.chairs[seat].hand, moves, round=self.draw_rounds, live=self.live, bet=self.bet)
        if self.players[seat].draw(asked) == "take":
            return True
        self._pass(seat)
        return False

    def _pass(self, seat: int) -> None:
        chair = self.chairs[seat]
        self._change(seat, passes=chair.passes + 1, running=chair.running + 1)
        self._tell(seat, "passes")

    def _take(self, seat: int) -> None:
        line = next(iter(self._each(model.Takes)))
        cards = [card for _ in range(line.number.value) if (card := self._card())]
        if not cards:
            self._pass(seat)  # a card asked for when the pack is empty
            return
        self.brought += len(cards)
        chair = self.chairs[seat]
        for card in cards:
            self._change(seat, hand=self.chairs[seat].hand.take(card))
            self._tell(seat, "takes", line, card)
        self._change(seat, draws=chair.draws + 1, running=0)

    def _stop(self, seat: int) -> model.Node | None:
        """Return the line because of which a seat is not asked to draw."""
        chair = self.chairs[seat]
        for limit in self._each(model.Limit):
            reached = chair.draws if isinstance(limit.what, model.MostDraws) else len(chair.hand.cards)
            if reached >= number(limit.number):
                return limit
        for locked in self._each(model.Locked):
            if (chair.running if locked.running else chair.passes) >= number(locked.number):
                return locked
        return None

    def _each(self, kind: type[_Line]) -> tuple[_Line, ...]:
        return tuple(line for line in (self.game.each.lines if self.game.each else ()) if isinstance(line, kind))

    # ---- betting ---------------------------------------------------------------------------------------------------

    def _bet(self, step: model.Bet) -> None:
        self.betting_rounds += 1
        self.bet = False
        limits, most_raises = self._limits(), self._most_raises()
        waiting = self._open()
        before = [chair.staked for chair in self.chairs]
        due = raises = 0
        while waiting:
            seat = waiting.pop(0)
            owes = due - (self.chairs[seat].staked - before[seat])
            moves = _moves(bool(due), most_raises is None or raises < most_raises)
            asked = Asked(
                seat,
                self.chairs[seat].hand,
                moves,
                limits,
                last_unbet=not due and not waiting,
                round=self.betting_rounds,
                live=self.live,
                bet=self.bet,
            )
            move, chips = self.players[seat].bet(asked)
            self._refuse(move, chips, asked)
            if move in ("bet", "raise"):
                self.bet = True
                due += chips
                raises += move == "raise"
                waiting = [other for other in self._from(seat) if other != seat]
            if move == "fold":
                self._change(seat, folded=True)
            elif move != "check":
                self._pay(seat, owes + chips)
            self._tell(seat, f"{move}s", step, detail=str(chips or ""))
            if len(self.live) == 1:
                return
            if raises > _ENDLESS:
                raise Stuck("raising has no end")

    def _open(self) -> list[int]:
        """Return the live seats in the order in which they speak."""
        assert self.game.betting is not None
        opens = next(line for line in self.game.betting.lines if isinstance(line, model.Opens))
        moves_on = opens.moving is not None and self.opener is not None
        order = self._from((self.opener or 0) + 1 if moves_on else 0)
        self.opener = order[0]
        return order

    def _from(self, seat: int) -> list[int]:
        """Return the live seats clockwise from a seat."""
        seat %= len(self.chairs)
        return [each for each in self.live if each >= seat] + [each for each in self.live if each < seat]

    def _limits(self) -> Limits:
        assert self.game.betting is not None
        line = next(line for line in self.game.betting.lines if isinstance(line, model.Limits))
        least, most = _bounds(line.range)
        return Limits(1 if least is None else least, most)

    def _most_raises(self) -> int | None:
        assert self.game.betting is not None
        line = next((line for line in self.game.betting.lines if isinstance(line, model.Raises)), None)
        return _bounds(line.range)[1] if line else None

    def _refuse(self, move: str, chips: int, asked: Asked) -> None:
        stakes = move in ("bet", "raise")
        if move not in asked.moves or stakes != bool(chips) or (stakes and not asked.limits.allow(chips)):
            raise ValueError(f"seat {asked.seat} may not {move} {chips or ''}".rstrip())

    # ---- the end ---------------------------------------------------------------------------------------------------

    def _declare(self, step: model.Declare) -> None:
        self.declared = True
        for seat in self.live:
            hand = self.chairs[seat].hand
            said = self.players[seat].say(Asked(seat, hand, round=self.betting_rounds, live=self.live, bet=self.bet))
            self._change(seat, said=said)
            self._tell(seat, "declares", step, detail=" and ".join(sorted(said)))

    def _showdown(self, step: model.Showdown) -> None:
        hands = {seat: self.chairs[seat].hand.turned_up() for seat in self.live}
        said = {seat: self.chairs[seat].said for seat in self.live} if self.declared else None
        rake, _ = self.referee.purse.rake(self.pot, at_showdown=True)
        self.award = self.referee.purse.award(self.pot - rake, hands, said)
        for seat, hand in hands.items():
            totals = " or ".join(map(str, self.referee.reader.totals(hand.ranks)))
            self._tell(seat, "shows", step, detail=f"{hand}: {totals}")
        for contest in self.award.contests:
            names = " and ".join(f"seat {seat}" for seat in contest.winners) or "nobody"
            nearest = next(line for line in contest.line.lines if isinstance(line, model.Nearest))
            self.log.append(Event(f"share {contest.share}", "goes to", nearest, detail=names))

    def _share(self) -> tuple[Fraction, dict[int, Fraction], Fraction]:
        """Return the rake, what each seat wins, and what is carried over."""
        purse = self.referee.purse
        rake, line = purse.rake(self.pot, at_showdown=self.award is not None)
        if rake:
            self.log.append(Event("the house", "rakes", line, detail=str(rake)))
        if self.award:
            won, carried = dict(self.award.won), self.award.carried
        else:
            won, carried = {self.live[0]: self.pot - rake}, Fraction(0)
        for seat, chips in won.items():
            if chips:
                self._tell(seat, "wins", None if self.award else purse.last_in, detail=str(chips))
        return rake, won, carried

    # ---- chairs ----------------------------------------------------------------------------------------------------

    def _card(self) -> Card | None:
        return next(self.pack, None)

    def _pay(self, seat: int, chips: int) -> None:
        self._change(seat, staked=self.chairs[seat].staked + chips)

    def _change(self, seat: int, **what: object) -> None:
        self.chairs[seat] = evolve(self.chairs[seat], **what)  # type: ignore[arg-type]

    def _tell(
        self, seat: int, what: str, line: model.Node | None = None, card: Card | None = None, detail: str = ""
    ) -> None:
        self.log.append(Event(self.chairs[seat].name, what, line, card, detail=detail))


def _moves(is_due: bool, may_raise: bool) -> tuple[str, ...]:
    if not is_due:
        return ("check", "bet")
    return ("call", "fold", "raise") if may_raise else ("call", "fold")


def _bounds(range_: model.Range) -> tuple[int | None, int | None]:
    """Return the least and the most of a range of whole numbers."""
    match range_:
        case model.Between(low=low, high=high):
            return int(number(low)), int(number(high))
        case model.AtLeast(low=low):
            return int(number(low)), None
        case model.UpTo(high=high):
            return None, int(number(high))
        case model.Exactly(value=value):
            return int(number(value)), int(number(value))
        case _:
            raise Stuck(f"`{range_.span.text}` bounds no chips")
