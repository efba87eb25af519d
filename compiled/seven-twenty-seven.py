# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, binding=False
# Written by `f27 compile`, compared by `f27 compile --check`; runs compiled by Cython or as plain Python.
# The rules of seven-twenty-seven (seven-twenty-seven.f27) as tables, and a kernel that plays hands by them.

import hashlib
import sys

import cython

DIGEST = "b7c07becdb54938b92b751065fb4ac4aed08b417b5904dd44ee95c8c8f2f7592"
CELL_BYTES = 2
CARDS = 52
CLASSES = 11
STATES = 204
START = 0
SHARES = 2
DISTANCES = 56
WHOLE = 2
UNIT = 5040
ANTE = 1
RAISES = 3
FURTHER = 1
RAKE_CHIP = 0
RAKE_MOST = 4611686018427387904
RAKE_FOLDED = 1
INHERITS = 0
LENGTHS = 107


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
   50  51  52  53  54  55  56  57  58  59    60  # 12 2 or 12 or 22
   51  15  16  17  18  19  20  21  61  62    63  # 13 3 or 13
   52  16  17  18  19  20  21  61  62  64    65  # 14 4 or 14
   53  17  18  19  20  21  61  62  64  66    67  # 15 5 or 15
   54  18  19  20  21  61  62  64  66  68    69  # 16 6 or 16
   55  19  20  21  61  62  64  66  68  70    71  # 17 7 or 17
   56  20  21  61  62  64  66  68  70  72    73  # 18 8 or 18
   57  21  61  62  64  66  68  70  72  74    75  # 19 9 or 19
   58  61  62  64  66  68  70  72  74  76    77  # 20 10 or 20
   59  62  64  66  68  70  72  74  76  78    79  # 21 11 or 21
   60  63  65  67  69  71  73  75  77  79    80  # 22 1.5 or 11.5
   15  25  26  27  28  29  30  31  33  35    36  # 23 4
   16  26  27  28  29  30  31  33  35  37    38  # 24 5
   17  27  28  29  30  31  33  35  37  39    40  # 25 6
   18  28  29  30  31  33  35  37  39  41    42  # 26 7
   19  29  30  31  33  35  37  39  41  43    44  # 27 8
   20  30  31  33  35  37  39  41  43  45    46  # 28 9
   21  31  33  35  37  39  41  43  45  47    48  # 29 10
   61  33  35  37  39  41  43  45  47  81    82  # 30 11
   62  35  37  39  41  43  45  47  81  83    84  # 31 12
   63  36  38  40  42  44  46  48  82  84    85  # 32 2.5
   64  37  39  41  43  45  47  81  83  86    87  # 33 13
   65  38  40  42  44  46  48  82  84  87    23  # 34 3.5
   66  39  41  43  45  47  81  83  86  88    89  # 35 14
   67  40  42  44  46  48  82  84  87  89    24  # 36 4.5
   68  41  43  45  47  81  83  86  88  90    91  # 37 15
   69  42  44  46  48  82  84  87  89  91    25  # 38 5.5
   70  43  45  47  81  83  86  88  90  92    93  # 39 16
   71  44  46  48  82  84  87  89  91  93    26  # 40 6.5
   72  45  47  81  83  86  88  90  92  94    95  # 41 17
   73  46  48  82  84  87  89  91  93  95    27  # 42 7.5
   74  47  81  83  86  88  90  92  94  96    97  # 43 18
   75  48  82  84  87  89  91  93  95  97    28  # 44 8.5
   76  81  83  86  88  90  92  94  96  98    99  # 45 19
   77  82  84  87  89  91  93  95  97  99    29  # 46 9.5
   78  83  86  88  90  92  94  96  98 100   101  # 47 20
   79  84  87  89  91  93  95  97  99 101    30  # 48 10.5
   80  85  23  24  25  26  27  28  29  30   102  # 49 1
  103 104  53  54  55  56 105 106 107 108   109  # 50 3 or 13 or 23 or 33
  104  53  54  55  56  57  58  59 110 111   112  # 51 4 or 14 or 24
   53  54  55  56  57  58  59 110 111  66   113  # 52 5 or 15 or 25
   53  53  53  53  53  53  53  53  53  53    53  # 53 6 or 16 or 26
   54  54  54  54  54  54  54  54  54  54    54  # 54 7 or 17 or 27
   55  55  55  55  55  55  55  55  55  55    55  # 55 8 or 18 or 28
   56  56  56  56  56  56  56  56  56  56    56  # 56 9 or 19 or 29
  106  59 110 111  66  68  70  72  74 114   115  # 57 10 or 20 or 30
  107 110 111  66  68  70  72  74 114 116   117  # 58 11 or 21 or 31
  108 111  66  68  70  72  74 114 116 118   119  # 59 12 or 22 or 32
  109 112 113 120 121 122 123 115 117 119   124  # 60 2.5 or 12.5 or 22.5
  110  64  66  68  70  72  74  76  78  83   125  # 61 12 or 22
  111  66  68  70  72  74  76  78  83  86   126  # 62 13 or 23
  112  67  69  71  73  75  77  79 125 126    14  # 63 3.5 or 13.5
   66  68  70  72  74  76  78  83  86  88   127  # 64 14 or 24
  113  69  71  73  75  77  79 125 126 127    15  # 65 4.5 or 14.5
   66  66  66  66  66  66  66  66  66  66    66  # 66 15 or 25
  120  71  73  75  77  79 125 126 127 128    16  # 67 5.5 or 15.5
   68  68  68  68  68  68  68  68  68  68    68  # 68 16 or 26
  121  73  75  77  79 125 126 127 128 129    17  # 69 6.5 or 16.5
   70  70  70  70  70  70  70  70  70  70    70  # 70 17 or 27
  122  75  77  79 125 126 127 128 129 130    18  # 71 7.5 or 17.5
   72  72  72  72  72  72  72  72  72  72    72  # 72 18 or 28
  123  77  79 125 126 127 128 129 130 131    19  # 73 8.5 or 18.5
   74  74  74  74  74  74  74  74  74  74    74  # 74 19 or 29
  115  79 125 126 127 128 129 130 131 132    20  # 75 9.5 or 19.5
  116  83  86  88  90  92  94  96  98 100   133  # 76 20 or 30
  117 125 126 127 128 129 130 131 132 133    21  # 77 10.5 or 20.5
  118  86  88  90  92  94  96  98 100 134   135  # 78 21 or 31
  119 126 127 128 129 130 131 132 133 135    61  # 79 11.5 or 21.5
  124  14  15  16  17  18  19  20  21  61   136  # 80 2 or 12
   83  86  88  90  92  94  96  98 100 134   137  # 81 21
  125  87  89  91  93  95  97  99 101 137    31  # 82 11.5
   86  88  90  92  94  96  98 100 134 138   139  # 83 22
  126  89  91  93  95  97  99 101 137 139    33  # 84 12.5
   14  24  25  26  27  28  29  30  31  33    34  # 85 3
   88  90  92  94  96  98 100 134 138 140   141  # 86 23
  127  91  93  95  97  99 101 137 139 141    35  # 87 13.5
   90  92  94  96  98 100 134 138 140 142   143  # 88 24
  128  93  95  97  99 101 137 139 141 143    37  # 89 14.5
   90  90  90  90  90  90  90  90  90  90    90  # 90 25
  129  95  97  99 101 137 139 141 143 144    39  # 91 15.5
   92  92  92  92  92  92  92  92  92  92    92  # 92 26
  130  97  99 101 137 139 141 143 144 145    41  # 93 16.5
   94  94  94  94  94  94  94  94  94  94    94  # 94 27
  131  99 101 137 139 141 143 144 145 146    43  # 95 17.5
   96  96  96  96  96  96  96  96  96  96    96  # 96 28
  132 101 137 139 141 143 144 145 146 147    45  # 97 18.5
   98  98  98  98  98  98  98  98  98  98    98  # 98 29
  133 137 139 141 143 144 145 146 147 148    47  # 99 19.5
  100 100 100 100 100 100 100 100 100 100   100  # 100 30
  135 139 141 143 144 145 146 147 148 149    81  # 101 20.5
  136  34  36  38  40  42  44  46  48  82   150  # 102 1.5
  103  53  54  55  56 151 152 153 154 155   156  # 103 4 or 14 or 24 or 34 or 44
   53  54  55  56 105 106 107 108 157  66   113  # 104 5 or 15 or 25 or 35
  152 107 108 157  66  68  70  72  74 158   159  # 105 10 or 20 or 30 or 40
  153 108 157  66  68  70  72  74 158 160   161  # 106 11 or 21 or 31 or 41
  154 157  66  68  70  72  74 158 160 162   163  # 107 12 or 22 or 32 or 42
  155  66  68  70  72  74 158 160 162 164   165  # 108 13 or 23 or 33 or 43
  156 113 120 121 122 166 159 161 163 165   167  # 109 3.5 or 13.5 or 23.5 or 33.5
  157  66  68  70  72  74 114 116 118  86   168  # 110 13 or 23 or 33
   66  68  70  72  74 114 116 118  86  88   169  # 111 14 or 24 or 34
  113 120 121 122 123 115 117 119 168 169    52  # 112 4.5 or 14.5 or 24.5
  113 113 113 113 113 113 113 113 113 113   113  # 113 5.5 or 15.5 or 25.5
  160 118  86  88  90  92  94  96  98 100   170  # 114 20 or 30 or 40
  161 119 168 169 128 129 130 131 171 170    58  # 115 10.5 or 20.5 or 30.5
  162  86  88  90  92  94  96  98 100 134   172  # 116 21 or 31 or 41
  163 168 169 128 129 130 131 171 170 172    59  # 117 11.5 or 21.5 or 31.5
  164  88  90  92  94  96  98 100 134 138   173  # 118 22 or 32 or 42
  165 169 128 129 130 131 171 170 172 173   110  # 119 12.5 or 22.5 or 32.5
  120 120 120 120 120 120 120 120 120 120   120  # 120 6.5 or 16.5 or 26.5
  121 121 121 121 121 121 121 121 121 121   121  # 121 7.5 or 17.5 or 27.5
  122 122 122 122 122 122 122 122 122 122   122  # 122 8.5 or 18.5 or 28.5
  159 117 119 168 169 128 129 130 131 171    57  # 123 9.5 or 19.5 or 29.5
  167  52  53  54  55  56  57  58  59 110   174  # 124 3 or 13 or 23
  168 127 128 129 130 131 132 133 135 139    62  # 125 12.5 or 22.5
  169 128 129 130 131 132 133 135 139 141    64  # 126 13.5 or 23.5
  128 129 130 131 132 133 135 139 141 143    66  # 127 14.5 or 24.5
  128 128 128 128 128 128 128 128 128 128   128  # 128 15.5 or 25.5
  129 129 129 129 129 129 129 129 129 129   129  # 129 16.5 or 26.5
  130 130 130 130 130 130 130 130 130 130   130  # 130 17.5 or 27.5
  131 131 131 131 131 131 131 131 131 131   131  # 131 18.5 or 28.5
  170 135 139 141 143 144 145 146 147 148    76  # 132 19.5 or 29.5
  172 139 141 143 144 145 146 147 148 149    78  # 133 20.5 or 30.5
  134 134 134 134 134 134 134 134 134 134   134  # 134 31 or 41
  173 141 143 144 145 146 147 148 149 175    83  # 135 21.5 or 31.5
  174  65  67  69  71  73  75  77  79 125    13  # 136 2.5 or 12.5
  139 141 143 144 145 146 147 148 149 175    83  # 137 21.5
  138 138 138 138 138 138 138 138 138 138   138  # 138 32
  141 143 144 145 146 147 148 149 175 176    86  # 139 22.5
  140 140 140 140 140 140 140 140 140 140   140  # 140 33
  143 144 145 146 147 148 149 175 176 177    88  # 141 23.5
  142 142 142 142 142 142 142 142 142 142   142  # 142 34
  144 145 146 147 148 149 175 176 177 178    90  # 143 24.5
  144 144 144 144 144 144 144 144 144 144   144  # 144 25.5
  145 145 145 145 145 145 145 145 145 145   145  # 145 26.5
  146 146 146 146 146 146 146 146 146 146   146  # 146 27.5
  147 147 147 147 147 147 147 147 147 147   147  # 147 28.5
  148 148 148 148 148 148 148 148 148 148   148  # 148 29.5
  149 149 149 149 149 149 149 149 149 149   149  # 149 30.5
   13  23  24  25  26  27  28  29  30  31    32  # 150 2
  151 153 154 155  66  68  70  72  74 179   180  # 151 10 or 20 or 30 or 40 or 50
  152 154 155  66  68  70  72  74 179 181   182  # 152 11 or 21 or 31 or 41 or 51
  153 155  66  68  70  72  74 179 181 183   184  # 153 12 or 22 or 32 or 42 or 52
  154  66  68  70  72  74 179 181 183 185   186  # 154 13 or 23 or 33 or 43 or 53
  155  68  70  72  74 179 181 183 185 187   188  # 155 14 or 24 or 34 or 44 or 54
  156 120 121 122 189 180 182 184 186 188   190  # 156 4.5 or 14.5 or 24.5 or 34.5 or 44.5
   66  68  70  72  74 158 160 162 164  88   191  # 157 14 or 24 or 34 or 44
  181 162 164  88  90  92  94  96  98 100   192  # 158 20 or 30 or 40 or 50
  182 163 165 191 128 129 130 131 193 192   106  # 159 10.5 or 20.5 or 30.5 or 40.5
  183 164  88  90  92  94  96  98 100 134   194  # 160 21 or 31 or 41 or 51
  184 165 191 128 129 130 131 193 192 194   107  # 161 11.5 or 21.5 or 31.5 or 41.5
  185  88  90  92  94  96  98 100 134 138   195  # 162 22 or 32 or 42 or 52
  186 191 128 129 130 131 193 192 194 195   108  # 163 12.5 or 22.5 or 32.5 or 42.5
  187  90  92  94  96  98 100 134 138 140   196  # 164 23 or 33 or 43 or 53
  188 128 129 130 131 193 192 194 195 196   157  # 165 13.5 or 23.5 or 33.5 or 43.5
  180 161 163 165 191 128 129 130 131 193   105  # 166 9.5 or 19.5 or 29.5 or 39.5
  190  53  54  55  56 105 106 107 108 157   197  # 167 4 or 14 or 24 or 34
  191 128 129 130 131 171 170 172 173 141   111  # 168 13.5 or 23.5 or 33.5
  128 129 130 131 171 170 172 173 141 143    66  # 169 14.5 or 24.5 or 34.5
  194 173 141 143 144 145 146 147 148 149   116  # 170 20.5 or 30.5 or 40.5
  192 172 173 141 143 144 145 146 147 148   114  # 171 19.5 or 29.5 or 39.5
  195 141 143 144 145 146 147 148 149 175   118  # 172 21.5 or 31.5 or 41.5
  196 143 144 145 146 147 148 149 175 176    86  # 173 22.5 or 32.5 or 42.5
  197 113 120 121 122 123 115 117 119 168    51  # 174 3.5 or 13.5 or 23.5
  175 175 175 175 175 175 175 175 175 175   175  # 175 31.5 or 41.5
  176 176 176 176 176 176 176 176 176 176   176  # 176 32.5
  177 177 177 177 177 177 177 177 177 177   177  # 177 33.5
  178 178 178 178 178 178 178 178 178 178   178  # 178 34.5
  179 183 185 187  90  92  94  96  98 100   198  # 179 20 or 30 or 40 or 50 or 60
  180 184 186 188 128 129 130 131 199 198   152  # 180 10.5 or 20.5 or 30.5 or 40.5 or 50.5
  181 185 187  90  92  94  96  98 100 134   200  # 181 21 or 31 or 41 or 51 or 61
  182 186 188 128 129 130 131 199 198 200   153  # 182 11.5 or 21.5 or 31.5 or 41.5 or 51.5
  183 187  90  92  94  96  98 100 134 138   201  # 183 22 or 32 or 42 or 52 or 62
  184 188 128 129 130 131 199 198 200 201   154  # 184 12.5 or 22.5 or 32.5 or 42.5 or 52.5
  185  90  92  94  96  98 100 134 138 140   202  # 185 23 or 33 or 43 or 53 or 63
  186 128 129 130 131 199 198 200 201 202   155  # 186 13.5 or 23.5 or 33.5 or 43.5 or 53.5
  187  92  94  96  98 100 134 138 140 142   203  # 187 24 or 34 or 44 or 54 or 64
  188 129 130 131 199 198 200 201 202 203    66  # 188 14.5 or 24.5 or 34.5 or 44.5 or 54.5
  189 182 184 186 188 128 129 130 131 199   151  # 189 9.5 or 19.5 or 29.5 or 39.5 or 49.5
  190  54  55  56 151 152 153 154 155  66   113  # 190 5 or 15 or 25 or 35 or 45
  128 129 130 131 193 192 194 195 196 143    66  # 191 14.5 or 24.5 or 34.5 or 44.5
  200 195 196 143 144 145 146 147 148 149   160  # 192 20.5 or 30.5 or 40.5 or 50.5
  198 194 195 196 143 144 145 146 147 148   158  # 193 19.5 or 29.5 or 39.5 or 49.5
  201 196 143 144 145 146 147 148 149 175   162  # 194 21.5 or 31.5 or 41.5 or 51.5
  202 143 144 145 146 147 148 149 175 176   164  # 195 22.5 or 32.5 or 42.5 or 52.5
  203 144 145 146 147 148 149 175 176 177    88  # 196 23.5 or 33.5 or 43.5 or 53.5
  113 120 121 122 166 159 161 163 165 191   104  # 197 4.5 or 14.5 or 24.5 or 34.5
  198 201 202 203 144 145 146 147 148 149   181  # 198 20.5 or 30.5 or 40.5 or 50.5 or 60.5
  199 200 201 202 203 144 145 146 147 148   179  # 199 19.5 or 29.5 or 39.5 or 49.5 or 59.5
  200 202 203 144 145 146 147 148 149 175   183  # 200 21.5 or 31.5 or 41.5 or 51.5 or 61.5
  201 203 144 145 146 147 148 149 175 176   185  # 201 22.5 or 32.5 or 42.5 or 52.5 or 62.5
  202 144 145 146 147 148 149 175 176 177   187  # 202 23.5 or 33.5 or 43.5 or 53.5 or 63.5
  203 145 146 147 148 149 175 176 177 178    90  # 203 24.5 or 34.5 or 44.5 or 54.5 or 64.5
""",
)

# how near a hand comes to the target of a share: the least is nearest, 65535 has no claim
# from seven-twenty-seven.f27:65-68 (share low), seven-twenty-seven.f27:72-75 (share high)
KEYS = cells(
"""
# by hand state
  65535 65535 65535 65535 65535 65535 65535 65535 65535 65535 65535 65535    19    15    11     7     3     0     4     8  # low, from 0
     12    16    18    11     7     3     0     4     8    12    16    20    17    24    13    26     9    28     5    30  # low, from 20
      1    32     2    34     6    36    10    38    14    23    15    11     7     3     0     4     8    12    16    20  # low, from 40
     17    20    24    13    26     9    28     5    30     1    32     2    34     6    36    10    38    14    40    18  # low, from 60
     19    40    18    42    22    15    44    25    46    27    48    29    50    31    52    33    54    35    56    37  # low, from 80
     58    39    21    11     7    12    16    20    24    13    24    26     9     5    38    14    40    18    42    22  # low, from 100
      1     2     6    10    15    22    25    27    29    31    33    35    37    39    60    41    17    41    62    43  # low, from 120
     64    45    66    47    49    51    53    55    57    59    19    12    16    20    24    26     9    26    38    14  # low, from 140
     40    18    42    22    44    25    10    11    25    27    39    37    41    43    13    61    63    65    67    38  # low, from 160
     14    40    18    42    22    44    25    46    27    10     7    27    39    37    41    43    45     9    39    37  # low, from 180
     41    43    45    47  # low, from 200
  65535 65535 65535 65535 65535 65535 65535 65535 65535 65535 65535 65535    19    43    41    39    37    35    33    31  # high, from 0
     27    23    46    61    59    57    55    53    51    49    47    45    64    43    62    41    60    39    58    37  # high, from 20
     56    35    54    33    52    31    50    27    48    67    15    11     7     3     0     4     8    12    16    19  # high, from 40
     17    19    15    42    11    40     7    38     3    36     0    34     4    32     8    29    12    25    16    21  # high, from 60
     45    23    46    19    44    63    15    42    11    40     7    38     3    36     0    34     4    32     8    29  # high, from 80
     12    25    66    11     7    12    16    19    15    13    15    11     9     5    12    14    16    18    19    17  # high, from 100
      1     2     6    10    15    17    13     9     5     1     2     6    10    14    16    18    44    21    20    17  # high, from 120
     24    13    28     9     5     1     2     6    10    14    65    12    16    19    15    11     9    11    12    14  # high, from 140
     16    18    19    17    15    13    10    11    13     9    14    10    18    17    13    18    22    26    30    12  # high, from 160
     14    16    18    19    17    15    13    11     9    10     7     9    14    10    18    17    13     9    14    10  # high, from 180
     18    17    13     9  # high, from 200
""",
)

# the distance of a hand, by its number below
# low: 0, 1/2, 1, 3/2, 2, 5/2, 3, 7/2, 4, 9/2, 5, 11/2, 6, 13/2, 7, 15/2, 8, 17/2, 9, 19/2, 10, 21/2, 11, 23/2, 12, 25/2, 13, 27/2, 14, 29/2, 15, 31/2, 16, 33/2, 17, 35/2, 18, 37/2, 19, 39/2, 20, 41/2, 21, 43/2, 22, 45/2, 23, 47/2, 24, 49/2, 25, 51/2, 26, 53/2, 27, 55/2
# high: 0, 1/2, 1, 3/2, 2, 5/2, 3, 7/2, 4, 9/2, 5, 11/2, 6, 13/2, 7, 15/2, 8, 17/2, 9, 19/2, 10, 21/2, 11, 23/2, 12, 25/2, 13, 27/2, 14, 29/2, 15, 31/2, 16, 33/2, 17, 35/2, 18, 37/2, 19, 39/2, 20, 41/2, 21, 43/2, 22, 45/2, 23, 47/2, 24, 49/2, 25, 51/2, 26
# from seven-twenty-seven.f27:65-67 (share low), seven-twenty-seven.f27:72-74 (share high)
NEARS = cells(
"""
# by hand state
  65535 65535 65535 65535 65535 65535 65535 65535 65535 65535 65535 65535    10     8     6     4     2     0     2     4  # low, from 0
      6     8     9     6     4     2     0     2     4     6     8    10     9    12     7    14     5    16     3    18  # low, from 20
      1    20     1    22     3    24     5    26     7    12     8     6     4     2     0     2     4     6     8    10  # low, from 40
      9    10    12     7    14     5    16     3    18     1    20     1    22     3    24     5    26     7    28     9  # low, from 60
     10    28     9    30    11     8    32    13    34    15    36    17    38    19    40    21    42    23    44    25  # low, from 80
     46    27    11     6     4     6     8    10    12     7    12    14     5     3    26     7    28     9    30    11  # low, from 100
      1     1     3     5     8    11    13    15    17    19    21    23    25    27    48    29     9    29    50    31  # low, from 120
     52    33    54    35    37    39    41    43    45    47    10     6     8    10    12    14     5    14    26     7  # low, from 140
     28     9    30    11    32    13     5     6    13    15    27    25    29    31     7    49    51    53    55    26  # low, from 160
      7    28     9    30    11    32    13    34    15     5     4    15    27    25    29    31    33     5    27    25  # low, from 180
     29    31    33    35  # low, from 200
  65535 65535 65535 65535 65535 65535 65535 65535 65535 65535 65535 65535    10    28    26    24    22    20    18    16  # high, from 0
     14    12    31    46    44    42    40    38    36    34    32    30    49    28    47    26    45    24    43    22  # high, from 20
     41    20    39    18    37    16    35    14    33    52     8     6     4     2     0     2     4     6     8    10  # high, from 40
      9    10     8    27     6    25     4    23     2    21     0    19     2    17     4    15     6    13     8    11  # high, from 60
     30    12    31    10    29    48     8    27     6    25     4    23     2    21     0    19     2    17     4    15  # high, from 80
      6    13    51     6     4     6     8    10     8     7     8     6     5     3     6     7     8     9    10     9  # high, from 100
      1     1     3     5     8     9     7     5     3     1     1     3     5     7     8     9    29    11    10     9  # high, from 120
     12     7    14     5     3     1     1     3     5     7    50     6     8    10     8     6     5     6     6     7  # high, from 140
      8     9    10     9     8     7     5     6     7     5     7     5     9     9     7     9    11    13    15     6  # high, from 160
      7     8     9    10     9     8     7     6     5     5     4     5     7     5     9     9     7     5     7     5  # high, from 180
      9     9     7     5  # high, from 200
""",
)

# the parts of the pot, in 1/WHOLE
# from seven-twenty-seven.f27:64 (share low), seven-twenty-seven.f27:71 (share high)
PARTS = cells(
"""
  1  # low
  1  # high
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
    "9b8b6de24a70b9d73086e135a74b1d53978a0c3613cd41dd0a3f1ebe81b3ca17"
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
    before_5: cython.uint
    uneven = 65536 % cards
    word = 18446744073709551615
    gamma = 11400714819323198485
    nobody = 4294901760
    several = 1 if loud or rounds < 128 else 128
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
            if loud == 0:
                # nobody bets: all these hands are drawn beside one another, by one list of the seats that want a card
                askers = 0
                for table in range(several):
                    at = table * players
                    for s in range(players):
                        card = next_card(table, stream, dealt, pack, ready, given, words, shoe, cards, uneven, r + 1)
                        hands[at + s] = cell(step, hands[at + s] * classes + card)
                    for s in range(players):
                        card = next_card(table, stream, dealt, pack, ready, given, words, shoe, cards, uneven, r + 1)
                        hands[at + s] = cell(step, hands[at + s] * classes + card)
                    for s in range(players):
                        asking[askers] = at + s
                        askers = askers + takes[plays[at + s] + hands[at + s]]
                turn = 0
                while askers:
                    turn = turn + 1
                    takers = askers
                    askers = 0
                    for i in range(takers):
                        slot = asking[i]
                        table = table_of[slot]
                        if given[table] < cards:
                            card = next_card(table, stream, dealt, pack, ready, given, words, shoe, cards, uneven, r + 1)
                            hands[slot] = cell(step, hands[slot] * classes + card)
                            drew[table] = turn
                            asking[askers] = slot
                            askers = askers + takes[plays[slot] + hands[slot]]
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
        if loud:
            for s in range(players):
                if stays[s] and given[table] < cards:
                    card = next_card(table, stream, dealt, pack, ready, given, words, shoe, cards, uneven, r + 1)
                    hands[at + s] = cell(step, hands[at + s] * classes + card)
            for s in range(players):
                if stays[s] and given[table] < cards:
                    card = next_card(table, stream, dealt, pack, ready, given, words, shoe, cards, uneven, r + 1)
                    hands[at + s] = cell(step, hands[at + s] * classes + card)
            before_5 = given[table] + 1
            while (before_5 != given[table]) and (live > 1):
                before_5 = given[table]
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
                    takers = askers if askers < cards - given[table] else cards - given[table]
                    for i in range(takers):
                        s = asking[i]
                        card = next_card(table, stream, dealt, pack, ready, given, words, shoe, cards, uneven, r + 1)
                        hands[at + s] = cell(step, hands[at + s] * classes + card)
            if live > 1:
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
        if loud == 0:
            draw_rounds = drew[table] + 1
            bet_rounds = 1 * draw_rounds + 1
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
