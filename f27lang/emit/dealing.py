"""The functions that are the same in every emitted module: unpacking tables and dealing cards."""

UNPACKING = '''
def numbers(text):
    """Return the numbers of a grid, row by row, without the words behind `#`."""
    return [[int(n) for n in line.split("#")[0].split()] for line in text.split("\\n") if line.split("#")[0].strip()]


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

'''

MIXING = '''
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
'''

DEALING = '''
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
'''

CELL = {
    1: '''
@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def cell(table: cython.p_uchar, index: cython.size_t) -> cython.uint:
    """Return a cell of a table, one byte."""
    return table[index]
''',
    2: '''
@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def cell(table: cython.p_uchar, index: cython.size_t) -> cython.uint:
    """Return a cell of a table, two bytes, the low one first."""
    return table[2 * index] | (table[2 * index + 1] << 8)
''',
}

RUNNING_OUT = '''
class OutOfCards(Exception):
    """Raised where a round needed a card when all cards of the shoe were dealt."""
'''
