# cython: auto_pickle=False, binding=False
"""Best moves of a player to whom several hands look alike, against several of the dealer's that look alike.

Hands by what he sees, what standing is worth, as arrays -> moves. Runs as it stands, or compiled by Cython, whose types
mypy does not know.
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


@cython.cclass
class Hands:
    """The player's hands, as in the sums over a shoe; those that look alike follow one another from `first` on."""

    kept: list
    own: cython.p_int
    state: cython.p_int
    size: cython.p_int
    child: cython.p_int
    first: cython.p_int
    sights: cython.Py_ssize_t
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
        self.first = integers(tables["first"])
        self.sights = len(tables["first"]) - 1
        self.hands = len(tables["state"])
        self.classes = tables["classes"]
        self.states = tables["states"]


@cython.cclass
class Face:
    """What one hand of the dealer's makes of the player's: `ways` is how often each is reached if he always hits."""

    kept: list
    left: cython.p_double
    all_left: cython.double
    bits: cython.p_int
    drawn: cython.p_int
    stand: cython.p_double
    open: cython.p_double
    ways: cython.p_double
    value: cython.p_double
    hit: cython.p_double

    def __init__(self, hands: Hands, view: dict, left: array.array, stands: array.array, opens: array.array):
        """Begin with what standing is worth, by hand; the view is by state, as in the sums over a shoe."""
        stood: cython.p_int = integers(view["stood"])
        stood_pays: cython.p_double = doubles(view["stood_pays"])
        drawn_pays: cython.p_double = doubles(view["drawn_pays"])
        value: array.array = array.array("d", bytes(8 * (hands.hands + hands.states + 1)))
        ways: array.array = array.array("d", bytes(8 * (hands.hands + hands.states + 1)))
        hit: array.array = array.array("d", bytes(8 * hands.hands))
        m: cython.Py_ssize_t
        p: cython.Py_ssize_t
        self.kept = [view, left, stands, opens, value, ways, hit]
        self.left = doubles(left)
        self.all_left = sum(left)
        self.bits = integers(view["bits"])
        self.drawn = integers(view["drawn"])
        self.stand = doubles(stands)
        self.open = doubles(opens)
        self.value = doubles(value)
        self.ways = doubles(ways)
        self.hit = doubles(hit)
        for p in range(hands.states):
            self.value[hands.hands + p] = drawn_pays[p]
        for m in range(hands.hands):
            p = hands.state[m]
            if stood[p]:
                self.stand[m] = stood_pays[p] * self.open[m]
            self.value[m] = drawn_pays[p] * self.open[m] if self.drawn[p] else self.stand[m]

    @cython.cfunc
    def hits(self, hands: Hands, m: cython.Py_ssize_t) -> cython.bint:
        """Return whether the player may take a card."""
        p: cython.Py_ssize_t = hands.state[m]
        return not self.drawn[p] and self.bits[p] & HIT and self.all_left > hands.size[m]

    @cython.cdivision(True)
    def spread(self, hands: Hands, roots: list, weights: list):
        """Find how often each hand is reached, from those dealt on."""
        m: cython.Py_ssize_t
        c: cython.Py_ssize_t
        at: cython.Py_ssize_t
        often: cython.double
        for m, often in zip(roots, weights):
            self.ways[m] += often
        for m in range(hands.hands):
            if self.hits(hands, m):
                often = self.ways[m] / (self.all_left - hands.size[m])
                at = m * hands.classes
                for c in range(hands.classes):
                    self.ways[hands.child[at + c]] += often * (self.left[c] - hands.own[at + c])

    @cython.cfunc
    @cython.cdivision(True)
    def try_hit(self, hands: Hands, m: cython.Py_ssize_t) -> cython.void:
        """Find what hitting is worth."""
        at: cython.Py_ssize_t = m * hands.classes
        c: cython.Py_ssize_t
        hit: cython.double = 0
        for c in range(hands.classes):
            hit += (self.left[c] - hands.own[at + c]) * self.value[hands.child[at + c]]
        self.hit[m] = hit / (self.all_left - hands.size[m])


def agree(hands: Hands, faces: list) -> list:
    """Return the best move with each hand, one for all that look alike; a forced move is not told from a chosen one."""
    moves: list = [0] * hands.hands
    face: Face
    gain: cython.double
    best: cython.int
    sight: cython.Py_ssize_t
    m: cython.Py_ssize_t
    for sight in range(hands.sights - 1, -1, -1):
        gain = 0
        for face in faces:
            for m in range(hands.first[sight], hands.first[sight + 1]):
                if face.hits(hands, m):
                    face.try_hit(hands, m)
                    if face.bits[hands.state[m]] & STAND:
                        gain += face.ways[m] * (face.hit[m] - face.stand[m] - TIE * face.open[m])
        best = HIT if gain > 0 else STAND
        for m in range(hands.first[sight], hands.first[sight + 1]):
            moves[m] = best
        for face in faces:
            for m in range(hands.first[sight], hands.first[sight + 1]):
                if face.hits(hands, m) and (best == HIT or not face.bits[hands.state[m]] & STAND):
                    face.value[m] = face.hit[m]
    return moves
