"""Who may, must and does take a card: the sections `player` and `dealer` → moves for every pair of hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from f27lang import model
from f27lang.lower.classes import number
from f27lang.lower.pairs import Across, Hands, Pairs, all_of, any_of
from f27lang.lower.patterns import has_cards
from f27lang.rulebook import Move

Will = Callable[[str], Hands]  # "hit" or "stand" → the dealer's hands with which his law does that
Line = tuple[model.When | None, model.Node]  # the condition of the heading, and a line below it


def lines_of(turns: Iterable[model.PlayerTurn | model.DealerTurn | model.PlayerAdvice]) -> list[Line]:
    """Return each line with its heading's condition."""
    return [(turn.when, line) for turn in turns for line in turn.lines]


def rule(pairs: Pairs, side: str, heading: model.When | None, line: model.Node, will: Will | None) -> Across:
    """Return where a line applies: its pattern fits, and its conditions and its heading's hold."""
    whens = (heading, getattr(line, "when", None))
    seen = [condition for when in whens if when is not None for condition in when.seen]
    return all_of([pairs.pattern(side, getattr(line, "on", None)), pairs.conditions(side, seen, will)])


def _rules(pairs: Pairs, side: str, lines: Iterable[Line], will: Will | None) -> Across:
    return any_of([rule(pairs, side, heading, line, will) for heading, line in lines])


def _limit(pairs: Pairs, side: str, lines: Iterable[Line], will: Will | None) -> Across:
    """Return the hands at a limit of cards."""
    return any_of(
        [
            all_of([rule(pairs, side, heading, line, will),
                    pairs.constant(side, pairs.look(has_cards(int(number(line.number)))))])
            for heading, line in lines
            if isinstance(line, model.Limit) and line.what is None
        ]
    )  # fmt: skip


class DealerLaw:
    """What the dealer does with each hand, for every final hand of the player."""

    def __init__(self, pairs: Pairs, turns: Iterable[model.DealerTurn]) -> None:
        self._all = pairs.all
        lines = lines_of(turns)
        self._limit = _limit(pairs, "dealer", lines, None)
        self._hits, self._stands, self._otherwise_hits = (
            _rules(pairs, "dealer", [line for line in lines if _does(line[1], kind, verb)], None)
            for kind, verb in ((model.Does, "hits"), (model.Does, "stands"), (model.OtherwiseDoes, "hits"))
        )

    def hits(self, p: int) -> Hands:
        """Return the dealer's hands that take a card against a player's final hand."""
        hits = self._hits(p) | self._otherwise_hits(p) & ~self._stands(p)
        return hits & ~self._limit(p)

    def will(self, word: str) -> Hands:
        """Return the hands with which a law that doesn't look at the player says `hit` or `stand`."""
        hits = self.hits(0)
        return hits if word == "hit" else self._all & ~hits


class PlayerLaws:
    """What the player may and must do with each hand, for every hand that the dealer shows."""

    def __init__(self, pairs: Pairs, turns: Iterable[model.PlayerTurn], will: Will) -> None:
        lines = lines_of(turns)
        self._limit = _limit(pairs, "player", lines, will)
        self._must, self._otherwise, self._may = (
            {move: _rules(pairs, "player", [line for line in lines if _moves(line[1], kind, move)], will)
             for move in ("hit", "stand")}
            for kind in (model.Must, model.OtherwiseMust, model.May)
        )  # fmt: skip

    def moves(self, p: int) -> dict[int, Hands]:
        """Return, per set of Move bits, the dealer's hands with which the player has just these moves."""
        hit, stand = 0, self._limit(p)
        for laws in (self._must, self._otherwise):
            free = ~(hit | stand)
            hit |= laws["hit"](p) & free
            stand |= laws["stand"](p) & free & ~hit
        free = ~(hit | stand)
        hit |= self._may["hit"](p) & free
        stand |= self._may["stand"](p) & free
        both = hit & stand
        return {int(Move.HIT): hit & ~both, int(Move.STAND): stand & ~both, Move.HIT | Move.STAND: both}


def _does(line: model.Node, kind: type[model.Does | model.OtherwiseDoes], verb: str) -> bool:
    return isinstance(line, kind) and line.verb.text == verb


def _moves(line: model.Node, kind: type[model.Must | model.OtherwiseMust | model.May], move: str) -> bool:
    if not isinstance(line, kind):
        return False
    named = line.moves if isinstance(line, model.May) else (line.move,)
    return any(one.text == move for one in named)
