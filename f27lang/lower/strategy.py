"""How a strategy plays: its advice, read from the top → hit or stand for every pair of hands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

import attrs

from f27lang import model
from f27lang.lower.laws import Line, Will, rule
from f27lang.lower.pairs import Across, Hands, Pairs, gathered
from f27lang.lower.patterns import has_cards
from f27lang.lower.rounds import Draft, Row
from f27lang.rulebook import Move

_Node = TypeVar("_Node")

_MOVES = {"hit": Move.HIT, "stand": Move.STAND, "hits": Move.HIT, "stands": Move.STAND}


def advice_of(game: model.Game, name: str) -> list[Line]:
    """Return the lines of a strategy in the order in which they are asked, `like` written out."""
    strategy = next(each for each in game.strategies if each.name.text == name)
    found: list[Line] = []
    for block in strategy.lines:
        if isinstance(block, model.PlayerAdvice):
            found += [(block.when, line) for line in block.lines]
        elif isinstance(block, model.Like) and block.whom.text == "dealer":
            found += _dealers(game.dealer)
        elif isinstance(block, model.Like):
            found += advice_of(game, block.whom.text)
    return found


def accepts_of(game: model.Game, name: str) -> tuple[model.Accept, ...]:
    """Return the lines of a strategy that take an offered wager, those of another that it is like among them."""
    strategy = next((each for each in game.strategies if each.name.text == name), None)
    found: list[model.Accept] = []
    for line in strategy.lines if strategy else ():
        if isinstance(line, model.Accept):
            found.append(line)
        elif isinstance(line, model.Like):
            found += accepts_of(game, line.whom.text)
    return tuple(found)


def _dealers(turns: Iterable[model.DealerTurn]) -> Iterator[Line]:
    """Yield the dealer's law as advice to a player: his limit of cards first, `otherwise` last, the sides exchanged."""
    lines = [(_exchanged(turn.when), _exchanged(line)) for turn in turns for line in turn.lines]
    for kind in (model.Limit, model.Does, model.OtherwiseDoes):
        yield from ((when, line) for when, line in lines if isinstance(line, kind))


def _exchanged(node: _Node) -> _Node:
    """Return a node that says of the player what it said of the dealer, and the other way round."""
    if isinstance(node, tuple):
        return tuple(map(_exchanged, node))  # type: ignore[return-value]  # a tuple of the same nodes
    if isinstance(node, model.Other):
        return attrs.evolve(node, text="player" if node.text == "dealer" else "dealer")
    if isinstance(node, model.Node):
        fields = [f.name for f in attrs.fields(type(node)) if f.name not in ("span", "origin")]
        return attrs.evolve(node, **{name: _exchanged(getattr(node, name)) for name in fields})
    return node


class Advice:
    """A strategy's move for every pair of hands of which the player is asked."""

    def __init__(self, pairs: Pairs, lines: Iterable[Line], will: Will) -> None:
        self._all = pairs.all
        self._lines = [(move, rule) for line in lines for move, rule in _advised(pairs, line, will)]

    def draft(self, asked: Iterable[tuple[int, Hands]]) -> Draft:
        """Return the moves as a table, asked where the player has a choice."""
        return Draft(self._row, dict(asked))

    def _row(self, p: int) -> Row:
        return gathered(self._said(p))

    def _said(self, p: int) -> Iterator[tuple[int, Hands]]:
        left = self._all
        for move, fits in self._lines:
            hands = fits(p) & left
            left &= ~hands
            yield int(move), hands


def _advised(pairs: Pairs, line: Line, will: Will) -> Iterator[tuple[Move, Across]]:
    heading, node = line
    fits = rule(pairs, "player", heading, node, will)
    match node:
        case model.Limit(number=model.Amount(value=most), what=None):
            full = pairs.constant("player", pairs.look(has_cards(int(most))))
            yield Move.STAND, lambda p: fits(p) & full(p)
        case model.Does(verb=word) | model.OtherwiseDoes(verb=word) | model.Advice(move=word):
            if word.text in _MOVES:
                yield _MOVES[word.text], fits
        case model.Otherwise(moves=moves):
            yield from ((_MOVES[move.text], fits) for move in moves if move.text in _MOVES)
