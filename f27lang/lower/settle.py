"""When a round is decided and for whom: the section `settle` → decisions for every pair of hands at each moment."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from attrs import frozen

from f27lang import model
from f27lang.lower.money import VERDICTS, Lines, Money, Payoffs, about
from f27lang.lower.pairs import Across, Hands, Pairs, all_of, gathered
from f27lang.lower.ranking import EQUAL, Ranking
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
    fixed: tuple[Fraction, ...] = ()  # how much of `payoffs` is paid in table minimums


@frozen(order=True, cache_hash=True)
class Contest:
    """The endings of hands that only their poker rank tells apart, by how the player's compares."""

    better: Ending
    equal: Ending
    worse: Ending


Decided = Ending | Contest


def endings_of(decided: Decided) -> tuple[Ending, ...]:
    """Return the endings that a decision comes to."""
    return (decided,) if isinstance(decided, Ending) else (decided.better, decided.equal, decided.worse)


@frozen
class Row:
    """A row of `settle`, and where it fits."""

    index: int
    moment: str
    waits: bool  # it looks at the dealer's hand
    fits: Callable[[int, int], Hands]  # a player's hand, in a world of poker ranks → the dealer's hands
    verdict: model.VerdictPlain | model.VerdictBetter

    @property
    def plain(self) -> Verdict:
        """For whom the row decides, whatever the hands are."""
        assert isinstance(self.verdict, model.VerdictPlain)
        return VERDICTS[self.verdict.result.text]


class Settling:
    """The settle rows of a game and what they pay."""

    def __init__(self, pairs: Pairs, settle: model.Settle | None, ranking: Ranking, money: Money) -> None:
        self._pairs, self._ranking, self._money = pairs, ranking, money
        self._over = pairs.over
        self._endings_known: dict[tuple[int, Verdict, bool, bool, Lines], Ending] = {}
        self._rows = [self._row(index, row) for index, row in enumerate(settle.lines if settle else ())]

    def at_once(self, p: int) -> Row | None:
        """Return the first row that decides a player's hand at once, whatever the dealer has."""
        rows = (row for row in self._rows if row.moment == "at once" and not row.waits)
        return next((row for row in rows if row.fits(p, EQUAL)), None)

    def endings(self, row: Row, p: int, hands: Hands) -> dict[Ending, Hands]:
        """Return how a round ends that a row decides, with each of some dealer's hands."""
        return gathered(self._endings(row, p, hands, EQUAL))

    def decide(self, moment: str, p: int, hands: Hands, hidden: bool) -> dict[Ending, Hands] | dict[Decided, Hands]:
        """Part the dealer's hands that are decided at a moment by how.

        The rows of the moment and the `at once` rows are tried from the top; `at once` rows about the dealer are
        passed over while one of his cards is hidden. Hands that only some poker ranks would decide are not decided.
        """
        worlds = [gathered(self._decided(moment, p, hands, hidden, world)) for world in self._ranking.worlds]
        return worlds[0] if len(worlds) == 1 else _joined(*worlds)

    def _decided(self, moment: str, p: int, hands: Hands, hidden: bool, world: int) -> Iterator[tuple[Ending, Hands]]:
        for row in self._rows:
            if row.moment not in (moment, "at once") or (hidden and row.waits and row.moment == "at once"):
                continue
            fitting = row.fits(p, world) & hands
            if fitting:
                hands &= ~fitting
                yield from self._endings(row, p, fitting, world)

    def _endings(self, row: Row, p: int, hands: Hands, world: int) -> Iterable[tuple[Ending, Hands]]:
        player_over = bool(self._over >> p & 1)
        for verdict, decided in self._verdicts(row, p, hands, world):
            for lines, paid in self._money.split(verdict, p, decided):
                for dealer_over, some in ((False, paid & ~self._over), (True, paid & self._over)):
                    if some:
                        yield self._ending(row.index, verdict, player_over, dealer_over, lines), some

    def _ending(self, row: int, verdict: Verdict, player_over: bool, dealer_over: bool, lines: Lines) -> Ending:
        key = (row, verdict, player_over, dealer_over, lines)
        if key not in self._endings_known:
            paid = self._money.payoffs(lines), self._money.fixed(lines)
            self._endings_known[key] = Ending(row, verdict, player_over, dealer_over, *paid)
        return self._endings_known[key]

    def _verdicts(self, row: Row, p: int, hands: Hands, world: int) -> Iterable[tuple[Verdict, Hands]]:
        if isinstance(row.verdict, model.VerdictPlain):
            yield VERDICTS[row.verdict.result.text], hands
            return
        compared = self._ranking.compare(p, world)
        yield Verdict.PLAYER_WINS, hands & compared.beaten
        yield Verdict.DEALER_WINS, hands & compared.lost_to
        yield VERDICTS[row.verdict.equal.text], hands & compared.equal

    def _row(self, index: int, row: model.OutcomeRow) -> Row:
        by_world = {world: all_of([self._fact(fact, world) for fact in row.facts]) for world in self._ranking.worlds}
        waits = about_dealer(row, self._pairs.machine.eyes.names)
        return Row(index, row.moment.text, waits, lambda p, world: by_world[world](p), row.verdict)

    def _fact(self, fact: model.FactHand | model.FactBetter, world: int) -> Across:
        if isinstance(fact, model.FactHand):
            return about(self._pairs, fact.side.text, fact.pattern)
        if fact.other.text == "player":
            return lambda p: self._ranking.compare(p, world).beaten
        return lambda p: self._ranking.compare(p, world).lost_to


def _joined(
    better: dict[Ending, Hands], equal: dict[Ending, Hands], worse: dict[Ending, Hands]
) -> dict[Decided, Hands]:
    """Return how hands are decided, by the decisions in the three worlds."""
    found: dict[Decided, Hands] = {}
    for one, hands in better.items():
        for two, also in equal.items():
            for three, too in worse.items() if hands & also else ():
                if some := hands & also & too:
                    found[one if one == two == three else Contest(one, two, three)] = some
    return found
