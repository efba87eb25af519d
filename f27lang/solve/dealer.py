"""What a dealer from an endless shoe shows, and how he ends: his states, and poker keys where they decide.

Endless -> Show; group of laws, the dealer's hands -> Finish
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import TYPE_CHECKING

from attrs import define, evolve, field, frozen

from f27lang.solve.deals import dealer_order, deals, dealt_hands, hidden_matter, shown_names
from f27lang.solve.nodes import NOTHING, Sight
from f27lang.solve.suits import leading_to

if TYPE_CHECKING:
    from f27lang.solve.endless import Endless
    from f27lang.solve.faces import Number

Law = dict[int, "Number"]  # dealer's final state -> how likely
Cards = tuple[int, ...]  # card classes, ascending
Level = dict[tuple[int, Cards], "Number"]  # dealer's state, and his cards where a showdown can follow -> how likely


@frozen
class Show:
    """What the dealer may show: the chart's name, hand state, how often, his cards, and the suit that these share.

    `begin` is what he then may have, `late` the number of cards that he gets beside, whatever his laws.
    """

    name: str
    view: int
    weight: Number
    begin: Level
    late: int
    cards: Cards = ()
    suit: int = NOTHING


@define
class Rivals:
    """The poker keys with which a dealer may end, ascending; `below` are the chances of lower ones, and of all."""

    keys: list[int]
    below: list[Number]
    known: dict[int, tuple[Number, Number, Number]] = field(factory=dict)

    def against(self, key: int) -> tuple[Number, Number, Number]:
        """Return how likely a player's key is better, equal and worse."""
        if key not in self.known:
            lower, upper = self.below[bisect_left(self.keys, key)], self.below[bisect_right(self.keys, key)]
            self.known[key] = (lower, upper - lower, self.below[-1] - upper)
        return self.known[key]


@frozen
class Finish:
    """How a dealer ends: how likely each state is, how many cards he takes, how likely each poker key is by state."""

    law: Law
    cards: Number
    keys: dict[int, dict[int, Number]]
    known: dict[tuple[int, ...], Rivals] = field(factory=dict, init=False)

    def rivals(self, states: tuple[int, ...]) -> Rivals:
        """Return his poker keys in some final states."""
        if states not in self.known:
            found: defaultdict[int, Number] = defaultdict(int)
            for d in states:
                for key, chance in self.keys.get(d, {}).items():
                    found[key] += chance
            keys = sorted(found)
            self.known[states] = Rivals(keys, list(accumulate((found[key] for key in keys), initial=0)))
        return self.known[states]


def shows(shoe: Endless, sight: Sight | None) -> Iterator[Show]:
    """Yield all that the dealer may show."""
    if sight or hidden_matter(shoe.rulebook):
        yield from _shows_by_card(shoe, sight)
        return
    given = deals(shoe.rulebook)
    shown = dealt_hands(shoe.rulebook, shoe.rulebook.dealer_start, given.shown)
    weights: defaultdict[tuple[int, str], Number] = defaultdict(lambda: shoe.nothing)
    for hand, name in zip(shown, shown_names(shoe.rulebook, shown)):
        weights[hand.state, name] += shoe.chance(hand)
    for (state, name), weight in weights.items():
        yield Show(name, state, weight, {(state, ()): shoe.one}, given.unseen)


def _shows_by_card(shoe: Endless, sight: Sight | None) -> Iterator[Show]:
    """Yield what the dealer may show, one for each hand, whatever the order of its cards and of those face down."""
    rulebook, classes = shoe.rulebook, len(shoe.chances)
    start = rulebook.dealer_start
    dealt: dict[tuple[int, Cards, int, Cards], Number] = {(start, (), start, ()): shoe.one}
    for up in dealer_order(rulebook):
        longer: defaultdict[tuple[int, Cards, int, Cards], Number] = defaultdict(lambda: shoe.nothing)
        for (view, shown, d, cards), before in dealt.items():
            for c, chance in enumerate(shoe.chances):
                seen = (rulebook.step[view * classes + c], _with(shown, c)) if up else (view, shown)
                longer[*seen, rulebook.step[d * classes + c], _with(cards, c)] += before * chance
        dealt = longer
    by_hand: defaultdict[tuple[int, Cards], Level] = defaultdict(dict)
    for (view, shown, d, cards), chance in dealt.items():
        by_hand[view, shown][d, cards] = chance
    names = _names(shoe)
    for (view, shown), level in by_hand.items():
        weight = sum(level.values())
        begin = {hand: chance / weight for hand, chance in level.items()}
        show = Show(names[view, shown], view, weight, begin, sum(d.number for d in rulebook.between), shown)
        yield from _by_suit(show, sight) if sight and sight.tracked else (show,)


def _names(shoe: Endless) -> dict[tuple[int, Cards], str]:
    hands = dealt_hands(shoe.rulebook, shoe.rulebook.dealer_start, deals(shoe.rulebook).shown)
    cards = (tuple(c for c, held in enumerate(hand.cards) for _ in range(held)) for hand in hands)
    return {(hand.state, held): name for hand, held, name in zip(hands, cards, shown_names(shoe.rulebook, hands))}


def _by_suit(show: Show, sight: Sight) -> Iterator[Show]:
    """Yield a show for each suit that its cards may share."""
    chances: dict[int, Number] = {NOTHING: show.weight}
    for c in show.cards:
        longer: defaultdict[int, Number] = defaultdict(lambda: 0 * sight.one)
        for suit, before in chances.items():
            for shared, chance in sight.shared(suit, c):
                longer[shared] += before * chance
        chances = longer
    for suit, weight in chances.items():
        yield evolve(show, suit=suit, weight=weight)


def _with(cards: Cards, c: int) -> Cards:
    return tuple(sorted((*cards, c)))


@define
class Drawing:
    """A dealer who draws by the laws of one group."""

    shoe: Endless
    sight: Sight | None
    group: int
    ranked: frozenset[int]  # his states that can lead to a showdown

    def finish(self, show: Show) -> Finish:
        """Return how he ends who shows something."""
        law, chances = self.shoe.law(self.group), self._all_dealt(show)
        by_state: defaultdict[int, Number] = defaultdict(lambda: self.shoe.nothing)
        for (d, _), chance in chances.items():
            by_state[d] += chance
        ends, cards = mixed((chance, *law[d]) for d, chance in by_state.items())
        return Finish(ends, cards, self._keys(show, chances))

    def _all_dealt(self, show: Show) -> Level:
        level = show.begin
        for _ in range(show.late):
            level = self._one_more(level)
        return level

    def _one_more(self, level: Level) -> Level:
        classes = len(self.shoe.chances)
        found: defaultdict[tuple[int, Cards], Number] = defaultdict(lambda: self.shoe.nothing)
        for (d, cards), before in level.items():
            for c, chance in enumerate(self.shoe.chances):
                to = self.shoe.rulebook.step[d * classes + c]
                found[to, _with(cards, c) if to in self.ranked else ()] += before * chance
        return found

    def _keys(self, show: Show, level: Level) -> dict[int, dict[int, Number]]:
        size = len(self.shoe.rulebook.states)
        hits = self.shoe.rulebook.dealer_hits[self.group * size : (self.group + 1) * size]
        found: defaultdict[int, defaultdict[int, Number]] = defaultdict(lambda: defaultdict(lambda: self.shoe.nothing))
        while level := {hand: chance for hand, chance in level.items() if hand[0] in self.ranked}:
            for (d, cards), chance in level.items():
                if not hits[d] and self.sight and d in self.sight.last[1]:
                    for key, part in self._mixture(show, cards):
                        found[d][key] += chance * part
            level = self._one_more({hand: chance for hand, chance in level.items() if hits[hand[0]]})
        return dict(found)

    def _mixture(self, show: Show, cards: Cards) -> Iterable[tuple[int, Number]]:
        assert self.sight
        ranks = tuple(sorted(self.sight.ranks[c] for c in cards))
        others = cards if show.suit == NOTHING else (Counter(cards) - Counter(show.cards)).elements()
        return self.sight.mixture(ranks, self.sight.share(others, show.suit))


def drawing(shoe: Endless, sight: Sight | None, group: int) -> Drawing:
    """Return the dealer of a group of laws."""
    return Drawing(shoe, sight, group, leading_to(shoe.rulebook, sight.last[1]) if sight else frozenset())


def mixed(parts: Iterable[tuple[Number, Law, Number]]) -> tuple[Law, Number]:
    """Mix (chance, law, cards) into one law and its mean number of cards."""
    law: defaultdict[int, Number] = defaultdict(int)
    cards: Number = 0
    for chance, part, taken in parts:
        cards += chance * taken
        for d, share in part.items():
            law[d] += chance * share
    return dict(law), cards
