"""What a closed game says, in the form in which checks ask for it: Game → ranks, steps, patterns, moves."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, TypeVar

import attrs

from f27lang import model

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "Joker")

# fields of games that hold no rule in force: options and choices are merged already
NOT_IN_FORCE = ("files", "settings", "params", "options", "choices", "houses")

N = TypeVar("N", bound=model.Node)


def walk(*roots: object) -> Iterator[model.Node]:
    """Yield every node below and including the roots, in the order written."""
    return model.walk(*(_in_force(root) if isinstance(root, model.Game) else root for root in roots))


def _in_force(game: model.Game) -> tuple[object, ...]:
    return tuple(getattr(game, f.name) for f in attrs.fields(model.Game) if f.name not in NOT_IN_FORCE)


def every(cls: type[N], *roots: object) -> Iterator[N]:
    """Yield every node of a class below the roots."""
    return (node for node in walk(*roots) if isinstance(node, cls))


def ranks_of(ranks: model.Ranks) -> tuple[str, ...]:
    """Return the ranks of `2..10 K`, written out; ranks that don't exist and spans that run down give nothing."""
    found: list[str] = []
    for span in ranks.spans:
        last = span.last or span.first
        if span.first.text in RANKS and last.text in RANKS:
            found += RANKS[RANKS.index(span.first.text) : RANKS.index(last.text) + 1]
    return tuple(found)


def line_of(section: Any, cls: type[N]) -> N | None:
    """Return the first line of a class in a section, where both are there."""
    return next((line for line in section.lines if isinstance(line, cls)), None) if section else None


def decks_of(game: model.Game) -> int:
    """Return the number of decks as set."""
    line = line_of(game.cards, model.Decks)
    chosen = game.settings.params.get("decks")
    if isinstance(chosen, Fraction):
        return int(chosen)
    return line.number.value if line else 1


def shoe_of(game: model.Game) -> dict[str, int]:
    """Return the number of cards of each rank in the full shoe."""
    deck = line_of(game.cards, model.Deck)
    counts: dict[str, int] = {}
    if deck is None:
        return counts
    for rank in ranks_of(deck.ranks):
        counts[rank] = counts.get(rank, 0) + deck.suits.value
    for plus in deck.plus:
        counts[plus.rank.text] = counts.get(plus.rank.text, 0) + plus.number.value
    return {rank: count * decks_of(game) for rank, count in counts.items() if count}


def value_lines(game: model.Game) -> dict[str, model.Value]:
    """Return the line that values each rank."""
    lines = game.values.lines if game.values else ()
    return {rank: line for line in lines for rank in ranks_of(line.ranks)}


def worth_of(rank: str, value: model.Value) -> tuple[Fraction, ...]:
    """Return what a card may count, lowest first; nothing for a card that makes a total."""
    ways: list[Fraction] = []
    for way in value.worth.ways:
        if isinstance(way, model.Face) and rank.isdigit():
            ways.append(Fraction(rank))
        elif isinstance(way, model.Amount):
            ways.append(way.value)
    return tuple(sorted(ways))


def limit_of_cards(blocks: tuple[model.PlayerTurn, ...] | tuple[model.DealerTurn, ...]) -> model.Limit | None:
    """Return the least limit in cards that holds always."""
    found = [
        line
        for block in blocks
        if block.when is None
        for line in block.lines
        if isinstance(line, model.Limit) and line.what is None and isinstance(line.number, model.Amount)
    ]
    return min(found, key=lambda line: number(line.number), default=None)


def number(quantity: model.Quantity) -> Fraction:
    """Return the value of a number in a closed game."""
    assert isinstance(quantity, model.Amount), quantity
    return quantity.value


def phases(game: model.Game) -> tuple[model.Phase, ...]:
    """Return the steps of play in order, those of repeats included."""
    return tuple(step.phase for step in every(model.Step, game.play))


def turn_at(game: model.Game, seat: str) -> int | None:
    """Return the place of a turn among the steps."""
    places = (i for i, p in enumerate(phases(game)) if isinstance(p, model.TurnOf) and p.seat.text == seat)
    return next(places, None)


def dealt_before_turn(game: model.Game, seat: str) -> tuple[model.Deal, ...]:
    """Return the deals to a side that come before the player's turn."""
    end = turn_at(game, "player")
    return tuple(p for p in phases(game)[:end] if isinstance(p, model.Deal) and p.to.text == seat)


def hidden_deal(game: model.Game) -> model.Deal | None:
    """Return a deal before the player's turn that leaves a dealer's card face down."""
    return next((deal for deal in dealt_before_turn(game, "dealer") if deal.facing.text == "down"), None)


def is_banked(game: model.Game) -> bool:
    """Return whether the house plays against each seat by itself."""
    return game.kind == "banked"
