# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, binding=False
# Written by `f27 compile`, compared by `f27 compile --check`; runs compiled by Cython or as plain Python.
# The rules of 21-24-27 (21-24-27.f27, finnish-27.f27) as tables, and a kernel that plays rounds by them.

import hashlib

import cython

DIGEST = "be2d5a97424dd4ac010f11ebea85e14df8b2c252f6e6bab2707d0f468ef09509"
CELL_BYTES = 1
CARDS = 324
CLASSES = 14
STATES = 46
PLAYER_START = 0
DEALER_START = 0
OUTCOMES = 8


def numbers(text):
    """Return the numbers of a grid, row by row, without the words behind `#`."""
    return [[int(n) for n in line.split("#")[0].split()] for line in text.split("\n") if line.split("#")[0].strip()]


def pack(cells):
    """Return cells as bytes, CELL_BYTES each, the low one first."""
    return b"".join([cell.to_bytes(CELL_BYTES, "little") for cell in cells])


def cells(grid):
    """Return a grid as it stands."""
    return pack([n for row in numbers(grid) for n in row])


def runs(grid):
    """Return the shoe of which a grid tells the runs: a card class and how many cards of it."""
    return pack([card for card, number in numbers(grid) for _ in range(number)])


def pairs(grid, rows, columns):
    """Return the full table of which a grid tells the rows and columns that differ."""
    kinds = [kind for row in numbers(columns) for kind in row]
    spread = [pack([row[kind] for kind in kinds]) for row in numbers(grid)]
    return b"".join([spread[kind] for row in numbers(rows) for kind in row])


# the shoe, sorted: card class, number of cards
# from finnish-27.f27:8-10 (cards)
SHOE = runs(
"""
   0 24  # A
   1 24  # 2
   2 24  # 3
   3 24  # 4
   4 24  # 5
   5 24  # 6
   6 24  # 7
   7 24  # 8
   8 24  # 9
   9 24  # 10
  10 24  # J
  11 24  # Q
  12 24  # K
  13 12  # Joker
""",
)

# hand state after one more card: a row a state, a column a card class
# from finnish-27.f27:14-19 (values), finnish-27.f27:23-24 (total), finnish-27.f27:28-30 (hands)
STEP = cells(
"""
#  A  2  3  4  5  6  7  8  9 10  J  Q  K Joker
   1  2  3  4  5  6  7  8  9 10 11 12 13    14  # 0 hard 0 with 0 cards
  15 16 17 18 19 20 21 22 23 24 25 26 27    28  # 1 soft 14 with 1 card
  16  4  5  6  7  8  9 10 11 12 29 30 31     2  # 2 hard 2
  17  5  6  7  8  9 10 11 12 29 30 31 32     3  # 3 hard 3
  18  6  7  8  9 10 11 12 29 30 31 32 33     4  # 4 hard 4
  19  7  8  9 10 11 12 29 30 31 32 33 34     5  # 5 hard 5
  20  8  9 10 11 12 29 30 31 32 33 34 35     6  # 6 hard 6
  21  9 10 11 12 29 30 31 32 33 34 35 36     7  # 7 hard 7
  22 10 11 12 29 30 31 32 33 34 35 36 37     8  # 8 hard 8
  23 11 12 29 30 31 32 33 34 35 36 37 38     9  # 9 hard 9
  24 12 29 30 31 32 33 34 35 36 37 38 39    10  # 10 hard 10
  25 29 30 31 32 33 34 35 36 37 38 39 40    11  # 11 hard 11
  26 30 31 32 33 34 35 36 37 38 39 40 41    12  # 12 hard 12
  27 31 32 33 34 35 36 37 38 39 40 41 42    29  # 13 hard 13 with 1 card
  28  2  3  4  5  6  7  8  9 10 11 12 29    14  # 14 hard 0
  16 17 18 19 20 21 22 23 24 25 26 43 31    15  # 15 soft 15
  17 18 19 20 21 22 23 24 25 26 43 31 32    16  # 16 soft 16
  18 19 20 21 22 23 24 25 26 43 31 32 33    17  # 17 soft 17
  19 20 21 22 23 24 25 26 43 31 32 33 34    18  # 18 soft 18
  20 21 22 23 24 25 26 43 31 32 33 34 35    19  # 19 soft 19
  21 22 23 24 25 26 43 31 32 33 34 35 36    20  # 20 soft 20
  22 23 24 25 26 43 31 32 33 34 35 36 37    21  # 21 soft 21
  23 24 25 26 43 31 32 33 34 35 36 37 38    22  # 22 soft 22
  24 25 26 43 31 32 33 34 35 36 37 38 39    23  # 23 soft 23
  25 26 43 31 32 33 34 35 36 37 38 39 40    24  # 24 soft 24
  26 43 31 32 33 34 35 36 37 38 39 40 41    25  # 25 soft 25
  43 31 32 33 34 35 36 37 38 39 40 41 42    26  # 26 soft 26
  27 27 27 27 27 27 27 27 27 27 27 27 27    27  # 27 finnish_27 with 2 cards
  15 16 17 18 19 20 21 22 23 24 25 26 43    28  # 28 soft 14
  43 31 32 33 34 35 36 37 38 39 40 41 42    29  # 29 hard 13
  31 32 33 34 35 36 37 38 39 40 41 42 44    30  # 30 hard 14
  32 33 34 35 36 37 38 39 40 41 42 44 45    31  # 31 hard 15
  33 34 35 36 37 38 39 40 41 42 44 45 45    32  # 32 hard 16
  34 35 36 37 38 39 40 41 42 44 45 45 45    33  # 33 hard 17
  35 36 37 38 39 40 41 42 44 45 45 45 45    34  # 34 hard 18
  36 37 38 39 40 41 42 44 45 45 45 45 45    35  # 35 hard 19
  37 38 39 40 41 42 44 45 45 45 45 45 45    36  # 36 hard 20
  38 39 40 41 42 44 45 45 45 45 45 45 45    37  # 37 hard 21
  39 40 41 42 44 45 45 45 45 45 45 45 45    38  # 38 hard 22
  40 41 42 44 45 45 45 45 45 45 45 45 45    39  # 39 hard 23
  41 42 44 45 45 45 45 45 45 45 45 45 45    40  # 40 hard 24
  42 44 45 45 45 45 45 45 45 45 45 45 45    41  # 41 hard 25
  44 45 45 45 45 45 45 45 45 45 45 45 45    42  # 42 hard 26
  31 32 33 34 35 36 37 38 39 40 41 42 44    43  # 43 soft 27
  45 45 45 45 45 45 45 45 45 45 45 45 45    44  # 44 hard 27
  45 45 45 45 45 45 45 45 45 45 45 45 45    45  # 45 over
""",
)

# 1 take a card, 2 stand, 3 the player is asked, 0 never reached
# from 21-24-27.f27:24 (player)
MOVES = pairs(
"""
# column 0: hand that the dealer shows hard 0 with 0 cards, soft 14 with 1 card, hard 13 with 1 card, finnish_27 with 2 cards, soft 27, hard 27 and 1 more
# column 1: hand that the dealer shows hard 2, hard 3, hard 4, hard 5, hard 6, hard 7 and 33 more
# rows: hand of the player
  0 0  # hard 0 with 0 cards, soft 14 with 1 card, hard 13 with 1 card, finnish_27 with 2 cards, over
  0 3  # hard 2, hard 3, hard 4, hard 5, hard 6, hard 7 and 35 more
""",
"""
# the row of each hand of the player
  0 0 1 1 1 1 1 1 1 1 1 1 1 0 1 1 1 1 1 1  # from 0
  1 1 1 1 1 1 1 0 1 1 1 1 1 1 1 1 1 1 1 1  # from 20
  1 1 1 1 1 0  # from 40
""",
"""
# the column of each hand that the dealer shows
  0 0 1 1 1 1 1 1 1 1 1 1 1 0 1 1 1 1 1 1  # from 0
  1 1 1 1 1 1 1 0 1 1 1 1 1 1 1 1 1 1 1 1  # from 20
  1 1 1 0 0 0  # from 40
""",
)

# 1 + the outcome of a round that ends after the deal, else 0
# from 21-24-27.f27:40-41 (settle), 21-24-27.f27:34-36 (ranking)
DEALT = pairs(
"""
# column 0: hand that the dealer shows hard 0 with 0 cards, soft 14 with 1 card, hard 13 with 1 card, soft 27, hard 27, over
# column 1: hand that the dealer shows hard 2, hard 3, hard 4, hard 5, hard 6, hard 7 and 33 more
# column 2: hand that the dealer shows finnish_27 with 2 cards
# rows: hand of the player
  0 0 0  # hard 0 with 0 cards, soft 14 with 1 card, hard 13 with 1 card, soft 27, hard 27, over
  0 0 2  # hard 2, hard 3, hard 4, hard 5, hard 6, hard 7 and 33 more
  0 1 3  # finnish_27 with 2 cards
""",
"""
# the row of each hand of the player
  0 0 1 1 1 1 1 1 1 1 1 1 1 0 1 1 1 1 1 1  # from 0
  1 1 1 1 1 1 1 2 1 1 1 1 1 1 1 1 1 1 1 1  # from 20
  1 1 1 0 0 0  # from 40
""",
"""
# the column of each hand that the dealer shows
  0 0 1 1 1 1 1 1 1 1 1 1 1 0 1 1 1 1 1 1  # from 0
  1 1 1 1 1 1 1 2 1 1 1 1 1 1 1 1 1 1 1 1  # from 20
  1 1 1 0 0 0  # from 40
""",
)

# 1 + the outcome of a round that ends with a card that the player took, else 0
# from 21-24-27.f27:41 (settle)
DRAWN = pairs(
"""
# column 0: hand that the dealer shows hard 0 with 0 cards, soft 14 with 1 card, hard 13 with 1 card, finnish_27 with 2 cards, soft 27, hard 27 and 1 more
# column 1: hand that the dealer shows hard 2, hard 3, hard 4, hard 5, hard 6, hard 7 and 33 more
# rows: hand of the player
  0 0  # hard 0 with 0 cards, soft 14 with 1 card, hard 2, hard 3, hard 4, hard 5 and 39 more
  0 4  # over
""",
"""
# the row of each hand of the player
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 0
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 20
  0 0 0 0 0 1  # from 40
""",
"""
# the column of each hand that the dealer shows
  0 0 1 1 1 1 1 1 1 1 1 1 1 0 1 1 1 1 1 1  # from 0
  1 1 1 1 1 1 1 0 1 1 1 1 1 1 1 1 1 1 1 1  # from 20
  1 1 1 0 0 0  # from 40
""",
)

# 1 + the outcome of a round that ends when the player stands, else 0
# from 21-24-27.f27:41 (settle)
STOOD = pairs(
"""
# column 0: hand that the dealer shows hard 0 with 0 cards, soft 14 with 1 card, hard 2, hard 3, hard 4, hard 5 and 40 more
# rows: hand of the player
  0  # hard 0 with 0 cards, soft 14 with 1 card, hard 2, hard 3, hard 4, hard 5 and 40 more
""",
"""
# the row of each hand of the player
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 0
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 20
  0 0 0 0 0 0  # from 40
""",
"""
# the column of each hand that the dealer shows
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 0
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 20
  0 0 0 0 0 0  # from 40
""",
)

# the group of dealer laws that each final hand of the player brings about
# from 21-24-27.f27:28-30 (dealer)
LAW = cells(
"""
# by hand state
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 0
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 20
  0 0 0 0 0 0  # from 40
""",
)

# 1 where the dealer takes a card
# from 21-24-27.f27:28-30 (dealer)
DEALER_HITS = pairs(
"""
# column 0: hand of the dealer hard 0 with 0 cards, soft 14 with 1 card, hard 13 with 1 card, soft 24, soft 25, soft 26 and 10 more
# column 1: hand of the dealer hard 2, hard 3, hard 4, hard 5, hard 6, hard 7 and 24 more
# rows: group of laws
  0 1  # group 0
""",
"""
# the row of each group of laws
  0  # from 0
""",
"""
# the column of each hand of the dealer
  0 0 1 1 1 1 1 1 1 1 1 1 1 0 1 1 1 1 1 1  # from 0
  1 1 1 1 0 0 0 0 1 1 1 1 1 1 1 1 1 0 0 0  # from 20
  0 0 0 0 0 0  # from 40
""",
)

# the outcome when the dealer is done
# from 21-24-27.f27:41-42 (settle), 21-24-27.f27:34-36 (ranking)
FINAL = pairs(
"""
# column 0: hand of the dealer hard 0 with 0 cards, soft 14 with 1 card, hard 2, hard 3, hard 4, hard 5 and 28 more
# column 1: hand of the dealer soft 24, hard 24
# column 2: hand of the dealer soft 25, hard 25
# column 3: hand of the dealer soft 26, hard 26
# column 4: hand of the dealer hard 21
# column 5: hand of the dealer hard 22
# column 6: hand of the dealer hard 23
# column 7: hand of the dealer soft 27, hard 27
# column 8: hand of the dealer over
# rows: hand of the player
  0 0 0 0 0 0 0 0 0  # hard 0 with 0 cards, soft 14 with 1 card, hard 13 with 1 card, finnish_27 with 2 cards, over
  0 6 6 6 6 6 6 6 5  # hard 2, hard 3, hard 4, hard 5, hard 6, hard 7 and 21 more
  0 6 6 6 7 6 6 6 5  # soft 21, hard 21
  0 6 6 6 4 7 6 6 5  # soft 22, hard 22
  0 6 6 6 4 4 7 6 5  # soft 23, hard 23
  0 7 6 6 4 4 4 6 5  # soft 24, hard 24
  0 4 7 6 4 4 4 6 5  # soft 25, hard 25
  0 4 4 7 4 4 4 6 5  # soft 26, hard 26
  0 4 4 4 4 4 4 7 5  # soft 27, hard 27
""",
"""
# the row of each hand of the player
  0 0 1 1 1 1 1 1 1 1 1 1 1 0 1 1 1 1 1 1  # from 0
  1 2 3 4 5 6 7 0 1 1 1 1 1 1 1 1 1 2 3 4  # from 20
  5 6 7 8 8 0  # from 40
""",
"""
# the column of each hand of the dealer
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 0
  0 0 0 0 1 2 3 0 0 0 0 0 0 0 0 0 0 4 5 6  # from 20
  1 2 3 7 7 8  # from 40
""",
)

# outcomes
#   0 player wins after deal
#   1 dealer wins after deal
#   2 push after deal
#   3 dealer wins at once, player over
#   4 player wins after dealer
#   5 player wins after dealer, dealer over
#   6 dealer wins after dealer
#   7 push after dealer

TABLES = {
    "cards": CARDS,
    "classes": CLASSES,
    "states": STATES,
    "player_start": PLAYER_START,
    "dealer_start": DEALER_START,
    "outcomes": OUTCOMES,
    "shoe": SHOE,
    "step": STEP,
    "moves": MOVES,
    "dealt": DEALT,
    "drawn": DRAWN,
    "stood": STOOD,
    "law": LAW,
    "dealer_hits": DEALER_HITS,
    "final": FINAL,
}
if hashlib.sha256(SHOE + STEP + MOVES + DEALT + DRAWN + STOOD + LAW + DEALER_HITS + FINAL).hexdigest() != (
    "4207c827841e8ea479bcafab8dfdf0c7d57458dde8c80796c31e31c1fc3a0aaa"
):
    raise ImportError("these tables are not those that `f27 compile` wrote")


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def mix(z: cython.ulonglong) -> cython.ulonglong:
    """Finish a SplitMix64 word (Steele, Lea and Flood, Fast splittable pseudorandom number generators, 2014)."""
    # a literal above 2**31 - 1 is a Python object to Cython unless a typed variable takes it
    word: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
    first: cython.ulonglong = 0xBF58476D1CE4E5B9
    second: cython.ulonglong = 0x94D049BB133111EB
    z = ((z ^ (z >> 30)) * first) & word
    z = ((z ^ (z >> 27)) * second) & word
    return z ^ (z >> 31)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def open_round(
    stream: cython.p_ulonglong, seed: cython.ulonglong, number: cython.ulonglong, mark: cython.ulonglong,
    cards: cython.ulonglong,
) -> cython.void:
    """Make a stream ready for a round: counter of its words, the word at hand, pieces left, the round's mark.

    So many pieces miss a card that is not dealt less than once in 10**50 rounds.
    """
    gamma: cython.ulonglong = 0x9E3779B97F4A7C15
    word: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
    stream[0] = mix((seed + gamma * number) & word)
    stream[1] = 0
    stream[2] = 256 * cards
    stream[3] = mark


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def short(stream: cython.p_ulonglong, rounds: cython.uint) -> cython.bint:
    """Return whether the round needed a card when all were dealt: it then bears a mark that no other round has."""
    return stream[3] > rounds


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def draw(stream: cython.p_ulonglong, dealt: cython.p_uint, cards: cython.uint, uneven: cython.uint) -> cython.uint:
    """Return the place in the sorted shoe of the next card of the round, and mark it as dealt.

    When the pieces are used up all cards are dealt: any will do then, in a round that does not count.

    `uneven` is 2**16 mod `cards`: without the products below it thrown away some places would come more often than
    others (Lemire, Fast random integer generation in an interval, 2019).
    """
    gamma: cython.ulonglong = 0x9E3779B97F4A7C15
    word: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
    product: cython.uint
    place: cython.uint
    while True:
        if stream[2] & 3 == 0:
            if stream[2] == 0:
                stream[3] = 0x100000000
            stream[0] = (stream[0] + gamma) & word
            stream[1] = mix(stream[0])
        product = (stream[1] & 0xFFFF) * cards
        stream[1] = stream[1] >> 16
        stream[2] = stream[2] - 1
        place = product >> 16
        if (product & 0xFFFF) >= uneven and dealt[place] != stream[3]:
            dealt[place] = stream[3]
            return place


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def cell(table: cython.p_uchar, index: cython.size_t) -> cython.uint:
    """Return a cell of a table, one byte."""
    return table[index]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def play(
    first: cython.ulonglong,
    rounds: cython.uint,
    seed: cython.ulonglong,
    cards: cython.uint,
    classes: cython.size_t,
    states: cython.size_t,
    player_start: cython.size_t,
    dealer_start: cython.size_t,
    shoe: cython.p_uchar,
    step: cython.p_uchar,
    after_deal: cython.p_uchar,
    after_card: cython.p_uchar,
    law: cython.p_uchar,
    dealer_hits: cython.p_uchar,
    final: cython.p_uchar,
    dealt: cython.p_uint,
    counts: cython.p_ulonglong,
) -> cython.void:
    """Deal and play rounds until one runs out of cards; add to `counts`. `dealt` holds the last round of each place."""
    stream = cython.declare(cython.ulonglong[4])
    uneven: cython.uint
    r: cython.uint
    p: cython.size_t
    d: cython.size_t
    seen: cython.size_t
    row: cython.size_t
    laws: cython.size_t
    card: cython.size_t
    answer: cython.uint
    uneven = 65536 % cards
    for r in range(rounds):
        open_round(stream, seed, first + r, r + 1, cards)
        p = player_start
        d = dealer_start
        p = cell(step, (p * classes) + cell(shoe, draw(stream, dealt, cards, uneven)))
        p = cell(step, (p * classes) + cell(shoe, draw(stream, dealt, cards, uneven)))
        d = cell(step, (d * classes) + cell(shoe, draw(stream, dealt, cards, uneven)))
        d = cell(step, (d * classes) + cell(shoe, draw(stream, dealt, cards, uneven)))
        row = d * states
        answer = cell(after_deal, row + p)
        while (answer == 0) and not short(stream, rounds):
            p = cell(step, (p * classes) + cell(shoe, draw(stream, dealt, cards, uneven)))
            answer = cell(after_card, row + p)
        if answer == 1:
            laws = cell(law, p) * states
            while cell(dealer_hits, laws + d) and not short(stream, rounds):
                d = cell(step, (d * classes) + cell(shoe, draw(stream, dealt, cards, uneven)))
            answer = cell(final, (p * states) + d) + 2
        if short(stream, rounds):
            return
        counts[answer - 2] += 1


class OutOfCards(Exception):
    """Raised where a round needed a card when all cards of the shoe were dealt."""


def play_rounds(
    first: cython.ulonglong, rounds: cython.uint, seed: cython.ulonglong, tables: dict, player: tuple
) -> list:
    """Play `rounds` rounds (below 2**32) from number `first` on; return how many ended with each outcome.

    `tables` is TABLES, or that of another setting of this game. `player` is two tables of cells [v * states + p], for
    a hand as dealt and for one that took a card, v being what the dealer shows: 0 = the player takes a card, 1 = he
    stands and the dealer's turn comes, 2 + o = the round has ended with outcome o. What happens in a round depends on
    its number, the seed and these tables only: any kernel may play any rounds in any order, and the counts add up. The
    interpreter's lock is not held meanwhile. Raises OutOfCards.
    """
    i: cython.uint
    cards: cython.uint = tables["cards"]
    outcomes: cython.uint = tables["outcomes"]
    classes: cython.size_t = tables["classes"]
    states: cython.size_t = tables["states"]
    player_start: cython.size_t = tables["player_start"]
    dealer_start: cython.size_t = tables["dealer_start"]
    shoe: bytes = tables["shoe"]
    step: bytes = tables["step"]
    after_deal: bytes = player[0]
    after_card: bytes = player[1]
    law: bytes = tables["law"]
    dealer_hits: bytes = tables["dealer_hits"]
    final: bytes = tables["final"]
    shoe_cells: cython.p_uchar = shoe
    step_cells: cython.p_uchar = step
    after_deal_cells: cython.p_uchar = after_deal
    after_card_cells: cython.p_uchar = after_card
    law_cells: cython.p_uchar = law
    dealer_hits_cells: cython.p_uchar = dealer_hits
    final_cells: cython.p_uchar = final
    marks = bytearray(4 * cards)
    sums = bytearray(8 * outcomes)
    dealt: cython.p_uint
    counts: cython.p_ulonglong
    if cython.compiled:
        dealt = cython.cast(cython.p_uint, cython.cast(cython.p_uchar, marks))
        counts = cython.cast(cython.p_ulonglong, cython.cast(cython.p_uchar, sums))
    else:
        dealt = [0] * cards
        counts = [0] * outcomes
    with cython.nogil:
        play(
            first, rounds, seed, cards, classes, states, player_start, dealer_start, shoe_cells, step_cells,
            after_deal_cells, after_card_cells, law_cells, dealer_hits_cells, final_cells, dealt, counts,
        )
    ended = [counts[i] for i in range(outcomes)]
    if sum(ended) < rounds:
        raise OutOfCards
    return ended
