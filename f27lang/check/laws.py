"""Laws of a turn, each with all its conditions: the blocks of a Game → Law, and whether two can ever fit one hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from f27lang import model
from f27lang.check.bounds import Spread, bounds, never_both
from f27lang.check.facts import ranks_of

Atom = model.Node
Conjunction = tuple[Atom, ...]
LawNode = model.May | model.Must | model.Does | model.Advice


class Law(NamedTuple):
    """A line of a turn: the moves that it names where its pattern and all conditions, the heading's too, hold."""

    node: LawNode | model.OtherwiseMust | model.OtherwiseDoes | model.Otherwise
    moves: tuple[str, ...]  # "hit", "stand"
    on: model.Pattern | None
    seen: tuple[model.Seen, ...]
    block: model.Node

    @property
    def always(self) -> bool:
        """Whether the law fits every hand."""
        return self.on is None and not self.seen


def laws_of(blocks: Sequence[model.PlayerTurn | model.DealerTurn], *classes: type[model.Node]) -> tuple[Law, ...]:
    """Return the laws of the given classes in the order written; `otherwise` lines keep their heading's conditions."""
    return tuple(law(line, block) for block in blocks for line in block.lines if isinstance(line, classes))


def law(line: model.Node, block: model.PlayerTurn | model.DealerTurn | model.PlayerAdvice) -> Law:
    """Return a line of a block as a Law."""
    heading = block.when.seen if block.when else ()
    when = getattr(line, "when", None)
    return Law(line, _moves(line), getattr(line, "on", None), (*heading, *(when.seen if when else ())), block)  # type: ignore[arg-type]


def _moves(line: model.Node) -> tuple[str, ...]:
    match line:
        case model.May(moves=moves) | model.Otherwise(moves=moves):
            return tuple(move.text for move in moves)
        case model.Must(move=move) | model.OtherwiseMust(move=move) | model.Advice(move=move):
            return (move.text,)
        case model.Does(verb=verb) | model.OtherwiseDoes(verb=verb):
            return (verb.text.removesuffix("s"),)
    return ()


class Excluder(NamedTuple):
    """Tells from the words alone whether two laws can never fit one hand, whatever the settings."""

    names: Mapping[str, tuple[model.Pattern, ...]]
    params: Mapping[str, Spread]

    def exclude(self, one: Law, other: Law) -> bool:
        """Return whether no hand fits both laws for any value of any param."""
        return all(self._never(a, b) for a, b in product(self._ways(one), self._ways(other)))

    def _ways(self, law: Law) -> Iterator[Conjunction]:
        for atoms in self._alternatives(law.on):
            yield (*atoms, *law.seen)

    def _alternatives(self, pattern: model.Pattern | None) -> Iterator[Conjunction]:
        """Yield the atoms of each way in which a pattern can fit, names written out."""
        if pattern is None:
            yield ()
        elif isinstance(pattern.head, model.Named):
            for meaning in self.names.get(pattern.head.name.text, ()):
                for atoms in self._alternatives(meaning):
                    yield (*atoms, *pattern.tails)
        else:
            yield (*((pattern.head,) if pattern.head else ()), *pattern.tails)

    def _never(self, one: Conjunction, other: Conjunction) -> bool:
        return any(self._clash(a, b) for a, b in product(one, other))

    def _clash(self, one: Atom, other: Atom) -> bool:
        match one, other:
            case model.TotalIs(), model.TotalIs():
                return self._totals_clash(one, other)
            case model.WithCards(), model.WithCards():
                return not bounds(one.number, self.params).meets(bounds(other.number, self.params))
            case (model.CardsAre(cards=cards), model.WithCards(number=number)) | (
                model.WithCards(number=number),
                model.CardsAre(cards=cards),
            ):
                return not bounds(number, self.params).holds(len(cards))
            case model.CardsAre(), model.CardsAre():
                return _cards_clash(one, other)
            case model.Will(), model.Will():
                return one.text != other.text
            case model.Shows(), model.Shows():
                return self._shown_clash(one.what, other.what)
            case model.Has(), model.Has() if one.other == other.other:
                pairs = product(self._alternatives(one.pattern), self._alternatives(other.pattern))
                return all(self._never(a, b) for a, b in pairs)
            case model.Drew(), model.Drew() if one.other == other.other:
                return not set(ranks_of(one.ranks)) & set(ranks_of(other.ranks))
            case (model.Drew(other=a), model.DrewNothing(other=b)) | (model.DrewNothing(other=a), model.Drew(other=b)):
                return a == b
        return False

    def _totals_clash(self, one: model.TotalIs, other: model.TotalIs) -> bool:
        words = {measure.text for measure in (one.measure, other.measure) if isinstance(measure, model.Reading)}
        if {"hard", "soft"} <= words or never_both(one.range, other.range):
            return True
        return not bounds(one.range, self.params).meets(bounds(other.range, self.params))

    def _shown_clash(self, one: model.Node, other: model.Node) -> bool:
        if isinstance(one, model.Ranks) and isinstance(other, model.Ranks):
            return not set(ranks_of(one)) & set(ranks_of(other))
        return self._clash(one, other)


def _cards_clash(one: model.CardsAre, other: model.CardsAre) -> bool:
    ranks = [Counter(card.text for card in hand.cards) for hand in (one, other)]
    if len(one.cards) != len(other.cards):
        return True
    return all("any" not in hand for hand in ranks) and ranks[0] != ranks[1]
