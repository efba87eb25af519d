# cython: auto_pickle=False, binding=False
"""Sums over the cards of a shoe: where the dealer's laws end, what the player's moves are worth, how rounds end.

Hands, draws and tables of a rulebook, as lists -> values and frequencies, as lists. Runs as it stands, or compiled by
Cython, whose types mypy does not know. *Removed* cards are those that the player has seen; *live* cards are those that
change the hand of a dealer who follows his laws. Unknown cards come in random order, so certain cards come with a
product of falling factorials, one for each card class, over one for the shoe.
"""

# mypy: ignore-errors

import cython

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free

HIT = cython.declare(cython.int, 1)
STAND = cython.declare(cython.int, 2)
TIE = cython.declare(cython.double, 1e-12)  # of a wager: moves that differ by no more come to the same: he stands

# Removals are worked on 24 at a time, and the loops over `range(24)` become vector instructions. They do not when the
# number has a name, or when it is so small that compilers write the loop out first.


@cython.cclass
class Doubles:
    """Floats side by side."""

    at: cython.p_double
    number: cython.Py_ssize_t

    def __init__(self, number: cython.Py_ssize_t, values: list):
        """Make room for `number` floats, all 0 but the first, which are `values`."""
        self.number = number
        if cython.compiled:
            self.at = cython.cast(cython.p_double, calloc(number + 1, cython.sizeof(cython.double)))
            if self.at == cython.NULL:
                raise MemoryError
        else:
            self.at = [0.0] * number
        i: cython.Py_ssize_t
        for i in range(len(values)):
            self.at[i] = values[i]

    def __dealloc__(self):
        if cython.compiled:
            free(self.at)

    def listed(self) -> list:
        """Return a copy as a list."""
        return [self.at[i] for i in range(self.number)]


@cython.cclass
class Integers:
    """Integers side by side."""

    at: cython.p_int

    def __init__(self, values: list):
        """Copy `values`."""
        i: cython.Py_ssize_t
        if cython.compiled:
            self.at = cython.cast(cython.p_int, calloc(len(values) + 1, cython.sizeof(cython.Py_ssize_t)))
            if self.at == cython.NULL:
                raise MemoryError
        else:
            self.at = [0] * len(values)
        for i in range(len(values)):
            self.at[i] = values[i]

    def __dealloc__(self):
        if cython.compiled:
            free(self.at)


@cython.cclass
class Law:
    """All draws of a dealer who shows one state and follows one group of laws, as a trie that all removals share.

    Factor f stands for `factor_number[f]` cards of class `factor_class[f]`; the factors of a class follow one another
    from one card up. Node i, in depth-first order, multiplies the product of its parent, at `depth[i] - 1`, by factor
    `factor[i]`; the root has depth 0. Each of its items takes `item_orders` times that product, scaled by row
    `item_row` (unseen idle cards, live cards), and adds `entry_times` of this to the sum `entry_slot`, entry by entry.

    A last card of class `last_class` leads from the hands summed in `last_slot`, less those in `last_less` (-1: none),
    to end `last_end`; sums `once_slot` are ends themselves. `rest` is the end that is left over, -1: none. Sums
    `counted_slot` give how often a live card is taken, by unseen idle and earlier live cards.
    """

    factor_class: Integers
    factor_number: Integers
    depth: Integers
    factor: Integers
    first_item: Integers
    item_row: Integers
    item_orders: Doubles
    first_entry: Integers
    entry_slot: Integers
    entry_times: Doubles
    last_slot: Integers
    last_class: Integers
    last_end: Integers
    last_less: Integers
    once_slot: Integers
    once_end: Integers
    counted_slot: Integers
    counted_idle: Integers
    counted_live: Integers
    end_state: Integers
    last_taker: Integers
    item_taker: Integers
    factors: cython.Py_ssize_t
    nodes: cython.Py_ssize_t
    items: cython.Py_ssize_t
    slots: cython.Py_ssize_t
    ends: cython.Py_ssize_t
    lasts: cython.Py_ssize_t
    onces: cython.Py_ssize_t
    counteds: cython.Py_ssize_t
    unseen: cython.Py_ssize_t
    most_live: cython.Py_ssize_t
    most_depth: cython.Py_ssize_t
    takers: cython.Py_ssize_t
    rest: cython.Py_ssize_t

    def __init__(self, tables: dict):
        """Copy the tables of the same names."""
        self.factor_class = Integers(tables["factor_class"])
        self.factor_number = Integers(tables["factor_number"])
        self.depth = Integers(tables["depth"])
        self.factor = Integers(tables["factor"])
        self.first_item = Integers(tables["first_item"])
        self.item_row = Integers(tables["item_row"])
        self.item_orders = Doubles(len(tables["item_orders"]), tables["item_orders"])
        self.first_entry = Integers(tables["first_entry"])
        self.entry_slot = Integers(tables["entry_slot"])
        self.entry_times = Doubles(len(tables["entry_times"]), tables["entry_times"])
        self.last_slot = Integers(tables["last_slot"])
        self.last_class = Integers(tables["last_class"])
        self.last_end = Integers(tables["last_end"])
        self.last_less = Integers(tables["last_less"])
        self.once_slot = Integers(tables["once_slot"])
        self.once_end = Integers(tables["once_end"])
        self.counted_slot = Integers(tables["counted_slot"])
        self.counted_idle = Integers(tables["counted_idle"])
        self.counted_live = Integers(tables["counted_live"])
        self.end_state = Integers(tables["end_state"])
        self.factors = len(tables["factor_class"])
        self.nodes = len(tables["depth"])
        self.items = len(tables["item_row"])
        self.slots = tables["slots"]
        self.ends = len(tables["end_state"])
        self.lasts = len(tables["last_slot"])
        self.onces = len(tables["once_slot"])
        self.counteds = len(tables["counted_slot"])
        self.unseen = tables["unseen"]
        self.most_live = tables["most_live"]
        self.most_depth = max(tables["depth"])
        self.rest = tables["rest"]
        self.name_takers(tables["last_slot"])

    def name_takers(self, last_slot: list):
        """Number the sums from which last cards lead on, and tell which of them each item adds to, else one more."""
        numbers: dict = {slot: number for number, slot in enumerate(dict.fromkeys(last_slot))}
        self.takers = len(numbers)
        self.last_taker = Integers([numbers[slot] for slot in last_slot])
        self.item_taker = Integers([self.takers] * self.items)
        item: cython.Py_ssize_t
        entry: cython.Py_ssize_t
        for item in range(self.items):
            for entry in range(self.first_entry.at[item], self.first_entry.at[item + 1]):
                if self.entry_slot.at[entry] in numbers:
                    self.item_taker.at[item] = numbers[self.entry_slot.at[entry]]


@cython.cclass
class Room:
    """Where the sums of one law are worked on, 24 removals at a time; whoever works beside others has his own.

    Of the removals: what they leave of each class, of all cards, and of the live ones. Of what ends are worth to one
    hand state: by sum, by item whatever the last card is, by taker and removal for all last cards, and the whole.
    """

    left: Doubles
    all: Doubles
    live: Doubles
    falling: Doubles
    product: Doubles
    total: Doubles
    scale: Doubles
    chance: Doubles
    by_slot: Doubles
    by_item: Doubles
    by_taker: Doubles
    value: Doubles

    def __init__(self, law: Law, classes: cython.Py_ssize_t):
        """Make room for the sums of a law over `classes` card classes."""
        self.left = Doubles(24 * classes, [])
        self.all = Doubles(24, [])
        self.live = Doubles(24, [])
        self.falling = Doubles(24 * law.factors, [])
        self.product = Doubles(24 * (law.most_depth + 1), [])
        self.total = Doubles(24 * law.slots, [])
        self.scale = Doubles(24 * (law.unseen + 1) * (law.most_live + 1), [])
        self.chance = Doubles(24 * (law.ends + law.unseen + 1), [])
        self.by_slot = Doubles(law.slots, [])
        self.by_item = Doubles(law.items, [])
        self.by_taker = Doubles(24 * (law.takers + 1), [])
        self.value = Doubles(24, [])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def fill_falling(law: Law, room: Room, part: cython.double) -> cython.void:
    """Set the falling factorials of each factor, of which each card counts `part` lest they grow out of bounds."""
    left: cython.p_double = room.left.at
    falling: cython.p_double = room.falling.at
    f: cython.Py_ssize_t
    b: cython.Py_ssize_t
    c: cython.Py_ssize_t
    n: cython.Py_ssize_t
    gone: cython.double
    for f in range(law.factors):
        c = law.factor_class.at[f]
        n = law.factor_number.at[f]
        gone = n - 1
        for b in range(24):
            falling[24 * f + b] = (left[24 * c + b] - gone) * part
        if n > 1:
            for b in range(24):
                falling[24 * f + b] *= falling[24 * f - 24 + b]


@cython.cfunc
@cython.nogil
@cython.cdivision(True)
@cython.exceptval(check=False)
def fill_scale(law: Law, room: Room, unit: cython.double) -> cython.void:
    """Set, for each number of unseen idle cards and of live cards, what a product is to be multiplied with."""
    scale: cython.p_double = room.scale.at
    all_left: cython.p_double = room.all.at
    live_left: cython.p_double = room.live.at
    b: cython.Py_ssize_t
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    at: cython.Py_ssize_t
    gone: cython.double
    for i in range(law.unseen + 1):
        at = 24 * i * (law.most_live + 1)
        for b in range(24):
            scale[at + b] = 1
        for k in range(law.unseen):
            gone = k
            for b in range(24):
                scale[at + b] *= unit / (all_left[b] - gone) if all_left[b] > gone else 0.0
        for k in range(law.most_live):
            gone = law.unseen - i + k
            for b in range(24):
                scale[at + 24 + b] = scale[at + b] * (unit / (live_left[b] - gone) if live_left[b] > gone else 0.0)
            at += 24


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def walk(law: Law, room: Room) -> cython.void:
    """Walk the trie and add every item to its sums."""
    t = cython.declare(cython.double[24])
    w = cython.declare(cython.double[24])
    depth: cython.p_int = law.depth.at
    factor: cython.p_int = law.factor.at
    first_item: cython.p_int = law.first_item.at
    item_row: cython.p_int = law.item_row.at
    item_orders: cython.p_double = law.item_orders.at
    first_entry: cython.p_int = law.first_entry.at
    entry_slot: cython.p_int = law.entry_slot.at
    entry_times: cython.p_double = law.entry_times.at
    falling: cython.p_double = room.falling.at
    product: cython.p_double = room.product.at
    scale: cython.p_double = room.scale.at
    total: cython.p_double = room.total.at
    number: cython.double
    node: cython.Py_ssize_t
    item: cython.Py_ssize_t
    entry: cython.Py_ssize_t
    at: cython.Py_ssize_t
    f: cython.Py_ssize_t
    b: cython.Py_ssize_t
    for at in range(24 * law.slots):
        total[at] = 0
    for b in range(24):
        t[b] = 1
    for node in range(law.nodes):
        if node > 0:
            at = 24 * (depth[node] - 1)
            f = 24 * factor[node]
            for b in range(24):
                t[b] = product[at + b] * falling[f + b]
        at = 24 * depth[node]
        for b in range(24):
            product[at + b] = t[b]
        for item in range(first_item[node], first_item[node + 1]):
            number = item_orders[item]
            at = 24 * item_row[item]
            for b in range(24):
                w[b] = number * t[b] * scale[at + b]
            for entry in range(first_entry[item], first_entry[item + 1]):
                number = entry_times[entry]
                at = 24 * entry_slot[entry]
                for b in range(24):
                    total[at + b] += number * w[b]


@cython.cfunc
@cython.nogil
@cython.cdivision(True)
@cython.exceptval(check=False)
def fill_chances(law: Law, room: Room, unit: cython.double) -> cython.void:
    """Set how likely each end of a law is, for 24 removals; then the mean numbers of live cards taken."""
    chance: cython.p_double = room.chance.at
    total: cython.p_double = room.total.at
    left: cython.p_double = room.left.at
    live: cython.p_double = room.live.at
    part: cython.double = 1 / unit
    b: cython.Py_ssize_t
    i: cython.Py_ssize_t
    at: cython.Py_ssize_t
    end: cython.Py_ssize_t
    slot: cython.Py_ssize_t
    less: cython.Py_ssize_t
    cards: cython.double
    fill_falling(law, room, part)
    fill_scale(law, room, unit)
    walk(law, room)
    for at in range(24 * (law.ends + law.unseen + 1)):
        chance[at] = 0
    for i in range(law.lasts):
        end = 24 * law.last_end.at[i]
        slot = 24 * law.last_slot.at[i]
        at = 24 * law.last_class.at[i]
        for b in range(24):
            chance[end + b] += part * left[at + b] * total[slot + b]
        less = 24 * law.last_less.at[i]
        if less >= 0:
            for b in range(24):
                chance[end + b] -= part * total[less + b]
    for i in range(law.onces):
        end = 24 * law.once_end.at[i]
        slot = 24 * law.once_slot.at[i]
        for b in range(24):
            chance[end + b] += total[slot + b]
    for i in range(law.counteds):
        end = 24 * (law.ends + law.counted_idle.at[i])
        slot = 24 * law.counted_slot.at[i]
        cards = law.unseen - law.counted_idle.at[i] + law.counted_live.at[i]
        for b in range(24):
            chance[end + b] += part * (live[b] - cards) * total[slot + b]
    if law.rest < 0:
        return
    end = 24 * law.rest
    for b in range(24):
        chance[end + b] = 1
    for i in range(law.ends):
        if i != law.rest:
            for b in range(24):
                chance[end + b] -= chance[24 * i + b]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def weigh(law: Law, room: Room, worth: cython.p_double, row: cython.Py_ssize_t, part: cython.double) -> cython.void:
    """Set what each item is worth whatever the last card, `worth[row + d]` being what end d is; less what `rest` is."""
    by_slot: cython.p_double = room.by_slot.at
    by_item: cython.p_double = room.by_item.at
    rest: cython.double = worth[row + law.end_state.at[law.rest]] if law.rest >= 0 else 0.0
    i: cython.Py_ssize_t
    entry: cython.Py_ssize_t
    for i in range(law.slots):
        by_slot[i] = 0
    for i in range(law.lasts):
        if law.last_less.at[i] >= 0:
            by_slot[law.last_less.at[i]] -= part * (worth[row + law.end_state.at[law.last_end.at[i]]] - rest)
    for i in range(law.onces):
        by_slot[law.once_slot.at[i]] += worth[row + law.end_state.at[law.once_end.at[i]]] - rest
    for i in range(law.items):
        by_item[i] = 0
        for entry in range(law.first_entry.at[i], law.first_entry.at[i + 1]):
            by_item[i] += law.entry_times.at[entry] * by_slot[law.entry_slot.at[entry]]


@cython.cfunc
@cython.nogil
@cython.cdivision(True)
@cython.exceptval(check=False)
def fill_values(
    law: Law, room: Room, worth: cython.p_double, row: cython.Py_ssize_t, unit: cython.double
) -> cython.void:
    """Set what the ends of a law are worth in the mean, for 24 removals, as it was weighed.

    Nobody asks for the single ends, so items are summed as they come.
    """
    t = cython.declare(cython.double[24])
    v = cython.declare(cython.double[24])
    depth: cython.p_int = law.depth.at
    factor: cython.p_int = law.factor.at
    first_item: cython.p_int = law.first_item.at
    item_row: cython.p_int = law.item_row.at
    item_orders: cython.p_double = law.item_orders.at
    item_taker: cython.p_int = law.item_taker.at
    left: cython.p_double = room.left.at
    falling: cython.p_double = room.falling.at
    product: cython.p_double = room.product.at
    scale: cython.p_double = room.scale.at
    by_item: cython.p_double = room.by_item.at
    by_taker: cython.p_double = room.by_taker.at
    part: cython.double = 1 / unit
    rest: cython.double = worth[row + law.end_state.at[law.rest]] if law.rest >= 0 else 0.0
    number: cython.double
    more: cython.double
    node: cython.Py_ssize_t
    item: cython.Py_ssize_t
    at: cython.Py_ssize_t
    f: cython.Py_ssize_t
    b: cython.Py_ssize_t
    fill_falling(law, room, part)
    fill_scale(law, room, unit)
    for at in range(24 * law.takers):
        by_taker[at] = 0
    for item in range(law.lasts):
        number = part * (worth[row + law.end_state.at[law.last_end.at[item]]] - rest)
        at = 24 * law.last_taker.at[item]
        f = 24 * law.last_class.at[item]
        for b in range(24):
            by_taker[at + b] += number * left[f + b]
    for b in range(24):
        t[b] = 1
        v[b] = rest
    for node in range(law.nodes):
        if node > 0:
            at = 24 * (depth[node] - 1)
            f = 24 * factor[node]
            for b in range(24):
                t[b] = product[at + b] * falling[f + b]
        at = 24 * depth[node]
        for b in range(24):
            product[at + b] = t[b]
        for item in range(first_item[node], first_item[node + 1]):
            number = item_orders[item]
            more = by_item[item]
            at = 24 * item_row[item]
            f = 24 * item_taker[item]
            for b in range(24):
                v[b] += number * t[b] * scale[at + b] * (by_taker[f + b] + more)
    for b in range(24):
        room.value.at[b] = v[b]


@cython.cclass
class Hands:
    """The player's hands; turns from one shoe after another share them.

    `own[m*classes + c]` are the cards of class c in hand m, `state[m]` is its state, `size[m]` its number of cards,
    `child[m*classes + c]` the hand after one more; places from `hands` on stand for hands that are decided, by state.
    Hands come in order of size. `live` tells which classes are, `held_live[m]` how many such cards are in hand m.
    """

    own: Doubles
    state: Integers
    size: Integers
    child: Integers
    live: Integers
    held_live: Doubles
    hands: cython.Py_ssize_t
    classes: cython.Py_ssize_t

    def __init__(self, tables: dict):
        """Copy the tables of the same names."""
        self.own = Doubles(len(tables["own"]), tables["own"])
        self.state = Integers(tables["state"])
        self.size = Integers(tables["size"])
        self.child = Integers(tables["child"])
        self.live = Integers(tables["live"])
        self.hands = len(tables["state"])
        self.classes = len(tables["live"])
        self.held_live = Doubles(self.hands, [])
        m: cython.Py_ssize_t
        c: cython.Py_ssize_t
        for m in range(self.hands):
            for c in range(self.classes):
                if self.live.at[c]:
                    self.held_live.at[m] += self.own.at[m * self.classes + c]


@cython.cclass
class Turn:
    """The player's turn: his hands, from those dealt on, and what they are worth against one dealer hand at a time.

    `worth[p*states + d]` is what hands in state p bring where the dealer ends in d. Where a peek rules out hands of the
    dealer's, values are those of rounds that go on, per round of all: `open` is how many do.
    """

    own: Doubles
    state: Integers
    size: Integers
    child: Integers
    live: Integers
    worth: Doubles
    hands: cython.Py_ssize_t
    classes: cython.Py_ssize_t
    states: cython.Py_ssize_t
    unit: cython.double
    open: Doubles
    stands: Doubles
    value: Doubles
    hit: Doubles
    taken: Integers
    reach: Doubles
    gap: Doubles
    final: Doubles
    held_live: Doubles

    def __init__(self, hands: Hands, tables: dict):
        """Copy the tables of the same names; `columns` is the largest number of dealer hands in hand at once."""
        self.own = hands.own
        self.state = hands.state
        self.size = hands.size
        self.child = hands.child
        self.live = hands.live
        self.held_live = hands.held_live
        self.hands = hands.hands
        self.classes = hands.classes
        self.worth = Doubles(len(tables["worth"]), tables["worth"])
        self.states = tables["states"]
        self.unit = tables["unit"]
        self.open = Doubles(self.hands * tables["columns"], [1.0] * (self.hands * tables["columns"]))
        self.stands = Doubles(self.hands * tables["columns"], [])
        self.value = Doubles(self.hands + self.states + 1, [])
        self.hit = Doubles(self.hands, [])
        self.taken = Integers([0] * self.hands)
        self.reach = Doubles(self.hands + self.states + 1, [])
        self.gap = Doubles(self.hands + self.states + 1, [])
        self.final = Doubles(self.states * self.states, [])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def remove(
        self, room: Room, hands: Integers, first: cython.Py_ssize_t, last: cython.Py_ssize_t, left: Doubles
    ) -> cython.void:
        """Take the hands from `first` to before `last`, 24 at most, out of the cards `left`; one fills the room."""
        own: cython.p_double = self.own.at
        to: cython.p_double = room.left.at
        b: cython.Py_ssize_t
        c: cython.Py_ssize_t
        m: cython.Py_ssize_t
        all_left: cython.double = 0
        live_left: cython.double = 0
        for c in range(self.classes):
            all_left += left.at[c]
            if self.live.at[c]:
                live_left += left.at[c]
        for b in range(24):
            m = hands.at[first + b if first + b < last else last - 1]
            room.all.at[b] = all_left - self.size.at[m]
            room.live.at[b] = live_left - self.held_live.at[m]
            for c in range(self.classes):
                to[24 * c + b] = left.at[c] - own[m * self.classes + c]

    def stand(self, column: cython.Py_ssize_t, law: Law, hands: list, left: list):
        """Set what standing is worth with each of `hands`, all under one law, when `left` is what the dealer leaves.

        Hands of one state that follow one another are worked on together.
        """
        which: Integers = Integers(hands)
        number: cython.Py_ssize_t = len(hands)
        cards: Doubles = Doubles(self.classes, left)
        room: Room = Room(law, self.classes)
        with cython.nogil:
            self.set_means(room, law, self.worth, True, which, number, cards, self.stands, column * self.hands)

    def rule_out(self, column: cython.Py_ssize_t, law: Law, left: list):
        """Set how often a peek decides nothing, for each hand: the ends of `law` are what it does not rule out."""
        which: Integers = Integers(list(range(self.hands)))
        cards: Doubles = Doubles(self.classes, left)
        room: Room = Room(law, self.classes)
        every: Doubles = Doubles(self.states, [1.0] * self.states)
        with cython.nogil:
            self.set_means(room, law, every, False, which, self.hands, cards, self.open, column * self.hands)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def set_means(
        self,
        room: Room,
        law: Law,
        worth: Doubles,
        by_state: cython.bint,
        hands: Integers,
        number: cython.Py_ssize_t,
        left: Doubles,
        means: Doubles,
        base: cython.Py_ssize_t,
    ) -> cython.void:
        """Set, from `base` on, what the ends of a law are worth with each of some hands, to each state or to all."""
        first: cython.Py_ssize_t = 0
        last: cython.Py_ssize_t = 0
        row: cython.Py_ssize_t = -1
        b: cython.Py_ssize_t
        p: cython.Py_ssize_t
        while first < number:
            p = self.state.at[hands.at[first]] if by_state else 0
            if row != p * self.states:
                row = p * self.states
                weigh(law, room, worth.at, row, 1 / self.unit)
            while last < number and last < first + 24 and (not by_state or self.state.at[hands.at[last]] == p):
                last += 1
            self.remove(room, hands, first, last, left)
            fill_values(law, room, worth.at, row, self.unit)
            for b in range(last - first):
                means.at[base + hands.at[first + b]] = room.value.at[b]
            first = last

    def standing(self, column: cython.Py_ssize_t) -> list:
        """Return what standing is worth with each hand."""
        return [self.stands.at[column * self.hands + m] for m in range(self.hands)]

    def add(self, column: cython.Py_ssize_t, hands: list, values: list):
        """Add to what standing is worth with some hands."""
        m: cython.Py_ssize_t
        value: cython.double
        for m, value in zip(hands, values):
            self.stands.at[column * self.hands + m] += value

    def value_of(
        self,
        column: cython.Py_ssize_t,
        view: dict,
        moves: list,
        by_hand: cython.bint,
        left: list,
        roots: list,
        weights: list,
    ) -> cython.double:
        """Return the value of `moves` against one dealer hand; what is asked is told with `play`."""
        value: cython.double = 0
        often: cython.double
        m: cython.Py_ssize_t
        self.decide(column, view, moves, by_hand, left)
        for m, often in zip(roots, weights):
            value += often * self.value.at[m]
        return value

    def play(
        self,
        column: cython.Py_ssize_t,
        view: dict,
        moves: list,
        by_hand: cython.bint,
        left: list,
        roots: list,
        weights: list,
    ) -> tuple:
        """Return the value of `moves` against one dealer hand; by state, reach, and reach times value of hit and stand.

        `view` holds, by state, `bits` of the moves allowed, whether the hand is `drawn` decided and what it then pays,
        the same for `stood`. `roots` are the hands dealt and `weights` how likely. `moves` are by state or
        `by_hand`; none at all ask for the best.
        """
        self.decide(column, view, moves, by_hand, left)
        spread(self, self.reach, roots, weights, Doubles(self.classes, left), sum(left))
        return self.summed(column * self.hands, roots, weights)

    @cython.cfunc
    def decide(
        self, column: cython.Py_ssize_t, view: dict, moves: list, by_hand: cython.bint, left: list
    ) -> cython.void:
        """Set what is done with each hand, and what that is worth."""
        bits: Integers = Integers(view["bits"])
        drawn: Integers = Integers(view["drawn"])
        stood: Integers = Integers(view["stood"])
        drawn_pays: Doubles = Doubles(self.states, view["drawn_pays"])
        stood_pays: Doubles = Doubles(self.states, view["stood_pays"])
        wanted: Integers = Integers(moves or [0] * self.states)
        best: cython.bint = not moves
        cards: Doubles = Doubles(self.classes, left)
        all_left: cython.double = sum(left)
        with cython.nogil:
            self.take(column, bits, drawn, stood, drawn_pays, stood_pays, wanted, best, by_hand, cards, all_left)

    @cython.cfunc
    @cython.nogil
    @cython.cdivision(True)
    @cython.exceptval(check=False)
    def take(
        self,
        column: cython.Py_ssize_t,
        bits: Integers,
        drawn: Integers,
        stood: Integers,
        drawn_pays: Doubles,
        stood_pays: Doubles,
        wanted: Integers,
        best: cython.bint,
        by_hand: cython.bint,
        left: Doubles,
        all_left: cython.double,
    ) -> cython.void:
        """Take the better move with each hand, or the one wanted, from the last hands on."""
        stands: cython.p_double = self.stands.at
        value: cython.p_double = self.value.at
        own: cython.p_double = self.own.at
        child: cython.p_int = self.child.at
        cards: cython.p_double = left.at
        base: cython.Py_ssize_t = column * self.hands
        m: cython.Py_ssize_t
        p: cython.Py_ssize_t
        c: cython.Py_ssize_t
        at: cython.Py_ssize_t
        rest: cython.double
        hit: cython.double
        tie: cython.double
        for p in range(self.states):
            value[self.hands + p] = drawn_pays.at[p]
        for m in range(self.hands - 1, -1, -1):
            p = self.state.at[m]
            if drawn.at[p]:
                value[m] = drawn_pays.at[p] * self.open.at[base + m]
                self.taken.at[m] = 0
                continue
            if stood.at[p]:
                stands[base + m] = stood_pays.at[p] * self.open.at[base + m]
            self.taken.at[m] = STAND
            value[m] = stands[base + m]
            self.hit.at[m] = 0
            rest = all_left - self.size.at[m]
            if not bits.at[p] & HIT or rest <= 0:
                continue
            hit = 0
            at = m * self.classes
            for c in range(self.classes):
                hit += (cards[c] - own[at + c]) * value[child[at + c]]
            hit /= rest
            self.hit.at[m] = hit
            tie = TIE * self.open.at[base + m]
            if bits.at[p] == HIT or (hit > stands[base + m] + tie if best else wanted.at[m if by_hand else p] == HIT):
                self.taken.at[m] = HIT
                value[m] = hit

    @cython.cfunc
    def summed(self, base: cython.Py_ssize_t, roots: list, weights: list) -> tuple:
        """Return the value of the hands dealt, and by state reach, and reach by value of hitting and of standing."""
        reached: Doubles = Doubles(self.states, [])
        hits: Doubles = Doubles(self.states, [])
        stands: Doubles = Doubles(self.states, [])
        value: cython.double = 0
        often: cython.double
        m: cython.Py_ssize_t
        p: cython.Py_ssize_t
        for m, often in zip(roots, weights):
            value += often * self.value.at[m]
        for m in range(self.hands):
            often = self.reach.at[m]
            if often > 0 and self.taken.at[m] != 0:
                p = self.state.at[m]
                reached.at[p] += often * self.open.at[base + m]
                hits.at[p] += often * self.hit.at[m]
                stands.at[p] += often * self.stands.at[base + m]
        return value, reached.listed(), hits.listed(), stands.listed()

    def ends(self, column: cython.Py_ssize_t, view: dict, left: list, roots: list, gaps: list) -> tuple:
        """Return how the turn just played ends.

        `gaps` are the weights of the hands dealt times the mean number of idle cards before each live one. By state:
        how often a hand is decided when drawn and when stood; then the player's cards, and how often he is asked.
        """
        bits: Integers = Integers(view["bits"])
        stood: Integers = Integers(view["stood"])
        drawn_ends: Doubles = Doubles(self.states, [])
        stood_ends: Doubles = Doubles(self.states, [])
        cards: cython.double = 0
        asked: cython.double = 0
        tries: cython.double
        m: cython.Py_ssize_t
        p: cython.Py_ssize_t
        spread(self, self.gap, roots, gaps, Doubles(self.classes, left), sum(left))
        for p in range(self.states * self.states):
            self.final.at[p] = 0
        for p in range(self.states):
            drawn_ends.at[p] = self.reach.at[self.hands + p]
        for m in range(self.hands):
            if self.reach.at[m] <= 0:
                continue
            p = self.state.at[m]
            tries = self.reach.at[m] * self.open.at[column * self.hands + m]
            if self.taken.at[m] == 0:
                drawn_ends.at[p] += tries
                continue
            if self.taken.at[m] == HIT:
                tries += self.gap.at[m]
                cards += tries
            elif stood.at[p]:
                stood_ends.at[p] += tries
            if bits.at[p] == HIT + STAND:
                asked += tries
        return drawn_ends.listed(), stood_ends.listed(), cards, asked

    @cython.cdivision(True)
    def finish(self, law: Law, hands: list, left: list) -> cython.double:
        """Let the dealer play, under one law, against those of `hands` that stood in the turn just played.

        Return how many cards he takes; what he ends with is added to `final_hands`.
        """
        which: Integers = Integers(hands)
        number: cython.Py_ssize_t = 0
        cards: Doubles = Doubles(self.classes, left)
        room: Room = Room(law, self.classes)
        first: cython.Py_ssize_t
        b: cython.Py_ssize_t
        e: cython.Py_ssize_t
        i: cython.Py_ssize_t
        m: cython.Py_ssize_t
        at: cython.Py_ssize_t
        idle: cython.double
        live: cython.double
        gap: cython.double
        taken: cython.double = 0
        for i in range(len(hands)):
            m = which.at[i]
            if self.reach.at[m] > 0 and self.taken.at[m] == STAND:
                which.at[number] = m
                number += 1
        for first in range(0, number, 24):
            self.remove(room, which, first, min(first + 24, number), cards)
            fill_chances(law, room, self.unit)
            for b in range(min(24, number - first)):
                m = which.at[first + b]
                at = self.state.at[m] * self.states
                for e in range(law.ends):
                    self.final.at[at + law.end_state.at[e]] += self.reach.at[m] * room.chance.at[24 * e + b]
                for i in range(law.unseen + 1):
                    gap = self.gap.at[m]
                    if law.unseen:
                        idle = room.all.at[b] - room.live.at[b] - i
                        live = room.live.at[b] - law.unseen + i
                        gap = self.reach.at[m] * idle / (live + 1) if live >= 0 else 0
                    taken += (self.reach.at[m] + gap) * room.chance.at[24 * (law.ends + i) + b]
        return taken

    def let_stand(self, often: list):
        """Let the player have stood so often with each hand."""
        m: cython.Py_ssize_t
        for m in range(self.states * self.states):
            self.final.at[m] = 0
        for m in range(self.hands):
            self.reach.at[m] = often[m]
            self.taken.at[m] = STAND

    def stood(self, hands: list) -> list:
        """Return how often the player stood with each of some hands in the turn just played."""
        return [self.reach.at[m] if self.taken.at[m] == STAND else 0.0 for m in hands]

    def opened(self, column: cython.Py_ssize_t, hands: list) -> list:
        """Return how often a peek decides nothing, for some hands."""
        return [self.open.at[column * self.hands + m] for m in hands]

    def by_hand(self, column: cython.Py_ssize_t) -> tuple:
        """Return, of the turn just played, each hand's move, its reach, and what hitting is worth more than standing.

        The latter is 0 where there is nothing to choose.
        """
        gains: list = [
            self.hit.at[m] - self.stands.at[column * self.hands + m] if self.taken.at[m] != 0 else 0.0
            for m in range(self.hands)
        ]
        return [self.taken.at[m] for m in range(self.hands)], [self.reach.at[m] for m in range(self.hands)], gains

    def known(self, column: cython.Py_ssize_t, left: list, view: dict, roots: list, weights: list) -> bytes:
        """Return each hand's move in the turn just played; 0 if nobody comes to hold it who takes all cards he may.

        As well as 0 for hands that are decided.
        """
        bits: Integers = Integers(view["bits"])
        moves: Integers = Integers([self.taken.at[m] for m in range(self.hands)])
        all_left: cython.double = sum(left)
        m: cython.Py_ssize_t
        for m in range(self.hands):
            if moves.at[m] != 0 and bits.at[self.state.at[m]] & HIT and all_left > self.size.at[m]:
                self.taken.at[m] = HIT
        spread(self, self.reach, roots, weights, Doubles(self.classes, left), all_left)
        return bytes(
            [
                moves.at[m] if self.reach.at[m] * self.open.at[column * self.hands + m] > 0 else 0
                for m in range(self.hands)
            ]
        )

    def follow(
        self, column: cython.Py_ssize_t, wanted: list, left: list, view: dict, roots: list, weights: list
    ) -> tuple:
        """Return the value of the moves `wanted` by hand, those of the turn just played standing in for forbidden ones.

        Also how often one has to stand in for the first time in a round. 0 is a move that is always forbidden. The
        moves of the turn just played stay what they were, for others who follow.
        """
        bits: Integers = Integers(view["bits"])
        drawn_pays: Doubles = Doubles(self.states, view["drawn_pays"])
        cards: Doubles = Doubles(self.classes, left)
        all_left: cython.double = sum(left)
        base: cython.Py_ssize_t = column * self.hands
        moves: Integers = Integers(wanted)
        instead: Integers = Integers([self.taken.at[m] for m in range(self.hands)])
        often: cython.double = 0
        value: cython.double = 0
        m: cython.Py_ssize_t
        p: cython.Py_ssize_t
        for m in range(self.hands):
            if all_left <= self.size.at[m] and moves.at[m] == HIT:
                moves.at[m] = STAND
            if instead.at[m] != 0:
                self.taken.at[m] = moves.at[m] & bits.at[self.state.at[m]]
        spread(self, self.reach, roots, weights, cards, all_left)
        for m in range(self.hands):
            if instead.at[m] != 0 and self.taken.at[m] == 0:
                often += self.reach.at[m] * self.open.at[base + m]
                self.taken.at[m] = instead.at[m]
        if often > 0:
            spread(self, self.reach, roots, weights, cards, all_left)
        for m in range(self.hands):
            p = self.state.at[m]
            if self.taken.at[m] == STAND:
                value += self.reach.at[m] * self.stands.at[base + m]
            elif self.taken.at[m] == 0:
                value += self.reach.at[m] * drawn_pays.at[p] * self.open.at[base + m]
        for p in range(self.states):
            value += self.reach.at[self.hands + p] * drawn_pays.at[p]
        for m in range(self.hands):
            self.taken.at[m] = instead.at[m]
        return value, often

    def final_hands(self) -> list:
        """Return how often the dealer finished, by player and dealer state."""
        return self.final.listed()


@cython.cfunc
@cython.cdivision(True)
def spread(
    turn: Turn, reach: Doubles, roots: list, weights: list, cards: Doubles, all_left: cython.double
) -> cython.void:
    """Set how often each hand is reached by the moves taken, from the hands dealt on."""
    m: cython.Py_ssize_t
    c: cython.Py_ssize_t
    at: cython.Py_ssize_t
    often: cython.double
    for m in range(reach.number):
        reach.at[m] = 0
    for m, often in zip(roots, weights):
        reach.at[m] += often
    for m in range(turn.hands):
        if turn.taken.at[m] == HIT and reach.at[m] > 0:
            often = reach.at[m] / (all_left - turn.size.at[m])
            at = m * turn.classes
            for c in range(turn.classes):
                reach.at[turn.child.at[at + c]] += often * (cards.at[c] - turn.own.at[at + c])
