# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, binding=False
# Written by `f27 compile`, compared by `f27 compile --check`; runs compiled by Cython or as plain Python.
# The rules of poker-like (finnish-27.f27, poker-like.f27) as tables, and a kernel that plays rounds by them.

import hashlib
import itertools

import cython

DIGEST = "dc4bccc348f3188f25b293d1f3fcf27d7894c73687eb54a75c2c14f3ae4961f6"
CELL_BYTES = 1
CARDS = 324
CLASSES = 14
STATES = 174
PLAYER_START = 0
DEALER_START = 0
OUTCOMES = 6


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


# the shoe, sorted: card class, number of cards
# from finnish-27.f27:8-10 (cards)
SHOE = runs(
"""
   0 24  # A
   1 24  # 2
   2 24  # 3
   3 24  # 4
   4 24  # 5
   5 24  # 6
   6 24  # 7
   7 24  # 8
   8 24  # 9
   9 24  # 10
  10 24  # J
  11 24  # Q
  12 24  # K
  13 12  # Joker
""",
)

# hand state after one more card: a row a state, a column a card class
# from finnish-27.f27:14-19 (values), finnish-27.f27:23-24 (total), finnish-27.f27:28-30 (hands), poker-like.f27:44-46 (hands)
STEP = cells(
"""
#   A   2   3   4   5   6   7   8   9  10   J   Q   K Joker
    1   2   3   4   5   6   7   8   9  10  11  12  13    14  # 0 hard 0 with 0 cards
   15  16  17  18  19  20  21  22  23  24  25  26  27    28  # 1 soft 14 with 1 card
   16  29  30  31  32  33  34  35  36  37  38  39  40    41  # 2 hard 2 with 1 card
   17  30  31  32  33  34  35  36  37  38  39  40  42    43  # 3 hard 3 with 1 card
   18  31  32  33  34  35  36  37  38  39  40  42  44    29  # 4 hard 4 with 1 card
   19  32  33  34  35  36  37  38  39  40  42  44  45    30  # 5 hard 5 with 1 card
   20  33  34  35  36  37  38  39  40  42  44  45  46    31  # 6 hard 6 with 1 card
   21  34  35  36  37  38  39  40  42  44  45  46  47    32  # 7 hard 7 with 1 card
   22  35  36  37  38  39  40  42  44  45  46  47  48    33  # 8 hard 8 with 1 card
   23  36  37  38  39  40  42  44  45  46  47  48  49    34  # 9 hard 9 with 1 card
   24  37  38  39  40  42  44  45  46  47  48  49  50    35  # 10 hard 10 with 1 card
   25  38  39  40  42  44  45  46  47  48  49  50  51    36  # 11 hard 11 with 1 card
   26  39  40  42  44  45  46  47  48  49  50  51  52    37  # 12 hard 12 with 1 card
   27  40  42  44  45  46  47  48  49  50  51  52  53    38  # 13 hard 13 with 1 card
   28  41  43  29  30  31  32  33  34  35  36  37  38    54  # 14 hard 0 with 1 card
   55  56  57  58  59  60  61  62  63  64  65  27  66    67  # 15 soft 15 with 2 cards
   56  57  58  59  60  61  62  63  64  65  27  66  68    55  # 16 soft 16 with 2 cards
   57  58  59  60  61  62  63  64  65  27  66  68  69    56  # 17 soft 17 with 2 cards
   58  59  60  61  62  63  64  65  27  66  68  69  70    57  # 18 soft 18 with 2 cards
   59  60  61  62  63  64  65  27  66  68  69  70  71    58  # 19 soft 19 with 2 cards
   60  61  62  63  64  65  27  66  68  69  70  71  72    59  # 20 soft 20 with 2 cards
   61  62  63  64  65  27  66  68  69  70  71  72  73    60  # 21 soft 21 with 2 cards
   62  63  64  65  27  66  68  69  70  71  72  73  74    61  # 22 soft 22 with 2 cards
   63  64  65  27  66  68  69  70  71  72  73  74  75    62  # 23 soft 23 with 2 cards
   64  65  27  66  68  69  70  71  72  73  74  75  76    63  # 24 soft 24 with 2 cards
   65  27  66  68  69  70  71  72  73  74  75  76  77    64  # 25 soft 25 with 2 cards
   27  66  68  69  70  71  72  73  74  75  76  77  78    65  # 26 soft 26 with 2 cards
   27  27  27  27  27  27  27  27  27  27  27  27  27    27  # 27 soft 27
   67  55  56  57  58  59  60  61  62  63  64  65  27    79  # 28 soft 14 with 2 cards
   57  80  81  82  83  84  85  86  87  88  66  68  69    89  # 29 hard 4 with 2 cards
   58  81  82  83  84  85  86  87  88  66  68  69  70    90  # 30 hard 5 with 2 cards
   59  82  83  84  85  86  87  88  66  68  69  70  71    80  # 31 hard 6 with 2 cards
   60  83  84  85  86  87  88  66  68  69  70  71  72    81  # 32 hard 7 with 2 cards
   61  84  85  86  87  88  66  68  69  70  71  72  73    82  # 33 hard 8 with 2 cards
   62  85  86  87  88  66  68  69  70  71  72  73  74    83  # 34 hard 9 with 2 cards
   63  86  87  88  66  68  69  70  71  72  73  74  75    84  # 35 hard 10 with 2 cards
   64  87  88  66  68  69  70  71  72  73  74  75  76    85  # 36 hard 11 with 2 cards
   65  88  66  68  69  70  71  72  73  74  75  76  77    86  # 37 hard 12 with 2 cards
   27  66  68  69  70  71  72  73  74  75  76  77  78    87  # 38 hard 13 with 2 cards
   66  68  69  70  71  72  73  74  75  76  77  78  91    88  # 39 hard 14 with 2 cards
   68  69  70  71  72  73  74  75  76  77  78  91  92    66  # 40 hard 15 with 2 cards
   55  89  90  80  81  82  83  84  85  86  87  88  66    93  # 41 hard 2 with 2 cards
   69  70  71  72  73  74  75  76  77  78  91  92  92    68  # 42 hard 16 with 2 cards
   56  90  80  81  82  83  84  85  86  87  88  66  68    94  # 43 hard 3 with 2 cards
   70  71  72  73  74  75  76  77  78  91  92  92  92    69  # 44 hard 17 with 2 cards
   71  72  73  74  75  76  77  78  91  92  92  92  92    70  # 45 hard 18 with 2 cards
   72  73  74  75  76  77  78  91  92  92  92  92  92    71  # 46 hard 19 with 2 cards
   73  74  75  76  77  78  91  92  92  92  92  92  92    72  # 47 hard 20 with 2 cards
   74  75  76  77  78  91  92  92  92  92  92  92  92    73  # 48 hard 21 with 2 cards
   75  76  77  78  91  92  92  92  92  92  92  92  92    74  # 49 hard 22 with 2 cards
   76  77  78  91  92  92  92  92  92  92  92  92  92    75  # 50 hard 23 with 2 cards
   77  78  91  92  92  92  92  92  92  92  92  92  92    76  # 51 hard 24 with 2 cards
   78  91  92  92  92  92  92  92  92  92  92  92  92    77  # 52 hard 25 with 2 cards
   91  92  92  92  92  92  92  92  92  92  92  92  92    78  # 53 hard 26 with 2 cards
   79  93  94  89  90  80  81  82  83  84  85  86  87    95  # 54 hard 0 with 2 cards
   96  97  98  99 100 101 102 103 104 105  27 106 107   108  # 55 soft 16 with 3 cards
   97  98  99 100 101 102 103 104 105  27 106 107 109    96  # 56 soft 17 with 3 cards
   98  99 100 101 102 103 104 105  27 106 107 109 110    97  # 57 soft 18 with 3 cards
   99 100 101 102 103 104 105  27 106 107 109 110 111    98  # 58 soft 19 with 3 cards
  100 101 102 103 104 105  27 106 107 109 110 111 112    99  # 59 soft 20 with 3 cards
  101 102 103 104 105  27 106 107 109 110 111 112 113   100  # 60 soft 21 with 3 cards
  102 103 104 105  27 106 107 109 110 111 112 113 114   101  # 61 soft 22 with 3 cards
  103 104 105  27 106 107 109 110 111 112 113 114 115   102  # 62 soft 23 with 3 cards
  104 105  27 106 107 109 110 111 112 113 114 115 116   103  # 63 soft 24 with 3 cards
  105  27 106 107 109 110 111 112 113 114 115 116 117   104  # 64 soft 25 with 3 cards
   27 106 107 109 110 111 112 113 114 115 116 117 118   105  # 65 soft 26 with 3 cards
  107 109 110 111 112 113 114 115 116 117 118  91  92   106  # 66 hard 15 with 3 cards
  108  96  97  98  99 100 101 102 103 104 105  27 106   119  # 67 soft 15 with 3 cards
  109 110 111 112 113 114 115 116 117 118  91  92  92   107  # 68 hard 16 with 3 cards
  110 111 112 113 114 115 116 117 118  91  92  92  92   109  # 69 hard 17 with 3 cards
  111 112 113 114 115 116 117 118  91  92  92  92  92   110  # 70 hard 18 with 3 cards
  112 113 114 115 116 117 118  91  92  92  92  92  92   111  # 71 hard 19 with 3 cards
  113 114 115 116 117 118  91  92  92  92  92  92  92   112  # 72 hard 20 with 3 cards
  114 115 116 117 118  91  92  92  92  92  92  92  92   113  # 73 hard 21 with 3 cards
  115 116 117 118  91  92  92  92  92  92  92  92  92   114  # 74 hard 22 with 3 cards
  116 117 118  91  92  92  92  92  92  92  92  92  92   115  # 75 hard 23 with 3 cards
  117 118  91  92  92  92  92  92  92  92  92  92  92   116  # 76 hard 24 with 3 cards
  118  91  92  92  92  92  92  92  92  92  92  92  92   117  # 77 hard 25 with 3 cards
   91  92  92  92  92  92  92  92  92  92  92  92  92   118  # 78 hard 26 with 3 cards
  119 108  96  97  98  99 100 101 102 103 104 105  27   120  # 79 soft 14 with 3 cards
   99 121 122 123 124 125 126 127 106 107 109 110 111   128  # 80 hard 6 with 3 cards
  100 122 123 124 125 126 127 106 107 109 110 111 112   129  # 81 hard 7 with 3 cards
  101 123 124 125 126 127 106 107 109 110 111 112 113   121  # 82 hard 8 with 3 cards
  102 124 125 126 127 106 107 109 110 111 112 113 114   122  # 83 hard 9 with 3 cards
  103 125 126 127 106 107 109 110 111 112 113 114 115   123  # 84 hard 10 with 3 cards
  104 126 127 106 107 109 110 111 112 113 114 115 116   124  # 85 hard 11 with 3 cards
  105 127 106 107 109 110 111 112 113 114 115 116 117   125  # 86 hard 12 with 3 cards
   27 106 107 109 110 111 112 113 114 115 116 117 118   126  # 87 hard 13 with 3 cards
  106 107 109 110 111 112 113 114 115 116 117 118  91   127  # 88 hard 14 with 3 cards
   97 128 129 121 122 123 124 125 126 127 106 107 109   130  # 89 hard 4 with 3 cards
   98 129 121 122 123 124 125 126 127 106 107 109 110   131  # 90 hard 5 with 3 cards
   91  91  91  91  91  91  91  91  91  91  91  91  91    91  # 91 hard 27
   92  92  92  92  92  92  92  92  92  92  92  92  92    92  # 92 over
  108 130 131 128 129 121 122 123 124 125 126 127 106   132  # 93 hard 2 with 3 cards
   96 131 128 129 121 122 123 124 125 126 127 106 107   133  # 94 hard 3 with 3 cards
  120 132 133 130 131 128 129 121 122 123 124 125 126   134  # 95 hard 0 with 3 cards
  135 136 137 138 139 140 141 142 143  27 144 145 146   147  # 96 soft 17 with 4 cards
  136 137 138 139 140 141 142 143  27 144 145 146 148   135  # 97 soft 18 with 4 cards
  137 138 139 140 141 142 143  27 144 145 146 148 149   136  # 98 soft 19 with 4 cards
  138 139 140 141 142 143  27 144 145 146 148 149 150   137  # 99 soft 20 with 4 cards
  139 140 141 142 143  27 144 145 146 148 149 150 151   138  # 100 soft 21 with 4 cards
  140 141 142 143  27 144 145 146 148 149 150 151 152   139  # 101 soft 22 with 4 cards
  141 142 143  27 144 145 146 148 149 150 151 152 153   140  # 102 soft 23 with 4 cards
  142 143  27 144 145 146 148 149 150 151 152 153 154   141  # 103 soft 24 with 4 cards
  143  27 144 145 146 148 149 150 151 152 153 154 155   142  # 104 soft 25 with 4 cards
   27 144 145 146 148 149 150 151 152 153 154 155 156   143  # 105 soft 26 with 4 cards
  145 146 148 149 150 151 152 153 154 155 156  91  92   144  # 106 hard 15 with 4 cards
  146 148 149 150 151 152 153 154 155 156  91  92  92   145  # 107 hard 16 with 4 cards
  147 135 136 137 138 139 140 141 142 143  27 144 145   157  # 108 soft 16 with 4 cards
  148 149 150 151 152 153 154 155 156  91  92  92  92   146  # 109 hard 17 with 4 cards
  149 150 151 152 153 154 155 156  91  92  92  92  92   148  # 110 hard 18 with 4 cards
  150 151 152 153 154 155 156  91  92  92  92  92  92   149  # 111 hard 19 with 4 cards
  151 152 153 154 155 156  91  92  92  92  92  92  92   150  # 112 hard 20 with 4 cards
  152 153 154 155 156  91  92  92  92  92  92  92  92   151  # 113 hard 21 with 4 cards
  153 154 155 156  91  92  92  92  92  92  92  92  92   152  # 114 hard 22 with 4 cards
  154 155 156  91  92  92  92  92  92  92  92  92  92   153  # 115 hard 23 with 4 cards
  155 156  91  92  92  92  92  92  92  92  92  92  92   154  # 116 hard 24 with 4 cards
  156  91  92  92  92  92  92  92  92  92  92  92  92   155  # 117 hard 25 with 4 cards
   91  92  92  92  92  92  92  92  92  92  92  92  92   156  # 118 hard 26 with 4 cards
  157 147 135 136 137 138 139 140 141 142 143  27 144   158  # 119 soft 15 with 4 cards
  158 157 147 135 136 137 138 139 140 141 142 143  27   159  # 120 soft 14 with 4 cards
  139 160 161 162 163 164 144 145 146 148 149 150 151   165  # 121 hard 8 with 4 cards
  140 161 162 163 164 144 145 146 148 149 150 151 152   166  # 122 hard 9 with 4 cards
  141 162 163 164 144 145 146 148 149 150 151 152 153   160  # 123 hard 10 with 4 cards
  142 163 164 144 145 146 148 149 150 151 152 153 154   161  # 124 hard 11 with 4 cards
  143 164 144 145 146 148 149 150 151 152 153 154 155   162  # 125 hard 12 with 4 cards
   27 144 145 146 148 149 150 151 152 153 154 155 156   163  # 126 hard 13 with 4 cards
  144 145 146 148 149 150 151 152 153 154 155 156  91   164  # 127 hard 14 with 4 cards
  137 165 166 160 161 162 163 164 144 145 146 148 149   167  # 128 hard 6 with 4 cards
  138 166 160 161 162 163 164 144 145 146 148 149 150   168  # 129 hard 7 with 4 cards
  135 167 168 165 166 160 161 162 163 164 144 145 146   169  # 130 hard 4 with 4 cards
  136 168 165 166 160 161 162 163 164 144 145 146 148   170  # 131 hard 5 with 4 cards
  157 169 170 167 168 165 166 160 161 162 163 164 144   171  # 132 hard 2 with 4 cards
  147 170 167 168 165 166 160 161 162 163 164 144 145   172  # 133 hard 3 with 4 cards
  159 171 172 169 170 167 168 165 166 160 161 162 163   173  # 134 hard 0 with 4 cards
  135 135 135 135 135 135 135 135 135 135 135 135 135   135  # 135 soft 18 with 5 cards
  136 136 136 136 136 136 136 136 136 136 136 136 136   136  # 136 soft 19 with 5 cards
  137 137 137 137 137 137 137 137 137 137 137 137 137   137  # 137 soft 20 with 5 cards
  138 138 138 138 138 138 138 138 138 138 138 138 138   138  # 138 soft 21 with 5 cards
  139 139 139 139 139 139 139 139 139 139 139 139 139   139  # 139 soft 22 with 5 cards
  140 140 140 140 140 140 140 140 140 140 140 140 140   140  # 140 soft 23 with 5 cards
  141 141 141 141 141 141 141 141 141 141 141 141 141   141  # 141 soft 24 with 5 cards
  142 142 142 142 142 142 142 142 142 142 142 142 142   142  # 142 soft 25 with 5 cards
  143 143 143 143 143 143 143 143 143 143 143 143 143   143  # 143 soft 26 with 5 cards
  144 144 144 144 144 144 144 144 144 144 144 144 144   144  # 144 hard 15 with 5 cards
  145 145 145 145 145 145 145 145 145 145 145 145 145   145  # 145 hard 16 with 5 cards
  146 146 146 146 146 146 146 146 146 146 146 146 146   146  # 146 hard 17 with 5 cards
  147 147 147 147 147 147 147 147 147 147 147 147 147   147  # 147 soft 17 with 5 cards
  148 148 148 148 148 148 148 148 148 148 148 148 148   148  # 148 hard 18 with 5 cards
  149 149 149 149 149 149 149 149 149 149 149 149 149   149  # 149 hard 19 with 5 cards
  150 150 150 150 150 150 150 150 150 150 150 150 150   150  # 150 hard 20 with 5 cards
  151 151 151 151 151 151 151 151 151 151 151 151 151   151  # 151 hard 21 with 5 cards
  152 152 152 152 152 152 152 152 152 152 152 152 152   152  # 152 hard 22 with 5 cards
  153 153 153 153 153 153 153 153 153 153 153 153 153   153  # 153 hard 23 with 5 cards
  154 154 154 154 154 154 154 154 154 154 154 154 154   154  # 154 hard 24 with 5 cards
  155 155 155 155 155 155 155 155 155 155 155 155 155   155  # 155 hard 25 with 5 cards
  156 156 156 156 156 156 156 156 156 156 156 156 156   156  # 156 hard 26 with 5 cards
  157 157 157 157 157 157 157 157 157 157 157 157 157   157  # 157 soft 16 with 5 cards
  158 158 158 158 158 158 158 158 158 158 158 158 158   158  # 158 soft 15 with 5 cards
  159 159 159 159 159 159 159 159 159 159 159 159 159   159  # 159 soft 14 with 5 cards
  160 160 160 160 160 160 160 160 160 160 160 160 160   160  # 160 hard 10 with 5 cards
  161 161 161 161 161 161 161 161 161 161 161 161 161   161  # 161 hard 11 with 5 cards
  162 162 162 162 162 162 162 162 162 162 162 162 162   162  # 162 hard 12 with 5 cards
  163 163 163 163 163 163 163 163 163 163 163 163 163   163  # 163 hard 13 with 5 cards
  164 164 164 164 164 164 164 164 164 164 164 164 164   164  # 164 hard 14 with 5 cards
  165 165 165 165 165 165 165 165 165 165 165 165 165   165  # 165 hard 8 with 5 cards
  166 166 166 166 166 166 166 166 166 166 166 166 166   166  # 166 hard 9 with 5 cards
  167 167 167 167 167 167 167 167 167 167 167 167 167   167  # 167 hard 6 with 5 cards
  168 168 168 168 168 168 168 168 168 168 168 168 168   168  # 168 hard 7 with 5 cards
  169 169 169 169 169 169 169 169 169 169 169 169 169   169  # 169 hard 4 with 5 cards
  170 170 170 170 170 170 170 170 170 170 170 170 170   170  # 170 hard 5 with 5 cards
  171 171 171 171 171 171 171 171 171 171 171 171 171   171  # 171 hard 2 with 5 cards
  172 172 172 172 172 172 172 172 172 172 172 172 172   172  # 172 hard 3 with 5 cards
  173 173 173 173 173 173 173 173 173 173 173 173 173   173  # 173 hard 0 with 5 cards
""",
)

# 1 take a card, 2 stand, 3 the player is asked, 0 never reached
# from poker-like.f27:30-31 (player)
MOVES = pairs(
"""
# column 0: hand that the dealer shows hard 0 with 0 cards, soft 15 with 2 cards, soft 16 with 2 cards, soft 17 with 2 cards, soft 18 with 2 cards, soft 19 with 2 cards and 154 more
# column 1: hand that the dealer shows soft 14 with 1 card, hard 2 with 1 card, hard 3 with 1 card, hard 4 with 1 card, hard 5 with 1 card, hard 6 with 1 card and 8 more
# rows: hand of the player
  0 0  # hard 0 with 0 cards, soft 14 with 1 card, hard 2 with 1 card, hard 3 with 1 card, hard 4 with 1 card, hard 5 with 1 card and 12 more
  0 3  # soft 15 with 2 cards, soft 16 with 2 cards, soft 17 with 2 cards, soft 18 with 2 cards, soft 19 with 2 cards, soft 20 with 2 cards and 111 more
  0 2  # soft 18 with 5 cards, soft 19 with 5 cards, soft 20 with 5 cards, soft 21 with 5 cards, soft 22 with 5 cards, soft 23 with 5 cards and 33 more
""",
"""
# the row of each hand of the player
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 1 1 1 1  # from 0
  1 1 1 1 1 1 1 0 1 1 1 1 1 1 1 1 1 1 1 1  # from 20
  1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1  # from 40
  1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1  # from 60
  1 1 1 1 1 1 1 1 1 1 1 0 0 1 1 1 1 1 1 1  # from 80
  1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1  # from 100
  1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 2 2 2 2 2  # from 120
  2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2  # from 140
  2 2 2 2 2 2 2 2 2 2 2 2 2 2  # from 160
""",
"""
# the column of each hand that the dealer shows
  0 1 1 1 1 1 1 1 1 1 1 1 1 1 1 0 0 0 0 0  # from 0
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 20
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 40
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 60
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 80
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 100
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 120
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 140
  0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 160
""",
)

# 1 + the outcome of a round that ends after the deal, else 0
# from poker-like.f27:64-65 (settle), poker-like.f27:56-60 (ranking)
DEALT = pairs(
"""
# column 0: hand that the dealer shows hard 0 with 0 cards, soft 15 with 2 cards, soft 16 with 2 cards, soft 17 with 2 cards, soft 18 with 2 cards, soft 19 with 2 cards and 154 more
# column 1: hand that the dealer shows soft 14 with 1 card, hard 2 with 1 card, hard 3 with 1 card, hard 4 with 1 card, hard 5 with 1 card, hard 6 with 1 card and 8 more
# rows: hand of the player
  0 0  # hard 0 with 0 cards, soft 14 with 1 card, hard 2 with 1 card, hard 3 with 1 card, hard 4 with 1 card, hard 5 with 1 card and 167 more
  0 1  # soft 27
""",
"""
# the row of each hand of the player
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 0
  0 0 0 0 0 0 0 1 0 0 0 0 0 0 0 0 0 0 0 0  # from 20
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 40
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 60
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 80
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 100
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 120
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 140
  0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 160
""",
"""
# the column of each hand that the dealer shows
  0 1 1 1 1 1 1 1 1 1 1 1 1 1 1 0 0 0 0 0  # from 0
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 20
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 40
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 60
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 80
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 100
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 120
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 140
  0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 160
""",
)

# 1 + the outcome of a round that ends with a card that the player took, else 0
# from poker-like.f27:64-65 (settle)
DRAWN = pairs(
"""
# column 0: hand that the dealer shows hard 0 with 0 cards, soft 15 with 2 cards, soft 16 with 2 cards, soft 17 with 2 cards, soft 18 with 2 cards, soft 19 with 2 cards and 154 more
# column 1: hand that the dealer shows soft 14 with 1 card, hard 2 with 1 card, hard 3 with 1 card, hard 4 with 1 card, hard 5 with 1 card, hard 6 with 1 card and 8 more
# rows: hand of the player
  0 0  # hard 0 with 0 cards, soft 14 with 1 card, hard 2 with 1 card, hard 3 with 1 card, hard 4 with 1 card, hard 5 with 1 card and 165 more
  0 1  # soft 27, hard 27
  0 2  # over
""",
"""
# the row of each hand of the player
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 0
  0 0 0 0 0 0 0 1 0 0 0 0 0 0 0 0 0 0 0 0  # from 20
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 40
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 60
  0 0 0 0 0 0 0 0 0 0 0 1 2 0 0 0 0 0 0 0  # from 80
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 100
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 120
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 140
  0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 160
""",
"""
# the column of each hand that the dealer shows
  0 1 1 1 1 1 1 1 1 1 1 1 1 1 1 0 0 0 0 0  # from 0
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 20
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 40
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 60
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 80
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 100
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 120
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 140
  0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 160
""",
)

# 1 + the outcome of a round that ends when the player stands, else 0
# from poker-like.f27:64-65 (settle)
STOOD = pairs(
"""
# column 0: hand that the dealer shows hard 0 with 0 cards, soft 14 with 1 card, hard 2 with 1 card, hard 3 with 1 card, hard 4 with 1 card, hard 5 with 1 card and 168 more
# rows: hand of the player
  0  # hard 0 with 0 cards, soft 14 with 1 card, hard 2 with 1 card, hard 3 with 1 card, hard 4 with 1 card, hard 5 with 1 card and 168 more
""",
"""
# the row of each hand of the player
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 0
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 20
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 40
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 60
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 80
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 100
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 120
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 140
  0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 160
""",
"""
# the column of each hand that the dealer shows
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 0
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 20
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 40
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 60
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 80
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 100
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 120
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 140
  0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 160
""",
)

# the group of dealer laws that each final hand of the player brings about
# from poker-like.f27:35-40 (dealer)
LAW = cells(
"""
# by hand state
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 0
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 20
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 40
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 60
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 80
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 100
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 120
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 140
  0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 160
""",
)

# 1 where the dealer takes a card
# from poker-like.f27:35-40 (dealer)
DEALER_HITS = pairs(
"""
# column 0: hand of the dealer hard 0 with 0 cards, soft 14 with 1 card, hard 2 with 1 card, hard 3 with 1 card, hard 4 with 1 card, hard 5 with 1 card and 66 more
# column 1: hand of the dealer soft 15 with 2 cards, soft 16 with 2 cards, soft 17 with 2 cards, soft 18 with 2 cards, soft 19 with 2 cards, soft 20 with 2 cards and 96 more
# rows: group of laws
  0 1  # group 0
""",
"""
# the row of each group of laws
  0  # from 0
""",
"""
# the column of each hand of the dealer
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 1 1 1 1  # from 0
  1 1 1 1 1 0 0 0 1 1 1 1 1 1 1 1 1 1 1 1  # from 20
  1 1 1 1 1 1 1 1 1 1 0 0 0 0 1 1 1 1 1 1  # from 40
  1 1 1 1 1 0 1 1 1 1 1 1 1 1 1 0 0 0 0 1  # from 60
  1 1 1 1 1 1 1 1 1 1 1 0 0 1 1 1 1 1 1 1  # from 80
  1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 0 0 0 0 1  # from 100
  1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 0 0 0 0 0  # from 120
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 140
  0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 160
""",
)

# the outcome when the dealer is done
# or 6 + a row of SHOWDOWNS, where only poker ranks tell the hands apart
# from poker-like.f27:64-66 (settle), poker-like.f27:56-60 (ranking)
FINAL = pairs(
"""
# column 0: hand of the dealer hard 0 with 0 cards, soft 14 with 1 card, hard 2 with 1 card, hard 3 with 1 card, hard 4 with 1 card, hard 5 with 1 card and 111 more
# column 1: hand of the dealer soft 25 with 2 cards, hard 25 with 2 cards, hard 25 with 3 cards, hard 25 with 4 cards
# column 2: hand of the dealer soft 26 with 2 cards, hard 26 with 2 cards, soft 26 with 3 cards, hard 26 with 3 cards, hard 26 with 4 cards
# column 3: hand of the dealer soft 27, hard 27
# column 4: hand of the dealer hard 23 with 2 cards, hard 23 with 3 cards, hard 23 with 4 cards
# column 5: hand of the dealer hard 24 with 2 cards, hard 24 with 3 cards, hard 24 with 4 cards
# column 6: hand of the dealer over
# column 7: hand of the dealer soft 18 with 5 cards, soft 19 with 5 cards, soft 20 with 5 cards, soft 21 with 5 cards, soft 22 with 5 cards, soft 23 with 5 cards and 33 more
# rows: hand of the player
  0 0 0 0 0 0 0 0  # hard 0 with 0 cards, soft 14 with 1 card, hard 2 with 1 card, hard 3 with 1 card, hard 4 with 1 card, hard 5 with 1 card and 12 more
  0 4 4 4 4 4 3 4  # soft 15 with 2 cards, soft 16 with 2 cards, soft 17 with 2 cards, soft 18 with 2 cards, soft 19 with 2 cards, soft 20 with 2 cards and 87 more
  0 4 4 4 5 4 3 4  # soft 23 with 2 cards, hard 23 with 2 cards, soft 23 with 3 cards, hard 23 with 3 cards, soft 23 with 4 cards, hard 23 with 4 cards
  0 4 4 4 2 5 3 4  # soft 24 with 2 cards, hard 24 with 2 cards, soft 24 with 3 cards, hard 24 with 3 cards, soft 24 with 4 cards, hard 24 with 4 cards
  0 5 4 4 2 2 3 4  # soft 25 with 2 cards, hard 25 with 2 cards, soft 25 with 3 cards, hard 25 with 3 cards, soft 25 with 4 cards, hard 25 with 4 cards
  0 2 5 4 2 2 3 4  # soft 26 with 2 cards, hard 26 with 2 cards, soft 26 with 3 cards, hard 26 with 3 cards, soft 26 with 4 cards, hard 26 with 4 cards
  0 2 2 4 2 2 3 6  # soft 18 with 5 cards, soft 19 with 5 cards, soft 20 with 5 cards, soft 21 with 5 cards, soft 22 with 5 cards, soft 23 with 5 cards and 33 more
""",
"""
# the row of each hand of the player
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 1 1 1 1  # from 0
  1 1 1 2 3 4 5 0 1 1 1 1 1 1 1 1 1 1 1 1  # from 20
  1 1 1 1 1 1 1 1 1 1 2 3 4 5 1 1 1 1 1 1  # from 40
  1 1 2 3 4 5 1 1 1 1 1 1 1 1 1 2 3 4 5 1  # from 60
  1 1 1 1 1 1 1 1 1 1 1 0 0 1 1 1 1 1 1 1  # from 80
  1 1 2 3 4 5 1 1 1 1 1 1 1 1 1 2 3 4 5 1  # from 100
  1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 6 6 6 6 6  # from 120
  6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6  # from 140
  6 6 6 6 6 6 6 6 6 6 6 6 6 6  # from 160
""",
"""
# the column of each hand of the dealer
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0  # from 0
  0 0 0 0 0 1 2 3 0 0 0 0 0 0 0 0 0 0 0 0  # from 20
  0 0 0 0 0 0 0 0 0 0 4 5 1 2 0 0 0 0 0 0  # from 40
  0 0 0 0 0 2 0 0 0 0 0 0 0 0 0 4 5 1 2 0  # from 60
  0 0 0 0 0 0 0 0 0 0 0 3 6 0 0 0 0 0 0 0  # from 80
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 4 5 1 2 0  # from 100
  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 7 7 7 7 7  # from 120
  7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7  # from 140
  7 7 7 7 7 7 7 7 7 7 7 7 7 7  # from 160
""",
)

# by how the player-s five cards rank against the dealer-s: the outcomes where better, equal, worse
# from poker-like.f27:50-52 (poker)
SHOWDOWNS = cells(
"""
  2 5 4  # 6: player wins after dealer
""",
)


def faces(grid):
    """Return for each place of the shoe 16 * the suits that the card can be of + its rank."""
    return bytes([16 * suits + rank for rank, suits, number in numbers(grid) for _ in range(number)])


# the shoe, sorted: rank (0 A, 12 K, 13 Joker), suits it can be of (1 spades, 2 hearts, 4 diamonds, 8 clubs), cards
FACES = faces(
"""
   0  1  6  # A of spades
   0  2  6  # A of hearts
   0  4  6  # A of diamonds
   0  8  6  # A of clubs
   1  1  6  # 2 of spades
   1  2  6  # 2 of hearts
   1  4  6  # 2 of diamonds
   1  8  6  # 2 of clubs
   2  1  6  # 3 of spades
   2  2  6  # 3 of hearts
   2  4  6  # 3 of diamonds
   2  8  6  # 3 of clubs
   3  1  6  # 4 of spades
   3  2  6  # 4 of hearts
   3  4  6  # 4 of diamonds
   3  8  6  # 4 of clubs
   4  1  6  # 5 of spades
   4  2  6  # 5 of hearts
   4  4  6  # 5 of diamonds
   4  8  6  # 5 of clubs
   5  1  6  # 6 of spades
   5  2  6  # 6 of hearts
   5  4  6  # 6 of diamonds
   5  8  6  # 6 of clubs
   6  1  6  # 7 of spades
   6  2  6  # 7 of hearts
   6  4  6  # 7 of diamonds
   6  8  6  # 7 of clubs
   7  1  6  # 8 of spades
   7  2  6  # 8 of hearts
   7  4  6  # 8 of diamonds
   7  8  6  # 8 of clubs
   8  1  6  # 9 of spades
   8  2  6  # 9 of hearts
   8  4  6  # 9 of diamonds
   8  8  6  # 9 of clubs
   9  1  6  # 10 of spades
   9  2  6  # 10 of hearts
   9  4  6  # 10 of diamonds
   9  8  6  # 10 of clubs
  10  1  6  # J of spades
  10  2  6  # J of hearts
  10  4  6  # J of diamonds
  10  8  6  # J of clubs
  11  1  6  # Q of spades
  11  2  6  # Q of hearts
  11  4  6  # Q of diamonds
  11  8  6  # Q of clubs
  12  1  6  # K of spades
  12  2  6  # K of hearts
  12  4  6  # K of diamonds
  12  8  6  # K of clubs
  13 15 12  # Joker
""",
)

# how five cards rank: categories, best first; whether an ace may be low in a straight; what a joker is

ORDER = (
    "five_of_a_kind",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
    "two_pair",
    "pair",
    "high_card",
)
ACE_LOW = 1
JOKER = "bug"


ALIKE = {  # by so many cards of one rank, and so many of the next
    "five_of_a_kind": [(5, 0)],
    "four_of_a_kind": [(5, 0), (4, 1)],
    "full_house": [(5, 0), (3, 2)],
    "three_of_a_kind": [(5, 0), (4, 1), (3, 2), (3, 1)],
    "two_pair": [(5, 0), (4, 1), (3, 2), (2, 2)],
    "pair": [(5, 0), (4, 1), (3, 2), (3, 1), (2, 2), (2, 1)],
    "high_card": [(5, 0), (4, 1), (3, 2), (3, 1), (2, 2), (2, 1), (1, 1)],
}
BETTER = {name: len(ORDER) - place for place, name in enumerate(ORDER)}
BEST_ALIKE = {
    counts: max([BETTER.get(name, 0) for name in ALIKE if counts in ALIKE[name]]) for counts in ALIKE["high_card"]
}


def alike(values):
    """Return the category of five values by how many are alike, and the values that decide, in turn."""
    values = sorted(values, key=lambda value: (values.count(value), value), reverse=True)
    most = values.count(values[0])
    return (BEST_ALIKE[most, values.count(values[most]) if most < 5 else 0], *values)


def highest(values, jokers):
    """Return the highest value of the straight that jokers make of these values, 0 where they make none."""
    if len(set(values)) < len(values):
        return 0
    if not values or max(values) - min(values) < 5:
        return min(values + [10]) + 4
    return 5 if ACE_LOW and all([value <= 5 or value == 14 for value in values]) else 0


def ranked(ranks):
    """Return how five ranks compare in several suits, and in one: a category, then the values that decide."""
    values = [rank + 1 if rank else 14 for rank in ranks if rank < 13]
    jokers, dead = 5 - len(values), JOKER == "dead" and 13 in ranks
    aces = values + [0 if dead else 14] * jokers
    plain = alike(aces)
    if JOKER == "wild":
        stands_for = itertools.combinations_with_replacement(sorted({*values, 14}), jokers)
        plain = max([alike(values + list(others)) for others in stands_for])
    if dead:
        return plain, plain
    top = highest(values, jokers)
    if top and "straight" in BETTER:
        plain = max(plain, (BETTER["straight"], top))
    suited = max(plain, (BETTER.get("flush", 0), *sorted(aces, reverse=True)))
    if top and "straight_flush" in BETTER:
        suited = max(suited, (BETTER["straight_flush"], top))
    return plain, suited


def strengths():
    """Return how any five cards rank, 0 the worst, two bytes each: those of several suits, then those of one."""
    hands = [ranked((a, b, c, d, e))
        for e in range(14) for d in range(e + 1) for c in range(d + 1) for b in range(c + 1) for a in range(b + 1)]
    hands = [plain for plain, suited in hands] + [suited for plain, suited in hands]
    places = {hand: place for place, hand in enumerate(sorted(set(hands)))}
    return b"".join([places[hand].to_bytes(2, "little") for hand in hands])


STRENGTHS = strengths()

# outcomes
#   0 player wins at once
#   1 dealer wins at once, player over
#   2 player wins after dealer
#   3 player wins after dealer, dealer over
#   4 dealer wins after dealer
#   5 push after dealer

TABLES = {
    "cards": CARDS,
    "classes": CLASSES,
    "states": STATES,
    "player_start": PLAYER_START,
    "dealer_start": DEALER_START,
    "outcomes": OUTCOMES,
    "shoe": SHOE,
    "step": STEP,
    "moves": MOVES,
    "dealt": DEALT,
    "drawn": DRAWN,
    "stood": STOOD,
    "law": LAW,
    "dealer_hits": DEALER_HITS,
    "final": FINAL,
    "faces": FACES,
    "strengths": STRENGTHS,
    "showdowns": SHOWDOWNS,
}
if hashlib.sha256(SHOE + STEP + MOVES + DEALT + DRAWN + STOOD + LAW + DEALER_HITS + FINAL + FACES + STRENGTHS + SHOWDOWNS).hexdigest() != (
    "80ba1744db540490b6c5618ee05cfeb9f577cfe7b4ab0615f4bd0015a78d3c9e"
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
    """Return a cell of a table, one byte."""
    return table[index]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def strength(
    cards: cython.p_uint, first: cython.size_t, faces: cython.p_uchar, strengths: cython.p_uchar
) -> cython.uint:
    """Return how the five cards from `first` on rank, by their ranks in order and by whether all can be of one suit.

    Hands a <= b <= c <= d <= e stand in the order of e, then d, and so on: below one lie a of four equal ranks,
    b (b + 1) / 2 of three, and so on.
    """
    ranks = cython.declare(cython.uint[5])
    suits: cython.uint = 15
    rank: cython.uint
    at: cython.uint
    i: cython.uint
    for i in range(5):
        rank = faces[cards[first + i]] & 15
        suits = suits & (faces[cards[first + i]] >> 4)
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
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def showdown(
    p_cards: cython.p_uint, first: cython.size_t, d_cards: cython.p_uint, faces: cython.p_uchar,
    strengths: cython.p_uchar,
) -> cython.uint:
    """Return 0 where the player's five cards are better, 1 where they are equal, 2 where the dealer's are better."""
    ours: cython.uint = strength(p_cards, first, faces, strengths)
    theirs: cython.uint = strength(d_cards, 0, faces, strengths)
    return 0 if ours > theirs else 1 if ours == theirs else 2


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def play(
    first: cython.ulonglong,
    rounds: cython.uint,
    seed: cython.ulonglong,
    cards: cython.uint,
    outcomes: cython.uint,
    classes: cython.size_t,
    states: cython.size_t,
    player_start: cython.size_t,
    dealer_start: cython.size_t,
    shoe: cython.p_uchar,
    step: cython.p_uchar,
    after_deal: cython.p_uchar,
    after_card: cython.p_uchar,
    law: cython.p_uchar,
    dealer_hits: cython.p_uchar,
    final: cython.p_uchar,
    faces: cython.p_uchar,
    strengths: cython.p_uchar,
    showdowns: cython.p_uchar,
    dealt: cython.p_uint,
    p_cards: cython.p_uint,
    d_cards: cython.p_uint,
    counts: cython.p_ulonglong,
) -> cython.void:
    """Deal and play rounds until one runs out of cards; add to `counts`. `dealt` holds the last round of each place."""
    stream = cython.declare(cython.ulonglong[4])
    uneven: cython.uint
    r: cython.uint
    p: cython.size_t
    d: cython.size_t
    seen: cython.size_t
    row: cython.size_t
    laws: cython.size_t
    card: cython.size_t
    answer: cython.uint
    place: cython.uint
    p_count: cython.size_t
    d_count: cython.size_t
    uneven = 65536 % cards
    for r in range(rounds):
        open_round(stream, seed, first + r, r + 1, cards)
        p = player_start
        d = dealer_start
        p_count = 0
        d_count = 0
        seen = dealer_start
        place = draw(stream, dealt, cards, uneven)
        p_cards[p_count] = place
        p_count = p_count + 1
        p = cell(step, (p * classes) + cell(shoe, place))
        place = draw(stream, dealt, cards, uneven)
        p_cards[p_count] = place
        p_count = p_count + 1
        p = cell(step, (p * classes) + cell(shoe, place))
        place = draw(stream, dealt, cards, uneven)
        d_cards[d_count] = place
        d_count = d_count + 1
        d = cell(step, (d * classes) + cell(shoe, place))
        place = draw(stream, dealt, cards, uneven)
        d_cards[d_count] = place
        d_count = d_count + 1
        card = cell(shoe, place)
        d = cell(step, (d * classes) + card)
        seen = cell(step, (seen * classes) + card)
        row = seen * states
        answer = cell(after_deal, row + p)
        while (answer == 0) and not short(stream, rounds):
            place = draw(stream, dealt, cards, uneven)
            p_cards[p_count] = place
            p_count = p_count + 1
            p = cell(step, (p * classes) + cell(shoe, place))
            answer = cell(after_card, row + p)
        if answer == 1:
            laws = cell(law, p) * states
            while cell(dealer_hits, laws + d) and not short(stream, rounds):
                place = draw(stream, dealt, cards, uneven)
                d_cards[d_count] = place
                d_count = d_count + 1
                d = cell(step, (d * classes) + cell(shoe, place))
            answer = cell(final, (p * states) + d)
            if answer >= outcomes:
                answer = cell(showdowns, ((answer - outcomes) * 3) + showdown(p_cards, 0, d_cards, faces, strengths))
            answer = answer + 2
        if short(stream, rounds):
            return
        counts[answer - 2] += 1


class OutOfCards(Exception):
    """Raised where a round needed a card when all cards of the shoe were dealt."""


def play_rounds(
    first: cython.ulonglong, rounds: cython.uint, seed: cython.ulonglong, tables: dict, player: tuple
) -> list:
    """Play `rounds` rounds (below 2**32) from number `first` on; return how many ended with each outcome.

    `tables` is TABLES, or that of another setting of this game. `player` is two tables of cells [v * states + p], for
    a hand as dealt and for one that took a card, v being what the dealer shows: 0 = the player takes a card, 1 = he
    stands and the dealer's turn comes, 2 + o = the round has ended with outcome o. What happens in a round depends on
    its number, the seed and these tables only: any kernel may play any rounds in any order, and the counts add up. The
    interpreter's lock is not held meanwhile. Raises OutOfCards.
    """
    i: cython.uint
    cards: cython.uint = tables["cards"]
    outcomes: cython.uint = tables["outcomes"]
    classes: cython.size_t = tables["classes"]
    states: cython.size_t = tables["states"]
    player_start: cython.size_t = tables["player_start"]
    dealer_start: cython.size_t = tables["dealer_start"]
    shoe: bytes = tables["shoe"]
    step: bytes = tables["step"]
    after_deal: bytes = player[0]
    after_card: bytes = player[1]
    law: bytes = tables["law"]
    dealer_hits: bytes = tables["dealer_hits"]
    final: bytes = tables["final"]
    faces: bytes = tables["faces"]
    strengths: bytes = tables["strengths"]
    showdowns: bytes = tables["showdowns"]
    shoe_cells: cython.p_uchar = shoe
    step_cells: cython.p_uchar = step
    after_deal_cells: cython.p_uchar = after_deal
    after_card_cells: cython.p_uchar = after_card
    law_cells: cython.p_uchar = law
    dealer_hits_cells: cython.p_uchar = dealer_hits
    final_cells: cython.p_uchar = final
    faces_cells: cython.p_uchar = faces
    strengths_cells: cython.p_uchar = strengths
    showdowns_cells: cython.p_uchar = showdowns
    marks = bytearray(4 * cards)
    p_places = bytearray(4 * (cards + 5))
    d_places = bytearray(4 * (cards + 5))
    sums = bytearray(8 * outcomes)
    dealt: cython.p_uint
    p_cards: cython.p_uint
    d_cards: cython.p_uint
    counts: cython.p_ulonglong
    if cython.compiled:
        dealt = cython.cast(cython.p_uint, cython.cast(cython.p_uchar, marks))
        p_cards = cython.cast(cython.p_uint, cython.cast(cython.p_uchar, p_places))
        d_cards = cython.cast(cython.p_uint, cython.cast(cython.p_uchar, d_places))
        counts = cython.cast(cython.p_ulonglong, cython.cast(cython.p_uchar, sums))
    else:
        dealt = [0] * cards
        p_cards = [0] * (cards + 5)
        d_cards = [0] * (cards + 5)
        counts = [0] * outcomes
    with cython.nogil:
        play(
            first, rounds, seed, cards, outcomes, classes, states, player_start, dealer_start, shoe_cells, step_cells,
            after_deal_cells, after_card_cells, law_cells, dealer_hits_cells, final_cells, faces_cells, strengths_cells,
            showdowns_cells, dealt, p_cards, d_cards, counts,
        )
    ended = [counts[i] for i in range(outcomes)]
    if sum(ended) < rounds:
        raise OutOfCards
    return ended
