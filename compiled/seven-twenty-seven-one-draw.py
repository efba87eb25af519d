# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, binding=False
# Written by `f27 compile`, compared by `f27 compile --check`; runs compiled by Cython or as plain Python.
# The rules of seven-twenty-seven-one-draw (seven-twenty-seven-one-draw.f27, seven-twenty-seven.f27) as tables, and a kernel that plays hands by them.

import hashlib

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
    """Return a cell of a table, two bytes, the low one first."""
    return table[2 * index] | (table[2 * index + 1] << 8)


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
    hands: cython.p_uint,
    stays: cython.p_uint,
    plays: cython.p_uint,
    wants: cython.p_uint,
    put: cython.p_uint,
    paid: cython.p_ulonglong,
    won: cython.p_ulonglong,
    best: cython.p_uint,
    winners: cython.p_uint,
    winner: cython.p_uint,
    portions: cython.p_ulonglong,
    counts: cython.p_ulonglong,
) -> cython.void:
    """Deal and play hands; add to `counts`. `dealt` holds the last hand of each place."""
    stream = cython.declare(cython.ulonglong[4])
    uneven: cython.uint
    r: cython.uint
    s: cython.uint
    k: cython.uint
    i: cython.uint
    left: cython.uint
    taken: cython.uint
    live: cython.uint
    opener: cython.uint
    level: cython.uint
    raised: cython.uint
    waiting: cython.uint
    asked: cython.uint
    said: cython.uint
    bet_rounds: cython.uint
    draw_rounds: cython.uint
    key: cython.uint
    near: cython.uint
    claimed: cython.uint
    sole: cython.uint
    tied: cython.uint
    row: cython.uint
    sitting: cython.uint
    pot: cython.ulonglong
    money: cython.ulonglong
    rake: cython.ulonglong
    due: cython.ulonglong
    net: cython.ulonglong
    word: cython.ulonglong
    told: cython.ulonglong
    agreed: cython.uint
    uneven = 65536 % cards
    word = 18446744073709551615
    for r in range(rounds):
        open_round(stream, seed, first + r, r + 1, cards)
        sitting = (first + r) % lineups
        row = sitting * players
        left = cards
        taken = 0
        live = players
        pot = 0
        opener = 0
        bet_rounds = 0
        draw_rounds = 0
        for s in range(players):
            hands[s] = start
            stays[s] = 1
            paid[s] = 0
            won[s] = 0
            plays[s] = cell(lineup, row + s) * states
            wants[s] = takes[plays[s] + start]
        pot = pot + ante * players
        for s in range(players):
            paid[s] = paid[s] + ante
        for s in range(players):
            if stays[s] and left:
                hands[s] = cell(step, hands[s] * classes + cell(shoe, draw(stream, dealt, cards, uneven)))
                wants[s] = takes[plays[s] + hands[s]]
                left = left - 1
        for s in range(players):
            if stays[s] and left:
                hands[s] = cell(step, hands[s] * classes + cell(shoe, draw(stream, dealt, cards, uneven)))
                wants[s] = takes[plays[s] + hands[s]]
                left = left - 1
        draw_rounds = draw_rounds + 1
        for s in range(players):
            if wants[s] and left:
                hands[s] = cell(step, hands[s] * classes + cell(shoe, draw(stream, dealt, cards, uneven)))
                wants[s] = takes[plays[s] + hands[s]]
                left = left - 1
                taken = taken + 1
        bet_rounds = bet_rounds + 1
        if loud:
            while stays[opener] == 0:
                opener = opener + 1 if opener + 1 < players else 0
            s = opener
            level = 0
            raised = 0
            waiting = live
            for i in range(players):
                put[i] = 0
            while waiting and live > 1:
                if stays[s]:
                    if put[s] < level:
                        asked = 2 if raised < raises else 3
                    else:
                        asked = 1 if waiting == 1 and level == 0 else 0
                    said = cell(bets, plays[s] * 4 + asked * states + hands[s])
                    waiting = waiting - 1
                    if said == 1:
                        stays[s] = 0
                        wants[s] = 0
                        live = live - 1
                    if said > 2:
                        if level:
                            raised = raised + 1
                        level = level + amount(amounts, said - 3)
                        waiting = live - 1
                    if said > 1:
                        pot = pot + level - put[s]
                        paid[s] = paid[s] + level - put[s]
                        put[s] = level
                s = s + 1 if s + 1 < players else 0
            if further:
                opener = opener + 1 if opener + 1 < players else 0
        if live > 1:
            draw_rounds = draw_rounds + 1
            agreed = 1
            for s in range(players):
                if stays[s] and not (wants[s]):
                    agreed = 0
            for s in range(players):
                if agreed and stays[s] and left:
                    hands[s] = cell(step, hands[s] * classes + cell(shoe, draw(stream, dealt, cards, uneven)))
                    wants[s] = takes[plays[s] + hands[s]]
                    left = left - 1
                    taken = taken + 1
        money = pot * unit
        rake = 0
        if live > 1 or rake_folded:
            rake = pot * rake_chip
            if rake > rake_most:
                rake = rake_most
        money = money - rake
        if live == 1:
            for s in range(players):
                if stays[s]:
                    won[s] = money
            sole = 1
        if live > 1:
            for k in range(shares):
                best[k] = 0xFFFF
                winners[k] = 0
                for s in range(players):
                    if stays[s]:
                        key = cell(keys, k * states + hands[s])
                        if key < best[k]:
                            best[k] = key
                            winners[k] = 1
                            winner[k] = s
                        elif key == best[k] and key != 0xFFFF:
                            winners[k] = winners[k] + 1
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
                    for s in range(players):
                        if stays[s]:
                            won[s] = won[s] + portions[k] // live
                elif winners[k] == 1:
                    won[winner[k]] = won[winner[k]] + portions[k]
                    if winner[k] != winner[claimed]:
                        sole = 0
                else:
                    sole = 0
                    tied = 1
                    counts[at_ties + k] = counts[at_ties + k] + 1
                    for s in range(players):
                        if stays[s] and cell(keys, k * states + hands[s]) == best[k]:
                            won[s] = won[s] + portions[k] // winners[k]
            for k in range(shares):
                for s in range(players):
                    if stays[s]:
                        near = cell(nears, k * states + hands[s])
                        if near != 0xFFFF:
                            counts[at_held + k * distances + near] = counts[at_held + k * distances + near] + 1
                if winners[k]:
                    i = at_won + k * distances + cell(nears, k * states + hands[winner[k]])
                    counts[i] = counts[i] + 1
            counts[at_showdowns] = counts[at_showdowns] + 1
            counts[at_live] = counts[at_live] + live
            counts[at_live_squared] = counts[at_live_squared] + live * live
            counts[at_scoops] = counts[at_scoops] + sole
            counts[at_tied] = counts[at_tied] + tied
        counts[sitting] = counts[sitting] + 1
        counts[at_rounds + bet_rounds] = counts[at_rounds + bet_rounds] + 1
        counts[at_draws] = counts[at_draws] + draw_rounds
        counts[at_draws_squared] = counts[at_draws_squared] + draw_rounds * draw_rounds
        counts[at_cards] = counts[at_cards] + cards - left
        counts[at_cards_squared] = counts[at_cards_squared] + (cards - left) * (cards - left)
        counts[at_folds] = counts[at_folds] + players - live
        counts[at_folds_squared] = counts[at_folds_squared] + (players - live) * (players - live)
        counts[at_pots] = counts[at_pots] + pot
        counts[at_pots_squared] = counts[at_pots_squared] + pot * pot
        counts[at_rake] = counts[at_rake] + rake
        counts[at_sole] = counts[at_sole] + sole
        for s in range(players):
            due = paid[s] * unit
            net = won[s] - due if won[s] > due else due - won[s]
            i = at_seats + 5 * (row + s)
            counts[i] = counts[i] + won[s]
            counts[i + 1] = counts[i + 1] + paid[s]
            counts[i + 2] = counts[i + 2] + (net >> 22) * (net >> 22)
            counts[i + 3] = counts[i + 3] + (net >> 22) * (net & 0x3FFFFF)
            counts[i + 4] = counts[i + 4] + (net & 0x3FFFFF) * (net & 0x3FFFFF)
        if recorded:
            told = 0
            for s in range(players):
                told = mix((told + won[s] - paid[s] * unit) & word)
            counts[at_records + r] = told


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
    shoe: bytes = tables["shoe"]
    step: bytes = tables["step"]
    keys: bytes = tables["keys"]
    nears: bytes = tables["nears"]
    parts: bytes = tables["parts"]
    takes: bytes = player[0]
    bets: bytes = player[1]
    lineup: bytes = player[2]
    amounts: bytes = player[3]
    shoe_cells: cython.p_uchar = shoe
    step_cells: cython.p_uchar = step
    keys_cells: cython.p_uchar = keys
    nears_cells: cython.p_uchar = nears
    parts_cells: cython.p_uchar = parts
    takes_cells: cython.p_uchar = takes
    bets_cells: cython.p_uchar = bets
    lineup_cells: cython.p_uchar = lineup
    amounts_cells: cython.p_uchar = amounts
    marks = bytearray(4 * cards)
    b_hands = bytearray(4 * players)
    b_stays = bytearray(4 * players)
    b_plays = bytearray(4 * players)
    b_wants = bytearray(4 * players)
    b_put = bytearray(4 * players)
    b_paid = bytearray(8 * players)
    b_won = bytearray(8 * players)
    b_best = bytearray(4 * shares)
    b_winners = bytearray(4 * shares)
    b_winner = bytearray(4 * shares)
    b_portions = bytearray(8 * shares)
    b_counts = bytearray(8 * sums)
    dealt: cython.p_uint
    hands: cython.p_uint
    stays: cython.p_uint
    plays: cython.p_uint
    wants: cython.p_uint
    put: cython.p_uint
    paid: cython.p_ulonglong
    won: cython.p_ulonglong
    best: cython.p_uint
    winners: cython.p_uint
    winner: cython.p_uint
    portions: cython.p_ulonglong
    counts: cython.p_ulonglong
    if cython.compiled:
        dealt = cython.cast(cython.p_uint, cython.cast(cython.p_uchar, marks))
        hands = cython.cast(cython.p_uint, cython.cast(cython.p_uchar, b_hands))
        stays = cython.cast(cython.p_uint, cython.cast(cython.p_uchar, b_stays))
        plays = cython.cast(cython.p_uint, cython.cast(cython.p_uchar, b_plays))
        wants = cython.cast(cython.p_uint, cython.cast(cython.p_uchar, b_wants))
        put = cython.cast(cython.p_uint, cython.cast(cython.p_uchar, b_put))
        paid = cython.cast(cython.p_ulonglong, cython.cast(cython.p_uchar, b_paid))
        won = cython.cast(cython.p_ulonglong, cython.cast(cython.p_uchar, b_won))
        best = cython.cast(cython.p_uint, cython.cast(cython.p_uchar, b_best))
        winners = cython.cast(cython.p_uint, cython.cast(cython.p_uchar, b_winners))
        winner = cython.cast(cython.p_uint, cython.cast(cython.p_uchar, b_winner))
        portions = cython.cast(cython.p_ulonglong, cython.cast(cython.p_uchar, b_portions))
        counts = cython.cast(cython.p_ulonglong, cython.cast(cython.p_uchar, b_counts))
    else:
        dealt = [0] * cards
        hands = [0] * players
        stays = [0] * players
        plays = [0] * players
        wants = [0] * players
        put = [0] * players
        paid = [0] * players
        won = [0] * players
        best = [0] * shares
        winners = [0] * shares
        winner = [0] * shares
        portions = [0] * shares
        counts = [0] * sums
    with cython.nogil:
        play(
            first, rounds, seed, cards, classes, states, start, shares, distances, whole, unit, ante, raises, further,
            rake_chip, rake_most, rake_folded, inherits, players, lineups, loud, recorded, at_records, at_showdowns,
            at_scoops, at_tied, at_sole, at_rake, at_live, at_live_squared, at_draws, at_draws_squared, at_cards,
            at_cards_squared, at_folds, at_folds_squared, at_pots, at_pots_squared, at_ties, at_unclaimed, at_won,
            at_held, at_rounds, at_seats, sums, shoe_cells, step_cells, keys_cells, nears_cells, parts_cells,
            takes_cells, bets_cells, lineup_cells, amounts_cells, dealt, hands, stays, plays, wants, put, paid, won,
            best, winners, winner, portions, counts,
        )
    ended = [counts[i] for i in range(sums)]
    if sum(ended[:lineups]) < rounds:
        raise OutOfCards
    return ended
