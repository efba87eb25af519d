"""How kernels of vying games deal, and look up cells: cards are turned up by fours, before anybody asks for them.

Whether a card that a hand's stream names was dealt before is not asked by a branch, which no processor could foresee:
each is laid behind those that are ready, and one that was dealt before is covered by the next.
"""

CELL = '''
def native(table):
    """Return a table of two-byte cells, the low byte first, as compiled code reads it on this machine."""
    if not cython.compiled or sys.byteorder == "little":
        return table
    return bytes([table[i ^ 1] for i in range(len(table))])


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def cell(table: cython.p_uchar, index: cython.size_t) -> cython.uint:
    """Return a cell of a table, two bytes."""
    if cython.compiled:
        return cython.cast(cython.p_ushort, table)[index]
    return table[2 * index] | (table[2 * index + 1] << 8)
'''
TURNING = '''
@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def turn_up(
    table: cython.size_t, number: cython.uint, stream: cython.p_ulonglong, dealt: cython.p_uint, pack: cython.p_uint,
    ready: cython.p_uint, shoe: cython.p_uchar, cards: cython.uint, uneven: cython.uint, mark: cython.uint,
) -> cython.void:
    """Lay the cards that the next words of a hand's stream name behind its others; those that were dealt are left out.

    `uneven` is 2**16 mod `cards`: without the products below it thrown away some places would come more often than
    others (Lemire, Fast random integer generation in an interval, 2019).
    """
    gamma: cython.ulonglong = 0x9E3779B97F4A7C15
    most: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
    word: cython.ulonglong
    product: cython.uint
    i: cython.uint
    piece: cython.uint
    first: cython.size_t = table * cards
    place: cython.size_t
    end: cython.size_t = table * (cards + 1) + ready[table]
    for i in range(number):
        stream[table] = (stream[table] + gamma) & most
        word = mix(stream[table])
        for piece in range(4):
            product = (word & 0xFFFF) * cards
            word = word >> 16
            if (product & 0xFFFF) >= uneven:
                # a card that was dealt is laid down too, where the next will cover it: that spares a branch
                place = first + (product >> 16)
                pack[end] = cell(shoe, product >> 16)
                end = end + (dealt[place] != mark)
                dealt[place] = mark
    ready[table] = end - table * (cards + 1)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def next_card(
    table: cython.size_t, stream: cython.p_ulonglong, dealt: cython.p_uint, pack: cython.p_uint, ready: cython.p_uint,
    given: cython.p_uint, words: cython.p_uint, shoe: cython.p_uchar, cards: cython.uint, uneven: cython.uint,
    mark: cython.uint,
) -> cython.uint:
    """Give the next card of a hand that has cards left; return its class. `words[1]` is how often none was ready."""
    while given[table] == ready[table]:
        words[1] = words[1] + 1
        turn_up(table, 1, stream, dealt, pack, ready, shoe, cards, uneven, mark)
    given[table] = given[table] + 1
    return pack[table * (cards + 1) + given[table] - 1]
'''
