# cython: auto_pickle=False, binding=False
"""Sums over the five cards with which a dealer may meet a player's: what standing is worth where poker ranks decide.

Hands, keys and the dealer's draws, as arrays -> values, as arrays. Runs as it stands, or compiled by Cython, whose
types mypy does not know. A hand of ranks can be of many suits: the dealer's plain keys are compared first, and where
his cards are of one suit, that is put right, for each way in which the player's cards may lie in that suit.
"""

# mypy: ignore-errors

import array

import cython

if cython.compiled:
    from cython.cimports.cpython import array

# 24 hands at a time: see the sums over the whole shoe.


@cython.cfunc
def doubles(values: array.array) -> cython.p_double:
    """Return floats as a C array."""
    return values.data.as_doubles if cython.compiled else values


@cython.cfunc
def integers(values: array.array) -> cython.p_int:
    """Return integers as a C array."""
    return values.data.as_ints if cython.compiled else values


@cython.cclass
class Rivals:
    """The dealer's draws to five cards, as a trie that all removals share.

    Factor f stands for `factor_number[f]` cards of class `factor_class[f]`; the factors of a class follow one another
    from one card up. Node i, in depth-first order, multiplies the product of its parent, at `depth[i] - 1`, by factor
    `factor[i]`; the root has depth 0. Each of its items is a hand that comes in `orders` orders, with its key if it is
    of several suits and if it is of one; `slot` tells which showdowns it leads to. All hands take `drawn` more cards.
    """

    kept: list
    factor_class: cython.p_int
    factor_number: cython.p_int
    depth: cython.p_int
    factor: cython.p_int
    first_item: cython.p_int
    orders: cython.p_double
    plain: cython.p_double
    suited: cython.p_double
    slot: cython.p_int
    factors: cython.Py_ssize_t
    nodes: cython.Py_ssize_t
    slots: cython.Py_ssize_t
    classes: cython.Py_ssize_t
    drawn: cython.Py_ssize_t
    left: cython.p_double
    all_left: cython.p_double
    falling: cython.p_double
    product: cython.p_double
    scale: cython.p_double
    own: cython.p_double
    better: cython.p_double
    equal: cython.p_double
    every: cython.p_double

    def __init__(self, tables: dict):
        """Keep the tables of the same names."""
        self.kept = list(tables.values())
        self.factor_class = integers(tables["factor_class"])
        self.factor_number = integers(tables["factor_number"])
        self.depth = integers(tables["depth"])
        self.factor = integers(tables["factor"])
        self.first_item = integers(tables["first_item"])
        self.orders = doubles(tables["orders"])
        self.plain = doubles(tables["plain"])
        self.suited = doubles(tables["suited"])
        self.slot = integers(tables["slot"])
        self.factors = len(tables["factor_class"])
        self.nodes = len(tables["depth"])
        self.slots = tables["slots"]
        self.classes = tables["classes"]
        self.drawn = tables["drawn"]
        self.left = self.room(self.classes)
        self.all_left = self.room(1)
        self.falling = self.room(self.factors)
        self.product = self.room(max(tables["depth"]) + 1)
        self.scale = self.room(1)
        self.own = self.room(1)
        self.better = self.room(self.slots)
        self.equal = self.room(self.slots)
        self.every = self.room(self.slots)

    @cython.cfunc
    def room(self, rows: cython.Py_ssize_t) -> cython.p_double:
        """Return room for rows of 24 floats."""
        self.kept.append(array.array("d", bytes(8 * 24 * rows)))
        return doubles(self.kept[len(self.kept) - 1])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.cdivision(True)
def fill(rivals: Rivals) -> cython.void:
    """Set the falling factorials of each factor, and of all cards, for 24 sets of cards left."""
    falling: cython.p_double = rivals.falling
    scale: cython.p_double = rivals.scale
    left: cython.p_double = rivals.left
    f: cython.Py_ssize_t
    b: cython.Py_ssize_t
    c: cython.Py_ssize_t
    k: cython.Py_ssize_t
    n: cython.Py_ssize_t
    cards: cython.double
    for f in range(rivals.factors):
        c = rivals.factor_class[f]
        n = rivals.factor_number[f]
        for b in range(24):
            falling[24 * f + b] = left[24 * c + b] - n + 1
        if n > 1:
            for b in range(24):
                falling[24 * f + b] *= falling[24 * f - 24 + b]
    for b in range(24):
        scale[b] = 1
        for k in range(rivals.drawn):
            cards = rivals.all_left[b] - k
            scale[b] *= 1 / cards if cards > 0 else 0
    for k in range(24 * rivals.slots):
        rivals.better[k] = 0
        rivals.equal[k] = 0
        rivals.every[k] = 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def compare(rivals: Rivals) -> cython.void:
    """Set, for 24 hands of the player's, how likely his key is better, equal and whatever it is, by plain keys."""
    t = cython.declare(cython.double[24])
    w = cython.declare(cython.double[24])
    own: cython.p_double = rivals.own
    product: cython.p_double = rivals.product
    falling: cython.p_double = rivals.falling
    better: cython.p_double = rivals.better
    equal: cython.p_double = rivals.equal
    every: cython.p_double = rivals.every
    number: cython.double
    key: cython.double
    node: cython.Py_ssize_t
    item: cython.Py_ssize_t
    at: cython.Py_ssize_t
    f: cython.Py_ssize_t
    b: cython.Py_ssize_t
    for b in range(24):
        t[b] = rivals.scale[b]
    for node in range(rivals.nodes):
        if node > 0:
            at = 24 * (rivals.depth[node] - 1)
            f = 24 * rivals.factor[node]
            for b in range(24):
                t[b] = product[at + b] * falling[f + b]
        at = 24 * rivals.depth[node]
        for b in range(24):
            product[at + b] = t[b]
        for item in range(rivals.first_item[node], rivals.first_item[node + 1]):
            number = rivals.orders[item]
            key = rivals.plain[item]
            at = 24 * rivals.slot[item]
            for b in range(24):
                w[b] = number * t[b]
            for b in range(24):
                every[at + b] += w[b]
            for b in range(24):
                better[at + b] += w[b] if own[b] > key else 0.0
            for b in range(24):
                equal[at + b] += w[b] if own[b] == key else 0.0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def put_right(rivals: Rivals) -> cython.void:
    """Set, for 24 hands, how much likelier his key is better and equal by the keys of one suit than by plain ones."""
    t = cython.declare(cython.double[24])
    w = cython.declare(cython.double[24])
    own: cython.p_double = rivals.own
    product: cython.p_double = rivals.product
    falling: cython.p_double = rivals.falling
    better: cython.p_double = rivals.better
    equal: cython.p_double = rivals.equal
    number: cython.double
    plain: cython.double
    suited: cython.double
    node: cython.Py_ssize_t
    item: cython.Py_ssize_t
    at: cython.Py_ssize_t
    f: cython.Py_ssize_t
    b: cython.Py_ssize_t
    for b in range(24):
        t[b] = rivals.scale[b]
    for node in range(rivals.nodes):
        if node > 0:
            at = 24 * (rivals.depth[node] - 1)
            f = 24 * rivals.factor[node]
            for b in range(24):
                t[b] = product[at + b] * falling[f + b]
        at = 24 * rivals.depth[node]
        for b in range(24):
            product[at + b] = t[b]
        for item in range(rivals.first_item[node], rivals.first_item[node + 1]):
            number = rivals.orders[item]
            plain = rivals.plain[item]
            suited = rivals.suited[item]
            at = 24 * rivals.slot[item]
            for b in range(24):
                w[b] = number * t[b]
            for b in range(24):
                better[at + b] += (w[b] if own[b] > suited else 0.0) - (w[b] if own[b] > plain else 0.0)
            for b in range(24):
                equal[at + b] += (w[b] if own[b] == suited else 0.0) - (w[b] if own[b] == plain else 0.0)


@cython.cclass
class Fives:
    """Five cards that the player may hold, and what they bring him.

    `own[m*classes + c]` are the cards of class c in hand m, `plain` and `suited` its keys; `stakes` is what he gets for
    the better, equal and worse key, by row and slot, and `row[m]` the hand's row. `has_suit` tells classes with suits.
    The ways in which a hand may lie in one suit begin at `first[m]`: the number of each class in that suit, as one
    number in which the cards of the first class count least. Behind them stands the hand that is of one suit, another.
    """

    kept: list
    own: cython.p_int
    plain: cython.p_double
    suited: cython.p_double
    row: cython.p_int
    first: cython.p_int
    has_suit: cython.p_int
    hands: cython.Py_ssize_t
    ways: cython.Py_ssize_t
    classes: cython.Py_ssize_t

    def __init__(self, tables: dict):
        """Keep the tables of the same names."""
        self.kept = list(tables.values())
        self.own = integers(tables["own"])
        self.plain = doubles(tables["plain"])
        self.suited = doubles(tables["suited"])
        self.row = integers(tables["row"])
        self.first = integers(tables["first"])
        self.has_suit = integers(tables["has_suit"])
        self.hands = len(tables["row"])
        self.ways = tables["first"][self.hands]
        self.classes = len(tables["has_suit"])

    def standing(self, rivals: Rivals, left: array.array, stakes: array.array) -> array.array:
        """Return what each hand brings against plain keys: if it is of several suits, then if it is of one."""
        found: array.array = array.array("d", bytes(16 * self.hands))
        values: cython.p_double = doubles(found)
        cards: cython.p_double = doubles(left)
        stake: cython.p_double = doubles(stakes)
        with cython.nogil:
            self.stand(rivals, cards, stake, values)
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def stand(
        self, rivals: Rivals, cards: cython.p_double, stakes: cython.p_double, values: cython.p_double
    ) -> cython.void:
        """Set what each hand brings against plain keys."""
        first: cython.Py_ssize_t
        at: cython.Py_ssize_t
        b: cython.Py_ssize_t
        c: cython.Py_ssize_t
        for first in range(0, 2 * self.hands, 24):
            for b in range(24):
                at = min(first + b, 2 * self.hands - 1)
                rivals.own[b] = self.suited[at // 2] if at % 2 else self.plain[at // 2]
                rivals.all_left[b] = 0
                for c in range(self.classes):
                    rivals.left[24 * c + b] = cards[c] - self.own[at // 2 * self.classes + c]
                    rivals.all_left[b] += rivals.left[24 * c + b]
            fill(rivals)
            compare(rivals)
            for b in range(min(24, 2 * self.hands - first)):
                at = first + b
                values[at] = brought(rivals, stakes, self.row[at // 2], b)

    def in_suit(self, rivals: Rivals, left: array.array, suit: array.array, stakes: array.array) -> array.array:
        """Return what each way of each hand brings beside, as the dealer's cards may all be of one suit.

        `suit` is what the dealer's hand leaves of this suit, by class.
        """
        found: array.array = array.array("d", bytes(8 * self.ways))
        places: array.array = array.array("i", bytes(4 * 48))
        place: cython.p_int = integers(places)
        cards: cython.p_double = doubles(left)
        same: cython.p_double = doubles(suit)
        stake: cython.p_double = doubles(stakes)
        values: cython.p_double = doubles(found)
        with cython.nogil:
            self.lie_in_suit(rivals, cards, same, stake, place, values)
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def lie_in_suit(
        self,
        rivals: Rivals,
        cards: cython.p_double,
        same: cython.p_double,
        stakes: cython.p_double,
        place: cython.p_int,
        values: cython.p_double,
    ) -> cython.void:
        """Set what each way of each hand brings beside."""
        last: cython.Py_ssize_t
        way: cython.Py_ssize_t
        m: cython.Py_ssize_t
        b: cython.Py_ssize_t = 0
        for m in range(self.hands):
            last = self.first[m + 1] - self.first[m] - 1
            for way in range(last + 1):
                if self.lay(rivals, m, 0 if way == last else way, b, cards, same):
                    rivals.own[b] = self.suited[m] if way >= last - 1 else self.plain[m]
                    place[b] = self.first[m] + way
                    place[24 + b] = self.row[m]
                    b += 1
                    if b == 24:
                        self.put_beside(rivals, values, stakes, place, b)
                        b = 0
        if b > 0:
            self.put_beside(rivals, values, stakes, place, b)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def lay(
        self,
        rivals: Rivals,
        m: cython.Py_ssize_t,
        way: cython.Py_ssize_t,
        b: cython.Py_ssize_t,
        cards: cython.p_double,
        same: cython.p_double,
    ) -> cython.bint:
        """Take a hand that lies in a suit in some way out of the cards; return whether it can."""
        c: cython.Py_ssize_t
        n: cython.Py_ssize_t
        number: cython.Py_ssize_t
        rivals.all_left[b] = 0
        for c in range(self.classes):
            n = self.own[m * self.classes + c]
            rivals.all_left[b] += cards[c] - n
            if self.has_suit[c]:
                number = way % (n + 1)
                way //= n + 1
                if number > same[c] or n - number > cards[c] - same[c]:
                    return False
                rivals.left[24 * c + b] = same[c] - number
            else:
                rivals.left[24 * c + b] = cards[c] - n
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def put_beside(
        self,
        rivals: Rivals,
        values: cython.p_double,
        stakes: cython.p_double,
        place: cython.p_int,
        number: cython.Py_ssize_t,
    ) -> cython.void:
        """Set what up to 24 hands bring beside that are taken out; `place` holds their places, then their rows."""
        b: cython.Py_ssize_t
        fill(rivals)
        put_right(rivals)
        for b in range(number):
            values[place[b]] = brought(rivals, stakes, place[24 + b], b)

    @cython.cdivision(True)
    def chances(self, left: array.array, suits: array.array) -> array.array:
        """Return how likely each hand of these ranks is of one suit, `suits` being what is left of each, by class."""
        found: array.array = array.array("d", bytes(8 * self.hands))
        values: cython.p_double = doubles(found)
        cards: cython.p_double = doubles(left)
        of: cython.p_double = doubles(suits)
        chance: cython.double
        m: cython.Py_ssize_t
        s: cython.Py_ssize_t
        c: cython.Py_ssize_t
        n: cython.Py_ssize_t
        number: cython.Py_ssize_t = len(suits) // self.classes
        with cython.nogil:
            for m in range(self.hands):
                for s in range(number):
                    chance = 1
                    for c in range(self.classes):
                        n = self.own[m * self.classes + c]
                        if n and self.has_suit[c]:
                            chance *= share(cards[c], of[s * self.classes + c], n, n)
                    values[m] += chance
        return found

    @cython.cdivision(True)
    def average(self, left: array.array, suit: array.array, one: array.array, ways: array.array) -> array.array:
        """Return the mean of `ways` for each hand; `one` is how likely it is of one suit, whichever."""
        found: array.array = array.array("d", bytes(8 * self.hands))
        values: cython.p_double = doubles(found)
        cards: cython.p_double = doubles(left)
        same: cython.p_double = doubles(suit)
        way_value: cython.p_double = doubles(ways)
        of_one: cython.p_double = doubles(one)
        chance: cython.double = 0
        m: cython.Py_ssize_t
        c: cython.Py_ssize_t
        n: cython.Py_ssize_t
        at: cython.Py_ssize_t
        rest: cython.Py_ssize_t
        last: cython.Py_ssize_t
        with cython.nogil:
            for m in range(self.hands):
                last = self.first[m + 1] - 1
                for at in range(self.first[m], last):
                    rest = at - self.first[m]
                    chance = 1
                    for c in range(self.classes):
                        n = self.own[m * self.classes + c]
                        if n and self.has_suit[c]:
                            chance *= share(cards[c], same[c], n, rest % (n + 1))
                            rest //= n + 1
                    values[m] += chance * way_value[at]
                values[m] += (of_one[m] - chance) * (way_value[last] - way_value[self.first[m]])
        return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def brought(rivals: Rivals, stakes: cython.p_double, row: cython.Py_ssize_t, b: cython.Py_ssize_t) -> cython.double:
    """Return what the sums come to for one of 24 hands, by its row of stakes."""
    value: cython.double = 0
    worse: cython.double
    slot: cython.Py_ssize_t
    at: cython.Py_ssize_t
    pay: cython.Py_ssize_t
    for slot in range(rivals.slots):
        at = 24 * slot + b
        pay = 3 * (row * rivals.slots + slot)
        worse = rivals.every[at] - rivals.better[at] - rivals.equal[at]
        value += stakes[pay] * rivals.better[at] + stakes[pay + 1] * rivals.equal[at] + stakes[pay + 2] * worse
    return value


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.cdivision(True)
def share(
    left: cython.double, same: cython.double, held: cython.Py_ssize_t, number: cython.Py_ssize_t
) -> cython.double:
    """Return how likely `number` of `held` cards are among the `same` of all `left`."""
    chance: cython.double = 1
    k: cython.Py_ssize_t
    for k in range(number):
        chance *= (same - k) * (held - k) / ((left - k) * (k + 1)) if left > k else 0
    for k in range(number, held):
        chance *= (left - same - k + number) / (left - k) if left > k else 0
    return chance
