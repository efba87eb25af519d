"""What a kernel needs where poker ranks decide: ranks and suits of the shoe, and how any five cards rank.

Rulebook -> cells, nodes
"""

from __future__ import annotations

from f27lang import poker
from f27lang.emit.nodes import Call, Comment, Constant, Grid, Node, Row, Table, Text
from f27lang.rulebook import Rulebook

_SUITS = ("spades", "hearts", "diamonds", "clubs")
_EVERY_SUIT = 2 ** len(_SUITS) - 1


def face_cells(rulebook: Rulebook) -> bytes:
    """Return for each place of the sorted shoe 16 * the suits that the card can be of, a bit each, + its rank."""
    return bytes(16 * suits + rank for rank, suits, number in _runs(rulebook) for _ in range(number))


def strength_cells(rulebook: Rulebook) -> bytes:
    """Return how five cards rank, 0 the worst, by `poker.index` of the ranks: of several suits, then of one suit.

    Two bytes each, the low one first.
    """
    assert rulebook.poker is not None
    plain, suited = poker.keys(rulebook.poker)
    place = {key: n for n, key in enumerate(sorted({*plain, *suited}))}
    return b"".join(place[key].to_bytes(2, "little") for key in (*plain, *suited))


def ranking(rulebook: Rulebook) -> list[Node]:
    """Return the nodes that build these tables from the runs of the shoe and what is said about poker ranks."""
    about = rulebook.poker
    assert about is not None
    names = (f"{rank} of {suit}" if suit else rank for rank, suit, _ in rulebook.faces)
    grid = Grid(tuple(Row(run, name) for run, name in zip(_runs(rulebook), names, strict=True)))
    origin = dict(rulebook.origins).get("poker")
    return [
        Text(_FACES),
        Table("FACES", Comment((_ABOUT_FACES,)), "faces", (grid,)),
        Comment((_ABOUT_ORDER, *([f"from {origin} (poker)"] if origin else []))),
        Constant("ORDER", about.order),
        Constant("ACE_LOW", int(about.ace_low)),
        Constant("JOKER", about.joker),
        Text(_STRENGTHS),
        Constant("STRENGTHS", Call("strengths", ())),
    ]


def _runs(rulebook: Rulebook) -> list[tuple[int, int, int]]:
    return [(poker.RANKS.index(rank), _suits(rulebook, rank, suit), number) for rank, suit, number in rulebook.faces]


def _suits(rulebook: Rulebook, rank: str, suit: str | None) -> int:
    """Return the suits that a card can be of: a joker that is not dead of any, an added card of none."""
    assert rulebook.poker is not None
    if suit is not None:
        return 1 << _SUITS.index(suit)
    return _EVERY_SUIT if rank == "Joker" and rulebook.poker.joker != "dead" else 0


_ABOUT_FACES = (
    "the shoe, sorted: rank (0 A, 12 K, 13 Joker), suits it can be of (1 spades, 2 hearts, 4 diamonds, 8 clubs), cards"
)
_ABOUT_ORDER = "how five cards rank: categories, best first; whether an ace may be low in a straight; what a joker is"

_FACES = '''
def faces(grid):
    """Return for each place of the shoe 16 * the suits that the card can be of + its rank."""
    return bytes([16 * suits + rank for rank, suits, number in numbers(grid) for _ in range(number)])

'''

_STRENGTHS = '''
ALIKE = {  # by so many cards of one rank, and so many of the next
    "five_of_a_kind": [(5, 0)],
    "four_of_a_kind": [(5, 0), (4, 1)],
    "full_house": [(5, 0), (3, 2)],
    "three_of_a_kind": [(5, 0), (4, 1), (3, 2), (3, 1)],
    "two_pair": [(5, 0), (4, 1), (3, 2), (2, 2)],
    "pair": [(5, 0), (4, 1), (3, 2), (3, 1), (2, 2), (2, 1)],
    "high_card": [(5, 0), (4, 1), (3, 2), (3, 1), (2, 2), (2, 1), (1, 1)],
}
BETTER = {name: len(ORDER) - place for place, name in enumerate(ORDER)}
BEST_ALIKE = {
    counts: max([BETTER.get(name, 0) for name in ALIKE if counts in ALIKE[name]]) for counts in ALIKE["high_card"]
}


def alike(values):
    """Return the category of five values by how many are alike, and the values that decide, in turn."""
    values = sorted(values, key=lambda value: (values.count(value), value), reverse=True)
    most = values.count(values[0])
    return (BEST_ALIKE[most, values.count(values[most]) if most < 5 else 0], *values)


def highest(values, jokers):
    """Return the highest value of the straight that jokers make of these values, 0 where they make none."""
    if len(set(values)) < len(values):
        return 0
    if not values or max(values) - min(values) < 5:
        return min(values + [10]) + 4
    return 5 if ACE_LOW and all([value <= 5 or value == 14 for value in values]) else 0


def ranked(ranks):
    """Return how five ranks compare in several suits, and in one: a category, then the values that decide."""
    values = [rank + 1 if rank else 14 for rank in ranks if rank < 13]
    jokers, dead = 5 - len(values), JOKER == "dead" and 13 in ranks
    aces = values + [0 if dead else 14] * jokers
    plain = alike(aces)
    if JOKER == "wild":
        stands_for = itertools.combinations_with_replacement(sorted({*values, 14}), jokers)
        plain = max([alike(values + list(others)) for others in stands_for])
    if dead:
        return plain, plain
    top = highest(values, jokers)
    if top and "straight" in BETTER:
        plain = max(plain, (BETTER["straight"], top))
    suited = max(plain, (BETTER.get("flush", 0), *sorted(aces, reverse=True)))
    if top and "straight_flush" in BETTER:
        suited = max(suited, (BETTER["straight_flush"], top))
    return plain, suited


def strengths():
    """Return how any five cards rank, 0 the worst, two bytes each: those of several suits, then those of one."""
    hands = [ranked((a, b, c, d, e))
        for e in range(14) for d in range(e + 1) for c in range(d + 1) for b in range(c + 1) for a in range(b + 1)]
    hands = [plain for plain, suited in hands] + [suited for plain, suited in hands]
    places = {hand: place for place, hand in enumerate(sorted(set(hands)))}
    return b"".join([places[hand].to_bytes(2, "little") for hand in hands])

'''

COMPARING = '''
@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def strength(
    cards: cython.p_uint, first: cython.size_t, faces: cython.p_uchar, strengths: cython.p_uchar
) -> cython.uint:
    """Return how the five cards from `first` on rank, by their ranks in order and by whether all can be of one suit.

    Hands a <= b <= c <= d <= e stand in the order of e, then d, and so on: below one lie a of four equal ranks,
    b (b + 1) / 2 of three, and so on.
    """
    ranks = cython.declare(cython.uint[5])
    suits: cython.uint = 15
    rank: cython.uint
    at: cython.uint
    i: cython.uint
    for i in range(5):
        rank = faces[cards[first + i]] & 15
        suits = suits & (faces[cards[first + i]] >> 4)
        at = i
        while at > 0 and ranks[at - 1] > rank:
            ranks[at] = ranks[at - 1]
            at = at - 1
        ranks[at] = rank
    at = ranks[0] + ranks[1] * (ranks[1] + 1) // 2
    at = at + ranks[2] * (ranks[2] + 1) * (ranks[2] + 2) // 6
    at = at + ranks[3] * (ranks[3] + 1) * (ranks[3] + 2) * (ranks[3] + 3) // 24
    at = at + ranks[4] * (ranks[4] + 1) * (ranks[4] + 2) * (ranks[4] + 3) * (ranks[4] + 4) // 120
    if suits:
        at = at + 8568
    return strengths[2 * at] | (strengths[2 * at + 1] << 8)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def showdown(
    p_cards: cython.p_uint, first: cython.size_t, d_cards: cython.p_uint, faces: cython.p_uchar,
    strengths: cython.p_uchar,
) -> cython.uint:
    """Return 0 where the player's five cards are better, 1 where they are equal, 2 where the dealer's are better."""
    ours: cython.uint = strength(p_cards, first, faces, strengths)
    theirs: cython.uint = strength(d_cards, 0, faces, strengths)
    return 0 if ours > theirs else 1 if ours == theirs else 2
'''
