"""A vying game's module: its tables, the functions that all modules share, and the kernel that plays hands.

VyingRulebook -> Module
"""

from __future__ import annotations

import re
import textwrap

from f27lang.emit.banked import DIRECTIVES, files_of, kernel_head
from f27lang.emit.dealing import MIXING, RUNNING_OUT, UNPACKING
from f27lang.emit.module import Module
from f27lang.emit.nodes import (
    Assign,
    Buffer,
    Checked,
    Comment,
    Constant,
    Entry,
    For,
    Function,
    Grid,
    Imports,
    Infix,
    Lines,
    Name,
    Node,
    Number,
    Row,
    Table,
    Text,
)
from f27lang.emit.tables import shoe_table, tables_digest, wrapped
from f27lang.emit.vying_at_once import AT_ONCE, at_once, limited
from f27lang.emit.vying_dealing import CELL, TURNING
from f27lang.emit.vying_pots import declares, totals
from f27lang.emit.vying_sight import ADVISED
from f27lang.emit.vying_steps import hand, quiet, repeats
from f27lang.emit.vying_tables import CELL_BYTES, NONE, PLACES, cell_names, number_names, run_tables
from f27lang.emit.writer import WIDTH, write
from f27lang.vying import Share, VyingRulebook

__all__ = ["emit_table_kernel", "emit_teller", "emit_vying", "run_tables"]

OF_RUN = ("players", "lineups", "loud", "recorded", "at_records")
_LARGE = frozenset({"unit", "ante", "rake_chip", "rake_most", "whole"})
_AMOUNT = '''
@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def amount(amounts: cython.p_uchar, index: cython.size_t) -> cython.uint:
    """Return a number of chips: two cells, the low one first."""
    return cell(amounts, 2 * index) | (cell(amounts, 2 * index + 1) << 16)
'''
_TELLING = """\
TOLD = []


def tell(*what):
    TOLD.append(what)


def tell_each(seats, what, *more):
    TOLD.extend((what, *more, seat) for seat in seats)


def tell_in_turn():
    # what was told since the last draw began, in the order of seats
    begin = max(i for i, told in enumerate(TOLD) if told == ("draws",))
    TOLD[begin:] = sorted(TOLD[begin + 1 :], key=lambda told: told[1])


"""
_ABOUT_ENTRY = """\
Play `rounds` hands (at most 2**20) from number `first` on; return what is counted, in the order of `places`.

`tables` is TABLES, or that of another setting of this game, with the numbers of the run: `players`, `lineups`, `loud`
where some strategy may bet, and where each count begins; where `recorded` is 1 there is a number for each hand from
`at_records` on that tells how it ended for all seats. `player` is how the strategies answer: where they take a
card, a byte each [strategy * states + hand]; what they say to a bet [(strategy * 4 + asked) * states + hand], asked
being 0 with nothing due, 1 when all others have checked, 2 with a bet due and 3 when no raise is left, and the answer 0
to check, 1 to fold, 2 to call, 3 + i to bet or to raise by amount i; the strategy in each seat [line-up * players +
seat]; the amounts{says}. What happens in a hand depends on its number, the seed and these only: any kernel may play any
hands in any order, and the counts add up. The interpreter's lock is not held meanwhile. Raises OutOfCards."""
_TABLES = """
several = SEVERAL
fresh = 0
seating = first % lineups
sitting = first % lineups
for i in range(several * players):
    table_of[i] = i // players
"""
_SAYS = "; and the shares that a seat declares for, as bits [strategy * states + hand]"
_BYTE_EACH = "where they take a\ncard, a byte each ["
_LINES = (
    "by lines of advice, which are its last table (see `advised`); the others tell where they begin in it, two cells "
    "each: the lines by which a seat takes a card, 1, or none, 0 ["
)
_ABOUT_PLAY = "Deal and play hands; add to `counts`. `dealt` tells of each place when it was last dealt."
_KERNEL = "hands"  # the name of a module without tables
_ABOUT = {
    "sorted_shoe": "the pack, sorted: card class, number of cards",
    "step": "hand state after one more card: a row a state, a column a card class",
    "keys": f"how near a hand comes to the target of a share: the least is nearest, {NONE} has no claim",
    "nears": "the distance of a hand, by its number below",
    "parts": "the parts of the pot, in 1/WHOLE",
}
_VARIABLES = (
    *((name, "size_t") for name in ("table", "at", "slot", "s", "k", "i")),
    *((name, "uint") for name in ("uneven", "several", "fresh", "r", "live", "opener")),
    *(
        (name, "uint")
        for name in ("askers", "takers", "turn", "folds", "level", "raised", "waiting", "asked", "said", "card")
    ),
    *((name, "uint") for name in ("bet_rounds", "draw_rounds", "nobody", "key", "lowest", "number", "near")),
    *((name, "uint") for name in ("claimed", "sole", "tied", "seating", "sitting")),
    *((name, "ulonglong") for name in ("pot", "money", "rake", "due", "net", "gamma", "word", "told", "times")),
)


def emit_vying(rulebook: VyingRulebook) -> Module:
    """Return the module of a rulebook with its tables: the same bytes on every run and machine."""
    return Module(_name(rulebook), quiet(write(_with_tables(rulebook))), rulebook.digest)


def emit_table_kernel(rulebook: VyingRulebook) -> Module:
    """Return the module that runs are played by: all tables are given to it, so that games that go alike share it."""
    return Module(_KERNEL, quiet(_kernel_alone(rulebook)))


def emit_teller(rulebook: VyingRulebook) -> Module:
    """Return that module with lines that put what happens into its list TOLD: the same hands, a hundred times slower.

    TOLD holds tuples of a word and numbers: `antes` seat, chips; `is dealt`, `takes` seat, hand state; `passes` seat;
    `says` seat, answer to a bet, chips due of each; `declares` seat, shares as bits, 0 if it folded; `goes` share, seat
    (none where nobody claims it, once for each of several winners); `rakes` and `wins` seat in 1/`unit` of a chip.
    """
    return Module(_KERNEL, _TELLING + _kernel_alone(rulebook))


def _kernel_alone(rulebook: VyingRulebook) -> str:
    return write([kernel_head("hands"), Imports(("sys",)), Imports(("cython",)), *_functions(rulebook)])


def _name(rulebook: VyingRulebook) -> str:
    return "table_" + re.sub(r"[^A-Za-z0-9]", "_", rulebook.name)


def _with_tables(rulebook: VyingRulebook) -> list[Node]:
    tables = run_tables(rulebook)
    names = number_names(rulebook)
    return [
        Comment((DIRECTIVES, *_header(rulebook))),
        Imports(("hashlib", "sys")),
        Imports(("cython",)),
        Constant("DIGEST", rulebook.digest),
        Constant("CELL_BYTES", CELL_BYTES),
        *(Constant(name.upper(), int(tables[name])) for name in names),
        Text(UNPACKING),
        *_tables(rulebook),
        Constant("TABLES", {name: name.upper() for name in (*names, *cell_names())}),
        Checked(tuple(name.upper() for name in cell_names()), tables_digest(tables)),
        *_functions(rulebook),
    ]


def _functions(rulebook: VyingRulebook) -> list[Node]:
    return [
        Text(MIXING),
        Text(CELL),
        Text(TURNING),
        Text(_AMOUNT),
        *([Text(ADVISED)] if rulebook.looks_round else []),
        _kernel(rulebook),
        Text(RUNNING_OUT),
        _entry(rulebook),
    ]


def _header(rulebook: VyingRulebook) -> tuple[str, ...]:
    return (
        "Written by `f27 compile`, compared by `f27 compile --check`; runs compiled by Cython or as plain Python.",
        f"The rules of {rulebook.name}{files_of(rulebook.origins)} as tables, and a kernel that plays hands by them.",
    )


def _tables(rulebook: VyingRulebook) -> list[Table]:
    def about(table: str, *more: str) -> Comment:
        places = dict(rulebook.origins).get(table)
        return Comment((_ABOUT[table], *more, *([f"from {places}"] if places else [])))

    steps = (f"{share.name}: {', '.join(map(str, share.steps))}" for share in rulebook.shares)
    parts = tuple(Row((_part(rulebook, share),), share.name) for share in rulebook.shares)
    return [
        shoe_table(rulebook, about("sorted_shoe")),
        _step_table(rulebook, about("step")),
        Table("KEYS", about("keys"), "cells", (_by_share(rulebook, "keys"),)),
        Table("NEARS", about("nears", *steps), "cells", (_by_share(rulebook, "distances"),)),
        Table("PARTS", about("parts"), "cells", (Grid(parts),)),
    ]


def _part(rulebook: VyingRulebook, share: Share) -> int:
    return int(share.part * int(run_tables(rulebook)["whole"]))


def _step_table(rulebook: VyingRulebook, about: Comment) -> Table:
    width = len(rulebook.classes)
    rows = (
        Row(rulebook.step[s * width : (s + 1) * width], f"{s} {state.name}") for s, state in enumerate(rulebook.states)
    )
    return Table(
        "STEP", about, "cells", (Grid(tuple(rows), tuple(c.name.replace(" ", "-") for c in rulebook.classes)),)
    )


def _by_share(rulebook: VyingRulebook, table: str) -> Grid:
    """Return a table of a cell a state for each share, one behind another."""
    rows: list[Row] = []
    for share in rulebook.shares:
        cells = [NONE if cell < 0 else cell for cell in getattr(share, table)]
        rows += [Row(row.cells, f"{share.name}, {row.label}") for row in wrapped(cells, "").rows]
    return Grid(tuple(rows), legend=("by hand state",))


def _kernel(rulebook: VyingRulebook) -> Function:
    arguments = (
        ("first", "ulonglong"),
        ("rounds", "uint"),
        ("seed", "ulonglong"),
        *_numbers(rulebook),
        *((name, "p_uchar") for name, _ in _cells(rulebook)),
        *((buffer.name, f"p_{buffer.kind}") for buffer in _buffers(rulebook)),
    )
    more = [(name, "uint") for name in repeats(rulebook)]
    more += [("wants", "uint")] if limited(rulebook.drawing) else []
    more += [("leaves", "uint")] if declares(rulebook) else []
    more += [("there", "uint")] if rulebook.looks_round else []
    body = (
        Assign(Name("uneven"), Infix(Number(65536), "%", Name("cards"))),
        Assign(Name("word"), Number((1 << 64) - 1)),
        Assign(Name("gamma"), Number(0x9E3779B97F4A7C15)),
        Assign(Name("nobody"), Number(0xFFFF0000)),
        Lines(
            _TABLES.replace("SEVERAL", f"1 if loud or rounds < {AT_ONCE} else {AT_ONCE}" if at_once(rulebook) else "1")
        ),
        For(Name("r"), Name("rounds"), hand(rulebook)),
        totals(),
    )
    return Function("play", _ABOUT_PLAY, arguments, (*_VARIABLES, *more), body)


def _entry(rulebook: VyingRulebook) -> Entry:
    return Entry(
        name="play_rounds",
        about=_about_entry(rulebook),
        numbers=_numbers(rulebook),
        cells=_cells(rulebook),
        buffers=_buffers(rulebook),
        function="play",
        arguments=tuple(name for name, _ in _kernel(rulebook).arguments[3:]),
        counted="ended[:lineups]",
    )


def _about_entry(rulebook: VyingRulebook) -> str:
    text = _ABOUT_ENTRY.replace("{says}", _SAYS if declares(rulebook) else "")
    if not rulebook.looks_round:
        return text
    first, words = text.replace(_BYTE_EACH, _LINES).split("\n\n")
    return f"{first}\n\n{textwrap.fill(words, WIDTH)}"


def _numbers(rulebook: VyingRulebook) -> tuple[tuple[str, str], ...]:
    names = [name for name in number_names(rulebook) if name != "lengths"]
    return tuple(
        (name, "ulonglong" if name in _LARGE else "size_t" if name.startswith(("at_", "sums")) else "uint")
        for name in (*names, *OF_RUN, *PLACES, "sums")
    )


def _cells(rulebook: VyingRulebook) -> tuple[tuple[str, str], ...]:
    of_player = ["takes", "bets", "lineup", "amounts"]
    of_player += ["says"] if declares(rulebook) else []
    of_player += ["lines"] if rulebook.looks_round else []
    from_player = [(name, f"player[{i}]") for i, name in enumerate(of_player)]
    bytes_each = () if rulebook.looks_round else ("takes",)
    return (
        *((name, f'native(tables["{name}"])') for name in cell_names()),
        *((name, source if name in bytes_each else f"native({source})") for name, source in from_player),
    )


def _buffers(rulebook: VyingRulebook) -> tuple[Buffer, ...]:
    of_hand = ["stays", "put", "inside"]
    of_hand += ["drawn", "holds", "passed"] if limited(rulebook.drawing) else []
    of_hand += ["claims"] if declares(rulebook) else []
    lengths = {
        **dict.fromkeys(("ready", "given", "drew"), f"{AT_ONCE}"),
        "pack": f"({AT_ONCE} * (cards + 1))",
        **dict.fromkeys(("hands", "plays", "table_of"), f"({AT_ONCE} * players)"),
        "asking": f"({AT_ONCE} * players + 1)",
        **dict.fromkeys(of_hand, "(players + 1)"),
        "words": "2",
        "judged": "(players * shares)",
        **dict.fromkeys(("best", "winners", "winner"), "shares"),
        "stayed": "(players + 1)",
        "gave": "(cards + 1)",
        "held": "states",
        "got": "(shares * states)",
    }
    return (
        Buffer("dealt", "marks", "uint", 4, f"({AT_ONCE} * cards)"),
        *(Buffer(name, f"b_{name}", "uint", 4, length) for name, length in lengths.items()),
        Buffer("stream", "b_stream", "ulonglong", 8, f"{AT_ONCE}"),
        *(Buffer(name, f"b_{name}", "ulonglong", 8, "players") for name in ("paid", "won")),
        Buffer("portions", "b_portions", "ulonglong", 8, "shares"),
        Buffer("counts", "b_counts", "ulonglong", 8, "sums"),
    )
