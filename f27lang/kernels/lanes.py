# cython: auto_pickle=False, binding=False
"""Rounds in lockstep, 64 at a time, a table look-up a card: any round as an automaton that tells what a card leads to.

Automaton, rounds of a seed -> how many ended in each state. Runs as it stands, or compiled by Cython, whose types mypy
does not know. Most loops over lanes hold no branch: so a C compiler can turn them into vector instructions, and does
where their length, 64, is written out.

A round is dealt two words of randomness, of four pieces each, with 63 others. If it has not ended then it waits in the
next stage until 64 have gathered for a third word, and so on, so that no lane waits for the longest hand.
"""

# mypy: ignore-errors

import array

import cython

if cython.compiled:
    from cython.cimports.cpython import array

# `leads[s + c]`: the state that a card of column c leads to from state s; states are numbers of cells, `width` apart.
# Those below `ended` lead to themselves, the round is over; from `compared` on poker ranks tell how. Columns are equal
# parts of the sorted shoe, place * `pace` >> 20; where `pace` is 0 they are card classes, and `kinds` has them.
Automaton = cython.struct(
    leads=cython.p_uint,
    kinds=cython.p_uint,
    turns=cython.p_uint,
    faces=cython.p_uchar,
    strengths=cython.p_uchar,
    cards=cython.uint,
    pace=cython.uint,
    width=cython.uint,
    start=cython.uint,
    compared=cython.uint,
    ended=cython.uint,
)
# Rounds in seven stages, 128 lanes each; 32 rows of places for each stage; how many rounds wait in a stage. `late` are
# numbers of rounds that need more words than there are stages for, the first cell telling how many.
Lanes = cython.struct(
    keys=cython.p_ulonglong,
    numbers=cython.p_ulonglong,
    states=cython.p_uint,
    places=cython.p_ushort,
    waiting=cython.p_uint,
    counts=cython.p_ulonglong,
    late=cython.p_ulonglong,
)


@cython.cfunc
def words(values: array.array) -> cython.p_ulonglong:
    """Return 64-bit integers as a C array."""
    return values.data.as_ulonglongs if cython.compiled else list(values)


@cython.cfunc
def cells(values: array.array) -> cython.p_uint:
    """Return 32-bit integers as a C array."""
    return values.data.as_uints if cython.compiled else list(values)


@cython.cfunc
def pieces(values: array.array) -> cython.p_ushort:
    """Return 16-bit integers as a C array."""
    return values.data.as_ushorts if cython.compiled else list(values)


@cython.cfunc
def octets(values: bytes) -> cython.p_uchar:
    """Return bytes as a C array."""
    return values if cython.compiled else list(values)


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
def deal_word(number: cython.Py_ssize_t, stage: cython.Py_ssize_t, game: Automaton, lanes: Lanes) -> cython.void:
    """Give the first 64 lanes of a stage the cards of their word of that number, from 0.

    A piece that is thrown away, or that names a card dealt already, leaves a lane in its state, and 65535 as its place.
    """
    gamma: cython.ulonglong = 0x9E3779B97F4A7C15
    mask: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
    word = cython.declare(cython.ulonglong[64])
    place = cython.declare(cython.ushort[64])
    fresh = cython.declare(cython.ushort[64])
    state = cython.declare(cython.uint[64])
    uneven: cython.uint = 65536 % game.cards
    keys: cython.p_ulonglong = lanes.keys
    states: cython.p_uint = lanes.states
    places: cython.p_ushort = lanes.places
    leads: cython.p_uint = game.leads
    kinds: cython.p_uint = game.kinds
    cards: cython.uint = game.cards
    pace: cython.uint = game.pace
    product: cython.uint
    to: cython.uint
    kind: cython.uint
    _: cython.int
    i: cython.Py_ssize_t
    lane: cython.Py_ssize_t = 128 * stage
    past: cython.Py_ssize_t
    first: cython.Py_ssize_t = 4096 * stage
    row: cython.Py_ssize_t = first + 512 * number
    for i in range(64):
        word[i] = mix((keys[lane + i] + gamma * cython.cast(cython.ulonglong, number + 1)) & mask)
        state[i] = states[lane + i]
    for _ in range(4):
        for i in range(64):
            product = cython.cast(cython.uint, word[i] & 0xFFFF) * cards
            word[i] = word[i] >> 16
            place[i] = product >> 16
            fresh[i] = 0xFFFF if (product & 0xFFFF) >= uneven else 0
        for past in range(first, row, 128):
            for i in range(64):
                fresh[i] = fresh[i] & (0xFFFF if places[past + i] != place[i] else 0)
        for i in range(64):
            places[row + i] = place[i] | (fresh[i] ^ 0xFFFF)
        if pace:
            for i in range(64):
                kind = (place[i] * pace) >> 20
                to = leads[cython.cast(cython.int, state[i] + kind)]
                state[i] = to if fresh[i] else state[i]
        else:
            for i in range(64):
                kind = kinds[cython.cast(cython.int, place[i])]
                to = leads[cython.cast(cython.int, state[i] + kind)]
                state[i] = to if fresh[i] else state[i]
        row = row + 128
    for i in range(64):
        states[lane + i] = state[i]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def strength(
    hand: cython.p_uint, first: cython.size_t, faces: cython.p_uchar, strengths: cython.p_uchar
) -> cython.uint:
    """Return how the five cards from `first` on rank; the tables are those of emitted modules, and tell how."""
    ranks = cython.declare(cython.uint[5])
    suits: cython.uint = 15
    rank: cython.uint
    at: cython.uint
    i: cython.uint
    for i in range(5):
        rank = faces[hand[first + i]] & 15
        suits = suits & (faces[hand[first + i]] >> 4)
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
@cython.nogil
@cython.exceptval(check=False)
def showdown(at: cython.Py_ssize_t, game: Automaton, lanes: Lanes) -> cython.uint:
    """Return 0 where the player's five cards are better, 1 where they are equal, 2 where the dealer's are better.

    The round's places stand in a column from `at` on; `turns` tells where among the player's five cards and then the
    dealer's five the next of them belongs.
    """
    hand = cython.declare(cython.uint[10])
    ours: cython.uint
    theirs: cython.uint
    given: cython.size_t = 0
    while given < 10:
        if lanes.places[at] != 0xFFFF:
            hand[game.turns[given]] = lanes.places[at]
            given = given + 1
        at = at + 128
    ours = strength(hand, 0, game.faces, game.strengths)
    theirs = strength(hand, 5, game.faces, game.strengths)
    return 0 if ours > theirs else 1 if ours == theirs else 2


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def count(stage: cython.Py_ssize_t, live: cython.Py_ssize_t, game: Automaton, lanes: Lanes) -> cython.void:
    """Count the lanes of a stage whose rounds have ended."""
    state: cython.uint
    so_many: cython.uint
    ending: cython.uint
    i: cython.Py_ssize_t
    lane: cython.Py_ssize_t = 128 * stage
    states: cython.p_uint = lanes.states
    compared: cython.uint = game.compared
    ended: cython.uint = game.ended
    if live == 64 and compared < 32 * game.width:
        for ending in range(compared // game.width):
            state = ending * game.width
            so_many = 0
            for i in range(64):
                so_many = so_many + (states[lane + i] == state)
            lanes.counts[state] += so_many
    else:
        for i in range(live):
            if states[lane + i] < compared:
                lanes.counts[states[lane + i]] += 1
    if compared < ended:
        for i in range(live):
            state = states[lane + i]
            if compared <= state < ended:
                lanes.counts[state + showdown(4096 * stage + i, game, lanes)] += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def move(
    stage: cython.Py_ssize_t,
    lane: cython.Py_ssize_t,
    to_stage: cython.Py_ssize_t,
    to: cython.Py_ssize_t,
    rows: cython.Py_ssize_t,
    lanes: Lanes,
) -> cython.void:
    """Move a round that was dealt so many pieces into another lane."""
    row: cython.Py_ssize_t
    lanes.keys[128 * to_stage + to] = lanes.keys[128 * stage + lane]
    lanes.numbers[128 * to_stage + to] = lanes.numbers[128 * stage + lane]
    lanes.states[128 * to_stage + to] = lanes.states[128 * stage + lane]
    for row in range(rows):
        lanes.places[4096 * to_stage + 128 * row + to] = lanes.places[4096 * stage + 128 * row + lane]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def advance(stage: cython.Py_ssize_t, game: Automaton, lanes: Lanes) -> cython.void:
    """Deal a word, at the first stage two, to up to 64 rounds of a stage; count those that end, move on the others."""
    live: cython.Py_ssize_t = min(lanes.waiting[stage], 64)
    left = cython.declare(cython.uchar[64])
    staying: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    if stage == 0:
        deal_word(0, 0, game, lanes)
    deal_word(stage + 1, stage, game, lanes)
    count(stage, live, game, lanes)
    for i in range(live):
        left[staying] = i
        staying = staying + (lanes.states[128 * stage + i] >= game.ended)
    if stage < 6:
        for i in range(staying):
            move(stage, left[i], stage + 1, lanes.waiting[stage + 1] + i, 4 * stage + 8, lanes)
        lanes.waiting[stage + 1] += staying
    else:
        for i in range(staying):
            lanes.late[0] = min(lanes.late[0] + 1, 4095)
            lanes.late[lanes.late[0]] = lanes.numbers[128 * stage + left[i]]
    for i in range(64, lanes.waiting[stage]):
        move(stage, i, stage, i - 64, 4 * stage + 4, lanes)
    lanes.waiting[stage] -= live


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def advance_from(stage: cython.Py_ssize_t, game: Automaton, lanes: Lanes) -> cython.void:
    """Advance a stage, and each behind it in which 64 rounds wait then: so fewer wait, and more find room."""
    advance(stage, game, lanes)
    stage = stage + 1
    while stage < 7 and lanes.waiting[stage] >= 64:
        advance(stage, game, lanes)
        stage = stage + 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def play(
    first: cython.ulonglong, rounds: cython.ulonglong, seed: cython.ulonglong, game: Automaton, lanes: Lanes
) -> cython.void:
    """Play rounds to their ends, or until they are late."""
    gamma: cython.ulonglong = 0x9E3779B97F4A7C15
    mask: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
    r: cython.ulonglong
    stage: cython.Py_ssize_t
    i: cython.Py_ssize_t
    for r in range(0, rounds, 64):
        for i in range(64):
            lanes.numbers[i] = (first + r + cython.cast(cython.ulonglong, i)) & mask
            lanes.keys[i] = mix((seed + gamma * lanes.numbers[i]) & mask)
            lanes.states[i] = game.start
        lanes.waiting[0] = cython.cast(cython.uint, min(rounds - r, 64))
        advance_from(0, game, lanes)
    for stage in range(1, 7):
        while lanes.waiting[stage] > 0:
            advance_from(stage, game, lanes)


def play_rounds(first: cython.ulonglong, rounds: cython.ulonglong, seed: cython.ulonglong, automaton: dict) -> tuple:
    """Play `rounds` rounds from number `first` on; return how many ended in each state, and which did not end.

    `automaton` holds what the structure of that name does, arrays of 32 bits or bytes. Where poker ranks tell how a
    round ends in state s, s, s + 1 and s + 2 count those in which the player's five cards are better, equal and worse.
    Rounds that need more than 32 pieces are returned by number, None where they are too many. The interpreter's lock is
    not held meanwhile.
    """
    faces: bytes = automaton["faces"]
    strengths: bytes = automaton["strengths"]
    leads: array.array = automaton["leads"]
    kinds: array.array = automaton["kinds"]
    turns: array.array = automaton["turns"]
    ended: cython.Py_ssize_t = automaton["ended"]
    keys: array.array = array.array("Q", bytes(8 * 7 * 128))
    numbers: array.array = array.array("Q", bytes(8 * 7 * 128))
    states: array.array = array.array("I", bytes(4 * 7 * 128))
    places: array.array = array.array("H", bytes(2 * 7 * 4096))
    waiting: array.array = array.array("I", bytes(4 * 7))
    counts: array.array = array.array("Q", bytes(8 * ended))
    late: array.array = array.array("Q", bytes(8 * 4096))
    game: Automaton
    lanes: Lanes
    game = Automaton(
        leads=cells(leads),
        kinds=cells(kinds),
        turns=cells(turns),
        faces=octets(faces),
        strengths=octets(strengths),
        cards=automaton["cards"],
        pace=automaton["pace"],
        width=automaton["width"],
        start=automaton["start"],
        compared=automaton["compared"],
        ended=ended,
    )
    lanes = Lanes(
        keys=words(keys),
        numbers=words(numbers),
        states=cells(states),
        places=pieces(places),
        waiting=cells(waiting),
        counts=words(counts),
        late=words(late),
    )
    with cython.nogil:
        play(first, rounds, seed, game, lanes)
    lates: cython.Py_ssize_t = lanes.late[0]
    unfinished = None if lates == 4095 else [lanes.late[i + 1] for i in range(lates)]
    return [lanes.counts[i] for i in range(ended)], unfinished
