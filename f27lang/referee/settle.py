"""Settling by the book: a moment and two hands -> the first row that fits, and its verdict."""

from __future__ import annotations

from attrs import define, field, frozen

from f27lang import model
from f27lang.referee.hands import Hand, Reader


@frozen
class Decision:
    """The row, from 0 in the game's order, that decides a round, and for whom."""

    row: int
    verdict: str  # "player wins", "dealer wins" or "push"
    line: model.OutcomeRow

    @property
    def by_ranking(self) -> bool:
        """Whether the better hand had to be found."""
        better = (fact for fact in self.line.facts if isinstance(fact, model.FactBetter))
        return isinstance(self.line.verdict, model.VerdictBetter) or any(better)


@define(eq=False)
class Settling:
    """Tries the rows of `settle`."""

    game: model.Game
    reader: Reader
    rows: tuple[model.OutcomeRow, ...] = field(init=False)
    about_dealer: frozenset[int] = field(init=False)  # the places of rows that look at the dealer's hand

    def __attrs_post_init__(self) -> None:
        self.rows = self.game.settle.lines if self.game.settle else ()
        self.about_dealer = frozenset(place for place, row in enumerate(self.rows) if self._about_dealer(row))

    def decide(self, moments: tuple[str, ...], player: Hand, dealer: Hand) -> Decision | None:
        """Return the first row of these moments that fits, if any does.

        An `at once` row about the dealer is passed over while one of his cards lies face down.
        """
        for place, row in enumerate(self.rows):
            waits = row.moment.text == "at once" and dealer.down and place in self.about_dealer
            if row.moment.text in moments and not waits and all(self._true(f, player, dealer) for f in row.facts):
                return Decision(place, self._verdict(row.verdict, player, dealer), row)
        return None

    def _about_dealer(self, row: model.OutcomeRow) -> bool:
        if isinstance(row.verdict, model.VerdictBetter):
            return True
        return any(
            isinstance(fact, model.FactBetter) or fact.side.text != "player" or self.reader.looks_across(fact.pattern)
            for fact in row.facts
        )

    def _true(self, fact: model.FactHand | model.FactBetter, player: Hand, dealer: Hand) -> bool:
        if isinstance(fact, model.FactBetter):
            return self.reader.compare(player, dealer) == (1 if fact.other.text == "player" else -1)
        return fact_holds(self.reader, fact.side.text, fact.pattern, player, dealer)

    def _verdict(self, verdict: model.VerdictPlain | model.VerdictBetter, player: Hand, dealer: Hand) -> str:
        if isinstance(verdict, model.VerdictPlain):
            return verdict.result.text
        return {1: "player wins", -1: "dealer wins", 0: verdict.equal.text}[self.reader.compare(player, dealer)]


def fact_holds(reader: Reader, side: str, pattern: model.Pattern, player: Hand, dealer: Hand) -> bool:
    """Return whether `player P`, `dealer P`, `both P` or `either P` is true of two hands."""
    if side == "player":
        return reader.fits(pattern, player, dealer)
    if side == "dealer":
        return reader.fits(pattern, dealer, player)
    found = (reader.fits(pattern, player, dealer), reader.fits(pattern, dealer, player))
    return all(found) if side == "both" else any(found)
