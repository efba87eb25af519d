"""Where a hand can still take a card, judged by that hand alone: (side, sight) → bool, never False wrongly."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from f27lang import model
from f27lang.lower.eyes import Eyes, Sight, card_limit, deals
from f27lang.lower.patterns import clauses

Test = Callable[[Sight], bool]


class Taking:
    """The rules of a game that let a hand take a card or keep it from it, whatever the other side holds.

    An error in the rules (two laws that disagree, a law that is missing) only makes more hands take cards.
    """

    def __init__(self, game: model.Game, eyes: Eyes) -> None:
        self._eyes = eyes
        self._hidden = any(deal.facing.text == "down" for deal in deals(game) if deal.to.text == "dealer")
        self._may = {"player": self._player(game), "dealer": self._dealer(game)}

    def may(self, side: str, sight: Sight) -> bool:
        """Return whether a hand whose cards are dealt can take another."""
        return self._may[side](sight)

    def _player(self, game: model.Game) -> Test:
        lines = [(turn.when, line) for turn in game.player for line in turn.lines]
        hits = [self._possible(line) for _, line in lines if _may_hit(line)]
        stands = [self._certain(line) for when, line in lines
                  if when is None and isinstance(line, model.Must) and line.move.text == "stand"]  # fmt: skip
        return self._turn(game, "player", card_limit(game.player), hits, stands)

    def _dealer(self, game: model.Game) -> Test:
        lines = [(turn.when, line) for turn in game.dealer for line in turn.lines]
        hits = [self._possible(line) for _, line in lines if _does(line) == "hits"]
        stands = [self._certain(line) for when, line in lines
                  if when is None and isinstance(line, model.Does) and line.verb.text == "stands"]  # fmt: skip
        return self._turn(game, "dealer", card_limit(game.dealer), hits, stands)

    def _turn(self, game: model.Game, side: str, limit: int | None, hits: list[Test], stands: list[Test]) -> Test:
        ends = stands + [self._decided(row, side) for row in (game.settle.lines if game.settle else ())
                         if row.moment.text == "at once"]  # fmt: skip

        def may(sight: Sight) -> bool:
            if limit is not None and sight[self._eyes.count_slot] >= limit:
                return False
            return any(hit(sight) for hit in hits) and not any(end(sight) for end in ends)

        return may

    def _possible(self, line: model.Node) -> Test:
        pattern = getattr(line, "on", None)
        found = self._eyes.clauses(pattern) if pattern else ((),)
        return lambda sight: self._eyes.fits(found, sight, unknown=True)

    def _certain(self, line: model.Must | model.Does) -> Test:
        if line.when is not None:
            return lambda _: False
        found = self._eyes.clauses(line.on) if line.on else ((),)
        return lambda sight: self._eyes.fits(found, sight, unknown=False)

    def _decided(self, row: model.OutcomeRow, side: str) -> Test:
        """Return where a row certainly decides the round as soon as this hand is so."""
        facts = row.facts
        if self._hidden and side == "player" and about_dealer(row, self._eyes.names):
            return lambda _: False
        if not all(isinstance(fact, model.FactHand) and fact.side.text in (side, "either") for fact in facts):
            return lambda _: False
        found = [self._eyes.clauses(fact.pattern) for fact in facts if isinstance(fact, model.FactHand)]
        return lambda sight: all(self._eyes.fits(one, sight, unknown=False) for one in found)


def _may_hit(line: model.Node) -> bool:
    match line:
        case model.May(moves=moves):
            return any(move.text == "hit" for move in moves)
        case model.Must(move=move) | model.OtherwiseMust(move=move):
            return move.text == "hit"
    return False


def _does(line: model.Node) -> str:
    return line.verb.text if isinstance(line, model.Does | model.OtherwiseDoes) else ""


def about_dealer(row: model.OutcomeRow, names: dict[str, model.Hand]) -> bool:
    """Return whether a row looks at the dealer's hand."""
    return isinstance(row.verdict, model.VerdictBetter) or any(_fact_about_dealer(fact, names) for fact in row.facts)


def _fact_about_dealer(fact: model.FactHand | model.FactBetter, names: dict[str, model.Hand]) -> bool:
    return isinstance(fact, model.FactBetter) or fact.side.text != "player" or compares(fact.pattern, names)


def compares(pattern: model.Pattern, names: dict[str, model.Hand]) -> bool:
    """Return whether a pattern compares one hand with the other."""
    return any(getattr(part, "other", None) is not None for part in _parts(pattern, names))


def _parts(pattern: model.Pattern, names: dict[str, model.Hand]) -> Iterable[object]:
    return (part for clause in clauses(pattern, names) for part in clause)
