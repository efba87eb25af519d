"""Money by the book: a verdict and the final hands -> what each wager and bonus brings, in units of the wager."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from itertools import product

from attrs import define, evolve, frozen

from f27lang import model
from f27lang.model.node import walk
from f27lang.referee.cards import Card, shoe
from f27lang.referee.hands import Hand, Reader, Stuck
from f27lang.referee.settle import fact_holds
from f27lang.source import Span


@frozen
class Payment:
    """What one wager brings, or a bonus adds to it, and the line that says so."""

    wager: str
    result: Fraction
    line: model.PayLine | model.Adds
    bonus: str = ""


@frozen
class Ended:
    """How a hand ended, or how it stands while it has no verdict."""

    verdict: str
    player: Hand
    dealer: Hand


@define(eq=False, slots=False)
class Money:
    """Pays the wagers of a game."""

    game: model.Game
    reader: Reader

    @property
    def main(self) -> tuple[model.Wager, ...]:
        """The wagers made before the deal."""
        return tuple(wager for wager in self.game.wagers if not _is_beside(wager))

    @property
    def beside(self) -> tuple[model.Wager, ...]:
        """The wagers made beside another, where they are offered."""
        return tuple(wager for wager in self.game.wagers if _is_beside(wager))

    def payments(self, verdict: str, player: Hand, dealer: Hand) -> tuple[Payment, ...]:
        """Return, wager by wager, what the first line whose event fits pays, and what each bonus adds to it."""
        ended = Ended(verdict, player, dealer)
        return tuple(
            payment for wager in self.main for payment in (self._pay(wager, ended), *self._added(wager, ended))
        )

    def hang_on_hidden(self, verdict: str, player: Hand, dealer: Hand) -> bool:
        """Return whether payments look at how the dealer's hand started and other hidden cards could change them."""
        if not dealer.down or not self._look_at_starts:
            return False
        paid = self._lines(verdict, player, dealer.shown)
        return any(self._lines(verdict, player, each) != paid for each in self._completed(dealer))

    @cached_property
    def _look_at_starts(self) -> bool:
        hands = self.game.hands.lines if self.game.hands else ()
        parts = (part for each in (*self.game.wagers, *self.game.bonuses, *hands) for part in walk(each))
        return any(isinstance(part, model.Started) for part in parts)

    def _lines(self, verdict: str, player: Hand, dealer: Hand) -> list[Span]:
        return [payment.line.span for payment in self.payments(verdict, player, dealer)]

    def _completed(self, dealer: Hand) -> Iterator[Hand]:
        """Yield the dealer's hand with each card of the deck in each hidden place."""
        places = sorted(dealer.down)
        for cards in product(self._kinds, repeat=len(places)):
            held = dict(zip(places, cards, strict=True))
            yield evolve(dealer, cards=tuple(held.get(at, card) for at, card in enumerate(dealer.cards)))

    @cached_property
    def _kinds(self) -> tuple[Card, ...]:
        return tuple(dict.fromkeys(shoe(self.game)))

    def insured(self, name: str, player: Hand, dealer: Hand) -> Payment:
        """Return what a wager made beside another brings for each unit of it."""
        wager = next(wager for wager in self.beside if wager.name.text == name)
        return self._pay(wager, Ended("", player, dealer))

    def _pay(self, wager: model.Wager, ended: Ended) -> Payment:
        for line in wager.lines:
            if isinstance(line, model.OtherwisePays) or self._happened(line.event, ended):
                return Payment(wager.name.text, _result(line), line)
        raise Stuck(f"no line of wager {wager.name.text} covers `{ended.verdict or ended.dealer}`")

    def _added(self, wager: model.Wager, ended: Ended) -> Iterator[Payment]:
        for bonus in self.game.bonuses:
            line = next((line for line in bonus.lines if self._happened(line.event, ended)), None)
            if line and wager.name == (bonus.wager or self.main[0].name):
                yield Payment(wager.name.text, _odds(line.odds), line, bonus.name.text)

    def _happened(self, event: model.Event, ended: Ended) -> bool:
        player, dealer = ended.player, ended.dealer
        if isinstance(event, model.EventHand):
            return fact_holds(self.reader, event.side.text, event.pattern, player, dealer)
        named, against = (dealer, player) if ended.verdict == "dealer wins" else (player, dealer)
        return (
            event.decided.text == ended.verdict
            and (event.hand is None or self.reader.fits(event.hand, named, against))
            and (event.against is None or self.reader.fits(event.against.pattern, against, named))
        )


def _is_beside(wager: model.Wager) -> bool:
    return isinstance(wager.stake, model.StakeUpTo | model.StakeExactly)


def _result(line: model.PayLine) -> Fraction:
    match line:
        case model.Pays(odds=odds, less=less):
            kept = 1 - _share(less.commission) if less else Fraction(1)
            return _odds(odds) * kept
        case model.Loses(share=share):
            return -share.share.value if share else Fraction(-1)
        case model.OtherwisePays(word=model.PayWord(text="loses")):
            return Fraction(-1)
        case _:
            return Fraction(0)


def _odds(odds: model.Payout) -> Fraction:
    assert isinstance(odds, model.OddsLiteral), odds
    return odds.odds.paid / odds.odds.staked


def _share(percentage: model.Percentage) -> Fraction:
    assert isinstance(percentage, model.PercentLiteral), percentage
    return percentage.percent.value / 100
