"""An old play under new rules in tiny games, slowly: all cards in the order in which they come, nothing folded.

Two games as tables and which cards are what to both -> value and share of rounds, as fractions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cached_property

from attrs import define, field, frozen

from f27lang.lower.classes import cards_of
from f27lang.model import Game
from f27lang.poker import JOKER, RANKS, key
from f27lang.rulebook import Move, Policy, Rulebook
from f27lang.solve.taking import idle_classes

Cards = tuple[int, ...]  # kinds, in the order in which they came
Choice = Callable[[Cards, Cards], int]  # own cards, cards shown -> a move, 0 where there is none


@frozen
class Kind:
    """Cards that neither game tells apart: their class in each, None where it has none such, and how many of each."""

    classes: tuple[int | None, int | None]
    counts: tuple[int, int]
    rank: str
    suit: str | None


def kinds(games: tuple[Game, Game], books: tuple[Rulebook, Rulebook], *, by_suit: bool) -> tuple[Kind, ...]:
    """Return the kinds of cards of two games; `by_suit` each rank and suit is one."""
    where: list[dict[tuple[str, str | None], tuple[int, int]]] = []
    for game, book in zip(games, books, strict=True):
        places = [c for c, number in book.sorted_shoe for _ in range(number)]
        found = {}
        for card in cards_of(game):
            found[card.rank, card.suit] = places[0], card.count
            places = places[card.count :]
        where.append(found)
    together: dict[tuple[int | None, int | None, object], list[tuple[str, str | None]]] = defaultdict(list)
    for face in dict.fromkeys([*where[0], *where[1]]):
        ranks = {c for (rank, _), (c, _) in where[0].items() if rank == face[0]}
        other_suit = ranks.pop() if len(ranks) == 1 and not books[0].showdowns else None
        old = where[0][face][0] if face in where[0] else other_suit
        together[old, where[1][face][0] if face in where[1] else None, face if by_suit else None].append(face)
    return tuple(
        Kind((old, new), (_number(where[0], faces), _number(where[1], faces)), *faces[0])
        for (old, new, _), faces in together.items()
    )


def _number(where: dict[tuple[str, str | None], tuple[int, int]], faces: list[tuple[str, str | None]]) -> int:
    return sum(where[face][1] for face in faces if face in where)


@define(slots=False)
class Walk:
    """All rounds of one of two games; `side` is 0 for the old one, 1 for the new one."""

    book: Rulebook
    kinds: tuple[Kind, ...]
    side: int
    endless: bool = False
    moves: dict[tuple[Cards, Cards], int] = field(factory=dict, init=False)  # by best play, whatever was reached
    stands: dict[tuple[Cards, Cards], Fraction] = field(factory=dict, init=False)

    def state(self, start: int, cards: Cards) -> int:
        """Return what cards are to the rules."""
        for k in cards:
            c = self.kinds[k].classes[self.side]
            assert c is not None
            start = self.book.step[start * len(self.book.classes) + c]
        return start

    def cell(self, own: Cards, dealer: Cards) -> int:
        """Return the place of a pair of hands in tables."""
        p, d = self.state(self.book.player_start, own), self.state(self.book.dealer_start, dealer)
        return p * len(self.book.states) + d

    def pays(self, outcome: int) -> Fraction:
        """Return what an outcome brings."""
        return Fraction(self.book.outcomes[outcome].payoffs[0], self.book.denominator)

    def next(self, gone: Cards) -> Iterator[tuple[int, Fraction]]:
        """Yield the cards that may come, with their chances."""
        left = [kind.counts[self.side] - (0 if self.endless else gone.count(k)) for k, kind in enumerate(self.kinds)]
        yield from ((k, Fraction(n, sum(left))) for k, n in enumerate(left) if n > 0)

    @cached_property
    def deals(self) -> tuple[Fraction, dict[tuple[Cards, Cards], dict[Cards, Fraction]]]:
        """What rounds bring that the deal decides; others by what is seen, with all that may lie down."""
        rounds: list[tuple[Cards, Cards, Cards, Fraction]] = [((), (), (), Fraction(1))]
        for deal in self.book.before:
            for _ in range(deal.number):
                rounds = [
                    (
                        (*own, k) if deal.to == "player" else own,
                        (*dealer, k) if deal.to == "dealer" else dealer,
                        (*shown, k) if deal.to == "dealer" and deal.up else shown,
                        chance * part,
                    )
                    for own, dealer, shown, chance in rounds
                    for k, part in self.next((*own, *dealer))
                ]
        value = Fraction(0)
        seen: defaultdict[tuple[Cards, Cards], dict[Cards, Fraction]] = defaultdict(dict)
        for own, dealer, shown, chance in rounds:
            outcome = self.book.dealt[self.cell(own, shown)]
            if not outcome and self.book.peeked:
                outcome = self.book.peeked[self.cell(own, dealer)]
            if outcome:
                value += chance * self.pays(outcome - 1)
            else:
                seen[own, shown][dealer] = chance
        return value, dict(seen)

    def bits(self, own: Cards, shown: Cards) -> int:
        """Return the moves allowed."""
        return self.book.moves[self.cell(own, shown)] or Move.STAND

    def hits(self, own: Cards, lies: dict[Cards, Fraction]) -> dict[int, dict[Cards, Fraction]]:
        """Return what may lie down after each card that may come."""
        found: defaultdict[int, dict[Cards, Fraction]] = defaultdict(dict)
        for dealer, weight in lies.items():
            for k, chance in self.next((*own, *dealer)):
                found[k][dealer] = weight * chance
        return dict(found)

    def best(self) -> Fraction:
        """Return the value of best play; its moves are kept."""
        return self.deals[0] + sum(self._best(*seen, lies) for seen, lies in self.deals[1].items())

    def _best(self, own: Cards, shown: Cards, lies: dict[Cards, Fraction]) -> Fraction:
        bits = self.bits(own, shown)
        stand = self.standing(own, shown, lies) if bits & Move.STAND else None
        hit = self.hitting(own, shown, lies, self._best) if bits & Move.HIT else None
        hits = stand is None or (hit is not None and hit > stand)
        self.moves[own, shown] = Move.HIT if hits else Move.STAND
        value = hit if hits else stand
        assert value is not None
        return value

    def standing(self, own: Cards, shown: Cards, lies: dict[Cards, Fraction]) -> Fraction:
        """Return what standing brings."""
        if outcome := self.book.stood[self.cell(own, shown)]:
            return sum(lies.values()) * self.pays(outcome - 1)
        late = sum(deal.number for deal in self.book.between)
        return sum((weight * self.finish(own, dealer, late) for dealer, weight in lies.items()), Fraction(0))

    def hitting(
        self,
        own: Cards,
        shown: Cards,
        lies: dict[Cards, Fraction],
        after: Callable[[Cards, Cards, dict[Cards, Fraction]], Fraction],
    ) -> Fraction:
        """Return what hitting brings, `after` telling what the hands bring that it leads to."""
        value = Fraction(0)
        for k, rest in self.hits(own, lies).items():
            if outcome := self.book.drawn[self.cell((*own, k), shown)]:
                value += sum(rest.values()) * self.pays(outcome - 1)
            else:
                value += after((*own, k), shown, rest)
        return value

    def finish(self, own: Cards, dealer: Cards, late: int) -> Fraction:
        """Return the value against a dealer who is still dealt so many cards."""
        p, d = self.state(self.book.player_start, own), self.state(self.book.dealer_start, dealer)
        known = (*sorted(own), p), (*sorted(dealer), d, late)
        if known not in self.stands:
            size = len(self.book.states)
            if late or self.book.dealer_hits[self.book.law[p] * size + d]:
                ways = self.next((*own, *dealer))
                values = (part * self.finish(own, (*dealer, k), max(late - 1, 0)) for k, part in ways)
                self.stands[known] = sum(values, Fraction(0))
            else:
                self.stands[known] = self.pays(self._outcome(self.book.final[p * size + d], own, dealer))
        return self.stands[known]

    def _outcome(self, outcome: int, own: Cards, dealer: Cards) -> int:
        if outcome < len(self.book.outcomes):
            return outcome
        showdown, ours, theirs = (
            self.book.showdowns[outcome - len(self.book.outcomes)],
            self._key(own),
            self._key(dealer),
        )
        return showdown.better if ours > theirs else showdown.equal if ours == theirs else showdown.worse

    def _key(self, cards: Cards) -> int:
        assert self.book.poker
        ranks = [RANKS.index(self.kinds[k].rank) for k in cards]
        suits = {self.kinds[k].suit for k, rank in zip(cards, ranks, strict=True) if rank != JOKER}
        return key(self.book.poker, sorted(ranks), len(suits) <= 1 and None not in suits)


@define
class Following:
    """The new game played by the old play's choices, the new best play standing in."""

    new: Walk
    choice: Choice

    def value(self) -> Fraction:
        """Return what it brings."""
        self.new.best()
        decided, seen = self.new.deals
        return decided + sum(self._value(*each, lies) for each, lies in seen.items())

    def _wanted(self, own: Cards, shown: Cards) -> int:
        return self.choice(own, shown) & self.new.bits(own, shown)

    def _value(self, own: Cards, shown: Cards, lies: dict[Cards, Fraction]) -> Fraction:
        if (self._wanted(own, shown) or self.new.moves[own, shown]) == Move.HIT:
            return self.new.hitting(own, shown, lies, self._value)
        return self.new.standing(own, shown, lies)

    def stood_in(self) -> Fraction:
        """Return the share of rounds in which the new best play stands in."""
        return sum((self._first(*each, lies) for each, lies in self.new.deals[1].items()), Fraction(0))

    def _first(self, own: Cards, shown: Cards, lies: dict[Cards, Fraction]) -> Fraction:
        wanted = self._wanted(own, shown)
        if not wanted:
            return sum(lies.values(), Fraction(0))
        if wanted == Move.STAND:
            return Fraction(0)
        after = self.new.hits(own, lies).items()
        undecided = ((k, rest) for k, rest in after if not self.new.book.drawn[self.new.cell((*own, k), shown)])
        return sum((self._first((*own, k), shown, rest) for k, rest in undecided), Fraction(0))


def best_choice(old: Walk, *, whole: bool) -> Choice:
    """Return the choices of old best play by what the old rules tell apart; idle cards are, if `whole`."""
    old.best()
    idle = frozenset[int]() if whole else idle_classes(old.book)
    known: dict[object, int] = {}

    def position(own: Cards, shown: Cards) -> object:
        if any(old.kinds[k].classes[0] is None for k in (*own, *shown)) or _never(old, own, idle):
            return None
        if old.book.showdowns:
            return tuple(sorted(own)), tuple(sorted(shown)), old.cell(own, shown)
        held, seen = ([old.kinds[k].classes[0] or 0 for k in cards] for cards in (own, shown))
        return tuple(sorted(c for c in held if c not in idle)), tuple(sorted(seen)), old.cell(own, shown)

    for (own, shown), move in old.moves.items():
        at = position(own, shown)
        assert at is not None and known.setdefault(at, move) == move, "a peek tells more than is looked at here"
    return lambda own, shown: known.get(position(own, shown), 0)


def policy_choice(old: Walk, policy: Policy) -> Choice:
    """Return the choices of a policy."""
    idle = idle_classes(old.book)
    shows = sum(deal.number for deal in old.book.before if deal.to == "dealer" and deal.up)

    def choice(own: Cards, shown: Cards) -> int:
        if len(shown) != shows or any(old.kinds[k].classes[0] is None for k in (*own, *shown)):
            return 0
        return 0 if _never(old, own, idle) else policy.play[old.cell(own, shown)]

    return choice


def _never(old: Walk, own: Cards, idle: frozenset[int]) -> bool:
    """Return whether some card came to a hand that takes none by the old rules, and changed it."""
    size, dealt = len(old.book.states), sum(deal.number for deal in old.book.before if deal.to == "player")
    for taken in range(dealt, len(own)):
        p = old.state(old.book.player_start, own[:taken])
        takes = any(bits & Move.HIT for bits in old.book.moves[p * size : (p + 1) * size])
        if not takes and old.kinds[own[taken]].classes[0] not in idle:
            return True
    return False
