# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, binding=False
# Written by `f27 compile`, compared by `f27 compile --check`; runs compiled by Cython or as plain Python.
# The rules of seven-twenty-seven-one-draw (seven-twenty-seven-one-draw.f27, seven-twenty-seven.f27) as tables, and a kernel that plays hands by them.

import hashlib
import sys

import cython

DIGEST = "cbee516a1f8dd675e35b11b9565ab84cc69a66b5239dbad38c0ce755c4eafd0e"
CELL_BYTES = 2
CARDS = 52
CLASSES = 11
STATES = 135
START = 0
SHARES = 1
DISTANCES = 24
WHOLE = 1
UNIT = 2520
ANTE = 1
RAISES = 3
FURTHER = 0
RAKE_CHIP = 0
RAKE_MOST = 4611686018427387904
RAKE_FOLDED = 1
INHERITS = 0
LENGTHS = 2


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


# the pack, sorted: card class, number of cards
# from seven-twenty-seven.f27:23-26 (cards)
SHOE = runs(
"""
   0  4  # A
   1  4  # 2
   2  4  # 3
   3  4  # 4
   4  4  # 5
   5  4  # 6
   6  4  # 7
   7  4  # 8
   8  4  # 9
   9  4  # 10
  10 12  # J Q K
""",
)

# hand state after one more card: a row a state, a column a card class
# from seven-twenty-seven.f27:30-32 (values)
STEP = cells(
"""
#   A   2   3   4   5   6   7   8   9  10 J-Q-K
    1   2   3   4   5   6   7   8   9  10    11  # 0 0
   12  13  14  15  16  17  18  19  20  21    22  # 1 1 or 11
   13  23  24  25  26  27  28  29  30  31    32  # 2 2
   14  24  25  26  27  28  29  30  31  33    34  # 3 3
   15  25  26  27  28  29  30  31  33  35    36  # 4 4
   16  26  27  28  29  30  31  33  35  37    38  # 5 5
   17  27  28  29  30  31  33  35  37  39    40  # 6 6
   18  28  29  30  31  33  35  37  39  41    42  # 7 7
   19  29  30  31  33  35  37  39  41  43    44  # 8 8
   20  30  31  33  35  37  39  41  43  45    46  # 9 9
   21  31  33  35  37  39  41  43  45  47    48  # 10 10
   22  32  34  36  38  40  42  44  46  48    49  # 11 0.5
   50  51  52  53  54  53  55  56  57  58    59  # 12 2 or 12 or 22
   51  15  16  17  18  19  20  21  60  61    62  # 13 3 or 13
   52  16  17  18  19  20  21  60  61  63    64  # 14 4 or 14
   53  17  18  19  20  21  60  61  63  55    65  # 15 5 or 15
   54  18  19  20  21  60  61  63  55  66    67  # 16 6 or 16
   53  19  20  21  60  61  63  55  66  68    69  # 17 7 or 17
   55  20  21  60  61  63  55  66  68  66    70  # 18 8 or 18
   56  21  60  61  63  55  66  68  66  55    71  # 19 9 or 19
   57  60  61  63  55  66  68  66  55  72    73  # 20 10 or 20
   58  61  63  55  66  68  66  55  72  74    75  # 21 11 or 21
   59  62  64  65  67  69  70  71  73  75    76  # 22 1.5 or 11.5
   15  25  26  27  28  29  30  31  33  35    36  # 23 4
   16  26  27  28  29  30  31  33  35  37    38  # 24 5
   17  27  28  29  30  31  33  35  37  39    40  # 25 6
   18  28  29  30  31  33  35  37  39  41    42  # 26 7
   19  29  30  31  33  35  37  39  41  43    44  # 27 8
   20  30  31  33  35  37  39  41  43  45    46  # 28 9
   21  31  33  35  37  39  41  43  45  47    48  # 29 10
   60  33  35  37  39  41  43  45  47  77    78  # 30 11
   61  35  37  39  41  43  45  47  77  79    80  # 31 12
   62  36  38  40  42  44  46  48  78  80    81  # 32 2.5
   63  37  39  41  43  45  47  77  79  82    83  # 33 13
   64  38  40  42  44  46  48  78  80  83    23  # 34 3.5
   55  39  41  43  45  47  77  79  82  84    85  # 35 14
   65  40  42  44  46  48  78  80  83  85    24  # 36 4.5
   66  41  43  45  47  77  79  82  84  55    86  # 37 15
   67  42  44  46  48  78  80  83  85  86    25  # 38 5.5
   68  43  45  47  77  79  82  84  55  66    87  # 39 16
   69  44  46  48  78  80  83  85  86  87    26  # 40 6.5
   66  45  47  77  79  82  84  55  66  68    88  # 41 17
   70  46  48  78  80  83  85  86  87  88    27  # 42 7.5
   55  47  77  79  82  84  55  66  68  89    90  # 43 18
   71  48  78  80  83  85  86  87  88  90    28  # 44 8.5
   72  77  79  82  84  55  66  68  89  91    92  # 45 19
   73  78  80  83  85  86  87  88  90  92    29  # 46 9.5
   74  79  82  84  55  66  68  89  91  93    94  # 47 20
   75  80  83  85  86  87  88  90  92  94    30  # 48 10.5
   76  81  23  24  25  26  27  28  29  30    95  # 49 1
   96  97  53  54  53  55  98  99 100 101   102  # 50 3 or 13 or 23 or 33
   97  53  54  53  55  56  57  58 101 103   104  # 51 4 or 14 or 24
   53  54  53  55  56  57  58 101 103  55   105  # 52 5 or 15 or 25
   53  53  53  53  53  53  53  53  53  53    53  # 53 6 or 16 or 26
   54  54  54  54  54  54  54  54  54  54    54  # 54 7 or 17 or 27
   55  55  55  55  55  55  55  55  55  55    55  # 55 9 or 19 or 29
   99  58 101 103  55  66  68  66  55  98   106  # 56 10 or 20 or 30
  100 101 103  55  66  68  66  55  98  99   107  # 57 11 or 21 or 31
  101 103  55  66  68  66  55  98  99 100   108  # 58 12 or 22 or 32
  102 104 105 109 110 111 112 106 107 108   113  # 59 2.5 or 12.5 or 22.5
  101  63  55  66  68  66  55  72  74 100   108  # 60 12 or 22
  103  55  66  68  66  55  72  74 100 101   114  # 61 13 or 23
  104  65  67  69  70  71  73  75 108 114    14  # 62 3.5 or 13.5
   55  66  68  66  55  72  74 100 101 103   115  # 63 14 or 24
  105  67  69  70  71  73  75 108 114 115    15  # 64 4.5 or 14.5
  109  69  70  71  73  75 108 114 115 111    16  # 65 5.5 or 15.5
   66  66  66  66  66  66  66  66  66  66    66  # 66 16 or 26
  110  70  71  73  75 108 114 115 111 116    17  # 67 6.5 or 16.5
   68  68  68  68  68  68  68  68  68  68    68  # 68 17 or 27
  111  71  73  75 108 114 115 111 116 117    18  # 69 7.5 or 17.5
  112  73  75 108 114 115 111 116 117 111    19  # 70 8.5 or 18.5
  106  75 108 114 115 111 116 117 111 112    20  # 71 9.5 or 19.5
   99 100 101 103  55  66  68  89  91 118   106  # 72 20 or 30
  107 108 114 115 111 116 117 111 112 106    21  # 73 10.5 or 20.5
  100 101 103  55  66  68  89  91 118 119   107  # 74 21 or 31
  108 114 115 111 116 117 111 112 106 107    60  # 75 11.5 or 21.5
  113  14  15  16  17  18  19  20  21  60   120  # 76 2 or 12
  100  82  84  55  66  68  89  91  93 119   121  # 77 21
  108  83  85  86  87  88  90  92  94 121    31  # 78 11.5
  101  84  55  66  68  89  91  93 119 122   108  # 79 22
  114  85  86  87  88  90  92  94 121 108    33  # 80 12.5
   14  24  25  26  27  28  29  30  31  33    34  # 81 3
  103  55  66  68  89  91  93 119 122 123   114  # 82 23
  115  86  87  88  90  92  94 121 108 114    35  # 83 13.5
   55  66  68  89  91  93 119 122 123 124   115  # 84 24
  111  87  88  90  92  94 121 108 114 115    37  # 85 14.5
  116  88  90  92  94 121 108 114 115 111    39  # 86 15.5
  117  90  92  94 121 108 114 115 111 116    41  # 87 16.5
  111  92  94 121 108 114 115 111 116 117    43  # 88 17.5
   89  89  89  89  89  89  89  89  89  89    89  # 89 28
  112  94 121 108 114 115 111 116 117 125    45  # 90 18.5
   91  91  91  91  91  91  91  91  91  91    91  # 91 29
  106 121 108 114 115 111 116 117 125 126    47  # 92 19.5
  119 122 123 124 127 128 129 130 131 132   133  # 93 30
  107 108 114 115 111 116 117 125 126 133    77  # 94 20.5
  120  34  36  38  40  42  44  46  48  78   134  # 95 1.5
   96  96  96  96  96  96  96  96  96  96    96  # 96 4 or 14 or 24 or 34 or 44
   97  97  97  97  97  97  97  97  97  97    97  # 97 5 or 15 or 25 or 35
   98  98  98  98  98  98  98  98  98  98    98  # 98 10 or 20 or 30 or 40
   99  99  99  99  99  99  99  99  99  99    99  # 99 11 or 21 or 31 or 41
  100 100 100 100 100 100 100 100 100 100   100  # 100 12 or 22 or 32 or 42
  101 101 101 101 101 101 101 101 101 101   101  # 101 13 or 23 or 33 or 43
  102 102 102 102 102 102 102 102 102 102   102  # 102 3.5 or 13.5 or 23.5 or 33.5
  103 103 103 103 103 103 103 103 103 103   103  # 103 14 or 24 or 34
  104 104 104 104 104 104 104 104 104 104   104  # 104 4.5 or 14.5 or 24.5
  105 105 105 105 105 105 105 105 105 105   105  # 105 5.5 or 15.5 or 25.5
  106 106 106 106 106 106 106 106 106 106   106  # 106 10.5 or 20.5 or 30.5
  107 107 107 107 107 107 107 107 107 107   107  # 107 11.5 or 21.5 or 31.5
  108 108 108 108 108 108 108 108 108 108   108  # 108 12.5 or 22.5 or 32.5
  109 109 109 109 109 109 109 109 109 109   109  # 109 6.5 or 16.5 or 26.5
  110 110 110 110 110 110 110 110 110 110   110  # 110 7.5 or 17.5 or 27.5
  111 111 111 111 111 111 111 111 111 111   111  # 111 8.5 or 18.5 or 28.5
  112 112 112 112 112 112 112 112 112 112   112  # 112 9.5 or 19.5 or 29.5
  113 113 113 113 113 113 113 113 113 113   113  # 113 3 or 13 or 23
  114 114 114 114 114 114 114 114 114 114   114  # 114 13.5 or 23.5
  115 115 115 115 115 115 115 115 115 115   115  # 115 14.5 or 24.5
  116 116 116 116 116 116 116 116 116 116   116  # 116 16.5 or 26.5
  117 117 117 117 117 117 117 117 117 117   117  # 117 17.5 or 27.5
  118 118 118 118 118 118 118 118 118 118   118  # 118 30 or 40
  119 119 119 119 119 119 119 119 119 119   119  # 119 31 or 41
  120 120 120 120 120 120 120 120 120 120   120  # 120 2.5 or 12.5
  121 121 121 121 121 121 121 121 121 121   121  # 121 21.5
  122 122 122 122 122 122 122 122 122 122   122  # 122 32
  123 123 123 123 123 123 123 123 123 123   123  # 123 33
  124 124 124 124 124 124 124 124 124 124   124  # 124 34
  125 125 125 125 125 125 125 125 125 125   125  # 125 28.5
  126 126 126 126 126 126 126 126 126 126   126  # 126 29.5
  127 127 127 127 127 127 127 127 127 127   127  # 127 35
  128 128 128 128 128 128 128 128 128 128   128  # 128 36
  129 129 129 129 129 129 129 129 129 129   129  # 129 37
  130 130 130 130 130 130 130 130 130 130   130  # 130 38
  131 131 131 131 131 131 131 131 131 131   131  # 131 39
  132 132 132 132 132 132 132 132 132 132   132  # 132 40
  133 133 133 133 133 133 133 133 133 133   133  # 133 30.5
  134 134 134 134 134 134 134 134 134 134   134  # 134 2
""",
)

# how near a hand comes to the target of a share: the least is nearest, 65535 has no claim
# from seven-twenty-seven-one-draw.f27:43-46 (share nearest_hand)
KEYS = cells(
"""
# by hand state
  65535 65535 65535 65535 65535 65535 65535 65535 65535 65535 65535 65535    10     8     6     4     2     0     2     4  # nearest_hand, from 0
      6     8     9     6     4     2     0     2     4     6     8    10     9    12     7    14     5    16     3    18  # nearest_hand, from 20
      1    20     1    18     3    16     5    14     7    12     8     6     4     2     0     4     6     8    10     9  # nearest_hand, from 40
     10     8     7     6     5     3     2     1     0     1     3     5     6     7     8     9    10    12     9    10  # nearest_hand, from 60
     11     8     8    13     6    15    17    19    19     2    17     4    15     6    13    11     6     4     6     8  # nearest_hand, from 80
     10     8     7     6     5     3     7     9     9     1     1     3     5     8     7     5     1     1     6     8  # nearest_hand, from 100
      9    11    10    12    14     3     5    16    18    20    21    22    23     7    10  # nearest_hand, from 120
""",
)

# the distance of a hand, by its number below
# nearest_hand: 0, 1/2, 1, 3/2, 2, 5/2, 3, 7/2, 4, 9/2, 5, 11/2, 6, 13/2, 7, 15/2, 8, 17/2, 9, 19/2, 10, 11, 12, 13
# from seven-twenty-seven-one-draw.f27:43-45 (share nearest_hand)
NEARS = cells(
"""
# by hand state
  65535 65535 65535 65535 65535 65535 65535 65535 65535 65535 65535 65535    10     8     6     4     2     0     2     4  # nearest_hand, from 0
      6     8     9     6     4     2     0     2     4     6     8    10     9    12     7    14     5    16     3    18  # nearest_hand, from 20
      1    20     1    18     3    16     5    14     7    12     8     6     4     2     0     4     6     8    10     9  # nearest_hand, from 40
     10     8     7     6     5     3     2     1     0     1     3     5     6     7     8     9    10    12     9    10  # nearest_hand, from 60
     11     8     8    13     6    15    17    19    19     2    17     4    15     6    13    11     6     4     6     8  # nearest_hand, from 80
     10     8     7     6     5     3     7     9     9     1     1     3     5     8     7     5     1     1     6     8  # nearest_hand, from 100
      9    11    10    12    14     3     5    16    18    20    21    22    23     7    10  # nearest_hand, from 120
""",
)

# the parts of the pot, in 1/WHOLE
# from seven-twenty-seven-one-draw.f27:42 (share nearest_hand)
PARTS = cells(
"""
  1  # nearest_hand
""",
)

TABLES = {
    "cards": CARDS,
    "classes": CLASSES,
    "states": STATES,
    "start": START,
    "shares": SHARES,
    "distances": DISTANCES,
    "whole": WHOLE,
    "unit": UNIT,
    "ante": ANTE,
    "raises": RAISES,
    "further": FURTHER,
    "rake_chip": RAKE_CHIP,
    "rake_most": RAKE_MOST,
    "rake_folded": RAKE_FOLDED,
    "inherits": INHERITS,
    "lengths": LENGTHS,
    "shoe": SHOE,
    "step": STEP,
    "keys": KEYS,
    "nears": NEARS,
    "parts": PARTS,
}
if hashlib.sha256(SHOE + STEP + KEYS + NEARS + PARTS).hexdigest() != (
    "96b8d5bc170cc02d9fe0be715c7e98ae3879aeb85e2a78e2c20b73058a282219"
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


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def amount(amounts: cython.p_uchar, index: cython.size_t) -> cython.uint:
    """Return a number of chips: two cells, the low one first."""
    return cell(amounts, 2 * index) | (cell(amounts, 2 * index + 1) << 16)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def play(
    first: cython.ulonglong,
    rounds: cython.uint,
    seed: cython.ulonglong,
    cards: cython.uint,
    classes: cython.uint,
    states: cython.uint,
    start: cython.uint,
    shares: cython.uint,
    distances: cython.uint,
    whole: cython.ulonglong,
    unit: cython.ulonglong,
    ante: cython.ulonglong,
    raises: cython.uint,
    further: cython.uint,
    rake_chip: cython.ulonglong,
    rake_most: cython.ulonglong,
    rake_folded: cython.uint,
    inherits: cython.uint,
    players: cython.uint,
    lineups: cython.uint,
    loud: cython.uint,
    recorded: cython.uint,
    at_records: cython.size_t,
    at_showdowns: cython.size_t,
    at_scoops: cython.size_t,
    at_tied: cython.size_t,
    at_sole: cython.size_t,
    at_rake: cython.size_t,
    at_live: cython.size_t,
    at_live_squared: cython.size_t,
    at_draws: cython.size_t,
    at_draws_squared: cython.size_t,
    at_cards: cython.size_t,
    at_cards_squared: cython.size_t,
    at_folds: cython.size_t,
    at_folds_squared: cython.size_t,
    at_pots: cython.size_t,
    at_pots_squared: cython.size_t,
    at_ties: cython.size_t,
    at_unclaimed: cython.size_t,
    at_won: cython.size_t,
    at_held: cython.size_t,
    at_rounds: cython.size_t,
    at_seats: cython.size_t,
    sums: cython.size_t,
    shoe: cython.p_uchar,
    step: cython.p_uchar,
    keys: cython.p_uchar,
    nears: cython.p_uchar,
    parts: cython.p_uchar,
    takes: cython.p_uchar,
    bets: cython.p_uchar,
    lineup: cython.p_uchar,
    amounts: cython.p_uchar,
    dealt: cython.p_uint,
    ready: cython.p_uint,
    given: cython.p_uint,
    drew: cython.p_uint,
    pack: cython.p_uint,
    hands: cython.p_uint,
    plays: cython.p_uint,
    table_of: cython.p_uint,
    asking: cython.p_uint,
    stays: cython.p_uint,
    put: cython.p_uint,
    inside: cython.p_uint,
    words: cython.p_uint,
    judged: cython.p_uint,
    best: cython.p_uint,
    winners: cython.p_uint,
    winner: cython.p_uint,
    stayed: cython.p_uint,
    gave: cython.p_uint,
    held: cython.p_uint,
    got: cython.p_uint,
    stream: cython.p_ulonglong,
    paid: cython.p_ulonglong,
    won: cython.p_ulonglong,
    portions: cython.p_ulonglong,
    counts: cython.p_ulonglong,
) -> cython.void:
    """Deal and play hands; add to `counts`. `dealt` tells of each place when it was last dealt."""
    table: cython.size_t
    at: cython.size_t
    slot: cython.size_t
    s: cython.size_t
    k: cython.size_t
    i: cython.size_t
    uneven: cython.uint
    several: cython.uint
    fresh: cython.uint
    r: cython.uint
    live: cython.uint
    opener: cython.uint
    askers: cython.uint
    takers: cython.uint
    turn: cython.uint
    folds: cython.uint
    level: cython.uint
    raised: cython.uint
    waiting: cython.uint
    asked: cython.uint
    said: cython.uint
    card: cython.uint
    bet_rounds: cython.uint
    draw_rounds: cython.uint
    nobody: cython.uint
    key: cython.uint
    lowest: cython.uint
    number: cython.uint
    near: cython.uint
    claimed: cython.uint
    sole: cython.uint
    tied: cython.uint
    seating: cython.uint
    sitting: cython.uint
    pot: cython.ulonglong
    money: cython.ulonglong
    rake: cython.ulonglong
    due: cython.ulonglong
    net: cython.ulonglong
    gamma: cython.ulonglong
    word: cython.ulonglong
    told: cython.ulonglong
    times: cython.ulonglong
    uneven = 65536 % cards
    word = 18446744073709551615
    gamma = 11400714819323198485
    nobody = 4294901760
    several = 1
    fresh = 0
    seating = first % lineups
    sitting = first % lineups
    for i in range(several * players):
        table_of[i] = i // players
    for r in range(rounds):
        if r % 128 == 0:  # as many words are turned up at once as half of the hands before needed
            words[0] = words[0] + (words[1] > 64)
            words[1] = 0
        if r == fresh:  # all hands that were dealt are played
            fresh = r + several
            for table in range(several):
                stream[table] = mix((seed + gamma * (first + r + table)) & word)
                ready[table] = 0
                given[table] = 0
                drew[table] = 0
                turn_up(table, words[0], stream, dealt, pack, ready, shoe, cards, uneven, r + 1)
                for s in range(players):
                    hands[table * players + s] = start
                    plays[table * players + s] = cell(lineup, seating * players + s) * states
                seating = seating + 1 if seating + 1 < lineups else 0
        table = several - (fresh - r)
        at = table * players
        live = players
        pot = 0
        opener = 0
        bet_rounds = 0
        draw_rounds = 0
        for s in range(players):
            stays[s] = 1
            paid[s] = 0
            won[s] = 0
        pot = pot + ante * players
        for s in range(players):
            paid[s] = paid[s] + ante
        for s in range(players):
            if stays[s] and given[table] < cards:
                card = next_card(table, stream, dealt, pack, ready, given, words, shoe, cards, uneven, r + 1)
                hands[at + s] = cell(step, hands[at + s] * classes + card)
        for s in range(players):
            if stays[s] and given[table] < cards:
                card = next_card(table, stream, dealt, pack, ready, given, words, shoe, cards, uneven, r + 1)
                hands[at + s] = cell(step, hands[at + s] * classes + card)
        draw_rounds = draw_rounds + 1
        askers = 0
        for s in range(players):
            asking[askers] = s
            askers = askers + (stays[s] & takes[plays[at + s] + hands[at + s]])
        takers = askers if askers < cards - given[table] else cards - given[table]
        for i in range(takers):
            s = asking[i]
            card = next_card(table, stream, dealt, pack, ready, given, words, shoe, cards, uneven, r + 1)
            hands[at + s] = cell(step, hands[at + s] * classes + card)
        bet_rounds = bet_rounds + 1
        if loud:
            # the live seats, and the place among them of the first from the opener on
            number = 0
            turn = 0
            for s in range(players):
                inside[number] = s
                turn = turn + (stays[s] & (s < opener))
                number = number + stays[s]
                put[s] = 0
            turn = turn if turn < number else 0
            opener = inside[turn]
            level = 0
            raised = 0
            waiting = live
            while waiting and live > 1:
                s = inside[turn]
                if stays[s]:
                    if put[s] < level:
                        asked = 2 if raised < raises else 3
                    else:
                        asked = 1 if waiting == 1 and level == 0 else 0
                    said = cell(bets, plays[at + s] * 4 + asked * states + hands[at + s])
                    waiting = waiting - 1
                    if said:
                        if said > 2:
                            if level:
                                raised = raised + 1
                            level = level + amount(amounts, said - 3)
                            waiting = live - 1
                        folds = said == 1
                        stays[s] = stays[s] - folds
                        live = live - folds
                        due = 0 if folds else level - put[s]
                        pot = pot + due
                        paid[s] = paid[s] + due
                        put[s] = put[s] + due
                turn = turn + 1 if turn + 1 < number else 0
            if further:
                opener = opener + 1 if opener + 1 < players else 0
        if live > 1:
            draw_rounds = draw_rounds + 1
            askers = 0
            for s in range(players):
                asking[askers] = s
                askers = askers + (stays[s] & takes[plays[at + s] + hands[at + s]])
            if askers < live:
                askers = 0
            takers = askers if askers < cards - given[table] else cards - given[table]
            for i in range(takers):
                s = asking[i]
                card = next_card(table, stream, dealt, pack, ready, given, words, shoe, cards, uneven, r + 1)
                hands[at + s] = cell(step, hands[at + s] * classes + card)
        money = pot * unit
        rake = 0
        if live > 1 or rake_folded:
            rake = pot * rake_chip
            if rake > rake_most:
                rake = rake_most
        money = money - rake
        i = 0
        for s in range(players):
            inside[i] = s
            i = i + stays[s]
        if live == 1:
            won[inside[0]] = money
        if live > 1:
            for k in range(shares):
                # the least key with its place behind it: of hands as near the first
                lowest = nobody
                for i in range(live):
                    s = inside[i]
                    judged[k * players + i] = cell(keys, k * states + hands[at + s])
                    key = (judged[k * players + i] << 16) + i
                    lowest = key if key < lowest else lowest
                best[k] = lowest >> 16
                winner[k] = inside[lowest & 0xFFFF]
                winners[k] = 0
                if lowest < nobody:
                    number = 0
                    for i in range(live):
                        number = number + (judged[k * players + i] == best[k])
                    winners[k] = number
            claimed = shares
            for k in range(shares):
                portions[k] = money // whole * cell(parts, k)
                if winners[k]:
                    claimed = k
            for k in range(shares):
                if winners[k] == 0 and claimed < shares and inherits:
                    i = k
                    while winners[i] == 0:
                        i = i + 1 if i + 1 < shares else 0
                    portions[i] = portions[i] + portions[k]
                    portions[k] = 0
            sole = claimed < shares
            tied = 0
            for k in range(shares):
                if winners[k] == 0:
                    counts[at_unclaimed + k] = counts[at_unclaimed + k] + 1
                    if inherits == 0:
                        sole = 0
                    for i in range(live):
                        won[inside[i]] = won[inside[i]] + portions[k] // live
                else:
                    due = portions[k] // winners[k]
                    for i in range(live):
                        s = inside[i]
                        won[s] = won[s] + due * (judged[k * players + i] == best[k])
                    tied = tied | (winners[k] > 1)
                    sole = sole & (winners[k] == 1) & (winner[k] == winner[claimed])
                    counts[at_ties + k] = counts[at_ties + k] + (winners[k] > 1)
                    # hand states that got a share, and below those that were held
                    i = k * states + hands[at + winner[k]]
                    got[i] = got[i] + 1
            for i in range(live):
                held[hands[at + inside[i]]] = held[hands[at + inside[i]]] + 1
            counts[at_scoops] = counts[at_scoops] + sole
            counts[at_tied] = counts[at_tied] + tied
        # hands by the seats that stayed and by the cards that were given
        stayed[live] = stayed[live] + 1
        gave[given[table]] = gave[given[table]] + 1
        counts[sitting] = counts[sitting] + 1
        counts[at_rounds + bet_rounds] = counts[at_rounds + bet_rounds] + 1
        counts[at_draws] = counts[at_draws] + draw_rounds
        counts[at_draws_squared] = counts[at_draws_squared] + draw_rounds * draw_rounds
        counts[at_pots] = counts[at_pots] + pot
        counts[at_pots_squared] = counts[at_pots_squared] + pot * pot
        counts[at_rake] = counts[at_rake] + rake
        for s in range(players):
            due = paid[s] * unit
            net = won[s] - due if won[s] > due else due - won[s]
            i = at_seats + 5 * (sitting * players + s)
            counts[i] = counts[i] + won[s]
            counts[i + 1] = counts[i + 1] + paid[s]
            if net >> 22:
                counts[i + 2] = counts[i + 2] + (net >> 22) * (net >> 22)
                counts[i + 3] = counts[i + 3] + (net >> 22) * (net & 0x3FFFFF)
            counts[i + 4] = counts[i + 4] + (net & 0x3FFFFF) * (net & 0x3FFFFF)
        if recorded:
            told = 0
            for s in range(players):
                told = mix((told + won[s] - paid[s] * unit) & word)
            counts[at_records + r] = told
        sitting = sitting + 1 if sitting + 1 < lineups else 0
    # what follows for the counts from how hands ended
    counts[at_sole] = stayed[1] + counts[at_scoops]
    for i in range(players + 1):
        times = stayed[i]
        counts[at_folds] = counts[at_folds] + times * (players - i)
        counts[at_folds_squared] = counts[at_folds_squared] + times * (players - i) * (players - i)
        if i > 1:
            counts[at_showdowns] = counts[at_showdowns] + times
            counts[at_live] = counts[at_live] + times * i
            counts[at_live_squared] = counts[at_live_squared] + times * i * i
    for i in range(cards + 1):
        times = gave[i]
        counts[at_cards] = counts[at_cards] + times * i
        counts[at_cards_squared] = counts[at_cards_squared] + times * i * i
    for i in range(states):
        if held[i]:
            for k in range(shares):
                near = cell(nears, k * states + i)
                if near != 0xFFFF:
                    counts[at_held + k * distances + near] = counts[at_held + k * distances + near] + held[i]
                    times = got[k * states + i]
                    counts[at_won + k * distances + near] = counts[at_won + k * distances + near] + times


class OutOfCards(Exception):
    """Raised where a round needed a card when all cards of the shoe were dealt."""


def play_rounds(
    first: cython.ulonglong, rounds: cython.uint, seed: cython.ulonglong, tables: dict, player: tuple
) -> list:
    """Play `rounds` hands (at most 2**20) from number `first` on; return what is counted, in the order of `places`.

    `tables` is TABLES, or that of another setting of this game, with the numbers of the run: `players`, `lineups`, `loud`
    where some strategy may bet, and where each count begins; where `recorded` is 1 there is a number for each hand from
    `at_records` on that tells how it ended for all seats. `player` is how the strategies answer: where they take a
    card, a byte each [strategy * states + hand]; what they say to a bet [(strategy * 4 + asked) * states + hand], asked
    being 0 with nothing due, 1 when all others have checked, 2 with a bet due and 3 when no raise is left, and the answer 0
    to check, 1 to fold, 2 to call, 3 + i to bet or to raise by amount i; the strategy in each seat [line-up * players +
    seat]; the amounts. What happens in a hand depends on its number, the seed and these only: any kernel may play any
    hands in any order, and the counts add up. The interpreter's lock is not held meanwhile. Raises OutOfCards.
    """
    i: cython.uint
    cards: cython.uint = tables["cards"]
    classes: cython.uint = tables["classes"]
    states: cython.uint = tables["states"]
    start: cython.uint = tables["start"]
    shares: cython.uint = tables["shares"]
    distances: cython.uint = tables["distances"]
    whole: cython.ulonglong = tables["whole"]
    unit: cython.ulonglong = tables["unit"]
    ante: cython.ulonglong = tables["ante"]
    raises: cython.uint = tables["raises"]
    further: cython.uint = tables["further"]
    rake_chip: cython.ulonglong = tables["rake_chip"]
    rake_most: cython.ulonglong = tables["rake_most"]
    rake_folded: cython.uint = tables["rake_folded"]
    inherits: cython.uint = tables["inherits"]
    players: cython.uint = tables["players"]
    lineups: cython.uint = tables["lineups"]
    loud: cython.uint = tables["loud"]
    recorded: cython.uint = tables["recorded"]
    at_records: cython.size_t = tables["at_records"]
    at_showdowns: cython.size_t = tables["at_showdowns"]
    at_scoops: cython.size_t = tables["at_scoops"]
    at_tied: cython.size_t = tables["at_tied"]
    at_sole: cython.size_t = tables["at_sole"]
    at_rake: cython.size_t = tables["at_rake"]
    at_live: cython.size_t = tables["at_live"]
    at_live_squared: cython.size_t = tables["at_live_squared"]
    at_draws: cython.size_t = tables["at_draws"]
    at_draws_squared: cython.size_t = tables["at_draws_squared"]
    at_cards: cython.size_t = tables["at_cards"]
    at_cards_squared: cython.size_t = tables["at_cards_squared"]
    at_folds: cython.size_t = tables["at_folds"]
    at_folds_squared: cython.size_t = tables["at_folds_squared"]
    at_pots: cython.size_t = tables["at_pots"]
    at_pots_squared: cython.size_t = tables["at_pots_squared"]
    at_ties: cython.size_t = tables["at_ties"]
    at_unclaimed: cython.size_t = tables["at_unclaimed"]
    at_won: cython.size_t = tables["at_won"]
    at_held: cython.size_t = tables["at_held"]
    at_rounds: cython.size_t = tables["at_rounds"]
    at_seats: cython.size_t = tables["at_seats"]
    sums: cython.size_t = tables["sums"]
    shoe: bytes = native(tables["shoe"])
    step: bytes = native(tables["step"])
    keys: bytes = native(tables["keys"])
    nears: bytes = native(tables["nears"])
    parts: bytes = native(tables["parts"])
    takes: bytes = player[0]
    bets: bytes = native(player[1])
    lineup: bytes = native(player[2])
    amounts: bytes = native(player[3])
    shoe_cells: cython.p_uchar = shoe
    step_cells: cython.p_uchar = step
    keys_cells: cython.p_uchar = keys
    nears_cells: cython.p_uchar = nears
    parts_cells: cython.p_uchar = parts
    takes_cells: cython.p_uchar = takes
    bets_cells: cython.p_uchar = bets
    lineup_cells: cython.p_uchar = lineup
    amounts_cells: cython.p_uchar = amounts
    marks = bytearray(4 * (128 * cards))
    b_ready = bytearray(4 * 128)
    b_given = bytearray(4 * 128)
    b_drew = bytearray(4 * 128)
    b_pack = bytearray(4 * (128 * (cards + 1)))
    b_hands = bytearray(4 * (128 * players))
    b_plays = bytearray(4 * (128 * players))
    b_table_of = bytearray(4 * (128 * players))
    b_asking = bytearray(4 * (128 * players + 1))
    b_stays = bytearray(4 * (players + 1))
    b_put = bytearray(4 * (players + 1))
    b_inside = bytearray(4 * (players + 1))
    b_words = bytearray(4 * 2)
    b_judged = bytearray(4 * (players * shares))
    b_best = bytearray(4 * shares)
    b_winners = bytearray(4 * shares)
    b_winner = bytearray(4 * shares)
    b_stayed = bytearray(4 * (players + 1))
    b_gave = bytearray(4 * (cards + 1))
    b_held = bytearray(4 * states)
    b_got = bytearray(4 * (shares * states))
    b_stream = bytearray(8 * 128)
    b_paid = bytearray(8 * players)
    b_won = bytearray(8 * players)
    b_portions = bytearray(8 * shares)
    b_counts = bytearray(8 * sums)
    dealt: cython.p_uint
    ready: cython.p_uint
    given: cython.p_uint
    drew: cython.p_uint
    pack: cython.p_uint
    hands: cython.p_uint
    plays: cython.p_uint
    table_of: cython.p_uint
    asking: cython.p_uint
    stays: cython.p_uint
    put: cython.p_uint
    inside: cython.p_uint
    words: cython.p_uint
    judged: cython.p_uint
    best: cython.p_uint
    winners: cython.p_uint
    winner: cython.p_uint
    stayed: cython.p_uint
    gave: cython.p_uint
    held: cython.p_uint
    got: cython.p_uint
    stream: cython.p_ulonglong
    paid: cython.p_ulonglong
    won: cython.p_ulonglong
    portions: cython.p_ulonglong
    counts: cython.p_ulonglong
    if cython.compiled:
        dealt = cython.cast(cython.p_uint, cython.cast(cython.p_uchar, marks))
        ready = cython.cast(cython.p_uint, cython.cast(cython.p_uchar, b_ready))
        given = cython.cast(cython.p_uint, cython.cast(cython.p_uchar, b_given))
        drew = cython.cast(cython.p_uint, cython.cast(cython.p_uchar, b_drew))
        pack = cython.cast(cython.p_uint, cython.cast(cython.p_uchar, b_pack))
        hands = cython.cast(cython.p_uint, cython.cast(cython.p_uchar, b_hands))
        plays = cython.cast(cython.p_uint, cython.cast(cython.p_uchar, b_plays))
        table_of = cython.cast(cython.p_uint, cython.cast(cython.p_uchar, b_table_of))
        asking = cython.cast(cython.p_uint, cython.cast(cython.p_uchar, b_asking))
        stays = cython.cast(cython.p_uint, cython.cast(cython.p_uchar, b_stays))
        put = cython.cast(cython.p_uint, cython.cast(cython.p_uchar, b_put))
        inside = cython.cast(cython.p_uint, cython.cast(cython.p_uchar, b_inside))
        words = cython.cast(cython.p_uint, cython.cast(cython.p_uchar, b_words))
        judged = cython.cast(cython.p_uint, cython.cast(cython.p_uchar, b_judged))
        best = cython.cast(cython.p_uint, cython.cast(cython.p_uchar, b_best))
        winners = cython.cast(cython.p_uint, cython.cast(cython.p_uchar, b_winners))
        winner = cython.cast(cython.p_uint, cython.cast(cython.p_uchar, b_winner))
        stayed = cython.cast(cython.p_uint, cython.cast(cython.p_uchar, b_stayed))
        gave = cython.cast(cython.p_uint, cython.cast(cython.p_uchar, b_gave))
        held = cython.cast(cython.p_uint, cython.cast(cython.p_uchar, b_held))
        got = cython.cast(cython.p_uint, cython.cast(cython.p_uchar, b_got))
        stream = cython.cast(cython.p_ulonglong, cython.cast(cython.p_uchar, b_stream))
        paid = cython.cast(cython.p_ulonglong, cython.cast(cython.p_uchar, b_paid))
        won = cython.cast(cython.p_ulonglong, cython.cast(cython.p_uchar, b_won))
        portions = cython.cast(cython.p_ulonglong, cython.cast(cython.p_uchar, b_portions))
        counts = cython.cast(cython.p_ulonglong, cython.cast(cython.p_uchar, b_counts))
    else:
        dealt = [0] * (128 * cards)
        ready = [0] * 128
        given = [0] * 128
        drew = [0] * 128
        pack = [0] * (128 * (cards + 1))
        hands = [0] * (128 * players)
        plays = [0] * (128 * players)
        table_of = [0] * (128 * players)
        asking = [0] * (128 * players + 1)
        stays = [0] * (players + 1)
        put = [0] * (players + 1)
        inside = [0] * (players + 1)
        words = [0] * 2
        judged = [0] * (players * shares)
        best = [0] * shares
        winners = [0] * shares
        winner = [0] * shares
        stayed = [0] * (players + 1)
        gave = [0] * (cards + 1)
        held = [0] * states
        got = [0] * (shares * states)
        stream = [0] * 128
        paid = [0] * players
        won = [0] * players
        portions = [0] * shares
        counts = [0] * sums
    with cython.nogil:
        play(
            first, rounds, seed, cards, classes, states, start, shares, distances, whole, unit, ante, raises, further,
            rake_chip, rake_most, rake_folded, inherits, players, lineups, loud, recorded, at_records, at_showdowns,
            at_scoops, at_tied, at_sole, at_rake, at_live, at_live_squared, at_draws, at_draws_squared, at_cards,
            at_cards_squared, at_folds, at_folds_squared, at_pots, at_pots_squared, at_ties, at_unclaimed, at_won,
            at_held, at_rounds, at_seats, sums, shoe_cells, step_cells, keys_cells, nears_cells, parts_cells,
            takes_cells, bets_cells, lineup_cells, amounts_cells, dealt, ready, given, drew, pack, hands, plays,
            table_of, asking, stays, put, inside, words, judged, best, winners, winner, stayed, gave, held, got, stream,
            paid, won, portions, counts,
        )
    ended = [counts[i] for i in range(sums)]
    if sum(ended[:lineups]) < rounds:
        raise OutOfCards
    return ended
