"""Tables say something just where a round comes by, hands that nothing tells apart are one, and idle rules no trace."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cache

import pytest
from attrs import evolve

from f27lang.lower import lower, lower_strategy
from f27lang.rulebook import Move, Rulebook
from tests.closed_games import SECTIONS, game
from tests.test_lower import BLIND, ENDS, NO_HOLE_CARD, UNDEALT
from tests.test_lower import GAMES as WALKED

GAMES = {name: make for name, make in WALKED.items() if name != "paid by suits"}  # that one takes long


# ---- where rounds come by ----------------------------------------------------------------------------------------


@cache
def lowered(name: str) -> Rulebook:
    return lower(GAMES[name]())


def after(book: Rulebook, state: int) -> tuple[int, ...]:
    """Return the states that one more card of each class leads to."""
    width = len(book.classes)
    return book.step[state * width : (state + 1) * width]


class Reached:
    """The cells that rounds come by: every card in every order, every move allowed."""

    def __init__(self, book: Rulebook) -> None:
        self.book, self.size = book, len(book.states)
        self.cells: defaultdict[str, set[int]] = defaultdict(set)
        hands = {(book.player_start, book.dealer_start, book.dealer_start)}  # player's, shown, dealer's
        for deal in book.before:
            for _ in range(deal.number):
                hands = {after for each in hands for after in self.dealt(each, deal.to, deal.up)}
        starts = {(p, v) for p, v, _ in hands}
        stood = self.stood(self.undecided("dealt", starts))
        held = defaultdict(set)
        for _, v, d in hands:
            held[v].add(d)
        for deal in book.between:
            for _ in range(deal.number):
                held = defaultdict(set, {v: {q for d in some for q in after(self.book, d)} for v, some in held.items()})
        self.finish((p, d) for p, v in stood for d in held[v])

    def dealt(self, hands: tuple[int, int, int], to: str, up: bool) -> set[tuple[int, int, int]]:
        p, v, d = hands
        if to == "player":
            return {(q, v, d) for q in after(self.book, p)}
        return {(p, w if up else v, e) for w, e in zip(after(self.book, v), after(self.book, d))}

    def undecided(self, table: str, pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        """Note the cells of a table that rounds come by; return those that decide nothing."""
        cells = {p * self.size + v for p, v in pairs}
        self.cells[table] |= cells
        decides = getattr(self.book, table)
        return [divmod(at, self.size) for at in cells if not decides[at]]

    def stood(self, turn: list[tuple[int, int]]) -> list[tuple[int, int]]:
        stands = set()
        while turn:
            p, v = turn.pop()
            if p * self.size + v in self.cells["moves"]:
                continue
            self.cells["moves"].add(p * self.size + v)
            moves = self.book.moves[p * self.size + v]
            if moves & Move.STAND:
                stands.add((p, v))
            if moves & Move.HIT:
                turn += self.undecided("drawn", {(q, v) for q in after(self.book, p)})
        return self.undecided("stood", stands)

    def finish(self, pairs: Iterable[tuple[int, int]]) -> None:
        todo, seen = list(pairs), set()
        while todo:
            p, d = todo.pop()
            if (p, d) in seen:
                continue
            seen.add((p, d))
            at = self.book.law[p] * self.size + d
            self.cells["dealer_hits"].add(at)
            if self.book.dealer_hits[at]:
                todo += [(p, e) for e in after(self.book, d)]
            else:
                self.cells["final"].add(p * self.size + d)


@pytest.mark.parametrize("name", GAMES)
def test_tables_say_something_just_where_a_round_comes_by(name: str) -> None:
    book = lowered(name)
    reached = Reached(book).cells
    for table in ("dealt", "drawn", "stood", "moves", "dealer_hits", "final"):
        said = {at for at, value in enumerate(getattr(book, table)) if value}
        assert said <= reached[table], table
    assert {at for at, bits in enumerate(book.moves) if bits} == reached["moves"]
    assert {book.final[at] for at in reached["final"]} <= set(range(len(book.outcomes)))
    ends = {getattr(book, t)[at] - 1 for t in ("dealt", "drawn", "stood") for at in reached[t] if getattr(book, t)[at]}
    assert ends | {book.final[at] for at in reached["final"]} == set(range(len(book.outcomes)))


# ---- states ------------------------------------------------------------------------------------------------------


def merged(book: Rulebook) -> int:
    """Return how many states are left where those that no table tells apart are one."""
    size = len(book.states)
    tables = [book.dealt, book.drawn, book.stood, book.moves, book.final]
    hits = [[book.dealer_hits[g * size + d] for d in range(size)] for g in book.law]
    keys: list[object] = [
        (state.total, state.soft, *(table[s * size : (s + 1) * size] for table in tables), tuple(hits[s]),
         *(table[s::size] for table in tables), tuple(row[s] for row in hits))
        for s, state in enumerate(book.states)
    ]  # fmt: skip
    while True:
        numbers = {key: number for number, key in enumerate(dict.fromkeys(keys))}
        blocks = [numbers[key] for key in keys]
        keys = [(blocks[s], *(blocks[q] for q in after(book, s))) for s in range(size)]
        if len(set(keys)) == len(numbers):
            return len(numbers)


def lengths(book: Rulebook, most: int) -> list[set[int]]:
    """Return the numbers of cards, up to `most`, of the hands behind each state."""
    found: list[set[int]] = [set() for _ in book.states]
    level = {book.player_start, book.dealer_start}
    for count in range(most + 1):
        for state in level:
            found[state].add(count)
        level = {q for s in level if {s} != set(after(book, s)) for q in after(book, s)}
    return found


@pytest.mark.parametrize("name", GAMES)
def test_states_are_as_few_as_the_tables_allow(name: str) -> None:
    book = lowered(name)
    assert merged(book) == len(book.states)


@pytest.mark.parametrize("name", GAMES)
def test_a_state_knows_how_many_cards_its_hands_have(name: str) -> None:
    book = lowered(name)
    for state, found in zip(book.states, lengths(book, 30)):
        assert state.cards == (min(found) if len(found) == 1 else None)
        assert len(state.example) == min(found)


@pytest.mark.parametrize("name", GAMES)
def test_cards_that_always_lead_to_the_same_hand_are_one_class(name: str) -> None:
    book = lowered(name)
    columns = [book.step[c :: len(book.classes)] for c in range(len(book.classes))]
    assert len(set(columns)) == len(columns)


# ---- idle rules --------------------------------------------------------------------------------------------------

NEVER = "total 20 with 20.. cards"  # nobody may hold more than six
SIX = {"player": "may hit, stand | at most 6 cards", "dealer": f"{SECTIONS['dealer']} | at most 6 cards"}
IDLE = {
    "player": f"{SIX['player']} | must stand on {NEVER}",
    "dealer": f"stands on {NEVER} | {SIX['dealer']}",
    "settle": f"after dealer: player {NEVER} -> push | {SECTIONS['settle']}",
    "wager game: $10..$500": f"pays 9:1 on player wins with {NEVER} | {SECTIONS['wager game: $10..$500']}",
    "hands": f"{SECTIONS['hands']} | rare: {NEVER}",
    "ranking": f"rank rare, fewer cards first | {SECTIONS['ranking']}",
    "player when dealer shows total 40..": "must stand",
}


@pytest.mark.parametrize("heading", ["player", "dealer", "settle", "wager game: $10..$500", "ranking", list(IDLE)[-1]])
def test_a_rule_that_fits_in_no_round_leaves_no_trace(heading: str) -> None:
    with_it = {heading: IDLE[heading], "hands": IDLE["hands"] if heading == "ranking" else SECTIONS["hands"]}
    plain, idle = lower(game(**SIX)), lower(game(**SIX | with_it))
    assert (plain.digest, plain.states, plain.outcomes) == (
        idle.digest,
        idle.states,
        tuple(evolve(each, row=each.row - (heading == "settle")) for each in idle.outcomes),
    )


# ---- strategies --------------------------------------------------------------------------------------------------


ADVICE = "hit on total ..8 | stand on holding Joker | hit on hard ..19 | stand on total 15.. | otherwise hit"


@pytest.mark.parametrize("play", [SECTIONS["play"], NO_HOLE_CARD, BLIND, UNDEALT])
def test_advice_is_read_from_the_top(play: str) -> None:
    lines = ADVICE.replace(" | ", "\n")
    book, policy = lower_strategy(game(play=play, settle=ENDS, **{"strategy read": f"player {{\n{lines}\n}}"}), "read")

    def wanted(p: int) -> Move:
        state, ranks = book.states[p], [book.classes[c].name for c in book.states[p].example]
        if state.total <= 8:
            return Move.HIT
        if "Joker" in ranks:
            return Move.STAND
        return Move.HIT if state.total < (15 if state.soft else 20) else Move.STAND

    size, asked = len(book.states), Move.HIT | Move.STAND
    cells = Reached(book).cells["moves"]
    assert {divmod(at, size)[0] for at in cells if book.moves[at] == asked}
    for at, move in enumerate(policy.play):
        if at in cells and book.moves[at] == asked:
            assert move == wanted(at // size)
        else:
            assert move == book.moves[at]


def test_the_dealers_limit_of_cards_is_his_imitators_too() -> None:
    found = game(dealer="otherwise hits | at most 4 cards", **{"strategy copy": "like dealer"})
    book, policy = lower_strategy(found, "copy")
    moves = {(book.states[at // len(book.states)].cards, move) for at, move in enumerate(policy.play) if move}
    assert {cards for cards, move in moves if move == Move.HIT} == {2, 3}
    assert {cards for cards, move in moves if move == Move.STAND} == {None}  # four or more
