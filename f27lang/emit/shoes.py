"""The functions that modules of worn shoes share: opening, dealing, counting. What `empty` says -> text."""

from __future__ import annotations

_HEAD = """
@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)"""

_OPENING = (
    _HEAD
    + '''
def open_shoe(
    stream: cython.p_ulonglong, order: cython.p_ushort, seed: cython.ulonglong, number: cython.ulonglong,
    cards: cython.uint,
) -> cython.void:
    """Lay a shoe out in its sorted order and make its stream of random pieces ready.

    The stream holds: 0 the counter of its words, 1 the word at hand, 2 the pieces left of it, 3 the cards left,
    4 the sum of the tags of the cards dealt modulo 2**64{also}.
    """
    gamma: cython.ulonglong = 0x9E3779B97F4A7C15
    word: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
    i: cython.uint
    stream[0] = mix((seed + gamma * number) & word)
    stream[1] = 0
    stream[2] = 0
    stream[3] = cards
    stream[4] = 0{set_also}
    for i in range(cards):
        order[i] = i
'''
)
_OUT = ", 5 whether a card was due when none was left"
_BEGINS = """,
    6 the place in `order` where the cards left begin, 7 the cards left when the hand began, 8 the cards of the shoe"""

_DRAWING = (
    _HEAD
    + '''
def draw(stream: cython.p_ulonglong, order: cython.p_ushort, tags: cython.p_int) -> cython.uint:
    """Return the place in the sorted shoe of the next card, one of those left, and count its tag.

    It changes places with the last one left: in `order` the cards left come first, then those dealt, the latest first.
    A product whose low half is less than 2**16 mod the cards left is thrown away: some cards would come more often than
    others (Lemire, Fast random integer generation in an interval, 2019).{about_none}
    """
    gamma: cython.ulonglong = 0x9E3779B97F4A7C15
    word: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
    left: cython.uint
    product: cython.uint
    place: cython.uint{when_none}
    left = stream[3]
    while True:
        if stream[2] == 0:
            stream[0] = (stream[0] + gamma) & word
            stream[1] = mix(stream[0])
            stream[2] = 4
        product = (stream[1] & 0xFFFF) * left
        stream[1] = stream[1] >> 16
        stream[2] = stream[2] - 1
        if (product & 0xFFFF) >= left or (product & 0xFFFF) >= 65536 % left:
            left = left - 1
            place = order[{at}]
            order[{at}] = order[{begins}left]
            order[{begins}left] = place
            stream[3] = left
            stream[4] = stream[4] + tags[place]
            return place
'''
)
_ABOUT_TAKING_UP = """

    When none is left, the cards of earlier hands and burnt ones, which lie behind those on the table, are dealt."""
_ABOUT_OUT = """

    When there is none at all any will do, in a round that does not count."""
_TAKES_UP = """
    if stream[3] == 0 and stream[6] == 0:
        stream[6] = stream[7]
        stream[3] = stream[8] - stream[7]"""
_IS_OUT = """
    if stream[3] == 0:
        stream[5] = 1
        return order[0]"""

_SHORT = (
    _HEAD
    + '''
def short(stream: cython.p_ulonglong) -> cython.bint:
    """Return whether {what}."""
    return {short}
'''
)

COUNTING = (
    _HEAD
    + '''
def lay_aside(
    stream: cython.p_ulonglong, order: cython.p_ushort, tags: cython.p_int, cards: cython.uint,
) -> cython.void:
    """Burn cards: nobody sees them."""
    i: cython.uint
    for i in range(cards):
        draw(stream, order, tags)
    stream[4] = 0

'''
    + _HEAD
    + '''
def true_count(
    stream: cython.p_ulonglong, cards: cython.longlong, burn: cython.longlong, all_tags: cython.longlong,
    scale: cython.longlong, divisor: cython.longlong, truncated: cython.uint,
) -> cython.longlong:
    """Return the count of the cards seen, less what as many cards have on average, by the cards not seen.

    It is a whole number of parts, so many a unit of cards as `scale` and `divisor` say: rounded down, or toward 0.
    """
    running: cython.longlong = stream[4]
    unseen: cython.longlong = stream[3] + burn
    above: cython.longlong = (cards * running - all_tags * (cards - unseen)) * scale
    below: cython.longlong = divisor * unseen
    if above >= 0:
        return above // below
    if truncated:
        return -(-above // below)
    return -((below - 1 - above) // below)

'''
    + _HEAD
    + '''
def slot_of(count: cython.longlong, beyond: cython.longlong) -> cython.size_t:
    """Return the bin of a true count: the first and the last hold all counts beyond."""
    if count < -beyond:
        return 0
    if count > beyond:
        return 2 * beyond
    return count + beyond

'''
    + _HEAD
    + '''
def add_shoe(
    sums: cython.p_longlong, n: cython.longlong, x: cython.longlong, y: cython.longlong,
) -> cython.void:
    """Add a shoe of n rounds that brought x with flat bets, y with those of each bin."""
    sums[0] = sums[0] + 1
    sums[1] = sums[1] + n
    sums[2] = sums[2] + n * n
    sums[3] = sums[3] + x
    sums[4] = sums[4] + x * x
    sums[5] = sums[5] + n * x
    sums[6] = sums[6] + y
    sums[7] = sums[7] + y * y
    sums[8] = sums[8] + n * y
'''
)

TOSSING = (
    _HEAD
    + '''
def tossed(seed: cython.ulonglong, shoe: cython.ulonglong, hand: cython.ulonglong) -> cython.uint:
    """Return 0 or 1 by chance: the top bit of word `hand` of that shoe of another seed. No card depends on it."""
    gamma: cython.ulonglong = 0x9E3779B97F4A7C15
    word: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
    other: cython.ulonglong = 0x5851F42D4C957F2D  # any would do
    shoe = mix(((seed ^ other) + gamma * shoe) & word)
    return mix((shoe + gamma * (hand + 1)) & word) >> 63
'''
)


def opening(empty: str) -> str:
    """Return the function that opens a shoe."""
    also = {"pass": "", "discards": _OUT + _BEGINS}.get(empty, _OUT)
    fields = {"pass": {}, "discards": {5: "0", 6: "0", 7: "cards", 8: "cards"}}.get(empty, {5: "0"})
    lines = "".join(f"\n    stream[{field}] = {value}" for field, value in fields.items())
    return _OPENING.format(also=also, set_also=lines)


def drawing(empty: str) -> str:
    """Return the functions that give a card and that tell where there was none."""
    passing, taking_up = empty == "pass", empty == "discards"
    drawn = _DRAWING.format(
        about_none=("" if passing else (_ABOUT_TAKING_UP if taking_up else "") + _ABOUT_OUT),
        when_none="" if passing else (_TAKES_UP if taking_up else "") + _IS_OUT,
        begins="stream[6] + " if taking_up else "",
        at="stream[6] + (product >> 16)" if taking_up else "product >> 16",
    )
    what = "no card is left" if passing else "a card was due when none was left"
    return drawn + "\n" + _SHORT.format(what=what, short="stream[3] == 0" if passing else "stream[5] != 0")
