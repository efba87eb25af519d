"""What each wager pays: the sections `wager` and `bonus` → payoffs per unit staked, for every pair of final hands."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from attrs import frozen

from f27lang import model
from f27lang.lower.pairs import Across, Hands, Pairs, all_of, any_of, gathered
from f27lang.rulebook import Verdict

Payoffs = tuple[Fraction | None, ...]  # per wager; None where no line covers hands that never end a round
Lines = tuple[int, ...]  # per wager, then per bonus, which of its lines, -1 for none
VERDICTS = {verdict.words: verdict for verdict in Verdict}


@frozen
class _Line:
    verdict: Verdict | None  # None: whatever the verdict
    fits: Across
    payoff: Fraction
    of_minimum: bool = False


class Money:
    """The wagers of a game and the bonuses on them; of each the first line whose event fits counts."""

    def __init__(self, pairs: Pairs, game: model.Game) -> None:
        lists: list[tuple[model.PayLine | model.Adds, ...]] = [wager.lines for wager in game.table_wagers]
        lists += [bonus.lines for bonus in game.bonuses]
        self._lists = [[_line(pairs, line) for line in lines] for lines in lists]
        names = [wager.name.text for wager in game.table_wagers]
        on = [bonus.wager.text if bonus.wager else names[0] for bonus in game.bonuses]
        self._bonuses = [[len(names) + place for place, other in enumerate(on) if other == name] for name in names]

    def split(self, verdict: Verdict, p: int, hands: Hands) -> list[tuple[Lines, Hands]]:
        """Part the dealer's hands by the lines that a verdict on them brings to bear."""
        parts: list[tuple[Lines, Hands]] = [((), hands)]
        for lines in self._lists:
            parts = [((*paid, line), some) for paid, left in parts for line, some in _pay(lines, verdict, p, left)]
        return parts

    def payoffs(self, lines: Lines) -> Payoffs:
        """Return what lines pay, wager by wager, bonuses included."""
        paid = [some[line].payoff if line >= 0 else None for some, line in zip(self._lists, lines, strict=True)]
        return tuple(_total(base, [paid[place] for place in places]) for base, places in zip(paid, self._bonuses))

    def fixed(self, lines: Lines) -> tuple[Fraction, ...]:
        """Return how much of `payoffs` is paid in table minimums, wager by wager; nothing where no bonus ever is."""
        if not any(line.of_minimum for some in self._lists for line in some):
            return ()
        paid = [some[line] if line >= 0 else None for some, line in zip(self._lists, lines, strict=True)]
        return tuple(
            sum((line.payoff for place in places if (line := paid[place]) and line.of_minimum), Fraction(0))
            for places in self._bonuses
        )


def _total(base: Fraction | None, bonuses: Iterable[Fraction | None]) -> Fraction | None:
    return None if base is None else base + sum(more for more in bonuses if more is not None)


def _pay(lines: list[_Line], verdict: Verdict | None, p: int, left: Hands) -> Iterable[tuple[int, Hands]]:
    for number, line in enumerate(lines):
        if line.verdict in (None, verdict) and (hands := line.fits(p) & left):
            yield number, hands
            left &= ~hands
    if left:
        yield -1, left


def brought(pairs: Pairs, wager: model.Wager) -> dict[Fraction, Hands]:
    """Part the dealer's hands by what a wager on them alone brings, per unit staked."""
    lines = [_line(pairs, line) for line in wager.lines]
    return gathered((lines[number].payoff, hands) for number, hands in _pay(lines, None, 0, pairs.all) if number >= 0)


def _line(pairs: Pairs, line: model.PayLine | model.Adds) -> _Line:
    if isinstance(line, model.OtherwisePays):
        return _Line(None, line_fits(pairs, line), Fraction(-1 if line.word.text == "loses" else 0))
    verdict = VERDICTS[line.event.decided.text] if isinstance(line.event, model.EventResult) else None
    of_minimum = isinstance(line, model.Adds) and line.of_minimum is not None
    return _Line(verdict, line_fits(pairs, line), _payoff(line), of_minimum)


def line_fits(pairs: Pairs, line: model.PayLine | model.Adds) -> Across:
    """Return the hands that a line of a wager or a bonus is about, whatever the verdict."""
    if isinstance(line, model.OtherwisePays):
        return lambda _: pairs.all
    if isinstance(line.event, model.EventHand):
        return about(pairs, line.event.side.text, line.event.pattern)
    winner, other = ("dealer", "player") if line.event.decided.text == "dealer wins" else ("player", "dealer")
    against = line.event.against.pattern if line.event.against else None
    return all_of([pairs.pattern(winner, line.event.hand), pairs.pattern(other, against)])


def _payoff(line: model.Pays | model.Returns | model.Loses | model.Adds) -> Fraction:
    if isinstance(line, model.Returns):
        return Fraction(0)
    if isinstance(line, model.Loses):
        return -(line.share.share.value if line.share else Fraction(1))
    assert isinstance(line.odds, model.OddsLiteral), line.odds
    paid = line.odds.odds.paid / line.odds.odds.staked
    if isinstance(line, model.Adds) or line.less is None:
        return paid
    assert isinstance(line.less.commission, model.PercentLiteral), line.less
    return paid * (1 - line.less.commission.percent.value / 100)


def about(pairs: Pairs, side: str, pattern: model.Pattern) -> Across:
    """Return where a fact about the player, the dealer, both or either holds."""
    if side in ("player", "dealer"):
        return pairs.pattern(side, pattern)
    rules = [pairs.pattern("player", pattern), pairs.pattern("dealer", pattern)]
    return all_of(rules) if side == "both" else any_of(rules)
