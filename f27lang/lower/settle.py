"""When a round is decided and for whom: the section `settle` → decisions for every pair of hands at each moment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen

from f27lang import model
from f27lang.lower.money import VERDICTS, Lines, Money, Payoffs, about
from f27lang.lower.pairs import Across, Hands, Pairs, all_of, gathered
from f27lang.lower.ranking import Ranking
from f27lang.lower.taking import about_dealer
from f27lang.rulebook import Verdict


@frozen(order=True, cache_hash=True)
class Ending:
    """What an Outcome is made of, before the money has its common denominator."""

    row: int
    verdict: Verdict
    player_over: bool
    dealer_over: bool
    payoffs: Payoffs


@frozen
class _Row:
    index: int
    moment: str
    waits: bool  # it looks at the dealer's hand
    fits: Across
    verdict: model.VerdictPlain | model.VerdictBetter


class Settling:
    """The settle rows of a game and what they pay."""

    def __init__(self, pairs: Pairs, settle: model.Settle | None, ranking: Ranking, money: Money) -> None:
        self._pairs, self._ranking, self._money = pairs, ranking, money
        self._over = pairs.over
        self._endings_known: dict[tuple[int, Verdict, bool, bool, Lines], Ending] = {}
        self._rows = [self._row(index, row) for index, row in enumerate(settle.lines if settle else ())]

    def decide(self, moment: str, p: int, hands: Hands, hidden: bool) -> dict[Ending, Hands]:
        """Part the dealer's hands that are decided at a moment by how.

        The rows of the moment and the `at once` rows are tried from the top; `at once` rows about the dealer are
        passed over while one of his cards is hidden.
        """
        return gathered(self._decided(moment, p, hands, hidden))

    def _decided(self, moment: str, p: int, hands: Hands, hidden: bool) -> Iterator[tuple[Ending, Hands]]:
        for row in self._rows:
            if row.moment not in (moment, "at once") or (hidden and row.waits and row.moment == "at once"):
                continue
            fitting = row.fits(p) & hands
            if fitting:
                hands &= ~fitting
                yield from self._endings(row, p, fitting)

    def _endings(self, row: _Row, p: int, hands: Hands) -> Iterable[tuple[Ending, Hands]]:
        player_over = bool(self._over >> p & 1)
        for verdict, decided in self._verdicts(row, p, hands):
            for lines, paid in self._money.split(verdict, p, decided):
                for dealer_over, some in ((False, paid & ~self._over), (True, paid & self._over)):
                    if some:
                        yield self._ending(row.index, verdict, player_over, dealer_over, lines), some

    def _ending(self, row: int, verdict: Verdict, player_over: bool, dealer_over: bool, lines: Lines) -> Ending:
        key = (row, verdict, player_over, dealer_over, lines)
        if key not in self._endings_known:
            payoffs = self._money.payoffs(lines)
            self._endings_known[key] = Ending(row, verdict, player_over, dealer_over, payoffs)
        return self._endings_known[key]

    def _verdicts(self, row: _Row, p: int, hands: Hands) -> Iterable[tuple[Verdict, Hands]]:
        if isinstance(row.verdict, model.VerdictPlain):
            yield VERDICTS[row.verdict.result.text], hands
            return
        compared = self._ranking.compare(p)
        yield Verdict.PLAYER_WINS, hands & compared.beaten
        yield Verdict.DEALER_WINS, hands & compared.lost_to
        yield VERDICTS[row.verdict.equal.text], hands & compared.equal

    def _row(self, index: int, row: model.OutcomeRow) -> _Row:
        facts = all_of([self._fact(fact) for fact in row.facts])
        waits = about_dealer(row, self._pairs.machine.eyes.names)
        return _Row(index, row.moment.text, waits, facts, row.verdict)

    def _fact(self, fact: model.FactHand | model.FactBetter) -> Across:
        if isinstance(fact, model.FactHand):
            return about(self._pairs, fact.side.text, fact.pattern)
        if fact.other.text == "player":
            return lambda p: self._ranking.compare(p).beaten
        return lambda p: self._ranking.compare(p).lost_to
