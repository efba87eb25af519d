# cython: auto_pickle=False, binding=False
"""Sums over a player's hands with their suits, each hand of ranks unfolded into the ways in which it can lie in suits.

Hands, arrangements and what standing is worth, as arrays -> values and frequencies, as lists. Runs as it stands, or
compiled by Cython, whose types mypy does not know.
"""

# mypy: ignore-errors

import array

import cython

if cython.compiled:
    from cython.cimports.cpython import array

HIT = cython.declare(cython.int, 1)
STAND = cython.declare(cython.int, 2)
TIE = cython.declare(cython.double, 1e-12)  # of a wager: moves that differ by no more come to the same: he stands


@cython.cfunc
def doubles(values: array.array) -> cython.p_double:
    """Return floats as a C array."""
    return values.data.as_doubles if cython.compiled else values


@cython.cfunc
def integers(values: array.array) -> cython.p_int:
    """Return integers as a C array."""
    return values.data.as_ints if cython.compiled else values


@cython.cfunc
def zeros(number: cython.Py_ssize_t) -> array.array:
    """Return so many floats."""
    return array.array("d", bytes(8 * number))


@cython.cclass
class Arrangements:
    """The ways in which shapes can lie in suits, their keys, and what one more card makes of them.

    Shape t has `keys[t]` keys, numbered on from `first_key[t]`; `one` tells whether such a hand is of one suit, and
    `looks[key*suits + s]` how it lies in suit s, -1 where that does not matter. One more card, by `spec` (5 ranks, or a
    new one at 6 places), leads to shape `next_shape[t*11 + spec]`, a key of t by its options: from `first_option` at
    `first_spec[t*11 + spec] + key` on. An option stands for the cards of the suits with the bits `option_suits`, less
    `option_held`, and leads to `option_key`.
    """

    kept: list
    keys: cython.p_int
    first_key: cython.p_int
    one: cython.p_int
    looks: cython.p_int
    next_shape: cython.p_int
    first_spec: cython.p_int
    first_option: cython.p_int
    option_suits: cython.p_int
    option_held: cython.p_double
    option_key: cython.p_int
    suits: cython.Py_ssize_t

    def __init__(self, tables: dict):
        """Keep the tables of the same names."""
        self.kept = list(tables.values())
        self.keys = integers(tables["keys"])
        self.first_key = integers(tables["first_key"])
        self.one = integers(tables["one"])
        self.looks = integers(tables["looks"])
        self.next_shape = integers(tables["next_shape"])
        self.first_spec = integers(tables["first_spec"])
        self.first_option = integers(tables["first_option"])
        self.option_suits = integers(tables["option_suits"])
        self.option_held = doubles(tables["option_held"])
        self.option_key = integers(tables["option_key"])
        self.suits = tables["suits"]


@cython.cclass
class Hands:
    """The player's hands, as in the sums over ranks, with the shape of those whose suits matter, else -1.

    `five[m]` is the place of hand m among those that may meet in a showdown, or -1. `has_suit` tells classes with
    suits.
    """

    kept: list
    own: cython.p_int
    state: cython.p_int
    size: cython.p_int
    child: cython.p_int
    shape: cython.p_int
    five: cython.p_int
    has_suit: cython.p_int
    hands: cython.Py_ssize_t
    classes: cython.Py_ssize_t
    states: cython.Py_ssize_t

    def __init__(self, tables: dict):
        """Keep the tables of the same names."""
        self.kept = list(tables.values())
        self.own = integers(tables["own"])
        self.state = integers(tables["state"])
        self.size = integers(tables["size"])
        self.child = integers(tables["child"])
        self.shape = integers(tables["shape"])
        self.five = integers(tables["five"])
        self.has_suit = integers(tables["has_suit"])
        self.hands = len(tables["state"])
        self.classes = len(tables["has_suit"])
        self.states = tables["states"]


@cython.cclass
class Turn:
    """The player's turn, with suits, against one hand that the dealer shows.

    Key k of hand m has place `first[m] + k`. `left` is what the dealer leaves of each class, `by_suits` the same of
    sets of suits, by class and the bits of the set.
    """

    kept: list
    hands: Hands
    arrangements: Arrangements
    first: cython.p_int
    left: cython.p_double
    by_suits: cython.p_double
    sets: cython.Py_ssize_t
    all_left: cython.double
    open: cython.p_double
    stand: cython.p_double
    value: cython.p_double
    hit: cython.p_double
    reach: cython.p_double
    taken: cython.p_int
    places: cython.Py_ssize_t

    def __init__(self, hands: Hands, arrangements: Arrangements, left: array.array, by_suits: array.array):
        """Make room for all keys of all hands."""
        m: cython.Py_ssize_t
        c: cython.Py_ssize_t
        self.hands = hands
        self.arrangements = arrangements
        first: array.array = array.array("i", bytes(4 * (hands.hands + 1)))
        self.first = integers(first)
        for m in range(hands.hands):
            self.first[m + 1] = self.first[m] + keys_of(hands, arrangements, m)
        self.places = self.first[hands.hands]
        taken: array.array = array.array("i", bytes(4 * self.places))
        self.taken = integers(taken)
        self.kept = [first, taken, left, by_suits]
        self.left = doubles(left)
        self.by_suits = doubles(by_suits)
        self.sets = len(by_suits) // hands.classes
        self.all_left = 0
        for c in range(hands.classes):
            self.all_left += self.left[c]
        self.stand = self.room(self.places)
        self.hit = self.room(self.places)
        self.value = self.room(self.places + hands.states + 1)
        self.reach = self.room(self.places + hands.states + 1)

    @cython.cfunc
    def room(self, number: cython.Py_ssize_t) -> cython.p_double:
        """Return room for so many floats."""
        self.kept.append(zeros(number))
        return doubles(self.kept[len(self.kept) - 1])

    def stands(
        self, stands: array.array, open_: array.array, standing: array.array, first_way: array.array, ways: list
    ):
        """Set what standing is worth.

        `standing` is what showdowns bring by place of five cards, if these are of several suits, then if they are of
        one; `ways` what they bring beside, by suit where it matters: an array, of which a hand's part begins at
        `first_way`.
        """
        self.kept += [open_]
        self.open = doubles(open_)
        by_hand: cython.p_double = doubles(stands)
        m: cython.Py_ssize_t
        k: cython.Py_ssize_t
        for m in range(self.hands.hands):
            for k in range(self.first[m], self.first[m + 1]):
                self.stand[k] = by_hand[m]
        self.compared(self.stand, standing, first_way, ways)

    @cython.cfunc
    def compared(
        self, values: cython.p_double, standing: array.array, first_way: array.array, ways: list
    ) -> cython.void:
        """Add to each place what showdowns bring."""
        hands: Hands = self.hands
        arrangements: Arrangements = self.arrangements
        base: cython.p_double = doubles(standing)
        first: cython.p_int = integers(first_way)
        beside: cython.p_double
        m: cython.Py_ssize_t
        k: cython.Py_ssize_t
        s: cython.Py_ssize_t
        key: cython.Py_ssize_t
        five: cython.Py_ssize_t
        for m in range(hands.hands):
            five = hands.five[m]
            if five >= 0:
                key = arrangements.first_key[hands.shape[m]]
                for k in range(self.first[m], self.first[m + 1]):
                    values[k] += base[2 * five + arrangements.one[key + k - self.first[m]]]
        for s in range(len(ways)):
            if ways[s] is None:
                continue
            beside = doubles(ways[s])
            for m in range(hands.hands):
                five = hands.five[m]
                if five >= 0:
                    key = arrangements.first_key[hands.shape[m]] - self.first[m]
                    for k in range(self.first[m], self.first[m + 1]):
                        values[k] += beside[first[five] + arrangements.looks[(key + k) * arrangements.suits + s]]

    def play(self, view: dict, roots: list, weights: list) -> cython.double:
        """Return the value of best play; `roots` are the places of hands dealt and `weights` how likely they are.

        `view` holds, by state, `bits` of the moves allowed, whether the hand is `drawn` decided and what it then pays,
        the same for `stood`.
        """
        bits: cython.p_int = integers(view["bits"])
        drawn: cython.p_int = integers(view["drawn"])
        stood: cython.p_int = integers(view["stood"])
        drawn_pays: cython.p_double = doubles(view["drawn_pays"])
        stood_pays: cython.p_double = doubles(view["stood_pays"])
        value: cython.double = 0
        often: cython.double
        k: cython.Py_ssize_t
        with cython.nogil:
            self.take(bits, drawn, stood, drawn_pays, stood_pays)
        for k, often in zip(roots, weights):
            value += often * self.value[k]
        self.spread(roots, weights)
        return value

    @cython.cfunc
    @cython.nogil
    @cython.cdivision(True)
    @cython.exceptval(check=False)
    def take(
        self,
        bits: cython.p_int,
        drawn: cython.p_int,
        stood: cython.p_int,
        drawn_pays: cython.p_double,
        stood_pays: cython.p_double,
    ) -> cython.void:
        """Take the better move at each place, from the last hands on."""
        rest: cython.double
        m: cython.Py_ssize_t
        p: cython.Py_ssize_t
        k: cython.Py_ssize_t
        for p in range(self.hands.states):
            self.value[self.places + p] = drawn_pays[p]
        for m in range(self.hands.hands - 1, -1, -1):
            p = self.hands.state[m]
            rest = self.all_left - self.hands.size[m]
            for k in range(self.first[m], self.first[m + 1]):
                self.taken[k] = 0 if drawn[p] else STAND
                if stood[p]:
                    self.stand[k] = stood_pays[p] * self.open[m]
                self.value[k] = drawn_pays[p] * self.open[m] if drawn[p] else self.stand[k]
                self.hit[k] = 0
            if drawn[p] or not bits[p] & HIT or rest <= 0:
                continue
            self.step(m, 1 / rest, False)
            for k in range(self.first[m], self.first[m + 1]):
                if bits[p] == HIT or self.hit[k] > self.stand[k] + TIE * self.open[m]:
                    self.taken[k] = HIT
                    self.value[k] = self.hit[k]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def step(self, m: cython.Py_ssize_t, part: cython.double, onward: cython.bint) -> cython.void:
        """Set what hitting is worth with each key of a hand; or, `onward`, hand on how often they are reached."""
        shape: cython.Py_ssize_t = self.hands.shape[m]
        place: cython.Py_ssize_t = 0
        c: cython.Py_ssize_t
        k: cython.Py_ssize_t
        at: cython.Py_ssize_t
        to: cython.Py_ssize_t
        spec: cython.Py_ssize_t
        option: cython.Py_ssize_t
        held: cython.Py_ssize_t
        number: cython.Py_ssize_t = self.first[m + 1] - self.first[m]
        same: cython.bint
        cards: cython.double
        for c in range(self.hands.classes):
            held = self.hands.own[m * self.hands.classes + c]
            at = self.hands.child[m * self.hands.classes + c]
            to = self.first[at] if at < self.hands.hands else self.places + at - self.hands.hands
            if shape < 0 or at >= self.hands.hands or self.hands.shape[at] < 0 or not self.hands.has_suit[c]:
                cards = part * (self.left[c] - held)
                same = at < self.hands.hands and self.hands.shape[at] >= 0
                for k in range(number):
                    self.pass_on(self.first[m] + k, cards, to + (k if same else 0), onward)
            else:
                spec = shape * 11 + (place if held else 5 + place)
                for k in range(number):
                    for option in range(
                        self.arrangements.first_option[self.arrangements.first_spec[spec] + k],
                        self.arrangements.first_option[self.arrangements.first_spec[spec] + k + 1],
                    ):
                        cards = self.by_suits[c * self.sets + self.arrangements.option_suits[option]]
                        cards = part * (cards - self.arrangements.option_held[option])
                        self.pass_on(self.first[m] + k, cards, to + self.arrangements.option_key[option], onward)
            if held and self.hands.has_suit[c]:
                place += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.inline
    def pass_on(
        self, k: cython.Py_ssize_t, chance: cython.double, to: cython.Py_ssize_t, onward: cython.bint
    ) -> cython.void:
        """Let one place lead to another with a chance."""
        if not onward:
            self.hit[k] += chance * self.value[to]
        elif self.taken[k] == HIT:
            self.reach[to] += chance * self.reach[k]

    def sums(self) -> tuple:
        """Return, of the turn just played, by state reach, and reach by value of hitting and of standing."""
        hands: Hands = self.hands
        found: array.array = zeros(3 * hands.states)
        sums: cython.p_double = doubles(found)
        m: cython.Py_ssize_t
        k: cython.Py_ssize_t
        p: cython.Py_ssize_t
        for m in range(hands.hands):
            p = hands.state[m]
            for k in range(self.first[m], self.first[m + 1]):
                if self.taken[k] != 0:
                    sums[p] += self.reach[k] * self.open[m]
                    sums[hands.states + p] += self.reach[k] * self.hit[k]
                    sums[2 * hands.states + p] += self.reach[k] * self.stand[k]
        return found[: hands.states], found[hands.states : 2 * hands.states], found[2 * hands.states :]

    def ends(self, view: dict) -> tuple:
        """Return how the turn just played ends.

        By state, how often a hand is decided when drawn and when stood; the player's cards, and how often he is asked;
        by hand, how often he stood and waits for the dealer, in rounds with which a peek has not been reckoned.
        """
        hands: Hands = self.hands
        bits: cython.p_int = integers(view["bits"])
        stood: cython.p_int = integers(view["stood"])
        drawn_array: array.array = zeros(hands.states)
        stood_array: array.array = zeros(hands.states)
        waits_array: array.array = zeros(hands.hands)
        drawn_ends: cython.p_double = doubles(drawn_array)
        stood_ends: cython.p_double = doubles(stood_array)
        waits: cython.p_double = doubles(waits_array)
        cards: cython.double = 0
        asked: cython.double = 0
        often: cython.double
        m: cython.Py_ssize_t
        p: cython.Py_ssize_t
        k: cython.Py_ssize_t
        for p in range(hands.states):
            drawn_ends[p] = self.reach[self.places + p]
        for m in range(hands.hands):
            p = hands.state[m]
            for k in range(self.first[m], self.first[m + 1]):
                often = self.reach[k] * self.open[m]
                if self.taken[k] == 0:
                    drawn_ends[p] += often
                    continue
                if self.taken[k] == HIT:
                    cards += often
                elif stood[p]:
                    stood_ends[p] += often
                else:
                    waits[m] += self.reach[k]
                if bits[p] == HIT + STAND:
                    asked += often
        return drawn_array, stood_array, cards, asked, waits_array

    def weighed(self, view: dict, standing: array.array, first_way: array.array, ways: list) -> cython.double:
        """Return the sum, over all hands that wait for the dealer, of what showdowns bring; as in `stands`."""
        stood: cython.p_int = integers(view["stood"])
        brings: array.array = zeros(self.places)
        values: cython.p_double = doubles(brings)
        total: cython.double = 0
        m: cython.Py_ssize_t
        k: cython.Py_ssize_t
        self.compared(values, standing, first_way, ways)
        for m in range(self.hands.hands):
            if not stood[self.hands.state[m]]:
                for k in range(self.first[m], self.first[m + 1]):
                    if self.taken[k] == STAND:
                        total += self.reach[k] * values[k]
        return total

    def by_place(self) -> tuple:
        """Return, of the turn just played, each place's move, its reach, and what hitting is worth more than standing.

        The latter is 0 where there is nothing to choose.
        """
        moves: array.array = array.array("i", bytes(4 * self.places))
        reach: array.array = zeros(self.places)
        gains: array.array = zeros(self.places)
        k: cython.Py_ssize_t
        for k in range(self.places):
            integers(moves)[k] = self.taken[k]
            doubles(reach)[k] = self.reach[k]
            doubles(gains)[k] = self.hit[k] - self.stand[k]
        return moves, reach, gains

    def follow(self, view: dict, moves: array.array, roots: list, weights: list) -> array.array:
        """Return how often each place is reached by `moves`, which are by state; they take the place of best play."""
        hands: Hands = self.hands
        bits: cython.p_int = integers(view["bits"])
        wanted: cython.p_int = integers(moves)
        m: cython.Py_ssize_t
        k: cython.Py_ssize_t
        for m in range(hands.hands):
            if bits[hands.state[m]] == HIT + STAND:
                for k in range(self.first[m], self.first[m + 1]):
                    if self.taken[k] != 0:
                        self.taken[k] = wanted[hands.state[m]]
        self.spread(roots, weights)
        return self.by_place()[1]

    def known(self, view: dict, roots: list, weights: list) -> array.array:
        """Return each place's move in the turn just played; 0 if nobody gets there who takes all cards that he may.

        As well as 0 for hands that are decided.
        """
        hands: Hands = self.hands
        bits: cython.p_int = integers(view["bits"])
        moves: array.array = array.array("i", bytes(4 * self.places))
        found: cython.p_int = integers(moves)
        m: cython.Py_ssize_t
        k: cython.Py_ssize_t
        for m in range(hands.hands):
            for k in range(self.first[m], self.first[m + 1]):
                found[k] = self.taken[k]
                if found[k] != 0 and bits[hands.state[m]] & HIT and self.all_left > hands.size[m]:
                    self.taken[k] = HIT
        self.spread(roots, weights)
        for m in range(hands.hands):
            for k in range(self.first[m], self.first[m + 1]):
                if self.reach[k] * self.open[m] <= 0:
                    found[k] = 0
        return moves

    def heed(self, view: dict, wanted: array.array, roots: list, weights: list) -> tuple:
        """Return the value of moves by place, those of the turn just played standing in for forbidden ones.

        Also how often one has to stand in for the first time in a round. 0 is a move that is always forbidden. The
        moves of the turn just played stay what they were, for others who follow.
        """
        hands: Hands = self.hands
        bits: cython.p_int = integers(view["bits"])
        drawn_pays: cython.p_double = doubles(view["drawn_pays"])
        moves: cython.p_int = integers(wanted)
        kept: array.array = array.array("i", bytes(4 * self.places))
        instead: cython.p_int = integers(kept)
        often: cython.double = 0
        value: cython.double = 0
        move: cython.int
        m: cython.Py_ssize_t
        p: cython.Py_ssize_t
        k: cython.Py_ssize_t
        for m in range(hands.hands):
            for k in range(self.first[m], self.first[m + 1]):
                instead[k] = self.taken[k]
                if instead[k] != 0:
                    move = STAND if moves[k] == HIT and self.all_left <= hands.size[m] else moves[k]
                    self.taken[k] = move & bits[hands.state[m]]
        self.spread(roots, weights)
        for m in range(hands.hands):
            for k in range(self.first[m], self.first[m + 1]):
                if instead[k] != 0 and self.taken[k] == 0:
                    often += self.reach[k] * self.open[m]
                    self.taken[k] = instead[k]
        if often > 0:
            self.spread(roots, weights)
        for m in range(hands.hands):
            for k in range(self.first[m], self.first[m + 1]):
                if self.taken[k] == STAND:
                    value += self.reach[k] * self.stand[k]
                elif self.taken[k] == 0:
                    value += self.reach[k] * drawn_pays[hands.state[m]] * self.open[m]
        for p in range(hands.states):
            value += self.reach[self.places + p] * drawn_pays[p]
        for k in range(self.places):
            self.taken[k] = instead[k]
        return value, often

    @cython.cfunc
    def spread(self, roots: list, weights: list) -> cython.void:
        """Set how often each place is reached by the moves taken, from the hands dealt on."""
        often: cython.double
        rest: cython.double
        m: cython.Py_ssize_t
        k: cython.Py_ssize_t
        for k in range(self.places + self.hands.states + 1):
            self.reach[k] = 0
        for k, often in zip(roots, weights):
            self.reach[k] += often
        with cython.nogil:
            for m in range(self.hands.hands):
                rest = self.all_left - self.hands.size[m]
                if rest > 0:
                    self.step(m, 1 / rest, True)

    def place(self, m: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the place of the first key of a hand."""
        return self.first[m]

    def fives(self, number: cython.Py_ssize_t) -> array.array:
        """Return how often he stood with five cards, by place: of several suits, then of one."""
        found: array.array = zeros(2 * number)
        often: cython.p_double = doubles(found)
        m: cython.Py_ssize_t
        k: cython.Py_ssize_t
        key: cython.Py_ssize_t
        for m in range(self.hands.hands):
            if self.hands.five[m] >= 0:
                key = self.arrangements.first_key[self.hands.shape[m]] - self.first[m]
                for k in range(self.first[m], self.first[m + 1]):
                    if self.taken[k] == STAND:
                        often[2 * self.hands.five[m] + self.arrangements.one[key + k]] += self.reach[k] * self.open[m]
        return found


@cython.cfunc
def keys_of(hands: Hands, arrangements: Arrangements, m: cython.Py_ssize_t) -> cython.int:
    """Return the number of keys of a hand."""
    return 1 if hands.shape[m] < 0 else arrangements.keys[hands.shape[m]]
