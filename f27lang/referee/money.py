"""Money by the book: a verdict and the final hands -> what each wager brings, in units of the wager."""

from __future__ import annotations

from fractions import Fraction

from attrs import define, frozen

from f27lang import model
from f27lang.referee.hands import Hand, Reader, Stuck
from f27lang.referee.settle import fact_holds


@frozen
class Payment:
    """What one wager brings, and the line that says so."""

    wager: str
    result: Fraction
    line: model.PayLine


@define(eq=False)
class Money:
    """Pays the wagers of a game."""

    game: model.Game
    reader: Reader

    def payments(self, verdict: str, player: Hand, dealer: Hand) -> tuple[Payment, ...]:
        """Return, wager by wager, what the first line whose event fits pays."""
        return tuple(self._pay(wager, verdict, player, dealer) for wager in self.game.wagers)

    def _pay(self, wager: model.Wager, verdict: str, player: Hand, dealer: Hand) -> Payment:
        for line in wager.lines:
            if isinstance(line, model.OtherwisePays) or self._happened(line.event, verdict, player, dealer):
                return Payment(wager.name.text, _result(line), line)
        raise Stuck(f"no line of wager {wager.name.text} covers `{verdict}`")

    def _happened(self, event: model.Event, verdict: str, player: Hand, dealer: Hand) -> bool:
        if isinstance(event, model.EventHand):
            return fact_holds(self.reader, event.side.text, event.pattern, player, dealer)
        named, against = (dealer, player) if verdict == "dealer wins" else (player, dealer)
        return (
            event.decided.text == verdict
            and (event.hand is None or self.reader.fits(event.hand, named, against))
            and (event.against is None or self.reader.fits(event.against.pattern, against, named))
        )


def _result(line: model.PayLine) -> Fraction:
    match line:
        case model.Pays(odds=odds, less=less):
            assert isinstance(odds, model.OddsLiteral), odds
            kept = 1 - _share(less.commission) if less else Fraction(1)
            return odds.odds.paid / odds.odds.staked * kept
        case model.Loses(share=share):
            return -share.share.value if share else Fraction(-1)
        case model.OtherwisePays(word=model.PayWord(text="loses")):
            return Fraction(-1)
        case _:
            return Fraction(0)


def _share(percentage: model.Percentage) -> Fraction:
    assert isinstance(percentage, model.PercentLiteral), percentage
    return percentage.percent.value / 100
