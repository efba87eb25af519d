"""What means the same in one form: a node -> the node with numbers, lists and names of hands as all would say them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, TypeVar, cast

import attrs

from f27lang import model
from f27lang.model.node import Node
from f27lang.resolve.lines import RANKS, upward
from f27lang.resolve.quantities import rebuilt, shown
from f27lang.syntax.write import text

N = TypeVar("N", bound=Node)
HandNames = Mapping[str, str]


def alike(node: N) -> N:
    """Return the one form of all nodes that mean what this one does; its spans show the words that it had."""
    inner = rebuilt(node, alike)
    form = _FORMS.get(type(inner))
    return cast("N", form(inner)) if form else inner


def renamed(node: N, names: HandNames) -> N:
    """Return a node in which hands go by other names; a name that is not listed stays."""
    if not names:
        return node
    if isinstance(node, model.Hand | model.Named | model.Rung) and node.name.text in names:
        name = attrs.evolve(node.name, text=names[node.name.text])
        node = cast("N", attrs.evolve(cast("Any", node), name=name))
    return rebuilt(node, lambda inner: renamed(inner, names))


def hand_names(a: model.Game, b: model.Game) -> dict[str, str]:
    """Return what `a` calls the hands for which `b` has names of its own.

    Hands of one name are one hand, however they are defined; of the rest those with one definition. A definition may
    name hands that were found before.
    """
    left, right = _hands(a), _hands(b)
    new = [name for name in right if name not in left]
    free = {name: alike(hand).patterns for name, hand in left.items() if name not in right}
    names: dict[str, str] = {}
    while True:
        found = next(((name, old) for name in new if (old := _defined_so(right[name], names, free))), None)
        if found is None:
            return names
        name, old = found
        names[name] = old
        new.remove(name)
        del free[old]


def _hands(game: model.Game) -> dict[str, model.Hand]:
    return {hand.name.text: hand for hand in (game.hands.lines if game.hands else ())}


def _defined_so(hand: model.Hand, names: HandNames, free: Mapping[str, tuple[model.Pattern, ...]]) -> str | None:
    patterns = alike(renamed(hand, names)).patterns
    return next((name for name, known in free.items() if known == patterns), None)


def _sorted(field: str) -> Callable[[Any], Node]:
    """Return what puts a list in order whose order says nothing."""

    def form(node: Any) -> Node:
        return cast("Node", attrs.evolve(node, **{field: tuple(sorted(getattr(node, field), key=text))}))

    return form


def _ranks(node: model.Ranks) -> model.Ranks:
    ranks = upward(node) or ()
    single = (model.RankSpan(rank, None, span=rank.span) for rank in sorted(ranks, key=_rank))
    return attrs.evolve(node, spans=tuple(single)) if ranks else node


def _rank(rank: model.Rank) -> int:
    return RANKS.index(rank.text)


def _deck(node: model.Deck) -> model.Deck:
    added: dict[model.Rank, model.Plus] = {}
    for plus in node.plus:
        so_far = added[plus.rank].number.value if plus.rank in added else 0
        number = attrs.evolve(plus.number, value=so_far + plus.number.value)
        added[plus.rank] = attrs.evolve(plus, number=number)
    return attrs.evolve(node, plus=tuple(sorted(added.values(), key=lambda each: each.rank.text)))


def _odds(node: model.Odds) -> model.Odds:
    if not node.staked:
        return node
    paid, staked = (node.paid / node.staked).as_integer_ratio()
    return attrs.evolve(node, paid=Fraction(paid), staked=Fraction(staked), text=f"{paid}:{staked}")


def _between(node: model.Between) -> model.Range:
    return model.Exactly(node.low, span=node.span) if node.low == node.high else node


_FORMS: dict[type[Node], Callable[[Any], Node]] = {
    model.Amount: lambda n: attrs.evolve(n, text=shown(n.value)),
    model.Percent: lambda n: attrs.evolve(n, text=f"{shown(n.value)}%"),
    model.Money: lambda n: attrs.evolve(n, text=f"${shown(n.value)}"),
    model.Odds: _odds,
    model.Between: _between,
    model.Decks: lambda n: attrs.evolve(n, least=None, most=None),  # what it may be set to is no rule
    model.Deck: _deck,
    model.Ranks: _ranks,
    model.Worth: _sorted("ways"),
    model.PokerRole: _sorted("roles"),
    model.CardsAre: _sorted("cards"),
    model.Started: _sorted("cards"),
    model.Pattern: _sorted("tails"),
    model.Hand: _sorted("patterns"),
    model.When: _sorted("seen"),
    model.OutcomeRow: _sorted("facts"),
    model.Nearest: _sorted("targets"),
}
