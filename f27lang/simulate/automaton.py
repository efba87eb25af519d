"""A whole round as an automaton that a card drives: Rulebook, Policy -> Automaton.

What the dealer makes of a hand, what the player answers and how the round is settled are worked out once for each
situation, and situations that no card can tell apart are one state. So a round is a look-up a card.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from functools import cache
from itertools import chain, groupby
from math import gcd
from typing import Any

from attrs import field, frozen

from f27lang.emit import RunTables, run_tables
from f27lang.emit.tables import cell_bytes
from f27lang.rulebook import Policy, Rulebook
from f27lang.simulate.answers import ENDED, STANDS, TAKES_CARD, answers
from f27lang.simulate.beside import ends

MOST_STATES = 1 << 16  # their table is then 4 MB, and about as fast as the steps it takes the place of
_SHIFT = 20  # of the multiplication that makes a column of a place
_PARTS = 4  # times as many columns as classes, at most: a table grows with them
_FIVE = 5

State = tuple[Any, ...]
_DEAL, _TAKE, _BETWEEN, _DRAW, _END, _SHOWDOWN = range(6)


@frozen
class Automaton:
    """The tables that the kernel `lanes` plays by, and the places in a tally of what it counts.

    `counted` are (state, place in the tally). `states` is their number.
    """

    tables: dict[str, Any] = field(repr=False)
    counted: tuple[tuple[int, int], ...]
    states: int
    places: int

    def tally(self, counts: list[int]) -> list[int]:
        """Return a tally's counts from the numbers of rounds that ended in each state."""
        found = [0] * self.places
        for state, place in self.counted:
            found[place] += counts[state]
        return found


def automaton(rulebook: Rulebook, policy: Policy) -> Automaton | None:
    """Return a round of one player from a fresh shoe; None where it has more than MOST_STATES states.

    The rulebook has no wagers beside another but those that the policy takes. Raises ValueError where the policy makes
    a move that the rules don't allow.
    """
    round_ = _Round(rulebook, policy)
    rows = round_.rows()
    if rows is None:
        return None
    groups = _merged(round_.states, rows)
    return _laid_out(rulebook, policy, round_.states, rows, groups)


class _Numbered(dict[int, int]):
    """The states that hands lead to, each worked out when it is first met."""

    def __init__(self, state: Callable[[int], int]) -> None:
        super().__init__()
        self.state = state

    def __missing__(self, hand: int) -> int:
        found = self[hand] = self.state(hand)
        return found


class _Round:
    """The situations of a round, numbered as they are met.

    They are: in the deal (how many cards were dealt, player, what the dealer shows, dealer); the player takes a card
    (told, player, shown, dealer), told being what wagers beside another came to; cards are dealt between the turns; the
    dealer takes a card; the end, by its place in the tally, or the showdown of that number.
    """

    def __init__(self, rulebook: Rulebook, policy: Policy) -> None:
        tables, width = run_tables(rulebook), cell_bytes(rulebook)

        def cells(packed: bytes) -> list[int]:
            return [int.from_bytes(packed[i : i + width], "little") for i in range(0, len(packed), width)]

        self.rulebook, self.size = rulebook, len(rulebook.states)
        classes = len(rulebook.classes)
        self.after = [rulebook.step[classes * s : classes * s + classes] for s in range(self.size)]
        self.deals = [(deal.to == "player", deal.up) for deal in rulebook.before for _ in range(deal.number)]
        self.between = sum(deal.number for deal in rulebook.between)
        of_player = [cells(table) for table in answers(rulebook, policy)]
        self.after_deal, self.after_card = of_player[:2]
        self.peek = of_player[2:4] if rulebook.peeked else []
        takes = of_player[len(of_player) - len(rulebook.sides) :] if rulebook.sides else []
        self.sides = [(took, cells(_bytes(tables, f"brings_{n}"))) for n, took in enumerate(takes)]
        self.numbers: dict[State, int] = {}
        self.states: list[State] = []
        self.alike: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
        self.players = cache(lambda *seen: _Numbered(lambda p: self.answered(self.after_card, p, *seen)))
        self.dealers = cache(lambda told, p, left: _Numbered(lambda d: self.dealt_between(told, p, d, left)))
        self.law = cache(self._law)

    def number(self, *state: Any) -> int:
        """Return the number of a state, a new one where it is met for the first time."""
        found = self.numbers.setdefault(state, len(self.states))
        if found == len(self.states):
            self.states.append(state)
        return found

    def rows(self) -> list[list[int]] | None:
        """Return for each state the state that each card class leads to; none for an end. None: too many states."""
        self.dealt(0, self.rulebook.player_start, self.rulebook.dealer_start, self.rulebook.dealer_start)
        rows: list[list[int]] = []
        for state in self.states:
            rows.append(self.row(*state))
            if len(self.states) > MOST_STATES:
                return None
        return rows

    def row(self, kind: int, *at: Any) -> list[int]:
        """Return the states that cards lead to."""
        if kind == _DEAL:
            number, p, shown, d = at
            return [self.given(number, p, shown, d, card) for card in range(len(self.rulebook.classes))]
        if kind == _TAKE:
            told, p, shown, d = at
            return list(map(self.players(told, shown, d).__getitem__, self.after[p]))
        if kind in (_BETWEEN, _DRAW):
            told, p, d, left = at
            return list(map(self.dealers(told, p, max(left - 1, 0)).__getitem__, self.after[d]))
        return []

    def dealt(self, number: int, p: int, shown: int, d: int) -> int:
        """Return the state when so many cards have been dealt before the turns."""
        if number < len(self.deals):
            return self.number(_DEAL, number, p, shown, d)
        hand = shown * self.size + p
        told = sum(brings[d] for takes, brings in self.sides if takes[hand])
        for table, at in zip(self.peek, (hand, d * self.size + p)):
            if table[at]:
                return self.end(told, table[at] - ENDED)
        return self.answered(self.after_deal, p, told, shown, d)

    def given(self, number: int, p: int, shown: int, d: int, card: int) -> int:
        """Return the state after the next card of the deal."""
        to_player, up = self.deals[number]
        if to_player:
            return self.dealt(number + 1, self.after[p][card], shown, d)
        return self.dealt(number + 1, p, self.after[shown][card] if up else shown, self.after[d][card])

    def answered(self, table: list[int], p: int, told: int, shown: int, d: int) -> int:
        """Return the state when the player has looked at his hand."""
        answer = table[shown * self.size + p]
        if answer == TAKES_CARD:
            return self.number(_TAKE, told, p, shown, d)
        return self.dealers(told, self.law(p), self.between)[d] if answer == STANDS else self.end(told, answer - ENDED)

    def _law(self, p: int) -> int:
        """Return one of the player's hands against which the dealer draws and settles as against this."""
        first = self.rulebook.law[p] * self.size
        draws = self.rulebook.dealer_hits[first : first + self.size]
        return self.alike.setdefault((draws, self.rulebook.final[p * self.size : (p + 1) * self.size]), p)

    def dealt_between(self, told: int, p: int, d: int, left: int) -> int:
        """Return the state of the dealer's turn, so many cards being dealt before it."""
        if left:
            return self.number(_BETWEEN, told, p, d, left)
        if self.rulebook.dealer_hits[self.rulebook.law[p] * self.size + d]:
            return self.number(_DRAW, told, p, d, 0)
        return self.end(told, self.rulebook.final[p * self.size + d])

    def end(self, told: int, final: int) -> int:
        """Return the state of a round that has ended, or that its poker ranks end."""
        outcomes = len(self.rulebook.outcomes)
        if final < outcomes:
            return self.number(_END, told * outcomes + final)
        return self.number(_SHOWDOWN, told * outcomes, final - outcomes)


def _merged(states: list[State], rows: list[list[int]]) -> list[int]:
    """Return the group of each state: those that no cards to come tell apart (Moore, Gedanken-experiments, 1956)."""
    names: dict[Any, int] = {}
    groups = [names.setdefault((state if not row else None), len(names)) for state, row in zip(states, rows)]
    number = 0
    while number < len(names):
        number, names = len(names), {}
        groups = [
            names.setdefault((group, *map(groups.__getitem__, row)), len(names)) for group, row in zip(groups, rows)
        ]
    return groups


def _laid_out(
    rulebook: Rulebook, policy: Policy, states: list[State], rows: list[list[int]], groups: list[int]
) -> Automaton:
    """Return the tables: ended states first, those that poker ranks end last among them, then the others as met."""
    kinds = [kind for kind, number in rulebook.sorted_shoe for _ in range(number)]
    columns, pace = _columns(kinds, len(rulebook.classes))
    width = max(len(columns), 3)
    first = {group: n for n, group in reversed(list(enumerate(groups)))}  # a state of each group, the first one
    order = sorted(first, key=lambda group: (bool(rows[first[group]]), states[first[group]][0], first[group]))
    place = {group: n * width for n, group in enumerate(order)}
    ended = [states[first[group]] for group in order if not rows[first[group]]]
    showdowns = [state for state in ended if state[0] == _SHOWDOWN]
    to = [place[group] for group in groups]
    padding = [0] * (width - len(columns))
    row_of = [rows[first[group]] for group in order]
    leads = chain.from_iterable(
        [*(to[row[kind]] for kind in columns), *padding] if row else width * [place[group]]
        for group, row in zip(order, row_of, strict=True)
    )
    tables = run_tables(rulebook)
    return Automaton(
        tables={
            "leads": array("I", leads),
            "kinds": array("I", kinds),
            "turns": array("I", _turns(rulebook)),
            "faces": _bytes(tables, "faces"),
            "strengths": _bytes(tables, "strengths"),
            "cards": len(kinds),
            "pace": pace,
            "width": width,
            "start": to[0],
            "compared": width * (len(ended) - len(showdowns)),
            "ended": width * len(ended),
        },
        counted=tuple(_counted(rulebook, ended, width)),
        states=len(order),
        places=ends(rulebook, policy),
    )


def _counted(rulebook: Rulebook, ended: list[State], width: int) -> Iterable[tuple[int, int]]:
    for n, (kind, *where) in enumerate(ended):
        if kind == _END:
            yield n * width, where[0]
        else:
            showdown = rulebook.showdowns[where[1]]
            for how, outcome in enumerate((showdown.better, showdown.equal, showdown.worse)):
                yield n * width + how, where[0] + outcome


def _turns(rulebook: Rulebook) -> list[int]:
    """Return where each card belongs of a round in which both get five: the player's 0 to 4, the dealer's 5 to 9."""
    if not rulebook.showdowns:
        return []
    dealt = [deal.to == "player" for deal in rulebook.before for _ in range(deal.number)]
    to_player = [*dealt, *[True] * (_FIVE - sum(dealt))]
    to_player += [False] * (2 * _FIVE - len(to_player))
    return [sum(to_player[:n]) if mine else _FIVE + n - sum(to_player[:n]) for n, mine in enumerate(to_player)]


def _columns(kinds: list[int], classes: int) -> tuple[list[int], int]:
    """Return the class of each column of a table, and what makes a place its column, place * pace >> 20.

    Columns are equal parts of the sorted shoe, of one class each, where that does not make many of few. Else they are
    the classes, and the pace is 0.
    """
    runs = [len(list(run)) for _, run in groupby(kinds)]
    part = gcd(*runs[:-1]) or runs[-1]
    columns, pace = kinds[::part], -(-(1 << _SHIFT) // part)
    few = len(columns) <= _PARTS * classes and len(kinds) * pace < 1 << 32
    inside = (len(kinds) - 1) * pace >> _SHIFT < len(columns)  # a pace is rounded up: of many cards the last go too far
    if few and inside and all(columns[place * pace >> _SHIFT] == kind for place, kind in enumerate(kinds)):
        return columns, pace
    return list(range(classes)), 0


def _bytes(tables: RunTables, name: str) -> bytes:
    found = tables.get(name, b"")
    assert isinstance(found, bytes)
    return found
